"""What every page may say about e-mails."""

from django.conf import settings
from django.http import HttpRequest


def emails(_request: HttpRequest) -> dict[str, bool]:
    """Tell pages whether e-mails appear on the terminal instead of being sent."""
    return {"emails_on_terminal": settings.EMAIL_BACKEND.endswith(".console.EmailBackend")}
