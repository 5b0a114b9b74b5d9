"""Calls of the user's function: whatever it raises is told as an error of that function."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from torch import Tensor

from liesd.errors import FunctionError, LiesdError
from liesd.sources import limits

_BROKEN = ("numpy() on tensor", "can't convert", "__array__", "requires grad")


def call_function(f: Any, x: Tensor) -> Any:
    """f(x), or a :class:`FunctionError` that quotes what f raises."""
    with explain_failure(x):
        return f(x)


@contextmanager
def explain_failure(x: Tensor, what: str = "f") -> Iterator[None]:
    """Turn whatever is raised inside, on the batch x, into a :class:`FunctionError`."""
    try:
        yield
    except LiesdError:
        raise
    except Exception as error:
        quoted = " ".join(str(error).split())[: limits.LIMITS.quoted_characters]
        said = f"{type(error).__name__}: {quoted}" if quoted else type(error).__name__
        if any(mark in quoted.lower() for mark in _BROKEN):
            remedy = (
                "f must stay in torch to have derivatives; replace NumPy by torch inside it, or "
                "bring your own with y= and jacobian="
            )
        else:
            remedy = "try f(x[:5]) by itself; it is given a batch, whose first axis counts samples"
        raise FunctionError(
            f"{what} fails on a batch of shape {tuple(x.shape)} in {str(x.dtype)[6:]} ({said}): "
            f"{remedy}"
        ) from error
