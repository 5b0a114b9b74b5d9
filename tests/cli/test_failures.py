"""Bad command lines and bad files: each gives one line that says what to do, and leaves nothing."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import h5py
import numpy as np
import pyarrow
import pyarrow.parquet
import pytest
import torch

import liesd
from liesd.cli import main
from tests.cli.conftest import table, write_csv
from tests.cli.test_discover import model

SPEC = "q[2]+p[2] -> y[2]"
X = np.random.default_rng(0).normal(size=(60, 3))


def text(name: str, *lines: str) -> str:
    Path(name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return name


def rows(name: str = "data.csv", **cells: str) -> str:
    """A good CSV file, but for the cells ``row_column``."""
    lines = [[f"{value:.6g}" for value in row] for row in table(40)]
    for place, cell in cells.items():
        row, column = map(int, place.removeprefix("at_").split("_"))
        lines[row][column] = cell
    return text(name, "q1,q2,p1,p2,u,v", *(",".join(line) for line in lines))


def header(names: str) -> str:
    return text("data.csv", names, *(",".join(map(str, row)) for row in table(40)))


def npz(**arrays: object) -> str:
    np.savez("data.npz", **arrays)
    return "data.npz"


def npy(array: np.ndarray, name: str = "x.npy") -> str:
    np.save(name, array, allow_pickle=True)
    return name


def cut(name: str, share: float = 0.6) -> str:
    whole = Path(name).read_bytes()
    Path(name).write_bytes(whole[: int(len(whole) * share)])
    return name


def raw(name: str, content: bytes) -> str:
    Path(name).write_bytes(content)
    return name


def parquet(**columns: list[object]) -> str:
    pyarrow.parquet.write_table(pyarrow.table(columns), "data.parquet")
    return "data.parquet"


def hdf5(**sets: np.ndarray) -> str:
    with h5py.File("data.h5", "w") as file:
        for name, array in sets.items():
            file[name] = array
    return "data.h5"


def pickled(legacy: bool = False) -> str:
    torch.save(torch.nn.Linear(3, 1), "net.pt", _use_new_zipfile_serialization=not legacy)
    return "net.pt"


def script(inputs: int = 3, outputs: int = 1) -> str:
    torch.jit.script(torch.nn.Linear(inputs, outputs)).save("net.pt")
    return "net.pt"


def smuggler() -> str:
    """An exported program with a pickle put into it."""
    path = model(Path("model.pt2"))
    with zipfile.ZipFile(path, "a") as archive:
        root = archive.namelist()[0].partition("/")[0]
        archive.writestr(f"{root}/data/constants/opaque_obj_0", b"\x80\x04.")
    return str(path)


def saved() -> str:
    x = torch.randn(50, 3, dtype=torch.float64)
    liesd.discover(lambda x: x.norm(dim=1), x, "x[3] -> 1").save("d.liesd")
    return "d.liesd"


def elsewhere(name: str, target: str) -> str:
    Path(name).symlink_to(target)
    return name


def contents(folder: Path) -> dict[Path, bytes | None]:
    files = [path for path in folder.rglob("*") if path.is_symlink() or path.is_file()]
    return {path: None if path.is_symlink() else path.read_bytes() for path in files}


def d(*arguments: object) -> list[object]:
    return ["discover", *arguments]


def with_model(file: Callable[[], str], spec: str = "x[3] -> 1") -> Callable[[], list[object]]:
    return lambda: d(npy(X), spec, "--model", file())


TURN = '{"x": [[0, -1], [1, 0]]}'
# what is done; the problem that the line must name; the remedy that it must give; the exit code
CASES: dict[str, tuple[Callable[[], list[object]], str, str, int]] = {
    # the command line itself
    "nothing to do": (lambda: ["discover"], "DATA or SPEC is missing", "give both", 2),
    "no spec": (lambda: d(rows()), "DATA or SPEC is missing", "data.csv", 2),
    "spec before data": (lambda: d(SPEC, rows()), "SPEC comes last", "x.4. -> y.2.", 2),
    "unknown command": (lambda: ["discovr"], "No such command 'discovr'", "--help", 2),
    "unknown option": (lambda: d(rows(), SPEC, "--fast"), "--fast", "--help", 2),
    "unknown learner": (lambda: d(rows(), SPEC, "--learner", "magic"), "magic", "'kernel'", 2),
    "unknown task": (lambda: d(rows(), SPEC, "--task", "rank"), "rank", "'binary'", 2),
    "seed is text": (lambda: d(rows(), SPEC, "--seed", "abc"), "abc", "valid integer", 2),
    "no samples": (lambda: d(rows(), SPEC, "--samples", "0"), "--samples", "x>=1", 2),
    "tolerance of 2": (lambda: d(rows(), SPEC, "--tolerance", "2"), "--tolerance", "0<=x<1", 2),
    "setting without value": (
        lambda: d(rows(), SPEC, "--setting", "steps"),
        "'steps' is not of the form",
        "centres=400",
        2,
    ),
    "setting that nobody knows": (
        lambda: d(rows(), SPEC, "--learner", "kernel", "--setting", "depth=3"),
        "does not know a setting.*'depth'",
        "leave it out",
        1,
    ),
    "setting of the wrong kind": (
        lambda: d(rows(), SPEC, "--learner", "kernel", "--setting", "centres=many"),
        "centres",
        "whole number of at least 1",
        1,
    ),
    "learner for a model": (
        lambda: [*with_model(lambda: str(model(Path("m.pt2"))))(), "--learner", "kernel"],
        "--learner is for learning",
        "leave one of them out",
        2,
    ),
    "one replica": (lambda: d(rows(), SPEC, "--replicas", "1"), "replicas", "at least 2", 1),
    "unknown shell": (lambda: ["completion", "tcsh"], "tcsh", "'bash'", 2),
    "unknown data set": (
        lambda: ["reproduce", "inertia", "--dataset", "flat"],
        "flat",
        "tensor, vector",
        1,
    ),
    # the spec
    "spec with a slip": (lambda: d(rows(), "x[4 -> y[2]"), "expected ']'", "character 5", 1),
    "spec without a size": (lambda: d(rows(), "x -> y[2]"), "first use of 'x'", r"as in x\[3\]", 1),
    "spec that moves nothing": (
        lambda: d(rows(), "4 -> 2"),
        "nothing can move",
        "name a vector",
        1,
    ),
    "spec with two sizes": (
        lambda: d(rows(), "x[4] -> x[2]"),
        "'x' has size 4 above and 2 here",
        "another name",
        1,
    ),
    "spec to explain": (lambda: ["explain", "x[0] -> 1"], "at least 1, not 0", "character", 1),
    "spec of other sizes": (
        lambda: d(rows(), "q[3]+p[3] -> y[2]"),
        "6 numbers per sample",
        "name them with --x and --y, or change the sizes",
        1,
    ),
    # files that are not there, or not what they say
    "missing file": (lambda: d("nope.csv", SPEC), "nope.csv does not exist", "check the name", 1),
    "a directory": (
        lambda: [Path("data.csv").mkdir(), *d("data.csv", SPEC)][1:],
        "is a directory",
        "give a file in it",
        1,
    ),
    "a device": (
        lambda: d(elsewhere("data.csv", "/dev/zero"), SPEC),
        "no ordinary file",
        "write its contents to a file",
        1,
    ),
    "a disk that fails": (
        lambda: d(elsewhere("data.csv", "/proc/self/mem"), SPEC),
        "cannot be read",
        "copy it",
        1,
    ),
    "empty file": (lambda: d(raw("data.csv", b""), SPEC), "is empty", "write the samples", 1),
    "another kind": (
        lambda: d(raw("data.xlsx", b"PK"), SPEC),
        "xlsx is not of a kind",
        r"\.csv",
        1,
    ),
    "text called npz": (
        lambda: d(raw("data.npz", b"a,b"), SPEC),
        "no .npz file",
        "give it the ending",
        1,
    ),
    "cut npz": (lambda: d(cut(npz(x=X, y=X)), SPEC), "cut short", "write or download it again", 1),
    "cut npy": (lambda: d(cut(npy(X)), SPEC), "cut short", "write or download it again", 1),
    "npz that is npy": (
        lambda: d(shutil.move(npy(X), "x.npz"), SPEC),
        "holds one array",
        "end in .npy",
        1,
    ),
    "npz of notes": (lambda: d(npz(note=3.0), SPEC), "no arrays of samples", "np.savez", 1),
    "pickle in npy": (
        lambda: d(npy(np.array([{}, {}], dtype=object)), SPEC),
        "Python objects, and reading those can run code",
        "save plain numbers",
        1,
    ),
    "pickle in npz": (
        lambda: d(npz(x=np.array([{}, {}], dtype=object), y=X), "x[3] -> y[3]"),
        "data.npz holds Python objects",
        "save plain numbers",
        1,
    ),
    "a single number": (lambda: d(npy(np.array(3.0)), SPEC), "single number", "first axis", 1),
    "no rows in npy": (lambda: d(npy(X[:0]), "x[2] -> 1"), "no samples", "write some", 1),
    "damaged parquet": (lambda: d(raw("a.parquet", b"PAR1no"), SPEC), "damaged", "again", 1),
    "gaps in parquet": (
        lambda: d(parquet(x=[1.0, None], y=[1.0, 2.0]), "x[1] -> 1"),
        "'x' .* is empty in sample 1",
        "drop or fill",
        1,
    ),
    "lists in parquet": (
        lambda: d(parquet(x=[[1.0], [2.0]], y=[1.0, 2.0]), "x[1] -> 1"),
        "holds list",
        "one column for each number",
        1,
    ),
    "damaged HDF5": (lambda: d(raw("a.h5", b"\x89HDF\r\n\x1a\nno"), SPEC), "damaged", "again", 1),
    "empty HDF5": (lambda: d(hdf5(), SPEC), "no data sets", "store them as /x and /y", 1),
    "records in HDF5": (
        lambda: d(hdf5(x=np.zeros(9, dtype=[("a", float)]), y=X[:9]), "x[1] -> y[3]"),
        "table of records",
        "each column as a data set",
        1,
    ),
    # what is in them
    "header alone": (
        lambda: d(text("a.csv", "a,b"), SPEC),
        "a header and no rows",
        "one line per sample",
        1,
    ),
    "comments alone": (lambda: d(text("a.csv", "# hm"), SPEC), "no rows", "write a header", 1),
    "ragged": (
        lambda: d(text("a.csv", "a,b,c", "1,2,3", "1,2"), "x[2] -> 1"),
        "line 3 of a.csv has 2 cells, but there are 3",
        "repair or remove",
        1,
    ),
    "text among numbers": (
        lambda: d(rows(at_7_2="n/a"), SPEC),
        "line 9 .* column 'p1', is not a number .'n/a'",
        "repair or remove",
        1,
    ),
    "text column": (
        lambda: d(text("a.csv", "a,name,c", "1,Ann,3", "2,Bob,4"), "x[2] -> 1"),
        "'name' in a.csv holds text",
        "leave it out",
        1,
    ),
    "names and numbers": (
        lambda: d(text("a.csv", "Ann,0.5,0.7", "Bob,1,2"), "x[2] -> 1"),
        "both names and numbers",
        "a name for each column above",
        1,
    ),
    "empty cell": (lambda: d(rows(at_3_1=""), SPEC), "line 5 .*'q2', is empty", "fill it", 1),
    "NaN": (lambda: d(rows(at_3_4="nan"), SPEC), "NaN or infinity, first in line 5", "drop", 1),
    "infinity": (
        lambda: d(npz(x=np.where(np.arange(60)[:, None] == 17, np.inf, X), y=X), "x[3] -> y[3]"),
        "first in sample 17",
        "drop or repair",
        1,
    ),
    "overflow": (lambda: d(rows(at_2_0="1e999"), SPEC), "infinity, first in line 4", "drop", 1),
    "huge integers": (
        lambda: d(rows(at_2_0="123456789012345678901"), SPEC),
        r"line 4 .*'q1', holds whole numbers beyond 2\^53",
        "leave it out",
        1,
    ),
    "huge integers in npy": (
        lambda: d(npz(x=np.full((60, 3), 2**60), y=X), "x[3] -> y[3]"),
        r"beyond 2\^53",
        "leave it out",
        1,
    ),
    "complex": (lambda: d(npz(x=X + 1j, y=X), "x[3] -> y[3]"), "complex", "two columns", 1),
    "dates": (
        lambda: d(npz(x=np.zeros((9, 3), dtype="M8[s]"), y=X[:9]), "x[3] -> y[3]"),
        "datetime64",
        "turn it into real numbers",
        1,
    ),
    "decimal commas": (
        lambda: d(text("a.csv", "a;b;c", "1,5;2;3", "1;2;3"), "x[2] -> 1"),
        "line 2 of a.csv, column 'a', is not a number .'1,5'",
        "decimals with a point",
        1,
    ),
    "hostile name": (
        lambda: d(header('"a\x1b[2J",b,c,d,u,v'), SPEC),
        r"column 1 .* cannot be typed or printed \('a\\x1b\[2J'\)",
        "rename it",
        1,
    ),
    "endless name": (
        lambda: d(header("a" * 999 + ",b,c,d,u,v"), SPEC),
        "cannot be typed",
        "rename",
        1,
    ),
    "columns with one name": (
        lambda: d(header("a,b,a,d,u,v"), SPEC),
        "more than one column named 'a'",
        "name of its own",
        1,
    ),
    "open quote": (
        lambda: d(header('"a,b,c,d,u,v'), SPEC),
        "line 1 .* as CSV",
        "close its quotes",
        1,
    ),
    "UTF-16": (
        lambda: d(raw("a.csv", "a,b\n1,2\n".encode("utf-16")), SPEC),
        "no UTF-8 text",
        "save it as CSV in UTF-8",
        1,
    ),
    # which columns
    "unknown name": (
        lambda: d(rows(), SPEC, "--x", "q1,q2,p1,p3"),
        "--x asks for 'p3'",
        "did you mean 'p[12]'",
        1,
    ),
    "unknown output": (lambda: d(rows(), SPEC, "--y", "w*"), r"--y asks for 'w\*'", "There are", 1),
    "no name": (lambda: d(rows(), SPEC, "--x", ""), "--x names no column", "give names such as", 1),
    "a name twice": (
        lambda: d(rows(), SPEC, "--x", "q1,q*"),
        "more than once",
        "each column once",
        1,
    ),
    "input and output": (
        lambda: d(rows(), SPEC, "--x", "q1:p2", "--y", "p2,u"),
        "'p2' is both input and output",
        "in --x or in --y only",
        1,
    ),
    "too few inputs": (
        lambda: d(rows(), SPEC, "--x", "q1,q2", "--y", "u,v"),
        "make 2 numbers per sample, but the spec wants 4",
        "name others with --x",
        1,
    ),
    "too many outputs": (
        lambda: d(npz(x=X, y=X), "x[3] -> y[2]"),
        "make 3 numbers per sample, but the spec wants 2",
        "name others with --y",
        1,
    ),
    "unclear outputs": (
        lambda: d(rows(), "x[3] -> y[2]", "--x", "q1,q2,p1"),
        "not plain which of them are the 2 outputs",
        "with --y",
        1,
    ),
    "files with one name": (
        lambda: d(npz(x=X), npy(X), "x[3] -> 1"),
        "'x' is in data.npz and in x.npy",
        "rename one",
        1,
    ),
    "files of two lengths": (
        lambda: d(npy(X), npy(X[:50], "y.npy"), "x[3] -> y[3]"),
        "60 samples of the inputs and 50 of the outputs",
        "belong together",
        1,
    ),
    "columns of two lengths": (
        lambda: d(npz(a=X, b=X[:50]), "x[6] -> 1", "--x", "a,b", "--model", model(Path("m.pt2"))),
        "differ in length",
        "as many samples of each",
        1,
    ),
    "too few rows": (
        lambda: d(text("a.csv", "a,b,c", "1,2,3", "2,3,4", "3,5,6"), "x[2] -> 1"),
        "3 samples are too few",
        "at least 6 are needed",
        1,
    ),
    "too few for the spec": (
        lambda: d(npz(x=X[:6], y=X[:6, 0]), "x[3] -> 1"),
        "6 samples are too few for x.3. -> 1",
        "need at least 9 samples, better 90",
        1,
    ),
    "nothing changes": (
        lambda: d(npz(x=np.ones((60, 3)), y=X[:, 0]), "x[3] -> 1"),
        "the same in all samples",
        "nothing to learn from",
        1,
    ),
    "classes for one number": (
        lambda: d(npz(x=X, y=np.array(["a", "b", "c"] * 20)), "x[3] -> 1"),
        "holds 3 classes",
        "end in '-> 3'",
        1,
    ),
    "one class": (
        lambda: d(npz(x=X, y=np.array(["a"] * 60)), "x[3] -> 1"),
        "one class only",
        "add the others",
        1,
    ),
    "real numbers as classes": (
        lambda: d(npz(x=X, y=X[:, 0]), "x[3] -> 1", "--task", "binary"),
        "holds real numbers",
        "--task regression",
        1,
    ),
    # models
    "missing model": (with_model(lambda: "no.pt2"), "no.pt2 does not exist", "check the name", 1),
    "model is a directory": (with_model(lambda: "."), "is a directory", "give a file", 1),
    "empty model": (with_model(lambda: raw("m.pt2", b"")), "is empty", "torch.export.save", 1),
    "foreign model": (
        with_model(lambda: raw("m.pt2", b"ONNX")),
        "no model",
        "torch.export.save",
        1,
    ),
    "foreign archive": (with_model(lambda: npz(a=X)), "no model", "torch.export.save", 1),
    "cut model": (with_model(lambda: cut(str(model(Path("m.pt2"))))), "cut short", "again", 1),
    "pickled module": (with_model(pickled), "unpickling can run any code", "torch.export.save", 1),
    "old pickled module": (
        with_model(lambda: pickled(legacy=True)),
        "unpickling can run any code",
        "torch.export.save",
        1,
    ),
    "pickle in a model": (with_model(smuggler), "holds a pickled object", "torch.export.save", 1),
    "a discovery as a model": (with_model(saved), "is not a model", "LearnedModel.save", 1),
    "model of other inputs": (
        with_model(lambda: script(5)),
        "refuses a batch of shape .*, 3.",
        "give inputs of its size",
        1,
    ),
    "model of other outputs": (
        with_model(lambda: script(3, 2)),
        "f returns 2 numbers per sample",
        "the output of the spec, 1, has 1",
        1,
    ),
    "model for one batch size": (
        with_model(lambda: str(model(Path("m.pt2"), dynamic=False))),
        "refuses a batch",
        "dynamic batch size",
        1,
    ),
    # what to write
    "no directory": (
        lambda: d(rows(), SPEC, "--save", "no/d.liesd"),
        "there is no directory no",
        "make it first",
        1,
    ),
    "out is a directory": (
        lambda: d(rows(), SPEC, "--report", "."),
        "is a directory",
        "a file in",
        1,
    ),
    "out under a file": (
        lambda: d(rows(), SPEC, "--report", "data.csv/r.html"),
        "there is no directory data.csv",
        "make it first",
        1,
    ),
    "unwritable out": (
        lambda: d(rows(), SPEC, "--save", "/proc/d.liesd"),
        "/proc/d.liesd cannot be written",
        "where you may write",
        1,
    ),
    "out is the data": (
        lambda: d(rows(), SPEC, "--save", "data.csv"),
        "written over",
        "another",
        1,
    ),
    "one out for two": (
        lambda: d(rows(), SPEC, "--save", "a", "--report", "a"),
        "asked for twice",
        "name of its own",
        1,
    ),
    # measure and report
    "no generator": (lambda: ["measure", rows(), SPEC], "--generator", "--help", 2),
    "generator that is no file": (
        lambda: ["measure", rows(), SPEC, "--generator", "rotation"],
        "neither JSON nor a file",
        "a matrix for each unknown",
        1,
    ),
    "generator that is no JSON": (
        lambda: ["measure", rows(), SPEC, "--generator", '{"x": '],
        "cannot be read",
        "a matrix for each unknown",
        1,
    ),
    "ragged generator": (
        lambda: ["measure", rows(), SPEC, "--generator", '{"q": [[1], [1, 2]]}'],
        "cannot be read",
        "a matrix for each unknown",
        1,
    ),
    "generator of something else": (
        lambda: ["measure", rows(), SPEC, "--generator", TURN],
        "says nothing of q, p, y",
        "give a matrix of zeros",
        1,
    ),
    "generator of another size": (
        lambda: ["measure", rows(), "x[4] -> 2", "--generator", TURN],
        r"got \(2, 2\)",
        r"needs a matrix of shape \(4, 4\)",
        1,
    ),
    "no discovery": (lambda: ["report", "d.liesd"], "d.liesd does not exist", "--save", 1),
    "foreign discovery": (
        lambda: ["report", raw("d.liesd", b"hello")],
        "not a discovery",
        "saved by liesd",
        1,
    ),
    "cut discovery": (lambda: ["report", cut(saved())], "cut short", "save the discovery again", 1),
    "report over itself": (lambda: ["report", saved(), "--out", "d.liesd"], "over", "another", 1),
}


@pytest.mark.filterwarnings("ignore:.torch.jit:DeprecationWarning")
@pytest.mark.parametrize("case", CASES)
def test_one_line_says_what_is_wrong_and_what_to_do(case: str, run, tmp_path: Path) -> None:
    make, problem, remedy, code = CASES[case]
    arguments = make()
    before = contents(tmp_path)
    done = run(*arguments)
    assert (done.exit_code, done.stdout) == (code, ""), done.output
    (line,) = done.stderr.splitlines()
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
        (line,) = done.stderr.splitlines()
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
