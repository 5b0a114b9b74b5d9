"""Gauge directions: unknowns whose action is identically zero.

A tensor product hides them: +aI on one factor and −aI on another is no motion at all. They follow
from the spec alone. On a block that is a product of leaves the action vanishes only if every leaf
is a multiple c of the identity and the multiples add up to zero (a dual counts as −c), so the
gauge directions of linear actions are the null space of a small matrix of whole numbers. Those of
other actions leave points in general position at rest.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import scipy.linalg
import torch
from numpy.typing import NDArray
from torch import Tensor

from liesd.spec import limits
from liesd.spec.action import Action
from liesd.spec.spec import Spec


def find_gauge(spec: Spec) -> Tensor:
    """Find the directions whose action is zero on both spaces, as orthonormal columns in θ."""
    if not spec.is_linear:
        return _find_at_rest(spec)
    multiples = _find_multiples(spec)
    theta = np.zeros((spec.size, multiples.shape[1]))
    for row, (name, shape) in zip(multiples, spec.unknowns.items(), strict=True):
        theta[spec.slices[name]] = np.outer(np.eye(shape[0]).ravel(), row)
    return torch.linalg.qr(torch.from_numpy(theta)).Q


def count_gauge(spec: Spec) -> int:
    """Count the gauge directions without building them."""
    return _find_multiples(spec).shape[1] if spec.is_linear else find_gauge(spec).shape[1]


def _find_multiples(spec: Spec) -> NDArray[np.float64]:
    """Find each unknown's (rows) multiple of the identity in each gauge direction (columns)."""
    names = list(spec.unknowns)
    counts = {
        tuple(sum((1 - 2 * leaf.dual) * (leaf.name == name) for leaf in block) for name in names)
        for action in (spec.input, spec.output)
        for block in action.require_blocks()
    }
    return np.asarray(scipy.linalg.null_space(np.array(sorted(counts), dtype=float)))


@lru_cache(maxsize=64)
def _find_at_rest(spec: Spec) -> Tensor:
    """Find the directions that move none of as many random points as there are features."""
    rng = np.random.default_rng(0)
    rows = [_build_motion(spec, action, rng) for action in (spec.input, spec.output)]
    triangle = torch.linalg.qr(torch.cat(rows), mode="r").R
    _, values, right = torch.linalg.svd(triangle, full_matrices=True)
    rank = int((values > limits.LIMITS.at_rest * values[0]).sum())
    return right[rank:].T


def _build_motion(spec: Spec, action: Action, rng: np.random.Generator) -> Tensor:
    """Build ξ_θ as rows in θ, at random points: as it is linear in features, as many are enough."""
    count, n = min(spec.size, action.features) + 1, action.dim
    x = torch.from_numpy(rng.standard_normal((count, n)))
    J = torch.eye(n, dtype=x.dtype).expand(count, n, n)[..., None]
    out = x.new_zeros((count, n, spec.size))
    for name, coefficient in action.coefficients(J, action.lift(x)[..., None]):
        out[..., spec.slices[name]] += coefficient.flatten(2)
    return out.flatten(0, 1)
