"""Algebras keep their names in every disguise, and what has no name says so."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from benchmarks.algebra_cases import disguise, exact_algebras, tensor_square
from liesd import LieAlgebra
from liesd.algebra.identity import catalogue, names
from liesd.algebra.identity.structure import compute_killing

CASES = exact_algebras()
FEW = [name for name, one in CASES.items() if len(one) <= 16]  # the rest: benchmarks/algebra.py
SMALL = {name: one for name, one in CASES.items() if len(one) <= 10}


@pytest.mark.parametrize("name", FEW)
def test_every_algebra_is_named_in_disguise(name: str) -> None:
    found = LieAlgebra.from_matrices(disguise(CASES[name], np.random.default_rng(3)))
    assert names.is_same(found.name, name), found.name
    assert found.is_isomorphic(name)
    assert found.is_closed
    assert found.margin > 1e3


@pytest.mark.parametrize("name", [name for name, one in SMALL.items() if one.shape[1] <= 5])
def test_the_name_does_not_depend_on_the_representation(name: str) -> None:
    square = disguise(tensor_square(CASES[name]), np.random.default_rng(4))
    assert LieAlgebra.from_matrices(square).is_isomorphic(name)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(sorted(SMALL)), st.integers(0, 10**6))
def test_noise_in_the_generators_does_not_change_the_name(name: str, seed: int) -> None:
    noisy = disguise(CASES[name], np.random.default_rng(seed), noise=1e-3)
    found = LieAlgebra.from_matrices(noisy, noise=1e-3)
    assert found.is_isomorphic(name) or found.margin < 3


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 7), st.integers(3, 5), st.floats(1e-9, 0.4), st.integers(0, 10**6))
@example(4, 4, 0.23918550412711925, 10000)  # its series of ideals grows and shrinks forever
def test_noise_alone_never_fails_and_is_never_clear(
    count: int, size: int, noise: float, seed: int
) -> None:
    rows = np.random.default_rng(seed).standard_normal((count, size, size))
    found = LieAlgebra.from_matrices(rows, noise=noise)
    assert found.summary()
    assert count == 1 or found.margin < 3 or not found.identity.known or not found.is_closed


def test_bianchi_algebras_that_have_no_name_here_say_so() -> None:
    # [z, x] = x, [z, y] = cy is neither Euclidean nor anything else that has a name of letters
    rows = np.zeros((3, 3, 3))
    rows[0, 0, 2] = rows[1, 1, 2] = 1.0
    rows[2, :2, :2] = np.diag([1.0, 2.0])
    assert LieAlgebra.from_matrices(rows).name == "ℝ ⋉ ℝ²(2,1)"
    rows[2, :2, :2] = [[1.0, 1.0], [0.0, 1.0]]
    found = LieAlgebra.from_matrices(rows)
    assert found.name == "unidentified (dimension 3, solvable)"
    assert not found.identity.known


def test_strictly_triangular_matrices_are_nilpotent_without_a_name() -> None:
    pairs = [(i, j) for i in range(4) for j in range(i + 1, 4)]
    rows = np.array([np.eye(4)[i][:, None] * np.eye(4)[j] for i, j in pairs])
    found = LieAlgebra.from_matrices(rows)
    assert found.name == "unidentified (dimension 6, nilpotent)"
    assert found.lower_central_series == (6, 3, 1, 0)


def test_turning_and_scaling_are_told_apart() -> None:
    turn, both = np.array([[0.0, -1.0], [1.0, 0.0]]), np.eye(2)
    assert LieAlgebra.from_matrices([turn]).name == "so(2)"
    assert LieAlgebra.from_matrices([both]).name == "ℝ"
    assert LieAlgebra.from_matrices([turn + both]).name == "ℝ"  # a spiral is not compact
    assert LieAlgebra.from_matrices([turn, both]).name == "so(2) ⊕ ℝ"


def test_names_follow_how_the_algebra_acts() -> None:
    assert LieAlgebra.from_matrices(catalogue.so(3)).name == "so(3)"
    assert LieAlgebra.from_matrices(catalogue.su(2)).name == "su(2)"
    assert LieAlgebra.from_matrices(catalogue.so(1, 2)).name == "so(1,2)"
    assert LieAlgebra.from_matrices(catalogue.sl(2)).name == "sl(2)"
    assert LieAlgebra.from_matrices(catalogue.so(4)).name == "so(4)"
    assert LieAlgebra.from_matrices(catalogue.so(1, 3)).name == "so(1,3)"
    assert LieAlgebra.from_matrices(catalogue.sl_complex(2)).name == "sl(2,ℂ)"


def test_algebras_that_share_a_signature_are_told_apart_by_their_roots() -> None:
    assert LieAlgebra.from_matrices(catalogue.so(3, 4)).name == "so(3,4)"
    assert LieAlgebra.from_matrices(catalogue.sp(6)).name == "sp(6)"
    assert LieAlgebra.from_matrices(catalogue.usp(3)).name == "usp(6)"


@pytest.mark.parametrize(
    "entry",
    [one for one in catalogue.list_simple_algebras() if one.dim <= 16],
    ids=lambda one: one.name,
)
def test_the_catalogue_is_what_it_says(entry: catalogue.Simple) -> None:
    c = catalogue.compute_constants(entry.build())
    assert len(c) == entry.dim
    values = np.linalg.eigvalsh(compute_killing(c))
    assert np.abs(values).min() > 1e-6
    assert int(np.sum(values > 0)) == entry.positive


def test_names_that_are_the_same() -> None:
    assert names.is_same("u(3)", "su(3) ⊕ so(2)")
    assert names.is_same("so(3,1)", "so(1,3)")
    assert names.is_same("ℝ³", "R^3")
    assert names.is_same("so(4) ⊕ ℝ", "ℝ ⊕ su(2) ⊕ so(3)")
    assert not names.is_same("so(7)", "usp(6)")
