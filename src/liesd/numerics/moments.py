"""Second moments of data, streamed."""

from __future__ import annotations

import torch
from torch import Tensor


def double(tensor: Tensor) -> Tensor:
    """Convert to float64, on the tensor's own device where that supports float64."""
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
    def is_empty(self) -> bool:
        """True before the first sample."""
        return self._total is None

    @property
    def sum(self) -> Tensor:
        assert self._total is not None, "no samples were added"
        return self._total.cpu()


class BlockGram:
    """Σ w x xᵀ over samples, for given blocks of coordinates only: arrays (blocks, size)."""

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
    """Gather the coordinates of blocks: (..., n) -> (..., blocks, size), as a view if possible."""
    if block.numel() == x.shape[-1] and bool((block.flatten() == torch.arange(x.shape[-1])).all()):
        return x.unflatten(-1, tuple(block.shape))
    return x[..., block]


def factorize_psd(moment: Tensor, rms: Tensor, tolerance: float = 0.0) -> Tensor:
    """Factorise F Fᵀ = moment (batches allowed), in units of ``rms``.

    Columns of relative size below the tolerance are set to zero.
    """
    unit = rms[..., :, None] * rms[..., None, :]
    values, vectors = torch.linalg.eigh(moment / unit)
    bar = max(tolerance**2, values.shape[-1] * torch.finfo(values.dtype).eps)
    kept = torch.where(values > bar * values[..., -1:], values, 0.0).clamp_min(0.0)
    return rms[..., :, None] * vectors * kept.sqrt()[..., None, :]
