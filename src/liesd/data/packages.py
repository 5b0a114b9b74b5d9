"""Packages that only parts of the library need."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from liesd.errors import DataError


def need(module: str, extra: str, purpose: str = "this") -> Any:
    """Import an optional package, or name the extra that brings it.

    ``purpose`` begins the message, as in "reading HDF5 files needs the package h5py".
    """
    try:
        return import_module(module)
    except ImportError:
        package = module.partition(".")[0]
        raise DataError(
            f"{purpose} needs the package {package}: pip install 'liesd[{extra}]'"
        ) from None
