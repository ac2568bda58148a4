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


class _NeededText(forms.CharField):
    """A text that is asked for; that nothing was written is for the service to say."""

    def __init__(self, label: str, help_text: str) -> None:
        """Ask for the text."""
        super().__init__(label=label, help_text=help_text, widget=forms.Textarea(attrs=_WORDS))

    def validate(self, value: str) -> None:
        """Pass anything on."""


class _Pointing(forms.Form):
    """A form that comes back with the first field that was not understood in focus, with scripts and without."""

    def add_error(self, field: str | None, error: Any) -> None:  # noqa: ANN401 - as Django declares it
        """Put the error beside its field, and the focus there if it is the first."""
        first = not self.errors
        super().add_error(field, error)
        if first and field in self.fields:
            self.fields[field].widget.attrs["autofocus"] = True


class VoteForm(_Pointing):
    """A vote: the buttons name one of X, Y, equivalent, or why the question cannot be judged."""

    key = forms.IntegerField(min_value=0, max_value=_MAX_ID, widget=forms.HiddenInput)
    choice = forms.ChoiceField(choices=[(value, value) for value in (*BALLOT, *GATE_CODES)])
    reason = _text(
        "Reason for the players", "They read it if the verdict changes, or if one of them appealed."
    )
    note = _text("Note for other moderators", "Shown to those who have voted on this case too.")

    @property
    def vote(self) -> tuple[Choice, GateCode | None]:
        """Return what was chosen, and for an ill-defined question why."""
        sent = self.cleaned_data["choice"]
        if sent in BALLOT:
            return Choice(sent), None
        return Choice.ILL_DEFINED, GateCode(sent)


class SkipForm(_Pointing):
    """Why a moderator passes a case on to others."""

    reason = _NeededText(
        "Why do you pass it on?", "For example: I know who wrote this; I cannot read the language."
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Name the field apart from that of the vote, which stands on the same page."""
        super().__init__(*args, **kwargs)
        self.auto_id = "id_skip_%s"


class ExplainForm(_Pointing):
    """What a player who appealed is told; required, which the service checks."""

    reason = _NeededText(
        "Reason for the players",
        "Why you found so. Speak of X and Y; each of them reads it in her own terms.",
    )


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


class InviteForm(_Pointing):
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


class TrailForm(_Pointing):
    """What to look for in the trail."""

    actor = forms.CharField(label="Who", max_length=150, required=False, widget=_ACTOR)
    action = forms.TypedChoiceField(label="What", coerce=TrailAction, empty_value=None, required=False)
    case = forms.CharField(label="Case", max_length=12, empty_value=None, required=False, widget=_ACTOR)
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
