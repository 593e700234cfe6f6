"""Whatever is recorded: the index says of the present, and the ledger at each pin, what the slow way says."""

import pytest
from hypothesis.stateful import run_state_machine_as_test

from service.domain.errors import NoEffectiveText
from service.domain.reader import Reader
from service.domain.timeline import Timeline
from service.store.connection import reading
from service.store.segments import load_segment
from service.store.timelines import load_history
from tests.support.acting import DAYS, PAPER_FIRST
from tests.support.claims import Claims
from tests.support.histories import civil
from tests.support.plain_ledger import Asked
from tests.support.recording import Place, RecordingMachine
from tests.support.sizes import SIZES, drawn


class LedgerMachine(RecordingMachine):
    def recorded(self):
        super().recorded()
        odd = len(self.pins()) % 2  # what is looked at is the same in every run of an example
        with reading(self.place.engine) as conn:
            self.check_index(conn, PAPER_FIRST[odd], DAYS[odd::2])

    def check_index(self, conn, scope, days):
        claims = Claims(self.acts, Asked(self.acts.head, None, scope), DAYS)
        for day in days:
            found = load_segment(conn, self.acts.subject, "en", scope, civil(day))
            claims.check(day, found and found[0])

    def teardown(self):
        with reading(self.place.engine) as conn:
            for scope in PAPER_FIRST:
                self.check_index(conn, scope, DAYS)
            for place, pin in enumerate(self.pins()):
                history = load_history(conn, self.acts.subject, self.place.game, pin)
                assert history == self.acts.history(pin)
                for known in (None, DAYS[place % len(DAYS)]):
                    self.check_pin(history, Asked(pin, known, PAPER_FIRST[place % 2]))

    def check_pin(self, history, asked):
        known_by = None if asked.day is None else civil(asked.day)
        reader = Reader(Timeline(history, known_by), "en", asked.scope)
        claims = Claims(self.acts, asked, DAYS)
        for day in {DAYS[2], asked.day or DAYS[6], DAYS[-1]}:
            try:
                claims.check(day, reader.on(civil(day)))
            except NoEffectiveText:
                claims.check(day, None)


@pytest.fixture
def place(engine):
    return Place(engine)


@SIZES
def test_the_index_and_each_pin_say_what_the_slow_way_says(place, size):
    run_state_machine_as_test(lambda: LedgerMachine(place), settings=drawn(size, short=6))
