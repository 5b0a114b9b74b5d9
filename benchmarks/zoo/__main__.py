"""``python -m benchmarks.zoo``: list the zoo, check it, run the library on it, tell the result."""

from __future__ import annotations

import json
import time
from pathlib import Path

import click
from rich.console import Console
from rich.progress import track

from benchmarks.zoo import CASES
from benchmarks.zoo.case import SPLITS
from benchmarks.zoo.random_problems import claims
from benchmarks.zoo.replay import changes_table, make_rule, replay
from benchmarks.zoo.run import MODES, SAMPLES, is_right, perform_all, plan, read_rows
from benchmarks.zoo.table import calibration_table, case_table, wrong_table
from benchmarks.zoo.truth import complaints

console = Console()
FILE = click.Path(path_type=Path, dir_okay=False)


@click.group(help=__doc__)
def main() -> None:
    pass


@main.command("list")
def list_() -> None:
    """Print all cases."""
    Console(width=max(console.width, 120)).print(case_table(CASES.values()))


@main.command()
def check() -> None:
    """Check every case by an exact solve that does not use the library."""
    wrong = {name: said for name, case in CASES.items() if (said := complaints(case))}
    for name, said in wrong.items():
        console.print(f"{name}: {'; '.join(said)}", markup=False)
    console.print(f"{len(CASES) - len(wrong)} of {len(CASES)} cases are as they say")
    raise SystemExit(bool(wrong))


@main.command()
@click.option("--mode", type=click.Choice(list(MODES)), required=True)
@click.option("--json", "path", type=FILE, required=True, help="Where the rows are kept.")
@click.option("--split", type=click.Choice(SPLITS), help="Only this split.")
@click.option("--case", "names", multiple=True, type=click.Choice(list(CASES)), metavar="NAME")
@click.option("--samples", default=SAMPLES, show_default=True)
@click.option("--seed", default=0, show_default=True)
@click.option("--jobs", default=2, show_default=True, help="Processes, of one thread each.")
def run(
    mode: str,
    path: Path,
    split: str | None,
    names: tuple[str, ...],
    samples: int,
    seed: int,
    jobs: int,
) -> None:
    """Run the library on the zoo; goes on where it was stopped."""
    keys = plan(mode, seed, samples, split, names)
    path.parent.mkdir(parents=True, exist_ok=True)
    for number, (row, new) in enumerate(perform_all(keys, path, jobs), start=1):
        seconds = row["seconds_learn"] + row.get("seconds_discover", 0.0)
        found = "refused" if "error" in row else f"found {row['dimension']}"
        mark = "right" if is_right(row) else "WRONG"
        when = f"{seconds:.1f} s" if new else f"in {path.name} already"
        line = f"{number}/{len(keys)} {row['name']}: {row['truth']} true, {found}, {mark}, {when}"
        console.print(line, markup=False, highlight=False)
    _tell([path])


@main.command()
@click.option("--number", default=1000, show_default=True)
@click.option("--json", "path", type=FILE, required=True, help="Where the result is written.")
def random(number: int, path: Path) -> None:
    """Try random problems without any symmetry, and count the inventions."""
    rows = list(track(claims(number), "random problems", total=number))
    invented = [row for row in rows if row["dimension"]]
    unsure = sum(row["verdict"] == "UNSURE" for row in rows)
    facts = {"problems": len(rows), "invented": invented, "unsure": unsure}
    path.write_text(json.dumps(facts, indent=2) + "\n")
    console.print(
        f"{len(rows)} problems, {len(invented)} with an invented symmetry, {unsure} unsure"
    )


@main.command()
@click.argument("files", nargs=-1, required=True, type=FILE)
def table(files: tuple[Path, ...]) -> None:
    """Print the calibration table of result files, and the wrong answers by name."""
    _tell(files)


@main.command("replay")
@click.argument("files", nargs=-1, required=True, type=FILE)
@click.option("--set", "changes", multiple=True, metavar="FIELD=VALUE", help="Of the rule.")
def replay_(files: tuple[Path, ...], changes: tuple[str, ...]) -> None:
    """Decide recorded runs by another rule, without learning anything again."""
    start = time.perf_counter()
    try:
        rule = make_rule(changes)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    found = replay((row for file in files for row in read_rows(file)), rule)
    wide = Console(width=max(console.width, 120))
    wide.print(calibration_table(found.rows))
    if found.changed:
        wide.print(changes_table(found.changed))
    commits = sorted({row["commit"][:8] for row in found.rows})
    console.print(
        f"{len(found.rows)} runs of {', '.join(commits) or 'no commit'} decided in "
        f"{time.perf_counter() - start:.1f} s; {len(found.changed)} otherwise than then, "
        f"{len(found.unrecorded)} ask what was not measured, {found.without} have no transcript",
        highlight=False,
    )


def _tell(files: list[Path] | tuple[Path, ...]) -> None:
    rows = [row for file in files for row in read_rows(file)]
    wide = Console(width=max(console.width, 120))
    wide.print(calibration_table(rows))
    wide.print(wrong_table(rows))


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.zoo")
