"""The small parts: streaming QR, the choice of a dimension, the paper's two figures."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from liesd import DataError
from liesd.metrics import orthogonality_error, space_error
from liesd.numerics.nullspace import StreamingQR, solve_action


def test_qr_does_not_depend_on_how_rows_come() -> None:
    C = torch.randn(50_000, 6, dtype=torch.float64)
    C[:, 5] = C[:, :5].sum(dim=1) * (1 + 1e-13)
    expected = torch.linalg.svdvals(C)
    for sizes in (50_000, 1, 999):
        qr = StreamingQR(6)
        for part in C.split(sizes if sizes > 1 else 50) if sizes != 1 else C[:200].split(1):
            qr.add(part)
        reference = expected if sizes != 1 else torch.linalg.svdvals(C[:200])
        got = torch.linalg.svdvals(qr.R)
        assert torch.allclose(got, reference, rtol=1e-12, atol=1e-12 * float(reference[0]))
        assert len(qr.R) <= 6


def test_qr_factors_merge() -> None:
    C = torch.randn(3000, 5, dtype=torch.float64)
    whole, left, right = StreamingQR(5), StreamingQR(5), StreamingQR(5)
    whole.add(C)
    left.add(C[:1000])
    right.add(C[1000:])
    left.merge(right)
    assert torch.allclose(left.R.T @ left.R, whole.R.T @ whole.R)
    assert StreamingQR(4).R.shape == (0, 4)


def test_qr_keeps_what_the_gram_matrix_squares_away() -> None:
    C = torch.randn(2000, 3, dtype=torch.float64)
    C[:, 2] = C[:, 0] + 1e-11 * C[:, 2]
    qr = StreamingQR(3)
    qr.add(C)
    assert float(torch.linalg.svdvals(qr.R)[-1]) == pytest.approx(
        float(torch.linalg.svdvals(C)[-1]), rel=1e-3
    )


def test_solve_leaves_out_what_cannot_be_seen() -> None:
    R = torch.diag(torch.tensor([3.0, 1e-9, 0.0], dtype=torch.float64))
    action = torch.diag(torch.tensor([1e6, 1e-6, 0.0], dtype=torch.float64))
    L = torch.diag(torch.tensor([3.0, 1e-6, 0.0], dtype=torch.float64))
    solution = solve_action(R, L, action)
    assert torch.allclose(solution.values, torch.tensor([1e-3, 1.0], dtype=torch.float64))
    assert solution.hidden.abs().argmax() == 2


def test_space_error_is_the_papers() -> None:
    rng = np.random.default_rng(0)
    V, W = np.linalg.qr(rng.normal(size=(9, 3)))[0], rng.normal(size=(9, 4))
    X, Y = np.linalg.lstsq(V, W)[0], np.linalg.lstsq(W, V)[0]
    expected = np.sum((V @ X - W) ** 2) + np.sum((W @ Y - V) ** 2)
    assert space_error(V, W) == pytest.approx(expected)
    assert space_error(V, V @ rng.normal(size=(3, 3))) < 1e-28
    redundant = np.hstack([V, V[:, :1] + V[:, 1:2]])  # lstsq would give no residual here
    assert space_error(redundant, V) < 1e-28
    assert space_error(redundant, W) > 0.1
    assert space_error(V, np.zeros((9, 0))) == pytest.approx(3)


def test_orthogonality_error_is_the_papers() -> None:
    V = np.array([[1.0, 0.6, 0], [0, 0.8, 0], [0, 0, 1.0]])
    assert orthogonality_error(V) == pytest.approx(0.6)


def test_metrics_refuse_what_is_no_basis() -> None:
    with pytest.raises(DataError, match="length 3 and V_true of length 2"):
        space_error(np.eye(3), np.eye(2))
    with pytest.raises(DataError, match="a matrix"):
        orthogonality_error(np.ones(3))
    with pytest.raises(DataError, match="not finite"):
        space_error(np.full((2, 2), np.nan), np.eye(2))
