"""What a law with a curved symmetry is: data, a function, and the truth about it."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch

Function = Callable[[torch.Tensor], torch.Tensor]
Sampler = Callable[[np.random.Generator, int], np.ndarray]
Matrices = dict[str, np.ndarray]
Generator = dict[str, Matrices | np.ndarray]


@dataclass(frozen=True)
class Law:
    """A smooth function y = f(x) whose symmetries of the form of a spec are known.

    A generator maps the name of an unknown to its numbers, in the coordinates of the data:
    ``{"A": ..., "b": ...}`` for ``affine``, ``{"b": ...}`` for ``shift``, and for ``poly`` an array
    of components times monomials, the monomials by total degree, then lexicographic.
    """

    name: str
    spec: str
    field: str
    sample: Sampler
    law: Function
    true: tuple[Generator, ...] = ()
    broken: float = 0.0
    intact: Function | None = None
    remains: str = ""

    @property
    def truth(self) -> int:
        """The number of symmetries."""
        return len(self.true)

    def f(self, x: np.ndarray) -> np.ndarray:
        """The values of the law at samples (N, n), as an array (N, m)."""
        with torch.no_grad():
            return self.law(torch.as_tensor(x, dtype=torch.float64)).numpy()
