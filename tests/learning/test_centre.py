"""Points have no origin: where they lie changes nothing that is learned."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from liesd.learning import learn

SPEC = "3*affine(x[2]) + 1 -> 1"
QUICK = {
    "kernel": {"centres": 60},
    "network": {"widths": (16,), "steps": 200},
}


def atoms() -> tuple[np.ndarray, np.ndarray]:
    """Three atoms near a triangle, a number beside them, and an energy of their distances."""
    rng = np.random.default_rng(0)
    corners = np.array([[0, 0], [1.2, 0], [0.5, 1.1]])
    x = corners + rng.uniform(-0.3, 0.3, (600, 3, 2))
    s = rng.normal(size=(600, 1))
    sides = [np.linalg.norm(x[:, a] - x[:, b], axis=1) for a, b in ((0, 1), (0, 2), (1, 2))]
    y = sum((1 - np.exp(1 - r)) ** 2 for r in sides) * (1 + 0.2 * s[:, 0])
    return np.hstack([x.reshape(600, 6), s]), y


@pytest.mark.parametrize("learner", QUICK)
def test_a_shift_of_all_points_changes_nothing(learner: str) -> None:
    x, y = atoms()
    far = x.copy()
    far[:, :6] += np.tile([1024.0, -4096.0], 3)
    near_model, far_model = (
        learn(one, y, SPEC, learner, replicas=0, progress=False, **QUICK[learner])
        for one in (x, far)
    )
    assert far_model.heldout_error == pytest.approx(near_model.heldout_error, rel=1e-3)
    shown = (near_model(torch.from_numpy(x)), far_model(torch.from_numpy(far)))
    assert torch.allclose(*shown, atol=1e-3 * float(y.std()))


def test_the_origin_of_vectors_and_numbers_stays() -> None:
    """Vectors turn about the origin, which products of inputs must be taken from."""
    x, y = atoms()
    model = learn(x, y, "3*x[2] + 1 -> 1", "kernel", replicas=0, progress=False, centres=20)
    assert not model.origin.any()
    moved = learn(x, y, SPEC, "kernel", replicas=0, progress=False, centres=20)
    assert moved.origin[:6].reshape(3, 2).numpy() == pytest.approx(
        np.tile(x[:, :6].reshape(-1, 2).mean(axis=0), (3, 1)), abs=0.02
    )
    assert moved.origin[6] == 0
