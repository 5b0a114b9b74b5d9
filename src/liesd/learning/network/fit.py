"""Training a small smooth network, whose last layer is then solved in float64."""

from __future__ import annotations

import copy
import math
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import torch
from torch import Tensor

from liesd.errors import DataError, check_real
from liesd.learning import limits
from liesd.learning.base import Learner
from liesd.learning.data import Data
from liesd.learning.network.model import ACTIVATIONS, NetworkModel
from liesd.learning.network.plan import Plan
from liesd.learning.network.polar import list_channels
from liesd.learning.network.still import Still
from liesd.learning.network.training import train
from liesd.learning.scales import score, survey
from liesd.learning.settings import as_choice, as_count, as_flag, as_optional, as_tuple
from liesd.numerics.nullspace import StreamingQR
from liesd.progress import Show
from liesd.sources.fitted import Choose


@dataclass(frozen=True, kw_only=True)
class NetworkLearner(Plan, Learner[NetworkModel]):
    """A small smooth network: trained, then its last layer solved by float64 least squares."""

    name: ClassVar[str] = "network"
    widths: tuple[int, ...] = (128, 128)
    """The widths of the hidden layers."""
    activation: str = "gelu"
    """What follows each of them: "gelu", "silu", "tanh" or "relu"."""
    scaled: bool = True
    """Whether inputs and outputs are scaled by one number per channel."""
    input_size: float = 1.0
    """The root mean square of scaled inputs: smaller ones make the network start flatter."""
    residual: bool | None = None
    """Whether it learns y − x; by default where inputs and outputs transform alike."""
    products: bool | None = None
    """Whether products of inputs are inputs too; by default they are not."""
    directions: bool = False
    """Whether lengths and directions of channels, and products of directions, are inputs too."""
    solve_last: bool = True
    """Whether the last layer is solved by least squares, for regression."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check(
            widths=as_tuple(as_count),
            activation=as_choice(ACTIVATIONS),
            scaled=as_flag,
            input_size=partial(
                check_real, meaning="positive", low=0.0, high=math.inf, closed=False
            ),
            residual=as_optional(as_flag),
            products=as_optional(as_flag),
            directions=as_flag,
            solve_last=as_flag,
        )

    def fit(
        self,
        data: Data,
        seed: int,
        progress: Show = None,
        checkpoint: str | Path | None = None,
    ) -> NetworkModel:
        model = self._start(data, seed)
        if self.scaled:
            _set_scales(model, data, self.input_size)
        z, target = _make_tables(model, data)
        outcome = train(model, data, z, target, self, seed, progress, checkpoint)
        model = model.double()
        if data.task == "regression" and self.solve_last:
            trained = copy.deepcopy(model)
            _solve_last_layer(model, data, seed)
            if score(trained, data)[0] < score(model, data)[0]:  # can be, where data is scarce
                model = trained
        model.eval().requires_grad_(False)
        model.learner, model.interrupted = self, outcome["interrupted"]
        model.heldout_error, extra = score(model, data)
        model.report = {
            "learner": self.name,
            "why": _explain(self, outcome),
            **model.config(),
            "scaled": self.scaled,
            "input_size": self.input_size,
            "solve_last": self.solve_last,
            **self.describe_training(),
            **outcome,
            **extra,
            "heldout_error": model.heldout_error,
        }
        return model

    def refit(
        self,
        model: NetworkModel,
        data: Data,
        share: int,
        seed: int,
        progress: Show = None,
        checkpoint: str | Path | None = None,
    ) -> NetworkModel:
        """Train another network, with as many passes over its part as over all of the data."""
        again = replace(self, steps=max(1, self.steps // share))
        return again.fit(data, seed, progress, checkpoint)

    def refit_still(self, model: NetworkModel, choose: Choose | None, seed: int) -> NetworkModel:
        """Train a copy of a model further, on the samples that it has kept.

        It is kept from changing along the fields that ``choose`` gives. Without fields it is free.
        """
        x, y = model.training_x.cpu().numpy(), model.training_y.long().cpu().numpy()
        shapes = model.x_shape, model.y_shape
        rows = np.arange(len(x))
        data = Data(x, y, *shapes, model.task, None, rows, rows[:1])
        plan = replace(
            self,
            epochs=limits.LIMITS.still_epochs,
            learning_rate=limits.LIMITS.still_rate * self.learning_rate,
            keep="last",
        )
        other = NetworkModel(*shapes, **model.config())
        own = dict(model.named_parameters()) | dict(model.named_buffers())
        for name, value in (*other.named_parameters(), *other.named_buffers()):
            if value.shape == own[name].shape:
                value.data.copy_(own[name])
        z, target = _make_tables(other, data)
        still = None if choose is None else Still(choose, seed)
        train(other, data, z, target, plan, seed, False, None, still)
        return other.double().eval().requires_grad_(False)

    def _start(self, data: Data, seed: int) -> NetworkModel:
        """The network before it is trained."""
        residual = self.residual
        if residual is None:
            alike = data.spec is not None and data.spec.input == data.spec.output
            residual = data.task == "regression" and alike
        if residual and data.x.shape[1] != data.outputs:
            raise DataError("residual=True needs as many outputs as inputs")
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            return NetworkModel(
                data.x_shape,
                data.y_shape,
                list(self.widths),
                self.activation,
                data.task,
                residual,
                bool(self.products),
                list_channels(data) if self.directions else None,
                self.input_size,
            )


def _explain(plan: Plan, outcome: dict[str, Any]) -> str:
    if plan.keep == "last":
        return f"the last of {outcome['steps_done']} steps"
    return f"the best of {outcome['steps_done']} steps by its error on held-out samples"


def _set_scales(model: NetworkModel, data: Data, input_size: float) -> None:
    """One number per channel for inputs and outputs; outputs are centred too."""
    units = survey(data, residual=model.residual)
    model.x_scale.copy_(units.x_scale / input_size)
    model.x_shift.copy_(units.x_centre)
    if model.task == "regression":
        model.y_scale.copy_(units.y_scale)
        model.y_shift.copy_(units.y_mean)


def _make_tables(model: NetworkModel, data: Data) -> tuple[Tensor, Tensor]:
    """Everything in the units of the network and in float32, for fast batches."""
    inputs, targets = [], []
    everything = np.arange(len(data.x))
    for x, y in data.read_batches(everything):
        inputs.append(model.reduce(x).float())
        if model.task == "regression":
            rest = y - x if model.residual else y
            targets.append(((rest - model.y_shift) / model.y_scale).float())
        else:
            targets.append(y)
    return torch.cat(inputs), torch.cat(targets)


@torch.no_grad()
def _solve_last_layer(model: NetworkModel, data: Data, seed: int) -> None:
    """The last layer that fits the training rows best, by least squares in float64.

    The same factor tells where the derivatives can be trusted, which a sketch of it remembers.
    """
    width, m = model.last.in_features + 1, data.outputs
    qr = StreamingQR(width + m)
    for x, y in data.read_batches(data.train):
        h = model.compute_features(model.reduce(x))
        rest = y - x if model.residual else y
        target = (rest - model.y_shift) / model.y_scale
        qr.add(torch.cat([h, torch.ones_like(h[:, :1]), target], dim=1))
    R = qr.R
    left, values, right = torch.linalg.svd(R[:width, :width], full_matrices=False)
    damped = values / (values**2 + (limits.LIMITS.last_layer_ridge * values[0]) ** 2)
    weights = right.T @ (damped[:, None] * (left.T @ R[: len(left), width:]))
    model.last.weight.copy_(weights[:-1].T)
    model.last.bias.copy_(weights[-1])
    rng = np.random.default_rng((seed, 1))
    probes = torch.from_numpy(
        rng.choice([-1.0, 1.0], (len(values), limits.LIMITS.sketch_directions))
    )
    damping = (values**2 + (limits.LIMITS.last_layer_ridge * values[0]) ** 2).sqrt()[:, None]
    sketch = right.T @ (probes / damping) / math.sqrt(limits.LIMITS.sketch_directions)
    model.sketch.copy_(sketch[:-1])
    P = survey(data).find_span(model.x_scale)
    model.span.copy_(P.T @ P)
    some = np.sort(rng.permutation(data.train)[: limits.LIMITS.typical_rows])
    sample = model.reduce(data.read_inputs(some))
    model.typical.copy_(model.estimate_variance(sample).median())
