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
from liesd.spec.phrases import Place, rescale


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
        return join_phrases(spec.describe(numbers, hints), inner)
    phrases: dict[str, Phrase] = {}
    for name, matrix in numbers.items():
        if matrix.ndim != 2 or len(set(matrix.shape)) > 1:
            raise DataError(f"{name} needs a square matrix, got the shape {matrix.shape}")
        phrases |= Vector(name, len(matrix)).describe(numbers, hints)
    return join_phrases(phrases, numbers)


def join_phrases(phrases: Mapping[str, Phrase], numbers: Mapping[str, Array]) -> str:
    """Name together the unknowns that are moved alike; leave out those that hardly move.

    ``numbers`` are stated in charts, where there are any, so that sizes can be compared.
    """
    sizes: dict[str, float] = {}
    for name, value in numbers.items():
        owner = find_owner(name)
        sizes[owner] = sizes.get(owner, 0.0) + float(np.sum(value**2))
    total = max(sizes.values(), default=0.0)
    moving = {
        name: phrase
        for name, phrase in phrases.items()
        if sizes[name] > (1 - spec_limits.LIMITS.pure_share) * total
    }
    if not moving:
        return "nothing moves"
    plain = {name: one for name, one in moving.items() if not one.text.startswith("mixture")}
    groups: dict[str, list[tuple[str, float]]] = {}
    for name, (text, factor, _, labels) in (plain or moving).items():
        groups.setdefault(text, []).extend((label, factor) for label in labels or (name,))
    texts = [text.format(_join_names(names)) for text, names in groups.items()]
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


def _join_names(names: list[tuple[str, float]]) -> str:
    """Join names as in "x, y and z", with factors where they differ: whole ones if there are."""
    first, least = names[0][1], min((factor for _, factor in names), key=abs)
    ratios = [factor / least for _, factor in names]
    if all(_is_whole(ratio) for ratio in ratios) and max(map(abs, ratios)) < 10:
        first = float(np.copysign(least, first)) if _is_mixed(ratios) else first
    texts = []
    for name, factor in names:
        ratio = factor / first
        text = f"{round(ratio)}" if _is_whole(ratio) else f"{ratio:.2g}"
        texts.append(name if text == "1" else f"{name} (times {text.replace('-', '−')})")
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"


def _is_whole(ratio: float) -> bool:
    return abs(ratio - round(ratio)) < 0.1 and round(ratio) != 0


def _is_mixed(ratios: list[float]) -> bool:
    """True if the first factor is not the least one, so that others would be fractions of it."""
    return abs(round(ratios[0])) != 1
