"""Unknowns that never meet: the equations without their known zeros are the equations."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

import liesd
from benchmarks.large import Polynomials
from liesd import Spec
from liesd.equations.bordered import BorderedQR
from liesd.equations.rows import Rows, build_rows
from liesd.spec.sparsity import arrange
from tests.strategies import specs

DOUBLE = torch.float64


def random_rows(spec: Spec, samples: int) -> Rows:
    n, m = spec.input.dim, spec.output.dim
    shapes = ((samples, n), (samples, m), (samples, m, n))
    made = build_rows(spec, *(torch.randn(shape, dtype=DOUBLE) for shape in shapes))
    return made.weigh(torch.rand(m, dtype=DOUBLE), torch.rand(samples, dtype=DOUBLE))


@given(specs(), st.integers(0, 2**31), st.lists(st.integers(1, 30), min_size=1, max_size=4))
def test_the_factor_is_that_of_the_dense_rows(spec: Spec, seed: int, sizes: list[int]) -> None:
    torch.manual_seed(seed)
    parts = [random_rows(spec, size) for size in sizes]
    dense = torch.cat([part.to_dense().flatten(0, 1) for part in parts])
    whole, other = BorderedQR(arrange(spec)), BorderedQR(arrange(spec))
    for number, part in enumerate(parts):
        (other if number % 2 else whole).add(part)
    whole.merge(other)
    R, gram = whole.R, dense.T @ dense
    assert len(R) <= max(spec.size, len(dense))
    assert torch.allclose(R.T @ R, gram, rtol=0, atol=1e-11 * (1 + float(gram.abs().max())))


@given(specs(), st.integers(0, 2**31))
def test_equations_applied_to_directions(spec: Spec, seed: int) -> None:
    torch.manual_seed(seed)
    made, directions = random_rows(spec, 3), torch.randn((spec.size, 4), dtype=DOUBLE)
    assert torch.allclose(made @ directions, made.to_dense() @ directions, atol=1e-12)


@pytest.mark.parametrize(
    ("text", "shared", "blocks"),
    [
        ("x[3] -> y[20]", 9, [(20, 1, 20)]),
        ("2 -> 3*y[4]", 0, [(4, 3, 4)]),
        ("x[2] -> y[3].T+2+x", 4, [(3, 1, 3)]),
        ("x[2] -> x*y[3]+z[2]", 4, [(3, 2, 3), (2, 1, 2)]),
        ("x[2] -> a[2]*b[2]", 12, []),
        ("x[3] -> x", 9, []),
        ("x[3] -> 5", 9, []),
    ],
)
def test_blocks(text: str, shared: int, blocks: list[tuple[int, int, int]]) -> None:
    found = arrange(Spec.parse(text))
    shapes = [(*f.outputs.shape, f.columns.shape[1]) for f in found.families]
    assert (found.shared, shapes) == (shared, blocks)
    size = found.shared + sum(f.columns.numel() for f in found.families)
    assert size == found.size == Spec.parse(text).size


def test_a_block_costs_what_it_has() -> None:
    wide = arrange(Spec.parse("x[3] -> y[100]"))
    assert wide.numbers == 100 * 109
    assert wide.operations == 2 * 100 * 109**2 < 2e-4 * (2 * 100 * wide.size**2)


@pytest.mark.parametrize("weights", ["balanced", "paper"])
def test_many_outputs_with_a_known_algebra(weights: str) -> None:
    f = Polynomials(3)
    found = liesd.discover(f, f.data(np.random.default_rng(0)), f.spec, weights=weights)
    V, truth = np.array([g.theta for g in found.generators]), f.truth()
    assert (found.dimension, found.verdict.name) == (9, "SURE")
    assert np.linalg.norm(truth - truth @ V.T @ V) < 1e-12


def test_outputs_alone_that_are_related() -> None:
    x = torch.randn((500, 2), dtype=DOUBLE)
    found = liesd.discover(
        lambda x: torch.cat([x.sin(), x.sin() @ x.new_ones(2, 1)], 1), x, "2 -> y[3]"
    )
    assert (found.dimension, len(found.unseen)) == (0, 3)
