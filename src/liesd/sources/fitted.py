"""Functions that were fitted to data: one protocol, found through whatever wraps the model.

A fitted model stands for an unknown law, and knows how far it can be trusted: by its held-out
error, replicas of the fit, and held-out samples. Users wrap models: in a lambda,
in a module that contains them, with ``torch.compile``, as TorchScript. If a wrapper gives what the
model gives, the model itself is examined. If it gives something else, such as a sigmoid of it, its
replicas are wrapped in the same way.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from liesd.errors import FileFormatError
from liesd.sources.wrappers import find_modules, replace_modules

HEADER = "header"  # the buffer that says how to rebuild a model, whatever it is wrapped in


class Fitted(nn.Module):
    """The protocol of a fitted model: a module that knows how far it can be trusted."""

    task: str = "regression"
    """``regression``, ``binary`` or ``multiclass``: what its outputs are."""
    heldout_error: float
    """On samples that it was not fitted to, relative to the spread of the outputs."""
    replicas: nn.ModuleList
    """The same learner on disjoint parts of the data."""
    heldout_x: Tensor
    heldout_y: Tensor
    """Samples that neither the model nor its replicas were fitted to; maybe none."""

    report: dict[str, Any]
    """What was chosen and why, for people."""

    def sample_weight(self, x: Any) -> NDArray[np.float64] | None:
        """The weight of the derivatives at each sample, if the model knows it."""
        return None


@dataclass(frozen=True)
class Fit:
    """Facts about a function that come from the fitted model inside it."""

    function: Any
    """The function to examine: the model itself where the function is nothing but the model."""
    error: float
    task: str
    replicas: Sequence[Any]
    heldout: tuple[Tensor, Tensor] | None = None
    report: Mapping[str, Any] = field(default_factory=dict)
    """What was chosen and why, for people."""
    weighs: bool = False
    """Whether ``function`` is a model that weighs samples."""

    @property
    def has_classes(self) -> bool:
        """True if the model gives probabilities of classes."""
        return self.task != "regression"


Rebuild = Callable[[dict[str, Any], dict[str, Tensor]], Fitted]
REBUILDERS: dict[str, Rebuild] = {}
"""For each format of a header, the function that rebuilds the model from it and its arrays."""


def find_fit(f: Any, try_on: Callable[[], Tensor]) -> Fit | None:
    """Find the fitted models in a function; ``try_on`` gives a batch of x."""
    models = list(_find_models(f))
    if not models:
        return None
    if len(models) == 1 and _agree(f, models[0], try_on):
        model = models[0]
        heldout = (model.heldout_x, model.heldout_y) if len(model.heldout_x) else None
        return Fit(
            model,
            model.heldout_error,
            model.task,
            list(model.replicas),
            heldout,
            model.report,
            weighs=True,
        )
    error = max(model.heldout_error for model in models)
    task = next((one.task for one in models if one.task != "regression"), "regression")
    count = min(len(model.replicas) for model in models)
    own = _find_inside(f)
    if set(models) != set(own):  # TorchScript: nothing in it can be replaced
        return Fit(f, error, task, ())
    replicas = [
        replace_modules(f, {model: model.replicas[k] for model in models}) for k in range(count)
    ]
    return Fit(f, error, task, replicas)


def write_header(header: dict[str, Any]) -> Tensor:
    """Write a header of plain values as a buffer of a module."""
    return torch.from_numpy(np.frombuffer(json.dumps(header).encode(), np.uint8).copy())


def _find_inside(f: Any) -> list[Fitted]:
    """Find the fitted models in a callable, none of them inside another."""
    found: list[Fitted] = []

    def visit(module: nn.Module) -> None:
        if isinstance(module, Fitted):
            found.extend([] if module in found else [module])
        else:
            for child in module.children():
                visit(child)

    for module in find_modules(f):
        visit(module)
    return found


def _find_models(f: Any) -> Iterator[Fitted]:
    """Find the fitted models, also those whose state is inside TorchScript."""
    found = _find_inside(f)
    yield from found
    if not found:
        for module in find_modules(f):
            yield from _rebuild_scripted(module)


def _rebuild_scripted(module: nn.Module) -> Iterator[Fitted]:
    state = {**dict(module.named_parameters()), **dict(module.named_buffers())}
    for name, value in state.items():
        prefix, _, last = name.rpartition(HEADER)
        if last or value.dtype != torch.uint8 or not value.numel():
            continue
        try:
            header = json.loads(bytes(value.cpu().numpy()))
            rebuild = REBUILDERS[header["format"]]
            own = {
                k.removeprefix(prefix): v.detach()
                for k, v in state.items()
                if k.startswith(prefix) and k.rpartition(".")[2] != HEADER
            }
            yield rebuild(header, own)
        except (ValueError, KeyError, TypeError, FileFormatError):
            continue  # somebody else's buffer of that name


def _agree(f: Any, model: Fitted, try_on: Callable[[], Tensor]) -> bool:
    """True if a function agrees with a model, up to the rounding of another compilation."""
    if f is model:
        return True
    with torch.no_grad():
        x = try_on().to(model.heldout_x)
        one, other = f(x), model(x)
    if not isinstance(one, Tensor) or one.numel() != other.numel():
        return False
    other = other.reshape(one.shape).to(one)
    scale = other.abs().amax(dim=0).clamp_min(torch.finfo(other.dtype).tiny)
    tolerance = 1e3 * torch.finfo(other.dtype).eps ** 0.75
    return bool(((one - other).abs() <= tolerance * scale).all())
