"""Columns, models and outputs that do not fit.

Each case: what is called, words that say what is wrong, words that say what to do, exit code.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from tests.cli.bad_files import (
    SPEC,
    TURN,
    X,
    cut,
    d,
    npy,
    npz,
    pickled,
    raw,
    rows,
    saved,
    script,
    smuggler,
    text,
    with_model,
)
from tests.cli.test_discover import model

CASES: dict[str, tuple[Callable[[], list[object]], str, str, int]] = {
    # which columns
    "unknown name": (
        lambda: d(rows(), SPEC, "--x", "q1,q2,p1,p3"),
        "--x asks for 'p3'",
        "did you mean 'p[12]'",
        1,
    ),
    "unknown output": (lambda: d(rows(), SPEC, "--y", "w*"), r"--y asks for 'w\*'", "there are", 1),
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
        lambda: d(npz(x=X, y=np.array(["a", "b", "c"] * 20)), "x[3] -> 2"),
        "holds 3 classes",
        "end in '-> label'",
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
