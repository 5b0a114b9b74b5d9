"""The action of a vector field on jets: points (x, u) together with the derivatives of u.

A field ξ ∂x + φ ∂u on points moves the graph of a function u(x), and so all of its derivatives. How
a derivative moves follows by Taylor arithmetic along the jet, for any order and any smooth field:

    φ^K = K!·[φ∘jet − Σᵢ (ξⁱ∘jet − ξⁱ₀)·uᵢ]_K

where [ ]_K is the coefficient K of the Taylor series, and no derivative above the order |K| occurs.

>>> from liesd.spec import Poly, Spec, Vector
>>> Prolonged(Poly(Vector("z", 3, ("t", "x", "u")), 1), 2, 2).names
('t', 'x', 'u', 'u_t', 'u_x', 'u_tt', 'u_tx', 'u_xx')
>>> Spec.parse("prolonged(poly(z[t, x, u], 1), 2, 2) -> 1").input.dim
8
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from liesd.errors import SpecError
from liesd.spec.action import (
    Action,
    Array,
    Channel,
    Hints,
    Phrase,
    Theta,
    check_positive,
)
from liesd.spec.compose import Rep
from liesd.spec.fields import VectorFields
from liesd.spec.language import register_action
from liesd.spec.polynomial import Combination, Poly, list_steps
from liesd.spec.prolonged.taylor import Layout, Series, call
from liesd.spec.prolonged.words import describe_motion

if TYPE_CHECKING:
    from torch import Tensor

    from liesd.spec.action import Coefficients


@dataclass(frozen=True, repr=False)
class Prolonged(Rep):
    """Fields on points (x, u), prolonged to all derivatives of u by x up to an order.

    A sample has the variables x first, then for each field u all its derivatives in the order of
    monomials: u, u_t, u_x, u_tt, ...
    """

    base: Combination
    """The action on points (x, u)."""
    variables: int
    """How many of the coordinates are variables x; the others are fields u."""
    order: int

    def __post_init__(self) -> None:
        if not isinstance(self.base, Combination) or (
            isinstance(self.base, VectorFields) and len(self.base.unknowns[self.base.name]) != 2
        ):
            raise SpecError(
                "prolonged moves jets by fields on points, as in prolonged(poly(z[3], 2), 2, 3) "
                f"for two variables and order 3, not by {self.base}"
            )
        for name, least in (("variables", 1), ("order", 1)):
            object.__setattr__(self, name, check_positive(getattr(self, name), name, least))
        if self.variables >= self.base.dim:
            raise SpecError(
                f"{self.base} has {self.base.dim} coordinates: of these at most "
                f"{self.base.dim - 1} are variables, not {self.variables}"
            )
        if isinstance(self.base, VectorFields):
            _ = self.base.formulas  # refuses functions without derivatives

    @cached_property
    def layout(self) -> Layout:
        """The derivatives of each field."""
        return Layout(self.variables, self.order)

    @property
    def fields(self) -> int:
        """The number of fields u."""
        return self.base.dim - self.variables

    @property
    def functions(self) -> int:
        """The number of functions that the components of a field combine."""
        return self.base.features

    @property
    def dim(self) -> int:
        return self.variables + self.fields * len(self.layout.powers)

    @property
    def children(self) -> tuple[Action, ...]:
        return (self.base,)

    @property
    def is_confined(self) -> bool:
        return True  # to the solutions of an equation

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all coordinates of a jet."""
        axes = self.base.axes
        variables, fields = axes[: self.variables], axes[self.variables :]
        found = list(variables)
        for field in fields:
            for power in self.layout.powers:
                letters = "".join(n * k for n, k in zip(variables, power, strict=True))
                found.append(f"{field}_{letters}" if letters else field)
        return tuple(found)

    @cached_property
    def _units(self) -> tuple[Array, Array]:
        """Centre and scale of each coordinate of a jet, as the chart of the points says."""
        chart = self.base.chart
        centre, scale = np.zeros(self.dim), np.ones(self.dim)
        if chart is None:
            return centre, scale
        p, count = self.variables, len(self.layout.powers)
        steps = np.array(chart.scale[:p])
        centre[:p], scale[:p] = chart.centre[:p], steps
        for field in range(self.fields):
            start = p + field * count
            centre[start] = chart.centre[p + field]
            for place, power in enumerate(self.layout.powers):
                scale[start + place] = chart.scale[p + field] / np.prod(steps**power)
        return centre, scale

    @property
    def origin(self) -> Array:
        return self._units[0]

    @property
    def features(self) -> int:
        """The entries of the matrix that turns θ into the motion, without those known to be 0."""
        p, count = self.variables, len(self.layout.powers)
        return self.functions * (p + self.fields * count * (1 + p))

    def lift(self, x: Tensor) -> Tensor:
        import torch

        centre, scale = self._units
        z = (x - x.new_tensor(centre)) / x.new_tensor(scale)
        table = self._expand(z)  # (functions, monomials, N)
        p, count, r = self.variables, len(self.layout.powers), self.functions
        factorials = x.new_tensor(self.layout.factorials)
        parts = [table[:, 0].T.repeat(1, p)]
        jets = z[:, p:].reshape(len(z), self.fields, count)
        raised = (table * factorials[:, None]).permute(2, 1, 0)  # (N, monomials, functions)
        for field in range(self.fields):
            u = jets[:, field].T
            moved = [self._carry(table, u, axis) for axis in range(p)]
            both = torch.stack([raised, *moved], dim=2)  # (N, monomials, 1 + p, functions)
            parts.append(both.reshape(len(z), count * (1 + p) * r))
        return torch.cat(parts, dim=1)

    def _expand(self, z: Tensor) -> Tensor:
        """The Taylor series of every function along the jets."""
        import torch

        p, count, layout = self.variables, len(self.layout.powers), self.layout
        factorials = z.new_tensor(layout.factorials)[:, None]
        points = [Series.variable(z[:, axis], axis, layout) for axis in range(p)]
        for field in range(self.fields):
            start = p + field * count
            points.append(Series(z[:, start : start + count].T / factorials, layout))
        one = Series.constant(torch.ones_like(z[:, 0]), layout)
        if isinstance(self.base, VectorFields):
            made = [formula.compute(points, call) for formula in self.base.formulas]
            series = [one * value if not isinstance(value, Series) else value for value in made]
        else:
            series = [one]
            for earlier, axis in list_steps(self.base.dim, _find_degree(self.base)):
                series.append(series[earlier] * points[axis])
        return torch.stack([each.coefficients for each in series])

    def _carry(self, table: Tensor, u: Tensor, axis: int) -> Tensor:
        """−K! [(Θ − Θ₀)·u_i]_K for every function: (N, monomials, functions)."""
        made, left, right = self.layout.products
        layout, out = self.layout, table.new_zeros((len(u), table.shape[0], table.shape[2]))
        for product, one, other in zip(made, left, right, strict=True):
            place = layout.raise_power(layout.powers[other], axis)
            if one and place is not None:
                slope = u[place] * (layout.factorials[product] / layout.factorials[other])
                out[product] -= table[:, one] * slope
        return out.permute(2, 0, 1)

    def coefficients(self, J: Tensor, phi: Tensor) -> Coefficients:
        import torch

        J = J * J.new_tensor(self._units[1])[:, None]
        p, q, r = self.variables, self.fields, self.functions
        count, samples = len(self.layout.powers), phi.shape[2]
        points = phi[:, : p * r].reshape(len(phi), p, r, samples)
        jets = phi[:, p * r :].reshape(len(phi), q, count, 1 + p, r, samples)
        slopes = J[:, :, p:].reshape(*J.shape[:2], q, count, samples)
        out = J.new_zeros((*J.shape[:2], p + q, r))
        out[:, :, :p] = torch.einsum("bmis,birs->bmir", J[:, :, :p], points)
        out[:, :, :p] += torch.einsum("bmaks,bakirs->bmir", slopes, jets[:, :, :, 1:])
        out[:, :, p:] = torch.einsum("bmaks,bakrs->bmar", slopes, jets[:, :, :, 0])
        yield self.base.name, out

    def field(self, theta: Theta, x: Array) -> Array:
        import torch

        phi = self.lift(torch.from_numpy(np.ascontiguousarray(x, dtype=np.float64))).numpy()
        p, q, r, count = self.variables, self.fields, self.functions, len(self.layout.powers)
        W = np.broadcast_to(self.base.read(theta), (len(x), p + q, r))
        points = phi[:, : p * r].reshape(len(x), p, r)
        jets = phi[:, p * r :].reshape(len(x), q, count, 1 + p, r)
        with np.errstate(over="ignore", invalid="ignore"):
            first = np.einsum("nir,nir->ni", W[:, :p], points)
            moved = np.einsum("nir,nakir->nak", W[:, :p], jets[:, :, :, 1:])
            moved = moved + np.einsum("nar,nakr->nak", W[:, p:], jets[:, :, :, 0])
            both = np.concatenate([first, moved.reshape(len(x), -1)], axis=1)
            return np.asarray(both * self._units[1])

    def flow(self, theta: Theta, t: float, x: Array, onto: Array | None = None) -> Array:
        return Action.flow(self, theta, t, x, onto)

    def _rebuild(self, change: Callable[[Any], Any]) -> Prolonged:
        return replace(self, base=change(self.base))

    def channels(self) -> list[Channel]:
        p, r, count = self.variables, self.functions, len(self.layout.powers)
        ends = np.cumsum([0] + [r] * p + [r * (1 + p)] * (self.fields * count))
        return [
            Channel(None, np.array([[k]]), np.arange(ends[k], ends[k + 1])[None], None)
            for k in range(self.dim)
        ]

    def describe(self, theta: Theta, hints: Hints = Hints()) -> dict[str, Phrase]:  # noqa: B008
        W = self.base.read(theta)
        if not W.any() or not isinstance(self.base, Poly):
            return super().describe(theta, hints)
        told = describe_motion(W, self.base.powers, self.base.axes, self.variables)
        return {self.base.name: told}

    def explain(self) -> str:
        return (
            f"a jet: {self.variables} variables and {self.fields} fields with all derivatives up "
            f"to order {self.order}; of the points, {self.base.explain()}"
        )

    def text(self, seen: set[str]) -> str:
        return f"prolonged({self.base.text(seen)}, {self.variables}, {self.order})"


def _find_degree(base: Combination) -> int:
    assert isinstance(base, Poly)
    return base.degree


register_action("prolonged", Prolonged)
