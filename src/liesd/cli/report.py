"""``liesd report``: the report of a saved discovery."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="The HTML file to write; by default FILE with the ending .html.",
)
def report(file: Path, out: Path | None) -> None:
    """Write the HTML report of a saved discovery.

    FILE is what 'liesd discover --save' or Discovery.save wrote.
    """
    from liesd.cli.outputs import check_outputs
    from liesd.differential.files import load
    from liesd.errors import DataError

    if file.is_dir() or not file.exists():
        what = "is a directory" if file.is_dir() else "does not exist"
        raise DataError(f"{file} {what}: give a file from 'liesd discover --save'")
    out = file.with_suffix(".html") if out is None else out
    check_outputs([out], [file])
    found: Any = load(file)
    found.report(out)
    click.echo(f"{out}: the report of {found!r}", err=True)
