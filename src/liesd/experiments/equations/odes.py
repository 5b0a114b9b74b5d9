"""Ordinary differential equations with known symmetries, and accurate solutions of them.

>>> [len(task.true) for name, task in ODES.items() if name.startswith("linearisable")]
[2, 3, 4, 5, 6, 7, 8]
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

from liesd.differential.fields import Fields
from liesd.experiments.equations.tasks import Field, Task

Array = NDArray[np.float64]
Slope = Callable[[float, Array], list[Array]]
"""The slopes of all unknowns, each for all curves."""


def integrate(slope: Slope, starts: Array, x: Array) -> Array:
    """Solutions from all starts (unknowns, curves) at once: (unknowns, curves, points)."""

    def change(now: float, state: Array) -> Array:
        return np.concatenate(slope(now, state.reshape(starts.shape)))

    found = solve_ivp(
        change, (x[0], x[-1]), starts.ravel(), "DOP853", t_eval=x, rtol=1e-12, atol=1e-13
    )
    return np.asarray(found.y.reshape(*starts.shape, len(x)))


def solve_free(seed: int = 0, count: int = 100) -> Fields:
    """y'' = 0, exactly."""
    x, (a, b) = np.linspace(0, 2, 81), np.random.default_rng(seed).normal(size=(2, count, 1))
    return Fields(y=a + b * x, x=x)


def solve_oscillator(seed: int = 0, count: int = 100) -> Fields:
    """y'' = −y, exactly."""
    x, (a, b) = np.linspace(0, 2, 81), np.random.default_rng(seed).normal(size=(2, count, 1))
    return Fields(y=a * np.cos(x) + b * np.sin(x), x=x)


def solve_linearisable(seed: int = 0, count: int = 150) -> Fields:
    """y'' = −3yy' − y³."""
    x, starts = np.linspace(0, 2, 81), np.abs(np.random.default_rng(seed).normal(size=(2, count)))
    y = integrate(lambda _, s: [s[1], -3 * s[0] * s[1] - s[0] ** 3], starts, x)
    return Fields(y=y[0], x=x)


def solve_inverse_cube(seed: int = 0, count: int = 200) -> Fields:
    """y'' = y⁻³."""
    rng, x = np.random.default_rng(seed), np.linspace(0, 1, 81)
    starts = np.stack([rng.uniform(0.8, 1.6, count), rng.uniform(-0.5, 0.5, count)])
    return Fields(y=integrate(lambda _, s: [s[1], s[0] ** -3.0], starts, x)[0], x=x)


def solve_emden(seed: int = 0, count: int = 200) -> Fields:
    """y'' = −2y'/x − y², the equation of Emden and Fowler."""
    rng, x = np.random.default_rng(seed), np.linspace(1, 3, 121)
    starts = np.stack([rng.uniform(0.3, 1.5, count), rng.uniform(-0.5, 0.5, count)])
    y = integrate(lambda x, s: [s[1], -2 * s[1] / x - s[0] ** 2], starts, x)
    return Fields(y=y[0], x=x)


def solve_kepler(seed: int = 0, count: int = 200) -> Fields:
    """r'' = −r/|r|³ in the plane."""
    rng, t = np.random.default_rng(seed), np.linspace(0, 2, 161)
    near, far = rng.uniform(-0.1, 0.1, (2, count)), rng.uniform(0.9, 1.1, (2, count))
    starts = np.stack([far[0], near[0], near[1], far[1]])

    def slope(_: float, s: Array) -> list[Array]:
        cube = np.hypot(s[0], s[1]) ** 3
        return [s[2], s[3], -s[0] / cube, -s[1] / cube]

    y = integrate(slope, starts, t)
    return Fields(x=y[0], y=y[1], t=t)


def solve_painleve(seed: int = 0, count: int = 100) -> Fields:
    """y'' = 6y² + x, the first equation of Painlevé."""
    rng, x = np.random.default_rng(seed), np.linspace(0, 1.2, 97)
    starts = np.stack([rng.uniform(-1, 0.3, count), rng.uniform(-0.5, 0.3, count)])
    return Fields(y=integrate(lambda x, s: [s[1], 6 * s[0] ** 2 + x], starts, x)[0], x=x)


FORM = "y'' = F(x, y, y')"
WAVES = ("sin(x)", "cos(x)", "sin(2*x)", "cos(2*x)")
LIBRARY = ("1", "y", *WAVES, *(f"y*{one}" for one in WAVES), "y**2*sin(x)", "y**2*cos(x)")

FREE: tuple[Field, ...] = (
    {"x": "1"},
    {"y": "1"},
    {"x": "x"},
    {"y": "y"},
    {"x": "y"},
    {"y": "x"},
    {"x": "x**2", "y": "x*y"},
    {"x": "x*y", "y": "y**2"},
)
OSCILLATOR: tuple[Field, ...] = (
    {"x": "1"},
    {"y": "y"},
    {"y": "sin(x)"},
    {"y": "cos(x)"},
    {"x": "sin(2*x)", "y": "y*cos(2*x)"},
    {"x": "cos(2*x)", "y": "-y*sin(2*x)"},
    {"x": "y*sin(x)", "y": "y**2*cos(x)"},
    {"x": "y*cos(x)", "y": "-y**2*sin(x)"},
)
LINEARISABLE: tuple[Field, ...] = (
    {"x": "1"},
    {"x": "x", "y": "-y"},
    {"x": "x**2", "y": "2 - 2*x*y"},
    {"x": "y", "y": "-y**3"},
    {"x": "x*y", "y": "y**2 - x*y**3"},
    {"x": "x**2*y - x", "y": "2*x*y**2 - x**2*y**3 - y"},
    {"x": "x**3*y - 2*x**2", "y": "3*x**2*y**2 - x**3*y**3 - 2*x*y"},
    {"x": "x**4*y - 2*x**3", "y": "4*x**3*y**2 - x**4*y**3 - 6*x**2*y + 4*x"},
)
"""Its solutions are straight lines in the coordinates x − 1/y and x²/2 − x/y: from degree 1 on
each degree up to 7 has one more."""

ODES = {
    task.name: task
    for task in (
        Task("free", solve_free, FORM, FREE),
        Task("oscillator", solve_oscillator, FORM, OSCILLATOR, options={"library": LIBRARY}),
        *(
            Task(
                f"linearisable, degree {degree}",
                solve_linearisable,
                FORM,
                LINEARISABLE[: degree + 1],
                options={"degree": degree},
            )
            for degree in range(1, 8)
        ),
        Task(
            "inverse cube",
            solve_inverse_cube,
            FORM,
            ({"x": "1"}, {"x": "2*x", "y": "y"}, {"x": "x**2", "y": "x*y"}),
        ),
        Task("Emden–Fowler", solve_emden, FORM, ({"x": "x", "y": "-2*y"},)),
        Task(
            "Kepler",
            solve_kepler,
            "x_tt, y_tt = F(x, y, x_t, y_t)",
            ({"t": "1"}, {"x": "y", "y": "-x"}, {"t": "3*t", "x": "2*x", "y": "2*y"}),
        ),
        Task("Painlevé I", solve_painleve, FORM, ()),
    )
}
