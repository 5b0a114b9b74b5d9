"""Learn laws with curved symmetries from 20,000 samples, and ask for their symmetries.

``python -m benchmarks.curved.learned [plain|noise|second-plain|second-noise]`` judges the laws of
:mod:`benchmarks.curved.blind` or :mod:`benchmarks.curved.second` that are not judged yet, without
noise and with 1 % of it.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path
from typing import Any

import numpy as np
import torch

import liesd
from benchmarks.curved import blind, second
from benchmarks.curved.blind.law import Law
from benchmarks.networks.rows import RESULTS, Row, describe, perform_all

MODES = {
    "plain": (blind.LAWS, 0.0),
    "noise": (blind.LAWS, 0.01),
    "second-plain": (second.LAWS, 0.0),
    "second-noise": (second.LAWS, 0.01),
}
SAMPLES, COMPARED = 20_000, 1_000
RIGHT = 0.1  # the sine of the largest angle between what was found and what is true
KINDS = ("right & sure", "right & unsure", "wrong & unsure", "wrong & sure")


def path_of(mode: str) -> Path:
    """The result file of a mode."""
    return RESULTS / f"curved-{mode}.json"


def run(mode: str) -> list[Row]:
    """Judge all laws that are not judged yet."""
    torch.set_num_threads(1)
    chosen, noise = MODES[mode]
    laws = {law.name: law for law in chosen}
    keys = [{"law": name, "spec": law.spec, "broken": law.broken} for name, law in laws.items()]
    return perform_all(keys, path_of(mode), lambda key: judge(laws[key["law"]], noise), ("law",))


def judge(law: Law, noise: float) -> Row:
    """Learn and discover, with no setting at all.

    The truth counts all fields of a law, so the multiples of others count as well.
    """
    rng = np.random.default_rng([0, *law.name.encode()])
    x = law.sample(rng, SAMPLES)
    y = law.f(x)
    y = y + noise * y.std(axis=0) * rng.standard_normal(y.shape)
    model = liesd.learn(x, y, law.spec, progress=False)
    found = liesd.discover(model, x, law.spec, progress=False)
    error = measure(law, found, x[:COMPARED])
    right = len(_list_fields(found)) == law.truth and error <= RIGHT
    sure = found.verdict is liesd.Verdict.SURE
    return {
        "kind": f"{'right' if right else 'wrong'} & {'sure' if sure else 'unsure'}",
        "truth": law.truth,
        "error": model.heldout_error,
        **describe(found),
        "space_error": error,
    }


def measure(law: Law, found: Any, x: np.ndarray) -> float:
    """The sine of the largest angle between what both spaces do to samples."""
    spec = found.spec
    true = [_read(spec, one) for one in law.true]
    if not true or not found.generators:
        return 0.0
    fields = _list_fields(found)
    units = x.std(axis=0)
    spans = [
        np.linalg.qr(
            np.stack([(spec.input.field(one, x) / units).ravel() for one in each], axis=1)
        )[0]
        for each in (fields, true)
    ]
    small, large = sorted(spans, key=lambda span: span.shape[1])
    return float(np.linalg.norm(small - large @ (large.T @ small), 2))


def _list_fields(found: Any) -> list[Any]:
    """All fields that were found, the multiples of others too."""
    return [*found.generators, *found.multiples]


def _read(spec: Any, generator: Any) -> dict[str, np.ndarray]:
    """The numbers of each unknown of a spec: those of ``affine`` are A and b."""
    theta: dict[str, np.ndarray] = {}
    for name, value in generator.items():
        parts = value if isinstance(value, dict) else {"": value}
        both = len(parts) == 2
        theta[name] = parts["A"] if both else next(iter(parts.values()))
        if both:
            theta[f"shift({name})"] = parts["b"]
    return {name: np.reshape(theta[name], shape) for name, shape in spec.unknowns.items()}


def table(rows: list[Row]) -> str:
    """The number of answers of each kind as Markdown, broken laws apart.

    The angle errors are those of right answers that hold a symmetry.
    """
    names = (*KINDS, "median angle error", "angle error within 1e-5")
    lines = [f"| laws | number | {' | '.join(names)} |", "|---" * (len(names) + 2) + "|"]
    for name, part in (
        ("with all their symmetries", [row for row in rows if row["truth"] and not row["broken"]]),
        ("broken, or without", [row for row in rows if row["broken"] or not row["truth"]]),
        ("all", rows),
    ):
        kinds = [row["kind"] for row in part]
        counts = " | ".join(str(kinds.count(kind)) for kind in KINDS)
        errors = [
            row["space_error"] for row in part if row["truth"] and row["kind"].startswith("right")
        ]
        middle = f"{statistics.median(errors):.0e}" if errors else ""
        close = f"{sum(error <= 1e-5 for error in errors)} of {len(errors)}"
        lines.append(f"| {name} | {len(part)} | {counts} | {middle} | {close} |")
    return "\n".join(lines)


if __name__ == "__main__":
    for mode in sys.argv[1:] or MODES:
        print(table(run(mode)))
