"""Views of a channel with many coordinates: their names, and the plane in which it moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from liesd.discovery.result import Discovery, Generator
from liesd.report import style
from liesd.spec import Action, Block, block_rep

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Channel:
    """All parts of a space on which the symmetries act alike."""

    kind: Block | Action
    """The block of a linear action, or else the action on one copy."""
    index: NDArray[np.intp]
    """The indices of coordinates, (copies, coordinates of one copy)."""
    label: str
    coordinates: list[str]
    """The names of the coordinates of one copy."""

    @property
    def size(self) -> int:
        """The number of coordinates of one copy."""
        return len(self.coordinates)

    @property
    def block(self) -> Block | None:
        """The block, if matrices act on it."""
        return None if isinstance(self.kind, Action) else self.kind

    def velocity(self, generator: Generator, points: Array) -> Array:
        """The field of a generator at points (N, coordinates) of one copy."""
        if isinstance(self.kind, Action):
            return self.kind.field(generator, points)
        return points @ block_rep(self.kind).matrix(generator).T

    def points(self, data: Array) -> Array:
        """All copies in all samples, (samples·copies, coordinates)."""
        return data[..., self.index].reshape(-1, self.size)

    def centred(self, data: Array) -> Array:
        """The same from their mean where the origin has no meaning."""
        points = self.points(data)
        return points if self.block is not None else points - points.mean(axis=0)

    def speed(self, generator: Generator, data: Array) -> float:
        """How fast the channel moves, relative to its size."""
        size = float(np.linalg.norm(self.centred(data)))
        moved = float(np.linalg.norm(self.velocity(generator, self.points(data))))
        return moved / size if size > 0 else 0.0


@dataclass(frozen=True, eq=False)
class Plane:
    """Two directions in a channel that show how it moves."""

    axes: Array
    """Orthonormal rows, (2, coordinates)."""
    labels: tuple[str, str]


def list_channels(rep: Action, names: Sequence[str] | None = None) -> list[Channel]:
    """List the channels of a space; ``names`` are those of all its coordinates, if any."""
    found = []
    for part in rep.channels():
        flat = part.coordinates
        if isinstance(part.kind, Action):
            label = short = next(iter(part.kind.unknowns), "value")
            places: Iterable[tuple[int, ...]] = ((k,) for k in range(flat.shape[1]))
        else:
            label = "⊗".join(leaf.name + "*" * leaf.dual for leaf in part.kind)
            label, short = (
                label or "numbers that stay",
                "".join(leaf.name for leaf in part.kind) or "value",
            )
            places = np.ndindex(*(leaf.size for leaf in part.kind))
        many = f"{len(flat)} × " if len(flat) > 1 and part.kind else ""
        if names is not None and len(flat) == 1:
            coordinates = [names[k] for k in flat[0]]
        else:
            coordinates = [_name_coordinate(short, place) for place in places]
        found.append(Channel(part.kind, flat, many + label, coordinates))
    return found


def list_input_channels(discovery: Discovery) -> list[Channel]:
    """List the channels of the inputs, with the names of columns if the data had any."""
    columns = discovery.settings.get("data", {}).get("columns")
    fitting = columns is not None and len(columns) == discovery.spec.input.dim
    return list_channels(discovery.spec.input, columns if fitting else None)


def find_liveliest(found: Sequence[Channel], generator: Generator, data: Array) -> int:
    """Find the channel that moves most, relative to its size."""
    return int(np.argmax([channel.speed(generator, data) for channel in found]))


def choose_plane(channel: Channel, generator: Generator, data: Array) -> Plane:
    """Choose the plane in which a channel moves most: along velocities, and the points behind them.

    Two of the coordinates are preferred where they show nearly as much, or where there are many.
    """
    n = channel.size
    if n == 1:
        return Plane(np.ones((2, 1)), (channel.coordinates[0],) * 2)
    points, moved = channel.centred(data), channel.velocity(generator, channel.points(data))
    spread, mixed = points.T @ points, points.T @ moved
    parts = [moved.T @ moved, mixed @ mixed.T]
    M = sum((part / np.trace(part) for part in parts if np.trace(part) > 0), np.zeros((n, n)))
    if channel.block is None and np.trace(spread) > 0:  # a translation leaves the second axis open
        M = M + style.STYLE.idle_motion * spread / np.trace(spread)
    strength = np.diag(M)
    first, second = sorted(np.argsort(-strength.round(6), kind="stable")[:2])
    values, vectors = np.linalg.eigh(M)
    if (
        n > style.STYLE.oblique_size
        or strength[first] + strength[second] >= style.STYLE.plane_motion * values[-2:].sum()
    ):
        return Plane(
            np.eye(n)[[first, second]], (channel.coordinates[first], channel.coordinates[second])
        )
    basis = vectors[:, -2:]
    lead = int(np.argmax(np.linalg.norm(basis, axis=1)))
    u = basis @ basis[lead]
    u /= np.linalg.norm(u)
    v = basis @ np.array([-(basis.T @ u)[1], (basis.T @ u)[0]])
    v *= np.sign(v[np.argmax(np.abs(v))])
    return Plane(np.stack([u, v]), (_name_direction(channel, u), _name_direction(channel, v)))


def _name_direction(channel: Channel, direction: Array) -> str:
    """Name a direction, such as 0.60 x₁ − 0.80 x₂."""
    return (
        "".join(
            f" {'−' if part < 0 else '+'} {abs(part):.2f} {name}"
            for part, name in zip(direction, channel.coordinates, strict=True)
            if abs(part) > 0.01
        )
        .removeprefix(" + ")
        .strip()
    )


def _name_coordinate(name: str, place: tuple[int, ...]) -> str:
    """Name a coordinate x₀, or x1[0] and x[0,10] where a subscript would be misread."""
    parts = [str(k) for k in place]
    if name[-1:].isdigit() or (len(parts) > 1 and max(map(len, parts)) > 1):
        return f"{name}[{','.join(parts)}]"
    return name + "".join(parts).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))
