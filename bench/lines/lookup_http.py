"""Look-ups over HTTP, of the same few hundred addresses again and again: ``errata serve`` as it is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bench.asking import bodies, wall_s
from bench.bare import running_bare
from bench.line import Line, Sides
from bench.targets import speed_at_least
from bench.texts import asked, running_app
from bench.workplace import Workplace
from tests.support.server import running_server

ADDRESSES = 300
OURS, REFERENCE = 2, 10
"""How often all are asked in a round, so that either side takes some tenths of a second."""


@contextmanager
def _prepare(place: Workplace) -> Iterator[Sides]:
    addresses = asked(place)[:ADDRESSES]
    url = place.ledger()
    with running_app(url) as app:
        answers = bodies(app, addresses)
    with running_server(url) as ours, running_bare(answers, place.new_folder()) as bare:
        yield Sides(lambda: wall_s(ours, addresses * OURS), lambda: wall_s(bare, addresses * REFERENCE))


LINE = Line(
    name="lookup-http",
    what="the text of a card on a day, asked before, over HTTP from one process: time by requests",
    against="bare Flask that gives the same bytes, on the same server",
    target=speed_at_least(0.65),
    prepare=_prepare,
    planned=True,
)
