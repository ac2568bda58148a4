"""Hearing a jury: who sits, what each judge is asked and when, and the verdict that follows."""

from judging.services.hearing.gold import create_gold_items, draw_gold, judge_gold
from judging.services.hearing.probing import ProbeReport, probe_judge
from judging.services.hearing.rounds import judge_round

__all__ = ["ProbeReport", "create_gold_items", "draw_gold", "judge_gold", "judge_round", "probe_judge"]
