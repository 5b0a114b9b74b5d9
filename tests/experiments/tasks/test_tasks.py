"""The tasks' data obey the laws they claim to, and their true algebras are right."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import liesd
from liesd import tasks
from liesd.experiments.tasks import inertia, two_body


def test_orbits_conserve_energy_and_angular_momentum():
    states = two_body.orbits(seed=1, trajectories=50)
    for quantity in (two_body.energy(states), two_body.angular_momentum(states)):
        assert np.ptp(quantity, axis=1).max() < 1e-9
        assert np.ptp(quantity) > 1e-2  # and they differ between orbits


def test_two_body_centre_of_mass_rests_at_the_origin():
    x, y = two_body.data(seed=0, trajectories=20)
    assert x.shape == y.shape == (20 * 49, 8)
    np.testing.assert_allclose(x[:, :4], -x[:, 4:], atol=1e-12)
    np.testing.assert_array_equal(x[1:49], y[:48])  # the next state is the next input


def test_orbits_without_noise_would_be_circles():
    x, _ = two_body.data(seed=0, trajectories=200)
    start = x[::49]
    radius, speed = (np.linalg.norm(start[:, k : k + 2], axis=1) for k in (0, 2))
    excess = speed * 2 * np.sqrt(radius) - 1
    assert abs(excess.mean()) < 0.02
    assert 0.03 < excess.std() < 0.07
    np.testing.assert_allclose((start[:, :2] * start[:, 2:4]).sum(axis=1), 0, atol=1e-12)


def test_non_uniform_data_leaves_two_quadrants_and_the_same_physics():
    x, y = two_body.data(seed=0, trajectories=30)
    turned_x, turned_y = two_body.data(seed=0, uniform=False, trajectories=30)
    assert (turned_x[:, 0] * turned_x[:, 1] <= 0).all()
    assert (x[:, 0] * x[:, 1] > 0).any()
    for a, b in ((x, turned_x), (y, turned_y)):
        np.testing.assert_allclose(two_body.energy(a), two_body.energy(b))
        np.testing.assert_allclose(two_body.angular_momentum(a), two_body.angular_momentum(b))


def exact_inertia(x):
    squares = torch.einsum("bki,bkj->bij", x, x)
    trace = squares.diagonal(dim1=1, dim2=2).sum(1)
    return trace[:, None, None] * torch.eye(3, dtype=x.dtype) - squares


@pytest.mark.parametrize("particles", [1, 3, 4])
def test_inertia_data_is_the_inertia_tensor(particles):
    x, y = inertia.data(seed=2, samples=100, particles=particles)
    np.testing.assert_allclose(exact_inertia(torch.from_numpy(x)).numpy(), y, atol=1e-12)


def test_noise_is_multiplicative_and_bounded():
    clean_x, clean_y = inertia.data(seed=3, samples=1000)
    x, y = inertia.data(seed=3, samples=1000, noise=0.1)
    for noisy, clean in ((x, clean_x), (y, clean_y)):
        relative = noisy / clean - 1
        assert np.abs(relative).max() <= 0.1 + 1e-12
        assert relative.std() == pytest.approx(0.1 / np.sqrt(3), rel=0.05)


def test_the_exact_tensor_form_has_the_true_algebra():
    form = inertia.tensor_form()
    x, _ = inertia.data(seed=0, samples=1000)
    found = liesd.discover(exact_inertia, x, form.spec)
    assert (found.dimension, len(found.gauge), len(found.unseen)) == (4, 1, 0)
    assert form.space_error(found) < 1e-25
    for generator in form.true.values():
        assert liesd.measure(exact_inertia, x, form.spec, generator) < 1e-13


def test_the_exact_vector_form_holds_the_true_algebra_among_36_directions():
    form = inertia.vector_form()
    x, _ = inertia.data(seed=0, samples=1000)
    found = liesd.discover(exact_inertia, x, form.spec)
    assert (found.dimension, len(found.unseen)) == (9, 27)
    assert form.span_error(found) < 1e-25
    assert form.space_error(found) == pytest.approx(32)  # 36 directions, 4 of them asked for


def test_layouts_have_the_sizes_of_the_paper():
    sizes = {
        (name, kind): len(dataset.form.columns(dataset.form.true.values()))
        for name, task in tasks.TASKS.items()
        for kind, dataset in task.datasets.items()
    }
    assert sizes["two-body", "uniform"] == 64
    assert sizes["inertia", "tensor"] == sizes["inertia", "vector"] == 9 + 81
    true = two_body.FORM.columns(two_body.FORM.true.values())
    assert np.linalg.norm(true) == pytest.approx(1)


def test_the_same_seed_gives_the_same_data():
    for task in tasks.TASKS.values():
        made = [dataset for dataset in task.datasets.values() if not dataset.needs_file]
        for dataset in made:
            for a, b in zip(dataset.load(4), dataset.load(4), strict=True):
                np.testing.assert_array_equal(a, b)


def test_an_unknown_task_is_named_with_those_that_exist():
    known = "no task 'three-body'.*inertia, top-tagging, two-body"
    with pytest.raises(liesd.DataError, match=known):
        tasks.get("three-body")
