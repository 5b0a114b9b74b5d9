"""Small data sets of equations, for tests."""

from __future__ import annotations

import numpy as np
from scipy.integrate import solve_ivp

import liesd
from liesd.experiments.equations.solvers import draw_line, find_grid, find_waves


def heat(growth: float = 0.0, count: int = 8, points: int = 64, seed: int = 0, **options):
    """u_t = u_xx + growth·u, exactly."""
    u = draw_line(np.random.default_rng(seed), count, points, 6)
    t = 0.02 * np.arange(80)
    decay = np.exp(np.outer(t, growth - find_waves(points) ** 2))
    U = np.fft.ifft(np.fft.fft(u)[:, None] * decay).real
    return liesd.Fields(**{"u": U, "t": t, "x": find_grid(points), "periodic": "x"} | options)


def curves(slope, starts, x) -> np.ndarray:
    """Solutions of an ordinary differential equation, (curves, unknowns, points)."""
    found = [
        solve_ivp(slope, (x[0], x[-1]), start, "DOP853", t_eval=x, rtol=1e-13, atol=1e-14).y
        for start in starts
    ]
    return np.array(found)
