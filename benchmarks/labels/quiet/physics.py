"""Laws from physics: jets, dipoles, pairs of relativistic particles, and light rays."""

import numpy as np

from benchmarks.labels.law import Array, Law
from benchmarks.labels.quiet.algebra import TURN, area, dot, isometries, soft, turn_about, unit

BEAM = np.array([1.5, -0.9])
FIELD = np.array([1.0, 2.0, 2.0]) / 3.0
METRIC = np.diag([1.0, -1.0, -1.0, -1.0])


def sample_jets(rng: np.random.Generator, count: int) -> Array:
    """Draw the transverse momenta of two jets and the pile-up of the event."""
    momenta = rng.uniform(-1.6, 1.6, (count, 4)) * np.array([1.0, 1.0, 1.15, 0.85])
    return np.column_stack([momenta, rng.normal(0.0, 1.0, count)])


def _jets(x: Array) -> Array:
    """Return the log-odds of a trigger before they are limited."""
    first, second, pile_up = x[:, :2], x[:, 2:4], x[:, 4]
    balance = 2.4 * dot(first, second) + 1.9 * (dot(first, first) - dot(second, second))
    return balance + 0.9 * pile_up + 0.6


def jets(x: Array) -> Array:
    """Return the log-odds of a trigger that knows no direction around the beam."""
    return soft(_jets(x))


def jets_tilted(x: Array) -> Array:
    """Return the log-odds of a trigger that favours one side for the first jet."""
    return soft(_jets(x) + 3.2 * x[:, :2] @ BEAM)


def sample_dipoles(rng: np.random.Generator, count: int) -> Array:
    """Draw two dipole moments and the logarithm of the temperature."""
    moments = rng.normal(0.0, 1.0, (count, 6)) * np.array([1.0, 0.8, 1.1, 0.9, 1.1, 0.9])
    return np.column_stack([np.clip(moments, -2.8, 2.8), rng.uniform(-1.0, 1.0, count)])


def _dipoles(x: Array) -> Array:
    """Return the log-odds that two dipoles bind before they are limited."""
    first, second, heat = x[:, :3], x[:, 3:6], x[:, 6]
    pull = 2.4 * dot(first, second) * (1.0 - 0.4 * heat)
    return pull + 0.7 * (dot(first, first) - dot(second, second)) - 0.8 * heat + 0.4


def dipoles(x: Array) -> Array:
    """Return the log-odds that two dipoles bind in free space."""
    return soft(_dipoles(x))


def dipoles_in_field(x: Array) -> Array:
    """Return the log-odds that two dipoles bind in a field along one axis."""
    return soft(_dipoles(x) + 2.6 * x[:, :3] @ FIELD + 1.4 * (x[:, 3:6] @ FIELD) ** 2 - 1.2)


def sample_pairs(rng: np.random.Generator, count: int) -> Array:
    """Draw the four-momenta of two virtual particles, energy first."""
    energies = rng.uniform(0.2, 2.8, (count, 2))
    momenta = rng.uniform(-1.7, 1.7, (count, 6))
    return np.column_stack([energies[:, 0], momenta[:, :3], energies[:, 1], momenta[:, 3:]])


def _pairs(x: Array) -> Array:
    """Return the log-odds of a resonance before they are limited."""
    first, second = x[:, :4], x[:, 4:]
    joint = dot(first @ METRIC, second)
    return 1.7 * (joint - 2.0) + 0.5 * dot(first @ METRIC, first)


def pairs(x: Array) -> Array:
    """Return the log-odds of a resonance, which depend on Lorentz invariants only."""
    return soft(_pairs(x), 10.0)


def pairs_in_medium(x: Array) -> Array:
    """Return the log-odds of a resonance in a medium at rest, which also depend on energies."""
    first, second = x[:, 0], x[:, 4]
    loss = 1.5 * (first**2 - 2.5) + 1.5 * (second - 1.5)
    return soft(_pairs(x) - loss, 10.0)


def sample_rays(rng: np.random.Generator, count: int) -> Array:
    """Draw three light rays, each by its height and its slope."""
    return rng.uniform(-1.5, 1.5, (count, 6)) * np.array([1.2, 0.9, 1.0, 1.1, 0.9, 1.0])


def rays(x: Array) -> Array:
    """Return one logit for each pair of rays, from the optical invariant of that pair."""
    first, second, third = x[:, :2], x[:, 2:4], x[:, 4:]
    invariants = [area(first, second), area(second, third), area(third, first)]
    return soft(np.column_stack([3.6 * value for value in invariants]), 8.0)


def rays_with_stop(x: Array) -> Array:
    """Return one logit for each pair of rays behind a stop that sees heights and slopes."""
    heights = 1.5 * x[:, 0] ** 2 - 1.1
    slopes = 1.3 * x[:, 3] ** 2 - 1.0 + 1.4 * x[:, 4]
    seen = np.column_stack([heights, np.zeros(len(x)), slopes])
    return soft(rays(x) + 2.2 * seen, 10.0)


LAWS = (
    Law("jet-pair-trigger", "2*p[2] + 1 -> label", sample_jets, jets, ({"p": TURN},)),
    Law("jet-pair-tilted-trigger", "2*p[2] + 1 -> label", sample_jets, jets_tilted, ()),
    Law(
        "dipole-pair-binding",
        "2*p[3] + 1 -> label",
        sample_dipoles,
        dipoles,
        tuple({"p": turn_about(axis)} for axis in np.eye(3)),
    ),
    Law(
        "dipole-pair-in-field",
        "2*p[3] + 1 -> label",
        sample_dipoles,
        dipoles_in_field,
        ({"p": turn_about(FIELD)},),
    ),
    Law(
        "resonance-in-vacuum",
        "2*p[4] -> label",
        sample_pairs,
        pairs,
        tuple({"p": matrix} for matrix in isometries(METRIC)),
    ),
    Law(
        "resonance-in-medium",
        "2*p[4] -> label",
        sample_pairs,
        pairs_in_medium,
        tuple({"p": np.pad(turn_about(axis), ((1, 0), (1, 0)))} for axis in np.eye(3)),
    ),
    Law(
        "ray-pair-invariants",
        "3*r[2] -> label",
        sample_rays,
        rays,
        ({"r": unit(2, 0, 1)}, {"r": unit(2, 1, 0)}, {"r": np.diag([1.0, -1.0])}),
    ),
    Law("ray-pair-with-stop", "3*r[2] -> label", sample_rays, rays_with_stop, ()),
)
