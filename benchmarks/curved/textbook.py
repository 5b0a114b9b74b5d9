"""Learn the exact functions of several points from 20,000 samples, and ask for their symmetries.

``python -m benchmarks.curved.textbook`` takes every function of :mod:`benchmarks.curved.laws` whose
points share one affine or quadratic action and that has a symmetry. These laws are known to
everybody who works on the library; those of :mod:`benchmarks.curved.blind` are not.
"""

from __future__ import annotations

import re
import statistics

import numpy as np
import torch

import liesd
from benchmarks.curved.case import Exact
from benchmarks.curved.laws import CASES
from benchmarks.curved.run import measure_error
from benchmarks.networks.rows import RESULTS, Row, describe, perform_all

PATH = RESULTS / "curved-textbook.json"
SAMPLES, DEGREE, CLOSE = 20_000, 2, 1e-5


def choose() -> list[Exact]:
    """The functions of two points or more that share an affine or quadratic action."""
    shared = [case for case in CASES if re.match(r"\d+\*(affine|poly)", case.spec)]
    return [case for case in shared if case.expect(DEGREE)]


def run() -> list[Row]:
    """Judge all functions that are not judged yet."""
    torch.set_num_threads(1)
    cases = {case.name: case for case in choose()}
    keys = [{"law": name, "spec": case.spec.format(d=DEGREE)} for name, case in cases.items()]
    return perform_all(keys, PATH, lambda key: judge(cases[key["law"]]), ("law",))


def judge(case: Exact) -> Row:
    """Learn and discover, with no setting at all."""
    x = case.sample(np.random.default_rng(1), SAMPLES)
    with torch.no_grad():
        y = case.function(torch.from_numpy(x)).numpy()
    spec = case.spec.format(d=DEGREE)
    model = liesd.learn(x, y, spec, progress=False)
    found = liesd.discover(model, x, spec, progress=False)
    expected = case.expect(DEGREE)
    error = measure_error(found, expected)
    right = error is not None and error <= 0.1
    sure = found.verdict is liesd.Verdict.SURE
    return {
        "kind": f"{'right' if right else 'wrong'} & {'sure' if sure else 'unsure'}",
        "truth": len(expected),
        "error": model.heldout_error,
        **describe(found),
        "space_error": error,
    }


def table(rows: list[Row]) -> str:
    """One line per law as Markdown, the least space error first."""
    lines = [
        "| law | spec | symmetries | held-out error | space error | answer |",
        "|---|---|---|---|---|---|",
    ]
    for row in sorted(rows, key=lambda row: row["space_error"] or np.inf):
        error = "" if row["space_error"] is None else f"{row['space_error']:.0e}"
        cells = (row["law"], f"`{row['spec']}`", row["truth"], f"{row['error']:.0e}", error)
        lines.append(f"| {' | '.join(map(str, cells))} | {row['kind']} |")
    known = [row["space_error"] for row in rows if row["space_error"] is not None]
    close = sum(error <= CLOSE for error in known)
    median = statistics.median(known) if known else np.nan
    lines += ["", f"Within 1e-5: {close} of {len(rows)}; the median is {median:.0e}."]
    return "\n".join(lines)


if __name__ == "__main__":
    print(table(run()))
