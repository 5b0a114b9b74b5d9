"""Polynomials that vanish at every sample: the equations of the surface on which samples lie.

Unit vectors lie on a sphere, momenta of light on a cone, shares on a plane, the sine and cosine of
a phase on a circle. The equations of such a surface are the null space of all monomials up to a
degree. How far samples are from it, to first order, is the value of a polynomial over its slope:
where two numbers are nearly equal, the square of their difference is tiny, and no such equation.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, replace

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from liesd.numerics import limits

Powers = NDArray[np.int64]


@dataclass(frozen=True)
class Relations:
    """Polynomials Σ w_α z^α, with z = (x − mean) · into, that are constant on all samples."""

    degree: int
    """The least one of any of them."""
    mean: Tensor
    into: Tensor
    powers: Powers
    weights: Tensor
    """(monomials, polynomials)."""
    steepness: float
    """The root mean square of all slopes at a sample."""

    def slopes(self, x: Tensor) -> Tensor:
        """The gradients of all of them at samples (N, n), (N, polynomials, n)."""
        slopes = _differentiate((x - self.mean) @ self.into, self.powers)
        return torch.einsum("npi,pk->nki", slopes, self.weights) @ self.into.T

    def project(self, x: Tensor, J: Tensor) -> Tensor:
        """Jacobians (N, m, n) without what they say of steps out of the surface."""
        slopes = self.slopes(x)
        values, vectors = torch.linalg.eigh(slopes.mT @ slopes)
        out = values > limits.LIMITS.relation * self.steepness**2
        normals = vectors * out[:, None]
        return J - J @ normals @ normals.mT


def find_relations(x: Tensor) -> Relations | None:
    """Find polynomials that are constant on samples (N, n), of a degree that so many can tell.

    Coordinates must not be linearly dependent. Numbers with a few values, such as flags, satisfy a
    polynomial each, lie on no surface, and are left out; a constant is a plane.
    """
    values = [len(torch.unique(column)) for column in x.T]
    kept = [k for k, n in enumerate(values) if n == 1 or n > limits.LIMITS.few_values]
    x = x[_find_middle(x)]
    most = min(limits.LIMITS.relation_terms, len(x) // limits.LIMITS.relation_samples)
    degrees = range(1, limits.LIMITS.relation_degree + 1)
    known = [d for d in degrees if kept and math.comb(len(kept) + d, d) <= most]
    into = _whiten(x, kept) if known else None
    if into is None:
        return None
    mean = x.mean(dim=0)
    z = (x - mean) @ into
    for degree in known:
        if _find_null(z, _list_powers(len(kept), degree)) is not None:
            break
    else:
        return None
    powers = _list_powers(len(kept), known[-1])
    weights = _find_null(z, powers)
    if weights is None:
        return None
    found = Relations(degree, mean, into, powers, weights, 1.0)
    return replace(found, steepness=float(found.slopes(x).norm()) / len(x) ** 0.5)


def _find_middle(x: Tensor) -> Tensor:
    """The samples that are not far out: a few large ones would hide what all others do."""
    away = (x - x.median(dim=0).values).abs()
    usual = away.median(dim=0).values
    far = (away > limits.LIMITS.relation_tail * usual) & (usual > 0)
    return torch.nonzero(~far.any(dim=1))[:, 0]


def _whiten(x: Tensor, kept: list[int]) -> Tensor | None:
    """The map to uncorrelated coordinates of size one; constants keep their distance from zero."""
    mean = x[:, kept].mean(dim=0)
    rest = x[:, kept] - mean
    vectors = torch.linalg.eigh(rest.T @ rest)[1]
    size = (rest @ vectors).square().mean(dim=0).sqrt()
    away = (mean @ vectors).abs()
    size = torch.where(size > limits.LIMITS.constant * away, size, away)
    if not (size > 0).all():
        return None
    return torch.eye(x.shape[1], dtype=x.dtype)[:, kept] @ (vectors / size)


def _list_powers(n: int, degree: int) -> Powers:
    """The exponents of all monomials from degree 1 on."""
    rows = [
        np.bincount(chosen, minlength=n)
        for d in range(1, degree + 1)
        for chosen in itertools.combinations_with_replacement(range(n), d)
    ]
    return np.array(rows, dtype=np.int64)


def _find_null(z: Tensor, powers: Powers) -> Tensor | None:
    """The weights (monomials, k) of combinations of monomials that are constant on the samples."""
    least = limits.LIMITS.relation
    values = _multiply(z, powers).prod(dim=1).T
    values = values - values.mean(dim=0)
    size = values.square().mean(dim=0).sqrt()
    size = torch.where(size > least, size, 1.0)
    values = values / size
    squares, vectors = torch.linalg.eigh(values.T @ values / len(z))
    small = vectors[:, squares <= least**2 * squares[-1]]
    if not small.shape[1]:
        return None
    slopes = _differentiate(z, powers) / size[:, None]
    steep = torch.einsum("npi,pk->kni", slopes, small).flatten(1)
    gram, turn = torch.linalg.eigh(steep @ steep.T / len(z))
    clear = gram > limits.LIMITS.relation_slope**2
    small = small @ (turn[:, clear] / gram[clear].sqrt())
    left, turn = torch.linalg.eigh((values @ small).T @ (values @ small) / len(z))
    small = small @ turn[:, left <= least**2]
    return small / size[:, None] if small.shape[1] else None


def _multiply(z: Tensor, powers: Powers) -> Tensor:
    """The factors of all monomials, (monomials, n, N)."""
    return _tabulate(z, powers)[torch.from_numpy(powers), :, torch.arange(z.shape[1])]


def _tabulate(z: Tensor, powers: Powers) -> Tensor:
    """All powers of the coordinates, (powers, N, n)."""
    ladder = [torch.ones_like(z)]
    for _ in range(int(powers.max())):
        ladder.append(ladder[-1] * z)
    return torch.stack(ladder)


def _differentiate(z: Tensor, powers: Powers) -> Tensor:
    """The slopes of all monomials, (N, monomials, n)."""
    rows, slopes = torch.from_numpy(powers), []
    factors, ladder = _multiply(z, powers), _tabulate(z, powers)
    for i in range(powers.shape[1]):
        lower = ladder[(rows[:, i] - 1).clamp_min(0), :, i] * rows[:, i, None]
        others = torch.cat([factors[:, :i], factors[:, i + 1 :]], dim=1).prod(dim=1)
        slopes.append((lower * others).T)
    return torch.stack(slopes, dim=2)
