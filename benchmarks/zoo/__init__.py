"""The zoo: functions with exactly known algebras, by which every claim of a number is judged."""

from __future__ import annotations

from benchmarks.zoo import fresh, sealed
from benchmarks.zoo.case import Case, halve
from benchmarks.zoo.families import (
    broken,
    channels,
    data,
    equivariant,
    flows,
    indefinite,
    linear,
    none,
    rotations,
    scaling,
    shears,
    tori,
    units,
    volumes,
)

FAMILIES = (
    none,
    linear,
    rotations,
    indefinite,
    volumes,
    tori,
    scaling,
    shears,
    equivariant,
    flows,
    channels,
    data,
    units,
    broken,
)
CASES: dict[str, Case] = {
    case.name: case
    for case in [
        *halve(case for family in FAMILIES for case in family.CASES),
        *fresh.CASES,
        *sealed.CASES,
    ]
}
