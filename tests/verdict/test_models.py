"""The number of a trained model's symmetries is where a gap stands clear, and stays."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from liesd.verdict import RULE, Measurement, Transcript
from liesd.verdict.classes import decide_classes
from liesd.verdict.decide import decide
from liesd.verdict.instruments.heldout import make_measurement
from liesd.verdict.transcript import LAW, MODEL


class Says:
    """An instrument that answers with prepared measurements."""

    def __init__(self, answers: dict[int, Measurement]) -> None:
        self.answers = answers

    def measure(self, directions: Sequence[int]) -> Measurement | None:
        return self.answers.get(len(directions))


def model(
    defects: list[float], scatter: float = 0.02, instruments: dict[str, Says] | None = None
) -> Transcript:
    defect = np.array(defects)
    spread = scatter * defect
    measured = Measurement(defect, defect, defect - spread, defect + spread, 0 * defect)
    return Transcript(MODEL, measured, 1e-14, instruments=instruments or {})


@pytest.mark.parametrize(
    ("defects", "scatter", "dimension", "exact", "verdict"),
    [
        ([0.03, 0.18, 0.33], 0.02, 1, 0, "SURE"),  # the paper's two bodies
        ([0.04, 0.07, 0.07, 0.07, 0.65], 0.02, 4, 0, "SURE"),  # and its moment of inertia
        ([0.03, 0.18, 0.33], 0.4, 1, 0, "UNSURE"),  # other samples may close the gap
        ([0.5, 0.7, 0.9], 0.02, 0, 0, "SURE"),  # nothing is near
        ([0.05, 0.09, 0.15, 0.25, 0.4], 0.02, 0, 0, "UNSURE"),  # one after another
        ([1e-15, 1e-15, 0.6], 0.02, 2, 2, "SURE"),  # built in
        ([1e-15, 0.03, 0.3], 0.02, 2, 1, "SURE"),  # one built in, one learned
        ([1e-15, 0.14, 0.15, 0.8], 0.02, 1, 1, "UNSURE"),  # one built in, others broken a bit
        ([0.14, 0.15, 0.15, 0.8], 0.02, 3, 0, "SURE"),  # the same, all learned
        ([0.01, 0.05, 0.3], 0.02, 2, 0, "UNSURE"),  # two gaps, equally wide
        ([0.25, 0.9], 0.02, 0, 0, "UNSURE"),  # a direction in between
        ([0.02, 0.03], 0.02, 2, 0, "SURE"),  # everything
    ],
)
def test_the_gap_decides(
    defects: list[float], scatter: float, dimension: int, exact: int, verdict: str
) -> None:
    decision = decide(model(defects, scatter))
    assert (decision.dimension, decision.exact, decision.verdict.name) == (
        dimension,
        exact,
        verdict,
    )
    assert decision.within == pytest.approx(max(defects[:dimension], default=0.0))
    assert bool(decision.advice) == (verdict == "UNSURE")


def test_what_comes_near_beside_exact_symmetries_is_named() -> None:
    decision = decide(model([1e-15, 0.14, 0.15, 0.8]))
    assert decision.doubts == ("BESIDE_EXACT",)
    assert "the next direction has a defect of 14%" in decision.reason.replace(" %", "%")


def test_finite_steps_decide_where_derivatives_are_rough() -> None:
    smooth = model([0.02, 0.3, 0.4]).directions
    rough = model([0.15, 0.35, 0.4], instruments={"path": Says({4: smooth, 3: smooth})})
    decision = decide(rough)
    assert (decision.dimension, decision.verdict.name) == (1, "SURE")
    assert decision.reason.startswith("over finite steps")
    assert decision.within == pytest.approx(0.02)


def labels(
    defects: list[float], law: list[float], noise: float, heldout: dict[int, tuple[float, float]]
) -> Transcript:
    """A fit to labels; held-out labels show an asymmetry and its standard error, by number."""
    one, other = np.array(defects), np.array(law)
    level = np.full_like(one, noise)
    measured = Measurement(one, other, 0 * one, one + 1, level)
    answers = {k: make_measurement(a**2, a**2, e**2, 1000) for k, (a, e) in heldout.items()}
    return Transcript(
        LAW, measured, 1e-14, 0.2, has_classes=True, instruments={"heldout": Says(answers)}
    )


DEFECTS, LAW_DEFECTS = [0.12, 0.15, 0.6, 0.8], [0.06, 0.1, 0.5, 0.7]
EVEN, UNEVEN = (0.02, 0.025), (0.3, 0.07)


@pytest.mark.parametrize(
    ("heldout", "verdict"),
    [
        ({2: EVEN, 3: UNEVEN}, "SURE"),
        ({2: (0.08, 0.025), 3: UNEVEN}, "UNSURE"),  # what is accepted is not even
        ({2: (0.04, 0.05), 3: UNEVEN}, "UNSURE"),  # nor may it be unknown
        ({2: EVEN, 3: (0.08, 0.07)}, "UNSURE"),  # what is refuted must be uneven
        ({}, "UNSURE"),
    ],
)
def test_held_out_labels_confirm_a_gap(
    heldout: dict[int, tuple[float, float]], verdict: str
) -> None:
    decision = decide_classes(RULE, labels(DEFECTS, LAW_DEFECTS, 0.15, heldout))
    assert decision.verdict.name == verdict
    if verdict == "SURE":
        assert (decision.dimension, decision.within) == (2, 0.15)


def test_replicas_must_see_what_is_refuted() -> None:
    noisy = labels(DEFECTS, [0.06, 0.1, 0.2, 0.7], 0.15, {2: EVEN, 3: UNEVEN})
    assert decide_classes(RULE, noisy).verdict.name == "UNSURE"


def test_no_symmetry_of_labels_needs_no_gap() -> None:
    none = labels([0.16, 0.3, 0.6], [0.15, 0.3, 0.55], 0.045, {1: (0.1, 0.04)})
    decision = decide_classes(RULE, none)
    assert (decision.dimension, decision.verdict.name) == (0, "SURE")
    unseen = labels([0.16, 0.3, 0.6], [0.15, 0.3, 0.55], 0.1, {1: (0.1, 0.04)})
    assert decide_classes(RULE, unseen).verdict.name == "UNSURE"
