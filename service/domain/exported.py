"""An entry as an export has it: one file, line by line.

First its header, with its hash and the publishers' notices as they were recorded up to it; then the texts
that no earlier entry names, by hash; then its facts, by number, each exactly as it is hashed.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from service.domain.ledger import Entry, Fact, canonical_json, serial
from service.domain.lines import dataclass_of, fact_of, object_of
from service.domain.refusals import InvalidLine
from service.domain.texts import text_sha256


@dataclass(frozen=True, slots=True)
class ExportedEntry:
    """What the file of an entry says; a text that was removed is None."""

    entry: Entry
    notices: Mapping[str, str]
    texts: Mapping[str, str | None]
    facts: tuple[Fact, ...]


def header_line(entry: Entry, notices: Mapping[str, str]) -> bytes:
    """Return the first line of the file of an entry."""
    return canonical_json({"entry": serial(entry), "notices": dict(notices)})


def content_line(sha256: str, text: str | None) -> bytes:
    """Return the line of a text; without the text where it was removed."""
    return canonical_json({"content": {"sha256": sha256} | ({} if text is None else {"text": text})})


class Header(NamedTuple):
    """The first line: the entry, and the publishers' notices."""

    entry: Entry
    notices: Mapping[str, str]


class Content(NamedTuple):
    """The line of a text; one that was removed is None."""

    sha256: str
    text: str | None


def iter_parts(lines: Iterable[bytes]) -> Iterator[tuple[bytes, Header | Content | Fact]]:
    """Yield each line of the file of an entry, its line feed included, with what it tells.

    Raises:
        InvalidLine: as soon as a line was taken that the file of an entry can't have in that place.
    """
    each = iter(lines)
    first = next(each, None)
    if first is None:
        raise InvalidLine("the file is empty")
    header = _header_of(_without_end(first))
    yield first, header
    before, n = "", 0
    for line in each:
        written = _without_end(line)
        if written.startswith(b'{"content":') and n == 0:
            content = _content_of(written)
            if content.sha256 <= before:
                raise InvalidLine(f"the text {content.sha256} stands behind a greater hash, or twice")
            before = content.sha256
            yield line, content
        else:
            n += 1
            fact = fact_of(written)
            if (fact.seq, fact.n) != (header.entry.seq, n):
                raise InvalidLine(
                    f"the fact is number {fact.seq}-{fact.n}; {header.entry.seq}-{n} belongs here"
                )
            yield line, fact


def exported_entry_of(lines: Iterable[bytes]) -> ExportedEntry:
    """Return the entry that the lines of a file tell, each with its line feed.

    Raises:
        InvalidLine: as soon as a line was taken that the file of an entry can't have in that place.
    """
    headers: list[Header] = []
    texts: dict[str, str | None] = {}
    facts: list[Fact] = []
    for _, part in iter_parts(lines):
        match part:
            case Header():
                headers.append(part)
            case Content(sha256, text):
                texts[sha256] = text
            case _:
                facts.append(part)
    return ExportedEntry(*headers[0], texts, tuple(facts))


def _without_end(line: bytes) -> bytes:
    if not line.endswith(b"\n"):
        raise InvalidLine("the last line is cut off: it has no line feed")
    return line[:-1]


def _header_of(line: bytes) -> Header:
    told = object_of(line)
    if told.keys() != {"entry", "notices"}:
        raise InvalidLine("the first line must hold the entry and the notices")
    entry, notices = dataclass_of(Entry, told["entry"]), told["notices"]
    if not isinstance(notices, dict) or not all(isinstance(text, str) for text in notices.values()):
        raise InvalidLine("the notices are not one text a game")
    return Header(entry, notices)


def _content_of(line: bytes) -> Content:
    match object_of(line)["content"]:
        case {"sha256": str(sha256), "text": str(text), **others} if not others:
            if (found := text_sha256(text)) != sha256:
                raise InvalidLine(f"the text says that its sha256 is {sha256}; it is {found}")
            return Content(sha256, text)
        case {"sha256": str(sha256), **others} if not others:
            return Content(sha256, None)
        case found:
            raise InvalidLine(f"{reprlib.repr(found)} is no text with its sha256")
