"""Do 95 % intervals of defects hold the true defect in 95 % of the runs?

Each repetition draws new samples and new noise, learns, discovers, and asks for every direction
whose true defect lies between 1 % and 50 % whether the interval of the evidence holds it. The truth
is what ``liesd.measure`` says of the exact function along the very direction that was found.
``python -m benchmarks.calibration`` prints the table and writes
``benchmarks/results/calibration.json``; repetitions that are there already are not made again.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor
from tqdm import tqdm

import liesd
from liesd.data.files import write_atomically

RESULTS = Path(__file__).parent / "results" / "calibration.json"
REPETITIONS = 240
FIRST = 2000  # intervals were made while earlier seeds were looked at
WORTH = (0.01, 0.5)  # true defects that are neither nothing nor chance


class Scenario(NamedTuple):
    """A symmetry that is broken by a known amount, and how well the function is known."""

    spec: str
    function: Callable[[Tensor], Tensor]
    samples: int
    noise: float
    """Of y, relative to its spread."""


def bent(strength: float) -> Callable[[Tensor], Tensor]:
    """A function of the distance, and something that breaks all rotations but weakly."""
    return lambda x: (
        torch.sin(x.square().sum(dim=1, keepdim=True)) + strength * x[:, :1] * torch.cos(x[:, 1:2])
    )


def swirl(x: Tensor) -> Tensor:
    """A step of a flow around the origin, with a wind that knows north from east."""
    r = x.square().sum(dim=1, keepdim=True)
    turned = torch.stack([-x[:, 1], x[:, 0]], dim=1)
    wind = torch.stack([torch.sin(x[:, 1]), torch.zeros_like(x[:, 0])], dim=1)
    return x * (1 - r / 2) + turned * r + 0.1 * wind


SCENARIOS = {
    "invariance, broken weakly, 5 % noise": Scenario("x[3] -> 1", bent(0.1), 1500, 0.05),
    "invariance, broken more, 10 % noise": Scenario("x[3] -> 1", bent(0.3), 1500, 0.10),
    "equivariance, 5 % noise": Scenario("x[2] -> x", swirl, 1500, 0.05),
}


def repeat(name: str, seed: int) -> list[dict[str, Any]]:
    """One row for each direction that is broken by something between nothing and chance."""
    spec, f, count, noise = SCENARIOS[name]
    rng = np.random.default_rng([seed, count])
    x = rng.uniform(-1, 1, (count, liesd.Spec.parse(spec).input.dim))
    y = f(torch.from_numpy(x)).numpy()
    y = y + noise * y.std() * rng.standard_normal(y.shape)
    model = liesd.learn(x, y, spec, "kernel", seed, centres=150, progress=False)
    weight = np.ones(count)  # the truth is taken over all samples alike
    found = liesd.discover(model, x, spec, sample_weight=weight, progress=False)
    rows = []
    seen = zip([*found.generators, *found.refuted], found.evidence, strict=False)
    for place, (generator, known) in enumerate(seen):
        truth = liesd.measure(f, x, spec, generator, progress=False)
        if WORTH[0] <= truth <= WORTH[1]:
            rows.append(
                {
                    "scenario": name,
                    "seed": seed,
                    "direction": place,
                    "truth": truth,
                    "law": known.law_defect,
                    "low": known.low,
                    "high": known.high,
                }
            )
    return rows


def table(rows: list[dict[str, Any]]) -> str:
    """How often the truth was inside, for each scenario and each of its directions."""
    lines = [
        "| data | direction | runs | mean true defect | mean estimate | mean width | inside |",
        "|---|---|---|---|---|---|---|",
    ]
    groups: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in rows:
        for place in ("all", str(row["direction"] + 1)):
            groups.setdefault((row["scenario"], place), []).append(row)
    for (name, place), some in groups.items():
        truth, law, low, high = (
            np.array([row[key] for row in some]) for key in ("truth", "law", "low", "high")
        )
        inside = np.mean((low <= truth) & (truth <= high))
        lines.append(
            f"| {name} | {place} | {len(some)} | {truth.mean():.1%} | {law.mean():.1%} | "
            f"{(high - low).mean():.1%} | {inside:.1%} |"
        )
    return "\n".join(lines)


def read(path: Path = RESULTS) -> list[dict[str, Any]]:
    """The rows that were made."""
    return list(json.loads(path.read_text())) if path.exists() else []


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.calibration", description=__doc__)
    parser.add_argument("--repetitions", type=int, default=REPETITIONS)
    parser.add_argument("--json", type=Path, default=RESULTS)
    options = parser.parse_args()
    torch.set_num_threads(1)
    rows = read(options.json)
    done = {(row["scenario"], row["seed"]) for row in rows}
    for name in SCENARIOS:
        for seed in tqdm(range(FIRST, FIRST + options.repetitions), name):
            if (name, seed) not in done:
                rows += repeat(name, seed)
                text = "[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n"
                with write_atomically(options.json) as file:
                    file.write(text.encode())
    print(table(rows))


if __name__ == "__main__":
    main()
