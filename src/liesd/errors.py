"""The library's own exceptions, and checks of settings that raise them.

Every refusal says what is wrong, where, and what to do.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SHOWN = 60  # Characters of a value that a message repeats.


class LiesdError(Exception):
    """Base of all errors that the library raises on purpose."""


class SpecError(LiesdError, ValueError):
    """A symmetry spec that cannot be understood; shows the spec and points at the place."""

    guide: ClassVar[str] = "'liesd explain --help' for specs"
    """Where the command line sends somebody who makes this error."""

    def __init__(self, message: str, text: str | None = None, position: int | None = None) -> None:
        self.message, self.text, self.position = message, text, position
        if text is not None and position is not None:
            start = max(0, position - _SHOWN) if len(text) > 2 * _SHOWN else 0
            shown = text[start : start + 2 * _SHOWN]
            before, after = "..." * (start > 0), "..." * (start + len(shown) < len(text))
            place = " " * (position - start + len(before))
            message = f"{message}\n  {before}{shown}{after}\n  {place}^"
        super().__init__(message)


class EquationError(SpecError):
    """A differential equation that cannot be understood; points at the place."""

    guide = "'liesd equation --help' for equations"


class DataError(LiesdError, ValueError):
    """Data that cannot be used: wrong size or type, not finite, or too little of it."""


class TooLittleDataError(DataError):
    """Samples without any fault that tell too little: too few of them, or all alike."""


class FunctionError(LiesdError, ValueError):
    """A function whose derivatives cannot be trusted or taken."""


class ResourceError(LiesdError, MemoryError):
    """A problem that needs more memory than this machine has."""


class RegistrationError(LiesdError, ValueError):
    """A name that is taken by something else of the same kind."""


class FileFormatError(LiesdError, ValueError):
    """A file that is not what it should be: foreign, damaged, or from a newer version."""


def check_whole(name: str, value: Any, least: int) -> int:
    """Refuse anything but a whole number of at least ``least``."""
    try:
        number = operator.index(value)
    except Exception:  # arrays and the like raise anything
        number = None
    if number is None or isinstance(value, bool) or number < least:
        raise DataError(f"{name} must be a whole number of at least {least}, not {show(value)}")
    return number


def check_real(name: str, value: Any, meaning: str, low: float, high: float, closed: bool) -> float:
    """Refuse anything but a number from ``low``, or above it, to anything below ``high``."""
    try:
        number = float(value)
    except Exception:  # arrays and the like raise anything
        number = float("nan")
    if isinstance(value, str) or not (low <= number < high and (closed or number > low)):
        raise DataError(f"{name} must be {meaning}, not {show(value)}")
    return number


def check_numbers(name: str, value: Any) -> NDArray[np.float64]:
    """Refuse anything but an array of finite real numbers, or what becomes one."""
    import numpy as np  # the command line starts without it

    try:
        array = np.asarray(value)
        if array.dtype.kind == "O":  # such as tensors in a list
            array = array.astype(np.float64)
    except Exception:  # objects may raise anything
        raise DataError(f"{name} must be an array of numbers, not {show(value)}") from None
    if array.dtype.kind not in "fiub":
        raise DataError(f"{name} must hold real numbers, not {array.dtype} values")
    if not np.isfinite(array).all():
        raise DataError(f"{name} holds a number that is not finite: drop or repair it first")
    return array.astype(np.float64)


def check_choice(name: str, value: Any, known: Iterable[str]) -> str:
    """Refuse anything but one of the known words."""
    words = tuple(known)
    if not isinstance(value, str) or value not in words:
        raise DataError(f"{name} must be one of {', '.join(words)}, not {show(value)}")
    return value


def check_flag(name: str, value: Any) -> bool:
    """Refuse anything but a truth value."""
    try:
        flag = value in (True, False)
    except Exception:  # arrays have no truth value
        flag = False
    if not flag:
        raise DataError(f"{name} must be True or False, not {show(value)}")
    return bool(value)


def show(value: Any) -> str:
    """Write a value for a message, or its type where that is too long."""
    try:
        shown = repr(value)
    except Exception:  # objects may raise anything
        shown = " " * (_SHOWN + 1)
    return shown if len(shown) <= _SHOWN else f"a value of type {type(value).__name__}"


def check_registration(kind: str, name: str, known: Any, new: Any) -> None:
    """Refuse a name that is taken, unless the same thing is defined once more, as in a notebook."""
    if known is None or _find_origin(known) == _find_origin(new):
        return
    raise RegistrationError(
        f"there is {kind} {name!r} already ({'.'.join(_find_origin(known))}): give yours another "
        "name"
    )


K = TypeVar("K")


def add_kind(kinds: list[type[K]], new: type[K], kind: str) -> type[K]:
    """Add a class to those that are asked in turn, or put it in the place of its older self."""
    known = {one.__name__: one for one in kinds}.get(new.__name__)
    check_registration(kind, new.__name__, known, new)
    if known is not None:
        kinds.remove(known)
    kinds.append(new)
    return new


def _find_origin(value: Any) -> tuple[str, str]:
    named = value if hasattr(value, "__qualname__") else type(value)
    return named.__module__, named.__qualname__
