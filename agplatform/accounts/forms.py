"""Forms that allauth does not bring."""

from typing import TYPE_CHECKING

from allauth.account.adapter import get_adapter
from django import forms
from django.contrib.auth.forms import BaseUserCreationForm
from django.contrib.auth.models import User

if TYPE_CHECKING:
    UserForm = BaseUserCreationForm[User]
else:
    UserForm = BaseUserCreationForm


class FirstAdminForm(UserForm):
    """Name, address and password of the first administrator."""

    email = forms.EmailField(label="E-mail address", widget=forms.EmailInput(attrs={"autocomplete": "email"}))
    field_order = ("username", "email", "password1", "password2")

    class Meta:
        model = User
        fields = ("username", "email")

    def __init__(self, *args: object, **kwargs: object) -> None:
        """Leave out the model's help text, which allows more than our names do."""
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = "Public: it is also your name as a player."

    def clean_username(self) -> str:
        """Hold an administrator to the rules for every other name."""
        return str(get_adapter().clean_username(self.cleaned_data["username"]))
