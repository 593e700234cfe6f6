"""``errata openapi``: the description of the API, for machines."""

from __future__ import annotations

import json
from pathlib import Path

import click

import service
from service.cli.command import PROBLEM, ErrataCommand
from service.cli.terminal import Terminal, write_error

COMMITTED = Path(service.__file__).parent / "openapi.json"
"""The document that is kept beside the code and goes into the wheel."""


@click.command(cls=ErrataCommand)
@click.option("--check", is_flag=True, help="Only compare it with service/openapi.json.")
@click.option("--to", type=click.Path(path_type=Path, dir_okay=False), metavar="PATH", help="Write it there.")
@click.pass_context
def openapi(ctx: click.Context, check: bool, to: Path | None) -> None:
    """Print the OpenAPI document of the API, or write it.

    \b
    Examples:
      errata openapi
      errata openapi --to service/openapi.json
      errata openapi --check
    """
    if check and to is not None:
        raise click.UsageError("--check writes nothing, so it goes without --to")
    from service.api.document import openapi_document

    text = json.dumps(openapi_document(), ensure_ascii=False, indent=2) + "\n"
    if to is not None:
        to.write_text(text, "utf-8")
    elif not check:
        click.echo(text.encode(), nl=False)
    elif not COMMITTED.exists() or COMMITTED.read_text("utf-8") != text:
        write_error(
            f"service/{COMMITTED.name} is not what the code says; run: errata openapi --to {COMMITTED}"
        )
        ctx.exit(PROBLEM)
    else:
        Terminal().say(f"service/{COMMITTED.name} is what the code says")
