"""``python -m benchmarks.suggest exact|learned``; a run that was stopped goes on."""

from __future__ import annotations

from benchmarks.suggest.run import main

if __name__ == "__main__":
    main()
