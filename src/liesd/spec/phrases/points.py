"""Describe motions of points: "translation along (1, 1, 0)", "rotation about the point (1, 2)".

An affine field A(x − c) + r is its matrix about a centre c, and a translation r where no centre is
a fixed point; a quadratic one is named likewise where it has a name.
"""

from __future__ import annotations

import numpy as np

from liesd.spec import limits
from liesd.spec.phrases.base import Array, Hint, Phrase
from liesd.spec.phrases.matrices import describe_matrix
from liesd.spec.phrases.text import find_size, format_direction, format_number, format_point


def describe_shift(b: Array) -> Phrase:
    """Describe a shift in words.

    >>> describe_shift(np.array([2.0, 2.0, 0.0])).text
    'translation along (1, 1, 0) of {}'
    """
    return Phrase(f"translation along {format_direction(b)} of {{}}", find_size(b))


def describe_affine(A: Array, b: Array, hint: Hint = Hint()) -> Phrase | None:  # noqa: B008
    """Describe the field A(x − home) + b: a matrix about its fixed points, or a translation.

    The home is that of the hint, or else the origin.

    >>> describe_affine(np.array([[0.0, -1.0], [1.0, 0.0]]), np.array([-0.4, -0.7])).text
    'rotation about the point (0.7, −0.4) of {}'
    """
    turning, shifting = float(np.linalg.norm(A)), float(np.linalg.norm(b))
    if turning == shifting == 0:
        return None
    if turning * (hint.scale or 1.0) <= limits.LIMITS.still_share * shifting:
        return describe_shift(b)
    centre = -np.linalg.pinv(A, rcond=limits.LIMITS.fixed_rank) @ b
    scale = hint.scale or max(shifting / turning, limits.LIMITS.least_scale)
    rest = b + A @ centre
    moving = np.linalg.norm(rest) > limits.LIMITS.rest_share * turning * scale
    where = _format_centre(centre, scale, hint)
    matrix = describe_matrix(A, hint)
    if len(A) == 3 and matrix.text.startswith("rotation") and " units" not in matrix.text:
        text = _describe_axis(A, where, rest if moving else None)
    else:
        about = f"about {where}" + (f", with a {_strip(describe_shift(rest))}" if moving else "")
        text = f" {about} of {{}}".join(matrix.text.rsplit(" of {}", 1))
    return Phrase(text, matrix.size, 2)


def _describe_axis(A: Array, where: str, shift: Array | None) -> str:
    """Describe a rotation of space about an axis, or a screw if it shifts along as well."""
    axis = np.array([A[2, 1] - A[1, 2], A[0, 2] - A[2, 0], A[1, 0] - A[0, 1]]) / 2
    text = f"about the axis along {format_direction(axis)} through {where}"
    if shift is None:
        return f"rotation {text} of {{}}"
    turn = 2 * np.pi * float(shift @ axis) / float(axis @ axis)
    sign = np.sign(find_size(axis))
    return f"screw {text}, by {format_number(abs(turn) * sign * np.sign(turn))} per turn, of {{}}"


def describe_quadratic(
    q: Array,
    A: Array,
    b: Array,
    hint: Hint = Hint(),  # noqa: B008
) -> Phrase | None:
    """Describe Σ q_ijk x_j x_k + Ax + b, q symmetric in j and k, where it has a name.

    Here x is relative to the home of the hint, as in :func:`describe_affine`.
    """
    n = len(b)
    for name, build in (("special conformal map", _make_conformal), ("projective map", _project)):
        forms = np.stack([build(one) for one in np.eye(n)]).reshape(n, -1)
        along = np.asarray(np.linalg.lstsq(forms.T, q.ravel(), rcond=None)[0], dtype=np.float64)
        if np.sum((along @ forms - q.ravel()) ** 2) > (1 - limits.LIMITS.pure_share) * np.sum(q**2):
            continue
        slopes = -2 * q.reshape(n * n, n)
        centre = np.asarray(np.linalg.lstsq(slopes, A.ravel(), rcond=None)[0], dtype=np.float64)
        scale = hint.scale or float(np.linalg.norm(A) / np.linalg.norm(q))
        scale = max(scale, limits.LIMITS.least_scale)
        rest = A - (slopes @ centre).reshape(n, n), b - np.einsum("ijk,j,k", q, centre, centre)
        size = np.linalg.norm(rest[0]) * scale + np.linalg.norm(rest[1])
        more = ""
        if size > limits.LIMITS.rest_share * np.linalg.norm(q) * scale**2:
            told = describe_affine(*rest, hint)
            more = "" if told is None else f", with a {_strip(told)},"
        what = "Möbius map" if n == 1 else f"{name} along {format_direction(along)}"
        text = f"{what} about {_format_centre(centre, scale, hint)}{more} of {{}}"
        return Phrase(text, find_size(along), 2)
    return None


def _format_centre(centre: Array, scale: float, hint: Hint) -> str:
    """A centre, which is given relative to the home, as text."""
    noise = 0.0 if hint.place is None else hint.place.noise
    blur = limits.LIMITS.mixed_noises * noise * float(np.linalg.norm(centre))
    return format_point(hint.find_home(len(centre)) + centre, scale, blur)


def _make_conformal(along: Array) -> Array:
    """The quadratic form of 2(k·x)x − |x|²k."""
    return 2 * _project(along) - along[:, None, None] * np.eye(len(along))


def _project(along: Array) -> Array:
    """The quadratic form of (k·x)x."""
    form = np.eye(len(along))[:, :, None] * along
    return np.asarray((form + form.transpose(0, 2, 1)) / 2)


def _strip(phrase: Phrase) -> str:
    return phrase.text.removesuffix(" of {}")
