"""Specs that are suggested: the right structure, whatever the order and the units of columns."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
import torch

import liesd
from benchmarks.suggest.judge import read_structure
from benchmarks.suggest.known import CASES
from benchmarks.suggest.run import run_case
from liesd.suggestion.clarity import find_number, is_clear
from liesd.verdict.estimates import Measurement
from liesd.verdict.transcript import Transcript

KNOWN = {case.name: case for case in CASES}
QUICK = {"learner": "kernel", "centres": 200}


def spring(x: torch.Tensor) -> torch.Tensor:
    """Two vectors in space that turn together, and a number."""
    r, p = x[:, :3], x[:, 3:6]
    return torch.log(1 + r.square().sum(1)) * x[:, 6] + torch.tanh((r * p).sum(1)) + p.norm(dim=1)


@pytest.fixture(scope="module")
def plane() -> tuple[np.ndarray, np.ndarray]:
    """A radius in the plane, in metres and in feet, and a number between them."""
    x = np.random.default_rng(0).uniform(-1.5, 1.5, size=(1500, 3))
    y = np.exp(-(x[:, 0] ** 2 + x[:, 2] ** 2) / 4) * np.sin(x[:, 1]) + x[:, 1]
    return x / [1.0, 1.0, 0.3048], y


@pytest.mark.parametrize(
    "name",
    ["oscillator", "gravity", "magnetic-drag", "bernoulli", "three-points", "irregular", "vortex"],
)
def test_shuffled_columns_with_signs_and_units_are_sorted_out(name: str) -> None:
    row = run_case(KNOWN[name], "exact", seed=17)
    assert row["verdict"] == "right", row


def test_the_arranged_columns_have_the_symmetry_that_the_given_ones_hide() -> None:
    x = torch.randn(800, 7, dtype=torch.float64, generator=torch.manual_seed(0))
    hidden = lambda z: spring(
        z[:, [4, 0, 6, 1, 5, 2, 3]] * torch.tensor([1, -1, 3.28, 1, 1, -10, 2])
    )
    best = liesd.suggest(hidden, x).best
    assert read_structure(str(best.spec)) == read_structure("2*a[3]+1 -> 1")
    assert (best.dimension, best.lost, best.unknowns) == (3, 0, 9)
    vectors = {best.inputs.order[:3], best.inputs.order[3:6]}
    assert {frozenset(one) for one in vectors} == {frozenset((4, 0, 6)), frozenset((1, 5, 2))}
    again = liesd.discover(best.function(hidden), best.arrange(x), best.spec)
    assert again.dimension == 3
    assert liesd.discover(hidden, x, "x[7] -> 1").dimension == 3
    plain = liesd.discover(lambda z: hidden(z[:, np.argsort(best.inputs.order)]), best.arrange(x),
                           best.spec)  # fmt: skip
    assert plain.dimension < 3  # the order alone is not enough


def test_specs_come_best_first_and_say_what_they_lose() -> None:
    x = torch.randn(600, 5, dtype=torch.float64, generator=torch.manual_seed(1)).abs() + 0.5
    force = lambda x: x[:, 3:4] * x[:, 4:] * x[:, :3] / x[:, :3].norm(dim=1, keepdim=True) ** 3
    found = liesd.suggest(force, x, names=["rx", "ry", "rz", "q", "Q"], y_names=["fx", "fy", "fz"])
    assert [str(one.spec) for one in found] == [
        "r[3]+q[1]+Q[1] -> f[3]",
        "r[3]+2 -> r",
        "x[5] -> y[3]",
    ]
    assert [one.lost for one in found] == [0, 3, 0]
    assert [one.dimension for one in found] == [6, 3, 6]
    assert "no symmetry of the most general spec is lost" in found[0].reason
    assert "loses 3 of 6" in found[1].reason
    assert "(rx, ry, rz) and (fx, fy, fz) move alike" in found[1].reason
    assert found.best.x_names == ("rx", "ry", "rz", "q", "Q")


def test_names_settle_what_the_function_leaves_open() -> None:
    """Of a distance between two points, x1 may belong to y2 as well, with another sign."""
    x = torch.randn(400, 4, dtype=torch.float64, generator=torch.manual_seed(2))
    distance = lambda x: torch.log(1 + (x[:, 0] - x[:, 2]) ** 2 + (x[:, 1] - x[:, 3]) ** 2)
    for names in (["x1", "y1", "x2", "y2"], ["x1", "y2", "x2", "y1"]):
        best = liesd.suggest(distance, x, names=names).best
        assert str(best.spec) == "2*affine(a[2]) -> 1"
        assert set(map(frozenset, (best.x_names[:2], best.x_names[2:]))) == {
            frozenset(("x1", "y1")),
            frozenset(("x2", "y2")),
        }
        assert best.dimension == 3  # one rotation, two translations


def test_learned_from_samples_in_mixed_units(plane: tuple[np.ndarray, np.ndarray]) -> None:
    found = liesd.suggest(*plane, **QUICK)
    assert str(found.best.spec) == "a[2]+1 -> 1"
    assert found.best.inputs.order == (0, 2, 1)
    ratio = found.best.inputs.factors[1] / found.best.inputs.factors[0]
    assert abs(ratio) == pytest.approx(0.3048, rel=0.03)
    assert found.best.found.about == "law"
    x, _ = found.best.arrange(*plane)
    scope = {"x": plane[0], "y": plane[1], "liesd": liesd}
    exec(
        found.best.code.replace("liesd.learn(x, y, ", "liesd.learn(x, y, learner='kernel', spec="),
        scope,
    )
    assert np.allclose(scope["x"], x, rtol=1e-5)
    assert scope["found"].dimension == 1


def test_a_poor_fit_is_no_ground_for_a_suggestion() -> None:
    rng = np.random.default_rng(0)
    x = rng.normal(size=(400, 4))
    found = liesd.suggest(x, rng.normal(size=400), replicas=0, **QUICK)
    assert len(found) == 0
    assert "the fit is too poor to suggest" in str(found)
    with pytest.raises(liesd.DataError, match="held-out error"):
        _ = found.best


def test_columns_without_influence_are_named() -> None:
    x = torch.randn(500, 4, dtype=torch.float64, generator=torch.manual_seed(3))
    found = liesd.suggest(lambda x: torch.exp(-x[:, [0, 2]].norm(dim=1)) + x[:, 3] ** 3, x)
    assert str(found.best.spec) == "a[2]+2 -> 1"
    assert found.notes == ("x1 has no influence on the outputs, and may be left out",)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((np.zeros(5), np.zeros(5)), "at least one column"),
        ((np.zeros((5, 2)), np.zeros(4)), "5 samples and y has 4"),
        ((np.full((5, 2), np.nan), np.zeros(5)), "not finite"),
        ((lambda x: x[:, 0], np.ones((9, 70))), "too many to suggest"),
    ],
)
def test_what_cannot_be_used_is_refused(arguments, message: str) -> None:
    with pytest.raises(liesd.DataError, match=message):
        liesd.suggest(*arguments)


def test_names_must_be_as_many_as_columns() -> None:
    with pytest.raises(liesd.DataError, match="2 columns, but 1 names"):
        liesd.suggest(lambda x: x[:, 0], np.ones((5, 2)), names=["a"])


def test_a_model_without_derivatives_is_told_what_to_do() -> None:
    class Forest:
        def predict(self, x):
            return x[:, 0]

    with pytest.raises(liesd.DataError, match=r"model.predict\(x\)"):
        liesd.suggest(Forest(), np.ones((5, 2)))


@pytest.mark.parametrize(
    ("doubts", "within", "low", "clear"),
    [
        (("RIM",), 0.01, 0.2, True),
        (("RIM",), 0.01, 0.09, False),  # not far enough apart
        (("RIM",), 0.04, 0.9, False),  # may be broken weakly
        (("RIM", "ASYMMETRIC"), 0.001, 0.5, False),  # held-out values speak against it
        (("NO_GAP",), 0.001, 0.5, False),
    ],
)
def test_an_unsure_answer_is_ground_enough_where_nothing_speaks_against_it(
    doubts: tuple[str, ...], within: float, low: float, clear: bool
) -> None:
    answer = SimpleNamespace(
        verdict=liesd.Verdict.UNSURE,
        dimension=3,
        decision=SimpleNamespace(within=within, doubts=doubts),
        next_best=SimpleNamespace(low=low),
    )
    assert is_clear(answer) is clear


@pytest.mark.parametrize(
    ("asymmetry", "spread", "error", "clear"),
    [
        (0.0012, 0.0001, 1e-5, True),  # broken by a trifle that the fit is good enough to see
        (0.0012, 0.0001, 1e-3, False),  # the fit itself may err by as much
        (0.0012, 0.0009, 1e-5, False),  # chance
        (0.0002, 0.00001, 1e-6, False),  # derivatives foretell more: a bias of the fit
        (None, 0.0, 1e-5, False),  # held-out values cannot tell
    ],
)
def test_a_symmetry_broken_by_a_trifle_hides_nothing_if_held_out_values_show_it(
    asymmetry: float | None, spread: float, error: float, clear: bool
) -> None:
    one = np.array([asymmetry or 0.0])
    seen = None
    if asymmetry is not None:
        seen = Measurement(one, one, one, one, one, one**2, 2 * one * spread)
    defects = np.array([1e-5, 0.0056, 0.04])
    answer = SimpleNamespace(
        verdict=liesd.Verdict.UNSURE,
        dimension=1,
        decision=SimpleNamespace(within=0.0002, doubts=("UNCONFIRMED",), dimension=1),
        next_best=SimpleNamespace(low=0.0055),
        transcript=Transcript(
            "law",
            Measurement(defects, defects, defects, defects, defects),
            0.0,
            error,
            answers={"heldout: 0,1": seen},
        ),
    )
    assert is_clear(answer) is clear


@pytest.mark.parametrize(
    ("law", "noise", "error", "number"),
    [
        ([0.001, 0.003, 0.004, 0.08, 0.5], 0.01, 0.01, 3),
        ([0.001, 0.003, 0.03, 0.08, 0.5], 0.01, 0.01, None),  # the third may be either
        ([0.001, 0.003, 0.004, 0.04, 0.5], 0.01, 0.01, None),  # replicas hardly agree on the fourth
        ([0.001, 0.001, 0.002, 0.04, 0.5], 0.001, 0.005, 3),  # six times what the fit misses
        ([0.3, 0.4, 0.5, 0.6, 0.7], 0.01, 0.01, None),  # nothing to suppose
    ],
)
def test_a_number_is_supposed_where_directions_fall_into_two_groups(
    law: list[float], noise: float, error: float, number: int | None
) -> None:
    values = np.array(law)
    low, high = np.maximum(values - 2 * noise, 0), values + 2 * noise
    measured = Measurement(values, values, low, high, np.full_like(values, noise))
    supposed = find_number(SimpleNamespace(transcript=Transcript("law", measured, 0.0, error)))
    assert (supposed and supposed[0]) == number


def test_a_noisy_law_gets_its_spec_where_the_answer_is_sure() -> None:
    """Five percent of noise say little against two vectors of a plane."""
    rng = np.random.default_rng(0)
    q, p = rng.normal(size=(2, 3000, 2))
    dot = (q * p).sum(axis=1)
    y = np.sin(dot) + 0.3 * (q**2).sum(axis=1) + 0.4 * (q[:, 0] * p[:, 1] - q[:, 1] * p[:, 0])
    noisy = y + 0.05 * y.std() * rng.normal(size=3000)
    x = np.hstack([q, p])[:, [2, 0, 1, 3]]
    found = liesd.suggest(x, noisy, learner="kernel", progress=False)
    assert len(found), found.refusal
    assert found.model.heldout_error > 0.03
    assert read_structure(str(found.best.spec)) == read_structure("2*a[2] -> 1")
    assert set(found.best.inputs.order[:2]) in ({1, 2}, {0, 3})


def test_a_law_with_a_near_symmetry_gets_the_spec_of_its_exact_one() -> None:
    """Two bodies in the plane: a scaling of everything is broken by half a percent."""
    q, p = np.random.default_rng(0).normal(size=(2, 1500, 2))
    distance = ((q - p) ** 2).sum(axis=1, keepdims=True)
    force = (q - p) * np.exp(-distance / 12) + 0.3 * p @ [[0, 1], [-1, 0]]
    found = liesd.suggest(np.hstack([q, p]), force, progress=False)
    assert len(found), found.refusal
    assert read_structure(str(found.best.spec)) == read_structure("2*a[2] -> a")
    assert found.best.inputs.order == (0, 1, 2, 3)
    assert (found.best.dimension, found.best.lost) == (1, 0)


def test_a_good_fit_is_not_blamed_for_a_doubt() -> None:
    """With an output among the inputs, small motions are neither accepted nor refuted."""
    q, p = np.random.default_rng(0).normal(size=(2, 1500, 2))
    distance = ((q - p) ** 2).sum(axis=1, keepdims=True)
    force = (q - p) * np.exp(-distance / 12) + 0.3 * p @ [[0, 1], [-1, 0]]
    found = liesd.suggest(np.hstack([q, p, force[:, :1]]), force[:, 1], progress=False)
    assert not len(found)
    assert found.model.heldout_error < 0.01
    assert "too poor" not in found.refusal
    assert found.general is not None
    assert found.general.reason in found.refusal
    assert found.general.advice in found.refusal
    assert "held-out error of the fit is" in found.refusal


def test_names_of_columns_make_a_spec_for_tables() -> None:
    x = torch.randn(400, 4, dtype=torch.float64, generator=torch.manual_seed(4))
    law = lambda x: torch.exp(-x[:, [0, 2]].square().sum(1)) * x[:, 3] + x[:, 3] ** 2 + x[:, 1]
    for names, told in (
        (["px", "t", "p y", "mass"], 'p(px, "p y") + t + mass -> energy'),
        (["px", "t", "py", "my mass"], ""),  # no word, and nothing to put it into
        (["ax", "p", "ay", "a"], ""),  # the channel has the name of a column
    ):
        best = liesd.suggest(law, x, names=names, y_names=["energy"]).best
        assert best.named == told
