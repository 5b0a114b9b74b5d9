"""The library against the zoo: every case is one row, kept in a file as soon as it is done."""

from __future__ import annotations

import functools
import json
import math
import multiprocessing
import os
import subprocess
import time
import warnings
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch

import liesd
from benchmarks.zoo import CASES
from benchmarks.zoo.action import channels, read
from benchmarks.zoo.case import Array, Case
from benchmarks.zoo.truth import angle, solve
from liesd.data.files import write_atomically

SAMPLES = 20_000
JUDGED = 1000  # samples by which the found space is compared with the true one
RIGHT = 0.2  # radians: a space within this angle of the truth is the true one
KEY = ("name", "mode", "seed", "samples")


class Mode(NamedTuple):
    """How the library comes to know a function."""

    learner: str | None
    noise: float
    """Gaussian noise on y, relative to the rms deviation from its mean of each output channel."""


MODES = {
    "exact": Mode(None, 0.0),
    "kernel": Mode("kernel", 0.0),
    "network": Mode("network", 0.0),
    "auto": Mode("auto", 0.0),
    "kernel-noise": Mode("kernel", 0.01),
    "network-noise": Mode("network", 0.01),
    "auto-noise": Mode("auto", 0.01),
}
Row = dict[str, Any]
Key = tuple[str, str, int, int]


def plan(mode: str, seed: int, samples: int, split: str | None, names: Iterable[str]) -> list[Key]:
    """The runs of a mode: all cases, those of one split, or some by name."""
    chosen = list(names) or [case.name for case in CASES.values() if split in (None, case.split)]
    return [(name, mode, seed, samples) for name in chosen]


def perform(key: Key) -> Row:
    """Sample, learn, discover, and compare with the truth."""
    name, mode, seed, samples = key
    case, (learner, noise) = CASES[name], MODES[mode]
    x, y = draw(case, noise, seed, samples)
    row: Row = {
        **dict(zip(KEY, key, strict=True)),
        "family": case.family,
        "split": case.split,
        "truth": len(case.true),
        "dimension": None,
        "angle": None,
    }
    function: Any = case.function
    start = time.perf_counter()
    try:
        if learner is not None:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of columns that never change
                function = liesd.learn(x, y, case.spec, learner, seed, progress=False)
        learned = time.perf_counter()
        found = liesd.discover(function, x, case.spec, progress=False)
    except (liesd.LiesdError, RuntimeError) as error:  # a refusal, or a failure of torch
        said = f"{type(error).__name__}: {error}"
        return row | {"error": said, "seconds_learn": round(time.perf_counter() - start, 2)}
    done = time.perf_counter()
    verdict = getattr(found, "verdict", None)
    return row | {
        "dimension": found.dimension,
        "angle": space_angle(case, x, found.generators),
        "unseen": len(found.unseen),
        "gauge": len(found.gauge),
        "verdict": None if verdict is None else str(getattr(verdict, "name", verdict)),
        "reason": found.reason,
        "evidence": [
            [float(f"{v:.4g}") for v in e[1:]] for e in found.evidence[: found.dimension + 2]
        ],
        "heldout_error": None if learner is None else float(function.heldout_error),
        "defects": [float(value) for value in found.singular_values],
        "seconds_learn": round(learned - start, 2),
        "seconds_discover": round(done - learned, 2),
        "angle_given_number": space_angle(
            case, x, [*found.generators, *found.refuted][: len(case.true)]
        ),
        "commit": commit(),
        "transcript": shorten(found.transcript.to_plain()),
    }


@functools.cache
def commit() -> str:
    """The commit that a row is made by."""
    command = ["git", "rev-parse", "HEAD"]
    here = Path(__file__).parent
    said = subprocess.run(command, cwd=here, capture_output=True, text=True, check=False)  # noqa: S603
    return said.stdout.strip() or liesd.__version__


def shorten(value: Any) -> Any:
    """Plain values with ten digits, which is more than any rule looks at."""
    if isinstance(value, dict):
        return {name: shorten(one) for name, one in value.items()}
    if isinstance(value, list):
        return [shorten(one) for one in value]
    return float(f"{value:.10g}") if isinstance(value, float) else value


def draw(case: Case, noise: float, seed: int, samples: int) -> tuple[Array, Array]:
    """Samples of a law."""
    rng = np.random.default_rng([seed, *case.name.encode()])
    x = case.sample(rng, samples)
    return x, noisy(case.function(torch.from_numpy(x)).numpy(), case.spec, noise, rng)


def noisy(y: Array, spec: str, noise: float, rng: np.random.Generator) -> Array:
    """Outputs with Gaussian noise, in units of the rms deviation of each channel."""
    if noise == 0:
        return y
    scale = np.zeros(y.shape[1])
    for block in channels(read(spec).outputs):
        scale[block] = np.sqrt(np.mean((y[:, block] - y[:, block].mean(axis=0)) ** 2))
    return y + noise * scale * rng.standard_normal(y.shape)


def space_angle(case: Case, x: Array, generators: Iterable[Any]) -> float | None:
    """The largest angle between the found space and the true one; None if they differ in size.

    Both together with what is hidden, in coordinates in which each unknown number is measured by
    what it does to the data.
    """
    exact = solve(case.spec, case.function, x[:JUDGED])
    found, true = exact.action.columns(generators), exact.action.columns(case.true)
    if found.shape != true.shape:
        return None
    return math.asin(angle(exact.space(found), exact.space(true)))


def is_right(row: Row) -> bool:
    """Whether number and space are right."""
    right = row["dimension"] == row["truth"] and row["angle"] is not None
    return bool(right and row["angle"] <= RIGHT)


def perform_all(keys: Iterable[Key], path: Path, jobs: int) -> Iterator[tuple[Row, bool]]:
    """Make the runs that are not in the file yet; yields rows, and whether they were made now.

    After a kill the same call goes on: what is finished is in the file.
    """
    rows = {_key(row): row for row in read_rows(path)} if path.exists() else {}
    missing = []
    for key in keys:
        if key in rows:
            yield rows[key], False
        else:
            missing.append(key)
    for row in _rows(missing, jobs):
        rows[_key(row)] = row
        write_rows(sorted(rows.values(), key=_order), path)
        yield row, True


def _rows(keys: list[Key], jobs: int) -> Iterator[Row]:
    if jobs == 1 or len(keys) < 2:
        _one_thread()
        yield from map(perform, keys)
        return
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, initializer=_one_thread) as pool:
        futures = [pool.submit(perform, key) for key in keys]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _one_thread() -> None:
    torch.set_num_threads(1)


def read_rows(path: Path) -> list[Row]:
    """The rows of a result file."""
    rows = json.loads(path.read_text())
    if not all(key in row for row in rows for key in KEY):
        raise ValueError(f"{path} holds no rows that the zoo wrote")
    return list(rows)


def write_rows(rows: Iterable[Row], path: Path) -> None:
    """The rows as a JSON list, one per line; the file appears whole or not at all."""
    text = "[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n"
    with write_atomically(path) as file:
        file.write(text.encode())


def _key(row: Row) -> Key:
    return row["name"], row["mode"], row["seed"], row["samples"]


def _order(row: Row) -> tuple[Any, ...]:
    names = list(CASES)
    place = names.index(row["name"]) if row["name"] in names else len(names)
    return row["mode"], row["seed"], row["samples"], place
