"""What an action says of itself in words, and the hints that help it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


class Phrase(NamedTuple):
    """The action on one unknown, in words."""

    text: str
    """With ``{}`` where the name of the unknown goes."""
    size: float
    """The size of the action, with sign."""
    view: int = 1
    """The degree in x up to which the action was looked at: the widest view of a name is told."""
    labels: tuple[str, ...] = ()
    """What goes in place of the name, where coordinates have names of their own."""


def merge_phrases(*groups: Mapping[str, Phrase]) -> dict[str, Phrase]:
    """Merge what several actions say of each name; the first of the widest views counts."""
    told: dict[str, Phrase] = {}
    for group in groups:
        for name, phrase in group.items():
            if name not in told or phrase.view > told[name].view:
                told[name] = phrase
            elif phrase.text == told[name].text:  # other coordinates, moved alike
                labels = dict.fromkeys(told[name].labels + phrase.labels)
                told[name] = told[name]._replace(labels=tuple(labels))
    return told


class Place(NamedTuple):
    """Where the points of a space were seen."""

    home: tuple[float, ...]
    """The point about which fields are stated: a centre that is free is put there."""
    scale: float
    """The size of the region."""
    noise: float = 0.0
    """The relative error of a field."""


class Hints(NamedTuple):
    """Hints that help to put an action into words."""

    time: Mapping[str, int] = {}
    """Which axis of an unknown is time: boosts are then named by the other axis."""
    units: Mapping[str, Array] = {}
    """The units of an unknown's axes in which a rotation or a boost may be one."""
    places: Mapping[str, Place] = {}
    """Where the points of each space were seen."""
    wrong: float | None = None
    """The relative error of a matrix, where it is known: more than that is no noise."""


class Hint(NamedTuple):
    """The hints for one unknown."""

    time: int | None = None
    units: Array | None = None
    place: Place | None = None
    wrong: float | None = None

    @property
    def scale(self) -> float | None:
        """The size of the region in which points were seen, where it is known."""
        return None if self.place is None else self.place.scale

    def find_home(self, size: int) -> Array:
        """The point about which a field is stated: the origin where no other is given."""
        return np.zeros(size) if self.place is None else np.array(self.place.home)

    @classmethod
    def of(cls, hints: Hints, name: str) -> Hint:
        """The hints for a name."""
        return cls(hints.time.get(name), hints.units.get(name), hints.places.get(name), hints.wrong)
