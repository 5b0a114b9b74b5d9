"""Summaries of many situations: the first three lines must be clear without the method."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
import torch

import liesd
from liesd.discovery.words.summary import _format_span, format_bound, format_defect
from liesd.verdict.estimates import Evidence
from tests.fixtures import load

X = torch.randn(300, 3, dtype=torch.float64, generator=torch.manual_seed(0))
NET = torch.nn.Sequential(torch.nn.Linear(3, 8), torch.nn.Tanh(), torch.nn.Linear(8, 1)).double()


def nearly(x: torch.Tensor) -> torch.Tensor:
    return x.norm(dim=1) + 0.05 * x[:, 0]


SITUATIONS: dict[str, Callable[[], liesd.Discovery]] = {
    "exact": lambda: liesd.discover(lambda x: x.norm(dim=1), X, "x[3] -> 1"),
    "one": lambda: liesd.discover(lambda x: x[:, 0] * x[:, 1] ** 2 + x[:, 2].sin(), X, "x[3] -> 1"),
    "none": lambda: liesd.discover(lambda x: (x**3).sum(dim=1) + x[:, 0], X, "x[3] -> 1"),
    "everything": lambda: liesd.discover(lambda x: 0 * x.sum(dim=1) + 1, X, "x[3] -> 1"),
    "weakly broken": lambda: liesd.discover(nearly, X, "x[3] -> 1"),
    "tolerance": lambda: liesd.discover(nearly, X, "x[3] -> 1", tolerance=0.2),
    "few": lambda: liesd.discover(lambda x: x.norm(dim=1), X[:9], "x[3] -> 1"),
    "unseen": lambda: liesd.discover(
        lambda x: x.square().sum(dim=1), X * torch.tensor([1.0, 1.0, 0.0]), "x[3] -> 1"
    ),
    "model": lambda: liesd.discover(NET, X, "x[3] -> 1"),
    "law, gauge": lambda: load("inertia-tensor-kernel-20"),
    "law, unseen": lambda: load("inertia-vector-kernel-20"),
    "labels, unsure": lambda: load("top-tagging-jets-paper-20"),
    "labels, sure": lambda: load("top-tagging-jets-network-20"),
}
CONFUSING = r"0\.0e\+00|-0\.0|\bnan\b|\binf\b|far apart|100\.\d+%"


@pytest.mark.parametrize("situation", SITUATIONS)
def test_the_first_lines_are_plain(situation: str) -> None:
    text = SITUATIONS[situation]().summary()
    print(text)
    first, second, *_ = text.splitlines()
    has = r"the (function|model|law) has (no|\d+) (approximate )?symmetr"
    if "UNSURE" in second:
        what = r"(function|model|law)"
        has = rf"the {what} seems to have \d+ symmetr|no symmetry of the {what} is confirmed"
    assert re.search(f": (within the span of the inputs )?({has})", first)
    assert re.match(r"  (SURE|UNSURE): \w", second)
    assert not re.search(CONFUSING, "\n".join(text.splitlines()[:3])), text
    assert "0.0e+00" not in text


def test_a_span_that_is_not_the_whole_space_is_said_first() -> None:
    """Motions that lead out of the span are not judged, whatever derivatives f has there."""
    copied = X[:, [0, 1, 0]]  # x₂ is a copy of x₀
    laws = {
        1: lambda x: x[:, 0] ** 2 + x[:, 1] ** 2,  # without x₂; with x₀² + x₁² it turns about
        0: lambda x: x[:, 0] ** 2 + x[:, 1] ** 2 + 0.3 * x[:, 2] ** 3,  # only if x₂ stands still
    }
    for dimension, law in laws.items():
        found = liesd.discover(law, copied, "x[3] -> 1")
        assert (found.dimension, found.input_rank, len(found.unseen)) == (dimension, 2, 5)
        first, _, third, *_ = found.summary().splitlines()
        assert "within the span of the inputs the function has" in first
        assert "the inputs span only 2 of 3 directions" in third
        assert found.notes[0] in third
        restricted = liesd.discover(lambda z, law=law: law(z[:, [0, 1, 0]]), X[:, :2], "x[2] -> 1")
        assert (restricted.dimension, restricted.notes) == (dimension, ())


def test_an_exact_answer_says_why() -> None:
    said = {name: SITUATIONS[name]().reason for name in ("exact", "one", "none", "everything")}
    assert said["exact"].startswith(
        "along them the outputs change by rounding alone, and along every direction orthogonal"
    )
    assert said["one"].startswith("along it the outputs change by rounding alone")
    assert said["none"].startswith("every motion of this form changes the outputs, by at least")
    assert said["everything"].startswith("no motion of this form changes the outputs by more than")


def test_a_tolerance_does_not_make_an_exact_symmetry_approximate() -> None:
    found = liesd.discover(lambda x: x.norm(dim=1), X, "x[3] -> 1", tolerance=0.05)
    first = found.summary().splitlines()[0]
    assert "the function has 3 symmetries, exact up to rounding" in first


def test_a_tolerance_that_counts_what_is_near_is_named() -> None:
    text = SITUATIONS["weakly broken"]().summary()
    told = re.search(
        r"with a defect of at most ([\d.]+) % .*; tolerance=([\d.]+) counts them", text
    )
    assert told is not None, text
    assert float(told[1]) / 100 <= float(told[2]) <= 0.2


def test_what_an_unsure_answer_leaves_open_is_not_called_broken() -> None:
    found = SITUATIONS["labels, unsure"]()
    open_ones = [one for one in found.evidence if found.leaves_open(one)]
    assert open_ones
    assert "Not decided:" in found.summary()
    assert not any(map(SITUATIONS["labels, sure"]().leaves_open, found.evidence))


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (0.0, 0.632, "between 0 and 63 %"),
        (-0.0, float("inf"), "not known"),
        (0.1, float("inf"), "at least 10 %"),
        (0.2, 0.2, "20 %"),
        (1e-5, 0.01, "between 1e-05 and 1 %"),
    ],
)
def test_intervals_in_words(low: float, high: float, words: str) -> None:
    assert _format_span(Evidence("refuted", low, low, low, high, 0.0)) == words


def test_rounding_is_shown_as_zero() -> None:
    assert [format_defect(value) for value in (0.0, -0.0, -1e-17, 3e-15)] == ["0"] * 4


def test_a_bound_is_never_zero() -> None:
    """ "To within 0" would be more than rounding lets anybody know."""
    assert [format_bound(value) for value in (0.0, 4.5e-13, 3e-9)] == ["1e-12", "1e-12", "3e-09"]
