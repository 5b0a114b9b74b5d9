"""Any callable on NumPy arrays: a batch in, values out, nothing else known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

import numpy as np

from liesd.errors import FunctionError, check_flag
from liesd.sources.foreign.base import Array
from liesd.sources.foreign.differences import Differences


class BlackBox(Differences):
    """A function of NumPy arrays. Made by :func:`black_box`."""

    def __init__(self, predict: Callable[[Array], Any], trained: bool = False) -> None:
        super().__init__(getattr(predict, "__qualname__", type(predict).__qualname__))
        self.predict, self.is_trained = predict, trained

    @classmethod
    def accepts(cls, f: Any) -> bool:
        return False  # only who asks for it gets it: a torch callable looks the same

    @classmethod
    def wrap(cls, f: Any) -> Self:
        return cls(f)

    def evaluate(self, x: Array) -> Array:
        """The values; the callable gets a copy, which it may change."""
        return np.asarray(self.predict(x.copy()))


def black_box(predict: Callable[[Array], Any], *, trained: bool = False) -> BlackBox:
    """Examine any ``predict``-like callable: NumPy arrays (N, ...) in, values (N, ...) out.

    Derivatives are central differences, extrapolated to step zero. The steps are chosen by trial,
    and the error that is left becomes the floor of the verdict. A function that changes by steps,
    as trees do, is learned from its values instead, and the result says so.

    ``trained`` says that somebody trained it: the question is then by default what the model has
    approximately, and up to which defect, rather than what is exact.

    >>> import numpy as np, liesd
    >>> x = np.random.default_rng(0).normal(size=(500, 3))
    >>> length = liesd.black_box(lambda x: np.sqrt((x**2).sum(axis=1)))
    >>> liesd.discover(length, x, "x[3] -> 1").dimension
    3
    """
    if not callable(predict):
        raise FunctionError(
            f"black_box needs a callable on NumPy arrays, such as model.predict, not "
            f"{type(predict).__name__}"
        )
    return BlackBox(predict, check_flag("trained", trained))
