"""Points and curved fields on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from liesd.cli import main


def run(*words: str, code: int = 0) -> str:
    done = CliRunner().invoke(main, list(words))
    assert done.exit_code == code, done.output
    return done.stdout if code == 0 else done.stderr


@pytest.fixture
def table(tmp_path: Path) -> str:
    x = np.random.default_rng(0).normal(size=(400, 4)) + 2
    y = np.exp(-((x[:, :2] - x[:, 2:]) ** 2).sum(axis=1, keepdims=True) / 8)
    path = tmp_path / "pairs.csv"
    rows = [",".join(map(str, row)) for row in np.hstack([x, y])]
    path.write_text("\n".join(["a0,a1,b0,b1,y", *rows]))
    return str(path)


def test_a_spec_of_points_is_explained() -> None:
    told = run("explain", "5*affine(x[3]) -> 5*x")
    assert "x (3×3), shift(x) (3)" in told
    assert "5 copies of affine(x[3])" in told
    told = run("explain", "fields(x[2], trig) -> 1", "--dictionary", "trig=1, sin(x0)")
    assert "x (2×2)" in told
    run("explain", "fields(x[2], trig) -> 1", "--dictionary", "trig", code=2)
    told = run("explain", "fields(x[2], trig) -> 1", "--dictionary", "trig=open(x0)", code=1)
    assert "is not understood" in told


def test_a_molecule_in_one_command(tmp_path: Path) -> None:
    corners = 1.2 * np.array([[0, 0, 0], [1, 0, 0], [0.5, 0.87, 0], [0.5, 0.29, 0.82]])
    x = corners + np.random.default_rng(0).uniform(-0.3, 0.3, (2000, 4, 3))
    i, j = np.triu_indices(4, 1)
    y = np.exp(-((x[:, i] - x[:, j]) ** 2).sum(axis=2) / 2).sum(axis=1, keepdims=True)
    names = [f"{atom}{axis}" for atom in "abcd" for axis in "xyz"]
    path, page = tmp_path / "atoms.csv", tmp_path / "r.html"
    header = ",".join([*names, "energy"])
    np.savetxt(path, np.hstack([x.reshape(-1, 12), y]), delimiter=",", header=header, comments="")
    told = run("discover", str(path), "4*affine(x[3]) -> 1", "--report", str(page))
    assert "Lie algebra: se(3): three translations, three rotations" in told
    assert "translation along (1, 0, 0) of x: ∂x0" in told
    assert "rotation about the axis along (0, 0, 1) through the" in told
    text = page.read_text()
    assert "se(3): three translations, three rotations" in text
    payload = json.loads(text.split('id="payload">')[1].split("</script>")[0])
    assert len(payload["orbits"]["motions"]) == 6
    for motion in payload["orbits"]["motions"]:
        assert motion["values"]
        assert motion["paths"]["input"][0]


def test_symmetries_of_points_in_a_table(table: str) -> None:
    learn = ("--learner", "kernel", "--replicas", "2", "--json")
    found = json.loads(run("discover", table, "2*poly(x[2]) -> 1", "--degree", "1", *learn))
    assert found["spec"] == "2*poly(x[2], 1) -> 1"
    assert found["dimension"] == 3
    assert found["library"] == {"x": ["1", "x0", "x1"]}
    assert np.shape(found["generators"][0]["coefficients"]["x"]) == (2, 3)
    shift = '{"x": [[0, 0], [0, 0]], "shift(x)": [1, 2]}'
    told = run("measure", table, "2*affine(x[2]) -> 1", "--generator", shift, *learn[:2], "--json")
    assert json.loads(told)["defect"] < 0.01
