"""Describe actions in words: "rotation in the plane (0, 1)", "translation along (1, 1, 0)".

Every matrix is a sum of orthogonal atoms: a rotation and a boost for each pair of axes, a scaling
of all axes, and stretches of single ones. The largest atoms are named, with their shares of the
squared norm. An affine field A(x − c) + r is its matrix about a centre c, and a translation r
where no centre is a fixed point; a quadratic one is named likewise where it has a name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from liesd.spec import limits

Array = NDArray[np.float64]


class Phrase(NamedTuple):
    """The action on one unknown, in words."""

    text: str
    """With ``{}`` where the name of the unknown goes."""
    size: float
    """The size of the action, with sign."""
    view: int = 1
    """The degree in x up to which the action was looked at: the widest view of a name is told."""
    labels: tuple[str, ...] = ()
    """What goes in place of the name, where coordinates have names of their own."""


def merge_phrases(*groups: Mapping[str, Phrase]) -> dict[str, Phrase]:
    """Merge what several actions say of each name; the first of the widest views counts."""
    told: dict[str, Phrase] = {}
    for group in groups:
        for name, phrase in group.items():
            if name not in told or phrase.view > told[name].view:
                told[name] = phrase
            elif phrase.text == told[name].text:  # other coordinates, moved alike
                labels = dict.fromkeys(told[name].labels + phrase.labels)
                told[name] = told[name]._replace(labels=tuple(labels))
    return told


class Hints(NamedTuple):
    """Hints that help to put an action into words."""

    time: Mapping[str, int] = {}
    """Which axis of an unknown is time: boosts are then named by the other axis."""
    units: Mapping[str, Array] = {}
    """The units of an unknown's axes in which a rotation or a boost may be one."""
    scales: Mapping[str, float] = {}
    """The size of the region in which a space of points was seen."""


class Hint(NamedTuple):
    """The hints for one unknown."""

    time: int | None = None
    units: Array | None = None
    scale: float | None = None

    @classmethod
    def of(cls, hints: Hints, name: str) -> Hint:
        """The hints for a name."""
        return cls(hints.time.get(name), hints.units.get(name), hints.scales.get(name))


class Atom(NamedTuple):
    """One elementary action of a matrix, its size with sign, and its share of the squared norm."""

    what: str
    size: float
    share: float


def describe_matrix(matrix: Array, hint: Hint = Hint()) -> Phrase:  # noqa: B008
    """Describe a matrix, as a rotation or boost in other units where the given ones hide it."""
    time, units, _ = hint
    plain = _describe_atoms(matrix, time)
    if units is None or plain.text.startswith(("rotation", "boost")):
        return plain
    scaled = rescale(matrix, units)
    phrase, size, *_ = _describe_atoms(scaled, time)
    if not phrase.startswith(("rotation", "boost")):
        return plain
    moving = units[np.abs(scaled).max(axis=1) > 0.1 * np.abs(scaled).max()]
    texts = [f"{float(f'{value:.2g}'):g}" for value in moving / moving.min()]
    return Phrase(f"{phrase}, in units of {', '.join(texts[:-1])} and {texts[-1]}", size)


def rescale(matrix: Array, units: Array | None) -> Array:
    """Rescale a matrix to other units of its axes."""
    return matrix if units is None else matrix * units / units[:, None]


def _describe_atoms(matrix: Array, time: int | None) -> Phrase:
    """Describe a matrix by its atoms: a phrase with a place for the name, and the signed size."""
    atoms = sorted(_split_atoms(matrix, time), key=lambda atom: -atom.share)
    strongest = atoms[0]
    if strongest.share >= limits.LIMITS.pure_share:
        return Phrase(f"{strongest.what} of {{}}", strongest.size)
    if time is not None and (phrase := _describe_galilean(matrix, time)):
        return phrase
    for kind in (_describe_planes, _describe_single, _describe_exchange,
                 _describe_slanted, _describe_diagonal):  # fmt: skip
        if phrase := kind(matrix):
            return phrase
    if strongest.share >= limits.LIMITS.most_share:
        return Phrase(f"mostly {strongest.what} of {{}}", strongest.size)
    parts, covered = [], 0.0
    for atom in atoms[:3]:
        parts.append(f"{atom.what} ({atom.share:.0%})")
        covered += atom.share
        if covered >= limits.LIMITS.pure_share:
            break
    more = "" if covered >= limits.LIMITS.pure_share else " and more"
    return Phrase(f"mixture of {', '.join(parts)}{more}, of {{}}", strongest.size)


def _split_atoms(matrix: Array, time: int | None) -> list[Atom]:
    n, total = len(matrix), float(np.sum(matrix**2))
    mean = float(np.trace(matrix)) / n
    atoms = [Atom("scaling", mean, n * mean**2 / total)]
    for i in range(n):
        stretch = matrix[i, i] - mean
        atoms.append(Atom(f"stretch of axis {i}", stretch, stretch**2 / total))
        for j in range(i + 1, n):
            turn, boost = (matrix[j, i] - matrix[i, j]) / 2, (matrix[j, i] + matrix[i, j]) / 2
            where = "" if n == 2 else f" in the plane ({i}, {j})"
            atoms.append(Atom(f"rotation{where}", turn, 2 * turn**2 / total))
            along = (
                f" along {j if time == i else i}" if time in (i, j) else f" in the plane ({i}, {j})"
            )
            atoms.append(Atom(f"boost{along}", boost, 2 * boost**2 / total))
    return atoms


def _describe_single(matrix: Array) -> Phrase | None:
    """Describe one entry alone: the scaling of one axis, or a shear."""
    i, j = np.unravel_index(np.argmax(np.abs(matrix)), matrix.shape)
    if matrix[i, j] ** 2 < limits.LIMITS.pure_share * np.sum(matrix**2):
        return None
    what = f"scaling of axis {i}" if i == j else f"shear of axis {i} along axis {j}"
    return Phrase(f"{what} of {{}}", float(matrix[i, j]))


def _describe_planes(matrix: Array) -> Phrase | None:
    """Describe a rotation by the same angle in several planes of axes that do not meet."""
    turn = np.tril(matrix - matrix.T) / 2
    large = np.argwhere(np.abs(turn) > 0.5 * np.abs(turn).max())
    sizes = np.array([turn[j, i] for j, i in large])
    if (
        2 * np.sum(sizes**2) < limits.LIMITS.pure_share * np.sum(matrix**2)
        or len(set(large.ravel())) < large.size
    ):
        return None
    if np.ptp(np.abs(sizes)) > 0.1 * np.abs(sizes).max():
        return None
    pairs = [f"({i}, {j})" if turn[j, i] * sizes[0] > 0 else f"({j}, {i})" for j, i in large]
    return Phrase(f"rotation in the planes {' and '.join(pairs)} of {{}}", float(sizes[0]))


def _describe_exchange(matrix: Array) -> Phrase | None:
    """Describe a cyclic exchange of axes."""
    large = np.abs(matrix) > 0.5 * np.abs(matrix).max()
    if not ((large.sum(0) == 1).all() and (large.sum(1) == 1).all()) or np.diag(large).any():
        return None
    sizes = matrix[large]
    if (
        np.sum(sizes**2) < limits.LIMITS.pure_share * np.sum(matrix**2)
        or np.ptp(sizes) > 0.1 * np.abs(sizes).max()
    ):
        return None
    after = {int(j): int(i) for i, j in np.argwhere(large)}
    ring = [0]
    while (following := after[ring[-1]]) != 0:
        ring.append(following)
    if len(ring) < len(matrix):
        return None
    return Phrase(
        f"exchange of the roles {' → '.join(map(str, [*ring, 0]))} of {{}}", float(sizes[0])
    )


def _describe_slanted(matrix: Array) -> Phrase | None:
    """Describe a rotation of space about a slanted axis."""
    turn = (matrix - matrix.T) / 2
    if len(matrix) != 3 or np.sum(turn**2) < limits.LIMITS.pure_share * np.sum(matrix**2):
        return None
    axis = np.array([turn[2, 1], turn[0, 2], turn[1, 0]])
    size = float(np.linalg.norm(axis))
    texts = ", ".join(f"{value:.2f}" for value in np.round(axis / size, 2) + 0.0)
    return Phrase(f"rotation about ({texts}) of {{}}", size)


def _describe_diagonal(matrix: Array) -> Phrase | None:
    """Describe a scaling by axes."""
    weights = np.diag(matrix)
    if np.sum(weights**2) < limits.LIMITS.pure_share * np.sum(matrix**2):
        return None
    largest = float(weights[np.argmax(np.abs(weights))])
    texts = ", ".join(f"{value:.2g}" for value in np.round(weights / largest, 3) + 0.0)
    return Phrase(f"scaling with weights ({texts}) of {{}}", largest)


def _describe_galilean(matrix: Array, time: int) -> Phrase | None:
    """Describe a shear along time: x moves by a multiple of t."""
    along = matrix[:, time].copy()
    along[time] = 0.0
    if np.sum(along**2) < limits.LIMITS.pure_share * np.sum(matrix**2):
        return None
    return Phrase(f"Galilean boost along {format_direction(along)} of {{}}", find_size(along))


def describe_shift(b: Array) -> Phrase:
    """Describe a shift in words.

    >>> describe_shift(np.array([2.0, 2.0, 0.0])).text
    'translation along (1, 1, 0) of {}'
    """
    return Phrase(f"translation along {format_direction(b)} of {{}}", find_size(b))


def describe_affine(A: Array, b: Array, hint: Hint = Hint()) -> Phrase | None:  # noqa: B008
    """Describe the field Ax + b: a matrix about its fixed points, or a translation.

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
    where = _format_point(centre, scale)
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
    return f"screw {text}, by {_format_number(abs(turn) * sign * np.sign(turn))} per turn, of {{}}"


def describe_quadratic(
    q: Array,
    A: Array,
    b: Array,
    hint: Hint = Hint(),  # noqa: B008
) -> Phrase | None:
    """Describe Σ q_ijk x_j x_k + Ax + b, q symmetric in j and k, where it has a name."""
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
        text = f"{what} about {_format_point(centre, scale)}{more} of {{}}"
        return Phrase(text, find_size(along), 2)
    return None


def _make_conformal(along: Array) -> Array:
    """The quadratic form of 2(k·x)x − |x|²k."""
    return 2 * _project(along) - along[:, None, None] * np.eye(len(along))


def _project(along: Array) -> Array:
    """The quadratic form of (k·x)x."""
    form = np.eye(len(along))[:, :, None] * along
    return np.asarray((form + form.transpose(0, 2, 1)) / 2)


def format_direction(b: Array) -> str:
    """A direction as text, its largest entry 1."""
    texts = (_format_number(value) for value in np.round(b / find_size(b), 3))
    return f"({', '.join(texts)})"


def _format_point(point: Array, scale: float) -> str:
    """A point as text, as far as it differs from the origin at the scale of the data."""
    size = float(np.abs(point).max())
    if size <= limits.LIMITS.rest_share * scale:
        return "the origin"
    digits = 2 - int(np.floor(np.log10(size)))
    return f"the point ({', '.join(_format_number(v) for v in np.round(point, digits))})"


def _format_number(value: float) -> str:
    return f"{value + 0.0:.4g}".replace("-", "−")


def _strip(phrase: Phrase) -> str:
    return phrase.text.removesuffix(" of {}")


def find_size(numbers: Array) -> float:
    """The largest number with its sign; the first of several that are as large, up to rounding."""
    flat = numbers.ravel()
    large = np.abs(flat) > (1 - limits.LIMITS.as_large) * np.abs(flat).max()
    return float(flat[large.argmax()])


def format_operator(table: Array, functions: Sequence[str], names: Sequence[str]) -> str:
    """Format a field as a differential operator: coefficients (components, functions).

    >>> format_operator(np.array([[0.0, 0.0, -1.0], [0.0, 1.0, 0.0]]), "1xy", ("∂x", "∂y"))
    'x∂y − y∂x'
    """
    degrees = np.array([_find_degree(text) for text in functions])
    sizes = np.abs(table)
    shown = sizes > limits.LIMITS.still_share * sizes.max(initial=0.0)
    for degree in np.unique(degrees):
        same = degrees == degree
        shown[:, same] &= sizes[:, same] > limits.LIMITS.rest_share * sizes[:, same].max()
    if not shown.any():
        return "0"
    top = sizes[:, degrees == np.where(shown, degrees, -1).max()]
    table = table / _choose_unit(top[top > limits.LIMITS.rest_share * top.max()])
    order = sorted(range(len(functions)), key=lambda k: -degrees[k])
    parts = []
    for row, seen, name in zip(table, shown, names, strict=True):
        if places := [k for k in order if seen[k]]:
            sign = -1.0 if row[places[0]] < 0 else 1.0
            terms = _join_terms([(sign * row[k], format_function(functions[k])) for k in places])
            alone = "" if terms == "1" and name else terms
            parts.append((sign, f"({terms})" if len(places) > 1 and name else alone, name))
    parts.sort(key=lambda part: -part[0])
    if parts[0][0] < 0:  # a direction has no sign
        parts = [(1.0, terms, name) for _, terms, name in parts]
    text = "".join(f" {'−' if sign < 0 else '+'} {terms}{name}" for sign, terms, name in parts)
    return text.removeprefix(" + ")


def _choose_unit(sizes: Array) -> float:
    """The least size if all are whole multiples of it, or else the largest."""
    ratios = sizes / sizes.min()
    whole = np.abs(ratios - ratios.round()).max() < limits.LIMITS.rest_share
    return float(sizes.min() if whole and ratios.max() < 10 else sizes.max())


def _join_terms(terms: list[tuple[float, str]]) -> str:
    out = ""
    for value, text in terms:
        number = _format_number(float(f"{abs(value):.3g}"))
        shown = number if text == "1" else text if number == "1" else f"{number}{text}"
        out += f" {'−' if value < 0 else '+'} {shown}" if out else shown
    return out


def format_function(text: str) -> str:
    """A function of the library as a person writes it: x**2*t becomes x²·t."""
    raised = re.sub(r"\*\*(\d+)", lambda found: found[1].translate(_RAISED), text)
    return raised.replace("*", "·")


_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def _find_degree(text: str) -> int:
    """The total degree of a monomial; 1 for any other function."""
    if text == "1":
        return 0
    powers = [
        re.fullmatch(r"\w+(?:\*\*(\d+))?", part) for part in re.split(r"(?<!\*)\*(?!\*)", text)
    ]
    return sum(int(found[1] or 1) for found in powers if found) if all(powers) else 1
