"""Units for learning that no symmetry can notice: one number per channel, never per coordinate."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import torch
from scipy.spatial import KDTree
from torch import Tensor, nn

from liesd.learning import limits
from liesd.learning.data import Data, thin
from liesd.learning.lift import Lift
from liesd.numerics import limits as numerics_limits
from liesd.spec import Action
from liesd.spec.action import group_channels


class Units(NamedTuple):
    """Scales and moments, from one pass over the training rows."""

    x_scale: Tensor
    x_size: Tensor  # root mean square, coordinate by coordinate
    y_scale: Tensor  # of the spread about the mean; class labels have none
    y_mean: Tensor
    x_moment: Tensor
    x_centre: Tensor  # zero where the origin is a fixed point of every motion

    def lift(self, scale: Tensor, products: bool) -> Lift:
        """The inputs from their centre, in other units, with their products or without."""
        return Lift(scale, products, self.x_centre)

    def find_span(self, x_scale: Tensor) -> Tensor:
        """Orthonormal rows: the directions of scaled inputs that the data has."""
        values, vectors = torch.linalg.eigh(self.x_moment / torch.outer(x_scale, x_scale))
        return vectors.T[values > numerics_limits.LIMITS.span**2 * values[-1]]


def survey(data: Data, residual: bool = False) -> Units:
    """Scales of x and y, or of y − x, the mean of y, and the second moments of x.

    Points that an action moves away from any origin are measured from their centre.
    """
    centre = find_centre(data)
    moment: Any = 0.0
    total: Any = torch.zeros(data.outputs, dtype=torch.float64)
    squares: Any = torch.zeros(data.outputs, dtype=torch.float64)
    for x, y in data.read_batches(data.train):
        z = x - centre
        moment = moment + z.T @ z
        if data.task == "regression":
            rest = y - x if residual else y
            total, squares = total + rest.sum(dim=0), squares + rest.square().sum(dim=0)
    count, spec = len(data.train), data.spec
    moment, mean = moment / count, total / count
    size = moment.diagonal().clone()
    x_scale = scale_channels(size, None if spec is None else spec.input)
    spread = (squares / count - mean**2).clamp_min(0.0)
    y_scale = scale_channels(spread, None if spec is None else spec.output)
    x_size = torch.where(size > 0, size.sqrt(), 1.0)
    return Units(x_scale, x_size, y_scale, mean, moment, centre)


def find_centre(data: Data) -> Tensor:
    """One centre for all copies of a space of points; zero for everything else."""
    channels = [] if data.spec is None else data.spec.input.channels()
    homes: dict[str, list[Any]] = {}
    for one in channels:
        if one.name is not None:
            homes.setdefault(one.name, []).append(one.coordinates)
    centre = torch.zeros(data.x.shape[1], dtype=torch.float64)
    if not homes:
        return centre
    total = torch.zeros_like(centre)
    for x, _ in data.read_batches(data.train):
        total += x.sum(dim=0)
    for index in homes.values():
        places = torch.from_numpy(np.concatenate(index))
        centre[places] = (total[places].mean(dim=0) / len(data.train)).expand(places.shape)
    return centre


def scale_channels(power: Tensor, rep: Action | None) -> Tensor:
    """The root mean square of each channel, for every coordinate of it.

    ``power`` holds the mean square of each coordinate. Without a representation everything is one
    channel: a finer scaling could break a symmetry that nobody has named yet.
    """
    channels = (
        [np.arange(len(power))[None]]
        if rep is None
        else [own for own, _ in group_channels(rep.channels())]
    )
    scales = torch.ones_like(power)
    for index in channels:
        block = torch.from_numpy(index)
        rms = power[block].mean(dim=1, keepdim=True).sqrt()
        scales[block] = torch.where(rms > 0, rms, 1.0).expand(block.shape)
    return scales


@torch.no_grad()
def score(model: nn.Module, data: Data) -> tuple[float, dict[str, float]]:
    """The held-out error of a model, and for classes the log loss."""
    if data.task == "regression":
        units, error = survey(data), float(find_squares(model, data).sum())
        spread = sum(
            float(((y - units.y_mean) / units.y_scale).square().sum())
            for _, y in data.read_batches(data.heldout)
        )
        return (error / spread) ** 0.5 if spread else error**0.5, {}
    wrong, losses = 0, []
    for x, y in data.read_batches(data.heldout):
        both = _give_classes(model, x)
        wrong += int((both.argmax(dim=1) != y).sum())
        losses.append(_lose(both, y))
    return wrong / len(data.heldout), {"heldout_log_loss": float(torch.cat(losses).mean())}


@torch.no_grad()
def find_squares(model: nn.Module, data: Data) -> Tensor:
    """The squared error of a regression at each held-out sample, in the units of the outputs."""
    scale = survey(data).y_scale
    parts = [
        ((model(x).reshape(len(x), -1) - y) / scale).square().sum(dim=1)
        for x, y in data.read_batches(data.heldout)
    ]
    return torch.cat(parts)


@torch.no_grad()
def are_neighbours_unrelated(model: nn.Module, data: Data) -> bool:
    """True if residuals of neighbouring samples are not alike, beyond chance.

    Noise differs from one sample to the next; what a fit has missed of a law does not. Residuals at
    the samples that were fitted tell it as well: they are smaller, and no more alike. Outliers
    are clipped.
    """
    inputs = data.x.shape[1]
    most = min(limits.LIMITS.compared_rows, limits.LIMITS.compared_numbers // inputs)
    rows = thin(np.sort(np.concatenate([data.train, data.heldout])), most)
    scale, points, rest = survey(data).y_scale, [], []
    for x, y in data.read_batches(rows):
        points.append(x)
        rest.append((model(x).reshape(len(x), -1) - y) / scale)
    z, residuals = torch.cat(points).numpy(), torch.cat(rest).numpy()
    spread = z.std(axis=0)
    z = z[:, spread > 0] / spread[spread > 0]
    size = np.sqrt(np.mean(residuals**2))
    if not z.size or not size:
        return True
    residuals = np.clip(residuals / size, *limits.LIMITS.clipped_residuals)
    nearest = np.asarray(KDTree(z).query(z, k=[2])[1])[:, 0]
    products = np.sum(residuals * residuals[nearest], axis=1)
    # Many samples are each other's nearest, so that a product counts up to twice.
    error = math.sqrt(2) * products.std() / math.sqrt(len(products))
    return bool(products.mean() <= limits.LIMITS.alike_residuals * error)


@torch.no_grad()
def is_clearly_better(one: nn.Module, other: nn.Module, data: Data) -> bool:
    """True if a classifier's held-out log loss is less than another's by a standard error."""
    gains = torch.cat(
        [
            _lose(_give_classes(other, x), y) - _lose(_give_classes(one, x), y)
            for x, y in data.read_batches(data.heldout)
        ]
    )
    return float(gains.mean()) > float(gains.std()) / len(gains) ** 0.5


def _give_classes(model: nn.Module, x: Tensor) -> Tensor:
    """The probability of each class."""
    out = model(x).reshape(len(x), -1)
    return torch.cat([1 - out, out], dim=1) if out.shape[1] == 1 else out


def _lose(p: Tensor, y: Tensor) -> Tensor:
    """The log loss of each sample."""
    return -p.gather(1, y[:, None])[:, 0].clamp_min(torch.finfo(p.dtype).tiny).log()
