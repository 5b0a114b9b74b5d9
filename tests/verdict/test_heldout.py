"""Held-out samples: they tell an asymmetry of the law from one of the fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
import torch
from torch import Tensor

import liesd
from liesd.learning import learn, load_model
from liesd.verdict import RULE, Measurement, Verdict
from liesd.verdict.instruments.heldout import measure_asymmetry, measure_unit
from liesd.verdict.learned import is_asymmetric
from tests.verdict.cases import asymmetry, decide_learned, known, subject_of
from tests.verdict.test_steps import WIDE

ROTATION = {"x": np.array([[0.0, -1.0], [1.0, 0.0]])}
NOISE = 0.01


def law(x: Tensor) -> Tensor:
    return torch.exp(-x.square().sum(dim=1, keepdim=True) / 4)


def slant(x: Tensor) -> Tensor:
    return torch.tanh(x[:, :1])


def judged(f, y, x, replicas, spec="x[2] -> 1", thetas=(ROTATION,), at=None) -> Measurement | None:
    """The asymmetry of the law behind f, by held-out samples: those of x, or others."""
    subject = subject_of(f, x, spec, replicas)
    directions = np.array([subject.problem.spec.pack(theta) for theta in thetas])
    held = torch.from_numpy(x if at is None else at)
    return measure_asymmetry(subject, held, y, directions)


@pytest.fixture(scope="module")
def x() -> np.ndarray:
    return np.random.default_rng(0).standard_normal((4000, 2))


def measured(f, x, size=NOISE) -> Tensor:
    y = f(torch.from_numpy(x))
    noise = torch.randn(y.shape, dtype=y.dtype, generator=torch.Generator().manual_seed(0))
    return y + size * y.std() * noise


def around(f, size=0.002):
    """Replicas of a fit, each with a fault of its own."""
    return [lambda x, k=k: f(x) + size * torch.sin(x[:, :1] + k) for k in range(4)]


@pytest.mark.parametrize("size", [0.01, 0.03])
def test_an_asymmetry_of_the_law_is_seen_and_measured(x: np.ndarray, size: float) -> None:
    def broken(x: Tensor) -> Tensor:
        return law(x) + size * slant(x)

    found = judged(broken, measured(broken, x), x, around(broken))
    assert found is not None
    assert is_asymmetric(RULE, found)
    # A mean over all angles would leave nothing of the slant; moderate turns leave some of it.
    values = broken(torch.from_numpy(x))
    whole = float(size * slant(torch.from_numpy(x)).square().mean().sqrt() / values.std())
    assert 0.5 * whole < found.law_defect[0] < 1.2 * whole
    assert found.largest > found.law_defect[0]


@pytest.mark.parametrize("size", [0.003, 0.03, -0.03])
def test_an_asymmetry_of_the_fit_is_none_of_the_law(x: np.ndarray, size: float) -> None:
    def fit(x: Tensor) -> Tensor:
        return law(x) + size * slant(x)

    found = judged(fit, measured(law, x), x, around(fit))
    assert found is not None
    z = torch.from_numpy(x)
    own = float((size * slant(z)).square().mean() / law(z).var())
    assert -0.02 * own < found.square < 0.2 * own
    assert found.bias == pytest.approx(np.sqrt(own), rel=0.5)  # at samples that move among others


def test_equivariance_moves_the_outputs_back(x: np.ndarray) -> None:
    def turning(x: Tensor) -> Tensor:
        return x * law(x)

    def pulled(x: Tensor) -> Tensor:
        return turning(x) + 0.02 * torch.cat([slant(x), 0 * slant(x)], dim=1)

    for f, seen in ((turning, False), (pulled, True)):
        found = judged(f, measured(f, x), x, around(f), "x[2] -> x")
        assert found is not None
        assert is_asymmetric(RULE, found) is seen


def test_a_flow_over_a_short_time_is_judged_by_what_it_does(x: np.ndarray) -> None:
    """A symmetry of the force that is broken by a fifth is no less broken after a short time."""

    def pulled(x: Tensor, time: float) -> Tensor:
        force = x * law(x) + 0.2 * torch.cat([slant(x), 0 * slant(x)], dim=1)
        return x - time * force

    sizes = []
    for time in (1.0, 0.3):
        f = partial(pulled, time=time)
        found = judged(f, measured(f, x, 1e-4), x, around(f, 1e-3 * time), "x[2] -> x")
        assert found is not None
        assert is_asymmetric(RULE, found)
        sizes.append(found.law_defect[0])
    assert sizes[0] == pytest.approx(sizes[1], rel=0.2)
    assert sizes[0] > 0.1


def test_units_and_the_order_of_samples_do_not_matter(x: np.ndarray) -> None:
    def broken(x: Tensor) -> Tensor:
        return law(x) + 0.02 * slant(x)

    def in_metres(z: Tensor) -> Tensor:
        return 1e3 * broken(z / 1e6)

    y = measured(broken, x)
    found = judged(broken, y, x, around(broken))
    scaled = judged(in_metres, 1e3 * y, 1e6 * x, around_metres(broken))
    assert found is not None
    assert scaled is not None
    assert scaled.square == pytest.approx(found.square, rel=1e-6)
    assert scaled.standard_error == pytest.approx(found.standard_error, rel=1e-6)
    order = np.random.default_rng(1).permutation(len(x))
    again = judged(broken, y[order], x, around(broken), at=x[order])
    assert again is not None
    assert again.square == pytest.approx(found.square, rel=1e-9)


def around_metres(f):
    return [lambda z, g=g: 1e3 * g(z / 1e6) for g in around(f)]


def test_samples_that_arrive_nowhere_say_nothing() -> None:
    x = np.random.default_rng(0).standard_normal((2000, 2))
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    assert judged(law, measured(law, x), x, around(law), thetas=({"x": np.eye(2)},)) is None


def test_outputs_that_never_change_say_nothing(x: np.ndarray) -> None:
    def flat(x: Tensor) -> Tensor:
        return torch.ones_like(x[:, :1])

    assert judged(flat, flat(torch.from_numpy(x)), x, around(flat)) is None


def seen(size: float, noise: float = 1e-7, left: float = 0.0) -> Measurement:
    return asymmetry(size**2, noise, left=left)


BIASED_FIT = known([0.0, 0.02, 0.9, 1.0], 0.004)  # 2, but replicas share a defect


@pytest.mark.parametrize(
    ("estimates", "said", "reason"),
    [
        (WIDE, seen(0.0018), None),
        (WIDE, seen(0.0005), None),
        (BIASED_FIT, seen(0.0005), None),  # what replicas share is not in the data
        (BIASED_FIT, seen(0.0018), "see a small defect"),  # it may be
        (WIDE, seen(0.005), "held-out samples show an asymmetry of 0.5 %"),
        (WIDE, asymmetry(0.0, 1e-4), "symmetric to within"),  # too noisy to tell
        (WIDE, asymmetry(-1e-4), "symmetric to within"),  # the fit is no guide
        (WIDE, None, "symmetric to within"),
    ],
)
def test_what_held_out_samples_settle(
    estimates: Measurement, said: Measurement | None, reason: str | None
) -> None:
    decision = decide_learned(estimates, 0.01, classes=False, values=lambda _: said)
    assert decision.dimension == 2
    if reason is None:
        assert decision.verdict is Verdict.SURE
        assert "held-out samples" in decision.reason
        assert said is not None
        assert decision.within == said.largest
    else:
        assert decision.verdict is Verdict.UNSURE
        assert reason in decision.reason


@pytest.mark.parametrize(("of_fit", "verdict"), [(0.01, Verdict.SURE), (6e-4, Verdict.UNSURE)])
def test_an_asymmetry_that_the_data_follows_is_no_fault_of_the_fit(
    of_fit: float, verdict: Verdict
) -> None:
    """However small: samples that hardly move hardly show a broken symmetry."""
    followed = asymmetry(0.0005**2, of_fit=of_fit)
    shared = decide_learned(BIASED_FIT, 0.01, classes=False, values=lambda _: followed)
    assert (shared.dimension, shared.verdict) == (2, verdict)
    small = known([0.0002, 0.0065, 0.9, 1.0], 0.001)
    refuted = decide_learned(small, 0.001, classes=False, values=lambda _: followed)
    assert refuted.dimension == (2 if verdict is Verdict.SURE else 1)
    assert refuted.verdict is verdict


def test_samples_that_hardly_move_say_nothing() -> None:
    """On a few trajectories a turn arrives among others only where it is short."""
    angles = np.linspace(0, 2 * np.pi, 400, endpoint=False)
    rays = np.arange(1, 9) / 4
    x = np.concatenate(
        [
            [r * np.cos(r), r * np.sin(r)]
            + 0.02 * np.stack([np.cos(angles), np.sin(angles)], axis=1)
            for r in rays
        ]
    )
    assert judged(law, measured(law, x), x, around(law)) is None


def test_an_interval_that_excludes_zero_is_not_overruled_without_a_word() -> None:
    """Accepted for a reason, and the reason is told."""
    estimates = replace(known([0.0005, 0.0008, 0.9], 0.0005), low=np.array([0.0, 0.0003, 0.8]))
    decision = decide_learned(estimates, 0.01, classes=False)
    assert (decision.dimension, decision.verdict) == (2, Verdict.SURE)
    (caveat,) = decision.caveats
    assert "one symmetry exclude" in caveat
    assert "3.0e-04" in caveat
    plain = replace(estimates, low=np.array([0.0, 0.0, 0.8]))
    assert not decide_learned(plain, 0.01, classes=False).caveats


def test_an_asymmetry_raises_a_doubt_where_derivatives_leave_room_for_it() -> None:
    """Else it comes from where moved samples arrive."""
    close = known([0.0, 0.004, 0.9, 1.0], 0.006)
    for size, verdict in ((0.0015, Verdict.SURE), (0.003, Verdict.UNSURE), (0.02, Verdict.SURE)):
        decision = decide_learned(close, 0.01, False, values=lambda _, size=size: seen(size))
        assert decision.dimension == 2
        assert decision.verdict is verdict


@pytest.mark.parametrize(
    ("size", "dimension", "reason"),
    [
        (0.0005, 2, None),  # replicas share a bias: the law has the symmetry
        (0.0015, 1, "do not confirm the small defect"),
        (0.004, 1, None),  # the law is broken
        (0.1, 1, None),  # moved samples arrive anywhere: only derivatives count
    ],
)
def test_a_small_defect_that_refutes_is_confirmed_by_held_out_samples(
    size: float, dimension: int, reason: str | None
) -> None:
    asked = []

    def values(kept: Sequence[int]) -> Measurement:
        asked.append(list(kept))
        return seen(size if 1 in kept else 0.0)

    small = known([0.0002, 0.0065, 0.9, 1.0], 0.001)
    decision = decide_learned(small, 0.001, classes=False, values=values)
    assert asked[0] == [0, 1]
    assert decision.dimension == decision.candidates[0].dimension == dimension
    assert decision.verdict is (Verdict.SURE if reason is None else Verdict.UNSURE)
    assert (reason or "agree") in decision.reason


@pytest.mark.parametrize(
    ("size", "left", "verdict"),
    [
        (0.015, 0.0, Verdict.SURE),
        (0.015, 0.013, Verdict.SURE),
        (0.015, 0.017, Verdict.UNSURE),  # less than the fit misses at the same samples
        (0.008, 0.006, Verdict.SURE),  # the fit is better where samples move among others
        (0.001, 0.0, Verdict.UNSURE),
        (0.3, 0.0, Verdict.UNSURE),
    ],
)
def test_held_out_samples_confirm_what_does_not_stand_clear_of_the_noise(
    size: float, left: float, verdict: Verdict
) -> None:
    blurred = known([0.0167, 0.0168, 0.035, 0.8], 0.005)
    assert decide_learned(blurred, 0.01, classes=False).dimension == 0
    assert decide_learned(blurred, 0.01, classes=False).verdict is Verdict.UNSURE
    decision = decide_learned(blurred, 0.01, classes=False, values=lambda _: seen(size, 1e-6, left))
    assert decision.dimension == 0
    assert decision.verdict is verdict


def test_finite_steps_are_asked_unless_held_out_samples_are_beyond_doubt() -> None:
    shown = known([0.001, 0.007], 0.001)
    for size, verdict in ((RULE.unbiased / 2, Verdict.SURE), (RULE.slight / 1.5, Verdict.UNSURE)):
        decision = decide_learned(
            WIDE, 0.01, False, steps=lambda _: shown, values=lambda _, size=size: seen(size)
        )
        assert decision.verdict is verdict


def test_a_model_keeps_samples_that_it_never_saw(tmp_path) -> None:
    rng = np.random.default_rng(0)
    x = rng.standard_normal((1200, 2))
    y = x[:, 0] ** 2 + x[:, 1]
    model = learn(x, y, learner="kernel")
    assert len(model.heldout_x) == len(model.heldout_y) == 150
    rows = {tuple(row) for row in x}
    assert all(tuple(row) in rows for row in model.heldout_x.numpy())
    expected = model.heldout_x[:, :1] ** 2 + model.heldout_x[:, 1:]
    assert torch.allclose(model.heldout_y, expected)
    model.save(tmp_path / "model")
    again = load_model(tmp_path / "model")
    assert torch.equal(again.heldout_x, model.heldout_x)
    assert torch.equal(again.heldout_y, model.heldout_y)
    classes = learn(x, (y > 0).astype(int), learner="network", steps=20, replicas=0)
    assert len(classes.heldout_x) == 150
    assert set(classes.heldout_y.unique().tolist()) == {0.0, 1.0}


@pytest.mark.parametrize(("size", "verdict"), [(0.0, Verdict.SURE), (0.02, Verdict.UNSURE)])
def test_a_crystal_in_a_noisy_law(size: float, verdict: Verdict) -> None:
    """Broken with four-fold symmetry, which cancels along large turns."""
    rng = np.random.default_rng(0)
    x = rng.standard_normal((8000, 2))
    r = (x**2).sum(axis=1)
    y = 1 / np.sqrt(1 + r) + size * x.prod(axis=1) ** 2 / (1 + r) ** 2
    y += 0.01 * y.std() * rng.standard_normal(len(x))
    found = liesd.discover(learn(x, y, learner="kernel"), x, "x[2] -> 1")
    assert found.dimension == 1
    assert found.verdict is verdict


def test_a_discovery_asks_held_out_samples() -> None:
    """A law broken by 5 % and a fit too weak to see it: what held-out samples say is told."""
    rng = np.random.default_rng(0)
    x = rng.standard_normal((8000, 4))
    y = np.tanh((x**2).sum(axis=1) - 3) + 0.04 * x[:, 0]
    y += 0.05 * y.std() * rng.standard_normal(len(y))
    model = learn(x, y, "x[4] -> 1", "kernel", centres=200, products=False)
    found = liesd.discover(model, x, "x[4] -> 1")
    assert found.verdict is Verdict.UNSURE
    assert "held-out samples show an asymmetry of " in found.reason
    model.heldout_x, model.heldout_y = model.heldout_x[:0], model.heldout_y[:0]
    assert "held-out" not in liesd.discover(model, x, "x[4] -> 1").reason


def test_a_bias_that_replicas_share_refutes_nothing() -> None:
    """The centre of two masses: scaling both changes nothing, but the kernel errs there."""
    rng = np.random.default_rng(0)
    x = rng.standard_normal((4000, 4))
    x[:, 1::2] = rng.uniform(0.4, 2.0, (4000, 2))
    y = (x[:, ::2] * x[:, 1::2]).sum(axis=1) / x[:, 1::2].sum(axis=1)
    spec = "2*(x[1]+m[1]) -> y[1]"
    model = learn(x, y, spec, "kernel", centres=150)
    found = liesd.discover(model, x, spec)
    assert found.dimension == 2
    assert found.verdict is Verdict.SURE
    assert found.evidence[1].low > 0.005
    model.heldout_x, model.heldout_y = model.heldout_x[:0], model.heldout_y[:0]
    assert liesd.discover(model, x, spec).dimension == 1


@pytest.mark.parametrize("size", [0.01, 0.03])
def test_an_asymmetry_is_told_as_a_defect(x: np.ndarray, size: float) -> None:
    """``within`` is a bound on defects: values change less than derivatives say."""

    def broken(x: Tensor) -> Tensor:
        return law(x) + size * slant(x)

    y = measured(broken, x)
    subject = subject_of(broken, x, "x[2] -> 1", around(broken))
    found = judged(broken, y, x, around(broken))
    assert found is not None
    unit = measure_unit(subject, torch.from_numpy(x), y)
    true = liesd.measure(broken, torch.from_numpy(x), "x[2] -> 1", ROTATION)
    assert 0.5 * true < unit * found.law_defect[0] < 2 * true
    assert replace(found, unit=unit).largest_defect > 0.7 * true


def test_what_held_out_samples_allow_is_never_more_than_replicas_do() -> None:
    accepted = replace(known([0.004, 0.9], 0.006), high=np.array([0.028, 0.95]))
    even = asymmetry(1e-7, 1e-7)
    for unit, within in ((1.0, even.largest), (5.0, 5 * even.largest), (np.inf, 0.028)):
        said = replace(even, unit=unit)
        decision = decide_learned(accepted, 0.01, values=lambda directions, said=said: said)
        assert decision.verdict is Verdict.SURE
        assert decision.within == pytest.approx(within)
