"""Handles: the names of players in addresses, unique whatever their case."""

from games.models import Player


def free_handle(wanted: str) -> str:
    """Return `wanted`, with a number behind it where somebody else plays under that name."""
    handle, number = wanted, 1
    while Player.objects.filter(handle__iexact=handle).exists():
        number += 1
        handle = f"{wanted}-{number}"
    return handle
