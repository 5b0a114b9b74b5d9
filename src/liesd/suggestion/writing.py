"""Families of blocks as the text of a spec, with the arrangement of columns that it needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from liesd.suggestion.arrangement import Arrangement
from liesd.suggestion.blocks import Block, Family
from liesd.suggestion.names import Hints

GENERAL = "general"


class Draft(NamedTuple):
    """A spec that was not asked yet."""

    spec: str
    inputs: Arrangement
    outputs: Arrangement | None
    families: tuple[Family, ...]
    kind: str
    """Where it comes from: ``core``, ``scalings``, ``connected`` or ``general``."""
    named: str = ""
    """The same with names of columns, ``pos(x, y) + mass -> energy``; empty where some are no
    words."""


def write(
    kind: str,
    families: Sequence[Family],
    n: int,
    m: int,
    units: Sequence[float],
    hints: Hints,
    plain: float,
    label: bool,
) -> Draft:
    """Write families as a spec; columns in none of them are numbers that do not move.

    ``units`` are the factors of columns in which the families were found, and ``plain`` is the
    relative distance from 1 below which a factor is 1.
    """
    names: list[str] = []
    sides: tuple[list[str], list[str]] = ([], [])
    named: tuple[list[str], list[str]] = ([], [])
    order: tuple[list[int], list[int]] = ([], [])
    factors = np.ones(n + m)
    for family in families:
        name = hints.choose_name(family.blocks[0].columns, names)
        names.append(name)
        size = f"{name}[{family.size}]"
        for side in (0, 1):
            blocks = [one for one in family.blocks if (one.columns[0] >= n) == bool(side)]
            if not blocks:
                continue
            what = f"{family.shifts}({size})" if family.shifts and not side else size
            sides[side].append(what if len(blocks) == 1 else f"{len(blocks)}*{what}")
            size = name
            for block in blocks:
                order[side].extend(block.columns)
                inside = f"{name}({hints.quote(block.columns)})"
                shifted = family.shifts and not side
                named[side].append(f"{family.shifts}({inside})" if shifted else inside)
            _settle(blocks, units, factors, plain, bool(family.shifts))
    plain_names = not label
    for side, (first, last) in enumerate(((0, n), (n, n + m))):
        still = [k for k in range(first, last) if k not in order[side]]
        order[side].extend(still)
        if still:
            sides[side].append(str(len(still)))
            named[side].extend(hints.names[k] for k in still)
            plain_names = plain_names and all(hints.is_word(k, names) for k in still)
    if label:
        sides[1][:] = ["label"]
    inputs = Arrangement(tuple(order[0]), tuple(float(factors[k]) for k in order[0]))
    outputs = Arrangement(
        tuple(k - n for k in order[1]), tuple(float(factors[k]) for k in order[1])
    )
    text, told = (f"{' + '.join(one)} -> {' + '.join(other)}" for one, other in (sides, named))
    return Draft(
        text,
        inputs,
        None if label else outputs,
        tuple(families),
        kind,
        told if plain_names else "",
    )


def write_general(n: int, m: int, label: bool, hints: Hints) -> Draft:
    """The most general linear spec: one unknown matrix on all inputs, one on all outputs."""
    inputs, outputs = (Arrangement.scaled([1.0] * size) for size in (n, m))
    text = f"x[{n}] -> {'label' if label else f'y[{m}]'}"
    sides = [range(n), *([] if label else [range(n, n + m)])]
    families = tuple(Family((Block(tuple(side), (1.0,) * len(side)),)) for side in sides)
    named = f"x({hints.quote(range(n))}) -> y({hints.quote(range(n, n + m))})" if not label else ""
    return Draft(text, inputs, None if label else outputs, families, GENERAL, named)


def _settle(
    blocks: Sequence[Block],
    units: Sequence[float],
    factors: NDArray[np.float64],
    plain: float,
    shared: bool,
) -> None:
    """Set the factors of columns in the given units: a common one of a block has no meaning.

    Blocks that are shifted alike share it, because a shift has a size.
    """
    every = [np.array([f * units[c] for c, f in zip(*block, strict=True)]) for block in blocks]
    common = _find_common(np.concatenate(every))
    for block, values in zip(blocks, every, strict=True):
        values = values / (common if shared else _find_common(values))
        near = np.abs(np.abs(values) - 1) < plain
        values = np.where(near, np.sign(values), values)
        for column, value in zip(block.columns, values, strict=True):
            factors[column] = float(value)


def _find_common(values: NDArray[np.float64]) -> float:
    """The typical factor, with the sign of most: one of the factors that has many like it."""
    logs = np.log(np.abs(values))
    close = np.abs(logs[:, None] - logs) < 1e-3
    typical = float(np.abs(values[int(np.argmax(close.sum(axis=1)))]))
    return typical if np.sum(values > 0) >= np.sum(values < 0) else -typical
