"""The zoo as a whole: enough of everything, evenly split, and broken as far as it says."""

from __future__ import annotations

import doctest
from collections import Counter
from datetime import date

import numpy as np
import pytest
import torch

from benchmarks.zoo import CASES, SPLIT_OF, action, random_problems
from benchmarks.zoo.case import HALVES, SPLITS, Case
from benchmarks.zoo.laws import FAMILIES, LAWS
from benchmarks.zoo.truth import angle, solve

FIRST = [case for case in CASES.values() if case.split in HALVES]
BROKEN = [case for case in CASES.values() if case.broken is not None]
DATES = ("written", "judged")
SIZES = {
    "tune": 66,
    "test": 64,
    "fresh": 67,
    "sealed": 90,
    "unseen": 90,
    "blind": 66,
    "masked": 66,
}


def rms(values: torch.Tensor) -> float:
    return float(values.square().mean().sqrt())


def test_there_are_enough_cases_of_every_kind() -> None:
    assert len(FIRST) >= 80
    assert min(Counter(case.family for case in FIRST).values()) >= 6
    assert sum(not case.true for case in CASES.values()) >= 20
    assert any(case.unseen for case in CASES.values())
    assert any(case.gauge for case in CASES.values())
    assert {case.broken for case in BROKEN} == {0.01, 0.05, 0.2}


def test_every_law_has_a_split_and_every_split_has_its_laws() -> None:
    assert SPLIT_OF.keys() == {case.name for case in LAWS}
    assert Counter(facts["split"] for facts in SPLIT_OF.values()) == SIZES
    assert tuple(SIZES) == SPLITS


def test_no_law_was_judged_before_it_was_written() -> None:
    for facts in SPLIT_OF.values():
        written, judged = (facts[key] and date.fromisoformat(facts[key]) for key in DATES)
        assert judged is None or judged >= written


def test_the_first_set_is_split_evenly() -> None:
    counts = Counter((case.family, case.split) for case in FIRST)
    for family in FAMILIES:
        tune, test = (counts[family, half] for half in HALVES)
        assert abs(tune - test) <= 1


def test_names_are_unique() -> None:
    assert len(LAWS) == len(CASES)


@pytest.mark.parametrize("split", [split for split in SPLITS if split not in HALVES])
def test_every_later_split_has_some_of_every_kind(split: str) -> None:
    later = [case for case in CASES.values() if case.split == split]
    counts = Counter(case.family for case in later)
    assert counts.keys() == set(FAMILIES)
    assert min(counts.values()) >= 3
    assert sum(counts.values()) >= 60
    assert sum(not case.true for case in later) >= 14
    assert any(case.unseen for case in later)
    assert {case.broken for case in later} == {None, 0.01, 0.05, 0.2}


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
    assert max(sizes) / min(sizes) > (1e2 if case.split == "unseen" else 5e5)


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
