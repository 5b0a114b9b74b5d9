"""The Lie algebra that generators span: what it is, in words and numbers.

>>> from liesd import LieAlgebra
>>> turn = [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
>>> tilt = [[0.0, 0.0, -1.0], [0.0, 0.0, 0.0], [1.0, 0.0, 0.0]]
>>> nod = [[0.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]]
>>> LieAlgebra.from_matrices([turn, tilt, nod]).name
'so(3)'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import scipy.linalg
from numpy.typing import ArrayLike, NDArray

from liesd.algebra import structure
from liesd.algebra.brackets import Closure, closure, orthonormal
from liesd.algebra.element import Element
from liesd.algebra.identify import Identity, identify
from liesd.algebra.names import same
from liesd.algebra.ranks import Judge
from liesd.algebra.readable import normalised, sparse_rotation
from liesd.algebra.words import describe, planes
from liesd.errors import DataError
from liesd.reps import Vector
from liesd.spec import Spec

if TYPE_CHECKING:
    from liesd.result import Discovery

Array = NDArray[np.float64]
ROUNDING = 1e-9
CLOSED = 3.0  # how far a residual may exceed the noise of the generators


@dataclass(frozen=True, eq=False, repr=False)
class LieAlgebra:
    """The span of generators under the bracket. A value: methods give new algebras.

    Build it with :meth:`from_matrices`, :meth:`from_generators`, or take ``discovery.algebra``.
    """

    spec: Spec
    orthonormal: Array
    """Generators θ as orthonormal rows (k, p), without what ``modulo`` spans."""
    modulo: Array
    """Rows that count as zero: what moves nothing (gauge) or is unseen."""
    noise: float = ROUNDING
    """How far, relatively, the generators may be off."""
    moved: float = 0.0
    """How far the space was turned to get here (by :meth:`rectify`), as an angle."""

    # ---- where it comes from

    @classmethod
    def from_matrices(cls, matrices: ArrayLike, noise: float = ROUNDING) -> LieAlgebra:
        """The algebra of plain matrices (k, n, n), acting on one vector x."""
        try:
            array = np.asarray(matrices, dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise DataError("give the generators as an array of shape (k, n, n)") from error
        if array.ndim != 3 or array.shape[1] != array.shape[2]:
            raise DataError(f"generators need the shape (k, n, n), not {array.shape}")
        x = Vector("x", array.shape[1])
        return cls.from_generators(x >> x, [{"x": matrix} for matrix in array], noise=noise)

    @classmethod
    def from_generators(
        cls,
        spec: str | Spec,
        generators: Iterable[Mapping[str, ArrayLike]],
        *,
        modulo: Iterable[Mapping[str, ArrayLike]] = (),
        noise: float = ROUNDING,
    ) -> LieAlgebra:
        """The algebra of generators, each a matrix for every unknown of the spec."""
        spec = Spec.parse(spec)
        if not 0 <= noise < 1:
            raise DataError(f"noise must be a relative size from 0 to 1, not {noise}")
        rows, divided = (
            np.array([spec.pack(dict(one)) for one in group]).reshape(-1, spec.size)
            for group in (generators, modulo)
        )
        basis = orthonormal(rows, divided)
        if len(basis) < len(rows):
            raise DataError(
                "the generators depend on each other linearly, or one of them is zero: leave out "
                "those that are combinations of the others"
            )
        return cls(spec, basis, divided, float(noise))

    @classmethod
    def from_discovery(cls, discovery: Discovery) -> LieAlgebra:
        """The algebra of a discovery's generators, modulo gauge and unseen directions.

        A direction of defect d is off by about d over the defect of the directions that are no
        symmetries: that is the noise.
        """
        refuted = discovery.evidence[discovery.dimension : discovery.dimension + 1]
        next_best = refuted[0].law if discovery.refuted and refuted else 1.0
        noise = discovery.decision.within / max(next_best, 1e-300)
        return cls.from_generators(
            discovery.spec,
            discovery.generators,
            modulo=[*discovery.gauge, *discovery.unseen],
            noise=min(max(noise, ROUNDING), 0.5),
        )

    # ---- closure

    @property
    def dimension(self) -> int:
        """How many generators there are."""
        return len(self.orthonormal)

    @cached_property
    def _closure(self) -> Closure:
        return closure(self.spec, self.orthonormal, self.modulo)

    @property
    def closure_residual(self) -> float:
        """What of a typical bracket lies outside the span, relative to how large one can be."""
        return self._closure.residual

    @property
    def is_closed(self) -> bool:
        """Whether the brackets stay in the span, as far as the noise lets us see."""
        return self.closure_residual <= CLOSED * max(self.noise, ROUNDING)

    @cached_property
    def structure_constants(self) -> Array:
        """c[i, j, k] in [b_i, b_j] = Σ_k c[i, j, k] b_k for the readable :attr:`basis` b."""
        coordinates = np.array([one.theta for one in self.basis]) @ self.orthonormal.T
        c = np.einsum("ia,jb,abk->ijk", coordinates, coordinates, self._closure.constants)
        return np.asarray(c @ np.linalg.inv(coordinates) * self._closure.scale) if len(c) else c

    # ---- what it is

    def _judge(self) -> Judge:
        return Judge(max(self.noise, self.closure_residual))

    @cached_property
    def identity(self) -> Identity:
        """The name with its parts, and how clear the decision was."""
        found = self._closure
        acting = self._matrices(self.orthonormal) / found.scale
        return identify(found.constants, acting, self._judge())

    @property
    def name(self) -> str:
        """For instance ``so(1,3) ⊕ ℝ``; says "unidentified" for what has no name here."""
        return self.identity.name

    @property
    def margin(self) -> float:
        """How clear the name is: 1 is a coin toss, below 3 it should not be relied on."""
        return self.identity.margin

    def is_isomorphic(self, name: str) -> bool:
        """Whether the algebra is the one of this name, by whatever name it goes: sl(2) is sp(2)."""
        return same(self.name, name)

    @cached_property
    def killing_form(self) -> Array:
        """K(b_i, b_j) = tr(ad ad) in the readable basis."""
        return structure.killing(self.structure_constants)

    @cached_property
    def killing_signature(self) -> tuple[int, int, int]:
        """How many directions of the Killing form are positive, negative and zero."""
        c = self._closure.constants
        values = np.linalg.eigvalsh(structure.killing(c)) / structure.size(c) ** 2
        rank = self._judge().rank(np.abs(values), "the Killing form")
        kept = values[np.argsort(-np.abs(values))[:rank]]
        return int(np.sum(kept > 0)), int(np.sum(kept < 0)), self.dimension - rank

    @cached_property
    def derived_series(self) -> tuple[int, ...]:
        """Dimensions of g ⊃ [g, g] ⊃ [[g, g], [g, g]] ⊃ …"""
        return structure.series(self._closure.constants, self._judge())

    @cached_property
    def lower_central_series(self) -> tuple[int, ...]:
        """Dimensions of g ⊃ [g, g] ⊃ [g, [g, g]] ⊃ …"""
        return structure.series(self._closure.constants, self._judge(), lower=True)

    @cached_property
    def rank(self) -> int:
        """The dimension of a Cartan subalgebra: how often ad of a generic element is zero."""
        c, k = self._closure.constants, self.dimension
        generic = np.random.default_rng(0).standard_normal(k)
        ad = np.einsum("i,ijk->kj", generic / max(float(np.linalg.norm(generic)), 1e-300), c)
        values = np.abs(np.linalg.eigvals(ad)) if k else np.zeros(0)
        return k - self._judge().rank(values, "the rank")

    # ---- parts of it

    @cached_property
    def centre(self) -> LieAlgebra:
        """What commutes with everything."""
        return self._part(structure.centre(self._closure.constants, self._judge()))

    @cached_property
    def derived(self) -> LieAlgebra:
        """[g, g]."""
        return self._part(structure.derived(self._closure.constants, self._judge()))

    @cached_property
    def radical(self) -> LieAlgebra:
        """The largest solvable ideal."""
        return self._part(structure.radical(self._closure.constants, self._judge()))

    @cached_property
    def semisimple(self) -> LieAlgebra:
        """A Levi part: what is left beside the radical, without scalings and translations."""
        return self._part(structure.levi(self._closure.constants, self._judge()))

    @cached_property
    def ideals(self) -> tuple[LieAlgebra, ...]:
        """The summands of the direct sum, in the order of the name."""
        return tuple(self._part(part.columns) for part in self.identity.parts)

    def select(self, *which: int) -> LieAlgebra:
        """The span of chosen generators of the readable :attr:`basis`, by number."""
        if not all(-self.dimension <= number < self.dimension for number in which):
            raise DataError(f"there are {self.dimension} generators, numbered from 0")
        rows = np.array([self.basis[number].theta for number in which])
        return self._with(rows.reshape(-1, self.spec.size))

    def _part(self, columns: Array) -> LieAlgebra:
        return self._with(columns.T.reshape(-1, self.dimension) @ self.orthonormal)

    def _with(self, rows: Array) -> LieAlgebra:
        basis = orthonormal(rows, self.modulo) if len(rows) else rows
        return LieAlgebra(self.spec, basis, self.modulo, self.noise)

    # ---- in words

    @cached_property
    def basis(self) -> tuple[Element, ...]:
        """The sparsest basis of the same space, each generator with entries of the order of one."""
        rows = normalised(sparse_rotation(self.orthonormal) @ self.orthonormal)
        elements = [Element(self.spec, row) for row in rows]
        return tuple(sorted(elements, key=lambda one: _rank_of(describe(one))))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """What each generator of :attr:`basis` does; boosts by their direction if time is clear."""
        boosted: dict[str, list[set[int]]] = {}
        for one in self.basis:
            for name, plane in planes(one).items():
                boosted.setdefault(name, []).append(set(plane))
        common = {
            name: set.intersection(*pairs) for name, pairs in boosted.items() if len(pairs) > 1
        }
        time = {name: axes.pop() for name, axes in common.items() if len(axes) == 1}
        return tuple(describe(one, time) for one in self.basis)

    def summary(self) -> str:
        """The name, how clear it is, and every generator in words."""
        title = f"{self.name}, of dimension {self.dimension}"
        if self.dimension and self.identity.parts and self.margin < 3:
            title += f" (not clear: {self.identity.weakest} is nearly a coin toss)"
        lines = [title, *(f"  {words}" for words in self.words)]
        if not self.is_closed:
            lines.append(
                f"  Not closed: brackets leave the span by {self.closure_residual:.1e}, more than "
                f"the noise of {self.noise:.1e} explains; the dimension may be wrong."
            )
        return "\n".join(lines)

    __str__ = summary

    def __repr__(self) -> str:
        return f"<LieAlgebra {self.name} on {self.spec}>"

    def __len__(self) -> int:
        return self.dimension

    def __iter__(self) -> Iterator[Element]:
        return iter(self.basis)

    def __getitem__(self, number: int) -> Element:
        return self.basis[number]

    def _matrices(self, rows: Array) -> Array:
        """One matrix for each row: the unknowns side by side, as blocks."""
        blocks: Sequence[Array] = [
            scipy.linalg.block_diag(*self.spec.unpack(row).values()) for row in rows
        ]
        size = sum(shape[0] for shape in self.spec.unknowns.values())
        return np.array(blocks).reshape(len(rows), size, size)


def _rank_of(words: str) -> tuple[int, str]:
    """Rotations first, then boosts, then scalings, then the rest."""
    order = ("rotation", "boost", "scaling")
    return next((i for i, start in enumerate(order) if words.startswith(start)), len(order)), words
