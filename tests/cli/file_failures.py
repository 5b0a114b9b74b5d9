"""Command lines, specs and files that cannot be read.

Each case: what is called, words that say what is wrong, words that say what to do, exit code.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np

from tests.cli.bad_files import (
    SPEC,
    X,
    cut,
    d,
    elsewhere,
    hdf5,
    header,
    npy,
    npz,
    parquet,
    raw,
    rows,
    text,
    with_model,
)
from tests.cli.test_discover import model

CASES: dict[str, tuple[Callable[[], list[object]], str, str, int]] = {
    # the command line itself
    "nothing to do": (lambda: ["discover"], "DATA or SPEC is missing", "give both", 2),
    "no data": (lambda: d(SPEC), "DATA or SPEC is missing", "data.csv", 2),
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
    "spec without a size": (lambda: d(rows(), "x -> y[2]"), "first use of 'x'", r"as in x\[4\]", 1),
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
}
