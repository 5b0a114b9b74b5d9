"""The command line, a thin layer on the library: one file per command.

Torch is not imported before a command runs, so that ``--help`` answers at once.
"""

from __future__ import annotations

import click

from liesd.cli.completion import completion
from liesd.cli.data import data
from liesd.cli.discover import discover
from liesd.cli.equation import equation
from liesd.cli.explain import explain
from liesd.cli.failures import OneLineGroup
from liesd.cli.measure import measure
from liesd.cli.report import report
from liesd.cli.reproduce import reproduce
from liesd.cli.suggestion.command import suggest

__all__ = ["main"]


@click.group(cls=OneLineGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="liesd")
@click.option("--debug", is_flag=True, help="Show the whole traceback of an error.")
def main(debug: bool) -> None:
    """Which continuous symmetries do data or a trained model have, and how many?

    \b
    liesd suggest data.csv
    liesd discover data.csv "q[2]+p[2] -> y[2]" --report report.html
    liesd equation data.h5 "u_t = F(u, u_x, u_xx)" --periodic x
    liesd explain "q[2]+p[2] -> y[2]"
    """


for command in (suggest, discover, equation, measure, explain, report, reproduce, data, completion):
    main.add_command(command)
