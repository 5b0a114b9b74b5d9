"""Describe an infinitesimal action in words: "rotation in the plane (0, 1) of x and y".

Each action says what it does to an unknown (:meth:`liesd.spec.Action.describe`); here the unknowns
that are moved alike are named together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from liesd.algebra.fields.acting import find_slopes
from liesd.errors import DataError, check_numbers
from liesd.spec import Array, Chart, Hints, Phrase, Vector
from liesd.spec import limits as spec_limits
from liesd.spec.action import find_owner
from liesd.spec.phrases import Place, find_near, format_ratio, rescale


def describe(
    generator: Mapping[str, ArrayLike],
    time: Mapping[str, int] | None = None,
    units: Mapping[str, Array] | None = None,
    places: Mapping[str, Place] | None = None,
    wrong: float | None = None,
) -> str:
    """Say what a generator does to each unknown.

    ``time`` tells which axis of an unknown is time: boosts are then named by the other axis.
    ``units`` tells in which units of an unknown's axes a rotation or a boost may be one.
    ``places`` tells where the points of a space were seen.
    ``wrong`` is the relative error of the matrices: what exceeds it is told.

    >>> describe({"x": [[0, -1], [1, 0]], "y": [[0, -1], [1, 0]]})
    'rotation of x and y'
    >>> describe({"p": [[0, 0, 1], [0, 0, 0], [1, 0, 0]]})
    'boost in the plane (0, 2) of p'
    >>> describe({"x": [[0, -0.1], [10, 0]]}, units={"x": np.array([1.0, 10.0])})
    'rotation of x, in units of 1 and 10'
    """
    hints = Hints(time or {}, units or {}, places or {}, wrong)
    if not isinstance(generator, Mapping):
        raise DataError(
            "give a generator as a dictionary with a matrix for each unknown, not as "
            f"{type(generator).__name__}"
        )
    numbers = {name: check_numbers(str(name), value) for name, value in generator.items()}
    spec = getattr(generator, "spec", None)
    if spec is not None:
        charts = {
            name: Chart(place.home, (place.scale,) * len(place.home))
            for name, place in hints.places.items()
        }
        inner = spec.unpack(spec.with_charts(charts).to_charts(spec.pack(numbers)))
        return join_phrases(spec.describe(numbers, hints), inner, find_near(wrong))
    phrases: dict[str, Phrase] = {}
    for name, matrix in numbers.items():
        if matrix.ndim != 2 or len(set(matrix.shape)) > 1:
            raise DataError(f"{name} needs a square matrix, got the shape {matrix.shape}")
        phrases |= Vector(name, len(matrix)).describe(numbers, hints)
    return join_phrases(phrases, numbers, find_near(wrong))


def join_phrases(phrases: Mapping[str, Phrase], numbers: Mapping[str, Array], near: float) -> str:
    """Name together the unknowns that are moved alike; leave out those that hardly move.

    ``numbers`` are stated in charts, where there are any, so that sizes can be compared. Motions of
    one kind are told in one unit; ``near`` is how near to simple numbers their ratios may be.
    """
    sizes: dict[str, float] = {}
    for name, value in numbers.items():
        owner = find_owner(name)
        sizes[owner] = sizes.get(owner, 0.0) + float(np.sum(value**2))
    total = max(sizes.values(), default=0.0)
    moving = {name: phrase for name, phrase in phrases.items() if sizes[name] > near**2 * total}
    if not moving:
        return "nothing moves"
    plain = {name: one for name, one in moving.items() if not one.text.startswith("mixture")}
    groups: dict[str, list[tuple[str, float]]] = {}
    kinds: dict[str, list[float]] = {}
    for name, (text, factor, _, labels) in (plain or moving).items():
        groups.setdefault(text, []).extend((label, factor) for label in labels or (name,))
        kinds.setdefault(_find_kind(text), []).append(factor)
    units = {kind: _choose_unit(factors, near) for kind, factors in kinds.items()}
    texts = [
        text.format(
            _join_names([(name, factor / units[_find_kind(text)]) for name, factor in names], near)
        )
        for text, names in groups.items()
    ]
    if plain and len(plain) < len(moving):  # a long list of numbers would be harder to read
        texts.append(f"{', '.join(name for name in moving if name not in plain)} to match")
    return "; ".join(texts)


def find_planes(
    generator: Mapping[str, ArrayLike], units: Mapping[str, Array] | None = None
) -> dict[str, tuple[int, int]]:
    """Find the plane of each unknown that is boosted in one plane of axes, maybe in other units."""
    found = {}
    for name, value in generator.items():
        if np.ndim(value) != 2 or len(set(np.shape(value))) > 1:
            continue
        matrix = rescale(np.asarray(value, dtype=float), (units or {}).get(name))
        symmetric = np.triu(matrix + matrix.T, 1)
        i, j = np.unravel_index(np.argmax(np.abs(symmetric)), matrix.shape)
        if symmetric[i, j] ** 2 / 2 > spec_limits.LIMITS.most_share * max(
            float(np.sum(matrix**2)), 1e-300
        ):
            found[name] = (int(i), int(j))
    return found


def find_boosted(
    generators: Iterable[Mapping[str, ArrayLike]], units: Mapping[str, Array]
) -> dict[str, int]:
    """Find the axis of each unknown that all of its boosts have in common, if they are several."""
    boosted: dict[str, list[set[int]]] = {}
    for one in generators:
        for name, plane in find_planes(one, units).items():
            boosted.setdefault(name, []).append(set(plane))
    common = {name: set.intersection(*pairs) for name, pairs in boosted.items() if len(pairs) > 1}
    return {name: axes.pop() for name, axes in common.items() if len(axes) == 1}


def find_time(generators: Iterable[Any]) -> dict[str, int]:
    """Find the axis along which the shears of each name go: the time of Galilean boosts."""
    columns: dict[str, Array] = {}
    for generator in generators:
        for name, A in find_slopes(generator).items():
            loose = np.where(np.abs(A.T) > np.abs(A) / 2, 0.0, A)
            columns[name] = columns.get(name, 0.0) + np.sum(loose**2, axis=0)
    return {name: int(np.argmax(sizes)) for name, sizes in columns.items() if np.any(sizes)}


def _find_kind(text: str) -> str:
    """The kind of motion, whose sizes can be compared: the first word."""
    return text.split(" ", 1)[0]


def _choose_unit(factors: list[float], near: float) -> float:
    """The first factor; or the least one, with its sign, if others are whole multiples of it."""
    first, least = factors[0], min(factors, key=abs)
    ratios = [factor / least for factor in factors]
    whole = all(abs(ratio - round(ratio)) < near * abs(ratio) for ratio in ratios)
    if whole and max(map(abs, ratios)) < 10:
        return float(np.copysign(least, first))
    return first


def _join_names(names: list[tuple[str, float]], near: float) -> str:
    """Join names as in "x, y and z", with the factors that are not one."""
    texts = []
    for name, factor in names:
        text = format_ratio(factor, near)
        texts.append(name if text == "1" else f"{name} (times {text})")
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"
