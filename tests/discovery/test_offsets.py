"""What does not move is measured by its spread: an offset changes nothing."""

import numpy as np
import pytest
import torch
from torch import Tensor

import liesd

X = np.random.default_rng(0).normal(size=(1500, 3))


def law(x: Tensor, z0: float = 0.0, y0: float = 0.0) -> Tensor:
    """Turned about the origin, but for a part that the last input switches on."""
    round_part = torch.exp(-(x[:, :2] ** 2).sum(dim=1) / 2)
    return (y0 + round_part + 0.15 * (x[:, 2] - z0) * x[:, 1])[:, None]


@pytest.mark.parametrize(("z0", "y0"), [(1e6, 0.0), (0.0, 1e4), (-1e6, -1e6)])
def test_an_offset_changes_nothing(z0: float, y0: float) -> None:
    shifted = X + np.array([0.0, 0.0, z0])
    plain = liesd.discover(law, torch.from_numpy(X), "x[2]+1 -> 1")
    moved = liesd.discover(lambda x: law(x, z0, y0), torch.from_numpy(shifted), "x[2]+1 -> 1")
    assert np.allclose(moved.singular_values, plain.singular_values, rtol=1e-4)
    learned = [ask(X, 0.0, 0.0), ask(shifted, z0, y0)]
    assert [(one.dimension, one.verdict.name) for one in learned] == [(0, "SURE")] * 2
    assert np.allclose(learned[1].singular_values, learned[0].singular_values, atol=0.2)


def ask(x: np.ndarray, z0: float, y0: float) -> liesd.Discovery:
    """Learn and discover."""
    y = law(torch.from_numpy(x), z0, y0).numpy()
    model = liesd.learn(x, y, "x[2]+1 -> 1", "kernel", progress=False)
    return liesd.discover(model, x, "x[2]+1 -> 1")


def test_offsets_of_outputs_do_not_decide_what_counts() -> None:
    """Of two outputs, the one that breaks counts, however far the other is from zero."""

    def both(x: Tensor) -> Tensor:
        return torch.cat([1e5 + (x**2).sum(dim=1, keepdim=True), x[:, :1] ** 3], dim=1)

    found = liesd.discover(both, torch.from_numpy(X), "x[3] -> 2")
    assert found.dimension == 1  # the plane without the first axis turns
    plain = liesd.discover(
        lambda x: both(x) - torch.tensor([1e5, 0.0]), torch.from_numpy(X), "x[3] -> 2"
    )
    assert np.allclose(found.singular_values[:-1], plain.singular_values[:-1], rtol=1e-4)
