"""Weakly broken symmetries in words, with how far they are broken."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from liesd.algebra.brackets import orthonormal
from liesd.algebra.element import Element
from liesd.algebra.readable import normalised, sparse_rotation

if TYPE_CHECKING:
    from liesd.discovery.result import Discovery


def broken(discovery: Discovery) -> list[str]:
    """A line for each direction of the evidence's kind "approximate".

    Several of them are an arbitrary mixture; they are turned among themselves until they can be
    read, and then only the range of their defects is known.
    """
    known = [one for one in discovery.evidence if one.kind == "approximate"]
    thetas = np.array([one.theta for one in discovery.refuted[: len(known)]])
    if len(known) > 1:
        basis = orthonormal(thetas, np.zeros((0, discovery.spec.size)))
        thetas = sparse_rotation(basis) @ basis
    low, high = (f(one.law for one in known) for f in (min, max)) if known else (0.0, 0.0)
    interval = (
        f"defect {known[0].law:.1%} [{known[0].low:.1%}, {known[0].high:.1%}]"
        if len(known) == 1
        else f"defect between {low:.1%} and {high:.1%}"
    )
    return [
        f"{Element(discovery.spec, theta).words}: {interval}: broken, weakly"
        for theta in normalised(thetas)
    ]
