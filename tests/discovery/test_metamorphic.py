"""What must not change the answer, and what must change it in a known way."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import Tensor, nn

import liesd
from liesd.discovery.result import Discovery
from liesd.metrics import space_error

SPEC = "a[2]+b[2] -> c[2]+d[1]"


def function(x: Tensor) -> Tensor:
    a, b = x[:, :2], x[:, 2:4]
    d = (a * b).sum(1, keepdim=True)
    return torch.cat([a * torch.tanh(d) + 0.3 * b, d**2], dim=1)


def noisy_network(dtype: torch.dtype = torch.float64) -> nn.Module:
    """Not symmetric at all, so that every singular value speaks."""
    torch.manual_seed(3)
    net = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 3)).to(dtype)
    return net


def inputs(count: int = 500) -> Tensor:
    return torch.randn(count, 4, generator=torch.Generator().manual_seed(0), dtype=torch.float64)


def span(d: Discovery) -> np.ndarray:
    return np.array([g.theta for g in d.generators]).T


def same(one: Discovery, two: Discovery, rtol: float = 1e-9) -> None:
    assert one.dimension == two.dimension
    assert np.allclose(one.singular_values, two.singular_values, rtol=rtol, atol=1e-12)
    if one.dimension:
        assert space_error(span(one), span(two)) < 1e-16


@pytest.mark.parametrize("f", [function, noisy_network()], ids=["symmetric", "network"])
def test_permuting_samples_and_other_batches(f: object) -> None:
    x = inputs()
    base = liesd.discover(f, x, SPEC)
    order = torch.randperm(len(x), generator=torch.Generator().manual_seed(1))
    same(base, liesd.discover(f, x[order], SPEC))
    same(base, liesd.discover(f, x, SPEC, batch_size=7))
    same(base, liesd.discover(f, x, SPEC, batch_size=10_000))


@pytest.mark.parametrize("f", [function, noisy_network()], ids=["symmetric", "network"])
def test_units_of_a_channel(f: nn.Module) -> None:
    x = inputs()
    units_in = torch.tensor([1e4, 1e4, 1e-3, 1e-3], dtype=torch.float64)
    units_out = torch.tensor([1e-5, 1e-5, 1e6], dtype=torch.float64)
    base = liesd.discover(f, x, SPEC)
    other = liesd.discover(lambda z: f(z / units_in) * units_out, x * units_in, SPEC)
    same(base, other)


@pytest.mark.parametrize("unit", [1e-4, 1e6])
def test_the_unit_of_a_single_output_of_a_learned_function(unit: float) -> None:
    class Learned(nn.Module):
        heldout_error = 0.01

        def __init__(self, unit: float) -> None:
            super().__init__()
            self.unit = unit

        def forward(self, x: Tensor) -> Tensor:
            return self.unit * torch.exp(-x[:, :1] / x[:, 1:])

    x = 1 + torch.rand(500, 2, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    spec = "e[1]+t[1] -> k[1]"
    base = liesd.discover(Learned(1.0), x, spec, tolerance=1e-6)
    assert base.dimension == 1
    assert base.singular_values[1] > 0.05
    same(base, liesd.discover(Learned(unit), x, spec, tolerance=1e-6))


def test_units_inside_an_input_vector() -> None:
    x, f = inputs(), noisy_network()
    units = torch.tensor([1e3, 1e-3, 1.0, 1e2], dtype=torch.float64)
    base = liesd.discover(f, x, SPEC)
    other = liesd.discover(lambda z: f(z / units), x * units, SPEC)
    assert np.allclose(base.singular_values, other.singular_values, rtol=1e-6)


def test_orthogonal_change_of_coordinates() -> None:
    spec = "2*x[3] -> x+1"
    torch.manual_seed(0)
    Q = torch.linalg.qr(torch.randn(3, 3, dtype=torch.float64)).Q
    B = torch.block_diag(Q, Q)
    C = torch.block_diag(Q, torch.eye(1, dtype=torch.float64))

    def f(x: Tensor) -> Tensor:
        a, b = x[:, :3], x[:, 3:]
        d = (a * b).sum(1, keepdim=True)
        return torch.cat([torch.linalg.cross(a, b) + d * a, d], dim=1)

    x = torch.randn(400, 6, dtype=torch.float64) * torch.tensor([1, 2, 3, 1, 2, 3.0])
    base = liesd.discover(f, x, spec)
    turned = liesd.discover(lambda z: f(z @ B) @ C.T, x @ B.T, spec)
    assert base.dimension == turned.dimension == 3
    assert np.allclose(base.singular_values, turned.singular_values, rtol=1e-8, atol=1e-13)
    q = Q.numpy()
    rotated = np.array([(q @ g["x"] @ q.T).ravel() for g in base.generators]).T
    assert space_error(rotated, span(turned)) < 1e-20


def test_weights_repeat_samples() -> None:
    x, f = inputs(120), noisy_network()
    times = np.arange(120) % 3
    repeated = x[np.repeat(np.arange(120), times)]
    weighted = liesd.discover(f, x, SPEC, sample_weight=times.astype(float))
    plain = liesd.discover(f, repeated, SPEC)
    assert np.allclose(weighted.singular_values, plain.singular_values, rtol=1e-9)


def test_paper_weights_are_the_plain_coefficient_matrix() -> None:
    x, f = inputs(60), noisy_network()
    d = liesd.discover(f, x, "x[4] -> y[3]", weights="paper")
    J = torch.autograd.functional.jacobian(lambda z: f(z).sum(0), x).transpose(0, 1)
    y = f(x).detach()
    C = torch.cat(
        [
            torch.cat(
                [-torch.kron(J[i], x[i][None]), torch.kron(torch.eye(3).double(), y[i][None])], 1
            )
            for i in range(len(x))
        ]
    )
    assert np.allclose(d.singular_values, torch.linalg.svdvals(C).numpy(), rtol=1e-10)


def test_single_precision_finds_the_same() -> None:
    double = liesd.discover(function, inputs(), SPEC)
    single = liesd.discover(function, inputs().float(), SPEC)
    assert double.dimension == single.dimension > 0
    assert single.dtype == "float32"
    assert space_error(span(double), span(single)) < 1e-10
