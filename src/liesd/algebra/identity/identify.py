"""Name a Lie algebra: split it into a direct sum, and identify each part.

A part without a name is described by its kind (simple, solvable, nilpotent, mixed) and dimension;
nothing is named by resemblance.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import numpy as np
import scipy.linalg
from numpy.typing import NDArray

from liesd.algebra.identity import catalogue, structure
from liesd.algebra.identity.semidirect import (
    measure_sizes,
    name_semidirect,
    write_superscript,
)
from liesd.algebra.intertwine import find_invariant_forms
from liesd.algebra.ranks import RankDecider, find_complement

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Part:
    """One summand of the direct sum."""

    name: str
    also: tuple[str, ...]
    """Other names of the same algebra."""
    kind: str
    """``abelian``, ``simple``, ``nilpotent``, ``solvable`` or ``mixed``."""
    columns: Array
    """Its basis in that of the whole algebra."""
    known: bool = True


@dataclass(frozen=True)
class Identity:
    """The name of an algebra, and how clear that was."""

    name: str
    parts: tuple[Part, ...]
    margin: float
    """Of the weakest decision: 1 is a coin toss, beyond 3 or so is clear."""
    weakest: str
    """The subject of the weakest decision."""

    @property
    def known(self) -> bool:
        """True if every part has a name."""
        return all(part.known for part in self.parts)


def identify(c: Array, matrices: Array, decider: RankDecider, points: bool = False) -> Identity:
    """Name the algebra with structure constants c, which acts by ``matrices`` (k, n, n).

    Where ``points`` move, names are those of motions: se(n), and sl(2) for Möbius maps.
    """
    try:
        found = _identify(c, matrices, decider)
        return _rename(found) if points else found
    except np.linalg.LinAlgError:  # so much noise that a nondegenerate form is singular
        decider.note(1.0, "the whole structure")
        name = f"unidentified (dimension {len(c)})"
        part = Part(name, (), "mixed", np.eye(len(c)), known=False)
        return Identity(name, (part,), decider.margin, decider.weakest)


def _identify(c: Array, matrices: Array, decider: RankDecider) -> Identity:
    flat, ideals = structure.split(c, decider) if len(c) else (np.zeros((0, 0)), [])
    parts = [_name_ideal(c, basis, is_complex, matrices, decider) for basis, is_complex in ideals]
    parts = _join_parts(c, parts, matrices, decider)
    parts.sort(key=lambda part: (part.kind != "simple", -part.columns.shape[1], part.name))
    parts += _name_abelian(flat, matrices, decider)
    return Identity(_join_names(parts), tuple(parts), decider.margin, decider.weakest)


def _name_ideal(
    c: Array, basis: Array, is_complex: bool, matrices: Array, decider: RankDecider
) -> Part:
    own = structure.restrict(c, basis)
    radical = structure.find_radical(own, decider)
    if not radical.shape[1]:
        return _name_simple(
            own, basis, is_complex, np.einsum("ia,ijk->ajk", basis, matrices), decider
        )
    derived = structure.find_derived(own, decider)
    k = len(own)
    if derived.shape[1] == 1:  # the bracket is a 2-form times one vector: central or not
        if structure.find_centre(own, decider).shape[1]:
            return Part(f"heisenberg({k})", (), "nilpotent", basis)
        return Part("aff(1)", (), "solvable", basis)
    name = _name_with_translations(own, radical, decider) if radical.shape[1] < k or k > 2 else None
    kind = _find_kind(own, radical, decider)
    if name is not None:
        return Part(name, (), kind, basis)
    name = name_semidirect(own, radical, decider, identify)
    if name is None:
        return Part(f"unidentified (dimension {k}, {kind})", (), kind, basis, known=False)
    unique = re.fullmatch(r"gal\(\d+\)|ℝ ⋉ ℝ.*\)", name) is not None
    return Part(name, (), kind, basis, known=unique)


def _rename(found: Identity) -> Identity:
    """Call e(n) se(n), and so(1,2) sl(2)."""
    parts = []
    for part in found.parts:
        euclidean = re.fullmatch(r"e\(\d+\)", part.name)
        name = f"s{part.name}" if euclidean else {"so(1,2)": "sl(2)"}.get(part.name, part.name)
        others = [one for one in (part.name, *part.also) if one != name]
        parts.append(replace(part, name=name, also=tuple(others)))
    return replace(found, name=_join_names(parts), parts=tuple(parts))


def _find_kind(c: Array, radical: Array, decider: RankDecider) -> str:
    if radical.shape[1] < len(c):
        return "mixed"
    return "nilpotent" if structure.list_series(c, decider, lower=True)[-1] == 0 else "solvable"


def _name_simple(
    c: Array, basis: Array, is_complex: bool, matrices: Array, decider: RankDecider
) -> Part:
    k = len(c)
    values = np.linalg.eigvalsh(structure.compute_killing(c)) / structure.measure_size(c) ** 2
    decider.note(float(np.abs(values).min()) / decider.floor, "the signature of the Killing form")
    found = catalogue.find_candidates(k, int(np.sum(values > 0)), is_complex)
    if not found:
        return Part(f"unidentified (dimension {k}, simple)", (), "simple", basis, known=False)
    marks = np.array([catalogue.compute_reference(one)[0] for one in found])
    if np.ptp(marks) > 1e-6:
        distances = np.abs(marks - catalogue.compute_quartic(c))
        near = distances <= distances.min() + 1e-6
        decider.note(
            distances[~near].min() / max(distances.min(), decider.floor), "the root system"
        )
        found = tuple(one for one, kept in zip(found, near, strict=True) if kept)
    acts = catalogue.find_smallest_casimir(c, matrices)
    ordered = sorted(
        found, key=lambda one: round(abs(catalogue.compute_reference(one)[1] - acts), 1)
    )
    return Part(ordered[0].name, tuple(one.name for one in ordered[1:]), "simple", basis)


def _name_with_translations(c: Array, radical: Array, decider: RankDecider) -> str | None:
    """Name linear maps of ℝⁿ with its translations V = [g, radical]; None if it is another algebra.

    Such an algebra is determined by the action of the rest on V: the families below have no other
    extension.
    """
    every = np.eye(len(c))
    V = decider.image(structure.compute_brackets(c, every, radical), "the translations")
    n, h = V.shape[1], len(c) - V.shape[1]
    if decider.rank(measure_sizes(structure.compute_brackets(c, V, V)), "commuting translations"):
        return None
    Q = find_complement(V)
    acting = np.einsum("ijk,ia,jb,kd->adb", c, Q, V, V, optimize=True)
    if decider.rank(measure_sizes(acting.reshape(h, -1)), "the action on translations") < h:
        return None
    if h == n * n:
        return f"aff({n})"
    traces = decider.kernel(np.einsum("aii->a", acting)[None] / np.sqrt(n), "the trace")
    pure = np.einsum("ab,aij->bij", traces, acting)
    scaled = h - len(pure)
    if len(pure) == n * n - 1 and n > 1:
        return f"saff({n})"
    symmetric, antisymmetric = find_invariant_forms(pure, decider)
    if len(symmetric) == 1 and len(pure) == n * (n - 1) // 2:
        values = np.linalg.eigvalsh(symmetric[0])
        if decider.rank(np.abs(values), "the invariant form") < n:
            return None
        p, q = sorted((int(np.sum(values > 0)), int(np.sum(values < 0))))
        numbers = f"{q}" if p == 0 else f"{p},{q}"
        return f"sim({numbers})" if scaled else f"e({numbers})"
    if len(antisymmetric) == 1 and len(pure) == n * (n + 1) // 2 and not scaled:
        return f"sp({n}) ⋉ ℝ{write_superscript(n)}"
    return None


def _join_parts(c: Array, parts: list[Part], matrices: Array, decider: RankDecider) -> list[Part]:
    """Join two so(3) or two sl(2) that act on the same vectors into one so(4) or so(2,2)."""
    left = list(parts)
    for small, large in (("so(3)", "so(4)"), ("sl(2)", "so(2,2)")):
        alike = [part for part in left if small in (part.name, *part.also)]
        while len(alike) > 1:
            first = alike.pop()
            mate = next((one for one in alike if _act_together(c, first, one, matrices)), None)
            if mate is None:
                continue
            alike.remove(mate)
            left = [part for part in left if part is not first and part is not mate]
            columns = np.column_stack([mate.columns, first.columns])
            left.append(Part(large, (f"{small} ⊕ {small}",), "simple", columns))
    return left


def _act_together(c: Array, one: Part, other: Part, matrices: Array) -> bool:
    """True if both act with spin one half, and on the same vectors."""
    casimirs = []
    for part in (one, other):
        own = structure.restrict(c, part.columns)
        acting = np.einsum("ia,ijk->ajk", part.columns, matrices)
        if catalogue.find_smallest_casimir(own, acting) > 0.6:
            return False
        casimirs.append(catalogue.compute_casimir(own, acting))
    return bool(np.linalg.norm(casimirs[0] @ casimirs[1]) > 0.1)


def _name_abelian(flat: Array, matrices: Array, decider: RankDecider) -> list[Part]:
    """Name the abelian summand: compact parts so(2), and the rest ℝⁿ."""
    count = flat.shape[1]
    if not count:
        return []
    acting = np.einsum("ia,ijk->ajk", flat, matrices)
    generic = np.einsum("a,aij->ij", np.random.default_rng(0).standard_normal(count), acting)
    Q = scipy.linalg.schur(generic, output="complex")[1]
    # commuting matrices become triangular together; their diagonals are the weights
    weights = np.einsum("ji,ajk,ki->ai", Q.conj(), acting, Q)
    scale = max(float(np.linalg.norm(acting.reshape(count, -1), 2)), decider.floor)
    still = decider.kernel(weights.real.T / scale, "turning or scaling")
    turns = decider.rank(measure_sizes((still.T @ weights.imag) / scale), "turning or nilpotent")
    frame = np.column_stack([still, find_complement(still)])
    if turns:
        left = np.linalg.svd(still.T @ weights.imag)[0]
        frame = np.column_stack([still @ left, find_complement(still)])
    parts = [Part("so(2)", ("u(1)",), "abelian", flat @ frame[:, i : i + 1]) for i in range(turns)]
    if rest := count - turns:
        name = "ℝ" if rest == 1 else f"ℝ{write_superscript(rest)}"
        also = (f"abelian({rest})",)
        parts.append(Part(name, also, "abelian", flat @ frame[:, turns:]))
    return parts


def _join_names(parts: list[Part]) -> str:
    """Join the names of a sum: sl(n) ⊕ ℝ is gl(n), su(n) ⊕ so(2) is u(n)."""
    names = [part.name for part in parts]
    for i, name in enumerate(names):
        for start, partner, whole in (("sl(", "ℝ", "gl("), ("su(", "so(2)", "u(")):
            if name.startswith(start) and "ℂ" not in name and partner in names:
                names[i] = whole + name[3:]
                names.remove(partner)
                break
    return " ⊕ ".join(names) or "0"
