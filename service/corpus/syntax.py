"""Bytes that are no YAML, told in words that an editor understands. Knows no nodes."""

from __future__ import annotations

from pathlib import PurePosixPath

from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.reader import ReaderError

from service.corpus.codes import Code
from service.corpus.faults import Fault

_UNREADABLE = (
    "the line can't be read as YAML",
    "compare its indentation, quotes and brackets with the lines above",
)

_SYNTAX = (
    (
        "mapping values",
        "a colon stands inside an unquoted text, or the line is indented wrongly",
        "write the text in quotes or as a block (|-)",
    ),
    (
        "expected <block end>",
        "text goes on behind a closing bracket or quote, or the line is indented wrongly",
        "write a text that starts with a bracket as a block (|-) or in quotes",
    ),
    (
        "expected ',' or",
        "text goes on behind a closing bracket or quote, or a bracket is never closed",
        "close the bracket, or write the text as a block (|-) or in quotes",
    ),
    (
        "could not find expected ':'",
        "the line is neither a key with a colon nor part of a text",
        "give it a key, or indent it as the lines of its text",
    ),
    (
        "'\\t' that cannot start",
        "the line is indented with a tab",
        "indent with blanks",
    ),
    (
        "cannot start any token",
        "no unquoted text can start with this character",
        "write the text in quotes or as a block (|-)",
    ),
    (
        "unexpected end of stream",
        "a quote is opened here and never closed",
        "close the quote, or write the text as a block (|-)",
    ),
    (
        "escape",
        "a backslash inside double quotes is followed by a character that it can't stand before",
        "write the text in single quotes or as a block (|-)",
    ),
)


def decoded_text(path: PurePosixPath, content: bytes, faults: list[Fault]) -> str | None:
    """Return the file's text; None, and a fault is appended, where it isn't UTF-8."""
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        found = f"the byte 0x{content[error.start]:02X} is no UTF-8"
        faults.append(Fault(path, line, Code.NOT_UTF8, found, "save the file as UTF-8"))
        return None
    if text.startswith("\ufeff"):
        found = "the file starts with a byte order mark"
        todo = "save it as UTF-8 without one"
        faults.append(Fault(path, 1, Code.BYTE_ORDER_MARK, found, todo))
        return text[1:]
    return text


def syntax_fault(path: PurePosixPath, error: YAMLError, text: str) -> Fault:
    """Return what an error of the YAML reader means to an editor."""
    if isinstance(error, ReaderError):
        line = text.count("\n", 0, error.position) + 1
        found = f"the file holds the character U+{ord(text[error.position]):04X}"
        return Fault(path, line, Code.FORBIDDEN_CHARACTER, found, "remove it")
    if not isinstance(error, MarkedYAMLError):
        return Fault(path, 1, Code.NOT_YAML, *_UNREADABLE)
    problem = str(error.problem)
    mark = error.problem_mark or error.context_mark
    if "end of stream" in problem and error.context_mark is not None:
        mark = error.context_mark
    line = 1 if mark is None else mark.line + 1
    for words, found, todo in _SYNTAX:
        if words in problem:
            return Fault(path, line, Code.NOT_YAML, found, todo)
    return Fault(path, line, Code.NOT_YAML, *_UNREADABLE)
