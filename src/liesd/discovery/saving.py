"""A discovery as one file: arrays and a JSON header, no pickle."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from liesd.data.archive import Kind, write_archive
from liesd.discovery.findings import Findings
from liesd.discovery.generator import Generator
from liesd.discovery.orbits import Orbits
from liesd.verdict.estimates import to_finite

DISCOVERY = Kind("liesd.Discovery", 2, "a discovery saved by liesd", "save the discovery again")
GROUPS = ("generators", "multiples", "unseen", "gauge", "refuted")
PLAIN = (
    "samples",
    "input_rank",
    "output_rank",
    "weights",
    "dtype",
    "settings",
    "remarks",
    "about",
    "notes",
)


def save(discovery: Findings, path: str | Path) -> None:
    """Write a discovery; the file appears whole or not at all."""
    header: dict[str, Any] = {"spec": str(discovery.spec)}
    if discovery.spec.dictionary:  # formulas are kept; functions are given again when it is read
        kept = {name: one.formulas for name, one in discovery.spec.dictionary.items()}
        header["dictionary"] = {name: one for name, one in kept.items() if one is not None}
    header |= {name: getattr(discovery, name) for name in PLAIN}
    header["decision"] = {**asdict(discovery.decision), "verdict": discovery.verdict.name}
    header["evidence"] = [[one.kind, *map(to_finite, one[1:])] for one in discovery.evidence]
    arrays = {"singular_values": discovery.singular_values}
    for group in GROUPS:
        members: list[Generator] = getattr(discovery, group)
        thetas = [generator.theta for generator in members]
        arrays[group] = np.array(thetas).reshape(len(members), discovery.spec.size)
        arrays[f"{group}_defects"] = np.array([generator.defect for generator in members])
    if discovery.transcript is not None:
        header["transcript"] = discovery.transcript.to_plain()
    if discovery.orbits is not None:
        header["orbits"], more = _pack(discovery.orbits)
        arrays |= more
    write_archive(path, DISCOVERY, header, arrays)


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
