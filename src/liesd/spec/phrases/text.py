"""Directions, points, functions and differential operators as text."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from liesd.spec import limits
from liesd.spec.phrases.base import Array


def format_direction(b: Array) -> str:
    """A direction as text, its largest entry 1."""
    texts = (format_number(value) for value in np.round(b / find_size(b), 3))
    return f"({', '.join(texts)})"


def format_point(point: Array, scale: float, blur: float = 0.0) -> str:
    """A point as text, as far as it differs from the origin at the scale of the data.

    ``blur`` is the error of the point.

    >>> format_point(np.array([1000.56, 1000.36]), 0.5)
    'the point (1000.6, 1000.4)'
    """
    size = float(np.abs(point).max())
    if size <= max(limits.LIMITS.rest_share * scale, blur):
        return "the origin"
    places = max(2 - _find_magnitude(size), -_find_magnitude(scale))
    digits = max(4, _find_magnitude(size) + 1 + places)
    texts = (format_number(value, digits) for value in np.round(point, places))
    return f"the point ({', '.join(texts)})"


def _find_magnitude(value: float) -> int:
    """The power of ten of the first digit."""
    return int(np.floor(np.log10(value)))


def format_number(value: float, digits: int = 4) -> str:
    """A number with so many digits at most, and a true minus."""
    return f"{value + 0.0:.{digits}g}".replace("-", "−")


def find_size(numbers: Array) -> float:
    """The largest number with its sign; the first of several that are as large, up to rounding."""
    flat = numbers.ravel()
    large = np.abs(flat) > (1 - limits.LIMITS.as_large) * np.abs(flat).max()
    return float(flat[large.argmax()])


def find_near(wrong: float | None) -> float:
    """The relative distance from a simple number that an error explains."""
    most = limits.LIMITS.whole_most
    noise = most if wrong is None else limits.LIMITS.whole_noises * wrong
    return min(max(limits.LIMITS.whole_share, noise), most)


def format_ratio(ratio: float, near: float) -> str:
    """A ratio as text: a whole number or a simple fraction where it is one, or else two digits.

    >>> format_ratio(-0.3334, 1e-3), format_ratio(2.07, 1e-3)
    ('−1/3', '2.1')
    """
    for part in range(1, limits.LIMITS.whole_weight + 1):
        whole = round(ratio * part)
        if whole and abs(ratio * part - whole) * part < near * max(1.0, abs(ratio)):
            return f"{whole}{f'/{part}' if part > 1 else ''}".replace("-", "−")
    return format_number(ratio, 2)


def find_weight_unit(weights: Array, near: float) -> float:
    """The number in units of which all weights are small whole ones, or else the largest weight."""
    largest = find_size(weights)
    for whole in range(1, limits.LIMITS.whole_weight + 1):
        scaled = weights / largest * whole
        if np.abs(scaled - scaled.round()).max() * whole < near:
            return largest / whole
    return largest


def format_operator(table: Array, functions: Sequence[str], names: Sequence[str]) -> str:
    """Format a field as a differential operator: coefficients (components, functions).

    >>> format_operator(np.array([[0.0, 0.0, -1.0], [0.0, 1.0, 0.0]]), "1xy", ("∂x", "∂y"))
    'x∂y − y∂x'
    """
    degrees = np.array([_find_degree(text) for text in functions])
    sizes = np.abs(table)
    shown = sizes > limits.LIMITS.still_share * sizes.max(initial=0.0)
    for degree in np.unique(degrees):
        same = degrees == degree
        shown[:, same] &= sizes[:, same] > limits.LIMITS.rest_share * sizes[:, same].max()
    if not shown.any():
        return "0"
    count, most = int(shown.sum()), limits.LIMITS.formula_terms
    if count > most:
        shown &= sizes >= np.sort(sizes[shown])[-most]
    top = sizes[:, degrees == np.where(shown, degrees, -1).max()]
    table = table / _choose_unit(top[top > limits.LIMITS.rest_share * top.max()])
    order = sorted(range(len(functions)), key=lambda k: -degrees[k])
    parts = []
    for row, seen, name in zip(table, shown, names, strict=True):
        if places := [k for k in order if seen[k]]:
            first = float(row[places[0]])
            sign = -1.0 if first < 0 else 1.0
            row = row * (float(f"{first:.3g}") / first)  # as shown: noise would shift a centre
            terms = _join_terms([(sign * row[k], format_function(functions[k])) for k in places])
            alone = "" if terms == "1" and name else terms
            parts.append((sign, f"({terms})" if len(places) > 1 and name else alone, name))
    parts.sort(key=lambda part: -part[0])
    if parts[0][0] < 0:  # a direction has no sign
        parts = [(1.0, terms, name) for _, terms, name in parts]
    text = "".join(f" {'−' if sign < 0 else '+'} {terms}{name}" for sign, terms, name in parts)
    more = f" + … ({count} terms)" if count > most else ""
    return text.removeprefix(" + ") + more


def _choose_unit(sizes: Array) -> float:
    """The least size if all are whole multiples of it, or else the largest."""
    ratios = sizes / sizes.min()
    whole = np.abs(ratios - ratios.round()).max() < limits.LIMITS.rest_share
    return float(sizes.min() if whole and ratios.max() < 10 else sizes.max())


def _join_terms(terms: list[tuple[float, str]]) -> str:
    out = ""
    for value, text in terms:
        digits = max(3, _find_magnitude(abs(value)) + 2)  # a shift by 1000.6 is not one by 1000
        number = format_number(float(f"{abs(value):.{digits}g}"), max(4, digits))
        shown = number if text == "1" else text if number == "1" else f"{number}{text}"
        out += f" {'−' if value < 0 else '+'} {shown}" if out else shown
    return out


def format_function(text: str) -> str:
    """A function of the library as a person writes it: x**2*t becomes x²·t."""
    raised = re.sub(r"\*\*(\d+)", lambda found: found[1].translate(_RAISED), text)
    return raised.replace("*", "·")


_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def _find_degree(text: str) -> int:
    """The total degree of a monomial; 1 for any other function."""
    if text == "1":
        return 0
    powers = [
        re.fullmatch(r"\w+(?:\*\*(\d+))?", part) for part in re.split(r"(?<!\*)\*(?!\*)", text)
    ]
    return sum(int(found[1] or 1) for found in powers if found) if all(powers) else 1
