"""The learned model: a torch module that knows its score and can be saved to a file."""

from __future__ import annotations

import math
from pathlib import Path
from typing import IO, Any, ClassVar, Self, TypeVar, cast

import numpy as np
import torch
from numpy.typing import ArrayLike, NDArray
from torch import Tensor

from liesd.data.archive import Kind, write_archive
from liesd.errors import check_registration
from liesd.learning.base import KINDS, Learner
from liesd.learning.words import tell_error
from liesd.sources.fitted import HEADER, Choose, Fitted, write_header

MODEL = Kind("liesd.LearnedModel", 2, "a model saved by liesd", "save the model again")


class LearnedModel(Fitted):
    """A function of samples (N, *x_shape) with values (N, *y_shape), in float64."""

    kind: ClassVar[str] = ""
    """The name under which files know the class (:func:`register_model`)."""
    heldout_error: float
    """Regression: root mean square error relative to the spread of y, on samples that the model was
    not fitted to. Classification: the share of them that it gets wrong."""
    learner: Learner[Any]
    """The learner that made the model, with its settings."""
    interrupted: bool
    """Whether the learner was stopped before its end."""

    def __init__(self, x_shape: tuple[int, ...], y_shape: tuple[int, ...]) -> None:
        super().__init__()
        self.x_shape, self.y_shape = tuple(x_shape), tuple(y_shape)
        self.heldout_error, self.interrupted, self.report = float("nan"), False, {}
        self.replicas = torch.nn.ModuleList()
        for name, shape in (("heldout_x", x_shape), ("heldout_y", y_shape)):
            empty = torch.empty(0, math.prod(shape), dtype=torch.float64)
            self.register_buffer(name, empty)
        self.register_buffer("training_x", torch.empty(0, math.prod(x_shape), dtype=torch.float64))
        self.register_buffer("training_y", torch.empty(0, dtype=torch.float64))
        self.register_buffer(HEADER, torch.empty(0, dtype=torch.uint8), persistent=False)

    def refit_still(self, choose: Choose | None, seed: int = 0) -> Fitted | None:
        """Let the learner fit the kept samples again, without changes along chosen fields."""
        if not len(self.training_x):
            return None
        again: Fitted | None = self.learner.refit_still(self, choose, seed)
        return again

    def seal(self) -> None:
        """Keep in a buffer how to build the model again, so that TorchScript carries it along."""
        setattr(self, HEADER, write_header({"format": MODEL.format, **self.describe()}))

    def __prepare_scriptable__(self) -> Any:
        """The trace, which ``torch.jit.script`` takes in place of the module."""
        example = torch.zeros((3, *self.x_shape), dtype=torch.float64)
        return _Traced(torch.jit.trace(self, example.to(self.heldout_x)))

    def config(self) -> dict[str, Any]:
        """The plain values from which, with its shapes and arrays, the module is built again."""
        return {}

    @classmethod
    def build(cls, config: dict[str, Any], arrays: dict[str, Tensor]) -> Self:
        """The module from its shapes, :meth:`config` and arrays, which are then loaded into it."""
        return cls(**config)

    def predict(self, x: ArrayLike, batch_size: int = 4096) -> NDArray[np.float64]:
        """The values for an array of samples, as an array."""
        samples = np.asarray(x)
        parts = []
        with torch.no_grad():
            for start in range(0, len(samples), batch_size):
                chunk = np.array(samples[start : start + batch_size], dtype=np.float64)
                parts.append(self(torch.from_numpy(chunk)).numpy())
        return np.concatenate(parts)

    def save(self, path: str | Path | IO[bytes]) -> None:
        """Write the model to one file, which :func:`liesd.load_model` reads back.

        The file appears whole or not at all.
        """
        arrays = {name: tensor.cpu().numpy() for name, tensor in self.state_dict().items()}
        write_archive(path, MODEL, self.describe(), arrays)

    def describe(self) -> dict[str, Any]:
        """Everything but the arrays as plain values, replicas included."""
        return {
            "kind": self.kind,
            "config": self.config(),
            "x_shape": self.x_shape,
            "y_shape": self.y_shape,
            "learner": {"name": self.learner.name, "settings": self.learner.describe()},
            "heldout_error": self.heldout_error,
            "interrupted": self.interrupted,
            "report": self.report,
            "replicas": [cast("LearnedModel", replica).describe() for replica in self.replicas],
        }

    def extra_repr(self) -> str:
        return f"{self.x_shape} -> {self.y_shape}, held-out error {tell_error(self.heldout_error)}"


class _Traced(torch.nn.Module):
    """A trace, as ``torch.jit.script`` takes it."""

    def __init__(self, model: Any) -> None:
        super().__init__()
        self.model = model

    def forward(self, x: Tensor) -> Tensor:
        return self.model(x)


C = TypeVar("C", bound=type[LearnedModel])


def register_model(model: C) -> C:
    """Make a class of models known by its ``kind``."""
    known = KINDS.get(model.kind)
    check_registration("a kind of model", model.kind, known, model)
    KINDS[model.kind] = model
    return model


def link(task: str, y: Tensor) -> Tensor:
    """The probabilities of classes for their logits (N, m); values stay as they are."""
    if task == "regression":
        return y
    return torch.sigmoid(y) if task == "binary" else torch.softmax(y, dim=1)


def chain(task: str, y: Tensor, J: Tensor) -> tuple[Tensor, Tensor]:
    """What is given for numbers (N, m) with Jacobians (N, m, n), and the Jacobians of that."""
    p = link(task, y)
    if task == "regression":
        return p, J
    rest = (1 - p)[:, :, None] * J
    if task == "multiclass":
        rest = J - (p[:, :, None] * J).sum(dim=1, keepdim=True)
    return p, p[:, :, None] * rest
