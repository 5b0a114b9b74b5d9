"""``python -m benchmarks.networks``; see :mod:`benchmarks.networks`."""

from __future__ import annotations

import argparse
from importlib import import_module

import benchmarks.networks

PARTS = ("paper", "zoo", "jets", "labels")


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.networks", description=benchmarks.networks.__doc__
    )
    parser.add_argument("part", choices=PARTS)
    options, rest = parser.parse_known_args()
    part = import_module(f"benchmarks.networks.{options.part}")
    print(part.table(part.run(*rest)))


if __name__ == "__main__":
    main()
