"""Symmetries that the data can hardly tell from the others.

A boost along the axis of a jet scales all its momenta, nearly, because they are nearly light-like.
So a function that is invariant under boosts seems scale-invariant on jets, whether it is or not. In
general: if at every sample one symmetry acts nearly like a combination of the others, its small
defect says little about itself. Brackets of symmetries are symmetries, so only symmetries outside
their span can be in doubt: scaling among rotations and boosts, never a single boost.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np

from liesd.spec import Spec
from liesd.verdict import limits
from liesd.verdict.estimates import Array


class Overlap(NamedTuple):
    """A symmetry outside the span of all brackets."""

    coefficients: Array
    """In terms of all symmetries."""
    own: float
    """The part of its action on the samples that no combination of the others gives."""


def find_overlaps(
    spec: Spec, thetas: Array, x: Array, y: Array, x_units: Array, y_units: Array
) -> list[Overlap]:
    """Compare orthonormal symmetries θ (rows) on samples (N, n), (N, m), in given units."""
    if len(thetas) < 2:
        return []
    actions = [
        np.hstack([spec.input.field(one, x) / x_units, spec.output.field(one, y) / y_units])
        for one in map(spec.unpack, thetas)
    ]
    stacked = np.stack(actions, axis=2)
    return [Overlap(c, _measure_own(stacked, c)) for c in _exclude_brackets(spec, thetas).T]


def _exclude_brackets(spec: Spec, thetas: Array) -> Array:
    """Find the coefficients, as columns, of the symmetries orthogonal to all brackets."""
    brackets = [thetas @ spec.bracket(a, b) for a, b in combinations(thetas, 2)]
    left, values, _ = np.linalg.svd(np.stack(brackets, axis=1))
    return np.asarray(left[:, int(np.sum(values > limits.LIMITS.bracket_part)) :])


def _measure_own(actions: Array, c: Array) -> float:
    """Measure the rms of an action outside the span of the others at each sample, relatively."""
    others = np.linalg.svd(c[None])[2][1:].T
    moved = actions @ c
    left, values, _ = np.linalg.svd(actions @ others, full_matrices=False)
    spanned = (
        left * (values > limits.LIMITS.spanned * values.max(axis=1, keepdims=True))[:, None, :]
    )
    rest = moved - np.einsum("bik,bjk,bj->bi", spanned, spanned, moved)
    return float(np.linalg.norm(rest)) / max(float(np.linalg.norm(moved)), 1e-300)
