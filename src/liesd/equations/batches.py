"""A range of samples, read in batches, with their weights."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import torch
from torch import Tensor

from liesd.data.samples import Order, Samples
from liesd.equations import limits
from liesd.numerics.moments import double
from liesd.progress import Show, read_progress
from liesd.sources import Source

Batch = tuple[Tensor, Tensor, Tensor, Tensor | None]


Place = tuple[int, int, int]
"""Where a batch stands among the samples: the first of them, the step and how many there are."""


class Weights:
    """The weights of samples that a model was asked for already, whatever the batches were."""

    def __init__(self) -> None:
        self.values: Tensor | None = None

    def find(self, place: Place | None) -> Tensor | None:
        """The weights of a batch, if they are all known."""
        if place is None or self.values is None:
            return None
        start, step, count = place
        found = self.values[start : start + step * count : step]
        return found.clone() if len(found) == count and not found.isnan().any() else None

    def keep(self, place: Place | None, weights: Any) -> None:
        """Remember the weights of a batch, unless it stands too far behind."""
        if place is None or weights is None:
            return
        start, step, count = place
        if start + step * count > limits.LIMITS.known_weights:
            return
        given = double(weights)
        if self.values is None:
            self.values = given.new_empty(0)
        missing = start + step * count - len(self.values)
        if missing > 0:
            more = given.new_full((max(missing, len(self.values)),), math.nan)
            self.values = torch.cat([self.values, more])
        self.values[start : start + step * count : step] = given


@dataclass(frozen=True)
class Batches:
    """A range of consecutive samples, and the index of its first one."""

    source: Source
    batch_size: int
    extra: dict[str, Samples] = field(default_factory=dict)
    """Extra columns: the ``weight`` of each sample, if it is given."""
    trusting: bool = False
    """Let a fitted model weigh the samples."""
    start: int = 0
    progress: Show = False
    title: str = ""
    """What is done with them, in words; without a title nothing is shown."""
    known: Weights = field(default_factory=Weights, repr=False)
    """The weights that the model gave already."""

    @property
    def count(self) -> int:
        """The number of samples; 0 if unknown."""
        return self.source.samples.count or 0

    def part(self, start: int, stop: int) -> Batches:
        """The samples from ``start`` to ``stop``."""
        return self._over(
            [column.part(start, stop) for column in self.source.columns],
            {name: column.part(start, stop) for name, column in self.extra.items()},
            self.start + start,
        )

    def shuffled(self, seed: int) -> Batches:
        """The same samples in a random order."""
        columns = (*self.source.columns, *self.extra.values())
        for column in columns:
            if column.count is None:
                column.part(0, 0)  # raises an error that names the alternative
        order = Order(self.count, max(column.draw for column in columns), seed)
        shuffled = self._over(
            [column.shuffled(order) for column in self.source.columns],
            {name: column.shuffled(order) for name, column in self.extra.items()},
            self.start,
        )
        return replace(shuffled, known=Weights())

    def _over(self, columns: list[Samples], extra: dict[str, Samples], start: int) -> Batches:
        return replace(self, source=self.source.over(columns), extra=extra, start=start)

    def inputs(self) -> Iterator[tuple[int | None, Tensor]]:
        """The index of the first sample, if it has one, and x: batch by batch."""
        start = self.start
        for x in self._show(self.source.inputs(self.batch_size), 1):
            yield self.place(start), x
            start += len(x)

    def samples(self, step: int = 1) -> Iterator[tuple[Tensor, Tensor | None]]:
        """x as it was given, and weights, of every ``step``-th sample."""
        batches = self.source.samples.batches(self.batch_size, step, -self.start % step)
        weights = self._follow(step)
        for x in self._show(batches, step):
            yield x, weights(self.source.flatten(x))

    def values(self, step: int = 1) -> Iterator[tuple[Tensor, Tensor, Tensor | None]]:
        """x, f(x) and weights of every ``step``-th sample."""
        weights = self._follow(step)
        for x, y in self._show(self.source.values(self.batch_size, step, -self.start % step), step):
            yield x, y, weights(x)

    def triples(self, step: int = 1) -> Iterator[Batch]:
        """x, f(x), J and weights of every ``step``-th sample."""
        triples = self.source.triples(self.batch_size, step, -self.start % step)
        weights = self._follow(step)
        for x, y, J in self._show(triples, step):
            yield x, y, J, weights(x)

    def _follow(self, step: int) -> Callable[[Tensor], Tensor | None]:
        """The weights of one batch after the other."""
        given, place = self.other("weight", step), self.start + -self.start % step

        def weigh(x: Tensor) -> Tensor | None:
            nonlocal place
            weight = self.weigh(x, next(given), (place, step, len(x)))
            place += step * len(x)
            return weight

        return weigh

    def other(self, name: str, step: int = 1) -> Iterator[Tensor | None]:
        """The extra column ``name``, batch by batch; None for each batch if there is none."""
        if name in self.extra:
            yield from self.extra[name].batches(self.batch_size, step, -self.start % step)
        while name not in self.extra:
            yield None

    def weigh(self, x: Tensor, given: Tensor | None, place: Place | None = None) -> Tensor | None:
        """The weight of each sample: the user's, or else the model's.

        The model is asked once for those whose ``place`` is given.
        """
        if given is None and self.trusting:
            given = self.known.find(place)
            if given is None:
                given = self.source.weigh(x)
                self.known.keep(place, given)
        return None if given is None else double(given).to(x.device)

    def place(self, start: int) -> int | None:
        """The index of a sample in the data; None in random order."""
        return start if getattr(self.source.samples, "order", None) is None else None

    def _show(self, batches: Iterator[Any], step: int) -> Iterator[Any]:
        if not self.title:
            yield from batches
            return
        total = math.ceil(self.count / step / self.batch_size) if self.count else None
        with read_progress(self.progress).stage(self.title, total) as stage:
            for batch in batches:
                yield batch
                stage.advance()
