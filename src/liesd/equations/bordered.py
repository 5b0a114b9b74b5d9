"""The triangular factor of equations that fall into blocks: an arrow of small triangles."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from liesd.equations import limits
from liesd.equations.outer import OuterQR, find_outer
from liesd.equations.rows import Rows
from liesd.numerics.nullspace import StreamingQR
from liesd.spec import Spec
from liesd.spec.sparsity import Layout, arrange


def start_factor(spec: Spec) -> Any:
    """An empty factor for the rows that :func:`~liesd.equations.rows.build_rows` makes."""
    outer = find_outer(spec)
    return BorderedQR(arrange(spec)) if outer is None else OuterQR(outer)


class BorderedQR:
    """R with RᵀR = CᵀC for all rows seen so far, as :class:`StreamingQR` has it.

    Local unknowns are eliminated block by block; the remaining equations hold shared unknowns only
    and go to one common factor. A dense spec has no blocks.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.common = StreamingQR(layout.shared)
        self._pending: list[list[Tensor]] = [[] for _ in layout.families]

    def add(self, rows: Rows) -> None:
        """Take the equations of more samples, in float64."""
        others = rows.shared if not self._pending else rows.shared[:, self.layout.others]
        if others.shape[1]:
            self.common.add(others.flatten(0, 1))
        for number, (family, local) in enumerate(
            zip(self.layout.families, rows.local, strict=True)
        ):
            border = rows.shared[:, family.outputs]  # (b, blocks, e, shared)
            both = torch.cat([local, border], dim=-1).transpose(0, 1).flatten(1, 2)
            self._take(number, both)

    def merge(self, other: BorderedQR) -> None:
        """Take in the rows of another factor."""
        for number, parts in enumerate(other._pending):
            for rows in parts:
                self._take(number, rows)
        self.common.merge(other.common)

    def __getstate__(self) -> dict[str, Any]:
        self._reduce()  # what travels is the factor, not the rows
        return vars(self)

    @property
    def R(self) -> Tensor:
        """The factor, with at most p rows; triangular where no unknown is local."""
        self._reduce()
        common = self.common.R
        if not self._pending:
            return common
        parts = []
        for family, (rows,) in zip(self.layout.families, self._pending, strict=True):
            blocks, k = family.columns.shape
            out = torch.zeros((blocks, rows.shape[1], self.layout.size), dtype=rows.dtype)
            places = family.columns[:, None].expand(-1, rows.shape[1], -1)
            out.scatter_(2, places, rows[..., :k].cpu())
            out[..., : self.layout.shared] = rows[..., k:].cpu()
            parts.append(out.flatten(0, 1))
        below = torch.zeros((len(common), self.layout.size), dtype=common.dtype)
        below[:, : self.layout.shared] = common
        return torch.cat([*parts, below])

    def _take(self, number: int, rows: Tensor) -> None:
        pending = self._pending[number]
        pending.append(rows)
        k = self.layout.families[number].columns.shape[1]
        if sum(part.shape[1] for part in pending[1:]) >= limits.LIMITS.elimination_rows * k:
            self._eliminate(number)

    def _reduce(self) -> None:
        for number in range(len(self._pending)):
            self._eliminate(number)

    def _eliminate(self, number: int) -> None:
        """Eliminate the local unknowns of a family: one triangle per block."""
        pending = self._pending[number]
        blocks, k = self.layout.families[number].columns.shape
        rows = (
            torch.cat(pending, dim=1)
            if pending
            else torch.zeros((blocks, 0, k + self.layout.shared), dtype=torch.float64)
        )
        if rows.shape[1]:
            reflectors, tau = torch.geqrf(rows[..., :k])
            used = reflectors[..., : tau.shape[-1]]
            rest = torch.ormqr(used, tau, rows[..., k:].contiguous(), transpose=True)
            self.common.add(rest[:, k:].flatten(0, 1))
            rows = torch.cat([reflectors[:, :k].triu(), rest[:, :k]], dim=-1)
        self._pending[number] = [rows]
