"""Strategies: facts of the ledger that its tables take, and texts of any kind."""

from datetime import date
from typing import Any

from hypothesis import strategies as st

from service.domain.ids import SubjectId, VersionId
from service.domain.ledger import Assertion, Ending, Fact, FieldValue, Record

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
"""Texts with control characters, quotes and every script; PostgreSQL holds no NUL, UTF-8 no surrogate."""

_NAMES = st.sampled_from(["deathgrip", "deathgrip-two", "e-1", "falling.star"])
_NUMBERS = st.integers(1, 10**6)
_LISTS = st.lists(_NAMES, max_size=3).map(tuple)

SUBJECTS = st.builds(SubjectId, st.just("demo"), st.just("cards"), _NAMES)
VERSIONS = st.builds(VersionId, _NUMBERS, _NUMBERS)
FIELDS = st.builds(
    FieldValue, st.integers(0, 3), _NAMES, st.none() | st.sampled_from(["en", "fr", "zh-CN"]), _NAMES
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | TEXTS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.from_regex("[a-z_]{1,6}", fullmatch=True), inner)
    ),
    max_leaves=8,
)
"""JSON as it is written in the ledger: ASCII keys, no floats."""


@st.composite
def _window(draw: st.DrawFn, exact: str, after: str, by: str) -> dict[str, date | None]:
    if draw(st.booleans()):
        return {exact: draw(st.none() | st.dates())}
    first, last = sorted(draw(st.lists(st.dates(), min_size=2, max_size=2, unique=True)))
    return {after: draw(st.sampled_from([None, first])), by: draw(st.sampled_from([None, last]))}


@st.composite
def assertions(draw: st.DrawFn) -> Assertion:
    """Assertions of any shape that the table takes, not yet numbered."""
    kind = draw(st.sampled_from(["base", "erratum", "reprint", "printing"]))
    days: dict[str, Any] = draw(_window("effective_from", "effective_after", "effective_by"))
    start = days.get("effective_from") or date.min
    words = ("change_class", "class_basis", "follows", "replaces", "until_document", "date_basis")
    told: dict[str, Any] = {name: draw(st.none() | _NAMES) for name in (*words, "document", "translates")}
    told |= {name: draw(_LISTS) for name in ("scopes", "languages", "confirmed_by")}
    for name in ("until_announced_on", "announced_on", "confirmed_on"):
        told[name] = draw(st.none() | st.dates())
    return Assertion(
        subject=draw(SUBJECTS),
        kind=kind,
        erratum=None if kind == "base" else draw(_NAMES),
        corrects=draw(st.none() | VERSIONS),
        effective_until=draw(st.none() | st.dates(min_value=start).filter(lambda day: day > start)),
        provisional=draw(st.booleans()),
        reason=draw(st.none() | TEXTS),
        fields=draw(st.lists(FIELDS, max_size=3).map(tuple)),
        **days,
        **told,
    )


@st.composite
def endings(draw: st.DrawFn) -> Ending:
    """Endings of any shape that the table takes, not yet numbered."""
    kind = draw(st.sampled_from(["void", "lapsed", "correction"]))
    of = draw(VERSIONS if kind == "correction" else st.none() | VERSIONS)
    days: dict[str, Any] = draw(_window("ended_on", "ended_after", "ended_by"))
    return Ending(
        subject=draw(SUBJECTS),
        kind=kind,
        erratum=draw(_NAMES if of is None else st.none() | _NAMES),
        of=of,
        corrects=draw(st.none() | VERSIONS),
        announced_on=draw(st.none() | st.dates()),
        document=draw(st.none() | _NAMES),
        reason=draw(st.none() | TEXTS),
        **days,
    )


RECORDS: st.SearchStrategy[Record] = st.builds(
    Record,
    kind=st.sampled_from(["subject", "alias", "notice"]),
    key=_NAMES,
    body=st.none() | st.dictionaries(st.from_regex("[a-z_]{1,6}", fullmatch=True), JSON, max_size=4),
)

FACTS: st.SearchStrategy[Fact] = st.one_of(assertions(), endings(), RECORDS)
