"""`python manage.py jury`: list and make juries, limit and suspend judges."""

from argparse import ArgumentParser, ArgumentTypeError
from decimal import Decimal, InvalidOperation
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from judging import services
from judging.domain.errors import JudgingError
from judging.domain.panel import JuryRule
from judging.selectors import deserted_juries, is_stand_in, roster


class Command(BaseCommand):
    """Each change leaves a line in the trail."""

    help = (
        "List and make juries; set what a judge may use; suspend and reinstate judges. "
        "A jury is never changed: another rule or other judges are another jury."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the actions and their options."""
        actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
        actions.add_parser("list", help="who sits where, with limits, and who is suspended")
        _declare_create(actions.add_parser("create", help="make a jury"))
        _declare_limits(actions.add_parser("limits", help="set what a judge may use in a day and at once"))
        for name, help_text in (("suspend", "keep a judge out"), ("reinstate", "let it sit again")):
            action = actions.add_parser(name, help=help_text)
            action.add_argument("judge", metavar="JUDGE_SLUG")
            action.add_argument("--reason", required=True, help="for the trail and the judge's page")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Do it and say what was done."""
        try:
            self.stdout.write(getattr(self, f"_{options['action']}")(options))
        except JudgingError as error:
            raise CommandError(str(error)) from None

    def _list(self, _options: dict[str, Any]) -> str:
        return "\n".join(roster())

    def _create(self, options: dict[str, Any]) -> str:
        plan = services.JuryPlan(
            slug=options["jury"],
            name=options["name"],
            rule=JuryRule(options["rule"]),
            judges=tuple(options["judge"]),
            spares=tuple(options["spare"]),
            audit_probability=options["audit_probability"],
        )
        services.create_jury(plan=plan, now=timezone.now())
        return f"Made the jury {plan.slug}. `manage.py protocol create SLUG --like PROTOCOL --jury {plan.slug}` has games judged by it."

    def _limits(self, options: dict[str, Any]) -> str:
        names = ("calls_at_once", "tokens_per_day", "dollars_per_day", "prompt_price", "completion_price")
        changes = services.LimitChanges(**{name: options[name] for name in names})
        services.set_limits(judge_slug=options["judge"], changes=changes, now=timezone.now())
        return f"Changed the limits of {options['judge']}."

    def _suspend(self, options: dict[str, Any]) -> str:
        judge = options["judge"]
        services.suspend_judge(judge_slug=judge, reason=options["reason"], now=timezone.now())
        for jury in deserted_juries(judge):
            self.stderr.write(
                f"Warning: nobody is left in the jury {jury}. From the next round on the demo judge stands in for it: "
                "its verdicts are provisional, count for no claim, and go to moderators."
            )
        beside = "; it still stands in where a jury reaches no verdict" if is_stand_in(judge) else ""
        return f"{judge} sits in no jury from the next round on{beside}."

    def _reinstate(self, options: dict[str, Any]) -> str:
        services.reinstate_judge(judge_slug=options["judge"], reason=options["reason"], now=timezone.now())
        return f"{options['judge']} sits again from the next round on."


def _declare_create(parser: ArgumentParser) -> None:
    parser.add_argument("jury", metavar="SLUG")
    parser.add_argument("--name", required=True, help="for pages")
    parser.add_argument(
        "--rule",
        choices=[rule.value for rule in JuryRule],
        default=JuryRule.UNANIMOUS_ELSE_HUMAN.value,
        help="when its votes need no human (default: %(default)s)",
    )
    for name, whose in (("--judge", "a judge"), ("--spare", "a judge who sits in place of one who cannot")):
        parser.add_argument(
            name,
            action="append",
            default=[],
            metavar="ENDPOINT:MODEL",
            help=f"{whose}, as in openai:gpt-4o, or demo; may be repeated",
        )
    parser.add_argument(
        "--audit-probability",
        type=float,
        default=0.1,
        help="share of its verdicts that people check (default: %(default)s)",
    )


def _declare_limits(parser: ArgumentParser) -> None:
    parser.add_argument("judge", metavar="JUDGE_SLUG")
    parser.add_argument("--calls-at-once", type=int, help="how many calls it takes at once")
    parser.add_argument("--tokens-per-day", type=_tokens, help="budget of a day (UTC), or none")
    parser.add_argument("--dollars-per-day", type=_dollars, help="budget of a day (UTC), or none")
    parser.add_argument("--prompt-price", type=_decimal, help="US dollars per million tokens sent")
    parser.add_argument("--completion-price", type=_decimal, help="US dollars per million tokens received")


def _decimal(text: str) -> Decimal:
    try:
        value = Decimal(text)
    except InvalidOperation:
        raise ArgumentTypeError(f"{text!r} is no number") from None
    if not value.is_finite():
        raise ArgumentTypeError(f"{text!r} is no number")
    return value


def _tokens(text: str) -> int:
    if text == "none":
        return services.UNLIMITED
    if not text.isascii() or not text.isdigit():
        raise ArgumentTypeError(f"{text!r} is neither a number of tokens nor none")
    return int(text)


def _dollars(text: str) -> Decimal:
    if text == "none":
        return Decimal(services.UNLIMITED)
    value = _decimal(text)
    if value < 0:
        raise ArgumentTypeError(f"{text!r} is neither a number of dollars nor none")
    return value
