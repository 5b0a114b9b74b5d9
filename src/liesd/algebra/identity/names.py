"""Names of Lie algebras as text: which ones stand for the same algebra.

>>> is_same("gl(3)", "sl(3) ⊕ ℝ"), is_same("so(1,3)", "sl(2,ℂ)"), is_same("so(3)", "sl(2)")
(True, True, False)
"""

from __future__ import annotations

import re

_SAME = (
    ("so(2)", "u(1)"),
    ("so(3)", "su(2)", "usp(2)"),
    ("sl(2)", "so(1,2)", "sp(2)", "su(1,1)"),
    ("so(1,3)", "sl(2,ℂ)"),
    ("so(5)", "usp(4)"),
    ("so(1,4)", "usp(2,2)"),
    ("so(2,3)", "sp(4)"),
    ("so(6)", "su(4)"),
    ("sl(4)", "so(3,3)"),
    ("so(2,4)", "su(2,2)"),
    ("ℝ", "gl(1)", "so(1,1)", "e(1)"),
)
_SUMS = {"so(4)": ("so(3)", "so(3)"), "so(2,2)": ("sl(2)", "sl(2)")}
_USUAL = {name: names[0] for names in _SAME for name in names}
_POWER = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


def is_same(one: str, other: str) -> bool:
    """True if two names stand for isomorphic algebras."""
    return split_name(one) == split_name(other)


def split_name(name: str) -> tuple[str, ...]:
    """Split a name into summands, each by its usual name, sorted."""
    parts: list[str] = []
    for part in re.split(r"\s*(?:⊕|\(\+\))\s*", name.strip()):
        parts += _split_part(part)
    return tuple(sorted(parts))


def _split_part(part: str) -> list[str]:
    if power := re.fullmatch(r"(?:ℝ|R)\^?([⁰¹²³⁴⁵⁶⁷⁸⁹\d]*)", part):
        return ["ℝ"] * int(power[1].translate(_POWER) or 1)
    if (power := re.fullmatch(r"so\((\d+),(\d+)\)", part)) and int(power[1]) > int(power[2]):
        part = f"so({power[2]},{power[1]})"
    part = _find_motions(part)
    if part in _USUAL:
        return [_USUAL[part]]
    if part in _SUMS:
        return list(_SUMS[part])
    if whole := re.fullmatch(r"(gl|u)\((.*)\)", part):
        simple, flat = ("sl", "ℝ") if whole[1] == "gl" else ("su", "so(2)")
        return [*_split_part(f"{simple}({whole[2]})"), flat]
    return [part]


def _find_motions(part: str) -> str:
    """The usual name of linear maps of a space with its translations: se(3) is e(3)."""
    if whole := re.fullmatch(r"(?:se|iso|E|SE)\((.*)\)", part):
        return f"e({whole[1]})"
    if whole := re.fullmatch(r"(so|sl|gl)\((\d+(?:,\d+)?)\) ⋉ ℝ\^?([⁰¹²³⁴⁵⁶⁷⁸⁹\d]+)", part):
        size = sum(map(int, whole[2].split(",")))
        if size == int(whole[3].translate(_POWER)):
            return f"{_WITH_TRANSLATIONS[whole[1]]}({whole[2]})"
    return _NAMED.get(part.lower(), part)


_WITH_TRANSLATIONS = {"so": "e", "sl": "saff", "gl": "aff"}
_NAMED = {"poincaré": "e(1,3)", "poincare": "e(1,3)", "galilei": "gal(3)"}
