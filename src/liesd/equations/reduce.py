"""Reductions: all that is learned from data is a state that takes in samples and merges.

A :class:`Reduction` says what is computed, :class:`~liesd.equations.batches.Batches` are the
samples, and an engine reduces them to one state. One process has one state,
:mod:`liesd.equations.cluster` has many, and ``samples="auto"`` merges one draw after another.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from liesd.equations.batches import Batches


class Mergeable(Protocol):
    """The state of a reduction over a set of samples."""

    def merge(self, other: Self) -> None:
        """Take in the state of other samples."""
        ...


State = TypeVar("State", bound=Mergeable)


class Reduction(ABC, Generic[State]):
    """A computation over samples. It is sent to other processes, so it is small."""

    title: ClassVar[str] = ""
    """What progress calls it; without a title none is shown."""

    @abstractmethod
    def start(self) -> State:
        """The state before the first sample."""

    @abstractmethod
    def add(self, state: State, batches: Batches) -> None:
        """Take in samples."""

    def merge(self, state: State, other: State) -> None:
        """Take in the state of other samples."""
        state.merge(other)

    def __init_subclass__(cls, **settings: Any) -> None:
        super().__init_subclass__(**settings)
        REDUCTIONS.append(cls)


REDUCTIONS: list[type[Reduction[Any]]] = []
"""All kinds of reductions."""


class Engine:
    """One process: one state that takes in everything."""

    def __call__(self, reduction: Reduction[State], batches: Batches) -> State:
        """Reduce samples to one state."""
        state = reduction.start()
        reduction.add(state, replace(batches, title=reduction.title))
        return state
