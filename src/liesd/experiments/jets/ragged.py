"""Jets without their padding: all constituents in one row, and how many belong to each jet."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def pack(p: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """From (jets, n, 4) to (all constituents, 4) and the counts (jets,)."""
    there = p[..., 0] > 0
    return p[there], np.asarray(there.sum(axis=1))


def unpack(flat: NDArray[Any], counts: NDArray[np.int64], constituents: int) -> NDArray[np.float32]:
    """Back to (jets, constituents, 4), padded with zeros or cut to the first ones."""
    place = np.arange(max(constituents, int(counts.max(initial=0))))
    there = place < counts[:, None]
    p = np.zeros((*there.shape, 4), np.float32)
    p[there] = flat
    return p[:, :constituents]
