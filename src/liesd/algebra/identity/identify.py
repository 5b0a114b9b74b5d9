"""The name of a Lie algebra: taken apart into a direct sum, and each part recognised.

A part that is not recognised says what it is (simple, solvable, nilpotent, mixed) and its
dimension; nothing is named by resemblance.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.linalg
from numpy.typing import NDArray

from liesd.algebra.identity import catalogue, structure
from liesd.algebra.intertwine import invariant_forms
from liesd.algebra.ranks import Judge, complement

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
    """What the algebra is, and how clear that was."""

    name: str
    parts: tuple[Part, ...]
    margin: float
    """Of the weakest decision: 1 is a coin toss, beyond 3 or so is clear."""
    weakest: str
    """What the weakest decision was about."""

    @property
    def known(self) -> bool:
        """Whether every part has a name."""
        return all(part.known for part in self.parts)


def identify(c: Array, matrices: Array, judge: Judge) -> Identity:
    """Name the algebra with structure constants c, which acts by ``matrices`` (k, n, n)."""
    try:
        return _identify(c, matrices, judge)
    except np.linalg.LinAlgError:  # so much noise that a nondegenerate form is singular
        judge.note(1.0, "the whole structure")
        name = f"unidentified (dimension {len(c)})"
        part = Part(name, (), "mixed", np.eye(len(c)), known=False)
        return Identity(name, (part,), judge.margin, judge.weakest)


def _identify(c: Array, matrices: Array, judge: Judge) -> Identity:
    flat, ideals = structure.split(c, judge) if len(c) else (np.zeros((0, 0)), [])
    parts = [_name(c, basis, is_complex, matrices, judge) for basis, is_complex in ideals]
    parts = _joined(c, parts, matrices, judge)
    parts.sort(key=lambda part: (part.kind != "simple", -part.columns.shape[1], part.name))
    parts += _abelian(flat, matrices, judge)
    return Identity(_text(parts), tuple(parts), judge.margin, judge.weakest)


def _name(c: Array, basis: Array, is_complex: bool, matrices: Array, judge: Judge) -> Part:
    own = structure.restrict(c, basis)
    radical = structure.radical(own, judge)
    if not radical.shape[1]:
        return _simple(own, basis, is_complex, np.einsum("ia,ijk->ajk", basis, matrices), judge)
    derived = structure.derived(own, judge)
    k = len(own)
    if derived.shape[1] == 1:  # the bracket is a 2-form times one vector: central or not
        if structure.centre(own, judge).shape[1]:
            return Part(f"heisenberg({k})", (), "nilpotent", basis)
        return Part("aff(1)", (), "solvable", basis)
    name = _with_translations(own, radical, judge) if radical.shape[1] < k or k > 2 else None
    kind = _kind(own, radical, judge)
    if name is None:
        return Part(f"unidentified (dimension {k}, {kind})", (), kind, basis, known=False)
    return Part(name, (), kind, basis)


def _kind(c: Array, radical: Array, judge: Judge) -> str:
    if radical.shape[1] < len(c):
        return "mixed"
    return "nilpotent" if structure.series(c, judge, lower=True)[-1] == 0 else "solvable"


def _simple(c: Array, basis: Array, is_complex: bool, matrices: Array, judge: Judge) -> Part:
    k = len(c)
    values = np.linalg.eigvalsh(structure.killing(c)) / structure.size(c) ** 2
    judge.note(float(np.abs(values).min()) / judge.floor, "the signature of the Killing form")
    found = catalogue.candidates(k, int(np.sum(values > 0)), is_complex)
    if not found:
        return Part(f"unidentified (dimension {k}, simple)", (), "simple", basis, known=False)
    marks = np.array([catalogue.reference(one)[0] for one in found])
    if np.ptp(marks) > 1e-6:
        distances = np.abs(marks - catalogue.quartic(c))
        near = distances <= distances.min() + 1e-6
        judge.note(distances[~near].min() / max(distances.min(), judge.floor), "the root system")
        found = tuple(one for one, kept in zip(found, near, strict=True) if kept)
    acts = catalogue.smallest_casimir(c, matrices)
    ordered = sorted(found, key=lambda one: round(abs(catalogue.reference(one)[1] - acts), 1))
    return Part(ordered[0].name, tuple(one.name for one in ordered[1:]), "simple", basis)


def _with_translations(c: Array, radical: Array, judge: Judge) -> str | None:
    """Linear maps of ℝⁿ together with its translations, V = [g, radical]; None if it is not that.

    Such an algebra is fixed by the matrices by which the rest acts on V: the families below
    admit no other extension.
    """
    every = np.eye(len(c))
    V = judge.image(structure.brackets(c, every, radical), "the translations")
    n, h = V.shape[1], len(c) - V.shape[1]
    if judge.rank(_sizes(structure.brackets(c, V, V)), "commuting translations"):
        return None
    Q = complement(V)
    acting = np.einsum("ijk,ia,jb,kd->adb", c, Q, V, V, optimize=True)
    if judge.rank(_sizes(acting.reshape(h, -1)), "the action on translations") < h:
        return None
    if h == n * n:
        return f"aff({n})"
    traces = judge.kernel(np.einsum("aii->a", acting)[None] / np.sqrt(n), "the trace")
    pure = np.einsum("ab,aij->bij", traces, acting)
    scaled = h - len(pure)
    if len(pure) == n * n - 1 and n > 1:
        return f"saff({n})"
    symmetric, antisymmetric = invariant_forms(pure, judge)
    if len(symmetric) == 1 and len(pure) == n * (n - 1) // 2:
        values = np.linalg.eigvalsh(symmetric[0])
        if judge.rank(np.abs(values), "the invariant form") < n:
            return None
        p, q = sorted((int(np.sum(values > 0)), int(np.sum(values < 0))))
        numbers = f"{q}" if p == 0 else f"{p},{q}"
        return f"sim({numbers})" if scaled else f"e({numbers})"
    if len(antisymmetric) == 1 and len(pure) == n * (n + 1) // 2 and not scaled:
        return f"sp({n}) ⋉ ℝ{_superscript(n)}"
    return None


def _joined(c: Array, parts: list[Part], matrices: Array, judge: Judge) -> list[Part]:
    """Two so(3) or two sl(2) that act on the same vectors are one so(4) or so(2,2)."""
    left = list(parts)
    for small, large in (("so(3)", "so(4)"), ("sl(2)", "so(2,2)")):
        alike = [part for part in left if small in (part.name, *part.also)]
        while len(alike) > 1:
            first = alike.pop()
            mate = next((one for one in alike if _together(c, first, one, matrices)), None)
            if mate is None:
                continue
            alike.remove(mate)
            left = [part for part in left if part is not first and part is not mate]
            columns = np.column_stack([mate.columns, first.columns])
            left.append(Part(large, (f"{small} ⊕ {small}",), "simple", columns))
    return left


def _together(c: Array, one: Part, other: Part, matrices: Array) -> bool:
    """Both act with spin one half, and on the same vectors."""
    casimirs = []
    for part in (one, other):
        own = structure.restrict(c, part.columns)
        acting = np.einsum("ia,ijk->ajk", part.columns, matrices)
        if catalogue.smallest_casimir(own, acting) > 0.6:
            return False
        casimirs.append(catalogue.casimir(own, acting))
    return bool(np.linalg.norm(casimirs[0] @ casimirs[1]) > 0.1)


def _abelian(flat: Array, matrices: Array, judge: Judge) -> list[Part]:
    """The part that commutes with all: turning (compact, so(2)) apart from the rest, ℝ."""
    count = flat.shape[1]
    if not count:
        return []
    acting = np.einsum("ia,ijk->ajk", flat, matrices)
    generic = np.einsum("a,aij->ij", np.random.default_rng(0).standard_normal(count), acting)
    Q = scipy.linalg.schur(generic, output="complex")[1]
    # commuting matrices become triangular together; their diagonals are the weights
    weights = np.einsum("ji,ajk,ki->ai", Q.conj(), acting, Q)
    scale = float(np.linalg.norm(acting.reshape(count, -1), 2))
    still = judge.kernel(weights.real.T / scale, "turning or scaling")
    turns = judge.rank(_sizes((still.T @ weights.imag) / scale), "turning or nilpotent")
    frame = np.column_stack([still, complement(still)])
    if turns:
        left = np.linalg.svd(still.T @ weights.imag)[0]
        frame = np.column_stack([still @ left, complement(still)])
    parts = [Part("so(2)", ("u(1)",), "abelian", flat @ frame[:, i : i + 1]) for i in range(turns)]
    if rest := count - turns:
        name = "ℝ" if rest == 1 else f"ℝ{_superscript(rest)}"
        also = (f"abelian({rest})",)
        parts.append(Part(name, also, "abelian", flat @ frame[:, turns:]))
    return parts


def _text(parts: list[Part]) -> str:
    """The name of the sum: sl(n) ⊕ ℝ is gl(n), su(n) ⊕ so(2) is u(n)."""
    names = [part.name for part in parts]
    for i, name in enumerate(names):
        for start, partner, whole in (("sl(", "ℝ", "gl("), ("su(", "so(2)", "u(")):
            if name.startswith(start) and "ℂ" not in name and partner in names:
                names[i] = whole + name[3:]
                names.remove(partner)
                break
    return " ⊕ ".join(names) or "0"


def _sizes(matrix: Array) -> Array:
    return np.asarray(np.linalg.svd(matrix, compute_uv=False))


def _superscript(number: int) -> str:
    return "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(number))
