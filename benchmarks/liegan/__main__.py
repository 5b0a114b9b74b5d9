"""LieGAN on the paper's tasks: ``python -m benchmarks.liegan two-body --json FILE``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import torch

from benchmarks.liegan.figures import draw
from benchmarks.liegan.problems import PROBLEMS
from benchmarks.liegan.runs import perform_all, plan
from benchmarks.liegan.table import liegan_table
from liesd.errors import LiesdError


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.liegan", description=__doc__)
    parser.add_argument("task", choices=PROBLEMS)
    parser.add_argument("--seeds", type=int, default=3, help="how many")
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--datasets", nargs="+", default=[], help="all of the paper by default")
    parser.add_argument("--methods", nargs="+", default=[], help="the paper's by default")
    parser.add_argument("--json", type=Path, help="rows in it are not made again")
    parser.add_argument("--jets", type=Path, help="a jet file, for top tagging")
    parser.add_argument("--figures", type=Path, help="a folder for pictures of the first seed")
    options = parser.parse_args()
    torch.set_num_threads(1)
    seeds = range(options.first_seed, options.first_seed + options.seeds)
    try:
        runs = plan(options.task, seeds, options.datasets, options.methods)
        rows = perform_all(runs, options.json, options.jets, lambda text: print(text, flush=True))
    except LiesdError as error:
        sys.exit(f"error: {error}")
    print(liegan_table(rows))
    if options.figures:
        draw(rows, options.figures)


if __name__ == "__main__":
    main()
