"""Addresses of the moderators, below /moderation/."""

from django.urls import path

from judging.views import moderation, people, trail

app_name = "moderation"
urlpatterns = [
    path("", moderation.queue, name="queue"),
    path("next/", moderation.draw, name="next"),
    path("cases/<int:case_id>/", moderation.case, name="case"),
    path("cases/<int:case_id>/vote/", moderation.vote, name="vote"),
    path("cases/<int:case_id>/undo/", moderation.undo, name="undo"),
    path("cases/<int:case_id>/skip/", moderation.skip, name="skip"),
    path("cases/<int:case_id>/renew/", moderation.renew, name="renew"),
    path("cases/<int:case_id>/release/", moderation.release, name="release"),
    path("people/", people.people, name="people"),
    path("people/<int:moderator_id>/end/", people.end, name="end"),
    path("people/invitations/", people.invite, name="invite"),
    path("people/invitations/<int:invitation_id>/revoke/", people.revoke, name="revoke"),
    path("join/<str:token>/", people.join, name="join"),
    path("trail/", trail.trail, name="trail"),
]
