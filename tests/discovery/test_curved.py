"""Symmetries of points and curved fields, end to end."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

import liesd
from liesd.verdict import Verdict

rng = np.random.default_rng(0)
PAIRS = rng.standard_normal((600, 4))


def distance(x: torch.Tensor) -> torch.Tensor:
    return (x[:, :2] - x[:, 2:]).norm(dim=1)


def off_centre(x: torch.Tensor) -> torch.Tensor:
    return torch.sin((x - x.new_tensor([0.7, -0.4])).norm(dim=1))


def space(found: liesd.Discovery, x: np.ndarray) -> np.ndarray:
    """An orthonormal basis of what the generators do to samples."""
    moved = np.stack([one.at(x).ravel() for one in found.generators], axis=1)
    return np.linalg.qr(moved)[0]


def angle(one: np.ndarray, other: np.ndarray) -> float:
    return float(np.linalg.norm(one - other @ (other.T @ one), 2))


def test_the_centre_of_a_rotation() -> None:
    found = liesd.discover(off_centre, PAIRS[:, :2], "affine(x[2]) -> 1")
    assert (found.dimension, found.verdict) == (1, Verdict.SURE)
    (g,) = found.generators
    assert np.allclose(np.linalg.solve(g["x"], -g.shift["x"]), [0.7, -0.4], atol=1e-10)
    assert np.allclose(g.coefficients["x"], np.column_stack([g["shift(x)"], g["x"]]))
    moved = g.move(PAIRS[:, :2], 0.8)
    assert np.allclose(off_centre(torch.tensor(moved)), off_centre(torch.tensor(PAIRS[:, :2])))
    assert np.allclose(g.move(moved, -0.8), PAIRS[:, :2])


def test_the_next_to_commuting_function_is_no_symmetry() -> None:
    """What commutes with every affine map does not hide what breaks them."""
    near = lambda x: (
        (x[:, :2] + x[:, 2:]) / 2
        + 1e-4 * torch.stack([x[:, 0] ** 2 * x[:, 3], torch.sin(x[:, 1] * x[:, 2])], dim=1)
    )
    found = liesd.discover(near, PAIRS, "2*affine(x[2]) -> affine(x)")
    assert (found.dimension, found.verdict) == (0, Verdict.SURE)
    assert found.refuted[0].defect > 0.05
    exact = liesd.discover(
        lambda x: (x[:, :2] + x[:, 2:]) / 2, PAIRS, "2*affine(x[2]) -> affine(x)"
    )
    assert (exact.dimension, exact.verdict) == (6, Verdict.SURE)


@settings(max_examples=10)
@given(st.floats(-3, 5), st.lists(st.floats(-1e3, 1e3), min_size=2, max_size=2), st.integers(0, 99))
def test_units_change_coefficients_as_they_must_and_nothing_else(
    power: float, centre: list[float], seed: int
) -> None:
    x = np.random.default_rng(seed).standard_normal((300, 4))
    scale, shift = 10.0**power, np.array(centre * 2) * 10.0**power
    spec = "2*poly(x[2], 2) -> 1"
    f = lambda x: distance(x) + 0.1 * distance(x) ** 2
    plain = liesd.discover(f, x, spec)
    moved = liesd.discover(lambda z: f((z - z.new_tensor(shift)) / scale), scale * x + shift, spec)
    assert (moved.dimension, moved.verdict) == (plain.dimension, plain.verdict)
    defects = plain.singular_values[: -plain.dimension]
    assert np.allclose(moved.singular_values[: -plain.dimension], defects, rtol=1e-6)
    z = scale * x[:50] + shift
    fields = np.stack([one.at(x[:50]).ravel() for one in plain.generators], axis=1)
    assert angle(space(moved, z), np.linalg.qr(fields)[0]) < 1e-6


@pytest.mark.parametrize("spec", ["2*affine(x[2]) -> 1", "2*poly(x[2], 2) -> 1"])
def test_the_null_space_is_that_of_the_dense_computation(spec: str) -> None:
    found = liesd.discover(distance, PAIRS, spec)
    x, parsed = torch.tensor(PAIRS), found.spec
    J = torch.func.vmap(torch.func.jacrev(lambda z: distance(z[None])))(x).numpy()[:, 0]
    fields = [parsed.input.field(parsed.unpack(theta), PAIRS) for theta in np.eye(parsed.size)]
    rows = [np.einsum("bn,bn->b", J, one) for one in fields]
    null = np.linalg.svd(np.stack(rows, axis=1))[2][-3:].T
    thetas = np.stack([one.theta for one in found.generators], axis=1)
    assert angle(np.linalg.qr(thetas)[0], null) < 1e-10


def test_fields_that_vanish_on_the_data_are_unseen() -> None:
    x = rng.standard_normal((800, 3))
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    found = liesd.discover(lambda x: x[:, 2] + x[:, 0] * x[:, 1], x, "poly(x[3], 2) -> 1")
    assert len(found.unseen) == 3  # (|x|² − 1)ξ with constant ξ
    for one in found.unseen:
        assert np.abs(one.at(x)).max() < 1e-10
    flat = np.column_stack([PAIRS[:, :2], np.full(600, 5.0)])
    plane = liesd.discover(lambda x: (x[:, :2] ** 2).sum(1), flat, "affine(x[3]) -> 1")
    assert plane.input_rank == 2  # of the differences: heights are all the same
    assert plane.dimension == 1


@pytest.mark.parametrize(("degree", "multiples"), [(1, 0), (2, 2), (3, 5)])
def test_multiples_are_counted_apart(degree: int, multiples: int) -> None:
    found = liesd.discover(off_centre, PAIRS[:, :2], "poly(x[2]) -> 1", degree=degree)
    assert (found.dimension, len(found.multiples)) == (1, multiples)
    assert found.verdict is Verdict.SURE
    assert [one.kind for one in found.evidence].count("multiple") == multiples
    assert ("Besides, " in found.summary()) == bool(multiples)
    at, ours = PAIRS[:, :2], found.generators[0].at(PAIRS[:, :2])
    for one in found.multiples:  # everywhere along the one field
        assert np.abs(np.linalg.det(np.stack([one.at(at), ours], axis=1))).max() < 1e-9


def test_nothing_is_a_multiple_where_several_copies_move() -> None:
    x = PAIRS * 0.2 + [0.0, 1.0, 2.0, 3.0]
    ratio = lambda x: (
        (x[:, 0] - x[:, 2]) * (x[:, 1] - x[:, 3]) / ((x[:, 0] - x[:, 3]) * (x[:, 1] - x[:, 2]))
    )
    found = liesd.discover(ratio, x, "4*poly(x[1]) -> 1", degree="auto")
    assert (found.dimension, len(found.multiples)) == (3, 0)
    assert str(found.spec) == "4*poly(x[1], 2) -> 1"
    assert any("degree 3 brings nothing new" in note for note in found.notes)
    with pytest.raises(liesd.DataError, match="go to infinity"):
        max(found.generators, key=lambda g: abs(g.coefficients["x"][0, 2])).move(x[:5], 50.0)
    with pytest.raises(liesd.SpecError, match="needs a poly"):
        liesd.discover(ratio, x, "4*affine(x[1]) -> 1", degree="auto")


def test_measure_takes_curved_generators() -> None:
    spec = "2*affine(x[2]) -> 1"
    turn = {"x": [[0.0, -1.0], [1.0, 0.0]], "shift(x)": [30.0, -40.0]}
    assert liesd.measure(distance, PAIRS, spec, turn) < 1e-13
    assert liesd.measure(distance, PAIRS, spec, turn, finite=0.5) < 1e-12
    grow = {"x": [[5.0, 1.0, 0.0], [7.0, 0.0, 1.0]]}  # [b | A]
    assert liesd.measure(distance, PAIRS, spec, grow) > 0.1
    curved = {"x": np.ones((2, 6))}
    with pytest.raises(liesd.DataError, match="goes to infinity"):
        liesd.measure(distance, PAIRS[:30], "2*poly(x[2], 2) -> 1", curved, finite=9.0)


def test_what_was_found_is_kept(tmp_path: Path) -> None:
    trig = {"trig": ["1", "sin(x0)", "cos(x0)"]}
    f = lambda x: torch.sin(x[:, 0]) + x[:, 1]
    found = liesd.discover(f, PAIRS[:, :2], "fields(x[2], trig) -> 1", dictionary=trig)
    assert found.dimension == 1
    found.save(tmp_path / "d.liesd")
    again = liesd.load(tmp_path / "d.liesd")  # formulas are in the file
    assert again.summary() == found.summary()
    assert again.spec == found.spec
    several = liesd.discover(off_centre, PAIRS[:, :2], "poly(x[2], 2) -> 1")
    several.save(tmp_path / "m.liesd")
    assert len(liesd.load(tmp_path / "m.liesd").multiples) == 2
    functions = {"mine": [lambda x: x[:, 0], lambda x: x[:, 1]]}
    turn = liesd.discover(
        lambda x: x.norm(dim=1), PAIRS[:, :2], "fields(x[2], mine) -> 1", dictionary=functions
    )
    assert (turn.dimension, turn.spec.library("x")) == (1, ("mine[0]", "mine[1]"))
    turn.save(tmp_path / "f.liesd")
    with pytest.raises(liesd.FileFormatError, match="dictionary="):
        liesd.load(tmp_path / "f.liesd")
    assert liesd.load(tmp_path / "f.liesd", functions).dimension == 1
    found.report(tmp_path / "r.html")
    several.plot()


def test_parts_of_the_data_give_the_same_answer() -> None:
    dask = pytest.importorskip("dask.array")
    x = np.random.default_rng(1).standard_normal((9000, 4)) + 20
    whole = liesd.discover(distance, x, "2*affine(x[2]) -> 1")
    parts = liesd.discover(distance, dask.from_array(x, chunks=(3000, 4)), "2*affine(x[2]) -> 1")
    assert np.allclose(whole.singular_values, parts.singular_values, atol=1e-9)
    few = liesd.discover(distance, x, "2*affine(x[2]) -> 1", samples="auto")
    assert few.dimension == 3
    assert few.samples < 9000


def test_a_law_of_points_is_learned() -> None:
    x = np.random.default_rng(2).standard_normal((1500, 4)) + 3
    y = np.exp(-((x[:, :2] - x[:, 2:]) ** 2).sum(axis=1) / 8)
    model = liesd.learn(x, y, "2*affine(x[2]) -> 1", learner="kernel", replicas=3)
    found = liesd.discover(model, x, "2*affine(x[2]) -> 1")
    assert (found.dimension, found.verdict) == (3, Verdict.SURE)
