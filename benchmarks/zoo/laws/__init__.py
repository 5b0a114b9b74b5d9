"""The laws of the zoo, one module or folder per family."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

from benchmarks.zoo.case import Case

FAMILIES = (
    "none",
    "linear",
    "rotations",
    "indefinite",
    "volumes",
    "tori",
    "scaling",
    "shears",
    "equivariant",
    "flows",
    "channels",
    "data",
    "units",
    "broken",
)


def family(name: str) -> Iterator[Case]:
    """The laws of a family, in the order in which they are written."""
    module = import_module(f"{__name__}.{name}")
    if not hasattr(module, "__path__"):
        yield from module.law.cases
        return
    for part in iter_modules(module.__path__, f"{module.__name__}."):
        yield from import_module(part.name).law.cases


LAWS: list[Case] = [case for name in FAMILIES for case in family(name)]
