"""Hostile cases whose inputs fill only a part of their space, read by the library's convention.

The author of the cases counts every motion along which an exact function does not change, also one
that leads out of the span of the inputs. The library judges motions by their part within the span
and calls the rest unseen. The truth by that convention follows from the author's: what of it keeps
the span. The truths of the cases stay as they were written, and so do the judged rows.

On a curved surface it is the other way round. The author of the fifth set counts the motions that
keep to the surface on which the inputs lie. The library, and the authors before, count all along
which the function does not change. By that convention the truth is the null space of the equations
without the condition that motions keep to the surface.

    python -m benchmarks.hostile span surface
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from benchmarks.hostile import CASES, SETS
from benchmarks.hostile.case import Array, Case
from benchmarks.hostile.check import Action, system
from benchmarks.hostile.run import judge
from benchmarks.networks.rows import RESULTS, Row, perform_all

PATH = RESULTS / "hostile-span.json"
SURFACE = RESULTS / "hostile-surface.json"


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


def widen(case: Case) -> Case:
    """The same case with all motions that leave the law as it is, on its surface or not."""
    free = replace(case, normals=None)
    act, x = Action(case.spec), case.sample().clean
    defects, actions = (part.reshape(-1, act.count) for part in system(free, x))
    _, sizes, moving = np.linalg.svd(np.linalg.qr(actions, mode="r"))
    basis = moving[sizes > 1e-9 * sizes[0]].T
    _, sizes, turned = np.linalg.svd(np.linalg.qr(defects @ basis, mode="r"))
    sizes = np.pad(sizes, (0, len(turned) - len(sizes)))
    thetas = turned[sizes <= 1e-9 * (sizes.max() or 1.0)] @ basis.T
    true = tuple(act.generator(theta) for theta in thetas)
    return replace(free, true=true, truth=len(true), accepted=(len(true),))


def run_surface() -> list[Row]:
    """Judge the exact cases of the fifth set whose inputs lie on a surface that is no subspace."""
    keys, cases = [], {}
    for case in SETS["fifth"]:
        x = case.sample().clean
        flat = round(np.trace(find_span(x))) < x.shape[1]
        if case.mode == "exact" and case.normals is not None and not flat:
            cases[case.name] = case
            keys.append({"case": case.name, "author": case.truth})
    return perform_all(keys, SURFACE, lambda key: judge(widen(cases[key["case"]])), ("case",))


def table_surface(rows: list[Row]) -> str:
    """Each case with both truths, as Markdown."""
    lines = [
        "| case | the author counts, on the surface | the function has | found | answer, read for "
        "the function |",
        "|---|---|---|---|---|",
    ]
    for row in rows:
        cells = (row["case"], row["author"], row["truth"], row["dimension"], row["kind"])
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines)


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
