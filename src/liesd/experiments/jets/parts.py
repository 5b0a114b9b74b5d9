"""Finished chunks of a run that is not finished, in a folder beside the file to be."""

from __future__ import annotations

import json
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from liesd.data.files import write_atomically
from liesd.data.zipped import read_zip
from liesd.errors import DataError, FileFormatError
from liesd.experiments.jets.generate import Chunk
from liesd.experiments.jets.ragged import pack, unpack
from liesd.experiments.jets.settings import CONSTITUENTS

RUN = "run.json"
ASSEMBLED = "assembled.h5"


class Parts:
    """The folder ``OUT.parts``. A chunk's name tells its run, so that none is mixed up."""

    def __init__(self, out: Path, run: dict[str, Any]) -> None:
        self.folder, self.run = out.with_name(out.name + ".parts"), run
        text = json.dumps(run, sort_keys=True)
        self._mark = f"{zlib.crc32(text.encode()):08x}"
        self.assembled = self.folder / ASSEMBLED

    def open(self, force: bool = False) -> None:
        """Make the folder, or go on with the one that is there if it belongs to the same run."""
        if not self.folder.exists():
            self.folder.mkdir()
        elif not (self.folder / RUN).exists() and any(self.folder.iterdir()):
            raise FileFormatError(
                f"{self.folder} is needed for unfinished chunks, but holds something else: move it "
                "away or give another --out"
            )
        elif not self.is_ours() and not force:
            raise DataError(
                f"{self.folder} holds chunks of another run "
                f"({describe_difference(self._read_run(), self.run)}): finish that run, delete the "
                "folder, use --force, or give another --out"
            )
        elif not self.is_ours():
            self.remove()
            self.folder.mkdir(exist_ok=True)
        with write_atomically(self.folder / RUN) as file:
            file.write((json.dumps(self.run, indent=2) + "\n").encode())

    def is_ours(self) -> bool:
        """Does the folder belong to this very run?"""
        return bool(self._read_run() == self.run)

    def path(self, place: int, jets: int) -> Path:
        return self.folder / f"chunk-{place:06d}-{jets}-{self._mark}.npz"

    def save(self, place: int, chunk: Chunk) -> None:
        """Write a finished chunk; it appears whole or not at all."""
        flat, counts = pack(chunk.p)
        facts = json.dumps({"counters": chunk.counters, "seconds": chunk.seconds})
        with write_atomically(self.path(place, len(counts))) as file:
            np.savez(file, flat=flat, counts=counts, label=chunk.label, facts=np.array(facts))

    def load(self, place: int, jets: int) -> Chunk:
        path = self.path(place, jets)
        try:
            arrays = read_zip(path)
            p = unpack(arrays["flat"], arrays["counts"], CONSTITUENTS)
            return Chunk(p, arrays["label"], **json.loads(str(arrays["facts"])))
        except Exception as error:
            raise FileFormatError(
                f"{path} is missing or damaged ({error}): delete it and run the same command again"
            ) from error

    def remove(self) -> None:
        """Delete what this class has written, and the folder if nothing else is in it."""
        if not self.folder.is_dir():
            return
        for pattern in ("chunk-*.npz", ".chunk-*", f".{RUN}.*", ASSEMBLED, RUN):
            for path in self.folder.glob(pattern):
                path.unlink(missing_ok=True)
        with suppress(OSError):
            self.folder.rmdir()

    def _read_run(self) -> dict[str, Any]:
        try:
            found = json.loads((self.folder / RUN).read_text())
        except (FileNotFoundError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}


def describe_difference(found: dict[str, Any], wanted: dict[str, Any]) -> str:
    """The first thing in which two runs differ, in words."""
    mine, other = ({**run, **run.get("settings", {})} for run in (wanted, found))
    for name, value in mine.items():
        if name not in ("settings", "pythia") and other.get(name) != value:
            return f"{name} is {other.get(name, 'unknown')}, not {value}"
    return "of another version"
