"""A third set, written after the rule was tuned on one half and looked at on the other.

There is one file a family, as in :mod:`benchmarks.zoo.families`, with other functions, sizes,
specs and data. Nothing may be tuned on it. No digest decides here: all of it is ``"fresh"``.
"""

from __future__ import annotations

from dataclasses import replace

from benchmarks.zoo.case import Case
from benchmarks.zoo.fresh import (
    broken,
    channels,
    data,
    equivariant,
    flows,
    indefinite,
    linear,
    none,
    rotations,
    scaling,
    shears,
    tori,
    units,
    volumes,
)

FAMILIES = (
    none,
    linear,
    rotations,
    indefinite,
    volumes,
    tori,
    scaling,
    shears,
    equivariant,
    flows,
    channels,
    data,
    units,
    broken,
)
CASES: list[Case] = [replace(case, half="fresh") for family in FAMILIES for case in family.CASES]
