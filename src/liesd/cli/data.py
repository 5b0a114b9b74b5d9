"""``liesd data``: make data sets."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from liesd.experiments.jets.produce import Run
    from liesd.experiments.jets.summary import Observables


@click.group()
def data() -> None:
    """Make data sets."""


@data.command("top-tagging")
@click.option(
    "--jets", default=200_000, show_default=True, type=click.IntRange(2), help="Half are tops."
)
@click.option(
    "--out",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The HDF5 file to write. Until it is complete, finished chunks lie in OUT.parts.",
)
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1), help="Processes.")
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0))
@click.option(
    "--interactions/--no-interactions",
    default=False,
    show_default=True,
    help="Multi-parton interactions: physical, and four times slower.",
)
@click.option("--energy", default=14_000.0, show_default=True, help="Of the collision, GeV.")
@click.option("--pthat-min", default=530.0, show_default=True, help="Hard process: least pT, GeV.")
@click.option("--pthat-max", default=700.0, show_default=True, help="Hard process: most pT, GeV.")
@click.option("--pt-min", default=550.0, show_default=True, help="Jets: least pT, GeV.")
@click.option("--pt-max", default=650.0, show_default=True, help="Jets: most pT, GeV.")
@click.option("--eta-max", default=2.0, show_default=True, help="Jets: most |eta|.")
@click.option("--radius", default=0.8, show_default=True, help="Of the anti-kT jets.")
@click.option(
    "--match-radius",
    default=0.8,
    show_default=True,
    help="A top jet has all three quarks of a top this near.",
)
@click.option(
    "--chunk",
    default=1000,
    show_default=True,
    type=click.IntRange(2),
    help="Jets that are made at a time, and lost at most by a kill. Other chunks are other jets.",
)
@click.option("--force", is_flag=True, help="Replace a file, or a run, that is there.")
@click.option(
    "--plot",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Draw masses and multiplicities here (needs liesd[plot]).",
)
@click.option(
    "--json", "path", type=click.Path(dir_okay=False, path_type=Path), help="The summary as JSON."
)
def top_tagging(
    jets: int,
    out: Path,
    workers: int,
    seed: int,
    chunk: int,
    force: bool,
    plot: Path | None,
    path: Path | None,
    **physics: Any,
) -> None:
    """Jets of top quarks and of QCD, from Pythia 8 (needs liesd[hep]).

    The same seed gives the same jets, whatever the number of workers. A run that is stopped or
    killed goes on where it was when the same command is given again.
    """
    from liesd.cli.outputs import check_outputs
    from liesd.experiments.jets.produce import produce
    from liesd.experiments.jets.settings import Settings, need
    from liesd.experiments.jets.summary import Observables

    if plot is not None:
        need("matplotlib", "plot")  # not after the long computation
    check_outputs([out, path, plot])
    try:
        run = produce(out, jets, Settings(**physics), seed, workers, chunk, force)
    except KeyboardInterrupt as stop:
        click.echo(str(stop), err=True)
        raise SystemExit(130) from None
    if not run.fresh:
        click.echo(f"{out} is complete already: it holds these very jets", err=True)
    seen = Observables.read(out)
    facts = _collect_facts(run, seen)
    _show(run, facts)
    if path is not None:
        import json

        from liesd.data.files import write_atomically

        with write_atomically(path) as file:
            file.write((json.dumps(facts, indent=2) + "\n").encode())
    if plot is not None:
        from liesd.experiments.jets.plots import draw_sanity
        from liesd.report.plots import save_figure

        save_figure(draw_sanity(seen), plot)


def _collect_facts(run: Run, seen: Observables) -> dict[str, Any]:
    """Collect the facts of a run, as plain values."""
    from liesd.experiments.jets.generate import CLASSES

    classes = {}
    for label, name in enumerate(CLASSES):
        counters, seconds = run.header["counters"][name], run.processor_seconds.get(name)
        classes[name] = {
            **counters,
            **seen.statistics(label),
            "acceptance": counters["jets"] / max(counters["events"], 1),
            "processor_seconds": seconds,
            "jets_a_second": counters["jets"] / seconds if seconds else None,
        }
    header = {name: run.header[name] for name in ("settings", "seed", "chunk", "jets", "versions")}
    return {**header, "wall_seconds": run.seconds if run.fresh else None, "classes": classes}


def _show(run: Run, facts: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    rows = {
        "jets": ("jets", "{:,}"),
        "events": ("events", "{:,}"),
        "acceptance": ("jets per event", "{:.2f}"),
        "jets_a_second": ("jets per second, one core", "{:.0f}"),
        "mass_peak": ("mass, peak [GeV]", "{:.0f}"),
        "mass_mean": ("mass, mean [GeV]", "{:.1f}"),
        "multiplicity_mean": ("constituents, mean", "{:.1f}"),
    }
    table = Table("", *facts["classes"])
    for name, (title, form) in rows.items():
        values = [line.get(name) for line in facts["classes"].values()]
        if any(value is not None for value in values):
            table.add_row(title, *("" if value is None else form.format(value) for value in values))
    Console().print(table)
    if run.fresh:
        click.echo(f"{run.path}: {facts['jets']:,} jets in {run.seconds:.0f} s")
