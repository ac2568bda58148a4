"""Addresses of the moderators, below /moderation/."""

from django.urls import path, register_converter
from django.urls.converters import IntConverter, StringConverter

from judging.views import moderation, people, trail


class RowIdConverter(IntConverter):
    """A whole number that a database can look up."""

    regex = "[0-9]{1,18}"


class PublicIdConverter(StringConverter):
    """What a case is called: drawn at random, so that nobody can tell one case from another by it."""

    regex = "[0-9a-f]{12}"


register_converter(RowIdConverter, "row")
register_converter(PublicIdConverter, "case")

app_name = "moderation"
urlpatterns = [
    path("", moderation.queue, name="queue"),
    path("next/", moderation.draw, name="next"),
    path("cases/<case:public_id>/", moderation.case, name="case"),
    path("cases/<case:public_id>/vote/", moderation.vote, name="vote"),
    path("cases/<case:public_id>/explain/", moderation.explain, name="explain"),
    path("cases/<case:public_id>/undo/", moderation.undo, name="undo"),
    path("cases/<case:public_id>/skip/", moderation.skip, name="skip"),
    path("cases/<case:public_id>/renew/", moderation.renew, name="renew"),
    path("cases/<case:public_id>/release/", moderation.release, name="release"),
    path("people/", people.people, name="people"),
    path("people/<row:moderator_id>/end/", people.end, name="end"),
    path("people/invitations/", people.invite, name="invite"),
    path("people/invitations/<row:invitation_id>/revoke/", people.revoke, name="revoke"),
    path("join/<str:token>/", people.join, name="join"),
    path("trail/", trail.trail, name="trail"),
]
