"""The ledger's head, as every command that reads or moves it tells it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol


class _Numbered(Protocol):
    @property
    def seq(self) -> int: ...

    @property
    def hash(self) -> str: ...


def head_answer(head: _Numbered | None) -> dict[str, Any] | None:
    """Return the head as JSON has it; None while nothing was recorded."""
    return None if head is None else {"seq": head.seq, "hash": head.hash}


def head_line(head: Mapping[str, Any] | None) -> str:
    """Return in words what ``head_answer`` gave."""
    return f"head {head['seq']} {head['hash']}" if head else "the ledger is empty"
