"""The layout of our own jet files: ``constituents``, ``label``, and all settings as attributes."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from liesd.errors import FileFormatError
from liesd.experiments.jets.settings import CONSTITUENTS, need

FORMAT, VERSION = "liesd.Jets", 1
COMPRESSED_BLOCK = (500, 20)  # Jets and constituents that are compressed together.
FIELDS = ("settings", "pythia", "seed", "chunk", "jets", "counters", "versions")


def write(
    path: Path,
    header: dict[str, Any],
    parts: Iterable[tuple[NDArray[np.float32], NDArray[np.int8]]],
) -> None:
    """Write ``header["jets"]`` jets that come in parts; the same jets give the same bytes."""
    jets = header["jets"]
    storage: dict[str, Any] = {"compression": "gzip", "shuffle": True, "fletcher32": True}
    with need("h5py").File(path, "w") as file:
        block = (min(COMPRESSED_BLOCK[0], jets), COMPRESSED_BLOCK[1], 4)
        p = file.create_dataset(
            "constituents", (jets, CONSTITUENTS, 4), np.float32, chunks=block, **storage
        )
        label = file.create_dataset("label", (jets,), np.int8, chunks=block[:1], **storage)
        start = 0
        for part, labels in parts:
            stop = start + len(part)
            p[start:stop], label[start:stop] = part, labels
            start = stop
        if start != jets:
            raise FileFormatError(f"{path} should hold {jets} jets, but {start} were made")
        p.attrs["columns"] = "E, px, py, pz in GeV"
        label.attrs["meaning"] = "1 top, 0 QCD"
        file.attrs["format"], file.attrs["version"] = FORMAT, VERSION
        for name in FIELDS:
            file.attrs[name] = json.dumps(header[name], sort_keys=True)
    with path.open("rb") as written:
        os.fsync(written.fileno())


class Native:
    """An open file of our own layout."""

    def __init__(self, file: Any, path: Path) -> None:
        if file.attrs["version"] > VERSION:
            raise FileFormatError(
                f"{path} was written by a newer version of liesd (format {file.attrs['version']}, "
                f"this one reads up to {VERSION}): upgrade liesd to read it"
            )
        self.header: dict[str, Any] = {name: json.loads(file.attrs[name]) for name in FIELDS}
        self._p, self._label = file["constituents"], file["label"]
        self.jets, self.constituents = self._p.shape[:2]
        if self._p.shape[2:] != (4,) or self._label.shape != (self.jets,):
            raise KeyError("constituents")

    @staticmethod
    def recognises(file: Any) -> bool:
        """Is the file one of ours?"""
        return bool(file.attrs.get("format") == FORMAT)

    def rows(
        self, start: int, stop: int, constituents: int
    ) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """Jets ``start`` to ``stop``."""
        return self._p[start:stop, :constituents], self._label[start:stop].astype(np.int64)
