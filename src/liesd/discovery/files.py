"""A discovery as one file: arrays and a JSON header in a zip, no pickle, written atomically."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from liesd.data.archive import Kind, read_archive, write_archive
from liesd.discovery.orbits import Orbits
from liesd.discovery.result import Discovery, Generator
from liesd.errors import FileFormatError
from liesd.spec import Spec
from liesd.verdict.estimates import Evidence
from liesd.verdict.exact import Candidate, Decision, Verdict

DISCOVERY = Kind("liesd.Discovery", 1, "a discovery saved by liesd", "save the discovery again")
GROUPS = ("generators", "unseen", "gauge", "refuted")
PLAIN = ("samples", "input_rank", "output_rank", "weights", "dtype", "settings", "remarks")


def save(discovery: Discovery, path: str | Path) -> None:
    """Write a discovery; the file appears whole or not at all."""
    header: dict[str, Any] = {"spec": str(discovery.spec)}
    header |= {name: getattr(discovery, name) for name in PLAIN}
    header["decision"] = {**asdict(discovery.decision), "verdict": discovery.verdict.name}
    header["evidence"] = discovery.evidence
    arrays = {"singular_values": discovery.singular_values}
    for group in GROUPS:
        members: list[Generator] = getattr(discovery, group)
        thetas = [generator.theta for generator in members]
        arrays[group] = np.array(thetas).reshape(len(members), discovery.spec.size)
        arrays[f"{group}_defects"] = np.array([generator.defect for generator in members])
    if discovery.orbits is not None:
        header["orbits"], more = _pack(discovery.orbits)
        arrays |= more
    write_archive(path, DISCOVERY, header, arrays)


def load(path: str | Path) -> Discovery:
    """Read a discovery that :meth:`Discovery.save` wrote."""
    header, arrays = read_archive(path, DISCOVERY)
    try:
        spec = Spec.parse(header["spec"])
        groups: dict[str, Any] = {
            group: [
                Generator(spec, theta, float(defect))
                for theta, defect in zip(arrays[group], arrays[f"{group}_defects"], strict=True)
            ]
            for group in GROUPS
        }
        plain = {name: header[name] for name in PLAIN}
        plain["remarks"] = tuple(plain["remarks"])
        return Discovery(
            spec=spec,
            singular_values=arrays["singular_values"],
            decision=_decision(header["decision"]),
            evidence=[Evidence(*one) for one in header["evidence"]],
            sample=_unpack(spec, header["orbits"], arrays) if "orbits" in header else None,
            **groups,
            **plain,
        )
    except (KeyError, TypeError, ValueError) as error:
        raise FileFormatError(f"{path} is not a discovery saved by liesd") from error


def _decision(facts: dict[str, Any]) -> Decision:
    candidates = tuple(Candidate(*one) for one in facts["candidates"])
    return Decision(**{**facts, "verdict": Verdict[facts["verdict"]], "candidates": candidates})


def _pack(orbits: Orbits) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    header = {
        "defects": [generator.defect for generator in orbits.generators],
        "missing": orbits.missing,
    }
    arrays = {f"orbits_{name}": getattr(orbits, name) for name in ("t", "x", "y")}
    arrays["orbits_theta"] = np.array([generator.theta for generator in orbits.generators])
    if orbits.values is not None:
        arrays["orbits_values"] = orbits.values
    return header, arrays


def _unpack(spec: Spec, header: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> Orbits:
    generators = [
        Generator(spec, theta, float(defect))
        for theta, defect in zip(arrays["orbits_theta"], header["defects"], strict=True)
    ]
    places, x, y = (arrays[f"orbits_{name}"] for name in ("t", "x", "y"))
    return Orbits(generators, places, x, y, arrays.get("orbits_values"), header["missing"])
