"""The equation that was found, as text: ``u_t = −u·u_x − u_xxx``."""

from __future__ import annotations

from collections.abc import Sequence

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
    return ", ".join(
        f"{model.equation.name(term)} = {_divide(*side)}"
        for term, side in zip(model.equation.left, form.quotients, strict=True)
    )


def _divide(above: list[Summand], below: list[Summand]) -> str:
    """Write a sum, or a quotient of two."""
    if not below:
        return _write(above)
    top, bottom = _write(above), _write(below)
    top = f"({top})" if len(above) > 1 else top
    bottom = f"({bottom})" if len(below) > 1 or "·" in bottom else bottom
    return f"{top}/{bottom}"


def find_wrong_steps(model: Polynomial, counts: Sequence[int]) -> list[str]:
    """Find axes whose steps seem to be off by one point: by N/(N − 1) or the inverse.

    Coefficients are round numbers more often than not; here some are round once the step of an
    axis is put right, and none of these is as it stands. ``counts`` are the points of each axis.
    """
    equation = model.equation
    right, form = equation.right, model.form
    assert right is not None
    assert form is not None
    suspects = []
    for axis, count in enumerate(counts):

        def gain(one: Summand, axis: int = axis) -> int:
            counted = zip(one.power, right, strict=False)
            return sum(k * term.power[axis] for k, term in counted if term.field is not None)

        exponents = []
        for left, (above, below) in zip(equation.left, form.quotients, strict=True):
            unit = gain(below[0]) if below else 0  # the number of that one is 1
            exponents += [(one.number, gain(one) - unit - left.power[axis]) for one in above]
            exponents += [(one.number, gain(one) - unit) for one in below]
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
