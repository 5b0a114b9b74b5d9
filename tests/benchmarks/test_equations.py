"""The blind judgement of equations: what counts as right, and that it goes on where it stopped."""

from __future__ import annotations

import json
from types import SimpleNamespace

import numpy as np
import pytest

from benchmarks.equations import blind

AXES = np.linspace(0, 1, 50)


def make_law(**changes) -> SimpleNamespace:
    """Straight lines, y'' = 0, in degree 1."""

    def sample(seed: int) -> dict[str, np.ndarray]:
        a, b = np.random.default_rng(seed).normal(size=(2, 30, 1))
        return {"y": a + b * AXES, "x": AXES}

    facts = {
        "name": "lines",
        "kind": "ode",
        "broken": 0.0,
        "equation": "y_xx = F(x, y, y_x)",
        "axes": ("x",),
        "fields": ("y",),
        "degree": 1,
        "dimension": 6,
        "generators": (("1", "0"), ("0", "1"), ("x", "0"), ("0", "x"), ("y", "0"), ("0", "y")),
        "sample": sample,
    }
    return SimpleNamespace(**{**facts, **changes})


def test_answers_are_compared_with_the_record() -> None:
    row = blind.judge(make_law(), 0.0)
    assert (row["outcome"], row["found"]) == ("right and sure", 6)
    assert row["distance"] < 1e-8
    wrong = make_law(dimension=5, generators=make_law().generators[:5])
    assert blind.judge(wrong, 0.0)["outcome"] == "wrong and sure"
    assert blind.judge(make_law(), 0.01)["outcome"] != "wrong and sure"
    refused = blind.judge(make_law(equation="y_x = F(x, y)"), 0.0)
    assert (refused["outcome"], "first order" in refused["reason"]) == ("refused", True)


def test_fields_are_read_from_texts() -> None:
    found = blind.express(("2*x*y/3", "-1"), ("x", "y"), 2).reshape(2, 6)
    assert found[0].tolist() == pytest.approx([0, 0, 0, 0, 2 / 3, 0])
    assert found[1].tolist() == [-1, 0, 0, 0, 0, 0]


def test_it_goes_on_where_it_stopped(tmp_path) -> None:
    path = tmp_path / "rows.json"
    kept = {"law": "lines", "noise": 0.0, "outcome": "right and unsure", "true": 6}
    path.write_text(json.dumps([kept]))
    said: list[str] = []
    rows = blind.judge_all((make_law(), make_law(name="again")), 0.0, path, said.append)
    assert [row["law"] for row in rows] == ["lines", "again"]
    assert json.loads(path.read_text())[0] == kept
    assert blind.summarize(rows)["right and sure"] == 1
    assert "| none | 2 | 1 | 1 | 0 | 0 | 0 |" in blind.table({0.0: rows})
    assert len(said) == 2
