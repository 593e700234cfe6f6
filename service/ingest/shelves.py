"""The sources that the ledger knows, with their games, for whoever reads what they tell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from zoneinfo import ZoneInfo

from service.domain.games import Game
from service.domain.refusals import UnknownSource
from service.domain.sources import Source, description_digest
from service.domain.symbols import Symbols
from service.ingest.observed import BadPiece, Heading, Words
from service.ingest.observed_facts import Observer
from service.ingest.observed_places import Sources
from service.store.connection import Connection
from service.store.games import load_game
from service.store.sources import iter_sources, load_documents


@dataclass(frozen=True)
class SourceShelf:
    """Every source of every game, and the games that have any."""

    games: Mapping[str, Game]
    sources: Mapping[str, Sources]

    def source_of(self, heading: Heading) -> Source:
        """Return the source that a piece names.

        Raises:
            BadPiece: if its game describes none of that id; it comes to ``UnknownSource``.
        """
        found = self.sources.get(heading.game)
        if found is None or heading.source not in found.by_id:
            have = [f"{game}/{one}" for game, its in self.sources.items() for one in its.by_id]
            asked = f"{heading.game}/{heading.source}"
            raise BadPiece(
                f"nobody has described the source {asked!r}; there are: {', '.join(have) or 'none yet'}; "
                "describe it in the sources.yaml of its game, and run errata load",
                "source",
                UnknownSource,
                sources=have,
            )
        return found.by_id[heading.source]

    def today(self, now: datetime) -> dict[str, date]:
        """Return what day it is at an instant in the zone of each game."""
        return {game: now.astimezone(ZoneInfo(one.zone)).date() for game, one in self.games.items()}

    @cached_property
    def read_by(self) -> dict[str, str]:
        """The digest of the description of each source, by the key of its record."""
        return {
            source.key: description_digest(source, its.documents)
            for its in self.sources.values()
            for source in its.by_id.values()
        }

    def observer(self, game: str, words: Words) -> Observer:
        """Return what makes facts of a game's cards, whose texts are among the words."""
        return Observer(
            self.games[game],
            self.sources[game],
            words.by_hash.get,
            Symbols(self.games[game].symbols).canonical,
        )


def load_source_shelf(conn: Connection) -> SourceShelf:
    """Return all sources that the ledger knows."""
    by_game: dict[str, dict[str, Source]] = {}
    for source in iter_sources(conn):
        by_game.setdefault(source.game, {})[source.id] = source
    return SourceShelf(
        {game: load_game(conn, game) for game in by_game},
        {
            game: Sources(
                by_id=found,
                documents=load_documents(
                    conn, {lead.document for one in found.values() for lead in one.leads}
                ),
            )
            for game, found in by_game.items()
        },
    )
