"""The sets of equations: each was written by somebody who had not seen the method."""

from benchmarks.equations.fifth import LAWS as FIFTH
from benchmarks.equations.fourth import LAWS as FOURTH
from benchmarks.equations.laws import LAWS as FIRST
from benchmarks.equations.laws import Law
from benchmarks.equations.second import LAWS as SECOND
from benchmarks.equations.sixth import LAWS as SIXTH
from benchmarks.equations.third import LAWS as THIRD

SETS: dict[str, tuple[Law, ...]] = {
    "first": FIRST,
    "second": SECOND,
    "third": THIRD,
    "fourth": FOURTH,
    "fifth": FIFTH,
    "sixth": SIXTH,
}
LAWS = FIRST + SECOND + THIRD + FOURTH + FIFTH + SIXTH
