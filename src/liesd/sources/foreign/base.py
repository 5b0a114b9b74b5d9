"""The contract of a function of another framework: a torch module with derivatives of its own.

A new framework is one file with a subclass of :class:`Foreign` and one call of
:func:`register_framework`. It must say which objects are its own, give values of a batch as an
array, and values with Jacobians. The module can then be wrapped, averaged and linked like any
other: torch differentiates through it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Self

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from liesd.errors import FunctionError, add_kind

Array = NDArray[Any]


class Foreign(nn.Module):
    """A function of another framework: batches (N, ...) in, real values (N, ...) out."""

    is_trained: bool = False
    """Whether somebody trained it."""
    has_slopes: bool = True
    """False if it changes by steps, or so roughly that derivatives say nothing."""
    obstacle: str = ""
    """Why there are no derivatives to use, if there are none."""
    floor: float = 0.0
    """The relative error of its derivatives."""
    notes: tuple[str, ...] = ()
    """What a reader of the result should know about it."""

    def __init__(self, title: str, dtype: torch.dtype = torch.float64) -> None:
        super().__init__()
        self.register_buffer("precision", torch.empty(0, dtype=dtype))
        self.__qualname__ = title
        self.training = False

    precision: Tensor

    @classmethod
    @abstractmethod
    def accepts(cls, f: Any) -> bool:
        """Tell whether a function is of this framework, without importing it."""

    @classmethod
    @abstractmethod
    def wrap(cls, f: Any) -> Self:
        """Make the module."""

    @abstractmethod
    def evaluate(self, x: Array) -> Array:
        """The values of a batch; its first axis counts the samples."""

    @abstractmethod
    def differentiate(self, x: Array) -> tuple[Array, Array]:
        """The values (N, ...) and Jacobians (N, m, n) of a batch."""

    def prepare(self, x: Array) -> None:
        """Look at some samples before derivatives are taken; does nothing by default."""

    def name_inputs(self, names: Sequence[str]) -> None:
        """Learn the names of the inputs, in their order; does nothing by default."""

    def forward(self, x: Tensor) -> Tensor:
        """Values as a tensor that knows its derivatives."""
        x = x.to(self.precision)
        if torch.is_grad_enabled() and x.requires_grad:
            out: Tensor = _Call.apply(x, self)  # type: ignore[no-untyped-call]
            return out
        return torch.from_numpy(self.check(self.evaluate(x.detach().numpy()), len(x)))

    def check(self, y: Any, count: int) -> Array:
        """Values as real numbers of the module's precision; refuses what has no derivatives."""
        y = np.asarray(y)
        title = self.__qualname__
        if y.dtype.kind in "USOiub":
            raise FunctionError(
                f"{title} gives {y.dtype} values, which have no derivatives: give real numbers, "
                "such as the probabilities of classes"
            )
        if y.dtype.kind != "f":
            raise FunctionError(f"{title} must give real numbers, not {y.dtype}")
        if y.ndim == 0 or len(y) != count:
            raise FunctionError(
                f"{title} got a batch of {count} samples and returned shape {y.shape}: the first "
                "axis must count the samples"
            )
        kind = np.float32 if self.precision.dtype == torch.float32 else np.float64
        return np.array(y, dtype=kind)

    def train(self, mode: bool = True) -> Self:
        """Nothing to switch: other frameworks have no such mode."""
        return self

    def _apply(self, fn: Callable[..., Any], recurse: bool = True) -> Self:
        """Keep precision and device, which are those of the other framework."""
        return self


class _Call(torch.autograd.Function):
    """A call whose derivative is known to the module."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, module: Foreign) -> Tensor:
        y, J = module.differentiate(x.detach().numpy())
        ctx.shape, ctx.J = x.shape, torch.from_numpy(np.array(J)).to(x)
        return torch.from_numpy(module.check(y, len(x)))

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor, None]:
        rows = grad.reshape(len(grad), 1, -1) @ ctx.J
        return rows.reshape(ctx.shape), None


FRAMEWORKS: list[type[Foreign]] = []
"""All frameworks; the last one registered is asked first."""


def register_framework(framework: type[Foreign]) -> type[Foreign]:
    """Add a framework; a class decorator."""
    return add_kind(FRAMEWORKS, framework, "a framework")


def adapt(f: Any) -> Any:
    """A torch callable for a function of another framework; anything else stays as it is."""
    if isinstance(f, list | tuple):
        return type(f)([adapt(one) for one in f]) if type(f) in (list, tuple) else f
    if f is None or isinstance(f, nn.Module):
        return f
    kind = next((one for one in reversed(FRAMEWORKS) if one.accepts(f)), None)
    return f if kind is None else kind.wrap(f)
