"""Shuffle the columns of every case, change signs and units, and ask ``liesd.suggest``."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

import liesd
from benchmarks.suggest.case import Case
from benchmarks.suggest.judge import count_symmetries, judge, judge_columns, read_channels
from benchmarks.zoo.run import commit

RESULTS = Path(__file__).parents[1] / "results"
SAMPLES = {"exact": 3000, "learned": 20_000}
SEEDS = {"exact": 5, "learned": 1}


class Disguised:
    """A function whose columns were shuffled and multiplied by random factors."""

    def __init__(self, case: Case, rng: np.random.Generator) -> None:
        self.case = case
        n = case.inputs
        outputs = case.f(torch.from_numpy(case.draw(rng, 4))).reshape(4, -1).shape[1]
        self.order, self.out_order = rng.permutation(n), rng.permutation(outputs)
        self.factors, self.out_factors = (
            rng.choice([-1.0, 1.0], size) * 10 ** rng.uniform(-2, 2, size) for size in (n, outputs)
        )

    def disguise(self, x: np.ndarray) -> np.ndarray:
        return x[:, self.order] * self.factors

    def __call__(self, x: torch.Tensor) -> torch.Tensor:
        natural = (x / torch.from_numpy(self.factors).to(x))[:, np.argsort(self.order)]
        y = self.case.f(natural).reshape(len(x), -1)
        return y[:, self.out_order] * torch.from_numpy(self.out_factors).to(x)


def run_case(case: Case, mode: str, seed: int) -> dict[str, Any]:
    """Suggest for one disguise of a case."""
    rng = np.random.default_rng([seed, *case.name.encode()])
    hidden = Disguised(case, rng)
    natural = case.draw(rng, SAMPLES[mode])
    dimension = case.dimension
    if dimension is None:
        dimension = count_symmetries(case, torch.from_numpy(natural[:3000]))
    x = hidden.disguise(natural)
    started = time.process_time()
    if mode == "exact":
        found = liesd.suggest(hidden, torch.from_numpy(x), progress=False)
    else:
        y = hidden(torch.from_numpy(x)).numpy()
        found = liesd.suggest(x, y, seed=seed, progress=False)
    best = found.best if len(found) else None
    if case.columns is None:
        verdict = judge(case, found, dimension)
    else:
        each = [
            (
                read_channels(
                    str(one.spec),
                    [int(hidden.order[k]) for k in one.inputs.order],
                    [int(hidden.out_order[k]) for k in one.outputs.order],
                ),
                one.dimension,
            )
            for one in found
        ]
        verdict = judge_columns(case.columns, dimension, each)
    return {
        "case": case.name,
        "mode": mode,
        "seed": seed,
        "wanted": case.spec,
        "wanted_dimension": dimension,
        "suggested": [str(one.spec) for one in found],
        "dimensions": [one.dimension for one in found],
        "order": None if best is None else [int(hidden.order[k]) for k in best.inputs.order],
        "refusal": found.refusal,
        "heldout_error": getattr(found.model, "heldout_error", None),
        "verdict": verdict,
        "seconds": round(time.process_time() - started, 1),
    }


def run(
    mode: str, cases: Sequence[Case], name: str, seeds: Sequence[int], only: Sequence[str] = ()
) -> list[dict[str, Any]]:
    """Run all cases that are not in the result file yet."""
    path = RESULTS / f"suggest-{name}.json"
    known = json.loads(path.read_text()) if path.exists() else {"rows": []}
    made_by = commit()
    done = {(row["case"], row["seed"]) for row in known["rows"]}
    for case in sorted(cases, key=lambda case: case.inputs):  # quick ones first
        for seed in seeds:
            if (case.name, seed) in done or (only and case.name not in only):
                continue
            row = {**run_case(case, mode, seed), "commit": made_by}
            print(row["case"], seed, row["verdict"], row["suggested"][:1] or row["refusal"],
                  f"wanted {row['wanted']}", row["seconds"], flush=True)  # fmt: skip
            known["rows"].append(row)
            path.write_text(json.dumps(known, indent=1) + "\n")
    return list(known["rows"])


def table(rows: Sequence[dict[str, Any]]) -> str:
    """Count verdicts, and list what was not right."""
    words = ("right", "too poor", "wrong")
    counts = {word: sum(row["verdict"] == word for row in rows) for word in words}
    lines = [", ".join(f"{counts[word]} {word}" for word in words) + f", of {len(rows)}"]
    lines += [
        f"  {row['case']} (seed {row['seed']}): {row['verdict']}: {row['suggested'][:1]} "
        f"{row['dimensions'][:1]}, wanted {row['wanted']} [{row['wanted_dimension']}] "
        f"{row['refusal'][:150]}"
        for row in rows
        if row["verdict"] != "right"
    ]
    return "\n".join(lines)


def markdown() -> str:
    """The verdicts of every result file, as Markdown."""
    lines = ["| functions | mode | runs | right | too poor | wrong |", "|---|---|---|---|---|---|"]
    for name, told in (
        ("", "known"),
        ("blind-", "written blind"),
        ("veiled-", "written blind, later"),
    ):
        for mode in SAMPLES:
            path = RESULTS / f"suggest-{name}{mode}.json"
            if path.exists():
                rows = json.loads(path.read_text())["rows"]
                kinds = [row["verdict"] for row in rows]
                counts = " | ".join(str(kinds.count(w)) for w in ("right", "too poor", "wrong"))
                cases = len({row["case"] for row in rows})
                lines.append(f"| {cases} {told} | {mode} | {len(rows)} | {counts} |")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line: the mode, maybe the set, and names of cases."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.suggest")
    parser.add_argument("mode", choices=tuple(SAMPLES))
    parser.add_argument("--set", choices=("known", "blind", "veiled"), default="known")
    parser.add_argument("--seeds", type=int)
    parser.add_argument("--name", help="another name of the result file")
    parser.add_argument("cases", nargs="*")
    options = parser.parse_args(arguments)
    if options.set == "known":
        from benchmarks.suggest.known import CASES
    else:
        from benchmarks.suggest.sealed import SETS

        CASES = SETS[options.set]
    prefix = "" if options.set == "known" else f"{options.set}-"
    name = options.name or f"{prefix}{options.mode}"
    seeds = range(options.seeds or SEEDS[options.mode])
    print(table(run(options.mode, CASES, name, seeds, options.cases)))
