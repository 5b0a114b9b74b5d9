"""One fit of a polynomial: for given directions and terms, how many of the terms to take.

Terms are in the order of their cost. One triangular factor serves all numbers of them: its leading
part is the factor of the first terms alone.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from liesd.learning.data import Data
from liesd.learning.kernel.ridge import choose_smoothest, clip
from liesd.learning.lift import Lift
from liesd.learning.polynomial.basis import Recurrence, Terms, find_recurrence, list_powers, whiten
from liesd.learning.polynomial.model import PolynomialModel
from liesd.learning.polynomial.settings import PolynomialSearch
from liesd.learning.scales import Units
from liesd.numerics.nullspace import StreamingQR
from liesd.progress import Reporter


class Fit(NamedTuple):
    """A polynomial in some directions, with what it gives on held-out samples."""

    directions: Tensor
    costs: list[float]
    """What a degree in each direction costs, relative to the cheapest."""
    recurrence: Recurrence
    terms: Terms
    """Those that were taken."""
    tried: Terms
    weights: Tensor
    coefficients: Tensor
    """Those of all terms that were tried, made orthogonal one after another."""
    factor: Tensor
    rows: int
    """Samples that were fitted to."""
    squares: Tensor
    saturated: bool
    """Whether a part of the terms does as well: what is left is noise, or out of reach."""

    @property
    def error(self) -> float:
        """Root mean square, relative to the spread of y."""
        return float(self.squares.mean().sqrt())

    @property
    def typical(self) -> float:
        """The median error."""
        return float(self.squares.median().sqrt())

    @property
    def is_full(self) -> bool:
        """True if nearly all terms that were tried were taken: more of them may help."""
        return len(self.terms) > 0.9 * len(self.tried)

    def is_better(self, other: Fit) -> bool:
        """True if held-out samples say so, beyond chance."""
        return choose_smoothest(torch.stack([other.squares, self.squares], dim=1)) == 1


class Pool:
    """The samples in their units, whitened: total degree means the same in all directions."""

    def __init__(
        self,
        data: Data,
        units: Units,
        seed: int,
        search: PolynomialSearch,
        progress: Reporter,
        most: int,
    ) -> None:
        self.data, self.units, self.search, self.progress = data, units, search, progress
        self.lift: Lift = units.lift(units.x_scale, False)
        rng = np.random.default_rng((seed, 2))
        self.rows = rng.permutation(data.train)
        self.x, self.y = self._read(self.rows[:most])
        self.mean, self.white = whiten(self.lift(self.x))
        held = data.heldout
        if len(held) > search.heldout_rows:
            held = np.sort(rng.permutation(held)[: search.heldout_rows])
        self.held_x, self.held_y = self._read(held)
        self.spread = float(self.held_y.square().mean().sqrt()) or 1.0
        self.signs = rng.integers(2, size=(1 << 13, search.sketch)) * 2.0 - 1.0

    @property
    def most_terms(self) -> int:
        """So many terms as the samples can bear."""
        return max(1, len(self.rows) // self.search.least_rows)

    def transform(self, x: Tensor, directions: Tensor) -> Tensor:
        """z."""
        return (self.lift(x) - self.mean) @ directions

    def fit(self, directions: Tensor, costs: list[float], count: int, settled: bool = False) -> Fit:
        """Fit the pool with at most so many terms, the cheapest first.

        Where the number is ``settled``, all of them are taken, from as many samples as help.
        """
        search = self.search
        count = min(count, self.most_terms)
        rows = (search.bent_rows if settled else search.rows_per_term) * count
        z = self.transform(self.x[:rows], directions)
        recurrence = find_recurrence(z, search.degree, search.distinct)
        powers, totals = list_powers(costs, recurrence.count_degrees(), count)
        terms = Terms(powers)
        factor = torch.linalg.qr(self._tabulate(recurrence, terms, z, self.y[:rows]), mode="r").R
        none, rows = torch.empty(0), len(z)
        blank = Fit(
            directions, costs, recurrence, terms, terms, none, none, factor, rows, none, False
        )
        return self._choose(blank, None if settled else totals)

    def extend(self, fit: Fit, rows: NDArray[np.intp]) -> Fit:
        """The same terms, fitted to other rows."""
        qr = StreamingQR(len(fit.terms) + self.data.outputs)
        with self.progress.stage("fitting all samples", len(rows)) as stage:
            for x, y in self.data.read_batches(np.sort(rows)):
                z, target = self.transform(x, fit.directions), self._scale(y)
                qr.add(self._tabulate(fit.recurrence, fit.terms, z, target))
                stage.advance(len(x))
        again = self._choose(fit._replace(tried=fit.terms, factor=qr.R, rows=len(rows)))
        return again._replace(saturated=fit.saturated)

    def make_model(self, fit: Fit) -> PolynomialModel:
        """The module in the units of the user."""
        units, data, p = self.units, self.data, len(fit.terms)
        weights = fit.weights * units.y_scale
        weights[0] += units.y_mean
        probes = torch.from_numpy(self.signs[:p])
        sketch = torch.linalg.solve_triangular(fit.factor[:p, :p], probes, upper=True)
        arrays = {
            "costs": torch.tensor(fit.costs, dtype=torch.float64),
            "scale": self.lift.scale,
            "origin": units.x_centre,
            "mean": self.mean,
            "directions": fit.directions,
            "diagonals": fit.recurrence.a[: fit.terms.degree],
            "norms": fit.recurrence.b[: fit.terms.degree],
            "powers": torch.from_numpy(fit.terms.powers).double(),
            "weights": weights,
            "sketch": sketch / math.sqrt(self.search.sketch),
            "span": units.find_span(units.x_scale) * units.x_scale,
            "typical": torch.zeros((), dtype=torch.float64),
        }
        model = PolynomialModel(data.x_shape, data.y_shape, arrays, saturated=fit.saturated)
        if fit.error > self.search.exact:
            sample = self.x[: self.search.sloping_rows]
            model.typical.copy_(model.estimate_variance(sample).median().clamp_min(1e-300))
        return model

    def _choose(self, fit: Fit, totals: list[float] | None = None) -> Fit:
        """Choose the number of terms by held-out error; all of them without their ``totals``."""
        p = len(fit.tried)
        usable = self._count_independent(fit.factor[:p, :p])
        R, targets = fit.factor[:usable, :usable], fit.factor[:usable, p:]
        held = fit.tried.evaluate(fit.recurrence, self.transform(self.held_x, fit.directions))
        explained = torch.linalg.solve_triangular(R.T, held[:usable], upper=False).T
        sizes, losses = self._list_sizes(totals, usable), []
        guess, done = torch.zeros_like(self.held_y), 0
        for size in sizes:
            guess = guess + explained[:, done:size] @ targets[done:size]
            losses.append((guess - self.held_y).square().mean(dim=1) / self.spread**2)
            done = size
        table = torch.stack(losses, dim=1)
        best = choose_smoothest(table)
        size = sizes[best]
        return fit._replace(
            terms=Terms(fit.tried.powers[:size]),
            weights=torch.linalg.solve_triangular(R[:size, :size], targets[:size], upper=True),
            coefficients=targets,
            factor=torch.cat([R, targets], dim=1),
            squares=losses[best],
            saturated=self._is_saturated(table, sizes),
        )

    def _is_saturated(self, squares: Tensor, sizes: list[int]) -> bool:
        """True if a part of the terms does as well as any number of them."""
        errors = clip(squares).mean(dim=0).sqrt()
        few = torch.tensor([size <= self.search.few * sizes[-1] for size in sizes])
        best = errors.min()
        return bool(few.any()) and bool(best >= self.search.saturated_gain * errors[few].min())

    def _count_independent(self, R: Tensor) -> int:
        """How many of the first terms are independent on the samples."""
        if len(R) < R.shape[1]:
            return len(R)
        part = R.diagonal().abs() / R.norm(dim=0).clamp_min(torch.finfo(R.dtype).tiny)
        poor = torch.nonzero(part <= self.search.dependent)
        return int(poor[0]) if len(poor) else len(R)

    def _list_sizes(self, totals: list[float] | None, usable: int) -> list[int]:
        """Numbers of terms to compare: whole shells of one cost, and not too many."""
        if totals is None:
            return [usable]
        shells = (np.flatnonzero(np.diff(totals) > 0) + 1).tolist()
        sizes: list[int] = []
        for size in [*(s for s in shells if s < usable), usable]:
            if not sizes or size >= self.search.ladder * sizes[-1] or size == usable:
                sizes.append(size)
        return sizes

    def _tabulate(self, recurrence: Recurrence, terms: Terms, z: Tensor, y: Tensor) -> Tensor:
        """Terms and targets as columns, column by column, as LAPACK wants them."""
        return torch.cat([terms.evaluate(recurrence, z), y.T]).T

    def _read(self, rows: NDArray[np.intp]) -> tuple[Tensor, Tensor]:
        """Inputs and scaled targets of rows in their order; a file is read in its own."""
        order = np.argsort(rows)
        x, y = self.data.read_inputs(rows[order]), self.data.read_targets(rows[order])
        back = torch.from_numpy(np.argsort(order))
        return x[back], self._scale(y[back])

    def _scale(self, y: Tensor) -> Tensor:
        return (y - self.units.y_mean) / self.units.y_scale
