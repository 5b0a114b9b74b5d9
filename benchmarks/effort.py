"""A first look and an answer: six laws of ten inputs, 20,000 samples, learned with each effort.

Learning and discovery on one thread, in CPU seconds without imports.
``python -m benchmarks.effort`` writes ``benchmarks/results/effort.json``; ``--effort
normal thorough`` adds others.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch

import liesd
import liesd.learning.auto  # imports are not what is measured
from benchmarks.zoo.run import Array, write_rows

RESULTS = Path(__file__).parent / "results/effort.json"
SAMPLES = 20_000
EFFORTS = ("quick",)


class Law(NamedTuple):
    """A law of ten numbers, and how many symmetries it has."""

    spec: str
    f: Callable[[Array, Array], Array]
    """Of two vectors of five numbers."""
    dimension: int
    noise: float = 0.0


def _dot(a: Array, b: Array) -> Array:
    return (a * b).sum(axis=1, keepdims=True)


def _pull(q: Array, p: Array) -> Array:
    return (q - p) * np.exp(-_dot(q - p, q - p) / 20)


def _project(q: Array, p: Array) -> Array:
    return _dot(q, p) / (1 + _dot(q, q) / 5)


def _mix(q: Array, p: Array) -> Array:
    """Of q₀, q₁, q₂ and one sum: each linear map that leaves these alone is a symmetry."""
    rest = np.tanh(q[:, 3] + q[:, 4] + p.sum(axis=1))
    return (np.sin(q[:, 0]) * q[:, 1] + 0.1 * q[:, 2] ** 3 + rest)[:, None]


def _bend(q: Array, p: Array) -> Array:
    """Two outputs without any symmetry."""
    weights = np.linspace(0.3, 0.9, 5)
    one = np.sin(q * weights).sum(axis=1) + np.tanh(p[:, 0] * p[:, 1]) + 0.2 * p[:, 2] ** 3
    two = np.exp(-_dot(q, q * weights)[:, 0] / 8) + np.cos(p * weights).sum(axis=1)
    return np.stack([one, two], axis=1)


LAWS = {
    "bell": Law("x[10] -> 1", lambda q, p: np.exp(-(_dot(q, q) + _dot(p, p)) / 20), 45),
    "projection": Law("2*x[5] -> 1", _project, 10),
    "projection, 1 % noise": Law("2*x[5] -> 1", _project, 10, 0.01),
    "force": Law("q[5]+p[5] -> f[5]", _pull, 10),
    "four functions": Law("x[10] -> 1", _mix, 60),
    "no symmetry": Law("q[5]+p[5] -> 2", _bend, 0),
}


def measure(name: str, law: Law, effort: str) -> dict[str, Any]:
    """Learn and discover one law."""
    rng = np.random.default_rng(0)
    x = rng.normal(size=(SAMPLES, 10))
    y = law.f(x[:, :5], x[:, 5:])
    y = y + law.noise * y.std() * rng.normal(size=y.shape)
    start = time.process_time()
    model = liesd.learn(x, y, law.spec, progress=False, effort=effort)
    between = time.process_time()
    found = liesd.discover(model, x, law.spec, progress=False)
    end = time.process_time()
    return {
        "law": name,
        "effort": effort,
        "learn_seconds": round(between - start, 2),
        "discover_seconds": round(end - between, 2),
        "learner": model.learner.name,
        "heldout_error": model.heldout_error,
        "dimension": found.dimension,
        "true_dimension": law.dimension,
        "verdict": found.verdict.name,
        "advice": found.advice,
    }


def table(rows: list[dict[str, Any]]) -> str:
    """The rows as Markdown."""
    lines = [
        "| law | symmetries | effort | CPU seconds | held-out error | found |",
        "|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {row['law']} | {row['true_dimension']} | {row['effort']} "
        f"| {row['learn_seconds'] + row['discover_seconds']:.1f} | {row['heldout_error']:.1e} "
        f"| {row['dimension']}, {row['verdict']} |"
        for row in rows
    ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--effort", nargs="+", default=list(EFFORTS))
    parser.add_argument("--law", nargs="+", default=list(LAWS), help="The others are kept.")
    parser.add_argument("--out", type=Path, default=RESULTS)
    options = parser.parse_args()
    torch.set_num_threads(1)
    known = json.loads(options.out.read_text()) if options.out.exists() else []
    rows = {(row["law"], row["effort"]): row for row in known}
    for name in options.law:
        for effort in options.effort:
            rows[name, effort] = measure(name, LAWS[name], effort)
            print(rows[name, effort], flush=True)
            write_rows(rows.values(), options.out)
    print(table(list(rows.values())))


if __name__ == "__main__":
    main()
