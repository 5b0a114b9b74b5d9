"""Products of inputs as inputs: exact derivatives, and laws that are made of products."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import liesd
from liesd.learning import learn, load_model
from liesd.learning.kernel import KernelModel
from liesd.learning.lift import Lift


@pytest.fixture
def x() -> torch.Tensor:
    return torch.randn(50, 3, dtype=torch.float64, generator=torch.Generator().manual_seed(0))


def test_the_derivative_along_a_direction(x: torch.Tensor) -> None:
    scale, direction = torch.tensor([[0.5, 2.0, 1.0], [1.0, -2.0, 0.3]], dtype=torch.float64)
    for products in (False, True):
        lift = Lift(scale, products)
        J = torch.func.vmap(torch.func.jacrev(lambda one, lift=lift: lift(one[None])[0]))(x)
        assert J.shape == (50, lift.size, 3)
        along = J @ direction
        assert torch.allclose(along, lift.along(x, direction).expand_as(along))


def test_turned_inputs_keep_their_distances(x: torch.Tensor) -> None:
    Q = torch.linalg.qr(x[:3]).Q
    lift = Lift(torch.full((3,), 0.7, dtype=torch.float64), True)
    before, after = lift(x), lift(x @ Q)
    assert torch.allclose(torch.cdist(before, before), torch.cdist(after, after), atol=1e-6)


def bracket(x: np.ndarray) -> np.ndarray:
    q, p = np.split(x, 2, axis=1)
    w = q[:, :2] @ np.diag([1.0, -1.0]) * p[:, 1::-1]
    return np.tanh(w.sum(axis=1))


@pytest.fixture(scope="module")
def noisy() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    x = rng.standard_normal((6000, 6))
    y = bracket(x)
    return x, y + 0.01 * y.std() * rng.standard_normal(len(y))


@pytest.fixture(scope="module")
def model(noisy: tuple[np.ndarray, np.ndarray]) -> KernelModel:
    found = learn(*noisy, learner="kernel", products=True)
    assert isinstance(found, KernelModel)
    return found


def test_a_law_of_products_is_learned_below_its_noise(
    model: KernelModel, noisy: tuple[np.ndarray, np.ndarray]
) -> None:
    plain = learn(*noisy, learner="kernel", replicas=0)
    assert model.report["products"] is True
    assert all(replica.report["products"] is True for replica in model.replicas)
    assert plain.report["products"] is False
    x = np.random.default_rng(1).standard_normal((1000, 6))
    errors = [float(np.std(one.predict(x) - bracket(x))) for one in (model, plain)]
    assert errors[0] < 0.01 * bracket(x).std()
    assert errors[0] < errors[1] / 10
    assert model.heldout_error < 0.015


def test_the_model_is_kept_whole(model: KernelModel, noisy, tmp_path) -> None:
    model.save(tmp_path / "model")
    again = load_model(tmp_path / "model")
    x = noisy[0][:100]
    assert np.array_equal(again.predict(x), model.predict(x))
    assert np.array_equal(again.sample_weight(x), model.sample_weight(x))


def test_the_variance_of_the_jacobian_is_that_of_the_sketch(model: KernelModel, noisy) -> None:
    names = ("metric", "scale", "centres", "sketch", "span", "typical")
    arrays = {name: getattr(model, name) for name in names} | {"weights": model.sketch}
    shapes = model.x_shape, (model.sketch.shape[1],)
    sketched = KernelModel(*shapes, model.length, model.gain, arrays, model.products)
    x = torch.from_numpy(noisy[0][:20])
    J = torch.func.vmap(torch.func.jacrev(lambda one: sketched(one[None])[0]))(x)
    slow = torch.einsum("bsn,dn->bsd", J, model.span).square().sum(dim=(1, 2))
    assert torch.allclose(model.variance(x), slow, rtol=1e-6)


def test_symmetries_of_a_law_of_products(model: KernelModel, noisy) -> None:
    """q₁p₂ − q₂p₁ keeps so(2, 2), and whatever moves only the two inputs that do not count."""
    found = liesd.discover(model, noisy[0], "x[6] -> 1", tolerance=0.05, evidence=False)
    assert found.dimension == 6 + 2 * 6


def test_a_metric_of_the_wrong_size_is_refused(noisy) -> None:
    with pytest.raises(liesd.DataError, match=r"\(27, 27\)"):
        learn(*noisy, learner="kernel", products=True, metric=torch.eye(6, dtype=torch.float64))
