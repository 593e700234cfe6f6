"""Which texts of the made-up ledger are looked up, and the application that answers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from random import Random
from typing import cast

from flask import Flask

from bench.synthetic import FIRST_DAY, LAST_DAY, path_of
from bench.workplace import SEED, Workplace
from service.app import create_app
from service.config import Settings
from service.serving.site import Site


def asked(place: Workplace) -> list[str]:
    """Return an address for every card of the made-up ledger, in an order that was drawn, each with a day."""
    draw = Random(SEED)
    numbers = list(range(place.cards))
    draw.shuffle(numbers)
    span = (LAST_DAY - FIRST_DAY).days
    return [f"{path_of(one)}?on={FIRST_DAY + timedelta(draw.randrange(span))}" for one in numbers]


@contextmanager
def running_app(database_url: str) -> Iterator[Flask]:
    """Yield an application that has read nothing yet."""
    app = create_app(Settings(database_url=database_url))
    try:
        yield app
    finally:
        cast(Site, app.extensions["errata"]).engine.dispose()
