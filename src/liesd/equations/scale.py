"""The scale of a defect: what a random direction gives, the denominator of the relative defect.

For a direction θ the rows C give Σ‖Cθ‖². To tell whether that is small it is compared with

    S(θ) = Σ ‖J‖²·‖ξ_θ(x)‖²/n + ‖η_θ(y)‖²

after the part of f that commutes with every θ has been taken out. Inputs are measured in
coordinates in which each channel is white and outputs in units of their channel's size, so S does
not depend on units. Like ΣCᵀC it is quadratic in θ, and is kept as a factor L, S = ‖Lθ‖².

Moments are enough for actions that are linear in x; of others the samples themselves are kept. S
says what counts as large, for which a subsample of a few thousand, evenly spread, is enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import torch
from numpy.typing import ArrayLike
from torch import Tensor

from liesd.equations import limits
from liesd.equations.rows import build_action_rows
from liesd.errors import DataError
from liesd.numerics import limits as numerics_limits
from liesd.numerics.moments import BlockGram, Gram, double, factorize_psd
from liesd.numerics.nullspace import StreamingQR
from liesd.numerics.space import Space
from liesd.spec import Action, Spec
from liesd.spec.commutant import CommutingMaps


class Term(NamedTuple):
    """‖c ξ_θ(v)‖² summed over covectors c (blocks, k, n) and vectors v (blocks, r, n)."""

    action: Action
    covectors: Tensor
    vectors: Tensor


class Scale:
    """Streams the moments that S needs.

    ``floor`` is the relative size of a Jacobian that is rounding, ``faint`` the relative size of
    outputs below which there is nothing but error.
    """

    def __init__(
        self, spec: Spec, inputs: Space, output_scales: Tensor, floor: float, faint: float = 0.0
    ) -> None:
        self.spec, self.inputs, self.floor, self.faint = spec, inputs, floor, faint
        self.output_scales = output_scales
        self.maps = CommutingMaps(spec)
        self.output_channels = [torch.from_numpy(index) for index in spec.output.channels()]
        self._units = inputs.scales / output_scales[:, None]
        # Channels never mix, unless the data is confined to a subspace that joins them.
        everything = [torch.arange(spec.input.dim)[None]]
        self._blocks = inputs.channels if inputs.projector is None else everything
        self._weighted = BlockGram(self._blocks)
        self._yy, self._yx = Gram(), Gram()
        self.count = 0.0
        self._coefficients: Tensor | float = 0.0
        self._squares = 0.0
        self._kept: dict[str, list[Tensor]] = {"x": [], "y": [], "weight": [], "steepness": []}
        self._keeps = any(side.blocks() is None for side in (spec.input, spec.output))
        self._buffer: list[Tensor] | None = None
        self._waiting = 0

    def add(self, x: Tensor, y: Tensor, J: Tensor, weight: Tensor | None = None) -> None:
        """Take a batch: (b, n), (b, m) in float64, (b, m, n) and weights (b,) if any.

        Samples wait in one buffer until there are many: few large operations are cheaper, and many
        small tensors would be scattered over the memory that the batches need.
        """
        parts = (x, y, J, torch.ones_like(x[:, 0]) if weight is None else weight)
        if self._buffer is None:
            room = max(
                1, min(limits.LIMITS.scale_samples, limits.LIMITS.pending_numbers // J[0].numel())
            )
            self._buffer = [part.new_empty((room, *part.shape[1:])) for part in parts]
        start, room = 0, len(self._buffer[0])
        while start < len(x):
            end = min(len(x), start + room - self._waiting)
            into = slice(self._waiting, self._waiting + end - start)
            for buffer, part in zip(self._buffer, parts, strict=True):
                buffer[into] = part[start:end]
            self._waiting, start = into.stop, end
            if self._waiting == room:
                self._take()

    def merge(self, other: Scale) -> None:
        """Take in the samples of another part of the data."""
        self._take()
        other._take()
        for mine, theirs in zip(self._sums, other._sums, strict=True):
            mine.merge(theirs)
        self.count += other.count
        self._coefficients = self._coefficients + other._coefficients
        self._squares += other._squares
        for name, parts in other._kept.items():
            self._kept[name] += parts

    @property
    def _sums(self) -> tuple[Any, ...]:
        return (self._weighted, self._yy, self._yx)

    def __getstate__(self) -> dict[str, Any]:
        self._take()
        return {**vars(self), "_buffer": None}

    def _take(self) -> None:
        """Reduce the samples that wait, in double precision: they are few, so it costs little."""
        if self._buffer is None or self._waiting == 0:
            return
        x, y, J, weight = (buffer[: self._waiting] for buffer in self._buffer)
        self._waiting = 0
        J = double(J) * self._units.to(J.device)
        if self.maps:
            coefficients = self.maps.coefficients(J)
            J -= self.maps.combine(coefficients)
            heavy = coefficients * weight[:, None]
            self._coefficients = self._coefficients + heavy.sum(dim=0)
            self._squares += float((heavy * coefficients).sum())
            self._yx.add(y, x, weight)
        steepness = self.inputs.dual_norm(J)
        self._weighted.add(x / self.inputs.scales.to(x), steepness * weight)
        if self._keeps:
            kept = {"x": x, "y": y, "weight": weight, "steepness": steepness}
            for name, part in kept.items():
                self._kept[name].append(part.clone().cpu())
        self._yy.add(y, y, weight)
        self.count += float(weight.sum())

    def terms(self) -> Iterator[Term]:
        """S, as a mean over samples, as a sum of terms."""
        self._take()
        if not self.count > 0:
            raise DataError("all samples that were used have weight zero: use more")
        n, m = self.spec.input.dim, self.spec.output.dim
        xx, yy = self.inputs.moment, self._yy.sum / self.count
        size = yy.diagonal() / self.output_scales**2
        floor = self.floor**2 * float(size.mean())
        drift, rest = 0.0, yy
        if self.maps:
            mean = torch.as_tensor(self._coefficients).cpu() / self.count
            drift = max(self._squares / self.count - float(mean.square().sum()), 0.0)
            T = self.maps.combine(mean[None])[0] / self._units
            cross = T @ self._yx.sum.T / self.count
            rest = yy - cross - cross.T + T @ xx @ T.T
        if self.spec.input.blocks() is None:
            x, weight, steepness = (self._all(name) for name in ("x", "weight", "steepness"))
            yield self._sampled_inputs(x, weight * (steepness + floor * m) / n)
        else:
            yield from self._input_terms(drift + floor * m, xx)
        outputs = Space(self.output_channels, yy)
        yield from self._output_terms(outputs, rest)
        yield from self._output_terms(outputs, yy * self.floor**2, share=self.floor**2)

    def _input_terms(self, least: float, xx: Tensor) -> Iterator[Term]:
        """The terms of the inputs of a linear action, from weighted second moments."""
        n = self.spec.input.dim
        for block, weighted, covectors in zip(
            self._blocks, self._weighted.sums, self._input_covectors(), strict=True
        ):
            units = self.inputs.scales[block]
            moment = weighted / self.count * units[:, :, None] * units[:, None, :]
            moment += least * _take_diagonal(xx, block)
            vectors = factorize_psd(moment / n, self.inputs.rms[block])
            yield Term(self.spec.input, covectors, _embed(vectors.mT, block, n))

    def _sampled_inputs(self, x: Tensor, weight: Tensor) -> Term:
        """The term of the inputs of an action that is not linear, sample by sample."""
        covectors = torch.cat([c.flatten(0, 1) for c in self._input_covectors()])
        shares = (weight / self.count).clamp_min(0.0).sqrt()
        return Term(self.spec.input, shares[:, None, None] * covectors, x[:, None, :])

    def _all(self, name: str) -> Tensor:
        return torch.cat(self._kept[name])

    def action(self, outputs: Space) -> Iterator[Term]:
        """The action on the data itself; its null space holds the hidden directions."""
        if self.spec.input.blocks() is None:
            yield self._sampled_inputs(self._all("x"), self._all("weight"))
            yield from self._output_terms(
                outputs, self._clear(outputs), numerics_limits.LIMITS.span
            )
            return
        for block, covectors in zip(self._blocks, self._input_covectors(), strict=True):
            moment = _take_diagonal(self.inputs.moment, block)
            vectors = factorize_psd(moment, self.inputs.rms[block], numerics_limits.LIMITS.span)
            yield Term(self.spec.input, covectors, _embed(vectors.mT, block, self.spec.input.dim))
        yield from self._output_terms(outputs, self._clear(outputs), numerics_limits.LIMITS.span)

    def _clear(self, outputs: Space) -> Tensor:
        """The moment of outputs without the faint ones, which may be nothing but error."""
        if self.faint == 0:
            return outputs.moment
        clear = torch.zeros_like(outputs.moment)
        for channels in outputs.channels:
            block = _take_diagonal(outputs.moment, channels)
            vectors = factorize_psd(block, outputs.scales[channels], self.faint)
            clear[channels[:, :, None], channels[:, None, :]] = vectors @ vectors.mT
        seen = (clear.diagonal().sqrt() > self.faint * outputs.scales).to(clear)
        return clear * torch.outer(seen, seen)

    def _input_covectors(self) -> list[Tensor]:
        n = self.spec.input.dim
        whole = [
            _embed(W, channels, n)
            for channels, (W, _) in zip(self.inputs.channels, self.inputs.whitening, strict=True)
        ]
        P = self.inputs.projector
        return whole if P is None else [torch.cat([c.flatten(0, 1) for c in whole])[None] @ P]

    def _output_terms(
        self, outputs: Space, moment: Tensor, tolerance: float = 0.0, share: float = 1.0
    ) -> Iterator[Term]:
        """The terms of the outputs; ``share`` multiplies them where samples are kept."""
        if self.spec.output.blocks() is None:
            y, weight = self._all("y"), self._all("weight") * share / self.count
            covectors = torch.diag(1 / self.output_scales)
            yield Term(self.spec.output, weight.sqrt()[:, None, None] * covectors, y[:, None, :])
            return
        for channels in outputs.channels:
            vectors = factorize_psd(
                _take_diagonal(moment, channels), outputs.rms[channels], tolerance
            )
            units = torch.diag_embed(1 / self.output_scales[channels])
            m = self.spec.output.dim
            yield Term(
                self.spec.output, _embed(units, channels, m), _embed(vectors.mT, channels, m)
            )


def factorize(spec: Spec, terms: Iterator[Term]) -> Tensor:
    """Factorise the sum of the terms as ‖Lθ‖²."""
    qr = StreamingQR(spec.size)
    for action, covectors, vectors in terms:
        if not action.unknowns:
            continue
        k, r = covectors.shape[1], vectors.shape[1]
        covectors = covectors.repeat_interleave(r, dim=0)
        step = max(1, (1 << 23) // (k * max(spec.size, action.dim)))
        for c, v in zip(covectors.split(step), vectors.flatten(0, 1).split(step), strict=True):
            qr.add(build_action_rows(spec, action, c, v))
    return qr.R


def evaluate(terms: Iterator[Term], theta: Mapping[str, ArrayLike]) -> float:
    """Evaluate the sum of the terms for one θ."""
    total = 0.0
    for action, covectors, vectors in terms:
        flat = action.field(theta, vectors.flatten(0, 1).numpy())
        moved = torch.from_numpy(flat).reshape(vectors.shape)
        total += float((covectors @ moved.mT).square().sum())
    return total


def _take_diagonal(moment: Tensor, block: Tensor) -> Tensor:
    """Take the diagonal blocks of a matrix: (n, n) -> (blocks, size, size)."""
    return moment[block[:, :, None], block[:, None, :]]


def _embed(vectors: Tensor, block: Tensor, n: int) -> Tensor:
    """Embed vectors in the coordinates of their block into the whole space."""
    out = vectors.new_zeros((*vectors.shape[:2], n))
    index = block[:, None, :].expand(-1, vectors.shape[1], -1)
    return out.scatter_(2, index, vectors)
