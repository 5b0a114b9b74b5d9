"""Power laws behind scalings: F ∝ r⁻²."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from liesd.algebra import ranks
from liesd.spec import Array, Spec

_RAISED = str.maketrans("-/0123456789", "⁻ᐟ⁰¹²³⁴⁵⁶⁷⁸⁹")


def add_power(generator: Mapping[str, Array], words: str) -> str:
    """The words of a generator, with the power law where one input scales the outputs."""
    law = find_power(generator.spec, generator)  # type: ignore[attr-defined]
    return f"{words}: {law}" if law else words


def find_power(spec: Spec, generator: Mapping[str, Array]) -> str:
    """The power law of a scaling of one input and of outputs; empty if it is none.

    >>> from liesd import Spec
    >>> spec = Spec.parse("q[1]+r[2] -> F[2]")
    >>> find_power(spec, {"q": [[0]], "r": np.eye(2), "F": -2 * np.eye(2)})
    'F ∝ r⁻²'
    """
    blocks = spec.output.blocks()
    if blocks is None or any(len(block) > 1 for block in blocks):
        return ""
    exponents = {name: _find_exponent(np.asarray(value)) for name, value in generator.items()}
    if any(value is None for value in exponents.values()):
        return ""
    own = set(spec.input.unknowns)
    moved = {name: value for name, value in exponents.items() if value}
    inputs = [name for name in moved if name in own]
    outputs = [name for name in moved if name not in own]
    if len(inputs) != 1 or not outputs:
        return ""
    (name,) = inputs
    told = [_write(one, name, _divide(moved[one], moved[name])) for one in outputs]
    return ", ".join(told) if all(told) else ""


def _find_exponent(matrix: Array) -> float | None:
    """The number by which a matrix multiplies everything; None if it does something else."""
    mean = float(np.trace(matrix)) / len(matrix)
    rest = matrix - mean * np.eye(len(matrix))
    if np.abs(rest).max() > ranks.TOLERANCES.whole_distance:
        return None
    return mean if abs(mean) > ranks.TOLERANCES.whole_distance else 0.0


def _divide(one: Any, other: Any) -> float:
    return float(one) / float(other)


def _write(output: str, name: str, power: float) -> str:
    simple = Fraction(power).limit_denominator(ranks.TOLERANCES.most_denominator)
    if abs(power - float(simple)) > ranks.TOLERANCES.whole_distance * max(1.0, abs(power)):
        return ""
    raised = "" if simple == 1 else str(simple).translate(_RAISED)
    return f"{output} ∝ {name}{raised}"
