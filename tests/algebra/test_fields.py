"""Algebras of fields that are not linear: words, formulas, names, closure and group elements."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.linalg
from hypothesis import given, settings
from hypothesis import strategies as st

import liesd
from liesd import LieAlgebra, Spec
from liesd.algebra.element import Element
from liesd.spec import Chart

Pair = tuple[np.ndarray, np.ndarray]
TURN = np.array([[0.0, -1.0], [1.0, 0.0]])


def unit(n: int, i: int, j: int) -> np.ndarray:
    return np.outer(np.eye(n)[i], np.eye(n)[j])


def maps(*matrices: np.ndarray) -> list[Pair]:
    return [(A, np.zeros(len(A))) for A in matrices]


def shifts(n: int) -> list[Pair]:
    return [(np.zeros((n, n)), b) for b in np.eye(n)]


def turns(n: int, first: int = 0) -> list[Pair]:
    return maps(*(unit(n, i, j) - unit(n, j, i) for i in range(first, n) for j in range(first, i)))


def boosts(n: int) -> list[Pair]:
    return maps(*(unit(n, i, 0) + unit(n, 0, i) for i in range(1, n)))


def affine(pairs: list[Pair], at: Any = 0.0, **options: Any) -> LieAlgebra:
    """The algebra of affine fields, about another origin and mixed at random."""
    n = len(pairs[0][1])
    mix = scipy.linalg.qr(np.random.default_rng(1).standard_normal((len(pairs), len(pairs))))[0]
    A = np.einsum("ab,bij->aij", mix, np.array([A for A, _ in pairs]))
    b = mix @ np.array([b for _, b in pairs]) - A @ (np.zeros(n) + at)
    rows = [{"x": A[k], "shift(x)": b[k]} for k in range(len(pairs))]
    return LieAlgebra.from_generators(f"2*affine(x[{n}]) -> 1", rows, **options)


def element(spec: str, **theta: Any) -> Element:
    parsed = Spec.parse(spec)
    return Element(parsed, parsed.pack(theta))


ALGEBRAS = {
    "ℝ³": (shifts(3), "three translations"),
    "so(2)": (turns(2), "one rotation"),
    "se(2)": (shifts(2) + turns(2), "two translations, one rotation"),
    "se(3)": (shifts(3) + turns(3), "three translations, three rotations"),
    "sim(2)": (
        shifts(2) + turns(2) + maps(np.eye(2)),
        "two translations, one rotation, one scaling",
    ),
    "sim(3)": (
        shifts(3) + turns(3) + maps(np.eye(3)),
        "three translations, three rotations, one scaling",
    ),
    "aff(2)": (
        shifts(2) + maps(*(unit(2, i, j) for i in range(2) for j in range(2))),
        "two translations, two scalings, two shears",
    ),
    "saff(2)": (
        shifts(2) + maps(unit(2, 0, 1), unit(2, 1, 0), np.diag([1.0, -1.0])),
        "two translations, one scaling, two shears",
    ),
    "e(1,3)": (
        shifts(4) + turns(4, 1) + boosts(4),
        "four translations, three rotations, three boosts",
    ),
    "gal(2)": (
        shifts(3) + turns(3, 1) + maps(*(unit(3, i, 0) for i in (1, 2))),
        "three translations, one rotation, two Galilean boosts",
    ),
    "gal(3)": (
        shifts(4) + turns(4, 1) + maps(*(unit(4, i, 0) for i in (1, 2, 3))),
        "four translations, three rotations, three Galilean boosts",
    ),
    "ℝ ⋉ ℝ³": (shifts(3) + maps(np.eye(3)), "three translations, one scaling"),
    "se(2) ⊕ ℝ": (shifts(3) + turns(3)[:1], "three translations, one rotation"),
}


@pytest.mark.parametrize("name", ALGEBRAS)
def test_affine_algebras_have_names_wherever_the_origin_is(name: str) -> None:
    pairs, kinds = ALGEBRAS[name]
    n = len(pairs[0][1])
    far = 100.0 + np.arange(n)
    chart = Chart(tuple(far), (1.0,) * n)
    for found in (affine(pairs), affine(pairs, at=far, charts={"x": chart})):
        assert found.name == name
        assert found.is_closed
        assert found.margin > 1e3
        assert found.title.endswith(f": {kinds}"), found.summary()
        c = found.structure_constants
        jacobi = np.einsum("ijl,lkm->ijkm", c, c)
        cycle = jacobi + jacobi.transpose(1, 2, 0, 3) + jacobi.transpose(2, 0, 1, 3)
        assert np.abs(cycle).max() < 1e-9


def test_names_that_mean_the_same() -> None:
    found = affine(ALGEBRAS["se(3)"][0])
    assert all(found.is_isomorphic(name) for name in ("se(3)", "e(3)", "so(3) ⋉ ℝ³"))
    assert not found.is_isomorphic("so(3) ⊕ ℝ³")
    assert affine(ALGEBRAS["e(1,3)"][0]).is_isomorphic("Poincaré")
    assert "the Galilei algebra" in affine(ALGEBRAS["gal(3)"][0]).title
    assert affine(ALGEBRAS["saff(2)"][0]).is_isomorphic("sl(2) ⋉ ℝ²")


def test_translations_come_first_and_rotations_go_about_the_origin() -> None:
    found = affine(ALGEBRAS["se(3)"][0], at=[5.0, -3.0, 2.0])
    assert found.words == (
        "translation along (1, 0, 0) of x",
        "translation along (0, 1, 0) of x",
        "translation along (0, 0, 1) of x",
        "rotation about the axis along (0, 0, 1) through the origin of x",
        "rotation about the axis along (0, 1, 0) through the origin of x",
        "rotation about the axis along (1, 0, 0) through the origin of x",
    )
    assert [one.formula for one in found][::3] == ["∂x0", "x0∂x1 − x1∂x0"]


def polynomials(spec: str, *tables: Any) -> LieAlgebra:
    return LieAlgebra.from_generators(spec, [{"x": np.array(one, dtype=float)} for one in tables])


def test_long_formulas_are_cut() -> None:
    numbers = np.random.default_rng(0).uniform(0.1, 1.0, (4, 4))
    told = element("affine(x[4]) -> 1", x=numbers, **{"shift(x)": np.ones(4)}).formula
    assert told.endswith(" + … (20 terms)")
    assert len(told.split(" + ")) == 8 + 1
    assert element("affine(x[2]) -> 1", x=TURN, **{"shift(x)": np.ones(2)}).formula.count("…") == 0


def test_moebius_maps_of_the_line_are_sl2() -> None:
    found = polynomials("4*poly(x[1], 2) -> 1", [[1, 0, 0]], [[3, 1, 0]], [[1, 4, 1]])
    assert found.title == "sl(2), Möbius maps: one translation, one scaling, one Möbius map"
    assert [one.formula for one in found] == ["∂x", "x∂x", "x²∂x"]


def test_conformal_and_projective_maps_of_the_plane() -> None:
    zero = [0] * 6
    shifted = [[[1, *zero[1:]], zero], [zero, [1, *zero[1:]]]]
    turn = [[0, 0, -1, 0, 0, 0], [0, 1, 0, 0, 0, 0]]
    scale = [[0, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0]]
    special = [
        [[0, 0, 0, 1, 0, -1], [0, 0, 0, 0, 2, 0]],
        [[0, 0, 0, 0, 2, 0], [0, 0, 0, -1, 0, 1]],
    ]
    found = polynomials("4*poly(x[2], 2) -> 1", *shifted, turn, scale, *special)
    assert found.name == "so(1,3)"
    assert found.title.endswith(
        "two translations, one rotation, one scaling, two special conformal maps"
    )
    assert found[5].formula == "2x0·x1∂x0 − (x0² − x1²)∂x1"
    linear = [[0, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0]]
    matrices = [[row, zero] for row in linear] + [[zero, row] for row in linear]
    bend = [
        [[0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 1, 0]],
        [[0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 1]],
    ]
    found = polynomials("4*poly(x[2], 2) -> 1", *shifted, *matrices, *bend)
    assert found.name == "sl(3)"
    assert found.words[-1] == "projective map along (0, 1) about the origin of x"


def test_fields_that_do_not_close_within_their_degree_say_so() -> None:
    square, other = [[0, 0, 0, 1, 0, 0], [0] * 6], [[0] * 6, [0, 0, 0, 1, 0, 0]]
    found = polynomials("2*poly(x[2], 2) -> 1", square, other)
    assert not found.is_closed
    assert found.name == "not closed (dimension 2)"
    assert found.summary().startswith("span of 2 fields, not closed within degree 2: ")


WORDS = [
    (element("affine(x[2]) -> 1", x=TURN, **{"shift(x)": [-0.4, -0.7]}),
     "rotation about the point (0.7, −0.4) of x", "(x0 − 0.7)∂x1 − (x1 + 0.4)∂x0"),
    (element("affine(x[3]) -> 1", x=np.zeros((3, 3)), **{"shift(x)": [2, 2, 0]}),
     "translation along (1, 1, 0) of x", "∂x0 + ∂x1"),
    (element("affine(x[2]) -> 1", x=np.eye(2), **{"shift(x)": [1, -2]}),
     "scaling about the point (−1, 2) of x", "(x0 + 1)∂x0 + (x1 − 2)∂x1"),
    (element("affine(x[3]) -> 1", x=scipy.linalg.block_diag(TURN, 0), **{"shift(x)": [0, -1, 0]}),
     "rotation about the axis along (0, 0, 1) through the point (1, 0, 0) of x",
     "(x0 − 1)∂x1 − x1∂x0"),
    (element("affine(x[3]) -> 1", x=scipy.linalg.block_diag(TURN, 0), **{"shift(x)": [0, 0, 0.5]}),
     "screw about the axis along (0, 0, 1) through the origin, by 3.142 per turn, of x",
     "x0∂x1 + 0.5∂x2 − x1∂x0"),
    (element("affine(z[3]) -> 1", z=unit(3, 1, 0), **{"shift(z)": [0, 0, 1]}),
     "shear along axis 1, proportional to axis 0, about the origin, "
     "with a translation along (0, 0, 1) of z",
     "z0∂z1 + ∂z2"),
    (element("shift(x[1]) -> y[2]", x=[1], y=TURN),
     "translation along (1) of x; rotation of y", "∂x + y0∂y1 − y1∂y0"),
    (element("2*x[2] -> affine(x)", x=TURN, **{"shift(x)": [-0.4, -0.7]}),
     "rotation about the point (0.7, −0.4) of x", "(x0 − 0.7)∂x1 − (x1 + 0.4)∂x0"),
    (element("poly(x[1], 2) -> 1", x=[[1, -2, 1]]),
     "Möbius map about the point (1) of x", "(x² − 2x + 1)∂x"),
    (element("x[2] -> y[2]", x=TURN, y=2 * TURN),
     "rotation of x and y (times 2)", "x0∂x1 + 2y0∂y1 − x1∂x0 − 2y1∂y0"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "words", "formula"), WORDS, ids=[row[1] for row in WORDS])
def test_a_generator_in_words_and_as_a_formula(one: Element, words: str, formula: str) -> None:
    assert one.words == words
    assert one.formula == formula


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6))
def test_expressions_of_sympy_are_the_field(seed: int) -> None:
    rng = np.random.default_rng(seed)
    spec = Spec.parse("poly(x[2], 2)+fields(u[2], t) -> y[2]", {"t": ["1", "sin(u0)", "u1**2/2"]})
    one = Element(spec, rng.standard_normal(spec.size))
    x = rng.standard_normal(4)
    places = dict(zip(("x0", "x1", "u0", "u1"), x, strict=True))
    values = [float(e.subs(places)) for name in ("x", "u") for e in one.sympy[name]]
    assert np.allclose(values, one.at(x))


def test_group_elements_and_augmentation_of_affine_maps() -> None:
    found = affine(ALGEBRAS["se(3)"][0])
    x = np.random.default_rng(0).standard_normal((50, 6))
    t = np.array([0.1, -0.2, 0.3, 0.5, 0.6, -0.7])
    g = found.exp(t, "affine(x)")
    theta = t @ np.array([one.theta for one in found])
    moved = Element(found.spec, theta).move(x, 1.0)
    assert np.allclose(moved[:, :3], x[:, :3] @ g[:3, :3].T + g[:3, 3])
    assert found.matrices("x").shape == (6, 3, 3)
    x_, _ = found.augment(x, np.zeros((50, 1)))
    before, after = (np.linalg.norm(p[:, :3] - p[:, 3:], axis=1) for p in (x, x_))
    assert np.allclose(before, after)
    assert not np.allclose(x, x_, atol=0.1)
    with pytest.raises(liesd.errors.DataError, match="infinity"):
        polynomials("poly(x[1], 2) -> 1", [[0, 0, 1]]).augment([[3.0]] * 20, [[1.0]] * 20, 5.0)


@pytest.mark.parametrize("centre", [(0.0, 0.0, 0.0), (40.0, -3.0, 7.0)])
def test_the_compact_part_of_affine_maps_is_their_rotations(centre: Any) -> None:
    about = {"x": Chart(centre, (1.0, 1.0, 1.0))}
    unit = {"shift(x)": np.zeros(3), "x": np.zeros((3, 3))}
    shifts = [unit | {"shift(x)": row} for row in np.eye(3)]
    turns = [unit | {"x": np.cross(np.eye(3), row)} for row in np.eye(3)]
    all_of = [unit | {"x": row.reshape(3, 3)} for row in np.eye(9)]
    spec = "4*affine(x[3]) -> 1"
    rigid = LieAlgebra.from_generators(spec, shifts + turns, charts=about)
    assert rigid.compact.is_isomorphic("so(3)")
    assert rigid.compact.is_closed
    whole = LieAlgebra.from_generators(spec, shifts + all_of, charts=about)
    assert whole.compact.is_isomorphic("so(3)")
    assert LieAlgebra.from_generators(spec, shifts, charts=about).compact.dimension == 0


def test_the_compact_part_of_curved_fields() -> None:
    möbius = polynomials("4*poly(x[1], 2) -> 1", *np.eye(3)[:, None])
    (turn,) = möbius.compact  # ∂x + x²∂x, up to the choice of a unit
    b, a, q = turn.coefficients["x"].ravel()
    assert 4 * b * q - a**2 > 0.1
    open_ended = polynomials("4*poly(x[1], 3) -> 1", [[0, 0, 1, 0]], [[0, 0, 0, 1]])
    with pytest.raises(liesd.errors.SpecError, match="do not close"):
        _ = open_ended.compact


def test_the_nearest_affine_algebra_that_closes_is_the_one_behind_the_noise() -> None:
    rng, size = np.random.default_rng(0), 1e-4
    unit = {"shift(x)": np.zeros(2), "x": np.zeros((2, 2))}
    true = [unit | {"shift(x)": row} for row in np.eye(2)]
    true.append(unit | {"x": np.array([[0.0, -1.0], [1.0, 0.0]])})
    noisy = [{k: v + size * rng.standard_normal(v.shape) for k, v in one.items()} for one in true]
    found = LieAlgebra.from_generators("2*affine(x[2]) -> 1", noisy, noise=3 * size)
    assert found.closure_residual > size / 10
    closed = found.rectify(simple=False)
    assert closed.closure_residual < 1e-12
    assert 0 < closed.moved < 30 * size
    exact = found.rectify()
    assert exact.name == "se(2)"
    assert {one.formula for one in exact} == {"∂x0", "∂x1", "x0∂x1 − x1∂x0"}
    assert exact.noise < size / 100


def test_no_polynomials_close_near_those_that_leave_their_degree() -> None:
    kept = polynomials("4*poly(x[1], 2) -> 1", *np.eye(3)[:, None]).rectify()
    assert kept.is_isomorphic("sl(2)")
    open_ended = polynomials("4*poly(x[1], 3) -> 1", [[0, 0, 1, 0]], [[0, 0, 0, 1]])
    with pytest.raises(liesd.errors.DataError, match="no algebra closes"):
        open_ended.rectify()


def test_an_algebra_without_fields_has_a_title() -> None:
    assert polynomials("poly(x[1], 2) -> 1").title == "0, of dimension 0"


def test_discovered_algebras_are_kept_by_files(tmp_path: Any) -> None:
    import torch

    x = 30 + torch.randn(300, 6, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    found = liesd.discover(lambda x: (x[:, :3] - x[:, 3:]).norm(dim=1), x, "2*affine(x[3]) -> 1")
    assert "Lie algebra: se(3): three translations, three rotations" in found.summary()
    assert found.orbits is not None
    for k in range(6):
        assert np.allclose(found.orbits.values[k], found.orbits.expected(k), atol=1e-5)  # type: ignore[index]
    found.save(tmp_path / "d.liesd")
    back = liesd.load(tmp_path / "d.liesd")
    assert back.algebra.title == found.algebra.title
    assert back.words == found.words
    again = LieAlgebra.from_json(found.algebra.to_json())
    assert again.name == "se(3)"
