"""Polynomials that vanish at every sample: the equations of the surface on which samples lie.

Unit vectors lie on a sphere, momenta of light on a cone, shares on a plane, the sine and cosine of
a phase on a circle. The equations of such a surface are the null space of all monomials up to a
degree. How far samples are from it, to first order, is the value of a polynomial over its slope:
where two numbers are nearly equal, the square of their difference is tiny, and no such equation.
"""

from __future__ import annotations

import itertools
import math
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from liesd.numerics import limits

Powers = NDArray[np.int64]


class Relations(NamedTuple):
    """The slopes of the polynomials that are zero at all samples, and their least degree."""

    degree: int
    rows: Tensor
    """The samples in the middle, which were looked at."""
    slopes: Tensor
    """At each of these, (rows, polynomials, coordinates)."""


def find_relations(x: Tensor) -> Relations | None:
    """Find polynomials that vanish at samples (N, n), of a degree that so many can tell.

    Coordinates must not be linearly dependent, and not take a few values only: such numbers satisfy
    a polynomial each, and lie on no surface.
    """
    rows = _find_middle(x)
    most = min(limits.LIMITS.relation_terms, len(rows) // limits.LIMITS.relation_samples)
    degrees = range(1, limits.LIMITS.relation_degree + 1)
    known = [d for d in degrees if math.comb(x.shape[1] + d, d) <= most]
    if not known:
        return None
    whitened = _whiten(x[rows])
    if whitened is None:
        return None
    z, back = whitened
    for degree in known:
        powers = _list_powers(x.shape[1], known[-1])
        first = _find_null(z, powers[powers.sum(axis=1) <= degree])
        if first is not None:
            slopes = _find_null(z, powers) if degree < known[-1] else first
            return None if slopes is None else Relations(degree, rows, slopes @ back.T)
    return None


def _find_middle(x: Tensor) -> Tensor:
    """The samples that are not far out: a few large ones would hide what all others do."""
    away = (x - x.median(dim=0).values).abs()
    usual = away.median(dim=0).values
    far = (away > limits.LIMITS.relation_tail * usual) & (usual > 0)
    return torch.nonzero(~far.any(dim=1))[:, 0]


def _whiten(x: Tensor) -> tuple[Tensor, Tensor] | None:
    """Uncorrelated coordinates of size one, and the map to them; constants keep their distance."""
    mean = x.mean(dim=0)
    rest = x - mean
    vectors = torch.linalg.eigh(rest.T @ rest)[1]
    size = (rest @ vectors).square().mean(dim=0).sqrt()
    away = (mean @ vectors).abs()
    size = torch.where(size > limits.LIMITS.constant * away, size, away)
    if not (size > 0).all():
        return None
    back = vectors / size
    return rest @ back, back


def _list_powers(n: int, degree: int) -> Powers:
    """The exponents of all monomials from degree 1 on."""
    rows = [
        np.bincount(chosen, minlength=n)
        for d in range(1, degree + 1)
        for chosen in itertools.combinations_with_replacement(range(n), d)
    ]
    return np.array(rows, dtype=np.int64)


def _find_null(z: Tensor, powers: Powers) -> Tensor | None:
    """The slopes (N, k, n) of all combinations of monomials that are constant on the samples."""
    least = limits.LIMITS.relation
    ladder = [torch.ones_like(z)]
    for _ in range(int(powers.max())):
        ladder.append(ladder[-1] * z)
    factors = torch.stack(ladder)[torch.from_numpy(powers), :, torch.arange(z.shape[1])]
    values = factors.prod(dim=1).T  # from (monomials, n, N)
    values = values - values.mean(dim=0)
    size = values.square().mean(dim=0).sqrt()
    size = torch.where(size > least, size, 1.0)
    values = values / size
    squares, vectors = torch.linalg.eigh(values.T @ values / len(z))
    small = vectors[:, squares <= least**2 * squares[-1]]
    if not small.shape[1]:
        return None
    slopes = _differentiate(factors, torch.stack(ladder), powers) / size[:, None]
    steep = torch.einsum("npi,pk->kni", slopes, small).flatten(1)
    gram, turn = torch.linalg.eigh(steep @ steep.T / len(z))
    clear = gram > limits.LIMITS.relation_slope**2
    small = small @ (turn[:, clear] / gram[clear].sqrt())
    left, turn = torch.linalg.eigh((values @ small).T @ (values @ small) / len(z))
    small = small @ turn[:, left <= least**2]
    return torch.einsum("npi,pk->nki", slopes, small) if small.shape[1] else None


def _differentiate(factors: Tensor, ladder: Tensor, powers: Powers) -> Tensor:
    """The slopes of all monomials, (N, monomials, n), from the powers that they consist of."""
    rows, slopes = torch.from_numpy(powers), []
    for i in range(powers.shape[1]):
        lower = ladder[(rows[:, i] - 1).clamp_min(0), :, i] * rows[:, i, None]
        others = torch.cat([factors[:, :i], factors[:, i + 1 :]], dim=1).prod(dim=1)
        slopes.append((lower * others).T)
    return torch.stack(slopes, dim=2)
