"""Addresses of the moderators, below /moderation/."""

from django.urls import path, register_converter
from django.urls.converters import IntConverter

from judging.views import moderation, people, trail


class RowIdConverter(IntConverter):
    """A whole number that a database can look up."""

    regex = "[0-9]{1,18}"


register_converter(RowIdConverter, "row")

app_name = "moderation"
urlpatterns = [
    path("", moderation.queue, name="queue"),
    path("next/", moderation.draw, name="next"),
    path("cases/<row:case_id>/", moderation.case, name="case"),
    path("cases/<row:case_id>/vote/", moderation.vote, name="vote"),
    path("cases/<row:case_id>/undo/", moderation.undo, name="undo"),
    path("cases/<row:case_id>/skip/", moderation.skip, name="skip"),
    path("cases/<row:case_id>/renew/", moderation.renew, name="renew"),
    path("cases/<row:case_id>/release/", moderation.release, name="release"),
    path("people/", people.people, name="people"),
    path("people/<row:moderator_id>/end/", people.end, name="end"),
    path("people/invitations/", people.invite, name="invite"),
    path("people/invitations/<row:invitation_id>/revoke/", people.revoke, name="revoke"),
    path("join/<str:token>/", people.join, name="join"),
    path("trail/", trail.trail, name="trail"),
]
