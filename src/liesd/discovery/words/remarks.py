"""Caveats about a discovery, in words."""

from __future__ import annotations

import numpy as np
from torch import Tensor

from liesd.algebra.element import Element
from liesd.discovery import limits
from liesd.discovery.generator import Generator
from liesd.discovery.surface import Surface
from liesd.equations.problem import Problem
from liesd.learning.effort import NORMAL
from liesd.sources import Fit, Source
from liesd.verdict.overlap import find_overlaps
from liesd.verdict.rule import Decision


def list_notes(source: Source, fit: Fit | None, rank: int) -> tuple[str, ...]:
    """What was assumed, and what the answer rests on."""
    return (*source.notes, *note_effort(fit), *note_span(rank, source.spec.input.dim))


def list_caveats(fit: Fit | None, decision: Decision) -> tuple[str, ...]:
    """What the fit and the rule have to say besides."""
    known = () if fit is None else filter(None, [fit.report.get("caveat")])
    return (*known, *decision.caveats)


def note_span(rank: int, size: int) -> tuple[str, ...]:
    """Say what is judged where the inputs span only a part of their space."""
    if rank >= size:
        return ()
    return (
        f"the inputs span only {rank} of {size} directions: motions are judged by their part "
        "within this span, and what leads out of it is unseen, even where f has derivatives there",
    )


def note_surface(surface: Surface, found: Tensor, keeping: Tensor | None) -> tuple[str, ...]:
    """Say what is judged where the inputs lie on a surface."""
    if keeping is None:
        return surface.tell(found)
    return (
        f"every sample lies {surface.words}: only motions that keep to it are judged, and all "
        "others are unseen, because data say nothing of them",
    )


def note_effort(fit: Fit | None) -> tuple[str, ...]:
    """Say so where the law was learned with another effort than usual."""
    effort = NORMAL if fit is None else fit.report.get("effort", NORMAL)
    return () if effort == NORMAL else (f"the law was learned with effort={effort!r}",)


def find_remarks(problem: Problem, found: list[Generator]) -> tuple[str, ...]:
    """Find symmetries that these samples can hardly tell from the others.

    A function without such a symmetry changes only by the symmetry's own part, and up to 1/own of
    its steepness may lie in directions in which nothing ever moves (as for a mass near the light
    cone): its defect would be about own² only.
    """
    if len(found) < 2:
        return ()
    spec, thetas = found[0].spec, np.array([g.theta for g in found])
    defects = np.array([g.defect for g in found])
    x, y = problem.subsample(limits.LIMITS.compared_samples)
    units = (part.numpy() for part in (problem.frame.inputs.scales, problem.frame.output_scales))
    inner = problem.spec.to_charts(thetas)
    remarks = []
    for coefficients, own in find_overlaps(problem.spec, inner, x.numpy(), y.numpy(), *units):
        defect = float(np.linalg.norm(coefficients * defects))
        if defect > own**2 / 2:
            words = Element(spec, coefficients @ thetas).words
            remarks.append(
                f"at every sample one of the symmetries ({words}) does nearly what the others "
                f"do together: only {100 * own:.2g} % of its action is its own, and with a defect "
                f"of {100 * defect:.2g} % these samples cannot tell it apart from them"
            )
    return tuple(remarks)
