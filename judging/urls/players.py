"""Addresses of judging for players, beside those of their games (mounted at the root)."""

from django.urls import path

from judging.views import players

app_name = "appeals"
urlpatterns = [
    path("games/<uuid:game_id>/appeal", players.appeal, name="appeal"),
    path("me/corrections/seen", players.seen, name="seen"),
]
