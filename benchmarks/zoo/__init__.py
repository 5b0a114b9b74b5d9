"""The zoo: functions with exactly known algebras, by which every claim of a number is judged."""

from __future__ import annotations

from benchmarks.zoo import blind, fresh, masked, sealed, unseen
from benchmarks.zoo.case import Case, halve
from benchmarks.zoo.collect import collect, families

FAMILIES = families("benchmarks.zoo.families")
CASES: dict[str, Case] = {
    case.name: case
    for case in [
        *halve(collect(FAMILIES)),
        *fresh.CASES,
        *sealed.CASES,
        *unseen.CASES,
        *blind.CASES,
        *masked.CASES,
    ]
}
