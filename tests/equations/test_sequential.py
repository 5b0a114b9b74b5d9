"""samples="auto" says what all samples say, within its tolerance."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import liesd
from liesd.equations import limits as equations_limits
from tests.equations.functions import INERTIA, data, inertia, network


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("f", [inertia, network()], ids=["exact", "no symmetry"])
def test_auto_agrees_with_the_full_run(f: object, seed: int) -> None:
    x = data(60_000)
    full = liesd.discover(f, x, INERTIA)  # type: ignore[arg-type]
    auto = liesd.discover(f, x, INERTIA, samples="auto", seed=seed)  # type: ignore[arg-type]
    assert auto.samples < full.samples
    assert f"{auto.samples:,} samples" in str(auto)
    assert (auto.dimension, auto.verdict) == (full.dimension, full.verdict)
    seen = full.singular_values > 1e-12
    assert np.all(
        np.abs(auto.singular_values - full.singular_values)[seen]
        <= equations_limits.LIMITS.settled * full.singular_values[seen]
    )
    thetas = [np.array([g.theta for g in d.generators]).reshape(-1, 27) for d in (full, auto)]
    assert np.allclose(*[t.T @ t for t in thetas], atol=1e-8)


def test_rare_samples_keep_it_going() -> None:
    """One sample in fifty breaks a symmetry: a small draw cannot know how much."""

    def f(x: torch.Tensor) -> torch.Tensor:
        far = (x[:, 0].abs() > 2.3).to(x.dtype)
        return x.square().sum(dim=1) + far * x[:, 0]

    x = np.random.default_rng(1).normal(size=(40_000, 3))
    full = liesd.discover(f, x, "x[3] -> 1")
    auto = liesd.discover(f, x, "x[3] -> 1", samples="auto")
    assert auto.dimension == full.dimension == 1
    assert np.allclose(
        auto.singular_values[:-1], full.singular_values[:-1], rtol=equations_limits.LIMITS.settled
    )
    assert auto.samples > 2048


def test_too_few_samples_are_all_used() -> None:
    x = data(500)
    full = liesd.discover(network(), x, INERTIA)
    auto = liesd.discover(network(), x, INERTIA, samples="auto")
    assert auto.samples == 500
    assert np.allclose(auto.singular_values, full.singular_values, rtol=0.2, atol=1e-12)


def test_the_same_seed_draws_the_same_samples() -> None:
    x, f = data(3000), network()
    one, two, other = (liesd.discover(f, x, INERTIA, samples=1000, seed=seed) for seed in (0, 0, 1))
    assert np.array_equal(one.singular_values, two.singular_values)
    assert not np.array_equal(one.singular_values, other.singular_values)
    assert one.samples == 1000


def test_weights_and_derivatives_are_drawn_with_their_samples() -> None:
    x, f = torch.from_numpy(data(3000)), inertia
    y = f(x).reshape(-1, 9)
    jacobian = torch.func.vmap(torch.func.jacrev(lambda one: f(one[None]).reshape(9)))(x)
    weight = 1 / (1 + x[:, 0] ** 2)
    settings = {"samples": 2000, "sample_weight": weight.numpy()}
    one = liesd.discover(f, x, INERTIA, **settings)  # type: ignore[arg-type]
    two = liesd.discover(None, x, INERTIA, y=y, jacobian=jacobian, **settings)  # type: ignore[arg-type]
    assert one.dimension == two.dimension == 4
    assert np.allclose(one.singular_values, two.singular_values, rtol=1e-10, atol=1e-13)


def test_bad_requests_are_refused() -> None:
    x = data(500)
    for settings, words in (
        ({"samples": 0}, "at least 1"),
        ({"samples": "some"}, "at least 1"),
        ({"samples": "auto", "settle": 2.0}, "between 0 and 1"),
    ):
        with pytest.raises(liesd.DataError, match=words):
            liesd.discover(inertia, x, INERTIA, **settings)  # type: ignore[arg-type]
    loader = [torch.from_numpy(x)]
    with pytest.raises(liesd.DataError, match="stream of batches"):
        liesd.discover(inertia, loader, INERTIA, samples="auto")
