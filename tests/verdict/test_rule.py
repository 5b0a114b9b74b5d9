"""The number of symmetries comes with a verdict, and the verdict can be trusted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

import liesd
from liesd.verdict import RULE, Measurement, Transcript, Verdict, decide
from liesd.verdict.estimates import measure_exact, measure_replicas
from liesd.verdict.exact import decide_exact, decide_within
from liesd.verdict.transcript import LAW, Heard
from tests.verdict.cases import Said, asymmetry, decide_learned, known


@pytest.mark.parametrize(
    ("defects", "dimension", "verdict"),
    [
        ([], 0, "SURE"),
        ([1e-16, 2e-16, 0.5, 1.0], 2, "SURE"),
        ([1e-16, 1e-15, 1e-2, 0.5], 2, "SURE"),  # a weak breaking of an exact function is seen
        ([0.3, 0.5, 1.0], 0, "SURE"),
        ([1e-16, 1e-16], 2, "SURE"),
        ([0.0, 0.0, 0.0], 3, "SURE"),
        ([1e-15, 8e-7, 0.5], 2, "UNSURE"),  # rounding, or not?
        ([1e-15, 2e-6, 0.5], 1, "UNSURE"),
    ],
)
def test_exact_functions(defects: list[float], dimension: int, verdict: str) -> None:
    decision = decide_exact(RULE, measure_exact(np.array(defects), 1e-14), 1e-14)
    assert (decision.dimension, decision.verdict.name) == (dimension, verdict)
    assert bool(decision.advice) == (verdict == "UNSURE")


@pytest.mark.parametrize(
    ("law", "noise", "dimension", "verdict", "reason"),
    [
        ([0.0, 0.001, 0.5, 0.8], 0.01, 2, "SURE", "agree"),
        ([1e-7, 2e-7], 1e-7, 2, "SURE", "agree"),  # all
        ([0.4, 0.5, 0.9], 0.01, 0, "SURE", "agree"),  # none
        ([0.01, 0.5, 0.8], 1e-4, 0, "SURE", "agree"),  # broken by 1 %, and the fit can tell
        ([0.01, 0.5, 0.8], 0.04, 1, "UNSURE", "symmetric to within"),  # the fit cannot
        ([0.022, 0.026, 0.03, 0.06, 0.1, 0.2, 0.4, 0.8], 0.012, 0, "UNSURE", "stands out"),
        ([0.0, 0.12, 0.3, 0.4], [0.02, 0.045, 0.1, 0.1], 1, "UNSURE", "stand clear of the noise"),
        ([0.05, 0.1, 0.2, 0.25, 0.3], 0.13, 0, "UNSURE", "stands out"),  # nothing is invented
        ([1e-7, 1e-7, 3e-4, 5e-4, 1e-3, 3e-3, 0.01], 1e-7, 2, "UNSURE", "stands out"),
        ([0.012, 0.5, 0.8], 0.004, 1, "UNSURE", "broken weakly"),
    ],
)
def test_learned_functions(
    law: list[float], noise: float | list[float], dimension: int, verdict: str, reason: str
) -> None:
    decision = decide_learned(known(law, noise), error=0.01, classes=False)
    assert (decision.dimension, decision.verdict.name) == (dimension, verdict)
    assert reason in decision.reason
    assert bool(decision.advice) == (verdict == "UNSURE")
    scores = [candidate.score for candidate in decision.candidates]
    assert scores == sorted(scores, reverse=True)
    assert dimension in [candidate.dimension for candidate in decision.candidates]


def test_a_defect_that_more_data_leaves_as_it_is_stands_clear_of_less_noise() -> None:
    lasting = known([0.0, 0.12, 0.3, 0.4], [0.02, 0.03, 0.03, 0.03])
    assert decide_learned(lasting, 0.01, classes=False).verdict is Verdict.SURE
    fading = replace(lasting, defect=np.array([0.0, 0.08, 0.3, 0.4]))
    decision = decide_learned(fading, 0.01, classes=False)
    assert "stand clear of the noise" in decision.reason
    poor = decide_learned(lasting, 0.05, classes=False)  # what a fit misses may last as well
    assert "stand clear of the noise" in poor.reason


def test_less_than_replicas_share_is_what_the_function_itself_shows() -> None:
    """Bias of fits to a part of the data is no defect of the law."""
    residuals = np.full((4, 100), 0.0025) + 1e-4 * np.random.default_rng(0).normal(size=(4, 100))
    moments = (residuals @ residuals.T)[:, :, None]
    (shared,) = measure_replicas(np.array([0.03]), moments).law_defect
    assert shared == pytest.approx(0.025, rel=0.01)
    known_better = measure_replicas(np.array([0.005]), moments)
    assert known_better.law_defect[0] == 0.005
    assert known_better.low[0] == 0.0 < known_better.high[0] < 0.01
    slightly = measure_replicas(np.array([0.0245]), moments)  # a defect all the same
    assert 0.02 < slightly.low[0] < slightly.law_defect[0] == 0.0245


def test_what_the_fit_leaves_unexplained_may_be_defect() -> None:
    """Learners smooth: the upper end of an interval is raised, by no more than their error."""
    moments = np.full((4, 4, 1), 0.02**2) + 0.001**2 * np.eye(4)[:, :, None]
    plain, poor = (measure_replicas(np.array([0.02]), moments, error=error) for error in (0.0, 0.1))
    assert 0.05 * plain.law_defect < poor.high - plain.high <= 0.1 * plain.law_defect
    for name in ("defect", "law_defect", "low", "noise"):
        assert getattr(poor, name) == getattr(plain, name)


def test_what_the_function_says_otherwise_widens_the_interval() -> None:
    rng = np.random.default_rng(0)
    residuals = np.full((4, 100), 0.002) + 2e-4 * rng.normal(size=(4, 100))
    moments = (residuals @ residuals.T)[:, :, None]
    (law,) = measure_replicas(np.array([0.02]), moments).law_defect
    agreed, apart = (measure_replicas(np.array([d]), moments) for d in (law, 1.1 * law))
    assert apart.law_defect == agreed.law_defect
    assert 0 < apart.high - agreed.high < 0.1 * law  # two errors that know nothing of each other
    assert apart.low < agreed.low


def test_a_weak_fit_is_never_sure_and_is_named() -> None:
    clear = known([0.0, 0.001, 0.5, 0.8], 0.001)
    for error in (0.6, float("nan")):
        decision = decide_learned(clear, error, classes=False)
        assert decision.verdict is Verdict.UNSURE
        assert "the fit is weak" in decision.reason
        assert "another learner" in decision.advice


def test_advice_names_each_way_out_of_any_doubt_once() -> None:
    weak = decide_learned(known([0.05, 0.06, 0.08], 0.05), 0.6, classes=False)
    assert "the fit is weak" in weak.reason
    assert "symmetric to within" in weak.reason
    assert weak.advice == "more data, another learner, longer training or a better fit"


def test_a_tolerance_counts_what_is_small_enough() -> None:
    estimates = known([0.0, 0.03, 0.2], 0.002)
    assert decide_within(RULE, estimates, 0.05).dimension == 2
    assert decide_within(RULE, estimates, 0.05).verdict is Verdict.SURE
    assert decide_within(RULE, estimates, 0.031).verdict is Verdict.UNSURE


def simulated(
    rng: np.random.Generator, defect: float, noise: float, replicas: int = 4
) -> Measurement:
    """Residuals of replicas: a common part of a given size, and noise of each."""
    common = rng.standard_normal(400)
    common *= defect / np.linalg.norm(common)
    residuals = common + noise * rng.standard_normal((replicas, 400)) / 20
    moments = (residuals @ residuals.T)[:, :, None]
    return measure_replicas(np.linalg.norm(residuals.mean(axis=0), keepdims=True), moments)


@pytest.mark.parametrize(("defect", "noise"), [(0.05, 0.1), (0.2, 0.1), (0.5, 0.05)])
def test_what_replicas_share_is_the_defect_and_intervals_hold_it(
    defect: float, noise: float
) -> None:
    rng = np.random.default_rng(0)
    runs = [simulated(rng, defect, noise) for _ in range(300)]
    squares = np.mean([run.law_defect[0] ** 2 for run in runs])
    assert squares == pytest.approx(defect**2, rel=0.15)  # the noise is taken out
    held = np.mean([run.low[0] <= defect <= run.high[0] for run in runs])
    assert 0.9 <= held <= 0.99
    assert np.mean([run.noise[0] for run in runs]) == pytest.approx(noise / 2, rel=0.1)


def test_intervals_of_a_trained_model_allow_for_other_samples() -> None:
    """The defect of a function that is known exactly, on ever new samples."""

    def f(x: torch.Tensor) -> torch.Tensor:
        return x.norm(dim=1) + 0.1 * x[:, 0]

    rotation = {"x": np.array([[0.0, -1.0], [1.0, 0.0]])}
    many = torch.randn(200_000, 2, dtype=torch.float64)
    truth = liesd.measure(f, many, "x[2] -> 1", rotation)
    held, widths = [], []
    for seed in range(200):
        x = torch.randn(200, 2, dtype=torch.float64, generator=torch.manual_seed(seed))
        known = liesd.discover(f, x, "x[2] -> 1", ask="model").evidence[0]
        held.append(known.low <= truth <= known.high)
        widths.append(known.high - known.low)
    assert 0.9 <= np.mean(held) <= 0.99
    assert np.mean(widths) < truth / 2


def test_two_replicas_give_a_wide_interval() -> None:
    """One pair has no scatter: only its noise can say how far off it may be."""
    estimates = simulated(np.random.default_rng(0), 0.2, 0.1, replicas=2)
    assert estimates.low[0] == 0.0
    assert 3 * estimates.noise[0] < estimates.high[0] < np.inf


@pytest.mark.parametrize("replicas", [3, 4, 8, 20])
def test_the_confidence_to_exclude_zero_follows_from_the_number_of_replicas(replicas: int) -> None:
    """What excludes zero at 99 % does so whether that interval is computed or concluded."""
    rng = np.random.default_rng(0)
    both = []
    for defect in np.linspace(0.0, 0.2, 200):
        found = simulated(rng, defect, 0.2, replicas)
        law, low = (
            np.sqrt(np.maximum(found.square - off, 0.0)) for off in (0.0, found.reach(0.95))
        )
        plain = replace(found, law_defect=law, low=low)
        concluded = bool(plain.excludes_zero(0.99)[0])
        both.append((concluded, bool(found.square[0] > found.reach(0.99)[0])))
    assert sum(one == other for one, other in both) == len(both)
    assert 10 < sum(one for one, _ in both) < 190


def test_one_bound_serves_evidence_rule_and_within() -> None:
    """The upper ends of the intervals that a user sees are what decides."""
    noisy = known([0.0, 0.004, 0.9], 0.01)
    for top, verdict in ((0.019, Verdict.SURE), (0.021, Verdict.UNSURE)):
        estimates = replace(noisy, high=np.array([0.01, top, 1.0]))
        decision = decide_learned(estimates, 0.01, classes=False)
        assert (decision.dimension, decision.verdict) == (2, verdict)
        assert decision.within == top == estimates[:2].largest


def test_a_part_of_a_measurement_keeps_all_that_is_known_of_it() -> None:
    whole = simulated(np.random.default_rng(0), 0.2, 0.1)
    part = whole[:1]
    assert part.to_plain() == whole.to_plain()
    assert part.degrees_of_freedom == 3


def test_evidence_speaks_of_every_direction() -> None:
    x = torch.randn(500, 3, dtype=torch.float64)
    found = liesd.discover(lambda x: x.norm(dim=1) + 0.05 * x[:, 0], x, "x[3] -> 1")
    kinds = [one.kind for one in found.evidence]
    assert kinds == ["genuine", "approximate", "approximate"] + ["refuted"] * 6
    assert "broken, weakly" in found.summary()
    assert "approximate: defect" in str(found.evidence[1])
    assert found.verdict is Verdict.SURE
    assert (found.advice, found.candidates[0].dimension) == ("", 1)


def test_unseen_and_gauge_directions_are_told_apart_in_the_evidence() -> None:
    x = torch.randn(500, 3, 3, dtype=torch.float64)
    found = liesd.discover(lambda x: x @ x.mT, x, "3*x[3] -> a[3]*b[3]")
    kinds = [one.kind for one in found.evidence]
    assert (kinds.count("gauge"), kinds.count("genuine")) == (1, found.dimension)
    assert len(kinds) == found.spec.size


@pytest.mark.parametrize(("error", "verdict"), [(0.002, Verdict.SURE), (0.01, Verdict.UNSURE)])
def test_a_gap_below_the_error_of_the_fit_is_none(error: float, verdict: Verdict) -> None:
    """Replicas agree on both defects, but also share a bias."""
    decision = decide_learned(known([0.0002, 0.0068, 0.9, 1.0], 0.0002), error)
    assert (decision.dimension, decision.verdict) == (1, verdict)


def test_a_zero_function_has_every_symmetry() -> None:
    x = torch.randn(50, 2, dtype=torch.float64)
    found = liesd.discover(lambda x: 0 * x, x, "x[2] -> y[2]")
    assert (found.dimension, len(found.unseen)) == (4, 4)


def test_another_fit_settles_doubts_about_one() -> None:
    """The fit to given values is worse than the model, but has replicas."""
    x = torch.randn(1500, 2, dtype=torch.float64, generator=torch.manual_seed(0))
    law = lambda x: torch.exp(-x.square().sum(dim=1) / 2)
    model = lambda x: law(x) + 1e-12 * torch.sin(3 * x[:, 0])
    found = liesd.discover(model, x, "x[2] -> 1", y=law(x), progress=False)
    assert (found.dimension, found.verdict) == (1, Verdict.SURE)
    assert "a fit to y is sure of the same symmetries by itself" in found.reason
    transcript = found.transcript
    assert transcript is not None
    assert transcript.witness is not None
    assert decide(Transcript.from_plain(transcript.to_plain())) == found.decision
    alone = decide(replace(transcript, witness=None))
    assert (alone.dimension, alone.doubts) == (1, ("ONE_FIT",))
    elsewhere = replace(transcript, witness=replace(transcript.witness, defect=0.5))
    assert decide(elsewhere) == alone
    faint = decide(replace(transcript, faint=(0,)))
    assert faint.doubts == ("ONE_FIT", "FAINT")


@pytest.mark.parametrize(
    ("defects", "verdict"),
    [([0.02, 0.03, 0.9, 1.0], Verdict.SURE), ([0.02, 0.6, 0.9, 1.0], Verdict.UNSURE)],
    ids=["same number", "another number"],
)
def test_another_fit_settles_asymmetric_labels(defects: list[float], verdict: Verdict) -> None:
    """An ensemble of classifiers whose moved samples arrive where it is poor, as with jets."""

    def listen(law: list[float], square: float) -> Transcript:
        values = {"heldout": Said(lambda directions: asymmetry(square))}
        measured = known(law, 0.02)
        return Transcript(LAW, measured, 1e-14, 0.1, has_classes=True, instruments=values)

    ensemble = listen([0.02, 0.03, 0.9, 1.0], 0.0064)
    assert decide(ensemble).doubts == ("ASYMMETRIC",)
    ensemble.witness = Heard(listen(defects, 0.0), 0.05)
    assert (decide(ensemble).dimension, decide(ensemble).verdict) == (2, verdict)


def test_given_values_tell_the_law_from_the_faults_of_a_model() -> None:
    x = torch.randn(2000, 3, dtype=torch.float64, generator=torch.manual_seed(0))
    y = x.square().sum(dim=1)
    model = lambda x: x.square().sum(dim=1) + 0.02 * torch.sin(3 * x[:, 0])
    alone = liesd.discover(model, x, "x[3] -> 1")
    assert alone.dimension == 1  # the function itself is broken, and that is sure
    assert alone.verdict is Verdict.SURE
    judged = liesd.discover(model, x, "x[3] -> 1", y=y, progress=False)
    assert (judged.dimension, judged.verdict) == (3, Verdict.SURE)
    one = liesd.discover(model, x, "x[3] -> 1", y=y, evidence=False)
    assert (one.dimension, one.verdict) == (3, Verdict.UNSURE)
    assert "only one fit is known" in one.reason
    noise = torch.randn(2000, dtype=torch.float64)
    bad = liesd.discover(model, x, "x[3] -> 1", y=noise, evidence=False)
    assert "the fit is weak" in bad.reason
    with pytest.raises(liesd.DataError, match="what f should give"):
        liesd.discover(model, x, "x[3] -> 1", y=y[:10])


@pytest.mark.parametrize("size", [1e-5, 1e-6, 1e-7, 1e-8])
def test_a_coordinate_that_hardly_occurs_makes_no_symmetry_for_sure(size: float) -> None:
    x = torch.randn(1000, 4, dtype=torch.float64, generator=torch.manual_seed(0))
    x[:, 1] *= size
    found = liesd.discover(
        lambda x: (
            torch.sin(x[:, 0] + 0.3 * x[:, 2])
            + 0.7 * x[:, 3] ** 2 * x[:, 2]
            + 0.2 * x[:, 1] * x[:, 2]
            + x[:, 3] * x[:, 0]
        ),
        x,
        "2*x[2] -> 1",
    )
    assert found.dimension == 0 or found.verdict is Verdict.UNSURE


def so2(x: torch.Tensor) -> torch.Tensor:
    return x.norm(dim=1)


@pytest.mark.parametrize(
    "f",
    [
        lambda x: so2(x) + torch.round(2 * x[:, 0]),
        lambda x: so2(x) + torch.sin(3 * x[:, 0].detach()),
        lambda x: torch.where(x[:, 0] > 0, so2(x), 2 + so2(x)),
        lambda x: torch.sign(x[:, 0]) * x[:, 1],
    ],
)
def test_what_derivatives_do_not_see_is_doubted(f) -> None:
    x = torch.randn(2000, 2, dtype=torch.float64, generator=torch.manual_seed(0))
    found = liesd.discover(f, x, "x[2] -> 1")
    assert found.verdict is Verdict.UNSURE
    assert "parts that derivatives do not see" in found.reason
    assert liesd.discover(so2, x, "x[2] -> 1").verdict is Verdict.SURE


def test_what_was_cut_from_the_data_is_doubted() -> None:
    x = torch.randn(3000, 3, dtype=torch.float64, generator=torch.manual_seed(0))
    away = liesd.discover(lambda x: x.norm(dim=1), 1e4 + x, "x[3] -> 1")
    assert away.verdict is Verdict.UNSURE
    assert "subtract the mean of x" in away.advice
    f = lambda x: 3000 + x * torch.exp(-x.square().sum(dim=1, keepdim=True))
    assert "f(x) spreads so little" in liesd.discover(f, x, "x[3] -> y[3]").reason


@pytest.mark.parametrize("size", [1e-7, 1e-9, 1e-11])
def test_units_that_differ_very_much(size: float) -> None:
    x = torch.randn(3000, 2, dtype=torch.float64, generator=torch.manual_seed(0))
    x[:, 1] *= size
    f = lambda x: (x[:, 0].square() + (x[:, 1] / size).square()).sqrt().sin()
    found = liesd.discover(f, x, "x[2] -> 1")
    assert (found.dimension, len(found.unseen)) == (1, 0)


def test_too_few_samples_are_noticed() -> None:
    f = lambda x: torch.cat([x, x.square().sum(dim=1, keepdim=True) * x[:, :2]], dim=1)
    x = torch.randn(500, 3, dtype=torch.float64, generator=torch.manual_seed(0))
    few = liesd.discover(f, x, "x[3] -> x+2", samples=3)
    assert few.verdict is Verdict.UNSURE
    assert "half of the 3 samples" in few.reason
    assert liesd.discover(f, x, "x[3] -> x+2").verdict is Verdict.SURE


def test_the_reason_names_a_defect_that_is_there() -> None:
    x = torch.randn(3000, 3, dtype=torch.float64, generator=torch.manual_seed(0))
    found = liesd.discover(lambda x: x.square().sum(dim=1) + 1e-8 * x[:, 0] ** 3, x, "x[3] -> 1")
    worst = max(generator.defect for generator in found.generators)
    assert f"a defect of {worst:.1e} may be rounding" in found.reason
    assert "float64" not in found.advice


def test_a_breaking_that_the_interval_excludes_from_zero_is_not_sure() -> None:
    estimates = Measurement(
        *(np.array(row) for row in ([0.016, 1.0], [0.0146, 1.0], [0.013, 0.9], [0.0161, 1.1])),
        noise=np.array([0.008, 0.01]),
    )
    assert decide_learned(estimates, 0.02, classes=False).verdict is Verdict.UNSURE
    symmetric = replace(estimates, low=np.array([0.0, 0.9]))
    assert decide_learned(symmetric, 0.02, classes=False).verdict is Verdict.SURE


def test_what_is_clear_of_the_noise_is_not_nothing() -> None:
    """On samples far from the origin all defects are small, the wrong ones too."""
    x = 300 + np.random.default_rng(0).normal(size=(3000, 3))
    model = liesd.learn(x, np.linalg.norm(x, axis=1), "x[3] -> 1", learner="kernel")
    found = liesd.discover(model, x, "x[3] -> 1")
    assert found.dimension == 3 or found.verdict is Verdict.UNSURE


def test_a_given_module_may_call_its_own_attributes_as_it_likes() -> None:
    class Tagged(torch.nn.Module):
        task = "segmentation"

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return x.square().sum(dim=1) + 1e-3 * x[:, 0]

    x = torch.randn(500, 3, dtype=torch.float64, generator=torch.Generator().manual_seed(0))
    tagged = liesd.discover(Tagged(), x, "x[3] -> y[1]")
    plain = liesd.discover(Tagged().forward, x, "x[3] -> y[1]")
    np.testing.assert_allclose(tagged.singular_values, plain.singular_values, rtol=1e-12)
