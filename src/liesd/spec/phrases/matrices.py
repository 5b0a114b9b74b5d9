"""Describe matrices: "rotation in the plane (0, 1)", "scaling with weights (1, −1)".

Every matrix is a sum of orthogonal atoms: a rotation and a boost for each pair of axes, a scaling
of all axes, and stretches of single ones. The largest atoms are named, with their shares of the
squared norm.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from liesd.spec import limits
from liesd.spec.phrases.base import Array, Hint, Phrase
from liesd.spec.phrases.text import (
    find_near,
    find_size,
    find_weight_unit,
    format_direction,
    format_ratio,
)


class Atom(NamedTuple):
    """One elementary action of a matrix, its size with sign, and its share of the squared norm."""

    what: str
    size: float
    share: float


def describe_matrix(matrix: Array, hint: Hint = Hint()) -> Phrase:  # noqa: B008
    """Describe a matrix, as a rotation or boost in other units where the given ones hide it.

    A motion along an ellipse is not called a rotation, unless it may be one with noise.

    >>> ellipse = np.array([[0.0, -1.0], [1.1025, 0.0]])
    >>> describe_matrix(ellipse, Hint(units=np.array([1.0, 1.05]), wrong=1e-9)).text
    'rotation of {}, in units of 1 and 1.05'
    """
    plain = _describe_atoms(matrix, hint.time, hint.wrong)
    is_named = plain.text.startswith(("rotation", "boost"))
    if is_named and not _is_mixed(matrix, plain, hint.wrong):
        return plain
    units = np.ones(len(matrix)) if hint.units is None else hint.units
    scaled = rescale(matrix, units)
    found = _describe_atoms(scaled, hint.time, hint.wrong)
    if not found.text.startswith(("rotation", "boost")):
        return plain
    if is_named and _is_mixed(scaled, found, hint.wrong):
        told = "conjugate to a" if _is_conjugate(matrix, plain, hint.wrong) else "mostly"
        return plain._replace(text=f"{told} {plain.text}")
    moving = units[np.abs(scaled).max(axis=1) > 0.1 * np.abs(scaled).max()]
    shown = f"{found.text}, in units of {_format_ratios(moving / moving.min())}"
    return Phrase(shown, found.size)


def _is_mixed(matrix: Array, phrase: Phrase, wrong: float | None) -> bool:
    """True if a rotation is not antisymmetric, or a boost not symmetric, beyond the error."""
    if wrong is None:
        return False
    sign = 1 if phrase.text.startswith("rotation") else -1
    rest = float(np.linalg.norm(matrix + sign * matrix.T) / 2)
    return rest > limits.LIMITS.mixed_noises * wrong * float(np.linalg.norm(matrix))


def _is_conjugate(matrix: Array, phrase: Phrase, wrong: float | None) -> bool:
    """True if a matrix has the eigenvalues of a rotation, ±iω and zeros, or of a boost, ±ω."""
    turned = phrase.text.startswith("rotation")
    values = np.linalg.eigvals(matrix) * (-1j if turned else 1)
    values = values[np.argsort(-np.abs(values))]
    pair = np.abs(values[0].real) * np.sort(np.sign(values[:2].real))
    wanted = np.concatenate([pair, np.zeros(len(values) - 2)])
    off = np.abs(np.concatenate([np.sort(values[:2].real), values[2:]]) - wanted).max()
    off = max(float(off), float(np.abs(values.imag).max()), float(abs(pair.sum())))
    near = max(limits.LIMITS.mixed_noises * (wrong or 0.0), limits.LIMITS.still_share)
    return off <= near * float(np.linalg.norm(matrix))


def _format_ratios(ratios: Array) -> str:
    """Ratios as text, with as many digits as tell them from one."""
    least = float(np.abs(np.log(ratios)).max(initial=0.0))
    digits = 2 if least > 0.1 else 2 - int(np.floor(np.log10(max(least, 1e-12))))
    texts = [f"{float(f'{value:.{digits}g}'):g}" for value in ratios]
    return f"{', '.join(texts[:-1])} and {texts[-1]}"


def rescale(matrix: Array, units: Array | None) -> Array:
    """Rescale a matrix to other units of its axes."""
    return matrix if units is None else matrix * units / units[:, None]


def _describe_atoms(matrix: Array, time: int | None, wrong: float | None) -> Phrase:
    """Describe a matrix by its atoms: a phrase with a place for the name, and the signed size."""
    atoms = sorted(_split_atoms(matrix, time), key=lambda atom: -atom.share)
    strongest = atoms[0]
    if strongest.share >= limits.LIMITS.pure_share:
        return Phrase(f"{strongest.what} of {{}}", strongest.size)
    if time is not None and (phrase := _describe_galilean(matrix, time)):
        return phrase
    for kind in (_describe_planes, _describe_single, _describe_exchange, _describe_slanted):
        if phrase := kind(matrix):
            return phrase
    if phrase := _describe_diagonal(matrix, find_near(wrong)):
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
    what = f"scaling of axis {i}" if i == j else f"shear along axis {i}, proportional to axis {j},"
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


def _describe_diagonal(matrix: Array, near: float) -> Phrase | None:
    """Describe a scaling by axes; ``near`` is how near to whole numbers its weights may be."""
    weights = np.diag(matrix)
    if np.sum(weights**2) < limits.LIMITS.pure_share * np.sum(matrix**2):
        return None
    unit = find_weight_unit(weights, near)
    texts = ", ".join(format_ratio(value, near) for value in np.round(weights / unit, 3))
    return Phrase(f"scaling with weights ({texts}) of {{}}", unit)


def _describe_galilean(matrix: Array, time: int) -> Phrase | None:
    """Describe a shear along time: x moves by a multiple of t."""
    along = matrix[:, time].copy()
    along[time] = 0.0
    if np.sum(along**2) < limits.LIMITS.pure_share * np.sum(matrix**2):
        return None
    return Phrase(f"Galilean boost along {format_direction(along)} of {{}}", find_size(along))
