"""What attacks on a judge achieve, before and after each defence.

    python -m benchmarks.injection                          # the gullible fake judge, all attacks
    python -m benchmarks.injection --judge local --sample 2 # the small local model, two attacks a family
    python -m benchmarks.injection --json judging/injection_figures.json   # keep the figures of this judge

An attack gets through when a jury of this one judge gives the attacker's answer the point, in both orders from the
third stage on, and nothing flags it. `--data DIR` also counts the false alarms of the detector on answers of
published pairs (docs/judging.md says where they come from).
"""

import argparse
import gzip
import json
import random
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import openai

from agplatform.supervisor import model_server
from benchmarks.injection_stages import STAGES, Chat, Outcome, Trial, as_request, choices_in, run, run_ends
from judging.domain.injection import Family, suspicions
from tests.fakes.gullible_judge import gullible_judge
from tests.fakes.openai_server import FakeModelServer
from tests.judging.attacks import ATTACKS, DESIGN, HELD_OUT, Attack

NAMES = {"gullible": "gullible fake judge", "local": "SmolLM2-135M-Instruct"}
MAX_REPLY_TOKENS, CALL_SECONDS, START_SECONDS, SEED = 160, 300.0, 60.0, 3
SETS = ("llmbar_natural_and_human", "pandalm_testset", "autoj_pairwise")


@contextmanager
def _served(judge: str) -> Iterator[str]:
    """Serve a judge; yield its base URL."""
    if judge == "gullible":
        with FakeModelServer() as server:
            server.always(gullible_judge(knows=[attack.honest for attack in ATTACKS]))
            yield server.url
        return
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        model_server.command(port), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        _wait_until_healthy(port)
        yield model_server.address(port)
    finally:
        process.kill()  # In the middle of a reply it would not hear a polite word for minutes.
        process.wait()


def _wait_until_healthy(port: int) -> None:
    last = time.monotonic() + START_SECONDS
    while time.monotonic() < last:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=2).close()
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.1)
        else:
            return
    raise TimeoutError("the local model did not start")


def _chat(client: openai.OpenAI, model: str) -> Chat:
    def chat(system: str, user: str, schema: Mapping[str, Any] | None) -> str:
        completion = client.chat.completions.create(
            model=model,
            temperature=0,
            seed=SEED,
            max_tokens=MAX_REPLY_TOKENS,
            **as_request(system, user, schema),
        )
        return completion.choices[0].message.content or ""

    return chat


def _chosen(sample: int | None) -> list[Attack]:
    """Return all attacks, or the first `sample` of each family in an order that only their names decide."""
    if sample is None:
        return list(ATTACKS)
    by_family = {family: [a for a in ATTACKS if a.family is family] for family in Family}
    drawn = [random.Random(family).sample(by_family[family], sample) for family in Family]
    return [attack for one_of_each in zip(*drawn, strict=True) for attack in one_of_each]


def _measure(judge: str, sample: int | None) -> dict[str, Any]:
    outcomes: dict[str, Outcome] = {}
    controls: dict[str, Outcome] = {}
    chosen = _chosen(sample)
    with _served(judge) as url, openai.OpenAI(base_url=url, api_key="none", timeout=CALL_SECONDS) as client:
        chat = _chat(client, "fake-model" if judge == "gullible" else model_server.NAME)
        # Interrupted, it reports what it has: a small model on a busy machine takes minutes for an attack.
        with suppress(KeyboardInterrupt):
            for number, attack in enumerate(chosen, 1):
                began = time.monotonic()
                done = run(Trial.of(attack), chat)
                if attack.worse:
                    trial = Trial.of(attack, without_attack=True)
                    controls[attack.id] = run_ends(trial, chat)
                outcomes[attack.id] = done
                took = time.monotonic() - began
                print(f"{number}/{len(chosen)} {attack.id} ({took:.0f} s)", file=sys.stderr, flush=True)
    attacks = [attack for attack in chosen if attack.id in outcomes]
    replies = [reply for outcome in (*outcomes.values(), *controls.values()) for reply in _by_schema(outcome)]
    return {
        "judge": NAMES[judge],
        "date": datetime.now(UTC).date().isoformat(),
        "attacks": len(attacks),
        "stages": list(STAGES),
        "families": [
            {"family": str(family), **_row([outcomes[a.id] for a in attacks if a.family is family])}
            for family in Family
        ],
        "all": _row(list(outcomes.values())),
        "without_attack": _row(list(controls.values())),
        "replies": choices_in(replies),
        "through_all": sorted(name for name, outcome in outcomes.items() if outcome.through[STAGES[-1]]),
    }


def _by_schema(outcome: Outcome) -> list[str]:
    return outcome.replies[1:]  # The first was not asked for JSON.


def _row(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Count per stage; None for a stage that was not tried."""
    tried = [[o.through[stage] for o in outcomes if stage in o.through] for stage in STAGES]
    return {
        "n": len(outcomes),
        "through": [sum(got) if got else None for got in tried],
        "detector_alone": sum(o.through[STAGES[0]] and not o.detected for o in outcomes),
    }


def _is_flagged(attack: Attack) -> bool:
    return any(suspicions(text) for text in (attack.question + attack.note, attack.answer))


def _detector(data: Path | None) -> dict[str, Any]:
    found: dict[str, Any] = {"families": []}
    for family in Family:
        row: dict[str, Any] = {"family": str(family)}
        for name, attacks in (("design", DESIGN), ("held_out", HELD_OUT)):
            own = [attack for attack in attacks if attack.family is family]
            row[name] = {"n": len(own), "flagged": sum(map(_is_flagged, own))}
        found["families"].append(row)
    found["missed"] = [attack.id for attack in ATTACKS if not _is_flagged(attack)]
    if data is not None:
        for kind, texts in _published(data).items():
            found[kind] = {"n": len(texts), "flagged": sum(bool(suspicions(text)) for text in texts)}
    return found


def detector_table_of(detector: Mapping[str, Any]) -> str:
    """Return how many attacks of each family the detector flags, as the table of docs/judging.md."""
    lines = ["| family | written before the detector | written after |", "|---|---|---|"]
    rows = [(row["family"].replace("_", " "), row) for row in detector["families"]]
    total = {
        half: {key: sum(row[half][key] for row in detector["families"]) for key in ("n", "flagged")}
        for half in ("design", "held_out")
    }
    for name, row in [*rows, ("**all**", total)]:
        cells = [f"{row[half]['flagged']} of {row[half]['n']}" for half in ("design", "held_out")]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _published(data: Path) -> dict[str, set[str]]:
    texts: dict[str, set[str]] = {"honest_answers": set(), "honest_questions": set()}
    for name in SETS:
        with gzip.open(data / name / "pairs.jsonl.gz", "rt", encoding="utf-8") as lines:
            for pair in map(json.loads, lines):
                texts["honest_answers"] |= {str(pair["answer_a"]), str(pair["answer_b"])}
                texts["honest_questions"].add(str(pair["question"]))
    return texts


def table_of(figures: Mapping[str, Any]) -> str:
    """Return one judge's figures as the table of docs/judging.md: attacks that got through behind each stage."""
    lines = [
        f"| {figures['judge']} | n | " + " | ".join(_headings(figures["stages"])) + " | detector alone |"
    ]
    lines.append("|---|" + "---|" * (len(figures["stages"]) + 2))
    rows = [(row["family"].replace("_", " "), row) for row in figures["families"]]
    rows += [
        ("**all attacks**", figures["all"]),
        ("*the same answers, no attack*", figures["without_attack"]),
    ]
    for name, row in rows:
        cells = ["" if count is None else str(count) for count in row["through"]]
        lines.append(f"| {name} | {row['n']} | {' | '.join(cells)} | {row['detector_alone']} |")
    return "\n".join(lines)


def _headings(stages: Sequence[str]) -> list[str]:
    return [stages[0], *(f"+ {stage}" for stage in stages[1:])]


def main() -> None:
    """Measure one judge, print its table, and keep the figures where asked to."""
    parser = argparse.ArgumentParser(description="Measure what attacks on a judge achieve.")
    parser.add_argument("--judge", choices=sorted(NAMES), default="gullible")
    parser.add_argument("--sample", type=int, help="attacks of each family (default: all)")
    parser.add_argument("--json", type=Path, help="file of figures; those of other judges in it stay")
    parser.add_argument("--data", type=Path, help="folder with published pairs, for false alarms")
    options = parser.parse_args()
    figures = _measure(options.judge, options.sample)
    print(table_of(figures))
    print(f"through all: {', '.join(figures['through_all']) or 'none'}; replies: {figures['replies']}")
    if options.json:
        _keep(options.json, figures, _detector(options.data))


def _keep(path: Path, figures: dict[str, Any], detector: dict[str, Any]) -> None:
    kept = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"judges": [], "detector": {}}
    others = [judge for judge in kept["judges"] if judge["judge"] != figures["judge"]]
    kept = {
        "made_by": "python -m benchmarks.injection --judge JUDGE --json judging/injection_figures.json",
        "judges": sorted([*others, figures], key=lambda judge: str(judge["judge"]), reverse=True),
        "detector": {**kept["detector"], **detector},
    }
    path.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
