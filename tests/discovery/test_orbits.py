"""Orbits: samples go where the group takes them, and f is asked there, once, and for keeps."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest
import scipy.linalg
import torch
from torch import Tensor

import liesd
from liesd.discovery import limits as discovery_limits
from liesd.report.views import choose_plane, find_liveliest, list_channels
from tests.exact import inertia


@pytest.fixture
def found() -> liesd.Discovery:
    x = torch.randn(500, 3, 3, dtype=torch.float64)
    return liesd.discover(inertia, x, "3*x[3] -> a[3]*b[3]")


def test_a_group_element_is_the_exponential_of_the_dense_generator(found: liesd.Discovery) -> None:
    orbits = found.orbits
    assert orbits is not None
    for k, generator in enumerate(orbits.generators):
        t = orbits.t[k, 30]
        dense = scipy.linalg.expm(t * generator.output)
        assert np.allclose(orbits.expected(k)[30], orbits.y @ dense.T)
    spec = liesd.Spec.parse("x[3]+x.T+2 -> 1")
    g = liesd.Generator(spec, np.random.default_rng(0).normal(size=9), 0.0)
    points = np.random.default_rng(1).normal(size=(5, 8))
    assert np.allclose(spec.input.flow(g, 0.3, points), points @ scipy.linalg.expm(0.3 * g.input).T)


def test_a_symmetric_function_moves_along(found: liesd.Discovery) -> None:
    orbits = found.orbits
    assert orbits is not None
    assert orbits.values is not None
    assert len(orbits.x) == 46  # every eleventh of 500
    for k in range(found.dimension):
        assert np.allclose(orbits.values[k], orbits.expected(k), rtol=1e-4, atol=1e-4)
        assert np.allclose(orbits.values[k, 20], orbits.y, rtol=1e-5)


def test_orbits_stay_in_sight(found: liesd.Discovery) -> None:
    orbits = found.orbits
    assert orbits is not None
    for k in range(found.dimension):
        sizes = np.linalg.norm(orbits.expected(k), axis=(1, 2))
        assert sizes.max() <= 1.01 * discovery_limits.LIMITS.orbit_growth * sizes[20]
        assert sizes.min() >= sizes[20] / discovery_limits.LIMITS.orbit_growth / 1.01
    shear = liesd.discover(lambda x: x[:, 0] ** 3, torch.randn(99, 2).double(), "x[2] -> 1")
    assert shear.orbits is not None
    assert np.isfinite(shear.orbits.t).all()


def test_a_rotation_makes_a_full_turn() -> None:
    x = torch.randn(200, 2, dtype=torch.float64)
    orbits = liesd.discover(lambda x: x.norm(dim=1), x, "x[2] -> 1").orbits
    assert orbits is not None
    ends = orbits.inputs(0)[[0, -1]]
    assert np.allclose(ends[0], ends[1])
    assert np.allclose(ends[0], -orbits.x)


def test_they_are_made_when_asked_for_and_saved(tmp_path: Path) -> None:
    calls = 0

    def norm(x: Tensor) -> Tensor:
        nonlocal calls
        calls += 1
        return x.norm(dim=1)

    found = liesd.discover(norm, torch.randn(1000, 2), "x[2] -> 1")
    assert (before := calls)
    found.save(tmp_path / "d.liesd")
    after = calls
    assert after > before
    assert found.orbits is found.orbits
    back = liesd.load(tmp_path / "d.liesd").orbits
    assert calls == after
    assert back is not None
    assert found.orbits is not None
    for name in ("t", "x", "y", "values"):
        assert np.array_equal(getattr(back, name), getattr(found.orbits, name))
    assert len(back.x) <= discovery_limits.LIMITS.kept_samples


def test_no_function_no_values_but_a_reason(found: liesd.Discovery) -> None:
    away = pickle.loads(pickle.dumps(found)).orbits  # a function need not survive pickling
    assert away.values is None
    assert "not at hand" in away.missing
    assert np.allclose(away.inputs(0), found.orbits.inputs(0))  # type: ignore[union-attr]


def test_a_function_that_fails_on_moved_samples_does_not_spoil_the_file(tmp_path: Path) -> None:
    seen: list[bool] = []

    def picky(x: Tensor) -> Tensor:
        if seen:
            raise ValueError("out of\nrange")
        return x.norm(dim=1)

    found = liesd.discover(picky, torch.randn(50, 2).double(), "x[2] -> 1")
    seen.append(True)
    found.save(tmp_path / "d.liesd")
    orbits = liesd.load(tmp_path / "d.liesd").orbits
    assert orbits is not None
    assert orbits.values is None
    assert "ValueError: out of range" in orbits.missing


def test_f_is_asked_only_where_the_inputs_may_be() -> None:
    """Inputs in a plane: a learned function knows nothing off it."""
    where: list[Tensor] = []

    def flat(x: Tensor) -> Tensor:
        where.append(x.detach())
        return (x[:, :2] ** 2).sum(1)

    x = torch.randn(200, 3, dtype=torch.float64)
    x[:, 2] = 0
    assert liesd.discover(flat, x, "x[3] -> 1").orbits is not None
    assert all(float(part[:, 2].abs().max()) < 1e-9 for part in where)


def test_the_plane_is_that_of_the_motion() -> None:
    rng = np.random.default_rng(0)
    data = rng.normal(size=(200, 3))
    spec = liesd.Spec.parse("x[3] -> 1")
    (channel,) = list_channels(spec.input)
    assert channel.coordinates == ["x₀", "x₁", "x₂"]

    def view(A: list[list[float]]) -> tuple[np.ndarray, tuple[str, str]]:
        found = choose_plane(channel, liesd.Generator(spec, np.array(A, float).ravel(), 0.0), data)
        return found.axes, found.labels

    assert view([[0, 0, -1], [0, 0, 0], [1, 0, 0]])[1] == ("x₀", "x₂")  # a rotation
    assert view([[0, 0, 0], [0, 0, 1], [0, 0, 0]])[1] == ("x₁", "x₂")  # a shear
    assert view([[0, 1, 0], [1, 0, 0], [0, 0, 0]])[1] == ("x₀", "x₁")  # a boost
    axis = np.array([1.0, 1.0, 1.0]) / np.sqrt(3)
    oblique, labels = view(np.cross(np.eye(3), axis).tolist())
    assert np.allclose(oblique @ axis, 0, atol=0.1)
    assert np.allclose(oblique @ oblique.T, np.eye(2))
    assert "x₀" in labels[0]


def test_the_channel_that_moves_most_comes_first() -> None:
    spec = liesd.Spec.parse("a[2]+b[2] -> 1")
    parts = list_channels(spec.input, ["one", "two", "three", "four"])
    assert parts[1].coordinates == ["three", "four"]
    still = liesd.Generator(spec, np.array([0, 0, 0, 0, 0, -1, 1, 0.0]), 0.0)
    assert find_liveliest(parts, still, np.ones((3, 4))) == 1


def test_coordinates_have_names_that_cannot_be_misread() -> None:
    def names(rep: str) -> list[str]:
        return list_channels(liesd.Spec.parse(f"{rep} -> 1").input)[0].coordinates

    assert names("2*x[2]") == ["x₀", "x₁"]
    assert names("a[2]*b[2]")[:2] == ["ab₀₀", "ab₀₁"]
    assert names("p1[2]") == ["p1[0]", "p1[1]"]
    assert names("a[2]*b[12]")[11] == "ab[0,11]"
