"""Solutions that move along symmetries: they are solutions again."""

from __future__ import annotations

import numpy as np
import pytest

import liesd
from liesd.differential.result import EquationGenerator, measure_solutions
from liesd.errors import DataError
from tests.differential.equations import heat

FORM = "u_t = F(u_xx)"


@pytest.fixture(scope="module")
def data() -> liesd.Fields:
    return heat(count=4)


@pytest.fixture(scope="module")
def found(data) -> liesd.EquationDiscovery:
    return liesd.discover_equation(data, FORM, samples=1500, function=lambda u_xx: u_xx)


def pick(found, words: str):
    """The symmetry whose words begin so, and its numbers over the library by name."""
    return next(
        g for g, told in zip(found.readable, found.words, strict=True) if told.startswith(words)
    )


def test_points_move_along_a_boost(data, found) -> None:
    boost = pick(found, "Galilean boost")
    points = data.points()
    moved = boost.move(points, 0.05)
    late = points[:, 0] > 0
    speeds = (moved[late, 1] - points[late, 1]) / points[late, 0]
    shift = speeds[0]
    assert np.allclose(speeds, shift)
    wanted = points[:, 2] * np.exp(-shift / 2 * points[:, 1] - shift**2 / 4 * points[:, 0])
    assert np.allclose(moved[:, 2], wanted, rtol=1e-6, atol=1e-8)
    field = boost.at(points[:5])
    assert field.shape == (5, 3)
    assert np.allclose(field[:, 0], 0, atol=1e-6)


def test_grids_move_along_where_they_can(data, found) -> None:
    scaling = pick(found, "scaling: t")
    moved = scaling.move(data.take([0, 1]), 0.1)
    (t, x), (old_t, old_x) = (one.trajectories[0].axes for one in (moved, data))
    size = (x[1] - x[0]) / (old_x[1] - old_x[0])
    assert size != pytest.approx(1.0)
    assert (t[1] - t[0]) / (old_t[1] - old_t[0]) == pytest.approx(size**2)
    assert moved.periodic == {"x"}
    assert measure_solutions(found.model, moved) < 1e-6


def test_a_boost_is_read_off_within_its_reach(data, found) -> None:
    moved = pick(found, "Galilean boost").move(data.take([0]), 0.03)
    assert not moved.periodic  # exp(−εx) is not
    assert len(moved.trajectories[0].axes[1]) == len(data.trajectories[0].axes[1])
    assert measure_solutions(found.model, moved) < 1e-3


def test_what_is_no_symmetry_makes_no_solutions(data, found) -> None:
    theta = np.zeros(found.spec.size)
    other = EquationGenerator(found.spec, theta, 1.0, found.model)
    theta[np.flatnonzero(np.abs(pick(found, "scaling: t").theta) > 0.1)[0]] = 1.0  # t or x alone
    with pytest.raises(DataError, match="no solutions"):
        other.move(data.take([0]), 0.5)
    with pytest.raises(DataError, match="these fields have the coordinates"):
        other.move(liesd.Fields(w=np.ones((2, 12)) * np.arange(12), s=np.arange(12.0)), 0.1)


def test_a_graph_that_is_none_any_more_is_refused() -> None:
    x, rng = np.linspace(0, 1, 40), np.random.default_rng(0)
    data = liesd.Fields(y=rng.normal(size=(20, 1)) + rng.normal(size=(20, 1)) * x, x=x)
    found = liesd.discover_equation(data, "y'' = F(x, y, y')", degree=1)
    field = pick(found, "field y∂x")
    with pytest.raises(DataError, match="depend on the fields"):
        field.move(data, 0.1)
    assert field.move(data.points(), 0.1).shape == (800, 2)
    lines = pick(found, "scaling: x").move(data, 0.1)
    assert np.allclose(np.diff(lines.trajectories[3].values[0], 2), 0, atol=1e-9)


def test_augmented_data_are_solutions_on_the_same_grid(data, found) -> None:
    more = found.augment(data, 1, seed=1)
    assert len(more) == len(data) + 1
    assert more.periodic == data.periodic
    assert measure_solutions(found.model, more) < 1e-4
    grids = [one.axes for one in more.trajectories]
    assert all(np.array_equal(a, b) for grid in grids for a, b in zip(grid, grids[0], strict=True))
    fresh = more.trajectories[-1].values
    assert all(np.abs(fresh - one.values).max() > 0.1 for one in data.trajectories)
