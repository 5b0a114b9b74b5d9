"""The arguments of F, where they are left to the library."""

from __future__ import annotations

from dataclasses import replace

from liesd.differential import limits
from liesd.differential.fitting.regression import fit_equation
from liesd.differential.grammar import Equation, Term
from liesd.differential.jets.draw import Jets
from liesd.spec.polynomial import list_powers


def choose_arguments(asked: Equation, jets: Jets, seed: int = 0) -> Equation:
    """Choose the smallest set of derivatives that explains the left sides.

    Orders rise until held-out trajectories are not explained much better; then every argument is
    left out without which they are explained as well.
    """
    tried: list[tuple[float, Equation]] = []
    for order in range(asked.order + 1):
        one = replace(asked, right=list_arguments(asked, order))
        tried.append((fit_equation(one, jets, seed, rich=False).heldout_error, one))
    least = min(error for error, _ in tried)
    enough = max(limits.LIMITS.simpler * least, limits.LIMITS.perfect)
    error, best = next(pair for pair in tried if pair[0] <= enough)
    assert best.right is not None
    for term in sorted(best.right, key=lambda one: -one.order):
        rest = tuple(one for one in best.right if one != term)
        if rest:
            fewer = replace(best, right=rest)
            without = fit_equation(fewer, jets, seed, rich=False).heldout_error
            if without <= max(limits.LIMITS.sparse * error, limits.LIMITS.perfect):
                best = fewer
    return best


def list_arguments(asked: Equation, order: int) -> tuple[Term, ...]:
    """All derivatives up to an order, without the left sides and what follows from them."""
    return tuple(
        Term(field, power)
        for power in list_powers(len(asked.axes), order)
        for field in range(len(asked.fields))
        if not any(
            one.field == field and all(a >= b for a, b in zip(power, one.power, strict=True))
            for one in asked.left
        )
        and all(one.order > 1 or not _shares_axis(power, one.power) for one in asked.left)
    )


def _shares_axis(power: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return any(a and b for a, b in zip(power, other, strict=True))
