"""Look-ups of which each asks for a card that nobody asked for before, by an application that is new."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle, islice

from bench.asking import answer, bodies, check_bodies, cpu_s, environs
from bench.bare import bare_app
from bench.line import Line, Sides
from bench.targets import speed_at_least
from bench.texts import asked, running_app
from bench.workplace import Workplace

ADDRESSES, QUICK_ADDRESSES = 400, 80
"""How many are asked in a round: as many as leave each round others, with the rounds there are by default."""


@contextmanager
def _prepare(place: Workplace) -> Iterator[Sides]:
    url = place.ledger()
    first, *others = asked(place)
    count = QUICK_ADDRESSES if place.quick else ADDRESSES
    supply = cycle(others)
    with running_app(url) as app:
        answers = bodies(app, others[:count])
    bare = bare_app(answers)
    check_bodies(bare, answers)
    given = environs(answers)

    def ours() -> float:
        fresh = environs(islice(supply, count))
        with running_app(url) as app:
            answer(app, environs([first])[0])  # opens the database and ends Flask's own setting up
            return cpu_s(app, fresh, least_s=0)

    yield Sides(ours, lambda: cpu_s(bare, given))


LINE = Line(
    name="lookup-cold",
    what="the text of a card that wasn't asked before, through the Flask route: processor's time a request",
    against="bare Flask that gives such bytes",
    target=speed_at_least(0.50),
    prepare=_prepare,
    planned=True,
)
