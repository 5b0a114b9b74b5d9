"""``learn`` as a whole: the choice of a learner, files, and what it says of bad data."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import liesd
from liesd.learning import learn, load_model
from liesd.learning.data import prepare
from liesd.learning.polynomial.fit import PolynomialLearner
from liesd.learning.scales import are_neighbours_unrelated

FAST = {"steps": 200, "check_every": 50, "widths": (16, 16)}


def samples(count=400):
    x = np.random.default_rng(0).standard_normal((count, 2, 2))
    return x, (x**2).sum(axis=(1, 2))


def test_auto_takes_a_polynomial_that_is_exact_and_says_why():
    x, y = samples()
    model = learn(x, y)
    assert model.report["learner"] == "polynomial"
    assert "below 0.01 %, so that no other learner was tried" in model.report["chosen"]
    assert model.heldout_error < 1e-12
    assert model(torch.from_numpy(x)).shape == (400,)


def test_auto_takes_a_kernel_that_does_well_and_says_why():
    x, y = samples(2000)
    model = learn(x, np.sqrt(0.5 + y), replicas=0, kernel={"centres": 300})
    assert model.report["learner"] == "kernel"
    assert "held-out errors: polynomial" in model.report["chosen"]
    assert "so that no network was tried" in model.report["chosen"]
    assert model.heldout_error < 0.01


def test_auto_compares_fits_to_classes_by_their_log_loss():
    x, y = samples()
    model = learn(x, y > 3, labels={"epochs": 4, "widths": (16,)}, replicas=0)
    assert model.report["learner"] in ("labels", "logistic")
    assert "held-out log loss: polynomial" in model.report["chosen"]


def test_auto_trains_no_network_where_only_noise_is_left():
    x, y = samples(4000)
    noise = np.random.default_rng(1).standard_normal(4000)
    model = learn(x, y + 0.02 * y.std() * noise, network=FAST, kernel={"centres": 400}, replicas=0)
    assert model.report["saturated"]
    assert "seems to be noise" in model.report["chosen"]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("size", "unrelated"), [(0.0, True), (1.0, False)])
def test_what_a_fit_has_missed_is_told_from_noise(seed: int, size: float, unrelated: bool) -> None:
    """A ripple that polynomials of degree 2 cannot follow is alike at neighbours."""
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((6000, 3))
    y = (x**2).sum(axis=1) + rng.standard_normal(6000) + size * np.sin(3 * x[:, 0])
    data = prepare(x, y, "x[3] -> 1", "regression", 0)
    model = PolynomialLearner(terms=10).fit(data, 0)
    assert are_neighbours_unrelated(model, data) is unrelated


def test_a_kernel_with_too_few_centres_is_not_done():
    x = np.random.default_rng(0).standard_normal((2500, 2))
    settings = {"centres": 200, "search": {"quick_centres": 40}, "replicas": 0}
    model = learn(x, np.sin(3 * x).sum(axis=1), learner="kernel", **settings)
    assert not model.report["saturated"]
    noise = np.random.default_rng(1).standard_normal(2500)
    done = learn(x, x.sum(axis=1) + noise, learner="kernel", **settings)
    assert done.report["saturated"]


def test_auto_lets_noise_be_judged_by_both():
    x, y = samples(2000)
    noise = np.random.default_rng(1).standard_normal(2000)
    model = learn(x, y + noise, network=FAST, kernel={"centres": 100})
    for name in ("held-out errors: polynomial", ", kernel ", ", network "):
        assert name in model.report["chosen"]
    assert model.heldout_error < 0.6


def test_auto_does_not_take_a_polynomial_that_is_ruined_by_a_few_samples():
    """For most samples both are as good; far out a polynomial of many terms may be anything."""
    rng = np.random.default_rng(0)
    x = rng.standard_normal((3000, 2)) * np.where(rng.random((3000, 1)) < 0.97, 0.05, 3.0)
    model = learn(x, np.tanh(x[:, 0] * 2) + np.exp(-(x[:, 1] ** 2)), replicas=0, network=FAST)
    errors = model.report["chosen"]
    assert not (model.report["learner"] == "polynomial" and model.heldout_error > 0.05), errors


@pytest.mark.parametrize(("learner", "settings"), [("kernel", {}), ("network", FAST)])
def test_a_model_comes_back_from_its_file_with_the_same_bits(tmp_path, learner, settings):
    x, y = samples()
    model = learn(x, y, "2*x[2] -> 1", learner, **settings)
    model.save(tmp_path / "model.liesd")
    again = load_model(tmp_path / "model.liesd")
    np.testing.assert_array_equal(model.predict(x), again.predict(x))
    np.testing.assert_array_equal(model.sample_weight(x), again.sample_weight(x))
    assert again.heldout_error == model.heldout_error
    assert again.report["why"] == model.report["why"]


def test_a_foreign_file_is_refused(tmp_path):
    (tmp_path / "no").write_bytes(b"PK nonsense")
    np.savez(tmp_path / "other.npz", a=np.zeros(2))
    for name in ("no", "other.npz"):
        with pytest.raises(liesd.FileFormatError, match="not a model saved by liesd"):
            load_model(tmp_path / name)


def test_bad_samples_are_named():
    x, y = samples()
    broken = x.copy()
    broken[17, 0, 1] = np.nan
    with pytest.raises(liesd.DataError, match="x holds NaN or infinity, first in sample 17"):
        learn(broken, y)
    with pytest.raises(liesd.DataError, match="400 samples and y has 399"):
        learn(x, y[:-1])
    with pytest.raises(liesd.DataError, match="5 samples are too few"):
        learn(x[:5], y[:5])
    with pytest.raises(liesd.DataError, match="x is the same in all samples"):
        learn(np.ones((400, 2)), y)
    with pytest.warns(UserWarning, match="y never changes"):
        assert learn(x, np.ones(400)).heldout_error == 0  # a constant is a function too
    with pytest.raises(liesd.DataError, match="a sample of x has 4 numbers"):
        learn(x, y, "x[3] -> 1")
    with pytest.raises(liesd.DataError, match="must hold real numbers"):
        learn(x, ["a"] * 400)
    with pytest.raises(liesd.DataError, match="whole numbers 0, 1, 2"):
        learn(x, y, task="multiclass")
    with pytest.raises(liesd.DataError, match="say task='regression'"):
        learn(x, (1e4 * y).astype(int))


def test_bad_settings_are_named():
    x, y = samples()
    with pytest.raises(liesd.DataError, match="learner must be one of"):
        learn(x, y, learner="magic")
    with pytest.raises(liesd.DataError, match="does not know a setting.*'depth'"):
        learn(x, y, learner="network", depth=3)
    with pytest.raises(liesd.DataError, match="activation must be one of"):
        learn(x, y, learner="network", activation="softplus")
    with pytest.raises(liesd.DataError, match="task must be one of"):
        learn(x, y, task="ranking")


def test_a_constant_column_is_a_warning_and_no_more():
    x, y = samples()
    flat = np.column_stack([x.reshape(400, 4), np.full(400, 3.0)])
    with pytest.warns(UserWarning, match="x never changes in column 4"):
        model = learn(flat, y)
    assert model.heldout_error < 0.01
