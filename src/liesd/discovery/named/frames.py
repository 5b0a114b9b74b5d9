"""Let a function of samples take data frames: columns by name, and their names in the result."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar, cast

from liesd.data.frames import Taken, take_samples
from liesd.data.frames.kinds import NOT_USED
from liesd.discovery import limits
from liesd.discovery.result import Discovery
from liesd.sources.foreign import Foreign, adapt
from liesd.verdict.rule import Verdict

Call = TypeVar("Call", bound=Callable[..., Any])


def reads_frames(call: Call) -> Call:
    """Bind ``spec`` to the columns of ``x`` and ``y`` before the call, where these have names."""

    @functools.wraps(call)
    def read(f: Any, x: Any, spec: Any, *rest: Any, **options: Any) -> Any:
        taken = take_samples(x, options.get("y"), spec, options.get("dictionary"))
        if "y" in options:
            options["y"] = taken.y
        if not taken.names:
            return call(f, taken.x, spec, *rest, **options)
        f = adapt(f)
        for one in f if isinstance(f, list | tuple) else [f]:
            if isinstance(one, Foreign):
                one.name_inputs(taken.names)
        found = call(f, taken.x, taken.spec, *rest, **{**options, "dictionary": None})
        return add_names(found, taken, x) if isinstance(found, Discovery) else found

    return cast(Call, read)


def add_names(found: Discovery, taken: Taken, x: Any) -> Discovery:
    """Record the names of columns, and what was left out."""
    data = {
        **found.settings["data"],
        "type": type(x).__qualname__,
        "columns": list(taken.names),
        "spec": taken.text,
    }
    found = replace(found, settings={**found.settings, "data": data})
    return add_notes(found, taken.notes)


def add_notes(found: Discovery, notes: Sequence[str]) -> Discovery:
    """Add what was left out; a poor fit may lack columns that nobody used."""
    decision, error = found.decision, found.transcript.error if found.transcript else None
    unused = [note.rpartition(NOT_USED)[2] for note in notes if NOT_USED in note]
    if unused and found.verdict is Verdict.UNSURE and (error or 0.0) > limits.LIMITS.poor_fit:
        advice = f"{decision.advice}, or a spec with the columns that were not used: {unused[0]}"
        decision = replace(decision, advice=advice)
    return replace(found, notes=(*found.notes, *notes), decision=decision)
