"""Finite steps: what they see of a law, and when they are asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

import liesd
from liesd.learning import learn
from liesd.verdict import Measurement, Verdict
from liesd.verdict import limits as verdict_limits
from liesd.verdict.instruments.steps import measure_steps
from tests.verdict.cases import decide_learned, known, subject_of

WIDE = known([0.0, 0.02, 0.9, 1.0], 0.05)  # 2, but noise could hide 3 %


def test_finite_steps_settle_what_noise_hides() -> None:
    asked = []

    def steps(directions: Sequence[int]) -> Measurement:
        asked.append(list(directions))
        return known([0.0, 0.001], 0.0008)

    decision = decide_learned(WIDE, 0.02, classes=False, steps=steps)
    assert asked == [[0, 1]]
    assert (decision.dimension, decision.verdict) == (2, Verdict.SURE)
    assert "by finite steps" in decision.reason
    assert decision.within == pytest.approx(0.0018)


@pytest.mark.parametrize(
    ("finite", "reason"),
    [
        (None, "symmetric to within"),  # samples arrive nowhere
        (known([0.0, 0.02], 0.03), "symmetric to within"),  # no better than derivatives
        (known([0.0, 0.008], 0.001), "see a small defect"),  # what 1 % of breaking leaves
        (known([0.0, 0.0018], 0.0002), "see a small defect"),  # less, but beyond doubt
    ],
)
def test_finite_steps_that_settle_nothing(finite: Measurement | None, reason: str) -> None:
    decision = decide_learned(WIDE, 0.02, classes=False, steps=lambda _: finite)
    assert decision.verdict is Verdict.UNSURE
    assert reason in decision.reason


def test_finite_steps_see_a_breaking_that_derivatives_do_not() -> None:
    blurred = known([0.0, 0.007, 0.9, 1.0], 0.006)
    assert decide_learned(blurred, 0.01, classes=False).verdict is Verdict.SURE
    shown = known([0.001, 0.007], 0.001)
    decision = decide_learned(blurred, 0.01, classes=False, steps=lambda _: shown)
    assert decision.verdict is Verdict.UNSURE
    assert "broken weakly" in decision.reason


def test_a_bias_too_slight_to_matter_is_no_doubt() -> None:
    biased = replace(
        known([0.0011, 0.0018, 0.9], 0.001),
        low=np.array([0.001, 0.0017, 0.8]),
        high=np.array([0.0013, 0.0019, 1.0]),
    )
    decision = decide_learned(biased, 0.01, classes=False)
    assert (decision.dimension, decision.verdict) == (2, Verdict.SURE)
    assert decision.within == pytest.approx(0.0019)


def test_finite_steps_are_not_asked_where_they_have_nothing_to_say() -> None:
    def never(_: Sequence[int]) -> Measurement:
        raise AssertionError("asked")

    for estimates, error, classes in [
        (known([1e-4, 2e-4, 0.9], 1e-4), 0.02, False),  # all but exact
        (known([0.0, 0.02, 0.21, 1.0], 0.05), 0.05, False),  # a refuted one is in doubt
        (WIDE, 0.5, False),  # a weak fit
        (known([0.0, 0.05, 0.9, 1.0], 0.3), 0.02, True),  # class labels
        (known([0.4, 0.9], 0.01), 0.02, False),  # nothing is accepted
    ]:
        decide_learned(estimates, error, classes, never)


def walk(f, x, spec, thetas, replicas):
    subject = subject_of(f, x, spec, replicas)
    parsed = subject.problem.spec
    return measure_steps(subject, np.array([parsed.pack(theta) for theta in thetas]))


ROTATION = {"x": np.array([[0.0, -1.0], [1.0, 0.0]])}


def test_a_defect_of_the_law_is_the_one_that_measure_finds() -> None:
    x = np.random.default_rng(0).standard_normal((1000, 2))

    def law(x):
        return (-(x**2).sum(1) / 4).exp() + 0.05 * x[:, 0]

    finite = walk(law, x, "x[2] -> 1", [ROTATION], [law, law, law])
    assert finite is not None
    assert finite.noise[0] < 1e-6
    exact = [
        liesd.measure(law, x, "x[2] -> 1", ROTATION, finite=t)
        for t in verdict_limits.LIMITS.step_sizes
    ]
    assert min(abs(finite.law_defect[0] / one - 1) for one in exact) < 0.1


def test_noise_is_smaller_than_that_of_derivatives() -> None:
    rng = np.random.default_rng(0)
    x = rng.standard_normal((3000, 4))
    y = np.exp(-np.sum(x[:, :2] ** 2, axis=1)) * np.cos(x[:, 2]) + x[:, 3] ** 3
    y += 0.02 * y.std() * rng.standard_normal(3000)
    model = learn(x, y, learner="kernel", centres=300)
    spec = "a[2]+b[1]+c[1] -> 1"
    theta = {"a": ROTATION["x"], "b": np.zeros((1, 1)), "c": np.zeros((1, 1))}
    finite = walk(model, x, spec, [theta], list(model.replicas))
    found = liesd.discover(model, x, spec)
    noise = max(one.noise for one in found.evidence[: found.dimension])
    assert finite is not None
    assert finite.noise[0] < noise / 1.5


def test_samples_that_arrive_nowhere_say_nothing() -> None:
    x = np.random.default_rng(0).standard_normal((1500, 3))
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    x *= 1 + 0.01 * np.random.default_rng(1).standard_normal((1500, 1))
    model = learn(x, x[:, 0] * x[:, 1] + np.sin(3 * x[:, 2]), learner="kernel", centres=100)
    scaling = {"x": np.eye(3)}
    assert walk(model, x, "x[3] -> 1", [scaling], list(model.replicas)) is None
