"""Noisy fields: a smooth fit, chosen by held-out trajectories."""

from __future__ import annotations

import numpy as np
import pytest

import liesd
from liesd.differential.jets.draw import draw_jets, draw_smooth
from liesd.differential.jets.smooth import build_basis
from liesd.spec.polynomial import list_powers
from tests.differential.equations import heat
from tests.differential.test_jets import wave


@pytest.mark.parametrize("periodic", [("x",), ()])
def test_derivatives_of_noisy_fields(periodic: tuple[str, ...]) -> None:
    t, x = np.linspace(0, 1, 80), 2 * np.pi * np.arange(64) / 64
    U = wave(t[:, None], x, (0, 0)) * np.ones((2, 1, 1))
    U = U + 1e-3 * np.random.default_rng(0).standard_normal(U.shape)
    data = liesd.Fields(u=U, t=t, x=x, periodic=periodic)
    errors = []
    for draw in (draw_jets, draw_smooth):
        jets = draw(data, 2, count=500)
        place = 2 + list_powers(2, 2).index((0, 2))
        wanted = wave(jets.values[:, 0], jets.values[:, 1], (0, 2))
        errors.append(float(np.sqrt(np.mean((jets.values[:, place] - wanted) ** 2))))
    assert errors[1] < 0.03 < errors[0] / 3
    assert jets.noise == pytest.approx(1e-3 / U[0].std(), rel=0.1)


@pytest.mark.parametrize("is_periodic", [True, False])
def test_functions_are_orthonormal_and_derived(is_periodic: bool) -> None:
    x = np.linspace(0, 2, 60, endpoint=False)
    basis = build_basis(x, is_periodic, 2)
    table = basis.tables[0]
    assert np.allclose(table.T @ table, np.eye(table.shape[1]), atol=1e-9)
    few = int(basis.sizes[4])
    for low, high in ((0, 1), (1, 2)):
        slope = np.gradient(basis.tables[low][:, :few], x, axis=0)[2:-2]
        made = basis.tables[high][2:-2, :few]
        assert np.abs(slope - made).max() < 0.05 * max(1.0, np.abs(made).max())


def test_noise_is_named_and_the_equation_is_found() -> None:
    data = heat(growth=0.5)
    t, x = data.trajectories[0].axes
    U = np.stack([one.values[0] for one in data.trajectories])
    U = U + 1e-3 * U.std() * np.random.default_rng(0).standard_normal(U.shape)
    noisy = liesd.Fields(u=U, t=t, x=x, periodic="x")
    found = liesd.discover_equation(noisy, "u_t = F(u, u_xx)", samples=3000)
    assert found.verdict is liesd.Verdict.UNSURE
    assert "NOISY" in found.decision.doubts
    assert "the fields hold noise of" in found.reason
    assert found.equation.count("·") == 2 or "u_xx" in found.equation
    assert found.heldout_error < 0.1
    clean = liesd.discover_equation(data, "u_t = F(u, u_xx)", samples=3000)
    assert clean.transcript.signs["noise"] == 0
