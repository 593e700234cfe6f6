"""Whatever is recorded: every day, in each view and at each pin, says what the slow way says."""

from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule, run_state_machine_as_test

from service.domain.errors import NoEffectiveText
from service.domain.reader import Reader
from service.domain.timeline import Timeline
from tests.support.acting import DAYS, PAPER_FIRST, ActingMachine
from tests.support.claims import Claims
from tests.support.histories import civil
from tests.support.plain_ledger import Asked
from tests.support.sizes import SIZES, drawn


def check(acts, asked, days):
    """Compare what the domain says on some days with what the slow way says."""
    known_by = None if asked.day is None else civil(asked.day)
    claims = Claims(acts, asked, DAYS)
    reader = Reader(Timeline(acts.history(asked.pin), known_by), "en", asked.scope)
    for day in days:
        try:
            reading = reader.on(civil(day))
        except NoEffectiveText:
            reading = None
        claims.check(day, reading)


class DomainMachine(ActingMachine):
    @precondition(lambda self: self.acts.head)
    @rule(known=st.sampled_from([None, *DAYS]), pick=st.integers(0, 50), scope=st.sampled_from(PAPER_FIRST))
    def ask(self, known, pick, scope):
        pins = self.pins()
        check(self.acts, Asked(pins[-1 - pick % len(pins)], known, scope), DAYS)

    @invariant()
    def hindsight_and_each_day_s_own_knowledge_hold(self):
        if self.acts.head:
            scope = PAPER_FIRST[self.acts.head % 2]
            check(self.acts, Asked(self.acts.head, None, scope), DAYS)
            for day in DAYS:
                check(self.acts, Asked(self.acts.head, day, scope), [day])

    def teardown(self):
        for pin in self.pins():
            check(self.acts, Asked(pin, None, "paper"), DAYS)
            for day in DAYS[::3]:
                check(self.acts, Asked(pin, day, "mtgo"), [day, DAYS[-1]])


@SIZES
def test_every_day_says_what_the_slow_way_says(size):
    run_state_machine_as_test(DomainMachine, settings=drawn(size, short=15))
