"""What random audits say about a jury's error: its rate, its kind, and whom it favours."""

from judging.domain.auditing.bounds import clopper_pearson, mean_upper_bound
from judging.domain.auditing.net_error import (
    AuditedRound,
    NetProAIError,
    ai_points,
    net_error_interval,
    net_pro_ai_error,
)
from judging.domain.auditing.rates import (
    AuditedVerdict,
    ConfusionCell,
    ErrorEstimate,
    confusion,
    error_by_outcome,
    error_rate,
)

__all__ = [
    "AuditedRound",
    "AuditedVerdict",
    "ConfusionCell",
    "ErrorEstimate",
    "NetProAIError",
    "ai_points",
    "clopper_pearson",
    "confusion",
    "error_by_outcome",
    "error_rate",
    "mean_upper_bound",
    "net_error_interval",
    "net_pro_ai_error",
]
