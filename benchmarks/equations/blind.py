"""Equations with known algebras that were written without looking at the method.

Each law is judged once, at the degree that its record names, with the default settings of
:func:`liesd.discover_equation`. An answer is *right* if the dimension is that of the record and
the space of fields is at a Grassmann distance of at most ``NEAR`` from it. Noise is normal, with a
deviation relative to that of each field over all its data.
"""

from __future__ import annotations

import json
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import sympy
from scipy.stats import binomtest

import liesd
from liesd import metrics
from liesd.errors import LiesdError
from liesd.spec.polynomial import list_powers

NEAR = 0.05
"""The largest Grassmann distance of a right answer, over coefficients of all monomials."""
SEED = 0
"""Of the data, and of the noise."""
OUTCOMES = ("right and sure", "right and unsure", "wrong and unsure", "wrong and sure", "refused")


def judge(law: Any, noise: float) -> dict[str, Any]:
    """Judge one law: one row."""
    arrays = law.sample(SEED)
    rng = np.random.default_rng(SEED)
    for name in law.fields:
        values = arrays[name]
        arrays[name] = values + noise * values.std() * rng.standard_normal(values.shape)
    ordered = {name: arrays[name] for name in (*law.axes, *law.fields)}
    row: dict[str, Any] = {
        "law": law.name,
        "kind": law.kind,
        "broken": law.broken,
        "noise": noise,
        "degree": law.degree,
        "true": law.dimension,
    }
    start = time.process_time()
    try:
        data = liesd.Fields(**ordered, periodic=() if law.kind == "ode" else "x")
        found = liesd.discover_equation(data, law.equation, degree=law.degree, progress=False)
    except LiesdError as error:
        return {**row, "outcome": "refused", "reason": str(error), "commit": read_commit()}
    distance = measure_distance(law, found)
    right = found.dimension == law.dimension and distance <= NEAR
    sure = found.verdict is liesd.Verdict.SURE
    return {
        **row,
        "found": found.dimension,
        "outcome": f"{'right' if right else 'wrong'} and {'sure' if sure else 'unsure'}",
        "distance": distance,
        "equation": found.equation,
        "heldout_error": found.heldout_error,
        "doubts": list(found.decision.doubts),
        "reason": found.reason,
        "cpu_seconds": round(time.process_time() - start, 2),
        "commit": read_commit(),
    }


def measure_distance(law: Any, found: liesd.EquationDiscovery) -> float:
    """The Grassmann distance of what was found from the space of the record."""
    if found.dimension != law.dimension:
        return float("inf")
    if not law.dimension:
        return 0.0
    true = np.array([express(one, found.coordinates, law.degree) for one in law.generators])
    mine = np.array([one.coefficients.ravel() for one in found.generators])
    return float(metrics.grassmann_distance(mine.T, true.T))


def express(texts: tuple[str, ...], coordinates: tuple[str, ...], degree: int) -> np.ndarray:
    """The coefficients of a field over all monomials."""
    symbols = sympy.symbols(coordinates)
    places = {power: k for k, power in enumerate(list_powers(len(coordinates), degree))}
    out = np.zeros((len(coordinates), len(places)))
    names = {str(one): one for one in symbols}
    for row, text in enumerate(texts):
        polynomial = sympy.Poly(sympy.sympify(text, locals=names), *symbols)
        for power, number in polynomial.terms():
            if number:
                out[row, places[power]] = float(number)
    return out.ravel()


def read_commit() -> str:
    """The commit that is judged, with a mark where files differ from it."""
    here = Path(__file__).parent

    def ask(*words: str) -> str:
        command = ["git", *words]
        done = subprocess.run(command, cwd=here, capture_output=True, text=True, check=True)  # noqa: S603
        return done.stdout.strip()

    changed = ask("status", "--porcelain", "--untracked-files=no", "--", "../../src")
    return ask("rev-parse", "--short", "HEAD") + ("+" if changed else "")


def judge_all(
    laws: tuple[Any, ...], noise: float, path: Path, say: Callable[[str], None] = print
) -> list[dict[str, Any]]:
    """Judge the laws that are not in the file yet, and keep each row as soon as it is known."""
    rows = json.loads(path.read_text()) if path.exists() else []
    done = {row["law"] for row in rows if row["noise"] == noise}
    for law in laws:
        if law.name in done:
            continue
        rows.append(judge(law, noise))
        path.write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")
        row = rows[-1]
        say(
            f"{row['outcome']:17} {law.name} ({law.equation}): {row.get('found')} of "
            f"{row['true']}, distance {row.get('distance', np.inf):.1e}, "
            f"{row.get('cpu_seconds', 0):.0f} CPU s {row.get('doubts', '')}"
        )
    say(", ".join(f"{count} {name}" for name, count in summarize(rows).items()))
    return rows


def summarize(rows: list[dict[str, Any]]) -> dict[str, int]:
    """How many rows have each outcome."""
    counts = Counter(row["outcome"] for row in rows)
    return {name: counts[name] for name in OUTCOMES}


def tell_rate(rows: list[dict[str, Any]]) -> str:
    """The share that is right and sure, with its 95 % interval (Clopper and Pearson)."""
    sure, count = summarize(rows)["right and sure"], len(rows)
    low, high = binomtest(sure, count).proportion_ci()
    return (
        f"{sure / count:.0%} right and sure when they were new ({sure} of {count}; 95 % interval "
        f"{low:.0%} to {high:.0%})."
    )


def table(results: dict[float, list[dict[str, Any]]]) -> str:
    """One line per level of noise, as Markdown."""
    lines = [("noise", "equations", *OUTCOMES), ("---",) * (2 + len(OUTCOMES))]
    for noise, rows in results.items():
        counts = summarize(rows)
        lines.append((f"{noise:.1%}" if noise else "none", str(len(rows)),
                      *(str(counts[name]) for name in OUTCOMES)))  # fmt: skip
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
