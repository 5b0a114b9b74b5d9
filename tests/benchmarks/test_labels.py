"""Laws of class labels have the symmetries that they name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from benchmarks.networks.labels import draw, is_right, jets_table, load_laws, measure_angle, table
from liesd.spec import Spec

SETS = ("known", "blind", "sealed")
EVERY = [(name, law) for name in SETS for law in load_laws(name)]


def log_probabilities(law: Any, x: np.ndarray) -> np.ndarray:
    logits = law.logits(x)
    if logits.ndim == 1:
        logits = np.stack([0 * logits, logits], axis=1)
    top = logits.max(axis=1, keepdims=True)
    return logits - top - np.log(np.exp(logits - top).sum(axis=1, keepdims=True))


def rows_of(law: Any, spec: Spec, x: np.ndarray) -> np.ndarray:
    """How the probabilities change along each unknown number; gradients by central differences."""
    slopes = []
    for k in range(x.shape[1]):
        step = 1e-5 * np.eye(x.shape[1])[k] * np.sqrt((x[:, k] ** 2).mean())
        ahead, behind = (log_probabilities(law, x + sign * step) for sign in (1, -1))
        slopes.append((ahead - behind) / (2 * step[k]))
    J = np.stack(slopes, axis=2)
    fields = [spec.input.field(spec.unpack(theta), x) for theta in np.eye(spec.size)]
    return np.stack([np.einsum("bmk,bk->bm", J, field).ravel() for field in fields], axis=1)


@pytest.mark.parametrize(("name", "law"), EVERY, ids=lambda one: str(one))
def test_a_law_has_its_symmetries_and_no_others(name: str, law: str) -> None:
    case = load_laws(name)[law]
    spec = Spec.parse(case.spec)
    x = case.sample(np.random.default_rng(0), 600)
    C = rows_of(case, spec, x)
    sizes = np.linalg.norm(C, axis=0)
    sizes = np.maximum(sizes, 1e-4 * sizes.max())  # a symmetry may be one number alone
    values = np.linalg.svd(C / sizes, compute_uv=False)
    assert int(np.sum(values < 1e-5 * values[0])) == len(case.true)
    for one in case.true:
        theta = spec.pack(one)
        assert np.linalg.norm(C @ theta) < 1e-5 * np.linalg.norm(sizes * theta)


def test_labels_are_drawn_from_the_probabilities() -> None:
    case = load_laws("known")["rings"]
    x, y = draw(case, 0)
    assert np.array_equal(draw(case, 0)[1], y)
    shares = np.exp(log_probabilities(case, x)).mean(axis=0)
    assert np.allclose(np.bincount(y) / len(y), shares, atol=0.01)


def test_angles_compare_what_spaces_do() -> None:
    class Found:
        spec = Spec.parse("x[2] -> 1")
        generators = ({"x": np.array([[0.0, -1.0], [1.0, 0.1]])},)
        dimension = 1

    turn = ({"x": np.array([[0.0, -1.0], [1.0, 0.0]])},)
    x = np.random.default_rng(0).normal(size=(500, 2))
    angle = measure_angle(Found, turn, x)
    assert angle is not None
    assert 0.03 < angle < 0.1
    assert measure_angle(Found, (), x) is None


def test_tables_count_rows() -> None:
    right = {"set": "blind", "dimension": 1, "truth": 1, "angle": 0.1, "verdict": "SURE"}
    rows = [right, {**right, "dimension": 2, "angle": None}, {**right, "verdict": "UNSURE"}]
    assert [is_right(row) for row in rows] == [True, False, True]
    assert "| blind | 3 | 33 % (1) | 33 % (1) | 0 % (0) | 33 % (1) |" in table(rows)
    jet = {"set": "jets", "law": "a", "error": 0.1, "dimension": 7, "verdict": "SURE"}
    assert "| a | 0.900 | 7, SURE | 1.0e-03 |" in jets_table([{**jet, "space_error": 1e-3}])
