"""``liesd equation``: the symmetries of a differential equation, from its solutions."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("equation")
@click.option(
    "--periodic", multiple=True, metavar="AXIS", help="A periodic axis; may be given several times."
)
@click.option(
    "--axis",
    "axes",
    multiple=True,
    metavar="AXIS",
    help="The axes in the order in which fields have them; by default t, then by the alphabet.",
)
@click.option(
    "--name", "names", multiple=True, metavar="ARRAY", help="Read only these arrays of the file."
)
@click.option(
    "--degree",
    default="2",
    show_default=True,
    help="Of the polynomials that symmetries are made of, or auto.",
)
@click.option(
    "--library",
    multiple=True,
    metavar="FUNCTION",
    help="A function in place of polynomials, as 'sin(x)'; may be given several times.",
)
@click.option(
    "--learner",
    default="polynomial",
    show_default=True,
    help="How the right side is fitted: polynomial, kernel, network or auto.",
)
@click.option(
    "--samples", type=click.IntRange(1), help="How many jets to draw from all trajectories."
)
@click.option(
    "--tolerance",
    type=click.FloatRange(0, 1, max_open=True),
    help="Count every direction whose relative defect is at most this.",
)
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0))
@click.option(
    "--report", type=click.Path(path_type=Path), help="Write the report, an HTML file, here."
)
@click.option(
    "--save",
    type=click.Path(path_type=Path),
    help="Keep everything that was found here, for 'liesd report' and liesd.load.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs instead of words.")
def equation(
    file: Path,
    equation: str,
    periodic: tuple[str, ...],
    axes: tuple[str, ...],
    names: tuple[str, ...],
    degree: str,
    library: tuple[str, ...],
    learner: str,
    samples: int | None,
    tolerance: float | None,
    seed: int,
    report: Path | None,
    save: Path | None,
    as_json: bool,
) -> None:
    """Find the symmetries of the differential equation that fields or curves obey.

    FILE holds fields and axes as named arrays: HDF5, Zarr or .npz. EQUATION says which derivatives
    it is about.

    \b
    liesd equation data.h5 "u_t = F(u, u_x, u_xx)" --periodic x --report r.html
    liesd equation curves.npz "y'' = F(x, y, y')" --degree 3
    """
    from liesd.cli.outputs import check_outputs
    from liesd.cli.show import collect_facts, show_discovery, write_json
    from liesd.differential.api import discover_equation
    from liesd.differential.fields import Fields

    check_outputs([report, save], [file])
    data = Fields.open(file, periodic=periodic, axes=axes or None, names=names or None)
    found = discover_equation(
        data,
        equation,
        degree=int(degree) if degree.isdigit() else degree,
        library=list(library) or None,
        learner=learner,
        samples=samples,
        tolerance=tolerance,
        seed=seed,
    )
    origin = {**found.settings["data"], "file": file.name}
    found = replace(found, settings={**found.settings, "data": origin})
    if save is not None:
        found.save(save)
    if report is not None:
        found.report(report)
    if as_json:
        write_json(
            {
                **collect_facts(found),
                "question": found.question,
                "equation": found.equation,
                "heldout_error": found.heldout_error,
                "coordinates": list(found.coordinates),
                "words": list(found.words),
            }
        )
    else:
        show_discovery(found)
    for path in (save, report):
        if path is not None:
            click.echo(f"wrote {path}", err=True)
