"""What moderators' browsers send. Forms only parse; what a text may hold is decided by the services."""

from collections.abc import Mapping
from typing import Any

from django import forms

from judging.domain.choices import Choice, GateCode
from judging.domain.moderation import CaseReason, TrailAction

BALLOT = (Choice.X, Choice.Y, Choice.EQUIVALENT)
GATE_CODES = tuple(code for code in GateCode if code.refuses)
_MAX_ID = 2**63 - 1
_WORDS = {"rows": 2}
_ACTOR = forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"})
_DATE = forms.DateInput(attrs={"type": "date"})


def _text(label: str, help_text: str) -> forms.CharField:
    return forms.CharField(
        label=label, help_text=help_text, required=False, widget=forms.Textarea(attrs=_WORDS)
    )


class VoteForm(forms.Form):
    """A vote: the buttons name one of X, Y, equivalent, or why the question cannot be judged."""

    key = forms.IntegerField(min_value=0, max_value=_MAX_ID, widget=forms.HiddenInput)
    choice = forms.ChoiceField(choices=[(value, value) for value in (*BALLOT, *GATE_CODES)])
    reason = _text("Reason for the players", "They read it beside the verdict.")
    note = _text("Note for other moderators", "Shown to those who have voted on this case too.")

    def __init__(self, *args: Any, needs_reason: bool = False, **kwargs: Any) -> None:
        """Mark the reason as needed where a player asked for the case; the service enforces it."""
        super().__init__(*args, **kwargs)
        if needs_reason:
            # Not the browser's own check: it would keep a vote by key from being sent without a word.
            self.fields["reason"].required = self.is_bound
            self.fields["reason"].label = "Reason for the players, needed here"

    @property
    def vote(self) -> tuple[Choice, GateCode | None]:
        """Return what was chosen, and for an ill-defined question why."""
        sent = self.cleaned_data["choice"]
        if sent in BALLOT:
            return Choice(sent), None
        return Choice.ILL_DEFINED, GateCode(sent)


class SkipForm(forms.Form):
    """Why a moderator passes a case on to others."""

    reason = _text(
        "Why do you pass it on?", "For example: I know who wrote this; I cannot read the language."
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Name the field apart from that of the vote, which stands on the same page."""
        super().__init__(*args, **kwargs)
        self.auto_id = "id_skip_%s"


class UndoForm(forms.Form):
    """Which vote is taken back."""

    review = forms.IntegerField(min_value=1, max_value=_MAX_ID)


class DrawForm(forms.Form):
    """From which part of the queue to draw."""

    reason = forms.TypedChoiceField(
        # Nobody may tell a test from a case before her vote.
        choices=[(reason.value, reason.value) for reason in CaseReason if reason is not CaseReason.GOLD],
        coerce=CaseReason,
        empty_value=None,
        required=False,
    )


class InviteForm(forms.Form):
    """Whom a lead invites."""

    note = forms.CharField(
        label="Who is it for?",
        help_text="For you and other leads: a name, or where you know each other from.",
        max_length=120,
    )
    lead = forms.BooleanField(
        label="May invite others and end their role",
        required=False,
    )


class AppealForm(forms.Form):
    """About which round a player appeals, and why."""

    round = forms.IntegerField(min_value=1, max_value=_MAX_ID)
    text = forms.CharField(required=False, strip=False)


class SeenForm(forms.Form):
    """Which correction a player has seen, and the game on whose page she saw it, if it was one."""

    correction = forms.IntegerField(min_value=1, max_value=_MAX_ID)
    game = forms.UUIDField(required=False)


class TrailForm(forms.Form):
    """What to look for in the trail."""

    actor = forms.CharField(label="Who", max_length=150, required=False, widget=_ACTOR)
    action = forms.TypedChoiceField(label="What", coerce=TrailAction, empty_value=None, required=False)
    case = forms.IntegerField(label="Case", min_value=1, max_value=_MAX_ID, required=False)
    since = forms.DateField(label="From", required=False, widget=_DATE)
    until = forms.DateField(label="To", required=False, widget=_DATE)

    def __init__(self, *args: Any, actions: Mapping[TrailAction, str], **kwargs: Any) -> None:
        """Offer the actions in the words of the page."""
        super().__init__(*args, **kwargs)
        action = self.fields["action"]
        assert isinstance(action, forms.TypedChoiceField)  # noqa: S101 - declared so above
        action.choices = [
            ("", "Everything"),
            *((key.value, words.capitalize()) for key, words in actions.items()),
        ]
