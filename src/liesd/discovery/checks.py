"""Checks of a discovery that comes from a file, so that nothing later stumbles over its content."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from liesd.discovery.findings import Findings
from liesd.discovery.orbits import Orbits
from liesd.discovery.question import QUESTIONS
from liesd.verdict.estimates import KINDS

SECTIONS = ("data", "function", "options", "versions")


def check_findings(found: Findings) -> None:
    """Raise a ValueError that names the first thing that cannot have been found."""
    for name in ("samples", "input_rank", "output_rank"):
        _require(_is_count(getattr(found, name)), name)
    for name in ("weights", "dtype"):
        _require(isinstance(getattr(found, name), str), name)
    for name in ("remarks", "notes"):
        _require(all(isinstance(one, str) for one in getattr(found, name)), name)
    _require(isinstance(found.about, str) and found.about in QUESTIONS, "about")
    _require(isinstance(found.settings, dict), "settings")
    for name in SECTIONS:
        _require(isinstance(found.settings.get(name, {}), dict), f"settings: {name}")
    _check_decision(found)
    _check_evidence(found)
    for generator in (*found.generators, *found.unseen, *found.gauge, *found.refuted):
        _require(_is_array(generator.theta, (found.spec.size,)), "generators")
        _require(not np.isnan(generator.defect), "defects")
    _require(_is_array(found.singular_values, (None,), finite=False), "singular values")
    if isinstance(found.sample, Orbits):
        _check_orbits(found, found.sample)


def _check_decision(found: Findings) -> None:
    decision = found.decision
    _require(_is_count(decision.dimension) and decision.dimension == found.dimension, "dimension")
    _require(_is_count(decision.exact) and decision.exact <= found.dimension, "exact")
    _require(_is_count(decision.approximate), "approximate")
    _require(decision.approximate <= len(found.refuted), "approximate")
    _require(_is_number(decision.within), "within")
    for one in (decision.reason, decision.advice, *decision.doubts):
        _require(isinstance(one, str), "reason")
    for dimension, score in decision.candidates:
        _require(_is_count(dimension) and _is_number(score), "candidates")


def _check_evidence(found: Findings) -> None:
    for kind, *numbers in found.evidence:
        _require(isinstance(kind, str) and kind in KINDS, "evidence")
        _require(all(_is_number(one) for one in numbers), "evidence")
        _require(np.isfinite(numbers[:3]).all(), "evidence")
    counts = Counter(one.kind for one in found.evidence)
    _require(counts["genuine"] == found.dimension, "evidence")
    _require(counts["approximate"] == found.decision.approximate, "evidence")
    _require(len(found.evidence) > found.dimension or not found.refuted, "evidence")


def _check_orbits(found: Findings, orbits: Orbits) -> None:
    n, m = found.spec.input.dim, found.spec.output.dim
    moved, samples = len(orbits.generators), len(orbits.x)
    for generator in orbits.generators:
        _require(_is_array(generator.theta, (found.spec.size,)), "orbits")
    _require(_is_array(orbits.t, (moved, None)) and orbits.t.size > 0, "orbits")
    _require(_is_array(orbits.x, (None, n)) and samples > 0, "orbits")
    _require(_is_array(orbits.y, (samples, m)), "orbits")
    if orbits.values is not None:
        shape = (moved, orbits.t.shape[1], samples, m)
        _require(_is_array(orbits.values, shape, finite=False), "orbits")
    _require(isinstance(orbits.missing, str), "orbits")


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value == value


def _is_array(value: Any, shape: tuple[int | None, ...], finite: bool = True) -> bool:
    """Whether an array holds real numbers in a shape, where None stands for any length."""
    return (
        value.dtype.kind == "f"
        and value.ndim == len(shape)
        and all(wanted in (None, got) for wanted, got in zip(shape, value.shape, strict=True))
        and (not finite or bool(np.isfinite(value).all()))
    )


def _require(fine: Any, what: str) -> None:
    if not fine:
        raise ValueError(f"its {what} cannot be")
