"""The whole paper in one command: ``make paper``, or ``make paper SMALL=1`` for a quick look.

Jets are made if there are none yet, then every run of every task, learner and seed, then LieGAN,
each kept as soon as it is done, so that the same command goes on after a kill. At the end come the
tables and the pictures. The small version (one seed, fewer jets, LieGAN on two bodies only) writes
to ``build/paper`` and leaves docs alone.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from benchmarks import liegan, tables
from liesd import jets, reproduce

ROOT = Path(__file__).parent.parent
FIRST = 20  # the learners were designed on seeds 0 to 4, and looked at on 10 to 14


class Part(NamedTuple):
    """Some runs: a learner on some data sets of a task."""

    task: str
    learner: str
    datasets: tuple[str, ...]
    small: bool = False
    """Whether the small version makes it too."""


PARTS = (
    Part("two-body", "kernel", ("uniform", "non-uniform"), small=True),
    Part("two-body", "network", ("uniform", "non-uniform")),
    Part("two-body", "paper", ("uniform", "non-uniform"), small=True),
    Part("inertia", "kernel", ("tensor", "vector", "tensor-noise"), small=True),
    Part("inertia", "network", ("tensor", "tensor-noise")),
    Part("inertia", "paper", ("tensor",)),
    Part("top-tagging", "network", ("jets",), small=True),
    Part("top-tagging", "network", ("mass-labels", "wide-ratio", "wide-mass")),
    Part("top-tagging", "paper", ("jets",)),
)


def run(
    parts: Iterable[Part], seeds: int, file: Path, results: Path, images: Path
) -> dict[str, Path]:
    """Make all runs of LieSD that are not made yet, and draw the first seed of each."""
    paths = {}
    for part in parts:
        path = paths[part.task] = results / f"{part.task}.json"
        runs = reproduce.plan(part.task, [part.learner], range(FIRST, FIRST + seeds), part.datasets)
        for finished in reproduce.perform_all(runs, path, data=file, say=print):
            if finished.row["seed"] == FIRST:
                reproduce.draw(finished, images)
    return paths


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.paper", description=__doc__)
    parser.add_argument("--small", action="store_true", help="one seed, fewer jets")
    parser.add_argument("--jets", type=Path, help="a file of jets that is there already")
    options = parser.parse_args()
    build = ROOT / "build"
    out = build / "paper" if options.small else ROOT
    results = out / ("results" if options.small else "benchmarks/results")
    images = out / ("images" if options.small else "docs/images/paper")
    results.mkdir(parents=True, exist_ok=True)
    count = 40_000 if options.small else 100_000
    file = options.jets or build / f"jets-{count}.h5"
    if not file.exists():
        print(f"making {count:,} jets")
        jets.produce(file, count, workers=os.cpu_count() or 1)
    parts = [part for part in PARTS if part.small or not options.small]
    run(parts, 1 if options.small else 5, file, results, images)
    seeds = range(1 if options.small else 3)
    for task in ("two-body",) if options.small else ("two-body", "top-tagging"):
        path = results / f"liegan-{task}.json"
        rows = liegan.perform_all(liegan.plan(task, seeds), path, file, print)
        liegan.draw(rows, images)
    if options.small:
        print(tables.paper_tables(results))
    else:
        tables.main()


if __name__ == "__main__":
    main()
