"""Archives for everything that is kept: arrays and a JSON header in a zip, no pickle.

A file appears whole or not at all. Its header says what it holds, and in which version.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from contextlib import nullcontext
from os import PathLike
from pathlib import Path
from typing import IO, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from liesd.data.files import check_file, read_path, write_atomically
from liesd.data.zipped import read_zip
from liesd.errors import FileFormatError, LiesdError

PREFIX = "array_"  # so that no array is called like the header


class Kind(NamedTuple):
    """The kind of an archive."""

    format: str
    version: int
    """The newest version that this library reads and writes."""
    noun: str
    """What it is called in messages, for instance "a model saved by liesd"."""
    remedy: str
    """What to do about a damaged file."""


def write_archive(
    path: str | Path | IO[bytes],
    kind: Kind,
    header: Mapping[str, Any],
    arrays: Mapping[str, Any],
) -> None:
    """Write arrays and a header of plain values."""
    text = json.dumps({"format": kind.format, "version": kind.version, **header})
    named = {f"{PREFIX}{name}": array for name, array in arrays.items()}
    with write_atomically(path) if not hasattr(path, "write") else nullcontext(path) as file:
        np.savez(file, header=np.array(text), allow_pickle=False, **named)


def read_archive(
    path: str | Path | IO[bytes], kind: Kind
) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Read the header and the arrays of a file that :func:`write_archive` made."""
    if isinstance(path, str | PathLike) or not hasattr(path, "read"):
        path = read_path("path", path)
        if path.is_file() and not path.stat().st_size:
            raise FileFormatError(f"{path} is not {kind.noun} but empty: {kind.remedy}")
        check_file(path, kind.remedy)
    foreign = FileFormatError(f"{path} is not {kind.noun}")
    with path.open("rb") if isinstance(path, Path) else nullcontext(path) as file:
        start = file.tell()
        if file.read(2) != b"PK":
            raise foreign
        file.seek(start)
        try:
            found = read_zip(file, path)
        except LiesdError:
            raise
        except Exception as error:
            raise FileFormatError(
                f"{path} is not {kind.noun}, or it is damaged or cut short: {kind.remedy}"
            ) from error
    try:
        header = json.loads(str(found.pop("header")))
        if header["format"] != kind.format:
            raise KeyError(kind.format)
        version = header["version"]
        if isinstance(version, bool) or not isinstance(version, int):
            raise TypeError(f"version {version!r}")
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise foreign from error
    if version > kind.version:
        raise FileFormatError(
            f"{path} was written by a newer version of liesd (format {version}, this one reads up "
            f"to {kind.version}): upgrade liesd to read it"
        )
    return header, {name.removeprefix(PREFIX): array for name, array in found.items()}


def is_archive(path: Path) -> bool:
    """Tell whether a file is an archive of this library."""
    try:
        with zipfile.ZipFile(path) as archive:
            return "header.npy" in archive.namelist()
    except Exception:  # a damaged archive raises anything
        return False
