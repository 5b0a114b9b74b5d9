"""(x, f(x), J) -> the rows of C: one linear equation in θ an output (Theorems 1-4)."""

from __future__ import annotations

import torch
from torch import Tensor

from liesd.reps import Rep, Sum
from liesd.spec import Spec


def rows(spec: Spec, x: Tensor, y: Tensor, J: Tensor) -> Tensor:
    """The rows of η_θ(y) − J ξ_θ(x): tensors (b, n), (b, m), (b, m, n) -> (b, m, p)."""
    out = y.new_zeros((*J.shape[:2], spec.size))
    start = 0
    for part in spec.output.parts if isinstance(spec.output, Sum) else (spec.output,):
        end = start + part.dim  # a summand moves only its own coordinates
        identity = torch.eye(part.dim, dtype=y.dtype, device=y.device).expand(len(y), -1, -1)
        _accumulate(out[:, start:end], spec, part, identity, y[:, start:end], 1)
        start = end
    _accumulate(out, spec, spec.input, J, x, -1)
    return out


def action_rows(spec: Spec, rep: Rep, covectors: Tensor, x: Tensor) -> Tensor:
    """The rows of ⟨c, ρ_θ x⟩ for the covectors c (b, k, n) of every x (b, n): (b·k, p)."""
    out = x.new_zeros((*covectors.shape[:2], spec.size))
    _accumulate(out, spec, rep, covectors, x, 1)
    return out.flatten(0, 1)


def _accumulate(out: Tensor, spec: Spec, rep: Rep, J: Tensor, x: Tensor, sign: int) -> None:
    for name, coefficient in rep.contract(J.unsqueeze(-1), x.unsqueeze(-1)):
        out[..., spec.slices[name]].add_(coefficient.flatten(2), alpha=sign)
