"""The command line: parses, calls what answers, and prints. One module a command or group of commands."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

import click

from service.cli.command import LazyGroup

__all__ = ["main"]

COMMANDS = {
    "check": "service.cli.check:check",
    "completion": "service.cli.completion:completion",
    "db": "service.cli.db:db",
    "diff": "service.cli.diff:diff",
    "documents": "service.cli.documents:documents",
    "export": "service.cli.export:export",
    "import": "service.cli.importing:import_",
    "load": "service.cli.load:load",
    "migrations": "service.cli.migrations:migrations",
    "openapi": "service.cli.openapi:openapi",
    "printings": "service.cli.printings:printings",
    "rebuild": "service.cli.rebuild:rebuild",
    "rebuild-index": "service.cli.rebuild_index:rebuild_index",
    "serve": "service.cli.serve:serve",
    "text": "service.cli.text:text",
    "timeline": "service.cli.timeline:timeline",
    "verify": "service.cli.verify:verify",
}
"""Where each command is. It is imported when asked for, so that serving loads neither git nor alembic."""


def _print_version(ctx: click.Context, _option: click.Parameter, asked: bool) -> None:
    if not asked or ctx.resilient_parsing:
        return
    try:
        found = version("errata-ledger")
    except PackageNotFoundError:
        found = "from a source tree that is not installed"
    click.echo(f"errata {found}")
    ctx.exit()


@click.group(cls=LazyGroup, commands_at=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_print_version, help="Say which."
)
def main() -> None:
    """What a trading card says on any day, why, and where that was announced.

    Settings come from the environment (ERRATA_...); docs/settings.md lists them.

    \b
    Examples:
      errata db upgrade
      errata load
      errata text riftbound/deathgrip --on 2026-01-14
      errata serve --port 8080

    \b
    Exit codes:
      0  all is well
      1  there is a problem: refused, not found, not ready
      2  the command line, or a value on it, is not valid
    """
