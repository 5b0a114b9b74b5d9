"""The terms of right sides: u⁻²·u_xx − 2·u⁻³·u_x², or (y·y_x² − y)/(1 + y²)."""

from __future__ import annotations

from typing import NamedTuple

from liesd.differential.fitting.features import Feature


class Summand(NamedTuple):
    """A term of a right side."""

    number: float
    place: int
    """Among all monomials in arguments and features."""
    power: tuple[int, ...]
    """Their exponents."""
    text: str


class Form(NamedTuple):
    """The terms of the right sides: some monomials in arguments and features."""

    degree: int
    """Of all monomials, among which they have their places."""
    features: tuple[Feature, ...]
    summands: list[list[Summand]]
    divisors: list[list[Summand]] | None = None
    """The terms of the denominators, none for a side that is a polynomial; None if all are."""

    @property
    def terms(self) -> int:
        """How many terms the right sides have together."""
        return sum(map(len, self.parts))

    @property
    def parts(self) -> list[list[Summand]]:
        """The sums that it is made of: the numerators, then the denominators."""
        return [*self.summands, *(self.divisors or ())]
