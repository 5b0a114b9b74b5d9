"""Second moments of data: what it spans, and how large it is in each channel.

What is small must not depend on units. Inputs are judged channel by channel in coordinates in
which the data is white, outputs by one scale a channel.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import torch
from torch import Tensor

from liesd.spec import Action

SPAN_TOLERANCE = 1e-4  # relative size below which a direction counts as never visited
ROUNDING = 1e-13  # relative size below which a coordinate is zero but for rounding


def double(tensor: Tensor) -> Tensor:
    """The tensor in float64, on its own device where that knows float64."""
    device = "cpu" if tensor.device.type == "mps" else tensor.device
    return tensor.to(device=device, dtype=torch.float64)


class Gram:
    """Σ w a bᵀ over samples, streamed."""

    def __init__(self) -> None:
        self._total: Tensor | None = None

    def add(self, a: Tensor, b: Tensor, weight: Tensor | None = None) -> None:
        part = (a if weight is None else a * weight[:, None]).T @ b
        self._total = double(part) if self._total is None else self._total + part

    def merge(self, other: Gram) -> None:
        """Take in the samples of another sum."""
        if self._total is None or other._total is None:
            self._total = other._total if self._total is None else self._total
        else:
            self._total = self._total + other._total.to(self._total.device)

    @property
    def sum(self) -> Tensor:
        assert self._total is not None, "no samples were added"
        return self._total.cpu()


class BlockGram:
    """Σ w x xᵀ over samples, only for some blocks of coordinates: arrays (blocks, size)."""

    def __init__(self, blocks: list[Tensor]) -> None:
        self.blocks = blocks
        self._totals: list[Tensor | float] = [0.0] * len(blocks)

    def add(self, x: Tensor, weight: Tensor | None = None) -> None:
        for k, block in enumerate(self.blocks):
            part = gather(x, block)
            heavy = part if weight is None else part * weight[:, None, None]
            self._totals[k] = self._totals[k] + heavy.permute(1, 2, 0) @ part.transpose(0, 1)

    def merge(self, other: BlockGram) -> None:
        """Take in the samples of another sum."""
        self._totals = [
            mine + theirs for mine, theirs in zip(self._totals, other._totals, strict=True)
        ]

    @property
    def sums(self) -> list[Tensor]:
        """For each array of blocks, its moments (blocks, size, size)."""
        return [torch.as_tensor(total).cpu() for total in self._totals]


def gather(x: Tensor, block: Tensor) -> Tensor:
    """The coordinates of some blocks: (..., n) -> (..., blocks, size), a view where it can be."""
    if block.numel() == x.shape[-1] and bool((block.flatten() == torch.arange(x.shape[-1])).all()):
        return x.unflatten(-1, tuple(block.shape))
    return x[..., block]


@dataclass(frozen=True, eq=False)
class Space:
    """The space of inputs or of outputs, as the data fills it: ``moment`` is the mean of x xᵀ."""

    rep: Action
    moment: Tensor

    @cached_property
    def channels(self) -> list[Tensor]:
        """The coordinates of each channel: for each size an array (channels, size)."""
        return [torch.from_numpy(channels) for channels in self.rep.channels()]

    @cached_property
    def scales(self) -> Tensor:
        """One number a coordinate, the same within a channel: the channel's root mean square."""
        power = self.moment.diagonal()
        scales = torch.ones_like(power)
        for channels in self.channels:
            rms = power[channels].mean(dim=1, keepdim=True).sqrt()
            scales[channels] = torch.where(rms > 0, rms, 1.0).expand(channels.shape)
        return scales

    @cached_property
    def rms(self) -> Tensor:
        """The root mean square of each coordinate; its channel's where it is zero."""
        rms = self.moment.diagonal().sqrt()
        return torch.where(rms > ROUNDING * self.scales, rms, self.scales)

    @cached_property
    def _spectrum(self) -> tuple[Tensor, Tensor]:
        values, vectors = torch.linalg.eigh(self.moment / torch.outer(self.rms, self.rms))
        return values / values[-1].clamp_min(torch.finfo(values.dtype).tiny), vectors

    @property
    def is_filled(self) -> bool:
        """Whether the data visits every direction."""
        return bool(torch.isfinite(self.moment).all() and self.rank == self.rep.dim)

    @cached_property
    def rank(self) -> int:
        """How many directions the data visits."""
        return int((self._spectrum[0] > SPAN_TOLERANCE**2).sum())

    def cut(self, precision: float) -> float:
        """The relative size of what was visited, but so little that it counts as never; 0 if none.

        ``precision`` is that of the samples: their rounding is nothing that was visited.
        """
        values = self._spectrum[0]
        rounding = max(ROUNDING, (10 * precision) ** 2)
        some = values[(values > rounding) & (values <= SPAN_TOLERANCE**2)]
        return float(some.max().sqrt()) if len(some) else 0.0

    @cached_property
    def projector(self) -> Tensor | None:
        """P, onto the span of the data; None where that is everything.

        Orthogonal once every channel is measured in its own scale, so that it changes neither
        with the units of a channel nor with an orthogonal change of coordinates.
        """
        if self.rank == self.rep.dim:
            return None
        visited = self._spectrum[1][:, self.rep.dim - self.rank :]
        basis = torch.linalg.qr((self.rms / self.scales)[:, None] * visited).Q
        return (self.scales[:, None] * basis) @ (basis.T / self.scales)

    @cached_property
    def whitening(self) -> list[tuple[Tensor, Tensor]]:
        """For each array of channels, W and W⁻¹ (channels, size, size), where W x is white."""
        result = []
        for channels in self.channels:
            rms = self.rms[channels]
            block = self.moment[channels[:, :, None], channels[:, None, :]]
            values, vectors = torch.linalg.eigh(block / (rms[:, :, None] * rms[:, None, :]))
            low = values < SPAN_TOLERANCE**2 * values[:, -1:]
            spread = torch.where(low, 1.0, values).sqrt()[:, None, :]
            W = (vectors / spread).transpose(1, 2) / rms[:, None, :]
            result.append((W, rms[:, :, None] * vectors * spread))
        return result

    @cached_property
    def _dual_metric(self) -> Tensor:
        """The moment within channels in units of their scales: the metric of covectors."""
        metric = torch.zeros_like(self.moment)
        for channels, (_, W_inverse) in zip(self.channels, self.whitening, strict=True):
            metric[channels[:, :, None], channels[:, None, :]] = W_inverse @ W_inverse.mT
        return metric / self.scales[:, None] / self.scales

    def dual_norm(self, J: Tensor) -> Tensor:
        """‖J W⁻¹‖² a sample, for J (b, m, n) in units of the channels' scales."""
        flat = J.flatten(0, 1)
        return ((flat @ self._dual_metric.to(J)) * flat).sum(dim=1).reshape(len(J), -1).sum(dim=1)


def psd_factor(moment: Tensor, rms: Tensor, tolerance: float = 0.0) -> Tensor:
    """F with F Fᵀ = moment (batches allowed), computed in units of ``rms``.

    Columns of relative size below the tolerance are set to zero.
    """
    unit = rms[..., :, None] * rms[..., None, :]
    values, vectors = torch.linalg.eigh(moment / unit)
    bar = max(tolerance**2, values.shape[-1] * torch.finfo(values.dtype).eps)
    kept = torch.where(values > bar * values[..., -1:], values, 0.0).clamp_min(0.0)
    return rms[..., :, None] * vectors * kept.sqrt()[..., None, :]
