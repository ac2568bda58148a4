"""The use cases of judging: keyword-only functions, the only code here that writes."""

from judging.services.juries import create_default_juries
from judging.services.rounds import judge_round

__all__ = ["create_default_juries", "judge_round"]
