"""Reading and writing files with care: errors told in the same way for all formats, one writer."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from os import PathLike, fspath
from pathlib import Path
from typing import IO, Any

import psutil

from liesd.data import limits
from liesd.errors import DataError, FileFormatError, LiesdError, ResourceError


def read_path(name: str, value: Any) -> Path:
    """Refuse what cannot be the path of a file."""
    if not isinstance(value, str | PathLike) or "\0" in str(value) or not str(value):
        raise DataError(f"{name} must be the path of a file, not {value!r:.60}")
    path = fspath(value)
    return Path(path if isinstance(path, str) else os.fsdecode(path))


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
    except Exception as error:  # libraries raise anything on foreign and damaged files
        if "allow_pickle" in str(error) or "Python objects" in str(error):
            raise explain_pickle(path) from None
        raise FileFormatError(
            f"{path} is damaged, {fault or f'cut short or no {path.suffix} file'}: write or "
            f"download it again ({str(error)[:120] or type(error).__name__})"
        ) from error


def check_expansion(path: Any, claimed: int, stored: int | None = None) -> None:
    """Refuse a small file that claims to hold much more than itself; ``stored`` is its size."""
    if claimed <= limits.LIMITS.memory_bytes:
        return
    if stored is None:
        inside = path.rglob("*") if path.is_dir() else [path]
        stored = sum(part.stat().st_size for part in inside if part.is_file())
    if claimed > limits.LIMITS.expansion * stored:
        raise FileFormatError(
            f"{path} has {stored:,} bytes and claims to hold {claimed:,}: no data is that empty; "
            "write it again without compression if it is meant"
        )


def check_memory(path: Any, size: int) -> None:
    """Refuse to read so many bytes of a file into memory if they do not fit."""
    available = psutil.virtual_memory().available
    if size > available:
        raise ResourceError(
            f"{path} holds {size / 2**30:,.1f} GiB and must be read as a whole, but "
            f"{available / 2**30:,.1f} GiB of memory are free: give a part of it, or write it as "
            ".npy, HDF5 or Zarr, which are read in parts"
        )


def explain_pickle(path: Any) -> FileFormatError:
    """Explain why Python objects are never read."""
    return FileFormatError(
        f"{path} holds Python objects, and reading those can run code: save plain numbers, as in "
        "np.savez(path, x=np.asarray(x, dtype=float))"
    )


@contextmanager
def write_atomically(path: str | PathLike[str]) -> Iterator[IO[bytes]]:
    """Open a file that takes the place of ``path`` only once it is complete.

    Everything that the library writes goes through here. A link stays one: what it points to is
    written. A file that was there keeps its mode and owner. Devices and pipes are refused.
    """
    path = read_path("path", path)
    target = check_target(path)
    with explain_failed_write(path):
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    made = Path(name)
    try:
        with explain_failed_write(path), os.fdopen(handle, "w+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        put_in_place(made, path)
    finally:
        made.unlink(missing_ok=True)


def put_in_place(made: Path, path: Path) -> None:
    """Let a complete file take the place of ``path``; as :func:`write_atomically` does."""
    target = check_target(path)
    with explain_failed_write(path):
        try:
            before = target.stat()
        except FileNotFoundError:
            made.chmod(0o666 & ~_read_umask())
        else:
            for owner in ((-1, before.st_gid), (before.st_uid, -1)):
                with suppress(PermissionError):  # of another user's file, what is allowed
                    os.chown(made, *owner)
            made.chmod(stat.S_IMODE(before.st_mode))
        try:
            os.replace(made, target)
        except OSError as error:
            if error.errno != errno.EXDEV:
                raise
            with made.open("rb") as source, write_atomically(path) as file:  # from another disk
                shutil.copyfileobj(source, file)
            made.unlink()


def check_target(path: Path) -> Path:
    """Refuse what may not be written; return the file that would be, behind all links."""
    target, mode = path, None
    try:
        target = Path(os.path.realpath(path))
        mode = target.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        pass  # it is made
    except (OSError, ValueError) as error:  # links in a circle, endless names, null characters
        raise _unwritable_error(path, error) from None
    if mode is None and not target.parent.is_dir():
        if path.is_symlink():
            raise DataError(
                f"{path} is a link to {target}, and there is no directory {target.parent}: make it "
                "first, or remove the link"
            )
        raise DataError(
            f"there is no directory {path.parent} to write {path.name} into: make it first"
        )
    if mode is not None and stat.S_ISDIR(mode):
        raise DataError(f"{path} is a directory: give the name of a file in it")
    if mode is not None and not stat.S_ISREG(mode):
        raise DataError(
            f"{path} is no ordinary file but a device, a pipe or a socket, and would be destroyed: "
            "give the name of a file"
        )
    if mode is not None and not os.access(target, os.W_OK):
        raise DataError(f"{path} may not be written: change its permissions or give another name")
    return target


@contextmanager
def explain_failed_write(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise _unwritable_error(path, error) from error


def _unwritable_error(path: Path, error: Exception) -> DataError:
    reason = getattr(error, "strerror", None) or str(error)
    return DataError(
        f"{path} cannot be written ({reason}): choose a directory where you may write, and that "
        "has space"
    )


def _read_umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
