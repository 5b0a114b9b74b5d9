"""``liesd suggest``: specs worth asking for the columns of files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from liesd.cli.session import (
    AUTO,
    DataCommand,
    add_data_options,
    explaining_interrupts,
    open_progress,
)

if TYPE_CHECKING:
    from liesd.progress import Reporter
    from liesd.suggestion.result import Suggestions


@click.command("suggest", cls=DataCommand)
@add_data_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs instead of words.")
def suggest(as_json: bool, **options: Any) -> None:
    """Suggest specs worth asking, best first, with the commands to go on with.

    DATA is a file that ends in {endings}, or several such files.

    \b
    liesd suggest data.csv
    liesd suggest data.csv --x 'q*,p*' --y force
    """
    progress = open_progress(options)
    files = read_files(options)
    found = find_suggestions(options, files, progress)
    show(found, files, as_json)
    if not len(found):
        raise SystemExit(1)


def has_no_spec(options: dict[str, Any]) -> bool:
    """True if the last argument is a file too, so that there is no spec."""
    text = options["spec"]
    return text is not None and "->" not in text and Path(text).exists()


def read_files(options: dict[str, Any]) -> list[Path]:
    """All arguments, none of which is a spec."""
    text = options["spec"]
    if text is None:
        raise click.UsageError("DATA is missing: give a file, as data.csv")
    if "->" in text:
        raise click.UsageError(
            f"a spec is given already: ask it with 'liesd discover DATA \"{text}\"'"
        )
    if any("->" in str(path) for path in options["data"]):
        raise click.UsageError(f'SPEC comes last, as "x[4] -> y[2]", but there is {text!r}')
    return [*options["data"], Path(text)]


def find_suggestions(options: dict[str, Any], files: list[Path], progress: Reporter) -> Suggestions:
    """Read the files, learn, and suggest."""
    with progress.stage("loading the library"):
        from liesd.cli.suggestion.columns import choose_columns, quote_names
        from liesd.data.tables import read_samples
        from liesd.suggestion.api import suggest as find

    for name in ("model", "save_model", "checkpoint", "setting", "dictionary"):
        if options.get(name):
            raise click.UsageError(f"--{name.replace('_', '-')} needs a spec: give one after DATA")
    chosen = choose_columns(files, options["x"], options["y"], options["groups"])
    for note in chosen.notes:
        click.echo(note, err=True)
    with explaining_interrupts(options):
        data = read_samples(
            files,
            chosen.spec,
            quote_names(chosen.x),
            quote_names(chosen.y),
            task=options["task"],
            samples=None if options["samples"] == AUTO else options["samples"],
            seed=options["seed"],
            groups=options["groups"],
        )
        found = find(
            data.x,
            data.y,
            names=data.x_names,
            y_names=None if data.task != "regression" else data.y_names,
            learner=options["learner"],
            groups=data.groups,
            effort=options["effort"],
            seed=options["seed"],
            progress=progress,
        )
    if len(found) or not chosen.guess:
        return found
    return replace(found, notes=(*found.notes, chosen.guess))


def show(found: Suggestions, files: list[Path], as_json: bool, is_asked: bool = True) -> None:
    """Show suggestions in words or as JSON."""
    from liesd.cli.show import write_json
    from liesd.cli.suggestion.show import collect_suggestions, show_suggestions

    if as_json:
        write_json(collect_suggestions(found, files))
    else:
        show_suggestions(found, files, is_asked)
