"""The question that a discovery answers: about a function, a trained model, or a law."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from liesd.data.targets import read_targets
from liesd.discovery import limits
from liesd.discovery.law import Spokesman, add_values, find_spokesman, learn_values
from liesd.errors import DataError, FunctionError, check_choice, check_flag
from liesd.learning.effort import NORMAL
from liesd.progress import Show
from liesd.sources import Request, Source, open_source
from liesd.sources.torch import evaluating
from liesd.sources.wrappers import find_modules
from liesd.verdict.transcript import FUNCTION, LAW, MODEL

QUESTIONS = (FUNCTION, MODEL, LAW)
OWN_VALUES = "y was not used: a model of liesd.learn has held-out values of its own"


def read_question(ask: str | None, exact: bool) -> str | None:
    """The question that the user names; None if it is left to the library."""
    if ask is not None:
        check_choice("ask", ask, QUESTIONS)
    if check_flag("exact", exact) and ask not in (None, FUNCTION):
        raise DataError(f"exact=True asks about the function, but ask={ask!r}: leave one out")
    return FUNCTION if exact else ask


def choose_question(asked: str | None, source: Source, has_values: bool) -> str:
    """The question to answer; by default what the user's data allows to ask."""
    knows_law = has_values or source.fit is not None
    if asked == LAW and not knows_law:
        raise DataError(
            "to ask about the law, give y= (values that the model was not fitted to), a list of "
            "models, or a model of liesd.learn"
        )
    if asked is not None:
        return asked
    return LAW if knows_law else MODEL if source.is_trained else FUNCTION


def pose_question(
    request: Request,
    asked: str | None,
    evidence: bool = True,
    seed: int = 0,
    progress: Show = None,
    groups: Any = None,
    effort: str = NORMAL,
) -> tuple[str, Spokesman]:
    """The question, and the source that can answer it."""
    has_values = request.f is not None and request.y is not None
    if groups is not None and not has_values:
        raise DataError(
            "groups= says which of the values in y= belong together: give y= with f, or give "
            "groups= to liesd.learn"
        )
    request = settle_label(request)
    source = open_source(request)
    about = choose_question(asked, source, has_values)
    if not source.has_slopes:
        about = _choose_without_slopes(asked, source)
    if about != LAW or not has_values:
        return about, _find_slopes(Spokesman(source), request, seed, progress, effort)
    targets = read_targets(request.y, source.spec.output.dim)
    targets.check(source.samples.count, source.spec.output.dim)
    if source.fit is not None and source.fit.weigher is not None:
        return about, Spokesman(source, (OWN_VALUES,))
    if evidence:
        spokesman = find_spokesman(source, request, targets, seed, progress, groups, effort)
    else:
        spokesman = add_values(source, targets)
    return about, _find_slopes(spokesman, request, seed, progress, effort)


def _choose_without_slopes(asked: str | None, source: Source) -> str:
    """The question that can be answered about a function without derivatives."""
    if asked == FUNCTION:
        raise FunctionError(
            f"nothing exact can be said of f: {source.obstacle}; leave ask= out to learn it from "
            "its values"
        )
    return asked or LAW


def _find_slopes(
    spokesman: Spokesman, request: Request, seed: int, progress: Show, effort: str
) -> Spokesman:
    """The same, or a fit to the values of a function that has no derivatives."""
    if spokesman.source.has_slopes:
        return spokesman
    spoken, note = learn_values(spokesman.source, request, seed, progress, effort)
    return spokesman._replace(source=spoken, notes=(note, *spokesman.notes))


def settle_label(request: Request) -> Request:
    """Let a label in the spec stand for as many numbers as the function gives for it."""
    spec = request.spec
    if spec.for_outputs(2) is spec or (request.f is None and not spec.output.is_label):
        return request  # its outputs are not one thing, or numbers of their own
    count = _count_outputs(request)
    if count in (0, spec.output.dim):
        return request._replace(spec=spec.for_outputs(1)) if count else request
    if not (spec.output.is_label or _has_classes(request, count)):
        return request
    return request._replace(spec=spec.for_outputs(count))


def _count_outputs(request: Request) -> int:
    """The numbers per sample that a function gives; 0 if it cannot be told here."""
    f = request.f[0] if isinstance(request.f, list | tuple) and request.f else request.f
    if f is None:
        shape = getattr(request.y, "shape", ())
        return 0 if len(shape) == 0 else int(torch.Size(shape[1:]).numel())
    try:
        modules = find_modules(f)
        x = next(request.samples.batches(limits.LIMITS.tried_samples))
        anchor = next((p for m in modules for p in m.parameters() if p.is_floating_point()), x)
        with evaluating(modules), torch.no_grad():
            out = f(x.to(device=anchor.device, dtype=anchor.dtype))
    except Exception:
        return 0  # opening the source says what is wrong with f
    return out[0].numel() if isinstance(out, Tensor) and out.ndim and len(out) else 0


def _has_classes(request: Request, outputs: int) -> bool:
    """True if the given values, or the model of liesd.learn, are about classes."""
    if request.y is not None and request.f is not None:
        return read_targets(request.y, outputs).classes > 0
    source = open_source(request._replace(spec=request.spec.for_outputs(outputs)))
    return source.fit is not None and source.fit.has_classes
