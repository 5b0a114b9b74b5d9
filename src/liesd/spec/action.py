"""The contract of an action: how an unknown Lie algebra moves a space, infinitesimally.

An action ξ_θ(x) is linear in the unknown numbers θ, and linear in *features* φ(x): x itself for
matrices, x and 1 for affine maps, a dictionary of functions for fields. Nothing else here asks it
to be linear in x. All that the rest of the library needs to know of an action is answered by the
methods of :class:`Action`. Numbers come and go as numpy arrays, except in :meth:`Action.lift` and
:meth:`Action.coefficients`, which are the inner loop and work on torch tensors.

A new action is one file with a subclass and one line in the language's table
(:func:`liesd.spec.language.register_action`).
"""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import scipy.linalg
from numpy.typing import ArrayLike, NDArray

from liesd.errors import SpecError
from liesd.spec import limits
from liesd.spec.flows import integrate
from liesd.spec.phrases import Hints as Hints
from liesd.spec.phrases import Phrase as Phrase

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


class Channel(NamedTuple):
    """Copies of one kind of space that the action never mixes with another."""

    kind: Any
    """The block of a linear action, or else the action on one copy; None for coordinates that do
    not move by themselves, as those of a jet."""
    coordinates: Index
    """(copies, size)."""
    features: Index
    """(copies, number of features)."""
    name: str | None
    """The name whose :class:`Chart` applies to it; None where the origin is a fixed point."""

    def shifted(self, coordinates: int, features: int) -> Channel:
        """The same channel behind so many other coordinates and features."""
        return self._replace(
            coordinates=self.coordinates + coordinates, features=self.features + features
        )


class Chart(NamedTuple):
    """Units of a space of points, x = centre + scale·z, in which numbers are of order one."""

    centre: tuple[float, ...]
    scale: tuple[float, ...]


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

    @property
    def is_confined(self) -> bool:
        """True if samples are known to lie on a surface, across which derivatives count too."""
        return any(child.is_confined for child in self.children)

    @property
    def features(self) -> int:
        """The number of features."""
        return self.dim

    def lift(self, x: Tensor) -> Tensor:
        """The features φ(x), (batch, features), of samples (batch, dim): x itself by default."""
        return x

    @abstractmethod
    def coefficients(self, J: Tensor, phi: Tensor) -> Coefficients:
        """Coefficients of the unknowns in ``Σ_s J[:, :, :, s] · ξ_θ(x[:, :, s])``.

        ``J`` has shape (batch, m, dim, s), the features ``phi`` (batch, features, s), in which
        the coefficients are linear. Yields pairs of an unknown's name and a tensor of shape
        (batch, m, *shape of the unknown). A name may come repeatedly: its coefficients are to be
        added.
        """

    @abstractmethod
    def field(self, theta: Theta, x: Array) -> Array:
        """ξ_θ(x) for samples (N, dim)."""

    def flow(self, theta: Theta, t: float, x: Array, onto: Array | None = None) -> Array:
        """Move samples (N, dim) along ξ_θ for a time t: the finite group element.

        ``onto`` is a projector (dim, dim); with it samples move by its image of the field, and
        so stay in the span of the data. By default the field is integrated numerically.
        """

        def follow(points: Array, which: Index) -> Array:
            moved = self.field(choose_samples(self.unknowns, theta, which), points)
            return moved if onto is None else moved @ onto.T

        return integrate(follow, t, x)

    @abstractmethod
    def bracket(self, theta: Theta, phi: Theta) -> dict[str, Array]:
        """[θ, φ] for each unknown; leading axes of the numbers are broadcast.

        Where the bracket leaves the fields that the action has, the part inside.
        """

    def remainder(self, theta: Theta, phi: Theta) -> Array:
        """The size of the part of [θ, φ] that is no field of this action; leading axes as above."""
        squares = [child.remainder(theta, phi) ** 2 for child in self.children]
        return np.asarray(np.sqrt(sum(squares, np.zeros(find_leading(self.unknowns, theta, phi)))))

    def library(self) -> dict[str, tuple[str, ...]]:
        """The functions of the coordinates, as text, that the fields of each name combine."""
        return {k: v for child in self.children[::-1] for k, v in child.library().items()}

    def coordinates(self) -> dict[str, tuple[str, ...]]:
        """The names of the coordinates of each named space."""
        return {k: v for child in self.children[::-1] for k, v in child.coordinates().items()}

    def tabulate(self, theta: Theta) -> dict[str, Array]:
        """The coefficients over :meth:`library` for each name: (components, functions)."""
        return {k: v for child in self.children for k, v in child.tabulate(theta).items()}

    def degrees(self) -> dict[str, Array]:
        """The degree in x of what each number of each unknown multiplies; 1 for matrices."""
        if not self.children:
            return {name: np.ones(shape) for name, shape in self.unknowns.items()}
        return {k: v for child in self.children for k, v in child.degrees().items()}

    def dictionaries(self) -> dict[str, Any]:
        """The dictionaries of functions that the caller gave, by name."""
        return {k: v for child in self.children for k, v in child.dictionaries().items()}

    def with_degree(self, degree: int) -> Action:
        """The same with polynomials of another degree."""
        return self._rebuild(lambda child: child.with_degree(degree))

    def _rebuild(self, change: Callable[[Any], Any]) -> Action:
        """The same with changed children."""
        return self

    @property
    def chart(self) -> Chart | None:
        """The chart in which the unknowns are stated; None for the user's own coordinates."""
        return None

    @property
    def origin(self) -> Array:
        """The point about which the unknowns are stated: zero, or the centres of charts."""
        out = np.zeros(self.dim)
        for one in self.channels():
            if one.name is not None and one.kind.chart is not None:
                out[one.coordinates] = one.kind.chart.centre
        return out

    def with_charts(self, charts: Mapping[str, Chart]) -> Action:
        """The same action, with its unknowns stated in charts of the named spaces."""
        return self._rebuild(lambda child: child.with_charts(charts))

    def to_charts(self, theta: Theta) -> dict[str, Array]:
        """State unknowns of the user's coordinates in the charts of this action."""
        return self._restate(theta, lambda child: child.to_charts(theta))

    def from_charts(self, theta: Theta) -> dict[str, Array]:
        """State unknowns of the charts of this action in the user's coordinates."""
        return self._restate(theta, lambda child: child.from_charts(theta))

    def _restate(
        self, theta: Theta, change: Callable[[Action], dict[str, Array]]
    ) -> dict[str, Array]:
        if not self.children:
            return {name: np.asarray(theta[name], dtype=np.float64) for name in self.unknowns}
        return {name: value for child in self.children for name, value in change(child).items()}

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

    def channels(self) -> list[Channel]:
        """The channels, by kind: each coordinate and each feature is in one of them."""
        blocks = self.blocks()
        if blocks is None:
            places = np.arange(self.dim)[None], np.arange(self.features)[None]
            return [Channel(self, *places, None)]
        flat = ((block, index.reshape(len(index), -1)) for block, index in blocks.items())
        return [Channel(block, index, index, None) for block, index in flat]

    def __str__(self) -> str:
        return self.text(set())

    __repr__ = __str__


def merge_unknowns(actions: Iterable[Action]) -> Shapes:
    """Merge the unknowns of several actions; one name must have one shape."""
    merged: Shapes = {}
    for action in actions:
        for name, shape in action.unknowns.items():
            if merged.setdefault(name, shape) != shape:
                one, other = _show_shapes(merged[name], shape)
                raise SpecError(
                    f"the name {name!r} is used with two sizes, {one} and {other}; one name is one "
                    "unknown: give the second another name"
                )
    return merged


def group_channels(channels: Iterable[Channel]) -> list[tuple[Index, Index]]:
    """Group channels by size: arrays of coordinates and features, (channels, size)."""
    groups: dict[tuple[int, int], list[Channel]] = {}
    for one in channels:
        key = one.coordinates.shape[1], one.features.shape[1]
        groups.setdefault(key, []).append(one)
    return [
        (
            np.concatenate([one.coordinates for one in group]),
            np.concatenate([one.features for one in group]),
        )
        for group in groups.values()
    ]


def name_shift(name: str) -> str:
    """The name of the unknown shift b that belongs to the matrix A of a name."""
    return f"shift({name})"


def find_owner(unknown: str) -> str:
    """The name of the space that an unknown moves: x for ``x`` and for ``shift(x)``."""
    return unknown.removeprefix("shift(").removesuffix(")")


def find_leading(shapes: Shapes, *thetas: Theta) -> tuple[int, ...]:
    """The leading axes of numbers that are given for each unknown, broadcast."""
    leading = [
        np.shape(theta[name])[: np.ndim(theta[name]) - len(shape)]
        for theta in thetas
        for name, shape in shapes.items()
    ]
    return np.broadcast_shapes(*leading)


def choose_samples(shapes: Shapes, theta: Theta, which: Index) -> Theta:
    """The unknowns of some samples, where each sample may have its own."""
    return {
        name: np.asarray(theta[name])[which] if np.ndim(theta[name]) > len(shape) else theta[name]
        for name, shape in shapes.items()
    }


def _show_shapes(*shapes: tuple[int, ...]) -> list[str]:
    """The sizes of square matrices, or the shapes of other numbers."""
    if all(len(shape) == 2 and shape[0] == shape[1] for shape in shapes):
        return [str(shape[0]) for shape in shapes]
    return [" × ".join(map(str, shape)) + " numbers" for shape in shapes]


def leaf_matrix(leaf: Leaf, theta: Theta) -> Array:
    """The matrix by which an unknown acts on one axis of a block; leading axes count samples."""
    A = np.asarray(theta[leaf.name], dtype=np.float64)
    return -np.swapaxes(A, -1, -2) if leaf.dual else A


def apply_to_axis(A: Array, part: Array, axis: int) -> Array:
    """Apply a matrix, or one per sample, to an axis of blocks (N, copies, *sizes)."""
    moved = np.moveaxis(part, axis + 2, -1)
    with np.errstate(over="ignore", invalid="ignore"):
        if A.ndim == 2:
            return np.moveaxis(moved @ A.T, -1, axis + 2)
        flat = moved.reshape(len(part), -1, A.shape[-1]) @ np.swapaxes(A, -1, -2)
    return np.moveaxis(flat.reshape(moved.shape), -1, axis + 2)


def exponentiate(A: Array) -> Array:
    """e^A of a matrix, or of one per sample; what is beyond all numbers becomes infinite."""
    with np.errstate(over="ignore", invalid="ignore"):
        return np.asarray(scipy.linalg.expm(A))


def multiply_blocks(left: tuple[Blocks, int], right: tuple[Blocks, int]) -> tuple[Blocks, int]:
    """The blocks of a tensor product of two actions, each given with its dimension."""
    (blocks_a, dim_a), (blocks_b, dim_b) = left, right
    found: dict[tuple[Leaf, ...], list[Index]] = {}
    for block_a, a in blocks_a.items():
        for block_b, b in blocks_b.items():
            index = np.add.outer(a * dim_b, b)  # (S_a, *sizes_a, S_b, *sizes_b)
            index = np.moveaxis(index, a.ndim, 1)
            index = index.reshape(a.shape[0] * b.shape[0], *a.shape[1:], *b.shape[1:])
            found.setdefault(block_a + block_b, []).append(index)
    return {block: np.concatenate(indices) for block, indices in found.items()}, dim_a * dim_b


def check_positive(value: Any, what: str, least: int = 1) -> int:
    """Refuse anything but a whole number of at least ``least``."""
    try:
        number = operator.index(value)
    except Exception:  # arrays and the like raise anything
        number = least - 1
    if number < least or isinstance(value, bool):
        raise SpecError(f"{what} must be a whole number of at least {least}, not {value!r:.60}")
    return check_size(number)


def check_size(coordinates: int) -> int:
    """Refuse a space that no memory can hold, before anything is built for it."""
    if coordinates > limits.LIMITS.coordinates:
        raise SpecError(
            f"the spec has more than {limits.LIMITS.coordinates:,} numbers per sample: count again"
        )
    return coordinates
