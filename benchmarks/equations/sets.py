"""The sets of equations: each was written by somebody who had not seen the method."""

from benchmarks.equations.laws import LAWS as FIRST
from benchmarks.equations.laws import Law
from benchmarks.equations.second import LAWS as SECOND

SETS: dict[str, tuple[Law, ...]] = {"first": FIRST, "second": SECOND}
LAWS = FIRST + SECOND
