"""The runner and its tables."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from benchmarks.zoo import CASES
from benchmarks.zoo.__main__ import main
from benchmarks.zoo.case import SPLITS
from benchmarks.zoo.replay import make_rule, replay
from benchmarks.zoo.run import (
    is_right,
    noisy,
    perform,
    perform_all,
    plan,
    read_rows,
    space_angle,
    write_rows,
)
from benchmarks.zoo.table import calibration_markdown, outcome, truth
from liesd.verdict import Rule


def test_plans() -> None:
    assert len(plan("exact", 0, 100, None, ())) == len(CASES)
    splits = [plan("exact", 0, 100, split, ()) for split in SPLITS]
    assert sum(map(len, splits)) == len(CASES)
    assert plan("exact", 1, 100, "tune", ["all-zero"]) == [("all-zero", "exact", 1, 100)]


def test_a_row_says_what_was_found() -> None:
    row = perform(("tensor-inertia-free", "exact", 0, 300))
    assert (row["truth"], row["dimension"], row["gauge"]) == (4, 4, 1)
    assert row["angle"] < 1e-6
    assert len(row["defects"]) == 27
    assert is_right(row)
    learned = perform(("so2-bell", "kernel-noise", 0, 400))
    assert 0 < learned["heldout_error"] < 1


def test_a_refusal_is_kept() -> None:
    row = perform(("so2-bell", "kernel", 0, 5))
    assert "too few" in row["error"]
    assert outcome(row) == "wrong & unsure"


def test_a_right_number_with_a_wrong_space_is_wrong() -> None:
    case = CASES["so2-bell"]
    x = case.sample(np.random.default_rng(0), 200)
    assert space_angle(case, x, case.true) == 0.0
    assert space_angle(case, x, []) is None
    off = space_angle(case, x, [{"x": np.array([[1.0, 0.0], [0.0, -1.0]])}])
    assert not is_right({"dimension": 1, "truth": 1, "angle": off})


@pytest.mark.parametrize(
    ("verdict", "dimension", "expected"),
    [
        (None, 1, "right & sure"),
        ("SURE", 1, "right & sure"),
        ("UNSURE", 1, "right & unsure"),
        ("unsure", 2, "wrong & unsure"),
        ("SURE", 0, "wrong & sure"),
    ],
)
def test_outcomes(verdict: str | None, dimension: int, expected: str) -> None:
    angle = 0.0 if dimension == 1 else None
    assert (
        outcome({"verdict": verdict, "dimension": dimension, "truth": 1, "angle": angle})
        == expected
    )


def test_every_split_has_rows_of_its_own() -> None:
    row = {"mode": "exact", "dimension": 1, "truth": 1, "angle": 0.0}
    splits = ["sealed", "tune", "fresh", "fresh"]

    def shown() -> list[list[str]]:
        lines = calibration_markdown(row | {"split": split} for split in splits)
        return [line.split(" | ")[1:3] for line in lines.splitlines()[2:]]

    assert shown() == [["tune", "1"], ["fresh", "2"], ["sealed", "1"]]
    splits.append("test")
    assert shown()[1:3] == [["test", "1"], ["both", "2"]]


def test_noise_is_relative_to_each_channel() -> None:
    rng = np.random.default_rng(0)
    y = rng.standard_normal((20_000, 3)) * [1.0, 1.0, 1e3] + 50
    change = noisy(y, "x[1] -> a[2]+1", 0.01, rng) - y
    assert np.allclose(change.std(axis=0), [0.01, 0.01, 10], rtol=0.05)
    assert noisy(y, "x[1] -> a[2]+1", 0.0, rng) is y


def test_runs_go_on_where_they_stopped(tmp_path: Path) -> None:
    path = tmp_path / "rows.json"
    keys = plan("exact", 0, 200, None, ["none-formula", "so3-length"])
    assert [new for _, new in perform_all(keys[1:], path, 1)] == [True]
    assert [new for _, new in perform_all(keys, path, 1)] == [False, True]
    assert [row["name"] for row in read_rows(path)] == ["none-formula", "so3-length"]
    path.write_text('[{"a": 1}]')
    with pytest.raises(ValueError, match="no rows"):
        read_rows(path)


def test_commands(tmp_path: Path) -> None:
    path = str(tmp_path / "rows.json")
    options = ["--mode", "exact", "--json", path, "--samples", "200", "--jobs", "1"]
    chosen = ["--case", "so3-length", "--case", "broken-cross-1"]
    ran = CliRunner().invoke(main, ["run", *options, *chosen], catch_exceptions=False)
    assert "1/2 so3-length: 3 true, found 3, right" in ran.output
    told = CliRunner().invoke(main, ["table", path], catch_exceptions=False)
    assert "right & sure" in told.output
    listed = CliRunner().invoke(main, ["list"], catch_exceptions=False)
    assert all(name in listed.output for name in CASES)
    assert truth(CASES["broken-cross-5"]) == "0 + 3 broken by 5%"


@pytest.fixture(scope="module")
def recorded() -> list[dict]:
    names = ["so3-length", "broken-cross-1", "none-formula"]
    exact = [perform((name, "exact", 0, 300)) for name in names]
    return json.loads(json.dumps([*exact, perform(("so2-bell", "kernel-noise", 0, 1500))]))


def test_a_replay_decides_what_was_decided(recorded: list[dict]) -> None:
    found = replay(recorded, Rule())
    assert found.changed == found.unrecorded == []
    for row, new in zip(recorded, found.rows, strict=True):
        for name in ("dimension", "verdict", "reason", "angle"):
            assert new[name] == row[name]


def test_another_rule_decides_otherwise(recorded: list[dict]) -> None:
    blunt = replay(recorded, make_rule(["exact=0.1"]))
    changed = {new["name"]: new for _, new in blunt.changed}
    assert changed["broken-cross-1"]["dimension"] == 3  # what is broken by 1 % counts
    bolder = replay(recorded, make_rule(["exact=0.1", "rounding=0.1", "apart=1"]))
    assert bolder.unrecorded == ["broken-cross-1"]  # whether finite steps agree was not asked
    strict = replay(recorded, make_rule(["weak=1e-6"]))
    assert [new["name"] for _, new in strict.changed] == ["so2-bell"]
    assert "the fit is weak" in strict.changed[0][1]["reason"]


def test_what_was_not_measured_is_not_made_up(recorded: list[dict]) -> None:
    learned = copy.deepcopy(recorded[-1])
    learned["transcript"]["answers"] = {}
    eager = Rule(nothing=0.0, tiny=0.0)  # asks held-out samples about every direction
    assert replay([learned], eager).unrecorded == ["so2-bell"]
    del learned["transcript"]
    assert replay([learned], Rule()).without == 1


def test_rules_are_written_as_fields() -> None:
    assert make_rule(["gap=3", "asked=2"]) == Rule(gap=3.0, asked=2)
    with pytest.raises(ValueError, match="no field=value of the rule; fields are exact"):
        make_rule(["gaps=3"])


def test_the_command_replays(recorded: list[dict], tmp_path: Path) -> None:
    path = tmp_path / "rows.json"
    write_rows(recorded, path)
    same = CliRunner().invoke(main, ["replay", str(path)], catch_exceptions=False)
    assert "4 runs of" in same.output
    assert "0 otherwise than then" in " ".join(same.output.split())
    other = CliRunner().invoke(main, ["replay", str(path), "--set", "exact=0.1"])
    assert "broken-cross-1" in other.output
    assert CliRunner().invoke(main, ["replay", str(path), "--set", "nonsense"]).exit_code == 2
