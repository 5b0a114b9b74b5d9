"""(x, f(x), J) -> the rows of C: one linear equation in θ an output (Theorems 1-4)."""

from __future__ import annotations

import torch
from torch import Tensor

from liesd.reps import Rep
from liesd.spec import Spec


def rows(spec: Spec, x: Tensor, y: Tensor, J: Tensor) -> Tensor:
    """The rows of η_θ(y) − J ξ_θ(x): tensors (b, n), (b, m), (b, m, n) -> (b·m, p)."""
    identity = torch.eye(spec.output.dim, dtype=y.dtype, device=y.device)
    out = y.new_zeros((*J.shape[:2], spec.size))
    _accumulate(out, spec, spec.output, identity.expand(len(y), -1, -1), y, 1)
    _accumulate(out, spec, spec.input, J, x, -1)
    return out.reshape(-1, spec.size)


def action_rows(spec: Spec, rep: Rep, covectors: Tensor, x: Tensor) -> Tensor:
    """The rows of ⟨c, ρ_θ x⟩ for every covector c (k, n) and every x (b, n): (b·k, p)."""
    out = x.new_zeros((len(x), len(covectors), spec.size))
    _accumulate(out, spec, rep, covectors.expand(len(x), -1, -1), x, 1)
    return out.reshape(-1, spec.size)


def _accumulate(out: Tensor, spec: Spec, rep: Rep, J: Tensor, x: Tensor, sign: int) -> None:
    for name, coefficient in rep.contract(J.unsqueeze(-1), x.unsqueeze(-1)):
        out[..., spec.slices[name]].add_(coefficient.flatten(2), alpha=sign)
