"""How many generators there are of each kind: "three translations, three rotations"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

KINDS = {
    "translation": "translations",
    "rotation": "rotations",
    "screw": "screws",
    "boost": "boosts",
    "Galilean boost": "Galilean boosts",
    "scaling": "scalings",
    "shear": "shears",
    "special conformal map": "special conformal maps",
    "projective map": "projective maps",
    "Möbius map": "Möbius maps",
    "phase rotation": "phase rotations",
    "shift": "shifts of a field",
    "superposition": "superpositions",
}
FIRST = ("translation", "rotation", "screw", "boost", "scaling")
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def find_kind(words: str) -> str:
    """Find the kind of a generator by its words; empty for a kind without a name."""
    return next((kind for kind in KINDS if words.startswith(kind)), "")


def order_kind(words: str) -> tuple[int, str]:
    """Sort translations first, then rotations, screws, boosts and scalings, then the rest."""
    kind = find_kind(words)
    return FIRST.index(kind) if kind in FIRST else len(FIRST), words


def count_kinds(words: Iterable[str]) -> str:
    """Count generators by kind.

    >>> count_kinds(["translation along (1)", "rotation", "translation along (2)", "what"])
    'two translations, one rotation, one other field'
    """
    kinds = [find_kind(one) for one in words]
    ordered = [kind for kind in (*KINDS, "") if kind in kinds]
    return ", ".join(_count(kind, kinds.count(kind)) for kind in ordered)


def _count(kind: str, count: int) -> str:
    number = NUMBERS[count] if count < len(NUMBERS) else str(count)
    return (
        f"{number} {kind if count == 1 else KINDS[kind]}"
        if kind
        else f"{number} other field{'s' * (count > 1)}"
    )


def find_nickname(name: str, words: Sequence[str]) -> str:
    """What physicists call an algebra of fields, with a comma before it; empty if it has no name.

    >>> find_nickname("e(1,3)", []), find_nickname("se(3)", [])
    (', the Poincaré algebra', '')
    """
    curved = any(find_kind(one) in ("special conformal map", "Möbius map") for one in words)
    known = {
        r"e\(1,\d+\)": "the Poincaré algebra",
        r"gal\(\d+\)": "the Galilei algebra",
        r"gal\(\d+\) ⋊ .*": "the Galilei algebra with a scaling",
        r"bargmann\(\d+\)": "the Galilei algebra with mass",
        r"bargmann\(\d+\) ⋊ .*": "the Galilei algebra with mass and a scaling",
        r"sch\(\d+\)": "the Schrödinger algebra",
    }
    if curved:
        known |= {r"so\([12],\d+\)": "the conformal algebra", r"sl\(2\)": "Möbius maps"}
    name = re.sub(r"( ⊕ ℝ[⁰-⁹²³]*)?\)?( ⋉ superpositions)?$", "", name).removeprefix("(")
    for pattern, nickname in known.items():
        if re.fullmatch(pattern, name) or re.fullmatch(pattern, f"{name})"):
            return f", {nickname}"
    return ""
