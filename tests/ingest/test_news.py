"""However the files of a corpus are edited, each load makes the ledger say what an empty one would say.

Random sequences of edits over every act that a file can tell: no database, but real files and real claims.
"""

from dataclasses import replace
from pathlib import PurePosixPath

from hypothesis import given, settings
from hypothesis import strategies as st

from service.corpus.claims import corpus_claims
from service.corpus.history import Provenance
from service.corpus.reader import read_files
from service.domain.ledger import Assertion, Ending, Record
from service.domain.order import standing, standing_endings
from service.domain.texts import text_sha256
from service.ingest.news import new_facts
from service.store.recorded import Recorded
from tests.support.corpora import SMALL

NAMES = ["a", "b", "c", "d"]
DAY = st.integers(1, 9).map(lambda number: f"2024-05-0{number}")
LATER = st.integers(1, 9).map(lambda number: f"2024-06-0{number}")


@st.composite
def days(draw):
    """Draw the lines that say when an erratum begins."""
    shape = draw(st.sampled_from(["day", "window", "scopes", "listed", "promised", "moved", "dated"]))
    moves = draw(st.lists(st.one_of(LATER, st.just("pending")), min_size=1, max_size=2))
    redated = ["redated:"] + [
        f"  - {{announced_on: 2024-04-1{place}, "
        + (f"effective_from: {day}}}" if day != "pending" else "pending: yes}")
        for place, day in enumerate(moves)
    ]
    return {
        "day": [f"effective_from: {draw(DAY)}", "effective_until: 2024-09-01"],
        "window": [f"effective_by: {draw(DAY)}"],
        "scopes": [f"scopes: {{paper: {draw(DAY)}, online: {draw(DAY)}}}"],
        "listed": [f"effective_from: {draw(DAY)}", "scopes: [online]"],
        "promised": ["pending: yes"],
        "moved": [f"effective_from: {draw(DAY)}", *redated],
        "dated": ["pending: yes", *redated],
    }[shape]


ERRATA = st.lists(
    st.tuples(st.sampled_from(NAMES), days(), st.sampled_from(["One.", "Two.", None])),
    max_size=4,
    unique_by=lambda one: one[0],
)


@st.composite
def files(draw):
    """Draw a corpus with a card, which may have gone over into another."""
    errata = draw(ERRATA)
    ends = draw(st.dictionaries(st.sampled_from(NAMES), st.sampled_from(["void", "lapsed"]), max_size=2))
    removed = draw(st.booleans())
    words = f"removed {text_sha256('Base.')}" if removed else "Base."
    lines = [f"faces: [{{base: {{name: Otter, rules_text: {words}}}, verified_through: {draw(LATER)}}}]"]
    lines += ["printings:", "  - {id: p, set: ONE, lang: en, released_on: 2024-01-10}", "errata:"]
    for name, when, text in errata:
        own = [f"id: {name}", "document: faq", "class: rules", *when]
        if text is not None:
            own += ["faces:", f"  - {{face: 0, rules_text: {text}}}"]
        lines += [f"  {'- ' if place == 0 else '  '}{line}" for place, line in enumerate(own)]
    lines += ["endings:"]
    for name, kind in ends.items():
        lines.append(f"  - {{of: {name}, kind: {kind}, document: page}}")
    text = "\n".join(lines)
    text = text if errata else text.replace("errata:", "errata: []")
    text = text if ends else text.replace("endings:", "endings: []")
    renamed = draw(st.booleans())
    told = dict(SMALL) | {f"demo/cards/{'new' if renamed else 'old'}.yaml": text + "\n"}
    if renamed:
        told["demo/migrations.yaml"] = "migrations: [{card: old, act: renamed, into: new}]\n"
    if removed:
        told["demo/removals.yaml"] = f"removals: [{{sha256: {text_sha256('Base.')}, reason: Asked.}}]\n"
    if draw(st.booleans()):
        told["demo/sets.yaml"] += "    verified_through: 2024-07-01\n"
    return told


class Ledger:
    def __init__(self):
        self.recorded, self.seq = Recorded(), 0

    def load(self, told):
        self.seq += 1
        read = read_files({PurePosixPath(path): text.encode() for path, text in told.items()})
        facts = new_facts(corpus_claims(read), self.recorded, Provenance(), self.seq, {})
        for n, fact in enumerate(facts, start=1):
            self._add(replace(fact, seq=self.seq, n=n))
        return facts

    def _add(self, fact):
        if isinstance(fact, Assertion):
            self.recorded.assertions[fact.subject].append(fact)
        elif isinstance(fact, Ending):
            self.recorded.endings[fact.subject].append(fact)
        elif fact.body is None:
            del self.recorded.records[fact.kind, fact.key]
        else:
            self.recorded.records[fact.kind, fact.key] = fact

    def says(self, told):
        """Return what stands of each subject that didn't go over; a void of a version by its place."""
        texts = {}
        gone_over = {"demo/cards/old"} if "demo/migrations.yaml" in told else set()
        for subject in (one for one in self.recorded.subjects if str(one) not in gone_over):
            stands = standing(self.recorded.assertions[subject], self.recorded.endings[subject])
            places = {one.version: place for place, one in enumerate(stands)}
            ends = [
                (repr(bare(replace(one, of=None))), one.of and places[one.of])
                for one in standing_endings(self.recorded.endings[subject])
            ]
            if stands or ends:
                texts[subject] = [[bare(one) for one in stands], sorted(ends, key=repr)]
        lasting = {key: one.body for key, one in self.recorded.records.items() if key[0] != "tombstone"}
        return texts, lasting


def bare(one):
    kept = replace(one, seq=0, n=0, corrects=None)
    return replace(kept, follows=None) if isinstance(one, Assertion) else kept


@settings(max_examples=60, deadline=None)
@given(st.lists(files(), min_size=1, max_size=4))
def test_after_each_load_the_ledger_says_what_an_empty_one_would_and_a_second_load_adds_nothing(edits):
    ledger = Ledger()
    for told in edits:
        ledger.load(told)
        fresh = Ledger()
        fresh.load(told)
        assert ledger.says(told) == fresh.says(told)
        assert ledger.load(told) == []


def test_a_tombstone_is_never_withdrawn():
    ledger = Ledger()
    removals = {"demo/removals.yaml": f"removals: [{{sha256: {'0' * 64}, reason: Asked.}}]\n"}
    ledger.load(SMALL | removals)
    assert ledger.load(SMALL) == []
    assert ("tombstone", "0" * 64) in ledger.recorded.records


def test_nothing_of_a_card_that_went_over_is_withdrawn_but_its_records():
    ledger = Ledger()
    ledger.load(SMALL)
    old, new = "demo/cards/brindle-warden", "demo/cards/new-warden"
    moved = {path: text for path, text in SMALL.items() if path != f"{old}.yaml"}
    moved |= {f"{new}.yaml": SMALL[f"{old}.yaml"]}
    moved |= {
        "demo/migrations.yaml": "migrations: [{card: brindle-warden, act: renamed, into: new-warden}]\n"
    }
    found = ledger.load(moved)
    assert {str(one.subject) for one in found if not isinstance(one, Record)} == {new}
    told = {(one.kind, one.key): one.body for one in found if isinstance(one, Record)}
    assert told["migration", old] == {"act": "renamed", "into": new}
    assert {key for key, body in told.items() if body is None} == {
        ("subject", old),
        ("aliases", old),
        ("printing", f"{old}/one-001-en"),
        ("printing", f"{old}/one-001-fr"),
    }
    assert ledger.load(moved) == []
