"""Names, parts, forms and words do not depend on the units of the axes."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import liesd
from benchmarks.algebra_cases import disguise, well_conditioned
from liesd import LieAlgebra
from liesd.algebra.identity import catalogue

COMPACT = {
    "so(2)": (catalogue.so(2), 1),
    "so(3)": (catalogue.so(3), 3),
    "so(4)": (catalogue.so(4), 6),
    "so(1,3)": (catalogue.so(1, 3), 3),
    "u(2)": (catalogue.u(2), 4),
}


def in_units(matrices: np.ndarray, *sizes: float) -> np.ndarray:
    d = np.array(sizes)
    return matrices * d[:, None] / d


@pytest.mark.parametrize("ratio", [1.0, 1.01, 1.1, 1.5, 2.0, 4.0, 20.0, 300.0, 3e3, 1e4, 1e5, 1e6])
def test_a_turn_on_an_ellipse_is_a_rotation(ratio: float) -> None:
    found = LieAlgebra.from_matrices(in_units(catalogue.so(2), ratio, 1.0))
    assert found.name == found.compact.name == "so(2)"
    assert found.margin > 100
    assert found.words[0].startswith("rotation of x")
    units = "" if ratio == 1 else f", in units of {ratio:g} and 1"
    assert found.words == (f"rotation of x{units}",)


def test_words_claim_no_more_than_the_noise_allows() -> None:
    along_an_ellipse = in_units(catalogue.so(2), 1.02, 1.0)
    assert LieAlgebra.from_matrices(along_an_ellipse, noise=0.01).words == ("rotation of x",)
    told = LieAlgebra.from_matrices(along_an_ellipse, noise=1e-4).words
    assert told == ("rotation of x, in units of 1.02 and 1",)
    oblique = np.array([[1.0, 0.02], [0.02, 1.0]])
    turned = oblique @ catalogue.so(2) @ np.linalg.inv(oblique)
    assert LieAlgebra.from_matrices(turned).words == ("conjugate to a rotation of x",)
    spiral = catalogue.so(2) + 0.05 * np.eye(2)
    assert LieAlgebra.from_matrices(spiral).words == ("mostly rotation of x",)


def test_brackets_that_are_noise_have_no_sign() -> None:
    rng = np.random.default_rng(0)
    two = np.zeros((2, 4, 4))
    two[0, :2, :2] = two[1, 2:, 2:] = [[0, -1], [1, 0]]
    for _ in range(10):
        noisy = LieAlgebra.from_matrices(two + 1e-5 * rng.standard_normal(two.shape), noise=1e-4)
        assert noisy.killing_signature == (0, 0, 2)


@pytest.mark.parametrize("name", COMPACT)
@pytest.mark.parametrize("seed", range(3))
def test_the_compact_part_in_any_coordinates(name: str, seed: int) -> None:
    exact, count = COMPACT[name]
    rng = np.random.default_rng(seed)
    n = exact.shape[1]
    mixed = disguise(exact, rng)
    stretched = well_conditioned(n, rng) * np.geomspace(1.0, 100.0, n) @ well_conditioned(n, rng)
    skewed = stretched @ exact @ np.linalg.inv(stretched)
    scaled = in_units(mixed, *rng.permutation(np.geomspace(1.0, 1e5, n)))
    for rows in (mixed, skewed, scaled):
        found = LieAlgebra.from_matrices(rows).compact
        assert found.dimension == count
        assert found.is_closed


def test_rotations_beside_translations_are_compact() -> None:
    moved = disguise(catalogue.with_translations(catalogue.so(3)), np.random.default_rng(1))
    assert LieAlgebra.from_matrices(moved).compact.is_isomorphic("so(3)")
    shears = disguise(catalogue.heisenberg(1), np.random.default_rng(1))
    assert LieAlgebra.from_matrices(shears).compact.dimension == 0


def test_an_elliptic_symmetry_of_a_function_is_compact() -> None:
    def hill(x: torch.Tensor) -> torch.Tensor:
        return torch.exp(-(x[:, :1] ** 2 + 4 * x[:, 1:] ** 2))

    found = liesd.discover(hill, torch.randn(500, 2, dtype=torch.float64), "x[2] -> 1")
    assert found.algebra.name == "so(2)"
    assert found.algebra.rectify().compact.name == "so(2)"
    assert found.algebra.words == ("rotation of x, in units of 2 and 1",)


def test_light_may_be_fast() -> None:
    found = LieAlgebra.from_matrices(in_units(catalogue.so(1, 3), 1.0, 1e3, 1e3, 1e3))
    assert (found.name, found.compact.name, found.is_closed) == ("so(1,3)", "so(3)", True)
    assert found.margin > 1e3
    assert found.words[3:] == tuple(
        f"boost along {i} of x, in units of 1 and 1000" for i in (1, 2, 3)
    )
    (metric,) = found.invariant_forms("x")
    np.testing.assert_allclose(metric, np.diag([1, -1e-6, -1e-6, -1e-6]), atol=1e-12)
    assert found.rectify().name == "so(1,3)"
    for A in found.matrices("x"):
        for T in found.equivariant_maps("x", "x"):
            np.testing.assert_allclose(A @ T, T @ A, atol=1e-9)


def test_structure_constants_in_other_units_give_the_brackets() -> None:
    rng = np.random.default_rng(0)
    found = LieAlgebra.from_matrices(in_units(disguise(catalogue.so(4), rng), 1, 10, 100, 1000))
    basis = found.matrices("x")
    brackets = np.einsum("iab,jbc->ijac", basis, basis)
    brackets -= brackets.transpose(1, 0, 2, 3)
    made = np.einsum("ijk,kab->ijab", found.structure_constants, basis)
    np.testing.assert_allclose(made, brackets, atol=1e-9)


@pytest.mark.parametrize("mix", [False, True])
def test_every_axis_may_have_units_of_its_own(mix: bool) -> None:
    rows = in_units(catalogue.so(3), 1.0, 1e3, 1e6)
    if mix:
        rows = np.einsum("ij,jab->iab", well_conditioned(3, np.random.default_rng(0)), rows)
    found = LieAlgebra.from_matrices(rows)
    assert (found.name, found.is_closed) == ("so(3)", True)
    assert found.margin > 100


def test_names_survive_units_together_with_noise() -> None:
    for seed in range(5):
        rng = np.random.default_rng(seed)
        for name in ("so(3)", "so(1,3)"):
            rows = in_units(COMPACT[name][0], *np.geomspace(1.0, 5.0, COMPACT[name][0].shape[1]))
            sizes = np.linalg.norm(rows, axis=(1, 2), keepdims=True)
            noisy = rows + 1e-4 * sizes * rng.standard_normal(rows.shape) / rows.shape[1]
            assert LieAlgebra.from_matrices(noisy, noise=1e-4).name == name


def test_axes_between_which_nothing_returns_are_left_alone() -> None:
    for rows in (catalogue.heisenberg(2), catalogue.with_translations(catalogue.so(3))):
        found = LieAlgebra.from_matrices(in_units(rows, *[1.0] * (rows.shape[1] - 1), 1e4))
        assert not found._balanced.changed
    shear = LieAlgebra.from_matrices([[[0.0, 1.0], [1e-5, 0.0]]], noise=1e-4)
    assert shear.words == (
        "shear along axis 0, proportional to axis 1, of x",
    )  # what returns may be noise


def test_balanced_axes_keep_their_units() -> None:
    rng = np.random.default_rng(0)
    for exact, _ in COMPACT.values():
        assert not LieAlgebra.from_matrices(disguise(exact, rng))._balanced.changed


def test_simple_numbers_do_not_round_small_units_away() -> None:
    found = LieAlgebra.from_matrices(in_units(catalogue.so(2), 1e-5, 1.0))
    assert found.rectify().name == "so(2)"


def test_units_of_a_representation() -> None:
    found = LieAlgebra.from_matrices(in_units(catalogue.so(2), 1.0, 100.0))
    d = found._balanced.units["x"]
    np.testing.assert_allclose(d, [0.1, 10.0])
    np.testing.assert_allclose(found._balanced.on(found.rep("x*x.T")), np.kron(d, 1 / d))
