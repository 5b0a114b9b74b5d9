"""The equation that was found, as text: ``u_t = −u·u_x − u_xxx``."""

from __future__ import annotations

from collections.abc import Sequence

from liesd.differential import limits
from liesd.differential.fitting.model import Polynomial


def write_equation(model: Polynomial) -> str:
    """Write the equation as it was found; one with very many terms is not spelled out."""
    most = max(map(len, model.summands))
    if most > limits.LIMITS.most_shown:
        return f"{model.equation}, a polynomial of degree {model.degree} with {most} terms"
    return ", ".join(
        f"{model.equation.name(term)} = {_write([(one.number, one.text) for one in side])}"
        for term, side in zip(model.equation.left, model.summands, strict=True)
    )


def find_wrong_steps(model: Polynomial, counts: Sequence[int]) -> list[str]:
    """Find axes whose steps seem to be off by one point: by N/(N − 1) or the inverse.

    Coefficients are round numbers more often than not; here some are round once the step of an
    axis is put right, and none of these is as it stands. ``counts`` are the points of each axis.
    """
    equation = model.equation
    assert equation.right is not None
    suspects = []
    for axis, count in enumerate(counts):
        exponents = []
        for left, side in zip(equation.left, model.summands, strict=True):
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


def _write(pairs: list[tuple[float, str]]) -> str:
    out = ""
    for value, text in pairs:
        number = f"{float(f'{abs(value):.4g}'):g}"
        part = number if text == "1" else text if number == "1" else f"{number}·{text}"
        sign = "−" if value < 0 else "+"
        out += f" {sign} {part}" if out else f"{'−' if value < 0 else ''}{part}"
    return out or "0"
