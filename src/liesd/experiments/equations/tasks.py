"""Six differential equations with known symmetries, and the published distances to these.

>>> sorted(TASKS)
['burgers', 'heat', 'kdv', 'reaction-diffusion', 'schroedinger', 'wave']
>>> len(TASKS["kdv"].true)
4
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch

from liesd import metrics
from liesd.differential.fields import Array, Fields
from liesd.differential.result import EquationDiscovery
from liesd.experiments.equations import solvers
from liesd.spec.fields import Formula

Field = Mapping[str, str]
"""The components of a field that are not zero, as formulas."""


@dataclass(frozen=True, eq=False)
class Task:
    """An equation: how to solve it, the form that is asked about, and its symmetries."""

    name: str
    solve: Callable[..., Fields]
    equation: str
    true: tuple[Field, ...]
    """All point symmetries within the degree or the library."""
    published: float | None = None
    """The distance of LieNLSD's saved results."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """What is asked other than by default."""

    def distance(self, found: EquationDiscovery) -> float:
        """The Grassmann distance between what was found and the truth, over the whole library."""
        true = [express(one, found.coordinates, found.library).ravel() for one in self.true]
        columns = [one.coefficients.ravel() for one in found.generators]  # type: ignore[attr-defined]
        if len(true) != len(columns):
            return float("inf")
        if not true:
            return 0.0
        return metrics.grassmann_distance(np.array(columns).T, np.array(true).T)


def express(motion: Field, coordinates: tuple[str, ...], library: tuple[str, ...]) -> Array:
    """Express a motion over a library of functions: (coordinates, functions)."""
    points = torch.from_numpy(
        np.random.default_rng(0).uniform(0.5, 2.0, (4 * len(library), len(coordinates)))
    )
    table = torch.stack([Formula(one, coordinates)(points) for one in library], dim=1).numpy()
    out = np.zeros((len(coordinates), len(library)))
    for name, text in motion.items():
        wanted = Formula(text, coordinates)(points).numpy()
        numbers, *_ = np.linalg.lstsq(table, wanted, rcond=None)
        out[coordinates.index(name)] = np.where(np.abs(numbers) > 1e-9, numbers, 0.0)
        if np.abs(table @ numbers - wanted).max() > 1e-8:
            raise ValueError(f"{text} is no combination of {', '.join(library)}")
    return out


PLANE: tuple[Field, ...] = ({"t": "1"}, {"x": "1"}, {"y": "1"}, {"x": "y", "y": "-x"})
PHASE: Field = {"u": "v", "v": "-u"}

HEAT = Task(
    "heat",
    solvers.solve_heat,
    "u_t = F(u, u_x, u_xx)",
    (
        {"t": "1"},
        {"x": "1"},
        {"u": "u"},
        {"t": "2*t", "x": "x"},
        {"x": "2*t", "u": "-x*u"},
        {"u": "1"},
        {"u": "x"},
        {"u": "x**2 + 2*t"},
    ),
    1.3e-2,
)
BURGERS = Task(
    "burgers",
    solvers.solve_burgers,
    "u_t = F(u, u_x, u_xx)",
    (
        {"t": "1"},
        {"x": "1"},
        {"u": "1"},
        {"t": "2*t", "x": "x"},
        {"x": "2*t", "u": "-x"},
        {"t": "4*t**2", "x": "4*t*x", "u": "-x**2 - 2*t"},
    ),
    2.0e-2,
)
KDV = Task(
    "kdv",
    solvers.solve_kdv,
    "u_t = F(u, u_x, u_xx, u_xxx)",
    ({"t": "1"}, {"x": "1"}, {"x": "t", "u": "1"}, {"t": "3*t", "x": "x", "u": "-2*u"}),
    9.9e-3,
)
WAVE = Task(
    "wave",
    solvers.solve_wave,
    "u_tt = F(u, u_x, u_y, u_xx, u_xy, u_yy)",
    (
        *PLANE,
        {"x": "t", "t": "x"},
        {"y": "t", "t": "y"},
        {"t": "t", "x": "x", "y": "y"},
        {"u": "u"},
        *({"u": text} for text in ("1", "t", "x", "y", "t*x", "t*y", "x*y")),
        {"u": "t**2 + x**2"},
        {"u": "t**2 + y**2"},
        {"t": "t**2 + x**2 + y**2", "x": "2*t*x", "y": "2*t*y", "u": "-t*u"},
        {"x": "x**2 + t**2 - y**2", "t": "2*t*x", "y": "2*x*y", "u": "-x*u"},
        {"y": "y**2 + t**2 - x**2", "t": "2*t*y", "x": "2*x*y", "u": "-y*u"},
    ),
    2.3e-2,
)
SCHROEDINGER = Task(
    "schroedinger",
    solvers.solve_schroedinger,
    "u_t, v_t = F(u, v, u_xx, u_yy, v_xx, v_yy)",
    (
        *PLANE,
        PHASE,
        {"t": "2*t", "x": "x", "y": "y", "u": "-u", "v": "-v"},
        {"x": "t", "u": "-x*v", "v": "x*u"},
        {"y": "t", "u": "-y*v", "v": "y*u"},
    ),
    1.4e-1,
)
REACTION = Task(
    "reaction-diffusion",
    solvers.solve_reaction,
    "u_t, v_t = F(u, v, u_xx, u_yy, v_xx, v_yy)",
    (*PLANE, PHASE),
    1.7e-1,
)
TASKS = {one.name: one for one in (HEAT, BURGERS, KDV, WAVE, SCHROEDINGER, REACTION)}
