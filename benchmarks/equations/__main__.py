"""``python -m benchmarks.equations WHAT`` judges equations and writes ``results/equations-*``.

``odes``: ordinary ones. ``learned``: right sides that ``liesd.learn`` learns. ``blind``: laws that
were written without looking at the method, judged for the first time. ``known``: the same laws, now
that they are known. ``second`` to ``sixth``: other such sets, by other authors.
``augment``: a neural solver with symmetries. Each goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from benchmarks.equations import augment, blind
from liesd.experiments.equations.odes import ODES
from liesd.experiments.equations.reproduce import perform_all

RESULTS = Path(__file__).parents[1] / "results"
PICTURE = Path(__file__).parents[2] / "docs/images/equations-augment.png"
LEARNED = ("heat", "burgers", "kdv")

OTHERS = ("second", "third", "fourth", "fifth", "sixth")
WHAT = ("odes", "learned", "blind", "known", *OTHERS, "augment")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=WHAT)
    parser.add_argument("names", nargs="*", help="all equations if none is given")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--noise", type=float, default=0.0, choices=(0.0, 0.001, 0.01))
    given = parser.parse_args()
    seeds = range(given.seeds)
    if given.what == "odes":
        perform_all(given.names, seeds, RESULTS / "equations-odes.json", print, ODES)
    elif given.what == "learned":
        path = RESULTS / "equations-learned.json"
        perform_all(given.names or LEARNED, seeds, path, print, learner="kernel")
    elif given.what == "augment":
        path = RESULTS / "equations-augment.json"
        augment.perform_all(seeds, path)
        augment.draw(json.loads(path.read_text()), PICTURE)
    else:
        from benchmarks.equations.sets import SETS

        laws = SETS.get(given.what, SETS["first"])
        chosen = tuple(law for law in laws if not given.names or law.name in given.names)
        path = RESULTS / f"equations-{given.what}-{given.noise:g}.json"
        blind.judge_all(chosen, given.noise, path)


if __name__ == "__main__":
    main()
