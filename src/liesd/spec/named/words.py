"""Say what moves by the names of coordinates: "rotation of (px, py)", not "plane (0, 1) of p"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from liesd.spec.phrases import Phrase

_PAIR = r"\((\d+), (\d+)\)"
_ALONE = (
    (rf"in the planes? ({_PAIR}(?: and {_PAIR})*) of {{}}", "of {}", "{}"),
    (r"along (\d+) of {}", "along {}", "{}"),
    (r"along axis (\d+), proportional to axis (\d+), of {}", "along {}", "{}, proportional to {}"),
    (r"of axis (\d+) of {}", "of {}", "{}"),
)
"""Numbers that stand for coordinates, what the phrase is with names, and how these are joined."""
_WITHIN = (
    rf"(in the planes? )({_PAIR}(?: and {_PAIR})*)",
    r"()(?:axis )(\d+)",
    r"(exchange of the roles )(\d+(?: → \d+)*)",
    r"(boost along )(\d+)",
)
"""The same in the midst of a phrase: what stays, and where the numbers are."""
_OF_ALL = ("rotation of {}", "weights", "about (", "about the", "along (", "exchange")


def name_axes(phrase: Phrase, axes: Sequence[str]) -> Phrase:
    """The same phrase with names of coordinates; without these as it is.

    >>> name_axes(Phrase("rotation in the plane (0, 1) of {}", 1.0), ("px", "py", "pz"))
    Phrase(text='rotation of {}', size=1.0, view=1, labels=('(px, py)',))
    """
    if not axes:
        return phrase
    for pattern, text, label in _ALONE:
        if found := re.search(pattern, phrase.text):
            numbers = re.findall(r"\d+", found[0])
            names = [axes[int(one)] for one in numbers]
            joined = _join_planes(names) if "plane" in found[0] else label.format(*names)
            start, end = found.span()
            return phrase._replace(
                text=phrase.text[:start] + text + phrase.text[end:], labels=(joined,)
            )
    text = phrase.text
    for pattern in _WITHIN:
        text = re.sub(pattern, lambda found: _fill(found, axes), text)
    every = axes[0] if len(axes) == 1 else f"({', '.join(axes)})"
    if len(axes) == 1 or any(mark in text for mark in _OF_ALL):
        return phrase._replace(text=text, labels=(every,))
    return phrase._replace(text=text)


def _fill(found: re.Match[str], axes: Sequence[str]) -> str:
    """The match with names in place of numbers."""
    return found[1] + re.sub(r"\d+", lambda number: axes[int(number[0])], found[2])


def _join_planes(names: Sequence[str]) -> str:
    pairs = [f"({a}, {b})" for a, b in zip(names[::2], names[1::2], strict=True)]
    return " and ".join(pairs)
