"""x -> (f(x), J_f(x)): where values and derivatives come from.

Two sources with one contract: :class:`Autodiff` for any torch callable, :class:`Given` for arrays
of derivatives that another framework computed.
"""

from __future__ import annotations

import copy
import functools
import inspect
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Self

import numpy as np
import torch
from torch import Tensor, nn

from liesd.data.samples import Samples, check_finite
from liesd.errors import DataError, FunctionError
from liesd.sources.transport import pack, unpack
from liesd.spec.compose import Rep

PROBE = 32  # samples on which a function is tried out before the long work


class Derivatives:
    """A source of (x, f(x), J_f(x)), flat per sample, checked against the sizes of a spec."""

    def __init__(self, samples: Samples, source: Rep, target: Rep) -> None:
        if samples.size != source.dim:
            raise DataError(
                f"a sample of x has {samples.size} numbers (shape {samples.shape}), but the input "
                f"of the spec, {source}, has {source.dim}"
            )
        self.samples, self.source, self.target = samples, source, target
        self.dtype = samples.dtype

    @property
    def columns(self) -> tuple[Samples, ...]:
        """All samples that belong together one by one."""
        return (self.samples,)

    def over(self, columns: Sequence[Any]) -> Self:
        """The same function on other samples, given as :attr:`columns` has them."""
        other = self._twin()
        (other.samples,) = columns
        return other

    def _twin(self) -> Self:
        """A shallow copy; ``copy.copy`` would pack the function as for a journey."""
        twin = object.__new__(type(self))
        vars(twin).update(vars(self))
        return twin

    def inputs(self, size: int) -> Iterator[Tensor]:
        """x alone, in the precision in which the derivatives are taken."""
        for x in self.samples.batches(size):
            yield self.place(x).reshape(len(x), -1)

    def values(self, size: int, step: int = 1, first: int = 0) -> Iterator[tuple[Tensor, Tensor]]:
        """Pairs (x, f(x)) of shapes (batch, n) and (batch, m), of every ``step``-th sample."""
        raise NotImplementedError

    def __call__(
        self, size: int, step: int = 1, first: int = 0
    ) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
        """Triples (x, f(x), J_f(x)); the Jacobian has shape (batch, m, n)."""
        raise NotImplementedError

    def place(self, x: Tensor) -> Tensor:
        """The batch where and as the function takes it."""
        return x

    def function(self, x: Tensor) -> Tensor:
        """f for flat samples that are not in the data."""
        raise NotImplementedError

    def trust(self, x: Tensor) -> Tensor | None:
        """How far the derivatives at x can be trusted, where the function knows."""
        return None

    @contextmanager
    def ready(self) -> Iterator[None]:
        """To be entered around all use; whatever it changes is undone at its end."""
        yield


class Given(Derivatives):
    """Values and derivatives that the user brings, from a model of any other framework."""

    def __init__(
        self, samples: Samples, source: Rep, target: Rep, y: Samples, jacobian: Samples
    ) -> None:
        super().__init__(samples, source, target)
        m, n = target.dim, source.dim
        if y.size != m:
            raise DataError(
                f"a sample of y has {y.size} numbers, but the output of the spec, {target}, has {m}"
            )
        if jacobian.size != m * n or (len(jacobian.shape) == 2 and jacobian.shape != (m, n)):
            raise DataError(
                f"a sample of jacobian has shape {jacobian.shape}, but {source} -> {target} needs "
                f"({m}, {n}): outputs first, then inputs"
            )
        if samples.count is None:
            raise DataError("with y= and jacobian= x must be an array too, not a stream of batches")
        for name, other in (("y", y), ("jacobian", jacobian)):
            if other.count != samples.count:
                raise DataError(
                    f"x has {samples.count} samples and {name} has {other.count}: "
                    "they must belong together one by one"
                )
        self.y, self.jacobian = y, jacobian
        self.dtype = max((y.dtype, jacobian.dtype), key=lambda d: torch.finfo(d).eps)

    @property
    def columns(self) -> tuple[Samples, ...]:
        return (self.samples, self.y, self.jacobian)

    def over(self, columns: Sequence[Any]) -> Self:
        other = self._twin()
        other.samples, other.y, other.jacobian = columns
        return other

    def values(self, size: int, step: int = 1, first: int = 0) -> Iterator[tuple[Tensor, Tensor]]:
        some = (size, step, first)
        for x, y in zip(self.samples.batches(*some), self.y.batches(*some), strict=True):
            yield x.reshape(len(x), -1), y.reshape(len(y), -1)

    def __call__(
        self, size: int, step: int = 1, first: int = 0
    ) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
        some = (size, step, first)
        for (x, y), jacobian in zip(self.values(*some), self.jacobian.batches(*some), strict=True):
            yield x, y, jacobian.reshape(len(x), self.target.dim, self.source.dim)


class Autodiff(Derivatives):
    """A torch callable on a batch, differentiated by one backward pass an output.

    Backward passes, and not ``vmap``, so that TorchScript and custom autograd functions work too.
    The module is used in evaluation mode, in its own dtype and on its own device, and is left
    exactly as it was.
    """

    def __init__(
        self,
        f: Callable[[Tensor], Tensor],
        samples: Samples,
        source: Rep,
        target: Rep,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__(samples, source, target)
        self.dtype = dtype or at_least_single(self.dtype)
        if not callable(f):
            raise FunctionError(f"f must be a torch callable on a batch, not {type(f).__name__}")
        self.f = f
        self.modules = _modules_of(f)
        anchor = next((t for module in self.modules for t in _floating(module)), None)
        self.device: torch.device | None = None
        if anchor is not None:
            self.dtype, self.device = anchor.dtype, anchor.device

    def __getstate__(self) -> dict[str, Any]:
        """To travel: the function as its state where it has one, and never the samples."""
        return {**vars(self), "f": pack(self.f), "modules": [], "samples": None}

    def place(self, x: Tensor) -> Tensor:
        return x.to(device=self.device or x.device, dtype=self.dtype)

    def values(self, size: int, step: int = 1, first: int = 0) -> Iterator[tuple[Tensor, Tensor]]:
        for x in self.samples.batches(size, step, first):
            x = self.place(x)
            yield x.reshape(len(x), -1), self.value(x)

    def __call__(
        self, size: int, step: int = 1, first: int = 0
    ) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
        for x in self.samples.batches(size, step, first):
            x = self.place(x)
            y, jacobian = self.at(x)
            yield x.reshape(len(x), -1), y, jacobian

    def trust(self, x: Tensor) -> Tensor | None:
        self.f = unpack(self.f)
        known = getattr(self.f, "sample_weight", None)
        weight = known(x.cpu().numpy()) if callable(known) else None
        return None if weight is None else torch.from_numpy(weight)

    def value(self, x: Tensor) -> Tensor:
        """f(x) for one batch."""
        with torch.no_grad():
            return self._call(x).detach()

    def function(self, x: Tensor) -> Tensor:
        return self.value(self.place(x.reshape(len(x), *self.samples.shape)))

    def at(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """f(x) and its Jacobian for one batch."""
        with torch.enable_grad():
            x = (x.clone() if x.is_inference() else x.detach()).requires_grad_(True)
            y = self._call(x)
            b, m, n = len(x), self.target.dim, self.source.dim
            if not y.requires_grad:
                return y, x.new_zeros((b, m, n))
            columns = y.sum(dim=0)  # samples do not mix, so one sum serves the whole batch
            rows = [
                torch.autograd.grad(columns[k], x, retain_graph=k + 1 < m, materialize_grads=True)
                for k in range(m)
            ]
        return y.detach(), torch.stack([row.reshape(b, n) for (row,) in rows], dim=1)

    def _call(self, x: Tensor) -> Tensor:
        self.f = unpack(self.f)  # on a worker it arrives packed
        y = self.f(x)
        if not isinstance(y, Tensor):
            raise FunctionError(
                f"f must return one tensor, not {type(y).__name__}; wrap it: lambda x: f(x)[0]"
            )
        if not y.is_floating_point():
            raise FunctionError(
                f"f returns {y.dtype}, which has no derivative; give real outputs, such as the "
                "logits or probabilities instead of a class"
            )
        if y.ndim == 0 or len(y) != len(x):
            raise FunctionError(
                f"f got a batch of {len(x)} samples and returned shape {tuple(y.shape)}: the first "
                "axis must count the samples"
            )
        y = y.reshape(len(y), -1)
        if y.shape[1] != self.target.dim:
            raise DataError(
                f"f returns {y.shape[1]} numbers a sample, but the output of the spec, "
                f"{self.target}, has {self.target.dim}"
            )
        return y

    def _check(self) -> None:
        """Try f on a few samples: do its derivatives tell how its outputs change?"""
        x = self.place(next(self.samples.batches(PROBE)))
        check_finite(x, 0, "x")
        y, jacobian = self.at(x)
        check_finite(y, 0, "the output of f")
        check_finite(jacobian, 0, "the Jacobian of f")
        scale = y.abs().amax(dim=0).clamp_min(torch.finfo(y.dtype).tiny)
        close = 1e3 * torch.finfo(y.dtype).eps ** 0.75
        if len(x) > 1:
            other = y.roll(1, dims=0)
            again = self.value(x.roll(1, dims=0)[: len(x) // 2])
            if ((again - other[: len(again)]).abs() > close * scale).any():
                raise FunctionError(
                    "f gives other outputs for the same samples in another batch: it mixes the "
                    "samples of a batch or draws random numbers; each sample must stand alone"
                )
        else:
            other = self.value(x + x.abs().mean())
        changes = ((other - y).abs() > close * scale).any(dim=0)
        flat = (jacobian == 0).all(dim=2).all(dim=0)
        if (changes & flat).any():
            output = int((changes & flat).nonzero()[0])
            raise FunctionError(
                f"output {output} of f changes with x, but its derivative is zero: the graph is "
                "broken there (.detach(), .numpy(), no_grad() or a rounding step inside f); let "
                "gradients through, or bring your own with jacobian="
            )

    @contextmanager
    def ready(self) -> Iterator[None]:
        """Evaluation mode; every training flag comes back as it was."""
        parts = [part for module in self.modules for part in module.modules()]
        training = [part for part in parts if part.training]
        try:
            for module in self.modules:
                module.eval()
            with torch.inference_mode(False):
                self._check()
                yield
        finally:
            for part in training:
                part.training = True


def precision(dtype: str | torch.dtype | None) -> torch.dtype | None:
    """A precision by its name."""
    kinds = {"float32": torch.float32, "float64": torch.float64}
    if dtype is None or dtype in kinds.values():
        return dtype  # type: ignore[return-value]
    with suppress(TypeError):
        dtype = np.dtype(dtype).name  # type: ignore[arg-type]
    if dtype not in kinds:
        raise DataError(f"dtype must be one of {', '.join(kinds)}, not {dtype!r}")
    return kinds[str(dtype)]


def at_least_single(dtype: torch.dtype) -> torch.dtype:
    """Derivatives in half precision would be rounding and nothing else."""
    return torch.float32 if torch.finfo(dtype).eps > torch.finfo(torch.float32).eps else dtype


def in_dtype(f: Any, dtype: str | torch.dtype | None) -> Any:
    """A module in another precision, as a copy; a function without parameters as it is."""
    kind, modules = precision(dtype), _modules_of(f)
    held = [tensor.dtype for module in modules for tensor in _floating(module)]
    if kind is None and any(at_least_single(own) != own for own in held):
        kind = torch.float32
    if kind is None or all(own == kind for own in held):
        return f
    if not isinstance(f, nn.Module):
        raise FunctionError(
            f"f uses a module in {str(held[0]).removeprefix('torch.')}: give the module itself, or "
            "convert it with .double() or .float(), and leave dtype= out"
        )
    return copy.deepcopy(f).to(kind)


def _modules_of(f: Any) -> list[nn.Module]:
    """The modules that a callable uses: itself, or those that it plainly refers to.

    Seen are the owner of a bound method, what is inside a partial, the attributes of an object, and
    the variables of a function, so that ``lambda x: torch.sigmoid(net(x))`` is as good as ``net``.
    """
    if isinstance(f, nn.Module):
        return [f]
    if isinstance(f, functools.partial):
        given = [*f.args, *f.keywords.values()]
        return [*_modules_of(f.func), *(one for one in given if isinstance(one, nn.Module))]
    if inspect.ismethod(f):
        return _modules_of(f.__self__)
    if inspect.isfunction(f):
        names = inspect.getclosurevars(f)
        values = [*names.nonlocals.values(), *names.globals.values()]
    else:
        values = list(vars(f).values()) if hasattr(f, "__dict__") else []
    return [value for value in values if isinstance(value, nn.Module)]


def _floating(module: nn.Module) -> Iterator[Tensor]:
    for tensor in (*module.parameters(), *module.buffers()):
        if tensor.is_floating_point():
            yield tensor
