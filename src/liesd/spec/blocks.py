"""Blocks of linear actions: how unknowns act on their axes, and blocks of tensor products."""

from __future__ import annotations

import numpy as np
import scipy.linalg

from liesd.spec.action import Array, Blocks, Index, Leaf, Theta


def leaf_matrix(leaf: Leaf, theta: Theta) -> Array:
    """The matrix by which an unknown acts on one axis of a block; leading axes count samples."""
    A = np.asarray(theta[leaf.name], dtype=np.float64)
    return -np.swapaxes(A, -1, -2) if leaf.dual else A


def apply_to_axis(A: Array, part: Array, axis: int) -> Array:
    """Apply a matrix, or one per sample, to an axis of blocks (N, copies, *sizes)."""
    moved = np.moveaxis(part, axis + 2, -1)
    with np.errstate(over="ignore", invalid="ignore"):
        if A.ndim == 2:
            return np.moveaxis(moved @ A.T, -1, axis + 2)
        flat = moved.reshape(len(part), -1, A.shape[-1]) @ np.swapaxes(A, -1, -2)
    return np.moveaxis(flat.reshape(moved.shape), -1, axis + 2)


def multiply_blocks(left: tuple[Blocks, int], right: tuple[Blocks, int]) -> tuple[Blocks, int]:
    """The blocks of a tensor product of two actions, each given with its dimension."""
    (blocks_a, dim_a), (blocks_b, dim_b) = left, right
    found: dict[tuple[Leaf, ...], list[Index]] = {}
    for block_a, a in blocks_a.items():
        for block_b, b in blocks_b.items():
            index = np.add.outer(a * dim_b, b)  # (S_a, *sizes_a, S_b, *sizes_b)
            index = np.moveaxis(index, a.ndim, 1)
            index = index.reshape(a.shape[0] * b.shape[0], *a.shape[1:], *b.shape[1:])
            found.setdefault(block_a + block_b, []).append(index)
    return {block: np.concatenate(indices) for block, indices in found.items()}, dim_a * dim_b


def exponentiate(A: Array) -> Array:
    """e^A of a matrix, or of one per sample; what is beyond all numbers becomes infinite."""
    with np.errstate(over="ignore", invalid="ignore"):
        return np.asarray(scipy.linalg.expm(A))
