"""Random damage to every kind of file that the library reads: does it say so?

For each kind of file, 300 copies with one flipped bit and 300 that are cut short are read in
another process, so that a crash of a foreign library is counted too. Every copy must end in an
error of the library's own, or give the content of the whole file. Only formats without check sums
may give other numbers, where the bit is in a number.

    python -m benchmarks.corruption [--count 300] [--kinds npy,zarr]

The command resumes: kinds that are in the result file already are left out.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch

import liesd
from liesd.data.files import write_atomically
from liesd.data.formats import open_table
from liesd.discovery.files import load_function
from liesd.errors import LiesdError
from liesd.experiments.jets import files as jet_files
from liesd.experiments.jets import native
from liesd.experiments.jets.generate import Chunk
from liesd.experiments.jets.parts import Parts
from liesd.experiments.jets.settings import CONSTITUENTS
from liesd.experiments.reproduce import read_rows, write_rows
from liesd.learning.network import checkpoint

RESULT = Path(__file__).parent / "results" / "corruption.json"
TIMEOUT = 120  # Seconds for one copy: a reader that hangs is a failure.
X = np.random.default_rng(0).normal(size=(200, 3))
WAYS = ("flip", "cut")
OWN, SAME, OTHER, FOREIGN, CRASH = "own error", "same", "other", "foreign error", "crash"


class Kind(NamedTuple):
    """A kind of file: how to make one, and how to read it, to something that can be hashed."""

    make: Callable[[Path], Any]
    read: Callable[[Path], Any]
    sealed: bool = False
    """Whether check sums cover everything: then no damage may give other content."""


def _find() -> liesd.Discovery:
    return liesd.discover(lambda x: x.norm(dim=1), X, "x[3] -> 1")


def _learn() -> Any:
    return liesd.learn(X, np.exp(-(X**2).sum(axis=1)), "x[3] -> 1", "kernel", replicas=2)


def _net() -> torch.nn.Sequential:
    torch.manual_seed(0)
    return torch.nn.Sequential(
        torch.nn.Linear(3, 8, dtype=torch.float64),
        torch.nn.Tanh(),
        torch.nn.Linear(8, 1, dtype=torch.float64),
    )


def _train() -> tuple[torch.nn.Module, Any, Any]:
    net = _net()
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: 1.0)
    net(torch.from_numpy(X)).square().mean().backward()
    optimizer.step()
    schedule.step()
    return net, optimizer, schedule


def _save_checkpoint(path: Path) -> None:
    net, optimizer, schedule = _train()
    checkpoint.save(path, "mark", net, optimizer, schedule, {"step": 1}, net.state_dict())


def _restore(path: Path) -> Any:
    net, optimizer, schedule = _train()
    state, best = checkpoint.restore(path, "mark", net, optimizer, schedule)
    return [state, *(t.numpy() for t in (*best.values(), *net.state_dict().values()))]


def _export(path: Path) -> None:
    batch = torch.export.Dim("batch")
    program = torch.export.export(_net(), (torch.from_numpy(X),), dynamic_shapes=({0: batch},))
    torch.export.save(program, path)


def _call(path: Path) -> Any:
    with torch.no_grad():
        return load_function(path)(torch.from_numpy(X)).numpy()


def _read_table(path: Path) -> Any:
    table = open_table(path)
    return [
        list(table.shapes),
        *(np.asarray(one[:]) for one in table.read_numbers([*table.shapes])),
    ]


def _read_array(path: Path) -> Any:
    return liesd.open_array(path)[:]


def _read_both(path: Path) -> Any:
    return [*_read_table(path), _read_array(path)]


def _write_parquet(path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.table({f"x{k}": X[:, k] for k in range(3)})
    pq.write_table(table, path, write_page_checksum=True)


def _write_hdf5(path: Path) -> None:
    import h5py

    with h5py.File(path, "w") as file:
        file.create_dataset("x", data=X, chunks=(50, 3), compression="gzip", fletcher32=True)


def _write_zarr(path: Path) -> None:
    import zarr

    store = zarr.open_array(str(path), mode="w", shape=X.shape, chunks=(50, 3), dtype="f8")
    store[:] = X


def _write_jets(path: Path) -> None:
    p = np.abs(np.random.default_rng(0).normal(size=(20, CONSTITUENTS, 4))).astype(np.float32)
    header: dict[str, Any] = {name: {} for name in native.FIELDS} | {"jets": 20}
    native.write(path, header, [(p, np.arange(20, dtype=np.int8) % 2)])


def _parts(path: Path) -> Parts:
    parts = Parts(path.with_suffix(".h5"), {"seed": 1})
    parts.path = lambda place, jets: path  # type: ignore[method-assign]
    return parts


def _write_part(path: Path) -> None:
    p = np.abs(np.random.default_rng(0).normal(size=(6, CONSTITUENTS, 4))).astype(np.float32)
    _parts(path).save(0, Chunk(p, np.arange(6) % 2, {"top": {"jets": 6}}, {"top": 1.0}))


def _write_runs(path: Path) -> None:
    plain = {"task": "inertia", "dataset": "tensor", "method": "kernel", "verdict": "SURE"}
    counts = dict.fromkeys(("dimension", "unseen", "gauge"), 3)
    errors = ("space_error", "space_error_given_number", "orthogonality_error")
    times = ("seconds_learn", "seconds_discover")
    numbers = dict.fromkeys((*errors, *times), 0.25)
    write_rows([{**plain, "seed": seed, **counts, **numbers} for seed in range(10)], path)


def _write_generator(path: Path) -> None:
    path.write_text(json.dumps({"x": np.eye(8).tolist()}))


def _read_generator(path: Path) -> Any:
    from liesd.cli.measure import read_generator

    return [[name, matrix] for name, matrix in read_generator(str(path)).items()]


KINDS: dict[str, Kind] = {
    "discovery.liesd": Kind(
        lambda path: _find().save(path), lambda path: liesd.load(path).summary(), sealed=True
    ),
    "model.liesd": Kind(lambda path: _learn().save(path), _call, sealed=True),
    "training.checkpoint": Kind(_save_checkpoint, _restore, sealed=True),
    "part.npz": Kind(
        _write_part, lambda path: [*vars(_parts(path).load(0, 6)).values()], sealed=True
    ),
    "samples.npz": Kind(lambda path: np.savez(path, x=X, y=X), _read_table, sealed=True),
    "small.npz": Kind(lambda path: np.savez_compressed(path, x=X, y=X), _read_table, sealed=True),
    "program.pt2": Kind(_export, _call, sealed=True),
    "script.pt": Kind(lambda path: torch.jit.script(_net()).save(path), _call, sealed=True),
    "samples.npy": Kind(lambda path: np.save(path, X), _read_both),
    "samples.csv": Kind(
        lambda path: np.savetxt(path, X, delimiter=",", header="a,b,c", comments=""), _read_table
    ),
    "samples.parquet": Kind(_write_parquet, _read_both),
    "samples.h5": Kind(_write_hdf5, _read_both),
    "samples.zarr": Kind(_write_zarr, _read_both),
    "jets.h5": Kind(_write_jets, lambda path: list(jet_files.read(path))),
    "runs.json": Kind(_write_runs, lambda path: json.dumps(read_rows(path))),
    "generator.json": Kind(_write_generator, _read_generator),
}


def digest(content: Any) -> str:
    """A fingerprint of what was read."""
    whole = hashlib.sha256()

    def add(value: Any) -> None:
        if isinstance(value, list | tuple):
            for one in value:
                add(one)
        elif isinstance(value, np.ndarray):
            whole.update(f"{value.dtype}{value.shape}".encode() + value.tobytes())
        else:
            whole.update(repr(value).encode())

    add(content)
    return whole.hexdigest()


def damage(original: Path, copy: Path, way: str, seed: int) -> None:
    """Make a copy with one bit flipped, or cut short; of a folder, in one of its files."""
    rng = np.random.default_rng([seed, WAYS.index(way)])
    shutil.rmtree(copy, ignore_errors=True)
    copy.unlink(missing_ok=True)
    inside = [original]
    if original.is_dir():
        shutil.copytree(original, copy)
        inside = sorted(path for path in original.rglob("*") if path.is_file())
    sizes = np.array([path.stat().st_size for path in inside])
    chosen = inside[rng.choice(len(inside), p=sizes / sizes.sum())]
    content = bytearray(chosen.read_bytes())
    if way == "flip":
        content[rng.integers(len(content))] ^= 1 << int(rng.integers(8))
    else:
        del content[rng.integers(len(content)) :]
    target = copy if chosen == original else copy / chosen.relative_to(original)
    target.write_bytes(content)


def judge(kind: Kind, path: Path, good: str) -> tuple[str, str]:
    """What becomes of a damaged file: its outcome, and the message if there is one."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = digest(kind.read(path))
    except LiesdError as error:
        return OWN, str(error)
    except Exception as error:
        return f"{FOREIGN}: {type(error).__name__}", str(error)
    return (SAME if found == good else OTHER), ""


def work(folder: Path, cases: Iterable[tuple[str, str, int]]) -> None:
    """Judge damaged copies of files and print a line per copy; runs in its own process."""
    torch.set_num_threads(1)
    good: dict[str, str] = {}
    for name, way, seed in cases:
        kind, original, copy = KINDS[name], folder / name, folder / "damaged" / name
        if name not in good:
            good[name] = digest(kind.read(original))
        damage(original, copy, way, seed)
        print(json.dumps([name, way, seed, *judge(kind, copy, good[name])]), flush=True)


def examine(folder: Path, cases: list[tuple[str, str, int]]) -> list[list[Any]]:
    """Judge damaged copies (a name, a way, a seed) in other processes, a new one after a crash."""
    (folder / "damaged").mkdir(parents=True, exist_ok=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in dict.fromkeys(name for name, *_ in cases):
            KINDS[name].make(folder / name)
    rows: list[list[Any]] = []
    while len(rows) < len(cases):
        rest = cases[len(rows) :]
        command = [sys.executable, "-m", "benchmarks.corruption", "--worker", str(folder)]
        with subprocess.Popen(  # noqa: S603
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as process:
            try:
                out, _ = process.communicate(
                    json.dumps(rest).encode(), timeout=TIMEOUT + 2 * len(rest)
                )
                ending = f"{CRASH}: signal {-process.returncode}"
            except subprocess.TimeoutExpired:
                process.kill()
                out, _ = process.communicate()
                ending = f"{CRASH}: hangs"
        lines = [json.loads(line) for line in out.splitlines()]
        rows += lines
        if len(rows) < len(cases):
            if process.returncode == 1:
                raise RuntimeError(f"{rest[len(lines)][0]} cannot be read even whole")
            rows.append([*cases[len(rows)], ending, ""])
    return rows


def summarize(rows: list[list[Any]], kind: Kind) -> dict[str, Any]:
    """Counts for each way of damage, and an example of what should not be."""
    facts: dict[str, Any] = {"sealed": kind.sealed}
    for way in WAYS:
        facts[way] = dict(Counter(row[3] for row in rows if row[1] == way))
    bad = [row[1:] for row in rows if is_bad(row[3], kind)]
    return {**facts, "bad": bad[:10]}


def table(results: dict[str, Any]) -> str:
    """What became of the damaged copies, as Markdown."""
    lines = [
        "| file | check sums | flipped: refused | harmless | other numbers "
        "| cut: refused | harmless | other numbers | foreign errors and crashes |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for name, row in results.items():
        cells = [str(row[way].get(what, 0)) for way in WAYS for what in (OWN, SAME, OTHER)]
        rest = 2 * row["count"] - sum(map(int, cells))
        seal = "yes" if row["sealed"] else "no or in part"
        lines.append(f"| {name} | {seal} | {' | '.join(cells)} | {rest} |")
    return "\n".join(lines)


def is_bad(outcome: str, kind: Kind) -> bool:
    """Whether an outcome should not be."""
    return outcome not in (OWN, SAME, OTHER) or (outcome == OTHER and kind.sealed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300, help="copies for each way of damage")
    parser.add_argument("--kinds", default=",".join(KINDS), help="which kinds of files")
    parser.add_argument("--json", type=Path, default=RESULT)
    parser.add_argument("--again", action="store_true", help="also what is in the file already")
    parser.add_argument("--worker", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        work(options.worker, json.loads(sys.stdin.read()))
        return
    results = json.loads(options.json.read_text()) if options.json.exists() else {}
    for name in options.kinds.split(","):
        if name in results and not options.again:
            continue
        with tempfile.TemporaryDirectory() as folder:
            cases = [(name, way, seed) for way in WAYS for seed in range(options.count)]
            rows = examine(Path(folder), cases)
        results[name] = {"count": options.count, **summarize(rows, KINDS[name])}
        print(name, json.dumps(results[name]), flush=True)
        with write_atomically(options.json) as file:
            file.write((json.dumps(results, indent=1) + "\n").encode())


if __name__ == "__main__":
    main()
