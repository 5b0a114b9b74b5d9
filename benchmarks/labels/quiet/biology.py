"""Laws from biology: growth along a spiral, and harm from a dose over a time."""

import numpy as np

from benchmarks.labels.law import Array, Law
from benchmarks.labels.quiet.algebra import TURN, soft

PITCH = 1.3
POWER = 3.0


def sample_plants(rng: np.random.Generator, count: int) -> Array:
    """Draw places on a disc of growth, away from its very centre."""
    radius = np.sqrt(rng.uniform(0.35**2, 2.2**2, count))
    angle = rng.uniform(-np.pi, np.pi, count)
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])


def _phase(x: Array) -> tuple[Array, Array]:
    """Return the phase along the spiral and the radius of each place."""
    radius = np.hypot(x[:, 0], x[:, 1])
    return np.arctan2(x[:, 1], x[:, 0]) - PITCH * np.log(radius), radius


def spiral(x: Array) -> Array:
    """Return the log-odds of a leaf, which are constant along logarithmic spirals."""
    phase, _ = _phase(x)
    return soft(4.5 * np.cos(phase) + 2.0 * np.sin(2.0 * phase))


def spiral_ageing(x: Array) -> Array:
    """Return the log-odds of a leaf when the older, outer places are also crowded."""
    phase, radius = _phase(x)
    return soft(3.2 * np.cos(phase) + 1.4 * np.sin(2.0 * phase) + 2.4 * (1.5 - radius**2 / 1.6))


def sample_doses(rng: np.random.Generator, count: int) -> Array:
    """Draw the concentration of a gas and the time of exposure."""
    return np.exp(rng.uniform(-1.2, 1.2, (count, 2)))


def haber(x: Array) -> Array:
    """Return the log-odds of harm when only concentration times time matters."""
    return soft(2.8 * np.log(x[:, 0] * x[:, 1]) - 0.3)


def ten_berge(x: Array) -> Array:
    """Return the log-odds of harm when concentration counts with a higher power."""
    return soft(1.5 * np.log(x[:, 0] ** POWER * x[:, 1]) - 0.3)


LAWS = (
    Law(
        "leaf-on-spiral",
        "x[2] -> label",
        sample_plants,
        spiral,
        ({"x": np.eye(2) + PITCH * TURN},),
    ),
    Law("leaf-on-ageing-spiral", "x[2] -> label", sample_plants, spiral_ageing, ()),
    Law("dose-times-time", "x[2] -> label", sample_doses, haber, ({"x": np.diag([1.0, -1.0])},)),
    Law(
        "dose-power-times-time",
        "x[2] -> label",
        sample_doses,
        ten_berge,
        ({"x": np.diag([1.0, -POWER])},),
    ),
)
