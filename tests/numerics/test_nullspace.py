"""Streaming QR, and the directions that extremise a quotient."""

from __future__ import annotations

import pytest
import torch

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
