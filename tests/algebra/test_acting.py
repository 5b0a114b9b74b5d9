"""Rectification, the compact part, invariant forms, group elements and equivariant maps."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import liesd
from benchmarks.algebra_cases import disguise
from liesd import DataError, LieAlgebra
from liesd.algebra.identity import catalogue
from liesd.experiments.tasks import get
from tests.fixtures import load

MINKOWSKI = np.diag([1.0, -1.0, -1.0, -1.0])
EXACT = {"so(3)": catalogue.so(3), "sl(2)": catalogue.sl(2), "so(1,3)": catalogue.so(1, 3)}


def space(algebra: LieAlgebra) -> np.ndarray:
    return algebra.orthonormal.T


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(sorted(EXACT)), st.integers(0, 10**6))
def test_rectification_closes_and_comes_nearer_to_the_truth(name: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    exact = disguise(EXACT[name], rng)
    sizes = np.linalg.norm(exact, axis=(1, 2), keepdims=True)
    noisy = exact + 3e-3 * sizes * rng.standard_normal(exact.shape) / exact.shape[1]
    truth, found = LieAlgebra.from_matrices(exact), LieAlgebra.from_matrices(noisy, noise=3e-3)
    closed = found.rectify(simple=False)
    assert closed.closure_residual < 1e-12
    assert closed.moved < 0.05
    before, after = (liesd.metrics.space_error(space(one), space(truth)) for one in (found, closed))
    assert after <= before * 1.02


def test_rectification_leaves_an_exact_algebra_alone() -> None:
    exact = LieAlgebra.from_matrices(disguise(catalogue.sl(3), np.random.default_rng(0)))
    assert exact.rectify().moved < 1e-7


def test_simple_numbers_are_found_within_the_noise_only() -> None:
    rng = np.random.default_rng(1)
    noisy = catalogue.so(3) + 1e-3 * rng.standard_normal((3, 3, 3))
    found = LieAlgebra.from_matrices(noisy, noise=5e-3).rectify()
    assert set(np.round(np.abs(found.matrices("x")), 12).ravel()) == {0.0, 1.0}
    stretched = np.diag([1.0, 1.0, 1.1])
    bent = stretched @ catalogue.so(3) @ np.linalg.inv(stretched)
    kept = LieAlgebra.from_matrices(bent, noise=1e-3).rectify()
    assert kept.moved < 1e-6  # a true ratio of 1.1 is not rounded away


def test_rectification_refuses_what_is_no_algebra() -> None:
    rows = np.random.default_rng(2).standard_normal((3, 4, 4))
    with pytest.raises(DataError, match="is the dimension right"):
        LieAlgebra.from_matrices(rows[:2]).rectify()


@pytest.mark.parametrize(("task", "data"), [("two-body", "uniform"), ("inertia", "tensor-noise")])
def test_rectification_lowers_the_space_error_of_discoveries(task: str, data: str) -> None:
    found = load(f"{task}-{data}-kernel-20")
    form = get(task).datasets[data].form
    true = form.columns(form.true.values())
    closed = found.algebra.rectify(simple=False)
    before = form.space_error(found)
    assert liesd.metrics.space_error(form.columns(closed.basis), true) <= before * (1 + 1e-6)
    assert liesd.metrics.space_error(form.columns(found.algebra.rectify().basis), true) < 1e-20


def test_the_metric_of_space_and_time_comes_out_of_jets() -> None:
    algebra = load("top-tagging-jets-network-20").algebra
    assert len(algebra.invariant_forms("p")) == 0  # the scaling preserves none
    (form,) = algebra.semisimple.invariant_forms("p")
    factor = np.sum(form * MINKOWSKI) / 4
    assert np.linalg.norm(form / factor - MINKOWSKI) / 2 < 0.02
    assert algebra.compact.name == "so(3)"


@settings(max_examples=20, deadline=None)
@given(st.sampled_from([(3, 0), (1, 2), (1, 3), (2, 2), (4, 0)]), st.integers(0, 10**6))
def test_forms_have_the_signature_of_the_algebra(pq: tuple[int, int], seed: int) -> None:
    found = LieAlgebra.from_matrices(disguise(catalogue.so(*pq), np.random.default_rng(seed)))
    (form,) = found.invariant_forms("x")
    for A in found.matrices("x"):
        np.testing.assert_allclose(A.T @ form + form @ A, 0, atol=1e-9)
    positive = int(np.sum(np.linalg.eigvalsh(form) > 0))
    assert positive in pq
    compact = found.compact
    assert compact.dimension == sum(n * (n - 1) // 2 for n in pq)
    assert compact.closure_residual < 1e-6


def test_symplectic_form() -> None:
    found = LieAlgebra.from_matrices(catalogue.sp(4))
    assert len(found.invariant_forms("x")) == 0
    (form,) = found.invariant_forms("x", antisymmetric=True)
    np.testing.assert_allclose(form, -form.T, atol=1e-12)


def test_exponentials_are_group_elements() -> None:
    found = LieAlgebra.from_matrices(catalogue.so(3))
    t = found.sample(5, seed=1)
    g = found.exp(t, "x")
    np.testing.assert_allclose(
        g @ g.transpose(0, 2, 1), np.broadcast_to(np.eye(3), g.shape), atol=1e-12
    )
    square = np.einsum("nab,ncd->nacbd", g, g).reshape(5, 9, 9)
    np.testing.assert_allclose(found.exp(t, "x*x"), square, atol=1e-12)
    np.testing.assert_allclose(found.exp(-t, "x.T").transpose(0, 2, 1), g, atol=1e-12)
    with pytest.raises(DataError, match="one per generator"):
        found.exp([1.0], "x")


def test_augmented_data_obeys_the_same_law() -> None:
    task = get("inertia")
    algebra = LieAlgebra.from_generators(
        task.datasets["tensor"].form.spec, task.datasets["tensor"].form.true.values()
    )
    x, y = liesd.tasks.inertia.data(samples=50)
    moved, made = algebra.augment(x, y, size=0.7, seed=3)
    assert moved.shape == x.shape
    assert np.abs(moved - x).max() > 0.1
    np.testing.assert_allclose(
        liesd.tasks.inertia.moment_of_inertia(moved), made, rtol=1e-8, atol=1e-8
    )
    with pytest.raises(DataError, match="y needs 50 samples of 9"):
        algebra.augment(x, y[:, 0])


def test_augmenting_on_duals_and_scalars() -> None:
    algebra = LieAlgebra.from_generators("x[2]+1 -> x.T", [{"x": [[0.0, 1.0], [1.0, 0.0]]}])
    x, y = np.random.default_rng(0).standard_normal((2, 20, 3))
    moved, made = algebra.augment(x, y[:, :2])
    np.testing.assert_array_equal(moved[:, 2], x[:, 2])
    pairing = np.sum(moved[:, :2] * made, axis=1)
    np.testing.assert_allclose(pairing, np.sum(x[:, :2] * y[:, :2], axis=1), atol=1e-12)


def test_equivariant_maps_of_rotations() -> None:
    found = LieAlgebra.from_matrices(disguise(catalogue.so(3), np.random.default_rng(4)))
    counts = {("1", "x*x"): 1, ("x", "x*x"): 1, ("x*x", "x*x"): 3, ("x", "1"): 0, ("2*x", "x"): 2}
    for (source, target), count in counts.items():
        maps = found.equivariant_maps(source, target)
        assert len(maps) == count, (source, target)
        A, B = found.matrices(source), found.matrices(target)
        for T in maps:
            np.testing.assert_allclose(B @ T, T @ A, atol=1e-10)
