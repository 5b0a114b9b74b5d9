"""What every action promises: those of the library, composed at random, and one from outside."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch
from hypothesis import assume, given
from hypothesis import strategies as st

from liesd.spec import (
    Action,
    Affine,
    Chart,
    Poly,
    Prolonged,
    Rep,
    Shift,
    Spec,
    Vector,
    VectorFields,
    register_action,
)
from liesd.spec.action import find_owner
from liesd.spec.language import ACTIONS
from tests.contracts.toys import Slide
from tests.strategies import reps

seeds = st.integers(0, 2**32 - 1)
x2 = Vector("x", 2)
FORMULAS = {"waves": ["1", "sin(x0)", "x0*cos(x1)"]}
WHOLE = {"turns": [lambda x: torch.stack([-x[:, 1], x[:, 0]], dim=1), lambda x: 0 * x + 1.0]}
CURVED = [
    Slide(x2),
    3 * Slide(x2),
    2 * (Slide(x2) + 1) + 4,
    Affine(x2),
    Affine(x2) + x2 + Vector("v", 3),
    3 * Affine(Vector("z", 1)) * 2,
    2 * (Shift(x2) + 1) + 4,
    2 * Poly(x2, 0) + 1,
    Poly(x2, 1) + Shift(Vector("v", 2)),
    2 * Poly(x2, 2),
    Poly(Vector("z", 1), 3),
    2 * VectorFields(x2, "waves", FORMULAS["waves"]),
    VectorFields(x2, "turns", WHOLE["turns"]),
]
CHARTS = {name: Chart((3.0, -2.0), (0.5, 2.0)) for name in "xv"} | {"z": Chart((4.0,), (0.1,))}
CURVED += [(2 * Affine(x2) + x2 + Vector("v", 3)).with_charts(CHARTS)]
CURVED += [one.with_charts(CHARTS) for one in (2 * Poly(x2, 2), Poly(Vector("z", 1), 3))]
tu = Poly(Vector("z", 2, ("t", "u")), 2)
JETS = [
    Prolonged(tu, 1, 2),
    Prolonged(replace(tu, chart=Chart((0.3, -0.2), (0.5, 2.0))), 1, 2),
    Prolonged(Poly(Vector("z", 4, ("t", "x", "u", "v")), 1), 2, 1),
    Prolonged(VectorFields(x2, "waves", FORMULAS["waves"]), 1, 2),
]
CURVED += JETS
actions = st.one_of(reps, st.sampled_from(CURVED)).filter(lambda action: action.unknowns)


def draw(action: Action, seed: int, count: int = 5):
    rng = np.random.default_rng(seed)
    theta, phi = (
        {name: 0.5 * rng.normal(size=shape) for name, shape in action.unknowns.items()}
        for _ in range(2)
    )
    return theta, phi, action.origin + rng.normal(size=(count, action.dim))


def in_library(action: Action) -> bool:
    return "slide" not in str(action)


class TestAction:
    @given(actions, seeds)
    def test_coefficients_are_those_of_the_field(self, action: Action, seed: int) -> None:
        theta, _, x = draw(action, seed)
        J = np.random.default_rng(seed).normal(size=(len(x), 2, action.dim))
        total = np.zeros((len(x), 2))
        phi = action.lift(torch.from_numpy(x))
        assert phi.shape == (len(x), action.features)
        for name, coefficient in action.coefficients(
            torch.from_numpy(J)[..., None], phi[..., None]
        ):
            total += coefficient.flatten(2).numpy() @ np.ravel(theta[name])
        wanted = np.einsum("bmn,bn->bm", J, action.field(theta, x))
        assert np.allclose(total, wanted, atol=1e-10 * (1 + np.abs(wanted).max()))

    @given(actions, seeds)
    def test_coefficients_are_linear_in_the_features(self, action: Action, seed: int) -> None:
        rng = np.random.default_rng(seed)
        J = torch.from_numpy(rng.normal(size=(3, 2, action.dim, 2)))
        phi, psi = torch.from_numpy(rng.normal(size=(2, 3, action.features, 2)))
        sums = [
            torch.cat([part.flatten(2) for _, part in action.coefficients(J, one)], dim=2)
            for one in (phi, psi, 2 * phi - psi)
        ]
        assert torch.allclose(2 * sums[0] - sums[1], sums[2], atol=1e-9)

    @given(actions, seeds)
    def test_charts_change_the_numbers_and_not_the_field(self, action: Action, seed: int) -> None:
        theta, _, x = draw(action, seed)
        own = action.from_charts(theta)
        plain = (
            Spec.parse(f"{action} -> 1", FORMULAS | WHOLE).input if in_library(action) else action
        )
        scale = 1 + np.abs(action.field(theta, x)).max()
        assert np.allclose(plain.field(own, x), action.field(theta, x), atol=1e-7 * scale)
        back = action.to_charts(own)
        assert all(np.allclose(back[name], theta[name], atol=1e-6) for name in theta)

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
        once = action.flow(theta, 0.7, x)
        assume(np.abs(there).max() < 1e6 and np.isfinite(once).all())
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
        origin = action.origin
        moved = action.flow(theta, 0.05, origin + (x - origin) @ onto, onto) - origin
        assume(np.isfinite(moved).all())
        assert np.allclose(moved @ onto, moved, atol=1e-8 * (1 + np.abs(moved).max()))
        h = 1e-4
        slope = (action.flow(theta, h, x, onto) - action.flow(theta, -h, x, onto)) / (2 * h)
        wanted = action.field(theta, x) @ onto.T
        assert np.allclose(slope, wanted, atol=1e-4 * (1 + np.abs(wanted).max() ** 3))

    @given(actions, seeds)
    def test_each_sample_may_have_its_own_unknowns(self, action: Action, seed: int) -> None:
        theta, phi, x = draw(action, seed, count=2)
        both = {name: np.stack([theta[name], phi[name]]) for name in theta}
        moved = action.flow(both, 0.1, x)
        wanted = [action.flow(theta, 0.1, x[:1]), action.flow(phi, 0.1, x[1:])]
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
        rest = float(action.remainder(theta, phi))
        assert rest >= 0
        if rest < 1e-9:  # otherwise it leaves the fields that the action has
            assert np.allclose(made, wanted, atol=1e-5 * (1 + np.abs(wanted).max()))
        else:
            assert np.abs(made - wanted).max() > 1e-5 * rest

    @given(actions)
    def test_channels_hold_every_coordinate_once(self, action: Action) -> None:
        channels = action.channels()
        numbers = np.concatenate([one.coordinates.ravel() for one in channels])
        assert sorted(numbers) == list(range(action.dim))
        numbers = np.concatenate([one.features.ravel() for one in channels])
        assert sorted(numbers) == list(range(action.features))

    @given(actions, seeds)
    def test_words_name_every_unknown_that_moves(self, action: Action, seed: int) -> None:
        theta, _, _ = draw(action, seed)
        told = action.describe(theta)
        assert set(told) == set(map(find_owner, action.unknowns))
        # Jets have coordinates with names of their own, so that no name need be filled in.
        assert action.is_confined or all("{}" in phrase.text for phrase in told.values())
        assert action.explain()

    @given(actions)
    def test_every_number_multiplies_something_of_a_degree(self, action: Action) -> None:
        degrees = action.degrees()
        assert {name: one.shape for name, one in degrees.items()} == action.unknowns
        assert all((one >= 0).all() for one in degrees.values())

    @given(actions)
    def test_the_text_reads_back(self, action: Rep) -> None:
        if "slide" not in ACTIONS:
            register_action("slide", Slide)
        try:
            read = Spec.parse(f"{action} -> 1", FORMULAS | WHOLE).input
            assert read.with_charts(CHARTS) == action.with_charts(CHARTS)
        finally:
            del ACTIONS["slide"]


def test_the_dual_goes_the_other_way() -> None:
    x, theta = np.array([[1.0, 2.0]]), {"x": np.array([[0.0, 1.0], [0.0, 0.0]])}
    assert np.allclose(x2.T.flow(theta, 1.0, x), [[1.0, 1.0]])
    assert np.allclose(x2.flow(theta, 1.0, x), [[3.0, 2.0]])


def test_two_actions_of_one_name_are_refused() -> None:
    with pytest.raises(Exception, match="already"):
        register_action("[]", Slide)
