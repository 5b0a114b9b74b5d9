"""Symmetries that the data can hardly tell from the others.

A boost along the axis of a jet scales all its momenta, nearly, because they are nearly light-like.
So a function that no boost changes seems scale-invariant on jets, whether it is or not. In general:
if at every sample one symmetry does nearly what a combination of the others does there, its defect
is small for their sake and says little about itself. Brackets of symmetries are symmetries, so only
what they do not make can be in doubt: scaling among rotations and boosts, never a single boost.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np

from liesd.spec import Spec
from liesd.verdict.estimates import Array

MADE = 0.1  # the part of a unit vector that brackets of unit vectors make, at least
ZERO = 1e-6  # of the largest singular value


class Overlap(NamedTuple):
    """A symmetry that brackets of the others do not make."""

    coefficients: Array
    """In terms of all symmetries."""
    own: float
    """How much of what it does to the samples no combination of the others does."""


def find_overlaps(spec: Spec, thetas: Array, x: Array, y: Array) -> list[Overlap]:
    """For orthonormal symmetries θ (rows) and samples (N, n), (N, m).

    Actions are compared in the units of the samples, which must be comparable.
    """
    if len(thetas) < 2:
        return []
    numbers = [spec.unpack(theta) for theta in thetas]
    actions = [np.hstack([spec.input.field(one, x), spec.output.field(one, y)]) for one in numbers]
    stacked = np.stack(actions, axis=2)
    return [Overlap(c, _own(stacked, c)) for c in _not_brackets(spec, thetas).T]


def _not_brackets(spec: Spec, thetas: Array) -> Array:
    """Coefficients, as columns, of what is orthogonal to all brackets."""
    brackets = [thetas @ spec.bracket(a, b) for a, b in combinations(thetas, 2)]
    left, values, _ = np.linalg.svd(np.stack(brackets, axis=1))
    return np.asarray(left[:, int(np.sum(values > MADE)) :])


def _own(actions: Array, c: Array) -> float:
    """The rms of one action, off what the others span at each sample, relative to all of it."""
    others = np.linalg.svd(c[None])[2][1:].T
    moved = actions @ c
    left, values, _ = np.linalg.svd(actions @ others, full_matrices=False)
    spanned = left * (values > ZERO * values.max(axis=1, keepdims=True))[:, None, :]
    rest = moved - np.einsum("bik,bjk,bj->bi", spanned, spanned, moved)
    return float(np.linalg.norm(rest)) / max(float(np.linalg.norm(moved)), 1e-300)
