"""Whatever is recorded: over HTTP each view of each day, at each pin, says what the slow way says."""

from datetime import date

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule, run_state_machine_as_test

from tests.support.acting import DAYS, PAPER_FIRST
from tests.support.acts import TRACKS
from tests.support.claims import Claims
from tests.support.histories import civil
from tests.support.places import url_of
from tests.support.plain_ledger import Asked
from tests.support.recording import Place, RecordingMachine
from tests.support.sizes import SIZES, drawn

EACH_ITS_OWN = "each its own"
"""In place of a day of knowledge: each day is read as it was known on that day."""

KNOWN = st.sampled_from([None, EACH_ITS_OWN, *DAYS])


def version(at):
    return f"{at[0]}-{at[1]}"


def said_of(answer):
    """Return of an answer what is claimed."""
    face = answer["faces"][0]
    return {
        "oracle_text": answer["oracle_text"],
        "might": face["fields"]["might"],
        "certainty": answer["certainty"],
        "retroactive": answer["retroactive"],
        "announced_unknown": answer["announced_unknown"],
        "alternatives": sorted((one["field"], one["version"]) for one in answer["alternatives"]),
        "rules_changes": [one["erratum"] for one in answer["rules_changes"]],
        "pending": [one["erratum"] for one in answer["pending"]],
        "next_change": answer["next_change"] and answer["next_change"]["effective_from"],
    }


def claimed(claims, day):
    """Return what an answer must say of a day; None: that no text is in effect."""
    if not claims.has_text(day):
        return None
    coming = claims.next_change(day)
    tracks = {TRACKS[name].field: found[day].others for name, found in claims.page.tracks.items()}
    return {
        "oracle_text": claims.words(day),
        "might": claims.words(day, "might"),
        "certainty": claims.certainty(day),
        "retroactive": claims.retroactive(day),
        "announced_unknown": any(one.told is None for one in claims.used(day)),
        "alternatives": sorted((field, version(at)) for field, others in tracks.items() for at in others),
        "rules_changes": [claims.said[at].name for at in claims.page.holding(day)[1]],
        "pending": [claims.said[at].name for at in claims.page.pending],
        "next_change": None if coming is None else civil(coming).isoformat(),
    }


class ServedMachine(RecordingMachine):
    def __init__(self, place, client):
        self.client = client
        super().__init__(place)

    def ask(self, resource, known, scope, pin, **more):
        query = {"scope": scope, **more}
        if pin is not None:
            query["as_of"] = pin
        if known is not None:
            query["view"] = "contemporary"
        if known in DAYS:
            query["announced_by"] = civil(known).isoformat()
        response = self.client.get(
            f"/v1/cards/{self.acts.subject.game}/{self.acts.subject.name}/{resource}", query_string=query
        )
        if response.status_code == 404:
            assert response.json["code"] == "no-effective-text"
            return None
        assert response.status_code == 200
        sight = {name: response.json[name] for name in ("as_of", "view")}
        assert sight == {"as_of": pin, "view": query.get("view", "hindsight")}
        return response.json

    def claims(self, known, scope, pin):
        """Return what is claimed, by the day that is asked."""
        pin = self.acts.head if pin is None else pin
        if known != EACH_ITS_OWN:
            found = Claims(self.acts, Asked(pin, known, scope), DAYS)
            return lambda day: found
        return lambda day: Claims(self.acts, Asked(pin, day, scope), DAYS)

    @precondition(lambda self: self.pins())
    @rule(known=KNOWN, scope=st.sampled_from(PAPER_FIRST), pick=st.integers(0, 11), day=st.sampled_from(DAYS))
    def ask_a_text(self, known, scope, pick, day):
        self.check_texts(known, scope, self.pin(pick), {day, DAYS[pick]})

    @precondition(lambda self: self.pins())
    @rule(known=KNOWN, scope=st.sampled_from(PAPER_FIRST), pick=st.integers(0, 11))
    def ask_the_timeline(self, known, scope, pick):
        self.check_timeline(known, scope, self.pin(pick))

    def teardown(self):
        if self.pins():
            some = len(self.pins()) % 4
            self.check_texts(None, "paper", None, DAYS[some::4])
            self.check_texts(EACH_ITS_OWN, "mtgo", None, DAYS[some::4])
            self.check_timeline(EACH_ITS_OWN, "paper", None)

    def pin(self, pick):
        """Return one of the pins; None, the present, where there is none left."""
        return dict(enumerate(self.pins())).get(pick)

    def check_texts(self, known, scope, pin, days):
        claims = self.claims(known, scope, pin)
        for day in days:
            answer = self.ask("text", known, scope, pin, on=civil(day).isoformat())
            assert (answer and said_of(answer)) == claimed(claims(day), day)

    def check_timeline(self, known, scope, pin):
        claims = self.claims(known, scope, pin)
        found = self.ask("timeline", known, scope, pin)
        periods = found["periods"] if found else []
        for day in DAYS:
            inside = [
                (one["oracle_text"], one["certainty"])
                for one in periods
                if one["effective_from"]
                <= civil(day).isoformat()
                < (one["effective_until"] or date.max.isoformat())
            ]
            claim = claims(day)
            assert inside == ([(claim.words(day), claim.certainty(day))] if claim.has_text(day) else [])


@pytest.fixture
def place(engine):
    return Place(engine)


@SIZES
def test_every_answer_says_what_the_slow_way_says(place, client_of, size):
    client = client_of(url_of(place.engine))
    run_state_machine_as_test(lambda: ServedMachine(place, client), settings=drawn(size, short=4))
