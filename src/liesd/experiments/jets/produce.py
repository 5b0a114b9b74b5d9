"""Produce a jet file: chunks made by several processes, kept as they finish, then assembled."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from liesd.data.files import check_target, put_in_place
from liesd.errors import DataError
from liesd.experiments.jets import files, generate, native
from liesd.experiments.jets.parts import Parts, describe_difference
from liesd.experiments.jets.settings import Settings, need
from liesd.experiments.jets.workers import answer_all
from liesd.progress import read_progress

CHUNK_JETS = 1000  # Jets per chunk: what a kill can lose.


@dataclass(frozen=True)
class Run:
    """A finished jet file, with its header and times."""

    path: Path
    header: dict[str, Any]
    """settings, seed, counters and versions, as the file tells them"""
    fresh: bool
    """False where the file was complete before"""
    seconds: float
    """from start to end, of this call only"""
    processor_seconds: dict[str, float]
    """of making the jets, for each class and over all calls; empty where the file was complete"""


def produce(
    out: str | Path,
    jets: int,
    settings: Settings | None = None,
    seed: int = 0,
    workers: int = 1,
    chunk: int = CHUNK_JETS,
    force: bool = False,
) -> Run:
    """Make a file of ``jets`` jets, half of them tops, in a random order.

    The jets depend on settings, seed and chunk only, never on the number of workers. A run that was
    killed goes on when it is called again: finished chunks lie in ``OUT.parts`` until the file is
    complete. An existing file is kept if it holds these very jets; ``force`` replaces it.
    """
    began = time.monotonic()
    out, settings = Path(out), settings or Settings()
    _check(out, jets, seed, workers, chunk)
    for package in ("h5py", "pythia8mc"):
        need(package)
    run = {
        "format": native.VERSION,
        "pythia8mc": version("pythia8mc"),
        "settings": settings.as_dict(),
        "pythia": {name: generate.write_pythia_lines(settings, name) for name in generate.CLASSES},
        "seed": seed,
        "chunk": chunk,
    }
    parts = Parts(out, run)
    if out.exists() and not force:
        header = _read_complete(out, {**run, "jets": jets})
        if parts.is_ours():  # killed just before the end
            parts.remove()
        return Run(out, header, False, time.monotonic() - began, {})
    sizes = {place: min(chunk, jets - start) for place, start in enumerate(range(0, jets, chunk))}
    parts.open(force)
    try:
        _make_missing(parts, settings, sizes, workers)
        seconds = _assemble(parts, sizes)
    except KeyboardInterrupt:
        kept = sum(size for place, size in sizes.items() if parts.path(place, size).exists())
        raise KeyboardInterrupt(
            f"stopped: {kept:,} of {jets:,} jets are kept in {parts.folder}, and the same command "
            "goes on from there"
        ) from None
    put_in_place(parts.assembled, out)
    parts.remove()
    return Run(out, files.header(out), True, time.monotonic() - began, seconds)


def make_part(parts: Parts, settings: Settings, question: tuple[int, int]) -> None:
    """Make one chunk, given as (place, jets), and keep it; runs in a worker."""
    place, jets = question
    parts.save(place, generate.make_chunk(settings, parts.run["seed"], place, jets))


def _make_missing(parts: Parts, settings: Settings, sizes: dict[int, int], workers: int) -> None:
    missing = [item for item in sizes.items() if not parts.path(*item).exists()]
    kept = sum(sizes.values()) - sum(jets for _, jets in missing)
    make = partial(make_part, parts, settings)
    with read_progress(None).stage("making jets", sum(sizes.values())) as stage:
        stage.advance(kept)
        for _, jets in _make_each(make, missing, min(workers, len(missing))):
            stage.advance(jets)


def _make_each(
    make: Any, missing: list[tuple[int, int]], workers: int
) -> Iterator[tuple[int, int]]:
    if workers > 1:
        yield from answer_all(make, missing, workers)
        return
    for item in missing:
        make(item)
        yield item


def _assemble(parts: Parts, sizes: dict[int, int]) -> dict[str, float]:
    """Assemble all chunks into one file, in their order; return the seconds they took."""
    counters = {name: dict.fromkeys(generate.COUNTED, 0) for name in generate.CLASSES}
    seconds = dict.fromkeys(generate.CLASSES, 0.0)
    versions = {name: version(name) for name in ("liesd", "pythia8mc", "h5py", "numpy")}
    header = {**parts.run, "jets": sum(sizes.values()), "counters": counters, "versions": versions}

    def each() -> Iterator[tuple[NDArray[np.float32], NDArray[np.int8]]]:
        for place, jets in sizes.items():
            chunk = parts.load(place, jets)
            for name in generate.CLASSES:
                seconds[name] += chunk.seconds[name]
                for what, number in chunk.counters[name].items():
                    counters[name][what] += number
            yield chunk.p, chunk.label

    native.write(parts.assembled, header, each())
    return seconds


def _read_complete(out: Path, wanted: dict[str, Any]) -> dict[str, Any]:
    """Read the header of a complete file; refuse one with other jets."""
    header = files.header(out)
    found = {**header, "format": wanted["format"], "pythia8mc": header["versions"]["pythia8mc"]}
    if any(found[name] != value for name, value in wanted.items()):
        raise DataError(
            f"{out} exists and holds other jets ({describe_difference(found, wanted)}): give "
            "another --out, or --force to replace it"
        )
    return header


def _check(out: Path, jets: int, seed: int, workers: int, chunk: int) -> None:
    for name, value, least in (("jets", jets, 2), ("workers", workers, 1), ("chunk", chunk, 2)):
        if value < least:
            raise DataError(f"{name} must be at least {least}, not {value}")
    if seed < 0:
        raise DataError(f"seed must not be negative, but is {seed}")
    check_target(out)
