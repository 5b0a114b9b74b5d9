"""One law of class labels: samples, logits, and the symmetries that are known by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

Array = np.ndarray
Symmetry = dict[str, Array]


@dataclass(frozen=True)
class Law:
    """A distribution of samples, the logits of their label, and a basis of all symmetries."""

    name: str
    spec: str
    """Always "... -> label"."""
    sample: Callable[[np.random.Generator, int], Array]
    """(generator of random numbers, N) -> samples (N, n)."""
    logits: Callable[[Array], Array]
    """(N, n) -> log-odds of the second of two classes, (N,), or one logit per class, (N, k)."""
    true: tuple[Symmetry, ...]
    """For each symmetry the matrix of each unknown."""
