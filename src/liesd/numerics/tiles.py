"""Matrix products of one round shape, whose rounding does not depend on the batch.

The rounding of a product differs with its shape and alignment, and large weights magnify it. In
tiles a sample has the same value in whatever batch it comes; and a tile at a time stays in the
cache.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn


def is_recorded() -> bool:
    """True if operations are recorded, so that they must serve batches of any size."""
    return torch._C._get_tracing_state() is not None or torch.compiler.is_compiling()


def round_up(tensor: Tensor, axis: int, multiple: int = 8) -> Tensor:
    """Zeros at the end of an axis, up to a multiple of its length."""
    missing = -tensor.shape[axis] % multiple
    if torch._C._get_tracing_state() is None and missing == 0:
        return tensor
    return nn.functional.pad(tensor, (0, 0) * (tensor.ndim - 1 - axis) + (0, missing))


def multiply_tiles(tiles: Tensor, matrix: Tensor) -> Tensor:
    """The product of each tile with the same matrix."""
    return torch.bmm(tiles, matrix.expand(tiles.shape[0], -1, -1))


def split_tiles(rows: Tensor, count: int, together: int = 1) -> tuple[Tensor, ...]:
    """Rows in stacks of so many tiles of ``count`` rows, with zeros at their rims.

    One stack where operations are recorded or another device works.
    """
    padded = round_up(round_up(rows, 1), 0, count).unflatten(0, (-1, count))
    whole = is_recorded() or rows.device.type != "cpu"
    return (padded,) if whole else padded.split(max(1, together))
