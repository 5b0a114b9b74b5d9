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


SECOND = (
    "rare_two",
    "leakage_two",
    "duplicates_two",
    "discrete_two",
    "tails_two",
    "outliers_two",
    "noise_two",
    "outputs_two",
    "ripples_two",
    "manifolds_two",
    "domains_two",
    "tiny_two",
    "units_two",
    "tricks_two",
    "smooth_two",
    "science_two",
)

THIRD = (
    "domains_units_three",
    "duplicates_discrete_three",
    "networks_three",
    "noise_outputs_three",
    "rare_leakage_three",
    "ripples_manifolds_three",
    "smooth_science_three",
    "tails_outliers_three",
    "tricks_three",
)

FOURTH = (
    "columns_four",
    "networks_four",
    "outputs_four",
    "places_four",
    "rare_four",
    "science_four",
    "smooth_four",
    "spread_four",
    "tricks_four",
)

FIFTH = (
    "algebra_five",
    "arithmetic_five",
    "life_five",
    "networks_five",
    "physics_five",
    "regions_five",
    "scales_five",
    "seldom_five",
    "tables_five",
)

SIXTH = (
    "blocks_six",
    "chemistry_six",
    "computing_six",
    "economy_six",
    "learning_six",
    "nature_six",
    "rarely_six",
    "sampling_six",
    "surfaces_six",
)


def _load(package: str, families: tuple[str, ...]) -> tuple[Case, ...]:
    cases: list[Case] = []
    for family in families:
        cases += import_module(f"{package}.{family}").CASES
    return tuple(replace(case, number=k) for k, case in enumerate(cases))


CASES = _load("benchmarks.hostile", FAMILIES)
SETS = {
    "first": CASES,
    "second": _load("benchmarks.hostile.second", SECOND),
    "third": _load("benchmarks.hostile.third", THIRD),
    "fourth": _load("benchmarks.hostile.fourth", FOURTH),
    "fifth": _load("benchmarks.hostile.fifth", FIFTH),
    "sixth": _load("benchmarks.hostile.sixth", SIXTH),
}

__all__ = ["CASES", "FAMILIES", "SETS", "Case", "Samples"]
