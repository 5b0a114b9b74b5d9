"""Derivatives of sampled fields against those of formulas."""

from __future__ import annotations

import numpy as np
import pytest

import liesd
from liesd.differential.checks import measure_coarse
from liesd.differential.grammar import parse
from liesd.differential.jets.derivatives import build_differences, derive_spectral, measure_tail
from liesd.differential.jets.draw import draw_jets
from liesd.errors import DataError
from liesd.spec.polynomial import list_powers


def wave(t, x, order):
    """sin(x + 2t), derived."""
    phase = x + 2 * t + (order[0] + order[1]) * np.pi / 2
    return 2.0 ** order[0] * np.sin(phase)


@pytest.mark.parametrize(
    ("periodic", "even", "tolerance"), [(("x",), True, 1e-7), ((), True, 1e-6), ((), False, 1e-5)]
)
def test_jets_hold_the_derivatives(periodic, even: bool, tolerance: float) -> None:
    t = np.linspace(0, 1, 60)
    x = 2 * np.pi * np.arange(48) / 48
    if not even:
        t, x = t + 0.1 * np.sin(3 * t), x + 0.05 * np.sin(x)
    U = wave(t[:, None], x, (0, 0)) * np.array([1.0, 2.0])[:, None, None]
    jets = draw_jets(liesd.Fields(u=U, t=t, x=x, periodic=periodic), 3, count=600)
    sizes = 1.0 + jets.trajectory
    for place, power in enumerate(list_powers(2, 3)):
        wanted = sizes * wave(jets.values[:, 0], jets.values[:, 1], power)
        size = 2.0 ** power[0]
        assert np.abs(jets.values[:, 2 + place] - wanted).max() < tolerance * size, power
    assert np.abs(jets.rough - jets.values).max() < 1e-2


def test_curves_on_their_own_grids_give_jets_too() -> None:
    grids = [np.linspace(0, 2, 50), np.linspace(0.5, 3, 70) ** 1.1]
    data = liesd.Fields(y=[np.sin(g) for g in grids], x=grids)
    jets = draw_jets(data, 2, count=80)
    assert np.allclose(jets.values[:, 3], -np.sin(jets.values[:, 0]), atol=1e-6)
    assert set(jets.trajectory) == {0, 1}


def test_derivatives_that_are_rounding_are_zero() -> None:
    x = np.linspace(0, 1, 40)
    jets = draw_jets(liesd.Fields(y=np.outer([1.0, 2.0, -1.0], x) + 1, x=x), 2)
    assert (jets.values[:, 3] == 0).all()
    assert (jets.values[:, 2] != 0).all()


def test_more_accurate_differences_resolve_fast_waves_but_not_noise() -> None:
    """A wave of u_t + u_x = 0 with eight points per period in time."""
    t, x = np.linspace(0, 5, 81), 2 * np.pi * np.arange(64) / 64
    sizes = np.random.default_rng(0).uniform(0.5, 2, size=(6, 1, 1))
    U = np.sin(12 * (x - t[:, None])) * sizes + sizes * np.cos(x - t[:, None])
    found = liesd.discover_equation(liesd.Fields(u=U, t=t, x=x, periodic="x"), "u_t = F(u_x)")
    assert found.heldout_error < 1e-4
    noisy = U + 0.01 * np.random.default_rng(1).normal(size=U.shape)
    data = liesd.Fields(u=noisy, t=t, x=x, periodic="x")
    usual, finer = draw_jets(data, 1), draw_jets(data, 1, accuracy=14)
    asked = parse("u_t = F(u_x)", data.axes, data.names)
    assert measure_coarse(asked, finer) > 0.3 * measure_coarse(asked, usual)


def test_too_few_points_are_refused() -> None:
    x = np.linspace(0, 1, 9)
    with pytest.raises(DataError, match="need at least 10"):
        draw_jets(liesd.Fields(y=np.sin(x)[None], x=x), 2)


def test_differences_are_exact_for_polynomials() -> None:
    points = np.sort(np.random.default_rng(0).uniform(size=30))
    weights = build_differences(points, np.array([10]), 2, 8)
    assert weights[1, 0] @ points**5 == pytest.approx(5 * points[10] ** 4)
    assert weights[2, 0] @ points**5 == pytest.approx(20 * points[10] ** 3)


def test_the_spectrum_tells_what_is_resolved() -> None:
    x = 2 * np.pi * np.arange(64) / 64
    smooth, rough = np.exp(np.sin(x))[None], np.sign(np.sin(x))[None]
    assert measure_tail(smooth, 1) < 1e-10
    assert measure_tail(rough, 1) > 0.05
    assert np.allclose(derive_spectral(smooth, x[1], 1, 1), np.cos(x) * smooth)
