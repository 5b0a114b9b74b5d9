"""The families of a set, and their cases."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from importlib import import_module
from types import ModuleType

from benchmarks.zoo.case import Case

NAMES = (
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


def families(package: str) -> tuple[ModuleType, ...]:
    """The modules of a package that has one for each family."""
    return tuple(import_module(f"{package}.{name}") for name in NAMES)


def collect(modules: Iterable[ModuleType], half: str = "") -> list[Case]:
    """All their cases, in one half."""
    return [replace(case, half=half) for module in modules for case in module.CASES]
