"""Gauge directions: unknowns that move without moving anything.

A tensor product hides them: +aI on one factor and −aI on another is no motion at all. They follow
from the spec alone. On a block that is a product of leaves the action vanishes only if every leaf
is a multiple c of the identity and the multiples add up to zero (a dual counts as −c), so the
gauge directions are the null space of a small matrix of whole numbers.
"""

from __future__ import annotations

import numpy as np
import scipy.linalg
import torch
from numpy.typing import NDArray
from torch import Tensor

from liesd.spec.spec import Spec


def gauge_directions(spec: Spec) -> Tensor:
    """Orthonormal columns in θ: the directions whose action is zero on both spaces."""
    multiples = gauge_multiples(spec)
    theta = np.zeros((spec.size, multiples.shape[1]))
    for row, (name, shape) in zip(multiples, spec.unknowns.items(), strict=True):
        theta[spec.slices[name]] = np.outer(np.eye(shape[0]).ravel(), row)
    return torch.linalg.qr(torch.from_numpy(theta)).Q


def gauge_multiples(spec: Spec) -> NDArray[np.float64]:
    """For each unknown (rows), its multiple of the identity in each gauge direction (columns)."""
    names = list(spec.unknowns)
    counts = {
        tuple(sum((1 - 2 * leaf.dual) * (leaf.name == name) for leaf in word) for name in names)
        for rep in (spec.input, spec.output)
        for word in rep.words()
    }
    return np.asarray(scipy.linalg.null_space(np.array(sorted(counts), dtype=float)))
