"""Rules on ids that went over into others, and on texts that were removed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import PurePosixPath

from service.corpus.codes import Code
from service.corpus.contents import content_of
from service.corpus.faults import Fault, line_of, or_nearest
from service.corpus.files import CardFile, Corpus, ErratumFile, PrintingFile, Removed
from service.domain.ledger import NONE, UNKNOWN


def check_migrations(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse a card that went over and still has a file, went over twice, or into a card that isn't there."""
    for game in corpus.games:
        path = game.path.with_name("migrations.yaml")
        cards = {card.id for card in corpus.cards if card.game == game.id}
        seen: dict[str, int] = {}
        for one in game.migrations:
            line = line_of(one, "card")
            if one.card in cards:
                found = f"cards/{one.card}.yaml is still there"
                todo = "delete it, or take the migration out"
                yield Fault(path, line, Code.MIGRATED_STILL_THERE, found, todo)
            if one.card in seen:
                found = f"{one.card} goes over a second time; line {seen[one.card]} is the first"
                yield Fault(path, line, Code.MIGRATED_TWICE, found, "keep one of the two")
            seen.setdefault(one.card, line)
        known = cards | seen.keys()
        for one in game.migrations:
            if one.into not in known:
                found = f"{one.card} goes over into {one.into}, and there is no such card"
                todo = or_nearest(one.into, known, f"add cards/{one.into}.yaml")
                yield Fault(path, line_of(one, "into"), Code.UNKNOWN_CARD, found, todo)


def check_migration_circles(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse cards that go over into one another in a circle."""
    for game in corpus.games:
        path = game.path.with_name("migrations.yaml")
        into = {one.card: one.into for one in game.migrations}
        for one in game.migrations:
            passed: set[str] = set()
            name: str | None = one.card
            while name is not None and name not in passed:
                passed.add(name)
                name = into.get(name)
            if name == one.card:
                found = f"{one.card} comes back to itself"
                todo = "let the last of them go over into a card that has a file"
                yield Fault(path, line_of(one, "into"), Code.MIGRATED_IN_A_CIRCLE, found, todo)


def check_removals(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse two removals of one text, whatever their games."""
    seen: dict[str, str] = {}
    for path, sha256, line in _removals(corpus):
        if sha256 in seen:
            found = f"{sha256} is removed a second time; {seen[sha256]} is the first"
            yield Fault(path, line, Code.REMOVED_TWICE, found, "keep one of the two")
        seen.setdefault(sha256, f"{path}:{line}")


def check_removed_values(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse a removed text that no ``removals.yaml`` lists."""
    listed = {sha256 for _, sha256, _ in _removals(corpus)}
    for card, content, line, is_removed in _each_content(corpus):
        if is_removed and content not in listed:
            found = f"{content} is removed, and no removals.yaml lists it"
            todo = f"add it to {card.game}/removals.yaml with the reason"
            yield Fault(card.path, line, Code.REMOVAL_NOT_LISTED, found, todo)


def check_removed_words(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse a removal of words that still stand in a file."""
    removed = {sha256: (path, line) for path, sha256, line in _removals(corpus)}
    for card, content, line, is_removed in _each_content(corpus):
        if not is_removed and content in removed:
            found = f"the words are removed by {removed[content][0]}, and still stand here"
            todo = f"write in their place: removed {content}"
            yield Fault(card.path, line, Code.REMOVED_WORDS_STAND, found, todo)


def _removals(corpus: Corpus) -> Iterator[tuple[PurePosixPath, str, int]]:
    for game in corpus.games:
        for one in game.removals:
            yield game.path.with_name("removals.yaml"), one.sha256, line_of(one, "sha256")


def _each_content(corpus: Corpus) -> Iterator[tuple[CardFile, str, int, bool]]:
    """Yield the hash of every text of a game's field, with card and line, and whether it was removed."""
    for card in corpus.cards:
        parts: list[PrintingFile | ErratumFile] = [*card.printings, *card.errata]
        for face in [*card.base, *(face for part in parts for face in part.faces)]:
            for values in (face.values, face.raw):
                for name, value in values.items():
                    content = content_of(value)
                    if content not in (NONE, UNKNOWN):
                        yield card, content, line_of(face, name), isinstance(value, Removed)
