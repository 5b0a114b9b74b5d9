"""Functions and fitted models of rearranged columns are the same functions and models."""

from __future__ import annotations

import numpy as np
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

import liesd
from liesd.suggestion.arrangement import Arrangement, RearrangedModel, rearrange
from liesd.suggestion.names import Hint


@given(
    st.permutations(range(5)),
    st.lists(st.sampled_from([-3.0, -1.0, 0.5, 2.0]), min_size=5, max_size=5),
)
@settings(max_examples=20, deadline=None)
def test_there_and_back(order: list[int], factors: list[float]) -> None:
    side = Arrangement(tuple(order), tuple(factors))
    x = torch.arange(10.0).reshape(2, 5)
    assert torch.allclose(side.back(side.forward(x)), x)
    assert np.allclose(side(x.numpy()), side.forward(x).numpy())


def test_a_fitted_model_keeps_what_it_knows_of_itself() -> None:
    rng = np.random.default_rng(0)
    x = rng.normal(size=(1500, 3))
    y = np.stack([x[:, 0] * x[:, 1], np.sin(x[:, 2])], axis=1)
    model = liesd.learn(x, y, "x[3] -> y[2]", learner="kernel", centres=60, replicas=2)
    inputs, outputs = Arrangement((2, 0, 1), (1.0, -2.0, 0.1)), Arrangement((1, 0), (3.0, -1.0))
    twin = rearrange(model, inputs, outputs, (3,))
    assert isinstance(twin, RearrangedModel)
    assert len(twin.replicas) == 2
    assert twin.heldout_error == model.heldout_error
    points = torch.from_numpy(inputs(x[:50]))
    expected = outputs(model.predict(x[:50]))
    assert np.allclose(twin(points).numpy(), expected)
    error = (twin(twin.heldout_x) - twin.heldout_y).abs().mean(dim=0)
    own = (model(model.heldout_x) - model.heldout_y).abs().mean(dim=0)
    assert torch.allclose(error, own[[1, 0]] * torch.tensor([3.0, 1.0]).double())
    values, slopes = twin.linearize(points[:4])
    assert torch.allclose(values, twin(points[:4]))
    exact = torch.func.vmap(torch.func.jacrev(lambda z: twin(z[None])[0]))(points[:4])
    assert torch.allclose(slopes, exact, atol=1e-8)
    assert np.allclose(twin.sample_weight(points.numpy()), model.sample_weight(x[:50]))


def test_names_say_what_belongs_together() -> None:
    assert Hint.read("px").stem == Hint.read("p_y").stem == Hint.read("p.z").stem == "p"
    assert Hint.read("x1").point == Hint.read("z1").point == "1"
    assert [Hint.read(name).axis[0] for name in ("vx", "vy", "vz")] == [1, 2, 3]
    assert Hint.read("force3") == Hint("force", (3, "3"), "")
    assert Hint.read("mass").stem == "mass"
    assert Hint.read("height").stem == "height"
    assert Hint.read("energy").stem == "energy"
