"""Errors of files, reported in the same way for all formats."""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from liesd.errors import DataError, FileFormatError, LiesdError, ResourceError

_FAILURES = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    RuntimeError,
    ValueError,
    TypeError,
    KeyError,
)  # what the libraries raise on foreign and damaged files


def check_file(path: Path, again: str) -> None:
    """Refuse what cannot be read; ``again`` says what to do about an empty file."""
    if path.is_dir():
        raise FileFormatError(f"{path} is a directory: give a file in it")
    if not path.exists():
        there = [p.name for p in path.parent.glob("*") if p.suffix == path.suffix]
        hint = f"; in that directory there are {', '.join(sorted(there)[:5])}" if there else ""
        raise DataError(
            f"{path} does not exist: there is no file {path.name} in {path.absolute().parent}, "
            f"check the name and the directory{hint}"
        )
    if not path.is_file():
        raise FileFormatError(f"{path} is no ordinary file: write its contents to a file first")
    try:
        with path.open("rb") as file:
            empty = not file.read(1)
    except PermissionError:
        raise DataError(
            f"{path} may not be read by this user: change its permissions (chmod u+r) or copy it"
        ) from None
    except OSError as error:
        raise DataError(
            f"{path} cannot be read ({error.strerror}): copy it to another disk and try again"
        ) from None
    if empty:
        raise DataError(f"{path} is empty: {again}")


@contextmanager
def translate_errors(path: Path, fault: str = "") -> Iterator[None]:
    """Translate errors of libraries on foreign and damaged files.

    ``fault`` names the place of the damage, where it is known.
    """
    try:
        yield
    except LiesdError:
        raise
    except MemoryError:
        raise ResourceError(
            f"{path} does not fit into memory: give a part of it, or fewer columns"
        ) from None
    except _FAILURES as error:
        if "allow_pickle" in str(error) or "Python objects" in str(error):
            raise explain_pickle(path) from None
        raise FileFormatError(
            f"{path} is damaged, {fault or f'cut short or no {path.suffix} file'}: write or "
            f"download it again ({str(error)[:120] or type(error).__name__})"
        ) from error


def explain_pickle(path: Path) -> FileFormatError:
    """Explain why Python objects are never read."""
    return FileFormatError(
        f"{path} holds Python objects, and reading those can run code: save plain numbers, as in "
        "np.savez(path, x=np.asarray(x, dtype=float))"
    )
