"""Closure, structure and words of an algebra."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import liesd
from benchmarks.algebra_cases import disguise
from liesd import DataError, LieAlgebra, describe
from liesd.algebra.element import Element
from liesd.algebra.identity import catalogue
from tests.fixtures import load


def rotation(n: int, i: int, j: int) -> np.ndarray:
    A = np.zeros((n, n))
    A[j, i], A[i, j] = 1.0, -1.0
    return A


def boost(n: int, i: int, j: int) -> np.ndarray:
    return np.abs(rotation(n, i, j))


def test_structure_constants_give_the_brackets() -> None:
    found = LieAlgebra.from_matrices(disguise(catalogue.sl(3), np.random.default_rng(0)))
    basis = np.array([one["x"] for one in found.basis])
    brackets = np.einsum("iab,jbc->ijac", basis, basis)
    brackets -= brackets.transpose(1, 0, 2, 3)
    made = np.einsum("ijk,kab->ijab", found.structure_constants, basis)
    np.testing.assert_allclose(made, brackets, atol=1e-12)


def test_a_span_that_is_not_closed_says_so() -> None:
    found = LieAlgebra.from_matrices([rotation(3, 0, 1), rotation(3, 0, 2)])
    assert not found.is_closed
    assert found.closure_residual > 0.3
    assert "the dimension may be wrong" in found.summary()


def test_the_readable_basis_spans_the_same_space() -> None:
    rng = np.random.default_rng(1)
    exact = np.concatenate([catalogue.so(1, 3), np.eye(4)[None]])
    mixed = np.einsum("ij,jab->iab", rng.standard_normal((7, 7)), exact)
    found = LieAlgebra.from_matrices(mixed)
    rows = np.array([one.theta for one in found.basis])
    np.testing.assert_allclose(rows @ found.orthonormal.T @ found.orthonormal, rows, atol=1e-13)
    assert found.words == (
        "rotation in the plane (1, 2) of x",
        "rotation in the plane (1, 3) of x",
        "rotation in the plane (2, 3) of x",
        "boost along 1 of x",
        "boost along 2 of x",
        "boost along 3 of x",
        "scaling of x",
    )
    np.testing.assert_allclose(np.abs(rows).max(axis=1), 1.0, atol=1e-9)


def test_parts_of_the_euclidean_algebra() -> None:
    moved = disguise(catalogue.with_translations(catalogue.so(3)), np.random.default_rng(2))
    found = LieAlgebra.from_matrices(moved)
    assert (found.name, found.rank, found.derived_series) == ("e(3)", 2, (6,))
    assert found.killing_signature == (0, 3, 3)
    assert found.radical.name == "ℝ³"
    assert found.semisimple.name in ("so(3)", "su(2)")
    assert found.semisimple.is_closed
    assert found.centre.dimension == 0


def test_levi_part_beside_a_radical_that_is_not_abelian() -> None:
    # sl(2) acts on the plane of heisenberg(3): the Jacobi algebra, in 4×4 matrices
    rows = np.zeros((6, 4, 4))
    rows[:3, 1:3, 1:3] = catalogue.sl(2)
    rows[3, 0, 1], rows[3, 2, 3] = 1.0, 1.0
    rows[4, 0, 2], rows[4, 1, 3] = 1.0, -1.0
    rows[5, 0, 3] = 1.0
    found = LieAlgebra.from_matrices(disguise(rows, np.random.default_rng(5)))
    assert found.name == "unidentified (dimension 6, mixed)"
    assert found.radical.name == "heisenberg(3)"
    assert found.semisimple.name == "sl(2)"
    assert found.semisimple.closure_residual < 1e-10


def test_ideals_follow_the_name() -> None:
    parts = LieAlgebra.from_matrices(catalogue.direct_sum(catalogue.so(3), catalogue.sl(2))).ideals
    assert [part.name for part in parts] == ["sl(2)", "so(3)"]


def test_chosen_generators() -> None:
    found = LieAlgebra.from_matrices(np.concatenate([catalogue.so(3), np.eye(3)[None]]))
    assert found.select(0, 1, 2).name == "so(3)"
    assert found.select(3).words == ("scaling of x",)
    with pytest.raises(DataError, match="numbered from 0"):
        found.select(4)


@pytest.mark.parametrize(
    ("matrix", "words"),
    [
        (rotation(2, 0, 1), "rotation of x"),
        (rotation(4, 1, 3), "rotation in the plane (1, 3) of x"),
        (boost(3, 0, 2), "boost in the plane (0, 2) of x"),
        (np.eye(3), "scaling of x"),
        (np.diag([0.0, 1.0, 0.0]), "scaling of axis 1 of x"),
        (np.diag([1.0, 1.0, -2.0]), "scaling with weights (−1, −1, 2) of x"),
        (np.eye(3)[[0]].T * np.eye(3)[1], "shear along axis 0, proportional to axis 1, of x"),
        (np.roll(np.eye(3), 1, axis=0), "exchange of the roles 0 → 1 → 2 → 0 of x"),
        (rotation(4, 0, 1) + rotation(4, 2, 3), "rotation in the planes (0, 1) and (2, 3) of x"),
        (
            rotation(3, 0, 1) * 0.6 + rotation(3, 1, 2) * 0.8,
            "rotation about (0.80, 0.00, 0.60) of x",
        ),
        (np.zeros((2, 2)), "nothing moves"),
        (np.array([[1.0, 2.0], [0.5, 0.3]]), "mixture of"),
        (rotation(2, 0, 1) + 0.4 * np.eye(2), "mostly rotation of x"),
    ],
)
def test_words_for_a_single_direction(matrix: np.ndarray, words: str) -> None:
    assert describe({"x": matrix}).startswith(words)
    assert describe({"x": 1e-3 * matrix}) == describe({"x": matrix})


def test_words_tell_how_unknowns_move_together() -> None:
    turn = rotation(2, 0, 1)
    assert describe({"x": turn, "y": turn, "z": turn}) == "rotation of x, y and z"
    assert describe({"x": turn, "y": -2 * turn}) == "rotation of x and y (times −2)"
    assert describe({"x": turn, "y": np.eye(2)}) == "rotation of x; scaling of y"
    other = 0.1 * np.arange(9.0).reshape(3, 3)
    assert describe({"x": turn, "y": other}) == "rotation of x; y to match"


def test_scalings_of_several_unknowns_are_told_in_one_unit() -> None:
    weights = np.diag([-1.0, -1.0, 6.0])
    assert describe({"x": 0.17 * weights, "y": [[-0.34]]}) == (
        "scaling with weights (−1, −1, 6) of x; scaling of y (times −2)"
    )
    assert describe({"x": 0.3 * weights, "y": [[0.1]]}, wrong=1e-9) == (
        "scaling with weights (−1, −1, 6) of x (times 3); scaling of y"
    )
    assert describe({"x": np.diag([0.0, 0.0, 1.0]), "y": [[-2.0]]}) == (
        "scaling of axis 2 of x; scaling of y (times −2)"
    )
    odd = {"x": np.diag([1.0, 0.37]), "y": [[2.07]]}
    told = "scaling with weights (1, 0.37) of x; scaling of y (times 2.1)"
    assert describe(odd, wrong=1e-9) == told


def test_matrices_print_no_negative_zero() -> None:
    found = LieAlgebra.from_generators("x[2]+T[1] -> 1", [{"x": rotation(2, 0, 1), "T": [[-1e-9]]}])
    assert "-0." not in str(Element(found.spec, -found[0].theta)).replace("-0.7", "")


def test_bad_input_is_refused_in_words() -> None:
    with pytest.raises(DataError, match="shape"):
        LieAlgebra.from_matrices(np.eye(3))
    with pytest.raises(DataError, match="depend on each other"):
        LieAlgebra.from_matrices([np.eye(2), 2 * np.eye(2)])
    with pytest.raises(DataError, match="noise"):
        LieAlgebra.from_matrices([np.eye(2)], noise=2.0)


@pytest.mark.parametrize(
    ("run", "name"),
    [
        ("two-body-uniform-kernel-20", "so(2)"),
        ("two-body-non-uniform-kernel-20", "so(2)"),
        ("inertia-tensor-kernel-20", "so(3) ⊕ ℝ"),
        ("inertia-tensor-noise-kernel-20", "so(3) ⊕ ℝ"),
        ("top-tagging-jets-network-20", "so(1,3) ⊕ ℝ"),
    ],
)
def test_discoveries_from_data_are_named(run: str, name: str) -> None:
    found = load(run)
    assert found.algebra.name == name
    assert found.algebra.margin > 3
    assert found.algebra.is_closed
    assert f"Lie algebra: {name}" in found.summary()


def test_gauge_is_divided_out() -> None:
    found = load("inertia-tensor-kernel-20").algebra
    assert found.words[-1] == "scaling of x, a and b"
    assert len(found.modulo) == 1


def test_unseen_directions_are_divided_out() -> None:
    found = load("inertia-vector-kernel-20").algebra
    assert found.name == "gl(3)"
    assert found.is_closed


def test_a_weakly_broken_symmetry_is_told_in_words() -> None:
    found = load("top-tagging-jets-paper-20")
    assert (
        "scaling of p: broken weakly or not at all: its defect is between 0 and 21 %"
        in found.summary()
    )
    assert found.algebra.name == "0"


def test_one_generator_has_a_killing_form_of_nothing() -> None:
    alone = LieAlgebra.from_matrices([[[0.0, -1.0], [1.0, 0.0]]])
    assert alone.killing_signature == (0, 0, 1)
    assert "so(2)" in alone._repr_html_()


def test_readable_generators_span_what_was_found_with_defects_of_their_own() -> None:
    x = torch.randn(400, 3, 3, dtype=torch.float64)
    found = liesd.discover(
        lambda x: x @ x.mT + 1e-8 * x.sum(dim=(1, 2), keepdim=True),
        x,
        "3*x[3] -> a[3]*b[3]",
        tolerance=1e-3,
    )
    theirs = np.array([one.theta / np.linalg.norm(one.theta) for one in found.readable])
    ours = np.array([one.theta for one in found.generators])
    assert np.allclose(theirs @ theirs.T, np.eye(len(ours)), atol=1e-6)
    assert np.allclose(theirs @ ours.T @ ours, theirs, atol=1e-12)
    assert sum(one.defect**2 for one in found.readable) == pytest.approx(
        sum(one.defect**2 for one in found.generators), rel=1e-4
    )


def test_an_algebra_without_generators_has_parts_without_generators() -> None:
    none = LieAlgebra.from_generators("x[2] -> x", [])
    for part in (none.compact, none.semisimple, none.centre, none.radical, none.derived):
        assert (part.name, part.dimension) == ("0", 0)
    assert none.structure_constants.shape == (0, 0, 0)
    assert none.killing_form.shape == (0, 0)
    assert none.killing_signature == (0, 0, 0)
    assert none.ideals == ()
    assert none.rectify().dimension == 0
    assert none.select().dimension == 0


@pytest.mark.parametrize("which", [(0, 0), (0, 0, 1), (0, -3)])
def test_a_generator_is_chosen_once(which: tuple[int, ...]) -> None:
    with pytest.raises(DataError, match="named twice"):
        LieAlgebra.from_matrices(catalogue.so(3)).select(*which)


def test_generators_are_chosen_by_whole_numbers() -> None:
    with pytest.raises(DataError, match="whole numbers"):
        LieAlgebra.from_matrices(catalogue.so(3)).select(0.5)  # type: ignore[arg-type]


def test_complex_matrices_are_refused() -> None:
    with pytest.raises(DataError, match="must be real"):
        LieAlgebra.from_matrices([[[1, 1j], [1j, 1]]])
    with pytest.raises(DataError, match="must be real"):
        LieAlgebra.from_generators("x[2] -> x", [{"x": np.array([[0, 1j], [1j, 0]])}])
    assert LieAlgebra.from_matrices(catalogue.so(3).astype(complex)).name == "so(3)"


def test_tensors_with_gradients_are_taken() -> None:
    rows = torch.tensor(catalogue.so(3), requires_grad=True)
    assert LieAlgebra.from_matrices(rows).name == "so(3)"
    assert LieAlgebra.from_matrices(list(rows)).name == "so(3)"
    assert LieAlgebra.from_generators("x[3] -> x", [{"x": A} for A in rows]).name == "so(3)"


def test_generators_may_differ_in_size() -> None:
    rows = catalogue.so(3) * np.array([1.0, 1e-9, 1e9])[:, None, None]
    assert LieAlgebra.from_matrices(rows).name == "so(3)"
    with pytest.raises(DataError, match="depend on each other"):
        LieAlgebra.from_matrices([np.eye(2), np.zeros((2, 2))])


def test_words_print_a_zero_as_zero() -> None:
    scaling = np.diag([1.0, -5.4e-17, -1.0, 5.4e-17])
    assert describe({"x": scaling}) == "scaling with weights (1, 0, −1, 0) of x"
    slanted = rotation(3, 0, 1) + 1e-9 * rotation(3, 0, 2) + rotation(3, 1, 2)
    assert describe({"x": slanted}) == "rotation about (0.71, 0.00, 0.71) of x"
