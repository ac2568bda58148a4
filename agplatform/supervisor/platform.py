"""The start of the whole platform, step by step."""

import os
import socket
import time
from contextlib import ExitStack, closing, suppress
from functools import partial
from pathlib import Path

from agplatform.supervisor import environment, model_server, plan, preflight, valkey
from agplatform.supervisor.children import Child
from agplatform.supervisor.console import complain, say
from agplatform.supervisor.errors import CannotRunError, explain
from agplatform.supervisor.lock import DataFolderLock
from agplatform.supervisor.options import CHECKOUT, Options
from agplatform.supervisor.probe import PageProbe
from agplatform.supervisor.report import Report
from agplatform.supervisor.supervisor import StopRequested, Supervisor

STORE_SECONDS, PAGE_SECONDS = 60.0, 60.0


def run(options: Options) -> int:
    """Run the platform until it is told to stop; return the exit code (1 after one line that says why)."""
    try:
        os.umask(0o077)  # the database holds sealed answers: no file of ours is for others
        with ExitStack() as held:
            lock, listener = _claim(options, held)
            return _supervise(options, lock, listener)
    except CannotRunError as error:
        complain(f"Cannot run: {error}")
    except OSError as error:
        complain(f"Cannot run: {explain(error, where=options.data_dir)}")
    return 1


def _claim(options: Options, held: ExitStack) -> tuple[DataFolderLock, socket.socket]:
    """Take the data folder and the port, to be given back by `held`.

    A platform that already runs on the folder is named rather than its port; a folder that is not there yet
    is made only for a start that has its port.
    """
    folder = options.data_dir
    lock = _lock(folder, held) if folder.is_dir() else None
    listener = held.enter_context(closing(preflight.listen(options.host, options.port)))
    environment.prepare_folder(folder)
    return lock or _lock(folder, held), listener


def _lock(folder: Path, held: ExitStack) -> DataFolderLock:
    lock = DataFolderLock(folder)
    held.callback(lock.release)
    return lock


def _supervise(options: Options, lock: DataFolderLock, listener: socket.socket) -> int:
    platform = Platform(options, Supervisor(), listener)
    lock.note(address=platform.address)
    try:
        platform.start()
        platform.supervisor.watch()
    except StopRequested:
        say("Stopping…")
    finally:
        platform.supervisor.stop(last=("valkey",))
        platform.tidy()
    say("Stopped.")
    return 0


class Platform:
    """One start of the platform on one data folder."""

    def __init__(self, options: Options, supervisor: Supervisor, listener: socket.socket) -> None:
        """Decide what to start; nothing runs yet."""
        self.began = time.monotonic()
        self.options = options
        self.supervisor = supervisor
        self.listener = listener
        self.port = int(listener.getsockname()[1])
        self.address = f"http://{url_host(options.host)}:{self.port}"
        self.binary: Path | None = None
        self.socket: Path | None = None
        self.external_redis = bool(os.environ.get("REDIS_URL"))
        self._check()
        self.model_port = self._model_port()
        self.around = self._surroundings(listener.fileno())

    def start(self) -> None:
        """Start everything; return when the page answers. Raise CannotRunError when it cannot be had."""
        store = self._start_store()
        if self.model_port is not None:
            self.supervisor.start(plan.model_child(self.around, self.model_port))
        first_admin = self._prepare()
        if store is not None and self.socket is not None:
            self.supervisor.wait_for(
                store, partial(valkey.answers, self.socket), seconds=STORE_SECONDS, tries=1
            )
        say("Starting the web server and the workers …")
        web = self.supervisor.start(plan.web_child(self.around))
        name = environment.first_host(self.around.platform["ALLOWED_HOSTS"])
        with closing(PageProbe(self.listener, name=name)) as probe:
            self.supervisor.wait_for(web, probe.answered, seconds=PAGE_SECONDS)
        # Only now: on two processors they would double the time until the page is there.
        for spec in plan.worker_children(self.around, self.options.workers):
            self.supervisor.start(spec)
        self._announce(first_admin)

    def tidy(self) -> None:
        """Remove the socket's own folder, where it needed one."""
        if self.socket is not None and self.socket.parent != self.options.data_dir:
            with suppress(OSError):
                self.socket.unlink(missing_ok=True)
                self.socket.parent.rmdir()

    def _check(self) -> None:
        requirements = (CHECKOUT / "requirements.txt").read_text(encoding="utf-8")
        needed = [name for name in preflight.required_packages(requirements) if name != valkey.PACKAGE]
        preflight.check_packages(needed)
        preflight.check_room(self.options.data_dir)
        if not self.external_redis:
            self.binary = valkey.find_binary()
            self.socket = valkey.socket_path(self.options.data_dir)

    def _model_port(self) -> int | None:
        if not self.options.model:
            say("Local model: not wanted (--no-model); ELIZA still plays.")
            return None
        if lacking := model_server.missing():
            say(f"Local model: {lacking} is not installed (`make setup` gets it); ELIZA still plays.")
            return None
        return preflight.free_loopback_port()

    def _surroundings(self, listener: int) -> plan.Surroundings:
        made = {"EMBEDDED": "true", "ALLOWED_HOSTS": environment.allowed_hosts(self.options.host)}
        if self.socket is not None:
            made["REDIS_URL"] = f"unix://{self.socket}"
        if self.model_port is not None:
            made["LOCAL_MODEL_URL"] = model_server.address(self.model_port)
        entries = environment.settle(self.options.data_dir, made)
        return plan.Surroundings(
            folder=self.options.data_dir,
            platform=environment.for_platform(os.environ, entries, self.options.data_dir),
            strangers=environment.for_strangers(os.environ),
            listener=listener,
        )

    def _start_store(self) -> Child | None:
        if self.binary is None or self.socket is None:
            say("Messages: the server at REDIS_URL.")
            return None
        return self.supervisor.start(plan.valkey_child(self.around, self.binary, self.socket))

    def _prepare(self) -> str | None:
        """Bring the database up to date; return the first administrator's link, if one is needed."""
        say(f"Preparing {self.options.data_dir} …")
        report = Report(say)
        with closing(report):
            spec = plan.prepare_child(
                self.around, report.writing, address=self.address, external_redis=self.external_redis
            )
            child = self.supervisor.run_once(spec, report.read)
        if report.failure:
            raise CannotRunError(report.failure)
        if child.process is None or child.process.returncode != 0:
            lines = child.last_lines(1)
            raise CannotRunError(
                f"The preparation failed{': ' + lines[0] if lines else ''} (log: {spec.log})."
            )
        return report.first_admin

    def _announce(self, first_admin: str | None) -> None:
        say(f"\nThe Adversarial Game is on {self.address}/ (after {time.monotonic() - self.began:.1f} s).")
        if first_admin:
            say(f"Become its administrator with this link, which works once: {first_admin}")
        if self.options.host in environment.EVERY_ADDRESS:
            names = ", ".join(f"http://{name}:{self.port}/" for name in environment.own_names())
            say(f"From other machines: {names}")
        say(f"E-mails appear here. Logs: {self.options.data_dir / 'logs'}. Ctrl-C stops everything.\n")


def url_host(host: str) -> str:
    """Return how a browser on this machine names a server that listens on `host`."""
    if host in environment.EVERY_ADDRESS:
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host
