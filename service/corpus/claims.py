"""What a corpus claims: its files as facts of the ledger, and the texts that these name by hash.

Pure: the same files give the same facts, in path order. Whether a fact is already recorded is not known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import PurePosixPath
from typing import Any

from service.corpus.assertions import base_assertion, errata_assertions, printing_assertions
from service.corpus.contents import Contents
from service.corpus.endings import ending_facts
from service.corpus.files import CardFile, Corpus, DocumentFile, GameFile, SetFile, SymbolFile
from service.domain.ids import SubjectId, card_id
from service.domain.ledger import Fact, Record
from service.domain.printings import Printing


@dataclass(frozen=True, slots=True)
class FileClaims:
    """The facts of one file, in the order in which they are recorded."""

    path: PurePosixPath
    subject: SubjectId | None
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Claims:
    """Everything that a corpus claims: files in path order, and each text that is named, by its hash."""

    files: tuple[FileClaims, ...]
    texts: dict[str, str] = field(default_factory=dict)


def corpus_claims(corpus: Corpus) -> Claims:
    """Return what a checked corpus claims.

    Args:
        corpus: free of faults; what a check would refuse here raises KeyError or worse.
    """
    contents = Contents()
    documents = {document.id: document for document in corpus.documents}
    files = [
        FileClaims(game.path.parent / name, None, facts)
        for game in corpus.games
        for name, facts in _game_facts(game)
    ]
    files += [FileClaims(one.path, None, (_document_record(one),)) for one in corpus.documents]
    for card in corpus.cards:
        facts = _card_facts(card, corpus.game(card.game), documents, contents)
        files.append(FileClaims(card.path, card_id(card.game, card.id), tuple(facts)))
    return Claims(tuple(sorted(files, key=lambda one: str(one.path))), contents.texts)


def _game_facts(game: GameFile) -> Iterator[tuple[str, tuple[Fact, ...]]]:
    body = {
        "name": game.name,
        "publisher": game.publisher,
        "zone": game.zone,
        "language": game.language,
        "scopes": list(game.scopes),
        "translations_of": game.translations_of,
        "fields": [
            {"id": one.id, "label": one.label, "localized": one.localized, "list": one.is_list}
            for one in game.fields
        ],
    }
    facts: list[Fact] = [
        Record(kind="game", key=game.id, body=body),
        Record(kind="notice", key=game.id, body={"notice": game.notice}),
    ]
    if game.verified_through is not None:
        facts.append(_coverage(game.id, game.verified_through))
    yield "game.yaml", tuple(facts)
    yield (
        "sets.yaml",
        tuple(Record(kind="set", key=f"{game.id}/{one.code}", body=_set_body(one)) for one in game.sets),
    )
    symbols = {"symbols": [_symbol_body(one) for one in game.symbols]}
    yield "symbols.yaml", (Record(kind="symbols", key=game.id, body=symbols),)


def _coverage(key: str, day: date) -> Record:
    return Record(kind="coverage", key=key, body={"verified_through": day.isoformat()})


def _set_body(one: SetFile) -> dict[str, Any]:
    releases = [
        _without_nulls(region=release.region, lang=release.lang, released_on=_text(release.released_on))
        for release in one.releases
    ]
    return {"code": one.code, "name": one.name, "releases": releases}


def _symbol_body(one: SymbolFile) -> dict[str, Any]:
    return _without_nulls(
        code=one.code,
        means=one.means,
        former=list(one.former) or None,
        tokens=list(one.tokens) or None,
        names=dict(one.names) or None,
        number=one.number or None,
        domain=one.domain,
        by_domain=one.by_domain or None,
    )


def _document_record(one: DocumentFile) -> Record:
    body = _without_nulls(
        game=one.game,
        title=one.title,
        publisher=one.publisher,
        url=one.url,
        lang=one.lang,
        announced_on=_text(one.announced_on),
        effective_from=_text(one.effective_from),
        provisional=one.provisional,
        retired_on=_text(one.retired_on),
        superseded_by=list(one.superseded_by) or None,
        summary=one.summary,
    )
    return Record(kind="document", key=one.id, body=body)


def _card_facts(
    card: CardFile, game: GameFile, documents: dict[str, DocumentFile], contents: Contents
) -> Iterable[Fact]:
    subject = card_id(card.game, card.id)
    yield base_assertion(card, game, documents, contents)
    yield from errata_assertions(card, game, documents, contents)
    yield from printing_assertions(card, game, contents)
    yield from ending_facts(card, documents)
    yield Record(kind="subject", key=str(subject), body={"faces": len(card.base)})
    if card.names:
        yield Record(kind="aliases", key=str(subject), body={"names": dict(sorted(card.names.items()))})
    if card.verified_through is not None:
        yield _coverage(str(subject), card.verified_through)
    for one in card.printings:
        printing = Printing(
            subject=subject,
            id=one.id,
            set=one.set,
            number=one.number,
            lang=one.lang,
            variant=one.variant,
            released_on=one.released_on,
            released_after=one.released_after,
            released_by=one.released_by,
            fields=contents.values(one.faces, game, one.lang),
            raw=contents.raw_values(one.faces, game, one.lang),
        )
        yield Record(kind="printing", key=printing.key, body=printing.body())


def _without_nulls(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _text(day: date | None) -> str | None:
    return day.isoformat() if day is not None else None
