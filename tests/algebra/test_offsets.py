"""Noisy generators of points far from the origin: the readable basis is as good as they are."""

from __future__ import annotations

import re

import numpy as np
import pytest

from liesd import LieAlgebra, Spec
from liesd.algebra.element import Element
from liesd.spec import Chart

NOISE = 2e-3
OFFSETS = (0.0, 10.0, 1000.0, 1e5)
ATOMS = np.array([[0.0, 0.0], [1.2, 0.0], [0.5, 1.1]])
PAIRS = ((0, 1, 1.0), (0, 2, 1.1), (1, 2, 1.2))
TURN = np.array([[0.0, -1.0], [1.0, 0.0]])


def sample_atoms(offset: float) -> np.ndarray:
    rng = np.random.default_rng(3)
    return (ATOMS + rng.uniform(-0.3, 0.3, (500, 3, 2))).reshape(-1, 6) + offset


def energy(x: np.ndarray) -> np.ndarray:
    atoms = x.reshape(-1, 3, 2)
    distances = (np.linalg.norm(atoms[:, i] - atoms[:, j], axis=1) - r for i, j, r in PAIRS)
    return np.asarray(sum((1 - np.exp(-d)) ** 2 for d in distances))


def make_noisy(text: str, fields: list[dict[str, np.ndarray]], chart: Chart) -> LieAlgebra:
    """The algebra of fields that are given in a chart, mixed and with noise there."""
    spec = Spec.parse(text)
    charted = spec.with_charts({"x": chart})
    rows = np.array([charted.pack(one) for one in fields])
    rng = np.random.default_rng(0)
    rows = np.linalg.qr(rng.standard_normal((len(rows), len(rows))))[0] @ rows
    noisy = rows + NOISE / 4 * rng.standard_normal(rows.shape)
    given = [spec.unpack(row) for row in charted.from_charts(noisy)]
    return LieAlgebra.from_generators(spec, given, noise=NOISE, charts={"x": chart})


def make_motions(offset: float) -> LieAlgebra:
    points = sample_atoms(offset).reshape(-1, 2)
    chart = Chart(tuple(points.mean(axis=0)), (float(points.std(axis=0).mean()),) * 2)
    zero = np.zeros((2, 2))
    fields = [{"x": zero, "shift(x)": b} for b in np.eye(2)]
    return make_noisy("3*affine(x[2]) -> 1", [*fields, {"x": TURN, "shift(x)": np.zeros(2)}], chart)


def measure_change(generator: Element, x: np.ndarray) -> float:
    """The change of the energy by a finite step, as a share of its spread."""
    speed = np.sqrt(np.mean(generator.at(x) ** 2))
    step = 0.3 / speed if "translation" in generator.words else 0.3
    change = energy(generator.move(x, step)) - energy(x)
    return float(np.sqrt(np.mean(change**2)) / energy(x).std())


@pytest.mark.parametrize("offset", OFFSETS)
def test_readable_motions_keep_the_energy_wherever_the_origin_is(offset: float) -> None:
    found, x = make_motions(offset), sample_atoms(offset)
    given = [Element(found.spec, row) for row in found.orthonormal]
    allowed = 3 * max(measure_change(one, x) for one in given)
    assert allowed < 0.05
    assert max(measure_change(one, x) for one in found.basis) < allowed


def test_words_are_the_same_at_every_offset_up_to_the_named_point() -> None:
    told = [" | ".join(make_motions(offset).words) for offset in OFFSETS]
    assert [re.sub(r"the (origin|point \(.*?\))", "there", one) for one in told] == [
        "translation along (1, 0) of x | translation along (0, 1) of x | rotation about there of x"
    ] * len(OFFSETS)
    assert "about the origin" in told[0]
    assert "about the point (1000.6, 1000.4)" in told[2]


def test_formulas_name_the_same_centre_as_words() -> None:
    assert make_motions(1000.0).formulas[2] == "(x0 − 1000.6)∂x1 − (x1 − 1000.4)∂x0"


@pytest.mark.parametrize("offset", OFFSETS)
def test_rotations_of_space_are_no_screws_far_from_the_origin(offset: float) -> None:
    chart = Chart((offset, 2 * offset, offset), (0.5,) * 3)
    spin = np.zeros((3, 3))
    spin[:2, :2] = TURN
    fields = [{"x": np.zeros((3, 3)), "shift(x)": b} for b in np.eye(3)]
    spun = [{"x": np.roll(spin, (k, k), (0, 1)), "shift(x)": np.zeros(3)} for k in range(3)]
    found = make_noisy("3*affine(x[3]) -> 1", fields + spun, chart)
    assert found.title == "se(3): three translations, three rotations"


def test_a_centre_that_the_law_fixes_is_named_where_it_is() -> None:
    chart = Chart((1000.0, 1000.0), (0.5, 0.5))
    turned = {"x": TURN, "shift(x)": -TURN @ np.array([1.0, 0.8])}
    found = make_noisy("affine(x[2]) -> 1", [turned], chart)
    assert found.words == ("rotation about the point (1000.5, 1000.4) of x",)


def test_outputs_that_turn_with_far_points_are_told() -> None:
    chart = Chart((1000.0, 1000.0), (0.5, 0.5))
    turned = {"x": TURN, "shift(x)": np.zeros(2), "F": TURN}
    found = make_noisy("affine(x[2]) -> F[2]", [turned], chart)
    assert found.words == ("rotation about the point (1000, 1000) of x; rotation of F",)


def test_quadratic_fields_far_from_the_origin_have_names() -> None:
    chart = Chart((1000.0,), (0.5,))
    fields = [{"x": row[None]} for row in np.eye(3)]
    found = make_noisy("4*poly(x[1], 2) -> 1", fields, chart)
    assert found.title == "sl(2), Möbius maps: one translation, one scaling, one Möbius map"
    assert found.words[1:] == (
        "scaling about the point (1000) of x",
        "Möbius map about the point (1000) of x",
    )
