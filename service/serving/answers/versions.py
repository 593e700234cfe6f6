"""One version: what an entry of the ledger says of a base, an erratum or a translation. It never changes."""

from __future__ import annotations

from service.domain.errors import UnknownVersion
from service.domain.ids import VersionId
from service.domain.ledger import UNKNOWN, Assertion
from service.serving.answers.parts import FORMAT, erratum_id, field_value
from service.serving.answers.removed import is_removed, text_removed
from service.serving.answers.sights import Answer, iso
from service.store.connection import Connection
from service.store.feed import load_fact
from service.store.games import load_game
from service.store.ledger import load_entry, load_texts


def version_answer(conn: Connection, version: VersionId) -> Answer:
    """Return what a version says, as it was recorded; whether it stands, timelines and corrections tell.

    Raises:
        UnknownVersion: if the ledger has no assertion of that number.
        TextRemoved: if words of it were removed for good.
    """
    one = load_fact(conn, version)
    entry = load_entry(conn, version.seq)
    if not isinstance(one, Assertion) or entry is None:
        found = "it is the number of an ending" if one is not None else "the ledger has no such assertion"
        raise UnknownVersion(f"there is no version {version}: {found}; /v1/changes lists what there is")
    game = load_game(conn, one.subject.game, version.seq)
    texts = load_texts(conn, (value.content for value in one.fields))
    for value in one.fields:
        if is_removed(value.content, texts):
            raise text_removed(conn, value.content, one)
    return {
        "version": str(version),
        "format": FORMAT,
        "game": one.subject.game,
        "card": one.subject.name,
        "kind": one.kind,
        "erratum": erratum_id(one),
        "printing": one.printing,
        "class": one.change_class,
        "class_basis": one.class_basis,
        "replaces": one.replaces,
        "corrects": None if one.corrects is None else str(one.corrects),
        "scopes": list(one.scopes),
        "languages": list(one.languages),
        "document": one.document,
        "confirmed_by": list(one.confirmed_by),
        "confirmed_on": iso(one.confirmed_on),
        "provisional": one.provisional,
        "pending": bool(one.pending),
        "announced_on": iso(one.announced_on),
        "effective_from": iso(one.effective_from),
        "effective_until": iso(one.effective_until),
        "effective_after": iso(one.effective_after),
        "effective_by": iso(one.effective_by),
        "until_announced_on": iso(one.until_announced_on),
        "until_document": one.until_document,
        "date_basis": one.date_basis,
        "reason": one.reason,
        "values": [
            {
                "face": value.face,
                "field": value.field,
                "lang": value.lang,
                "value": field_value(game, value.field, value.content, texts),
                "known": value.content != UNKNOWN,
                "sha256": value.content if value.content in texts else None,
            }
            for value in one.fields
        ],
        "recorded": {
            "seq": entry.seq,
            "recorded_at": entry.recorded_at,
            "actor": entry.actor,
            "origin": entry.origin,
            "message": entry.message,
        },
        "notice": game.notice,
    }
