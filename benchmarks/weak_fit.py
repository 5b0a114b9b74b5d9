"""What is said of a network that was stopped long before it knew tops from other jets?

A badly fitted network shows gaps in its spectrum that mean nothing. ``python -m
benchmarks.weak_fit --jets FILE`` stops the top-tagging network after some steps, lets the library
judge, prints the table and writes ``benchmarks/results/weak-fit.json``.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import torch

import liesd
from liesd import tasks
from liesd.data.files import write_atomically

RESULTS = Path(__file__).parent / "results" / "weak-fit.json"
STEPS = (20, 40, 80, 160)
SEED = 20


def run(file: Path, steps: int) -> dict[str, Any]:
    """Learn for a while, then discover."""
    task = tasks.get("top-tagging")
    dataset = task.datasets["jets"]
    x, y = dataset.load(SEED, file)
    settings = {name: value for name, value in task.settings["network"].items() if name != "epochs"}
    model = liesd.learn(
        x, y, dataset.form.spec, "network", SEED, steps=steps, progress=False, **settings
    )
    found = liesd.discover(model, x, dataset.form.spec, progress=False)
    return {
        "steps": steps,
        "accuracy": 1 - model.heldout_error,
        "dimension": found.dimension,
        "verdict": found.verdict.name,
        "reason": found.reason,
        "space_error_given_number": dataset.form.space_error(found, len(dataset.form.true)),
    }


def table(rows: list[dict[str, Any]]) -> str:
    """The rows as Markdown."""
    lines = [
        "| steps | accuracy | dimension | verdict | reason | space error, given the number 7 |",
        "|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {row['steps']} | {row['accuracy']:.3f} | {row['dimension']} | {row['verdict']} | "
        f"{row['reason']} | {row['space_error_given_number']:.1f} |"
        for row in rows
    ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.weak_fit", description=__doc__)
    parser.add_argument("--jets", type=Path, required=True, help="made by liesd data top-tagging")
    options = parser.parse_args()
    torch.set_num_threads(1)
    rows = [run(options.jets, steps) for steps in STEPS]
    with write_atomically(RESULTS) as file:
        file.write(("[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n").encode())
    print(table(rows))


if __name__ == "__main__":
    main()
