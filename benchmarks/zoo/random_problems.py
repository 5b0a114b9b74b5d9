"""Random problems without symmetry: whoever finds one there is wrong.

A random spec from a small grammar, a random smooth function and round data that fills the space.
Each problem has been checked by the exact solve of :mod:`benchmarks.zoo.truth`: all directions
beyond gauge are visible and none is a symmetry.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import numpy as np

import liesd
from benchmarks.zoo.action import read
from benchmarks.zoo.case import Case
from benchmarks.zoo.maps import smooth_map
from benchmarks.zoo.samples import normal
from benchmarks.zoo.truth import GAP, Solution, solve

INPUTS, OUTPUTS, UNKNOWNS = 12, 8, 80  # the largest sizes
NAMES = "abcdefghijklm"


def problems(number: int, first: int = 0) -> Iterator[Case]:
    """So many problems, one per seed; seeds whose problem is not fit for use are passed over."""
    found = 0
    for seed in count(first):
        if found == number:
            return
        case = problem(seed)
        if case is not None:
            found += 1
            yield case


def claims(number: int, samples: int = 2000, seed: int = 7) -> Iterator[dict[str, Any]]:
    """What the library says of each problem; any symmetry is an invention."""
    for case in problems(number):
        x = case.sample(np.random.default_rng([seed, *case.name.encode()]), samples)
        found = liesd.discover(case.function, x, case.spec, progress=False)
        yield {
            "name": case.name,
            "spec": case.spec,
            "dimension": found.dimension,
            "verdict": found.verdict.name,
        }


def problem(seed: int) -> Case | None:
    """The problem of a seed, or None if its spec is unfit or it has a symmetry by accident."""
    spec = random_spec(np.random.default_rng([seed, 0]))
    action = read(spec)
    n, m = action.inputs.shape[1], action.outputs.shape[1]
    if action.size > UNKNOWNS or n > INPUTS or m > OUTPUTS:
        return None
    function, sample = smooth_map(seed, n, m), normal(n)
    rows = max(200, 4 * action.size)
    found = solve(spec, function, sample(np.random.default_rng([seed, 1]), rows))
    if not without_symmetry(found):
        return None
    gauge = found.gauge.shape[1]
    return Case(f"random-{seed}", "random", spec, sample, function, [], 0, gauge)


def without_symmetry(found: Solution) -> bool:
    """Whether something could be found, everything is seen, and nothing is a symmetry."""
    something = found.action.size > found.gauge.shape[1]
    return something and found.unseen == 0 and found.dimension == 0 and found.gap >= GAP


def random_spec(rng: np.random.Generator) -> str:
    """A random sentence of the spec language, with names that may come again in the output.

    >>> random_spec(np.random.default_rng(1))
    '2+a[4] -> b[2]+c[2]'
    """
    sizes: dict[str, int] = {}
    while True:
        sizes.clear()
        source = _sum(rng, sizes, terms=int(rng.integers(1, 4)))
        target = _sum(rng, sizes, terms=int(rng.integers(1, 3)))
        if sizes:
            return f"{source} -> {target}"


def _sum(rng: np.random.Generator, sizes: dict[str, int], terms: int) -> str:
    return "+".join(_term(rng, sizes) for _ in range(terms))


def _term(rng: np.random.Generator, sizes: dict[str, int]) -> str:
    match rng.choice(["vector", "copies", "tensor", "scalars"], p=[0.5, 0.2, 0.2, 0.1]):
        case "vector":
            return _vector(rng, sizes)
        case "copies":
            return f"{rng.integers(2, 4)}*{_vector(rng, sizes)}"
        case "tensor":
            return f"{_vector(rng, sizes)}*{_vector(rng, sizes)}"
    return str(rng.integers(1, 3))


def _vector(rng: np.random.Generator, sizes: dict[str, int]) -> str:
    """A name that is known already, or a new one with its size; now and then its dual."""
    if sizes and rng.random() < 0.5:
        text = str(rng.choice(list(sizes)))
    else:
        name = NAMES[len(sizes)]
        sizes[name] = int(rng.integers(1, 5))
        text = f"{name}[{sizes[name]}]"
    return f"{text}.T" if rng.random() < 0.2 else text
