"""A small smooth network, in float64 once it is trained."""

from __future__ import annotations

import copy
import math
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import torch
from numpy.typing import ArrayLike, NDArray
from torch import Tensor, nn

from liesd.errors import DataError
from liesd.learning.data import CHUNK, Data
from liesd.learning.lift import Lift
from liesd.learning.model import LearnedModel
from liesd.learning.network.plan import Plan
from liesd.learning.network.training import train
from liesd.learning.scales import survey
from liesd.numerics.nullspace import StreamingQR

ACTIVATIONS: dict[str, type[nn.Module]] = {
    "gelu": nn.GELU,
    "silu": nn.SiLU,
    "tanh": nn.Tanh,
    "relu": nn.ReLU,
}
SKETCH = 32
RIDGE = 1e-13  # relative: only what rounding could not tell apart is damped


class NetworkModel(LearnedModel):
    """A multilayer perceptron between inputs and outputs in units of their channels.

    Regression: the values. Binary classes: the probability of class 1. Several classes: the
    probability of each. With ``residual`` the network learns how y differs from x, and with
    ``products`` it sees the products of its inputs too.
    """

    kind: ClassVar[str] = "network"
    x_scale: Tensor
    y_scale: Tensor
    y_shift: Tensor
    sketch: Tensor
    span: Tensor
    typical: Tensor

    def __init__(
        self,
        x_shape: tuple[int, ...],
        y_shape: tuple[int, ...],
        widths: list[int],
        activation: str,
        task: str,
        residual: bool,
        products: bool = False,
    ) -> None:
        super().__init__(x_shape, y_shape)
        if activation not in ACTIVATIONS:
            raise DataError(
                f"activation must be one of {', '.join(ACTIVATIONS)}, not {activation!r}"
            )
        self.widths, self.activation = list(widths), activation
        self.task, self.residual, self.products = task, residual, products
        n, m = int(np.prod(x_shape)), int(np.prod(y_shape))
        sizes = [Lift(torch.ones(n), products).size, *self.widths]
        layers: list[nn.Module] = []
        for a, b in pairwise(sizes):
            layers += [nn.Linear(a, b), ACTIVATIONS[activation]()]
        self.hidden = nn.Sequential(*layers)
        self.last = nn.Linear(sizes[-1], m)
        for name, size in (("x_scale", n), ("y_scale", m), ("y_shift", m)):
            value = torch.zeros(size) if name == "y_shift" else torch.ones(size)
            self.register_buffer(name, value)
        self.register_buffer("sketch", torch.zeros(sizes[-1], SKETCH))
        self.register_buffer("span", torch.eye(n))
        self.register_buffer("typical", torch.zeros(()))

    def forward(self, x: Tensor) -> Tensor:
        """(N, *x_shape) -> (N, *y_shape)."""
        flat = x.reshape(len(x), -1)
        y = self.raw(flat / self.x_scale) * self.y_scale + self.y_shift
        if self.residual:
            y = y + flat
        if self.task != "regression":
            y = torch.sigmoid(y) if self.task == "binary" else torch.softmax(y, dim=1)
        return y.reshape(len(x), *self.y_shape)

    def raw(self, z: Tensor) -> Tensor:
        """The network itself, from scaled inputs to scaled outputs or logits."""
        out: Tensor = self.last(self.features(z))
        return out

    def features(self, z: Tensor) -> Tensor:
        """What the last layer sees."""
        out: Tensor = self.hidden(Lift(torch.ones_like(self.x_scale), self.products)(z))
        return out

    def sample_weight(self, x: ArrayLike) -> NDArray[np.float64] | None:
        """1/(1 + v/v₀), where v is the variance of the Jacobian at x and v₀ a typical one.

        The variance is that of the least squares of the last layer; None where there was none.
        """
        if not float(self.typical):
            return None
        samples = np.asarray(x)
        parts = []
        for start in range(0, len(samples), 4096):
            chunk = np.array(samples[start : start + 4096], dtype=np.float64)
            flat = torch.from_numpy(chunk).to(self.x_scale).reshape(len(chunk), -1)
            parts.append(self.variance(flat / self.x_scale))
        return (1 / (1 + torch.cat(parts) / self.typical)).double().cpu().numpy()

    def variance(self, z: Tensor) -> Tensor:
        """The variance of the Jacobian, up to a factor, along the directions that the data has."""
        with torch.enable_grad():
            z = z.detach().requires_grad_(True)
            columns = (self.features(z) @ self.sketch).sum(dim=0)
            total = torch.zeros(len(z), dtype=z.dtype)
            for k, column in enumerate(columns):
                (slope,) = torch.autograd.grad(column, z, retain_graph=k + 1 < len(columns))
                total += (slope @ self.span.T).square().sum(dim=1)
        return total

    def config(self) -> dict[str, Any]:
        return {
            "widths": self.widths,
            "activation": self.activation,
            "task": self.task,
            "residual": self.residual,
            "products": self.products,
        }

    @classmethod
    def build(cls, config: dict[str, Any], arrays: dict[str, Tensor]) -> NetworkModel:
        return cls(**config).double()


def fit_network(
    data: Data,
    seed: int = 0,
    progress: bool | None = None,
    checkpoint: str | Path | None = None,
    *,
    widths: tuple[int, ...] = (128, 128),
    activation: str = "gelu",
    scaled: bool = True,
    input_size: float = 1.0,
    residual: bool | None = None,
    products: bool = False,
    solve_last: bool = True,
    **training: Any,
) -> NetworkModel:
    """Train with warm-up and cosine decay, then solve the last layer by float64 least squares.

    ``products`` makes products of inputs inputs too. ``input_size`` is the root mean square of the
    inputs that the network sees: smaller ones make it start flatter. ``training`` takes the
    fields of :class:`~liesd.learning.network.plan.Plan`.
    """
    spec = data.spec
    regression = data.task == "regression"
    if residual is None:
        residual = regression and spec is not None and spec.input == spec.output
    if residual and data.x.shape[1] != data.outputs:
        raise DataError("residual=True needs as many outputs as inputs")
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model = NetworkModel(
            data.x_shape, data.y_shape, list(widths), activation, data.task, residual, products
        )
    if not input_size > 0:
        raise DataError(f"input_size must be positive, not {input_size}")
    if scaled:
        _set_scales(model, data, input_size)
    z, target = _tables(model, data)
    plan = Plan(**training)
    outcome = train(model, data, z, target, plan, seed, progress, checkpoint)
    model = model.double()
    if regression and solve_last:
        trained = copy.deepcopy(model)
        _solve_last_layer(model, data, seed)
        if _score(trained, data)[0] < _score(model, data)[0]:  # can be, where data is scarce
            model = trained
    model.eval().requires_grad_(False)
    model.heldout_error, extra = _score(model, data)
    model.report = {
        "learner": "network",
        "why": _why(plan, outcome),
        **model.config(),
        "scaled": scaled,
        "input_size": input_size,
        "solve_last": solve_last,
        **plan.describe(),
        **outcome,
        **extra,
        "heldout_error": model.heldout_error,
    }
    return model


def _why(plan: Plan, outcome: dict[str, Any]) -> str:
    if plan.keep == "last":
        return f"the last of {outcome['steps_done']} steps"
    return f"the best of {outcome['steps_done']} steps by its error on held-out samples"


def _set_scales(model: NetworkModel, data: Data, input_size: float) -> None:
    """One number a channel for inputs and outputs; outputs are centred too."""
    units = survey(data, residual=model.residual)
    model.x_scale.copy_(units.x_scale / input_size)
    if model.task == "regression":
        model.y_scale.copy_(units.y_scale)
        model.y_shift.copy_(units.y_mean)


def _tables(model: NetworkModel, data: Data) -> tuple[Tensor, Tensor]:
    """Everything in the units of the network and in float32, for fast batches."""
    inputs, targets = [], []
    everything = np.arange(len(data.x))
    for x, y in data.batches(everything, CHUNK):
        inputs.append((x / model.x_scale).float())
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
    width, m = model.widths[-1] + 1, data.outputs
    qr = StreamingQR(width + m)
    for x, y in data.batches(data.train, CHUNK):
        h = model.features(x / model.x_scale)
        rest = y - x if model.residual else y
        target = (rest - model.y_shift) / model.y_scale
        qr.add(torch.cat([h, torch.ones_like(h[:, :1]), target], dim=1))
    R = qr.R
    left, values, right = torch.linalg.svd(R[:width, :width], full_matrices=False)
    damped = values / (values**2 + (RIDGE * values[0]) ** 2)
    weights = right.T @ (damped[:, None] * (left.T @ R[: len(left), width:]))
    model.last.weight.copy_(weights[:-1].T)
    model.last.bias.copy_(weights[-1])
    rng = np.random.default_rng((seed, 1))
    probes = torch.from_numpy(rng.choice([-1.0, 1.0], (len(values), SKETCH)))
    damping = (values**2 + (RIDGE * values[0]) ** 2).sqrt()[:, None]
    sketch = right.T @ (probes / damping) / math.sqrt(SKETCH)
    model.sketch.copy_(sketch[:-1])
    P = survey(data).span(model.x_scale)
    model.span.copy_(P.T @ P)
    some = data.inputs(np.sort(rng.permutation(data.train)[:4000])) / model.x_scale
    model.typical.copy_(model.variance(some).median())


@torch.no_grad()
def _score(model: NetworkModel, data: Data) -> tuple[float, dict[str, float]]:
    """The held-out error, and for classes the log loss."""
    if model.task == "regression":
        units, error, spread = survey(data), 0.0, 0.0
        for x, y in data.batches(data.heldout, CHUNK):
            out = model(x).reshape(len(x), -1)
            error += float(((out - y) / units.y_scale).square().sum())
            spread += float(((y - units.y_mean) / units.y_scale).square().sum())
        return (error / spread) ** 0.5 if spread else error**0.5, {}
    wrong, loss = 0, 0.0
    for x, y in data.batches(data.heldout, CHUNK):
        out = model(x).reshape(len(x), -1)
        both = torch.cat([1 - out, out], dim=1) if model.task == "binary" else out
        wrong += int((both.argmax(dim=1) != y).sum())
        chosen = both.gather(1, y[:, None]).clamp_min(torch.finfo(both.dtype).tiny)
        loss -= float(chosen.log().sum())
    return wrong / len(data.heldout), {"heldout_log_loss": loss / len(data.heldout)}
