"""``discover`` and ``measure``: the one place that strings the rest together."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import ArrayLike
from torch import Tensor

from liesd.algebra.element import Element
from liesd.checks import real, whole
from liesd.data.samples import samples as samples_of
from liesd.discovery.orbits import KEPT, Sample
from liesd.discovery.provenance import facts
from liesd.discovery.result import Discovery, Generator
from liesd.equations.cluster import engine_for
from liesd.equations.cost import requirements
from liesd.equations.problem import Pass, stretch_of
from liesd.equations.reduce import Stretch
from liesd.equations.reductions import Residuals, spread
from liesd.equations.scale import ENOUGH, value
from liesd.equations.sequential import SETTLED, Solver, settled
from liesd.errors import DataError, FunctionError
from liesd.numerics.nullspace import Solution, right_svd
from liesd.sources.torch import Autodiff, Derivatives, Given, in_dtype, precision
from liesd.spec import Spec
from liesd.spec.gauge import find_gauge
from liesd.verdict.caveats import compared, examined
from liesd.verdict.estimates import Array, Asymmetry, Estimates, Evidence, exactly
from liesd.verdict.exact import Decision, decide_exact, decide_within
from liesd.verdict.instruments.heldout import asymmetry
from liesd.verdict.instruments.steps import stepped
from liesd.verdict.learned import decide_learned, decide_trained
from liesd.verdict.overlap import overlaps

Function = Callable[[Tensor], Tensor]
WEIGHTS = ("balanced", "paper")
OVERLAPPING = 512  # samples at which symmetries are compared with each other


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
    samples: int | str | None = None,
    settle: float = SETTLED,
    seed: int = 0,
    client: Any = None,
    dtype: str | torch.dtype | None = None,
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
        Samples: an array or tensor of shape (N, ...), a memory map, a file or its name
        (:func:`liesd.open_array`), a Dask array, a DataLoader or an iterable of batches.
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
        How much each sample counts, (N,): an array or a file. A model from :func:`liesd.learn` may
        know by itself how far its derivatives can be trusted at each sample; that is used if
        nothing else is said.
    tolerance
        Count every direction whose relative defect is at most this, however it came about.
    evidence
        Judge a model of :func:`liesd.learn` by its replicas; False saves the time, and the number
        is then a guess.
    samples
        How many samples to use, drawn at random; all of them if not given. ``"auto"``: as many as
        are needed until the answer settles. ``found.samples`` says how many it were.
    settle
        With ``samples="auto"``: no defect, and no direction of the null space, may be off by more
        than this relative to what all samples would give.
    seed
        Of the random draw.
    client
        A Dask client: the work is done on its workers (needs ``liesd[distributed]``). A Dask array
        ``x`` is enough to use the client that is active.
    dtype
        The precision of values and derivatives, ``"float32"`` or ``"float64"``; that of ``f`` if
        not given. Equations are always reduced in float64. Defects are rounding below about 1e-5
        in float32, and below about 2e-14 in float64.
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
    if tolerance is not None:
        real("tolerance", tolerance, "a relative defect from 0 to 1", 0.0, 1.0, closed=True)
    whole("seed", seed, 0)
    spec = Spec.parse(spec)
    needs = requirements(spec)
    needs.check(None)
    gauge = find_gauge(spec)
    source = _source(in_dtype(f, dtype), x, spec, y, jacobian, dtype)
    target = y if f is not None else None
    stretch = stretch_of(source, spec, sample_weight, target, batch_size, progress, trusting=True)
    stretch = _drawn(stretch, samples, seed)
    with source.ready():
        error = _heldout_error(f) if target is None else 0.0
        learned = error is not None
        if learned and getattr(f, "task", "regression") != "regression":
            error = 0.0  # that of classes is no size of outputs
        balanced = weights == "balanced"
        surveyed = ENOUGH if samples == "auto" else None
        work = Pass(stretch, spec, engine_for(client, x, y, jacobian), balanced, error, surveyed)
        work.require(spec.size - gauge.shape[1], spec.output.dim)
        solver = Solver(work, balanced)
        state = settled(work, solver, settle) if samples == "auto" else work.equations()
    work.finish(state)
    R, L, solution = solver(state)
    work.require(solution.visible, max(work.outputs.rank, 1))

    def generators(thetas: Tensor, hidden: bool = False) -> list[Generator]:
        """Directions with their defects; what moves nothing is held against the largest scale."""
        thetas = (thetas / torch.linalg.norm(thetas, dim=0)).T.contiguous()
        tops = torch.linalg.norm(thetas @ R.T, dim=1)
        bottoms = L.norm().expand(len(tops)) if hidden else torch.linalg.norm(thetas @ L.T, dim=1)
        return [
            Generator(spec, theta.numpy(), _ratio(top, bottom))
            for theta, top, bottom in zip(thetas, tops, bottoms, strict=True)
        ]

    defects = solution.values.numpy()
    if not balanced and solution.largest > 0:
        defects = defects / solution.largest
    with source.ready():
        estimates, decision = _judge(f, work, solution, defects, L, tolerance, evidence)
        dimension = decision.dimension
        basis = _orthonormal(solution.directions[:, :dimension], solution.hidden, R)
        found = generators(basis)
        if isinstance(source, Autodiff) and not learned:
            decision = examined(decision, work, solver, [g.theta for g in found])
        if learned:
            decision = compared(decision, work.outputs, work.look.faint)
        remarks = _remarks(work, found) if learned else ()
        few_x, few_y = (part.numpy() for part in work.few(KEPT))
    unseen = _complement(solution.hidden, gauge)
    return Discovery(
        spec=spec,
        singular_values=_descending(solution),
        generators=found,
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
        remarks=remarks,
        settings=facts(f, x, tolerance=tolerance, sample_weight=_given(sample_weight)),
        sample=Sample(
            few_x,
            few_y,
            function=f,
            shape=source.samples.shape,
            dtype=source.samples.dtype,
            projector=work.inputs.projector,
        ),
    )


def _descending(solution: Solution) -> Array:
    every = torch.cat([solution.values, solution.rest, solution.hidden_values])
    return every.sort(descending=True).values.numpy()


def _remarks(work: Pass, found: list[Generator]) -> tuple[str, ...]:
    """What to know of symmetries that these samples can hardly tell from the others.

    A function that lacks such a symmetry moves by the part that is its own only, and may owe up to
    1/own of its steepness to directions in which nothing ever moves (a mass near the light cone
    does): a defect of about own² is all that it would show.
    """
    said = []
    if len(found) > 1:
        thetas = np.array([g.theta for g in found])
        defects = np.array([g.defect for g in found])
        for coefficients, own in overlaps(found, *work.some(OVERLAPPING)):
            defect = float(np.linalg.norm(coefficients * defects))
            if defect > own**2 / 2:
                words = Element(work.spec, coefficients @ thetas).words
                said.append(
                    f"at every sample one of the symmetries ({words}) does nearly what the others "
                    f"do together: only {own:.1%} of its action is its own, and with a defect of "
                    f"{defect:.1%} these samples cannot tell it apart from them"
                )
    return tuple(said)


def _judge(
    f: Function | None,
    work: Pass,
    solution: Solution,
    defects: Array,
    L: Tensor,
    tolerance: float | None,
    evidence: bool,
) -> tuple[Estimates, Decision]:
    """How far each direction can be trusted, and how many are symmetries."""
    floor = work.floor
    error = work.error() if "target" in work.stretch.extra else _heldout_error(f)
    replicas = list(getattr(f, "replicas", ())) if evidence else []
    classes = getattr(f, "task", "regression") != "regression"
    if replicas:
        unexplained = 0.0 if classes or error is None else min(error, 1.0)
        estimates = work.estimates(replicas, solution.directions, defects, L, unexplained)
    elif f is not None and error is not None:
        estimates = work.sampled(f, solution.directions, defects, error)
    else:
        estimates = exactly(defects, floor)
    if tolerance is not None:
        return estimates, decide_within(estimates, tolerance)
    if error is None:
        return estimates, decide_exact(estimates, floor)
    if replicas:

        def steps(count: int) -> Estimates | None:
            return stepped(work, replicas, solution.directions[:, :count].T.numpy())

        def values(kept: Sequence[int]) -> Asymmetry | None:
            x, y = (getattr(f, name, torch.empty(0)) for name in ("heldout_x", "heldout_y"))
            directions = solution.directions[:, list(kept)].T.numpy()
            return asymmetry(work, x, y, replicas, directions) if len(x) else None

        return estimates, decide_learned(estimates, error, classes, steps, values)
    return estimates, decide_trained(estimates, error)


def _given(sample_weight: ArrayLike | None) -> str | None:
    return None if sample_weight is None else "one number a sample"


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
    client: Any = None,
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
    if finite is not None:
        step = real("finite", finite, "a finite step", -math.inf, math.inf, closed=False)
        if f is None or step == 0:
            raise FunctionError("finite= needs a function f and a step that is not zero")
    source = _source(f, x, spec, y, jacobian)
    with source.ready():
        stretch = stretch_of(source, spec, None, None, batch_size, progress, trusting=True)
        work = Pass(stretch, spec, engine_for(client, x, y, jacobian))
        A, B = (torch.from_numpy(rep.matrix(theta)) for rep in (spec.input, spec.output))
        P = work.inputs.projector
        A = A if P is None else P @ A
        if finite is not None:
            A, B = (torch.linalg.matrix_exp(finite * generator) for generator in (A, B))
        seen = work.engine(Residuals(work.look, spread(work.count), A, B, finite), work.stretch)
        work.finish(seen)
    size = value(work.scale.terms(), theta) * work.total
    return _ratio(torch.tensor(seen.squares).sqrt(), torch.tensor(size).sqrt())


def _drawn(stretch: Stretch, samples: int | str | None, seed: int) -> Stretch:
    """All samples, or some at random; for "auto" all of them in random order."""
    if samples is None:
        return stretch
    if samples == "auto":
        return stretch.shuffled(seed)
    return stretch.shuffled(seed).part(0, whole('samples (or "auto")', samples, 1))


def _source(
    f: Function | None,
    x: Any,
    spec: Spec,
    y: Any,
    jacobian: Any,
    dtype: str | torch.dtype | None = None,
) -> Derivatives:
    data = samples_of(x)
    if f is not None:
        if jacobian is not None:
            raise DataError("give either f, or y= and jacobian= with f=None, not both")
        return Autodiff(f, data, spec.input, spec.output, precision(dtype))
    if y is None or jacobian is None:
        raise DataError("without a function f, both y= and jacobian= are needed")
    return Given(
        data, spec.input, spec.output, samples_of(y, "y"), samples_of(jacobian, "jacobian")
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
