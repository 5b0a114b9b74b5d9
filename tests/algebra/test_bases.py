"""Generators as a textbook has them: whole exponents, usual bases, factor by factor."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

import liesd
from liesd.algebra.bases.exponents import find_whole_rows


def draw(*columns: int | str) -> torch.Tensor:
    """Normal columns, so many at a time, and positive numbers."""
    rng = np.random.default_rng(0)
    parts = [
        rng.uniform(0.5, 2, size=(300, 1)) if one == "+" else rng.normal(size=(300, int(one)))
        for one in columns
    ]
    return torch.from_numpy(np.concatenate(parts, axis=1))


def find(f, x: torch.Tensor, spec: str) -> liesd.Discovery:
    found = liesd.discover(f, x, spec)
    rows = np.array([one.theta for one in found.algebra.basis])
    assert np.allclose(rows, rows.round(), atol=1e-6)  # whole numbers, all of them
    own = np.array([one.theta for one in found.generators])
    assert np.linalg.matrix_rank(np.concatenate([rows, own]), 1e-6) == found.dimension
    return found


def list_scalings(found: liesd.Discovery) -> set[str]:
    return {words for words in found.words if words.startswith("scaling of")}


ROTATIONS = ("rotation in the plane (0, 1) of", "rotation in the plane (0, 2) of",
             "rotation in the plane (1, 2) of")  # fmt: skip


def test_coulomb() -> None:
    def force(x: torch.Tensor) -> torch.Tensor:
        return x[:, :1] * x[:, 1:2] * x[:, 2:] / x[:, 2:].norm(dim=1, keepdim=True) ** 3

    found = find(force, draw("+", "+", 3), "q[1]+Q[1]+r[3] -> F[3]")
    assert found.algebra.name == "so(3) ⊕ ℝ³"
    assert found.words[:3] == tuple(f"{text} r and F" for text in ROTATIONS)
    assert list_scalings(found) == {
        "scaling of q and F: F ∝ q",
        "scaling of Q and F: F ∝ Q",
        "scaling of r and F (times −2): F ∝ r⁻²",
    }


def test_scalings_take_the_simplest_multiple_of_central_ones() -> None:
    """Of sim(2) ⊕ ℝ, sim(2) is known up to the scaling of everything."""
    found = find(lambda x: x[:, 0] ** 2 + x[:, 1] ** 2, draw(3), "x[3] -> y[1]")
    assert found.algebra.name == "sim(2) ⊕ ℝ"
    assert found.words == (
        "rotation in the plane (0, 1) of x",
        "scaling of axis 2 of x",
        "scaling of x and y (times 2): y ∝ x²",
        "shear along axis 2, proportional to axis 0, of x",
        "shear along axis 2, proportional to axis 1, of x",
    )


def test_bernoulli() -> None:
    found = find(
        lambda x: x[:, 0] + x[:, 1] * x[:, 2] ** 2 / 2 + 9.81 * x[:, 1] * x[:, 3],
        draw("+", "+", "+", "+"),
        "p[1]+rho[1]+v[1]+h[1] -> total[1]",
    )
    assert list_scalings(found) == {
        "scaling of p, rho and total",
        "scaling of rho (times 2), v (times −1) and h (times −2)",
    }


def test_drag() -> None:
    found = find(
        lambda x: x[:, :1] * x[:, 1:2] * x[:, 2:] * x[:, 2:].norm(dim=1, keepdim=True),
        draw("+", "+", 3),
        "rho[1]+A[1]+v[3] -> F[3]",
    )
    assert list_scalings(found) == {
        "scaling of rho and F: F ∝ rho",
        "scaling of A and F: F ∝ A",
        "scaling of v and F (times 2): F ∝ v²",
    }


def test_ideal_gas() -> None:
    found = find(
        lambda x: x[:, 0] * x[:, 1] / x[:, 2], draw("+", "+", "+"), "n[1]+T[1]+V[1] -> P[1]"
    )
    assert list_scalings(found) == {
        "scaling of n and P: P ∝ n",
        "scaling of T and P: P ∝ T",
        "scaling of V and P (times −1): P ∝ V⁻¹",
    }


def test_a_pendulum_has_a_square_root() -> None:
    found = find(
        lambda x: (x[:, 0] / x[:, 1]).sqrt(), draw("+", "+"), "length[1]+g[1] -> period[1]"
    )
    assert list_scalings(found) == {
        "scaling of length (times 2) and period: period ∝ length¹ᐟ²",
        "scaling of g (times 2) and period (times −1): period ∝ g⁻¹ᐟ²",
    }


def test_the_cross_product_has_sl3_in_its_usual_basis() -> None:
    found = find(lambda x: torch.linalg.cross(x[:, :3], x[:, 3:]), draw(3, 3), "a[3]+b[3] -> c[3]")
    assert found.algebra.name == "sl(3) ⊕ ℝ²"
    units = np.eye(9).reshape(3, 3, 3, 3)
    shears = [one["a"] for one, words in zip(found.algebra.basis, found.words, strict=True)
              if words.startswith("shear")]  # fmt: skip
    usual = [units[i, j] for i in range(3) for j in range(3) if i != j]
    assert np.allclose(shears, usual, atol=1e-9)
    for one in found.algebra.basis:
        if max(abs(np.trace(one[name])) for name in "abc") < 1e-6:
            assert np.allclose(one["a"], one["b"], atol=1e-9)
            assert np.allclose(one["c"], -one["a"].T, atol=1e-9)
    diagonal = {tuple(np.diag(one["a"]).round(6) + 0.0) for one in found.algebra.basis} - {
        (0.0,) * 3
    }
    assert (
        len(diagonal & {(1.0, -1.0, 0.0), (0.0, 1.0, -1.0), (0.0, -1.0, 1.0), (1.0, 0.0, -1.0)})
        == 2
    )
    assert list_scalings(found) == {"scaling of a and c: c ∝ a", "scaling of b and c: c ∝ b"}


def test_the_lorentz_force() -> None:
    def force(x: torch.Tensor) -> torch.Tensor:
        return x[:, :1] * (x[:, 1:4] + torch.linalg.cross(x[:, 4:7], x[:, 7:]))

    found = find(force, draw(1, 3, 3, 3), "q[1]+E[3]+v[3]+B[3] -> F[3]")
    assert found.algebra.name == "sl(3) ⊕ ℝ³"
    assert list_scalings(found) == {
        "scaling of q and F: F ∝ q",
        "scaling of E, B and F",
        "scaling of v and B (times −1)",
    }


def test_top_tagging_has_the_lorentz_group_and_a_scaling() -> None:
    metric = torch.tensor([1.0, -1.0, -1.0, -1.0], dtype=torch.float64)

    def ratio(x: torch.Tensor) -> torch.Tensor:
        p, q = x[:, :4], x[:, 4:]
        return torch.atan2((p * metric * q).sum(1), (p * metric * p).sum(1))

    found = find(ratio, draw(4, 4), "2*p[4] -> 1")
    assert found.algebra.name == "so(1,3) ⊕ ℝ"
    assert sorted(found.words) == [
        "boost along 1 of p",
        "boost along 2 of p",
        "boost along 3 of p",
        "rotation in the plane (1, 2) of p",
        "rotation in the plane (1, 3) of p",
        "rotation in the plane (2, 3) of p",
        "scaling of p",
    ]


def test_factors_are_told_apart() -> None:
    """Each so(3) turns its own vector, although the generators came as a mixture."""
    turns = [np.array(m, float) for m in (
        [[0, -1, 0], [1, 0, 0], [0, 0, 0]], [[0, 0, -1], [0, 0, 0], [1, 0, 0]],
        [[0, 0, 0], [0, 0, -1], [0, 1, 0]])]  # fmt: skip
    zero = np.zeros((3, 3))
    pure = [{"a": A, "b": zero} for A in turns] + [{"a": zero, "b": A} for A in turns]
    mix = np.linalg.qr(np.random.default_rng(1).normal(size=(6, 6)))[0]
    mixed = [{name: sum(w * one[name] for w, one in zip(row, pure, strict=True)) for name in "ab"}
             for row in mix]  # fmt: skip
    algebra = liesd.LieAlgebra.from_generators("a[3]+b[3] -> 1", mixed)
    assert sorted(algebra.words) == sorted(f"{text} {name}" for name in "ab" for text in ROTATIONS)


@given(
    st.lists(st.lists(st.integers(-2, 2), min_size=4, max_size=4), min_size=2, max_size=2),
    st.integers(0, 1000),
)
@settings(max_examples=30, deadline=None)
def test_whole_exponents_come_back_from_any_mixture(rows: list[list[int]], seed: int) -> None:
    whole = np.array(rows, dtype=float)
    if np.linalg.matrix_rank(whole) < 2:
        return
    mixed = np.random.default_rng(seed).normal(size=(2, 2)) @ whole
    if np.linalg.cond(mixed) > 50:
        return
    mixes = find_whole_rows(mixed, np.array([True, True, True, False]), 0.0)
    if mixes is None:
        return  # a ratio such as 3/5 is no simple fraction
    found = mixes @ mixed
    assert np.allclose(found, found.round(), atol=1e-6)
    assert np.linalg.matrix_rank(np.concatenate([found, whole]), 1e-6) == 2


def test_exponents_that_are_no_fractions_stay_as_they_are() -> None:
    weights = np.array([[1.0, 0.0, np.sqrt(2)], [0.0, 1.0, np.pi]])
    assert find_whole_rows(weights, np.ones(3, dtype=bool), 0.0) is None


@pytest.mark.parametrize("noise", [0.02])
def test_too_much_noise_makes_no_fractions(noise: float) -> None:
    assert find_whole_rows(np.eye(2), np.ones(2, dtype=bool), noise) is None
