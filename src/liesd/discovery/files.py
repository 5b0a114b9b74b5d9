"""Reading discoveries and trained models from files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from numpy.typing import NDArray
from torch import nn

from liesd.data.archive import is_archive, read_archive
from liesd.discovery.orbits import Orbits
from liesd.discovery.result import Discovery, Generator
from liesd.discovery.saving import DISCOVERY, GROUPS, PLAIN
from liesd.errors import FileFormatError, SpecError
from liesd.learning.files import load_model
from liesd.sources.exported import load_exported
from liesd.spec import Spec
from liesd.verdict.estimates import Evidence, from_finite
from liesd.verdict.rule import Candidate, Decision, Verdict
from liesd.verdict.transcript import FUNCTION, LAW, Transcript


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
        return Discovery(
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
    except FileFormatError:
        raise
    except (KeyError, TypeError, ValueError) as error:
        raise FileFormatError(f"{path} is not a discovery saved by liesd") from error


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


def load_function(path: str | Path) -> nn.Module:
    """Read a model from a ``.pt2`` or TorchScript file, or one that :func:`liesd.learn` made."""
    path = Path(path)
    if not (path.is_file() and is_archive(path)):
        return load_exported(path)
    try:
        return load_model(path)
    except FileFormatError as error:
        raise FileFormatError(f"{error}: give a file from LearnedModel.save") from error
