"""The summary of a discovery, in words."""

from __future__ import annotations

import math

import numpy as np

from liesd.algebra.brackets import orthonormalize
from liesd.algebra.element import Element
from liesd.algebra.readable import find_sparse_rotation, normalize_rows
from liesd.discovery import limits
from liesd.discovery.findings import Findings
from liesd.discovery.generator import Generator
from liesd.verdict.estimates import Array, Evidence
from liesd.verdict.rule import RULE, Verdict
from liesd.verdict.transcript import FUNCTION, LAW, MODEL

_WITHIN = "within the span of the inputs "
MEANING = "(0 is exact, about 100 % is chance)"


def summarize(discovery: Findings) -> str:
    """Summarise in words what was found."""
    spec = discovery.spec
    lines = [_make_headline(discovery)]
    lines.append(f"  {discovery.verdict.name}: {discovery.reason}.")
    if discovery.advice:
        lines.append(f"  What would settle it: {discovery.advice}.")
    lines += [f"  Note: {note}." for note in discovery.notes]
    if discovery.generators:
        named = (*_name_algebra(discovery), *_name_exact(discovery), *_name_multiples(discovery))
        lines += [f"  {line}" for line in named]
    lines += [f"  But {discovery.name_columns(remark)}." for remark in discovery.remarks]
    if discovery.decision.approximate:
        lines += [f"  {line}" for line in _tell_nearly(discovery)]
    elif discovery.next_best is not None:
        lines.append(f"  {_describe_next(discovery, discovery.next_best)}")
    elif discovery.generators:
        lines.append("  Every direction that the data can speak of is a symmetry.")
    lines += [f"  {hint}." for hint in discovery.hints]
    lines += [f"  Besides, {line}" for line in _count_hidden(discovery)]
    if discovery.output_rank < spec.output.dim:
        span = f"{discovery.output_rank} of {spec.output.dim}"
        lines.append(f"  The outputs span only {span} directions.")
    return "\n".join(lines)


def _tell_nearly(discovery: Findings) -> list[str]:
    """Tell of directions that are not counted, and yet stand clear of the rest."""
    nearly = discovery.decision.approximate
    known = [one for one in discovery.evidence if one.kind == "approximate"]
    more = "more " if discovery.generators else ""
    told = _count(nearly, f"{more}direction comes", f"{more}directions come")
    if any(map(discovery.leaves_open, known)):
        told = f"{_count(nearly, f'{more}direction', f'{more}directions')} may come"
        first = f"Not decided: {told} near a symmetry {MEANING}:"
    else:
        worst = max(one.high if one.high < 1 else one.law_defect for one in known)
        first = (
            f"Still, {told} near a symmetry, with a defect of at most {format_defect(worst)} "
            f"{MEANING}; tolerance={_round_up(worst):g} counts {'it' if nearly == 1 else 'them'}:"
        )
    return [first, *(f"  {line}" for line in describe_broken(discovery))]


def _round_up(value: float) -> float:
    """The next number of one digit, for a tolerance that counts a defect.

    >>> [_round_up(value) for value in (0.0213, 0.2, 0.97)]
    [0.03, 0.2, 1.0]
    """
    digits = 1 - math.ceil(math.log10(value))
    return round(math.ceil(round(value * 10**digits, 6)) / 10**digits, digits)


def _count_hidden(discovery: Findings) -> list[str]:
    """Say how many directions move nothing, or nothing that the data visits."""
    gauge, unseen = len(discovery.gauge), len(discovery.unseen)
    told = []
    if gauge:
        text = _count(gauge, "direction moves", "directions move")
        told.append(f"{text} nothing at all (gauge).")
    if unseen:
        text = _count(unseen, "direction acts", "directions act")
        told.append(f"{text} only where the data never goes (unseen): nothing can be said of them.")
    return told


def _make_headline(discovery: Findings) -> str:
    """Answer the question in one line: how many symmetries, of what, how exact."""
    noun = discovery.noun
    every = discovery.dimension + len(discovery.multiples)
    is_exact = discovery.about != LAW and discovery.decision.exact == every
    near = "approximate " if discovery.tolerance and not is_exact else ""
    found = _count(discovery.dimension, f"{near}{noun.one}", f"{near}{noun.many}") + noun.among
    about = {FUNCTION: "function", MODEL: "model", LAW: "law"}[discovery.about]
    basis = f"({discovery.spec.size} unknown numbers, {discovery.extent})"
    where = "" if discovery.input_rank == discovery.spec.input.dim else _WITHIN
    has = f"the {about} has {found}{_qualify(discovery)}"
    if discovery.verdict is not Verdict.SURE:
        has = f"the {about} seems to have {found}{_qualify(discovery)}"
        if not discovery.dimension:
            nearly = discovery.decision.approximate
            near = f", but {_count(nearly, 'direction comes', 'directions come')} near one"
            if discovery.refuted and discovery.leaves_open(discovery.evidence[0]):
                near = f", but {_count(nearly, 'direction', 'directions')} may come near one"
            has = f"no {noun.one} of the {about}{noun.among} is confirmed{near if nearly else ''}"
    return f"{discovery.subject}: {where}{has} {basis}."


def _qualify(discovery: Findings) -> str:
    """Say how exactly the symmetries hold."""
    decision, found = discovery.decision, discovery.dimension
    every = found + len(discovery.multiples)
    if not found or (discovery.about == FUNCTION and decision.exact == every):
        return ", exact up to rounding" if found else ""
    within = f", to within {format_bound(decision.within)}"
    if discovery.about == LAW:
        return f"{within}{_count_broken(discovery)}"
    if decision.exact == 0:
        return f"{within}; {'it is not' if found == 1 else 'none is'} exact"
    if decision.exact == every:
        return f", {'and it is' if found == 1 else 'all of them'} exact up to rounding"
    return f"{within}; {decision.exact} of them {'is' if decision.exact == 1 else 'are'} exact"


def _count_broken(discovery: Findings) -> str:
    """Say how many of the symmetries that a tolerance counts are certainly not exact."""
    counted = discovery.evidence[: discovery.dimension + len(discovery.multiples)]
    broken = sum(one.low > 0 for one in counted)
    if not (broken and discovery.tolerance):
        return ""
    if discovery.dimension == 1:
        return "; it is not exact"
    return f"; {broken} of them {'is' if broken == 1 else 'are'} not exact"


def _describe_next(discovery: Findings, known: Evidence) -> str:
    """Describe the direction that came closest to being counted, and was not."""
    place = "next best" if discovery.generators else "best"
    if discovery.verdict is Verdict.SURE:
        defect = format_defect(known.law_defect)
        return f"The {place} direction is no symmetry: its defect is {defect} {MEANING}."
    what = "is not counted"
    if known.low <= 0:
        what = "may be a symmetry or not"
    elif known.low >= RULE.nearly:
        what = "is probably no symmetry"
    return f"The {place} direction {what}: its defect is {_format_span(known)} {MEANING}."


def _format_span(known: Evidence) -> str:
    """An interval in words; a defect that is not bounded above may be anything."""
    low, high = format_defect(known.low), format_defect(known.high)
    if not np.isfinite(known.high):
        return f"at least {low}" if known.low > 0 else "not known"
    return low if low == high else f"between {low} and {high}"


def format_defect(value: float) -> str:
    """A defect in per cent; tiny ones as they are, and rounding as zero."""
    if abs(value) < limits.LIMITS.shown_zero:
        return "0"
    if value < limits.LIMITS.shown_share:
        return f"{value:.0e}"
    return f"{100 * value:.2g} %" if value < 1 else f"{100 * value:.0f} %"


def format_bound(value: float) -> str:
    """A bound of defects, which is never less than what can be told."""
    return format_defect(max(abs(value), limits.LIMITS.shown_zero))


def _name_multiples(discovery: Findings) -> list[str]:
    """Say how many multiples there are, and of what."""
    count, found = len(discovery.multiples), discovery.dimension
    if not count:
        return []
    what = "this one" if found == 1 else f"these {found}"
    text = "g(x)·ξ is a symmetry as well" if count == 1 else "g(x)·ξ are symmetries as well"
    return [
        f"Besides, {_count(count, 'multiple', 'multiples')} {text}, with polynomials g and ξ from "
        f"{what}: an invariance that moves one copy has them all, so they are not counted."
    ]


def _name_exact(discovery: Findings) -> list[str]:
    """Which symmetries of a model are exact, where some are and some are not."""
    exact = discovery.decision.exact
    if discovery.about == FUNCTION or not 0 < exact < discovery.dimension:
        return []
    return [
        f"Exact: {Element(discovery.spec, theta).words}"
        for theta in _make_readable(discovery, discovery.generators[:exact])
    ]


def _make_readable(discovery: Findings, generators: list[Generator]) -> Array:
    """Generators in a sparse basis of their span."""
    thetas = np.array([one.theta for one in generators])
    if len(thetas) > 1:
        basis = orthonormalize(thetas, np.zeros((0, discovery.spec.size)))
        thetas = find_sparse_rotation(basis) @ basis
    return normalize_rows(thetas)


def _name_algebra(discovery: Findings) -> list[str]:
    """Name the algebra, and describe each generator."""
    if discovery.dimension > limits.LIMITS.named_dimension:
        return ["Lie algebra: found.algebra tries to name it"]
    algebra = discovery.algebra
    sure = discovery.verdict is Verdict.SURE  # whatever brackets do, the verdict knew of it
    told = algebra.summary(_explain_brackets(discovery)) if sure else algebra.summary()
    return f"{'Symmetries' if algebra.left_behind else 'Lie algebra'}: {told}".splitlines()


def _explain_brackets(discovery: Findings) -> str:
    """Why brackets that leave the span are no reason to doubt the number."""
    if discovery.input_rank < discovery.spec.input.dim:
        return (
            "they may do so here, because the inputs span only a part of the space, in which "
            "samples are kept by force"
        )
    return "it is too little for the verdict to doubt the number"


def describe_broken(discovery: Findings) -> list[str]:
    """Describe each weakly broken direction in a line.

    Several of them are an arbitrary mixture; they are rotated into a readable basis, and then only
    the range of their defects is known.
    """
    known = [one for one in discovery.evidence if one.kind == "approximate"]
    thetas = _make_readable(discovery, discovery.refuted[: len(known)])
    low, high = (f(one.law_defect for one in known) for f in (min, max)) if known else (0.0, 0.0)
    if len(known) == 1 and known[0].low <= 0:
        told = f"broken weakly or not at all: its defect is {_format_span(known[0])}"
        if discovery.leaves_open(known[0]):
            told += f", with {format_defect(known[0].law_defect)} as the best estimate"
    elif len(known) == 1:
        told = f"broken, weakly: its defect is {_format_span(known[0])}"
    else:
        ends = dict.fromkeys(map(format_defect, (low, high)))
        told = f"broken, weakly: its defect is {'between ' * (len(ends) - 1)}{' and '.join(ends)}"
    return [f"{Element(discovery.spec, theta).words}: {told}" for theta in thetas]


def _count(number: int, one: str, many: str) -> str:
    return f"{'no' if number == 0 else number} {one if number == 1 else many}"
