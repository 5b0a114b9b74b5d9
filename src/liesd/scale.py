"""What a random direction would give: the denominator of the relative defect.

For a direction θ the rows C give Σ‖Cθ‖². To say whether that is small it is compared with

    S(θ) = Σ ‖J‖²·‖ξ_θ(x)‖²/n + ‖η_θ(y)‖²

after the part of f that commutes with every θ has been taken out. Inputs are measured in
coordinates in which each channel is white and outputs in units of their channel's size, so S does
not depend on anybody's units. Like ΣCᵀC it is quadratic in θ, and is kept as a factor L, S = ‖Lθ‖².
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
import torch
from numpy.typing import ArrayLike, NDArray
from torch import Tensor

from liesd.commuting import CommutingMaps
from liesd.moments import Gram, Space, psd_factor
from liesd.nullspace import StreamingQR
from liesd.reps import Rep
from liesd.rows import action_rows
from liesd.spec import Spec

Term = tuple[Rep, NDArray[np.float64], NDArray[np.float64]]


class Scale:
    """Streams what S needs. ``floor`` is the relative size at which a Jacobian is rounding."""

    def __init__(
        self, spec: Spec, inputs: Space, output_scales: NDArray[np.float64], floor: float
    ) -> None:
        self.spec, self.inputs, self.floor = spec, inputs, floor
        self.output_scales = output_scales
        self.maps = CommutingMaps(spec)
        self.weighted, self.yy, self.xy = Gram(), Gram(), Gram()
        self.count = 0
        self._coefficients: Tensor | float = 0.0
        self._squares = 0.0
        everything = np.arange(spec.input.dim)
        self._whitening = [
            (
                None if np.array_equal(channels.ravel(), everything) else channels,
                torch.from_numpy(W_inverse / self._of(inputs.scales[channels[:, :1]])),
            )
            for channels, _, W_inverse in inputs.whitening
        ]
        self._units = torch.from_numpy(inputs.scales / output_scales[:, None])

    @staticmethod
    def _of(scales: NDArray[np.float64]) -> NDArray[np.float64]:
        return scales[:, :, None]

    def add(self, x: Tensor, y: Tensor, J: Tensor, weight: Tensor | None = None) -> None:
        """Take a batch in float64: (b, n), (b, m), (b, m, n), and weights (b,) if any."""
        J = J * self._units.to(J.device)
        if self.maps:
            coefficients = self.maps.coefficients(J)
            J = J - self.maps.combine(coefficients)
            kept = coefficients if weight is None else coefficients * weight[:, None]
            self._coefficients = self._coefficients + kept.sum(dim=0)
            self._squares += float((kept * coefficients).sum())
            self.xy.add(y, x, weight)
        size = x.new_zeros(len(x))
        for channels, block in self._whitening:
            count, d = block.shape[:2]
            part = J.unflatten(2, (count, d)) if channels is None else J[:, :, channels]
            white = torch.einsum("bmcd,cde->bmce", part, block.to(J.device))
            size += white.square().sum(dim=(1, 2, 3))
        self.weighted.add(x, x, size if weight is None else size * weight)
        self.yy.add(y, y, weight)
        self.count += len(x)

    def terms(self) -> Iterator[Term]:
        """S as a sum of ‖covectors · ρ_θ · factor‖²: triples (rep, covectors, factor)."""
        n, m = self.spec.input.dim, self.spec.output.dim
        xx, yy = self.inputs.moment * self.count, self.yy.sum
        rms_y = np.sqrt(np.diag(yy) / self.count)
        rms_y = np.where(rms_y > 0, rms_y, 1.0)
        floor = self.floor**2 * float(np.mean(np.diag(yy) / self.count / self.output_scales**2))
        drift, rest = 0.0, yy
        if self.maps:
            mean = torch.as_tensor(self._coefficients) / self.count
            drift = max(self._squares / self.count - float(mean.square().sum()), 0.0)
            T = self.maps.combine(mean[None])[0].cpu().numpy() / self._units.numpy()
            cross = T @ self.xy.sum.T
            rest = yy - cross - cross.T + T @ xx @ T.T
        moment = self.weighted.sum + (drift + floor * m) * xx
        yield self.spec.input, self._input_covectors(), psd_factor(moment / n, self.inputs.rms)
        covectors = np.diag(1 / self.output_scales)
        yield self.spec.output, covectors, psd_factor(rest, rms_y)
        yield self.spec.output, covectors, np.sqrt(floor) * psd_factor(yy, rms_y)

    def action(self) -> Iterator[Term]:
        """The action on the data itself, whose null space is what the data cannot speak of."""
        outputs = Space(self.spec.output, self.yy.sum / self.count)
        yield self.spec.input, self._input_covectors(), self.inputs.factor
        yield self.spec.output, np.diag(1 / self.output_scales), outputs.factor

    def _input_covectors(self) -> NDArray[np.float64]:
        P = self.inputs.projector
        return self.inputs.whitener if P is None else self.inputs.whitener @ P


def factor(spec: Spec, terms: Iterator[Term]) -> NDArray[np.float64]:
    """L with ‖Lθ‖² = Σ over terms of ‖covectors · ρ_θ · factor‖²."""
    qr = StreamingQR(spec.size)
    for rep, covectors, columns in terms:
        step = max(1, (1 << 23) // max(1, len(covectors) * max(spec.size, rep.dim)))
        for batch in torch.from_numpy(np.ascontiguousarray(columns.T)).split(step):
            qr.add(action_rows(spec, rep, torch.from_numpy(covectors), batch))
    return qr.R


def value(terms: Iterator[Term], theta: Mapping[str, ArrayLike]) -> float:
    """S itself for one θ."""
    return sum(float(np.sum((c @ rep.matrix(theta) @ columns) ** 2)) for rep, c, columns in terms)
