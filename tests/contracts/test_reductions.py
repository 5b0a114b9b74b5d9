"""What every reduction promises: however samples are parted, the state says the same."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
import torch

from liesd.data.samples import open_samples
from liesd.equations import reductions
from liesd.equations.problem import Problem, make_batches, state_problem
from liesd.equations.reduce import REDUCTIONS, Engine
from liesd.equations.scale import factorize
from liesd.sources import Request, open_source
from liesd.spec import Spec

SPECS = ["x[3]+v[2] -> y[2]", "2*affine(x[2])+1 -> x", "2*poly(x[2], 2)+1 -> affine(y[2])"]
rng = np.random.default_rng(0)
X, TARGET = rng.normal(size=(300, 5)), rng.normal(size=(300, 2))


def f(x):
    return torch.stack([x[:, :3].norm(dim=1), x[:, 3] * x[:, 4]], dim=1)


@pytest.fixture(scope="module", params=SPECS)
def problem(request: pytest.FixtureRequest) -> Problem:
    source = open_source(Request(f, open_samples(X), Spec.parse(request.param)))
    weights = rng.uniform(0.5, 1.5, 300)
    batches = make_batches(source, weights, batch_size=32, progress=False)
    with source.ready():
        return state_problem(batches, Engine())


def make(kind: type, problem: Problem) -> Any:
    frame, source = problem.frame, problem.source
    spec = problem.spec
    directions = torch.eye(spec.size, dtype=torch.float64)[:, :4]
    theta = {name: rng.normal(size=shape) for name, shape in spec.unknowns.items()}
    made = {
        reductions.InputSurvey: lambda: kind(spec.input, 3),
        reductions.OutputSurvey: lambda: kind(spec.output, 3),
        reductions.SpreadSurvey: lambda: kind(3, rng.random() < 0.5),
        reductions.Equations: lambda: kind(frame, 2),
        reductions.Residuals: lambda: kind(frame, 2, theta, None),
        reductions.Agreement: lambda: kind(frame, [source, source], directions, 2),
        reductions.GroupedResiduals: lambda: kind(frame, source, directions, 2, 5),
    }
    return made[kind]()


def tell(state: Any) -> list[np.ndarray]:
    """All numbers of a state, as far as they do not depend on the order of rows."""
    told = []
    if hasattr(state, "qr"):
        told.append(state.qr.R.T @ state.qr.R)
    if hasattr(state, "scale"):
        told += [gram(state.scale), state.outputs.features.sum, state.outputs.count]
    if hasattr(state, "scales"):
        told += [state.moments, *map(gram, state.scales)]
    if hasattr(state, "features"):
        told += [state.features.sum, state.sum, state.total, state.count]
    if hasattr(state, "first"):
        told += [state.first, state.second]
    for name in ("squares", "wrong", "total"):
        if hasattr(state, name):
            told.append(getattr(state, name))
    assert told
    return [np.asarray(one) for one in told]


def gram(scale: Any) -> np.ndarray:
    L = factorize(scale.spec, scale.terms())
    return (L.T @ L).numpy()


@pytest.fixture(params=REDUCTIONS, ids=lambda kind: kind.__name__)
def reduction(request: pytest.FixtureRequest, problem: Problem) -> Any:
    return make(request.param, problem)


class TestReduction:
    def test_parts_merge_to_the_whole(self, reduction: Any, problem: Problem) -> None:
        with problem.source.ready():
            whole = Engine()(reduction, problem.batches)
            parts = [
                Engine()(reduction, problem.batches.part(start, stop))
                for start, stop in ((0, 70), (70, 71), (71, 300))
            ]
        state = reduction.start()
        for part in parts:
            reduction.merge(state, part)
        for one, other in zip(tell(whole), tell(state), strict=True):
            assert np.allclose(one, other, rtol=1e-9, atol=1e-12)

    def test_a_state_travels(self, reduction: Any, problem: Problem) -> None:
        with problem.source.ready():
            state = Engine()(reduction, problem.batches)
        sent = pickle.loads(pickle.dumps(copy.deepcopy(state)))
        for one, other in zip(tell(state), tell(sent), strict=True):
            assert np.allclose(one, other, rtol=1e-9, atol=1e-12)
