"""Products of inputs as inputs: exact derivatives, and laws that are made of products."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import liesd
from liesd.learning import learn, load_model
from liesd.learning.kernel.model import KernelModel
from liesd.learning.lift import Lift, is_affordable


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
        assert torch.allclose(along, lift.differentiate(x, direction).expand_as(along))


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
    found = learn(*noisy, learner="kernel")
    assert isinstance(found, KernelModel)
    return found


def test_a_law_of_products_is_learned_below_its_noise(
    model: KernelModel, noisy: tuple[np.ndarray, np.ndarray]
) -> None:
    plain = learn(*noisy, learner="kernel", products=False, replicas=0)
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
    names = ("metric", "scale", "origin", "centres", "sketch", "span", "typical")
    arrays = {name: getattr(model, name) for name in names} | {"weights": model.sketch}
    shapes = model.x_shape, (model.sketch.shape[1],)
    sketched = KernelModel(*shapes, arrays, **model.config())
    x = torch.from_numpy(noisy[0][:20])
    J = torch.func.vmap(torch.func.jacrev(lambda one: sketched(one[None])[0]))(x)
    slow = torch.einsum("bsn,dn->bsd", J, model.span).square().sum(dim=(1, 2))
    assert torch.allclose(model.estimate_variance(x), slow, rtol=1e-6)


def test_symmetries_of_a_law_of_products(model: KernelModel, noisy) -> None:
    """q₁p₂ − q₂p₁ keeps so(2, 2), and whatever moves only the two inputs that do not count."""
    found = liesd.discover(model, noisy[0], "x[6] -> 1", tolerance=0.05, evidence=False)
    assert found.dimension == 6 + 2 * 6


def test_replicas_start_half_way_and_sharpen_themselves(model: KernelModel) -> None:
    """The metrics are alike in what matters, but none is the model's."""
    first = torch.linalg.svd(model.metric).U[:, 0]
    for replica in model.replicas:
        assert isinstance(replica, KernelModel)
        assert abs(float(torch.linalg.svd(replica.metric).U[:, 0] @ first)) > 0.99
        assert not torch.allclose(replica.metric, model.metric, rtol=1e-3)


def test_a_length_of_the_users_own_goes_to_replicas(noisy) -> None:
    x, y = (part[:2000] for part in noisy)
    model = learn(x, y, learner="kernel", products=True, length=3.0, centres=200)
    assert model.report["length"] == 3.0
    assert len(model.replicas) == 4


def test_what_replicas_need_is_no_setting(noisy) -> None:
    with pytest.raises(liesd.DataError, match="does not know a setting"):
        learn(*noisy, learner="kernel", start=None)


def test_products_are_left_out_where_they_do_not_help() -> None:
    rng = np.random.default_rng(0)
    x = rng.standard_normal((4000, 3))
    y = np.sin(x @ [1.0, -0.5, 0.3])
    model = learn(x, y + 0.01 * rng.standard_normal(len(y)), learner="kernel", replicas=0)
    assert model.report["products"] is False


def test_products_are_left_out_where_samples_are_few() -> None:
    assert Lift(torch.ones(20), True).size == 230
    assert is_affordable(230, 4600)
    assert not is_affordable(230, 4599)
    assert not is_affordable(Lift(torch.ones(21), True).size, 1_000_000)


def test_a_network_of_products(noisy, tmp_path) -> None:
    """With the same steps it learns what the plain one cannot; its derivatives are its own."""
    plain, lifted = (
        learn(*noisy, "x[6] -> 1", "network", replicas=0, steps=600, products=products)
        for products in (False, True)
    )
    assert lifted.heldout_error < plain.heldout_error / 2
    lifted.save(tmp_path / "model")
    x = noisy[0][:100]
    again = load_model(tmp_path / "model")
    assert np.array_equal(again.predict(x), lifted.predict(x))
    assert np.array_equal(again.sample_weight(x), lifted.sample_weight(x))


def test_auto_tries_networks_with_and_without_products() -> None:
    """Too few centres for the kernel, so that networks are asked."""
    rng = np.random.default_rng(0)
    x = rng.standard_normal((3000, 4))
    y = np.tanh(3 * (x[:, 0] * x[:, 1] - x[:, 2] * x[:, 3])) * np.cos(2 * x[:, 0] * x[:, 2])
    few = {"kernel": {"centres": 20}, "network": {"steps": 800}}
    model = learn(x, y, "x[4] -> 1", replicas=2, **few)
    assert model.report["chosen"].startswith("network")
    assert "of products" in model.report["chosen"]
    assert model.report["products"] is True
    assert all(replica.report["products"] is True for replica in model.replicas)
