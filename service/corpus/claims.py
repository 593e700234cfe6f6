"""What a corpus claims: its files as facts of the ledger, and the texts that these name by hash.

Pure: the same files give the same facts, in path order. Whether a fact is already recorded is not known here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from service.corpus.assertions import base_assertion, card_printing, printing_assertions
from service.corpus.contents import Contents
from service.corpus.endings import ending_facts, redating_voids
from service.corpus.errata import errata_assertions
from service.corpus.files import (
    CardFile,
    Corpus,
    DocumentFile,
    GameFile,
    MigrationFile,
    RemovalFile,
    SetFile,
)
from service.corpus.sources import game_sources
from service.corpus.symbols import game_symbols
from service.domain.claimed import Claim
from service.domain.coverage import Coverage, face_coverage, set_coverage
from service.domain.documents import Document
from service.domain.games import Field, Game, Notice
from service.domain.ids import SubjectId, card_id
from service.domain.migrations import Migration
from service.domain.records import Recordable, as_record
from service.domain.sets import Release, Set
from service.domain.subjects import Aliases, Subject
from service.domain.symbols import GameSymbols
from service.domain.tombstones import Tombstone


@dataclass(frozen=True, slots=True)
class FileClaims:
    """The claims of one file, in the order in which they are recorded."""

    path: PurePosixPath
    subject: SubjectId | None
    facts: tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class Claims:
    """Everything that a corpus claims: files in path order, and each text that is named, by its hash.

    ``texts`` has None under the hash of a text that was removed.
    """

    files: tuple[FileClaims, ...]
    texts: dict[str, str | None] = field(default_factory=dict)


def corpus_claims(corpus: Corpus) -> Claims:
    """Return what a checked corpus claims.

    Args:
        corpus: free of faults; what a check would refuse here raises KeyError or worse.
    """
    contents = Contents()
    documents = {document.id: document for document in corpus.documents}
    files = [
        FileClaims(game.path.parent / name, None, tuple(as_record(one) for one in told))
        for game in corpus.games
        for name, told in _game_records(game)
    ]
    files += [FileClaims(one.path, None, (as_record(_document(one)),)) for one in corpus.documents]
    for card in corpus.cards:
        facts = _card_facts(card, corpus.game(card.game), documents, contents)
        files.append(FileClaims(card.path, card_id(card.game, card.id), tuple(facts)))
    return Claims(tuple(sorted(files, key=lambda one: str(one.path))), contents.texts)


def _game_records(game: GameFile) -> Iterator[tuple[str, list[Recordable]]]:
    """Yield what the files of a game tell, by the name of the file."""
    own: list[Recordable] = [_game(game), Notice(game.id, game.notice)]
    if game.verified_through is not None:
        own.append(Coverage(game.id, game.verified_through))
    yield "game.yaml", own
    yield "sets.yaml", list(_sets(game))
    yield "symbols.yaml", [GameSymbols(game.id, game_symbols(game))]
    if game.migrations:
        yield "migrations.yaml", [_migration(game, one) for one in game.migrations]
    if game.removals:
        yield "removals.yaml", [_tombstone(one) for one in game.removals]
    if game.sources:
        yield "sources.yaml", list(game_sources(game))


def _game(one: GameFile) -> Game:
    return Game(
        id=one.id,
        name=one.name,
        publisher=one.publisher,
        zone=one.zone,
        language=one.language,
        scopes=one.scopes,
        fields=tuple(Field(each.id, each.label, each.localized, each.is_list) for each in one.fields),
        translations_of=one.translations_of,
        verified_through=one.verified_through,
        notice=one.notice,
        symbols=game_symbols(one),
    )


def _sets(game: GameFile) -> Iterator[Recordable]:
    for one in game.sets:
        yield _set(game, one)
        if one.verified_through is not None:
            yield Coverage(set_coverage(game.id, one.code), one.verified_through)


def _migration(game: GameFile, one: MigrationFile) -> Migration:
    return Migration(
        subject=card_id(game.id, one.card),
        act=one.act,
        into=card_id(game.id, one.into),
        reason=one.reason,
    )


def _tombstone(one: RemovalFile) -> Tombstone:
    return Tombstone(sha256=one.sha256, reason=one.reason, url=one.url)


def _set(game: GameFile, one: SetFile) -> Set:
    releases = (Release(each.region, each.lang, each.released_on) for each in one.releases)
    return Set(game.id, one.code, one.name, tuple(releases))


def _document(one: DocumentFile) -> Document:
    return Document(
        id=one.id,
        game=one.game,
        title=one.title,
        publisher=one.publisher,
        url=one.url,
        lang=one.lang,
        announced_on=one.announced_on,
        effective_from=one.effective_from,
        provisional=one.provisional,
        retired_on=one.retired_on,
        superseded_by=one.superseded_by,
        summary=one.summary,
    )


def _card_facts(
    card: CardFile, game: GameFile, documents: Mapping[str, DocumentFile], contents: Contents
) -> Iterator[Claim]:
    yield base_assertion(card, game, documents, contents)
    yield from printing_assertions(card, game, contents)
    yield from errata_assertions(card, game, documents, contents)
    yield from ending_facts(card, documents)
    yield from redating_voids(card, documents)
    for one in _card_records(card, game, contents):
        yield as_record(one)


def _card_records(card: CardFile, game: GameFile, contents: Contents) -> Iterator[Recordable]:
    subject = card_id(card.game, card.id)
    yield Subject(subject, len(card.base))
    if card.names:
        yield Aliases(subject, card.names)
    if card.verified_through is not None:
        yield Coverage(str(subject), card.verified_through)
    for face in card.base:
        if face.verified_through is not None:
            yield Coverage(face_coverage(subject, face.index), face.verified_through)
    for one in card.printings:
        yield card_printing(subject, one, game, contents)
