"""What the ledger holds and can't be read, told as one error, whichever way a database or we notice it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DataError, IntegrityError, MultipleResultsFound, ProgrammingError

from service.domain.errors import UNREADABLE, ErrataError
from service.domain.refusals import DamagedLedger

_REFUSED = (DataError, IntegrityError, ProgrammingError)
"""What a database says of a value that no column of that kind holds, and of a row that a table can't take."""


def damaged(found: str) -> DamagedLedger:
    """Return the error that tells what a stranger must have written."""
    return DamagedLedger(f"the ledger is damaged: {found}; run: errata verify")


@contextmanager
def readable(what: str, tell: Callable[[str], ErrataError] = damaged) -> Iterator[None]:
    """Tell it if what the ledger holds of something can't be read.

    Args:
        what: what is read, by the name that people know.
        tell: makes the error of the words that say what can't be read, and why.

    Raises:
        DamagedLedger: by default.
    """
    try:
        yield
    except (*UNREADABLE, MultipleResultsFound) as error:
        raise tell(_words(what, type(error), error)) from error
    except _REFUSED as error:
        raise tell(_words(what, type(error), error.orig)) from error


def _words(what: str, kind: type[Exception], reason: object) -> str:
    first = str(reason).partition("\n")[0]
    return f"what the ledger holds of {what} can't be read, {kind.__name__}: {first}"
