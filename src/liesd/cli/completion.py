"""``liesd completion``: the script by which a shell completes commands, options and files."""

from __future__ import annotations

import click


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the completion script for a shell.

    \b
    bash:  eval "$(liesd completion bash)"              in ~/.bashrc
    zsh:   eval "$(liesd completion zsh)"               in ~/.zshrc
    fish:  liesd completion fish > ~/.config/fish/completions/liesd.fish
    """
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(context.find_root().command, {}, "liesd", "_LIESD_COMPLETE").source())
