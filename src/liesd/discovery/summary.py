"""The summary of a discovery, in words."""

from __future__ import annotations

import numpy as np

from liesd.algebra.brackets import orthonormalize
from liesd.algebra.element import Element
from liesd.algebra.readable import find_sparse_rotation, normalize_rows
from liesd.discovery import limits
from liesd.discovery.findings import Findings
from liesd.verdict.rule import Verdict


def summarize(discovery: Findings) -> str:
    """Summarise in words what was found."""
    spec, p = discovery.spec, discovery.spec.size
    lines = [
        f"{spec}: {_count(discovery.dimension, 'symmetry', 'symmetries')} found among {p} unknown "
        f"numbers, from {discovery.samples:,} samples."
    ]
    lines.append(f"  {discovery.verdict.name}: {discovery.reason}.")
    if discovery.advice:
        lines.append(f"  What would settle it: {discovery.advice}.")
    if discovery.generators:
        which = "it is" if discovery.dimension == 1 else "they are"
        lines.append(
            f"  On this data {which} exact up to a relative defect of "
            f"{discovery.decision.within:.1e}."
        )
        lines += [f"  {line}" for line in _name_algebra(discovery)]
    lines += [f"  But {remark}." for remark in discovery.remarks]
    if discovery.refuted:
        place = "next best" if discovery.generators else "best"
        known = discovery.evidence[discovery.dimension]
        what = "is no symmetry" if discovery.verdict is Verdict.SURE else "is not counted"
        lines.append(
            f"  The {place} direction has a defect of {known.law_defect:.1e} and {what} "
            "(0 is exact, about 1 is chance)."
        )
        if nearly := discovery.decision.approximate:
            worst = max(one.law_defect for one in discovery.evidence if one.kind == "approximate")
            lines.append(
                f"  Still, {_count(nearly, 'direction stands', 'directions stand')} clear of "
                f"the rest with a defect of at most {worst:.1%}:"
            )
            lines += [f"    {line}" for line in describe_broken(discovery)]
    elif discovery.generators:
        lines.append("  Every direction that the data can speak of is a symmetry.")
    if discovery.gauge:
        lines.append(
            f"  Besides, {_count(len(discovery.gauge), 'direction moves', 'directions move')} "
            "nothing at all (gauge)."
        )
    if discovery.unseen:
        lines.append(
            f"  Besides, {_count(len(discovery.unseen), 'direction acts', 'directions act')} only "
            "where the data never goes (unseen): nothing can be said of them."
        )
    for what, rank, rep in (
        ("inputs", discovery.input_rank, spec.input),
        ("outputs", discovery.output_rank, spec.output),
    ):
        if rank < rep.dim:
            lines.append(f"  The {what} span only {rank} of {rep.dim} directions.")
    return "\n".join(lines)


def _name_algebra(discovery: Findings) -> list[str]:
    """Name the algebra, or describe each generator where the spec is not linear."""
    if not discovery.spec.is_linear:
        return [f"Symmetry: {words}" for words in discovery.words]
    named = discovery.dimension <= limits.LIMITS.named_dimension
    algebra = discovery.algebra if named else "found.algebra tries to name it"
    return f"Lie algebra: {algebra}".splitlines()


def describe_broken(discovery: Findings) -> list[str]:
    """Describe each weakly broken direction in a line.

    Several of them are an arbitrary mixture; they are rotated into a readable basis, and then only
    the range of their defects is known.
    """
    known = [one for one in discovery.evidence if one.kind == "approximate"]
    thetas = np.array([one.theta for one in discovery.refuted[: len(known)]])
    if len(known) > 1:
        basis = orthonormalize(thetas, np.zeros((0, discovery.spec.size)))
        thetas = find_sparse_rotation(basis) @ basis
    low, high = (f(one.law_defect for one in known) for f in (min, max)) if known else (0.0, 0.0)
    interval = (
        f"defect {known[0].law_defect:.1%} [{known[0].low:.1%}, {known[0].high:.1%}]"
        if len(known) == 1
        else f"defect between {low:.1%} and {high:.1%}"
    )
    return [
        f"{Element(discovery.spec, theta).words}: {interval}: broken, weakly"
        for theta in normalize_rows(thetas)
    ]


def _count(number: int, one: str, many: str) -> str:
    return f"{'no' if number == 0 else number} {one if number == 1 else many}"
