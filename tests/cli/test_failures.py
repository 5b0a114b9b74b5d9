"""Bad command lines and bad files: each gives one line that says what to do, and leaves nothing."""

from __future__ import annotations

import os
import re
import tempfile
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest
import torch

import liesd
from liesd.cli import main
from tests.cli.bad_files import SPEC, X, contents, d, npy
from tests.cli.conftest import table, write_csv
from tests.cli.file_failures import CASES as FILES
from tests.cli.session_failures import CASES as SESSIONS
from tests.cli.test_discover import model

CASES = FILES | SESSIONS
STAGE = re.compile(r"\[ *\d+\.\d s\] \S.*")


@pytest.mark.filterwarnings("ignore:.torch.jit:DeprecationWarning")
@pytest.mark.parametrize("case", CASES)
def test_one_line_says_what_is_wrong_and_what_to_do(case: str, run, tmp_path: Path) -> None:
    make, problem, remedy, code = CASES[case]
    arguments = make()
    before = contents(tmp_path)
    done = run(*arguments)
    assert (done.exit_code, done.stdout) == (code, ""), done.output
    *stages, line = done.stderr.splitlines()
    assert all(STAGE.fullmatch(stage) for stage in stages), done.stderr
    assert line.startswith("Error: ")
    assert line.isprintable()
    assert re.search(problem, line), line
    assert re.search(remedy, line), line
    assert "Traceback" not in line
    assert "a mistake in liesd" not in line
    assert contents(tmp_path) == before


@pytest.mark.parametrize("what", ["unreadable data", "unreadable model", "unwritable directory"])
def test_no_permission(what: str, run) -> None:
    """As an ordinary user, whom permissions stop, also where the tests run as root."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        good = write_csv(folder / "good.csv", table(40))
        bad = write_csv(folder / "bad.csv", table(40))
        bad.chmod(0)
        folder.chmod(0o555)
        arguments, problem, remedy = {
            "unreadable data": (d(bad, SPEC), "bad.csv may not be read", "chmod u"),
            "unreadable model": (d(good, SPEC, "--model", bad), "may not be read", "chmod u"),
            "unwritable directory": (
                d(good, SPEC, "--save", folder / "d.liesd"),
                "cannot be written",
                "where you may write",
            ),
        }[what]
        run("explain", "x[2] -> 1")  # whatever is imported is imported now
        import encodings.utf_8_sig  # noqa: F401

        import liesd.data.formats.cells
        import liesd.data.tables
        import liesd.sources.exported  # noqa: F401

        root = os.geteuid() == 0
        try:
            if root:
                os.seteuid(65534)
            done = run(*arguments)
        finally:
            if root:
                os.seteuid(0)
            folder.chmod(0o755)
        assert done.exit_code == 1
        *_, line = done.stderr.splitlines()
        assert re.search(problem, line), line
        assert re.search(remedy, line), line
        assert {path.name for path in folder.iterdir()} == {"good.csv", "bad.csv"}


def test_debug_shows_everything(run) -> None:
    from click.testing import CliRunner

    with pytest.raises(liesd.DataError):
        CliRunner().invoke(main, ["--debug", "discover", "no.csv", SPEC], catch_exceptions=False)


def test_there_are_enough_of_them() -> None:
    assert len(CASES) >= 40


class _Evil:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Path.touch, (Path("touched"),)


def test_a_pickle_hidden_in_an_exported_program_is_not_run(run) -> None:
    """torch.export.load itself would fall back to unpickling the example inputs."""
    path = model(Path("model.pt2"))
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    hidden = next(name for name in parts if "sample_inputs" in name)
    torch.save(((_Evil(),), {}), "evil.pt")
    parts[hidden] = Path("evil.pt").read_bytes()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    done = run(*d(npy(X), "x[3] -> 1", "--model", path))
    assert not Path("touched").exists()
    assert done.exit_code == 1
    assert "holds a pickled object, and unpickling can run any code" in done.stderr
    with suppress(Exception):
        torch.export.load(path)
    assert Path("touched").exists()  # the danger is real
