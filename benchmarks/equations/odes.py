"""Ordinary differential equations with known symmetries: ``results/equations-odes.json``."""

from __future__ import annotations

from typing import Any

from liesd.experiments.equations.reproduce import tabulate_plain

HEADS = ("equation", "true", "found", "sure", "distance", "CPU seconds")


def table(rows: list[dict[str, Any]]) -> str:
    """One line per equation, as Markdown."""
    texts = {row["equation"]: row["text"] for row in rows}
    lines = [
        (HEADS[0], "as it was found", *HEADS[1:]),
        ("---",) * (len(HEADS) + 1),
        *((line[0], f"`{texts[line[0]]}`", *line[1:]) for line in tabulate_plain(rows)),
    ]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
