"""``liesd reproduce``: the tables of the paper."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from liesd.learning.base import LEARNERS

EQUATIONS = "equations"
TASKS = ("two-body", "inertia", "top-tagging", EQUATIONS)


@click.command()
@click.argument("task", type=click.Choice(TASKS))
@click.option(
    "--learner",
    "learners",
    multiple=True,
    type=click.Choice(list(LEARNERS)),
    default=("kernel",),
    show_default=True,
    help="How to learn from the data; may be given several times.",
)
@click.option(
    "--dataset", "datasets", multiple=True, help="Only this data set; may be given several times."
)
@click.option(
    "--data",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file of jets for top-tagging, from 'liesd data top-tagging'.",
)
@click.option("--seeds", default=5, show_default=True, type=click.IntRange(1), help="How many.")
@click.option(
    "--first-seed", default=0, show_default=True, type=click.IntRange(0), help="The first of them."
)
@click.option(
    "--json",
    "path",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write one row per run here. Runs that are in it already are not made again, and a run "
    "that was killed goes on where it was.",
)
@click.option(
    "--figures",
    type=click.Path(file_okay=False, path_type=Path),
    help="Draw singular values and bases of the first seed into this folder.",
)
def reproduce(
    task: str,
    learners: tuple[str, ...],
    datasets: tuple[str, ...],
    data: Path | None,
    seeds: int,
    first_seed: int,
    path: Path | None,
    figures: Path | None,
) -> None:
    """Reproduce a table of the paper, or that of differential equations.

    Published figures stand beside ours.
    """
    from rich.console import Console
    from rich.table import Table

    from liesd.cli.outputs import check_outputs
    from liesd.experiments.reproduce import Line, draw, perform_all, plan, table
    from liesd.experiments.tasks import get

    check_outputs([path], [data])
    if task == EQUATIONS:
        _reproduce_equations(datasets, range(first_seed, first_seed + seeds), path)
        return
    runs = plan(task, learners, range(first_seed, first_seed + seeds), datasets)
    say = partial(click.echo, err=True)
    rows = []
    for result in perform_all(runs, path, data=data, say=say):
        rows.append(result.row)
        if figures is not None and result.row["seed"] == first_seed:
            draw(result, figures, say)
    shown = Table(*(name.replace("_", " ") for name in Line._fields))
    for line in table(get(task), rows):
        shown.add_row(*line)
    console = Console()
    if not console.is_terminal:
        console.width = 200  # a pipe has no width; let no line be folded
    console.print(shown)


def _reproduce_equations(names: tuple[str, ...], seeds: range, path: Path | None) -> None:
    """The symmetries of differential equations, with published distances beside ours."""
    from liesd.cli.show import show_table
    from liesd.experiments.equations.reproduce import HEADS, perform_all, tabulate

    rows = perform_all(names, seeds, path, partial(click.echo, err=True))
    show_table(HEADS, tabulate(rows))
