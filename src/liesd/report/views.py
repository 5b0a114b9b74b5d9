"""How to look at a channel of many coordinates: their names, and the plane in which it moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from liesd.discovery.result import Discovery, Generator
from liesd.spec import Action, Block, block_rep

Array = NDArray[np.float64]
GOOD = 0.9  # how much of the motion a plane of coordinates must show to be preferred
WIDE = 4  # coordinates up to which an oblique direction can be named


@dataclass(frozen=True, eq=False)
class Channel:
    """All the blocks of a space on which the symmetries act alike."""

    block: Block
    index: NDArray[np.intp]
    """The coordinate numbers, (copies, coordinates of one copy)."""
    label: str
    coordinates: list[str]
    """What to call the coordinates of one copy."""

    @property
    def size(self) -> int:
        """How many coordinates one copy has."""
        return len(self.coordinates)

    def matrix(self, generator: Generator) -> Array:
        """How a generator acts on one copy."""
        return block_rep(self.block).matrix(generator)

    def points(self, data: Array) -> Array:
        """All copies in all samples, (samples·copies, coordinates)."""
        return data[..., self.index].reshape(-1, self.size)


@dataclass(frozen=True, eq=False)
class Plane:
    """Two directions in a channel that show how it moves."""

    axes: Array
    """Orthonormal rows, (2, coordinates)."""
    labels: tuple[str, str]


def channels(rep: Action, names: Sequence[str] | None = None) -> list[Channel]:
    """The channels of a space; ``names`` are those of all its coordinates, if they have any."""
    found = []
    for block, index in rep.require_blocks().items():
        flat = index.reshape(len(index), -1)
        label = "⊗".join(leaf.name + "*" * leaf.dual for leaf in block) or "numbers that stay"
        many = f"{len(flat)} × " if len(flat) > 1 and block else ""
        if names is not None and len(flat) == 1:
            coordinates = [names[k] for k in flat[0]]
        else:
            short = "".join(leaf.name for leaf in block) or "value"
            places = np.ndindex(*index.shape[1:])
            coordinates = [_coordinate(short, place) for place in places]
        found.append(Channel(block, flat, many + label, coordinates))
    return found


def input_channels(discovery: Discovery) -> list[Channel]:
    """The channels of the inputs, with the names of columns where the data had any."""
    columns = discovery.settings.get("data", {}).get("columns")
    fitting = columns is not None and len(columns) == discovery.spec.input.dim
    return channels(discovery.spec.input, columns if fitting else None)


def liveliest(found: Sequence[Channel], generator: Generator, data: Array) -> int:
    """Which channel moves most, relative to its size."""
    speeds = []
    for channel in found:
        points = channel.points(data)
        moved, size = np.linalg.norm(points @ channel.matrix(generator).T), np.linalg.norm(points)
        speeds.append(float(moved / size) if size > 0 else 0.0)
    return int(np.argmax(speeds))


def plane(channel: Channel, generator: Generator, data: Array) -> Plane:
    """The plane in which a channel moves most: where to, and what drives it.

    Two of the coordinates are preferred where they show nearly as much, or where there are many.
    """
    n = channel.size
    if n == 1:
        return Plane(np.ones((2, 1)), (channel.coordinates[0],) * 2)
    points, B = channel.points(data), channel.matrix(generator)
    C = points.T @ points / len(points)
    to, source = B @ C @ B.T, C @ B.T @ B @ C
    M = sum(
        (part / np.trace(part) for part in (to, source) if np.trace(part) > 0), np.zeros((n, n))
    )
    strength = np.diag(M)
    first, second = sorted(np.argsort(-strength.round(6), kind="stable")[:2])
    values, vectors = np.linalg.eigh(M)
    if n > WIDE or strength[first] + strength[second] >= GOOD * values[-2:].sum():
        return Plane(
            np.eye(n)[[first, second]], (channel.coordinates[first], channel.coordinates[second])
        )
    basis = vectors[:, -2:]
    lead = int(np.argmax(np.linalg.norm(basis, axis=1)))
    u = basis @ basis[lead]
    u /= np.linalg.norm(u)
    v = basis @ np.array([-(basis.T @ u)[1], (basis.T @ u)[0]])
    v *= np.sign(v[np.argmax(np.abs(v))])
    return Plane(np.stack([u, v]), (_label(channel, u), _label(channel, v)))


def _label(channel: Channel, direction: Array) -> str:
    """A direction in words, such as 0.60 x₁ − 0.80 x₂."""
    return (
        "".join(
            f" {'−' if part < 0 else '+'} {abs(part):.2f} {name}"
            for part, name in zip(direction, channel.coordinates, strict=True)
            if abs(part) > 0.01
        )
        .removeprefix(" + ")
        .strip()
    )


def _coordinate(name: str, place: tuple[int, ...]) -> str:
    """x₀, or x1[0] and x[0,10] where a subscript would be misread; counted from 0, as in words."""
    parts = [str(k) for k in place]
    if name[-1:].isdigit() or (len(parts) > 1 and max(map(len, parts)) > 1):
        return f"{name}[{','.join(parts)}]"
    return name + "".join(parts).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))
