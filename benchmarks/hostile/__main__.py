"""``python -m benchmarks.hostile [exact|learned]`` judges the hostile cases that are not judged."""

from __future__ import annotations

import sys

from benchmarks.hostile.run import MODES, run, table

if __name__ == "__main__":
    for mode in sys.argv[1:] or MODES:
        print(table(run(mode)))
