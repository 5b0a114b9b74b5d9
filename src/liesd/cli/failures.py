"""Failures: one clear line on standard error and an exit code; ``--debug`` shows the traceback.

0: done. 1: something is wrong with the data, the model or the machine. 2: the command line itself
cannot be understood. 130: stopped by Ctrl-C.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from typing import Any, NoReturn

import click

from liesd.cli import limits

EXIT_INTERRUPTED = 130
"""The exit code after Ctrl-C, 128 + SIGINT, as shells have it."""


class Stopped(KeyboardInterrupt):
    """Ctrl-C, with a message on what was kept."""


class _Interrupted(click.ClickException):
    exit_code = EXIT_INTERRUPTED


class OneLineGroup(click.Group):
    """A group whose commands end in one clear line instead of a traceback."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command line; as a program, end with an exit code."""
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, False, **extra)
        try:
            code = super().main(args, prog_name, complete_var, False, **extra)
        except click.UsageError as error:
            command = error.ctx.command_path if error.ctx else "liesd"
            _end(f"{join_lines(error.format_message())} (see '{command} --help')", error.exit_code)
        except click.ClickException as error:
            _end(error.format_message(), error.exit_code)
        except click.Abort:
            _end("stopped", EXIT_INTERRUPTED)
        sys.exit(code if isinstance(code, int) else 0)

    def invoke(self, context: click.Context) -> Any:
        """Run the command, and turn every failure into a line and an exit code."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            warnings.filterwarnings("always", module="liesd")
            warnings.showwarning = _warn
            try:
                return super().invoke(context)
            except (click.ClickException, click.exceptions.Exit, click.Abort):
                raise
            except KeyboardInterrupt as stop:
                raise _Interrupted(str(stop) or "stopped; nothing was kept") from stop
            except Exception as error:
                if context.params.get("debug"):
                    raise
                _silence_broken_pipe(error)
                raise click.ClickException(explain(error)) from error


def explain(error: Exception) -> str:
    """Explain in one line what went wrong and what to do."""
    from liesd.cli.show import name_options
    from liesd.errors import LiesdError, SpecError

    if isinstance(error, SpecError) and error.text is not None and error.position is not None:
        place = f"at character {error.position + 1} of '{error.text}'"
        return join_lines(f"{error.message}, {place}; see {error.guide}")
    if isinstance(error, LiesdError):
        return join_lines(name_options(str(error)))
    if isinstance(error, OSError):
        name = f": {error.filename}" if error.filename else ""
        return join_lines(
            f"{error.strerror or error}{name}; check the path, its permissions and space"
        )
    if isinstance(error, MemoryError):
        return (
            "the machine has not enough memory: take fewer rows with --samples, or a smaller spec"
        )
    return join_lines(
        f"unexpected {type(error).__name__}: {error}; this is a mistake in liesd or in the model: "
        "see where with 'liesd --debug ...'"
    )


def join_lines(text: str) -> str:
    """Join text into one line without control characters.

    >>> join_lines("a\\nb \\x1b[31mred")
    'a b \\\\x1b[31mred'
    """
    joined = " ".join(text.split())
    safe = "".join(c if c.isprintable() else repr(c)[1:-1] for c in joined)
    return (
        safe
        if len(safe) <= limits.LIMITS.message_length
        else safe[: limits.LIMITS.message_length] + "..."
    )


def _end(line: str, code: int) -> NoReturn:
    click.echo(f"Error: {join_lines(line)}", err=True)
    sys.exit(code)


def _warn(message: Warning | str, *_: Any, **__: Any) -> None:
    click.echo(f"Warning: {join_lines(str(message))}", err=True)


def _silence_broken_pipe(error: Exception) -> None:
    """Exit quietly if the reader of our output has gone."""
    if isinstance(error, BrokenPipeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise click.exceptions.Exit(0) from error
