"""Suggestions: specs with what they found, best first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from liesd.discovery.result import Discovery
from liesd.errors import DataError
from liesd.spec import Spec
from liesd.suggestion.arrangement import Arrangement, rearrange


@dataclass(frozen=True, eq=False)
class Suggestion:
    """A spec worth asking, with the order and the units of columns that it needs."""

    spec: Spec
    inputs: Arrangement
    """The order of the columns of x, and the factor of each."""
    outputs: Arrangement | None
    """The same for y; None for class labels."""
    reason: str
    """Why it is worth asking."""
    found: Discovery
    """What it found, in the arranged columns."""
    lost: int
    """How many symmetries of the most general spec it does not find."""
    x_names: tuple[str, ...]
    """The names of the inputs in their new order."""
    y_names: tuple[str, ...]
    shape: tuple[int, ...] = ()
    """The shape of one sample, as the function takes it."""
    named: str = ""
    """The spec with names of columns, for tables that have them; empty where some are no words."""

    @property
    def unknowns(self) -> int:
        """The number of unknown numbers."""
        return self.spec.size

    @property
    def dimension(self) -> int:
        """The number of symmetries that it found."""
        return self.found.dimension

    def arrange(self, x: ArrayLike, y: ArrayLike | None = None) -> Any:
        """The samples x, or x and y, with their columns in the order and units of the spec."""
        flat = np.asarray(x)
        if y is None:
            return self.inputs(flat)
        outputs = np.asarray(y) if self.outputs is None else self.outputs(y)
        return self.inputs(flat), outputs

    def function(self, f: Any) -> Any:
        """The function f, or a model of :func:`liesd.learn`, of arranged columns."""
        return rearrange(f, self.inputs, self.outputs, self.shape or (len(self.inputs.order),))

    @property
    def code(self) -> str:
        """The lines to go on with, in Python, from samples x and y."""
        lines = []
        for name, side in (("x", self.inputs), ("y", self.outputs)):
            if side is not None and not side.is_plain:
                lines.append(f"{name} = {_write_side(name, side)}")
        text = f'"{self.spec}"'
        lines.append(f"model = liesd.learn(x, y, {text})")
        lines.append(f"found = liesd.discover(model, x, {text})")
        return "\n".join(lines)

    def __str__(self) -> str:
        return f"{self.spec}: {self.reason}"

    def __repr__(self) -> str:
        return f"<Suggestion {self.spec}: {self.dimension} symmetries, {self.lost} lost>"


@dataclass(frozen=True, eq=False)
class Suggestions(Sequence[Suggestion]):
    """Specs worth asking, best first; none where :attr:`refusal` says why."""

    each: tuple[Suggestion, ...]
    refusal: str = ""
    """Why nothing is suggested, and what to do: the fit is too poor, or an answer is not clear."""
    notes: tuple[str, ...] = ()
    """What the data say besides, as columns without any influence."""
    model: Any = None
    """The function that was asked: the one given, or the one learned from the samples."""
    general: Discovery | None = field(default=None)
    """The answer to the most general spec, in units in which every column has size one."""

    @overload
    def __getitem__(self, number: int) -> Suggestion: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Suggestion]: ...
    def __getitem__(self, number: int | slice) -> Suggestion | Sequence[Suggestion]:
        return self.each[number]

    def __len__(self) -> int:
        return len(self.each)

    def __iter__(self) -> Iterator[Suggestion]:
        return iter(self.each)

    @property
    def best(self) -> Suggestion:
        """The first suggestion; refuses with the reason where there is none."""
        if not self.each:
            raise DataError(self.refusal)
        return self.each[0]

    def summary(self, named: bool = False) -> str:
        """All suggestions in words; with ``named``, specs name columns where they can."""
        lines = [] if self.each else [f"Nothing to suggest: {self.refusal}."]
        for number, one in enumerate(self.each, 1):
            symmetries = f"{one.dimension or 'no'} symmetr{'y' if one.dimension == 1 else 'ies'}"
            spec = (one.named if named else "") or one.spec
            lines.append(f"{number}. {spec}  ({one.unknowns} unknown numbers, {symmetries})")
            lines.append(f"   {one.reason}.")
            for what, names, side in (
                ("inputs", one.x_names, one.inputs),
                ("outputs", one.y_names, one.outputs),
            ):
                if side is not None and len(names) > 1:
                    lines.append(f"   {what}: {describe_columns(names, side.factors)}")
        lines += [f"Note: {note}." for note in self.notes]
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.summary()

    def __repr__(self) -> str:
        return f"<Suggestions {', '.join(str(one.spec) for one in self.each) or self.refusal}>"


def describe_columns(names: Sequence[str], factors: Sequence[float]) -> str:
    """Columns in their order, with the factor of each that has one."""
    pairs = zip(names, factors, strict=True)
    return ", ".join(name if f == 1 else f"{format_factor(f)}·{name}" for name, f in pairs)


def format_factor(value: float) -> str:
    """A factor to six digits."""
    return f"{value:.6g}".replace("-", "−")


def _write_side(name: str, side: Arrangement) -> str:
    """The expression that arranges the columns of an array."""
    plain = side.order == tuple(range(len(side.order)))
    text = name if plain else f"{name}[:, {list(side.order)}]"
    if set(side.factors) <= {1.0}:
        return text
    return f"{text} * [{', '.join(f'{value:.6g}' for value in side.factors)}]"


Numbers = NDArray[np.float64]
