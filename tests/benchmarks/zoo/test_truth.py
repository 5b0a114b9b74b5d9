"""Every case of the zoo is what it says, by a solve that does not use the library."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from benchmarks.zoo import CASES
from benchmarks.zoo.action import channels, read
from benchmarks.zoo.case import Case
from benchmarks.zoo.truth import angle, complaints, projector, solve
from liesd.spec import Spec

every_case = pytest.mark.parametrize("case", CASES.values(), ids=lambda case: case.name)


@every_case
def test_the_algebra_is_exactly_the_one_that_is_given(case: Case) -> None:
    assert complaints(case, count=300) == []


@every_case
def test_samples_follow_their_seed_and_fit_the_spec(case: Case) -> None:
    x, again = (case.sample(np.random.default_rng(3), 5) for _ in range(2))
    action = read(case.spec)
    assert x.dtype == np.float64
    assert x.shape == (5, action.inputs.shape[1])
    assert np.array_equal(x, again)
    y = case.function(torch.from_numpy(x))
    assert y.dtype == torch.float64
    assert y.shape == (5, action.outputs.shape[1])


@every_case
def test_both_readings_of_a_spec_agree(case: Case) -> None:
    action, spec = read(case.spec), Spec.parse(case.spec)
    assert {name: (n, n) for name, n in action.sizes.items()} == spec.unknowns
    rng = np.random.default_rng(0)
    theta = {name: rng.standard_normal((n, n)) for name, n in action.sizes.items()}
    packed = action.columns([theta])[:, 0]
    assert np.allclose(np.tensordot(packed, action.inputs, 1), spec.input.matrix(theta))
    assert np.allclose(np.tensordot(packed, action.outputs, 1), spec.output.matrix(theta))


def test_a_wrong_algebra_is_noticed() -> None:
    right = CASES["so3-length"]
    few = Case("few", "", right.spec, right.sample, right.function, right.true[:2])
    assert "says {'genuine': 2" in complaints(few)[0]
    other = [{"x": np.diag(row)} for row in np.eye(3)]
    wrong = Case("other", "", right.spec, right.sample, right.function, other)
    assert "another space" in complaints(wrong)[0]
    hidden = Case("hidden", "", right.spec, right.sample, right.function, right.true, unseen=1)
    assert complaints(hidden)
    nearly = CASES["broken-rotation-1"]
    tiny = Case(
        "tiny",
        "",
        nearly.spec,
        nearly.sample,
        lambda x: nearly.unbroken(x) + 1e-3 * (nearly.function(x) - nearly.unbroken(x)),
        [],
    )
    assert "no clear gap" in complaints(tiny)[0]


def test_channels_and_projectors() -> None:
    assert [list(block) for block in channels(read("2*x[2]+2 -> 1").inputs)] == [
        [0, 1],
        [2, 3],
        [4],
        [5],
    ]
    x = np.random.default_rng(0).standard_normal((50, 2)) @ np.array([[1.0, 0.0, 1.0], [0, 1, 0]])
    P = projector(x, [np.arange(3)])
    assert np.allclose(x @ P.T, x)
    assert np.allclose(P @ P, P)
    assert np.linalg.matrix_rank(P) == 2
    with pytest.raises(ValueError, match="not a spec"):
        read("x[2]-1 -> x")


def test_angles_between_spaces() -> None:
    E = np.eye(3)
    assert angle(E[:, :1], E[:, :2]) == 1.0
    assert angle(E[:, :0], E[:, :0]) == 0.0
    tilted = np.array([[1.0], [0.1], [0.0]]) / np.hypot(1, 0.1)
    assert np.isclose(angle(E[:, :1], tilted), np.sin(np.arctan(0.1)))


def test_units_do_not_matter() -> None:
    """The same problem in other units has the same singular values."""
    case = CASES["units-inside"]
    found = solve(case.spec, case.function, case.sample(np.random.default_rng(0), 300))
    x = case.sample(np.random.default_rng(0), 300) @ np.diag([1.0, 1e-6])
    plain = solve(case.spec, lambda z: torch.log1p(z.square().sum(1, keepdim=True)), x)
    assert np.allclose(found.values, plain.values, atol=1e-9)
