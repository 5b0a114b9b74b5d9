"""Data that mislead: each kind has its sentence."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

import liesd
from benchmarks.equations.sets import SETS
from liesd.errors import DataError
from liesd.experiments.equations import solvers
from tests.differential.equations import curves, heat

discover = partial(liesd.discover_equation, samples=3000)
FORM = "u_t = F(u, u_x, u_xx)"
UNSURE = liesd.Verdict.UNSURE


def stack(data: liesd.Fields) -> np.ndarray:
    return np.stack([one.values[0] for one in data.trajectories])


def test_a_periodic_end_point_that_is_stored_twice() -> None:
    data = heat()
    t, x = data.trajectories[0].axes
    U = stack(data)
    twice = np.concatenate([U, U[..., :1]], axis=-1)
    grid = np.append(x, x[-1] + x[1] - x[0])
    with pytest.raises(DataError, match="repeats the first one"):
        discover(liesd.Fields(u=twice, t=t, x=grid, periodic="x"), FORM)


def test_false_periodicity() -> None:
    data = heat()
    t, x = data.trajectories[0].axes
    half = liesd.Fields(u=stack(data)[..., :40], t=t, x=x[:40], periodic="x")
    with pytest.raises(DataError, match="not periodic in x"):
        discover(half, FORM)
    found = discover(liesd.Fields(u=stack(data)[..., :40], t=t, x=x[:40]), FORM)
    assert (found.dimension, found.verdict.name) == (8, "SURE")


def test_grids_that_do_not_resolve_the_fields() -> None:
    data = solvers.solve_burgers(0, points=1024, steps=40)
    t, x = data.trajectories[0].axes
    rough = liesd.Fields(u=stack(data)[..., ::16], t=t, x=x[::16], periodic="x")
    found = discover(rough, FORM)
    assert found.verdict is UNSURE
    assert "UNRESOLVED" in found.decision.doubts
    assert "does not resolve the fields" in found.reason
    assert "finer grid" in found.advice


def test_a_constant_derivative_is_not_coarse() -> None:
    x = np.linspace(0, 1.5, 61)
    starts = np.random.default_rng(0).normal(size=(40, 2, 1))
    fall = liesd.Fields(y=starts[:, 0] + starts[:, 1] * x - x**2 / 2, x=x)
    found = discover(fall, "y'' = F(x, y, y')")
    assert (found.dimension, found.equation, found.verdict.name) == (6, "y_xx = −1", "SURE")


def test_steps_in_time_that_are_too_large() -> None:
    data = solvers.solve_kdv(0, points=128, steps=400)
    t, x = data.trajectories[0].axes
    rare = liesd.Fields(u=stack(data)[:, ::8], t=t[::8], x=x, periodic="x")
    found = discover(rare, "u_t = F(u, u_x, u_xx, u_xxx)")
    assert found.verdict is UNSURE
    assert "COARSE" in found.decision.doubts


def test_one_trajectory_is_no_evidence() -> None:
    found = discover(heat(count=1), FORM)
    assert found.verdict is UNSURE
    assert "NONE_HELD_OUT" in found.decision.doubts
    assert "too few trajectories to hold one out" in found.reason


def test_a_left_side_that_cannot_be_explained() -> None:
    found = discover(solvers.solve_kdv(0, points=128, steps=80), "u_t = F(u)")
    assert found.verdict is UNSURE
    assert "UNEXPLAINED" in found.decision.doubts
    assert "of the left side unexplained" in found.reason
    assert "more derivatives among the arguments" in found.advice


def test_a_missing_term_that_is_small() -> None:
    found = discover(heat(growth=0.1), "u_t = F(u_x, u_xx)")
    assert found.verdict is UNSURE
    assert "UNEXPLAINED" in found.decision.doubts


def test_a_derivative_that_never_changes() -> None:
    x = np.linspace(0, 1, 40)
    y = np.random.default_rng(0).normal(size=(20, 1)) + 2 * x + 0 * x
    with pytest.raises(DataError, match="y_x never changes"):
        discover(liesd.Fields(y=y, x=x), "y'' = F(x, y, y')")


def test_too_few_curves_for_the_jets_to_fill_their_space() -> None:
    x = np.linspace(0, 2, 81)
    starts = [[1.0, 0.0], [1.4, 0.3], [0.6, 0.2]]
    y = curves(lambda x, s: [s[1], np.cos(s[0] * s[1]) / (1 + x * s[0] ** 2)], starts, x)
    found = discover(liesd.Fields(y=y[:, 0], x=x), "y'' = F(x, y, y')")
    assert found.verdict is UNSURE
    assert "FEW_TRAJECTORIES" in found.decision.doubts
    assert "too few to fill the space of jets" in found.reason
    assert "more trajectories" in found.advice


def test_steps_that_are_off_by_one_point() -> None:
    data = heat()
    t, x = data.trajectories[0].axes
    wrong = np.linspace(x[0], -x[0], len(x))  # as if the last point were the end of the period
    found = discover(liesd.Fields(u=stack(data), t=t, x=wrong, periodic="x"), FORM)
    assert (found.dimension, found.verdict.name) == (8, "SURE")  # in units of its own
    assert "the steps of x may be wrong" in str(found)
    assert "may be wrong" not in str(discover(data, FORM))
    slow = liesd.Fields(u=stack(data), t=t * 80 / 79, x=x, periodic="x")
    assert "the steps of t may be wrong" in str(discover(slow, FORM))


def test_points_that_are_rounded() -> None:
    data = heat()
    t, x = data.trajectories[0].axes
    with pytest.raises(DataError, match="rounded to 2 decimals.*np.linspace"):
        liesd.Fields(u=stack(data), t=np.round(1.53 * t, 2), x=x, periodic="x")
    single = {"t": t.astype(np.float32), "x": x.astype(np.float32)}
    found = discover(liesd.Fields(u=stack(data), **single, periodic="x"), FORM)
    assert (found.dimension, found.verdict.name) == (8, "SURE")
    uneven = x + 0.02 * np.sin(x)
    assert np.array_equal(
        liesd.Fields(u=stack(data), t=t, x=uneven).trajectories[0].axes[1], uneven
    )


def test_data_of_a_difference_scheme() -> None:
    rng, count, dt = np.random.default_rng(0), 48, 5e-3
    x = 2 * np.pi * np.arange(count) / count
    size, phase = rng.normal(size=(8, 4, 1)), rng.uniform(0, 6, size=(8, 4, 1))
    k = np.arange(1, 5)[:, None]
    u = (size / k * np.cos(k * x + phase)).sum(axis=1)
    out = [u]
    for _ in range(60):  # explicit steps with central differences
        u = u + dt / 2 * (np.roll(u, 1, 1) + np.roll(u, -1, 1) - 2 * u) / x[1] ** 2
        out.append(u)
    data = liesd.Fields(u=np.stack(out, axis=1), t=dt * np.arange(61), x=x, periodic="x")
    found = discover(data, FORM)
    assert found.verdict is UNSURE
    assert "SCHEME" in found.decision.doubts
    assert "difference scheme" in found.reason


@pytest.mark.parametrize("noise", [1e-5, 1e-3, 1e-2])
def test_noise_makes_nothing_sure_that_is_wrong(noise: float) -> None:
    data = heat(growth=0.1)
    t, x = data.trajectories[0].axes
    U = stack(data)
    U = U + noise * U.std() * np.random.default_rng(0).normal(size=U.shape)
    found = discover(liesd.Fields(u=U, t=t, x=x, periodic="x"), FORM)
    assert found.verdict is UNSURE or found.dimension == 5


@pytest.mark.parametrize(("law", "dimension"), [("steep_growth_held", 2), ("steep_growth", 4)])
def test_a_truncated_series_is_no_sure_symmetry(law: str, dimension: int) -> None:
    """exp(−0.005t)∂u is a symmetry of the first; near the data its first terms look like one."""
    (known,) = (one for one in SETS["third"] if one.name == law)
    found = discover(liesd.Fields(**known.sample(0), periodic="x"), known.equation)
    if law == "steep_growth":
        assert (found.dimension, found.verdict.name) == (dimension, "SURE")
    else:
        assert found.dimension == dimension or "TRUNCATED" in found.decision.doubts
        assert found.verdict.name == "UNSURE"
        assert "truncated series" in found.reason
