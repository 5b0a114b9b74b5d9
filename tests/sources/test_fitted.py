"""A fitted model is found in whatever wraps it, and answers as it would by itself."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor, nn

import liesd
from liesd.learning import LearnedModel
from liesd.sources.fitted import find_fit
from liesd.sources.wrappers import find_modules, replace_modules
from liesd.verdict import Verdict

SPEC = "x[2] -> 1"
X = np.random.default_rng(0).standard_normal((1500, 2))
Y = np.exp(-(X**2).sum(axis=1) / 4)
Y += 0.01 * Y.std() * np.random.default_rng(1).standard_normal(len(Y))


class Box(nn.Module):
    """A module that contains another one."""

    def __init__(self, inner: nn.Module) -> None:
        super().__init__()
        self.inner = inner

    def forward(self, x: Tensor) -> Tensor:
        return self.inner(x)

    def predict(self, x: Tensor) -> Tensor:
        return self.inner(x)


class Caller:
    """A plain object that holds a model."""

    def __init__(self, model: nn.Module) -> None:
        self.model = model

    def __call__(self, x: Tensor) -> Tensor:
        return self.model(x)


class Slotted:
    """An object without a dictionary of attributes."""

    __slots__ = ("model",)

    def __init__(self, model: nn.Module) -> None:
        self.model = model

    def __call__(self, x: Tensor) -> Tensor:
        return self.model(x)


def call_another(model: nn.Module) -> Any:
    inner = lambda x: model(x)
    return lambda x: inner(x)


def keep_in_a_dictionary(model: nn.Module) -> Any:
    kept = {"models": [model]}
    return lambda x: kept["models"][0](x)


def saved(model: nn.Module, folder: Path) -> Any:
    traced = torch.jit.trace(model, torch.from_numpy(X[:5]))
    traced.save(folder / "model.pt")
    return torch.jit.load(folder / "model.pt")


WRAPPERS: dict[str, Callable[[nn.Module, Path], Any]] = {
    "lambda": lambda model, _: lambda x: model(x),
    "bound method": lambda model, _: model.forward,
    "partial": lambda model, _: functools.partial(lambda inner, x: inner(x), model),
    "object": lambda model, _: Caller(model),
    "object with slots": lambda model, _: Slotted(model),
    "default argument": lambda model, _: lambda x, net=model: net(x),
    "another function": lambda model, _: call_another(model),
    "dictionary": lambda model, _: keep_in_a_dictionary(model),
    "module": lambda model, _: Box(model),
    "method of a module": lambda model, _: Box(model).predict,
    "sequence": lambda model, _: nn.Sequential(nn.Identity(), Box(model)),
    "compiled": lambda model, _: torch.compile(model, backend="eager"),
    "compiled function": lambda model, _: torch.compile(lambda x: model(x), backend="eager"),
    "scripted": lambda model, _: torch.jit.script(model),
    "traced": lambda model, _: torch.jit.trace(model, torch.from_numpy(X[:7])),
    "traced box": lambda model, _: torch.jit.trace(Box(model), torch.from_numpy(X[:7])),
    "from a file": saved,
}


@pytest.fixture(scope="module", params=["kernel", "network"])
def model(request: pytest.FixtureRequest) -> LearnedModel:
    settings = {"centres": 100} if request.param == "kernel" else {"steps": 400}
    return liesd.learn(X, Y, SPEC, request.param, **settings)


@pytest.fixture(scope="module")
def alone(model: LearnedModel) -> liesd.Discovery:
    return liesd.discover(model, X, SPEC)


@pytest.mark.filterwarnings("ignore")  # torch says that TorchScript grows old
@pytest.mark.parametrize("name", WRAPPERS)
def test_a_wrapped_model_answers_as_the_model(
    name: str, model: LearnedModel, alone: liesd.Discovery, tmp_path: Path
) -> None:
    found = liesd.discover(WRAPPERS[name](model, tmp_path), X, SPEC)
    assert np.array_equal(found.singular_values, alone.singular_values)
    assert found.decision == alone.decision
    assert found.evidence == alone.evidence


@pytest.mark.filterwarnings("ignore")
def test_a_scripted_model_serves_batches_of_any_size(model: LearnedModel) -> None:
    for size in (1, 16, 37):
        x = torch.from_numpy(X[:size])
        assert torch.allclose(torch.jit.script(model)(x), model(x))


def test_a_wrapper_that_changes_the_outputs_takes_its_replicas_along(model: LearnedModel) -> None:
    f = lambda x: torch.sigmoid(3 * model(x))
    fit = find_fit(f, lambda: torch.from_numpy(X[:32]))
    assert fit is not None
    assert fit.function is f
    assert len(fit.replicas) == len(model.replicas)
    x = torch.from_numpy(X[:10])
    for replica, own in zip(fit.replicas, model.replicas, strict=True):
        assert torch.equal(replica(x), torch.sigmoid(3 * own(x)))
    assert fit.heldout is None  # what y would be is not known
    found = liesd.discover(f, X, SPEC)
    assert found.transcript is not None
    assert (found.dimension, found.transcript.kind) == (1, "law")


def test_a_factor_leaves_the_answer_as_it_is(model: LearnedModel, alone: liesd.Discovery) -> None:
    found = liesd.discover(lambda x: 2 * model(x), X, SPEC)
    assert found.dimension == alone.dimension
    assert np.allclose(found.singular_values, alone.singular_values)  # samples weigh alike


def test_a_model_of_a_part_of_the_inputs(model: LearnedModel) -> None:
    more = np.hstack([X, np.random.default_rng(2).uniform(1, 2, (len(X), 1))])
    found = liesd.discover(lambda x: model(x[:, :2]) * x[:, 2], more, "x[2]+1 -> 1")
    assert found.dimension == 1
    assert found.transcript is not None
    assert found.transcript.kind == "law"


norm = None


def test_a_model_that_does_not_matter_is_no_fit(
    model: LearnedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(globals(), "norm", model)
    exact = liesd.discover(lambda x: x.norm(dim=1), X, SPEC)  # an attribute of that name
    assert exact.transcript is not None
    assert (exact.dimension, exact.transcript.kind) == (1, "function")
    never = liesd.discover(lambda x: x.norm(dim=1) if len(x) else model(x), X, SPEC)
    assert never.about in ("function", "model")  # there is a network in it, but no fit
    assert never.dimension == never.decision.exact == 1


def test_a_mean_of_two_models_takes_replicas_of_both(model: LearnedModel) -> None:
    other = liesd.learn(X, Y, SPEC, "kernel", seed=1, centres=60)
    f = lambda x: (model(x) + other(x)) / 2
    fit = find_fit(f, lambda: torch.from_numpy(X[:32]))
    assert fit is not None
    x = torch.from_numpy(X[:10])
    wanted = (model.replicas[1](x) + other.replicas[1](x)) / 2
    assert torch.equal(fit.replicas[1](x), wanted)
    assert fit.error == max(model.heldout_error, other.heldout_error)


@pytest.mark.filterwarnings("ignore")
def test_what_is_changed_inside_torchscript_is_known_by_its_error_only(
    model: LearnedModel,
) -> None:
    traced = torch.jit.trace(nn.Sequential(Box(model), nn.Tanh()), torch.from_numpy(X[:7]))
    found = liesd.discover(traced, X, SPEC)
    assert found.verdict is Verdict.UNSURE
    assert "only one fit is known" in found.reason


def test_methods_of_a_user_are_never_called_by_name() -> None:
    class Mine(nn.Module):
        heldout_error = "none of your business"
        replicas = "nor this"
        report = 7

        def forward(self, x: Tensor) -> Tensor:
            return x.square().sum(dim=1)

        def sample_weight(self) -> None:
            raise AssertionError("called by its name")

    found = liesd.discover(Mine(), X, SPEC)
    assert (found.dimension, found.verdict) == (1, Verdict.SURE)
    assert "held-out error" not in found.settings["function"]


def test_a_foreign_buffer_called_header_is_no_model() -> None:
    class Packet(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.register_buffer("header", torch.zeros(8, dtype=torch.uint8))

        def forward(self, x: Tensor) -> Tensor:
            return x.norm(dim=1)

    assert find_fit(Packet(), lambda: torch.from_numpy(X[:3])) is None
    assert liesd.discover(Packet(), X, SPEC).dimension == 1


def test_replacing_modules_leaves_the_original_alone() -> None:
    one, two = nn.Linear(2, 1), nn.Linear(2, 1)
    box = nn.Sequential(nn.Tanh(), Box(one))
    x = torch.randn(3, 2)
    before = box(x)
    for f in (box, lambda x: box(x), box.forward, functools.partial(box), Caller(box)):
        swapped = replace_modules(f, {one: two})
        assert torch.equal(swapped(x), two(torch.tanh(x)))
        assert torch.equal(f(x), before)
        assert find_modules(f) == [box]
