"""Every error that the product names, drawn as one tree.

    ErrataError
    ├── InvalidRequest          the question itself is wrong
    │   ├── BadDate             bad-date
    │   ├── BadParameter        bad-parameter
    │   ├── MissingParameter    missing-parameter
    │   ├── RepeatedParameter   repeated-parameter
    │   ├── UnknownParameter    unknown-parameter
    │   ├── UnknownScope        unknown-scope
    │   ├── AsOfNotReached      as-of-not-reached
    │   └── DiffTooLarge        diff-too-large
    ├── NotFound                the question is right, and there is nothing to answer
    │   ├── NoSuchPage          not-found
    │   ├── UnknownGame         unknown-game
    │   ├── UnknownCard         unknown-card
    │   ├── UnknownPrinting     unknown-printing
    │   ├── UnknownVersion      unknown-version
    │   ├── UnknownDocument     unknown-document
    │   ├── NoEffectiveText     no-effective-text
    │   ├── LanguageNotAvailable  language-not-available
    │   └── TextUnknown         text-unknown
    ├── Ambiguous               more than one answer; the caller must choose
    │   ├── AmbiguousName       ambiguous-name
    │   └── AmbiguousPrinting   ambiguous-printing
    ├── Elsewhere               the answer stands at another address
    │   ├── Moved               moved: the card goes by another id
    │   └── PinFound            pin-found: the instant that was asked is this entry
    ├── TextRemoved             text-removed: the words were removed for good
    ├── MethodNotAllowed        method-not-allowed
    ├── NotReady                not-ready: the database can't be asked
    └── Refused                 a load, an export or a rebuild that is not done: ``refusals`` draws it

A message says what was asked, what was found and what to do. What a machine needs beside the words
(candidates, languages, days) stands in ``extra`` and is JSON already.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

UNREADABLE = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What reading can raise where a stranger wrote something else than we do."""


class ErrataError(Exception):
    """Anything that goes wrong for a reason we can name.

    Attributes:
        code: the stable name of the problem, the last part of its ``type`` in an API answer.
        title: the same for every occurrence, in a few words.
        detail: what was asked, what was found, what to do.
        extra: further members of the problem, JSON values only.
    """

    code: ClassVar[str] = "error"
    title: ClassVar[str] = "Error"

    def __init__(self, detail: str, **extra: object) -> None:
        super().__init__(detail)
        self.detail = detail
        self.extra = extra


class InvalidRequest(ErrataError):
    """The request can't be understood as it stands."""

    code = "invalid-request"
    title = "The request is not valid"


class BadDate(InvalidRequest):
    """A day isn't written as YYYY-MM-DD or doesn't exist."""

    code = "bad-date"
    title = "That is not a date"


class BadParameter(InvalidRequest):
    """A parameter has a value that it can't have."""

    code = "bad-parameter"
    title = "A parameter has a wrong value"


class MissingParameter(InvalidRequest):
    """A parameter that the route needs is absent."""

    code = "missing-parameter"
    title = "A parameter is missing"


class RepeatedParameter(InvalidRequest):
    """A parameter is given more than once."""

    code = "repeated-parameter"
    title = "A parameter is given twice"


class UnknownParameter(InvalidRequest):
    """The route has no parameter of that name."""

    code = "unknown-parameter"
    title = "Unknown parameter"


class UnknownScope(InvalidRequest):
    """The game has no scope of that name; ``scopes`` lists those it has."""

    code = "unknown-scope"
    title = "Unknown scope"


class AsOfNotReached(InvalidRequest):
    """The ledger has no entry of that number yet, or the instant lies in the future."""

    code = "as-of-not-reached"
    title = "The ledger has not come that far"


class DiffTooLarge(InvalidRequest):
    """The two texts are too long to compare word by word."""

    code = "diff-too-large"
    title = "The texts are too long to compare"


class NotFound(ErrataError):
    """The request is valid and there is nothing that answers it."""

    code = "not-found"
    title = "Not found"


class NoSuchPage(NotFound):
    """No route matches the path."""

    code = "not-found"
    title = "There is no such page"


class UnknownGame(NotFound):
    """No game has that id; ``games`` lists those there are."""

    code = "unknown-game"
    title = "Unknown game"


class UnknownCard(NotFound):
    """No card of the game has that id or name."""

    code = "unknown-card"
    title = "Unknown card"


class UnknownPrinting(NotFound):
    """No printing has that id, or that set and collector number."""

    code = "unknown-printing"
    title = "Unknown printing"


class UnknownVersion(NotFound):
    """The subject has no version of that id."""

    code = "unknown-version"
    title = "Unknown version"


class UnknownDocument(NotFound):
    """The game has no document of that id; ``documents`` lists those it has."""

    code = "unknown-document"
    title = "Unknown document"


class NoEffectiveText(NotFound):
    """The card has no text on that day: ``first_effective_from``, or ``last_effective_until``."""

    code = "no-effective-text"
    title = "No text is in effect on that day"


class LanguageNotAvailable(NotFound):
    """The card has no text in that language; ``languages`` lists those it has one in."""

    code = "language-not-available"
    title = "No text in that language"


class TextUnknown(NotFound):
    """A version exists whose words nobody has found."""

    code = "text-unknown"
    title = "The words are not known"


class Ambiguous(ErrataError):
    """More than one thing answers; ``candidates`` lists them."""

    code = "ambiguous"
    title = "More than one match"


class AmbiguousName(Ambiguous):
    """Several cards bear the name."""

    code = "ambiguous-name"
    title = "Several cards bear that name"


class AmbiguousPrinting(Ambiguous):
    """Several printings share set, collector number and language."""

    code = "ambiguous-printing"
    title = "Several printings bear that number"


class Elsewhere(ErrataError):
    """The answer stands at another address, which differs from the one that was asked.

    Attributes:
        path: parts of the path that take the place of those that were asked, by name.
        query: likewise of the query.
    """

    code = "elsewhere"
    title = "The answer stands elsewhere"

    def __init__(
        self,
        detail: str,
        *,
        path: Mapping[str, str] | None = None,
        query: Mapping[str, str] | None = None,
        **extra: object,
    ) -> None:
        super().__init__(detail, **extra)
        self.path = path or {}
        self.query = query or {}


class Moved(Elsewhere):
    """The card was renamed, or merged into another one."""

    code = "moved"
    title = "The card goes by another id"


class PinFound(Elsewhere):
    """An instant of the ledger's clock is an entry, whose number is good for ever."""

    code = "pin-found"
    title = "That instant is an entry of the ledger"


class TextRemoved(ErrataError):
    """The words were removed for good; ``version``, ``sha256`` and the days of what they said stay."""

    code = "text-removed"
    title = "The words were removed"


class MethodNotAllowed(ErrataError):
    """The route doesn't answer that method."""

    code = "method-not-allowed"
    title = "Method not allowed"


class NotReady(ErrataError):
    """The database can't be read, or its tables are not those of this version.

    Attributes:
        public: what is said of it over the network; ``detail`` may name hosts and files.
    """

    code = "not-ready"
    title = "Not ready"

    def __init__(self, detail: str, *, public: str | None = None, **extra: object) -> None:
        super().__init__(detail, **extra)
        self.public = detail if public is None else public


class Refused(ErrataError):
    """Nothing was recorded, and nothing was written."""

    code = "refused"
    title = "Refused"
