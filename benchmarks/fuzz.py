"""Random calls with hostile arguments: whatever fails must fail in the library's own words.

In Python every failure must be a ``LiesdError``; on the command line it must be an exit code of 1
or 2 and one line on standard error that is no admission of a mistake. The tests draw from the same
tables; here thousands of calls are drawn.

    python -m benchmarks.fuzz [--count 2000] [--seed 0] [--only python|command]
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch

import liesd
from benchmarks.zoo.run import commit
from liesd.data.files import write_atomically
from liesd.errors import LiesdError

RESULT = Path(__file__).parent / "results" / "fuzz.json"
RNG = np.random.default_rng(0)
X = RNG.normal(size=(60, 3))
Y = np.exp(-(X**2).sum(axis=1))
J = -2 * X[:, None, :] * Y[:, None, None]
SPEC = "x[3] -> 1"
TURN = {"x": [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]]}
OWN, DONE, FOREIGN = "own error", "done", "foreign"


class Surly:
    """An object that answers nothing."""

    def __len__(self) -> int:
        raise RuntimeError("no length")

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise RuntimeError("no array")

    def __repr__(self) -> str:
        return "<surly>"


def _spoil(value: float) -> Any:
    x = X.copy()
    x[7, 1] = value
    return x


ODD: dict[str, Callable[[], Any]] = {
    "None": lambda: None,
    "True": lambda: True,
    "0": lambda: 0,
    "-1": lambda: -1,
    "2.5": lambda: 2.5,
    "nan": lambda: float("nan"),
    "inf": lambda: float("inf"),
    "10**400": lambda: 10**400,
    "text": lambda: "abc",
    "auto": lambda: "auto",
    "empty text": lambda: "",
    "a zero byte": lambda: "a\0b",
    "bytes": lambda: b"ab",
    "empty list": list,
    "ragged": lambda: [[1.0], [1.0, 2.0]],
    "deep": lambda: [[[[[[1.0]]]]]],
    "dict": lambda: {"x": 1},
    "dict of text": lambda: {"x": "abc"},
    "dict of odd keys": lambda: {3: np.eye(3), None: 1},
    "object": object,
    "surly": Surly,
    "type": lambda: int,
    "lambda": lambda: lambda: None,
    "generator": lambda: (row for row in X),
    "set": lambda: {1, 2},
    "no rows": lambda: np.zeros((0, 3)),
    "no columns": lambda: np.zeros((60, 0)),
    "one row": lambda: X[:1],
    "vector": lambda: X[:, 0],
    "number": lambda: np.float64(3.0),
    "array of no axes": lambda: np.array(3.0),
    "fewer rows": lambda: X[:50],
    "more columns": lambda: np.hstack([X, X]),
    "five axes": lambda: np.zeros((60, 1, 3, 1, 1)),
    "words": lambda: np.array(["a", "b"] * 30),
    "objects": lambda: np.array([None] * 60, dtype=object),
    "mixed objects": lambda: np.array([[1, "a", None]] * 60, dtype=object),
    "truth": lambda: X > 0,
    "complex": lambda: X + 1j,
    "dates": lambda: np.full((60, 3), np.datetime64("2020-01-01")),
    "records": lambda: np.zeros(60, dtype=[("a", float), ("b", float)]),
    "half": lambda: X.astype(np.float16),
    "bytes of numbers": lambda: X.astype(np.int8),
    "large integers": lambda: np.full((60, 3), 2**62),
    "masked": lambda: np.ma.masked_array(X, X > 0),
    "one nan": lambda: _spoil(np.nan),
    "one inf": lambda: _spoil(np.inf),
    "all nan": lambda: X * np.nan,
    "huge": lambda: X * 1e300,
    "tiny": lambda: X * 1e-310,
    "constant": lambda: np.ones((60, 3)),
    "zeros": lambda: np.zeros((60, 3)),
    "copies": lambda: np.repeat(X[:2], 30, axis=0),
    "backwards": lambda: X[::-1, ::-1],
    "torch": lambda: torch.from_numpy(X),
    "torch integers": lambda: torch.ones(60, 3, dtype=torch.int64),
    "torch complex": lambda: torch.ones(60, 3, dtype=torch.complex64),
    "torch sparse": lambda: torch.eye(60, 3).to_sparse(),
    "torch meta": lambda: torch.ones(60, 3, device="meta"),
    "torch with gradients": lambda: torch.from_numpy(X).requires_grad_(),
    "list of tensors": lambda: [torch.ones(3), torch.ones(2)],
    "a path": lambda: Path("nowhere.npy"),
    "a folder": lambda: Path(),
    "a device": lambda: "/dev/null",
}
SPECS = (
    "x[3] -> x", "x[3]", "-> 1", "x[3] ->", "x[2] -> 1", "x[4] -> 1", "x[3] -> label", "x[3] -> 9",
    "3*x[1] -> 1", "affine(x[3]) -> 1", "poly(x[3], 2) -> 1", "poly(x[3], 99) -> 1",
    "fields(x[3], no) -> 1", "fields(x[3]) -> 1", "a[3]*b[3] -> 1", "x[0] -> 1", "x[-3] -> 1",
    "x[3] -> x -> x", "x[3] + 1 -> 1", "é[3] -> 1", "x[3] -> y[1].T", "x[³] -> 1", "0*x[3] -> 1",
    "x[99999999999999999999] -> 1", "(" * 500, "x[3] -> 1 # no", "x[1e3] -> 1",
)  # fmt: skip
FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "norm": lambda x: x.norm(dim=1),
    "nothing": lambda x: None,
    "numpy": lambda x: x.detach().numpy(),
    "text": lambda x: "abc",
    "fewer": lambda x: x[:3].sum(dim=1),
    "one number": lambda x: x.sum(),
    "nan": lambda x: x.norm(dim=1) * float("nan"),
    "log": lambda x: x.sum(dim=1).log(),
    "integers": lambda x: x.sum(dim=1).long(),
    "complex": lambda x: x.sum(dim=1) + 1j,
    "no axes": lambda x: torch.tensor(1.0),
    "detached": lambda x: x.detach().sum(dim=1),
    "in place": lambda x: x.mul_(2).sum(dim=1),
    "wide": lambda x: x.repeat(1, 400),
    "tuple": lambda x: (x.sum(dim=1), x),
    "other rows": lambda x: x.sum(dim=1) + x[:, 0].mean(),
    "fails": lambda x: x.no_such_name,
    "exits": lambda x: (_ for _ in ()).throw(ValueError("no")),
}


class Call(NamedTuple):
    """A call: what to call, and the arguments of one that succeeds."""

    function: Callable[..., Any]
    arguments: dict[str, Callable[[], Any]]


@cache
def _found() -> liesd.Discovery:
    return liesd.discover(FUNCTIONS["norm"], X, SPEC, progress=False)


def _augment(**given: Any) -> Any:
    return _found().algebra.augment(**given)


def _fit(X: Any, y: Any, groups: Any, **settings: Any) -> Any:
    return liesd.SymmetryDiscovery(replicas=0, **settings).fit(X, y, groups=groups)


def _same(value: Any) -> Callable[[], Any]:
    return lambda: value


_DATA = {"x": _same(X), "y": _same(Y), "spec": _same(SPEC)}
_OPTIONS = ("ask", "exact", "disjoint", "weights", "sample_weight", "tolerance", "evidence",
            "samples", "settle", "seed", "groups", "client", "dtype", "batch_size", "progress",
            "degree", "dictionary", "y", "jacobian")  # fmt: skip
_LEARNING = ("seed", "checkpoint", "progress", "task", "replicas", "groups", "centres", "length",
             "ridge", "products", "search", "nonsense")  # fmt: skip
CALLS: dict[str, Call] = {
    "discover": Call(
        liesd.discover,
        {"f": _same(FUNCTIONS["norm"]), "x": _same(X), "spec": _same(SPEC)}
        | dict.fromkeys(_OPTIONS, None),  # type: ignore[arg-type]
    ),
    "discover given": Call(
        liesd.discover,
        {"f": _same(None), **_DATA, "jacobian": _same(J)}
        | dict.fromkeys(("samples", "batch_size", "tolerance", "dtype"), None),  # type: ignore[arg-type]
    ),
    "measure": Call(
        liesd.measure,
        {"f": _same(FUNCTIONS["norm"]), "x": _same(X), "spec": _same(SPEC)}
        | {"generator": _same(TURN)}
        | dict.fromkeys(("finite", "y", "jacobian", "client", "batch_size", "progress"), None),  # type: ignore[arg-type]
    ),
    "learn": Call(
        liesd.learn,
        {**_DATA, "learner": _same("kernel"), "replicas": _same(0)}
        | dict.fromkeys(_LEARNING, None),  # type: ignore[arg-type]
    ),
    "fit": Call(
        _fit,
        {"X": _same(X), "y": _same(Y), "groups": _same(None), "spec": _same(SPEC)}
        | {"learner": _same("kernel")},
    ),
    "augment": Call(
        _augment,
        {"x": _same(X), "y": _same(Y)} | dict.fromkeys(("size", "seed"), None),  # type: ignore[arg-type]
    ),
    "load": Call(liesd.load, {"path": _same("nowhere.liesd")}),
    "load_model": Call(liesd.load_model, {"path": _same("nowhere.liesd")}),
    "open_array": Call(liesd.open_array, {"path": _same("nowhere.npy"), "name": _same(None)}),
    "Spec.parse": Call(liesd.Spec.parse, {"text": _same(SPEC)}),
    "Vector": Call(liesd.Vector, {"name": _same("x"), "size": _same(3)}),
    "requirements": Call(liesd.requirements, {"spec": _same(SPEC)}),
    "describe": Call(liesd.describe, {"generator": _same(TURN)}),
}  # fmt: skip


def list_choices(argument: str) -> list[tuple[str, Callable[[], Any]]]:
    """All values for an argument: odd ones, and specs or functions where they belong."""
    choices = list(ODD.items())
    if argument in ("spec", "text"):
        choices += [(repr(text), _same(text)) for text in SPECS]
    if argument == "f":
        choices += [(name, _same(function)) for name, function in FUNCTIONS.items()]
    return choices


def perform(name: str, odd: dict[str, Callable[[], Any]]) -> tuple[str, str]:
    """Make a call with some odd arguments; tell how it ended."""
    call = CALLS[name]
    arguments = call.arguments | odd
    given = {key: make() for key, make in arguments.items() if make is not None}
    if "progress" in arguments:
        given.setdefault("progress", False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            call.function(**given)
        except LiesdError as error:
            return OWN, str(error)
        except Exception as error:
            return FOREIGN, f"{type(error).__name__}: {error}"
    return DONE, ""


def run_command(arguments: Sequence[str]) -> tuple[str, str]:
    """Run a command line in this process; tell how it ended."""
    from click.testing import CliRunner

    from liesd.cli import main

    done = CliRunner().invoke(main, list(arguments))
    if done.exit_code == 0 and done.exception is None:
        return DONE, ""
    lines = [line for line in done.stderr.splitlines() if "Error" in line or "Traceback" in line]
    plain = done.exit_code in (1, 2) and len(lines) == 1 and lines[0].startswith("Error: ")
    plain = plain and done.stderr.splitlines()[-1] == lines[0]  # after warnings and progress
    if plain and "a mistake in liesd" not in lines[0] and lines[0].isprintable():
        return OWN, lines[0]
    return FOREIGN, f"exit code {done.exit_code}: {done.stderr[-300:]} {done.exception!r:.200}"


def write_files(folder: Path) -> list[str]:
    """Files of all kinds, whole ones first; gives their paths and some that are none."""
    rows = np.hstack([X, Y[:, None]])
    np.savetxt(folder / "good.csv", rows, delimiter=",", header="a,b,c,u", comments="")
    np.savez(folder / "good.npz", x=X, y=Y)
    np.save(folder / "good.npy", rows)
    _found().save(folder / "found.liesd")
    (folder / "empty.csv").write_bytes(b"")
    (folder / "noise.csv").write_bytes(RNG.bytes(500))
    (folder / "noise.npz").write_bytes(RNG.bytes(500))
    (folder / "noise.liesd").write_bytes(b"PK" + RNG.bytes(500))
    (folder / "noise.pt2").write_bytes(RNG.bytes(500))
    (folder / "noise.h5").write_bytes(RNG.bytes(500))
    (folder / "noise.parquet").write_bytes(RNG.bytes(500))
    (folder / "text.csv").write_text("a,b,c,u\n" + "1,2,x,4\n" * 40)
    (folder / "nan.csv").write_text("a,b,c,u\n" + "1,2,nan,4\n" * 40)
    (folder / "ragged.csv").write_text("a,b,c,u\n1,2,3\n1,2,3,4\n")
    (folder / "wide.csv").write_text(",".join(f"c{k}" for k in range(3000)) + "\n")
    (folder / "folder.csv").mkdir()
    (folder / "no ending").write_text("1,2\n")
    (folder / "list.json").write_text("[1, 2]")
    (folder / "deep.json").write_text("[" * 5000)
    np.save(folder / "objects.npy", np.array([None, 1], dtype=object), allow_pickle=True)
    np.save(folder / "complex.npy", X + 1j)
    names = sorted(str(path) for path in folder.iterdir())
    return [*names, str(folder / "missing.csv"), str(folder), "/dev/null", "", "-", "a\tb"]


VALUES = ("", "-1", "0", "1e999", "nan", "abc", "9" * 40, "1.5", "auto", "{}", "[]", "a,b", "c:a",
          "*", "u", "=", "x=1", "centres=0", "centres=[]", "x=\x00", "é", "--", "2", "0.5",
          "kernel", "law", "float32", "binary", '{"x": [[0,-1,0],[1,0,0],[0,0,0]]}', '{"x": 3}',
          "[" * 900, "tcp://127.0.0.1:1")  # fmt: skip
OPTIONS = ("--x", "--y", "--dictionary", "--groups", "--model", "--samples", "--seed", "--learner",
           "--task", "--setting", "--replicas", "--checkpoint", "--save-model", "--tolerance",
           "--degree", "--ask", "--settle", "--dtype", "--report", "--save", "--json",
           "--generator", "--finite", "--nonsense", "--scheduler")  # fmt: skip
COMMANDS = (
    "discover",
    "measure",
    "explain",
    "report",
    "discover",
    "measure",
    "nonsense",
    "reproduce",
)


def draw_command(files: list[str], folder: Path, rng: np.random.Generator) -> list[str]:
    """A random command line: mostly one that would do, but for one or two things."""
    command = COMMANDS[rng.integers(len(COMMANDS))]
    data = files[rng.integers(len(files))] if rng.random() < 0.5 else str(folder / "good.csv")
    spec = SPECS[rng.integers(len(SPECS))] if rng.random() < 0.4 else SPEC
    arguments = {
        "explain": [command, spec],
        "report": [command, data, "--out", str(folder / "r.html")],
        "reproduce": [command, "inertia", "--json", data],
        "nonsense": [command],
    }.get(command, [command, data, spec, "--learner", "kernel", "--replicas", "0"])
    if command == "measure" and rng.random() < 0.8:
        arguments += ["--generator", json.dumps(TURN)]
    if command == "reproduce":
        return [*arguments, VALUES[rng.integers(len(VALUES))]]  # one argument too many
    for _ in range(rng.integers(3)):
        option = OPTIONS[rng.integers(len(OPTIONS))]
        arguments.append(option)
        if option != "--json" and rng.random() < 0.95:
            value = VALUES[rng.integers(len(VALUES))].replace("\0", "")  # no shell passes it on
            arguments.append(files[rng.integers(len(files))] if rng.random() < 0.3 else value)
    return arguments


def draw_call(rng: np.random.Generator) -> tuple[str, dict[str, tuple[str, Callable[[], Any]]]]:
    """A random call, with one or two odd arguments."""
    name = list(CALLS)[rng.integers(len(CALLS))]
    keys = list(CALLS[name].arguments)
    chosen = rng.permutation(len(keys))[: rng.integers(1, 3)]
    odd = {}
    for key in (keys[k] for k in chosen):
        choices = list_choices(key)
        odd[key] = choices[rng.integers(len(choices))]
    return name, odd


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2000, help="calls of each kind")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", choices=("python", "command"))
    options = parser.parse_args()
    torch.set_num_threads(1)
    rng = np.random.default_rng(options.seed)
    result: dict[str, Any] = {"count": options.count, "seed": options.seed, "commit": commit()}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = write_files(folder)
        os.chdir(folder)
        for kind in ("python", "command"):
            if options.only not in (None, kind):
                continue
            ends: Counter[str] = Counter()
            bad = []
            for _ in range(options.count):
                if kind == "python":
                    called, odd = draw_call(rng)
                    shown = f"{called}({', '.join(f'{k}={v[0]}' for k, v in odd.items())})"
                    end, told = perform(called, {k: v[1] for k, v in odd.items()})
                else:
                    arguments = draw_command(files, folder, rng)
                    shown = " ".join(map(repr, arguments)).replace(str(folder), "")
                    end, told = run_command(arguments)
                ends[end] += 1
                if end == FOREIGN:
                    bad.append([shown, told])
                    print(shown, "->", told, flush=True)
            result[kind] = {**ends, "bad": bad[:20]}
            print(kind, dict(ends), flush=True)
    with write_atomically(RESULT) as file:
        file.write((json.dumps(result, indent=1) + "\n").encode())


if __name__ == "__main__":
    main()
