"""The source of a residual: derivatives of E at jets, in units of the left side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from torch import Tensor

from liesd.differential.fitting.model import Residual
from liesd.sources.base import Pair, Request, register_source
from liesd.sources.torch import Autodiff


@register_source
class JetSource(Autodiff):
    """An equation at jets of its solutions.

    E is zero there, so the values are those of the left side: they tell what is large. Nothing is
    known of jets that are no solutions.
    """

    f: Any

    @classmethod
    def accepts(cls, request: Request) -> bool:
        return isinstance(request.f, Residual)

    @property
    def is_evaluable(self) -> bool:
        return False

    @property
    def derives_values(self) -> bool:
        return False

    @property
    def floor(self) -> float:
        return max(super().floor, float(self.f.floor))

    @property
    def signs(self) -> Mapping[str, float]:
        return dict(self.f.signs)

    def with_function(self, f: Any) -> JetSource:
        return JetSource(f, self.samples, self.spec)

    def value(self, x: Tensor) -> Tensor:
        return self.f.left(x).detach()

    def linearize(self, x: Tensor) -> Pair:
        _, jacobian = super().linearize(x)
        return self.value(x), jacobian
