"""The contract of a learner, and the registry of all learners."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import UserDict
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast

from liesd.errors import check_registration
from liesd.learning.settings import Settings

if TYPE_CHECKING:  # the names of all learners are known without loading torch
    from liesd.learning.data import Data
    from liesd.progress import Show
    from liesd.sources.fitted import Choose

T = TypeVar("T")
M = TypeVar("M")


class Registry(UserDict[str, "T | str"]):
    """Classes by name; one that is given as "module:class" is imported when it is asked for."""

    def __getitem__(self, name: str) -> T:
        entry = self.data[name]
        if isinstance(entry, str):
            module, _, attribute = entry.partition(":")
            entry = self.data[name] = cast("T", getattr(import_module(module), attribute))
        return entry


@dataclass(frozen=True, kw_only=True)
class Learner(Settings, ABC, Generic[M]):
    """A way to learn; its fields are its settings, and M is the kind of model that it gives.

    A model of it has float64 values, and knows its ``learner``, the settings that produced it,
    and its ``heldout_error`` (:func:`liesd.learning.scales.score`).
    """

    name: ClassVar[str]

    @abstractmethod
    def fit(
        self,
        data: Data,
        seed: int,
        progress: Show = None,
        checkpoint: str | Path | None = None,
    ) -> M:
        """Learn from the training rows; the same seed gives the same model.

        ``progress`` says where to show how far it is: :func:`liesd.progress.read_progress` opens
        stages there. A learner that takes long goes on from the file ``checkpoint`` after it was
        killed.
        """

    def refit(
        self,
        model: M,
        data: Data,
        share: int,
        seed: int,
        progress: Show = None,
        checkpoint: str | Path | None = None,
    ) -> M:
        """Learn the same from one of ``share`` parts of the data, for a replica of ``model``.

        Choices of the model may be kept; by default everything is learned again.
        """
        return self.fit(data, seed, progress, checkpoint)

    def refit_still(self, model: M, choose: Choose | None, seed: int) -> M | None:
        """Fit the samples that a model has kept with one that does not change along fields.

        ``choose`` gives the fields for a model as it is; without them the fit is free. None where
        the learner knows no way to do it.
        """
        return None

    @classmethod
    def title(cls) -> str:
        return f"learner {cls.name!r}"


L = TypeVar("L", bound=type[Learner[Any]])
LEARNERS: Registry[type[Learner[Any]]] = Registry()
"""All learners: those of :mod:`liesd.learning`, and those that were registered."""
KINDS: Registry[Any] = Registry()
"""All classes of models that a file may hold, by their ``kind``."""


def register(learner: L) -> L:
    """Make a learner known by its ``name``."""
    known = LEARNERS.get(learner.name)
    check_registration("a learner", learner.name, known, learner)
    LEARNERS[learner.name] = learner
    return learner
