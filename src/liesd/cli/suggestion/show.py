"""Show suggestions, and the commands to go on with."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from liesd.cli.show import name_options
from liesd.cli.suggestion.columns import quote_names
from liesd.data.formats import open_table

if TYPE_CHECKING:
    from liesd.suggestion.result import Suggestion, Suggestions


def show_suggestions(found: Suggestions, files: Sequence[Path], is_asked: bool = True) -> None:
    """Show every suggestion in words, and the command that asks it.

    Who gave no spec did not ask for suggestions, and is told what they are.
    """
    click.echo()
    if not is_asked:
        fit = " These specs fit the data, best first:" if len(found) else ""
        click.echo(f"No spec was given.{fit}\n")
    known = _list_columns(files)
    named = all({*one.x_names, *one.y_names} <= known for one in found)
    click.echo(name_options(found.summary(named)))
    if len(found):
        click.echo("\nGo on with the first, or with another:")
        for one in found:
            click.echo(f"  {write_command(one, files)}")


def write_command(one: Suggestion, files: Sequence[Path]) -> str:
    """The command line that asks a suggestion: with names of columns in the spec, or as options."""
    words = ["liesd", "discover", *map(str, files)]
    if one.named and {*one.x_names, *one.y_names} <= _list_columns(files):
        words += [one.named]
    else:
        words += [str(one.spec), "--x", quote_names(one.x_names)]
        words += [] if one.outputs is None else ["--y", quote_names(one.y_names)]
    words += write_factors(one)
    words += ["--report", "report.html"]
    return " ".join(map(shlex.quote, words))


def _list_columns(files: Sequence[Path]) -> set[str]:
    """The names of all columns that hold one number per sample."""
    shapes = (item for path in files for item in open_table(path).shapes.items())
    return {name for name, shape in shapes if shape == ()}


def write_factors(one: Suggestion) -> list[str]:
    """The options --factor of a suggestion."""
    pairs = [*zip(one.x_names, one.inputs.factors, strict=True)]
    if one.outputs is not None:
        pairs += zip(one.y_names, one.outputs.factors, strict=True)
    told = [f"{name}={value:.6g}" for name, value in pairs if value != 1]
    return [word for text in told for word in ("--factor", text)]


def collect_suggestions(found: Suggestions, files: Sequence[Path]) -> dict[str, Any]:
    """Everything that programs may want of suggestions, as plain values."""
    return {
        "refusal": found.refusal or None,
        "notes": list(found.notes),
        "heldout_error": getattr(found.model, "heldout_error", None),
        "suggestions": [
            {
                "spec": str(one.spec),
                "reason": one.reason,
                "unknowns": one.unknowns,
                "dimension": one.dimension,
                "lost": one.lost,
                "x": list(one.x_names),
                "x_factors": list(one.inputs.factors),
                "y": list(one.y_names),
                "y_factors": [] if one.outputs is None else list(one.outputs.factors),
                "command": write_command(one, files),
            }
            for one in found
        ],
    }
