"""Browsers of the tests: Django's client with the session of a guest or a member."""

from django.test import Client

from games.models import Player


def browser_of(player_id: int) -> Client:
    """Return a browser in which this person plays: signed in, or with a guest's session."""
    client, player = Client(), Player.objects.select_related("owner").get(pk=player_id)
    if player.owner is not None:
        client.force_login(player.owner)
        return client
    session = client.session
    session["player_id"] = player_id
    session.save()
    return client
