"""Hostile cases whose inputs span only a part of their space, read by the library's convention.

The author of the cases counts every motion along which an exact function does not change, also one
that leads out of the span of the inputs. The library judges motions by their part within the span
and calls the rest unseen. The truth by that convention follows from the author's: what of it keeps
the span. The truths of the cases stay as they were written, and so do the judged rows.

    python -m benchmarks.hostile span
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from benchmarks.hostile import CASES
from benchmarks.hostile.case import Array, Case
from benchmarks.hostile.check import Action
from benchmarks.hostile.run import judge
from benchmarks.networks.rows import RESULTS, Row, perform_all

PATH = RESULTS / "hostile-span.json"


def find_span(x: Array) -> Array:
    """The projection onto the span of the inputs."""
    _, s, vt = np.linalg.svd(x, full_matrices=False)
    basis = vt[s > 1e-9 * s[0]]
    return np.asarray(basis.T @ basis)


def restrict(case: Case) -> Case:
    """The same case with those of its symmetries that keep the span of the inputs."""
    act, x = Action(case.spec), case.sample().clean
    projection = find_span(x)
    off = np.eye(len(projection)) - projection
    if not case.true:
        return case
    leaving = np.array([(x @ act.matrix(0, g).T @ off).ravel() for g in case.true])
    square, basis = np.linalg.eigh(leaving @ leaving.T)
    keeping = basis[:, square < 1e-12 * np.sum(x**2)].T
    thetas = keeping @ np.array([act.theta(g) for g in case.true])
    true = tuple(act.generator(theta) for theta in thetas)
    return replace(case, true=true, truth=len(true), accepted=(len(true),))


def run() -> list[Row]:
    """Judge all exact cases whose inputs do not span their space."""
    keys, cases = [], {}
    for case in CASES:
        projection = find_span(case.sample().x)
        if case.mode == "exact" and round(np.trace(projection)) < len(projection):
            cases[case.name] = case
            span = f"{round(np.trace(projection))} of {len(projection)}"
            keys.append({"case": case.name, "span": span, "author": case.truth})
    return perform_all(keys, PATH, lambda key: judge(restrict(cases[key["case"]])), ("case",))


def table(rows: list[Row]) -> str:
    """Each case with both truths, as Markdown."""
    lines = [
        "| case | inputs span | the author counts | of these, within the span | found | answer, "
        "read within the span |",
        "|---|---|---|---|---|---|",
    ]
    for row in rows:
        cells = (row["case"], row["span"], row["author"], row["truth"], row["dimension"])
        lines.append(f"| {' | '.join(map(str, cells))} | {row['kind']} |")
    return "\n".join(lines)
