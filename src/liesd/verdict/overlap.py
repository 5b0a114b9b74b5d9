"""Symmetries that the data can hardly tell from the others.

A boost along the axis of a jet scales all its momenta, nearly, because they are nearly light-like.
So a function that no boost changes seems scale-invariant on jets, whether it is or not. In general:
if at every sample one symmetry does nearly what a combination of the others does there, its defect
is small for their sake and says little about itself. Brackets of symmetries are symmetries, so only
what they do not make can be in doubt: scaling among rotations and boosts, never a single boost.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from liesd.discovery.result import Generator
from liesd.verdict.estimates import Array

MADE = 0.1  # the part of a unit vector that brackets of unit vectors make, at least
ZERO = 1e-6  # of the largest singular value


class Overlap(NamedTuple):
    """A symmetry that brackets of the others do not make."""

    coefficients: Array
    """In terms of all symmetries."""
    own: float
    """How much of what it does to the samples no combination of the others does."""


def overlaps(generators: Sequence[Generator], x: Array, y: Array) -> list[Overlap]:
    """For orthonormal symmetries and samples (N, n), (N, m), whose units must be comparable."""
    if len(generators) < 2:
        return []
    actions = np.stack([np.hstack([x @ g.input.T, y @ g.output.T]) for g in generators], axis=2)
    return [Overlap(c, _own(actions, c)) for c in _not_brackets(generators).T]


def _not_brackets(generators: Sequence[Generator]) -> Array:
    """Coefficients, as columns, of what is orthogonal to all brackets."""
    spec = generators[0].spec
    basis = np.stack([g.theta for g in generators])
    brackets = [basis @ spec.bracket(a, b) for a, b in combinations(basis, 2)]
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
