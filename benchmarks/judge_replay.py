"""How long `judge_eval --replay` takes for 10,000 recorded verdicts, start-up included: the limit is 5 seconds.

python -m benchmarks.judge_replay --runs 5
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PAIRS, JUDGES, METHODS, LIMIT_SECONDS = 500, 20, 2, 5.0
CHECKOUT = Path(__file__).resolve().parents[1]


def _write(folder: Path) -> tuple[Path, Path]:
    pairs, verdicts = folder / "pairs.jsonl", folder / "verdicts.csv"
    names = ("question", "answer_a", "answer_b", "source", "category")
    rows = ({"id": f"p{n}", "gold": "A", **dict.fromkeys(names, "text")} for n in range(PAIRS))
    pairs.write_text("".join(json.dumps(row) + "\n" for row in rows))
    rng = random.Random(5)
    said = (
        f"p{n},J{judge},M{judge % METHODS},{rng.choice('AB')},{rng.choice('AB')}\n"
        for n in range(PAIRS)
        for judge in range(JUDGES)
    )
    verdicts.write_text("id,judge,method,verdict,verdict_swapped\n" + "".join(said))
    return pairs, verdicts


def main() -> None:
    """Run the command several times; print the median and exit with 1 beyond the limit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as folder:
        pairs, verdicts = _write(Path(folder))
        environment = os.environ | {"DATA_DIR": folder, "SECRET_KEY": "only-for-benchmarks-" * 3}
        command = [sys.executable, "manage.py", "judge_eval", str(pairs), "--replay", str(verdicts)]
        taken = []
        for _ in range(runs):
            started = time.perf_counter()
            subprocess.run(command, cwd=CHECKOUT, env=environment, check=True, stdout=subprocess.DEVNULL)
            taken.append(time.perf_counter() - started)
    median = statistics.median(taken)
    print(
        f"{PAIRS * JUDGES:,} verdicts: median {median:.2f} s of {runs} runs, {LIMIT_SECONDS / median:.1f} times within the limit"
    )
    sys.exit(median > LIMIT_SECONDS)


if __name__ == "__main__":
    main()
