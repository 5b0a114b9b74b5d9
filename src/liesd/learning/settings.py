"""Settings as the fields of a frozen dataclass: each is checked once and kept as a plain value."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Self

from liesd.errors import DataError, check_flag, check_real, check_whole, show

Check = Callable[[str, Any], Any]
"""Takes the name and the value of a setting; returns the plain value, or refuses it by name."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """A frozen dataclass whose fields are settings that a user may give by name."""

    @classmethod
    def parse(cls, values: Mapping[str, Any]) -> Self:
        """The settings with the given values; a name that is no field is refused."""
        known = [field.name for field in fields(cls)]
        for name in values:
            if name not in known:
                raise DataError(
                    f"{cls.title()} does not know a setting: {name!r} (it knows "
                    f"{', '.join(known) or 'none'}); leave it out"
                )
        return cls(**values)

    @classmethod
    def title(cls) -> str:
        """What the settings are called in messages."""
        return cls.__name__

    def describe(self) -> dict[str, Any]:
        """The settings as plain values, which :meth:`parse` takes."""
        return asdict(self)

    def check(self, **checks: Check) -> None:
        """Put what its check makes of it into each of the given fields; for ``__post_init__``."""
        for name, check in checks.items():
            object.__setattr__(self, name, check(name, getattr(self, name)))


def as_count(name: str, value: Any) -> int:
    """A whole number of at least 1."""
    return check_whole(name, value, 1)


def as_positive(name: str, value: Any) -> float:
    """A positive number."""
    return check_real(name, value, "a positive number", 0.0, math.inf, closed=False)


def as_size(name: str, value: Any) -> float:
    """A number of at least 0, which may be infinite."""
    if isinstance(value, float) and value == math.inf:
        return math.inf
    return check_real(name, value, "a number of at least 0", 0.0, math.inf, closed=True)


def as_flag(name: str, value: Any) -> bool:
    """True or False; 1 and 0 will do."""
    try:
        return check_flag(name, value)
    except DataError:
        raise DataError(f"{name} must be true or false, not {show(value)}") from None


def as_choice(allowed: Iterable[str]) -> Check:
    """One of the given words."""

    def check(name: str, value: Any) -> str:
        if not isinstance(value, str) or value not in allowed:
            raise DataError(f"{name} must be one of {', '.join(allowed)}, not {show(value)}")
        return value

    return check


def as_optional(check: Check) -> Check:
    """None, or what another check allows."""
    return lambda name, value: None if value is None else check(name, value)


def as_tuple(check: Check) -> Check:
    """A sequence, each entry of which another check allows."""

    def check_each(name: str, value: Any) -> tuple[Any, ...]:
        if isinstance(value, str | Mapping) or not isinstance(value, Iterable):
            raise DataError(f"{name} must be a list, not {show(value)}")
        return tuple(check(f"each of {name}", entry) for entry in value)

    return check_each


def as_settings(kind: type[Settings]) -> Check:
    """Settings within settings: an instance, or a dictionary of values for it; None: defaults."""

    def check(name: str, value: Any) -> Settings:
        if value is None or isinstance(value, Mapping):
            return kind.parse(value or {})
        if not isinstance(value, kind):
            raise DataError(f"{name} must be a dictionary of settings, not {show(value)}")
        return value

    return check
