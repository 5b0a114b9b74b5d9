"""Functions of JAX, differentiated by JAX: of one sample or of a batch, compiled where possible."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, Self

import numpy as np
import torch

from liesd.data.packages import need
from liesd.errors import FunctionError
from liesd.sources.foreign.base import Array, Foreign, register_framework
from liesd.sources.wrappers import read_parts

FAMILY = frozenset({"jax", "jaxlib", "flax", "equinox", "haiku", "objax"})
SINGLE = (
    "JAX computed in float32: set jax.config.update('jax_enable_x64', True) first for float64, "
    "where defects are known to 1e-14 instead of 1e-5"
)


@register_framework
class JaxFunction(Foreign):
    """A function of JAX arrays."""

    def __init__(self, f: Callable[..., Any]) -> None:
        self.jax = need("jax", "jax")
        double = bool(self.jax.config.jax_enable_x64)
        title = getattr(f, "__qualname__", type(f).__qualname__)
        super().__init__(title, torch.float64 if double else torch.float32)
        self.f, self.one, self.compiled = f, None, {}
        self.notes = () if double else (SINGLE,)

    one: Callable[..., Any] | None
    """The function of one sample; None before any was seen."""
    compiled: dict[str, Callable[..., Any]]

    @classmethod
    def accepts(cls, f: Any) -> bool:
        if not callable(f):
            return False
        packages = {_find_package(part) for part in _list_parts(f)}
        return bool(packages & FAMILY) and "torch" not in packages

    @classmethod
    def wrap(cls, f: Any) -> Self:
        return cls(f)

    def __getstate__(self) -> dict[str, Any]:
        """Send the function alone; the rest is made again."""
        return {**self.__dict__, "jax": None, "one": None, "compiled": {}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)  # type: ignore[no-untyped-call]
        self.jax = need("jax", "jax")

    def evaluate(self, x: Array) -> Array:
        """The values, from one call for all samples."""
        return np.asarray(self._compile("values", x)(x))

    def differentiate(self, x: Array) -> tuple[Array, Array]:
        """Values and Jacobians; by forward or reverse mode, whichever needs fewer passes."""
        y = self.evaluate(x)
        n, m = int(np.prod(x.shape[1:])), int(np.prod(y.shape[1:]))
        J = np.asarray(self._compile("forward" if n <= m else "reverse", x)(x))
        return y, J.reshape(len(x), m, n)

    def _compile(self, what: str, x: Array) -> Callable[..., Any]:
        if what not in self.compiled:
            one = self.one = self.one or self._find_single(x)
            make = {"forward": self.jax.jacfwd, "reverse": self.jax.jacrev}
            inner = make[what](one) if what in make else one
            self.compiled[what] = self.jax.jit(self.jax.vmap(inner))
        return self.compiled[what]

    def _find_single(self, x: Array) -> Callable[..., Any]:
        """The function of one sample, whether the user's takes one or a batch.

        It takes a batch if it gives as many values as there are samples, and the same ones for a
        part of them.
        """
        f, few = self.f, np.concatenate([x, x])[: max(2, len(x))]
        try:
            whole, part = np.asarray(f(few)), np.asarray(f(few[:-1]))
            same = whole.ndim > 0 and len(whole) == len(few) and part.shape == whole[:-1].shape
            if same and np.allclose(part, whole[:-1], rtol=1e-3, equal_nan=True):
                return lambda one: f(one[None])[0]
        except Exception:
            whole = None
        try:
            np.asarray(f(x[0]))
        except Exception as error:
            said = " ".join(str(error).split())[:200]
            raise FunctionError(
                f"{self.__qualname__} takes neither a batch of shape {x.shape} nor one sample of "
                f"shape {x.shape[1:]} ({type(error).__name__}: {said})"
            ) from error
        return f


def _list_parts(f: Any, depth: int = 2) -> list[Any]:
    """The function, and what it is made of: functions it calls, objects that it is bound to."""
    parts = [f]
    if depth and (inspect.isfunction(f) or inspect.ismethod(f) or isinstance(f, functools.partial)):
        for part in read_parts(f):
            parts += _list_parts(part, depth - 1)
    return parts


def _find_package(value: Any) -> str:
    """The package that a module, or the type of an object, belongs to."""
    name = value.__name__ if inspect.ismodule(value) else type(value).__module__
    return str(name).partition(".")[0]
