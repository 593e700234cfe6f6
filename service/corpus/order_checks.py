"""Rules on the errata of a card together: their order of effect, replacements, endings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date

from service.corpus.codes import Code
from service.corpus.endings import stated_or_announced
from service.corpus.faults import Fault, line_of
from service.corpus.files import CardFile, Corpus, DocumentFile, EndingFile, ErratumFile, GameFile
from service.corpus.tracks import (
    Track,
    dated_errata,
    day_line,
    days_of,
    each_erratum,
    earliest_start,
    errata_by_track,
    first_days,
    latest_start,
    words_by_track,
)


def check_starts(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse an erratum that nothing starts: it has no day, and nor has any later one of its track."""
    for game, card in _each_card(corpus):
        starting: set[Track] = set()
        for erratum in reversed(dated_errata(card)):
            tracks = set(words_by_track(erratum, game))
            if latest_start(erratum) is not None:
                starting |= tracks
            elif tracks - starting:
                found = f"erratum {erratum.id} has no start: no day, and none follows on its text"
                todo = "write effective_from, or effective_by for the latest possible day"
                yield Fault(card.path, erratum.line, Code.NO_START, found, todo)


def check_same_start(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse two errata of one text that start on the same day, unless one replaces the other."""
    for game, card in _each_card(corpus):
        clashes: dict[str, ErratumFile] = {}
        by_id = {erratum.id: erratum for erratum in card.errata}
        for errata in errata_by_track(card, game).values():
            for first, second in _clashes(errata):
                clashes.setdefault(second.id, first)
        for name, first in clashes.items():
            found = (
                f"erratum {name} starts on {first.effective_from}, as {first.id} "
                f"(line {first.line}) does with the same text"
            )
            todo = f"write replaces: {first.id}, or mend a day"
            yield Fault(card.path, day_line(by_id[name]), Code.SAME_START_CONFLICT, found, todo)


def check_replacements(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse a replacement of what isn't an earlier erratum of the same day and text."""
    for game, card, erratum in each_erratum(corpus):
        if erratum.replaces is None:
            continue
        line = line_of(erratum, "replaces")
        replaced = _replaced(card, erratum)
        if replaced is None:
            found = f"no erratum {erratum.replaces!r} stands before this one"
            todo = "name an earlier erratum of the card, or take replaces out"
            yield Fault(card.path, line, Code.REPLACED_UNKNOWN, found, todo)
        elif not _start_together(erratum, replaced, game):
            found = f"erratum {replaced.id} does not start on the same day"
            todo = "take replaces out; a later text follows by its day"
            yield Fault(card.path, line, Code.REPLACES_ANOTHER_DAY, found, todo)
        elif not _share_texts(erratum, replaced, game):
            found = f"erratum {replaced.id} has no text in common with this one"
            todo = "take replaces out; both hold"
            yield Fault(card.path, line, Code.REPLACES_ANOTHER_TEXT, found, todo)


def check_replacement_days(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse a replacement that was announced before what it replaces."""
    documents = {document.id: document for document in corpus.documents}
    for _, card, erratum in each_erratum(corpus):
        replaced = _replaced(card, erratum)
        if replaced is None:
            continue
        day, before = _announced_on(erratum, documents), _announced_on(replaced, documents)
        if day is not None and before is not None and day < before:
            found = f"it is announced on {day}, and what it replaces later, on {before}"
            todo = "let the later announced one replace the other"
            line = line_of(erratum, "replaces")
            yield Fault(card.path, line, Code.REPLACEMENT_ANNOUNCED_TOO_EARLY, found, todo)


def check_order(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse an erratum that must have applied before one that stands above it."""
    for game, card in _each_card(corpus):
        late: dict[str, tuple[ErratumFile, ErratumFile]] = {}
        for errata in errata_by_track(card, game).values():
            for index, erratum in enumerate(errata):
                day = latest_start(erratum)
                for before in errata[:index]:
                    earliest = earliest_start(before)
                    if day is not None and earliest is not None and day < earliest:
                        late.setdefault(erratum.id, (erratum, before))
        for erratum, before in late.values():
            found = (
                f"erratum {erratum.id} starts by {latest_start(erratum)}, and {before.id} above it "
                f"(line {before.line}) not before {earliest_start(before)}"
            )
            todo = "bring errata into the order of effect, or mend a day"
            yield Fault(card.path, erratum.line, Code.ORDER_CONTRADICTS_DAYS, found, todo)


def check_single_ends(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse a second end of an erratum; one that had an end of its own can be withdrawn all the same."""
    for card in corpus.cards:
        temporary = {one.id for one in card.errata if one.effective_until is not None}
        ended: set[str] = set()
        for ending in card.endings:
            if ending.of in ended or (ending.of in temporary and ending.kind != "void"):
                found = f"erratum {ending.of} has an end already"
                line = line_of(ending, "of")
                yield Fault(card.path, line, Code.ALREADY_ENDED, found, "keep one of the ends")
            ended.add(ending.of)


def check_end_days(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse a lapse without day or whole window, or not after the start, and a void that has one."""
    for card in corpus.cards:
        starts = {one.id: max(first_days(one), default=None) for one in card.errata}
        for ending in card.endings:
            if ending.kind == "void":
                yield from _void_faults(card, ending)
            else:
                yield from _end_faults(card, ending, starts.get(ending.of))


def _void_faults(card: CardFile, ending: EndingFile) -> Iterator[Fault]:
    for key in ("ended_on", "ended_after", "ended_by"):
        if getattr(ending, key) is not None:
            found = f"{key} stands here, and what is void never held"
            todo = "take it out, or write kind: lapsed for what held until then"
            yield Fault(card.path, line_of(ending, key), Code.VOID_WITH_END, found, todo)


def _end_faults(card: CardFile, ending: EndingFile, start: date | None) -> Iterator[Fault]:
    on, after, by = ending.ended_on, ending.ended_after, ending.ended_by
    if [on is not None, after is not None, by is not None] not in _ENDS:
        found = "the ending has neither one day nor a whole window"
        todo = "write ended_on, or ended_after and ended_by"
        yield Fault(card.path, ending.line, Code.END_DAY_OR_WINDOW, found, todo)
    elif after is not None and by is not None and after >= by:
        found = f"ended_after {after} is not before ended_by {by}"
        todo = "the first is the last day on which it held, the second the latest day of its end"
        line = line_of(ending, "ended_after")
        yield Fault(card.path, line, Code.EMPTY_WINDOW, found, todo)
    end = on or by
    if end is not None and start is not None and end <= start:
        found = f"the end, {end}, is not after the start of {ending.of}, {start}"
        line = line_of(ending, "ended_on" if on else "ended_by")
        todo = "write the first day on which the words no longer hold"
        yield Fault(card.path, line, Code.EMPTY_PERIOD, found, todo)


_ENDS = ([True, False, False], [False, True, True])


def _clashes(errata: list[ErratumFile]) -> Iterator[tuple[ErratumFile, ErratumFile]]:
    """Yield each pair of errata of a track that both live on the exact day on which they start."""
    living: dict[date, list[ErratumFile]] = {}
    for erratum in errata:
        if erratum.effective_from is None:
            continue
        same_day = living.get(erratum.effective_from, [])
        kept = [before for before in same_day if before.id != erratum.replaces]
        for before in kept:
            yield before, erratum
        living[erratum.effective_from] = [*kept, erratum]


def _announced_on(erratum: ErratumFile, documents: Mapping[str, DocumentFile]) -> date | None:
    return stated_or_announced(erratum.announced_on, erratum.document, documents)


def _replaced(card: CardFile, erratum: ErratumFile) -> ErratumFile | None:
    for before in card.errata[: card.errata.index(erratum)]:
        if before.id == erratum.replaces:
            return before
    return None


def _start_together(one: ErratumFile, other: ErratumFile, game: GameFile) -> bool:
    """Whether two errata start on one exact day in every scope that both cover, or anywhere on the same."""
    own, others = _days_by_scope(one, game), _days_by_scope(other, game)
    if None in own.values() or not own:
        return False
    shared = own.keys() & others.keys()
    return all(own[scope] == others[scope] for scope in shared) and (
        bool(shared) or set(own.values()) == set(others.values())
    )


def _days_by_scope(erratum: ErratumFile, game: GameFile) -> dict[str, date | None]:
    return {scope: part.effective_from for part in days_of(erratum) for scope in part.scopes or game.scopes}


def _share_texts(one: ErratumFile, other: ErratumFile, game: GameFile) -> bool:
    """Whether two errata change a text of the same scope, or neither of them changes any."""
    if not one.faces and not other.faces:
        return True
    return bool(words_by_track(one, game).keys() & words_by_track(other, game).keys())


def _each_card(corpus: Corpus) -> Iterator[tuple[GameFile, CardFile]]:
    for card in corpus.cards:
        yield corpus.game(card.game), card
