"""Starting a game: who is drawn, who begins, what is recorded, and one game at a time."""

import random
import uuid
from collections import Counter

import pytest

from games import selectors, services
from games.domain.errors import GameError, NoOpponentError, NotFoundError
from games.domain.pairing import CHOSEN_RULE, UNIFORM_RULE
from games.domain.pools import Pool
from games.domain.rules import Outcome, Variant
from games.models import AISystem, PairingSlot, Player, Protocol
from tests.games.table import START, Table, make_ai, make_guest, make_member, make_protocol, sit_down

pytestmark = pytest.mark.django_db


def start(
    player_id: int, slug: str, *, seed: int = 1, opponent_id: int | None = None, key: uuid.UUID | None = None
) -> Table:
    game_id = services.start_game(
        player_id=player_id,
        protocol_slug=slug,
        key=key or uuid.uuid4(),
        now=START,
        rng=random.Random(seed),
        opponent_id=opponent_id,
    )
    opponent = PairingSlot.objects.get(games=game_id).opponent_id
    return Table(game_id, (player_id, opponent))


def make_ais(count: int) -> list[int]:
    return [
        services.ensure_ai_version(
            plan=services.AIPlan(slug=f"ai-{n}", name=f"AI {n}", description="", engine="eliza", family="x"),
            now=START,
        )
        for n in range(count)
    ]


def test_a_draw_is_recorded_with_its_rule_and_probability() -> None:
    make_ais(4)
    slot = PairingSlot.objects.get(games=start(make_member(), make_protocol()).game_id)
    assert (slot.rule, slot.probability, slot.rated) == (UNIFORM_RULE, 0.25, True)
    assert (slot.drawn_at, slot.closed_at) == (START, None)


def test_every_ready_ai_is_drawn_now_and_then() -> None:
    ais, slug = make_ais(3), make_protocol()
    drawn = Counter(start(make_guest(), slug, seed=seed).players[1] for seed in range(30))
    assert set(drawn) == set(ais)


def test_a_chosen_opponent_makes_the_game_casual() -> None:
    ais = make_ais(2)
    table = start(make_member(), make_protocol(), opponent_id=ais[1])
    slot = PairingSlot.objects.get(games=table.game_id)
    assert (table.players[1], slot.rule, slot.probability, slot.rated) == (ais[1], CHOSEN_RULE, 1.0, False)
    assert not table.game.rated


@pytest.mark.parametrize("who", ["a person", "nobody", "suspended", "retired"])
def test_an_opponent_who_cannot_play_cannot_be_chosen(who: str) -> None:
    ai, member = make_ai(), make_member()
    if who == "suspended":
        services.suspend_ai_player(player_id=ai, until=START.replace(year=2030))
    if who == "retired":
        services.retire_ai_player(player_id=ai, now=START)
    opponent = {"a person": make_guest(), "nobody": 10**9}.get(who, ai)
    with pytest.raises(GameError):
        start(member, make_protocol(), opponent_id=opponent)
    assert not PairingSlot.objects.exists()


def test_without_any_ready_ai_no_game_starts() -> None:
    with pytest.raises(NoOpponentError):
        start(make_guest(), make_protocol())


def test_an_ai_whose_endpoint_is_not_configured_is_not_drawn() -> None:
    services.create_defaults(now=START, configured_model="some/Model")
    assert [card.handle for card in selectors.ready_ai_players(START)] == ["eliza"]


@pytest.mark.parametrize("slug", ["no-such", "retired"])
def test_only_open_protocols_can_be_played(slug: str) -> None:
    make_ai()
    Protocol.objects.filter(slug=make_protocol()).update(slug="retired", retired_at=START)
    with pytest.raises(NotFoundError):
        start(make_guest(), slug)


def test_an_ai_or_a_retired_guest_cannot_ask_to_play() -> None:
    ai, guest, slug = make_ai(), make_guest(), make_protocol()
    Player.objects.filter(pk=guest).update(retired_at=START)
    for player in (ai, guest, 10**9):
        with pytest.raises(NotFoundError):
            start(player, slug)


def test_pressing_play_twice_starts_one_game() -> None:
    guest, slug, key = make_guest(), make_protocol(), uuid.uuid4()
    make_ai()
    games = {start(guest, slug, key=key).game_id, start(guest, slug, key=key).game_id}
    assert len(games) == 1


def test_who_has_an_open_game_is_brought_back_to_it() -> None:
    table = sit_down()
    assert start(table.players[0], make_protocol()).game_id == table.game_id


def test_a_request_that_is_repeated_after_its_game_ended_starts_no_other() -> None:
    guest, slug, key = make_guest(), make_protocol(points=1), uuid.uuid4()
    make_ai()
    table = start(guest, slug, key=key)
    table.play(Outcome.ASKER)
    assert start(guest, slug, key=key).game_id == table.game_id
    assert start(guest, slug).game_id != table.game_id


def test_in_qg_the_person_asks_first() -> None:
    make_ai()
    slug = make_protocol(Variant.QG)
    assert {start(make_guest(), slug, seed=seed).game.first_asker for seed in range(8)} == {0}


def test_in_ag_the_first_asker_alternates_over_games() -> None:
    guest, slug = make_guest(), make_protocol(Variant.AG, points=1)
    make_ai()
    first = []
    for seed in range(6):
        table = start(guest, slug, seed=seed)
        first.append(table.game.first_asker)
        table.play(Outcome.ASKER)
    assert {sum(pair) for pair in zip(first[::2], first[1::2], strict=True)} == {1}


def test_aborted_games_do_not_count_as_having_asked_first() -> None:
    guest, slug = make_guest(), make_protocol(Variant.AG, points=1)
    make_ai()
    begun = start(guest, slug, seed=1)
    begun.leave()
    again = start(guest, slug, seed=1)
    assert again.game.first_asker == begun.game.first_asker


@pytest.mark.parametrize(
    ("variant", "pool"), [(Variant.AG, Pool.AG_HUMAN_AI), (Variant.QG, Pool.QG_HUMAN_AI)]
)
def test_a_game_belongs_to_the_pool_of_its_variant(variant: Variant, pool: Pool) -> None:
    assert sit_down(variant).game.pool == pool


def test_the_defaults_can_be_created_again_and_again() -> None:
    services.create_defaults(now=START)
    before = [(card.slug, card.content_hash) for card in selectors.protocol_cards()]
    services.create_defaults(now=START.replace(year=2027))
    assert [(card.slug, card.content_hash) for card in selectors.protocol_cards()] == before
    assert AISystem.objects.count() == 2
    assert {"ag-to-3", "ag-to-5", "qg-to-3", "qg-to-5", "ag-to-3-work", "qg-to-5-work"} <= {
        slug for slug, _ in before
    }


def test_a_changed_configuration_is_a_new_version_of_the_system() -> None:
    plans = [
        services.AIPlan(
            slug="m", name="M", description="", engine="openai", family="m", model="m", parameters=p
        )
        for p in ({}, {"temperature": 0}, {})
    ]
    first, second, again = (services.ensure_ai_version(plan=plan, now=START) for plan in plans)
    assert first == again != second
    assert [Player.objects.get(pk=pk).handle for pk in (first, second)] == ["m", "m-v2"]


def test_calling_a_game_off_draws_neither_another_opponent_nor_another_first_asker() -> None:
    make_ais(4)
    member, slugs = make_member(), [make_protocol(Variant.AG), make_protocol(Variant.AG)]
    first = start(member, slugs[0], seed=0)
    drawn = PairingSlot.objects.get(games=first.game_id)
    table = first
    for seed in range(1, 9):
        table.leave()
        table = start(member, slugs[seed % 2], seed=seed)
        slot = PairingSlot.objects.get(games=table.game_id)
        assert (slot.opponent_id, slot.rule, slot.probability) == (drawn.opponent_id, UNIFORM_RULE, 0.25)
        assert table.game.first_asker == first.game.first_asker


def test_a_game_against_a_chosen_opponent_does_not_wash_a_draw_away() -> None:
    ais, slug, member = make_ais(4), make_protocol(), make_member()
    table = start(member, slug, seed=0)
    table.leave()
    other = next(ai for ai in ais if ai != table.players[1])
    start(member, slug, opponent_id=other).leave()
    assert {start(member, slug, seed=seed).players[1] for seed in range(4)} == {table.players[1]}


def test_a_draw_whose_opponent_is_away_is_drawn_again() -> None:
    ais, slug, member = make_ais(2), make_protocol(), make_member()
    table = start(member, slug)
    table.leave()
    services.retire_ai_player(player_id=table.players[1], now=START)
    assert start(member, slug).players[1] == next(ai for ai in ais if ai != table.players[1])


def test_after_a_game_that_began_the_opponent_is_drawn_anew() -> None:
    make_ais(4)
    member, slug = make_member(), make_protocol(points=1)
    drawn = set()
    for seed in range(12):
        table = start(member, slug, seed=seed)
        table.play(Outcome.ASKER)
        drawn.add(table.players[1])
    assert len(drawn) > 1


def test_who_asks_first_does_not_tell_who_was_drawn() -> None:
    """Had each pair a balance of its own, an AI that has asked first more often would give itself away."""
    make_ais(3)
    member, slug = make_member(), make_protocol(Variant.AG, points=1)
    first = []
    for seed in range(8):
        table = start(member, slug, seed=seed)
        first.append(table.game.first_asker)
        table.play(Outcome.ASKER)
    assert {sum(pair) for pair in zip(first[::2], first[1::2], strict=True)} == {1}


def test_casual_games_do_not_decide_who_asks_first_in_a_rated_one() -> None:
    ai, slug = make_ai(), make_protocol(Variant.AG, points=1)
    first = set()
    for seed in range(12):
        member = make_member()
        table = start(member, slug, seed=1, opponent_id=ai)
        table.play(Outcome.ASKER)
        first.add(start(member, slug, seed=seed).game.first_asker)
    assert first == {0, 1}
