"""A judges' bench for tests: rounds that wait for a verdict, and a jury with a fake model behind it."""

import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from agplatform.settings import Endpoint
from games.models import Round
from judging import services
from judging.models import Ballot, Judge, JudgingRun, SchemaProbe, Verdict
from tests.fakes.openai_server import FakeModelServer
from tests.games.table import SECOND, START, Table, sit_down

QUESTION = "Which city is the capital of France?"
GOOD_ANSWER, BAD_ANSWER = "Paris is the capital.", "I believe that it is Rome."
MODEL = "judge-model"


@dataclass
class Bench:
    """One round in the state judging; the clock stands still until a test moves it."""

    table: Table = field(default_factory=sit_down)
    now: datetime = START
    round_id: str = ""

    def pose(self, own: str = GOOD_ANSWER, answer: str | None = BAD_ANSWER, question: str = QUESTION) -> None:
        """Play a round up to the verdict; without `answer` the opponent lets her time pass."""
        self.table.ask(question, own)
        if answer is None:
            self.table.miss()
        else:
            self.table.answer(answer)
        self.now = self.table.now
        self.round_id = str(self.table.current.pk)

    def judge(self) -> None:
        """Let a worker judge the posed round, as if its task had just been delivered."""
        rng = random.Random(self.now.timestamp())
        services.judge_round(round_id=self.round_id, clock=lambda: self.now, rng=rng)

    def judge_until_settled(self, longest: timedelta = timedelta(hours=1)) -> None:
        """Deliver the task again whenever its next attempt is due, until nothing is due any more."""
        end = self.now + longest
        self.judge()
        while (due := self.run.next_attempt_at) is not None:
            assert due <= end
            self.now = due
            self.judge()

    @property
    def round(self) -> Round:
        """Read the posed round."""
        return Round.objects.get(pk=self.round_id)

    @property
    def run(self) -> JudgingRun:
        """Read the lease on the posed round."""
        return JudgingRun.objects.get(round_id=self.round_id)

    @property
    def ballots(self) -> list[Ballot]:
        """Read the ballots on the posed round, in the order in which they were asked for."""
        return list(Ballot.objects.filter(round_id=self.round_id).order_by("attempt", "order"))

    @property
    def compared(self) -> list[Ballot]:
        """Read those of the ballots that compare."""
        return [ballot for ballot in self.ballots if ballot.step == "compare"]

    @property
    def verdicts(self) -> list[Verdict]:
        """Read the verdicts on the posed round."""
        return list(Verdict.objects.filter(round_id=self.round_id).order_by("number"))

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.now += SECOND * seconds


def endpoints(server: FakeModelServer) -> dict[str, Endpoint]:
    """Return the setting that points the judge's endpoint at a fake server."""
    return {"openai": Endpoint(server.url, "key-of-the-tests")}


def seated_bench() -> Bench:
    """Set the default jury up by the settings in force, with judges that were tried, and a table before it."""
    services.create_default_juries(now=START)
    trust_judges()
    return Bench()


def trust_judges() -> None:
    """Have all judges tried, so that they are asked at once."""
    for judge in Judge.objects.filter(kind=Judge.Kind.OPENAI, probes=None):
        SchemaProbe.objects.create(judge=judge, ok=True, format="json_schema", latency_ms=1, created_at=START)
