"""Which texts an erratum touches, and when, as far as its own file says. Resolves nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from typing import NamedTuple

from service.corpus.faults import line_of
from service.corpus.files import CardFile, Corpus, ErratumFile, GameFile, Value


class Track(NamedTuple):
    """One text that changes by itself: a field of a face, in a language (or none) and a scope."""

    face: int
    field: str
    lang: str | None
    scope: str


def each_erratum(corpus: Corpus) -> Iterator[tuple[GameFile, CardFile, ErratumFile]]:
    """Yield every erratum with its card and game, in path and file order."""
    for card in corpus.cards:
        for erratum in card.errata:
            yield corpus.game(card.game), card, erratum


def words_language(erratum: ErratumFile, game: GameFile) -> str:
    """Return the language that the erratum's words are in: the authoritative one, or its only one."""
    authoritative = not erratum.languages or game.language in erratum.languages
    return game.language if authoritative else erratum.languages[0]


def words_by_track(erratum: ErratumFile, game: GameFile) -> dict[Track, Value]:
    """Return the new words of each track that the erratum changes; of none if it is wordless."""
    localized = {field.id for field in game.fields if field.localized}
    language = words_language(erratum, game)
    return {
        Track(face.index, name, language if name in localized else None, scope): value
        for face in erratum.faces
        for name, value in face.values.items()
        for scope in erratum.scopes or game.scopes
    }


def days_of(erratum: ErratumFile) -> list[ErratumFile]:
    """Return the erratum once for each day on which it starts, with the scopes that have this day.

    As the publisher dated it last; nothing of one that is promised without a day.
    """
    if erratum.scope_days:
        return [
            replace(
                erratum,
                effective_from=day,
                scopes=tuple(scope for scope, own in erratum.scope_days.items() if own == day),
                scope_days={},
            )
            for day in dict.fromkeys(erratum.scope_days.values())
        ]
    if erratum.redated:
        day = erratum.redated[-1].effective_from
        return [] if day is None else [replace(erratum, effective_from=day, pending=False, redated=())]
    return [] if erratum.pending else [erratum]


def dated_errata(card: CardFile) -> list[ErratumFile]:
    """Return the errata that hold on some day, once for each day on which one starts, in file order.

    Those that were withdrawn or are only promised are left out.
    """
    void = {ending.of for ending in card.endings if ending.kind == "void"}
    return [part for one in card.errata if one.id not in void for part in days_of(one)]


def errata_by_track(card: CardFile, game: GameFile) -> dict[Track, list[ErratumFile]]:
    """Return the dated errata of each track, in the order of the file."""
    tracks: dict[Track, list[ErratumFile]] = {}
    for erratum in dated_errata(card):
        for track in words_by_track(erratum, game):
            tracks.setdefault(track, []).append(erratum)
    return tracks


def first_days(erratum: ErratumFile) -> list[date]:
    """Return every exact first day that an erratum has or had, and the latest of a window."""
    own = [latest_start(erratum), *(one.effective_from for one in erratum.redated)]
    return [day for day in (*own, *erratum.scope_days.values()) if day is not None]


def day_line(erratum: ErratumFile) -> int:
    """Return the line of the day on which the erratum starts."""
    if erratum.scope_days:
        return line_of(erratum, "scopes")
    return erratum.redated[-1].line if erratum.redated else line_of(erratum, "effective_from")


def earliest_start(erratum: ErratumFile) -> date | None:
    """Return the first day on which a dated erratum can have applied; None if nothing limits it."""
    if erratum.effective_from is not None:
        return erratum.effective_from
    if erratum.effective_after is not None and erratum.effective_after < date.max:
        return erratum.effective_after + timedelta(days=1)
    return None


def latest_start(erratum: ErratumFile) -> date | None:
    """Return the last possible first day of a dated erratum; None if nothing limits it."""
    return erratum.effective_from or erratum.effective_by
