"""Addresses of players, games and protocols (mounted at the root)."""

from django.urls import path

from games.views import browse, live

app_name = "games"
urlpatterns = [
    path("games/", browse.recent, name="recent"),
    path("games/<uuid:game_id>/", live.game, name="game"),
    path("games/<uuid:game_id>/question", live.question, name="question"),
    path("games/<uuid:game_id>/answer", live.answer, name="answer"),
    path("games/<uuid:game_id>/leave", live.leave, name="leave"),
    path("games/<uuid:game_id>/state", live.state, name="state"),
    path("me/", browse.me, name="me"),
    path("players/", browse.players, name="players"),
    path("players/<str:handle>/", browse.player, name="player"),
    path("protocols/", browse.protocols, name="protocols"),
    path("protocols/<slug:slug>/", browse.protocol, name="protocol"),
]
