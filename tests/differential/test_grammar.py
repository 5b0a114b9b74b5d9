"""The language of equations, and errors that point at the place."""

from __future__ import annotations

import pytest

from liesd.differential.grammar import parse
from liesd.errors import SpecError

PLANE = (("t", "x", "y"), ("u", "v"))


@pytest.mark.parametrize(
    ("text", "axes", "fields", "shown", "order"),
    [
        ("u_t=F( u,u_x , u_xx)", ("t", "x"), ("u",), "u_t = F(u, u_x, u_xx)", 2),
        ("u_t, v_t = G(u, v, u_xx, v_xy)", *PLANE, "u_t, v_t = G(u, v, u_xx, v_xy)", 2),
        ("u_tt = F(t, x, u_yxy)", *PLANE, "u_tt = F(t, x, u_xyy)", 3),
        ("y'' = F(x, y, y')", ("x",), ("y",), "y_xx = F(x, y, y_x)", 2),
        ("y_xxx = F(y'')", ("x",), ("y",), "y_xxx = F(y_xx)", 3),
        ("q_1_tt = F(q_1)", ("t",), ("q_1",), "q_1_tt = F(q_1)", 2),
        ("u_timex = F(u)", ("time", "x"), ("u",), "u_timex = F(u)", 2),
    ],
)
def test_it_reads_and_prints(text: str, axes, fields, shown: str, order: int) -> None:
    equation = parse(text, axes, fields)
    assert (str(equation), equation.order) == (shown, order)
    assert parse(str(equation), axes, fields) == equation


def test_it_knows_what_the_right_side_leaves_out() -> None:
    assert parse("u_t = F(x, u)", *PLANE).free_axes == ("t", "y")
    assert parse("u_t = F(x, u)", *PLANE).arguments == ("x", "u")


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        ("u_t = F(u, w_x)", "neither a field nor an axis", 11),
        ("u_t = F(u, u_z)", "derived by 'z'", 11),
        ("u = F(u_x)", "must be a derivative", 0),
        ("u_t, u_t = F(u)", "stands twice on the left", 5),
        ("u_t = F(u, u)", "stands twice among", 11),
        ("u_t = F(u, u_tx)", "follows from the equation", 11),
        ("u_t = u_xx", "must be a function", 6),
        ("u_t = F(u", "expected ',' or '\\)', found the end", 9),
        ("u_t = F()", "expected an argument", 8),
        ("u_t = F(u) + 1", "nothing may follow", 11),
        ("u' = F(u)", "by which axis", 0),
        ("u_t F(u)", "expected ',' or '='", 4),
    ],
)
def test_errors_point_at_the_place(text: str, message: str, place: int) -> None:
    with pytest.raises(SpecError, match=message) as caught:
        parse(text, *PLANE)
    assert caught.value.position == place


def test_a_first_order_ode_is_refused() -> None:
    with pytest.raises(SpecError, match="infinitely many symmetries"):
        parse("y' = F(x, y)", ("x",), ("y",))
    with pytest.raises(SpecError, match="a text such as"):
        parse(3, ("x",), ("y",))  # type: ignore[arg-type]
