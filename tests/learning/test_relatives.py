"""Samples that are not independent: relatives are fitted to, or held out, together."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import liesd
from liesd import Verdict
from liesd.learning import learn
from liesd.learning.data import Data, prepare, split
from liesd.learning.relatives import find_relatives
from liesd.learning.replicas import take_part

RNG = np.random.default_rng(0)


def trajectories(count: int = 15, steps: int = 120, seed: int = 3) -> tuple[np.ndarray, ...]:
    """States (q, p) of oscillators with 2 % of anisotropy, their energies, and which is whose."""
    rng = np.random.default_rng(seed)
    q, p = (rng.normal(size=(count, 1, 2)) for _ in range(2))
    k, t = np.array([1.0, 1.02]), 0.1 * np.arange(steps)[None, :, None]
    w = np.sqrt(k)
    places = q * np.cos(w * t) + p / w * np.sin(w * t)
    momenta = p * np.cos(w * t) - q * w * np.sin(w * t)
    energy = ((momenta**2).sum(axis=2) + (k * places**2).sum(axis=2)) / 2
    x = np.concatenate([places, momenta], axis=2).reshape(-1, 4)
    return x, energy.reshape(-1), np.repeat(np.arange(count), steps)


def check_families(data: Data, family: np.ndarray, replicas: int = 4) -> None:
    """No family is on two sides: fitted to and held out, or in two replicas."""
    sides = [data.heldout, *(take_part(data, k, replicas).train for k in range(replicas))]
    assert sorted(np.concatenate(sides)) == list(range(len(family)))
    assert all(len(side) for side in sides)
    kin = [set(family[side].tolist()) for side in sides]
    assert sum(map(len, kin)) == len(set(family.tolist()))


@given(
    sizes=st.lists(st.integers(1, 60), min_size=5, max_size=70),
    seed=st.integers(0, 99),
    mixed=st.booleans(),
)
@settings(max_examples=60, deadline=None)
def test_groups_stay_together(sizes: list[int], seed: int, mixed: bool) -> None:
    rng = np.random.default_rng(seed)
    groups = np.repeat([f"run {k}" for k in range(len(sizes))], sizes)
    if mixed:
        groups = rng.permutation(groups)
    x = rng.normal(size=(len(groups), 2))
    if len(x) < 6:
        return
    check_families(prepare(x, x[:, 0], None, "regression", seed, groups, 4), groups)


def test_independent_rows_are_left_alone() -> None:
    for x in (RNG.normal(size=(2000, 3)), RNG.standard_t(2, size=(2000, 2))):
        found = find_relatives(x, None, 4)
        assert (found.family, found.caveat) == (None, "")
        assert len(split(2000, 0, found)[1]) == 250


def test_series_are_noticed_and_told_apart() -> None:
    x, _, whose = trajectories()
    found = find_relatives(x, None, 4)
    np.testing.assert_array_equal(found.family, whose)
    assert "neighbouring rows are alike" in found.caveat
    assert "15 series" in found.caveat
    check_families(prepare(x, x[:, 0], None, "regression", 0), whose)


def test_one_long_series_is_split_in_runs_with_a_caveat() -> None:
    x, _, _ = trajectories(1, 2000)
    found = find_relatives(x, None, 4)
    assert found.family is None
    assert "runs of neighbouring rows" in found.caveat


def test_repeated_rows_are_kept_together_and_told() -> None:
    x = RNG.normal(size=(1500, 2))
    every = np.concatenate([x, x[:700]])[np.random.default_rng(1).permutation(2200)]
    found = find_relatives(every, None, 4)
    assert "32 % of the rows repeat" in found.caveat
    data = prepare(every, every[:, 0], None, "regression", 0)
    check_families(data, np.unique(every, axis=0, return_inverse=True)[1].reshape(-1))
    few = find_relatives(RNG.integers(0, 3, size=(900, 2)).astype(float), None, 4)
    assert few.family is None
    assert "too few" in few.caveat


@pytest.mark.parametrize(
    ("groups", "said"),
    [
        (np.zeros(100), "1 group, which are too few: at least 5"),
        (np.arange(100) % 4, "4 groups, which are too few"),
        (np.arange(99), r"one name or number per sample, shape \(100,\)"),
        (np.full(100, np.nan), "groups holds NaN"),
    ],
)
def test_groups_that_make_no_sense_are_refused(groups: np.ndarray, said: str) -> None:
    x = RNG.normal(size=(100, 2))
    with pytest.raises(liesd.DataError, match=said):
        learn(x, x[:, 0], groups=groups)


def test_a_broken_law_on_few_trajectories_is_not_called_symmetric() -> None:
    """Samples hardly move along trajectories, so that held-out values hardly see a turn.

    The answer is that of the derivatives, in whatever order the rows come.
    """
    x, y, whose = trajectories()
    order = np.random.default_rng(1).permutation(len(x))
    for rows, groups in ((slice(None), None), (order, None), (order, whose[order])):
        model = learn(x[rows], y[rows], "2*x[2] -> 1", groups=groups)
        found = liesd.discover(model, x[rows], "2*x[2] -> 1")
        assert found.dimension == 0 or found.verdict is Verdict.UNSURE
        assert found.evidence[0].low > 0.004
        noticed = any("neighbouring rows" in one for one in found.remarks)
        assert noticed == isinstance(rows, slice)


def test_given_values_are_split_by_group() -> None:
    x, y, whose = trajectories()
    model = lambda z: (z**2).sum(dim=1) / 2 + 0.01 * z[:, 0]
    found = liesd.discover(model, x, "2*x[2] -> 1", y=y, groups=whose)
    assert found.about == "law"
    assert not found.remarks
    with pytest.raises(liesd.DataError, match="4 groups"):
        liesd.discover(model, x, "2*x[2] -> 1", y=y, groups=whose % 4)
    with pytest.raises(liesd.DataError, match=r"give groups= to liesd\.learn"):
        liesd.discover(model, x, "2*x[2] -> 1", groups=whose)
