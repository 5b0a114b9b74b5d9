"""The language: what it means, that it prints as it parses, and what it says when it cannot."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from liesd import DataError, Scalar, Spec, SpecError, Vector
from tests.strategies import specs


def test_table_of_the_language() -> None:
    sizes = {
        "x[5] -> y[3]": (5, 3, 34),
        "a[2]+b[3] -> c[2]+d[2]": (5, 4, 21),
        "a[4]*b[5] -> c[2]*d[3]": (20, 6, 54),
        "q1[2]+p1[2]+q2[2]+p2[2] -> q1+p1+q2+p2": (8, 8, 16),
        "3*x[3] -> a[3]*b[3]": (9, 9, 27),
        "3*x[3] -> y[9]": (9, 9, 90),
        "20*p[4] -> 1": (80, 1, 16),
        "x[3] -> x.T": (3, 3, 9),
        "x[3] -> x*x.T": (3, 9, 9),
        "2*(a[3]+b[2]) + 1 -> a": (11, 3, 13),
    }
    for text, (n, m, p) in sizes.items():
        spec = Spec.parse(text)
        assert (spec.input.dim, spec.output.dim, spec.size) == (n, m, p)


def test_python_expressions_are_the_same_values() -> None:
    x, a, b = Vector("x", 3), Vector("a", 3), Vector("b", 2)
    assert (3 * x >> a * b) == Spec.parse("3*x[3] -> a[3]*b[2]")
    assert (2 * (a + b) + 1 >> a) == Spec.parse("2*(a[3]+b[2]) + 1 -> a")
    assert (x >> x * x.T + x.T) == Spec.parse("x[3] -> x*x.T + x.T")
    assert (1 + x >> Scalar(4)) == Spec.parse("1+x[3] -> 4")
    assert (x * 2 >> 1) == Spec.parse("x[3]*2 -> 1")
    assert 3 * x == Scalar(3) * x
    assert 2 * (3 * x) == 6 * x
    assert 1 * x == x == x.T.T
    assert Scalar(2) == Scalar(2).T
    assert (a + b) + x == a + (b + x)
    assert len({Spec.parse("x[3] -> x"), x >> x, Spec.parse(" x[3]->x ")}) == 1


def test_values_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Vector("x", 3).size = 4
    with pytest.raises(AttributeError):
        Spec.parse("x[3] -> x").input = Scalar(1)


@given(specs())
def test_prints_as_it_parses(spec: Spec) -> None:
    assert Spec.parse(str(spec)) == spec
    assert hash(Spec.parse(str(spec))) == hash(spec)
    assert eval(repr(spec), {"Spec": Spec}) == spec


@given(specs(), st.integers(0, 2**32 - 1))
def test_pack_and_unpack(spec: Spec, seed: int) -> None:
    theta = np.random.default_rng(seed).normal(size=spec.size)
    assert np.array_equal(spec.pack(spec.unpack(theta)), theta)


BAD = [
    ("x[5] - y[3]", 5, "'->'"),
    ("x[5]", 4, "'->'"),
    ("", 0, "expected a name"),
    ("x -> y[3]", 0, "must give its size"),
    ("x[3] -> y", 8, "must give its size"),
    ("0*x[3] -> 1", 0, "at least 1"),
    ("1.5*x[3] -> 1", 0, "whole number"),
    ("x[0] -> 1", 2, "at least 1"),
    ("x[-2] -> 1", 2, "whole number"),
    ("x[2.5] -> 1", 2, "whole number"),
    ("x[n] -> 1", 2, "whole number"),
    ("x[] -> 1", 2, "whole number"),
    ("x[99999999999] -> 1", 2, "too large"),
    ("x[3] -> x[4]", 10, "size 3 above and 4 here"),
    ("x[3", 3, "']'"),
    ("(x[3] -> 1", 6, "')'"),
    ("x[3]) -> 1", 4, "'->'"),
    ("x[3] y[2] -> 1", 5, "'+', '*'"),
    ("x[3].t -> 1", 4, "'.T'"),
    ("x[3]**2 -> 1", 5, "a whole number or '('"),
    ("x[3] -> ", 7, "a whole number or '('"),
    ("-> x[3]", 0, "a whole number or '('"),
    ("x[3] -> x -> x", 10, "the end of the spec"),
    ("x[3] $ y[2] -> 1", 5, "'$'"),
    ("3 -> 1", 0, "nothing can move"),
]


@pytest.mark.parametrize(("text", "place", "words"), BAD, ids=[row[0] or "empty" for row in BAD])
def test_errors_show_the_spec_and_point_at_the_place(text: str, place: int, words: str) -> None:
    with pytest.raises(SpecError) as caught:
        Spec.parse(text)
    message, shown, pointer = str(caught.value).split("\n")
    assert words in message
    assert shown == "  " + text.strip()
    assert pointer == " " * (2 + place) + "^"


def test_errors_from_python() -> None:
    x = Vector("x", 3)
    for build, words in [
        (lambda: 0 * x, "at least 1, not 0"),
        (lambda: 1.5 * x, "whole number"),
        (lambda: True * x, "whole number"),
        (lambda: x + "y", "whole number"),
        (lambda: Vector("x", 0), "size of x"),
        (lambda: Vector("2x", 3), "identifier"),
        (lambda: x + Vector("x", 2), "two sizes, 3 and 2"),
        (lambda: x * Vector("x", 2), "two sizes"),
        (lambda: x >> Vector("x", 2), "two sizes"),
        (lambda: Scalar(2) >> 1, "nothing can move"),
        (lambda: Spec.parse(3), "a spec is a text"),
        (lambda: Spec.parse("(" * 5000 + "x[3]" + ")" * 5000 + " -> 1"), "nested too deeply"),
    ]:
        with pytest.raises(SpecError, match=words):
            build()


def test_pack_says_what_is_wrong() -> None:
    spec = Spec.parse("x[2] -> y[1]")
    good = {"x": np.eye(2), "y": np.eye(1)}
    for theta, words in [
        ({"x": np.eye(2)}, "says nothing of y"),
        (good | {"z": np.eye(2)}, "names z"),
        (good | {"x": np.eye(3)}, r"shape \(2, 2\)"),
        (good | {"x": np.full((2, 2), np.nan)}, "not finite"),
        (np.eye(2), "dictionary"),
    ]:
        with pytest.raises(DataError, match=words):
            spec.pack(theta)


def test_coordinates_may_have_names() -> None:
    spec = Spec.parse("poly(z[t, x, u], 1)+affine(y[2]) -> y")
    assert spec.coordinates("z") == ("t", "x", "u")
    assert spec.coordinates("y") == ("y0", "y1")
    assert spec.library("z") == ("1", "t", "x", "u")
    assert Spec.parse(str(spec)) == spec
    for text, place in (("z[t, t] -> 1", 0), ("z[t, 3] -> 1", 5)):
        with pytest.raises(SpecError) as caught:
            Spec.parse(text)
        assert caught.value.position == place
