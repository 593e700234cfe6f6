"""On every day of a small calendar the reader says what working it out day by day gives."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from service.domain.errors import NoEffectiveText
from tests.support.brute_force import outcome
from tests.support.histories import CALENDAR, MIGHT, SCOPES, TEXT, civil, stories


def expected(story, scope, day):
    """Return the outcome of each track, then of each wordless change that holds."""
    covered = [told for told in story.errata if told.covers(scope)]
    tracks = {}
    for track in (TEXT, MIGHT):
        errata = [told.plain for told in covered if track in told.tracks]
        tracks[track] = outcome(story.released, track in story.printed, errata, day, CALENDAR)
    mute = [told.plain for told in covered if not told.tracks]
    gone = {one.replaces for one in mute}
    wordless = [
        outcome(story.released, False, [one._replace(replaces=None)], day, CALENDAR)
        for one in mute
        if one.name not in gone
    ]
    return tracks, [one for one in wordless if one.holds]


def holding(tracks, wordless):
    return [one.holds for one in [*tracks.values(), *wordless]]


def first(days):
    """Return the first of some days of the calendar as a civil day, or None."""
    return next((civil(day) for day in days), None)


@settings(deadline=None, max_examples=400)
@given(stories(), st.sampled_from(SCOPES))
def test_on_every_day_the_reader_says_what_the_brute_force_says(story, scope):
    card = story.card()
    reader = card.reader(scope=scope)
    names = {one.version: one.erratum for one in card.assertions}
    outcomes = {day: expected(story, scope, day) for day in CALENDAR}
    for day, (tracks, wordless) in outcomes.items():
        if tracks[TEXT].holds is None:
            assert day < story.released
            continue
        reading = reader.on(civil(day))
        values = reading.faces[0]

        held = {field: card.words[one.content] for field, one in values.items()}
        assert held == {track.field: one.holds for track, one in tracks.items() if one.holds}

        others = sorted((one.field, card.words[one.content]) for one in reading.alternatives)
        assert others == sorted((track.field, name) for track, one in tracks.items() for name in one.others)

        assert [names[each.version] for each in reading.rules_changes] == [one.holds for one in wordless]

        doubtful = any(one.doubtful for one in [*tracks.values(), *wordless])
        checked = "exact" if story.verified is not None and day <= story.verified else "assumed"
        assert reading.certainty == ("uncertain" if doubtful else checked)

        later = range(day + 1, CALENDAR.stop)
        for track, one in tracks.items():
            if one.holds:
                other = (on for on in later if outcomes[on][0][track].holds != one.holds)
                assert values[track.field].effective_until == first(other)
        other = (on for on in later if holding(*outcomes[on]) != holding(tracks, wordless))
        assert (reading.next_change and reading.next_change.effective_from) == first(other)

        began = day
        while began > CALENDAR.start and holding(*outcomes[began - 1]) == holding(tracks, wordless):
            began -= 1
        stood = began > CALENDAR.start and outcomes[began - 1][0][TEXT].holds is not None
        past = reading.previous_change
        assert (past and past.effective_from) == (civil(began) if stood else None)


@settings(deadline=None)
@given(stories(), st.sampled_from(SCOPES))
def test_segments_cover_the_days_with_a_text_and_say_what_each_day_says(story, scope):
    reader = story.card().reader(scope=scope)
    segments = reader.segments()
    for before, after in pairwise(segments):
        assert before.effective_until is not None
        assert before.effective_until <= after.effective_from
        assert before.effective_until < after.effective_from or before.reading != after.reading
    for day in map(civil, range(-2, CALENDAR.stop + 3)):
        covering = [
            one.reading
            for one in segments
            if one.effective_from <= day and (one.effective_until is None or day < one.effective_until)
        ]
        try:
            assert covering == [reader.on(day)]
        except NoEffectiveText:
            assert covering == []
