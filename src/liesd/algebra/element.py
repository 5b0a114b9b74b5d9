"""One infinitesimal action: a matrix for each unknown of a spec."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from liesd.spec import Spec


@dataclass(frozen=True, eq=False)
class Element(Mapping[str, NDArray[np.float64]]):
    """One infinitesimal action: ``g["x"]`` is its matrix for the unknown x."""

    spec: Spec
    theta: NDArray[np.float64]

    def __getitem__(self, name: str) -> NDArray[np.float64]:
        return self._matrices[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.spec.unknowns)

    def __len__(self) -> int:
        return len(self.spec.unknowns)

    @cached_property
    def _matrices(self) -> dict[str, NDArray[np.float64]]:
        return self.spec.unpack(self.theta)

    @property
    def input(self) -> NDArray[np.float64]:
        """The dense matrix on all inputs, dρ_X."""
        return self.spec.input.matrix(self)

    @property
    def output(self) -> NDArray[np.float64]:
        """The dense matrix on all outputs, dρ_Y."""
        return self.spec.output.matrix(self)

    @property
    def words(self) -> str:
        """The action in words."""
        from liesd.algebra.words import describe

        return describe(self)

    def __str__(self) -> str:
        lines = [self._title()]
        for name, matrix in self.items():
            block = np.array2string(matrix, precision=3, suppress_small=True)
            lines.append(f"  {name} = " + block.replace("\n", "\n" + " " * (len(name) + 5)))
        return "\n".join(lines)

    def _title(self) -> str:
        return self.words

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.spec}: {self.words}>"
