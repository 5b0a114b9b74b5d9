"""The exact functions of points are found right and sure, each at its highest degree."""

from __future__ import annotations

import pytest

from benchmarks.curved import run
from benchmarks.curved.case import Exact
from benchmarks.curved.laws import CASES


def test_there_are_enough_of_them() -> None:
    assert len({case.name for case in CASES}) == len(CASES) >= 40


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_an_exact_function(case: Exact, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "SAMPLES", 1000)
    row = run.judge(case, min(case.degrees[-1], 3))
    assert run.is_right(row)
    assert row["sure"]
    assert row["zeros"] is None or row["zeros"] < 1e-12
