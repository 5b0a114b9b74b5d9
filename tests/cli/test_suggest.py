"""``liesd suggest``, and ``liesd discover`` without a spec: from a file to commands that work."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import numpy as np
import pytest

from liesd.cli.suggestion.columns import choose_columns
from tests.cli.conftest import table, write_csv

QUICK = ("--learner", "kernel", "--quiet")


@pytest.fixture
def measured(tmp_path: Path) -> Path:
    """Positions in feet and metres, with row numbers, text, and a column between them."""
    rng = np.random.default_rng(0)
    x, y, s = rng.uniform(-1.5, 1.5, size=(3, 1200))
    energy = np.exp(-(x**2 + y**2) / 4) * np.sin(s) + s
    kind = rng.choice(["red", "blue"], size=len(x))
    lines = ["id,height,temperature,kind,width,energy"]
    rows = zip(range(len(x)), -3.28 * y, s, kind, x, energy, strict=True)
    lines += [",".join(map(str, row)) for row in rows]
    path = tmp_path / "measured.csv"
    path.write_text("\n".join(lines) + "\n")
    return path


def test_discover_without_a_spec_says_how_to_go_on(run, measured: Path) -> None:
    done = run("discover", measured, *QUICK)
    assert done.exit_code == 0, done.stderr
    assert "'id' numbers the rows and is left out" in done.stderr
    assert "'kind' holds text and is left out" in done.stderr
    assert "the output is taken to be 'energy'" in done.stderr
    assert "1. a(height, width) + temperature -> energy" in done.stdout
    again = run(*read_command(done.stdout), *QUICK)
    assert again.exit_code == 0, again.stderr
    assert "the law has 1 symmetry" in again.stdout
    assert "rotation of (height, width)" in again.stdout
    assert Path("report.html").exists()


def test_a_table_gets_an_answer_in_the_names_of_its_columns(run, tmp_path: Path) -> None:
    """A file with an identifier and text, and nobody who knows what a spec is."""
    rng = np.random.default_rng(1)
    r, mass = rng.uniform(-1.5, 1.5, size=(1500, 3)), rng.uniform(0.5, 1.5, 1500)
    energy = mass * np.exp(-(r**2).sum(axis=1) / 4)
    rows = zip(range(1500), *r.T, mass, rng.choice(["north", "south"], 1500), energy, strict=True)
    lines = ["id,x,y,z,mass,station,energy", *(",".join(map(str, row)) for row in rows)]
    (tmp_path / "table.csv").write_text("\n".join(lines) + "\n")
    done = run("discover", "table.csv", *QUICK)
    assert done.exit_code == 0, done.stdout + done.stderr
    words = read_command(done.stdout)
    assert words[2].startswith("a(x, y, z) + ")
    assert "--factor" not in words
    again = run(*words, *QUICK)
    assert again.exit_code == 0, again.stderr
    for plane in ("(x, y)", "(x, z)", "(y, z)"):
        assert f"rotation of {plane}" in again.stdout
    page = Path("report.html").read_text()
    assert "rotation of (x, y)" in page
    assert "station" in page  # what was left out


def read_command(shown: str) -> list[str]:
    """The first command that is proposed, without the name of the program."""
    words = shlex.split(shown.split("Go on with the first")[1].splitlines()[1])
    assert words[:2] == ["liesd", "discover"]
    return words[1:]


def test_suggestions_for_programs(run, measured: Path) -> None:
    done = run("suggest", measured, "--x", "height,width,temperature", "--json", *QUICK)
    facts = json.loads(done.stdout)
    best = facts["suggestions"][0]
    assert (best["spec"], best["dimension"], best["lost"]) == ("a[2]+1 -> 1", 1, 0)
    assert sorted(best["x"][:2]) == ["height", "width"]
    ratio = dict(zip(best["x"], best["x_factors"], strict=True))
    assert abs(ratio["width"] / ratio["height"]) == pytest.approx(3.28, rel=0.03)


@pytest.mark.parametrize(
    ("header", "outputs"),
    [
        ("q1,q2,p1,p2,u,v", ["u", "v"]),
        ("a,b,c,fx,fy,fz", ["fx", "fy", "fz"]),
        ("x1,x2,x3,y1,y2,y3", ["y1", "y2", "y3"]),
        ("x1,y1,x2,y2,x3,y3", ["y3"]),  # points: nothing says that the last is no input
        ("c1,c2,c3,c4,c5,c6", ["c6"]),  # no inputs would be left
        ("a,b,r1,r2,r3,r4", ["r4"]),  # more outputs than inputs
        ("a,b,c,d,mass,energy", ["energy"]),
    ],
)
def test_outputs_are_the_last_columns_that_belong_together(
    tmp_path: Path, header: str, outputs: list[str]
) -> None:
    path = write_csv(tmp_path / "t.csv", table(5), header.split(","))
    chosen = choose_columns([path], None, None, None)
    assert chosen.y == outputs
    assert chosen.x == [name for name in header.split(",") if name not in outputs]
    assert all(repr(name) in chosen.notes[0] for name in outputs)


def test_the_table_of_the_tutorial_needs_no_option(run, csv: Path) -> None:
    done = run("suggest", csv, *QUICK)
    assert done.exit_code == 0, done.stdout
    assert "the outputs are taken to be 'u' and 'v'" in done.stderr
    assert "1. q(q1, q2) + q(p1, p2) -> q(u, v) " in done.stdout
    assert read_command(done.stdout)[2] == "q(q1, q2) + q(p1, p2) -> q(u, v)"


def test_a_wrong_guess_of_the_output_is_named_with_its_remedy(run, tmp_path: Path) -> None:
    write_csv(tmp_path / "t.csv", table(), ["q1", "q2", "p1", "p2", "push", "pull"])
    done = run("suggest", "t.csv", *QUICK)
    assert done.exit_code == 1
    assert "the output is taken to be 'pull', the last column" in done.stdout
    assert "--y push,pull" in done.stdout
    assert run("suggest", "t.csv", "--y", "push,pull", *QUICK).exit_code == 0


def test_noise_gets_no_suggestion(run, tmp_path: Path) -> None:
    np.savetxt(tmp_path / "n.csv", np.random.default_rng(0).normal(size=(300, 3)), delimiter=",",
               header="a,b,c", comments="")  # fmt: skip
    done = run("suggest", "n.csv", "--replicas", "0", *QUICK)
    assert done.exit_code == 1
    assert "too poor to suggest" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["suggest"], "DATA is missing"),
        (["suggest", "data.csv", "x[2] -> 1"], "a spec is given already"),
        (["discover", "data.csv", "--save-model", "m"], "--save-model needs a spec"),
        (["discover", "data.csv", "q[2]+p[2] -> y[2]", "--factor", "q1"], "NAME=NUMBER"),
        (["discover", "data.csv", "q[2]+p[2] -> y[2]", "--factor", "no=2"], "none of the columns"),
    ],
)
def test_mistakes_are_explained(run, csv: Path, arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert message in done.stderr
