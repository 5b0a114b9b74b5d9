"""The command line, a thin skin on the library: one file a command.

Nothing of torch is imported before a command really runs, so that ``--help`` answers at once.
"""

from __future__ import annotations

from typing import Any

import click

from liesd.cli.data import data
from liesd.cli.reproduce import reproduce

__all__ = ["main"]


class _Group(click.Group):
    """A group whose commands end in one clear line instead of a traceback."""

    def invoke(self, context: click.Context) -> Any:
        from liesd.errors import LiesdError

        try:
            return super().invoke(context)
        except (LiesdError, OSError) as error:
            if context.params.get("debug"):
                raise
            raise click.ClickException(" ".join(str(error).split())) from error


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="liesd")
@click.option("--debug", is_flag=True, help="Show the whole traceback of an error.")
def main(debug: bool) -> None:
    """Which continuous symmetries do data or a trained model have, and how many?"""


main.add_command(data)
main.add_command(reproduce)
