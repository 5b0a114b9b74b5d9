"""How the number of symmetries grows with the degree of the fields that are looked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import comb

import numpy as np

from liesd.differential import limits
from liesd.differential.result import SECTION, EquationDiscovery

Ask = Callable[[int], EquationDiscovery]
"""Discovers the symmetries of a degree."""


def raise_degree(ask: Ask, coordinates: int) -> EquationDiscovery:
    """Raise the degree until only solutions that may be added to others are found anew.

    The lowest degree that holds all other symmetries is answered, with a note of how their number
    grew.
    """
    tried: list[tuple[int, EquationDiscovery]] = []
    for degree in range(1, limits.LIMITS.most_auto + 1):
        unknowns = coordinates * comb(coordinates + degree, degree)
        if tried and unknowns > limits.LIMITS.most_unknowns:
            break
        tried.append((degree, ask(degree)))
        counts = [one.dimension - count_added(one) for _, one in tried]
        if degree >= limits.LIMITS.least_auto and len(set(counts[-2:])) == 1 and len(counts) > 1:
            break
    best = next(one for (_, one), count in zip(tried, counts, strict=True) if count == counts[-1])
    grown = [(degree, one.dimension, count_added(one)) for degree, one in tried]
    listed = ", ".join(f"{total} in degree {degree}" for degree, total, _ in grown)
    note = f"the degree was raised: {listed}"
    if any(added for *_, added in grown):
        added = ", ".join(str(added) for *_, added in grown)
        note += f"; of these {added} add a solution to others, as linear equations allow"
    if counts[-1] != counts[-2:][0]:
        note += "; the number still grows, so that higher degrees may have more"
    facts = {**best.settings[SECTION], "growth": [list(row) for row in grown]}
    return replace(best, notes=(*best.notes, note), settings={**best.settings, SECTION: facts})


def count_added(found: EquationDiscovery) -> int:
    """Count the symmetries that add a function of the axes to the fields, and move nothing else."""
    if not found.generators:
        return 0
    axes = found.coordinates[: found.variables]
    fields = found.coordinates[found.variables :]
    W = np.array([one.coefficients for one in found.generators])
    free = [not any(name in fields for name in _list_names(text)) for text in found.library]
    other = W.copy()
    other[:, len(axes) :, free] = 0.0
    sizes = np.linalg.norm(W.reshape(len(W), -1), axis=1)[:, None]
    values = np.linalg.svd(other.reshape(len(W), -1) / sizes, compute_uv=False)
    return int(np.sum(values <= limits.LIMITS.added))


def _list_names(text: str) -> list[str]:
    """The names of coordinates in a monomial."""
    return [part.partition("^")[0] for part in text.replace("**", "^").split("*")]
