"""The contract of a source: x -> (f(x), J_f(x)), whatever f is made of.

A new source is one file with a subclass of :class:`Source` and one call of
:func:`register_source`. It must give values and Jacobians of a batch; everything else (batches,
precision, new samples) is here.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, Self

import torch
from torch import Tensor

from liesd.data.samples import Samples
from liesd.errors import DataError, FunctionError, add_kind
from liesd.sources.fitted import Fit
from liesd.sources.foreign import adapt
from liesd.spec import Spec

Pair = tuple[Tensor, Tensor]
Triple = tuple[Tensor, Tensor, Tensor]


class Request(NamedTuple):
    """A request: a function, samples, and maybe given values and derivatives."""

    f: Any
    samples: Samples
    spec: Spec
    y: Any = None
    jacobian: Any = None
    dtype: torch.dtype | None = None
    disjoint: bool = False
    """Whether several models were trained on disjoint samples."""


def _suggest_size(count: int, spec: Spec) -> str:
    """What to write instead, where the input is one space or some copies of one."""
    found = re.fullmatch(r"(?:(\d+)\*)?(\w+)\[(\d+)\]", str(spec.input))
    if found is None:
        return "change the sizes in the spec, or leave out columns"
    copies, name, size = int(found[1] or 1), found[2], int(found[3])
    options = []
    if copies > 1 and count % copies == 0:
        options.append(f"{copies}*{name}[{count // copies}]")
    if copies > 1 and count % size == 0 and count > size:
        options.append(f"{count // size}*{name}[{size}]")
    return f"write {' or '.join([*options, f'{name}[{count}]'])}"


class Source(ABC):
    """A source of (x, f(x), J_f(x)), flat per sample, checked against the sizes of a spec."""

    fit: Fit | None = None
    """The fit behind the function, if it was fitted to data."""

    def __init__(self, samples: Samples, spec: Spec) -> None:
        if samples.size != spec.input.dim:
            raise DataError(
                f"a sample of x has {samples.size} numbers (shape {samples.shape}), but the input "
                f"of the spec, {spec.input}, has {spec.input.dim}: "
                f"{_suggest_size(samples.size, spec)}"
            )
        self.samples, self.spec = samples, spec
        self.dtype = samples.dtype

    @classmethod
    @abstractmethod
    def accepts(cls, request: Request) -> bool:
        """Tell whether this source can serve a request."""

    @classmethod
    @abstractmethod
    def open(cls, request: Request) -> Self:
        """Make the source."""

    @property
    def input_units(self) -> Tensor | float:
        """What inputs are to be multiplied by to have the user's own units."""
        return 1.0

    @property
    def floor(self) -> float:
        """The relative size of defects that may be rounding."""
        return 1e2 * float(torch.finfo(self.dtype).eps)

    @property
    def is_evaluable(self) -> bool:
        """True if f can be evaluated at points outside the data."""
        return True

    @property
    def derives_values(self) -> bool:
        """True if the derivatives are those of the values."""
        return True

    @property
    def signs(self) -> Mapping[str, float]:
        """Figures about the data behind the samples that the rule judges, by name."""
        return {}

    @property
    def is_trained(self) -> bool:
        """True if f holds parameters that somebody trained."""
        return False

    @property
    def has_slopes(self) -> bool:
        """False if f changes by steps, so that its derivatives say nothing."""
        return True

    @property
    def obstacle(self) -> str:
        """Why f has no derivatives to use, if it has none."""
        return ""

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader of the result should know about the derivatives."""
        return ()

    @property
    def output_units(self) -> Tensor:
        """The units in which outputs are given, relative to those of the function."""
        return torch.ones(self.spec.output.dim, dtype=torch.float64)

    @abstractmethod
    def value(self, x: Tensor) -> Tensor:
        """f(x) for one batch as :meth:`place` gives it: (batch, m)."""

    @abstractmethod
    def linearize(self, x: Tensor) -> Pair:
        """f(x) and its Jacobian (batch, m, n) for one batch as :meth:`place` gives it."""

    @property
    def callable(self) -> Any:
        """The function itself; None if there is none."""
        return None

    def with_function(self, f: Any) -> Source:
        """The same samples with another function of the same kind, such as a replica of the fit."""
        raise DataError(f"{type(self).__name__} cannot take another function")

    def place(self, x: Tensor) -> Tensor:
        """Move the batch to the device, dtype and shape that the function takes."""
        return x.to(dtype=self.dtype)

    def flatten(self, x: Tensor) -> Tensor:
        """A batch of samples as they were given, (batch, n), as :meth:`triples` gives them."""
        return self.place(x).reshape(len(x), -1)

    def restore(self, x: Tensor) -> Tensor:
        """Flat samples in the shape in which samples are given."""
        return x.reshape(len(x), *self.samples.shape)

    def function(self, x: Tensor) -> Tensor:
        """f for flat samples that are not in the data."""
        y = self.value(self.place(self.restore(x)))
        self.check_shapes(len(x), y)
        return y

    def weigh(self, x: Tensor) -> Tensor | None:
        """The weight of the derivatives at flat x, if the function knows it."""
        return None

    @contextmanager
    def ready(self) -> Iterator[None]:
        """Prepare the function for use; all changes are undone at the end."""
        yield

    @property
    def columns(self) -> tuple[Samples, ...]:
        """All samples that belong together one by one."""
        return (self.samples,)

    def over(self, columns: Sequence[Any]) -> Self:
        """The same function on other samples, given as :attr:`columns` has them."""
        other = self.twin()
        (other.samples,) = columns
        return other

    def twin(self) -> Self:
        """A shallow copy; ``copy.copy`` would pack the function as if it were sent."""
        twin = object.__new__(type(self))
        vars(twin).update(vars(self))
        return twin

    def inputs(self, size: int) -> Iterator[Tensor]:
        """x alone, in the precision in which the derivatives are taken."""
        for x in self.samples.batches(size):
            yield self.place(x).reshape(len(x), -1)

    def values(self, size: int, step: int = 1, first: int = 0) -> Iterator[Pair]:
        """Pairs (x, f(x)) of shapes (batch, n) and (batch, m), of every ``step``-th sample."""
        for x in self.samples.batches(size, step, first):
            x = self.place(x)
            y = self.value(x)
            self.check_shapes(len(x), y)
            yield x.reshape(len(x), -1), y

    def triples(self, size: int, step: int = 1, first: int = 0) -> Iterator[Triple]:
        """Triples (x, f(x), J_f(x)) of every ``step``-th sample; J has shape (batch, m, n)."""
        for x in self.samples.batches(size, step, first):
            x = self.place(x)
            y, jacobian = self.linearize(x)
            self.check_shapes(len(x), y, jacobian)
            yield x.reshape(len(x), -1), y, jacobian

    def check_shapes(self, count: int, y: Tensor, jacobian: Tensor | None = None) -> None:
        """Refuse values and derivatives that do not fit the spec."""
        m, n = self.spec.output.dim, self.spec.input.dim
        if tuple(y.shape) != (count, m):
            raise FunctionError(
                f"{type(self).__name__} gives values of shape {tuple(y.shape)} for {count} "
                f"samples, but the output of the spec, {self.spec.output}, needs ({count}, {m})"
            )
        if jacobian is not None and tuple(jacobian.shape) != (count, m, n):
            raise FunctionError(
                f"{type(self).__name__} gives derivatives of shape {tuple(jacobian.shape)}, but "
                f"{self.spec} needs ({count}, {m}, {n}): outputs first, then inputs"
            )


SOURCES: list[type[Source]] = []
"""All kinds of sources; the last one registered is asked first."""


def register_source(source: type[Source]) -> type[Source]:
    """Add a kind of source; a class decorator."""
    return add_kind(SOURCES, source, "a source")


def open_source(request: Request) -> Source:
    """Open the source that serves a request."""
    if request.f is not None and request.jacobian is not None:
        raise DataError("give either f, or y= and jacobian= with f=None, not both")
    request = request._replace(f=adapt(request.f))
    source = next(kind for kind in reversed(SOURCES) if kind.accepts(request)).open(request)
    if request.dtype not in (None, source.dtype):
        raise DataError(
            f"{type(source).__name__} evaluates f in {str(source.dtype).removeprefix('torch.')}: "
            "leave dtype= out"
        )
    return source
