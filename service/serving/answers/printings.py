"""Printings: the words that they bear, and whether these still hold on a day."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from service.domain.comparison import State
from service.domain.errors import AmbiguousPrinting, UnknownPrinting
from service.domain.games import Game
from service.domain.ledger import UNKNOWN, FieldValue
from service.domain.printings import Printing
from service.domain.tracks import TEXT
from service.domain.verdicts import SAME, printed_contents
from service.serving.answers.diff import compared, day_state
from service.serving.answers.loaded import judge_of, last_seq_of, printings_of, texts_of, timeline_of
from service.serving.answers.parts import FORMAT, Asked, field_value, joined_text, rules_change
from service.serving.answers.removed import is_removed
from service.serving.answers.sights import PRESENT, Answer, Sight, iso
from service.store.connection import Connection
from service.store.games import load_game
from service.store.names import find_by_number, find_printing


def printings_answer(conn: Connection, asked: Asked, day: date) -> Answer:
    """Return every printing of a card, by release, with its verdict on a day.

    Raises:
        NoEffectiveText: if the card has no text on the day.
    """
    day_state(asked, timeline_of(conn, asked, day), day)
    return _head(conn, asked, day) | {
        "printings": [_printing(conn, asked, one, day) for one in printings_of(conn, asked)],
        "notice": asked.game.notice,
    }


def asked_printing(conn: Connection, printing: str, scope: str | None, sight: Sight = PRESENT) -> Asked:
    """Return the card that a printing is of, in the game's own language.

    Raises:
        UnknownPrinting: if there is none of that id.
        UnknownScope: if its game has no such scope.
    """
    found = find_printing(conn, printing, sight.as_of)
    if found is None:
        raise UnknownPrinting(f"there is no printing {printing!r}; the list of a card's printings names them")
    game = load_game(conn, found.subject.game, sight.as_of)
    return Asked(found.subject, game, game.language, game.scope(scope), sight)


def printing_answer(conn: Connection, asked: Asked, printing: str, day: date) -> Answer:
    """Return one printing with its words, its verdict on a day, and what differs from the day's text.

    Args:
        asked: the card that it is of, as ``asked_printing`` returns it.

    Raises:
        NoEffectiveText: if the card has no text on the day.
        DiffTooLarge: if the words and the day's are too long to compare.
    """
    effective = day_state(asked, timeline_of(conn, asked, day), day)
    one = next(each for each in printings_of(conn, asked) if each.id == printing)
    return (
        _head(conn, asked, day)
        | _printing(conn, asked, one, day)
        | {
            "diff": _diff(conn, asked, one, effective, day),
            "notice": asked.game.notice,
        }
    )


def _head(conn: Connection, asked: Asked, day: date) -> Answer:
    return {
        "game": asked.subject.game,
        "card": asked.subject.name,
        "scope": asked.scope,
        "on": day.isoformat(),
        **asked.sight.told(day),
        "seq": last_seq_of(conn, asked),
        "format": FORMAT,
    }


def _rules_changes(conn: Connection, asked: Asked, one: Printing, day: date) -> list[Answer]:
    """Return the changes in force in its language that alter no words, so that no copy can show them."""
    spans = timeline_of(conn, asked, day).wordless(one.lang, asked.scope)
    return [rules_change(span.assertion, span.start, span.until) for span in spans if span.holds(day)]


def printing_by_number(
    conn: Connection, game: str, set_code: str, number: str, lang: str | None, as_of: int | None = None
) -> str:
    """Return the id of the printing of a set and collector number.

    Args:
        lang: the language; None: the game's own.
        as_of: the last entry that counts; None: the ledger's last.

    Raises:
        UnknownGame: if there is no such game.
        UnknownPrinting: if there is none in that language; the languages that have one are named.
        AmbiguousPrinting: if there are several; they are named.
    """
    language = load_game(conn, game, as_of).language
    wanted = language if lang is None else lang
    found = find_by_number(conn, game, set_code, number, wanted, as_of)
    if not found:
        others = [match.id for match in find_by_number(conn, game, set_code, number, None, as_of)]
        hint = f"; in other languages there are: {', '.join(others)}" if others else ""
        raise UnknownPrinting(
            f"{game} has no printing {number!r} in set {set_code!r} and language {wanted!r}{hint}",
            candidates=others,
        )
    if len(found) > 1:
        ids = [match.id for match in found]
        raise AmbiguousPrinting(
            f"several printings of {game} bear {set_code} {number} in {wanted!r}; "
            f"ask for one by its id: {', '.join(ids)}",
            candidates=ids,
        )
    return found[0].id


def _printing(conn: Connection, asked: Asked, one: Printing, day: date) -> Answer:
    judge, texts = judge_of(conn, asked, day), texts_of(conn, asked)
    verdict = judge.verdict_on(one, day)
    printed = printed_contents(judge.timeline, one)
    released = one.released_on or one.released_by
    faces = range(judge.timeline.faces)
    words = [printed.get((face, TEXT), UNKNOWN) for face in faces]
    gone = any(is_removed(content, texts) for content in words)
    return {
        "printing": one.id,
        "set": one.set,
        "number": one.number,
        "variant": one.variant,
        "lang": one.lang,
        "released_on": iso(one.released_on),
        "released_after": iso(one.released_after),
        "released_by": iso(one.released_by),
        "printed_text": joined_text(words, texts),
        "text_known": UNKNOWN not in words and not gone,
        "text_removed": gone,
        "faces": [_face(asked.game, texts, face, printed, one.raw) for face in faces],
        "verdict": verdict.verdict,
        "verdict_basis": verdict.basis,
        "superseded_before_release": released is not None
        and judge.verdict_on(one, released).verdict not in (SAME, "unknown"),
        "rules_changes": _rules_changes(conn, asked, one, day),
    }


def _face(
    game: Game,
    texts: Mapping[str, str],
    face: int,
    printed: Mapping[tuple[int, str], str],
    raw: tuple[FieldValue, ...],
) -> Answer:
    fields = [field.id for field in game.fields]
    return {
        "index": face,
        "fields": {
            name: field_value(game, name, printed.get((face, name), UNKNOWN), texts) for name in fields
        },
        "unknown_fields": [name for name in fields if printed.get((face, name), UNKNOWN) == UNKNOWN],
        "raw": {
            value.field: field_value(game, value.field, value.content, texts)
            for value in raw
            if value.face == face
        },
    }


def _diff(conn: Connection, asked: Asked, one: Printing, effective: State, day: date) -> Answer | None:
    """Return what differs from print to the day; None where the words can't be laid side by side."""
    printed, texts = judge_of(conn, asked, day).printed_state(one), texts_of(conn, asked)
    unknown = any(
        state.contents.get((face, TEXT), UNKNOWN) not in texts
        for state in (printed, effective)
        for face in range(timeline_of(conn, asked).faces)
    )
    if one.lang != asked.game.language or unknown:
        return None
    found = compared(conn, asked, printed, effective, day=day)
    return {"from": f"printed:{one.id}", "to": day.isoformat()} | found
