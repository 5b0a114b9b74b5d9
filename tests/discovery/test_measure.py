"""The relative defect: a number without units, and the same at the finite step."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import Tensor, nn

import liesd

X = torch.randn(800, 3, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
ROTATION = {"x": [[0.0, -1, 0], [1, 0, 0], [0, 0, 0]]}
SHEAR = {"x": [[0.0, 1, 0], [0, 0, 0], [0, 0, 0]]}


def norm(x: Tensor) -> Tensor:
    return x.norm(dim=1)


def white(count: int, n: int) -> Tensor:
    """Data whose second moment is exactly the identity."""
    x = torch.randn(count, n, generator=torch.Generator().manual_seed(2), dtype=torch.float64)
    return x @ torch.linalg.inv(torch.linalg.cholesky(x.T @ x / count)).T


def test_for_an_invariance_it_is_a_cosine() -> None:
    x = white(500, 3)
    A = torch.randn(3, 3, dtype=torch.float64)
    f = lambda x: torch.sin(x[:, 0]) + x[:, 1] * x[:, 2]
    z = x.clone().requires_grad_(True)
    (gradient,) = torch.autograd.grad(f(z).sum(), z)
    moved = x @ A.T
    top = (gradient * moved).sum(1).square().sum()
    bottom = (gradient.square().sum(1) * moved.square().sum(1)).sum() / 3
    defect = liesd.measure(f, x, "x[3] -> 1", {"x": A.numpy()})
    assert defect == pytest.approx(float((top / bottom).sqrt()), rel=1e-7)


def test_the_formula_for_an_equivariance() -> None:
    """No map commutes with two unrelated unknowns, so the formula stands as it is."""
    x = white(500, 3)
    f = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 2)).double()
    theta = {"x": np.random.default_rng(0).normal(size=(3, 3)), "y": np.eye(2)}
    y = f(x).detach()
    J = torch.autograd.functional.jacobian(lambda z: f(z).sum(0), x).transpose(0, 1)
    scale = y.square().mean().sqrt()
    y, J = y / scale, J / scale
    moved = x @ torch.from_numpy(theta["x"]).T
    residual = y - torch.einsum("bmn,bn->bm", J, moved)
    bottom = (J.square().sum((1, 2)) * moved.square().sum(1)).sum() / 3 + y.square().sum()
    expected = float((residual.square().sum() / bottom).sqrt())
    assert liesd.measure(f, x, "x[3] -> y[2]", theta) == pytest.approx(expected, rel=1e-7)


def test_random_directions_give_about_one() -> None:
    torch.manual_seed(1)
    f = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 2)).double()
    rng = np.random.default_rng(0)
    defects = [
        liesd.measure(
            f, X, "x[3] -> y[2]", {"x": rng.normal(size=(3, 3)), "y": rng.normal(size=(2, 2))}
        )
        for _ in range(20)
    ]
    assert 0.5 < np.mean(defects) < 1.5


def test_exact_broken_and_half_broken() -> None:
    assert liesd.measure(norm, X, "x[3] -> 1", ROTATION) < 1e-15
    assert liesd.measure(norm, X, "x[3] -> 1", SHEAR) > 0.3
    small = [
        liesd.measure(lambda x, e=e: norm(x) + e * x[:, 0], X, "x[3] -> 1", ROTATION)
        for e in (0.01, 0.02)
    ]
    assert small[1] == pytest.approx(2 * small[0], rel=0.05)


def test_short_time_flows_do_not_look_symmetric() -> None:
    """x + εv(x) is nearly the identity, which commutes with all; the defect is that of v."""
    flow = lambda e: lambda x: x + e * torch.stack([x[:, 1] * x[:, 2], x[:, 0] ** 2, x[:, 0]], 1)
    defects = [liesd.measure(flow(e), X, "x[3] -> x", ROTATION) for e in (1.0, 1e-2, 1e-4)]
    assert min(defects) > 0.3
    assert defects[1] == pytest.approx(defects[2], rel=0.05)
    assert liesd.discover(flow(1e-4), X, "x[3] -> x").dimension == 0


def test_mixings_of_shared_channels_are_taken_out() -> None:
    def f(x: Tensor) -> Tensor:
        a, b = x[:, :3], x[:, 3:]
        broken = torch.stack([a[:, 0] ** 2, b[:, 1] * a[:, 2], a[:, 1]], dim=1)
        return torch.cat([2 * a - b + 1e-4 * broken, 0.5 * a + b], dim=1)

    x = torch.randn(500, 6, dtype=torch.float64)
    assert liesd.measure(f, x, "2*x[3] -> 2*x", ROTATION) > 0.3


def test_finite_and_infinitesimal_agree() -> None:
    f = lambda x: norm(x) + 0.1 * torch.sin(x[:, 0])
    defect = liesd.measure(f, X, "x[3] -> 1", ROTATION)
    steps = [liesd.measure(f, X, "x[3] -> 1", ROTATION, finite=t) for t in (1e-2, 1e-4)]
    assert steps[1] == pytest.approx(defect, rel=1e-3)
    assert abs(steps[0] - defect) > abs(steps[1] - defect)
    assert liesd.measure(norm, X, "x[3] -> 1", ROTATION, finite=2.0) < 1e-14


def test_finite_on_a_subspace_stays_on_it() -> None:
    x = X.clone()
    x[:, 2] = 0
    f = lambda x: x[:, :2].norm(dim=1) + 100 * x[:, 2]
    tilted = {"x": [[0.0, -1, 0], [1, 0, 0], [1, 1, 0]]}  # leaves the plane, unseen
    assert liesd.measure(f, x, "x[3] -> 1", tilted) < 1e-14
    assert liesd.measure(f, x, "x[3] -> 1", tilted, finite=0.5) < 1e-14


def test_measure_agrees_with_discovery() -> None:
    f = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 4)).double()
    for spec in ("x[3] -> y[4]", "x[3] -> x+1"):
        d = liesd.discover(f, X, spec)
        for generator in (*d.generators, *d.refuted):
            again = liesd.measure(f, X, spec, generator)
            assert again == pytest.approx(generator.defect, rel=1e-6)


def test_nothing_left_means_no_defect() -> None:
    assert liesd.measure(lambda x: x, X, "x[3] -> x", SHEAR) == 0
    assert liesd.measure(lambda x: 0 * x[:, 0], X, "x[3] -> 1", SHEAR) == 0
