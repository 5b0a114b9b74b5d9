"""The text of the page: plain values for the template."""

from __future__ import annotations

import math
import re
from typing import Any

from liesd.discovery.result import Discovery
from liesd.discovery.words.summary import format_bound, format_defect
from liesd.report import style
from liesd.report.plain import answer_plainly, ask_plainly, suggest_steps, write_title
from liesd.report.plots import STYLES
from liesd.spec import Action, Block
from liesd.verdict.estimates import Evidence
from liesd.verdict.rule import Verdict


def collect_content(discovery: Discovery, title: str | None) -> dict[str, Any]:
    """Collect all that the template shows."""
    found = discovery.dimension
    answer, words = answer_plainly(discovery)
    return {
        "title": title or write_title(discovery),
        "question": ask_plainly(discovery),
        "answer": answer,
        "words": words,
        "steps": suggest_steps(discovery),
        "verdict": discovery.verdict.name,
        "is_sure": discovery.verdict is Verdict.SURE,
        "headline": f"{found or 'No'} {'symmetry' if found == 1 else 'symmetries'}",
        "about": discovery.about,
        "algebra": describe_algebra(discovery),
        "spec": discovery.subject,
        "reason": _make_sentence(discovery.reason),
        "advice": _make_sentence(discovery.advice),
        "findings": _collect_findings(discovery),
        "figures": _collect_figures(discovery),
        "asked": {
            "inputs": describe_channels(discovery.spec.input),
            "outputs": describe_channels(discovery.spec.output),
            "size": discovery.spec.size,
        },
        "directions": [
            _make_row(k, one, discovery.leaves_open(one))
            for k, one in enumerate(discovery.evidence[: style.STYLE.table_rows])
        ],
        "left_out": max(0, len(discovery.evidence) - style.STYLE.table_rows),
        "candidates": [
            (one.dimension, "∞" if one.score > 1e6 else f"{one.score:.1f}")
            for one in discovery.candidates[:5]
        ],
        "facts": _collect_facts(discovery),
        "generators": found,
        "has_orbits": discovery.orbits is not None,
        "has_films": bool(discovery.films),
        "missing": _explain_missing(discovery),
    }


def describe_channels(rep: Action) -> list[str]:
    """Describe the channels of a space."""
    blocks = rep.blocks()
    if blocks is None:
        return [part.explain() for part in rep.parts]
    alone: dict[int, list[Block]] = {}
    for block, index in blocks.items():
        if len(block) == 1 and len(index) == 1 and not block[0].dual:
            alone.setdefault(block[0].size, []).append(block)
    lines = []
    for block, index in blocks.items():
        alike = next((group for group in alone.values() if block in group), [block])
        if len(alike) > 1 and block == alike[0]:
            names = ", ".join(leaf.name for (leaf,) in alike)
            lines.append(
                f"{len(alike)} vectors of {alike[0][0].size}, each moved by its own: {names}"
            )
        elif len(alike) == 1:
            lines.append(_describe_channel(block, len(index)))
    return lines


def _describe_channel(block: Block, copies: int) -> str:
    if not block:
        return f"{copies} {'number that does' if copies == 1 else 'numbers that do'} not move"
    sizes = "×".join(str(leaf.size) for leaf in block)
    what = {1: "vector", 2: "matrix"}.get(len(block), "tensor")
    many = {"vector": "vectors", "matrix": "matrices", "tensor": "tensors"}[what]
    names = " and ".join(leaf.name + (" (dual)" if leaf.dual else "") for leaf in block)
    share = ", which all share it" if copies > 1 else ""
    return f"{copies} {what if copies == 1 else many} of {sizes}, moved by {names}{share}"


def describe_algebra(discovery: Discovery) -> dict[str, Any] | None:
    """Describe the structure of the algebra."""
    if not discovery.generators:
        return None
    algebra = discovery.algebra
    positive, negative, zero = algebra.killing_signature
    margin = "How clearly this name wins over the next (1: not at all)"
    special = {
        "Brackets leave the span by": _format_number(algebra.closure_residual),
        "Killing form": f"{positive} positive, {negative} negative, {zero} zero",
        "Rank": str(algebra.rank),
    }
    return {
        "name": algebra.name,
        "facts": [(margin, _format_value(algebra.margin))],
        "special": list(special.items()),
    }


def _collect_findings(discovery: Discovery) -> list[str]:
    """Take from the summary what the page does not show elsewhere: verdict, advice, generators."""
    lines = [line.strip() for line in discovery.summary().splitlines()[1:]]
    told = discovery.words if 0 < discovery.dimension <= style.STYLE.told_generators else ()
    apart = (f"{discovery.verdict.name}:", "What would settle it:")
    kept = [line for line in lines if not line.startswith((*apart, *told))]
    return [
        re.sub(r"\d\.\de[+-]\d+", lambda found: _format_number(float(found[0])), line)
        for line in kept
    ]


def _collect_figures(discovery: Discovery) -> list[tuple[str, str]]:
    figures = [(f"{discovery.samples:,}", "samples")]
    if discovery.generators:
        figures.append((format_bound(discovery.decision.within), "upper bound on the defect"))
    if discovery.next_best is not None:
        next_best = format_defect(discovery.next_best.law_defect)
        label = "defect of the next direction" if discovery.generators else "smallest defect"
        figures.append((next_best, label))
    kinds = [
        ("multiple", len(discovery.multiples)),
        ("unseen", len(discovery.unseen)),
        ("gauge", len(discovery.gauge)),
    ]
    figures += [
        (str(count), f"{kind} direction{'s' * (count > 1)}") for kind, count in kinds if count
    ]
    return figures


def _make_row(k: int, one: Evidence, is_open: bool) -> dict[str, str]:
    measured = one.kind not in ("unseen", "gauge")
    interval = f"{_format_number(one.low)} … {_format_number(one.high)}"
    return {
        "number": str(k + 1),
        "kind": one.kind,
        "label": "not decided" if is_open else STYLES[one.kind][2],
        "defect": _format_number(one.defect),
        "law_defect": _format_number(one.law_defect) if measured else "—",
        "interval": interval if measured else "—",
        "noise": _format_number(one.noise) if measured else "—",
    }


def _collect_facts(discovery: Discovery) -> list[tuple[str, list[tuple[str, str]]]]:
    spec, settings = discovery.spec, discovery.settings
    data: dict[str, Any] = {
        "samples": discovery.samples,
        "inputs span": f"{discovery.input_rank} of {spec.input.dim} directions",
        "outputs span": f"{discovery.output_rank} of {spec.output.dim} directions",
        **settings.get("data", {}),
    }
    function = {**settings.get("function", {}), "derivatives in": discovery.dtype}
    unknown = "not recorded" if "learner" in function else "none: a discovery is not random"
    seed = function.pop("seed", unknown)
    options = {"weights": discovery.weights, **settings.get("options", {}), "seed": seed}
    sections = {
        "The data": data,
        "The function": function,
        "The options": options,
        "The versions": settings.get("versions", {"liesd": "not recorded"}),
    }
    return [
        (heading, [(name.replace("_", " "), _format_value(value)) for name, value in rows.items()])
        for heading, rows in sections.items()
    ]


def _explain_missing(discovery: Discovery) -> str:
    """Explain why f(g·x) is not drawn, if it is not."""
    return _make_sentence(discovery.orbits.missing) if discovery.orbits is not None else ""


def _format_value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:.3g}"
    if isinstance(value, list | tuple):
        return ", ".join(map(_format_value, value))
    return str(value)


def _format_number(value: float) -> str:
    """Format a number with two digits: 0.21, or 2.4·10⁻¹⁵."""
    if not math.isfinite(value):
        return "∞"
    if value == 0 or 1e-3 <= abs(value) < 1e4:
        return f"{value:.2g}"
    digits, exponent = f"{value:.1e}".split("e")
    raised = str(int(exponent)).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"{digits}·10{raised}"


def _make_sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "." if text else ""
