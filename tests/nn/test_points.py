"""Networks on points: they move along with every affine map of the algebra."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import liesd
from liesd import LieAlgebra
from liesd.algebra.element import Element

TURNS = [
    np.outer(np.eye(3)[i], np.eye(3)[j]) - np.outer(np.eye(3)[j], np.eye(3)[i])
    for i, j in ((1, 0), (2, 0), (2, 1))
]
CENTRE = np.array([0.7, -0.4, 2.0])


def algebra(spec: str, pairs: list[tuple[np.ndarray, np.ndarray]]) -> LieAlgebra:
    rows = [{"x": A, "shift(x)": b} for A, b in pairs]
    return LieAlgebra.from_generators(spec, rows)


def turns(*which: int) -> list[tuple[np.ndarray, np.ndarray]]:
    return [(TURNS[k], -TURNS[k] @ CENTRE) for k in which]


def shifts(*axes: int) -> list[tuple[np.ndarray, np.ndarray]]:
    return [(np.zeros((3, 3)), np.eye(3)[k]) for k in axes]


CASES = {
    "all motions": shifts(0, 1, 2) + turns(0, 1, 2),
    "rotations about a point": turns(0, 1, 2),
    "a cylinder": shifts(2) + turns(0),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("output", ["1", "4*x", "affine(x)"])
def test_outputs_move_along(name: str, output: str) -> None:
    torch.manual_seed(0)
    spec = f"4*affine(x[3]) -> {output}"
    found = algebra(spec, CASES[name])
    model = liesd.nn.EquivariantMLP(spec, found, channels=4).double()
    x = torch.randn(20, 12, dtype=torch.float64)
    rng = np.random.default_rng(0)
    for _ in range(3):
        mix = rng.standard_normal(found.dimension)
        g = Element(found.spec, mix @ np.array([one.theta for one in found]))
        with torch.no_grad():
            there = model(torch.tensor(g.move(x.numpy(), 1.0))).numpy()
            along = g.move(model(x).numpy(), 1.0, output=True)
        assert np.allclose(there, along, atol=1e-6)
    other = x + torch.randn(20, 12)
    assert not torch.allclose(model(x), model(other))


def test_a_network_on_discovered_motions_learns() -> None:
    torch.manual_seed(0)
    x = torch.randn(400, 6, dtype=torch.float64) + 5
    f = lambda x: (x[:, :3] - x[:, 3:]).norm(dim=1, keepdim=True)
    found = liesd.discover(f, x, "2*affine(x[3]) -> 1")
    model = liesd.nn.EquivariantMLP("2*affine(x[3]) -> 1", found.algebra, channels=4).double()
    moved = x + 30.0
    assert torch.allclose(model(x), model(moved), atol=1e-8)


def test_what_cannot_be_is_refused_with_the_reason() -> None:
    spec = "2*poly(x[1], 2) -> 1"
    curved = LieAlgebra.from_generators(spec, [{"x": [[0.0, 0.0, 1.0]]}])
    with pytest.raises(liesd.SpecError, match="not affine maps"):
        liesd.nn.EquivariantMLP(spec, curved)
    spec = "4*affine(x[3]) -> 1"
    with pytest.raises(liesd.DataError, match="nothing but translations"):
        liesd.nn.EquivariantMLP(spec, algebra(spec, shifts(0, 1)))
    screw = [(TURNS[0], np.array([0.0, 0.0, 1.0]))]
    with pytest.raises(liesd.DataError, match="no centre in common"):
        liesd.nn.EquivariantMLP(spec, algebra(spec, screw))
    spec = "affine(x[3]) -> 1"
    with pytest.raises(liesd.DataError, match="one such point alone"):
        liesd.nn.EquivariantMLP(spec, algebra(spec, CASES["all motions"]))
