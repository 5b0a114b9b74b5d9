"""Judge the hostile cases: ``python -m benchmarks.hostile [MODE ... | span | surface]``."""

from __future__ import annotations

import sys

from benchmarks.hostile import span
from benchmarks.hostile.run import MODES, run, table

if __name__ == "__main__":
    others = {
        "span": lambda: span.table(span.run()),
        "surface": lambda: span.table_surface(span.run_surface()),
    }
    for mode in sys.argv[1:] or MODES:
        print(others[mode]() if mode in others else table(run(mode)))
