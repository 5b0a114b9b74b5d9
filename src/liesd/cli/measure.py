"""``liesd measure``: the defect of one given symmetry, for data or a model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from liesd.cli.session import (
    AUTO,
    add_data_options,
    explaining_interrupts,
    open_progress,
    open_session,
    parse_spec,
)

_EXAMPLE = '{"x": [[0, -1], [1, 0]]}'


@click.command()
@add_data_options
@click.option(
    "--generator",
    required=True,
    metavar="JSON|FILE",
    help="A matrix for each unknown: JSON, a .json file of the same, or a file of arrays such as "
    "an .npz file.",
)
@click.option(
    "--finite",
    type=float,
    help="Try the group element exp(t A) itself for this t, not the infinitesimal generator.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs instead of words.")
def measure(generator: str, finite: float | None, as_json: bool, **options: Any) -> None:
    """Measure the relative defect of a given generator: 0 is exact, about 1 is chance.

    DATA, SPEC, --x, --y and --model are as in 'liesd discover'.

    \b
    liesd measure data.csv "x[2] -> 1" --generator '{"x": [[0, -1], [1, 0]]}'
    """
    progress = open_progress(options)
    with progress.stage("loading the library"):
        from liesd.cli.outputs import check_outputs
        from liesd.cli.show import write_json
        from liesd.discovery.api import measure as defect_of

    draft = parse_spec(options)
    if options["samples"] == AUTO:
        raise click.UsageError("--samples auto is for 'liesd discover': give a number here")
    check_outputs(
        [options["save_model"], options["checkpoint"]], [*options["data"], options["model"]]
    )
    matrices = read_generator(generator)
    if (preview := draft.preview) is not None:
        preview.pack(matrices)  # refuses wrong shapes before the long computation
    with explaining_interrupts(options):
        session = open_session({**options, "replicas": 0}, draft, progress)
        function, x, spec = session.function, session.data.x, session.data.spec
        assert spec is not None
        defect = defect_of(function, x, spec, matrices, finite=finite, progress=progress)
    if as_json:
        facts = {"spec": str(spec), "samples": len(session.data.x), "defect": defect}
        write_json({**facts, "finite": finite, **session.origin})
    else:
        for line in session.describe():
            click.echo(line)
        click.echo(f"{spec}: the given generator has a relative defect of {defect:.2e}.")
        click.echo("  0 is an exact symmetry, about 1 is what a random direction gives.")


def read_generator(text: str) -> dict[str, Any]:
    """Read a matrix for each unknown, from JSON or from a file."""
    import numpy as np

    from liesd.data.formats import list_endings, open_table
    from liesd.errors import DataError

    if not text.lstrip().startswith("{"):
        path = Path(text)
        if path.suffix.lower() in list_endings() and not _holds_json(path):
            table = open_table(path)
            columns = zip(table.shapes, table.read_numbers(list(table.shapes)), strict=True)
            return {name: np.asarray(column[:]) for name, column in columns}
        if not path.is_file():
            raise DataError(
                f"--generator {text!r} is neither JSON nor a file: give a matrix for each unknown, "
                f"as '{_EXAMPLE}'"
            )
        text = path.read_text(encoding="utf-8", errors="replace")
    try:
        matrices = json.loads(text)
        if not isinstance(matrices, dict):
            raise ValueError("it is no object with a matrix for each unknown")
        return {name: np.asarray(value, dtype=np.float64) for name, value in matrices.items()}
    except (ValueError, TypeError, RecursionError) as error:
        raise DataError(
            f"the generator cannot be read ({error}): give a matrix for each unknown, as "
            f"'{_EXAMPLE}'"
        ) from error


def _holds_json(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(64).lstrip().startswith((b"{", b"["))
