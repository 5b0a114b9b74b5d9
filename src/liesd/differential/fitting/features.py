"""Functions beside the arguments of F themselves: 1/y, exp(u), sin(u), √(1 + y'²), a radius.

F is a polynomial in its arguments and in a few of these *features*. Which ones is chosen by
held-out trajectories: a feature must make what is unexplained many times smaller.

>>> import torch
>>> inverse = Feature("power", (0,), Fraction(-1))
>>> inverse(torch.tensor([[4.0, 1.0]])).tolist()
[0.25]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, pairwise, product
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from liesd.differential import limits
from liesd.differential.fields import Array
from liesd.differential.grammar import Equation
from liesd.spec.polynomial import list_powers

Power = tuple[int, ...]


class Feature(NamedTuple):
    """A function of some arguments of F."""

    kind: str
    """``power`` of an argument, ``radius`` of several to a power, ``arc`` √(1 + z²) of a slope to a
    power, or a name of FUNCTIONS."""
    arguments: tuple[int, ...]
    """The places of the arguments that it depends on; other functions of two are functions of their
    difference."""
    exponent: Fraction = Fraction(1)
    """Of a power, a radius or an arc; the factor of the argument of other functions."""

    @property
    def most(self) -> int | None:
        """The exponent from which on it is made of others, less one; None if there is none."""
        if self.kind == "power" and self.exponent.denominator > 1:
            return self.exponent.denominator - 1
        rooted = self.kind in ("arc", "radius") and self.exponent == 1
        return 1 if rooted or self.kind == "cos" else None

    def __call__(self, z: Tensor) -> Tensor:
        """Its values for arguments (N, n)."""
        if self.kind in ("radius", "arc"):
            size = z[:, self.arguments].square().sum(dim=1) + (self.kind == "arc")
            return size ** (float(self.exponent) / 2)
        column = z[:, self.arguments[0]]
        if len(self.arguments) > 1:
            column = column - z[:, self.arguments[1]]
        if self.kind == "power":
            return column ** (
                int(self.exponent) if self.exponent.denominator == 1 else float(self.exponent)
            )
        return FUNCTIONS[self.kind](float(self.exponent) * column)

    def evaluate(self, z: Array) -> Array:
        """The same for numpy."""
        return np.asarray(self(torch.from_numpy(np.ascontiguousarray(z))))


FUNCTIONS: dict[str, Callable[[Tensor], Tensor]] = {
    "exp": torch.exp,
    "sin": torch.sin,
    "cos": torch.cos,
}


def list_groups(equation: Equation, z: Array) -> list[tuple[Feature, ...]]:
    """List the features to try, those that belong together in a group.

    Powers are for arguments that stay away from zero, the length of an arc for slopes, other
    functions for axes, two of them together, fields and differences of fields.
    """
    assert equation.right is not None
    found: list[tuple[Feature, ...]] = []
    for place, term in enumerate(equation.right):
        column = z[:, place]
        if stays_away(column):
            inverse = Feature("power", (place,), Fraction(-1))
            found.append((inverse,))
            if (column > 0).all():
                found += [
                    (inverse, Feature("power", (place,), Fraction(-1, part))) for part in (2, 3)
                ]
        if term.order == 0:
            found += _list_functions((place,), column)
        if term.order == 1:
            found += [(Feature("arc", (place,), Fraction(sign)),) for sign in (1, -1)]
    return [*found, *_list_joint(equation, z)]


def _list_joint(equation: Equation, z: Array) -> list[tuple[Feature, ...]]:
    """List functions of several fields, of their derivatives, and of two axes."""
    right = equation.right or ()
    found: list[tuple[Feature, ...]] = []
    for order in (0, 1):
        alike = tuple(
            place
            for place, term in enumerate(right)
            if term.field is not None and term.order == order
        )
        if len(alike) > 1 and stays_away(np.sqrt(np.sum(z[:, alike] ** 2, axis=1))):
            found += [(Feature("radius", alike, Fraction(sign)),) for sign in (-1, 1)]
        if order == 0:
            for pair in combinations(alike, 2):
                found += _list_functions(pair, z[:, pair[0]] - z[:, pair[1]])
    axes = [place for place, term in enumerate(right) if term.field is None]
    for pair in combinations(axes, 2):
        both = (_list_functions((place,), z[:, place]) for place in pair)
        found += [(*one, *other) for one, other in product(*both)]
    return found


def stays_away(column: Array, part: float | None = None) -> bool:
    """True if an argument stays away from zero, by more than a part of its largest value."""
    part = limits.LIMITS.away if part is None else part
    return float(np.abs(column).min()) > part * float(np.abs(column).max())


def _list_functions(places: tuple[int, ...], column: Array) -> list[tuple[Feature, ...]]:
    if not float(np.abs(column).max()) < limits.LIMITS.steepest:
        return []
    return [
        tuple(Feature("exp", places, Fraction(sign)) for sign in (1, -1)),
        (Feature("sin", places), Feature("cos", places)),
    ]


def list_kept(count: int, features: Sequence[Feature], degree: int) -> list[int]:
    """Places of the monomials in arguments and features that are not made of others."""
    clashes = [
        (feature.arguments[0], count + k, least)
        for k, feature in enumerate(features)
        for kind, least in (("power", 1), ("arc", 2))
        if feature.kind == kind and feature.exponent == -1
    ] + [
        (count + k, count + k + 1, 1)
        for k, (one, other) in enumerate(pairwise(features))
        if one.kind == other.kind == "exp" and one.arguments == other.arguments
    ]
    return [
        place
        for place, power in enumerate(list_powers(count + len(features), degree))
        if not any(power[a] >= least and power[b] >= least for a, b, least in clashes)
        and all(
            feature.most is None or power[count + k] <= feature.most
            for k, feature in enumerate(features)
        )
    ]


def add_features(z: Tensor, features: Sequence[Feature]) -> Tensor:
    """The arguments and their features side by side."""
    if not features:
        return z
    return torch.cat([z, torch.stack([one(z) for one in features], dim=1)], dim=1)


def format_term(names: tuple[str, ...], features: Sequence[Feature], power: Power) -> str:
    """A monomial in arguments and features as text.

    >>> format_term(("x", "y"), [Feature("power", (1,), Fraction(-1))], (1, 0, 3))
    'x·y⁻³'
    """
    exponents = {name: Fraction(k) for name, k in zip(names, power, strict=False)}
    for feature, k in zip(features, power[len(names) :], strict=True):
        known = [names[place] for place in feature.arguments]
        inside = (", " if feature.kind == "radius" else " − ").join(known)
        if feature.kind == "power":
            exponents[inside] += feature.exponent * k
        elif feature.kind == "radius":
            exponents[f"|({inside})|"] = feature.exponent * k
        elif feature.kind == "arc":
            exponents[f"(1 + {inside}²)"] = feature.exponent * k / 2
        else:
            factor = feature.exponent * (k if feature.kind == "exp" else 1)
            if factor == -1 and len(known) > 1:
                factor, inside = Fraction(1), " − ".join(reversed(known))
            shown = {1: "", -1: "−"}.get(int(factor), str(factor).replace("-", "−"))
            inside = f"({inside})" if shown and len(known) > 1 else inside
            text = f"{feature.kind}({shown}{inside})"
            exponents[text] = Fraction(min(k, 1) if feature.kind == "exp" else k)
    return "·".join(f"{name}{_raise(k)}" for name, k in exponents.items() if k) or "1"


def _raise(exponent: Fraction) -> str:
    if exponent == 1:
        return ""
    if exponent.denominator == 1:
        return str(exponent).translate(_RAISED)
    return f"^({str(exponent).replace('-', '−')})"


_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
