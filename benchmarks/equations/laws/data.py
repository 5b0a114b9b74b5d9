"""Solutions of the laws from random initial data, near machine precision."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import sympy as sp
from scipy.integrate import DOP853, solve_ivp

if TYPE_CHECKING:
    from .base import Law

Range = tuple[float, float]


@dataclass(frozen=True)
class Curves:
    """How to draw curves of an ordinary equation.

    ``initial`` gives a range per initial value (y, y_x, ... , then z, z_x, ...) at the start
    of ``span``; a curve one of whose jets exceeds ``bound`` (or, where ``floor`` is given,
    whose first field falls below it) is thrown away and drawn again.
    """

    span: Range
    initial: tuple[Range, ...]
    bound: float = 10.0
    floor: float | None = None
    points: int = 100


@dataclass(frozen=True)
class Waves:
    """How to draw solutions of an equation in t and x on a periodic box.

    Every field starts as mean + amplitude * (a random Fourier series of ``modes`` waves whose
    absolute value is at most 1); ``means`` and ``amplitudes`` give a range per field (for
    u_tt = ... the fields, then their time derivatives). ``points`` values are stored, on
    which waves up to ``cut`` of the box are kept in the integration. The initial data are given
    ``lead`` before the first stored time, so that fast decaying waves have found their size.
    """

    span: Range
    length: float
    means: tuple[Range, ...]
    amplitudes: tuple[Range, ...]
    modes: int = 3
    cut: int = 40
    points: int = 128
    times: int = 60
    lead: float = 0.0


def right_hand_side(law: Law) -> Callable[..., tuple[np.ndarray, ...]]:
    """The right-hand sides as one numpy function of the listed arguments of F."""
    symbols = [sp.Symbol(name) for name in law.arguments]
    names = dict(zip(law.arguments, symbols, strict=True))
    return sp.lambdify(symbols, [sp.sympify(text, locals=names) for text in law.right], "numpy")


def march(
    slope: Callable[[float, np.ndarray], np.ndarray],
    times: np.ndarray,
    first: np.ndarray,
    rtol: float,
    atol: float,
) -> np.ndarray:
    """States at the given times, each reached by a step (no interpolation between steps)."""
    states, width = [first], None
    for start, stop in itertools.pairwise(times):
        begin = None if width is None else min(width, stop - start)
        solver = DOP853(slope, start, states[-1], stop, rtol=rtol, atol=atol, first_step=begin)
        while solver.status == "running":
            problem = solver.step()
            if solver.status == "failed":
                raise RuntimeError(problem)
            width = solver.h_abs
        states.append(solver.y)
    return np.array(states)


def sample_curves(law: Law, rng: np.random.Generator, count: int) -> dict[str, np.ndarray]:
    """Curves of an ordinary equation on a common grid; see ``Law.sample``."""
    recipe, order = law.recipe, law.order
    assert isinstance(recipe, Curves)
    function = right_hand_side(law)
    names = [field + "_" * (k > 0) + "x" * k for field in law.fields for k in range(order)]
    grid = np.linspace(*recipe.span, recipe.points)
    low, high = np.array(recipe.initial).T

    def slope(x: float, jets: np.ndarray) -> np.ndarray:
        values = dict(zip(names, jets, strict=True)) | {"x": x}
        out = np.empty_like(jets)
        tops = function(*(values[name] for name in law.arguments))
        for index, top in enumerate(tops):
            start = index * order
            out[start : start + order - 1] = jets[start + 1 : start + order]
            out[start + order - 1] = top
        return out

    def leaves(x: float, jets: np.ndarray) -> float:
        inside = recipe.bound - np.abs(jets).max()
        return inside if recipe.floor is None else min(inside, jets[0] - recipe.floor)

    leaves.terminal = True  # type: ignore[attr-defined]
    accepted: list[np.ndarray] = []
    while len(accepted) < count:  # a rough run decides which curves stay inside
        first = rng.uniform(low, high)
        if leaves(grid[0], first) <= 0:
            continue
        run = solve_ivp(slope, recipe.span, first, "DOP853", events=leaves, rtol=1e-6)
        if run.status == 0:
            accepted.append(first)
    first = np.array(accepted).T

    def slopes(x: float, flat: np.ndarray) -> np.ndarray:
        return slope(x, flat.reshape(first.shape)).ravel()

    states = march(slopes, grid, first.ravel(), 1e-13, 1e-14).reshape(len(grid), *first.shape)
    stack = states[:, ::order].transpose(1, 2, 0)
    return {"x": grid} | {field: stack[i].copy() for i, field in enumerate(law.fields)}


def sample_waves(law: Law, rng: np.random.Generator, count: int) -> dict[str, np.ndarray]:
    """Periodic solutions, by Fourier collocation and DOP853; see ``Law.sample``."""
    recipe, fields = law.recipe, law.fields
    assert isinstance(recipe, Waves)
    function = right_hand_side(law)
    points, order = recipe.points, law.order
    grid = np.arange(points) * (recipe.length / points)
    times = np.linspace(*recipe.span, recipe.times)
    waves = recipe.cut + 1
    power = 2j * np.pi / recipe.length * np.arange(waves)
    starts = []
    for mean, amplitude in zip(recipe.means, recipe.amplitudes, strict=True):
        series = rng.normal(size=(count, recipe.modes, 2)) / np.arange(1, recipe.modes + 1)[:, None]
        series /= np.linalg.norm(series, axis=2).sum(axis=1)[:, None, None]
        series *= rng.uniform(*amplitude, size=count)[:, None, None]
        start = np.zeros((count, waves), complex)
        start[:, 0] = rng.uniform(*mean, size=count)
        start[:, 1 : recipe.modes + 1] = (series[..., 0] - 1j * series[..., 1]) / 2
        starts.append(start)
    first = np.array(starts)  # (fields * order, count, waves), the fields first

    def values_of(name: str, state: np.ndarray, t: float) -> np.ndarray | float:
        if name == "t":
            return t
        if name == "x":
            return grid
        field, _, letters = name.partition("_")
        index = fields.index(field) + len(fields) * letters.count("t")
        wave = state[index] * power ** letters.count("x")
        return np.fft.irfft(wave * points, points, axis=-1)

    def slope(t: float, flat: np.ndarray) -> np.ndarray:
        state = flat.view(complex).reshape(first.shape)
        tops = function(*(values_of(name, state, t) for name in law.arguments))
        out = np.empty_like(state)
        out[: len(fields) * (order - 1)] = state[len(fields) :]
        for index, top in enumerate(tops):
            top = np.broadcast_to(top, (count, points))
            out[len(fields) * (order - 1) + index] = np.fft.rfft(top, axis=-1)[:, :waves] / points
        return out.reshape(-1).view(float)

    flat = first.reshape(-1).view(float)
    early = np.concatenate([[times[0] - recipe.lead], times]) if recipe.lead else times
    states = march(slope, early, flat, 1e-12, 1e-14)[-len(times) :]
    states = states.view(complex).reshape(len(times), *first.shape)
    result = {"t": times, "x": grid}
    for index, field in enumerate(fields):
        values = np.fft.irfft(states[:, index] * points, points, axis=-1)
        result[field] = values.transpose(1, 0, 2)
    return result
