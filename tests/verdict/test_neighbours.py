"""Given derivatives and given values: those that do not belong together are doubted."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from sklearn.ensemble import GradientBoostingRegressor, RandomForestRegressor

import liesd
from benchmarks.zoo import CASES
from benchmarks.zoo.run import draw
from liesd import Verdict

Array = NDArray[np.float64]
LAWS = list(CASES)[::24]


def norm(count: int, size: int = 2) -> tuple[Array, Array, Array]:
    x = np.random.default_rng(0).standard_normal((count, size))
    return x, (x**2).sum(axis=1), 2 * x[:, None, :]


def differentiate(f, x: Array) -> tuple[Array, Array]:
    z = torch.from_numpy(x).requires_grad_(True)
    y = f(z).reshape(len(x), -1)
    rows = [
        torch.autograd.grad(one.sum(), z, retain_graph=True, materialize_grads=True)[0]
        for one in y.T
    ]
    J = torch.stack([row.reshape(len(x), -1) for row in rows], dim=1)
    return y.detach().numpy(), J.numpy()


def discover(x: Array, y: Array, J: Array, spec: str = "x[2] -> 1") -> liesd.Discovery:
    return liesd.discover(None, x, spec, y=y, jacobian=J)


def shuffle(J: Array) -> Array:
    return J[np.random.default_rng(1).permutation(len(J))]


WRONG = {
    "zero": (lambda x, y: y, lambda J: 0 * J),
    "sign": (lambda x, y: y, lambda J: -J),
    "factor": (lambda x, y: y, lambda J: 2 * J),
    "column": (lambda x, y: y, lambda J: J * [10.0, 1.0]),
    "rows": (lambda x, y: y, shuffle),
    "inputs": (lambda x, y: y, lambda J: J[:, :, ::-1].copy()),
    "a part is missing": (lambda x, y: y + 2 * x[:, 0], lambda J: J),
    "another": (lambda x, y: np.sin(x[:, 0]), lambda J: J),
}


@pytest.mark.parametrize(("y", "J"), WRONG.values(), ids=WRONG)
def test_derivatives_of_something_else_are_doubted(y, J) -> None:
    x, values, slopes = norm(1000)
    found = discover(x, y(x, values), J(slopes))
    assert found.decision.doubts[0] == "UNLIKE_VALUES"


@pytest.mark.parametrize("count", [20, 80, 160])
@pytest.mark.parametrize(("y", "J"), WRONG.values(), ids=WRONG)
def test_few_samples_never_vouch_for_derivatives_of_something_else(count: int, y, J) -> None:
    x, values, slopes = norm(count)
    found = discover(x, y(x, values), J(slopes))
    assert found.decision.doubts == ("UNLIKE_VALUES",) or "if jacobian= holds" in found.reason


@pytest.mark.parametrize("count", [20, 80, 160])
def test_few_samples_vouch_for_the_right_derivatives(count: int) -> None:
    assert "jacobian= agrees with y to within" in discover(*norm(count)).reason


def test_a_transposed_jacobian_is_doubted() -> None:
    x = np.random.default_rng(0).standard_normal((800, 2))
    A = np.array([[1.0, 2.0], [-1.0, 0.5]])
    J = np.broadcast_to(A, (800, 2, 2)).copy()
    assert discover(x, x @ A.T, J, "x[2] -> x").verdict is Verdict.SURE
    found = discover(x, x @ A.T, J.transpose(0, 2, 1).copy(), "x[2] -> x")
    assert found.decision.doubts == ("UNLIKE_VALUES",)


@pytest.mark.parametrize(
    "model",
    [
        GradientBoostingRegressor(n_estimators=40, random_state=0),
        RandomForestRegressor(n_estimators=10, random_state=0),
    ],
)
def test_differences_of_trees_are_doubted(model) -> None:
    x, y, _ = norm(1500)
    model.fit(x, y)
    h = 1e-5
    columns = [(model.predict(x + h * e) - model.predict(x - h * e)) / (2 * h) for e in np.eye(2)]
    found = discover(x, model.predict(x), np.stack(columns, axis=1)[:, None, :])
    assert found.verdict is Verdict.UNSURE
    assert "UNLIKE_VALUES" in found.decision.doubts
    assert "does not hold the derivatives of y" in found.reason


@pytest.mark.parametrize("count", [40, 400])
def test_the_derivatives_of_a_law_are_never_doubted(count: int) -> None:
    """Over the zoo: exact, in single precision, with noise, and with repeated samples."""
    doubted = []
    for name in LAWS:
        case = CASES[name]
        x = np.asarray(draw(case, 0.0, 0, count)[0], dtype=float)
        y, J = differentiate(case.function, x)
        noise = y.std(axis=0) * np.random.default_rng(0).standard_normal(y.shape)
        few = {
            "single": tuple(part.astype(np.float32) for part in (x, y, J)),
            "copies": tuple(np.repeat(part[: count // 2], 2, axis=0) for part in (x, y, J)),
        }
        many = {"exact": (x, y, J), "noisy": (x, y + 0.5 * noise, J)}
        tries = few if count < 100 else many
        for kind, (x_, y_, J_) in tries.items():
            try:
                found = discover(x_, y_, J_, case.spec)
            except liesd.DataError:  # too few samples for the spec
                continue
            if "UNLIKE_VALUES" in found.decision.doubts:
                doubted.append((name, kind))
    assert doubted == []


@pytest.mark.parametrize(("count", "size"), [(8, 2), (60, 80), (1000, 80)])
def test_right_derivatives_of_few_or_large_samples_are_sure(count: int, size: int) -> None:
    x, y, J = norm(count, size)
    found = discover(x, y, J, f"{size // 2}*x[2] -> 1")
    assert found.verdict is Verdict.SURE


def test_kinks_poles_and_ripples_are_no_reason_to_doubt() -> None:
    x, y, J = norm(1000)
    r = np.sqrt(y)
    ripple = 2 * np.cos(200 * x[:, :1]) * [1.0, 0.0]
    for values, slopes in (
        (np.abs(y - 2), J * np.sign(y - 2)[:, None, None]),
        (1 / r, -(x / r[:, None] ** 3)[:, None, :]),
        (y + 0.01 * np.sin(200 * x[:, 0]), J + ripple[:, None, :]),
    ):
        assert "UNLIKE_VALUES" not in discover(x, values, slopes).decision.doubts


def test_the_answer_says_what_was_checked() -> None:
    assert "jacobian= agrees with y to within" in discover(*norm(1000)).reason
    assert "if jacobian= holds the derivatives of y" in discover(*norm(8)).reason


def test_zero_derivatives_of_a_few_samples_are_doubted() -> None:
    x, y, J = norm(8)
    assert discover(x, y, 0 * J).decision.doubts == ("UNLIKE_VALUES",)
    assert discover(x, 0 * y, 0 * J).verdict is Verdict.SURE
