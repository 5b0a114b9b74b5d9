"""The paper's two figures."""

from __future__ import annotations

import numpy as np
import pytest

from liesd import DataError
from liesd.metrics import orthogonality_error, space_error


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
