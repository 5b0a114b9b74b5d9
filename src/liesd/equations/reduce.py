"""Everything that is learned from data is a state that grows with samples and that merges.

A :class:`Job` says what is learned; a :class:`Stretch` is some samples, with all that belongs to
them; an engine gives ``reduce(merge, map(job, stretches))``. One process has one stretch and one
state. :mod:`liesd.equations.cluster` has many, and ``samples="auto"`` merges one draw after another.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Protocol, Self, TypeVar

from torch import Tensor
from tqdm.auto import tqdm

from liesd.data.samples import Order, Samples
from liesd.numerics.moments import double
from liesd.sources.torch import Derivatives


class Mergeable(Protocol):
    """What is known of some samples."""

    def merge(self, other: Self) -> None:
        """Take in what is known of other samples."""
        ...


State = TypeVar("State", bound=Mergeable)


class Job(Generic[State]):
    """What is to be learned from samples. It travels to other processes, so it is small."""

    title = ""

    def start(self) -> State:
        """What is known before the first sample."""
        raise NotImplementedError

    def add(self, state: State, stretch: Stretch) -> None:
        """Take in the samples of a stretch."""
        raise NotImplementedError


Batch = tuple[Tensor, Tensor, Tensor, Tensor | None]


@dataclass(frozen=True)
class Stretch:
    """Samples that follow each other, and where the first of them stands among all."""

    source: Derivatives
    batch_size: int
    extra: dict[str, Samples] = field(default_factory=dict)
    """What else belongs to each sample: its ``weight``, its ``target``."""
    trusting: bool = False
    """Let the function say how much each sample counts."""
    start: int = 0
    progress: bool | None = False
    title: str = ""

    @property
    def count(self) -> int:
        """How many samples there are; 0 where nobody knows."""
        return self.source.samples.count or 0

    def part(self, start: int, stop: int) -> Stretch:
        """Some of the samples."""
        return self._with(
            [column.part(start, stop) for column in self.source.columns],
            {name: column.part(start, stop) for name, column in self.extra.items()},
            self.start + start,
        )

    def shuffled(self, seed: int) -> Stretch:
        """The same samples in a random order."""
        columns = (*self.source.columns, *self.extra.values())
        for column in columns:
            if column.count is None:
                column.part(0, 0)  # says what can be done instead
        order = Order(self.count, max(column.draw for column in columns), seed)
        return self._with(
            [column.shuffled(order) for column in self.source.columns],
            {name: column.shuffled(order) for name, column in self.extra.items()},
            self.start,
        )

    def _with(self, columns: list[Samples], extra: dict[str, Samples], start: int) -> Stretch:
        return replace(self, source=self.source.over(columns), extra=extra, start=start)

    def inputs(self) -> Iterator[tuple[int | None, Tensor]]:
        """The place of the first, if it has one, and x: batch by batch."""
        start = self.start
        for x in self._bar(self.source.inputs(self.batch_size), 1):
            yield self.place(start), x
            start += len(x)

    def batches(self, step: int = 1) -> Iterator[tuple[Tensor, Tensor | None]]:
        """x as it was given, and weights, of every ``step``-th sample."""
        batches = self.source.samples.batches(self.batch_size, step, -self.start % step)
        for x, given in zip(self._bar(batches, step), self.other("weight", step), strict=False):
            flat = self.source.place(x).flatten(1) if x.ndim > 1 else self.source.place(x)[:, None]
            yield x, self.weight(flat, given)

    def values(self, step: int = 1) -> Iterator[tuple[Tensor, Tensor, Tensor | None]]:
        """x, f(x) and weights of every ``step``-th sample."""
        pairs = self.source.values(self.batch_size, step, -self.start % step)
        for (x, y), given in zip(self._bar(pairs, step), self.other("weight", step), strict=False):
            yield x, y, self.weight(x, given)

    def triples(self, step: int = 1) -> Iterator[Batch]:
        """x, f(x), J and weights of every ``step``-th sample."""
        triples = self.source(self.batch_size, step, -self.start % step)
        for (x, y, J), given in zip(
            self._bar(triples, step), self.other("weight", step), strict=False
        ):
            yield x, y, J, self.weight(x, given)

    def other(self, name: str, step: int = 1) -> Iterator[Tensor | None]:
        """What else belongs to the samples of each batch; None after None where nothing does."""
        if name in self.extra:
            yield from self.extra[name].batches(self.batch_size, step, -self.start % step)
        while name not in self.extra:
            yield None

    def weight(self, x: Tensor, given: Tensor | None) -> Tensor | None:
        """How much each sample counts: what the user says, or else what the model says."""
        if given is None and self.trusting:
            given = self.source.trust(x)
        return None if given is None else double(given).to(x.device)

    def place(self, start: int) -> int | None:
        """Where a sample stands in the data; None where they come in random order."""
        return start if getattr(self.source.samples, "order", None) is None else None

    def _bar(self, batches: Iterator[Any], step: int) -> Iterator[Any]:
        total = math.ceil(self.count / step / self.batch_size) if self.count else None
        hide = None if self.progress is None else not self.progress
        yield from tqdm(batches, self.title, total, disable=hide, delay=1.0, leave=False)


class Engine:
    """One process: one state that takes in everything."""

    def __call__(self, job: Job[State], stretch: Stretch) -> State:
        """What the job learns from a stretch."""
        state = job.start()
        job.add(state, replace(stretch, title=job.title))
        return state
