"""From a CSV file with all that people put into one to a report, without Python."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from liesd.cli import main


@pytest.fixture
def table(tmp_path: Path) -> Path:
    rng = np.random.default_rng(0)
    x, m = rng.normal(size=(1200, 3)), rng.uniform(0.5, 1.5, 1200)
    energy = m * np.exp(-(x**2).sum(axis=1) / 4)
    path = tmp_path / "data.csv"
    lines = ["id,name,z,mass,x,y,energy,note"]
    for k, (a, b, c) in enumerate(x):
        lines.append(f"{k + 1},sample {k},{c:.12f},{m[k]:.12f},{a:.12f},{b:.12f},"
                     f"{energy[k]:.12f},seen")  # fmt: skip
    path.write_text("\n".join(lines) + "\n")
    return path


def run(*words: str) -> str:
    done = CliRunner().invoke(main, list(words))
    assert done.exit_code == 0, done.output
    return done.output


def test_from_a_table_to_a_report(table: Path) -> None:
    report = table.parent / "report.html"
    said = run("discover", str(table), "pos(x,y,z) + mass -> energy", "--report", str(report))
    assert "pos(x,y,z) + mass -> energy: the law has 3 symmetries" in said
    assert "SURE" in said
    assert "rotation of (x, y)" in said
    assert "columns left out: 'id' (an identifier), 'name' (text), 'note' (text)" in said
    assert "rotation of (x, z)" in report.read_text()


def test_what_is_left_over_is_the_output(table: Path) -> None:
    said = run("discover", str(table), "pos(x,y,z) + mass -> 1", "--effort", "quick", "--json")
    found = json.loads(said[said.index("{") :])
    assert found["columns"] == {"x": ["x", "y", "z", "mass"], "y": ["energy"]}
    assert found["dimension"] == 3
    assert found["spec"] == "pos[x, y, z]+1 -> 1"


def test_measure_and_explain_know_columns(table: Path) -> None:
    turn = '{"pos": [[0, -1, 0], [1, 0, 0], [0, 0, 0]]}'
    spec = "pos(x,y,z) + mass -> energy"
    said = run("measure", str(table), spec, "--generator", turn, "--effort", "quick")
    assert "relative defect" in said
    told = run("explain", spec)
    assert told.startswith("pos(x,y,z) + mass -> energy: ")
    assert "Each sample makes 1 equation;" in told


def test_options_keep_the_names_of_columns(table: Path) -> None:
    """What --x and --y name is called so in words, as if the spec named it."""
    sides = ("--x", "x,y,z,mass", "--y", "energy", "--effort", "quick")
    assert "rotation of (x, " in run("discover", str(table), "p[3]+1 -> 1", *sides)


def test_mistakes_are_told_in_a_line(table: Path) -> None:
    for spec, words in (
        ("pos(x,y,w) -> energy", "'w', which is not there"),
        ("pos(x,y,z) -> 1", "name the columns in the spec"),
        ("pos(x,y,name) -> energy", "holds text"),
        ("pos(x,y,z) -> ", "expected"),
    ):
        done = CliRunner().invoke(main, ["discover", str(table), spec])
        assert done.exit_code in (1, 2)
        assert words in done.output
