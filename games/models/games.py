"""Games, seats, rounds, and the event log that everything downstream follows."""

import uuid

from django.db import models
from django.db.models import Q

from games.domain.pools import Pool
from games.domain.rules import Cause, Outcome
from games.domain.states import FINISHED_GAME_STATES, OPEN_GAME_STATES, GameState, RoundState
from games.models.players import Player
from games.models.protocols import Protocol

A_SEAT = Q(number__in=(0, 1))


class PairingSlot(models.Model):
    """One draw of an opponent: who asked to play, who was drawn by which rule, with what probability."""

    requester = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="slots")
    opponent = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="drawn_for")
    protocol = models.ForeignKey(Protocol, on_delete=models.PROTECT)
    pool = models.CharField(max_length=16, choices=[(pool, pool.label) for pool in Pool])
    rated = models.BooleanField()
    rule = models.CharField(max_length=60)
    probability = models.FloatField()
    key = models.UUIDField()
    drawn_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["requester", "key"], name="one_slot_per_request"),
            models.UniqueConstraint(
                fields=["requester"], condition=Q(closed_at=None), name="one_open_slot_per_requester"
            ),
            models.CheckConstraint(
                condition=Q(probability__gt=0, probability__lte=1), name="slot_probability_is_a_probability"
            ),
        ]

    def __str__(self) -> str:
        return f"slot {self.pk}"


class Game(models.Model):
    """One game. Score, winner and counted rounds are a cache of the fold over its rounds, never typed in."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    slot = models.ForeignKey(PairingSlot, on_delete=models.PROTECT, related_name="games")
    protocol = models.ForeignKey(Protocol, on_delete=models.PROTECT, related_name="games")
    pool = models.CharField(max_length=16, choices=[(pool, pool.label) for pool in Pool])
    rated = models.BooleanField()
    state = models.CharField(max_length=12, choices=[(state, state) for state in GameState])
    first_asker = models.PositiveSmallIntegerField()
    last_seq = models.PositiveIntegerField(default=0)
    points_0 = models.PositiveIntegerField(default=0)
    points_1 = models.PositiveIntegerField(default=0)
    counted_rounds = models.PositiveIntegerField(default=0)
    winner = models.PositiveSmallIntegerField(null=True, blank=True)
    cause = models.CharField(max_length=20, blank=True, choices=[(cause, cause) for cause in Cause])
    cause_detail = models.CharField(max_length=300, blank=True)
    forfeit_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    forfeit_cause = models.CharField(max_length=20, blank=True, choices=[(cause, cause) for cause in Cause])
    forfeit_after = models.PositiveIntegerField(null=True, blank=True)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    final_at = models.DateTimeField(null=True, blank=True)
    review_until = models.DateTimeField(null=True, blank=True)
    # Set while a person has not yet moved in a game that an overturned verdict reopened: until when she may.
    resume_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["state", "review_until"], name="game_state_review"),
            models.Index(fields=["pool", "rated", "finished_at"], name="game_pool_finished"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["slot"], condition=Q(state__in=OPEN_GAME_STATES), name="one_open_game_per_slot"
            ),
            models.CheckConstraint(condition=Q(first_asker__in=(0, 1)), name="game_first_asker_is_a_seat"),
            models.CheckConstraint(
                condition=~Q(state__in=FINISHED_GAME_STATES) | (Q(finished_at__isnull=False) & ~Q(cause="")),
                name="finished_game_has_a_cause",
            ),
            models.CheckConstraint(
                condition=Q(winner=None)
                | (Q(winner__in=(0, 1)) & ~Q(state__in=(GameState.ABORTED, GameState.VOID))),
                name="winner_is_a_seat_of_a_valid_game",
            ),
            models.CheckConstraint(
                condition=Q(forfeit_seat=None, forfeit_after=None, forfeit_cause="")
                | (Q(forfeit_seat__in=(0, 1), forfeit_after__isnull=False) & ~Q(forfeit_cause="")),
                name="forfeit_is_whole_or_absent",
            ),
        ]

    def __str__(self) -> str:
        return f"game {self.pk}"


class Seat(models.Model):
    """Seat 0 belongs to the one who asked to play (the human), seat 1 to the one drawn."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    # Until when the last sign of life of a live page counts; null while no live page was ever open.
    present_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="seat_number_unique"),
            models.UniqueConstraint(fields=["game", "player"], name="one_seat_per_player"),
            models.CheckConstraint(condition=A_SEAT, name="seat_number_is_0_or_1"),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of {self.game_id}"


class Round(models.Model):
    """One question, the asker's own sealed answer, the opponent's answer, and what the judge said."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    asker = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=12, choices=[(state, state) for state in RoundState])
    opened_at = models.DateTimeField()
    # When the one who has to move is late; null while a judge works or the round is decided.
    deadline_at = models.DateTimeField(null=True, blank=True)

    question = models.TextField(blank=True)
    sealed_answer = models.TextField(blank=True)
    salt = models.CharField(max_length=64, blank=True)
    commitment = models.CharField(max_length=64, blank=True)
    question_key = models.UUIDField(null=True, blank=True)
    sealed_at = models.DateTimeField(null=True, blank=True)
    asker_late = models.BooleanField(default=False)

    answer = models.TextField(blank=True)
    answer_key = models.UUIDField(null=True, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    opponent_late = models.BooleanField(default=False)

    outcome = models.CharField(max_length=12, blank=True, choices=[(outcome, outcome) for outcome in Outcome])
    reason = models.TextField(blank=True)
    judged_by = models.CharField(max_length=80, blank=True)
    verdict_number = models.PositiveIntegerField(default=0)
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["state", "deadline_at"], name="round_state_deadline")]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="round_number_unique"),
            models.UniqueConstraint(
                fields=["game"], condition=~Q(state=RoundState.DECIDED), name="one_undecided_round_per_game"
            ),
            models.CheckConstraint(
                condition=Q(asker__in=(0, 1), number__gte=1), name="round_has_a_number_and_an_asker"
            ),
            models.CheckConstraint(
                condition=Q(sealed_at=None, question="", sealed_answer="", salt="", commitment="")
                | (
                    Q(sealed_at__isnull=False)
                    & ~Q(question="")
                    & ~Q(sealed_answer="")
                    & ~Q(salt="")
                    & ~Q(commitment="")
                ),
                name="sealed_together_or_not_at_all",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=(RoundState.ANSWERING, RoundState.JUDGING))
                | Q(sealed_at__isnull=False),
                name="no_answering_before_sealing",
            ),
            models.CheckConstraint(
                condition=~Q(state=RoundState.JUDGING) | Q(answered_at__isnull=False),
                name="no_judging_before_the_answer",
            ),
            models.CheckConstraint(
                condition=Q(answered_at=None, answer="", opponent_late=False)
                | (Q(answered_at__isnull=False) & (~Q(answer="") | Q(opponent_late=True))),
                name="only_missed_answers_are_empty",
            ),
            models.CheckConstraint(
                condition=Q(state=RoundState.DECIDED, decided_at__isnull=False) & ~Q(outcome="")
                | (~Q(state=RoundState.DECIDED) & Q(outcome="", decided_at=None)),
                name="decided_means_an_outcome",
            ),
            models.CheckConstraint(
                condition=~Q(state=RoundState.DECIDED)
                | Q(sealed_at__isnull=False, answered_at__isnull=False)
                | Q(asker_late=True, sealed_at=None, answered_at=None),
                name="decided_rounds_were_played_or_late",
            ),
        ]

    def __str__(self) -> str:
        return f"round {self.number} of {self.game_id}"


class GameEvent(models.Model):
    """What happened in a game, numbered without gaps; an outbox for tasks and a log for people."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="events")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=24)
    payload = models.JSONField(default=dict)
    created_at = models.DateTimeField()
    dispatched_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["created_at"], condition=Q(dispatched_at=None), name="event_undispatched"),
        ]
        constraints = [models.UniqueConstraint(fields=["game", "seq"], name="event_seq_unique")]

    def __str__(self) -> str:
        return f"{self.kind} #{self.seq}"


class AITurn(models.Model):
    """One turn that an AI has to take: who works on it until when, and what went wrong so far."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="ai_turns")
    kind = models.CharField(max_length=8, choices=[("ask", "ask"), ("answer", "answer")])
    attempts = models.PositiveIntegerField(default=0)
    leased_until = models.DateTimeField(null=True, blank=True)
    retry_at = models.DateTimeField(null=True, blank=True)
    last_fault = models.CharField(max_length=300, blank=True)
    source = models.CharField(max_length=20, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "AI turn"
        constraints = [models.UniqueConstraint(fields=["round", "kind"], name="one_turn_per_round_and_kind")]

    def __str__(self) -> str:
        return f"{self.kind} in round {self.round_id}"
