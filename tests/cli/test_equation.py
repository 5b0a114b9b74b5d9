"""``liesd equation``: from a file of named arrays to an answer."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import liesd
from liesd.cli import main
from tests.differential.equations import heat

FORM = "u_t = F(u, u_x, u_xx)"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    data = heat()
    t, x = data.trajectories[0].axes
    U = np.stack([one.values[0] for one in data.trajectories])
    np.savez(tmp_path / "heat.npz", u=U, t=t, x=x)
    return tmp_path / "heat.npz"


def test_it_answers_in_words_and_numbers(file: Path) -> None:
    kept = file.with_name("heat.liesd")
    options = ["--periodic", "x", "--samples", "2000"]
    done = CliRunner().invoke(main, ["equation", str(file), FORM, *options, "--save", str(kept)])
    assert done.exit_code == 0, done.output
    assert "the law has 8 point symmetries" in done.output
    assert liesd.load(kept).dimension == 8
    done = CliRunner().invoke(main, ["equation", str(file), FORM, *options, "--json"])
    facts = json.loads(done.stdout)
    assert facts["dimension"] == 8
    assert facts["equation"] == "u_t = u_xx"
    assert facts["coordinates"] == ["t", "x", "u"]
    assert len(facts["generators"][0]["coefficients"]["point"]) == 3


@pytest.mark.parametrize("kind", ["h5", "zarr"])
def test_other_formats_and_the_report(tmp_path: Path, kind: str) -> None:
    package = pytest.importorskip({"h5": "h5py", "zarr": "zarr"}[kind])
    data, place = heat(), tmp_path / f"heat.{kind}"
    t, x = data.trajectories[0].axes
    arrays = {"u": np.stack([one.values[0] for one in data.trajectories]), "t": t, "x": x}
    if kind == "h5":
        with package.File(place, "w") as file:
            for name, values in arrays.items():
                file[name] = values
    else:
        group = package.open_group(str(place), mode="w")
        for name, values in arrays.items():
            group[name] = values
    page = tmp_path / "r.html"
    words = ["equation", str(place), "u_t = F(u, u_xx)", "--periodic", "x", "--samples", "2000"]
    done = CliRunner().invoke(main, [*words, "--report", str(page)])
    assert done.exit_code == 0, done.output
    assert "u_t = u_xx" in done.output
    assert "A solution as it moves" in page.read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["u_t = F(w)"], "neither a field nor an axis"),
        (["u_t = F(u"], "see 'liesd equation --help' for equations"),
        ([FORM, "--learner", "magic"], "learner must be one of"),
        ([FORM, "--periodic", "y"], "is no axis"),
        ([FORM, "--name", "v"], "has no array v"),
        ([FORM, "--axis", "s"], "has no array s"),
    ],
)
def test_failures_are_one_line(file: Path, words: list[str], message: str) -> None:
    done = CliRunner().invoke(main, ["equation", str(file), *words])
    assert done.exit_code == 1
    assert message in done.output
    assert "Traceback" not in done.output
