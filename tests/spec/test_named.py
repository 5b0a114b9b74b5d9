"""Specs whose coordinates have names, and words that use them."""

from __future__ import annotations

import numpy as np
import pytest

from liesd import Spec, SpecError
from liesd.algebra import describe
from liesd.algebra.element import Element
from liesd.spec.named.draft import Draft
from liesd.spec.named.families import find_family


@pytest.mark.parametrize(
    "text",
    [
        "pos(x, y, z) + 1 -> force(fx, fy, fz)",
        "q(qx, qy) + q(px, py) -> q(ax, ay)",
        "m(a) + m(b) + m -> 1",
        "affine(x(a, b, c)) -> 1",
        "x(x) + y(y) + z(y, x) -> 1",
    ],
)
def test_names_of_coordinates_are_kept(text: str) -> None:
    spec = Spec.parse(text)
    assert Spec.parse(str(spec)) == spec
    assert Spec.parse(text.replace("(x, y, z)", "[x, y, z]")) == spec


def test_one_unknown_may_move_several_columns() -> None:
    spec = Spec.parse("q(a, b) + q(c, d) -> q(e, f)")
    assert spec.unknowns == {"q": (2, 2)}
    assert spec.coordinates("q") == ("a", "b")


@pytest.mark.parametrize("text", ["shfit(x[3]) -> 1", "x[3] + afine(x) -> 1", "foo(x, 2) -> 1"])
def test_misspelt_actions_are_no_columns(text: str) -> None:
    with pytest.raises(SpecError, match="there is no action"):
        Spec.parse(text)


def turn(n: int, i: int, j: int) -> np.ndarray:
    out = np.zeros((n, n))
    out[i, j], out[j, i] = -1, 1
    return out


@pytest.mark.parametrize(
    ("text", "matrices", "words"),
    [
        ("p(px, py) -> 1", [turn(2, 0, 1)], "rotation of (px, py)"),
        ("p(px, py, pz) -> 1", [turn(3, 0, 2)], "rotation of (px, pz)"),
        ("q(a, b) + p(c, d) -> 1", [turn(2, 0, 1)] * 2, "rotation of (a, b) and (c, d)"),
        (
            "q(a, b) + p(c, d) -> 1",
            [turn(2, 0, 1), 2 * turn(2, 0, 1)],
            "rotation of (a, b) and (c, d) (times 2)",
        ),
        ("q(a, b) + q(c, d) -> 1", [turn(2, 0, 1)], "rotation of (a, b) and (c, d)"),
        ("p(t, x) -> 1", [np.abs(turn(2, 0, 1))], "boost of (t, x)"),
        ("p(u, v) -> 1", [np.diag([1.0, 0.0])], "scaling of u"),
        ("p(u, v) -> 1", [np.eye(2)], "scaling of p"),
        ("p(u, v) -> 1", [np.diag([1.0, -2.0])], "scaling with weights (−1, 2) of (u, v)"),
        ("p(u, v) -> 1", [np.array([[0.0, 1.0], [0.0, 0.0]])], "shear along u, proportional to v"),
        ("m(mass) + l(length) -> 1", [np.eye(1), -2 * np.eye(1)],
         "scaling of mass and length (times −2)"),
        ("p(a, b, c, d) -> 1", [turn(4, 0, 1) + turn(4, 2, 3)], "rotation of (a, b) and (c, d)"),
        ("p[3] -> 1", [turn(3, 0, 2)], "rotation in the plane (0, 2) of p"),
    ],
)  # fmt: skip
def test_words_name_columns(text: str, matrices: list[np.ndarray], words: str) -> None:
    spec = Spec.parse(text)
    theta = np.concatenate([matrix.ravel() for matrix in matrices])
    assert describe(Element(spec, theta)) == words


@pytest.mark.parametrize(
    ("name", "size", "names", "found"),
    [
        ("pos", 3, ["pos_z", "pos_x", "pos_y"], ["pos_x", "pos_y", "pos_z"]),
        ("pos", 3, ["pos0", "pos1", "pos2"], ["pos0", "pos1", "pos2"]),
        ("pos", 3, ["pos1", "pos2", "pos3"], ["pos1", "pos2", "pos3"]),
        ("p", 2, ["py", "px", "pz"], ["px", "py"]),
        ("p", 4, ["pE", "px", "py", "pz"], ["pE", "px", "py", "pz"]),
        ("v", 2, ["vx", "w"], None),
    ],
)
def test_families_of_columns(name: str, size: int, names: list[str], found: object) -> None:
    assert find_family(name, size, names) == found


def test_a_part_of_a_family_is_refused() -> None:
    with pytest.raises(SpecError, match="not all of the columns"):
        find_family("pos", 3, ["pos0", "pos1", "pos2", "pos3"])


def test_a_draft_knows_its_terms() -> None:
    draft = Draft.parse("affine(pos(x, y)) + 2*q[2] + mass + 3 -> poly(u[2], 2)")
    kinds = [term.kind for term in (*draft.inputs, *draft.outputs)]
    assert kinds == ["vector", "block", "bare", "count", "vector"]
    assert draft.names_columns
    assert not Draft.parse("x[3] -> label").names_columns
    assert str(draft.preview) == "affine(pos[x, y])+2*q[2]+4 -> poly(u[2], 2)"


def test_copies_need_columns_of_their_own() -> None:
    with pytest.raises(SpecError, match="write a sum"):
        Draft.parse("3*x(a, b) -> 1")
