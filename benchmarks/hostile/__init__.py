"""Cases that try to make the verdict wrong and sure, written without sight of the library."""

from dataclasses import replace
from importlib import import_module

from benchmarks.hostile.case import Case, Samples

FAMILIES = (
    "rare",
    "leakage",
    "duplicates",
    "discrete",
    "tails",
    "outliers",
    "noise",
    "outputs",
    "ripples",
    "manifolds",
    "domains",
    "tiny",
    "tricks",
)


def _all() -> tuple[Case, ...]:
    cases: list[Case] = []
    for family in FAMILIES:
        cases += import_module(f"benchmarks.hostile.{family}").CASES
    return tuple(replace(case, number=k) for k, case in enumerate(cases))


CASES = _all()

__all__ = ["CASES", "FAMILIES", "Case", "Samples"]
