"""What a person calls a symmetry of a differential equation: "Galilean boost", "scaling"."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from liesd.spec import limits
from liesd.spec.phrases import Phrase, find_size, format_function, format_operator

Array = NDArray[np.float64]
Power = tuple[int, ...]
WEIGHTS = 6
"""The largest weight of a scaling that is looked for."""
FIRST_ORDER = " (to first order in ε)"
"""Follows a map whose higher powers of ε are left out."""


class Motion(NamedTuple):
    """A polynomial field on points (x, u), as named terms."""

    axes: tuple[str, ...]
    """The names of all coordinates: variables first, then fields."""
    variables: int
    terms: dict[tuple[int, Power], float]
    """The coefficient of each monomial in each component."""

    def component(self, place: int) -> dict[Power, float]:
        """The terms of one component."""
        return {power: value for (row, power), value in self.terms.items() if row == place}

    def only(self, place: int) -> dict[Power, float]:
        """The terms of one component, if it is the only one."""
        return self.component(place) if all(row == place for row, _ in self.terms) else {}

    @property
    def moved(self) -> list[int]:
        """The variables that move."""
        return sorted({row for row, _ in self.terms if row < self.variables})

    def expand(self, place: int) -> list[dict[Power, float]]:
        """The terms of ε, ε², … in the finite motion of a coordinate, up to the first that is 0.

        It is the series exp(εξ)x = x + εξx + ε²ξ²x/2 + …, cut where it would be too long to read.
        """
        series: list[dict[Power, float]] = []
        last = {_unit(len(self.axes), place): 1.0}
        while last and len(series) <= limits.LIMITS.motion_orders:
            last = self._derive(last, len(series) + 1)
            series.append(last)
        return series

    def _derive(self, polynomial: dict[Power, float], order: int) -> dict[Power, float]:
        """ξ of a polynomial, over the order."""
        out: dict[Power, float] = {}
        for power, value in polynomial.items():
            for (row, factor), slope in self.terms.items():
                if power[row]:
                    made = [
                        p + q - (k == row)
                        for k, (p, q) in enumerate(zip(power, factor, strict=True))
                    ]
                    key = tuple(made)
                    out[key] = out.get(key, 0.0) + value * slope * power[row] / order
        least = limits.LIMITS.rest_share * max(map(abs, out.values()), default=0.0)
        return {power: value for power, value in out.items() if abs(value) > least}


def describe_motion(
    W: Array, powers: Sequence[Power], axes: tuple[str, ...], variables: int
) -> Phrase:
    """Describe a polynomial field on points (x, u) in words."""
    unit = _find_unit(W) * _find_sign(W, powers)
    size, table = float(np.copysign(find_size(W), unit)), W / unit
    least = limits.LIMITS.rest_share * float(np.abs(table).max())
    terms = {
        (row, tuple(power)): float(table[row, column])
        for row in range(len(table))
        for column, power in enumerate(powers)
        if abs(table[row, column]) > least
    }
    motion = Motion(axes, variables, terms)
    for kind in (_name_translation, _name_scaling, _name_vertical, _name_linear, _name_curved):
        if told := kind(motion):
            return Phrase(told, size, 2)
    formula = format_operator(table, [_write(axes, power) for power in powers], _slopes(axes))
    return Phrase(f"field {formula}", size, 2)


def _slopes(axes: tuple[str, ...]) -> list[str]:
    return [f"∂{name}" for name in axes]


def _find_unit(W: Array) -> float:
    """The size in units of which all others are whole, if there is one, or else the largest."""
    sizes = np.abs(W[np.abs(W) > limits.LIMITS.rest_share * np.abs(W).max()])
    for part in range(1, WEIGHTS + 1):
        ratios = sizes / sizes.min() * part
        if np.abs(ratios - ratios.round()).max() < part * limits.LIMITS.rest_share:
            divisor = gcd(*(int(one) for one in ratios.round()))
            if ratios.max() <= divisor * 4 * WEIGHTS:
                return float(sizes.min()) * divisor / part
    return float(sizes.max())


def _find_sign(W: Array, powers: Sequence[Power]) -> float:
    """The sign with which a field is told: the largest number is positive, or a leading term is."""
    sign = float(np.sign(find_size(W)))
    shown = np.abs(W) > limits.LIMITS.rest_share * np.abs(W).max()
    order = sorted(range(len(powers)), key=lambda k: -sum(powers[k]))
    leading = [
        sign * next(row[k] for k in order if seen[k])
        for row, seen in zip(W, shown, strict=True)
        if seen.any()
    ]
    return -sign if max(leading) < 0 else sign


def _write(axes: tuple[str, ...], power: Power) -> str:
    factors = [name if k == 1 else f"{name}**{k}" for name, k in zip(axes, power, strict=True) if k]
    return "*".join(factors) or "1"


def _unit(count: int, *places: int) -> Power:
    return tuple(places.count(k) for k in range(count))


def _name_translation(motion: Motion) -> str:
    nothing = _unit(len(motion.axes))
    if any(power != nothing for _, power in motion.terms):
        return ""
    rows = [row for row, _ in motion.terms]
    if len(rows) > 1:
        return f"translation{_map(motion)}"
    name = motion.axes[rows[0]]
    return (
        f"translation in {name}"
        if rows[0] < motion.variables
        else f"shift of {name}: {name} → {name} + ε"
    )


def _name_scaling(motion: Motion) -> str:
    """A scaling: every coordinate by itself, with whole weights if possible."""
    count = len(motion.axes)
    weights = {}
    for (row, power), value in motion.terms.items():
        if power != _unit(count, row):
            return ""
        weights[row] = value
    if all(abs(value - round(value)) < limits.LIMITS.rest_share * 10 for value in weights.values()):
        if sum(weights.values()) < 0 and max(weights.values()) <= 0:
            weights = {row: -value for row, value in weights.items()}
        texts = [
            f"{motion.axes[row]} → λ{_raise(round(value))}{motion.axes[row]}"
            for row, value in sorted(weights.items())
        ]
    else:
        texts = [
            f"{motion.axes[row]} → λ^{value:.4g}·{motion.axes[row]}"
            for row, value in sorted(weights.items())
        ]
    return f"scaling: {', '.join(texts)}"


def _raise(weight: int) -> str:
    digits = str(weight).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return "" if weight == 1 else digits


def _name_vertical(motion: Motion) -> str:
    """Fields that move at fixed variables: superpositions, and mixtures of fields."""
    if motion.moved:
        return ""
    fields = range(motion.variables, len(motion.axes))
    if all(not any(power[k] for k in fields) for _, power in motion.terms):
        return f"superposition{_map(motion)}"
    pairs = {
        (row, next(k for k in fields if power[k])): value
        for (row, power), value in motion.terms.items()
        if sum(power) == 1 and any(power[k] for k in fields)
    }
    if len(pairs) == len(motion.terms) == 2:
        (a, b), (c, d) = pairs
        if (a, b) == (d, c) and abs(sum(pairs.values())) < limits.LIMITS.rest_share * 10:
            return f"phase rotation of ({motion.axes[b]}, {motion.axes[a]})"
    return ""


def _name_linear(motion: Motion) -> str:
    """Rotations and boosts: variables that move by each other."""
    count, moved = len(motion.axes), motion.moved
    inside = {
        (row, next(k for k in range(count) if power[k])): value
        for (row, power), value in motion.terms.items()
        if row < motion.variables and sum(power) == 1
    }
    terms = [row for row, _ in motion.terms if row < motion.variables]
    if len(inside) != len(terms) or any(k >= motion.variables for _, k in inside):
        return ""
    if len(inside) == 2 and len(moved) == 2 and all(row != k for row, k in inside):
        one, other = inside.values()
        plane = f"({motion.axes[moved[0]]}, {motion.axes[moved[1]]})"
        what = "rotation" if one * other < 0 else "boost"
        equal = abs(abs(one) - abs(other)) < limits.LIMITS.rest_share * 10 * abs(one)
        more = "" if equal and len(motion.terms) == 2 else _map(motion)
        return f"{what} in {plane}{more}"
    if len(inside) == 1 and moved != [0] and all(k == 0 for _, k in inside):
        return f"Galilean boost{_map(motion)}"
    return ""


def _name_curved(motion: Motion) -> str:
    """Projective and conformal maps: variables that move by squares."""
    quadratic = [
        (row, power) for row, power in motion.terms if row < motion.variables and sum(power) == 2
    ]
    rows = [row for row, _ in motion.terms if row < motion.variables]
    fields = range(motion.variables, len(motion.axes))
    if not quadratic or len(quadratic) != len(rows):
        return ""
    if any(power[k] for _, power in quadratic for k in fields):
        return ""
    along = [row for row, power in quadratic if power[row] == 2]
    squares = [power for row, power in quadratic if max(power) == 2 and power[row] != 2]
    if len(along) == 1 and squares:
        return f"special conformal map along {motion.axes[along[0]]}{_map(motion)}"
    return f"projective map{_map(motion)}" if along else ""


def _map(motion: Motion) -> str:
    """How each coordinate changes; it says so where that is true to first order in ε only."""
    series = [motion.expand(place) for place in range(len(motion.axes))]
    is_finite = not any(orders[-1] for orders in series)
    told = []
    for name, orders in zip(motion.axes, series, strict=True):
        if orders[0]:
            shown = orders[:-1] if is_finite else orders[:1]
            sums = (_write_sum(motion.axes, terms, order) for order, terms in enumerate(shown, 1))
            told.append(f"{name} → {name}{''.join(sums)}")
    return f": {', '.join(told)}{'' if is_finite else FIRST_ORDER}"


def _write_sum(axes: tuple[str, ...], terms: dict[Power, float], order: int) -> str:
    """A change of a coordinate as a person writes it: " + 2εt", " − ε²(x² + 2t)"."""
    epsilon = f"ε{_raise(order)}"
    ordered = sorted(terms.items(), key=lambda item: (-sum(item[0]), [-k for k in item[0]]))
    sign = -1.0 if ordered[0][1] < 0 else 1.0
    out = "−" if sign < 0 else "+"
    if len(ordered) == 1:
        (power, value) = ordered[0]
        return f" {out} {_write_term(axes, power, sign * value, epsilon)}"
    inner = ""
    for power, value in ordered:
        part = _write_term(axes, power, abs(value))
        inner += f" {'−' if sign * value < 0 else '+'} {part}" if inner else part
    return f" {out} {epsilon}({inner})"


def _write_term(axes: tuple[str, ...], power: Power, value: float, epsilon: str = "") -> str:
    text = format_function(_write(axes, power))
    number = f"{float(f'{value:.4g}'):g}"
    letters = epsilon + ("" if text == "1" else text)
    return letters if number == "1" and letters else f"{number}{letters}"
