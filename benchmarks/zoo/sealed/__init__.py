"""A fourth set, kept sealed until the rule is finished, for one judgement under it.

There is one file a family, as in :mod:`benchmarks.zoo.families`, with other functions, sizes,
specs and data, most of them laws of nature or of engineering. It was written without a look at
any result, and nothing may be tuned on it. All of it is ``"sealed"``.
"""

from __future__ import annotations

from benchmarks.zoo.case import Case
from benchmarks.zoo.collect import collect, families

FAMILIES = families(__name__)
CASES: list[Case] = collect(FAMILIES, "sealed")
