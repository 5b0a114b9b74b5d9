"""Probabilities of classes from their logits, and derivatives of them."""

from __future__ import annotations

import torch
from torch import Tensor


def link(task: str, y: Tensor) -> Tensor:
    """The probabilities of classes for their logits (N, m); values stay as they are."""
    if task == "regression":
        return y
    return torch.sigmoid(y) if task == "binary" else torch.softmax(y, dim=1)


def chain(task: str, y: Tensor, J: Tensor) -> tuple[Tensor, Tensor]:
    """What is given for numbers (N, m) with Jacobians (N, m, n), and the Jacobians of that."""
    p = link(task, y)
    if task == "regression":
        return p, J
    rest = (1 - p)[:, :, None] * J
    if task == "multiclass":
        rest = J - (p[:, :, None] * J).sum(dim=1, keepdim=True)
    return p, p[:, :, None] * rest
