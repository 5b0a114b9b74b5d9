"""Algebras of motions in time: Galilei with mass, with a scaling, the Schrödinger algebra.

Time H, boosts K and what follows from them are looked up among the generators; everything else is
the solution of linear equations, and all brackets are compared with those of the algebra that is
named. So a name stands for an isomorphism that was found.

    [H, Kᵢ] = Pᵢ   [Kᵢ, Pⱼ] = δᵢⱼ M   [D, P] = −P   [D, H] = −zH   [C, Pᵢ] = −Kᵢ   [H, C] = D
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

import numpy as np

from liesd.algebra import ranks
from liesd.algebra.fields.census import find_kind
from liesd.algebra.identity.semidirect import write_superscript
from liesd.spec import Array

Roles = dict[str, Array]
"""Elements of the algebra by their role, in coordinates."""


def name_kinematic(c: Array, words: Sequence[str], noise: float) -> str | None:
    """Name an algebra with structure constants c whose generators have these words.

    None if it is no algebra of motions in time, with numbers beside it that commute with all.
    """
    kinds = [find_kind(one) for one in words]
    unit, c, most = np.eye(len(c)), *_balance(c, noise)
    boosts = [unit[k] for k, kind in enumerate(kinds) if kind == "Galilean boost"]
    for time in (unit[k] for k, kind in enumerate(kinds) if kind == "translation"):
        if boosts and (name := _Motions(c, most).name(time, boosts)):
            return name
    return None


class _Motions(NamedTuple):
    """Brackets in a basis, and the error that they may have."""

    c: Array
    most: float

    def bracket(self, x: Array, y: Array) -> Array:
        return np.asarray(np.einsum("ijk,i,j->k", self.c, x, y))

    def name(self, time: Array, boosts: list[Array]) -> str | None:
        n = len(boosts)
        roles = {"H": time}
        roles |= {f"K{i}": boost for i, boost in enumerate(boosts)}
        roles |= {f"P{i}": self.bracket(time, boost) for i, boost in enumerate(boosts)}
        if min(float(np.linalg.norm(roles[f"P{i}"])) for i in range(n)) <= self.most:
            return None
        mass = self.bracket(roles["K0"], roles["P0"])
        if np.linalg.norm(mass) > self.most:
            roles["M"] = mass
        for i, j in combinations(range(n), 2):
            turned = {f"{one}{i}": (f"{one}{j}", 1.0) for one in "PK"}
            turned |= {f"{one}{j}": (f"{one}{i}", -1.0) for one in "PK"}
            found = self.solve(roles, turned)
            if found is None:
                return None
            roles[f"J{i}{j}"] = found[0]
        slopes, weight = list_weights(roles)
        bent = self.solve(roles, {f"P{i}": (f"K{i}", -1.0) for i in range(n)}, skipped=("H",))
        z = 2.0
        if bent is not None and "M" in roles:
            roles |= {"C": bent[0], "D": self.bracket(time, bent[0])}
        elif (found := self.solve(roles, weight, slopes)) is not None:
            roles["D"], z = found
        if not self.is_like(roles, n, z) or (rest := self.count_rest(roles)) is None:
            return None
        beside = f" ⊕ ℝ{write_superscript(rest) if rest > 1 else ''}" if rest else ""
        return _write(roles, n, z) + beside

    def solve(
        self,
        roles: Roles,
        wanted: dict[str, tuple[str, float]],
        slopes: dict[str, float] | None = None,
        skipped: tuple[str, ...] = (),
    ) -> tuple[Array, float] | None:
        """The element x with [x, role] = number · role', or (number + slope·z) with z unknown."""
        rows, target = [], []
        for role, value in roles.items():
            if role in skipped or role[0] == "J":
                continue
            other, number = wanted.get(role, (role, 0.0))
            along = -(slopes or {}).get(role, 0.0) * value
            rows.append(np.column_stack([np.einsum("ijk,j->ki", self.c, value), along]))
            target.append(number * roles[other])
        A, b = np.concatenate(rows), np.concatenate(target)
        found = np.linalg.lstsq(A, b, rcond=1e-6)[0]
        if np.linalg.norm(A @ found - b) > self.most * np.linalg.norm(b):
            return None
        return found[:-1], float(found[-1])

    def is_like(self, roles: Roles, n: int, z: float) -> bool:
        """True if all brackets are those of the algebra of these roles."""
        for (a, x), (b, y) in combinations(roles.items(), 2):
            wanted = sum(
                (number * roles[k] for k, number in _expect(a, b, n, z).items() if k in roles),
                np.zeros(len(self.c)),
            )
            room = self.most * float(np.linalg.norm(x) * np.linalg.norm(y))
            if np.linalg.norm(self.bracket(x, y) - wanted) > room:
                return False
        return True

    def count_rest(self, roles: Roles) -> int | None:
        """How many generators beside the roles commute with all; None if some others do not."""
        R = np.array([one / np.linalg.norm(one) for one in roles.values()])
        _, sizes, right = np.linalg.svd(self.c.reshape(len(self.c), -1).T)
        padded = np.concatenate([sizes, np.zeros(len(self.c) - len(sizes))])
        both = np.concatenate([R, right[padded <= self.most]])
        ranks_found = [int(np.linalg.matrix_rank(one, self.most)) for one in (R, both)]
        if ranks_found != [len(R), len(self.c)]:
            return None
        return len(self.c) - len(R)


def _balance(c: Array, noise: float) -> tuple[Array, float]:
    """Structure constants of the order of one, by other sizes of the generators, and their error.

    >>> _balance(np.array([[[0.0, 0.0], [0.0, 100.0]], [[0.0, -100.0], [0.0, 0.0]]]), 0.0)[0][0, 1]
    array([0., 1.])
    """
    least = max(ranks.TOLERANCES.entry_noises * noise, ranks.TOLERANCES.exact_noise)
    places = np.argwhere(np.abs(c) > least)
    if not len(places):
        return c, least
    unit = np.eye(len(c))
    i, j, k = places.T
    sizes = np.linalg.lstsq(unit[i] + unit[j] - unit[k], -np.log(np.abs(c[i, j, k])), rcond=None)[0]
    logs = sizes[:, None, None] + sizes[:, None] - sizes
    growth = float(np.exp(logs[i, j, k].max()))
    most = max(least * growth, ranks.TOLERANCES.canonical)
    return c * np.exp(np.clip(logs, -50, 50)), min(most, ranks.TOLERANCES.simple_distance / 3)


def list_weights(roles: Roles) -> tuple[dict[str, float], dict[str, tuple[str, float]]]:
    """What a scaling of time by λᶻ makes of each role: slope·z + number."""
    slopes, numbers = {"H": -1.0}, {}
    for role in roles:
        if role[0] == "P":
            numbers[role] = (role, -1.0)
        if role[0] == "K":
            slopes[role], numbers[role] = 1.0, (role, -1.0)
        if role == "M":
            slopes[role], numbers[role] = 1.0, (role, -2.0)
    return slopes, numbers


def _expect(a: str, b: str, n: int, z: float) -> dict[str, float]:
    """[a, b] of two roles, as numbers of roles."""
    if (table := _look_up(a, b, z)) is not None:
        return table
    if (table := _look_up(b, a, z)) is not None:
        return {role: -number for role, number in table.items()}
    if a[0] == b[0] == "J":
        return _turn(a, b, n)
    return {}


def _look_up(a: str, b: str, z: float) -> dict[str, float] | None:
    kinds = a[0] + b[0]
    if kinds == "HK":
        return {f"P{b[1]}": 1.0}
    if kinds == "KP":
        return {"M": 1.0} if a[1] == b[1] else {}
    if kinds == "CP":
        return {f"K{b[1]}": -1.0}
    if kinds == "HC":
        return {"D": 1.0}
    if a == "D" and b[0] in "HPKMC":
        return {b: {"H": -z, "P": -1.0, "K": z - 1, "M": z - 2, "C": z}[b[0]]}
    if a[0] == "J" and b[0] in "PK":
        i, j = a[1], a[2]
        return {f"{b[0]}{j}": 1.0} if b[1] == i else {f"{b[0]}{i}": -1.0} if b[1] == j else {}
    return None


def _turn(a: str, b: str, n: int) -> dict[str, float]:
    """[J, J'] of rotations that take eᵢ to eⱼ."""
    one, other = (_build_turn(role, n) for role in (a, b))
    both = one @ other - other @ one
    return {f"J{i}{j}": float(both[j, i]) for i, j in combinations(range(n), 2) if both[j, i]}


def _build_turn(role: str, n: int) -> Array:
    i, j = int(role[1]), int(role[2])
    out = np.zeros((n, n))
    out[j, i], out[i, j] = 1.0, -1.0
    return out


def _write(roles: Roles, n: int, z: float) -> str:
    if "C" in roles:
        return f"sch({n})"
    name = f"bargmann({n})" if "M" in roles else f"gal({n})"
    if "D" not in roles:
        return name
    whole = Fraction(z).limit_denominator(ranks.TOLERANCES.most_denominator)
    near = abs(z - whole) <= ranks.TOLERANCES.whole_distance / 4
    return f"{name} ⋊ ℝ(z={whole if near else format(z, '.3g')})"
