"""Fits whose error sits at a few samples."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import liesd
from liesd.learning.data import prepare
from liesd.learning.kernel.fit import KernelLearner
from liesd.learning.kernel.ridge import choose_smoothest
from liesd.learning.kernel.search import Attempt


def grow(seed: int):
    """A law that grows fast in a few directions, of which few samples tell."""
    x = np.random.default_rng(seed).normal(size=(6000, 3))
    return x, np.exp(0.8 * x[:, :1] + 0.5 * x[:, 1:2] * x[:, 2:])


@pytest.mark.parametrize(("seed", "rows"), [(3, 2), (1, 3), (4, 3)])
def test_the_length_of_a_ragged_fit_suits_all_samples(monkeypatch, seed: int, rows: int) -> None:
    """A small part of them, by which settings are compared first, finds another one."""
    seen = []
    finish = Attempt.finish

    def watch(self, best):
        done = finish(self, best)
        seen.append((self, best, done))
        return done

    monkeypatch.setattr(Attempt, "finish", watch)
    x, y = grow(seed)
    search = {"rows_per_centre": rows}
    liesd.learn(x, y, "x[3] -> 1", "kernel", centres=150, search=search, replicas=0)
    (attempt, before, after), *_ = seen
    assert attempt.is_ragged(after.fit)
    assert after.fit.length != before.fit.length
    k = attempt.lengths.index(after.fit.length)
    near = [j for j in (k - 1, k, k + 1) if 0 <= j < len(attempt.lengths)]
    rivals = [attempt._extend(before, j, attempt.pool.rest) for j in near]
    squares = torch.stack([one.squares for one in rivals], dim=1)
    assert near[choose_smoothest(squares)] == k


def test_an_error_at_a_few_samples_is_not_called_noise() -> None:
    """More centres hardly help a law with heavy tails, but a network might."""
    x = np.random.default_rng(0).standard_t(3, size=(6000, 2))
    y = np.sqrt(1 + (x**2).sum(axis=1, keepdims=True)) * np.tanh(x[:, :1])
    model = learn_kernel(x, y)
    assert model.heldout_error > 0.005
    assert not model.saturated


def test_noise_is_still_called_noise() -> None:
    rng = np.random.default_rng(0)
    x = rng.normal(size=(6000, 2))
    y = np.sin(x[:, :1]) * x[:, 1:] + 0.05 * rng.normal(size=(6000, 1))
    assert learn_kernel(x, y).saturated


def learn_kernel(x, y):
    return KernelLearner(centres=200).fit(prepare(x, y, None, "regression", 0), 0)
