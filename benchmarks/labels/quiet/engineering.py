"""Laws from engineering: the yield of a sheet under stress, and the work of an actuator."""

import numpy as np

from benchmarks.labels.law import Array, Law
from benchmarks.labels.quiet.algebra import TURN, dot, isometries, soft, unit

MISES = np.array([[1.0, -0.5, 0.0], [-0.5, 1.0, 0.0], [0.0, 0.0, 3.0]])
HILL = np.array([[2.2, 0.5, 0.6], [0.5, 0.6, -0.2], [0.6, -0.2, 1.2]])


def sample_stresses(rng: np.random.Generator, count: int) -> Array:
    """Draw two normal stresses and the shear stress of a sheet."""
    return rng.uniform(-1.0, 1.0, (count, 3)) * np.array([1.7, 1.6, 1.2])


def _excess(x: Array, form: Array) -> Array:
    """Return the log-odds of yield from a quadratic form in the stresses."""
    return soft(3.2 * (np.einsum("ni,ij,nj->n", x, form, x) - 2.6) / 2.0)


def mises(x: Array) -> Array:
    """Return the log-odds of yield of an isotropic sheet."""
    return _excess(x, MISES)


def hill(x: Array) -> Array:
    """Return the log-odds of yield of a rolled sheet."""
    return _excess(x, HILL)


def sample_strokes(rng: np.random.Generator, count: int) -> Array:
    """Draw the force on an actuator and its displacement, both in a plane."""
    force = rng.normal(0.0, 1.0, (count, 2)) * np.array([1.1, 0.9])
    stroke = rng.uniform(-1.7, 1.7, (count, 2))
    return np.column_stack([np.clip(force, -2.8, 2.8), stroke])


def work(x: Array) -> Array:
    """Return the log-odds of an alarm that watches the work alone."""
    return soft(3.4 * (dot(x[:, :2], x[:, 2:]) - 0.15))


def work_and_stroke(x: Array) -> Array:
    """Return the log-odds of an alarm that also watches the length of the stroke."""
    stroke = x[:, 2:]
    return soft(2.4 * dot(x[:, :2], stroke) + 2.4 * (dot(stroke, stroke) - 1.8))


LAWS = (
    Law(
        "yield-isotropic-sheet",
        "s[3] -> label",
        sample_stresses,
        mises,
        tuple({"s": matrix} for matrix in isometries(MISES)),
    ),
    Law(
        "yield-rolled-sheet",
        "s[3] -> label",
        sample_stresses,
        hill,
        tuple({"s": matrix} for matrix in isometries(HILL)),
    ),
    Law(
        "work-alarm",
        "x[2] + y[2] -> label",
        sample_strokes,
        work,
        tuple({"x": unit(2, i, j), "y": -unit(2, j, i)} for i in range(2) for j in range(2)),
    ),
    Law(
        "work-and-stroke-alarm",
        "x[2] + y[2] -> label",
        sample_strokes,
        work_and_stroke,
        ({"x": TURN, "y": TURN},),
    ),
)
