"""Made-up ledgers, loaded entry by entry from card files, and asked over HTTP at any instant."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from flask import Flask
from sqlalchemy import Engine
from werkzeug.test import TestResponse

from service.app import create_app
from service.config import Settings
from service.ingest.loader import LoadReport
from service.store.connection import make_engine
from tests.support.conformance import ConformingClient
from tests.support.corpora import GAME, SETS, Folder, Loaded
from tests.support.places import Databases

CARD = "/v1/cards/demo/card"

PRINTED = """\
base: {name: Card, rules_text: P}
printings:
  - {id: one-1, set: ONE, number: "1", lang: en, released_on: 2024-02-02}
"""


def at(text: str) -> datetime:
    """Return the instant written so, in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


class Ledger:
    """A ledger that grows by loads of one folder."""

    def __init__(self, engine: Engine, url: str, root: Path) -> None:
        self.url = url
        files = {
            "demo/game.yaml": GAME.replace("UTC", "Asia/Tokyo").replace("verified_through: 2026-01-31\n", ""),
            "demo/sets.yaml": SETS.replace("2024-01-10", "2024-02-02"),
            "demo/symbols.yaml": "symbols: []\n",
        }
        self.folder = Folder(root, files)
        self.loaded = Loaded(engine)
        self._servers: dict[str, Flask] = {}

    def document(self, name: str, announced_on: str, more: str = "") -> None:
        """Write a document."""
        text = f"title: {name}\nannounced_on: {announced_on}\n{more}"
        self.folder.write(f"demo/documents/{name}.yaml", text)

    def card(self, text: str, name: str = "card") -> None:
        """Write a card."""
        self.folder.write(f"demo/cards/{name}.yaml", text)

    def load(self, now: str = "2025-01-01T00:00") -> LoadReport:
        """Load the folder at an instant."""
        return self.loaded.load(self.folder, at(now))

    def get(self, path: str = f"{CARD}/text", now: str = "2025-06-01T00:00", **query: Any) -> TestResponse:
        """Return the response of a server, whose clock stands still, to a question."""
        if now not in self._servers:
            self._servers[now] = create_app(Settings(database_url=self.url, now=at(now)))
            self._servers[now].test_client_class = ConformingClient
        return self._servers[now].test_client().get(path, query_string=query or None)

    def close(self) -> None:
        """Close what its servers hold."""
        for server in self._servers.values():
            server.extensions["errata"].engine.dispose()

    def ask(self, path: str = f"{CARD}/text", status: int = 200, **query: Any) -> dict[str, Any]:
        """Return what is answered, in JSON; it must have the status."""
        response = self.get(path, **query)
        assert response.status_code == status, response.text
        body: dict[str, Any] = response.get_json()
        return body

    def says(self, on: str, **query: Any) -> str | None:
        """Return the effective text of a day; None where there is none."""
        response = self.get(on=on, **query)
        body = response.get_json()
        if response.status_code == 404:
            assert body["code"] == "no-effective-text"
            return None
        assert response.status_code == 200, response.text
        text: str | None = body["oracle_text"]
        return text


@contextmanager
def empty_ledger(databases: Databases, migrated: str, folder: Path) -> Iterator[Ledger]:
    """Make an empty ledger and a folder with a game and a set."""
    url = databases.new(migrated)
    engine = make_engine(url)
    made = Ledger(engine, url, folder / "card_texts")
    yield made
    made.close()
    engine.dispose()
    databases.drop(url)


E2 = """\
  - {id: e2, document: e2, effective_from: 2024-03-01, class: wording, rules_text: E2}
"""
E1 = """\
  - {id: e1, document: e1, effective_from: 2024-06-01, class: wording, rules_text: E1}
"""


def load_three(made: Ledger) -> None:
    """Load P from 2024-02-02, then E1 from 06-01, announced 05-15, then E2 from 03-01, announced 08-01."""
    made.card(PRINTED)
    made.load("2024-02-03T00:00")
    made.document("e1", "2024-05-15")
    made.card(f"{PRINTED}errata:\n{E1}")
    made.load("2024-05-16T00:00")
    made.document("e2", "2024-08-01")
    made.card(f"{PRINTED}errata:\n{E2}{E1}")
    made.load("2024-08-02T00:00")
