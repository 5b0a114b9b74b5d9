"""``discover`` and ``measure``: the one place that puts all the rooms together."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import torch
from numpy.typing import ArrayLike
from torch import Tensor

from liesd.data.samples import open_samples as samples_of
from liesd.discovery import limits
from liesd.discovery.findings import collect_evidence
from liesd.discovery.law import Witness, learn_values
from liesd.discovery.multiples import find_lonely, raise_degree, split_multiples
from liesd.discovery.named.frames import reads_frames
from liesd.discovery.orbits import Sample
from liesd.discovery.provenance import record_provenance
from liesd.discovery.question import pose_question, read_question, settle_label
from liesd.discovery.result import Discovery, Generator
from liesd.discovery.surface import Surface
from liesd.discovery.words.remarks import find_remarks, list_caveats, list_notes, note_surface
from liesd.equations import limits as equations_limits
from liesd.equations.batches import Batches
from liesd.equations.cluster import choose_engine
from liesd.equations.cost import requirements
from liesd.equations.problem import Problem, make_batches, state_problem
from liesd.equations.reductions import Residuals, choose_step
from liesd.equations.scale import evaluate
from liesd.equations.sequential import settle as settle_equations
from liesd.equations.solve import Solver, keep_inside
from liesd.errors import FunctionError, check_choice, check_flag, check_real, check_whole
from liesd.learning import files as model_files
from liesd.learning.effort import NORMAL, read_effort
from liesd.numerics.nullspace import Solution
from liesd.numerics.threads import sharing_cores
from liesd.progress import Show, read_progress
from liesd.sources import Fit, InUnits, Request, Source, Units, find_units, open_source
from liesd.sources.foreign import adapt
from liesd.sources.torch import parse_dtype
from liesd.spec import Spec
from liesd.spec.gauge import find_gauge
from liesd.verdict.decide import decide
from liesd.verdict.estimates import Array
from liesd.verdict.examine import examine
from liesd.verdict.instruments import Subject
from liesd.verdict.rule import Decision, Verdict
from liesd.verdict.transcript import FUNCTION, LAW, Heard

Function = Callable[[Tensor], Tensor]
WEIGHTS = ("balanced", "paper")
model_files.register_reader()  # finds learned models inside TorchScript


@reads_frames
@sharing_cores()
@raise_degree
def discover(
    f: Function | Sequence[Function] | None,
    x: Any,
    spec: str | Spec,
    *,
    dictionary: Mapping[str, Any] | None = None,
    degree: int | str | None = None,
    y: Any = None,
    jacobian: Any = None,
    ask: str | None = None,
    exact: bool = False,
    disjoint: bool = False,
    weights: str = "balanced",
    sample_weight: ArrayLike | None = None,
    tolerance: float | None = None,
    evidence: bool = True,
    samples: int | str | None = None,
    settle: float = equations_limits.LIMITS.settled,
    seed: int = 0,
    groups: Any = None,
    effort: str = NORMAL,
    client: Any = None,
    dtype: str | torch.dtype | None = None,
    batch_size: int | None = None,
    progress: Show = None,
) -> Discovery:
    """Find the continuous symmetries of ``f`` on the data ``x``, of the form that ``spec`` says.

    Parameters
    ----------
    f
        Any torch callable on a batch, usually a trained module; a fitted model of scikit-learn, a
        JAX function, an ONNX file or session, or :func:`liesd.black_box`; a list of such models of
        one law; or None with ``y`` and ``jacobian`` given. A model of :func:`liesd.learn` is
        recognised inside whatever wraps it.
    x
        Samples: an array or tensor of shape (N, ...), a data frame (pandas, Polars, PyArrow,
        xarray), a memory map, a file or its name (:func:`liesd.open_array`), a Dask array, a
        DataLoader or an iterable of batches.
    spec
        How the unknown algebra acts, for instance ``"3*x[3] -> a[3]*b[3]"``; with a data frame
        also by columns, as ``"pos(x,y,z) + mass -> force(fx,fy,fz)"``.
    dictionary
        The functions of each name in ``fields(x[2], name)``: a list of torch functions of a batch
        (N, n), or of formulas such as ``"sin(x0)"``.
    degree
        Of every ``poly(...)`` in the spec, in place of the one written there. ``"auto"``: raised
        from 1 until nothing new comes; a note says where it ended.
    y
        With ``f``: values at samples that it was *not* fitted to, or class labels; the question is
        then what the law has behind them. Without: the values of f.
    jacobian
        Derivatives (N, m, n) in place of ``f``.
    ask
        The question: which symmetries the ``"function"`` has, exactly; the trained ``"model"``,
        up to a defect; or the ``"law"`` behind it. By default the law where ``y``, several
        models or a model of :func:`liesd.learn` are given, else the model where ``f`` holds
        trained parameters, else the function. ``found.about`` says which one was answered.
    exact
        The same as ``ask="function"``.
    disjoint
        Several models were trained on disjoint samples, so that they share no noise.
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
        Use the replicas of a model of :func:`liesd.learn` as evidence; False saves time, and the
        number is then a guess.
    samples
        How many samples to use, drawn at random; all of them if not given. ``"auto"``: as many as
        are needed until the answer settles. ``found.samples`` says how many were used.
    settle
        With ``samples="auto"``: no defect, and no direction of the null space, may be off by more
        than this relative to what all samples would give.
    seed
        Of the random draw.
    groups
        With ``f`` and ``y``: which samples belong together, as in :func:`liesd.learn`. Values are
        fitted to, or held out, by whole groups.
    effort
        With ``f`` and ``y``: how much effort the fit to y takes, as in :func:`liesd.learn`.
    client
        A Dask client, whose workers do the computation (needs ``liesd[distributed]``). A Dask array
        ``x`` is enough to use the client that is active.
    dtype
        The precision of values and derivatives, ``"float32"`` or ``"float64"``; that of ``f`` if
        not given. Equations are always reduced in float64. Defects are rounding below about 1e-5
        in float32, and below about 2e-14 in float64.
    batch_size
        Samples at a time; chosen from a memory budget if not given.
    progress
        True shows how far the work is: on a terminal, in a notebook, or one line per stage
        elsewhere; by default only where there is a terminal or a notebook. A function is called
        with a :class:`liesd.Progress` each time.

    Examples
    --------
    >>> import torch, liesd
    >>> x = torch.randn(500, 3, dtype=torch.float64)
    >>> found = liesd.discover(lambda x: x.norm(dim=1), x, "x[3] -> 1")
    >>> found.dimension
    3
    """
    check_choice("weights", weights, WEIGHTS)
    check_flag("disjoint", disjoint)
    check_flag("evidence", evidence)
    if tolerance is not None:
        check_real("tolerance", tolerance, "a relative defect from 0 to 1", 0.0, 1.0, closed=True)
    check_whole("seed", seed, 0)
    progress = read_progress(progress)
    read_effort(effort)
    spec = Spec.parse(spec, dictionary)
    if degree is not None:
        spec = spec.with_degree(check_whole('degree (or "auto")', degree, 0))
    requirements(spec).check(None)
    asked = read_question(ask, exact)
    f = adapt(f)
    request = Request(f, samples_of(x), spec, y, jacobian, parse_dtype(dtype), disjoint)
    about, (source, notes, caveats, witness) = pose_question(
        request, asked, evidence, seed, progress, groups, effort
    )
    spec, gauge = source.spec, find_gauge(source.spec)
    weighed = None if sample_weight is None else "one number per sample"
    batches = make_batches(source, sample_weight, batch_size, progress, trusting=about == LAW)
    batches = _draw_samples(batches, samples, seed)
    balanced = weights == "balanced"
    with source.ready():
        units = find_units(batches.source, uniform=not balanced)
        batches = replace(batches, source=InUnits(batches.source, units))
        fit = batches.source.fit if about == LAW else None
        error = _choose_error(about, fit)
        grows = isinstance(samples, str)  # "auto"
        surveyed = equations_limits.LIMITS.scale_samples if grows else None
        engine = choose_engine(client, x, y, jacobian)
        problem = state_problem(batches, engine, balanced, error, surveyed)
        problem.require(spec.size - gauge.shape[1], spec.output.dim)
        surface = Surface.find(problem)
        keeping = None
        if surface is not None and about == LAW:
            keeping, problem = surface.keep(), surface.confine()
        solver = Solver(problem, balanced, keeping)
        if grows:
            problem, state = settle_equations(problem, solver, settle)
        else:
            state = problem.equations()
    problem = replace(problem, count=state.outputs.count)
    outputs = state.outputs.fill_space(problem.spec.output)
    answer = solver(state)
    R, L, solution = answer
    problem.require(solution.visible, max(outputs.rank, 1))

    def generators(thetas: Tensor, hidden: bool = False) -> list[Generator]:
        """Generators with their defects; hidden ones are relative to the largest scale."""
        thetas = (thetas / torch.linalg.norm(thetas, dim=0)).T.contiguous()
        tops = torch.linalg.norm(thetas @ R.T, dim=1)
        bottoms = L.norm().expand(len(tops)) if hidden else torch.linalg.norm(thetas @ L.T, dim=1)
        own = problem.spec.from_charts(thetas.numpy())  # the user's coordinates
        return [
            Generator(spec, theta, _divide(top, bottom))
            for theta, top, bottom in zip(own, tops, bottoms, strict=True)
        ]

    defects = solution.values.numpy()
    if not balanced and solution.largest > 0:
        defects = defects / solution.largest
    with source.ready():
        error = None if fit is None else fit.error
        subject = Subject(problem, solver, state, answer, defects, outputs, fit, error)
        transcript = examine(subject, about, tolerance, evidence)
        decision = decide(transcript)
        if witness is not None and decision.verdict is Verdict.UNSURE and tolerance is None:
            transcript.witness = _hear(witness, x, subject, seed)
            decision = decide(transcript)
        minimal, multiples = _split(subject, decision)
        found = generators(keep_inside(problem, minimal, solution.hidden))
        compared = about != FUNCTION and not spec.input.is_confined  # jets have few coordinates
        remarks = find_remarks(problem, found) if compared else ()
        placed = () if surface is None else note_surface(surface, minimal, keeping)
        kept = _take_sample(problem, source, units)
    gauge = torch.linalg.qr(torch.from_numpy(problem.spec.to_charts(gauge.T.numpy()).T)).Q
    unseen = _find_complement(solution.hidden, gauge)
    measured = transcript.directions
    return Discovery(
        spec=spec,
        singular_values=_sort_descending(solution) * (1.0 if balanced else float(units.y[0])),
        generators=found,
        multiples=generators(multiples),
        unseen=generators(unseen, hidden=True),
        gauge=generators(gauge, hidden=True),
        refuted=generators(solution.directions[:, decision.dimension :]),
        decision=decision,
        evidence=collect_evidence(measured, decision, len(found), unseen.shape[1], gauge.shape[1]),
        samples=problem.count,
        input_rank=problem.frame.inputs.rank,
        output_rank=outputs.rank,
        weights=weights,
        dtype=str(source.dtype).removeprefix("torch."),
        about=about,
        remarks=(*caveats, *list_caveats(fit, decision), *remarks),
        notes=(*notes, *list_notes(source, fit, problem.frame.inputs.rank), *placed),
        settings=record_provenance(f, x, fit, tolerance=tolerance, sample_weight=weighed),
        sample=kept,
        transcript=transcript.closed(),
    )


@reads_frames
@sharing_cores()
def measure(
    f: Function | None,
    x: Any,
    spec: str | Spec,
    generator: Mapping[str, ArrayLike],
    *,
    dictionary: Mapping[str, Any] | None = None,
    finite: float | None = None,
    y: Any = None,
    jacobian: Any = None,
    client: Any = None,
    batch_size: int | None = None,
    progress: Show = None,
) -> float:
    """Measure how far ``f`` is from having a given symmetry: its relative defect (Theorem 1).

    0 is exact, about 1 is what a random direction gives. With ``finite=t`` the group element itself
    is tried: the size of f(exp(tA)x) − exp(tB)f(x) in the same units and divided by t, so that it
    tends to the defect as t goes to zero.

    >>> import torch, liesd
    >>> x = torch.randn(500, 2, dtype=torch.float64)
    >>> rotation = {"x": [[0.0, -1.0], [1.0, 0.0]]}
    >>> liesd.measure(lambda x: x.norm(dim=1), x, "x[2] -> 1", rotation) < 1e-14
    True
    """
    spec = Spec.parse(spec, dictionary)
    numbers = spec.pack(generator)
    if finite is not None:
        step = check_real("finite", finite, "a finite step", -math.inf, math.inf, closed=False)
        if f is None or step == 0:
            raise FunctionError("finite= needs a function f and a step that is not zero")
    request = settle_label(Request(f, samples_of(x), spec, y, jacobian))
    source = open_source(request)
    if not source.has_slopes and finite is None:
        source, _ = learn_values(source, request, 0, progress)
    with source.ready():
        batches = make_batches(source, None, batch_size, read_progress(progress))
        batches = replace(batches, source=InUnits(source, find_units(source)))
        problem = state_problem(batches, choose_engine(client, x, y, jacobian))
        theta = problem.spec.unpack(problem.spec.to_charts(numbers))
        reduction = Residuals(problem.frame, choose_step(problem.count), theta, finite)
        seen = problem.reduce(reduction)
    size = evaluate(seen.scale.terms(), theta) * seen.outputs.total
    return _divide(torch.tensor(seen.squares).sqrt(), torch.tensor(size).sqrt())


def _hear(witness: Witness, x: Any, subject: Subject, seed: int) -> Heard:
    """Ask another fit to the law by itself, and compare what it accepts with this one."""
    other = discover(witness.model, x, witness.spec, seed=seed, progress=False)
    assert other.transcript is not None
    if not other.generators:
        return Heard(other.transcript, 0.0)
    thetas = subject.problem.spec.to_charts(np.stack([one.theta for one in other.generators]))
    R, L, _ = subject.answer
    columns = torch.from_numpy(thetas.T)
    even = columns @ torch.linalg.inv(torch.linalg.qr(L @ columns).R)
    return Heard(other.transcript, float(torch.linalg.matrix_norm(R @ even, 2)))


def _take_sample(problem: Problem, source: Source, units: Units) -> Sample:
    """A subsample in the user's own units."""
    x, y = problem.subsample(limits.LIMITS.kept_samples)
    P = problem.frame.inputs.projector
    onto = None if P is None else units.x[:, None] * P / units.x
    origin = problem.spec.input.origin * units.x.numpy()
    return Sample.take((x * units.x).numpy(), (y * units.y).numpy(), source, onto, origin)


def _choose_error(about: str, fit: Fit | None) -> float | None:
    """The error by which outputs and Jacobians are nothing; None for what is known exactly."""
    if about != LAW or fit is None:
        return None
    return 0.0 if fit.has_classes else fit.error


def _draw_samples(batches: Batches, samples: int | str | None, seed: int) -> Batches:
    """Draw a number of samples at random; for "auto" all of them in random order."""
    if samples is None:
        return batches
    if isinstance(samples, str) and samples == "auto":
        return batches.shuffled(seed)
    return batches.shuffled(seed).part(0, check_whole('samples (or "auto")', samples, 1))


def _sort_descending(solution: Solution) -> Array:
    every = torch.cat([solution.values, solution.rest, solution.hidden_values])
    return every.sort(descending=True).values.numpy()


def _split(subject: Subject, decision: Decision) -> tuple[Tensor, Tensor]:
    """The accepted directions as columns: the minimal ones, and multiples of these."""
    basis = subject.basis(decision.dimension)
    if not find_lonely(subject.problem.spec) or not decision.dimension:
        return basis, basis[:, :0]
    next_best = float(subject.defects[decision.dimension :].min(initial=1.0))
    noise = min(decision.within / max(next_best, 1e-300), limits.LIMITS.most_noise)
    parts = split_multiples(subject.problem.spec, basis.T.numpy(), noise)
    minimal, multiples = (torch.from_numpy(part.T.copy()) for part in parts)
    return subject.rank(minimal), subject.rank(multiples)


def _divide(numerator: Tensor, denominator: Tensor) -> float:
    """Divide ‖numerator‖ by ‖denominator‖, where 0/0 is 0."""
    top, bottom = float(numerator.norm()), float(denominator.norm())
    return top / bottom if bottom > 0 else (0.0 if top == 0 else math.inf)


def _find_complement(space: Tensor, part: Tensor) -> Tensor:
    """Find an orthonormal basis of the complement of ``part`` within ``space``."""
    left = torch.linalg.svd(space - part @ (part.T @ space), full_matrices=False).U
    return left[:, : space.shape[1] - part.shape[1]]
