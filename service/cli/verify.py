"""``errata verify``: whether the ledger is whole, and the index says what it says."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import click

from service.cli.asking import json_option, opened
from service.cli.command import PROBLEM, ErrataCommand
from service.cli.heads import head_answer, head_line
from service.cli.progress import progress
from service.cli.terminal import Terminal, write_json
from service.config import read_settings
from service.domain.wording import counted
from service.store.integrity.chain import find_entry
from service.store.integrity.checks import Extent, iter_faults, load_extent
from service.store.integrity.faults import Fault
from service.store.integrity.rows import is_hash


def _published_head(_ctx: click.Context, _option: click.Parameter, given: str | None) -> str | None:
    if given is None:
        return None
    if not is_hash(given.lower()):
        raise click.BadParameter(f"{given!r} is not the hash of an entry: 64 hexadecimal digits")
    return given.lower()


@click.command(cls=ErrataCommand)
@click.option(
    "--expect-head",
    metavar="HASH",
    callback=_published_head,
    help="A head that was published before: an entry must have this hash.",
)
@json_option
@click.pass_context
def verify(ctx: click.Context, expect_head: str | None, as_json: bool) -> None:
    """Check that the ledger is whole and that the index says what the ledger says.

    Every entry is hashed again, every text too, and every answer of the index is resolved again. Without
    --expect-head a ledger that was altered and hashed anew from there on can't be told from a whole one.
    docs/integrity.md says what each fault means.

    \b
    Examples:
      errata verify
      errata verify --expect-head b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c
      errata verify --json
    """
    faults: list[dict[str, Any]] = []
    count, spoilt = 0, False
    with opened(read_settings()) as conn:
        extent = load_extent(conn)
        expected = None if expect_head is None else find_entry(conn, expect_head)
        with progress("checking", extent.facts + extent.subjects) as advance:
            terminal = Terminal()
            # Closed before the connection: on PostgreSQL a check that ends early leaves a cursor open there.
            with closing(iter_faults(conn, expect_head=expect_head, advance=advance)) as found:
                for fault in found:
                    count += 1
                    spoilt |= fault.spoils_ledger
                    if as_json:
                        faults.append(_fault(fault))
                    else:
                        line = f"{fault.place}: {fault.found}; {fault.todo} [{fault.code}]"
                        # What a stranger wrote must not look like a line of ours.
                        terminal.say(line.replace("\n", "\\n"))
    if as_json:
        write_json(_outcome(extent, expected, faults))
    else:
        terminal = Terminal()
        _print(terminal, extent, expected, count)
        if spoilt:
            terminal.say(_FIRST)
    if count:
        ctx.exit(PROBLEM)


_FIRST = "restore the ledger before anything else: an index made from it now would take up what was changed"


def _fault(one: Fault) -> dict[str, Any]:
    return {
        "code": one.code,
        "seq": one.seq,
        "n": one.n,
        "subject": one.subject,
        "found": one.found,
        "todo": one.todo,
    }


def _outcome(extent: Extent, expected: int | None, faults: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what was checked and found, as JSON; ``expected`` is the entry that has the expected hash."""
    return {
        "state": "faulty" if faults else "sound",
        "head": head_answer(extent.head),
        "expected": expected,
        "checked": {
            "entries": extent.entries,
            "facts": extent.facts,
            "texts": extent.texts,
            "subjects": extent.subjects,
        },
        "faults": faults,
    }


def _print(terminal: Terminal, extent: Extent, expected: int | None, count: int) -> None:
    checked = [
        counted(extent.entries, "entry", "entries"),
        *(counted(getattr(extent, f"{noun}s"), noun) for noun in ("fact", "text", "subject")),
    ]
    terminal.say(f"checked {', '.join(checked)}: {counted(count, 'fault') if count else 'no faults'}")
    if expected is not None and extent.head is not None:
        terminal.say(f"the expected head is entry {expected}; recorded since: {extent.head.seq - expected}")
    terminal.say(head_line(head_answer(extent.head)))
