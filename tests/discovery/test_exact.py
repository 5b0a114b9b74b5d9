"""Exact functions with known algebras: counts, zeros and spaces must be right."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import liesd
from liesd.metrics import space_error
from liesd.spec import Spec
from tests.exact import CASES, Case, flattened_truth


def columns(spec: Spec, generators: list[dict[str, np.ndarray]]) -> np.ndarray:
    """Generators as columns θ of norm 1; unknowns that a truth does not name stay still."""
    rows = [
        spec.pack({name: g.get(name, np.zeros(shape)) for name, shape in spec.unknowns.items()})
        for g in generators
    ]
    matrix = np.array(rows).reshape(len(rows), spec.size)
    return (matrix / np.linalg.norm(matrix, axis=1, keepdims=True)).T


@pytest.mark.parametrize("weights", ["balanced", "paper"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_counts_zeros_and_space(case: Case, weights: str) -> None:
    truth = flattened_truth() if "flattened" in case.tags else case.genuine
    x = case.x(torch.Generator().manual_seed(1))
    d = liesd.discover(case.f, x, case.spec, weights=weights)

    assert d.dimension == len(d.generators) == len(truth)
    assert len(d.unseen) == case.unseen
    assert len(d.gauge) == case.gauge
    zeros = d.dimension + case.unseen + case.gauge
    assert len(d.singular_values) == d.spec.size
    assert (np.diff(d.singular_values) <= 0).all()
    if zeros < d.spec.size:
        relative = d.singular_values / d.singular_values[0]
        assert relative[len(relative) - zeros :].max(initial=0) <= 1e-12
        assert relative[len(relative) - zeros - 1] > 1e-10
    if weights == "balanced":
        assert all(g.defect <= 1e-12 for g in (*d.generators, *d.unseen, *d.gauge))

    hidden = [*d.unseen, *d.gauge]
    found = columns(d.spec, [*d.generators, *hidden])
    if zeros:
        assert space_error(found, columns(d.spec, [*truth, *hidden])) <= 1e-10


def test_the_table_covers_the_language() -> None:
    assert len(CASES) >= 20
    tags = set().union(*(case.tags for case in CASES))
    assert {"none", "all", "subspace"} <= tags


def test_generators_are_orthonormal_and_dense_matrices_agree() -> None:
    case = next(case for case in CASES if case.name == "inertia, two factors")
    d = liesd.discover(case.f, case.x(torch.Generator().manual_seed(0)), case.spec)
    V = np.array([g.theta for g in d.generators]).T
    assert np.allclose(V.T @ V, np.eye(4), atol=1e-12)
    g = d.generators[0]
    assert np.allclose(g.input, np.kron(np.eye(3), g["x"]))
    assert np.allclose(g.output, np.kron(g["a"], np.eye(3)) + np.kron(np.eye(3), g["b"]))
    assert list(g) == ["x", "a", "b"]
    assert len(g) == 3


def test_directions_of_each_kind_are_told_apart() -> None:
    case = next(case for case in CASES if case.name == "inertia, flattened")
    d = liesd.discover(case.f, case.x(torch.Generator().manual_seed(0)), case.spec)
    assert d.output_rank == 6
    assert d.input_rank == 9
    symmetric = np.array(
        [[m[0], m[1], m[2], m[1], m[3], m[4], m[2], m[4], m[5]] for m in np.eye(6)]
    )
    for g in d.unseen:  # nothing moves on the outputs that occur
        assert np.abs(g["x"]).max() < 1e-12
        assert np.abs(g["y"] @ symmetric.T).max() < 1e-10
    text = d.summary()
    assert "9 symmetries" in text
    assert "27 directions act only where the data never goes" in text
    assert "outputs span only 6 of 9" in text


def test_summary_speaks_of_broken_symmetries() -> None:
    x = torch.randn(500, 3, dtype=torch.float64)
    found = liesd.discover(lambda x: x.norm(dim=1) + 0.05 * x[:, 0], x, "x[3] -> 1")
    assert found.dimension == 1  # the rotation about the axis that breaks the others
    broken = lambda x: x.norm(dim=1) + 0.05 * torch.sin(x[:, 0] + 2 * x[:, 1] * x[:, 2])
    assert liesd.discover(broken, x, "x[3] -> 1").dimension == 0
    assert liesd.discover(broken, x, "x[3] -> 1", tolerance=0.2).dimension == 3
    assert "2 more directions come near a symmetry, with a defect of at most" in found.summary()


def test_summary_speaks_of_gauge_none_and_all() -> None:
    def words(name: str) -> str:
        case = next(case for case in CASES if case.name == name)
        return str(liesd.discover(case.f, case.x(torch.Generator().manual_seed(0)), case.spec))

    assert "1 direction moves nothing at all (gauge)" in words("inertia, two factors")
    assert "no symmetries" in words("no symmetry")
    assert "Every direction that the data can speak of is a symmetry" in words("the identity")
    assert "inputs span only 4 of 8" in words("two bodies around their centre")


SHEARED = np.array([[1.0, 0.8], [0.0, 1.0]])


@pytest.mark.parametrize(
    "copy", [np.eye(2), SHEARED, 1000 * SHEARED], ids=["same", "shear", "unit"]
)
def test_a_copy_moves_with_its_vector(copy: np.ndarray) -> None:
    """Turning one of both alone is as good within the span, but there are no such samples."""
    x = np.random.default_rng(0).normal(size=(1000, 2))
    both = torch.from_numpy(np.concatenate([x, x @ copy.T], axis=1))
    back = torch.from_numpy(np.linalg.inv(copy))

    def f(z: torch.Tensor) -> torch.Tensor:
        return (z[:, :2] * (z[:, 2:] @ back.T)).sum(dim=1) + z[:, :2].square().sum(dim=1).cos()

    found = liesd.discover(f, both, "a[2]+b[2] -> 1")
    assert (found.dimension, found.verdict) == (1, liesd.Verdict.SURE)
    (g,) = found.generators
    size = np.abs(copy @ g["a"]).max()
    assert np.allclose(g["b"] @ copy, copy @ g["a"], atol=1e-9 * size)
    assert np.allclose(g["a"], -g["a"].T, atol=1e-9 * np.abs(g["a"]).max())
