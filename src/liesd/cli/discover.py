"""``liesd discover``: find the symmetries of samples in files, or of a model."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from liesd.cli import limits
from liesd.cli.session import (
    AUTO,
    DataCommand,
    Degree,
    add_data_options,
    explaining_interrupts,
    open_progress,
    open_session,
    parse_spec,
)
from liesd.cli.suggestion.command import find_suggestions, has_no_spec, read_files, show

if TYPE_CHECKING:
    from liesd.discovery.result import Discovery


@click.command(cls=DataCommand)
@add_data_options
@click.option(
    "--tolerance",
    type=click.FloatRange(0, 1, max_open=True),
    help="Count every direction whose relative defect is at most this, as 0.05.",
)
@click.option(
    "--degree",
    type=Degree(),
    metavar="N|auto",
    help="The degree of every poly(...) in SPEC; auto: raise it until nothing new comes.",
)
@click.option(
    "--ask",
    type=click.Choice(["function", "model", "law"]),
    help="The question: what the function has, exactly; what the trained model has, and to within "
    "what; what the law has behind the values. By default the law, or the model without values.",
)
@click.option(
    "--settle",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.05,
    show_default=True,
    help="With --samples auto: how much of a defect may still change.",
)
@click.option(
    "--dtype",
    type=click.Choice(["float32", "float64"]),
    help="The precision of derivatives; that of the model if not given.",
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="A Dask scheduler, as tcp://host:8786: the equations are made on its workers.",
)
@click.option(
    "--report", type=click.Path(path_type=Path), help="Write the report, an HTML file, here."
)
@click.option(
    "--save",
    type=click.Path(path_type=Path),
    help="Keep everything that was found here, for 'liesd report' and liesd.load.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs instead of words.")
def discover(
    tolerance: float | None,
    degree: int | str | None,
    ask: str | None,
    settle: float,
    dtype: str | None,
    scheduler: str | None,
    report: Path | None,
    save: Path | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Find the continuous symmetries of data, or of a trained model.

    DATA is a file that ends in {endings}, or several such files. SPEC says how a symmetry may act,
    as "q[2]+p[2] -> y[2]"; 'liesd explain SPEC' tells what it means. Without it, specs are
    suggested, with the commands to go on with, as 'liesd suggest' does.

    \b
    Which columns are what: "pos(x,y,z) + mass -> energy", or --x a,b,c,d --y u,v
      a range in the order of the file   --x q1:p2
      a pattern                          --x 'q*,p*'
    Without names: arrays named x and y, columns such as q1, q2 for q[2], else all
    columns of numbers, inputs first; text and identifiers are left out.
    If one of them is given, the other is the rest.

    \b
    liesd discover data.csv "q[2]+p[2] -> y[2]" --report report.html
    liesd discover data.npz "20*p[4] -> label" --model tagger.pt2 --ask model
    """
    progress = open_progress(options)
    if has_no_spec(options):
        _suggest(options, progress, report, save, as_json)
        return
    with progress.stage("loading the library"):
        from liesd.cli.outputs import check_outputs
        from liesd.cli.show import collect_facts, show_discovery, write_json
        from liesd.discovery.api import discover as find
        from liesd.discovery.named.frames import add_notes

    draft = parse_spec(options)
    check_outputs(
        [report, save, options["save_model"], options["checkpoint"]],
        [*options["data"], options["model"]],
    )
    with explaining_interrupts(options), _connect(scheduler) as client:
        session = open_session(options, draft, progress)
        assert session.data.spec is not None
        has_values = options["model"] is not None and ask in (None, "law")
        found = find(
            session.function,
            session.data.x,
            session.data.spec,
            y=session.data.y if has_values else None,
            ask=ask,
            tolerance=tolerance,
            degree=degree,
            samples=AUTO if options["samples"] == AUTO else None,
            settle=settle,
            seed=options["seed"],
            groups=session.data.groups if has_values else None,
            dtype=dtype,
            client=client,
            progress=progress,
        )
    found = _add_names(found, session.data.x_names, draft.text, options["data"])
    if session.data.task == "regression" and session.data.y_names and not options["factor"]:
        found = _add_facts(found, outputs=session.data.y_names)
    if save is not None:
        found = _add_facts(found, saved=str(save))
    found = add_notes(found, session.data.notes)
    if save is not None:
        found.save(save)
    if report is not None:
        with progress.stage(f"writing {report.name}"):
            found.report(report)
    if as_json:
        columns = {"x": session.data.x_names, "y": session.data.y_names}
        write_json({**collect_facts(found), "columns": columns, **session.origin})
    else:
        for line in session.describe():
            click.echo(line)
        show_discovery(found)
    for path in (save, report):
        if path is not None:
            click.echo(f"wrote {path}", err=True)


def _suggest(
    options: dict[str, Any], progress: Any, report: Path | None, save: Path | None, as_json: bool
) -> None:
    """Suggest specs; the best one answers for itself where a report is asked for."""
    from liesd.cli.outputs import check_outputs

    files = read_files(options)
    check_outputs([report, save], files)
    found = find_suggestions(options, files, progress)
    show(found, files, as_json, is_asked=False)
    if not len(found):
        raise SystemExit(1)
    best = _add_names(found.best.found, found.best.x_names, str(found.best.spec), files)
    for path, write in ((save, best.save), (report, best.report)):
        if path is not None:
            write(path)
            click.echo(f"wrote {path}", err=True)


@contextmanager
def _connect(address: str | None) -> Iterator[Any]:
    """Connect to the scheduler; None if none is named."""
    if address is None:
        yield None
        return
    from liesd.data.packages import need
    from liesd.errors import DataError

    distributed = need("distributed", "distributed")
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # its messages come as errors
    try:
        client = distributed.Client(address, timeout=limits.LIMITS.scheduler_seconds)
    except (OSError, ValueError, ImportError) as error:
        raise DataError(
            f"no Dask scheduler answers at {address!r}: give the address that 'dask scheduler' "
            f"prints, as tcp://host:8786 ({type(error).__name__})"
        ) from None
    with client:
        if not client.scheduler_info()["workers"]:
            raise DataError(
                f"the scheduler at {address!r} has no workers: start some with "
                f"'dask worker {address}'"
            )
        yield client


def _add_names(
    found: Discovery, columns: Sequence[str], asked: str, files: Sequence[Path]
) -> Discovery:
    """Add the names of columns and files for reports."""
    names = ", ".join(path.name for path in files)
    return _add_facts(found, file=names, columns=list(columns), spec=asked)


def _add_facts(found: Discovery, **known: Any) -> Discovery:
    """Record facts about the data."""
    return replace(found, settings={**found.settings, "data": {**found.settings["data"], **known}})
