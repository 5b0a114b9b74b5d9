"""``suggest``: data or a model in, specs worth asking out, best first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from liesd.discovery.api import discover
from liesd.discovery.result import Discovery
from liesd.errors import DataError, check_whole
from liesd.learning.effort import NORMAL
from liesd.numerics.threads import sharing_cores
from liesd.progress import Reporter, Show, read_progress
from liesd.sources.fitted import Fitted
from liesd.spec import Spec
from liesd.suggestion import limits
from liesd.suggestion.arrangement import Arrangement, rearrange
from liesd.suggestion.clarity import find_number, is_clear, say_doubt, say_poor, say_unclear
from liesd.suggestion.drafts import CORE, SCALINGS, draft
from liesd.suggestion.reading import Asked, read_question
from liesd.suggestion.result import Suggestion, Suggestions
from liesd.suggestion.space import Space, find_span
from liesd.suggestion.words import explain, note_columns
from liesd.suggestion.writing import GENERAL, Draft, write_general
from liesd.verdict.rule import Verdict
from liesd.verdict.transcript import FUNCTION

Array = NDArray[np.float64]


@sharing_cores()
def suggest(
    f: Any,
    x: Any,
    *,
    names: Sequence[str] | None = None,
    y_names: Sequence[str] | None = None,
    learner: str = "auto",
    groups: Any = None,
    effort: str = NORMAL,
    replicas: int | None = None,
    seed: int = 0,
    progress: Show = None,
    **settings: Any,
) -> Suggestions:
    """Suggest specs worth asking: ``suggest(x, y)`` for data, ``suggest(model, x)`` for a model.

    The most general spec, ``x[n] -> y[m]``, is asked first. Columns that its symmetries connect
    make a channel, channels that move alike share a name, and each spec that follows is asked in
    turn. It is the best one if it loses no symmetry.

    Parameters
    ----------
    f, x
        A model, as in :func:`liesd.discover`, and samples (N, ...); or samples x and their values
        y, from which a model is learned. Tables with named columns give their names.
    names, y_names
        The names of the columns of x and y. They are hints: x before y, px together with py.
    learner, groups, effort, replicas, seed, settings
        As in :func:`liesd.learn`.
    progress
        As in :func:`liesd.discover`.

    Returns
    -------
    Suggestions
        A sequence, best first. Each has its ``spec``, ``reason``, ``unknowns``, ``found``, ``lost``
        and the ``order`` and ``factors`` of columns that it needs (``inputs``, ``outputs``). It is
        empty where the fit is too poor or an answer not clear; ``refusal`` then says why.

    Examples
    --------
    >>> import torch, liesd
    >>> x = torch.randn(500, 5, dtype=torch.float64)
    >>> def f(x):
    ...     radius = x[:, [4, 0, 2]].norm(dim=1)
    ...     return x[:, 1] * torch.exp(-radius) + x[:, 1] ** 2 + x[:, 3]
    >>> best = liesd.suggest(f, x).best
    >>> str(best.spec), best.inputs.order
    ('a[3]+2 -> 1', (0, 2, 4, 1, 3))
    """
    reporter = read_progress(progress)
    seed = check_whole("seed", seed, 0)
    asked = read_question(
        f,
        x,
        names,
        y_names,
        seed,
        reporter,
        learner=learner,
        groups=groups,
        effort=effort,
        replicas=replicas,
        **settings,
    )
    poor = _say_poor(asked.model, limits.LIMITS.hopeless_fit)
    if poor:
        return Suggestions((), poor, (), asked.model)
    return _suggest(asked, reporter)


def _suggest(asked: Asked, reporter: Reporter) -> Suggestions:
    n, m = asked.x.shape[1], 0 if asked.y is None else asked.y.shape[1]
    if n**2 + m**2 > limits.LIMITS.most_unknowns:
        raise DataError(
            f"the most general spec of {n} inputs and {m} outputs has {n**2 + m**2:,} unknown "
            "numbers, too many to suggest from: choose fewer columns, or name a spec"
        )
    x_units = Arrangement.scaled(1 / _measure(asked.x))
    y_units = None if asked.y is None else Arrangement.scaled(1 / _measure(asked.y))
    with reporter.stage("asking the general spec"):
        general = _ask(asked, write_general(n, m, asked.y is None, asked.hints), x_units, y_units)
    notes = []
    if general.verdict is Verdict.UNSURE:
        notes.append(
            f"the most general spec alone gave an UNSURE answer ({general.reason}); that is enough "
            "for a proposal, but not for a verdict: ask a proposed spec"
        )
    number, noise = general.dimension, general.algebra.noise if general.dimension else 0.0
    refusal = _refuse(general, noise, asked.model)
    supposed = find_number(general) if refusal else None
    if supposed is not None:
        number, noise = supposed
    elif refusal:
        return Suggestions((), refusal, (), asked.model, general)
    space = _collect(general, number, noise, n, m)
    units = [*x_units.factors, *(() if y_units is None else y_units.factors)]
    quotient, drafts = draft(space, units, asked.hints, asked.y is None)
    total = len(quotient.space.matrices) + quotient.translations
    with reporter.stage("asking tighter specs", len(drafts)) as stage:
        each = []
        for one in drafts:
            found = _ask(asked, one)
            each.append((one, found, max(total - found.dimension, 0) if one.kind != GENERAL else 0))
            stage.advance()
    ranked = _rank(asked, each, total)
    if general.about != FUNCTION:
        tighter = [found for one, found, _ in each if one.kind != GENERAL]
        doubt = _find_doubt(ranked[0], tighter, total, asked.model)
        strict = refusal
        if general.verdict is not Verdict.SURE:
            strict = strict or _say_poor(asked.model, limits.LIMITS.poor_fit)
        if strict and (doubt or not _confirm(ranked[0], tighter, total)):
            doubt = strict
        if doubt:
            return Suggestions((), doubt, (), asked.model, general)
    return Suggestions(
        tuple(ranked),
        notes=(*note_columns(quotient, asked.hints), *notes),
        model=asked.model,
        general=general,
    )


def _refuse(general: Discovery, noise: float, model: Any) -> str:
    """Why the answer to the general spec is no ground for a suggestion; empty if it is one."""
    if not is_clear(general):
        return say_unclear(general, model)
    if general.dimension > limits.LIMITS.most_dimension:
        return say_doubt(
            f"{general.spec} has {general.dimension} symmetries, too many to look for structure in "
            f"(at most {limits.LIMITS.most_dimension})",
            model,
        )
    if noise > limits.LIMITS.poor_generators:
        return say_doubt(
            f"the symmetries of {general.spec} are known to {100 * noise:.0f} % only, so that it "
            "is not clear which columns they leave alone",
            model,
        )
    return ""


def _say_poor(model: Any, most: float) -> str:
    """Why a fit is no ground for a suggestion, where its error may be so large; empty if it is."""
    if not isinstance(model, Fitted) or model.task != "regression":
        return ""
    return "" if model.heldout_error <= most else say_poor(model.heldout_error)


def _confirm(best: Suggestion, tighter: list[Discovery], total: int) -> bool:
    """True if tighter specs are clear, and the best one has all that is supposed to be there."""
    return bool(tighter) and all(map(is_clear, tighter)) and best.dimension == total


def _find_doubt(best: Suggestion, tighter: list[Discovery], total: int, model: Any) -> str:
    """Why the answers of a model contradict each other; empty if they do not."""
    if not is_clear(best.found):
        return say_unclear(best.found, model)
    most = max((found.dimension for found in tighter), default=0)
    if most > total:
        return say_doubt(
            f"answers contradict each other: a tighter spec has {most} symmetries, the most "
            f"general one only {total}",
            model,
        )
    return ""


Answered = tuple[Draft, Discovery, int]


def _rank(asked: Asked, each: list[Answered], total: int) -> list[Suggestion]:
    """The tightest spec that loses nothing, or else what turns; then the rest by size."""
    sizes = {one.spec: Spec.parse(one.spec).size for one, _, _ in each}
    whole = [answer for answer in each if answer[2] == 0 and answer[0].kind in (CORE, SCALINGS)]
    turning = [answer for answer in each if answer[0].kind == CORE and answer[1].dimension]
    rest = sorted(each, key=lambda answer: (answer[2] > 0, sizes[answer[0].spec]))
    first = (sorted(whole, key=lambda answer: sizes[answer[0].spec]) or turning or rest)[0]
    others = sorted(
        (answer for answer in each if answer is not first), key=lambda a: sizes[a[0].spec]
    )
    return [_finish(asked, answer, first, total) for answer in (first, *others)]


def _finish(asked: Asked, answer: Answered, best: Answered, total: int) -> Suggestion:
    one, found, lost = answer
    n = len(one.inputs.order)
    names = asked.hints.names
    outputs = () if one.outputs is None else one.outputs.order
    return Suggestion(
        spec=found.spec,
        inputs=one.inputs,
        outputs=one.outputs,
        reason=explain(one, found, lost, total, asked.hints, answer is best),
        found=found,
        lost=lost,
        x_names=tuple(names[k] for k in one.inputs.order),
        y_names=tuple(names[n + k] for k in outputs),
        shape=asked.shape,
        named=one.named,
    )


def _ask(
    asked: Asked,
    one: Draft,
    inputs: Arrangement | None = None,
    outputs: Arrangement | None = None,
) -> Discovery:
    """Ask a spec about the function of arranged columns."""
    inputs, outputs = inputs or one.inputs, outputs or one.outputs
    f = rearrange(asked.model, inputs, outputs, asked.shape)
    return discover(f, inputs(asked.x), one.spec, progress=False)


def _collect(general: Discovery, number: int, noise: float, n: int, m: int) -> Space:
    """So many symmetries of the general spec as matrices on inputs and outputs together."""
    matrices = np.zeros((number, n + m, n + m))
    for k, generator in enumerate([*general.generators, *general.refuted][:number]):
        matrices[k, :n, :n] = generator["x"]
        if m:
            matrices[k, n:, n:] = generator["y"]
    return Space(find_span(matrices, limits.LIMITS.least_entry), n, noise)


def _measure(values: Array) -> Array:
    """The size of each column: its root mean square, 1 where it is zero throughout."""
    sizes = np.sqrt(np.mean(values**2, axis=0))
    return np.asarray(np.where(sizes > 0, sizes, 1.0))
