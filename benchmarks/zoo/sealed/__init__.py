"""A fourth set, kept sealed until the rule is finished, for one judgement under it.

There is one file a family, as in :mod:`benchmarks.zoo.families`, with other functions, sizes,
specs and data, most of them laws of nature or of engineering. It was written without a look at
any result, and nothing may be tuned on it. All of it is ``"sealed"``.
"""

from __future__ import annotations

from dataclasses import replace

from benchmarks.zoo.case import Case
from benchmarks.zoo.sealed import (
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
CASES: list[Case] = [replace(case, half="sealed") for family in FAMILIES for case in family.CASES]
