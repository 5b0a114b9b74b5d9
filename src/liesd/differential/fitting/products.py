"""Sums of a few products of powers: u⁻²·u_xx − 2·u⁻³·u_x², or y^(3/2)/x.

A polynomial in features has all products of these, which are too many where several arguments have
powers, and features are found one group after the other. Here the terms themselves are collected,
out of many products at once.

>>> z = np.linspace([1.0, 2.0], [3.0, 1.0], 50) ** [[1.0, 2.0]]
>>> products = list_products(z)
>>> [[str(k) for k in products[j]] for j in collect_products(z, z[:, 1] ** 1.5 / z[:, 0], products)]
[['-1', '3/2']]
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from liesd.differential import limits
from liesd.differential.fields import Array
from liesd.differential.fitting.features import Feature, stays_away
from liesd.differential.fitting.form import Form, make_form
from liesd.differential.fitting.sparse import leave_out
from liesd.differential.grammar import Equation

Product = tuple[Fraction, ...]
"""The exponent of each argument."""


def find_products(equation: Equation, z: Array, y: Array, products: list[Product]) -> Form:
    """Find a few products for each left side.

    ``z`` and ``y`` are arguments and left sides, these in units of their spread.
    """
    sides = [[products[k] for k in collect_products(z, one, products)] for one in y.T]
    return _make_form(equation, sides)


def list_products(z: Array) -> list[Product]:
    """List products of powers of arguments, the simplest ones.

    Arguments that keep off zero have powers that are negative or fractions as well.
    """
    away = [stays_away(column, limits.LIMITS.product_away) for column in z.T]
    whole = [Fraction(k) for k in range(limits.LIMITS.product_degree + 1)]
    choices = [
        _list_exponents(bool((column > 0).all())) if far else whole
        for far, column in zip(away, z.T, strict=True)
    ]
    most = limits.LIMITS.most_products
    found: list[Product] = []
    heaviest = sum(max(map(_weigh, one)) for one in choices)
    for budget in range(1, int(heaviest) + 2):
        found = [
            one
            for one in _combine(choices, Fraction(budget))
            if sum(k for k, far in zip(one, away, strict=True) if not far)
            <= limits.LIMITS.product_degree
        ]
        if len(found) >= most:
            break
    return sorted(found, key=lambda one: (sum(map(_weigh, one)), one))[:most]


def _list_exponents(positive: bool) -> list[Fraction]:
    most = limits.LIMITS.highest_power
    return sorted(
        {
            Fraction(k, part)
            for part in ((1, 2, 3) if positive else (1,))
            for k in range(-most * part, most * part + 1)
        }
    )


def _weigh(exponent: Fraction) -> Fraction:
    """How far an exponent is from simple: 0 for none, 1 for an argument itself."""
    return abs(exponent) + exponent.denominator - 1


def _combine(choices: list[list[Fraction]], budget: Fraction) -> Iterator[Product]:
    """All choices of exponents that weigh so much at most."""
    if not choices:
        yield ()
        return
    for exponent in choices[0]:
        if (left := budget - _weigh(exponent)) >= 0:
            for rest in _combine(choices[1:], left):
                yield (exponent, *rest)


def collect_products(z: Array, y: Array, products: list[Product]) -> list[int]:
    """Collect the products that explain a left side, as few as explain it about as well.

    Products are much alike, so that after each one that is added the earlier ones are exchanged
    for others as long as that helps.
    """
    A = _evaluate(z, products)
    A = A / np.linalg.norm(A, axis=0)
    y = y / np.sqrt(len(y))
    chosen: list[int] = []
    best: tuple[list[int], float] = ([], float(np.linalg.norm(y)))
    failed = 0
    while best[1] > limits.LIMITS.perfect and failed <= limits.LIMITS.patience:
        if len(chosen) >= min(limits.LIMITS.most_summed, len(products)):
            break
        chosen, error = _exchange(A, y, [*chosen, _find_next(A, y, chosen)])
        failed += 1
        if error < limits.LIMITS.better * best[1]:
            best, failed = (chosen, error), 0
    allowed = max(limits.LIMITS.sparse * best[1], limits.LIMITS.perfect)
    return leave_out(best[0], lambda some: (_measure(A, y, some), y), allowed)


def _evaluate(z: Array, products: list[Product]) -> Array:
    powers: dict[tuple[int, Fraction], Array] = {}
    out = np.ones((len(z), len(products)))
    for column, one in zip(out.T, products, strict=True):
        for place, exponent in enumerate(one):
            if exponent:
                if (place, exponent) not in powers:
                    powers[place, exponent] = Feature("power", (place,), exponent).evaluate(z)
                column *= powers[place, exponent]
    return out


def _exchange(A: Array, y: Array, chosen: list[int]) -> tuple[list[int], float]:
    """Exchange columns for others, one at a time, while that lowers the error."""
    error, tried = _measure(A, y, chosen), 0
    while tried < len(chosen):  # all of them in vain since the last exchange
        rest = chosen[1:]
        other = [*rest, _find_next(A, y, rest)]
        lower = _measure(A, y, other)
        if lower < limits.LIMITS.exchanged * error:
            chosen, error, tried = other, lower, 0
        else:
            chosen, tried = [*rest, chosen[0]], tried + 1
    return chosen, error


def _find_next(A: Array, y: Array, chosen: list[int]) -> int:
    """Find the column that explains most of what the chosen ones leave."""
    Q = np.linalg.qr(A[:, chosen])[0]
    left = A - Q @ (Q.T @ A)
    lengths = np.linalg.norm(left, axis=0)
    seen = lengths > limits.LIMITS.rank**0.5
    gains = np.abs(_take_rest(Q, y) @ left) / np.where(seen, lengths, 1.0)
    return int(np.argmax(np.where(seen, gains, -1.0)))


def _measure(A: Array, y: Array, chosen: list[int]) -> float:
    return float(np.linalg.norm(_take_rest(np.linalg.qr(A[:, chosen])[0], y)))


def _take_rest(Q: Array, y: Array) -> Array:
    """What orthonormal columns leave of a vector, to rounding."""
    for _ in range(2):
        y = y - Q @ (Q.T @ y)
    return y


def _make_form(equation: Equation, sides: list[list[Product]]) -> Form:
    """Write products as monomials in arguments and in powers of them."""
    names = equation.arguments
    pairs = {
        (place, exponent)
        for side in sides
        for one in side
        for place, exponent in enumerate(one)
        if not _is_plain(exponent)
    }
    features = tuple(Feature("power", (place,), exponent) for place, exponent in sorted(pairs))

    def spell(one: Product) -> tuple[int, ...]:
        plain = (int(k) if _is_plain(k) else 0 for k in one)
        return (*plain, *(int(one[f.arguments[0]] == f.exponent) for f in features))

    return make_form(names, features, [[spell(one) for one in side] for side in sides])


def _is_plain(exponent: Fraction) -> bool:
    return exponent.denominator == 1 and exponent >= 0
