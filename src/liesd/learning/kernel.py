"""Regression with a Gaussian kernel: derivatives that are accurate to many digits, in seconds.

    f(x) = Σ_c α_c k(x, c) + A x + b,    k(x, c) = g·(exp(−|x − c|²/2l²) − 1)

for centres c drawn from the samples (Nyström), with everything in float64. Subtracting one changes
nothing that a constant could not do, and keeps the digits of long kernels. The length l and the
ridge are those with the least median error on held-out samples: the median, because a few samples
on the rim, where no setting does well and which count little in a discovery, would rule the mean.

All samples are reduced to one triangular factor by streaming, so memory stays flat: about
8·(16,384 + 5p)·p bytes for p = centres + n + 1 features. Time is N·p² multiplications, twice.
"""

from __future__ import annotations

import math
from typing import Any, ClassVar, NamedTuple

import numpy as np
import torch
from numpy.typing import ArrayLike, NDArray
from torch import Tensor, nn
from tqdm.auto import tqdm

from liesd.errors import DataError
from liesd.learning.data import CHUNK, Data
from liesd.learning.model import LearnedModel
from liesd.learning.scales import Units, survey
from liesd.nullspace import StreamingQR

CENTRES = 700
LENGTHS = (
    0.18,
    0.25,
    0.35,
    0.5,
    0.7,
    1.0,
    2.0,
    4.0,
    8.0,
    16.0,
    32.0,
)  # in units of the median distance
RIDGES = tuple(10.0 ** (k / 2) for k in range(-32, -3))  # relative to the largest singular value
SEARCH_ROWS, SEARCH_CENTRES, REFINE_ROWS = 6000, 320, 8000
HELD_ROWS = 4000  # enough to compare settings
SKETCH = 32
EPS = float(np.finfo(np.float64).eps)
ROUNDING = 1e-7  # the largest rounding of f, relative to y, that a choice may have
TILE = 16  # rows of a matrix product in the model
UNEVEN = 30.0  # how far units inside a channel may differ before it is tried to even them
CLEARLY = 0.5  # what that must do to the error
NEAR = 1.01  # of settings this close in error, the smoothest is taken


class KernelModel(LearnedModel):
    """The fitted kernel expansion; its Jacobian is exact."""

    kind: ClassVar[str] = "kernel"
    scale: Tensor
    centres: Tensor
    weights: Tensor
    sketch: Tensor
    span: Tensor
    typical: Tensor

    def __init__(
        self,
        x_shape: tuple[int, ...],
        y_shape: tuple[int, ...],
        length: float,
        gain: float,
        arrays: dict[str, Tensor],
    ) -> None:
        super().__init__(x_shape, y_shape)
        self.length, self.gain = length, gain
        for name in ("scale", "centres", "weights", "sketch", "span", "typical"):
            self.register_buffer(name, arrays[name].clone())

    def forward(self, x: Tensor) -> Tensor:
        """(N, *x_shape) -> (N, *y_shape)."""
        # Large weights magnify the rounding of matrix products, which differs with their shape and
        # alignment. In tiles of one round shape a sample has the same value in whatever batch.
        z = _round_up(x.reshape(len(x), -1) / self.scale, 1)
        tiles = _round_up(z, 0, TILE).unflatten(0, (-1, TILE))
        centres, weights = _round_up(self.centres, 1), _round_up(self.weights, 1)
        alpha, A, b = self._parts(weights)
        squares = tiles.square().sum(dim=2, keepdim=True) + centres.square().sum(dim=1)
        cross = _tiled(tiles, _round_up(centres.T, 1))[:, :, : len(centres)]
        k = self.gain * torch.expm1((2 * cross - squares).clamp_max(0.0) / (2 * self.length**2))
        y = _tiled(_round_up(k, 2), _round_up(alpha, 0)) + _tiled(tiles, _round_up(A, 0)) + b
        y = y.flatten(0, 1)[: len(x), : self.weights.shape[1]]
        return y.reshape(len(x), *self.y_shape)

    def sample_weight(self, x: ArrayLike) -> NDArray[np.float64]:
        """1/(1 + v/v₀), where v is the variance of the Jacobian at x and v₀ a typical one.

        The equations of a sample are as uncertain as its Jacobian, and least squares weighs
        equations by the inverse of their variance. Here it is what the fit itself says of it (the
        leverage of the derivatives), which is largest where samples are rare.
        """
        samples = np.asarray(x)
        samples = samples.reshape(len(samples), -1)
        parts = []
        with torch.no_grad():
            for start in range(0, len(samples), 4096):
                chunk = np.array(samples[start : start + 4096], dtype=np.float64)
                parts.append(self.variance(torch.from_numpy(chunk).to(self.scale) / self.scale))
        return (1 / (1 + torch.cat(parts) / self.typical)).double().cpu().numpy()

    def variance(self, z: Tensor) -> Tensor:
        """The variance of the Jacobian, up to a factor, along the directions that the data has."""
        e = torch.exp(-squared_distance(z, self.centres) / (2 * self.length**2))
        e *= self.gain / self.length**2
        alpha, A, _ = self._parts(self.sketch)
        plain, total = e @ alpha, torch.zeros(len(z), dtype=z.dtype)
        for v in self.span:
            along = e @ ((self.centres @ v)[:, None] * alpha) - (z @ v)[:, None] * plain + v @ A
            total += along.square().sum(dim=1)
        return total

    def _parts(self, table: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        m, n = self.centres.shape
        return table[:m], table[m : m + n], table[m + n :]

    def config(self) -> dict[str, Any]:
        return {"length": self.length, "gain": self.gain}

    @classmethod
    def build(cls, config: dict[str, Any], arrays: dict[str, Tensor]) -> KernelModel:
        return cls(**config, arrays=arrays)


class Fit(NamedTuple):
    """The best ridge for one length, with what it gives on held-out samples."""

    error: float
    typical: float
    ridge: float
    weights: Tensor
    values: Tensor
    vectors: Tensor


def fit_kernel(
    data: Data,
    seed: int = 0,
    progress: bool | None = None,
    *,
    centres: int = CENTRES,
    length: float | None = None,
    ridge: float | None = None,
) -> KernelModel:
    """Fit by ridge regression; ``length`` (in median distances) and ``ridge`` by held-out error.

    Inputs are scaled by one number a channel. Where coordinates of a channel come in units so
    different that the small ones would be lost, one number a coordinate is tried too.
    """
    if data.task != "regression":
        raise DataError("the kernel learner is for regression; use learner='network' for classes")
    if centres < 1:
        raise DataError(f"centres must be at least 1, not {centres}")
    units = survey(data)
    model = _fit(data, units, units.x_scale, seed, progress, centres, length, ridge)
    if (units.x_scale > UNEVEN * units.x_size).any():
        rival = _fit(data, units, units.x_size, seed, progress, centres, length, ridge)
        if rival.heldout_error < CLEARLY * model.heldout_error:
            return rival
    return model


def _fit(
    data: Data,
    units: Units,
    x_scale: Tensor,
    seed: int,
    progress: bool | None,
    centres: int,
    length: float | None,
    ridge: float | None,
) -> KernelModel:
    work = _Work(data, units, x_scale, seed, centres)
    hide = None if progress is None else not progress
    lengths = LENGTHS if length is None else (length,)
    ridges = RIDGES if ridge is None else (ridge,)
    steps = (len(lengths) if len(lengths) > 1 else 0) + math.ceil(len(data.train) / CHUNK)
    with tqdm(total=steps, desc="kernel", disable=hide, delay=1.0, leave=False) as bar:
        if len(lengths) > 1:
            length = work.search(lengths, ridges, bar)
        assert length is not None
        fit = work.fit(length, ridges, work.centres, data.train, bar)
    return work.model(length, fit)


class _Work:
    """What the search and the final fit share: scales, centres and held-out samples."""

    def __init__(self, data: Data, units: Units, x_scale: Tensor, seed: int, centres: int) -> None:
        self.data = data
        self.x_scale, self.y_scale, self.y_mean = x_scale, units.y_scale, units.y_mean
        self.span = units.span(x_scale)
        rng = np.random.default_rng((seed, 1))
        self.rows = rng.permutation(data.train)
        n = data.x.shape[1]
        count = max(1, min(centres, (len(data.train) - n - 1 - data.outputs) // 2))
        self.centres = data.inputs(np.sort(self.rows[:count])) / self.x_scale
        order = rng.permutation(len(self.centres))
        self.few = self.centres[np.sort(order[:SEARCH_CENTRES])]
        some = self.centres[:500]
        pairs = torch.triu_indices(len(some), len(some), offset=1)
        distances = squared_distance(some, some).sqrt()[pairs[0], pairs[1]]
        self.unit = (float(distances.median()) if len(distances) else 0.0) or 1.0
        held = data.heldout
        if len(held) > HELD_ROWS:
            held = np.sort(rng.permutation(held)[:HELD_ROWS])
        self.held_x = data.inputs(held) / self.x_scale
        self.held_y = self._target(data.targets(held))
        self.probes = torch.from_numpy(rng.choice([-1.0, 1.0], (self._size(count), SKETCH)))
        self.tried: list[dict[str, float]] = []

    def search(self, lengths: tuple[float, ...], ridges: tuple[float, ...], bar: Any) -> float:
        """The length with the least held-out error, on a part of the samples."""
        rows = np.sort(self.rows[:SEARCH_ROWS])
        for length in lengths:
            fit = self.fit(length, ridges, self.few, rows)
            self.tried.append({"length": length, "ridge": fit.ridge, "error": fit.typical})
            bar.update()
        least = min(trial["error"] for trial in self.tried)
        best = max(trial["length"] for trial in self.tried if trial["error"] <= NEAR * least)
        return self._refine(best, lengths, ridges)

    def _refine(self, best: float, lengths: tuple[float, ...], ridges: tuple[float, ...]) -> float:
        """Shorter lengths as long as they do better: more centres favour shorter ones."""
        rows = np.sort(self.rows[:REFINE_ROWS])
        least = self.fit(best, ridges, self.centres, rows).typical
        for length in sorted((one for one in lengths if one < best), reverse=True):
            error = self.fit(length, ridges, self.centres, rows).typical
            if error >= least / NEAR:
                break
            best, least = length, error
        return best

    def fit(
        self,
        length: float,
        ridges: tuple[float, ...],
        centres: Tensor,
        rows: NDArray[np.intp],
        bar: Any = None,
    ) -> Fit:
        """All rows -> one triangular factor -> the ridge with the least held-out error."""
        p, m = self._size(len(centres)), self.data.outputs
        qr = StreamingQR(p + m)
        for x, y in self.data.batches(rows, CHUNK):
            features = self._features(x / self.x_scale, centres, length)
            qr.add(torch.cat([features, self._target(y)], dim=1))
            if bar is not None:
                bar.update()
        R = qr.R
        R = nn.functional.pad(R, (0, 0, 0, max(0, p - len(R))))  # where rows are few
        left, values, right = torch.linalg.svd(R[:p, :p])
        projected = left.T @ R[:p, p:]
        held = self._features(self.held_x, centres, length)
        spread = float(self.held_y.square().mean().sqrt()) or 1.0
        # All ridges at once: one large product instead of many thin ones.
        ladder = torch.tensor(sorted(ridges, reverse=True), dtype=torch.float64)
        damped = values / (values**2 + (ladder[:, None] * values[0]) ** 2)
        coordinates = (damped.T[:, :, None] * projected[:, None, :]).flatten(1)
        weights = (right.T @ coordinates).unflatten(1, (len(ladder), m))
        power = held.square().mean(dim=0)
        rounding = EPS * torch.einsum("p,pkm->k", power, weights.square()).div(m).sqrt()
        allowed = (rounding <= ROUNDING * spread).long().cumprod(dim=0).bool()
        allowed[0] = True
        guess = (held @ right.T @ coordinates).unflatten(1, (len(ladder), m))
        squares = (guess - self.held_y[:, None, :]).square().mean(dim=2)
        typical = squares.median(dim=0).values.sqrt() / spread
        least = typical[allowed].min()
        best = int(torch.nonzero(allowed & (typical <= NEAR * least))[0])
        return Fit(
            error=float(squares[:, best].mean().sqrt()) / spread,
            typical=float(typical[best]),
            ridge=float(ladder[best]),
            weights=weights[:, best].contiguous(),
            values=values,
            vectors=right,
        )

    def model(self, length: float, fit: Fit) -> KernelModel:
        """The module in the units of the user, with what its sample weights need."""
        weights = fit.weights * self.y_scale
        weights[-1] += self.y_mean
        damping = (fit.values**2 + (fit.ridge * fit.values[0]) ** 2).sqrt()
        sketch = fit.vectors.T @ (self.probes / damping[:, None]) / math.sqrt(SKETCH)
        arrays = {
            "scale": self.x_scale,
            "centres": self.centres,
            "weights": weights,
            "sketch": sketch,
            "span": self.span,
            "typical": torch.ones((), dtype=torch.float64),
        }
        gain = max(length**2, 1.0)
        model = KernelModel(self.data.x_shape, self.data.y_shape, length * self.unit, gain, arrays)
        some = self.data.inputs(np.sort(self.rows[:HELD_ROWS])) / self.x_scale
        model.typical.copy_(model.variance(some).median())
        model.heldout_error = fit.error
        model.report = {
            "learner": "kernel",
            "why": f"length {length:.3g} median distances and ridge {fit.ridge:.0e} gave the least "
            "error on held-out samples",
            "length": length,
            "ridge": fit.ridge,
            "centres": len(self.centres),
            "heldout_error": fit.error,
            "search": self.tried,
        }
        return model

    def _features(self, z: Tensor, centres: Tensor, length: float) -> Tensor:
        exponent = squared_distance(z, centres) / (-2 * (length * self.unit) ** 2)
        k = torch.expm1(exponent).mul_(max(length**2, 1.0))
        return torch.cat([k, z, torch.ones_like(z[:, :1])], dim=1)

    def _target(self, y: Tensor) -> Tensor:
        return (y - self.y_mean) / self.y_scale

    def _size(self, centres: int) -> int:
        return centres + self.data.x.shape[1] + 1


def _round_up(tensor: Tensor, axis: int, multiple: int = 8) -> Tensor:
    """Zeros at the end of an axis, up to a multiple of its length."""
    missing = -tensor.shape[axis] % multiple
    if missing == 0:
        return tensor
    return nn.functional.pad(tensor, (0, 0) * (tensor.ndim - 1 - axis) + (0, missing))


def _tiled(tiles: Tensor, matrix: Tensor) -> Tensor:
    return torch.bmm(tiles, matrix.expand(len(tiles), -1, -1))


def squared_distance(a: Tensor, b: Tensor) -> Tensor:
    """|a_i − b_j|²."""
    squares = a.square().sum(dim=1)[:, None] + b.square().sum(dim=1)
    return torch.addmm(squares, a, b.T, alpha=-2.0).clamp_min(0.0)
