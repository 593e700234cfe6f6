"""What is wrong with a file, where, and what to do: the one form in which the corpus is refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import PurePosixPath
from typing import Protocol

from service.corpus.codes import Code
from service.domain.refusals import CorpusRefused
from service.domain.wording import counted

_NAMED = 10


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One thing that an editor must mend. Faults sort by path and line.

    Attributes:
        path: the file, relative to the root of the corpus.
        line: counted from 1.
        code: the stable name of the fault.
        found: what stands there.
        todo: what to do about it.
    """

    path: PurePosixPath
    line: int
    code: Code
    found: str
    todo: str

    def __str__(self) -> str:
        """Return the fault as one line, as a compiler would print it."""
        return f"{self.path}:{self.line}: {self.found}; {self.todo} [{self.code}]"

    def as_json(self) -> dict[str, str | int]:
        """Return the fault as a JSON object."""
        return {
            "path": str(self.path),
            "line": self.line,
            "code": str(self.code),
            "found": self.found,
            "todo": self.todo,
        }


class Placed(Protocol):
    """What a file says, with the lines of its keys."""

    @property
    def lines(self) -> Mapping[str, int]:
        """The line of each key."""


def line_of(record: Placed, key: str) -> int:
    """Return the line of a key; where it is left out, the first line of the record."""
    first: int = getattr(record, "line", 1)
    return record.lines.get(key, first)


def corpus_refused(faults: Sequence[Fault]) -> CorpusRefused:
    """Return the error that refuses a corpus: the first faults in words, all of them in ``extra``."""
    files = len({fault.path for fault in faults})
    head = f"nothing was recorded: {counted(len(faults), 'fault')} in {counted(files, 'file')}"
    lines = [str(fault) for fault in faults[:_NAMED]]
    if len(faults) > _NAMED:
        lines.append(f"... and {len(faults) - _NAMED} more")
    return CorpusRefused("\n".join([head, *lines]), faults=[fault.as_json() for fault in faults])


def or_nearest(word: str, known: Iterable[str], todo: str) -> str:
    """Return the advice, led by the known word that is most like the one given, if one is.

    >>> or_nearest("efective_from", ["effective_from", "id"], "take it out")
    'write effective_from, or take it out'
    >>> or_nearest("colour", ["effective_from", "id"], "take it out")
    'take it out'
    """
    nearest = get_close_matches(word, sorted(known), n=1)
    return f"write {nearest[0]}, or {todo}" if nearest else todo
