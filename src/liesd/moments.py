"""Second moments of data: what it spans, and how large it is in each channel.

What is small must not depend on units. Inputs are judged channel by channel in coordinates in
which the data is white, outputs by one scale a channel; see ``docs/method.md`` for why.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from liesd.reps import Rep

SPAN_TOLERANCE = 1e-4  # relative size below which a direction counts as never visited


def double(tensor: Tensor) -> Tensor:
    """The tensor in float64, on its own device where that knows float64."""
    device = "cpu" if tensor.device.type == "mps" else tensor.device
    return tensor.to(device=device, dtype=torch.float64)


class Gram:
    """Σ w a bᵀ over samples, streamed."""

    def __init__(self) -> None:
        self.total: Tensor | float = 0.0
        self.count = 0

    def add(self, a: Tensor, b: Tensor, weight: Tensor | None = None) -> None:
        self.total = self.total + (a if weight is None else a * weight[:, None]).T @ b
        self.count += len(a)

    @property
    def sum(self) -> NDArray[np.float64]:
        total = self.total
        assert isinstance(total, Tensor), "no samples were added"
        return np.asarray(total.cpu().numpy())


@dataclass(frozen=True)
class Space:
    """The space of inputs or of outputs, as the data fills it: ``moment`` is the mean of x xᵀ."""

    rep: Rep
    moment: NDArray[np.float64]

    @cached_property
    def scales(self) -> NDArray[np.float64]:
        """One number a coordinate, the same within a channel: the channel's root mean square."""
        power = np.diag(self.moment)
        scales = np.ones(self.rep.dim)
        for channels in self.rep.channels():
            rms = np.sqrt(power[channels].mean(axis=1, keepdims=True))
            scales[channels] = np.where(rms > 0, rms, 1.0)
        return scales

    @cached_property
    def rms(self) -> NDArray[np.float64]:
        """The root mean square of each coordinate; its channel's where it is zero."""
        rms = np.sqrt(np.diag(self.moment))
        return np.where(rms > SPAN_TOLERANCE**2 * self.scales, rms, self.scales)

    @cached_property
    def factor(self) -> NDArray[np.float64]:
        """F with F Fᵀ = moment: one column a direction that the data visits."""
        return psd_factor(self.moment, self.rms, SPAN_TOLERANCE)

    @property
    def rank(self) -> int:
        """How many directions the data visits."""
        return self.factor.shape[1]

    @cached_property
    def projector(self) -> NDArray[np.float64] | None:
        """P, onto the span of the data; None where that is everything.

        Orthogonal once every channel is measured in its own scale, so that it changes neither
        with the units of a channel nor with an orthogonal change of coordinates.
        """
        if self.rank == self.rep.dim:
            return None
        basis, _ = np.linalg.qr(self.factor / self.scales[:, None])
        return (self.scales[:, None] * basis) @ (basis.T / self.scales)

    @cached_property
    def whitening(self) -> list[tuple[NDArray[np.intp], NDArray[np.float64], NDArray[np.float64]]]:
        """For the channels of each size: their coordinates, W and W⁻¹, where W x is white."""
        result = []
        for channels in self.rep.channels():
            rms = self.rms[channels]
            block = self.moment[channels[:, :, None], channels[:, None, :]]
            values, vectors = np.linalg.eigh(block / (rms[:, :, None] * rms[:, None, :]))
            low = values < SPAN_TOLERANCE**2 * values[:, -1:]
            spread = np.sqrt(np.where(low, 1.0, values))
            W = (vectors / spread[:, None, :]).transpose(0, 2, 1) / rms[:, None, :]
            W_inverse = rms[:, :, None] * vectors * spread[:, None, :]
            result.append((channels, W, W_inverse))
        return result

    @cached_property
    def whitener(self) -> NDArray[np.float64]:
        """W as one dense matrix."""
        W = np.zeros((self.rep.dim, self.rep.dim))
        for channels, blocks, _ in self.whitening:
            W[channels[:, :, None], channels[:, None, :]] = blocks
        return W


def psd_factor(
    moment: NDArray[np.float64], rms: NDArray[np.float64], tolerance: float = 0.0
) -> NDArray[np.float64]:
    """F with F Fᵀ = moment, computed in units of ``rms``; small directions are dropped."""
    values, vectors = np.linalg.eigh(moment / np.outer(rms, rms))
    top = max(values[-1], 0.0)
    keep = values > max(tolerance**2, len(values) * np.finfo(float).eps) * top
    if top == 0.0:
        keep[:] = False
    return np.asarray(rms[:, None] * vectors[:, keep] * np.sqrt(values[keep]))
