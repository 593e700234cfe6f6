"""The index: what its rows say is what the resolver says."""

from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from service.domain.errors import NoEffectiveText
from service.domain.ledger import Record
from service.domain.records import as_record
from service.domain.tracks import edges
from service.store.connection import writing
from service.store.models import KnownIdRow, NameRow, PassageRow, PrintingRow, SegmentRow
from service.store.segments import (
    EVERY_SCOPE,
    iter_segments,
    load_head_seq,
    load_segment,
    save_head,
    save_index,
)
from service.store.timelines import load_history, load_printings
from tests.support.building import SUBJECT, Card, printing, sighting
from tests.support.databases import record, record_card, record_game, record_unchecked
from tests.support.histories import CALENDAR, civil, stories

INDEX = (SegmentRow, PassageRow, NameRow, PrintingRow, KnownIdRow)


def busy_card():
    """A card with languages, scopes, windows, ends, wordless changes, stats and names."""
    card = Card(verified_through="2025-06-30")
    name, might = card.value("Brindle Warden", "name"), card.stat("might", "3")
    card.base("2024-02-02", "P", name, might)
    card.erratum("e1", ("2024-05-31", "2024-06-30"), "E1", announced_on="2024-07-15")
    card.erratum("ruling", "2024-08-01", None, effective_until="2024-09-01")
    card.erratum("m", "2024-10-01", "M", scopes=("mtgo",))
    card.erratum(
        "e2", "2024-11-01", "E2", card.stat("might", "4"), provisional=True, confirmed_on="2024-11-20"
    )
    card.lapsed("e2", ("2025-01-31", "2025-02-28"))
    card.erratum("name", "2025-03-01", None, card.value("Brindled Warden", "name"), change_class="functional")
    card.translation("one-fr", "2024-03-01", "P en français", card.value("Gardien bringé", "name", "fr"))
    return card


def save(conn, card, append=record):
    record_card(conn, card, append)
    game = record_game(conn)
    save_index(conn, SUBJECT, game)
    return game


def rows(conn):
    return {table.__tablename__: sorted(map(repr, conn.execute(select(table.__table__)))) for table in INDEX}


def resolved(card, lang, scope, day):
    try:
        return card.reader(lang, scope).on(day)
    except NoEffectiveText:
        return None


def stored(conn, lang, scope, day):
    found = load_segment(conn, SUBJECT, lang, scope, day)
    return found and found[0]


def around(card, lang, scope):
    """Return the days before, on and after each day on which something changes, and both ends of time."""
    timeline = card.timeline()
    days = edges(timeline.spans(lang, scope), timeline.wordless(lang, scope)) | {date(2025, 6, 30)}
    near = {day + timedelta(step) for day in days for step in (-1, 0, 1)}
    return sorted(near | {date.min, date.max})


@pytest.mark.parametrize("scope", ["paper", "mtgo"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_around_every_date_the_index_says_what_the_resolver_says(engine, lang, scope):
    card = busy_card()
    with writing(engine) as conn:
        save(conn, card)
        for day in around(card, lang, scope):
            assert stored(conn, lang, scope, day) == resolved(card, lang, scope, day)


@settings(max_examples=25)
@given(stories())
def test_on_every_day_of_any_history_the_index_says_what_the_resolver_says(databases, migrated, story):
    card = story.card()
    with databases.copied(migrated) as engine, writing(engine) as conn:
        save(conn, card, record_unchecked)  # what the writer would refuse may stand in an old ledger
        for scope in ("paper", "mtgo"):
            for day in map(civil, range(0, CALENDAR.stop + 2)):
                assert stored(conn, "en", scope, day) == resolved(card, "en", scope, day)


LANGUAGES = ("fr", "de", "ja")
printed_days = st.lists(
    st.integers(min(CALENDAR), max(CALENDAR))
    | st.tuples(st.just(min(CALENDAR)), st.integers(min(CALENDAR) + 1, max(CALENDAR))),
    min_size=1,
    max_size=2,
)


def on_or_within(days):
    """Return a day, or the window between two, as a card is told of it."""
    return civil(days).isoformat() if isinstance(days, int) else tuple(civil(one).isoformat() for one in days)


@settings(max_examples=15)
@given(stories(), st.lists(printed_days, min_size=3, max_size=3))
def test_languages_that_were_printed_alike_say_what_each_says_by_itself(databases, migrated, story, printed):
    card = story.card()
    for lang, days in zip(LANGUAGES, printed, strict=True):
        for number, one in enumerate(days):
            words = f"{number} in {lang}"
            card.translation(f"{lang}-{number}", on_or_within(one), words, lang=lang)
    with databases.copied(migrated) as engine, writing(engine) as conn:
        save(conn, card, record_unchecked)
        for lang in LANGUAGES:
            for day in map(civil, range(0, CALENDAR.stop + 2)):
                assert stored(conn, lang, "paper", day) == resolved(card, lang, "paper", day)


@pytest.mark.parametrize("other", ["2024-03-01", "2024-03-02", ("2024-02-20", "2024-03-01")])
def test_languages_are_alike_only_where_they_were_printed_on_the_same_days(engine, other):
    card = Card()
    card.base("2024-02-02", "P")
    card.erratum("e1", "2024-06-01", "E1")
    card.translation("fr", "2024-03-01", "P en français")
    card.translation("de", other, "P auf Deutsch", lang="de")
    with writing(engine) as conn:
        save(conn, card)
        for lang in ("fr", "de"):
            for day in around(card, lang, "paper"):
                assert stored(conn, lang, "paper", day) == resolved(card, lang, "paper", day)


def test_a_history_is_read_back_as_it_was_built(engine):
    card = busy_card()
    with writing(engine) as conn:
        game = save(conn, card)
        assert load_history(conn, SUBJECT, game) == card.history()


def test_a_subject_that_says_the_same_in_every_scope_has_its_rows_once(engine):
    card = Card()
    card.base("2024-02-02", "P")
    with writing(engine) as conn:
        save(conn, card)
        assert [scope for _, scope, _ in iter_segments(conn, SUBJECT)] == [EVERY_SCOPE]
        assert load_segment(conn, SUBJECT, "en", "mtgo", date(2024, 2, 2)) is not None


def test_rows_are_read_back_in_the_order_of_languages_scopes_and_days(engine):
    card = busy_card()
    with writing(engine) as conn:
        save(conn, card)
        found = list(iter_segments(conn, SUBJECT))
    for lang in ("en", "fr"):
        for scope in ("mtgo", "paper"):
            segments = [
                one for found_lang, found_scope, one in found if (found_lang, found_scope) == (lang, scope)
            ]
            assert segments == card.reader(lang, scope).segments()
    keys = [(lang, scope, one.effective_from) for lang, scope, one in found]
    assert keys == sorted(keys)


def test_writing_the_index_again_changes_nothing(engine):
    with writing(engine) as conn:
        game = save(conn, busy_card())
        before = rows(conn)
        save_index(conn, SUBJECT, game)
        assert rows(conn) == before
        assert all(before[table.__tablename__] for table in (SegmentRow, PassageRow, NameRow))


def test_a_removed_subject_leaves_no_text_and_its_names_and_printings_to_pins_alone(engine):
    one = printing("one-001-en", number="001", external_ids=("multiverse:1",))
    with writing(engine) as conn:
        game = save(conn, busy_card())
        record(conn, Record(kind="printing", key=one.key, body=one.body()))
        save_index(conn, SUBJECT, game)
        assert load_printings(conn, SUBJECT) == [one]
        before = rows(conn)
        assert all(before.values())
        record(conn, Record(kind="subject", key=str(SUBJECT), body=None))
        save_index(conn, SUBJECT, game)
        left = rows(conn)
        assert (left["segment"], left["passage"], left["known_id"]) == ([], [], [])
        assert len(left["known_name"]) == len(before["known_name"])
        assert len(left["printing"]) == len(before["printing"]) == 1
        for table in (NameRow, PrintingRow):
            assert set(conn.scalars(select(table.standing))) == {False}


def test_every_name_that_a_card_ever_bore_is_known(engine):
    with writing(engine) as conn:
        game = save(conn, busy_card())
        aliases = {"names": {"de": "Scheckenwächter"}}
        record(conn, Record(kind="aliases", key=str(SUBJECT), body=aliases))
        save_index(conn, SUBJECT, game)
        names = set(conn.scalars(select(NameRow.name)))
    assert names == {"Brindle Warden", "Brindled Warden", "Gardien bringé", "Scheckenwächter"}


def test_a_row_names_the_last_entry_that_touched_its_subject(engine):
    with writing(engine) as conn:
        game = save(conn, busy_card())
        last = record(
            conn, Record(kind="coverage", key=str(SUBJECT), body={"verified_through": "2025-07-31"})
        )
        record(conn, Record(kind="subject", key=f"{SUBJECT}-two", body={"faces": 1}), as_record(sighting()))
        save_index(conn, SUBJECT, game)
        assert set(conn.scalars(select(SegmentRow.seq))) == {last.seq}


def test_the_head_of_the_index_moves_and_is_zero_at_first(engine):
    with writing(engine) as conn:
        assert load_head_seq(conn) == 0
        for seq in (3, 4):
            save_head(conn, seq)
            assert load_head_seq(conn) == seq
