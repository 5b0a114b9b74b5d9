"""Layers and networks that commute with an algebra."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import liesd
from liesd import DataError, LieAlgebra
from liesd.algebra.identity import catalogue
from liesd.nn import EquivariantLinear, EquivariantMLP
from tests.fixtures import load

SPEC = "3*x[3] -> a[3]*b[3]"


@pytest.fixture(scope="module")
def rotations() -> LieAlgebra:
    found = load("inertia-tensor-kernel-20")
    return found.algebra.rectify().compact


def moved(algebra: LieAlgebra, rep: str, t: np.ndarray, x: torch.Tensor) -> torch.Tensor:
    return torch.einsum("nij,nj->ni", torch.as_tensor(algebra.exp(t, rep)), x)


def equivariance_error(
    model: torch.nn.Module, algebra: LieAlgebra, source: str, target: str
) -> float:
    t = algebra.sample(20, size=1.0, seed=5)
    x = torch.randn(20, algebra.rep(source).dim, dtype=torch.float64)
    with torch.no_grad():
        want = moved(algebra, target, t, model(x))
        made = model(moved(algebra, source, t, x))
    assert float(want.norm()) > 1e-3
    return float((made - want).norm() / want.norm())


@pytest.mark.parametrize("target", ["4*x", "a*b+2*x", "2+x+1", "x*x.T"])
def test_linear_layers_commute(rotations: LieAlgebra, target: str) -> None:
    torch.manual_seed(0)
    layer = EquivariantLinear(rotations, "x+a*b+1+x", target).double()
    for bias in layer.biases:
        torch.nn.init.normal_(bias)
    assert equivariance_error(layer, rotations, "x+a*b+1+x", target) < 1e-6


def test_networks_commute(rotations: LieAlgebra) -> None:
    torch.manual_seed(0)
    model = EquivariantMLP(SPEC, rotations, channels=4).double()
    assert equivariance_error(model, rotations, "3*x", "a*b") < 1e-6


def test_lorentz_invariant_network_from_jets() -> None:
    found = load("top-tagging-jets-network-20").algebra.rectify()
    model = EquivariantMLP("5*p[4] -> 1", found.semisimple, channels=4).double()
    assert equivariance_error(model, found.semisimple, "5*p", "1") < 1e-6


def test_it_trains_like_any_module(rotations: LieAlgebra) -> None:
    torch.manual_seed(0)
    model = EquivariantMLP(SPEC, rotations, channels=4, layers=1)
    x, y = (torch.as_tensor(part, dtype=torch.float32) for part in liesd.tasks.inertia.data(0, 200))
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-2)
    losses = []
    for _ in range(100):
        loss = (model(x) - y.reshape(200, 9)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < 0.2 * losses[0]
    again = EquivariantMLP(SPEC, rotations, channels=4, layers=1)
    again.load_state_dict(model.state_dict())
    torch.testing.assert_close(again(x), model(x))


def test_the_noise_of_a_discovery_does_not_hide_its_maps() -> None:
    noisy = load("inertia-tensor-noise-kernel-20").algebra.compact
    model = EquivariantMLP(SPEC, noisy, channels=2).double()
    error = equivariance_error(model, noisy, "3*x", "a*b")
    assert 1e-8 < error < 0.1  # as good as the algebra, no better


def test_a_scaling_leaves_no_nonlinear_layer() -> None:
    found = load("inertia-tensor-kernel-20").algebra
    with pytest.raises(DataError, match=r"contains scaling of x, a and b.*algebra\.compact"):
        EquivariantMLP(SPEC, found)


def test_other_errors_say_what_to_do(rotations: LieAlgebra) -> None:
    with pytest.raises(DataError, match="no linear map from x.3. to 1 "):
        EquivariantLinear(rotations, "x", "1")
    with pytest.raises(DataError, match="says nothing of z"):
        EquivariantMLP("z[3] -> 1", rotations)
    model = EquivariantMLP(SPEC, rotations, channels=2, layers=1)
    with pytest.raises(DataError, match="needs 9 numbers, got 6"):
        model(torch.zeros(2, 6))


def test_without_an_algebra_everything_is_allowed() -> None:
    none = LieAlgebra.from_matrices(catalogue.so(2)).select()
    layer = EquivariantLinear(none, "x", "x")
    assert sum(part.numel() for part in layer.parameters()) == 6


@pytest.mark.parametrize(
    ("spec", "algebra", "law"),
    [
        ("2*x[3] -> x", catalogue.so(3), lambda a, b: torch.linalg.cross(a, b)),
        ("2*x[2] -> 1", catalogue.sl(2), lambda a, b: a[:, :1] * b[:, 1:] - a[:, 1:] * b[:, :1]),
    ],
)
def test_antisymmetric_products_can_be_learned(spec: str, algebra: np.ndarray, law) -> None:
    torch.manual_seed(0)
    model = EquivariantMLP(spec, LieAlgebra.from_matrices(algebra), channels=6, layers=1)
    x = torch.randn(300, model.spec.input.dim)
    y = law(*x.unflatten(1, (2, -1)).unbind(1))
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-2)
    for _ in range(300):
        loss = (model(x) - y).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    assert loss.item() < 0.02 * y.square().mean().item()


def test_networks_take_any_batch(rotations: LieAlgebra) -> None:
    model = EquivariantMLP(SPEC, rotations, channels=2)
    assert model(torch.zeros(0, 3, 3)).shape == (0, 9)
    x = torch.randn(4, 9)
    program = torch.export.export(model, (x,), dynamic_shapes=({0: torch.export.Dim("batch")},))
    torch.testing.assert_close(program.module()(x[:3]), model(x[:3]))


def test_networks_that_cannot_be(rotations: LieAlgebra) -> None:
    with pytest.raises(DataError, match=r"x has size 4 .* acts on x\[3\]"):
        EquivariantMLP("2*x[4] -> x", rotations)
    with pytest.raises(DataError, match="needs channels and layers, not 4 and 0"):
        EquivariantMLP(SPEC, rotations, channels=4, layers=0)
    with pytest.raises(DataError, match="the algebra is empty"):
        EquivariantMLP(SPEC, rotations.select())
