"""Check output files before the long computation, so that none ends in 'permission denied'."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from liesd.errors import DataError


def check_outputs(outputs: Iterable[Path | None], inputs: Iterable[Path | None] = ()) -> None:
    """Refuse an output that cannot be written, or that would take the place of an input."""
    read = {path.resolve() for path in inputs if path is not None}
    seen: set[Path] = set()
    for path in outputs:
        if path is None:
            continue
        if path.resolve() in read:
            raise DataError(f"{path} is read and may not be written over: give another name")
        if path.resolve() in seen:
            raise DataError(f"{path} is asked for twice: give each output a name of its own")
        seen.add(path.resolve())
        _check(path)


def _check(path: Path) -> None:
    folder = path.parent
    if path.is_dir():
        raise DataError(f"{path} is a directory: give the name of a file in it")
    if not folder.is_dir():
        raise DataError(f"there is no directory {folder} to write {path.name} into: make it first")
    if path.exists() and not os.access(path, os.W_OK):
        raise DataError(f"{path} may not be written: change its permissions or give another name")
    try:
        with tempfile.NamedTemporaryFile(dir=folder, prefix=f".{path.name}."):
            pass
    except OSError as error:
        raise DataError(
            f"{path} cannot be written ({error.strerror}): choose a directory where you may write"
        ) from None
