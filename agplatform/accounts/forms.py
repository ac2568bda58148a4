"""The forms of accounts: allauth's in the words of the site, and those that it does not bring."""

from typing import TYPE_CHECKING, Any, ClassVar

from allauth.account import forms as allauth
from allauth.account.adapter import get_adapter
from django import forms
from django.contrib.auth.forms import BaseUserCreationForm
from django.contrib.auth.models import User

if TYPE_CHECKING:
    UserForm = BaseUserCreationForm[User]
else:
    UserForm = BaseUserCreationForm


class _Worded:
    """Labels of the site; no placeholders that repeat them, and no link between a label and its field."""

    labels: ClassVar[dict[str, str]]
    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)
        for name in self.labels.keys() & self.fields.keys():
            self.fields[name].label = self.labels[name]
        for name in {"password", "oldpassword"} & self.fields.keys():
            self.fields[name].help_text = ""


class LoginForm(_Worded, allauth.LoginForm):
    """Signing in by name or address."""

    labels: ClassVar = {"login": "Username or e-mail", "remember": "Stay signed in on this browser"}


class SignupForm(_Worded, allauth.SignupForm):
    """Making an account."""

    labels: ClassVar = {"email": "E-mail", "password2": "Password, again"}


class AddEmailForm(_Worded, allauth.AddEmailForm):
    """Another address for an account."""

    labels: ClassVar = {"email": "E-mail"}


class ChangePasswordForm(_Worded, allauth.ChangePasswordForm):
    """Another password, by whoever knows the one before."""

    labels: ClassVar = {
        "oldpassword": "Your password now",
        "password1": "New password",
        "password2": "New password, again",
    }


class SetPasswordForm(_Worded, allauth.SetPasswordForm):
    """The first password of an account that has none."""

    labels: ClassVar = {"password1": "Password", "password2": "Password, again"}


class ResetPasswordForm(_Worded, allauth.ResetPasswordForm):
    """The address of an account whose password is forgotten."""

    labels: ClassVar = {"email": "E-mail"}


class ResetPasswordKeyForm(_Worded, allauth.ResetPasswordKeyForm):
    """Another password, by whoever has the link."""

    labels: ClassVar = {"password1": "New password", "password2": "New password, again"}


class ReauthenticateForm(_Worded, allauth.ReauthenticateForm):
    """The password once more, before something grave."""

    labels: ClassVar = {"password": "Password"}


class CloseAccountForm(forms.Form):
    """The password of whoever closes her account."""

    password = forms.CharField(
        label="Password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        """Keep whose password it has to be."""
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        """Refuse any other password."""
        password = str(self.cleaned_data["password"])
        if not self.user.check_password(password):
            raise get_adapter().validation_error("incorrect_password")
        return password


class FirstAdminForm(UserForm):
    """Name, address and password of the first administrator."""

    email = forms.EmailField(label="E-mail", widget=forms.EmailInput(attrs={"autocomplete": "email"}))
    field_order = ("username", "email", "password1", "password2")

    class Meta:
        model = User
        fields = ("username", "email")

    def __init__(self, *args: object, **kwargs: object) -> None:
        """Leave out the model's help text, which allows more than our names do."""
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = "Public: it is also your name as a player."
        self.fields["password2"].label = "Password, again"

    def clean_username(self) -> str:
        """Hold an administrator to the rules for every other name."""
        return str(get_adapter().clean_username(self.cleaned_data["username"]))
