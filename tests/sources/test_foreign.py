"""Models of other frameworks, with the real packages: one law, one answer."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import onnx
import pandas as pd
import pytest
import torch
from skl2onnx import to_onnx
from sklearn.ensemble import (
    GradientBoostingRegressor,
    HistGradientBoostingClassifier,
    HistGradientBoostingRegressor,
    RandomForestRegressor,
)
from sklearn.linear_model import LogisticRegression, Ridge, RidgeClassifier
from sklearn.neighbors import KNeighborsRegressor
from sklearn.neural_network import MLPRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, StandardScaler

import liesd
from liesd.sources.foreign import FRAMEWORKS, BlackBox, adapt
from liesd.sources.foreign.differences import Differences

RNG = np.random.default_rng(0)
X = RNG.normal(size=(800, 4))
TRAINING = RNG.normal(size=(2500, 4))
SPEC = "2*x[2] -> 1"
PLANE, TURN = X[:, :2], "x[2] -> 1"


def product(x):
    return x[:, 0] * x[:, 2] + x[:, 1] * x[:, 3]


def law(x):
    return np.tanh(product(x))


def bell(x):
    return np.exp(-(x**2).sum(axis=1) / 2)


def torch_law(x):
    return torch.tanh(product(x))


def jax_law(x):
    return jnp.tanh(product(x))


def jax_law_of_one(x):
    return jnp.tanh(x[0] * x[2] + x[1] * x[3])


@pytest.fixture(scope="module")
def ridge():
    return make_pipeline(PolynomialFeatures(2), Ridge(1e-6)).fit(TRAINING, product(TRAINING))


@pytest.fixture(scope="module")
def network():
    # an exactly known training is not the point here: enough steps to see the rotation
    model = MLPRegressor(
        hidden_layer_sizes=(32, 32), activation="tanh", solver="lbfgs", max_iter=300,
        max_fun=10**6, tol=0.0, random_state=0,
    )  # fmt: skip
    pipeline = make_pipeline(StandardScaler(), model)
    with pytest.warns(UserWarning, match="[Cc]onverge"):
        pipeline.fit(TRAINING, law(TRAINING))
    return pipeline


@pytest.fixture(scope="module")
def boosting():
    return HistGradientBoostingRegressor(random_state=0).fit(TRAINING[:, :2], bell(TRAINING[:, :2]))


@pytest.fixture
def double():
    before = jax.config.jax_enable_x64
    jax.config.update("jax_enable_x64", True)
    yield
    jax.config.update("jax_enable_x64", before)


@pytest.fixture
def single():
    before = jax.config.jax_enable_x64
    jax.config.update("jax_enable_x64", False)
    yield
    jax.config.update("jax_enable_x64", before)


KERAS = """
import jax, keras, numpy, liesd
keras.utils.set_random_seed(0)
x = keras.Input((4,))
product = keras.layers.Dot(axes=1)([x[:, :2], x[:, 2:]])
hidden = keras.layers.Dense(8, activation="tanh")(product)
model = keras.Model(x, keras.layers.Dense(1)(hidden))
samples = numpy.random.default_rng(0).normal(size=(300, 4)).astype("float32")
found = liesd.discover({wrapped}, samples, "{spec}", ask="model", progress=False)
print(found.about, found.dimension, found.verdict.name)
"""


class TestOneLaw:
    """The rotation of two vectors, whoever computes their product."""

    def check(self, f, **options):
        found = liesd.discover(f, X, SPEC, **options)
        assert found.dimension == 1
        assert found.verdict is liesd.Verdict.SURE
        matrix = found.generators[0]["x"]
        rotation = np.array([[0.0, -1.0], [1.0, 0.0]]) / np.sqrt(2)
        assert abs(np.sum(matrix * rotation)) > 0.99
        return found

    def test_torch(self):
        assert self.check(torch_law).about == "function"

    @pytest.mark.parametrize("f", [jax_law, jax_law_of_one, jax.jit(jax_law)])
    def test_jax(self, f, double):
        found = self.check(f)
        assert found.dtype == "float64"
        assert found.singular_values.min() < 1e-14  # derivatives of JAX itself
        assert not found.notes

    def test_jax_says_that_it_is_single(self, single):
        found = self.check(jax_law_of_one)
        assert found.dtype == "float32"
        assert "jax_enable_x64" in found.notes[0]

    def test_a_callable_on_numpy(self):
        found = self.check(liesd.black_box(law))
        assert found.about == "function"
        assert found.singular_values.min() < 1e-8
        assert "by differences" in found.notes[0]

    def test_ridge_on_products(self, ridge):
        assert self.check(ridge).about == "model"

    def test_a_network_in_a_pipeline(self, network):
        found = self.check(network)
        assert found.about == "model"
        assert found.settings["function"]["name"] == "Pipeline"

    def test_an_onnx_file_and_a_session(self, network, tmp_path: Path):
        path = tmp_path / "network.onnx"
        path.write_bytes(to_onnx(network, TRAINING[:1].astype(np.float32)).SerializeToString())
        found = self.check(path)
        assert (found.about, found.dtype) == ("model", "float32")
        import onnxruntime

        session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
        assert np.array_equal(self.check(session).singular_values, found.singular_values)
        here = liesd.discover(network, X, SPEC)
        assert np.allclose(here.singular_values, found.singular_values, rtol=1e-3)

    @pytest.mark.parametrize(
        ("backend", "wrapped"), [("torch", "model"), ("jax", "jax.jit(model)")]
    )
    def test_keras(self, backend, wrapped):
        """The backend is chosen once per process, so that each has one of its own."""
        environment = {**os.environ, "KERAS_BACKEND": backend}
        command = [sys.executable, "-c", KERAS.format(wrapped=wrapped, spec=SPEC)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert done.stdout.split() == ["model", "1", "SURE"]

    def test_a_list_of_models(self, ridge):
        other = make_pipeline(PolynomialFeatures(3), Ridge(1e-6)).fit(TRAINING, product(TRAINING))
        found = liesd.discover([ridge, other], X, SPEC)
        assert (found.dimension, found.about) == (1, "law")

    def test_torch_around_another_framework(self):
        box = liesd.black_box(product)
        found = liesd.discover(lambda x: torch.tanh(box(x)), X, SPEC)
        assert (found.dimension, found.verdict.name) == (1, "SURE")

    def test_measure_and_finite_steps(self, ridge):
        turn = {"x": [[0.0, -1.0], [1.0, 0.0]]}
        assert liesd.measure(ridge, X, SPEC, turn) < 1e-6
        assert liesd.measure(ridge, X, SPEC, turn, finite=0.3) < 1e-6
        assert liesd.measure(ridge, X, SPEC, {"x": np.eye(2)}) > 0.3


class TestWithoutDerivatives:
    def test_trees_are_learned_from_their_values(self, boosting):
        found = liesd.discover(boosting, PLANE, TURN, effort="quick")
        assert found.dimension == 1
        assert found.about == "law"
        assert "changes by steps, as trees do" in found.notes[0]
        assert "learned from its values" in found.notes[0]
        assert "by differences" not in " ".join(found.notes)
        turn = {"x": [[0.0, -1.0], [1.0, 0.0]]}
        assert liesd.measure(boosting, PLANE[:300], TURN, turn) < 0.4

    def test_nothing_exact_is_said_of_them(self, boosting):
        with pytest.raises(liesd.FunctionError, match="changes by steps"):
            liesd.discover(boosting, PLANE, TURN, ask="function")

    def test_held_out_values_speak_for_themselves(self, boosting):
        found = liesd.discover(boosting, PLANE, TURN, y=bell(PLANE), effort="quick")
        assert found.dimension == 1
        assert any("judged by a fit to y" in note for note in found.notes)

    @pytest.mark.parametrize(
        ("model", "steps"),
        [
            (RandomForestRegressor(10, random_state=0), True),
            (GradientBoostingRegressor(n_estimators=20, random_state=0), True),
            (KNeighborsRegressor(), True),
            (KNeighborsRegressor(weights="distance"), False),
            (Ridge(), False),
            (make_pipeline(PolynomialFeatures(2), Ridge()), False),
        ],
        ids=lambda one: str(one)[:24],
    )
    def test_steps_are_told_from_slopes(self, model, steps):
        wrapped = adapt(model.fit(TRAINING[:500], law(TRAINING[:500])))
        wrapped.prepare(X)
        assert wrapped.has_slopes is not steps

    def test_a_plain_function_of_steps(self):
        box = liesd.black_box(lambda x: np.floor(3 * np.hypot(x[:, 0], x[:, 1])))
        found = liesd.discover(box, X[:400, :2], "x[2] -> 1", effort="quick")
        assert "changes by steps" in found.notes[0]

    def test_a_part_that_never_changes_is_no_step(self):
        box = liesd.black_box(lambda x: np.maximum(x[:, 0] ** 2 + x[:, 1] ** 2 - 0.5, 0.0))
        found = liesd.discover(box, X[:, :2], "x[2] -> 1")
        assert (found.dimension, found.about) == (1, "function")


class TestDifferences:
    @pytest.mark.parametrize(
        ("f", "slope"),
        [
            (lambda x: np.sin(3 * x), lambda x: 3 * np.cos(3 * x)),
            (lambda x: np.exp(2 * x), lambda x: 2 * np.exp(2 * x)),
            (lambda x: 1e9 + 1e6 * x**3, lambda x: 3e6 * x**2),
            (lambda x: np.abs(x - 0.1), lambda x: np.sign(x - 0.1)),
            (lambda x: 1e-6 * np.sin(1e5 * x), lambda x: 0.1 * np.cos(1e5 * x)),
            (lambda x: np.sin(x).astype(np.float32).astype(float), np.cos),
        ],
    )
    def test_the_error_is_what_it_says(self, f, slope):
        x = np.random.default_rng(3).normal(size=(2000, 1))
        box = BlackBox(f)
        box.prepare(x[:1000])
        _, J = box.differentiate(x)
        wanted = slope(x)
        error = np.sqrt(np.mean((J[:, :, 0] - wanted) ** 2) / np.mean(wanted**2))
        assert error <= 3 * box.floor
        assert box.floor < 1e-3

    def test_units_do_not_matter(self):
        units = np.array([1e-8, 1.0, 1e5])
        x = np.random.default_rng(0).normal(size=(200, 3))
        plain, scaled = (
            BlackBox(lambda x: np.sin(x).sum(axis=1)),
            BlackBox(lambda x: np.sin(x / units).sum(axis=1)),
        )
        for box, points in ((plain, x), (scaled, x * units)):
            box.prepare(points)
        _, J = scaled.differentiate(x * units)
        assert np.allclose(J[:, 0] * units, np.cos(x), atol=1e-7)
        assert scaled.floor < 10 * plain.floor

    def test_rough_values_are_learned(self):
        noise = np.random.default_rng(0).normal(size=4096)
        rough = liesd.black_box(
            lambda x: law(x) + 1e-3 * noise[(1e7 * x).astype(np.int64).sum(axis=1) % 4096]
        )
        rough.prepare(X)
        assert not rough.has_slopes
        assert "uncertain" in rough.obstacle

    def test_the_floor_reaches_the_verdict(self):
        """In float32 a broken symmetry of 1e-6 cannot be told from rounding, nor is it refuted."""
        box = liesd.black_box(lambda x: law(x.astype(np.float32)).astype(np.float64))
        found = liesd.discover(box, X, SPEC)
        assert found.dimension == 1
        assert found.transcript.floor > 1e-8
        assert found.transcript.floor == pytest.approx(box.floor)


class TestScikitLearn:
    def test_classifiers_give_probabilities(self):
        x = TRAINING[:400, :2]
        inside = (x**2).sum(axis=1) < 1
        model = make_pipeline(PolynomialFeatures(2), LogisticRegression()).fit(x, inside)
        found = liesd.discover(model, X[:, :2], "x[2] -> label")
        assert (found.dimension, found.spec.output.dim) == (1, 1)
        many = make_pipeline(PolynomialFeatures(2), LogisticRegression()).fit(
            x, np.digitize((x**2).sum(axis=1), [0.7, 2.0])
        )
        found = liesd.discover(many, X[:, :2], "x[2] -> label")
        assert (found.dimension, found.spec.output.dim) == (1, 3)

    def test_scores_serve_where_there_are_no_probabilities(self):
        x = TRAINING[:400, :2]
        inside = (x**2).sum(axis=1) < 1
        model = make_pipeline(PolynomialFeatures(2), RidgeClassifier()).fit(x, inside)
        assert liesd.discover(model, X[:, :2], "x[2] -> 1").dimension == 1

    def test_named_columns_are_put_in_order(self):
        frame = pd.DataFrame(TRAINING, columns=["a", "b", "c", "d"])
        wanted = frame.a * frame.c + frame.b * frame.d
        model = make_pipeline(PolynomialFeatures(2), Ridge(1e-6)).fit(
            frame[["d", "b", "a", "c"]], wanted
        )
        new = pd.DataFrame(X, columns=["a", "b", "c", "d"])
        found = liesd.discover(model, new, "v(a,b) + v(c,d) -> 1")
        assert found.dimension == 1
        assert found.words == ("rotation of (a, b) and (c, d)",)
        with pytest.raises(liesd.DataError, match="was fitted to d, b, a, c"):
            liesd.discover(model, new, "v(a,b) -> 1")

    def test_what_cannot_be_used_is_said(self):
        with pytest.raises(liesd.FunctionError, match="not fitted"):
            liesd.discover(Ridge(), X, SPEC)
        with pytest.raises(liesd.FunctionError, match="no predict"):
            liesd.discover(StandardScaler().fit(X), X, SPEC)
        with pytest.raises(liesd.DataError, match="fitted to 4 inputs"):
            liesd.discover(Ridge().fit(X, law(X)), X[:, :2], "x[2] -> 1")
        with pytest.raises(liesd.DataError, match="leave dtype= out"):
            liesd.discover(Ridge().fit(X, law(X)), X, SPEC, dtype="float32")


class TestBadInput:
    def test_black_boxes(self):
        with pytest.raises(liesd.FunctionError, match="needs a callable"):
            liesd.black_box(3)
        wrong = {
            "whole|int": lambda x: (x[:, 0] > 0).astype(int),
            "first axis": lambda x: law(x)[:5],
            "ZeroDivisionError": lambda x: 1 / 0,
            "not finite": lambda x: np.where(np.isin(x[:, 0], X[:, 0]), x[:, 0], np.nan),
        }
        for message, predict in wrong.items():
            with pytest.raises(liesd.LiesdError, match=message):
                liesd.discover(liesd.black_box(predict), X, SPEC)

    def test_onnx(self, tmp_path: Path, ridge):
        with pytest.raises(liesd.DataError, match="does not exist"):
            liesd.discover(tmp_path / "none.onnx", X, SPEC)
        (tmp_path / "bad.onnx").write_bytes(b"no model")
        with pytest.raises(liesd.FileFormatError, match="no ONNX model"):
            liesd.discover(tmp_path / "bad.onnx", X, SPEC)
        tensor = onnx.helper.make_tensor_value_info
        one, other, out = (tensor(name, onnx.TensorProto.FLOAT, [None, 4]) for name in "abc")
        node = onnx.helper.make_node("Add", ["a", "b"], ["c"])
        graph = onnx.helper.make_graph([node], "two", [one, other], [out])
        model = onnx.helper.make_model(
            graph, opset_imports=[onnx.helper.make_opsetid("", 17)], ir_version=8
        )
        onnx.save(model, tmp_path / "two.onnx")
        with pytest.raises(liesd.FunctionError, match="has 2 inputs"):
            liesd.discover(tmp_path / "two.onnx", X, "x[4] -> 1")
        fine = to_onnx(ridge, TRAINING[:1].astype(np.float32)).SerializeToString()
        (tmp_path / "fine.onnx").write_bytes(fine)
        with pytest.raises(liesd.DataError, match="a sample of x has 2 numbers"):
            liesd.discover(tmp_path / "fine.onnx", X[:, :2], "x[2] -> 1")

    def test_jax(self):
        with pytest.raises(liesd.FunctionError, match="neither a batch of shape"):
            liesd.discover(lambda x: jnp.dot(x, jnp.ones(7)), X, SPEC)


def test_classes_of_trees():
    model = HistGradientBoostingClassifier(max_iter=30, random_state=0)
    model.fit(TRAINING[:, :2], (TRAINING[:, :2] ** 2).sum(axis=1) < 1)
    found = liesd.discover(model, X[:500, :2], "x[2] -> label", effort="quick")
    assert "changes by steps" in found.notes[0]
    assert found.spec.output.dim == 1


def test_a_batch_that_an_onnx_model_is_bound_to(tmp_path: Path):
    tensor = onnx.helper.make_tensor_value_info
    made = onnx.helper.make_graph(
        [onnx.helper.make_node("ReduceSumSquare", ["x"], ["y"], axes=[1], keepdims=1)],
        "length",
        [tensor("x", onnx.TensorProto.DOUBLE, [3, 4])],
        [tensor("y", onnx.TensorProto.DOUBLE, [3, 1])],
    )
    model = onnx.helper.make_model(
        made, opset_imports=[onnx.helper.make_opsetid("", 13)], ir_version=8
    )
    onnx.save(model, tmp_path / "three.onnx")
    found = liesd.discover(tmp_path / "three.onnx", X[:100], "x[4] -> 1")
    assert (found.dimension, found.dtype) == (6, "float64")


def test_functions_travel(double):
    for f in (Ridge().fit(X, law(X)), jax_law):
        sent = pickle.loads(pickle.dumps(adapt(f)))
        x = torch.from_numpy(X[:5])
        assert torch.allclose(sent(x).flatten(), adapt(f)(x).flatten())


def test_only_its_own_objects_are_adapted():
    for f in (torch_law, torch.nn.Linear(2, 1), np.sin, "model.pt2", None, len):
        assert adapt(f) is f
    assert {one.__name__ for one in FRAMEWORKS} == {"JaxFunction", "OnnxModel", "SklearnModel"}
    assert issubclass(BlackBox, Differences)
