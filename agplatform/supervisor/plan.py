"""Which processes make the platform: pure, so that the whole plan can be read and tested at once."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from agplatform.supervisor import model_server, valkey, web
from agplatform.supervisor.children import ChildSpec

MODEL_NICENESS, ANALYSIS_NICENESS = 5, 10
# Analyses compute instead of waiting: more of them at once only take memory.
LIVE_WORKERS_PER_ANALYSIS = 4


@dataclass(frozen=True)
class Surroundings:
    """What the processes are built from: the data folder, their two environments, the web server's socket."""

    folder: Path
    platform: Mapping[str, str] = field(repr=False)
    strangers: Mapping[str, str] = field(repr=False)
    listener: int

    def log(self, name: str) -> Path:
        """Return the log file of the child `name`."""
        return self.folder / "logs" / f"{name}.log"


def valkey_child(around: Surroundings, binary: Path, socket: Path) -> ChildSpec:
    """Return the embedded Redis-compatible server."""
    return ChildSpec(
        name="valkey",
        title="the message store",
        command=tuple(valkey.command(binary, around.folder, socket)),
        environment=around.strangers,
        log=around.log("valkey"),
    )


def model_child(around: Surroundings, port: int) -> ChildSpec:
    """Return the local language model; pages and moves go before it when the processors are busy."""
    return ChildSpec(
        name="model",
        title="the local language model",
        command=tuple(model_server.command(port)),
        environment=around.strangers,
        log=around.log("model"),
        niceness=MODEL_NICENESS,
    )


def prepare_child(around: Surroundings, channel: int, *, address: str, external_redis: bool) -> ChildSpec:
    """Return the process that brings the database and the static files up to date, once.

    It reports over the descriptor `channel`, makes a link below `address`, and checks first that a Redis of the operator answers.
    """
    checks = ("--external-redis",) if external_redis else ()
    return ChildSpec(
        name="prepare",
        title="the preparation",
        command=(sys.executable, "-m", "agplatform.supervisor.prepare", str(channel), address, *checks),
        # A database behind a wall that drops packets should fail in seconds.
        environment={"PGCONNECT_TIMEOUT": "5", **around.platform},
        log=around.log("prepare"),
        inherit=(channel,),
    )


def web_child(around: Surroundings) -> ChildSpec:
    """Return the web server; e-mails that it prints go to the terminal, never into a log."""
    return ChildSpec(
        name="web",
        title="the web server",
        command=tuple(web.command(around.listener)),
        environment=around.platform,
        log=around.log("web"),
        inherit=(around.listener,),
        speaks=True,
    )


def worker_children(around: Surroundings, workers: int) -> tuple[ChildSpec, ...]:
    """Return one worker process a queue, so that no queue can take another's threads, and the clock."""
    analyses = max(1, workers // LIVE_WORKERS_PER_ANALYSIS)
    return (
        _worker(around, "moves", workers),
        _worker(around, "judging", workers),
        _worker(around, "analysis", analyses, niceness=ANALYSIS_NICENESS),
        _clock(around),
    )


def _worker(around: Surroundings, queue: str, threads: int, niceness: int = 0) -> ChildSpec:
    return ChildSpec(
        name=queue,
        title=f"the worker of queue {queue}",
        command=_celery(
            "worker",
            "--pool=threads",
            f"--concurrency={threads}",
            f"--queues={queue}",
            f"--hostname={queue}@%h",
            # Workers on one machine need not tell each other how they are.
            "--without-gossip",
            "--without-mingle",
            "--without-heartbeat",
        ),
        environment=around.platform,
        log=around.log(queue),
        niceness=niceness,
    )


def _clock(around: Surroundings) -> ChildSpec:
    schedule = around.folder / "beat" / "schedule"
    return ChildSpec(
        name="beat",
        title="the clock of periodic tasks",
        command=_celery("beat", f"--schedule={schedule}", "--pidfile="),
        environment=around.platform,
        log=around.log("beat"),
    )


def _celery(role: str, *options: str) -> tuple[str, ...]:
    # At INFO the clock would write a line a second.
    return (
        sys.executable,
        "-m",
        "celery",
        "-A",
        "agplatform.celery:app",
        role,
        "--loglevel=WARNING",
        *options,
    )
