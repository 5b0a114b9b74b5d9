"""What every action promises: those of the library, composed at random, and one from outside."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import assume, given
from hypothesis import strategies as st

from liesd.spec import Action, Rep, Spec, Vector, register_action
from liesd.spec.language import ACTIONS
from tests.contracts.toys import Shift
from tests.strategies import reps

seeds = st.integers(0, 2**32 - 1)
x2 = Vector("x", 2)
CURVED = [Shift(x2), 3 * Shift(x2), Shift(x2) + Vector("v", 3), 2 * (Shift(x2) + 1) + 4]
actions = st.one_of(reps, st.sampled_from(CURVED)).filter(lambda action: action.unknowns)


def draw(action: Action, seed: int, count: int = 5):
    rng = np.random.default_rng(seed)
    theta, phi = (
        {name: 0.5 * rng.normal(size=shape) for name, shape in action.unknowns.items()}
        for _ in range(2)
    )
    return theta, phi, rng.normal(size=(count, action.dim))


class TestAction:
    @given(actions, seeds)
    def test_coefficients_are_those_of_the_field(self, action: Action, seed: int) -> None:
        theta, _, x = draw(action, seed)
        J = np.random.default_rng(seed).normal(size=(len(x), 2, action.dim))
        total = np.zeros((len(x), 2))
        tensors = torch.from_numpy(J)[..., None], torch.from_numpy(x)[..., None]
        for name, coefficient in action.coefficients(*tensors):
            total += coefficient.flatten(2).numpy() @ np.ravel(theta[name])
        wanted = np.einsum("bmn,bn->bm", J, action.field(theta, x))
        assert np.allclose(total, wanted, atol=1e-10 * (1 + np.abs(wanted).max()))

    @given(actions, seeds)
    def test_the_field_is_linear_in_the_unknowns(self, action: Action, seed: int) -> None:
        theta, phi, x = draw(action, seed)
        both = {name: 2 * theta[name] - phi[name] for name in theta}
        wanted = 2 * action.field(theta, x) - action.field(phi, x)
        assert np.allclose(action.field(both, x), wanted, atol=1e-10 * (1 + np.abs(wanted).max()))

    @given(actions, seeds)
    def test_the_flow_follows_the_field(self, action: Action, seed: int) -> None:
        theta, _, x = draw(action, seed)
        assert np.allclose(action.flow(theta, 0.0, x), x)
        h = 1e-5
        slope = (action.flow(theta, h, x) - action.flow(theta, -h, x)) / (2 * h)
        field = action.field(theta, x)
        assert np.allclose(slope, field, atol=1e-6 * (1 + np.abs(field).max() ** 3))

    @given(actions, seeds)
    def test_flows_add_up_and_return(self, action: Action, seed: int) -> None:
        theta, _, x = draw(action, seed)
        there = action.flow(theta, 0.3, x)
        assume(np.abs(there).max() < 1e6)
        once = action.flow(theta, 0.7, x)
        assert np.allclose(
            action.flow(theta, 0.4, there), once, atol=1e-8 * (1 + np.abs(once).max())
        )
        assert np.allclose(
            action.flow(theta, -0.3, there), x, atol=1e-8 * (1 + np.abs(there).max())
        )

    @given(actions, seeds)
    def test_a_projected_flow_stays_in_its_subspace(self, action: Action, seed: int) -> None:
        theta, _, x = draw(action, seed, count=2)
        basis = np.linalg.qr(np.random.default_rng(seed).normal(size=(action.dim, action.dim)))[0]
        onto = basis[:, : (action.dim + 1) // 2]
        onto = onto @ onto.T
        moved = action.flow(theta, 0.2, x @ onto, onto)
        assert np.allclose(moved @ onto, moved, atol=1e-8 * (1 + np.abs(moved).max()))
        h = 1e-4
        slope = (action.flow(theta, h, x, onto) - action.flow(theta, -h, x, onto)) / (2 * h)
        wanted = action.field(theta, x) @ onto.T
        assert np.allclose(slope, wanted, atol=1e-4 * (1 + np.abs(wanted).max() ** 3))

    @given(actions, seeds)
    def test_each_sample_may_have_its_own_unknowns(self, action: Action, seed: int) -> None:
        theta, phi, x = draw(action, seed, count=2)
        both = {name: np.stack([theta[name], phi[name]]) for name in theta}
        moved = action.flow(both, 0.3, x)
        wanted = [action.flow(theta, 0.3, x[:1]), action.flow(phi, 0.3, x[1:])]
        assert np.allclose(moved, np.concatenate(wanted))

    @given(actions, seeds)
    def test_the_bracket_is_that_of_the_fields(self, action: Action, seed: int) -> None:
        theta, phi, x = draw(action, seed, count=3)
        bracket = action.bracket(theta, phi)
        back = action.bracket(phi, theta)
        assert all(np.allclose(bracket[name], -back[name]) for name in action.unknowns)

        def along(one, other):
            h = 1e-5
            step = h * action.field(other, x)
            return (action.field(one, x + step) - action.field(one, x - step)) / (2 * h)

        wanted = along(theta, phi) - along(phi, theta)
        made = action.field(bracket, x)
        assert np.allclose(made, wanted, atol=1e-5 * (1 + np.abs(wanted).max()))

    @given(actions)
    def test_channels_hold_every_coordinate_once(self, action: Action) -> None:
        numbers = np.concatenate([index.ravel() for index in action.channels()])
        assert sorted(numbers) == list(range(action.dim))

    @given(actions, seeds)
    def test_words_name_every_unknown_that_moves(self, action: Action, seed: int) -> None:
        theta, _, _ = draw(action, seed)
        told = action.describe(theta)
        assert set(told) == set(action.unknowns)
        assert all("{}" in phrase.text for phrase in told.values())
        assert action.explain()

    @given(actions)
    def test_the_text_reads_back(self, action: Rep) -> None:
        if "shift" not in ACTIONS:
            register_action("shift", Shift)
        try:
            assert Spec.parse(f"{action} -> 1").input == action
        finally:
            del ACTIONS["shift"]


def test_the_dual_goes_the_other_way() -> None:
    x, theta = np.array([[1.0, 2.0]]), {"x": np.array([[0.0, 1.0], [0.0, 0.0]])}
    assert np.allclose(x2.T.flow(theta, 1.0, x), [[1.0, 1.0]])
    assert np.allclose(x2.flow(theta, 1.0, x), [[3.0, 2.0]])


def test_two_actions_of_one_name_are_refused() -> None:
    with pytest.raises(Exception, match="already"):
        register_action("[]", Shift)
