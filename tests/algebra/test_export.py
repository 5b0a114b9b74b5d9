"""Algebras for others: JSON, and groups of EMLP."""

from __future__ import annotations

import json

import numpy as np
import pytest

from benchmarks.algebra import emlp_equivariance
from liesd import DataError, FileFormatError, LieAlgebra
from liesd.algebra.identity import catalogue
from tests.fixtures import load


def test_json_there_and_back() -> None:
    found = load("inertia-tensor-kernel-20").algebra.rectify()
    back = LieAlgebra.from_json(found.to_json())
    assert (back.name, back.words, str(back.spec)) == (found.name, found.words, str(found.spec))
    assert (back.noise, back.moved) == (found.noise, found.moved)
    np.testing.assert_allclose(
        back.orthonormal.T @ back.orthonormal, found.orthonormal.T @ found.orthonormal, atol=1e-14
    )
    assert json.loads(found.to_json())["generators"][0]["words"].startswith("rotation")


def test_foreign_text_is_refused() -> None:
    with pytest.raises(FileFormatError, match="not an algebra"):
        LieAlgebra.from_json("{}")
    with pytest.raises(FileFormatError, match="not an algebra"):
        LieAlgebra.from_json("what?")
    newer = json.loads(LieAlgebra.from_matrices(catalogue.so(2)).to_json()) | {"version": 99}
    with pytest.raises(FileFormatError, match="newer version"):
        LieAlgebra.from_json(json.dumps(newer))


def test_emlp_takes_a_discovered_algebra() -> None:
    result = emlp_equivariance(channels=8)
    assert result["invariants of V⊗V"] == 1
    assert result["error"] < 1e-5


def test_emlp_groups_of_different_algebras_are_different() -> None:
    one, other = (
        LieAlgebra.from_matrices(matrices).to_emlp("x")
        for matrices in (catalogue.so(3), catalogue.so(1, 2))
    )
    assert one != other
    assert one.d == 3
    with pytest.raises(DataError, match="without generators"):
        LieAlgebra.from_matrices(catalogue.so(2)).select().to_emlp("x")
