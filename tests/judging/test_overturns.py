"""A game whose verdicts were replaced, whenever and however often, equals one that was judged so from the start."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta

import pytest

from games.domain.pools import Pool
from games.domain.rules import Cause, Outcome, Variant
from games.domain.states import GameState, RoundState
from games.models import Game
from games.services import finalise_game
from judging.domain.panel import Finding
from judging.models import Correction, CorrectionNotice, Verdict
from judging.services.verdicts import VerdictDraft, pass_verdict
from ratings.models import Rating, RatingChange
from ratings.services import rate_game, rebuild
from tests.games.table import REVIEW, SECOND, START, Table, make_member, sit_down

pytestmark = pytest.mark.django_db

HOURS = timedelta(hours=1)


@dataclass
class Player:
    """Plays one game at random, and remembers what both sides did apart from the verdicts.

    `script` names for each round how it went: answered, answered late, or not asked in time; `causes` are all ends it had.
    """

    table: Table
    rng: random.Random
    script: list[str] = field(default_factory=list)
    forfeit: tuple[int, int] | None = None
    causes: set[str] = field(default_factory=set)

    @property
    def playing(self) -> bool:
        """Whether the game goes on."""
        return self.table.game.state == GameState.PLAYING

    def go_on(self) -> None:
        """Make the next move."""
        current, luck = self.table.current, self.rng.random()
        if current.state == RoundState.JUDGING:
            self.judge(current.number, self.rng.choice(list(Finding)), Verdict.Source.JURY)
        elif luck < 0.04:
            self.leave(self.rng.randrange(2))
        elif luck < 0.3 and self.table.game.resume_until is None:
            self.miss()
        elif current.state == RoundState.ASKING:
            self.table.ask()
        else:
            self.table.answer()
            self.script.append("answered")

    def miss(self) -> None:
        """Let time pass for whoever has to move."""
        asking = self.table.current.state == RoundState.ASKING
        if asking and not any(row.sealed_at for row in self.table.rounds):
            self.table.ask()
            return
        self.table.miss()
        self.script.append("not asked" if asking else "late")

    def leave(self, seat: int) -> None:
        """Give the game up, unless that would call it off."""
        if any(row.sealed_at for row in self.table.rounds):
            decided = sum(row.state == RoundState.DECIDED for row in self.table.rounds)
            self.forfeit = (seat, decided)
            self.table.leave(seat)

    def judge(self, number: int, outcome: Finding, source: Verdict.Source) -> Verdict | None:
        """Put a verdict on a round into force."""
        draft = VerdictDraft(
            outcome=outcome, source=source, reason="Because.", judged_by="a test", counts_for_claims=True
        )
        round_id = self.table.rounds[number - 1].pk
        return pass_verdict(round_id=round_id, draft=draft, now=self.table.now, rng=self.rng)

    def overturn(self) -> None:
        """Replace the verdict of some round, there and perhaps back again, perhaps by the same one."""
        decided = [row.number for row in self.table.rounds if row.state == RoundState.DECIDED]
        if not decided:
            return
        number = self.rng.choice(decided)
        before = self.table.rounds[number - 1]
        for outcome in self.rng.choice([1, 1, 2]) * [self.rng.choice(list(Finding))]:
            made = self.judge(number, outcome, Verdict.Source.MODERATORS)
            assert (made is None) == (before.asker_late)
        if self.rng.random() < 0.2 and not before.asker_late:
            self.judge(number, Finding(before.outcome), Verdict.Source.MODERATORS)

    def let_time_pass(self) -> None:
        """Wait; a provisional game may become final."""
        game = self.table.game
        if game.state == GameState.PROVISIONAL and self.rng.random() < 0.3:
            self.table.wait(REVIEW)
            assert finalise_game(game_id=game.pk, now=self.table.now)
        elif game.state != GameState.PLAYING:
            self.table.wait(HOURS)


def play_at_random(table: Table, rng: random.Random, *, steps: int = 26) -> Player:
    """Play a game in which verdicts are replaced at any time."""
    player = Player(table, rng)
    for _ in range(steps):
        decided = any(row.state == RoundState.DECIDED for row in table.rounds)
        if player.playing and (not decided or rng.random() < 0.75):
            player.go_on()
        else:
            player.overturn()
            player.let_time_pass()
        player.causes.add(table.game.cause)
    return player


def play_straight(copy: Table, first: Player) -> None:
    """Play the same game with its last verdicts from the start, as far as it goes."""
    outcomes = [Outcome(row.outcome) if row.outcome else None for row in first.table.rounds]
    for number, (how, outcome) in enumerate(zip(first.script, outcomes, strict=False)):
        if copy.game.state != GameState.PLAYING or _leave_if_due(copy, first, number):
            return
        if how != "not asked":
            copy.ask()
        if how == "answered":
            copy.answer()
        else:
            copy.miss()
        if copy.current.state == RoundState.JUDGING and outcome is not None:
            copy.verdict(outcome)
    if copy.game.state == GameState.PLAYING:
        _leave_if_due(copy, first, len(first.script))


def _leave_if_due(copy: Table, first: Player, decided: int) -> bool:
    if first.forfeit is None or first.forfeit[1] > decided:
        return False
    if decided == 0:
        copy.ask()
    copy.leave(first.forfeit[0])
    return True


def result(game: Game) -> tuple[object, ...]:
    """What must be equal; a final game equals a provisional one whose time has passed."""
    over = game.state in (GameState.PROVISIONAL, GameState.FINAL)
    return (game.points_0, game.points_1, game.winner, game.cause, game.counted_rounds, over)


def next_to_ask(table: Table) -> tuple[int, int, str] | None:
    """Who asks in which open round."""
    game, current = table.game, table.current
    return (current.number, current.asker, "") if game.state == GameState.PLAYING else None


@pytest.mark.parametrize("seed", range(30))
def test_random_overturns_equal_the_game_judged_so_from_the_start(seed: int) -> None:
    rng = random.Random(seed)
    shape = (rng.choice(list(Variant)), rng.randint(1, 3), rng.randint(3, 7))
    asker = rng.randrange(2)
    player = play_at_random(sit_down(*shape, first_asker=asker), rng)
    copy = sit_down(*shape, first_asker=asker)
    play_straight(copy, player)
    assert result(player.table.game) == result(copy.game)
    assert next_to_ask(player.table) == next_to_ask(copy)


def test_the_random_games_cover_what_they_are_for() -> None:
    """Some of the games above must end in every way, reopen, and be late."""
    causes: set[str] = set()
    kinds: set[str] = set()
    for seed in range(14):
        rng = random.Random(seed)
        shape = (rng.choice(list(Variant)), rng.randint(1, 3), rng.randint(3, 7))
        player = play_at_random(sit_down(*shape, first_asker=rng.randrange(2)), rng)
        causes |= player.causes
        kinds |= set(player.table.kinds)
    assert causes >= {Cause.POINTS, Cause.CAP, Cause.RESIGNED, ""}
    assert kinds >= {
        "game.reopened",
        "game.finalised",
        "verdict.replaced",
        "question.missed",
        "answer.missed",
    }


@pytest.mark.parametrize("seed", range(6))
def test_ladders_follow_overturns_bit_for_bit(seed: int) -> None:
    rng = random.Random(seed)
    member, players = make_member(), []
    for number in range(5):
        table = sit_down(Variant.QG, rng.randint(1, 2), 4, human=member, chosen=False)
        table.wait(number * SECOND)
        player = Player(table, rng)
        table.ask()
        while player.playing:
            player.go_on()
        players.append(player)
        rate_game(game_id=str(table.game_id), now=table.now)
    for player in rng.choices(players, k=8):
        player.table.wait(SECOND)
        player.overturn()
        rate_game(game_id=str(player.table.game_id), now=player.table.now)
    stored, pool = _ladder(), Pool(players[0].table.game.pool)
    assert rebuild(pool=pool, check=True, now=START) == 0
    rebuild(pool=pool, check=False, now=START)
    assert _ladder() == stored


def _ladder() -> tuple[Sequence[object], Sequence[object]]:
    changes = RatingChange.objects.order_by("number", "seat").values_list("game", "player", "before", "after")
    ratings = Rating.objects.order_by("player").values_list("player", "rating", "wins", "draws", "losses")
    return list(changes), list(ratings)


def test_a_correction_tells_what_changed_and_whom_to_tell() -> None:
    player = Player(sit_down(points=1), random.Random(0))
    table = player.table
    table.ask()
    table.answer()
    player.judge(1, Finding.ASKER, Verdict.Source.JURY)
    player.judge(1, Finding.ASKER, Verdict.Source.MODERATORS)
    assert not Correction.objects.exists()
    player.judge(1, Finding.EQUIVALENT, Verdict.Source.MODERATORS)
    correction = Correction.objects.get()
    assert correction.before == {"points": [1, 0], "winner": 0, "state": "provisional", "counted": 1}
    assert correction.after == {"points": [0, 0], "winner": None, "state": "playing", "counted": 1}
    assert CorrectionNotice.objects.get().player_id == table.players[0]


def test_there_and_back_again_is_the_same_game_at_the_same_place_of_the_ladder() -> None:
    player = Player(sit_down(points=1, chosen=False), random.Random(0))
    table = player.table
    table.ask()
    table.answer()
    player.judge(1, Finding.ASKER, Verdict.Source.JURY)
    before = table.game
    for outcome in (Finding.EQUIVALENT, Finding.ASKER):
        table.wait(HOURS)
        player.judge(1, outcome, Verdict.Source.MODERATORS)
    after = table.game
    assert result(after) == result(before)
    assert after.finished_at == before.finished_at
    assert table.current.state == RoundState.ASKING


def test_a_game_lost_by_being_late_twice_stays_lost_so_unless_it_ended_before() -> None:
    player = Player(sit_down(Variant.QG, 3, 8), random.Random(0))
    player.table.play(Outcome.ASKER, Outcome.ASKER)
    player.table.play(Outcome.EQUIVALENT)
    player.miss()
    player.miss()
    lost = result(player.table.game)
    assert lost == (2, 2, 1, Cause.LATE_TWICE, 5, True)
    for outcome, expected in (
        (Outcome.ASKER, (3, 0, 0, Cause.POINTS, 3, True)),
        (Outcome.OPPONENT, (2, 3, 1, Cause.POINTS, 5, True)),
        (Outcome.EQUIVALENT, lost),
    ):
        player.table.verdict(outcome, number=3)
        assert result(player.table.game) == expected
