"""Words that were removed for good: what is said where an answer would need them."""

from __future__ import annotations

from collections.abc import Mapping

from service.domain.errors import TextRemoved
from service.domain.ledger import NONE, UNKNOWN, Assertion
from service.domain.tombstones import Tombstone
from service.serving.answers.sights import iso
from service.store.connection import Connection
from service.store.records import load_record


def is_removed(content: str, texts: Mapping[str, str]) -> bool:
    """Whether a content is that of words which the ledger no longer has.

    Args:
        texts: what the ledger has of all contents in question, by hash.
    """
    return content not in (NONE, UNKNOWN) and content not in texts


def text_removed(conn: Connection, content: str, source: Assertion | None) -> TextRemoved:
    """Return the problem of an answer that needs words which were removed.

    Args:
        source: the assertion that had them; None where they are those of a printing.
    """
    body = load_record(conn, Tombstone.kind, content) or {}
    what = f"of version {source.version}" if source is not None else "of a printing"
    return TextRemoved(
        f"the words {what} were removed; their days, their source and their hash stay",
        version=None if source is None else str(source.version),
        erratum=source.erratum if source is not None and source.is_erratum else None,
        effective_from=iso(source.effective_from) if source is not None else None,
        effective_after=iso(source.effective_after) if source is not None else None,
        effective_by=iso(source.effective_by) if source is not None else None,
        sha256=content,
        reason=body.get("reason"),
        url=body.get("url"),
    )
