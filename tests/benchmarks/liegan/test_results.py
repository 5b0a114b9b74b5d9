"""What docs/liegan.md says in words holds in the result files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.liegan.problems import columns
from benchmarks.networks.rows import read_rows
from liesd.experiments.tasks import get

RESULTS = Path(__file__).parents[3] / "benchmarks/results"


def rows(name: str, method: str, dataset: str = "jets") -> list[dict[str, Any]]:
    kept = read_rows(RESULTS / f"liegan-{name}.json")
    return [row for row in kept if (row["method"], row["dataset"]) == (method, dataset)]


def jets(row: dict[str, Any]) -> tuple[list[str], np.ndarray]:
    """The names of the true generators, and their squared cosines with the bases, largest first."""
    form = get("top-tagging").datasets["jets"].form
    bases = np.array(row["bases"])
    order = np.argsort(-np.linalg.norm(bases, axis=(1, 2)))
    return list(form.true), (form.columns(form.true.values()).T @ columns(bases[order])) ** 2


def test_orbits() -> None:
    uniform, other = (rows("two-body", "liegan", name) for name in ("uniform", "non-uniform"))
    assert len(uniform) == len(other) == 3
    assert all(row["settings"] == uniform[0]["settings"] for row in uniform + other)
    assert max(row["space_error"] for row in uniform) < 1e-2
    heavy = rows("two-body-variants", "liegan-heavy", "non-uniform")
    assert min(row["space_error"] for row in other + heavy) > 0.3
    assert max(np.linalg.norm(row["bases"]) for row in other + heavy) < 0.1  # the identity


def test_jets() -> None:
    seven, nine = rows("top-tagging", "liegan-7"), rows("top-tagging", "liegan-9")
    assert len(seven) == len(nine) == 3
    for row in seven + nine:
        names, cosines = jets(row)
        assert names[cosines[:, 0].argmax()] == "rotation about z"
        inside = cosines.sum(axis=0)
        assert all(inside[:5] > 0.98)
        assert all(inside[7:] < 0.02)
    for row in seven:
        assert all(jets(row)[1].sum(axis=0)[5:] < 0.02)
        wrong = columns(np.array(row["bases"]))[:, jets_outside(row)].T.reshape(-1, 4, 4)
        assert (wrong[:, 1:3, 1:3] ** 2).sum(axis=(1, 2)).min() > 0.95
        np.testing.assert_allclose(wrong, wrong.transpose(0, 2, 1), atol=0.15)  # shears


def jets_outside(row: dict[str, Any]) -> np.ndarray:
    form = get("top-tagging").datasets["jets"].form
    cosines = (form.columns(form.true.values()).T @ columns(np.array(row["bases"]))) ** 2
    return cosines.sum(axis=0) < 0.5


def test_two_constituents_are_enough() -> None:
    seven, nine = (rows("top-tagging-variants", f"liegan-{n}-two") for n in (7, 9))
    assert max(row["space_error"] for row in seven) < 0.1
    for row in nine:
        assert jets(row)[1].sum(axis=0)[-1] < 0.02
    weak = rows("top-tagging-variants", "liegan-7-two-weak")
    assert min(row["space_error"] for row in weak) > max(row["space_error"] for row in seven)
