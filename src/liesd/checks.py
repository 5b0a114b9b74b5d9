"""Settings that a user gives: each is checked once, in the same words."""

from __future__ import annotations

import operator
from typing import Any

from liesd.errors import DataError


def whole(name: str, value: Any, least: int) -> int:
    """A whole number, no less than ``least``."""
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool) or number < least:
        raise DataError(f"{name} must be a whole number of at least {least}, not {value!r}")
    return number


def real(name: str, value: Any, meaning: str, low: float, high: float, closed: bool) -> float:
    """A number from ``low``, or above it, to anything below ``high``."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = float("nan")
    if isinstance(value, str) or not (low <= number < high and (closed or number > low)):
        raise DataError(f"{name} must be {meaning}, not {value!r}")
    return number
