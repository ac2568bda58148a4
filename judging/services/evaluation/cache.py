"""Finished calls of one judge in a file, so that no evaluation pays twice for the same call.

Each line is on the disk before the next call is counted: whatever ends the process, at most the line being
written is lost, and it is cut off when the file is opened again.
"""

import fcntl
import json
import os
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from judging.domain.choices import Choice, GateCode
from judging.domain.evaluation.measured import Call
from judging.domain.faults import Fault
from judging.domain.hearing import HeardBallot, Slot
from judging.domain.panel import Finding, Order, Step, to_finding


class CacheInUseError(Exception):
    """Another evaluation writes to the same file."""


@dataclass(frozen=True)
class StoredCall:
    """A call of which a reply came. `key` says what was asked of whom (see keys.py); `said` is empty for a fault.

    The tokens are None where the endpoint did not say.
    """

    key: str
    step: Step
    order: Order | None
    said: str
    fault: Fault | None
    reason: str
    raw: str
    prompt_tokens: int | None
    completion_tokens: int | None
    microdollars: int
    latency_ms: int
    at: datetime

    @property
    def finding(self) -> Finding | None:
        """What was said in terms of the pair: A is the asker's answer."""
        if self.fault is not None:
            return None
        if self.step is Step.GATE:
            return Finding.ILL_DEFINED if GateCode(self.said).refuses else None
        return to_finding(Choice(self.said), self.order or Order.XY)

    def heard(self, slot: Slot) -> Call:
        """Return the call as the evaluation counts it."""
        return Call(
            HeardBallot(slot, self.finding, self.fault),
            self.prompt_tokens or 0,
            self.completion_tokens or 0,
            self.microdollars,
            self.latency_ms,
        )


class ReplyCache:
    """The finished calls of one judge, oldest first; only one process at a time may hold the file open."""

    def __init__(self, path: Path) -> None:
        """Open or make the file; raise CacheInUseError where another process has it, OSError where it cannot be."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._file: BinaryIO = path.open("a+b")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._file.close()
            raise CacheInUseError(f"Another evaluation is asking this judge: {path} is in use.") from None
        self._by_key: dict[str, list[StoredCall]] = defaultdict(list)
        self._load()

    def __enter__(self) -> Self:
        """Return the cache."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file, which frees it for others."""
        self._file.close()

    def calls(self, key: str) -> Sequence[StoredCall]:
        """Return the calls that asked the same of the same judge."""
        return self._by_key.get(key, ())

    def add(self, call: StoredCall) -> None:
        """Append a call; it is on the disk when this returns."""
        self._file.write(json.dumps(asdict(call), default=datetime.isoformat).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        self._by_key[call.key].append(call)

    def _load(self) -> None:
        self._file.seek(0)
        content = self._file.read()
        whole = content.rfind(b"\n") + 1
        if whole != len(content):
            self._file.truncate(whole)
        for line in content[:whole].splitlines():
            call = _stored(line)
            if call is not None:
                self._by_key[call.key].append(call)


def _stored(line: bytes) -> StoredCall | None:
    """Return the call of a line, or None for a line that is none, which is then paid for again."""
    try:
        row = json.loads(line)
        row["step"] = Step(row["step"])
        row["order"] = Order(row["order"]) if row["order"] else None
        row["fault"] = Fault(row["fault"]) if row["fault"] else None
        row["at"] = datetime.fromisoformat(row["at"]).astimezone(UTC)
        call = StoredCall(**row)
        _ = call.finding
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
        return None
    return call
