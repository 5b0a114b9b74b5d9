"""The rim of the data: what holds for trusted samples need not hold where the fit is poor."""

from __future__ import annotations

import re

import numpy as np
import pytest

import liesd
from liesd.verdict import Measurement, Verdict
from liesd.verdict.instruments.rim import describe_place
from tests.verdict.cases import decide_learned, known


def bell(tail: float, samples: int = 3000) -> tuple[np.ndarray, np.ndarray]:
    """A law of the length of x, but for rare samples with a large first coordinate."""
    x = np.random.default_rng(0).normal(size=(samples, 2))
    r = (x**2).sum(axis=1)
    return x, np.exp(-r / 4) + tail * np.maximum(x[:, 0] - 2, 0) * x[:, 1]


@pytest.mark.parametrize("tail", [0.1, 0.03])
def test_a_law_that_is_broken_where_samples_hardly_count_is_not_sure(tail: float) -> None:
    """2.2 % of the samples, with hardly any weight, break the law by 6 % or by 2 %."""
    x, y = bell(tail)
    model = liesd.learn(x, y, "x[2] -> 1")
    weight, beyond = model.sample_weight(x), x[:, 0] > 2
    assert weight[beyond].sum() < 0.005 * weight.sum()
    found = liesd.discover(model, x, "x[2] -> 1")
    assert found.dimension == 0 or found.verdict is Verdict.UNSURE
    assert "of the samples, mostly where" in found.reason
    assert found.decision.doubts == ("BROKEN_RIM",)
    saved = found.transcript
    assert saved is not None
    assert liesd.verdict.decide(type(saved).from_plain(saved.to_plain())) == found.decision


def test_the_place_is_told_in_the_units_of_the_data() -> None:
    x, y = bell(0.1)
    model = liesd.learn(100 * x, y, "x[2] -> 1", replicas=2)
    found = liesd.discover(model, 100 * x, "x[2] -> 1")
    told = re.search(r"mostly where \S+ [<>] (-?[\d.e+]+)", f"{found.reason} {found.remarks}")
    assert told is not None
    assert 100 < abs(float(told[1])) < 400


def test_a_law_that_holds_everywhere_stays_sure() -> None:
    x, y = bell(0.0)
    found = liesd.discover(liesd.learn(x, y, "x[2] -> 1"), x, "x[2] -> 1")
    assert (found.dimension, found.verdict, found.remarks) == (1, Verdict.SURE, ())


def rim(error: float, grown: float, share: float = 0.05) -> Measurement:
    """What the instrument says: an error at the rim, and by how much its square grows."""
    high = max(grown + 2e-6, 0.0) ** 0.5
    one = [np.array([value]) for value in (error, abs(grown) ** 0.5, 0.0, high, 1e-3, grown, 1e-6)]
    return Measurement(*one, share=share)


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        (rim(0.02, 4e-4), Verdict.UNSURE),  # imposing the symmetry makes predictions much worse
        (rim(0.02, -1e-6), Verdict.UNSURE),  # it makes no difference: values do not tell
        (rim(0.02, -1e-5), Verdict.SURE),  # better: the law has it there too
        (rim(0.005, 1e-6), Verdict.SURE),  # too little to hide a defect that matters
    ],
)
def test_what_is_not_judged_is_said(said: Measurement, verdict: Verdict) -> None:
    clear = known([0.0, 0.001, 0.5, 0.8], 0.002)
    decision = decide_learned(clear, 0.01, rim=lambda _: said)
    assert (decision.dimension, decision.verdict) == (2, verdict)
    told = decision.reason if verdict is Verdict.UNSURE else " ".join(decision.caveats)
    assert "5.0 % of the samples, mostly where x[0] > 2" in told
    none = decide_learned(known([0.4, 0.5, 0.8], 0.01), 0.01, rim=lambda _: said)
    assert (none.dimension, none.caveats) == (0, ())  # broken anyway, whatever the rim


@pytest.mark.parametrize(
    ("errors", "place"),
    [
        (lambda x: x[:, 1] < -1.5, "x[1] < -1.6"),
        (lambda x: np.abs(x[:, 0]) > 2, "|x[0]| > 2.1"),
        (lambda x: np.linalg.norm(x, axis=1) > 2.5, "|x| > 2.6"),
    ],
)
def test_the_place_is_named(errors, place: str) -> None:
    x = np.random.default_rng(0).normal(size=(4000, 2))
    assert describe_place(x, errors(x).astype(float)) == place


def test_the_place_has_digits_enough() -> None:
    x = np.random.default_rng(0).normal(size=(4000, 2)) * 0.3 + 1000
    assert describe_place(x, (x[:, 1] > 1000.6).astype(float)) == "x[1] > 1000.6"
    assert describe_place(-x, (x[:, 1] > 1000.6).astype(float)) == "x[1] < -1000.6"
