"""The equation that was found, as text: ``u_t = −u·u_x − u_xxx``."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat

from liesd.differential import limits
from liesd.differential.fitting.form import Summand
from liesd.differential.fitting.model import Polynomial


def write_equation(model: Polynomial) -> str:
    """Write the equation as it was found; one with very many terms is not spelled out."""
    form = model.form
    assert form is not None
    most = max(map(len, form.parts))
    if most > limits.LIMITS.most_shown:
        kind = "polynomial" if form.divisors is None else "quotient of polynomials"
        return f"{model.equation}, a {kind} of degree {model.degree} with {most} terms"
    sides = zip(model.equation.left, form.summands, form.divisors or repeat([]), strict=False)
    return ", ".join(
        f"{model.equation.name(term)} = {_divide(above, below)}" for term, above, below in sides
    )


def _divide(above: list[Summand], below: list[Summand]) -> str:
    """Write a sum, or a quotient of two."""
    if not below:
        return _write(above)
    texts = [_write(part) for part in (above, below)]
    return "/".join(
        f"({text})" if len(part) > 1 or "·" in text else text
        for part, text in zip((above, below), texts, strict=True)
    )


def find_wrong_steps(model: Polynomial, counts: Sequence[int]) -> list[str]:
    """Find axes whose steps seem to be off by one point: by N/(N − 1) or the inverse.

    Coefficients are round numbers more often than not; here some are round once the step of an
    axis is put right, and none of these is as it stands. ``counts`` are the points of each axis.
    """
    equation = model.equation
    assert equation.right is not None
    suspects = []
    form = model.form
    assert form is not None
    if form.divisors is not None:  # only ratios of coefficients mean anything
        return []
    for axis, count in enumerate(counts):
        exponents = []
        for left, side in zip(equation.left, form.summands, strict=True):
            for one in side:
                counted = zip(one.power, equation.right, strict=False)
                gained = sum(k * t.power[axis] for k, t in counted if t.field is not None)
                exponents.append((one.number, gained - left.power[axis]))
        changed = [(number, k) for number, k in exponents if k]
        ratios = (count / (count - 1), (count - 1) / count)
        if changed and any(
            all(_is_round(number * ratio**k) and not _is_round(number) for number, k in changed)
            for ratio in ratios
        ):
            suspects.append(equation.axes[axis])
    return suspects


def _is_round(number: float) -> bool:
    """True if a number has two digits at most."""
    return abs(number - float(f"{number:.2g}")) <= limits.LIMITS.round * abs(number)


def _write(part: list[Summand]) -> str:
    out = ""
    for value, _, _, text in part:
        number = f"{float(f'{abs(value):.4g}'):g}"
        term = number if text == "1" else text if number == "1" else f"{number}·{text}"
        sign = "−" if value < 0 else "+"
        out += f" {sign} {term}" if out else f"{'−' if value < 0 else ''}{term}"
    return out or "0"
