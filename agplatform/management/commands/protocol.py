"""`python manage.py protocol`: list, make and retire the protocols that games are played by."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games import selectors, services
from games.domain.errors import GameError
from games.selectors import ProtocolCard
from judging.selectors import jury_names

HOUR = 3600


class Command(BaseCommand):
    """A protocol names its jury, so that this is how a jury is put to use."""

    help = (
        "List, make and retire protocols: the fixed conditions of games, and by which jury they are judged. "
        "A protocol is never changed: other conditions are another protocol with figures of its own."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the actions and their options."""
        actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
        actions.add_parser("list", help="all protocols with their conditions and juries")
        _declare_create(actions.add_parser("create", help="make one after the pattern of another"))
        retire = actions.add_parser("retire", help="offer it no more; its games go on and its page stays")
        retire.add_argument("protocol", metavar="SLUG")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Do it and say what was done."""
        try:
            self.stdout.write(getattr(self, f"_{options['action']}")(options))
        except GameError as error:
            raise CommandError(str(error)) from None

    def _list(self, _options: dict[str, Any]) -> str:
        return "\n".join(_line(card) for card in selectors.protocol_cards(retired=True))

    def _create(self, options: dict[str, Any]) -> str:
        slug, jury, hours = options["protocol"], options["jury"], options["review_window_hours"]
        juries = jury_names()
        if jury not in juries:
            raise CommandError(f"There is no jury {jury!r}; there are: {', '.join(juries) or 'none'}.")
        changes = services.ProtocolChanges(
            jury=jury,
            jury_name=juries[jury],
            name=options["name"],
            points_to_win=options["points_to_win"],
            round_cap=options["round_cap"],
            ask_seconds=options["ask_seconds"],
            answer_seconds=options["answer_seconds"],
            review_window_seconds=None if hours is None else hours * HOUR,
        )
        services.create_protocol(slug=slug, like=options["like"], changes=changes, now=timezone.now())
        name = selectors.protocol_card(slug).name
        return f"Made the protocol {slug}: players find it as {name!r} under Choose another game."

    def _retire(self, options: dict[str, Any]) -> str:
        services.retire_protocol(slug=options["protocol"], now=timezone.now())
        return f"Retired {options['protocol']}: nobody starts a game by it any more; its games go on."


def _line(card: ProtocolCard) -> str:
    return (
        f"{card.slug} ({card.name}): jury {card.jury}, to {card.points_to_win} in at most {card.round_cap} rounds, "
        f"{card.ask_seconds} s to ask, {card.answer_seconds} s to answer, "
        f"{card.review_window_seconds / HOUR:g} h for appeals, "
        f"{card.finished_games} finished{', retired' if card.retired else ''}"
    )


def _declare_create(parser: ArgumentParser) -> None:
    parser.add_argument("protocol", metavar="SLUG")
    parser.add_argument(
        "--like", required=True, metavar="PROTOCOL", help="the protocol whose conditions it takes"
    )
    parser.add_argument("--jury", required=True, metavar="JURY", help="by which jury its games are judged")
    parser.add_argument("--name", default="", help="for pages (default: of its conditions and its jury)")
    for option, help_text in (
        ("--points-to-win", "points that win a game"),
        ("--round-cap", "after how many rounds a game ends (with other points: four times as many)"),
        ("--ask-seconds", "time to ask"),
        ("--answer-seconds", "time to answer"),
        ("--review-window-hours", "how long appeals are taken, and how long people who judge alone have"),
    ):
        parser.add_argument(option, type=int, metavar="N", help=help_text)
