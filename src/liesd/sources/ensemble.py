"""Several models of one law: their mean is examined, and each of them is a replica of the fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import torch
from torch import Tensor

from liesd.errors import DataError
from liesd.numerics.moments import double
from liesd.sources import limits
from liesd.sources.base import Request, Source, register_source
from liesd.sources.fitted import Fit
from liesd.sources.torch import Autodiff, convert_precision, evaluating
from liesd.sources.wrappers import find_modules


class Mean:
    """The mean of the outputs of several callables."""

    def __init__(self, members: Sequence[Any]) -> None:
        self.members = list(members)

    def __call__(self, x: Tensor) -> Tensor:
        return torch.stack([one(x) for one in self.members]).mean(dim=0)


@register_source
class Ensemble(Autodiff):
    """A list of torch callables: other seeds, other folds, or other parts of the data."""

    @classmethod
    def accepts(cls, request: Request) -> bool:
        return isinstance(request.f, list | tuple)

    @classmethod
    def open(cls, request: Request) -> Self:
        members = list(request.f)
        if len(members) < 2:
            raise DataError(
                f"a list of models needs at least two of them, not {len(members)}: give the model "
                "itself"
            )
        if wrong := [one for one in members if not callable(one)]:
            raise DataError(f"a list of models holds a {type(wrong[0]).__name__}")
        members = [convert_precision(one, request.dtype) for one in members]
        source = cls(Mean(members), request.samples, request.spec, request.dtype)
        with evaluating(find_modules(source.f)):
            error = _measure_spread(source, members)
        source.fit = Fit(source.f, error, "regression", members, disjoint=request.disjoint)
        return source


def _measure_spread(source: Source, members: Sequence[Any]) -> float:
    """How far one of the models is from their mean, relative to how that varies.

    It stands in for the error of the mean where no held-out values are given.
    """
    x = source.place(next(source.samples.batches(limits.LIMITS.spread_samples)))
    with torch.no_grad():
        every = torch.stack([double(one(x)).reshape(len(x), -1) for one in members])
    varies = float(every.mean(dim=0).var(dim=0).sum())
    return (float(every.var(dim=0).mean(dim=0).sum()) / varies) ** 0.5 if varies > 0 else 0.0
