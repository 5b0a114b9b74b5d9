"""Large specs: the shortcuts give what the plain way gives, and needs are said beforehand."""

from __future__ import annotations

import logging
from dataclasses import replace

import numpy as np
import pytest
import torch
from torch import nn

import liesd
from benchmarks.large import TwoForms, truth
from liesd.equations import limits
from liesd.numerics import limits as numerics_limits
from liesd.numerics.nullspace import StreamingQR, solve_small_end

DOUBLE = torch.float64


def _limit(monkeypatch: pytest.MonkeyPatch, **values: int) -> None:
    monkeypatch.setattr(numerics_limits, "LIMITS", replace(numerics_limits.LIMITS, **values))


def test_a_wide_factor_is_that_of_all_rows() -> None:
    p = numerics_limits.LIMITS.wide_columns + 8
    rows = torch.randn((3 * p, p), dtype=DOUBLE)
    whole, other = StreamingQR(p), StreamingQR(p)
    whole._limit = other._limit = 700
    for part in rows[: 2 * p].split(300):
        whole.add(part)
    other.add(rows[2 * p :])
    whole.merge(other)
    R, gram = whole.R, rows.T @ rows
    assert torch.allclose(R.T @ R, gram, rtol=0, atol=1e-12 * float(gram.diagonal().max()))
    assert torch.equal(R.triu(), R)


def test_the_small_end_keeps_its_digits(monkeypatch: pytest.MonkeyPatch) -> None:
    _limit(monkeypatch, kept=20)
    left, right = (torch.linalg.qr(torch.randn((300, 300), dtype=DOUBLE)).Q for _ in range(2))
    values = torch.cat([torch.zeros(5), torch.logspace(-6, 0, 295)]).to(DOUBLE)
    found, vectors = solve_small_end(left @ (values[:, None] * right.T))
    assert torch.allclose(found, values, rtol=1e-8, atol=2e-13)
    assert 20 < vectors.shape[1] < 300
    assert torch.allclose(vectors.T @ vectors, torch.eye(vectors.shape[1], dtype=DOUBLE))
    null = vectors[:, :5]
    assert (right[:, :5] - null @ (null.T @ right[:, :5])).norm() < 1e-8


@pytest.mark.parametrize("weights", ["balanced", "paper"])
def test_a_large_spec_gives_what_a_small_one_gives(
    weights: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    n = 12
    x = np.random.default_rng(1).normal(size=(1000, n))
    plain = liesd.discover(TwoForms(n), x, f"x[{n}] -> 1", weights=weights)
    _limit(monkeypatch, large=100, kept=30)
    large = liesd.discover(TwoForms(n), x, f"x[{n}] -> 1", weights=weights)
    assert large.dimension == plain.dimension == 9
    assert len(large.refuted) < len(plain.refuted)
    assert large.singular_values.shape == (n * n,)
    top = plain.singular_values[0]
    assert np.allclose(large.singular_values, plain.singular_values, rtol=1e-8, atol=1e-13 * top)
    V = np.array([g.theta for g in large.generators])
    assert np.linalg.norm(truth(n) - truth(n) @ V.T @ V) < 1e-9
    again = liesd.discover(TwoForms(n), x, f"x[{n}] -> 1", weights=weights, samples="auto")
    assert again.dimension == 9


def test_gauge_directions_of_a_large_spec(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = "a[3]*b[4] -> 1"
    f = lambda x: x.reshape(-1, 3, 4).square().sum(dim=(1, 2)).sin()
    x = np.random.default_rng(1).normal(size=(500, 12))
    plain = liesd.discover(f, x, spec)
    _limit(monkeypatch, large=10)
    large = liesd.discover(f, x, spec)
    assert (large.dimension, len(large.gauge), len(large.unseen)) == (9, 1, 0)
    assert np.allclose(large.singular_values, plain.singular_values, rtol=1e-8, atol=1e-13)


def test_needs_are_said_beforehand(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    needed = liesd.requirements("x[100] -> 2")
    assert (needed.unknowns, needed.samples) == (10_000, 5_000)
    assert needed.seconds(10_000) < needed.seconds(100_000)
    assert "10,000 unknown numbers: at least 5,000 samples" in str(needed)
    _limit(monkeypatch, large=4)
    monkeypatch.setattr(limits, "LIMITS", replace(limits.LIMITS, long_seconds=0.0))
    with caplog.at_level(logging.INFO, "liesd"):
        liesd.discover(
            lambda x: x.norm(dim=1), np.random.default_rng(0).normal(size=(99, 3)), "x[3] -> 1"
        )
    assert "9 unknown numbers" in caplog.text


def test_the_precision_can_be_chosen() -> None:
    net = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
    x = np.random.default_rng(0).normal(size=(400, 3))
    single, double = (liesd.discover(net, x, "x[3] -> 1", dtype=d) for d in ("float32", "float64"))
    assert (single.dtype, double.dtype) == ("float32", "float64")
    assert next(net.parameters()).dtype == torch.float32
    assert np.allclose(single.singular_values, double.singular_values, rtol=1e-4, atol=1e-6)
    length = lambda x: x.norm(dim=1)
    assert liesd.discover(length, x, "x[3] -> 1", dtype="float32").dtype == "float32"
    with pytest.raises(liesd.DataError, match="float32, float64"):
        liesd.discover(net, x, "x[3] -> 1", dtype="float16")
    with pytest.raises(liesd.FunctionError, match="give the module itself"):
        liesd.discover(lambda x: net(x), x, "x[3] -> 1", dtype="float64")
