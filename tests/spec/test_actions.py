"""One contract for every representation: the contraction is the dense action, never built."""

from __future__ import annotations

import numpy as np
import torch
from hypothesis import given
from hypothesis import strategies as st

from liesd import Spec, Vector
from liesd.equations.rows import build_rows
from liesd.spec import Rep
from liesd.spec.commutant import CommutingMaps
from liesd.spec.gauge import find_gauge
from tests.strategies import reps, specs

seeds = st.integers(0, 2**32 - 1)


def random_theta(spec: Spec | Rep, rng: np.random.Generator) -> dict[str, np.ndarray]:
    return {name: rng.normal(size=shape) for name, shape in spec.unknowns.items()}


@given(reps, seeds)
def test_contraction_is_the_dense_action(rep: Rep, seed: int) -> None:
    rng = np.random.default_rng(seed)
    theta, (b, m, s) = random_theta(rep, rng), (3, 2, 2)
    J, x = rng.normal(size=(b, m, rep.dim, s)), rng.normal(size=(b, rep.dim, s))
    dense = np.einsum("bmis,ij,bjs->bm", J, rep.matrix(theta), x)
    total = np.zeros((b, m))
    for name, coefficient in rep.coefficients(torch.from_numpy(J), torch.from_numpy(x)):
        total += np.einsum("bmij,ij->bm", coefficient.numpy(), theta[name])
    scale = 1 + np.abs(J).sum() * np.abs(rep.matrix(theta)).max(initial=0) * np.abs(x).max()
    assert np.abs(total - dense).max() <= 1e-12 * scale


@given(specs(), seeds)
def test_rows_are_theorem_1(spec: Spec, seed: int) -> None:
    rng = np.random.default_rng(seed)
    n, m, b = spec.input.dim, spec.output.dim, 2
    x, y, J = rng.normal(size=(b, n)), rng.normal(size=(b, m)), rng.normal(size=(b, m, n))
    theta = random_theta(spec, rng)
    dense = y @ spec.output.matrix(theta).T - np.einsum(
        "bmn,bn->bm", J, x @ spec.input.matrix(theta).T
    )
    C = build_rows(spec, *(torch.from_numpy(array) for array in (x, y, J))).to_dense()
    scale = np.linalg.norm(C) * np.linalg.norm(spec.pack(theta)) + 1
    assert np.abs(C.numpy() @ spec.pack(theta) - dense).max() <= 1e-12 * scale


@given(reps, seeds)
def test_words_are_blocks_that_never_mix(rep: Rep, seed: int) -> None:
    matrix = rep.matrix(random_theta(rep, np.random.default_rng(seed)))
    used = np.zeros(rep.dim, dtype=int)
    for channels in rep.channels():
        for channel in channels.coordinates:
            used[channel] += 1
            others = np.setdiff1d(np.arange(rep.dim), channel)
            assert not matrix[np.ix_(channel, others)].any()
    assert (used == 1).all()


@given(specs(), seeds)
def test_gauge_directions_move_nothing_and_are_all(spec: Spec, seed: int) -> None:
    gauge = find_gauge(spec).numpy()
    for theta in gauge.T:
        for rep in (spec.input, spec.output):
            assert np.abs(rep.matrix(spec.unpack(theta))).max(initial=0) < 1e-12
    # every other direction moves something: the dense action has no more null directions
    basis = np.eye(spec.size)
    dense = np.array(
        [
            np.concatenate(
                [rep.matrix(spec.unpack(theta)).ravel() for rep in (spec.input, spec.output)]
            )
            for theta in basis
        ]
    )
    assert np.linalg.matrix_rank(dense, tol=1e-9) == spec.size - gauge.shape[1]


@given(specs(), seeds)
def test_commuting_maps_commute_with_everything_and_are_all(spec: Spec, seed: int) -> None:
    rng = np.random.default_rng(seed)
    n, m = spec.input.dim, spec.output.dim
    if n * m > 150:
        return
    maps = CommutingMaps(spec)
    count = sum(len(rows) * len(columns) * len(basis) for rows, columns, basis in maps.blocks)
    equations = []
    for _ in range(3):  # three random elements generate the whole algebra
        theta = random_theta(spec, rng)
        A, B = spec.input.matrix(theta), spec.output.matrix(theta)
        equations.append(np.kron(B, np.eye(n)) - np.kron(np.eye(m), A.T))
        if count:
            T = maps.combine(torch.from_numpy(rng.normal(size=(1, count))))[0].numpy()
            assert np.abs(B @ T - T @ A).max() < 1e-10
    stacked = np.vstack(equations)
    scale = max(np.linalg.norm(stacked, 2), 1.0)
    assert n * m - np.linalg.matrix_rank(stacked, tol=1e-9 * scale) == count
    if count:  # the basis is orthonormal: projecting twice is projecting once
        J = torch.from_numpy(rng.normal(size=(2, m, n)))
        once = maps.coefficients(J)
        assert torch.allclose(maps.coefficients(maps.combine(once)), once, atol=1e-12)


def test_row_major_tensors() -> None:
    a, b = Vector("a", 2), Vector("b", 3)
    rng = np.random.default_rng(0)
    A, B, X = rng.normal(size=(2, 2)), rng.normal(size=(3, 3)), rng.normal(size=(2, 3))
    moved = (a * b).matrix({"a": A, "b": B}) @ X.ravel()
    assert np.allclose(moved.reshape(2, 3), A @ X + X @ B.T)
    columns = (a * 3).matrix({"a": A}) @ X.ravel()
    assert np.allclose(columns.reshape(2, 3), A @ X)
