"""The contract of an action: how an unknown Lie algebra moves a space, infinitesimally.

An action ξ_θ(x) is linear in the unknown numbers θ; nothing here asks it to be linear in x. All
that the rest of the library needs to know of an action is answered by the methods of
:class:`Action`. Numbers come and go as numpy arrays, except in :meth:`Action.coefficients`, which
is the inner loop and works on torch tensors.

A new action is one file with a subclass and one line in the language's table
(:func:`liesd.spec.language.register_action`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import scipy.linalg
from numpy.typing import ArrayLike, NDArray

from liesd.errors import SpecError
from liesd.spec.flows import integrate

if TYPE_CHECKING:
    from torch import Tensor

    Coefficients = Iterator[tuple[str, Tensor]]

Array = NDArray[np.float64]
Index = NDArray[np.intp]
Theta = Mapping[str, ArrayLike]
"""The numbers of each unknown, by its name."""
Shapes = dict[str, tuple[int, ...]]


class Leaf(NamedTuple):
    """One axis of a block: which unknown acts on it, and whether as its dual."""

    name: str
    size: int
    dual: bool


Block = tuple[Leaf, ...]
"""An irreducible part of a linear action: a tensor product of leaves; () does not move."""
Blocks = dict[Block, Index]
"""For each kind of block the coordinates of its copies: (copies, *sizes of the leaves)."""


class Phrase(NamedTuple):
    """The action on one unknown, in words."""

    text: str
    """With ``{}`` where the name of the unknown goes."""
    size: float
    """The size of the action, with sign."""


class Hints(NamedTuple):
    """Hints that help to put an action into words."""

    time: Mapping[str, int] = {}
    """Which axis of an unknown is time: boosts are then named by the other axis."""
    units: Mapping[str, Array] = {}
    """The units of an unknown's axes in which a rotation or a boost may be one."""


class Action(ABC):
    """The action of an unknown algebra on a space of ``dim`` coordinates."""

    @property
    @abstractmethod
    def dim(self) -> int:
        """The number of coordinates it acts on."""

    @cached_property
    def unknowns(self) -> Shapes:
        """Each unknown's name and the shape of its numbers, in order of first use."""
        return merge_unknowns(self.children)

    @property
    def children(self) -> tuple[Action, ...]:
        """The actions it is composed of."""
        return ()

    @property
    def parts(self) -> tuple[Action, ...]:
        """The summands of a direct sum; any other action is its own single part."""
        return (self,)

    @property
    def is_label(self) -> bool:
        """True for a class label, for which a model may give one number or one per class."""
        return False

    def for_outputs(self, count: int) -> Action:
        """The same for ``count`` numbers where it stands for one thing that does not move."""
        return self

    @abstractmethod
    def coefficients(self, J: Tensor, x: Tensor) -> Coefficients:
        """Coefficients of the unknowns in ``Σ_s J[:, :, :, s] · ξ_θ(x[:, :, s])``.

        ``J`` has shape (batch, m, dim, s), ``x`` (batch, dim, s). Yields pairs of an unknown's
        name and a tensor of shape (batch, m, *shape of the unknown). A name may come repeatedly:
        its coefficients are to be added.
        """

    @abstractmethod
    def field(self, theta: Theta, x: Array) -> Array:
        """ξ_θ(x) for samples (N, dim)."""

    def flow(self, theta: Theta, t: float, x: Array, onto: Array | None = None) -> Array:
        """Move samples (N, dim) along ξ_θ for a time t: the finite group element.

        ``onto`` is a projector (dim, dim); with it samples move by its image of the field, and
        so stay in the span of the data. By default the field is integrated numerically.
        """

        def follow(points: Array) -> Array:
            moved = self.field(theta, points)
            return moved if onto is None else moved @ onto.T

        return integrate(follow, t, x)

    @abstractmethod
    def bracket(self, theta: Theta, phi: Theta) -> dict[str, Array]:
        """[θ, φ] for each unknown; leading axes of the numbers are broadcast."""

    def matrix(self, theta: Theta) -> Array:
        """The dense ``dim × dim`` matrix of a linear action (dρ) for given unknowns."""
        raise SpecError(f"{self} is not linear: it has no matrix")

    def element(self, theta: Theta, t: float = 1.0) -> Array:
        """The dense matrix of the group element e^(tθ) of a linear action (ρ)."""
        with np.errstate(over="ignore", invalid="ignore"):
            return np.asarray(scipy.linalg.expm(t * self.matrix(theta)))

    def blocks(self) -> Blocks | None:
        """The parts that the action never mixes, by kind; None where it is not linear in x.

        With blocks, scales and commuting maps are known from second moments of the data.
        """
        return None

    def require_blocks(self) -> Blocks:
        """The blocks of a linear action; refuses any other."""
        blocks = self.blocks()
        if blocks is None:
            raise SpecError(f"{self} is not linear in its coordinates, which is needed here")
        return blocks

    @abstractmethod
    def describe(self, theta: Theta, hints: Hints = Hints()) -> dict[str, Phrase]:  # noqa: B008
        """Say in words what θ does to each unknown."""

    @abstractmethod
    def explain(self) -> str:
        """Say in words what kind of space this is."""

    @abstractmethod
    def text(self, seen: set[str]) -> str:
        """The spec text; names in ``seen`` are written without their size."""

    def channels(self) -> list[Index]:
        """The coordinates of each channel: for each size an array (channels, size)."""
        blocks = self.blocks()
        if blocks is None:
            return [np.arange(self.dim)[None]]
        return group_channels(index.reshape(len(index), -1) for index in blocks.values())

    def __str__(self) -> str:
        return self.text(set())

    __repr__ = __str__


def merge_unknowns(actions: Iterable[Action]) -> Shapes:
    """Merge the unknowns of several actions; one name must have one shape."""
    merged: Shapes = {}
    for action in actions:
        for name, shape in action.unknowns.items():
            if merged.setdefault(name, shape) != shape:
                one, other = (_show_shape(each) for each in (merged[name], shape))
                raise SpecError(
                    f"the name {name!r} is used with two sizes, {one} and {other}; one name is one "
                    "unknown: give the second another name"
                )
    return merged


def group_channels(channels: Iterable[Index]) -> list[Index]:
    """Group channels by size, as arrays (channels, size)."""
    by_size: dict[int, list[Index]] = {}
    for index in channels:
        by_size.setdefault(index.shape[1], []).append(index)
    return [np.concatenate(arrays) for arrays in by_size.values()]


def _show_shape(shape: tuple[int, ...]) -> str:
    """The size of a square matrix, or the shape of other numbers."""
    return str(shape[0]) if len(shape) == 2 and shape[0] == shape[1] else str(shape)
