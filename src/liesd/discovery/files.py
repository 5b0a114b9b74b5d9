"""Reading discoveries and trained models from files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from torch import nn

from liesd.data.archive import is_archive, read_archive
from liesd.discovery.findings import Findings
from liesd.discovery.orbits import Orbits
from liesd.discovery.question import QUESTIONS
from liesd.discovery.result import Discovery, Generator
from liesd.discovery.saving import DISCOVERY, GROUPS, PLAIN
from liesd.errors import FileFormatError, SpecError
from liesd.learning.files import load_model
from liesd.sources.exported import load_exported
from liesd.sources.foreign import adapt
from liesd.spec import Spec
from liesd.verdict.estimates import KINDS, Evidence, from_finite
from liesd.verdict.rule import Candidate, Decision, Verdict
from liesd.verdict.transcript import FUNCTION, LAW, Transcript

SECTIONS = ("data", "function", "options", "versions")  # of the settings


def load(path: str | Path, dictionary: Mapping[str, Any] | None = None) -> Discovery:
    """Read a discovery that :meth:`Discovery.save` wrote.

    ``dictionary`` gives again the functions of ``fields(x[2], name)``, which no file can hold;
    formulas are in the file.
    """
    header, arrays = read_archive(path, DISCOVERY)
    try:
        spec = _read_spec(
            path, header["spec"], {**header.get("dictionary", {}), **(dictionary or {})}
        )
        groups: dict[str, Any] = {
            group: [
                Generator(spec, theta, float(defect))
                for theta, defect in zip(arrays[group], arrays[f"{group}_defects"], strict=True)
            ]
            for group in GROUPS
            if group in arrays  # older files know no multiples
        }
        header = {"about": _guess_question(header), "notes": (), **header}
        plain = {name: header[name] for name in PLAIN}
        plain |= {name: tuple(plain[name]) for name in ("remarks", "notes")}
        found = Discovery(
            spec=spec,
            singular_values=arrays["singular_values"],
            decision=_read_decision(header["decision"]),
            evidence=[
                Evidence(kind, *map(from_finite, rest)) for kind, *rest in header["evidence"]
            ],
            transcript=_read_transcript(header),
            sample=_read_orbits(spec, header["orbits"], arrays) if "orbits" in header else None,
            **groups,
            **plain,
        )
        _check_findings(found)
    except FileFormatError:
        raise
    except Exception as error:  # a header that somebody wrote can hold anything
        raise FileFormatError(
            f"{path} is not a discovery saved by liesd ({str(error)[:100]}): {DISCOVERY.remedy}"
        ) from error
    return found


def _guess_question(header: dict[str, Any]) -> str:
    """What a file is about that does not say so: a fit speaks for a law."""
    return LAW if "held-out error" in header["settings"].get("function", {}) else FUNCTION


def _read_spec(path: str | Path, text: str, dictionary: Mapping[str, Any]) -> Spec:
    try:
        return Spec.parse(text, dictionary)
    except SpecError as error:
        raise FileFormatError(
            f"{path} holds the spec {text!r}, which is not understood here ({error.message}): "
            "import the module that registers its actions first, and give the functions of "
            "fields(...) as dictionary="
        ) from error


def _read_decision(plain: dict[str, Any]) -> Decision:
    candidates = tuple(Candidate(*one) for one in plain["candidates"])
    return Decision(
        **{
            **plain,
            "verdict": Verdict[plain["verdict"]],
            "candidates": candidates,
            "doubts": tuple(plain.get("doubts", ())),
            "caveats": tuple(plain.get("caveats", ())),
        }
    )


def _read_transcript(header: dict[str, Any]) -> Transcript | None:
    return Transcript.from_plain(header["transcript"]) if "transcript" in header else None


def _read_orbits(spec: Spec, header: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> Orbits:
    generators = [
        Generator(spec, theta, float(defect))
        for theta, defect in zip(arrays["orbits_theta"], header["defects"], strict=True)
    ]
    places, x, y = (arrays[f"orbits_{name}"] for name in ("t", "x", "y"))
    return Orbits(generators, places, x, y, arrays.get("orbits_values"), header["missing"])


def _check_findings(found: Findings) -> None:
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
    groups = (found.generators, found.multiples, found.unseen, found.gauge, found.refuted)
    for generator in (one for group in groups for one in group):
        _require(_is_array(generator.theta, (found.spec.size,)), "generators")
        _require(not np.isnan(generator.defect), "defects")
    _require(_is_array(found.singular_values, (None,), finite=False), "singular values")
    if isinstance(found.sample, Orbits):
        _check_orbits(found, found.sample)


def _check_decision(found: Findings) -> None:
    decision = found.decision
    accepted = found.dimension + len(found.multiples)
    _require(_is_count(decision.dimension) and decision.dimension == accepted, "dimension")
    _require(_is_count(decision.exact) and decision.exact <= accepted, "exact")
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


def load_function(path: str | Path) -> nn.Module:
    """Read a model: ``.pt2``, TorchScript, ``.onnx``, or one that :func:`liesd.learn` made."""
    path = Path(path)
    known = adapt(path)
    if isinstance(known, nn.Module):
        return known
    if not (path.is_file() and is_archive(path)):
        return load_exported(path)
    try:
        return load_model(path)
    except FileFormatError as error:
        raise FileFormatError(f"{error}: give a file from LearnedModel.save") from error
