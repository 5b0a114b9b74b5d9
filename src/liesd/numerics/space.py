"""The space of inputs or of outputs, as the data fills it.

What counts as small must not depend on units. Inputs are measured channel by channel in coordinates
in which the data is white, outputs by one scale per channel.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import torch
from torch import Tensor

from liesd.numerics import limits


@dataclass(frozen=True, eq=False)
class Space:
    """A space with channels, and the mean of x xᵀ over the data."""

    channels: list[Tensor]
    """The coordinates of each channel: for each size an array (channels, size)."""
    moment: Tensor
    whole: bool = False
    """Whether every direction counts as visited, though the data lies on a surface."""

    @property
    def dim(self) -> int:
        """The number of coordinates."""
        return len(self.moment)

    @cached_property
    def scales(self) -> Tensor:
        """One number per coordinate, the same within a channel: the channel's root mean square."""
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
        return torch.where(rms > limits.LIMITS.rounding * self.scales, rms, self.scales)

    @cached_property
    def _spectrum(self) -> tuple[Tensor, Tensor]:
        values, vectors = torch.linalg.eigh(self.moment / torch.outer(self.rms, self.rms))
        return values / values[-1].clamp_min(torch.finfo(values.dtype).tiny), vectors

    @property
    def is_filled(self) -> bool:
        """True if the data visits every direction."""
        return bool(torch.isfinite(self.moment).all() and self.rank == self.dim)

    @cached_property
    def rank(self) -> int:
        """The number of directions that the data visits."""
        if self.whole:
            return self.dim
        return int((self._spectrum[0] > limits.LIMITS.span**2).sum())

    def cut(self, precision: float) -> float:
        """Relative size of the largest direction visited too little to count; 0 if there is none.

        ``precision`` is that of the samples: their rounding does not count as a visit.
        """
        if self.whole:
            return 0.0
        values = self._spectrum[0]
        rounding = max(limits.LIMITS.rounding, (10 * precision) ** 2)
        cut = values[(values > rounding) & (values <= limits.LIMITS.span**2)]
        return float(cut.max().sqrt()) if len(cut) else 0.0

    @cached_property
    def projector(self) -> Tensor | None:
        """P, the projector onto the span of the data; None where that is the whole space.

        Orthogonal once every channel is measured in its own scale, so that it changes neither
        with the units of a channel nor with an orthogonal change of coordinates.
        """
        if self.rank == self.dim:
            return None
        visited = self._spectrum[1][:, self.dim - self.rank :]
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
            low = values <= limits.LIMITS.span**2 * values[:, -1:]  # also where all are zero
            deviation = torch.where(low, 1.0, values).sqrt()[:, None, :]
            W = (vectors / deviation).transpose(1, 2) / rms[:, None, :]
            result.append((W, rms[:, :, None] * vectors * deviation))
        return result

    @cached_property
    def _dual_metric(self) -> Tensor:
        """The moment within channels in units of their scales: the metric of covectors."""
        metric = torch.zeros_like(self.moment)
        for channels, (_, W_inverse) in zip(self.channels, self.whitening, strict=True):
            metric[channels[:, :, None], channels[:, None, :]] = W_inverse @ W_inverse.mT
        return metric / self.scales[:, None] / self.scales

    def dual_norm(self, J: Tensor) -> Tensor:
        """‖J W⁻¹‖² per sample, for J (b, m, n) in units of the channels' scales."""
        flat = J.flatten(0, 1)
        return ((flat @ self._dual_metric.to(J)) * flat).sum(dim=1).reshape(len(J), -1).sum(dim=1)
