"""Samples on a curved surface: symmetries that lead out of it are counted, and told of."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import liesd

rng = np.random.default_rng(0)
PLANE = rng.standard_normal((1500, 2))
CONE = np.column_stack([PLANE, np.linalg.norm(PLANE, axis=1)])
BALL = rng.standard_normal((1500, 3))
SPHERE = BALL / np.linalg.norm(BALL, axis=1, keepdims=True)


def tell(found: liesd.Discovery) -> list[str]:
    return [note for note in found.notes if note.startswith("every sample lies")]


def test_motions_out_of_a_cone_are_told_of() -> None:
    found = liesd.discover(lambda x: x[:, 0] + x[:, 2], CONE, "x[3] -> y[1]")
    assert found.dimension == 7
    (note,) = tell(found)
    assert "polynomial of degree 2" in note
    assert "4 of the 7 symmetries lead out of it, and rest on how f changes where no" in note
    assert note in found.summary()


@pytest.mark.parametrize(
    ("law", "said"),
    [
        (lambda x: x[:, 2] ** 2 + x[:, 0] ** 2 + x[:, 1] ** 2, []),  # rotations keep the sphere
        (lambda x: x[:, 2] + 0.15 * x[:, 0] * x[:, 1], ["the symmetry leads out of it"]),
        (lambda x: x[:, 2], ["5 of the 6 symmetries lead out of it"]),
        (lambda x: x[:, 2] + x[:, 0] ** 3, ["all symmetries lead out of it"]),
    ],
)
def test_motions_on_a_sphere(law, said: list[str]) -> None:
    found = liesd.discover(law, SPHERE, "x[3] -> 1")
    notes = tell(found)
    assert len(notes) == len(said)
    assert all(part in note for part, note in zip(said, notes, strict=True))


def test_the_ball_is_no_surface() -> None:
    assert not tell(liesd.discover(lambda x: x[:, 2], BALL, "x[3] -> 1"))


def test_flags_and_grades_are_no_surface() -> None:
    x = np.column_stack([PLANE, rng.integers(2, size=1500), rng.integers(5, size=1500)])
    assert not tell(liesd.discover(lambda x: x[:, :2].square().sum(dim=1), x, "x[4] -> 1"))


def test_a_constant_input_is_a_plane() -> None:
    x = np.column_stack([PLANE, np.full(1500, 4.0)])
    found = liesd.discover(lambda x: x[:, :2].square().sum(dim=1), x, "x[3] -> 1")
    (note,) = tell(found)
    assert "lies in a plane (an input, or a sum of several, is constant); 3 of the 4" in note


def test_a_span_is_told_of_once() -> None:
    flat = np.column_stack([SPHERE, SPHERE.sum(axis=1)])
    found = liesd.discover(lambda x: x.square().sum(dim=1), flat, "x[4] -> 1")
    assert any("span only 3 of 4" in note for note in found.notes)
    assert not tell(found)


@pytest.mark.parametrize("learner", ["polynomial", "kernel"])
def test_of_a_law_only_motions_that_keep_to_the_surface_are_judged(learner: str) -> None:
    """Whatever a fit does out of the sphere: data say nothing of it."""
    y = SPHERE[:, 2] + 0.02 * rng.standard_normal(1500)
    model = liesd.learn(SPHERE, y, "x[3] -> 1", learner)
    found = liesd.discover(model, SPHERE, "x[3] -> 1")
    assert found.dimension == 1
    assert found.verdict is liesd.Verdict.SURE
    turn = found.generators[0]["x"]
    assert abs(abs(turn[0, 1]) - 0.5**0.5) < 0.05
    assert len(found.unseen) == 6
    (note,) = tell(found)
    assert "only motions that keep to it are judged, and all others are unseen" in note
    assert len(found.evidence) == 9


def test_a_law_that_the_surface_does_not_bind_is_judged_whole() -> None:
    x = np.column_stack([PLANE, np.full(1500, 4.0)])
    with pytest.warns(UserWarning, match="x never changes in column 2"):
        model = liesd.learn(x, (PLANE**2).sum(axis=1), "x[2]+1 -> 1", "polynomial")
    found = liesd.discover(model, x, "x[2]+1 -> 1")
    assert (found.dimension, found.unseen) == (1, [])
    assert not tell(found)


def test_curved_actions_are_asked_too() -> None:
    x = np.hstack([SPHERE, SPHERE[::-1]])
    law = lambda x: (x[:, :3] - x[:, 3:]).square().sum(dim=1)
    found = liesd.discover(law, torch.from_numpy(x.copy()), "2*affine(x[3]) -> 1")
    assert found.dimension == 6
    assert "3 of the 6 symmetries lead out of it" in tell(found)[0]
