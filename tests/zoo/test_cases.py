"""The zoo as a whole: enough of everything, evenly split, and broken as far as it says."""

from __future__ import annotations

import doctest
from collections import Counter
from types import ModuleType

import numpy as np
import pytest
import torch

from benchmarks.zoo import (
    CASES,
    FAMILIES,
    action,
    blind,
    fresh,
    masked,
    random_problems,
    sealed,
    unseen,
)
from benchmarks.zoo.case import HALVES, SETS, Case, halve
from benchmarks.zoo.truth import angle, solve

HALVED = [case for case in CASES.values() if case.half in HALVES]
BROKEN = [case for case in CASES.values() if case.broken is not None]


def rms(values: torch.Tensor) -> float:
    return float(values.square().mean().sqrt())


def test_there_are_enough_cases_of_every_kind() -> None:
    assert len(HALVED) >= 80
    assert min(Counter(case.family for case in HALVED).values()) >= 6
    assert sum(not case.true for case in CASES.values()) >= 20
    assert any(case.unseen for case in CASES.values())
    assert any(case.gauge for case in CASES.values())
    assert {case.broken for case in BROKEN} == {0.01, 0.05, 0.2}


def test_every_family_is_split_evenly() -> None:
    counts = Counter((case.family, case.half) for case in HALVED)
    for family in {case.family for case in HALVED}:
        tune, test = (counts[family, half] for half in HALVES)
        assert abs(tune - test) <= 1
    assert {case.half for case in CASES.values()} == set(SETS)


def test_names_are_unique() -> None:
    later = (fresh, sealed, unseen, blind, masked)
    families = (*FAMILIES, *(family for one in later for family in one.FAMILIES))
    assert sum(len(family.CASES) for family in families) == len(CASES)


@pytest.mark.parametrize(
    ("later", "half"),
    [
        (fresh, "fresh"),
        (sealed, "sealed"),
        (unseen, "unseen"),
        (blind, "blind"),
        (masked, "masked"),
    ],
)
def test_every_later_set_has_some_of_every_kind(later: ModuleType, half: str) -> None:
    counts = Counter(case.family for case in later.CASES)
    assert counts.keys() == {case.family for case in HALVED}
    assert min(counts.values()) >= 3
    assert sum(counts.values()) >= 60
    assert {case.half for case in later.CASES} == {half}
    assert sum(not case.true for case in later.CASES) >= 14
    assert any(case.unseen for case in later.CASES)
    assert {case.broken for case in later.CASES} == {None, 0.01, 0.05, 0.2}


def test_the_split_does_not_depend_on_later_cases() -> None:
    assert [case.half for case in halve(HALVED[:40])] == [case.half for case in HALVED[:40]]


@pytest.mark.parametrize("case", BROKEN, ids=lambda case: case.name)
def test_symmetries_are_broken_as_far_as_stated(case: Case) -> None:
    x = case.sample(np.random.default_rng(7), 20_000)
    whole, f = (g(torch.from_numpy(x)) for g in (case.unbroken, case.function))
    assert rms(f - whole) / rms(whole - whole.mean(0)) == pytest.approx(case.broken, rel=0.03)

    before = solve(case.spec, case.unbroken, x[:300])
    exact = before.space(before.action.columns([*case.true, *case.approximate]))
    assert angle(before.null, exact) < 1e-8
    after = solve(case.spec, case.function, x[:300])
    defects = after.defects(after.action.columns(case.approximate))
    assert (defects > 0.1 * case.broken).all()
    assert (defects < 10 * case.broken).all()


def test_only_broken_cases_know_what_is_broken() -> None:
    for case in CASES.values():
        assert bool(case.approximate) == (case.broken is not None) == (case.unbroken is not None)


@pytest.mark.parametrize("name", [name for name in CASES if name.startswith("units-")])
def test_units_differ_widely(name: str) -> None:
    case = CASES[name]
    x = torch.from_numpy(case.sample(np.random.default_rng(0), 1000))
    sizes = [rms(column) for part in (x, case.function(x)) for column in part.T]
    assert max(sizes) / min(sizes) > (1e2 if case.half == "unseen" else 5e5)


def test_heavy_tails_are_heavy() -> None:
    x = CASES["data-heavy-tails"].sample(np.random.default_rng(0), 20_000)
    assert np.abs(x).max() > 15 * np.median(np.abs(x))


def test_random_problems_have_no_symmetry_and_follow_their_seed() -> None:
    found = list(random_problems.problems(12))
    assert [case.name for case in found] == [case.name for case in random_problems.problems(12)]
    for case in found:
        exact = solve(case.spec, case.function, case.sample(np.random.default_rng(9), 300))
        assert exact.counts == {"genuine": 0, "unseen": 0, "gauge": case.gauge}
    assert random_problems.problem(0) is None or found[0].name == "random-0"


def test_examples_in_the_docstrings() -> None:
    for module in (action, random_problems):
        assert doctest.testmod(module).failed == 0
