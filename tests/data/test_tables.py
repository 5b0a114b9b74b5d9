"""Files as people have them: every kind gives the same samples."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import h5py
import numpy as np
import pyarrow
import pyarrow.parquet
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import liesd
from liesd.data.formats import open_table
from liesd.data.tables import read_samples

ROWS = np.random.default_rng(0).normal(size=(30, 5))
NAMES = ["a", "b", "c", "u", "v"]
SPEC = "x[3] -> y[2]"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def csv(delimiter: str = ",", names: list[str] = NAMES, start: str = "", end: str = "\n") -> str:
    lines = [delimiter.join(names), *(delimiter.join(map(repr, row)) for row in ROWS.tolist())]
    return start + end.join(lines) + end


@pytest.mark.parametrize(
    "content",
    [
        csv(),
        csv(";"),
        csv("\t"),
        csv(" "),
        csv(", "),
        csv(start="\ufeff"),
        csv(start="# made by hand\n\n"),
        csv(end="\r\n"),
        csv(end="\n\n# a remark\n"),
        csv(names=[f'"{name}"' for name in NAMES]),
        csv(start="# "),  # as numpy.savetxt writes a header
    ],
    ids=(
        *("comma", "semicolon", "tab", "spaces", "comma and space", "BOM", "comment", "CRLF"),
        *("blank lines", "quotes", "header in a comment"),
    ),
)
def test_text_in_every_usual_form(content: str) -> None:
    Path("data.csv").write_text(content, encoding="utf-8", newline="")
    found = read_samples(["data.csv"], SPEC)
    assert np.array_equal(np.hstack([found.x, found.y]), ROWS)
    assert (found.x_names, found.y_names) == (NAMES[:3], NAMES[3:])


def test_text_without_a_header_and_with_the_index_of_a_data_frame() -> None:
    np.savetxt("plain.txt", ROWS)
    assert np.allclose(read_samples(["plain.txt"], SPEC).x, ROWS[:, :3])
    lines = [f"{k}," + ",".join(map(repr, row)) for k, row in enumerate(ROWS.tolist())]
    Path("frame.csv").write_text("\n".join([",0,1,2,3,4", *lines]))
    found = read_samples(["frame.csv"], SPEC, "0:2", "3,4")
    assert np.array_equal(found.x, ROWS[:, :3])
    assert next(iter(open_table("frame.csv").shapes)) == "column1"


def write(kind: str) -> list[str]:
    if kind == "npz":
        np.savez("data.npz", x=ROWS[:, :3], y=ROWS[:, 3:], note=3)
    elif kind == "npy":
        np.save("in.npy", ROWS[:, :3])
        np.save("out.npy", ROWS[:, 3:])
        return ["in.npy", "out.npy"]
    elif kind == "one npy":
        np.save("data.npy", ROWS)
        return ["data.npy"]
    elif kind == "parquet":
        columns = dict(zip(NAMES, ROWS.T, strict=True))
        pyarrow.parquet.write_table(pyarrow.table(columns), "data.parquet")
    elif kind == "h5":
        with h5py.File("data.h5", "w") as file:
            file["run/x"], file["run/y"] = ROWS[:, :3], ROWS[:, 3:]
    return [f"data.{kind}"]


@pytest.mark.parametrize("kind", ["npz", "npy", "one npy", "parquet", "h5"])
def test_all_kinds_of_files_give_the_same(kind: str) -> None:
    found = read_samples(write(kind), SPEC)
    assert np.array_equal(found.x, ROWS[:, :3])
    assert np.array_equal(found.y, ROWS[:, 3:])


def test_one_array_keeps_its_shape_for_the_model() -> None:
    np.savez("data.npz", x=ROWS.reshape(10, 3, 5), y=np.arange(10.0))
    found = read_samples(["data.npz"], "3*x[5] -> 1")
    assert found.x.shape == (10, 3, 5)
    assert found.x_names[4] == "x[4]"
    assert read_samples(["data.npz"], "3*x[5] -> 1", wants_y=False).y is None


def test_whole_numbers_are_classes_only_if_the_spec_says_so() -> None:
    labels = np.arange(30) % 3
    np.savez("data.npz", x=ROWS[:, :2], y=labels)
    found = read_samples(["data.npz"], "x[2] -> 3")
    assert (found.task, found.classes) == ("multiclass", ("0", "1", "2"))
    assert np.array_equal(found.y, labels)
    assert read_samples(["data.npz"], "x[2] -> 1").task == "regression"
    np.savez("data.npz", x=ROWS[:, :2], y=np.where(labels > 0, 7.0, -7.0))
    found = read_samples(["data.npz"], "x[2] -> 1")
    assert (found.task, found.classes, set(found.y)) == ("binary", ("-7", "7"), {0, 1})
    assert read_samples(["data.npz"], "x[2] -> 1", task="regression").task == "regression"


def test_text_columns_that_nobody_asks_for_do_no_harm() -> None:
    Path("data.csv").write_text("id,a,b,y\nanna,1,2,3.5\nbert,4,5,6\n")
    found = read_samples(["data.csv"], "x[2] -> 1", "a,b", "y")
    assert np.array_equal(found.x, [[1, 2], [4, 5]])


def test_a_name_may_look_like_anything() -> None:
    Path("data.csv").write_text('"a,b",c:d,*,"[red]"\n1,2,3,4.5\n5,6,7,8\n')
    found = read_samples(["data.csv"], "x[3] -> 1", '"a,b",c:d,*', "[red]")
    assert found.x_names == ["a,b", "c:d", "*"]
    assert np.array_equal(found.y, [4.5, 8])


def test_samples_at_random() -> None:
    np.savez("data.npz", x=ROWS, y=ROWS[:, 0])
    first, again, other = (
        read_samples(["data.npz"], "x[5] -> 1", samples=7, seed=seed).x for seed in (0, 0, 1)
    )
    assert first.shape == (7, 5)
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


@pytest.mark.filterwarnings("ignore:.*does not end in a line break")  # the library's own word
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(b"0", "csv")
@given(st.binary(max_size=300), st.sampled_from(["csv", "npz", "npy", "parquet", "h5"]))
def test_no_file_breaks_the_readers(content: bytes, kind: str) -> None:
    path = Path(f"data.{kind}")
    start = {"npz": b"PK\x03\x04", "npy": b"\x93NUMPY\x01\x00", "parquet": b"PAR1"}.get(kind, b"")
    path.write_bytes(start + content)
    with suppress(liesd.LiesdError):
        read_samples([path], "x[1] -> 1")


@pytest.mark.parametrize(("form", "kept"), [(".18e", 1), (".2f", 1), ("", 6)])
def test_text_that_is_cut_inside_a_number_is_refused(form: str, kept: int, tmp_path: Path) -> None:
    """Numbers as short as Python writes them differ in length: there a cut of a few may pass."""
    path = tmp_path / "x.csv"
    X = np.random.default_rng(0).normal(size=(100, 2)) * 100
    whole = "a,b\n" + "\n".join(f"{a:{form}},{b:{form}}" for a, b in X)
    start = whole.rindex(",") + 1
    for place in range(start - 1, len(whole) - kept + 1):
        path.write_text(whole[:place])
        with pytest.raises(liesd.LiesdError, match=None if place >= start else "was cut short"):
            open_table(path).read_numbers(["a", "b"])
    path.write_text(whole + "\n")
    assert len(open_table(path).read_numbers(["b"])[0]) == 100


@pytest.mark.parametrize(
    "column",
    [["0.25", "3.50"] * 20, ["0", "1"] * 20, ["setosa", "virginica"] * 20],
    ids=["fixed decimals", "digits", "labels"],
)
def test_a_missing_line_break_at_the_end_is_no_harm_where_the_last_cell_is_whole(
    column: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "x.csv"
    path.write_text("\n".join(["a,b", *(f"1.5,{cell}" for cell in column)]))
    (found,) = open_table(path).fetch(["b"])
    assert [str(one) for one in found] == [
        cell if cell.isalpha() else str(float(cell)) for cell in column
    ]


@pytest.mark.parametrize("last", ["12", "virgin"])
def test_what_nobody_can_tell_is_said_once(last: str, tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    others = ["7", "1234"] if last == "12" else ["setosa", "virginica"]
    path.write_text("\n".join(["a,b", *(f"1.5,{cell}" for cell in [*others * 20, last])]))
    table = open_table(path)
    with pytest.warns(UserWarning, match="does not end in a line break") as said:
        [table.fetch([name]) for name in ("a", "b")]
    assert len(said) == 1
    path.write_text(path.read_text() + "\n")
    assert len(open_table(path).fetch(["b"])[0]) == 41
