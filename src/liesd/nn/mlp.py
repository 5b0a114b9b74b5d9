"""A network that commutes with an algebra, and trains like any other.

A layer mixes blocks linearly, gates them by invariants, and multiplies them with each other as far
as the algebra allows. Products make invariants of vectors (lengths, angles) and tensors of pairs of
vectors.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

import torch
from torch import Tensor, nn

from liesd.algebra import LieAlgebra
from liesd.errors import DataError
from liesd.nn import limits
from liesd.nn.centre import make_linear
from liesd.nn.linear import EquivariantLinear, make_tensor
from liesd.spec import Action, Block, Rep, Scalar, Spec, block_rep


class EquivariantMLP(nn.Module):
    """A network f with f(exp(tA) x) = exp(tB) f(x) for every generator of the algebra.

    ``spec`` says how inputs and outputs move, as in :func:`liesd.discover`; its unknowns must be
    those of the algebra. Hidden layers hold ``channels`` of every kind of block that occurs.
    Points, ``affine(x[3])``, enter as differences from a centre that moves along
    (:mod:`liesd.nn.centre`).

    >>> import torch, liesd
    >>> turn = liesd.LieAlgebra.from_matrices([[[0.0, -1.0], [1.0, 0.0]]])
    >>> model = liesd.nn.EquivariantMLP("2*x[2] -> x", turn)
    >>> model(torch.ones(7, 4)).shape
    torch.Size([7, 2])
    """

    def __init__(
        self, spec: str | Spec, algebra: LieAlgebra, channels: int = 16, layers: int = 2
    ) -> None:
        super().__init__()
        self.spec = Spec.parse(spec)
        if channels < 1 or layers < 1:
            raise DataError(f"a network needs channels and layers, not {channels} and {layers}")
        if not algebra.dimension:
            raise DataError(
                "the algebra is empty, so that it asks nothing of a network: take any, or find out "
                "why no symmetry is left (algebra.compact leaves scalings and boosts out)"
            )
        if unknown := [name for name in self.spec.unknowns if name not in algebra.spec.unknowns]:
            raise DataError(
                f"the algebra says nothing of {', '.join(unknown)}: it acts on "
                f"{', '.join(algebra.spec.unknowns)}"
            )
        for name, shape in self.spec.unknowns.items():
            if algebra.spec.unknowns[name] != shape:
                raise DataError(
                    f"{name} has size {shape[0]} in {self.spec}, but the algebra acts on "
                    f"{name}[{algebra.spec.unknowns[name][0]}]"
                )
        spec, algebra, self.centre = make_linear(self.spec, algebra)
        blocks: list[Block] = [()]
        for rep in (spec.input, spec.output):
            blocks += [block for block in rep.require_blocks() if block not in blocks]
        _require_invariants(algebra, list(spec.input.require_blocks()), blocks)
        hidden: Rep = sum((channels * block_rep(block) for block in blocks[1:]), Scalar(channels))
        moving = len(blocks) - 1
        self.layers = nn.ModuleList()
        source = spec.input
        for _ in range(layers):
            self.layers.append(
                nn.Sequential(
                    EquivariantLinear(algebra, source, hidden + channels * moving),
                    Gate(hidden, channels),
                    Products(algebra, hidden, channels),
                )
            )
            source = hidden
        self.last = EquivariantLinear(algebra, hidden, spec.output)

    def forward(self, x: Tensor) -> Tensor:
        """(N, ...) -> (N, output), flat in the order of the spec."""
        h = x.flatten(1)
        if h.shape[1] != self.spec.input.dim:
            raise DataError(f"{self.spec} needs {self.spec.input.dim} numbers, got {h.shape[1]}")
        if self.centre is None:
            return self._run(h)
        h, origins = self.centre.enter(h)
        return self.centre.leave(self._run(h), origins)

    def _run(self, h: Tensor) -> Tensor:
        for layer in self.layers:
            h = layer(h)
        return self.last(h)


class Gate(nn.Module):
    """Scales every block by its own gate; invariants gate themselves."""

    def __init__(self, hidden: Action, channels: int) -> None:
        super().__init__()
        self.channels, self.sizes = channels, _list_sizes(hidden)

    def forward(self, x: Tensor) -> Tensor:
        *blocks, gates = x.split([*self.sizes, x.shape[-1] - sum(self.sizes)], dim=-1)
        scales = torch.sigmoid(torch.cat([blocks[0], gates], dim=-1)).split(self.channels, dim=-1)
        moved = [
            block.unflatten(-1, (self.channels, -1)) * scale.unsqueeze(-1)
            for block, scale in zip(blocks, scales, strict=True)
        ]
        return torch.cat([block.flatten(-2) for block in moved], dim=-1)


class Products(nn.Module):
    """Adds the products of blocks with each other, channel by channel.

    Blocks of one kind are multiplied with those of the next channel: with themselves, antisymmetric
    products such as a cross product would vanish.
    """

    def __init__(self, algebra: LieAlgebra, hidden: Action, channels: int) -> None:
        super().__init__()
        self.channels, self.sizes = channels, _list_sizes(hidden)
        self.free = nn.ParameterList()
        self._pairs: dict[tuple[int, int], list[tuple[str, int]]] = {}  # ... to maps and targets
        blocks = list(hidden.require_blocks())
        for first, second, target in _list_products(blocks):
            maps = algebra.block_maps(first + second, target)
            if len(maps):
                name = f"maps{len(self.free)}"
                self.register_buffer(name, make_tensor(maps))
                self.free.append(nn.Parameter(0.3 * torch.randn(channels, len(maps))))
                pair = blocks.index(first), blocks.index(second)
                self._pairs.setdefault(pair, []).append((name, blocks.index(target)))

    def forward(self, h: Tensor) -> Tensor:
        blocks = [part.unflatten(-1, (self.channels, -1)) for part in h.split(self.sizes, dim=-1)]
        out, free = list(blocks), iter(self.free)
        for (first, second), makes in self._pairs.items():
            other = blocks[second].roll(1, dims=-2) if first == second else blocks[second]
            outer = blocks[first].unsqueeze(-1) * other.unsqueeze(-2)
            mixed = [
                torch.einsum("cr,rtp->cpt", next(free), getattr(self, name)) for name, _ in makes
            ]
            made = torch.einsum("...cp,cpt->...ct", outer.flatten(-2), torch.cat(mixed, dim=-1))
            sizes = [part.shape[-1] for part in mixed]
            for (_, target), part in zip(makes, made.split(sizes, dim=-1), strict=True):
                out[target] = out[target] + part
        return torch.cat([block.flatten(-2) for block in out], dim=-1)


def _list_sizes(hidden: Action) -> list[int]:
    """List the number of coordinates of each kind of block."""
    return [index.size for index in hidden.require_blocks().values()]


def _list_products(blocks: list[Block]) -> list[tuple[Block, Block, Block]]:
    """List pairs of moving blocks with their targets; maps that are too large are left out."""
    moving = [block for block in blocks if block]
    return [
        (first, second, target)
        for first, second in combinations_with_replacement(moving, 2)
        for target in blocks
        if block_rep(first + second).dim * block_rep(target).dim <= limits.LIMITS.product_numbers
    ]


def _require_invariants(algebra: LieAlgebra, inputs: list[Block], blocks: list[Block]) -> None:
    """Refuse an algebra without invariants of the input, which gates need."""
    reached = {
        block for block in blocks if any(len(algebra.block_maps(one, block)) for one in inputs)
    }
    for first, second, target in _list_products(blocks) * 2:
        if {first, second} <= reached and len(algebra.block_maps(first + second, target)):
            reached.add(target)
    if () in reached:
        return
    scalings = [text for text in algebra.words if text.startswith("scaling")]
    blame = f" It contains {'; '.join(scalings)}." if scalings else ""
    raise DataError(
        f"{algebra.name} leaves no usable nonlinear layer: nothing made from the input stays "
        f"unchanged under it, and gates need that.{blame} Take a part of the algebra: "
        "algebra.semisimple, algebra.compact, or algebra.select(numbers of generators)"
    )
