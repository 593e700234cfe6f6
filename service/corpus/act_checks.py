"""Rules on what a publisher promises, and on the days to which it moves a change."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from service.corpus.codes import Code
from service.corpus.endings import stated_or_announced
from service.corpus.faults import Fault, line_of
from service.corpus.files import Corpus, ErratumFile, RedatingFile
from service.corpus.tracks import each_erratum

_DAYS = ("effective_from", "effective_after", "effective_by")


def check_scope_days(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse a day of all scopes, or a re-dating, beside a day for each."""
    for _, card, erratum in each_erratum(corpus):
        for key in (*_DAYS, "redated") if erratum.scope_days else ():
            if getattr(erratum, key):
                found = f"{key} stands beside scopes that have days of their own"
                todo = "write a day for each scope, or one for all and scopes as a list"
                line = line_of(erratum, key)
                yield Fault(card.path, line, Code.SCOPE_DAYS_BESIDE_DAY, found, todo)


def check_promises(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse a promised change with a day of any sort, or with nothing that announced it."""
    for _, card, erratum in each_erratum(corpus):
        if not erratum.pending:
            continue
        for key in (*_DAYS, "effective_until", "date_basis", "replaces", "scope_days"):
            if getattr(erratum, key):
                told = "scopes" if key == "scope_days" else key
                found = f"{told} stands on a change that is promised without a day"
                todo = "take out pending, or write the day under redated if it was announced later"
                yield Fault(card.path, line_of(erratum, told), Code.PENDING_WITH_DAY, found, todo)
        if erratum.document is None and erratum.announced_on is None:
            found = f"erratum {erratum.id} is promised, and nothing says where or when"
            todo = "write its document, or announced_on"
            yield Fault(card.path, erratum.line, Code.PENDING_UNANNOUNCED, found, todo)


def check_redated(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse the re-dating of a change without an exact day or promise, and one to no other day."""
    for _, card, erratum in each_erratum(corpus):
        if erratum.redated and erratum.effective_from is None and not erratum.pending:
            found = f"erratum {erratum.id} is re-dated, and had no exact day"
            todo = "write its first effective_from, or pending: yes if it was promised without a day"
            line = line_of(erratum, "redated")
            yield Fault(card.path, line, Code.REDATED_WITHOUT_DAY, found, todo)
        before = erratum.effective_from
        for one in erratum.redated:
            if one.pending is (one.effective_from is not None):
                found = "a re-dating has neither a day nor pending, or both"
                todo = "write effective_from, or pending: yes if there is no day for now"
                yield Fault(card.path, one.line, Code.REDATED_DAY, found, todo)
            elif one.effective_from == before:
                found = f"the change {f'started on {before}' if before else 'had no day'} already"
                yield Fault(card.path, one.line, Code.REDATED_DAY, found, "take this re-dating out")
            before = one.effective_from


def check_redated_announcements(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse a re-dating that was announced on no known day, or not after the one before it."""
    documents = {document.id: document for document in corpus.documents}
    for _, card, erratum in each_erratum(corpus):
        before: date | None = stated_or_announced(erratum.announced_on, erratum.document, documents)
        last: ErratumFile | RedatingFile = erratum
        for one in erratum.redated:
            day = stated_or_announced(one.announced_on, one.document, documents)
            if day is None:
                found = "nobody says when the other day was announced"
                todo = "write announced_on"
                yield Fault(card.path, one.line, Code.REDATED_UNANNOUNCED, found, todo)
                continue
            if before is not None and (day < before or (day == before and last is not erratum)):
                found = f"the other day is announced on {day}, and what it changes on {before}"
                todo = "write re-datings in the order of their announcements, or mend a day"
                line = line_of(one, "announced_on")
                yield Fault(card.path, line, Code.REDATED_IN_DISORDER, found, todo)
            before, last = day, one
