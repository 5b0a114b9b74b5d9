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
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from liesd.errors import FileFormatError
from liesd.sources.calls import call_function
from liesd.sources.wrappers import find_modules, replace_modules

KEPT = ("heldout_x", "heldout_y", "training_x", "training_y")
"""The samples that a fitted model keeps, as buffers."""
HEADER = "header"  # the buffer that says how to rebuild a model, whatever it is wrapped in


Choose = Callable[[Any], Tensor]
"""Fields (fields, N, n) at the kept samples, for a function as it is now."""


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
    training_x: Tensor
    training_y: Tensor
    """Samples that the model was fitted to, and their class labels; maybe none."""

    report: dict[str, Any]
    """What was chosen and why, for people."""
    disjoint: bool = True
    """Whether replicas share no error: they are fitted to disjoint samples without a bias that all
    samples have in common, such as that of numerical derivatives."""

    def refit_still(self, choose: Choose | None, seed: int = 0) -> Fitted | None:
        """Fit the kept samples again, with a function that does not change along chosen fields.

        None where no samples are kept, or the learner knows no way to do it.
        """
        return None

    def sample_weight(self, x: Any) -> NDArray[np.float64] | None:
        """The weight of the derivatives at each sample, if the model knows it."""
        return None

    def linearize(self, x: Tensor) -> tuple[Tensor, Tensor] | None:
        """The values (N, m) and Jacobians (N, m, n) at flat samples, where a formula gives them.

        None where they are left to automatic differentiation.
        """
        return None


def linearize_by_formula(f: Any, x: Tensor) -> tuple[Tensor, Tensor] | None:
    """Values and Jacobians of a fitted model that knows a formula for them; else None."""
    return f.linearize(x.flatten(1)) if isinstance(f, Fitted) else None


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
    weigher: Fitted | None = None
    """The model that says how far the derivatives can be trusted at each sample, if one can."""
    disjoint: bool = True
    """Whether the replicas were fitted to disjoint samples."""
    model: Fitted | None = None
    """The model itself, if the function is nothing else."""

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
            model,
            model.disjoint,
            model,
        )
    own = _find_inside(f)
    if set(models) != set(own):  # TorchScript: nothing in it can be replaced
        return Fit(f, max(one.heldout_error for one in models), _find_task(models), ())
    seen = _watch(f, models, try_on())
    used = [model for model in models if seen[model].matters]
    if not used:
        return None
    count = min(len(model.replicas) for model in used)
    replicas = [
        replace_modules(f, {model: model.replicas[k] for model in used}) for k in range(count)
    ]
    weigher = used[0] if len(used) == 1 and seen[used[0]].takes_x else None
    error = max(model.heldout_error for model in used)
    return Fit(f, error, _find_task(used), replicas, weigher=weigher)


class _Watched(NamedTuple):
    """What a function does with a model inside it."""

    matters: bool
    """Whether its outputs depend on the model's."""
    takes_x: bool
    """Whether the model is given x itself."""


class _Watch(nn.Module):
    """A model that notes its inputs and gives other outputs."""

    def __init__(self, model: Fitted, change: float) -> None:
        super().__init__()
        self.model, self.change = model, change
        self.inputs: list[Tensor] = []

    def forward(self, x: Tensor) -> Tensor:
        self.inputs.append(x.detach())
        return self.model(x) * (1 + self.change) + self.change


def _watch(f: Any, models: list[Fitted], x: Tensor) -> dict[Fitted, _Watched]:
    """Try whether each model matters to a function, and whether it is given x itself."""
    seen = {}
    for model in models:
        plain, changed = (_Watch(model, change) for change in (0.0, 0.1))
        x = x.to(model.heldout_x)
        with torch.no_grad():
            one, other = (
                call_function(replace_modules(f, {model: watch}), x) for watch in (plain, changed)
            )
        takes_x = bool(plain.inputs) and all(
            part.shape == x.shape and torch.equal(part, x) for part in plain.inputs
        )
        seen[model] = _Watched(not torch.equal(one, other), takes_x)
    return seen


def _find_task(models: list[Fitted]) -> str:
    return next((one.task for one in models if one.task != "regression"), "regression")


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
    x = try_on().to(model.heldout_x)
    if x[0].numel() != model.heldout_x.shape[1]:
        return False  # the function makes the model's inputs from others
    with torch.no_grad():
        one, other = call_function(f, x), model(x)
    if not isinstance(one, Tensor) or one.numel() != other.numel():
        return False
    other = other.reshape(one.shape).to(one)
    scale = other.abs().amax(dim=0).clamp_min(torch.finfo(other.dtype).tiny)
    tolerance = 1e3 * torch.finfo(other.dtype).eps ** 0.75
    return bool(((one - other).abs() <= tolerance * scale).all())
