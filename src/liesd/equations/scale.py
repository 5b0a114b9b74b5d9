"""The scale of a defect: what a random direction gives, the denominator of the relative defect.

For a direction θ the rows C give Σ‖Cθ‖². To tell whether that is small it is compared with

    S(θ) = Σ ‖J‖²·‖ξ_θ(x)‖²/n + ‖η_θ(y)‖²

after the part of f that commutes with every θ has been taken out. Inputs are measured in
coordinates in which each channel is white and outputs in units of their channel's size, so S does
not depend on units. Like ΣCᵀC it is quadratic in θ, and is kept as a factor L, S = ‖Lθ‖².

An action is linear in features of x, so that second moments of features are enough. S says what
counts as large, for which a subsample of a few thousand, evenly spread, is enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
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
from liesd.spec.action import Channel, group_channels
from liesd.spec.commutant import CommutingMaps


class Term(NamedTuple):
    """‖c ξ_θ‖² summed over covectors c (blocks, k, n) and features (blocks, r, F)."""

    action: Action
    covectors: Tensor
    features: Tensor


class Scale:
    """Streams the moments that S needs.

    ``floor`` is the relative size of a Jacobian that is rounding, ``faint`` the relative size of
    outputs below which there is nothing but error.
    """

    def __init__(
        self,
        spec: Spec,
        inputs: Space,
        features: Space,
        output_scales: Tensor,
        floor: float,
        faint: float = 0.0,
    ) -> None:
        self.spec, self.inputs, self.features = spec, inputs, features
        self.floor, self.faint = floor, faint
        self.output_scales = output_scales
        self._units = inputs.scales / output_scales[:, None]
        self.maps = CommutingMaps(spec, self._units)
        self._output_channels = _group(spec.output)
        # Channels never mix, unless the data is confined to a subspace that joins them.
        everything = torch.arange(spec.input.dim)[None], torch.arange(spec.input.features)[None]
        self._blocks = _group(spec.input) if inputs.projector is None else [everything]
        self._weighted = BlockGram([own for _, own in self._blocks])
        self._yy, self._yx, self._xx, self._uu = Gram(), Gram(), Gram(), Gram()
        self.count = 0.0
        self._coefficients: Tensor | float = 0.0
        self._squares = 0.0
        self._still = torch.zeros(spec.output.dim, dtype=torch.float64)
        for one in spec.output.channels():
            self._still[one.coordinates.ravel()] = float(is_still(one))
        self._sum: Tensor | float = 0.0
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
        self._sum = self._sum + other._sum
        self._coefficients = self._coefficients + other._coefficients
        self._squares += other._squares

    @property
    def _sums(self) -> tuple[Any, ...]:
        return (self._weighted, self._yy, self._yx, self._xx, self._uu)

    def __getstate__(self) -> dict[str, Any]:
        self._take()
        return {**vars(self), "_buffer": None}

    def _take(self) -> None:
        """Reduce the samples that wait, in double precision: they are few, so it costs little."""
        if self._buffer is None or self._waiting == 0:
            return
        x, y, J, weight = (buffer[: self._waiting] for buffer in self._buffer)
        self._waiting = 0
        phi_x, phi_y = self.spec.input.lift(x), self.spec.output.lift(y)
        centred_x, centred_y = x, y
        if phi_x is not x:
            centred_x = x - torch.from_numpy(self.spec.input.origin).to(x)
            self._xx.add(centred_x, centred_x, weight)
        if phi_y is not y:
            centred_y = y - torch.from_numpy(self.spec.output.origin).to(y)
            self._uu.add(centred_y, centred_y, weight)
        J = double(J) * self._units.to(J.device)
        if self.maps:
            coefficients = self.maps.coefficients(J)
            J -= self.maps.combine(coefficients)
            heavy = coefficients * weight[:, None]
            self._coefficients = self._coefficients + heavy.sum(dim=0)
            self._squares += float((heavy * coefficients).sum())
            self._yx.add(centred_y, centred_x, weight)
        steepness = self.inputs.dual_norm(J)
        self._weighted.add(phi_x / self.features.scales.to(x), steepness * weight)
        self._yy.add(phi_y, phi_y, weight)
        self._sum = self._sum + double((weight[:, None] * centred_y).sum(dim=0)).cpu()
        self.count += float(weight.sum())

    def terms(self) -> Iterator[Term]:
        """S, as a mean over samples, as a sum of terms."""
        self._take()
        if not self.count > 0:
            raise DataError("all samples that were used have weight zero: use more")
        m = self.spec.output.dim
        yy = self._yy.sum / self.count
        uu = yy if self._uu.is_empty else self._uu.sum / self.count
        mean = self._still * torch.as_tensor(self._sum) / self.count
        power = (uu.diagonal() - mean.square()).clamp_min(0.0)  # still outputs about their mean
        floor = self.floor**2 * float((power / self.output_scales**2).mean())
        drift, rest = 0.0, yy
        if self.maps:
            mean = torch.as_tensor(self._coefficients).cpu() / self.count
            drift = max(self._squares / self.count - float(mean.square().sum()), 0.0)
            rest = self._subtract(self.maps.combine(mean[None])[0] / self._units, yy, uu)
        yield from self._input_terms(drift + floor * m)
        outputs = Space([own for _, own in self._output_channels], yy)
        yield from self._output_terms(outputs, rest)
        yield from self._output_terms(outputs, yy * self.floor**2)

    def _subtract(self, T: Tensor, yy: Tensor, uu: Tensor) -> Tensor:
        """The moment of the features of outputs without their commuting part, y − Tx."""
        xx = self.inputs.moment if self._xx.is_empty else self._xx.sum / self.count
        cross = T @ self._yx.sum.T / self.count
        rest = uu - cross - cross.T + T @ xx @ T.T
        output = self.spec.output
        if self._uu.is_empty:
            return rest
        origin = torch.from_numpy(output.origin)
        slope = (output.lift(origin + torch.eye(len(origin))) - output.lift(origin[None])).T
        out = yy.clone()
        for coordinates, own in self._output_channels:
            for places, features in zip(coordinates, own, strict=True):
                if self.maps.outputs[places].all():
                    D = slope[features][:, places]
                    part = D @ rest[places][:, places] @ D.T
                    out[features[:, None], features] = part
        return out

    def commuting(self) -> tuple[Tensor, Tensor]:
        """One map that commutes with every θ, (m, n), and a basis of differences to any other."""
        first, basis = self.maps.basis()
        return first / self._units, basis / self._units

    def _input_terms(self, least: float) -> Iterator[Term]:
        """The terms of the inputs, from weighted second moments of their features."""
        n = self.spec.input.dim
        for (_, block), weighted, covectors in zip(
            self._blocks, self._weighted.sums, self._input_covectors(), strict=True
        ):
            units = self.features.scales[block]
            moment = weighted / self.count * units[:, :, None] * units[:, None, :]
            moment += least * _take_diagonal(self.features.moment, block)
            vectors = factorize_psd(moment / n, self.features.rms[block])
            embedded = _embed(vectors.mT, block, self.spec.input.features)
            yield Term(self.spec.input, covectors, embedded)

    def action(self, outputs: Space) -> Iterator[Term]:
        """The action on the data itself; its null space holds the hidden directions."""
        span = numerics_limits.LIMITS.span
        for (_, block), covectors in zip(self._blocks, self._input_covectors(), strict=True):
            moment = _take_diagonal(self.features.moment, block)
            vectors = factorize_psd(moment, self.features.rms[block], span)
            embedded = _embed(vectors.mT, block, self.spec.input.features)
            yield Term(self.spec.input, covectors, embedded)
        yield from self._output_terms(outputs, self._clear(outputs), span)

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
        self, outputs: Space, moment: Tensor, tolerance: float = 0.0
    ) -> Iterator[Term]:
        """The terms of the outputs, from the second moments of their features."""
        action = self.spec.output
        for coordinates, own in self._output_channels:
            vectors = factorize_psd(_take_diagonal(moment, own), outputs.rms[own], tolerance)
            units = torch.diag_embed(1 / self.output_scales[coordinates])
            yield Term(
                action,
                _embed(units, coordinates, action.dim),
                _embed(vectors.mT, own, action.features),
            )


def is_still(channel: Channel) -> bool:
    """True for numbers that no unknown moves."""
    return isinstance(channel.kind, tuple) and not channel.kind


def _group(action: Action) -> list[tuple[Tensor, Tensor]]:
    """Coordinates and features of all channels, by size."""
    return [
        (torch.from_numpy(own), torch.from_numpy(features))
        for own, features in group_channels(action.channels())
    ]


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
        if action.blocks() is not None:
            flat = action.field(theta, vectors.flatten(0, 1).numpy())
            moved = torch.from_numpy(flat).reshape(vectors.shape)
            total += float((covectors @ moved.mT).square().sum())
            continue
        repeated = covectors.repeat_interleave(vectors.shape[1], dim=0)
        made: Tensor | float = 0.0
        for name, part in action.coefficients(
            repeated[..., None], vectors.flatten(0, 1)[..., None]
        ):
            numbers = torch.as_tensor(np.asarray(theta[name], dtype=np.float64)).flatten()
            made = made + part.flatten(2) @ numbers
        total += float(torch.as_tensor(made).square().sum())
    return total


def _take_diagonal(moment: Tensor, block: Tensor) -> Tensor:
    """Take the diagonal blocks of a matrix: (n, n) -> (blocks, size, size)."""
    return moment[block[:, :, None], block[:, None, :]]


def _embed(vectors: Tensor, block: Tensor, n: int) -> Tensor:
    """Embed vectors in the coordinates of their block into the whole space."""
    out = vectors.new_zeros((*vectors.shape[:2], n))
    index = block[:, None, :].expand(-1, vectors.shape[1], -1)
    return out.scatter_(2, index, vectors)
