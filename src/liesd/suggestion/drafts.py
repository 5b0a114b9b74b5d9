"""Specs worth asking, from the symmetries of the general one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from liesd.suggestion import limits
from liesd.suggestion.blocks import Family, find_components, find_families
from liesd.suggestion.names import Hints
from liesd.suggestion.quotient import Quotient, divide
from liesd.suggestion.space import Space
from liesd.suggestion.writing import Draft, write, write_general

CORE, SCALINGS, CONNECTED = "core", "scalings", "connected"


def draft(
    space: Space, units: Sequence[float], hints: Hints, label: bool
) -> tuple[Quotient, list[Draft]]:
    """Draft specs, from what turns alone to everything that is connected.

    ``units`` are the factors of columns in which ``space`` is given.
    """
    quotient = divide(space, hints)
    n, m = space.inputs, space.size - space.inputs
    plain = max(limits.LIMITS.plain_factor, limits.LIMITS.plain_noises * space.noise)
    found: dict[str, Draft] = {}
    for kind, families in _find_levels(quotient, hints):
        restored = quotient.restore(families)
        if not restored:
            continue
        one = write(kind, restored, n, m, units, hints, plain, label)
        found.setdefault(one.spec, one)
    one = write_general(n, m, label, hints)
    found.setdefault(one.spec, one)
    return quotient, list(found.values())


def _find_levels(quotient: Quotient, hints: Hints) -> Iterator[tuple[str, list[Family]]]:
    """Families of blocks: of the core alone, with scalings, and of all that is connected."""
    space = quotient.space

    def prefer(columns: Sequence[int]) -> tuple[int, ...]:
        named = {quotient.kept[k]: k for k in columns}
        return tuple(named[k] for k in hints.sort(list(named)))

    core = space.core()
    groups = find_components(core)
    if groups or quotient.chains:
        yield CORE, find_families(core, groups, prefer)
    allowed = np.eye(space.size, dtype=bool)
    for group in groups:
        allowed[np.ix_(group, group)] = True
    scaled = space.within(allowed)
    if len(scaled.matrices):
        yield SCALINGS, find_families(scaled, find_components(scaled), prefer)
    if len(scaled.matrices) < len(space.matrices):
        yield CONNECTED, find_families(space, find_components(space), prefer)
