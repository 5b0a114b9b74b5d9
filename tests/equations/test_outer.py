"""Equations as outer products: the same answers as rows written out, with zeros at rounding."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

import liesd
from liesd.equations import limits
from liesd.equations.bordered import start_factor
from liesd.equations.outer import OuterQR, find_outer
from liesd.equations.rows import _write_out, build_rows
from liesd.spec import Spec

SPECS = [
    "poly(x[3], 2) -> 3",
    "poly(x[3], 2) -> y[3]",
    "affine(x[4]) -> affine(x)",
    "x[6] -> 4",
    "a[4]+b[5]+2 -> 2*c[3]+1",
    "x[4] -> x.T",
    "a[2]*b[3] -> b",
    "3*affine(x[2]) + shift(z[2]) -> 3*x",
]
TRIG = {"trig": [lambda x: torch.sin(x), lambda x: x**2]}


@pytest.fixture(autouse=True)
def always(monkeypatch):
    """Use outer products however small the spec."""
    monkeypatch.setattr(
        limits, "LIMITS", replace(limits.LIMITS, outer_least=1, outer_gain=0.0, outer_samples=7)
    )
    find_outer.cache_clear()
    yield
    find_outer.cache_clear()


def draw(spec, count, seed=0):
    rng = np.random.default_rng(seed)
    shapes = (spec.input.dim,), (spec.output.dim,), (spec.output.dim, spec.input.dim)
    return [torch.from_numpy(rng.standard_normal((count, *shape))) for shape in shapes]


@pytest.mark.parametrize("text", SPECS)
def test_rows_are_those_written_out(text):
    spec = Spec.parse(text)
    batch = draw(spec, 20)
    units, weight = torch.rand(spec.output.dim) + 0.5, torch.rand(20).double()
    made = build_rows(spec, *batch).weigh(units.double(), weight)
    dense = _write_out(spec, *batch).weigh(units.double(), weight).to_dense()
    torch.testing.assert_close(made.to_dense(), dense)
    torch.testing.assert_close(made.square(), torch.einsum("bmp,bmq->pq", dense, dense))
    numbers = torch.randn((20, spec.output.dim, 2), dtype=torch.float64)
    torch.testing.assert_close(
        made.apply_transpose(numbers), torch.einsum("bmp,bmd->pd", dense, numbers)
    )


def test_whole_vector_fields_too():
    spec = Spec.parse("fields(x[2], trig) -> 2", TRIG)
    batch = draw(spec, 20)
    dense = _write_out(spec, *batch).to_dense()
    torch.testing.assert_close(build_rows(spec, *batch).to_dense(), dense)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([1e-2, 1e-5, 1e-9, 0.0]), st.integers(1, 60))
def test_singular_values_are_those_of_the_rows(seed, small, count):
    spec = Spec.parse("poly(x[2], 2) -> y[2]")
    x, y, J = draw(spec, count, seed)
    J[..., 1] *= small  # C is small, or zero, in half of its directions
    dense = _write_out(spec, x, y, J).to_dense().flatten(0, 1)
    whole, other = start_factor(spec), start_factor(spec)
    assert isinstance(whole, OuterQR)
    half = count // 2
    whole.add(build_rows(spec, x[:half], y[:half], J[:half]))
    other.add(build_rows(spec, x[half:], y[half:], J[half:]))
    whole.merge(other)
    wanted = torch.linalg.svdvals(dense)
    found = torch.linalg.svdvals(whole.R)
    assert len(whole.R) <= spec.size
    size = min(len(wanted), len(found))
    torch.testing.assert_close(found[:size], wanted[:size], rtol=1e-8, atol=1e-14 * wanted[0])
    assert (found[size:] <= 1e-13 * wanted[0]).all()


def test_zeros_stay_at_rounding():
    x = np.random.default_rng(0).normal(size=(2000, 3))
    found = liesd.discover(lambda x: x * (x**2).sum(1, keepdim=True), x, "poly(x[3], 2) -> y[3]")
    assert (found.dimension, found.verdict.name) == (4, "SURE")  # rotations and the scaling
    worst = max(one.defect for one in found.generators)
    assert worst < 1e-13 * found.singular_values[0]


def test_few_pairs_of_many_samples_pay(monkeypatch):
    monkeypatch.undo()
    find_outer.cache_clear()
    assert find_outer(Spec.parse("poly(x[8], 2) -> 8")) is not None
    assert find_outer(Spec.parse("4*poly(x[2], 2) -> 8")) is None
    assert find_outer(Spec.parse("x[3] -> y[100]")) is None
