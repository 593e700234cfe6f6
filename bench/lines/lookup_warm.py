"""Look-ups of the same few hundred addresses again and again, through the Flask route."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bench.asking import bodies, check_bodies, cpu_s, environs
from bench.bare import bare_app
from bench.line import Line, Sides
from bench.targets import speed_at_least
from bench.texts import asked, running_app
from bench.workplace import Workplace

ADDRESSES = 300


@contextmanager
def _prepare(place: Workplace) -> Iterator[Sides]:
    addresses = asked(place)[:ADDRESSES]
    with running_app(place.ledger()) as app:
        answers = bodies(app, addresses)
        bare = bare_app(answers)
        check_bodies(bare, answers)
        given = environs(addresses)
        yield Sides(lambda: cpu_s(app, given), lambda: cpu_s(bare, given))


LINE = Line(
    name="lookup-warm",
    what="the text of a card on a day, asked before, through the Flask route: processor's time a request",
    against="bare Flask that gives the same bytes",
    target=speed_at_least(0.65),
    prepare=_prepare,
    planned=True,
)
