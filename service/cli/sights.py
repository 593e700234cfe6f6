"""``--view``, ``--announced-by`` and ``--as-of``: with which knowledge the ledger is looked at."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Any, cast

import click

from service.cli.asking import Command
from service.domain.days import parse_day
from service.serving.answers.sights import VIEWS, Sight, parse_pin, pinned_entry, sight
from service.store.connection import Connection


@dataclass(frozen=True, slots=True)
class AskedSight:
    """The three options as they were written."""

    view: str | None
    announced_by: str | None
    as_of: str | None

    def sight(self, conn: Connection, now: datetime) -> Sight:
        """Return how the ledger is to be looked at.

        Raises:
            BadDate, BadParameter, AsOfNotReached: if an option can't be so.
        """
        day = None if self.announced_by is None else parse_day(self.announced_by, "--announced-by")
        pin = None if self.as_of is None else parse_pin(self.as_of, "--as-of")
        return sight(self.view, day, None if pin is None else pinned_entry(conn, pin, now))


def sight_options(command: Command) -> Command:
    """Give a command the three options; it takes them as ``looked``, an ``AskedSight``."""

    @wraps(command)
    def wrapped(view: str | None, announced_by: str | None, as_of: str | None, **given: Any) -> Any:
        return command(looked=AskedSight(view, announced_by, as_of), **given)

    as_of = click.option("--as-of", metavar="ENTRY", help="As recorded up to an entry, or an instant.")
    by = click.option("--announced-by", metavar="DAY", help="Contemporary, counting announcements to a day.")
    view = click.option(
        "--view",
        type=click.Choice(VIEWS),
        help="The best knowledge, or what had been announced.  [default: hindsight]",
    )
    return cast(Command, view(by(as_of(wrapped))))
