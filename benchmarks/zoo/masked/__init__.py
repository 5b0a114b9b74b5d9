"""A seventh set, for one judgement on laws on which nothing was tuned.

There is one file a family, as in :mod:`benchmarks.zoo.families`, with other laws but numbers of
inputs that are spread as they are there. It was written without a look at any result, and nothing
may be tuned on it. All of it is ``"masked"``.
"""

from __future__ import annotations

from benchmarks.zoo.case import Case
from benchmarks.zoo.collect import collect, families

FAMILIES = families(__name__)
CASES: list[Case] = collect(FAMILIES, "masked")
"""The cases, one file a family: each holds a list ``CASES``."""
