"""How many generators there are of each kind: "three translations, three rotations"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

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
DIVIDED = "superpositions"
"""Solutions of a linear equation, in the name of an algebra that adds them."""
OPEN = "not closed"
"""How the name of what is no algebra begins."""
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


def write_title(name: str, words: Sequence[str], left: str) -> str:
    """The name of an algebra of fields with these words, and the kinds of its generators.

    ``left`` are the fields that brackets lead out of: what is named is then a part of an algebra.

    >>> write_title("e(1,1) ⊕ ℝ", ["translation in t", "scaling"], "")
    'e(1,1) ⊕ ℝ, where e(1,1) is the Poincaré algebra: one translation, one scaling'
    >>> write_title("not closed (dimension 1)", ["scaling"], "degree 2")
    'span of 1 field, not closed within degree 2: one scaling'
    """
    named, kinds = f"{name}{find_nickname(name, words)}", count_kinds(words)
    if not left:
        return f"{named}: {kinds}"
    span = f"span of {len(words)} field{'s' * (len(words) > 1)}, not closed within {left}"
    return f"{span}: {kinds}" if name.startswith(OPEN) else f"{span}, in {named}: {kinds}"


def find_nickname(name: str, words: Sequence[str]) -> str:
    """What physicists call an algebra of fields, with a comma before it; empty if it has no name.

    A name that belongs to a summand says to which.

    >>> find_nickname("e(1,3)", []), find_nickname("se(3)", [])
    (', the Poincaré algebra', '')
    >>> find_nickname("sch(1) ⋉ superpositions", [])
    ', where sch(1) is the Schrödinger algebra'
    """
    body, divided, _ = name.partition(f" ⋉ {DIVIDED}")
    if divided and body.startswith("("):
        body = body[1:-1]
    factors = body.split(" ⊕ ")
    known = {one: nickname for one in factors if (nickname := _look_up(one, _NICKNAMES))}
    if any(find_kind(one) in ("special conformal map", "Möbius map") for one in words):
        curved = [one for one in factors if _look_up(one, _CURVED)]
        if len(curved) == 1:
            known |= {one: _look_up(one, _CURVED) for one in curved}
    if name in known:
        return f", {known[name]}"
    told = [
        f"{one} {'is' if nickname.startswith('the ') else 'are'} {nickname}"
        for one, nickname in known.items()
    ]
    return f", where {' and '.join(told)}" if told else ""


def _look_up(name: str, known: Mapping[str, str]) -> str:
    return next((told for pattern, told in known.items() if re.fullmatch(pattern, name)), "")


_NICKNAMES = {
    r"e\(1,\d+\)": "the Poincaré algebra",
    r"gal\(\d+\)": "the Galilei algebra",
    r"gal\(\d+\) ⋊ .*": "the Galilei algebra with a scaling",
    r"bargmann\(\d+\)": "the Galilei algebra with mass",
    r"bargmann\(\d+\) ⋊ .*": "the Galilei algebra with mass and a scaling",
    r"sch\(\d+\)": "the Schrödinger algebra",
}
_CURVED = {r"so\([12],\d+\)": "the conformal algebra", r"sl\(2\)": "Möbius maps"}
"""Names of algebras that hold conformal maps."""
