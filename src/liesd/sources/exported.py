"""Trained models from files of ``torch.export`` and TorchScript. No pickles.

A pickle runs whatever code its author put into it, so that a pickled module is refused, and so are
pickles inside other files. Still, an exported program *is* a program: run those that you trust.
"""

from __future__ import annotations

import os
import tempfile
import warnings
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from liesd.data.files import check_expansion, check_file
from liesd.errors import FileFormatError, FunctionError, LiesdError

WAY_OUT = (
    "export it in the program that made it: torch.export.save(torch.export.export(model, (x,), "
    "dynamic_shapes=({0: torch.export.Dim('batch')},)), 'model.pt2')"
)
_FORCE = "TORCH_FORCE_WEIGHTS_ONLY_LOAD"


class FileModel(nn.Module):
    """A model from a file, in the mode it was exported in, with clear errors."""

    def __init__(self, inner: nn.Module, path: Path) -> None:
        super().__init__()
        self.inner, self.path = inner, path
        self.content: bytes | None = None  # of the file, where it is not at its path any more
        self.training = False

    def forward(self, x: Tensor) -> Any:
        """Whatever the model gives for a batch."""
        try:
            return self.inner(x)
        except Exception as error:  # whatever a foreign program raises
            lines = [line.strip() for line in str(error).splitlines() if line.strip()]
            reason = lines[-1][:160] if lines else type(error).__name__
            raise FunctionError(
                f"the model in {self.path} refuses a batch of shape {tuple(x.shape)} ({reason}): "
                "give inputs of its size, and export it with a dynamic batch size"
            ) from error

    def __reduce__(self) -> tuple[Any, ...]:
        """Send the model as its file, which holds all but the device and the precision."""
        first = next(
            (part for part in self.state_dict().values() if part.is_floating_point()), None
        )
        kind = ("cpu", None) if first is None else (str(first.device), first.dtype)
        content = self.path.read_bytes() if self.content is None else self.content
        return _load_content, (self.path.name, content, *kind)

    def train(self, mode: bool = True) -> FileModel:
        """Exported programs have but one mode; TorchScript is set to evaluation when loaded."""
        return self


def load_exported(path: str | Path) -> nn.Module:
    """Read a model from a ``.pt2`` or TorchScript file."""
    path = Path(path)
    check_file(path, WAY_OUT)
    if not zipfile.is_zipfile(path):
        raise _foreign_error(path)
    try:
        with zipfile.ZipFile(path) as archive:
            names = [name.partition("/")[2] or name for name in archive.namelist()]
            check_expansion(path, sum(info.file_size for info in archive.infolist()))
            if wrong := archive.testzip():  # torch does not compare check sums
                raise zipfile.BadZipFile(f"{wrong} is damaged")
    except LiesdError:
        raise
    except Exception as error:
        raise _damaged_error(path, error) from error
    if "archive_format" in names:
        if any(name.rpartition("/")[2].startswith("opaque_obj_") for name in names):
            raise _pickle_error(path, "holds a pickled object")
        return FileModel(_load_program(path), path)
    if any(name.startswith("code/") for name in names):
        return FileModel(_load_script(path), path)
    if "data.pkl" in names:
        raise _pickle_error(path, "is a pickle (torch.save)")
    raise FileFormatError(f"{path} is no model that liesd can read: {WAY_OUT}")


def _load_content(name: str, content: bytes, device: str, dtype: torch.dtype | None) -> nn.Module:
    """Load a model from the content of its file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        model = load_exported(path).to(device=device, dtype=dtype)
    model.path, model.content = Path(name), content  # type: ignore[assignment]
    return model


def _load_program(path: Path) -> nn.Module:
    try:
        with _without_pickles(), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return torch.export.load(path).module()
    except Exception as error:
        if "weights_only" in str(error).lower() or "weights only" in str(error).lower():
            raise _pickle_error(path, "holds a pickled object") from error
        raise _damaged_error(path, error) from error


def _load_script(path: Path) -> nn.Module:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            module: nn.Module = torch.jit.load(str(path), map_location="cpu")
    except Exception as error:
        raise _damaged_error(path, error) from error
    return module.eval()


@contextmanager
def _without_pickles() -> Iterator[None]:
    """Let torch read tensors only, also where it would fall back to unpickling."""
    before = os.environ.get(_FORCE)
    os.environ[_FORCE] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_FORCE]
        else:
            os.environ[_FORCE] = before


def _foreign_error(path: Path) -> FileFormatError:
    with path.open("rb") as file:
        head = file.read(2)
    if head[:1] == b"\x80":
        return _pickle_error(path, "is a pickle")
    if head == b"PK":
        return _damaged_error(path, None)
    return FileFormatError(
        f"{path} is no model that liesd can read (torch.export or TorchScript): {WAY_OUT}"
    )


def _pickle_error(path: Path, what: str) -> FileFormatError:
    return FileFormatError(f"{path} {what}, and unpickling can run any code: {WAY_OUT}")


def _damaged_error(path: Path, error: Exception | None) -> FileFormatError:
    reason = f" ({' '.join(str(error).split())[:120]})" if error else ""
    return FileFormatError(
        f"the model {path} is damaged, cut short, or of another version of torch{reason}: "
        "export or download it again"
    )
