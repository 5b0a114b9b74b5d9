"""(x, f(x), J) -> the rows of C: one linear equation in θ per output (Theorems 1-4)."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from liesd.equations.outer import OuterRows, find_outer
from liesd.spec import Action, Spec
from liesd.spec.sparsity import Layout, arrange


@dataclass(eq=False)
class Rows:
    """The rows of C, without the zeros that follow from the spec."""

    layout: Layout
    shared: Tensor  # (b, m, shared unknowns)
    local: list[Tensor]  # for each family of blocks: (b, blocks, e, k)

    def weigh(self, output: Tensor, sample: Tensor | None) -> Rows:
        """Multiply equations by the weights of their outputs (m,) and samples (b,), in place."""
        self.shared.mul_(output[:, None])
        for family, part in zip(self.layout.families, self.local, strict=True):
            part.mul_(output[family.outputs][..., None])
        if sample is not None:
            for part in (self.shared, *self.local):
                part.mul_(sample.reshape(-1, *[1] * (part.ndim - 1)))
        return self

    def __matmul__(self, directions: Tensor) -> Tensor:
        """The residual of each equation for directions θ, columns (p, d): (b, m, d)."""
        out = self.shared @ directions[: self.layout.shared]
        for family, part in zip(self.layout.families, self.local, strict=True):
            local = torch.einsum("bgek,gkd->bged", part, directions[family.columns])
            out[:, family.outputs] += local
        return out

    def to_dense(self) -> Tensor:
        """The rows with all their zeros: (b, m, p)."""
        return self @ torch.eye(self.layout.size, dtype=self.shared.dtype)


def build_rows(spec: Spec, x: Tensor, y: Tensor, J: Tensor) -> Rows | OuterRows:
    """Build the rows of η_θ(y) − J ξ_θ(x) for tensors (b, n), (b, m), (b, m, n).

    As outer products where that pays (:mod:`liesd.equations.outer`).
    """
    outer = find_outer(spec)
    return _write_out(spec, x, y, J) if outer is None else outer.build_rows(x, y, J)


def _write_out(spec: Spec, x: Tensor, y: Tensor, J: Tensor) -> Rows:
    plan = arrange(spec)
    shared = y.new_zeros((*J.shape[:2], plan.shared))
    start = 0
    for part in spec.output.parts:
        end = start + part.dim  # a summand moves only its own coordinates
        if any(spec.slices[name].stop <= plan.shared for name in part.unknowns):
            identity = torch.eye(part.dim, dtype=y.dtype, device=y.device).expand(len(y), -1, -1)
            _accumulate(shared[:, start:end], spec, part, identity, part.lift(y[:, start:end]), 1)
        start = end
    _accumulate(shared, spec, spec.input, J, spec.input.lift(x), -1)
    return Rows(plan, shared, [family.rows(y) for family in plan.families])


def build_action_rows(spec: Spec, action: Action, covectors: Tensor, phi: Tensor) -> Tensor:
    """Build the rows of ⟨c, ξ_θ⟩ for covectors c (b, k, n) of features φ (b, F): (b·k, p)."""
    out = phi.new_zeros((*covectors.shape[:2], spec.size))
    _accumulate(out, spec, action, covectors, phi, 1)
    return out.flatten(0, 1)


def _accumulate(out: Tensor, spec: Spec, action: Action, J: Tensor, phi: Tensor, sign: int) -> None:
    """Add the coefficients of all unknowns that ``out`` has room for."""
    for name, coefficient in action.coefficients(J.unsqueeze(-1), phi.unsqueeze(-1)):
        if spec.slices[name].stop <= out.shape[-1]:
            out[..., spec.slices[name]].add_(coefficient.flatten(2), alpha=sign)
