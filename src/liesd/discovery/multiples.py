"""Symmetries that are multiples g(x)·ξ of others, and so are nothing new.

Where f is invariant under a field ξ that moves one copy of a space only, J ξ(x) is zero at every x,
and so is J g(x) ξ(x), whatever g is: with polynomials of degree 1, 2, 3 a rotation of the plane
comes as 1, 3, 6 fields. Counted are the *minimal* ones: the fields of each degree that are no
combination of fields of lower degree with polynomials as coefficients. Where several copies move
alike, or outputs move as well, it does not follow that g(x)·ξ is a symmetry, and nothing is left
out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec

import numpy as np

from liesd.discovery import limits
from liesd.errors import DataError, ResourceError, SpecError
from liesd.spec import Array, Spec
from liesd.spec.action import find_owner

if TYPE_CHECKING:
    from liesd.discovery.result import Discovery

Options = ParamSpec("Options")
Powers = tuple[tuple[int, ...], ...]


class Split(NamedTuple):
    """Orthonormal rows θ that span the minimal symmetries, and their multiples."""

    minimal: Array
    multiples: Array


def split_multiples(spec: Spec, thetas: Array, noise: float) -> Split:
    """Split symmetries, orthonormal rows θ of relative error ``noise``, into minimal and others."""
    minimal, multiples, rest = [], [], thetas
    for name, powers in find_lonely(spec).items():
        own = _find_own(spec, rest, name, noise)
        if not len(own):
            continue
        table = np.stack([spec.tabulate(spec.unpack(theta))[name] for theta in own])
        mixture = _find_minimal(table, powers, noise)
        minimal.append(mixture @ own)
        multiples.append(_complement(mixture) @ own)
        rest = _complement(rest @ own.T, transposed=True) @ rest
    nothing = np.zeros((0, spec.size))
    return Split(np.concatenate([nothing, *minimal, rest]), np.concatenate([nothing, *multiples]))


def find_lonely(spec: Spec) -> dict[str, Powers]:
    """Find spaces with polynomial fields that stand once among inputs and nowhere else."""
    found = {}
    used = [leaf for side in (spec.input, spec.output) for leaf in _list_names(side)]
    for channel in spec.input.channels():
        powers = getattr(channel.kind, "powers", None)
        alone = used.count(str(channel.name)) == 1 and len(channel.coordinates) == 1
        if channel.name is not None and powers and len(powers) > 1 and alone:
            found[channel.name] = powers
    return found


def _list_names(action: object) -> list[str]:
    """The names of all spaces below an action, as often as they occur."""
    children = action.children  # type: ignore[attr-defined]
    if children:
        return [name for child in children for name in _list_names(child)]
    return list({find_owner(name): None for name in action.unknowns})  # type: ignore[attr-defined]


def _find_own(spec: Spec, thetas: Array, name: str, noise: float) -> Array:
    """Find the symmetries that move nothing but one space, as orthonormal rows."""
    others = np.ones(spec.size, dtype=bool)
    for unknown, place in spec.slices.items():
        if find_owner(unknown) == name:
            others[place] = False
    return _null_rows(thetas[:, others], noise) @ thetas


def _find_minimal(table: Array, powers: Powers, noise: float) -> Array:
    """Find the minimal fields of a table (fields, components, functions), as mixtures of them."""
    degrees = np.array([sum(power) for power in powers])
    multiply = [_find_products(powers, axis) for axis in range(len(powers[0]))]
    flat = table.reshape(len(table), -1)
    inverse = np.linalg.pinv(flat)
    minimal: list[Array] = []
    lower = np.zeros((0, len(table)))  # mixtures that give fields of lower degree
    for degree in range(int(degrees.max()) + 1):
        above = table[:, :, degrees > degree].reshape(len(table), -1)
        here = _null_rows(above, noise)
        fields = np.einsum("mk,kif->mif", lower, table)
        made = [np.zeros_like(fields), *(fields[:, :, one] * ok for one, ok in multiply)]
        products = np.concatenate(made).reshape(-1, flat.shape[1]) @ inverse
        known = _row_space(np.concatenate([lower, products]), noise)
        minimal.append(_row_space(here - here @ known.T @ known, noise))
        lower = here
    return np.concatenate(minimal)


def _find_products(powers: Powers, axis: int) -> tuple[Array, Array]:
    """Where each monomial comes from when all are multiplied by a coordinate, and whether."""
    places = {power: k for k, power in enumerate(powers)}
    less = [tuple(p - (i == axis) for i, p in enumerate(power)) for power in powers]
    return (
        np.array([places.get(one, 0) for one in less]),
        np.array([float(one in places) for one in less]),
    )


def _null_rows(rows: Array, noise: float) -> Array:
    """Orthonormal combinations of rows that give zero, up to noise."""
    if not len(rows) or not rows.size:
        return np.eye(len(rows))
    left, values, _ = np.linalg.svd(rows)
    rank = int((values > max(limits.LIMITS.multiple_noise, 10 * noise)).sum())
    return np.asarray(left[:, rank:].T)


def _row_space(rows: Array, noise: float) -> Array:
    """An orthonormal basis of the space of rows, without what noise makes."""
    if not len(rows):
        return rows
    _, values, right = np.linalg.svd(rows, full_matrices=False)
    return np.asarray(right[values > max(limits.LIMITS.multiple_noise, 10 * noise)])


def _complement(rows: Array, transposed: bool = False) -> Array:
    """Orthonormal rows orthogonal to the given orthonormal ones, or to columns."""
    rows = rows.T if transposed else rows
    if not len(rows):
        return np.eye(rows.shape[1])
    rank = len(rows)
    return np.asarray(np.linalg.svd(rows)[2][rank:])


def raise_degree(discover: Callable[Options, Discovery]) -> Callable[Options, Discovery]:
    """Let ``degree="auto"`` raise the degree of polynomials until nothing new comes."""

    @wraps(discover)
    def raised(*given: Options.args, **options: Options.kwargs) -> Discovery:
        if not (isinstance(degree := options.get("degree"), str) and degree == "auto"):
            return discover(*given, **options)
        spec: Any = given[2] if len(given) > 2 else options["spec"]
        dictionary: Any = options.get("dictionary")
        parsed = Spec.parse(spec, dictionary)
        if parsed.with_degree(1) == parsed.with_degree(2):
            raise SpecError(f'degree="auto" needs a poly(...) in the spec, and {parsed} has none')

        def try_degree(degree: int) -> Discovery:
            return discover(*given, **{**options, "degree": degree})  # type: ignore[arg-type]

        best, note = try_degree(1), f"degree {limits.LIMITS.most_degree} was the last one tried"
        for degree in range(2, limits.LIMITS.most_degree + 1):
            try:
                more = try_degree(degree)
            except (DataError, ResourceError) as error:
                note = f"degree {degree} could not be tried ({error})"
                break
            if more.dimension <= best.dimension:
                note = f"degree {degree} brings nothing new, so it ended at degree {degree - 1}"
                break
            if more.verdict.name != "SURE":
                new = more.dimension - best.dimension
                note = f"degree {degree} may bring {new} more, but that is not sure"
                break
            best = more
        return replace(best, notes=(*best.notes, note))

    return raised
