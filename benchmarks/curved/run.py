"""Find the symmetries of every exact function, and compare them with those known by hand."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

import liesd
from benchmarks.curved.case import Array, Exact, Field

SAMPLES = 3000


def judge(case: Exact, degree: int) -> dict[str, Any]:
    """Count, verdict, zeros and space error of one function at one degree."""
    x = case.sample(np.random.default_rng(0), SAMPLES)
    spec = liesd.Spec.parse(case.spec.format(d=degree), case.dictionary)
    start = time.perf_counter()
    found = liesd.discover(case.function, x, spec)
    expected = case.expect(degree)
    worst = max((one.defect for one in found.generators + found.multiples), default=0.0)
    return {
        "name": case.name,
        "spec": str(found.spec),
        "degree": degree,
        "dimension": found.dimension,
        "expected": len(expected),
        "multiples": len(found.multiples),
        "expected_multiples": case.multiples.get(degree, 0),
        "sure": found.verdict.name == "SURE",
        "zeros": worst / found.singular_values[0] if found.refuted else None,
        "next": found.refuted[0].defect if found.refuted else None,
        "space_error": measure_error(found, expected),
        "seconds": time.perf_counter() - start,
    }


def measure_error(found: liesd.Discovery, expected: list[Field]) -> float | None:
    """The sine of the largest angle between the fields found and those expected."""
    if not expected or found.dimension != len(expected):
        return None
    (name,) = [name for name in found.spec.names if name == "x"]
    n = len(found.generators[0].coefficients[name])
    points = found.sample.x.reshape(-1, n)[:200] if n else np.zeros((0, 0))  # type: ignore[union-attr]
    alone = found.spec.input.channels()[0].kind
    made = np.stack([alone.field(one, points).ravel() for one in found.generators], 1)
    true = np.stack([one.value(points).ravel() for one in expected], 1)
    one, other = (orthonormalize(part) for part in (made, true))
    return float(np.linalg.norm(one - other @ (other.T @ one), 2))


def orthonormalize(columns: Array) -> Array:
    """An orthonormal basis of the space of the columns."""
    return np.asarray(np.linalg.qr(columns / np.linalg.norm(columns, axis=0))[0])


def is_right(row: dict[str, Any]) -> bool:
    """Whether count, multiples and space are right."""
    error = row["space_error"]
    return (
        row["dimension"] == row["expected"]
        and row["multiples"] == row["expected_multiples"]
        and (error is None or error < 1e-6)
    )


def summarize(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """How many are right, and how small the zeros are."""
    zeros = [row["zeros"] for row in rows if row["zeros"] is not None]
    errors = [row["space_error"] for row in rows if row["space_error"] is not None]
    return {
        "functions": len({row["name"] for row in rows}),
        "questions": len(rows),
        "right": sum(map(is_right, rows)),
        "right and sure": sum(is_right(row) and row["sure"] for row in rows),
        "wrong and sure": sum(not is_right(row) and row["sure"] for row in rows),
        "largest zero": max(zeros),
        "largest space error": max(errors),
    }


def table(result: dict[str, Any]) -> str:
    """The counts of each function by degree, as a Markdown table."""
    lines = [
        "| function | spec | symmetries (multiples) by degree | largest zero / σ₁ |",
        "|---|---|---|---|",
    ]
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in result["rows"]:
        groups.setdefault(row["name"], []).append(row)
    for name, rows in groups.items():
        counts = ", ".join(
            f"{row['dimension']}" + (f" ({row['multiples']})" if row["multiples"] else "")
            for row in rows
        )
        known = [row["zeros"] for row in rows if row["zeros"] is not None]
        zeros = f"{max(known):.0e}" if known else "all directions"
        spec = rows[-1]["spec"] if len(rows) == 1 else f"{rows[0]['spec']} and up"
        lines.append(f"| {name} | `{spec}` | {counts} | {zeros} |")
    return "\n".join(lines)
