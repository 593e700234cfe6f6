"""``errata completion``: the script that lets a shell complete what is typed."""

from __future__ import annotations

import click
from click.shell_completion import BashComplete, FishComplete, ZshComplete

from service.cli.command import ErrataCommand

PROGRAM = "errata"
VARIABLE = "_ERRATA_COMPLETE"
"""The variable by which a script asks the program; it is no setting, for these begin otherwise."""

SHELLS = {"bash": BashComplete, "zsh": ZshComplete, "fish": FishComplete}


@click.command(cls=ErrataCommand)
@click.argument("shell", type=click.Choice(list(SHELLS)))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the script by which a shell completes commands, options, cards and documents.

    A shell reads it when it starts: bash (4.4 or newer) from a line in ~/.bashrc, zsh from one in
    ~/.zshrc behind compinit, fish from a file of its own. The program must be on PATH by then.

    \b
    Examples:
      echo 'eval "$(errata completion bash)"' >> ~/.bashrc
      echo 'eval "$(errata completion zsh)"' >> ~/.zshrc
      mkdir -p ~/.config/fish/completions
      errata completion fish > ~/.config/fish/completions/errata.fish
    """
    script = SHELLS[shell](ctx.find_root().command, {}, PROGRAM, VARIABLE).source()
    click.echo(script.encode(), nl=False)
