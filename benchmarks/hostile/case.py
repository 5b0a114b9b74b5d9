"""What a hostile case is, and the small parts that all of them are made of."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

Array = NDArray[np.float64]
Law = Callable[[torch.Tensor], torch.Tensor]
Inputs = Callable[[np.random.Generator], Array | tuple[Array, NDArray[np.int64]]]
Spoil = Callable[[np.random.Generator, Array, Array], tuple[Array, Array]]
Generator = dict[str, Array]


@dataclass(frozen=True)
class Samples:
    """What is handed to the library; `clean` holds the inputs before anything was spoiled."""

    x: Array
    y: Array
    groups: NDArray[np.int64] | None
    clean: Array


@dataclass(frozen=True)
class Case:
    """One hostile case.

    Two generators are the same if they act alike on the data: directions that move nothing
    there are not counted in `truth`, and spaces are to be compared by what they do to the
    samples. If a dimension other than `truth` is accepted, the larger of the two spaces should
    contain the smaller one.
    """

    name: str
    family: str
    mode: str  # "exact": hand over `f` and x; "learned": hand over x and y
    spec: str
    law: Law  # the noise-free law, with its right derivatives wherever it has any
    inputs: Inputs
    truth: int
    true: tuple[Generator, ...]
    note: str
    accepted: tuple[int, ...]
    f: Law  # what is handed over in the mode "exact": the values of `law`, perhaps with a trick
    spoil: Spoil | None = None  # noise, outliers, errors of measurement
    grouped: bool = False  # whether the groups are handed over
    decoys: tuple[Generator, ...] = ()  # look like symmetries, and are broken by 1 % at least
    why: str = ""  # why derivatives of the law on the data cannot confirm `truth`
    normals: Callable[[Array], Array] | None = None  # (N, k, n): where the data never goes
    number: int = 0

    def sample(self, seed: int = 0) -> Samples:
        """Draw the data of this case: the same for the same seed."""
        rng = np.random.default_rng([seed, self.number])
        drawn = self.inputs(rng)
        x, groups = drawn if isinstance(drawn, tuple) else (drawn, None)
        x = np.ascontiguousarray(x, dtype=np.float64)
        with torch.no_grad():
            y = self.law(torch.from_numpy(x.copy())).to(torch.float64).numpy()
        clean = x
        if self.spoil is not None:
            x, y = self.spoil(rng, x.copy(), y.copy())
        return Samples(x, y, groups if self.grouped else None, clean)


def make(
    family: str,
    mode: str,
    name: str,
    spec: str,
    law: Law,
    inputs: Inputs,
    true: Sequence[Generator],
    note: str,
    *,
    accepted: tuple[int, ...] = (),
    f: Law | None = None,
    spoil: Spoil | None = None,
    grouped: bool = False,
    decoys: Sequence[Generator] = (),
    why: str = "",
    normals: Callable[[Array], Array] | None = None,
) -> Case:
    """Build a case: `true` spans the symmetries, so its length is the truth."""
    truth = len(true)
    return Case(
        name=f"{family}-{mode}-{name}",
        family=family,
        mode=mode,
        spec=spec,
        law=law,
        inputs=inputs,
        truth=truth,
        true=tuple(true),
        note=note,
        accepted=accepted or (truth,),
        f=f or law,
        spoil=spoil,
        grouped=grouped,
        decoys=tuple(decoys),
        why=why,
        normals=normals,
    )


def normal(count: int, n: int, scale: float = 1.0) -> Inputs:
    """Independent normal inputs."""
    return lambda rng: scale * rng.normal(size=(count, n))


def uniform(count: int, n: int, low: float = -1.0, high: float = 1.0) -> Inputs:
    """Independent uniform inputs."""
    return lambda rng: rng.uniform(low, high, size=(count, n))


def noise(scale: float) -> Spoil:
    """Normal noise of one size on all outputs."""
    return lambda rng, x, y: (x, y + scale * rng.normal(size=y.shape))


def sq(x: torch.Tensor, start: int = 0, stop: int | None = None) -> torch.Tensor:
    """The sum of the squares of some columns, all of them unless told."""
    return x[:, start:stop].square().sum(dim=1)


def col(*columns: torch.Tensor) -> torch.Tensor:
    """Columns side by side."""
    return torch.stack(columns, dim=1)


def entry(n: int, i: int, j: int) -> Array:
    """The matrix with a one in row i and column j."""
    a = np.zeros((n, n))
    a[i, j] = 1.0
    return a


def turn(n: int, i: int, j: int) -> Array:
    """The rotation in the plane of the axes i and j."""
    return entry(n, j, i) - entry(n, i, j)


def rotations(n: int) -> list[Array]:
    """All of so(n)."""
    return [turn(n, i, j) for i in range(n) for j in range(i + 1, n)]


def rows(n: int, *free: int) -> list[Array]:
    """Matrices that move only the given coordinates, in any way."""
    return [entry(n, i, j) for i in free for j in range(n)]


def keeping(*functionals: Sequence[float]) -> list[Array]:
    """All matrices that leave some linear functions of the vector as they are."""
    a = np.asarray(functionals, dtype=np.float64)
    n = a.shape[1]
    free = np.linalg.svd(a)[2][np.linalg.matrix_rank(a) :]
    return [np.outer(v, np.eye(n)[j]) for v in free for j in range(n)]


def on(name: str, matrices: Sequence[Array]) -> tuple[Generator, ...]:
    """Generators that consist of one matrix each."""
    return tuple({name: m} for m in matrices)


ROT = turn(2, 0, 1)
EYE = np.eye(2)
SQUEEZE = np.diag([1.0, -1.0])
SPIN = on("x", [ROT])
