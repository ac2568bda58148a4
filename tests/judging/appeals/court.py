"""Judged games for tests of appeals: played at a table, decided by juries' verdicts, reviewed at a moderators' desk."""

from dataclasses import dataclass, field

from agplatform.relay import sweep
from games.models import Round
from judging import services
from judging.domain.moderation import UNDO, CaseReason
from judging.domain.panel import Doubt, Finding
from judging.models import Appeal, Case
from tests.games.table import Table, sit_down
from tests.judging.moderation.desk import ASKER_SAID, OPPONENT_SAID, QUESTION, Desk, make_moderator

A, B, EQUAL, ILL = Finding.ASKER, Finding.OPPONENT, Finding.EQUIVALENT, Finding.ILL_DEFINED
WHY = "The largest planet is Jupiter, which I said."


@dataclass
class Court:
    """One game and those who review it; the desk's clock is the court's."""

    table: Table = field(default_factory=lambda: sit_down(points=2))
    desk: Desk = field(default_factory=Desk)

    def play(self, *outcomes: Finding, doubts: tuple[Doubt, ...] = ()) -> None:
        """Play whole rounds, each decided by the jury as told."""
        for outcome in outcomes:
            self.table.now = self.desk.now
            self.table.ask(QUESTION, ASKER_SAID)
            self.table.answer(OPPONENT_SAID)
            self.desk.judged(self.table.current.pk, outcome, *doubts)

    def round(self, number: int) -> Round:
        """Read a round."""
        return self.table.rounds[number - 1]

    def appeal(self, number: int = 1, *, seat: int = 0, text: str = WHY) -> Appeal:
        """File an appeal about a round."""
        return services.file_appeal(
            game_id=self.table.game_id,
            round_id=self.round(number).pk,
            player_id=self.table.players[seat],
            text=text,
            now=self.desk.now,
        )

    def decide(
        self, outcome: Finding, *, on: CaseReason = CaseReason.APPEAL, reason: str = "X is right."
    ) -> Case:
        """Let one more moderator vote on the next case opened for that reason, and the vote count."""
        moderator = make_moderator()
        case_id = self.desk.draw(moderator, on)
        assert case_id is not None
        self.desk.vote(case_id, moderator, outcome, reason=reason)
        self.desk.wait(UNDO)
        self.desk.sweep()
        return Case.objects.get(pk=case_id)

    def sweep(self) -> None:
        """Let the sweeper work."""
        sweep(self.desk.now)

    @property
    def filed(self) -> Appeal:
        """Read the game's appeal."""
        return Appeal.objects.get(game_id=self.table.game_id)
