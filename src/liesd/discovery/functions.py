"""Load a trained model from a file of any kind."""

from __future__ import annotations

from pathlib import Path

from torch import nn

from liesd.data.archive import is_archive
from liesd.errors import FileFormatError
from liesd.learning.files import load_model
from liesd.sources.exported import load_exported


def load_function(path: str | Path) -> nn.Module:
    """Read a model from a ``.pt2`` or TorchScript file, or one that :func:`liesd.learn` made."""
    path = Path(path)
    if not (path.is_file() and is_archive(path)):
        return load_exported(path)
    try:
        return load_model(path)
    except FileFormatError as error:
        raise FileFormatError(f"{error}: give a file from LearnedModel.save") from error
