"""A symmetry that the data cannot tell from the others is named as such."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import liesd
from liesd.spec import Spec
from liesd.verdict.overlap import Overlap, find_overlaps

METRIC = torch.tensor([1.0, -1.0, -1.0, -1.0], dtype=torch.float64)


def momenta(opening: float, count: int = 400) -> torch.Tensor:
    """Three light-like momenta each, within an angle of a common axis."""
    rng = np.random.default_rng(0)
    axis = rng.standard_normal((count, 1, 3))
    axis /= np.linalg.norm(axis, axis=2, keepdims=True)
    ways = axis + opening * rng.standard_normal((count, 3, 3))
    ways /= np.linalg.norm(ways, axis=2, keepdims=True)
    energy = rng.uniform(1, 2, (count, 3, 1))
    return torch.from_numpy(np.concatenate([energy, energy * ways], axis=2))


def overlaps(found: liesd.Discovery, x: np.ndarray, y: np.ndarray) -> list[Overlap]:
    thetas, units = np.array([g.theta for g in found.generators]), (np.ones(1), np.ones(1))
    return find_overlaps(found.spec, thetas, x, y, *units)


def ratio(p: torch.Tensor) -> torch.Tensor:
    """A ratio of masses: no rotation, boost or scaling changes it."""
    pairs = torch.stack([p[:, i] + p[:, j] for i, j in ((0, 1), (1, 2), (0, 2))], dim=1)
    squares = (pairs.square() * METRIC).sum(dim=2)
    return squares[:, :2] / squares.sum(dim=1, keepdim=True)


@pytest.mark.parametrize(("opening", "low", "high"), [(0.05, 0.01, 0.1), (10.0, 0.5, 1.0)])
def test_scaling_is_hard_to_tell_from_boosts_near_the_light_cone(
    opening: float, low: float, high: float
) -> None:
    x = momenta(opening)
    found = liesd.discover(ratio, x, "3*p[4] -> 2")
    assert found.dimension == 7
    flat = x.reshape(len(x), -1).numpy()
    (only,) = overlaps(found, flat, ratio(x).numpy())
    matrix = sum(c * g["p"] for c, g in zip(only.coefficients, found.generators, strict=True))
    assert np.allclose(np.abs(matrix), np.eye(4) / 2, atol=1e-8)  # scaling, and nothing else
    assert low < only.own < high


def test_what_brackets_make_is_never_in_doubt() -> None:
    x = torch.randn(300, 3, dtype=torch.float64)
    found = liesd.discover(lambda x: x.norm(dim=1), x, "x[3] -> 1")
    assert overlaps(found, x.numpy(), np.zeros((300, 1))) == []


def test_one_symmetry_has_no_others() -> None:
    alone = np.array([[0.0, -1.0, 1.0, 0.0]]) / np.sqrt(2)
    spec = Spec.parse("x[2] -> 1")
    assert find_overlaps(spec, alone, *[np.ones((5, n)) for n in (2, 1)], *2 * [np.ones(1)]) == []


def test_two_scalings_that_act_on_different_channels_stand_on_their_own() -> None:
    x = torch.rand(300, 2, dtype=torch.float64) + 0.5
    found = liesd.discover(lambda x: 0 * x + 1, x, "a[1]+b[1] -> 2")
    values = overlaps(found, x.numpy(), np.ones((300, 2)))
    assert [round(one.own, 6) for one in values] == [1.0, 1.0]


def mass(p: torch.Tensor) -> torch.Tensor:
    return (p.sum(dim=1).square() * METRIC).sum(dim=1, keepdim=True).sqrt()


@pytest.mark.parametrize(("opening", "remarks"), [(0.02, 1), (10.0, 0)])
def test_a_mass_seems_scale_invariant_near_the_light_cone_and_the_summary_says_why(
    opening: float, remarks: int
) -> None:
    x = momenta(opening)
    found = liesd.discover(mass, x, "3*p[4] -> 1", ask="model", tolerance=0.15)
    assert found.dimension == 6 + remarks
    assert len(found.remarks) == remarks
    assert ("cannot tell it apart" in found.summary()) == bool(remarks)
