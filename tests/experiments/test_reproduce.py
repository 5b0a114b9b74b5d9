"""``liesd reproduce``: rows as documented, runs that go on after a kill, clear errors."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from liesd import DataError, FileFormatError
from liesd.cli import main
from liesd.experiments.reproduce import perform_all, plan, read_rows, table
from liesd.experiments.tasks import get

FIELDS = {
    "task",
    "dataset",
    "method",
    "seed",
    "dimension",
    "space_error",
    "orthogonality_error",
    "singular_values",
    "seconds_learn",
    "seconds_discover",
    "heldout_error",
}
SMALL = {"centres": 150}
ROOT = Path(__file__).parents[2]


def test_a_run_beats_the_paper_even_when_small(tmp_path: Path) -> None:
    runs = plan("inertia", ["kernel"], [0], ["tensor"])
    path = tmp_path / "rows.json"
    (finished,) = perform_all(runs, path, **SMALL)
    row = finished.row
    assert set(row) >= FIELDS
    assert (row["dimension"], row["gauge"]) == (4, 1)
    assert row["space_error"] < 7.08e-5
    assert len(row["singular_values"]) == 27
    assert read_rows(path) == [row]
    assert json.loads(path.read_text()) == [row]

    said: list[str] = []
    (again,) = perform_all(runs, path, say=said.append, **SMALL)
    assert again.row == row  # not made twice
    assert again.discovery.dimension == 4  # what was found is still there
    assert "already" in said[0]

    lines = table(get("inertia"), [row])
    assert [line.method for line in lines] == ["LieSD (paper)", "LieSD, kernel"]
    assert lines[0].space_error == "7.08e-05 (6.66e-05 ~ 7.55e-05)"
    assert lines[1].dimension == "4 + 1 gauge"


def test_the_command_prints_the_table_and_draws(tmp_path: Path) -> None:
    arguments = ["reproduce", "two-body", "--dataset", "uniform", "--first-seed", "20"]
    path = tmp_path / "two-body.json"
    path.write_text((ROOT / "benchmarks/results/two-body.json").read_text())
    made = CliRunner().invoke(main, [*arguments, "--json", str(path)])
    assert made.exit_code == 0  # nothing is left to run
    assert "2.65e-02 (4.35e-04 ~ 1.04e-01)" in made.output
    assert "LieSD, kernel" in made.output
    one = [*arguments, "--seeds", "1", "--figures", str(tmp_path / "figures")]
    assert CliRunner().invoke(main, one).exit_code == 0
    names = {figure.name for figure in (tmp_path / "figures").iterdir()}
    assert names == {"two-body-uniform-kernel.png"}


def test_plans_name_what_there_is() -> None:
    assert len(plan("two-body", ["kernel", "network"], range(3))) == 2 * 2 * 3
    with pytest.raises(DataError, match="it has uniform, non-uniform"):
        plan("two-body", ["kernel"], [0], ["sideways"])
    with pytest.raises(DataError, match="inertia, top-tagging, two-body"):
        plan("three-body", ["kernel"], [0])


def test_a_foreign_result_file_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "rows.json"
    for text in ("not json", '{"a": 1}', '[{"task": "x"}]'):
        path.write_text(text)
        result = CliRunner().invoke(main, ["reproduce", "inertia", "--json", str(path)])
        assert result.exit_code == 1
        assert "holds no runs" in result.output
        assert len(result.output.strip().splitlines()) == 1
        assert path.read_text() == text
    with pytest.raises(FileFormatError):
        read_rows(path)


def test_command_line_errors_are_one_line() -> None:
    runner = CliRunner()
    wrong = runner.invoke(main, ["reproduce", "inertia", "--dataset", "flat"])
    assert wrong.exit_code == 1
    assert wrong.output.strip().count("\n") == 0
    assert "tensor, vector, tensor-noise" in wrong.output
    with pytest.raises(DataError):
        runner.invoke(
            main, ["--debug", "reproduce", "inertia", "--dataset", "flat"], catch_exceptions=False
        )
    assert runner.invoke(main, ["reproduce", "four-body"]).exit_code == 2
    assert "paper" in runner.invoke(main, ["reproduce", "--help"]).output


def test_help_answers_without_torch() -> None:
    program = (
        "import sys\nfrom liesd.cli import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        "assert 'torch' not in sys.modules and 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
