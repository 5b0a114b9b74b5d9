"""The terms of right sides: u⁻²·u_xx − 2·u⁻³·u_x², or (y·y_x² − y)/(1 + y²)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from liesd.differential.fitting.features import Feature, Power, format_term
from liesd.spec.polynomial import list_powers


class Summand(NamedTuple):
    """A term of a right side."""

    number: float
    place: int
    """Among all monomials in arguments and features."""
    power: Power
    """Their exponents."""
    text: str


Sums = list[list[Summand]]
"""One sum per equation."""


class Form(NamedTuple):
    """The terms of the right sides: some monomials in arguments and features."""

    degree: int
    """Of all monomials, among which they have their places."""
    features: tuple[Feature, ...]
    summands: Sums
    divisors: Sums | None = None
    """The terms of the denominators, none for a side that is a polynomial; None if all are."""

    @property
    def terms(self) -> int:
        """How many terms the right sides have together."""
        return sum(map(len, self.parts))

    @property
    def parts(self) -> Sums:
        """The sums that it is made of: the numerators, then the denominators."""
        return [*self.summands, *(self.divisors or ())]

    @property
    def quotients(self) -> list[tuple[list[Summand], list[Summand]]]:
        """The numerator and the denominator of each side."""
        return list(zip(self.summands, self.divisors or [[]] * len(self.summands), strict=True))


def make_form(
    names: tuple[str, ...],
    features: Sequence[Feature],
    above: list[list[Power]],
    below: list[list[Power]] | None = None,
) -> Form:
    """Make a form of the exponents of its terms; their numbers are not known yet."""
    degree = max((sum(one) for side in (*above, *(below or ())) for one in side), default=1)
    places = {one: k for k, one in enumerate(list_powers(len(names) + len(features), degree))}

    def write(sides: list[list[Power]]) -> Sums:
        return [
            sorted(Summand(0.0, places[one], one, format_term(names, features, one))
                   for one in side)
            for side in sides
        ]  # fmt: skip

    divisors = write(below) if below and any(below) else None
    return Form(degree, tuple(features), write(above), divisors)
