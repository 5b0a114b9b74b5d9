"""The name of an algebra of fields: by structure constants, modulo superpositions if need be.

A linear equation adds any of its solutions to any other, and how many of these are found depends on
the degree alone. They are an ideal, and what is left has a name.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from liesd.algebra import ranks
from liesd.algebra.fields.acting import build_faithful
from liesd.algebra.fields.census import DIVIDED, OPEN, find_kind
from liesd.algebra.fields.kinematic import name_kinematic
from liesd.algebra.identity.identify import Identity, Part, identify
from liesd.algebra.span import Span
from liesd.spec import Array, Spec

ADDED = ("superposition", "shift")
"""The kinds of generators that add a function to a field."""
MARGIN, BRACKETS = 3 / ranks.TOLERANCES.simple_distance, "the brackets of motions in time"
"""How clear a name is for which an isomorphism was found: all brackets agree at least so well."""


class Readable(NamedTuple):
    """Readable generators with their words, in charts."""

    rows: Array
    words: tuple[str, ...]


class Brackets(NamedTuple):
    """Structure constants of rows, and the part of brackets that is outside their span."""

    constants: Array
    residual: float


def name_fields(
    algebra: Span, acting: tuple[Array, Array], rows: Array, words: tuple[str, ...]
) -> Identity:
    """Name an algebra of fields with these readable generators, and their words.

    ``acting`` are structure constants of scale one, and matrices by which the fields act.
    """
    inner = algebra.spec.with_charts(algebra.charts).to_charts(rows)
    shown = Readable(inner / np.linalg.norm(inner, axis=1, keepdims=True), words)
    found = Identity(f"{OPEN} (dimension {algebra.dimension})", (), 1.0, "the closure")
    if algebra.is_closed:
        found = identify(*acting, algebra.make_decider(), points=True)
        if found.known:
            return found
        constants = measure_brackets(algebra.spec, shown.rows, algebra.modulo).constants
        if name := name_kinematic(constants, words, algebra.floor):
            part = Part(name, (), found.parts[0].kind, np.eye(algebra.dimension))
            return Identity(name, (part,), MARGIN, BRACKETS)
    return _name_divided(algebra, shown) or found


def _name_divided(algebra: Span, shown: Readable) -> Identity | None:
    """Name what is left without superpositions; None where these are no ideal, or it has no name.

    Solutions of a linear equation have a multiple of them among the generators, u∂u, that commutes
    with all others.
    """
    added = np.array([find_kind(one) in ADDED for one in shown.words], dtype=bool)
    if not added.any() or added.all():
        return None
    S, rest = shown.rows[added], shown.rows[~added]
    most = ranks.TOLERANCES.closed * max(algebra.floor, ranks.TOLERANCES.exact_noise)
    moved = np.array([algebra.spec.bracket(row, S) for row in rest])
    whole = np.array([algebra.spec.remainder(row, S) for row in rest]) <= most
    moved = np.where(whole[:, :, None], moved, 0.0)  # others are solutions of a higher degree
    inside = moved @ np.linalg.pinv(S)
    if np.abs(moved - inside @ S).max() > most:
        return None
    divided = np.concatenate([algebra.modulo, S])
    brackets = measure_brackets(algebra.spec, rest, divided)
    if brackets.residual > most:
        return None
    c = brackets.constants
    if not _scales(c, inside, most):
        return None
    scale = max(float(np.abs(c).max(initial=0.0)), 1e-300)
    acting = build_faithful(algebra.spec, rest, c, algebra.floor) / scale
    found = identify(c / scale, acting, algebra.make_decider(), points=True)
    words = [one for one, gone in zip(shown.words, added, strict=True) if not gone]
    if not found.known:
        if (name := name_kinematic(c, words, algebra.floor)) is None:
            return None
        found = Identity(name, (), MARGIN, BRACKETS)
    name = f"({found.name})" if "⊕" in found.name else found.name
    return replace(found, name=f"{name} ⋉ {DIVIDED}", parts=())


def _scales(c: Array, acting: Array, most: float) -> bool:
    """True if some element of the centre multiplies all of S by the same number.

    ``acting`` are the brackets (rest, S) of the generators with S, in terms of S.
    """
    count, size = acting.shape[:2]
    rows = np.concatenate([acting.reshape(count, -1), c.reshape(count, -1)], axis=1).T
    target = np.concatenate([np.eye(size).ravel(), np.zeros(c[0].size)])
    found = np.linalg.lstsq(rows, target, rcond=1e-9)[0]
    size = max(1.0, float(np.linalg.norm(found)))
    return float(np.linalg.norm(rows @ found - target)) <= most * size


def measure_brackets(spec: Spec, rows: Array, modulo: Array) -> Brackets:
    """Measure the structure constants of independent rows, modulo others."""
    count = len(rows)
    frame = np.concatenate([rows, modulo])
    constants, worst = np.zeros((count, count, count)), 0.0
    for i in range(count - 1):
        brackets = spec.bracket(rows[i], rows[i + 1 :])
        numbers = np.linalg.lstsq(frame.T, brackets.T, rcond=None)[0].T
        beyond = spec.remainder(rows[i], rows[i + 1 :])
        off = np.linalg.norm(brackets - numbers @ frame, axis=1) + beyond
        worst = max(worst, float(off.max()))
        constants[i, i + 1 :], constants[i + 1 :, i] = numbers[:, :count], -numbers[:, :count]
    return Brackets(constants, worst)
