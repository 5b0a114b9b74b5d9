"""Columns in another order and in other units, and functions of such columns."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import ArrayLike, NDArray
from torch import Tensor, nn

from liesd.errors import DataError, check_numbers
from liesd.sources.fitted import Choose, Fitted


@dataclass(frozen=True)
class Arrangement:
    """The columns ``order``, each multiplied by its factor."""

    order: tuple[int, ...]
    factors: tuple[float, ...]

    @classmethod
    def scaled(cls, factors: ArrayLike) -> Arrangement:
        """All columns as they come, each multiplied by its factor."""
        numbers = tuple(map(float, np.asarray(factors)))
        return cls(tuple(range(len(numbers))), numbers)

    def __call__(self, values: ArrayLike) -> NDArray[np.float64]:
        """The values (N, n) of columns as they were given, rearranged.

        >>> Arrangement((1, 0), (1.0, -2.0))([[3.0, 4.0]])
        array([[ 4., -6.]])
        """
        flat = check_numbers("the values", values)
        flat = flat.reshape(len(flat), -1)
        if flat.shape[1] != len(self.order):
            raise DataError(f"{len(self.order)} columns were arranged, not {flat.shape[1]}")
        return np.asarray(flat[:, list(self.order)] * np.array(self.factors))

    @property
    def is_plain(self) -> bool:
        """True if all columns stay as they are."""
        return self.order == tuple(range(len(self.order))) and set(self.factors) <= {1.0}

    def forward(self, values: Tensor) -> Tensor:
        """The same for tensors (..., n)."""
        return values[..., list(self.order)] * self._factors(values)

    def back(self, values: Tensor) -> Tensor:
        """The columns as they were given, from rearranged ones."""
        places = list(np.argsort(self.order))
        return (values / self._factors(values))[..., places]

    def _factors(self, values: Tensor) -> Tensor:
        return torch.as_tensor(self.factors, dtype=values.dtype, device=values.device)


class Rearranged(nn.Module):
    """A function of rearranged columns, with rearranged values."""

    def __init__(
        self, f: Any, inputs: Arrangement, outputs: Arrangement | None, shape: Sequence[int]
    ) -> None:
        super().__init__()
        self.f, self.inputs, self.outputs, self.shape = f, inputs, outputs, tuple(shape)

    def forward(self, z: Tensor) -> Tensor:
        """f at the columns as they were given."""
        y = self.f(self.inputs.back(z).reshape(len(z), *self.shape))
        return y if self.outputs is None else self.outputs.forward(y.reshape(len(z), -1))


class RearrangedModel(Fitted):
    """A fitted model of rearranged columns: what it knows of itself is rearranged as well."""

    def __init__(
        self, model: Fitted, inputs: Arrangement, outputs: Arrangement | None, shape: Sequence[int]
    ) -> None:
        super().__init__()
        self.model, self.inputs, self.outputs, self.shape = model, inputs, outputs, tuple(shape)
        self.task, self.report, self.disjoint = model.task, model.report, model.disjoint
        self.heldout_error = model.heldout_error
        self.replicas = nn.ModuleList(
            RearrangedModel(one, inputs, outputs, shape) for one in getattr(model, "replicas", ())
        )
        for name, value in (
            ("heldout_x", inputs.forward(model.heldout_x)),
            ("training_x", inputs.forward(model.training_x)),
            ("heldout_y", self._arrange(model.heldout_y)),
            ("training_y", self._arrange(model.training_y)),
        ):
            self.register_buffer(name, value)

    def forward(self, z: Tensor) -> Tensor:
        """The values of the model at the columns as they were given."""
        y = self.model(self.inputs.back(z).reshape(len(z), *self.shape))
        return y if self.outputs is None else self.outputs.forward(y.reshape(len(z), -1))

    def linearize(self, x: Tensor) -> tuple[Tensor, Tensor] | None:
        """Values and Jacobians by the formula of the model, if it knows one."""
        found = self.model.linearize(self.inputs.back(x))
        if found is None:
            return None
        y, J = found
        J = J[..., list(self.inputs.order)] / self.inputs._factors(J)
        if self.outputs is None:
            return y, J
        return self.outputs.forward(y), self.outputs.forward(J.mT).mT

    def sample_weight(self, x: Any) -> NDArray[np.float64] | None:
        """The weight that the model gives to the derivatives at each sample."""
        flat = torch.as_tensor(x).reshape(len(x), -1)
        return self.model.sample_weight(self.inputs.back(flat).reshape(len(x), *self.shape))

    def refit_still(self, choose: Choose | None, seed: int = 0) -> Fitted | None:
        """Fit the kept samples again, without changes along chosen fields."""

        def inside(f: Any) -> Tensor:
            assert choose is not None
            return self.inputs.back(choose(self._wrap(f)))

        again = self.model.refit_still(None if choose is None else inside, seed)
        return None if again is None else self._wrap(again)

    def _wrap(self, f: Any) -> Any:
        return rearrange(f, self.inputs, self.outputs, self.shape)

    def _arrange(self, y: Tensor) -> Tensor:
        flat = self.outputs is not None and y.ndim == 2 and y.shape[1] == len(self.outputs.order)
        return self.outputs.forward(y) if flat and self.outputs is not None else y


def rearrange(
    f: Any, inputs: Arrangement, outputs: Arrangement | None, shape: Sequence[int]
) -> Any:
    """A function, a fitted model or a list of them, of rearranged columns."""
    if isinstance(f, list | tuple):
        return [rearrange(one, inputs, outputs, shape) for one in f]
    if math.prod(shape) != len(inputs.order):
        raise DataError(f"samples of shape {tuple(shape)} do not have {len(inputs.order)} numbers")
    kind = RearrangedModel if isinstance(f, Fitted) else Rearranged
    return kind(f, inputs, outputs, shape)
