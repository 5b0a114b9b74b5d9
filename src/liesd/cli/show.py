"""Show results: tables in a terminal, plain text in a pipe, JSON for programs."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from liesd.cli import limits

if TYPE_CHECKING:
    from rich.console import Console

    from liesd.discovery.result import Discovery
    from liesd.verdict.estimates import Evidence


KINDS = {"genuine": "symmetry", "approximate": "weakly broken", "refuted": "no symmetry"}
"""What people call a direction, where it differs from what programs call it."""


_OPTION = re.compile(
    r"\b(?P<name>tolerance|effort|replicas|degree|groups|samples|ask)="
    r"(?:'(?P<text>\w+)'|(?P<number>\d[\w.+-]*\b))?"
)
_PHRASES = {
    "with effort='normal'": "without --effort quick",
    "y= to ask": "--ask law to ask",
    " (liesd.learn)": " (leave out --model)",
}


def name_options(text: str) -> str:
    """Name options as the command line does; the library names them as Python does.

    >>> name_options("learn again with effort='normal', or pass tolerance=0.05")
    'learn again without --effort quick, or pass --tolerance 0.05'
    """
    for phrase, instead in _PHRASES.items():
        text = text.replace(phrase, instead)

    def rename(found: re.Match[str]) -> str:
        value = found["text"] or found["number"]
        return f"--{found['name']}" + (f" {value}" if value else "")

    return _OPTION.sub(rename, text)


def open_console() -> Console:
    """Open standard output; without colours and line folding if it is no terminal."""
    from rich.console import Console

    shown = Console(highlight=False, markup=False, emoji=False)
    if not shown.is_terminal:
        shown = Console(highlight=False, markup=False, emoji=False, width=200, no_color=True)
    return shown


def show_table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    """Show a table: with lines in a terminal, as aligned text elsewhere."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    out = open_console()
    table = Table(*heads, box=SIMPLE_HEAD if out.is_terminal else None, pad_edge=out.is_terminal)
    for row in rows:
        table.add_row(*row)
    out.print(table)


def show_discovery(found: Discovery) -> None:
    """Show the directions, the generators if they are small, and the summary last."""
    near = [one for one in found.evidence if one.kind not in ("unseen", "gauge")]
    shown = near[: max(found.dimension + 3, 5)]
    click.echo()
    show_table(
        ("direction", "kind", "defect", "95 % interval"),
        ((str(k), *_tell(one, found.leaves_open(one))) for k, one in enumerate(shown, 1)),
    )
    if len(near) > len(shown):
        click.echo(f"... and {len(near) - len(shown)} more, with larger defects")
    small = all(max(shape) <= limits.LIMITS.shown_size for shape in found.spec.unknowns.values())
    if small and found.dimension <= limits.LIMITS.shown_generators:
        for generator, words in zip(found.readable, found.words, strict=True):
            matrices = str(generator).partition("\n")[2]
            click.echo(f"\n{words} (defect of the fit: {generator.defect:.1e})\n{matrices}")
    out = open_console()
    first, *rest = name_options(found.summary()).splitlines()
    out.print()
    out.print(first, style="bold", soft_wrap=True)
    for line in rest:
        sure = {"SURE": "green", "UNSURE": "yellow"}.get(line.strip().partition(":")[0])
        out.print(line, style=sure, soft_wrap=True)


def _tell(one: Evidence, is_open: bool) -> tuple[str, str, str]:
    """One direction: its kind, its defect, and the interval of that."""
    kind = "not decided" if is_open else KINDS.get(one.kind, one.kind)
    return kind, f"{one.law_defect:.1e}", f"{one.low:.1e} to {one.high:.1e}"


def collect_facts(found: Discovery) -> dict[str, Any]:
    """Collect everything that programs may want of a discovery, as plain values."""
    return {
        "spec": str(found.spec),
        "samples": found.samples,
        "about": found.about,
        "dimension": found.dimension,
        "exact": found.decision.exact,
        "verdict": found.verdict.value,
        "reason": found.reason,
        "advice": found.advice,
        "within": found.decision.within,
        "notes": list(found.notes),
        "remarks": [found.name_columns(remark) for remark in found.remarks],
        "candidates": [one._asdict() for one in found.candidates],
        "directions": [one._asdict() for one in found.evidence],
        "generators": [
            {
                "words": words,
                "defect": generator.defect,
                "matrices": {name: matrix.tolist() for name, matrix in generator.items()},
                "coefficients": {
                    name: numbers.tolist()
                    for name, numbers in found.spec.tabulate(generator).items()
                },
            }
            for generator, words in zip(found.readable, found.words, strict=True)
        ],
        "library": {name: found.spec.library(name) for name in found.spec.names},
        "multiples": len(found.multiples),
        "singular_values": found.singular_values.tolist(),
        "unseen": len(found.unseen),
        "gauge": len(found.gauge),
        "input_rank": found.input_rank,
        "output_rank": found.output_rank,
        "summary": found.summary(),
    }


def write_json(value: Any) -> None:
    """Write JSON to standard output; values that are not finite become null."""
    click.echo(json.dumps(_drop_infinite(value), indent=2, allow_nan=False))


def _drop_infinite(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _drop_infinite(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_drop_infinite(one) for one in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
