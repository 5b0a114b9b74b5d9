"""The Lie algebra that generators span, in words and numbers.

>>> from liesd import LieAlgebra
>>> turn = [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
>>> tilt = [[0.0, 0.0, -1.0], [0.0, 0.0, 0.0], [1.0, 0.0, 0.0]]
>>> nod = [[0.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]]
>>> LieAlgebra.from_matrices([turn, tilt, nod]).name
'so(3)'
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, cast

import numpy as np
import scipy.linalg
from numpy.typing import ArrayLike

from liesd.algebra import ranks
from liesd.algebra.acting import build_matrices, find_equivariant_maps, find_forms, parse_rep
from liesd.algebra.bases.factors import write_basis
from liesd.algebra.bases.powers import add_power
from liesd.algebra.compact import find_compact_part
from liesd.algebra.element import Element
from liesd.algebra.export import from_json, to_emlp, to_json
from liesd.algebra.fields.acting import build_faithful
from liesd.algebra.fields.census import write_title
from liesd.algebra.fields.grading import Graded, clear_noise, find_homes, grade_rows, sort_rows
from liesd.algebra.fields.naming import name_fields
from liesd.algebra.identity import structure
from liesd.algebra.identity.identify import Identity, identify
from liesd.algebra.identity.names import is_same
from liesd.algebra.rectify import rectify
from liesd.algebra.span import Array, Span
from liesd.algebra.words import describe, find_boosted, find_time
from liesd.errors import DataError, SpecError, check_numbers, check_real, check_whole
from liesd.spec import Action, Block, Chart, block_rep
from liesd.spec.phrases import Place


class LieAlgebra(Span):
    """The span of generators under the bracket. A value: methods give new algebras.

    Build it with :meth:`from_matrices`, :meth:`from_generators`, or take ``discovery.algebra``.
    """

    # ---- identity

    @cached_property
    def structure_constants(self) -> Array:
        """c[i, j, k] in [b_i, b_j] = Σ_k c[i, j, k] b_k for the readable :attr:`basis` b."""
        coordinates = self._balanced.into(self._rows) @ self._balanced.rows.T
        c = np.einsum("ia,jb,abk->ijk", coordinates, coordinates, self._closure.constants)
        return np.asarray(c @ np.linalg.inv(coordinates) * self._closure.scale) if len(c) else c

    @cached_property
    def identity(self) -> Identity:
        """The name with its parts, and how clear the decision was."""
        found = self._closure
        if self.spec.is_linear:
            acting = self._matrices(self._balanced.rows) / found.scale
            return identify(found.constants, acting, self.make_decider())
        acting = self._act() / found.scale if self.is_closed else found.constants
        words = self._describe(self._graded)
        return name_fields(self, (found.constants, acting), self._graded.rows, words)

    @property
    def name(self) -> str:
        """For instance ``so(1,3) ⊕ ℝ``; says "unidentified" for what has no name here."""
        return self.identity.name

    @property
    def margin(self) -> float:
        """The margin of the name: 1 is a coin toss, below 3 it should not be relied on."""
        return self.identity.margin

    def is_isomorphic(self, name: str) -> bool:
        """True if the algebra has this name or one that means the same: sl(2) is sp(2)."""
        return is_same(self.name, name)

    @cached_property
    def killing_form(self) -> Array:
        """K(b_i, b_j) = tr(ad ad) in the readable basis."""
        return structure.compute_killing(self.structure_constants)

    @cached_property
    def killing_signature(self) -> tuple[int, int, int]:
        """The numbers of positive, negative and zero directions of the Killing form."""
        c = self._closure.constants
        # Brackets that may be noise have no sign.
        unit = max(structure.measure_size(c), ranks.TOLERANCES.entry_noises * self.floor)
        values = np.linalg.eigvalsh(structure.compute_killing(c)) / unit**2
        rank = self.make_decider().rank(np.abs(values), "the Killing form")
        kept = values[np.argsort(-np.abs(values))[:rank]]
        return int(np.sum(kept > 0)), int(np.sum(kept < 0)), self.dimension - rank

    @cached_property
    def derived_series(self) -> tuple[int, ...]:
        """Dimensions of g ⊃ [g, g] ⊃ [[g, g], [g, g]] ⊃ …"""
        return structure.list_series(self._closure.constants, self.make_decider())

    @cached_property
    def lower_central_series(self) -> tuple[int, ...]:
        """Dimensions of g ⊃ [g, g] ⊃ [g, [g, g]] ⊃ …"""
        return structure.list_series(self._closure.constants, self.make_decider(), lower=True)

    @cached_property
    def rank(self) -> int:
        """The dimension of a Cartan subalgebra: the zero eigenvalues of ad of a generic element."""
        c, k = self._closure.constants, self.dimension
        generic = np.random.default_rng(0).standard_normal(k)
        ad = np.einsum("i,ijk->kj", generic / max(float(np.linalg.norm(generic)), 1e-300), c)
        values = np.abs(np.linalg.eigvals(ad)) if k else np.zeros(0)
        return k - self.make_decider().rank(values, "the rank")

    # ---- subalgebras

    @cached_property
    def centre(self) -> LieAlgebra:
        """The elements that commute with all others."""
        return self._part(structure.find_centre(self._closure.constants, self.make_decider()))

    @cached_property
    def derived(self) -> LieAlgebra:
        """[g, g]."""
        return self._part(structure.find_derived(self._closure.constants, self.make_decider()))

    @cached_property
    def radical(self) -> LieAlgebra:
        """The largest solvable ideal."""
        return self._part(structure.find_radical(self._closure.constants, self.make_decider()))

    @cached_property
    def semisimple(self) -> LieAlgebra:
        """A Levi subalgebra, which complements the radical."""
        return self._part(structure.find_levi(self._closure.constants, self.make_decider()))

    @cached_property
    def ideals(self) -> tuple[LieAlgebra, ...]:
        """The summands of the direct sum, in the order of the name."""
        return tuple(self._part(part.columns) for part in self.identity.parts)

    @cached_property
    def compact(self) -> LieAlgebra:
        """A maximal compact subalgebra: the rotations, in suitable coordinates."""
        coefficients = find_compact_part(self._blocks(), self.make_decider(), self._wrong_there)
        return self._part(coefficients.T)

    def select(self, *which: int) -> LieAlgebra:
        """The span of chosen generators of the readable :attr:`basis`, by number."""
        try:
            rows = [self.basis[number].theta for number in which]
        except (IndexError, TypeError) as error:
            raise DataError(
                f"there are {self.dimension} generators, numbered from 0: choose them by whole "
                f"numbers, not by {', '.join(map(str, which))}"
            ) from error
        if len({number % self.dimension for number in which}) < len(which):
            raise DataError(f"a generator is named twice in {', '.join(map(str, which))}")
        return self._with(np.array(rows).reshape(-1, self.spec.size))

    def rectify(self, simple: bool = True) -> LieAlgebra:
        """The nearest algebra that closes exactly; :attr:`moved` says how far away it is.

        With ``simple``, a basis of whole and half numbers is taken where one closes and all of it
        is within the noise: such an algebra is then known exactly.
        """
        return cast(LieAlgebra, rectify(self, simple))

    # ---- representations

    def rep(self, text: str | Action) -> Action:
        """A representation of the spec's unknowns, for instance ``algebra.rep("x*x.T")``."""
        return parse_rep(self.spec, text)

    def matrices(self, rep: str | Action) -> Array:
        """The readable basis on a representation: (k, dim, dim)."""
        return build_matrices(self.spec, self._rows, self.rep(rep))

    def invariant_forms(self, rep: str | Action, antisymmetric: bool = False) -> Array:
        """The bilinear forms F with AᵀF + FA = 0 for all A: (r, dim, dim), largest entry 1.

        >>> boost = [[0.0, 1.0], [1.0, 0.0]]
        >>> LieAlgebra.from_matrices([boost]).invariant_forms("x").round(9) + 0.0
        array([[[ 1.,  0.],
                [ 0., -1.]]])
        """
        found = find_forms(
            self.spec, self._balanced, self.rep(rep), self.make_decider(), antisymmetric
        )
        return np.array([F / F.flat[_find_first_large(F)] for F in found]).reshape(found.shape)

    def equivariant_maps(self, source: str | Action, target: str | Action) -> Array:
        """An orthonormal basis (r, m, n) of the linear maps that commute with the algebra."""
        between = self.rep(source), self.rep(target)
        return find_equivariant_maps(self.spec, self._balanced, *between, self.make_decider())

    def block_maps(self, source: Block, target: Block) -> Array:
        """The equivariant maps between two blocks, (r, target, source); cached."""
        if (source, target) not in self._maps:
            self._maps[source, target] = self.equivariant_maps(block_rep(source), block_rep(target))
        return self._maps[source, target]

    @cached_property
    def _maps(self) -> dict[tuple[Block, Block], Array]:
        return {}

    def exp(self, coefficients: ArrayLike, rep: str | Action) -> Array:
        """Group elements e^(Σ t_i b_i) on a representation: (..., k) -> (..., dim, dim).

        Affine maps are matrices on (x, 1), of size dim + 1.
        """
        t = check_numbers("coefficients", coefficients)
        if t.shape[-1:] != (self.dimension,):
            raise DataError(f"give {self.dimension} coefficients, one per generator, not {t.shape}")
        action, thetas = self.rep(rep), (t @ self._rows).reshape(-1, self.spec.size)
        generators = build_matrices(self.spec, thetas, action)
        elements = [scipy.linalg.expm(one) for one in generators]
        return np.array(elements).reshape(*t.shape[:-1], *generators.shape[1:])

    def sample(self, count: int, size: float = 0.5, seed: int = 0) -> Array:
        """Random coefficients (count, k) near the identity: normal, of this standard deviation."""
        shape = (check_whole("count", count, 0), self.dimension)
        spread = check_real("size", size, "a number of at least 0", 0.0, np.inf, closed=True)
        return spread * np.random.default_rng(check_whole("seed", seed, 0)).standard_normal(shape)

    def augment(
        self, x: ArrayLike, y: ArrayLike, size: float = 0.5, seed: int = 0
    ) -> tuple[Array, Array]:
        """Move every sample, input and output alike, by a random group element of its own."""
        data = [np.atleast_1d(check_numbers(name, part)) for name, part in (("x", x), ("y", y))]
        flat = [part.reshape(len(part), math.prod(part.shape[1:])) for part in data]
        for part, rep, what in zip(flat, (self.spec.input, self.spec.output), "xy", strict=True):
            if part.shape != (len(flat[0]), rep.dim):
                raise DataError(
                    f"{what} needs {len(flat[0])} samples of {rep.dim} numbers for {self.spec}, "
                    f"got {part.shape}"
                )
        thetas = self.sample(len(flat[0]), size, seed) @ self._rows
        numbers = self.spec.unpack_rows(thetas)
        moved = [
            rep.flow(numbers, 1.0, part)
            for rep, part in zip((self.spec.input, self.spec.output), flat, strict=True)
        ]
        if not all(np.isfinite(part).all() for part in moved):
            raise DataError(
                "some samples go to infinity under their group element, which fields that are not "
                "linear may do in finite time: augment by a smaller size"
            )
        x_, y_ = (new.reshape(old.shape) for new, old in zip(moved, data, strict=True))
        return x_, y_

    @property
    def _rows(self) -> Array:
        return np.array([one.theta for one in self.basis]).reshape(-1, self.spec.size)

    # ---- export

    def to_json(self) -> str:
        """The algebra as text, which :meth:`from_json` reads back."""
        return to_json(self)

    @classmethod
    def from_json(cls, text: str) -> LieAlgebra:
        """The algebra that :meth:`to_json` wrote."""
        arguments = from_json(text)
        moved = float(arguments.pop("moved"))
        return replace(cls.from_generators(**arguments), moved=moved)

    def to_emlp(self, rep: str | Action) -> Any:
        """A group of the EMLP library that acts on ``rep`` by this algebra; rectify it first."""
        return to_emlp(self, rep)

    # ---- in words

    @cached_property
    def basis(self) -> tuple[Element, ...]:
        """The sparsest basis of the same space, each generator with entries of the order of one."""
        return tuple(Element(self.spec, row) for row in self._graded.rows)

    @cached_property
    def _graded(self) -> Graded:
        """The basis by degree, and by kind within each degree."""
        if self.spec.is_linear and self.dimension:
            found = Graded(write_basis(self, self._wrong_there), np.ones(self.dimension))
        else:
            decider = self.make_decider()
            found = grade_rows(self.spec, self._balanced, self._homes, decider, self.floor)
        return sort_rows(self.spec, found, self._describe(found))

    @cached_property
    def _homes(self) -> dict[str, Chart]:
        """The point of each space about which fields are stated."""
        return find_homes(self.charts, self._wrong)

    def _describe(self, graded: Graded, time: Mapping[str, int] | None = None) -> tuple[str, ...]:
        places = {
            name: Place(self._homes[name].centre, float(np.mean(chart.scale)), self._wrong)
            for name, chart in self.charts.items()
        }
        rows = clear_noise(self.spec, graded, self._homes, self.noise)
        elements = (Element(self.spec, row) for row in rows)
        wrong = self._wrong_there if self.spec.is_linear else None
        return tuple(describe(one, time, self._units, places, wrong) for one in elements)

    @cached_property
    def formulas(self) -> tuple[str, ...]:
        """Each generator of :attr:`basis` as a differential operator, without noise."""
        rows = clear_noise(self.spec, self._graded, self._homes, self.noise)
        return tuple(Element(self.spec, row).formula for row in rows)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Each generator of :attr:`basis` in words; boosts by their direction if time is clear."""
        time = find_boosted(self.basis, self._units)
        if self.name.startswith("gal("):
            time |= find_time(self.basis)
        told = self._describe(self._graded, time)
        return tuple(map(add_power, self.basis, told)) if self.spec.is_linear else told

    @property
    def title(self) -> str:
        """The name and its dimension; with the kinds of generators where points move."""
        if self.spec.is_linear or not self.dimension:
            return f"{self.name}, of dimension {self.dimension}"
        return write_title(self.name, self.words, self.left_behind)

    def summary(self, if_open: str = "the dimension may be wrong") -> str:
        """The name, how clear it is, and every generator in words.

        ``if_open`` says what follows where brackets leave the span.
        """
        title = self.title
        if self.dimension and self.identity.parts and self.margin < 3:
            title += f" (not clear: {self.identity.weakest} is nearly a coin toss)"
        told = list(self.words)
        if not self.spec.is_linear:
            pairs = zip(told, self.formulas, strict=True)
            told = [f"{words}: {formula}".removesuffix(": ") for words, formula in pairs]
        lines = [title, *(f"  {words}" for words in told)]
        if not self.is_closed and not self.left_behind:
            lines.append(
                f"  Not closed: brackets leave the span by {self.closure_residual:.1e}, more than "
                f"the noise of {self.noise:.1e} explains; {if_open}."
            )
        return "\n".join(lines)

    __str__ = summary

    def _repr_html_(self) -> str:
        from liesd.report.notebook import render_algebra

        return render_algebra(self.name, zip(self.words, self.basis, strict=True))

    def __repr__(self) -> str:
        return f"<LieAlgebra {self.name} on {self.spec}>"

    def __len__(self) -> int:
        return self.dimension

    def __iter__(self) -> Iterator[Element]:
        return iter(self.basis)

    def __getitem__(self, number: int) -> Element:
        return self.basis[number]

    def _blocks(self) -> list[Array]:
        """Matrices (k, n, n) by which the rows of :attr:`_balanced` act, on one or more spaces."""
        if self.spec.is_linear:
            shapes = self.spec.unknowns.items()
            return [self._balanced.rows[:, self.spec.slices[k]].reshape(-1, *s) for k, s in shapes]
        if not self.is_closed:
            raise SpecError(f"the fields of {self.spec} do not close: they have no compact part")
        acting = self._act()
        size = acting.reshape(len(acting), -1)
        if np.linalg.matrix_rank(size, ranks.TOLERANCES.independent) < self.dimension:
            raise SpecError("a part of this algebra of curved fields commutes with all of it, and "
                            "whether that is compact is known for affine maps only")  # fmt: skip
        return [acting]

    def _act(self) -> Array:
        """Matrices by which fields act, on (x, 1) or on the algebra itself."""
        constants = self._closure.constants * self._closure.scale
        return build_faithful(self.spec, self._balanced.rows, constants, self.floor)

    def _matrices(self, rows: Array) -> Array:
        """One block-diagonal matrix per row, with one block per unknown."""
        blocks = [scipy.linalg.block_diag(*self.spec.unpack(row).values()) for row in rows]
        size = sum(shape[0] for shape in self.spec.unknowns.values())
        return np.array(blocks).reshape(len(rows), size, size)


def _find_first_large(form: Array) -> int:
    """Find the index of the first entry that is nearly the largest."""
    return int(np.flatnonzero(np.abs(form) > 0.9 * np.abs(form).max())[0])
