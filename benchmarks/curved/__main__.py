"""``python -m benchmarks.curved`` judges all functions and writes ``results/curved-exact.json``."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from benchmarks.curved.laws import CASES
from benchmarks.curved.run import is_right, judge, summarize

RESULT = Path(__file__).parents[1] / "results/curved-exact.json"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="parts of names; all functions if none is given")
    chosen = parser.parse_args().names
    rows = []
    for case in CASES:
        if chosen and not any(name in case.name for name in chosen):
            continue
        for degree in case.degrees:
            rows.append(judge(case, degree))
            row = rows[-1]
            good = "right" if is_right(row) else "WRONG"
            sure = "sure" if row["sure"] else "UNSURE"
            print(f"{good} {sure} {row['spec']} {case.name}: {row['dimension']} of "
                  f"{row['expected']} ({row['multiples']}), zeros {row['zeros']}, next "
                  f"{row['next']}, space {row['space_error']}", flush=True)  # fmt: skip
    result = {"summary": summarize(rows), "rows": rows}
    print(json.dumps(result["summary"], indent=2))
    if not chosen:
        RESULT.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
