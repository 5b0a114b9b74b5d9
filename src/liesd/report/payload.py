"""The numbers behind the interactive parts, as one JSON value. Long arrays go as base64 float32."""

from __future__ import annotations

import base64
import math
from typing import Any

import numpy as np

from liesd.discovery.orbits import Orbits, find_frequency, is_turn
from liesd.discovery.result import Discovery, Generator
from liesd.report.plots import STYLES
from liesd.report.views import Channel, channels, input_channels, plane
from liesd.spec import block_rep
from liesd.verdict.estimates import Evidence

MOST_POINTS = 72  # of a channel that are drawn at once


def payload(discovery: Discovery) -> dict[str, Any]:
    """Everything that the page's script draws."""
    orbits = discovery.orbits
    shown = discovery.readable if orbits is None else orbits.generators
    return {
        "dimension": discovery.dimension,
        "labels": {kind: label for kind, (_, _, label) in STYLES.items()},
        "directions": [_direction(one) for one in discovery.evidence],
        "generators": [
            _generator(generator, words)
            for generator, words in zip(shown, discovery.algebra.words, strict=False)
        ],
        "orbits": None if orbits is None else _orbits(discovery, orbits),
    }


def _direction(one: Evidence) -> dict[str, Any]:
    numbers = {
        name: getattr(one, name) for name in ("defect", "law_defect", "low", "high", "noise")
    }
    return {"kind": one.kind} | {name: _finite(value) for name, value in numbers.items()}


def _generator(generator: Generator, words: str) -> dict[str, Any]:
    return {
        "words": words,
        "defect": _finite(generator.defect),
        "matrices": [
            {"name": name, "size": len(A), "values": [float(f"{v:.6g}") for v in A.ravel()]}
            for name, A in generator.items()
        ],
    }


def _orbits(discovery: Discovery, orbits: Orbits) -> dict[str, Any]:
    parts = {"input": input_channels(discovery), "output": channels(discovery.spec.output)}
    data = {"input": orbits.x, "output": orbits.y}
    sides = {
        side: {
            "width": data[side].shape[1],
            "data": _pack(data[side]),
            "channels": [_channel(channel, len(orbits.x)) for channel in parts[side]],
        }
        for side in parts
    }
    leaves = {leaf for part in parts.values() for channel in part for leaf in channel.block}
    motions = [
        {
            "t": [float(t) for t in orbits.t[k]],
            "rate": find_frequency(generator) if is_turn(generator, orbits.t[k]) else None,
            "group": {
                _key(leaf.name, leaf.dual): _pack(
                    np.stack([block_rep((leaf,)).element(generator, t) for t in orbits.t[k]])
                )
                for leaf in leaves
            },
            "planes": {
                side: [_plane(channel, generator, data[side]) for channel in parts[side]]
                for side in parts
            },
            "values": None if orbits.values is None else _pack(orbits.values[k]),
        }
        for k, generator in enumerate(orbits.generators)
    ]
    return {"samples": len(orbits.x), "sides": sides, "motions": motions}


def _channel(channel: Channel, samples: int) -> dict[str, Any]:
    copies = len(channel.index)
    return {
        "label": channel.label,
        "leaves": [
            {"key": _key(leaf.name, leaf.dual), "size": leaf.size} for leaf in channel.block
        ],
        "index": channel.index.tolist(),
        "coordinates": channel.coordinates,
        "shown": max(1, min(samples, MOST_POINTS // copies)),
    }


def _plane(channel: Channel, generator: Generator, data: Any) -> dict[str, Any]:
    view = plane(channel, generator, data)
    speed = np.linalg.norm(channel.points(data) @ channel.matrix(generator).T)
    size = np.linalg.norm(channel.points(data))
    return {
        "axes": [[float(f"{v:.6g}") for v in row] for row in view.axes],
        "labels": list(view.labels),
        "speed": float(speed / size) if size > 0 else 0.0,
    }


def _key(name: str, dual: bool) -> str:
    return f"{name}.T" if dual else name


def _pack(values: Any) -> str:
    return base64.b64encode(np.ascontiguousarray(values, dtype="<f4").tobytes()).decode()


def _finite(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None
