"""What the page says in words: plain values for the template."""

from __future__ import annotations

import math
import re
from typing import Any

from liesd.discovery.result import Discovery
from liesd.report.plots import STYLES
from liesd.spec import Action, Block
from liesd.verdict.estimates import Evidence
from liesd.verdict.rule import Verdict

TITLE = "Symmetries"
MOST_ROWS = 200  # of the table of directions


def content(discovery: Discovery, title: str | None) -> dict[str, Any]:
    """All that the template shows."""
    found = discovery.dimension
    return {
        "title": title or TITLE,
        "verdict": discovery.verdict.name,
        "is_sure": discovery.verdict is Verdict.SURE,
        "headline": f"{found or 'No'} {'symmetry' if found == 1 else 'symmetries'}",
        "algebra": algebra_facts(discovery),
        "spec": str(discovery.spec),
        "reason": _sentence(discovery.reason),
        "advice": _sentence(discovery.advice),
        "findings": _findings(discovery),
        "figures": _figures(discovery),
        "asked": {
            "inputs": channels_in_words(discovery.spec.input),
            "outputs": channels_in_words(discovery.spec.output),
            "size": discovery.spec.size,
        },
        "directions": [_row(k, one) for k, one in enumerate(discovery.evidence[:MOST_ROWS])],
        "left_out": max(0, len(discovery.evidence) - MOST_ROWS),
        "candidates": [
            (one.dimension, "∞" if one.score > 1e6 else f"{one.score:.1f}")
            for one in discovery.candidates[:5]
        ],
        "facts": _facts(discovery),
        "generators": found,
        "has_orbits": discovery.orbits is not None,
        "missing": _missing(discovery),
    }


def channels_in_words(rep: Action) -> list[str]:
    """What a space is made of."""
    blocks = rep.require_blocks()
    alone: dict[int, list[Block]] = {}
    for block, index in blocks.items():
        if len(block) == 1 and len(index) == 1 and not block[0].dual:
            alone.setdefault(block[0].size, []).append(block)
    said = []
    for block, index in blocks.items():
        alike = next((group for group in alone.values() if block in group), [block])
        if len(alike) > 1 and block == alike[0]:
            names = ", ".join(leaf.name for (leaf,) in alike)
            said.append(
                f"{len(alike)} vectors of {alike[0][0].size}, each moved by its own: {names}"
            )
        elif len(alike) == 1:
            said.append(_channel(block, len(index)))
    return said


def _channel(block: Block, copies: int) -> str:
    if not block:
        return f"{copies} {'number that does' if copies == 1 else 'numbers that do'} not move"
    sizes = "×".join(str(leaf.size) for leaf in block)
    what = {1: "vector", 2: "matrix"}.get(len(block), "tensor")
    many = {"vector": "vectors", "matrix": "matrices", "tensor": "tensors"}[what]
    names = " and ".join(leaf.name + (" (dual)" if leaf.dual else "") for leaf in block)
    share = ", which all share it" if copies > 1 else ""
    return f"{copies} {what if copies == 1 else many} of {sizes}, moved by {names}{share}"


def algebra_facts(discovery: Discovery) -> dict[str, Any] | None:
    """The structure of the algebra."""
    if not discovery.generators:
        return None
    algebra = discovery.algebra
    positive, negative, zero = algebra.killing_signature
    facts = {
        "Margin of the name (1 is a coin toss)": _value(algebra.margin),
        "Brackets leave the span by": _number(algebra.closure_residual),
        "Killing form": f"{positive} positive, {negative} negative, {zero} zero",
        "Rank": str(algebra.rank),
    }
    return {"name": algebra.name, "facts": list(facts.items()), "words": list(algebra.words)}


def _findings(discovery: Discovery) -> list[str]:
    """The summary without its first line, the verdict and the advice, which stand apart."""
    lines = [line.strip() for line in discovery.summary().splitlines()[1:]]
    apart = (f"{discovery.verdict.name}:", "What would settle it:")
    kept = [line for line in lines if not line.startswith(apart)]
    return [
        re.sub(r"\d\.\de[+-]\d+", lambda found: _number(float(found[0])), line) for line in kept
    ]


def _figures(discovery: Discovery) -> list[tuple[str, str]]:
    figures = [(f"{discovery.samples:,}", "samples")]
    if discovery.generators:
        figures.append((_number(discovery.decision.within), "largest defect of a symmetry"))
    if discovery.refuted:
        next_best = _number(discovery.evidence[discovery.dimension].law_defect)
        label = "defect of the next direction" if discovery.generators else "smallest defect"
        figures.append((next_best, label))
    kinds = [("unseen", len(discovery.unseen)), ("gauge", len(discovery.gauge))]
    figures += [
        (str(count), f"{kind} direction{'s' * (count > 1)}") for kind, count in kinds if count
    ]
    return figures


def _row(k: int, one: Evidence) -> dict[str, str]:
    judged = one.kind not in ("unseen", "gauge")
    interval = f"{_number(one.low)} … {_number(one.high)}"
    return {
        "number": str(k + 1),
        "kind": one.kind,
        "label": STYLES[one.kind][2],
        "defect": _number(one.defect),
        "law_defect": _number(one.law_defect) if judged else "—",
        "interval": interval if judged else "—",
        "noise": _number(one.noise) if judged else "—",
    }


def _facts(discovery: Discovery) -> list[tuple[str, list[tuple[str, str]]]]:
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
        (heading, [(name.replace("_", " "), _value(value)) for name, value in rows.items()])
        for heading, rows in sections.items()
    ]


def _missing(discovery: Discovery) -> str:
    """Why f(g·x) is not drawn, if it is not."""
    return _sentence(discovery.orbits.missing) if discovery.orbits is not None else ""


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:.3g}"
    if isinstance(value, list | tuple):
        return ", ".join(map(_value, value))
    return str(value)


def _number(value: float) -> str:
    """Two digits, as a person writes them: 0.21, or 2.4·10⁻¹⁵."""
    if not math.isfinite(value):
        return "∞"
    if value == 0 or 1e-3 <= abs(value) < 1e4:
        return f"{value:.2g}"
    digits, exponent = f"{value:.1e}".split("e")
    raised = str(int(exponent)).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"{digits}·10{raised}"


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:] + "." if words else ""
