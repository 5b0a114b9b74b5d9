"""Judge the hostile cases: ``python -m benchmarks.hostile [MODE ...]``, or ``span``."""

from __future__ import annotations

import sys

from benchmarks.hostile import span
from benchmarks.hostile.run import MODES, run, table

if __name__ == "__main__":
    for mode in sys.argv[1:] or MODES:
        print(span.table(span.run()) if mode == "span" else table(run(mode)))
