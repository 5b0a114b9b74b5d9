"""The arguments of F, where they are left to the library."""

from __future__ import annotations

from dataclasses import replace

from liesd.differential import limits
from liesd.differential.fitting.model import Polynomial
from liesd.differential.fitting.regression import fit_equation
from liesd.differential.grammar import Equation, Term
from liesd.differential.jets.draw import Jets
from liesd.spec.polynomial import list_powers


def choose_arguments(asked: Equation, jets: Jets, seed: int = 0) -> Equation:
    """Choose the smallest set of derivatives that explains the left sides.

    Orders rise until held-out trajectories are not explained much better; then every argument is
    left out without which they are explained as well. Where polynomials in derivatives leave much
    unexplained, axes and other functions are tried as well.
    """
    plain = [list_arguments(asked, order) for order in range(asked.order + 1)]
    model = _choose_set(asked, plain, jets, seed, rich=False)
    if model.heldout_error > limits.LIMITS.hidden:
        axes = tuple(Term(None, power) for power in list_powers(len(asked.axes), 1)[1:])
        sets = [*plain, *((*axes, *one) for one in plain)]
        other = _choose_set(asked, sets, jets, seed, rich=True)
        if other.heldout_error < limits.LIMITS.better * model.heldout_error:
            model = other
    if model.extrapolates:
        return replace(asked, right=_list_used(model))
    return _leave_out(model, jets, seed)


def _choose_set(
    asked: Equation, sets: list[tuple[Term, ...]], jets: Jets, seed: int, rich: bool
) -> Polynomial:
    """The first set that explains about as much as the best one."""
    tried = [fit_equation(replace(asked, right=one), jets, seed, rich) for one in sets if one]
    least = min(model.heldout_error for model in tried)
    enough = max(limits.LIMITS.simpler * least, limits.LIMITS.perfect)
    return next(model for model in tried if model.heldout_error <= enough)


def _list_used(model: Polynomial) -> tuple[Term, ...]:
    """The arguments in the text of an equation; one at least."""
    right = model.equation.right
    assert right is not None
    assert model.form is not None
    used = set()
    for part in model.form.parts:
        for one in part:
            used |= {place for place, k in enumerate(one.power[: len(right)]) if k}
            for feature, k in zip(model.features, one.power[len(right) :], strict=True):
                used |= set(feature.arguments) if k else set()
    return tuple(term for place, term in enumerate(right) if place in used) or right[:1]


def _leave_out(model: Polynomial, jets: Jets, seed: int) -> Equation:
    """Leave out every argument without which held-out trajectories are explained as well."""
    best, error = model.equation, model.heldout_error
    assert best.right is not None
    for term in sorted(best.right, key=lambda one: -one.order):
        rest = tuple(one for one in best.right or () if one != term)
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
