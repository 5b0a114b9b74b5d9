"""What every instrument promises: measurements of the directions it was asked about."""

from __future__ import annotations

import json

import numpy as np
import pytest
import torch

import liesd
from liesd.learning import learn
from liesd.verdict import Measurement, Transcript, decide
from liesd.verdict.instruments import INSTRUMENTS, Subject
from tests.contracts.toys import Suspicion
from tests.verdict.cases import subject_of

LEARNED, EXACT = ("replicas", "heldout", "steps"), ("probe", "halves", "jumps", "slopes")
GIVEN, LABELS = ("neighbours",), ("imposed",)
EACH = ("replicas", "groups", "rounding", "steps")
"""Instruments that give one entry per direction."""


def law(x: np.ndarray) -> np.ndarray:
    return np.exp(-(x**2).sum(axis=1) / 4)


@pytest.fixture(scope="module")
def learned() -> Subject:
    x = np.random.default_rng(0).standard_normal((1500, 2))
    model = learn(x, law(x), "x[2] -> 1", "kernel", centres=120)
    subject = subject_of(model, x, "x[2] -> 1", list(model.replicas))
    from dataclasses import replace

    fit = replace(subject.fit, heldout=(model.heldout_x, model.heldout_y))
    return replace(subject, fit=fit, error=model.heldout_error)


@pytest.fixture(scope="module")
def exact() -> Subject:
    from dataclasses import replace

    x = torch.randn(400, 2, dtype=torch.float64)
    f = lambda x: torch.exp(-x.square().sum(dim=1) / 4)
    return replace(subject_of(f, x, "x[2] -> 1", ()), fit=None, error=None)


@pytest.fixture(scope="module")
def given() -> Subject:
    from dataclasses import replace

    x = torch.randn(400, 2, dtype=torch.float64)
    y = torch.exp(-x.square().sum(dim=1) / 4)
    J = -x / 2 * y[:, None]
    subject = subject_of(None, x, "x[2] -> 1", (), y=y, jacobian=J[:, None, :])
    return replace(subject, fit=None, error=None)


@pytest.fixture(scope="module")
def labels() -> Subject:
    from dataclasses import replace

    rng = np.random.default_rng(0)
    x = rng.standard_normal((1500, 2))
    y = (law(x) + 0.1 * rng.standard_normal(1500) > 0.6).astype(int)
    model = learn(x, y, "x[2] -> 1", "labels", replicas=0, epochs=4, widths=(16,))
    subject = subject_of(model, x, "x[2] -> 1", ())
    held = (model.heldout_x, model.heldout_y)
    return replace(subject, fit=replace(subject.fit, task="binary", heldout=held, model=model))


@pytest.fixture
def subjects(
    learned: Subject, exact: Subject, given: Subject, labels: Subject
) -> dict[str, Subject]:
    chosen = {EXACT: exact, GIVEN: given, LABELS: labels}
    return {one: subject for names, subject in chosen.items() for one in names} | {"": learned}


@pytest.fixture(params=[*INSTRUMENTS, "a suspicion"])
def name(request: pytest.FixtureRequest) -> str:
    return request.param


class TestInstrument:
    def measure(self, name: str, subjects: dict[str, Subject]) -> Measurement:
        kind = INSTRUMENTS.get(name, Suspicion)
        subject = subjects.get(name, subjects[""])
        assert kind.applies(subject)
        with subject.problem.source.ready():
            measured = kind(subject).measure(range(2))
        assert measured is not None
        return measured

    def test_it_answers_on_one_scale(self, name: str, subjects: dict[str, Subject]) -> None:
        measured = self.measure(name, subjects)
        arrays = (measured.defect, measured.law_defect, measured.low, measured.high, measured.noise)
        assert len({len(one) for one in arrays}) == 1
        assert all((one >= 0).all() for one in arrays)
        assert (measured.low <= measured.law_defect + 1e-15).all()
        assert (measured.law_defect <= measured.high + 1e-15).all()
        assert 0 <= measured.share <= 1
        if name in EACH:
            assert len(measured.law_defect) == 2
            assert measured.degrees_of_freedom > 0
            assert len(measured.square) == len(measured.standard_error) == len(measured.bias) == 2

    def test_it_is_kept_as_plain_values(self, name: str, subjects: dict[str, Subject]) -> None:
        measured = self.measure(name, subjects)
        again = Measurement.from_plain(json.loads(json.dumps(measured.to_plain())))
        for one in (
            "defect",
            "law_defect",
            "low",
            "high",
            "noise",
            "square",
            "standard_error",
            "bias",
        ):
            assert np.array_equal(getattr(again, one), getattr(measured, one))
        assert again.share == measured.share

    def test_it_knows_where_it_does_not_apply(
        self, learned: Subject, exact: Subject, given: Subject
    ) -> None:
        assert not any(INSTRUMENTS[name].applies(exact) for name in (*LEARNED, *GIVEN))
        assert not any(INSTRUMENTS[name].applies(learned) for name in (*EXACT, *GIVEN))
        assert not any(INSTRUMENTS[name].applies(given) for name in ("jumps", "probe", "path"))


def test_a_symmetry_and_what_is_none_are_far_apart_for_all(learned: Subject) -> None:
    with learned.problem.source.ready():
        for name in ("replicas", "groups"):
            measured = INSTRUMENTS[name](learned).measure(range(4))
            assert measured is not None
            assert measured.law_defect[0] < 0.01 * measured.law_defect[1]


def test_a_transcript_decides_what_the_discovery_decided() -> None:
    x = np.random.default_rng(0).standard_normal((1500, 2))
    model = learn(x, law(x), "x[2] -> 1", "kernel", centres=120)
    found = liesd.discover(model, x, "x[2] -> 1")
    assert found.transcript is not None
    kept = Transcript.from_plain(json.loads(json.dumps(found.transcript.to_plain())))
    assert decide(kept) == found.decision
