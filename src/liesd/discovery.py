"""``discover`` and ``measure``: the one place that strings the rest together."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
import psutil
import torch
from numpy.typing import ArrayLike
from torch import Tensor
from tqdm.auto import tqdm

from liesd.data import check_finite, samples
from liesd.dimension import (
    Decision,
    decide_exact,
    decide_learned,
    decide_trained,
    decide_within,
)
from liesd.errors import DataError, FunctionError, ResourceError
from liesd.evidence import Array, Estimates, Evidence, exactly, from_replicas
from liesd.gauge import gauge_directions
from liesd.linearize import Autodiff, Derivatives, Given
from liesd.moments import Gram, Space, double
from liesd.nullspace import Solution, StreamingQR, right_svd, solve
from liesd.result import Discovery, Generator
from liesd.rows import rows
from liesd.scale import ENOUGH, Scale, factor, value
from liesd.spec import Spec

Function = Callable[[Tensor], Tensor]
WEIGHTS = ("balanced", "paper")
BATCH_BYTES = 1 << 26  # what one batch's rows and Jacobians may take
BATCH_SAMPLES = 4096
JUDGED = 4096  # samples on which replicas are compared
NEGLIGIBLE = 0.01  # what a learned function does besides commuting with everything, if so little


def discover(
    f: Function | None,
    x: Any,
    spec: str | Spec,
    *,
    y: Any = None,
    jacobian: Any = None,
    weights: str = "balanced",
    sample_weight: ArrayLike | None = None,
    tolerance: float | None = None,
    evidence: bool = True,
    batch_size: int | None = None,
    progress: bool | None = None,
) -> Discovery:
    """Find the continuous symmetries of ``f`` on the data ``x``, of the form that ``spec`` says.

    Parameters
    ----------
    f
        Any torch callable on a batch, usually a trained module; or None with ``y`` and
        ``jacobian`` given, for models of other frameworks.
    x
        Samples: an array or tensor of shape (N, ...), a memory map, a DataLoader or an iterable of
        batches.
    spec
        How the unknown algebra acts, for instance ``"3*x[3] -> a[3]*b[3]"``.
    y
        With ``f``: what it was trained to give, by which its error is judged. Without: its values.
    jacobian
        Derivatives (N, m, n) in place of ``f``.
    weights
        ``"balanced"``: what is small does not depend on units. ``"paper"``: the plain rows of the
        paper, whose singular values are those of its coefficient matrix C.
    sample_weight
        How much each sample counts, (N,). A model from :func:`liesd.learn` may know by itself how
        far its derivatives can be trusted at each sample; that is used if nothing else is said.
    tolerance
        Count every direction whose relative defect is at most this, however it came about.
    evidence
        Judge a model of :func:`liesd.learn` by its replicas; False saves the time, and the number
        is then a guess.
    batch_size
        Samples at a time; chosen from a memory budget if not given.
    progress
        Show a progress bar; by default on a terminal, for anything longer than a moment.

    Examples
    --------
    >>> import torch, liesd
    >>> x = torch.randn(500, 3, dtype=torch.float64)
    >>> found = liesd.discover(lambda x: x.norm(dim=1), x, "x[3] -> 1")
    >>> found.dimension
    3
    """
    if weights not in WEIGHTS:
        raise DataError(f"weights must be one of {', '.join(WEIGHTS)}, not {weights!r}")
    if tolerance is not None and not 0 <= tolerance < 1:
        raise DataError(f"tolerance must be a relative defect from 0 to 1, not {tolerance}")
    spec = Spec.parse(spec)
    _check_memory(spec)
    gauge = gauge_directions(spec)
    qr = StreamingQR(spec.size)
    source = _source(f, x, spec, y, jacobian)
    trust = getattr(f, "sample_weight", None)
    if sample_weight is None and callable(trust) and source.samples.count is not None:
        sample_weight = trust(x)
    with source.ready():
        learned = _heldout_error(f) is not None or (f is not None and y is not None)
        balanced = weights == "balanced"
        work = _Pass(source, spec, sample_weight, batch_size, progress, balanced, learned)
        work.require(spec.size - gauge.shape[1], spec.output.dim)
        for x_, y_, J_, w_ in work.triples():
            C = rows(spec, x_, y_, J_).mul_(work.row_weights[:, None])
            qr.add((C if w_ is None else C.mul_(w_.sqrt()[:, None, None])).flatten(0, 1))
    R = qr.R
    L = factor(spec, work.scale.terms()) * math.sqrt(work.count)
    action = factor(spec, work.scale.action(work.outputs))
    solution = solve(R, L if weights == "balanced" else torch.eye(spec.size, dtype=L.dtype), action)
    work.require(len(solution.values), max(work.outputs.rank, 1))

    def generators(thetas: Tensor, hidden: bool = False) -> list[Generator]:
        """Directions with their defects; what moves nothing is held against the largest scale."""
        return [
            Generator(spec, theta.numpy(), _ratio(R @ theta, L if hidden else L @ theta))
            for theta in (thetas / torch.linalg.norm(thetas, dim=0)).T
        ]

    defects = solution.values.numpy()
    if weights == "paper" and len(defects) and defects[-1] > 0:
        defects = defects / defects[-1]
    with source.ready():
        estimates, decision = _judge(f, work, solution, defects, tolerance, y, evidence)
    dimension = decision.dimension
    unseen = _complement(solution.hidden, gauge)
    return Discovery(
        spec=spec,
        singular_values=np.sort(np.append(solution.values, solution.hidden_values))[::-1].copy(),
        generators=generators(_orthonormal(solution.directions[:, :dimension], solution.hidden, R)),
        unseen=generators(unseen, hidden=True),
        gauge=generators(gauge, hidden=True),
        refuted=generators(solution.directions[:, dimension:]),
        decision=decision,
        evidence=_evidence(estimates, decision, unseen.shape[1], gauge.shape[1]),
        samples=work.count,
        input_rank=work.inputs.rank,
        output_rank=work.outputs.rank,
        weights=weights,
        dtype=str(work.source.dtype).removeprefix("torch."),
    )


def _judge(
    f: Function | None,
    work: _Pass,
    solution: Solution,
    defects: Array,
    tolerance: float | None,
    y: Any,
    evidence: bool,
) -> tuple[Estimates, Decision]:
    """How far each direction can be trusted, and how many are symmetries."""
    floor = 1e2 * work.eps
    error = work.error(y) if f is not None and y is not None else _heldout_error(f)
    replicas = list(getattr(f, "replicas", ())) if evidence else []
    classes = getattr(f, "task", "regression") != "regression"
    if replicas:
        estimates = work.estimates(replicas, solution.directions, defects)
    else:
        estimates = exactly(defects, floor if error is None else error)
    if tolerance is not None:
        return estimates, decide_within(estimates, tolerance)
    if error is None:
        return estimates, decide_exact(estimates, floor)
    if replicas:
        return estimates, decide_learned(estimates, error, classes)
    return estimates, decide_trained(estimates, error)


def _heldout_error(f: Any) -> float | None:
    """The error of a model from :func:`liesd.learn`; None for a function that is what it is."""
    error = getattr(f, "heldout_error", None)
    return None if error is None else float(error)


def _evidence(estimates: Estimates, decision: Decision, unseen: int, gauge: int) -> list[Evidence]:
    accepted, nearly = decision.dimension, decision.dimension + decision.approximate
    kinds = [
        "genuine" if k < accepted else "approximate" if k < nearly else "refuted"
        for k in range(len(estimates.defect))
    ]
    columns = (estimates.defect, estimates.law, estimates.low, estimates.high, estimates.noise)
    seen = [Evidence(kind, *map(float, row)) for kind, *row in zip(kinds, *columns, strict=True)]
    nothing = (0.0, 0.0, 0.0, float("inf"), float("inf"))
    return [
        *seen,
        *[Evidence("unseen", *nothing)] * unseen,
        *[Evidence("gauge", 0.0, 0.0, 0.0, 0.0, 0.0)] * gauge,
    ]


def measure(
    f: Function | None,
    x: Any,
    spec: str | Spec,
    generator: Mapping[str, ArrayLike],
    *,
    finite: float | None = None,
    y: Any = None,
    jacobian: Any = None,
    batch_size: int | None = None,
    progress: bool | None = None,
) -> float:
    """How far ``f`` is from having a given symmetry: its relative defect (Theorem 1).

    0 is exact, about 1 is what a random direction gives. With ``finite=t`` the group element itself
    is tried: the size of f(exp(tA)x) − exp(tB)f(x) in the same units and divided by t, so that it
    tends to the defect as t goes to zero.

    >>> import torch, liesd
    >>> x = torch.randn(500, 2, dtype=torch.float64)
    >>> rotation = {"x": [[0.0, -1.0], [1.0, 0.0]]}
    >>> liesd.measure(lambda x: x.norm(dim=1), x, "x[2] -> 1", rotation) < 1e-14
    True
    """
    spec = Spec.parse(spec)
    theta = spec.unpack(spec.pack(generator))
    if finite is not None and (f is None or not math.isfinite(finite) or finite == 0):
        raise FunctionError("finite= needs a function f and a finite step that is not zero")
    source = _source(f, x, spec, y, jacobian)
    total = 0.0
    with source.ready():
        work = _Pass(source, spec, None, batch_size, progress, True)
        A, B = (torch.from_numpy(rep.matrix(theta)) for rep in (spec.input, spec.output))
        P = work.inputs.projector
        A = A if P is None else P @ A
        if finite is not None:
            A, B = (torch.linalg.matrix_exp(finite * generator) for generator in (A, B))
        for x_, y_, J_, _ in work.triples():
            A, B = A.to(x_.device), B.to(x_.device)
            if finite is None:
                residual = y_ @ B.T - torch.einsum("bmn,bn->bm", J_, x_ @ A.T)
            else:
                residual = (work.function(x_ @ A.T) - y_ @ B.T) / finite
            total += float((residual * work.row_weights).square().sum())
    size = value(work.scale.terms(), theta) * work.count
    return _ratio(torch.tensor(total).sqrt(), torch.tensor(size).sqrt())


class _Pass:
    """One look at the data: a survey of inputs and outputs first, then the derivatives."""

    def __init__(
        self,
        source: Derivatives,
        spec: Spec,
        sample_weight: ArrayLike | None,
        batch_size: int | None,
        progress: bool | None,
        balanced: bool,
        learned: bool = False,
    ) -> None:
        self.source, self.spec, self.progress = source, spec, progress
        self.eps = float(torch.finfo(self.source.dtype).eps)
        self.batch_size = _batch_size(spec) if batch_size is None else batch_size
        if self.batch_size < 1:
            raise DataError(f"batch_size must be at least 1, not {batch_size}")
        self.count = self.source.samples.count or 0
        self.weight = self._weights(sample_weight)
        self.inputs = self._survey_inputs()
        scales = torch.ones(spec.output.dim, dtype=torch.float64)
        if balanced and spec.output.dim > 1:
            scales = self._survey_outputs().scales
        self.row_weights = 1 / scales
        floor = NEGLIGIBLE if learned else math.sqrt(self.eps)
        self.scale = Scale(spec, self.inputs, scales, floor)

    def triples(self) -> Iterator[tuple[Tensor, Tensor, Tensor, Tensor | None]]:
        """(x, y, J projected, weights) in float64; the scale of the defect sees what it needs."""
        projector, step, start = self.inputs.projector, self._step(), 0
        outputs = Gram()
        for batch in self._bar(self.source(self.batch_size), "discovering"):
            if not torch.isfinite(batch[1].sum() + batch[2].sum()):
                check_finite(batch[1], start, "the output of f")
                check_finite(batch[2], start, "the Jacobian of f")
            x, y, J = double(batch[0]), double(batch[1]), _at_least_single(batch[2])
            if projector is not None:
                J = J @ projector.to(J)
            weight = self._slice(start, len(x), x)
            outputs.add(y, y, weight)
            some = slice(-start % step, None, step)
            self.scale.add(x[some], y[some], J[some], None if weight is None else weight[some])
            yield x, y, double(J), weight
            start += len(x)
        self.outputs = Space(self.spec.output, outputs.sum / start)

    def estimates(self, replicas: list[Any], directions: Tensor, defects: Array) -> Estimates:
        """What replicas of the fit say of each direction, on a part of the samples."""
        step = max(1, self.count // JUDGED)
        sources = [
            Autodiff(replica, self.source.samples, self.spec.input, self.spec.output)
            for replica in replicas
        ]
        moments = torch.zeros(
            (len(sources), len(sources), directions.shape[1]), dtype=torch.float64
        )
        parts = zip(*(self._residuals(source, directions, step) for source in sources), strict=True)
        for part in parts:
            residuals = torch.stack(part)
            moments += torch.einsum("ibmk,jbmk->ijk", residuals, residuals).cpu()
        return from_replicas(defects, step * moments.numpy())

    def _residuals(self, source: Autodiff, directions: Tensor, step: int) -> Iterator[Tensor]:
        """C θ of every ``step``-th sample, in the units of the defect: (batch, m, directions)."""
        projector, start = self.inputs.projector, 0
        for batch in self._bar(source.samples.batches(self.batch_size, step), "judging"):
            x = source.place(batch)
            y, J = source.at(x)
            x, y, J = double(x.reshape(len(x), -1)), double(y), double(J)
            if projector is not None:
                J = J @ projector.to(J)
            C = rows(self.spec, x, y, J).mul_(self.row_weights[:, None].to(x.device))
            if self.weight is not None:
                weight = self.weight[::step][start : start + len(x)].to(x.device)
                C = C * weight.sqrt()[:, None, None]
            start += len(x)
            yield C @ directions.to(C)

    def error(self, y: Any) -> float:
        """The error of f on what it was trained to give, relative to the spread of that."""
        target = samples(y, "y")
        if target.count != self.count or target.size != self.spec.output.dim:
            raise DataError(
                f"y must hold what f should give for each of the {self.count} samples: "
                f"{self.spec.output.dim} numbers each"
            )
        wrong, squares, count = 0.0, 0.0, 0
        total = torch.zeros(target.size, dtype=torch.float64)
        pairs = zip(
            self.source.values(self.batch_size), target.batches(self.batch_size), strict=True
        )
        for (_, guess), part in pairs:
            flat = double(part).reshape(len(part), -1).to(guess.device) * self.row_weights
            wrong += float((double(guess) * self.row_weights - flat).square().sum())
            total, squares = total + flat.sum(dim=0).cpu(), squares + float(flat.square().sum())
            count += len(flat)
        spread = squares - float(total.square().sum()) / count
        return math.sqrt(wrong / spread) if spread > 0 else math.inf

    def function(self, x: Tensor) -> Tensor:
        """f in float64, for samples that are not in the data."""
        assert isinstance(self.source, Autodiff)
        shaped = x.reshape(len(x), *self.source.samples.shape)
        return double(self.source.value(self.source.place(shaped)))

    def require(self, unknowns: int, equations: int) -> None:
        """Refuse data that leaves unknowns undetermined for lack of equations."""
        needed = math.ceil(unknowns / equations)
        if self.count < needed:
            raise DataError(
                f"{self.count} samples are too few for {self.spec}: {unknowns} unknown numbers "
                f"with {equations} equations a sample need at least {needed} samples, better "
                f"{10 * needed}"
            )

    def _survey_inputs(self) -> Space:
        """Check every x, and see what they span.

        A part of them, in their own precision, mostly suffices to see that they fill the space,
        which more of them cannot undo; all of them in float64 where it does not.
        """
        for step, dtype in ((self._step(), self.source.dtype), (1, torch.float64)):
            gram, total, start = Gram(), 0.0, 0
            for batch in self._bar(self.source.inputs(self.batch_size), "reading x"):
                check_finite(batch, start, "x")
                weight = self._slice(start, len(batch), batch)
                some = slice(-start % step, None, step)
                x = batch[some] if dtype == self.source.dtype else double(batch[some])
                gram.add(x, x, None if weight is None else weight[some].to(x.dtype))
                total += len(x) if weight is None else float(weight[some].sum())
                start += len(batch)
            self.count = start
            space = Space(self.spec.input, gram.sum / total)
            if space.is_filled(torch.finfo(dtype).eps):
                break
        return space

    def _survey_outputs(self) -> Space:
        gram, step, count = Gram(), self._step(), 0
        for _, batch in self.source.values(self.batch_size, step):
            if not torch.isfinite(batch).all():
                self._name_bad_output()
            y = double(batch)
            weight = None if self.weight is None else self.weight[::step][count : count + len(y)]
            gram.add(y, y, None if weight is None else weight.to(y.device))
            count += len(y)
        return Space(self.spec.output, gram.sum / count)

    def _name_bad_output(self) -> None:
        """Look at every output, to name the first sample that is not finite."""
        start = 0
        for _, batch in self.source.values(self.batch_size):
            check_finite(batch, start, "the output of f")
            start += len(batch)

    def _step(self) -> int:
        """Every how many samples one serves for what needs not all of them."""
        return max(1, -(-self.count // ENOUGH))

    def _weights(self, sample_weight: ArrayLike | None) -> Tensor | None:
        if sample_weight is None:
            return None
        weight = np.asarray(sample_weight, dtype=np.float64)
        if weight.ndim != 1 or len(weight) != self.count:
            raise DataError(
                f"sample_weight needs one number a sample, shape ({self.count},), "
                f"got {weight.shape}"
            )
        if not np.isfinite(weight).all() or (weight < 0).any() or not weight.any():
            raise DataError("sample_weight must be finite, not negative and not all zero")
        return torch.from_numpy(weight / weight.mean())

    def _slice(self, start: int, length: int, like: Tensor) -> Tensor | None:
        if self.weight is None:
            return None
        return self.weight[start : start + length].to(like.device)

    def _bar(self, batches: Iterator[Any], what: str) -> Iterator[Any]:
        total = math.ceil(self.count / self.batch_size) if self.count else None
        hide = None if self.progress is None else not self.progress
        yield from tqdm(batches, what, total, disable=hide, delay=1.0, leave=False)


def _source(f: Function | None, x: Any, spec: Spec, y: Any, jacobian: Any) -> Derivatives:
    data = samples(x)
    if f is not None:
        if jacobian is not None:
            raise DataError("give either f, or y= and jacobian= with f=None, not both")
        return Autodiff(f, data, spec.input, spec.output)
    if y is None or jacobian is None:
        raise DataError("without a function f, both y= and jacobian= are needed")
    return Given(data, spec.input, spec.output, samples(y, "y"), samples(jacobian, "jacobian"))


def _at_least_single(tensor: Tensor) -> Tensor:
    return tensor.float() if tensor.element_size() < 4 else tensor


def _batch_size(spec: Spec) -> int:
    n, m, p = spec.input.dim, spec.output.dim, spec.size
    return max(1, min(BATCH_SAMPLES, BATCH_BYTES // (8 * (2 * m * p + 4 * m * n + 2 * n))))


def _check_memory(spec: Spec) -> None:
    p, n, m = spec.size, spec.input.dim, spec.output.dim
    needed = 8 * (8 * p**2 + 6 * (n**2 + m**2) + 4 * m * (p + n))
    available = psutil.virtual_memory().available
    if needed > available:
        raise ResourceError(
            f"{spec} has {p:,} unknown numbers and would need about {needed / 2**30:,.1f} GiB of "
            f"memory, but {available / 2**30:,.1f} GiB are free; let channels share an unknown "
            "(k*x[n]), name the factors of a tensor (a[n]*b[m]), or leave unknowns out"
        )


def _ratio(numerator: Tensor, denominator: Tensor) -> float:
    """‖numerator‖/‖denominator‖, where nothing over nothing is nothing."""
    top, bottom = float(numerator.norm()), float(denominator.norm())
    return top / bottom if bottom > 0 else (0.0 if top == 0 else math.inf)


def _complement(space: Tensor, part: Tensor) -> Tensor:
    """An orthonormal basis of what is in ``space`` and orthogonal to ``part``, which lies in it."""
    left = torch.linalg.svd(space - part @ (part.T @ space), full_matrices=False).U
    return left[:, : space.shape[1] - part.shape[1]]


def _orthonormal(directions: Tensor, hidden: Tensor, R: Tensor) -> Tensor:
    """The span of ``directions`` without what is hidden, as orthonormal columns, best first."""
    clean = directions - hidden @ (hidden.T @ directions)
    basis = torch.linalg.svd(clean / torch.linalg.norm(clean, dim=0), full_matrices=False).U
    return basis @ right_svd(R @ basis)[1].flip(1)
