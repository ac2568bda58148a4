"""What browsers send. Forms only parse; what a text may hold is decided by the services."""

from django import forms


class _Text(forms.CharField):
    """A text exactly as it was typed; an empty one is refused by the service, in words of the game."""

    def __init__(self) -> None:
        super().__init__(required=False, strip=False)


class PlayForm(forms.Form):
    """Start a game; naming an `opponent` (a handle) makes it casual."""

    protocol = forms.SlugField(max_length=60)
    opponent = forms.CharField(max_length=60, required=False)
    key = forms.UUIDField()


class QuestionForm(forms.Form):
    """Seal a question with the asker's own answer."""

    round = forms.IntegerField(min_value=1)
    key = forms.UUIDField()
    question = _Text()
    answer = _Text()


class AnswerForm(forms.Form):
    """Answer the opponent's question."""

    round = forms.IntegerField(min_value=1)
    key = forms.UUIDField()
    answer = _Text()
