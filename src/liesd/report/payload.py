"""The numbers behind the interactive parts, as one JSON value; long arrays as base64 float32."""

from __future__ import annotations

import base64
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from liesd.discovery.orbits import Film, Orbits, find_frequency, is_turn
from liesd.discovery.result import Discovery, Generator
from liesd.report import style
from liesd.report.plots import STYLES
from liesd.report.views import Channel, choose_plane, list_channels, list_input_channels
from liesd.spec import block_rep
from liesd.verdict.estimates import Evidence


def collect_payload(discovery: Discovery) -> dict[str, Any]:
    """Collect everything that the page's script draws."""
    orbits = discovery.orbits
    shown = discovery.readable if orbits is None else orbits.generators
    shown = shown[: len(discovery.films) or None]
    return {
        "dimension": discovery.dimension,
        "labels": {kind: label for kind, (_, _, label) in STYLES.items()},
        "directions": [_pack_direction(one) for one in discovery.evidence],
        "generators": [
            _pack_generator(generator, words, formula)
            for generator, words, formula in zip(
                shown, discovery.words, _list_formulas(discovery), strict=False
            )
        ],
        "orbits": None if orbits is None else _pack_orbits(discovery, orbits),
        "films": [_pack_film(one) for one in discovery.films] or None,
    }


def _pack_film(film: Film) -> dict[str, Any]:
    return {
        "t": [float(t) for t in film.t],
        "shape": list(film.path.shape[:3]),
        "path": _pack_array(film.path),
        "level": _pack_array(film.level),
        "labels": list(film.labels),
        "level_name": film.level_name,
    }


def _pack_direction(one: Evidence) -> dict[str, Any]:
    numbers = {
        name: getattr(one, name) for name in ("defect", "law_defect", "low", "high", "noise")
    }
    return {"kind": one.kind} | {name: _drop_infinite(value) for name, value in numbers.items()}


def _list_formulas(discovery: Discovery) -> Sequence[str]:
    """The formulas of fields that are not linear; matrices speak for themselves."""
    if not discovery.dimension or discovery.spec.is_linear:
        return [""] * discovery.dimension
    return discovery.algebra.formulas


def _pack_generator(generator: Generator, words: str, formula: str) -> dict[str, Any]:
    return {
        "words": words,
        "defect": _drop_infinite(generator.defect),
        "formula": formula,
        "matrices": [_pack_numbers(generator, name, A) for name, A in generator.items()],
    }


def _pack_numbers(generator: Generator, name: str, values: np.ndarray) -> dict[str, Any]:
    """The numbers of an unknown: a matrix, a column, or a table with functions as its heads."""
    table = values if values.ndim == 2 else values[:, None]
    spec = generator.spec
    square = table.shape[0] == table.shape[1] and f"shift({name})" in spec.unknowns
    library = spec.library(name) if name in spec.names and not spec.is_linear else ()
    heads = list(library) if len(library) == table.shape[1] and not square else []
    return {
        "name": name,
        "rows": table.shape[0],
        "columns": table.shape[1],
        "heads": heads,
        "values": [float(f"{v:.6g}") for v in table.ravel()],
    }


def _pack_orbits(discovery: Discovery, orbits: Orbits) -> dict[str, Any]:
    parts = {
        "input": list_input_channels(discovery),
        "output": list_channels(discovery.spec.output),
    }
    data = {"input": orbits.x, "output": orbits.y}
    sides = {
        side: {
            "width": data[side].shape[1],
            "data": _pack_array(data[side]),
            "channels": [_pack_channel(channel, len(orbits.x)) for channel in parts[side]],
        }
        for side in parts
    }
    leaves = {leaf for part in parts.values() for channel in part for leaf in channel.block or ()}
    motions = [
        {
            "t": [float(t) for t in orbits.t[k]],
            "rate": find_frequency(generator) if is_turn(generator, orbits.t[k]) else None,
            "group": {
                _make_key(leaf.name, leaf.dual): _pack_array(
                    np.stack([block_rep((leaf,)).element(generator, t) for t in orbits.t[k]])
                )
                for leaf in leaves
            },
            "paths": {
                side: [_pack_paths(channel, path(k)) for channel in parts[side]]
                for side, path in (("input", orbits.inputs), ("output", orbits.expected))
            },
            "planes": {
                side: [_pack_plane(channel, generator, data[side]) for channel in parts[side]]
                for side in parts
            },
            "values": None if orbits.values is None else _pack_array(orbits.values[k]),
        }
        for k, generator in enumerate(orbits.generators)
    ]
    return {"samples": len(orbits.x), "sides": sides, "motions": motions}


def _pack_channel(channel: Channel, samples: int) -> dict[str, Any]:
    return {
        "label": channel.label,
        "leaves": None
        if channel.block is None
        else [
            {"key": _make_key(leaf.name, leaf.dual), "size": leaf.size} for leaf in channel.block
        ],
        "index": channel.index.tolist(),
        "coordinates": channel.coordinates,
        "shown": _count_shown(channel, samples),
    }


def _count_shown(channel: Channel, samples: int) -> int:
    return max(1, min(samples, style.STYLE.channel_points // len(channel.index)))


def _pack_paths(channel: Channel, path: Any) -> str | None:
    """Where points go that no matrix moves: (steps, shown samples, copies, coordinates)."""
    if channel.block is not None:
        return None
    return _pack_array(path[:, : _count_shown(channel, path.shape[1])][..., channel.index])


def _pack_plane(channel: Channel, generator: Generator, data: Any) -> dict[str, Any]:
    view = choose_plane(channel, generator, data)
    return {
        "axes": [[float(f"{v:.6g}") for v in row] for row in view.axes],
        "labels": list(view.labels),
        "speed": channel.speed(generator, data),
    }


def _make_key(name: str, dual: bool) -> str:
    return f"{name}.T" if dual else name


def _pack_array(values: Any) -> str:
    return base64.b64encode(np.ascontiguousarray(values, dtype="<f4").tobytes()).decode()


def _drop_infinite(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None
