"""What learning gives: a torch module that knows its score and can be kept in a file."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import torch
from numpy.typing import ArrayLike, NDArray
from torch import Tensor, nn


class LearnedModel(nn.Module):
    """A function of samples (N, *x_shape) with values (N, *y_shape), in float64."""

    kind: ClassVar[str] = ""
    heldout_error: float
    """Regression: root mean square error relative to the spread of y, on samples that the model was
    not fitted to. Classification: the share of them that it gets wrong."""
    report: dict[str, Any]
    """What was chosen and why; plain values only."""
    replicas: nn.ModuleList
    """The same learner on disjoint parts of the data, by which a discovery judges noise."""
    heldout_x: Tensor
    heldout_y: Tensor
    """Some samples that neither the model nor its replicas were fitted to, by which a discovery
    tells an asymmetry of the law from one of the fit; none for classes."""

    def __init__(self, x_shape: tuple[int, ...], y_shape: tuple[int, ...]) -> None:
        super().__init__()
        self.x_shape, self.y_shape = tuple(x_shape), tuple(y_shape)
        self.heldout_error, self.report = float("nan"), {}
        self.replicas = nn.ModuleList()
        for name, shape in (("heldout_x", x_shape), ("heldout_y", y_shape)):
            empty = torch.empty(0, math.prod(shape), dtype=torch.float64)
            self.register_buffer(name, empty)

    def config(self) -> dict[str, Any]:
        """The plain values from which, with its arrays, the module can be built again."""
        raise NotImplementedError

    @classmethod
    def build(cls, config: dict[str, Any], arrays: dict[str, Tensor]) -> LearnedModel:
        """The module from :meth:`config` and its arrays."""
        raise NotImplementedError

    def predict(self, x: ArrayLike, batch_size: int = 4096) -> NDArray[np.float64]:
        """The values for an array of samples, as an array."""
        samples = np.asarray(x)
        parts = []
        with torch.no_grad():
            for start in range(0, len(samples), batch_size):
                chunk = np.array(samples[start : start + batch_size], dtype=np.float64)
                parts.append(self(torch.from_numpy(chunk)).numpy())
        return np.concatenate(parts)

    def sample_weight(self, x: ArrayLike) -> NDArray[np.float64] | None:
        """How far the derivatives can be trusted at each sample, if the model can tell."""
        return None

    def save(self, path: str | Path) -> None:
        """Write the model to one file, which :func:`liesd.learning.load_model` reads back."""
        from liesd.learning.files import save_model

        save_model(self, path)

    def extra_repr(self) -> str:
        return f"{self.x_shape} -> {self.y_shape}, held-out error {self.heldout_error:.1e}"
