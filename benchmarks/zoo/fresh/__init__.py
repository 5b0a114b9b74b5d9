"""A third set, written after the rule was tuned on one half and looked at on the other.

There is one file a family, as in :mod:`benchmarks.zoo.families`, with other functions, sizes,
specs and data. Nothing may be tuned on it. No digest decides here: all of it is ``"fresh"``.
"""

from __future__ import annotations

from benchmarks.zoo.case import Case
from benchmarks.zoo.collect import collect, families

FAMILIES = families(__name__)
CASES: list[Case] = collect(FAMILIES, "fresh")
