"""The kernel learner finds the paper's symmetries from data alone."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import liesd
from liesd.experiments.tasks import inertia, two_body
from liesd.learning import learn
from liesd.learning.data import split


def discovered(model, x, form):
    return liesd.discover(model, x, form.spec, sample_weight=model.sample_weight(x))


@pytest.mark.parametrize("uniform", [True, False])
def test_two_bodies_from_data(uniform):
    x, y = two_body.data(seed=0, uniform=uniform, trajectories=100)
    model = learn(x, y, two_body.SPEC, "kernel", centres=300)
    found = discovered(model, x, two_body.FORM)
    assert found.dimension == 1
    assert two_body.FORM.space_error(found) < 1e-6
    truth = two_body.FORM.true["rotation"]
    assert liesd.measure(model, x[::10], two_body.SPEC, truth) < 0.02


def test_inertia_from_data_in_both_forms():
    x, y = inertia.data(seed=0, samples=6000)
    form, vector = inertia.tensor_form(), inertia.vector_form()
    model = learn(x, y, form.spec, "kernel", centres=300)
    assert model.heldout_error < 1e-3
    found = discovered(model, x[:3000], form)
    assert (found.dimension, len(found.gauge)) == (4, 1)
    assert form.space_error(found) < 1e-6
    flat = discovered(model, x[:3000], vector)
    assert (flat.dimension, len(flat.unseen)) == (9, 27)
    assert vector.span_error(flat) < 1e-3


def test_noisy_inertia_from_data():
    x, y = inertia.data(seed=0, samples=10_000, noise=0.1)
    form = inertia.tensor_form()
    found = discovered(learn(x, y, form.spec, "kernel", centres=200), x[::4], form)
    assert found.dimension == 4
    assert form.space_error(found) < 1e-3


def quadratic(seed=0, samples=600):
    x = np.random.default_rng(seed).standard_normal((samples, 3))
    return x, x[:, :1] * x[:, 1:]


def test_jacobians_match_those_of_the_function():
    x, y = quadratic()
    model = learn(x, y, learner="kernel")
    point = torch.tensor([[0.3, -0.5, 0.8]], dtype=torch.float64)
    J = torch.autograd.functional.jacobian(model, point)[0, :, 0]
    expected = torch.tensor([[-0.5, 0.3, 0.0], [0.8, 0.0, 0.3]], dtype=torch.float64)
    torch.testing.assert_close(J, expected, atol=1e-3, rtol=0)


def test_a_sample_has_the_same_value_in_every_batch():
    x, y = quadratic()
    model = learn(x, y, learner="kernel")
    together = model(torch.from_numpy(x))
    apart = torch.cat([model(part) for part in torch.from_numpy(x).split(7)])
    torch.testing.assert_close(together, apart, atol=1e-9, rtol=0)


def test_derivatives_are_trusted_less_where_samples_are_rare():
    x, y = quadratic()
    model = learn(x, y, learner="kernel")
    weight = model.sample_weight(np.array([[0.1, 0.0, 0.1], [6.0, 6.0, 6.0]]))
    assert 0 < weight[1] < weight[0] <= 1


def test_scaling_does_not_see_directions():
    """A turned problem is learned as a turned function: no coordinate is special."""
    x, y = two_body.data(seed=0, trajectories=40)
    angle = 0.7
    R = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    turn = np.kron(np.eye(4), R)
    plain = learn(x, y, two_body.SPEC, "kernel", centres=100, length=0.5, ridge=1e-6)
    turned = learn(
        x @ turn.T, y @ turn.T, two_body.SPEC, "kernel", centres=100, length=0.5, ridge=1e-6
    )
    np.testing.assert_allclose(turned.predict(x @ turn.T), plain.predict(x) @ turn.T, atol=1e-3)


def test_the_units_of_a_channel_do_not_matter():
    x, y = two_body.data(seed=0, trajectories=40)
    units = np.repeat([1024.0, 1 / 128, 1024.0, 1 / 128], 2)  # powers of two change no digit
    settings = {"centres": 100, "length": 0.5, "ridge": 1e-6}
    plain = learn(x, y, two_body.SPEC, "kernel", **settings)
    other = learn(x * units, y * units, two_body.SPEC, "kernel", **settings)
    np.testing.assert_allclose(other.predict(x * units) / units, plain.predict(x), atol=1e-12)


def test_whole_blocks_of_rows_are_held_out():
    train, heldout = split(4000, seed=0)
    assert len(heldout) == 500
    assert np.sort(np.concatenate([train, heldout])).tolist() == list(range(4000))
    assert (np.diff(heldout) > 1).sum() < 5


def test_memory_maps_are_learned_from(tmp_path):
    x, y = quadratic()
    np.save(tmp_path / "x.npy", x)
    mapped = np.load(tmp_path / "x.npy", mmap_mode="r")
    a, b = learn(mapped, y, learner="kernel"), learn(x, y, learner="kernel")
    np.testing.assert_array_equal(a.predict(x), b.predict(x))


def test_the_kernel_refuses_classes():
    with pytest.raises(liesd.DataError, match="use learner='network'"):
        learn(np.random.default_rng(0).random((50, 2)), np.arange(50) % 2, learner="kernel")
