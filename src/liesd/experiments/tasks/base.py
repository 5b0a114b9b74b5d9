"""The parts of a task: data, a spec, its true algebra and the published figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from liesd import metrics
from liesd.discovery.result import Discovery
from liesd.spec import Spec

Array = NDArray[np.float64]
Labels = NDArray[np.int64]
Theta = Mapping[str, Array]


class Figure(NamedTuple):
    """A figure of a published table over several seeds."""

    average: float
    minimum: float
    maximum: float


class Row(NamedTuple):
    """A row of a published table."""

    method: str
    space_error: Figure
    orthogonality_error: Figure


@dataclass(frozen=True, eq=False)
class Form:
    """The form of a symmetry of the task: the spec, the true generators and a layout.

    The layout turns the matrices of one generator into the vector whose span the paper compares.
    Each generator is brought to norm 1 as a vector θ first.
    """

    spec: Spec
    true: Mapping[str, Theta]
    layout: Callable[[Theta], Array]

    def columns(self, generators: Iterable[Theta]) -> Array:
        """The generators as columns, in the paper's layout."""
        vectors = []
        for generator in generators:
            theta = self.spec.pack(generator)
            vectors.append(self.layout(self.spec.unpack(theta / np.linalg.norm(theta))))
        return np.stack(vectors, axis=1) if vectors else np.zeros((len(self._make_example()), 0))

    def null_columns(self, discovery: Discovery) -> Array:
        """All null directions as columns: genuine, unseen and gauge, as the paper takes them."""
        return self.columns([*discovery.generators, *discovery.unseen, *discovery.gauge])

    def space_error(self, discovery: Discovery, dimension: int | None = None) -> float:
        """The paper's space error of what was found.

        With ``dimension``, this many best directions are taken whatever the discovery decided, as
        in the paper, which gives the number by hand.
        """
        found = self.null_columns(discovery)
        if dimension is not None:
            ranked = [*discovery.generators, *discovery.refuted][:dimension]
            found = self.columns([*ranked, *discovery.unseen, *discovery.gauge])
        return metrics.space_error(found, self.columns(self.true.values()))

    def orthogonality_error(self, discovery: Discovery) -> float:
        """The paper's orthogonality error of what was found."""
        return metrics.orthogonality_error(self.null_columns(discovery))

    def span_error(self, discovery: Discovery) -> float:
        """The distance of the true generators from the span of those found: min_X ‖VX − V*‖²."""
        true = self.columns(self.true.values())
        found, values, _ = np.linalg.svd(self.null_columns(discovery), full_matrices=False)
        found = found[:, values > 1e-9 * values.max(initial=0.0)]  # gauge directions are zero here
        return float(np.sum((true - found @ (found.T @ true)) ** 2))

    def _make_example(self) -> Array:
        return self.layout(next(iter(self.true.values())))


@dataclass(frozen=True, eq=False)
class Dataset:
    """One data set of a task, ready to be learned from."""

    data: Callable[..., tuple[Array, Array | Labels]]
    """seed -> (x, y); or seed, path -> (x, y) for what comes from a file."""
    form: Form
    needs_file: bool = False
    discover_every: int = 1
    """The stride of the discovery's samples, as in the paper."""
    paper: tuple[Row, ...] = ()
    """What the paper reports for it."""

    def load(self, seed: int, path: Path | None = None) -> tuple[Array, Array | Labels]:
        """The samples (x, y) of a seed."""
        return self.data(seed, path) if self.needs_file else self.data(seed)


@dataclass(frozen=True, eq=False)
class Task:
    """A problem of the paper with all its data sets."""

    name: str
    datasets: Mapping[str, Dataset]
    settings: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Settings of each learner for :func:`liesd.learn`; for ``"paper"``, the paper's own."""
