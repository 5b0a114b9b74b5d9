"""The error of a fit, in words that are the same everywhere."""

from __future__ import annotations

_LEAST = 1e-4


def tell_error(error: float) -> str:
    """A held-out error in per cent, as every summary, report and message gives it.

    >>> [tell_error(error) for error in (0.0, 0.00783, 0.1234, 1.5)]
    ['below 0.01 %', '0.78 %', '12 %', '150 %']
    """
    if error < _LEAST:
        return f"below {100 * _LEAST:g} %"
    return f"{100 * error:.2g} %" if error < 0.995 else f"{100 * error:.0f} %"
