"""Check output files before the long computation, so that none ends in 'permission denied'."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from pathlib import Path

from liesd.data.files import check_target, explain_failed_write
from liesd.errors import DataError


def check_outputs(outputs: Iterable[Path | None], inputs: Iterable[Path | None] = ()) -> None:
    """Refuse an output that cannot be written, or that would take the place of an input."""
    read = {path.resolve() for path in inputs if path is not None}
    seen: set[Path] = set()
    for path in outputs:
        if path is None:
            continue
        target = check_target(path)
        if target in read:
            raise DataError(f"{path} is read and may not be written over: give another name")
        if target in seen:
            raise DataError(f"{path} is asked for twice: give each output a name of its own")
        seen.add(target)
        with (
            explain_failed_write(path),
            tempfile.NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}."),
        ):
            pass
