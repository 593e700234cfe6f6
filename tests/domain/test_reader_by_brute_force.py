"""On every day of a small calendar the reader says what working it out day by day gives."""

from datetime import date, timedelta

from hypothesis import event, given, settings
from hypothesis import strategies as st

from service.domain.errors import NoEffectiveText
from service.domain.timeline import Track
from tests.support.brute_force import Plain, outcome
from tests.support.building import Card

CALENDAR = range(30)
ORIGIN = date(2024, 2, 20)
TEXT = Track(0, "rules_text", "en")
MIGHT = Track(0, "might", None)
SCOPES = ("paper", "mtgo")

DAYS = st.integers(1, 25)


@st.composite
def errata(draw):
    """Errata in their order of effect, each with the tracks that it sets and the scopes that it covers."""
    told = []
    exact = sorted(draw(st.lists(DAYS, min_size=1, max_size=6)))
    for place in range(len(exact)):
        first, after, by = exact[place], None, None
        if draw(st.sampled_from([False, False, True])):
            after = draw(st.none() | DAYS)
            by = draw(st.none() | st.integers((after or 0) + 1, 27))
            first = None
        last = first or by or after or 1
        until = draw(st.none() | st.integers(last + 1, 28))
        sure = draw(st.none() | st.integers(last, until - 1) | st.just(last)) if until is not None else None
        tracks = draw(st.sampled_from([{TEXT}, {TEXT}, {MIGHT}, {TEXT, MIGHT}, set()]))
        scopes = draw(st.sampled_from([(), (), ("paper",), ("mtgo",)]))
        one = Plain(f"e{place}", first, after, by, until, sure)
        if told and draw(st.integers(0, 5)) == 5:
            before = told[-1][0]
            one = one._replace(first=before.first, after=before.after, by=before.by, replaces=before.name)
            one = one._replace(until=None, sure=None)
        told.append((one, frozenset(tracks), scopes))
    return told


def in_calendar(number):
    return None if number is None else (ORIGIN + timedelta(number)).isoformat()


def card_of(told, released, printed, verified):
    card = Card(verified_through=in_calendar(verified))
    card.base(in_calendar(released), "base", *([card.stat("might", "base")] if MIGHT in printed else []))
    lapses = []
    for one, tracks, scopes in told:
        fields = [card.value(one.name, track.field, track.lang) for track in sorted(tracks, key=str)]
        days = (in_calendar(one.after), in_calendar(one.by)) if one.first is None else in_calendar(one.first)
        until = in_calendar(one.until) if one.sure is None else None
        more = {"scopes": scopes, "replaces": one.replaces, "effective_until": until}
        card.erratum(one.name, days, None, *fields, announced_on=None, **more)
        if one.sure is not None:
            lapses.append((one.name, (in_calendar(one.sure), in_calendar(one.until))))
    for name, days in lapses:
        card.lapsed(name, days)
    return card


def expected(told, scope, released, printed, day):
    """Return the outcome of each track, then of each wordless change, as the brute force gives it."""
    covered = [(one, tracks) for one, tracks, scopes in told if not scopes or scope in scopes]
    found = {}
    for track in (TEXT, MIGHT):
        errata_of_track = [one for one, tracks in covered if track in tracks]
        found[track] = outcome(released, track in printed, errata_of_track, day, CALENDAR)
    wordless = []
    for one, tracks in covered:
        if not tracks:
            alone = outcome(released, False, [one._replace(replaces=None)], day, CALENDAR)
            if alone.holds:
                wordless.append((alone.holds, day > (one.sure if one.sure is not None else day)))
    return found, wordless


def said(reading, card):
    """Return what a reading says: words per field, alternatives per field, wordless changes."""
    held = {name: card.words[one.content] for name, one in reading.faces[0].items()}
    others = sorted((one.field, card.words[one.content]) for one in reading.alternatives)
    ids = {one.version: one.erratum for one in card.assertions}
    return held, others, [ids[version] for version in reading.rules_changes]


def state(found, wordless):
    return [found[track].holds for track in (TEXT, MIGHT)], [name for name, _ in wordless]


HISTORIES = st.tuples(
    errata(),
    st.integers(0, 10),
    st.sampled_from([{TEXT}, {TEXT, MIGHT}]),
    st.none() | st.integers(0, 29),
    st.sampled_from(SCOPES),
)


@settings(max_examples=400)
@given(HISTORIES)
def test_on_every_day_the_reader_says_what_the_brute_force_says(history):
    told, released, printed, verified, scope = history
    card = card_of(told, released, printed, verified)
    reader = card.reader(scope=scope)
    outcomes = [expected(told, scope, released, printed, number) for number in CALENDAR]
    for number, (found, wordless) in enumerate(outcomes):
        if found[TEXT].holds is None:
            assert reader._on(ORIGIN + timedelta(number)) is None
            continue
        reading = reader.on(ORIGIN + timedelta(number))
        held, others, rules = said(reading, card)
        doubtful = any(one.doubtful for one in found.values()) or any(over for _, over in wordless)
        event(f"doubtful: {doubtful}")
        assert held == {track.field: one.holds for track, one in found.items() if one.holds}
        assert others == sorted((track.field, name) for track, one in found.items() for name in one.others)
        assert rules == [name for name, _ in wordless]
        checked = "exact" if verified is not None and number <= verified else "assumed"
        assert reading.certainty == ("uncertain" if doubtful else checked)
        later = range(number + 1, len(CALENDAR))
        for track, one in found.items():
            if one.holds:
                until = next((on for on in later if outcomes[on][0][track].holds != one.holds), None)
                told_until = reading.faces[0][track.field].effective_until
                assert told_until == (None if until is None else ORIGIN + timedelta(until))
        coming = next((on for on in later if state(*outcomes[on]) != state(found, wordless)), None)
        told_next = reading.next_change and reading.next_change.effective_from
        assert told_next == (None if coming is None else ORIGIN + timedelta(coming))


@given(HISTORIES)
def test_segments_cover_the_days_with_a_text_and_say_what_each_day_says(history):
    told, released, printed, verified, scope = history
    reader = card_of(told, released, printed, verified).reader(scope=scope)
    segments = reader.segments()
    for before, after in zip(segments, segments[1:], strict=False):
        assert before.effective_until is not None
        assert before.effective_until <= after.effective_from
        adjoining = before.effective_until == after.effective_from
        assert not (adjoining and before.reading == after.reading)
    for number in range(-3, 33):
        day = ORIGIN + timedelta(number)
        covering = [
            one
            for one in segments
            if one.effective_from <= day and (one.effective_until is None or day < one.effective_until)
        ]
        try:
            reading = reader.on(day)
        except NoEffectiveText:
            assert covering == []
        else:
            assert [one.reading for one in covering] == [reading]
