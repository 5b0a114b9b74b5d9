"""Read jets from our own files and from the public top tagging reference data set."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from liesd.errors import DataError, FileFormatError, LiesdError
from liesd.experiments.jets.native import Native
from liesd.experiments.jets.reference import Reference
from liesd.experiments.jets.settings import need

Jets = tuple[NDArray[np.float32], NDArray[np.int64]]
READ_JETS = 10_000  # Jets that are read at a time, so that memory stays flat.
SIGNATURE = b"\x89HDF\r\n\x1a\n"


def read(path: str | Path, jets: int | None = None, constituents: int = 20, start: int = 0) -> Jets:
    """Read jets: momenta (N, constituents, 4) as float32 and labels (N,), 1 for a top.

    A momentum is (E, px, py, pz) in GeV; constituents come by falling pT and are padded with zeros.
    ``jets`` of them are read from number ``start`` on, all by default.
    """
    with _open(path) as source:
        _check(path, source, jets, constituents, start)
        stop = source.jets if jets is None else start + jets
        p = np.zeros((stop - start, constituents, 4), np.float32)
        label = np.zeros(stop - start, np.int64)
        for first in range(start, stop, READ_JETS):
            here = slice(first - start, first - start + READ_JETS)
            p[here], label[here] = _read_rows(
                source, first, min(first + READ_JETS, stop), constituents
            )
        return p, label


def chunks(path: str | Path, constituents: int = 20, size: int = READ_JETS) -> Iterator[Jets]:
    """Read all jets, ``size`` at a time, for files larger than memory."""
    if size < 1:
        raise DataError(f"size must be at least 1, not {size}")
    with _open(path) as source:
        _check(path, source, None, constituents, 0)
        for start in range(0, source.jets, size):
            yield _read_rows(source, start, min(start + size, source.jets), constituents)


def header(path: str | Path) -> dict[str, Any]:
    """Read settings, seed, counters and versions of a file from ``liesd data top-tagging``."""
    with _open(path) as source:
        if not isinstance(source, Native):
            raise FileFormatError(f"{path} was not written by liesd and tells no settings")
        return source.header


def _read_rows(source: Native | Reference, start: int, stop: int, constituents: int) -> Jets:
    p, label = source.rows(start, stop, min(constituents, source.constituents))
    if p.shape[1] < constituents:
        p = np.pad(p, ((0, 0), (0, constituents - p.shape[1]), (0, 0)))
    return p, label


def _check(
    path: str | Path, source: Native | Reference, jets: int | None, constituents: int, start: int
) -> None:
    if constituents < 1:
        raise DataError(f"constituents must be at least 1, not {constituents}")
    if start < 0 or (jets is not None and jets < 1):
        raise DataError(f"cannot read {jets} jets from number {start} on")
    if source.jets == 0:
        raise DataError(f"{path} is empty: it holds no jets")
    if start + (jets or 1) > source.jets:
        raise DataError(
            f"{path} holds {source.jets:,} jets, which is too few for {jets or 'any'} from number "
            f"{start:,} on"
        )


@contextmanager
def _open(path: str | Path) -> Iterator[Native | Reference]:
    """Open a file of either layout; every failure becomes one clear line."""
    h5py, path = need("h5py"), Path(path)
    if not path.is_file():
        raise DataError(
            f"there is no file {path}: make one with `liesd data top-tagging --out {path}`"
        )
    try:
        with h5py.File(path, "r") as file:
            for layout in (Native, Reference):
                if layout.recognises(file):
                    yield layout(file, path)
                    return
        raise FileFormatError(
            f"{path} is HDF5, but neither a jet file of liesd nor one of the top tagging reference"
        )
    except LiesdError:
        raise
    except (OSError, KeyError, ValueError, TypeError, RuntimeError) as error:
        with path.open("rb") as raw:
            signed = raw.read(len(SIGNATURE)) == SIGNATURE
        what = "is damaged or cut short" if signed else "is no HDF5 file"
        raise FileFormatError(f"{path} {what} ({error}): make or download it again") from error
