"""What a publisher can do to an erratum, from the lines of a file to what a day reads."""

from datetime import date

import pytest

from service.domain.ids import SubjectId, VersionId
from service.domain.ledger import Assertion, Ending
from service.domain.reader import Reader
from service.domain.refusals import CorpusRefused
from service.domain.timeline import Timeline
from service.store.connection import reading
from service.store.games import load_game
from service.store.ledger import load_texts
from service.store.timelines import load_history
from tests.support.corpora import LYNX, LYNX_FILE, PAGE

LYNX_CARD = "demo/cards/stone-lynx"


def with_erratum(lines, tail=""):
    """Return the card with one erratum more, of these lines."""
    return f"{LYNX}  - id: page\n" + "".join(f"    {line}\n" for line in lines) + tail


MOVED = [
    "document: page",
    "effective_from: 2024-07-01",
    "redated:",
    "  - {announced_on: 2024-06-20, effective_from: 2024-08-01, reason: It was not ready.}",
    "rules_text: Ward 3.",
]


def read(loaded, day, *, announced_by=None, as_of=None, scope="paper"):
    """Return the rules text of a day, and how many changes are only promised."""
    subject = SubjectId.parse(LYNX_CARD)
    with reading(loaded.engine) as conn:
        timeline = Timeline(load_history(conn, subject, load_game(conn, "demo"), as_of), announced_by)
        found = Reader(timeline, "en", scope).on(date.fromisoformat(day))
        content = found.faces[0]["rules_text"].content
        promised = len(timeline.pending("en", scope))
        return load_texts(conn, [content])[content], promised


def assertions(loaded, seq):
    return [one for one in loaded.text_facts(seq, LYNX_CARD) if isinstance(one, Assertion)]


def endings(loaded, seq):
    return [one for one in loaded.text_facts(seq, LYNX_CARD) if isinstance(one, Ending)]


def load(loaded, corpus, card):
    """Load the corpus with the card as it is given; a second load records nothing."""
    corpus.write(LYNX_FILE, card)
    report = loaded.load(corpus)
    assert loaded.load(corpus).entry is None
    return report


def test_a_scheduled_change_that_is_redated_applies_from_the_later_day(loaded, corpus):
    load(loaded, corpus, with_erratum([line for line in MOVED if "redated" not in line and line[2:3] != "-"]))
    load(loaded, corpus, with_erratum(MOVED))
    [later], [void] = assertions(loaded, 2), endings(loaded, 2)
    [*_, first] = assertions(loaded, 1)
    assert (void.kind, void.of, void.announced_on) == ("void", first.version, date(2024, 6, 20))
    assert (later.erratum, later.follows, later.announced_on) == ("page", "page", date(2024, 6, 20))
    assert read(loaded, "2024-07-15") == ("Ward 2.", 0)
    assert read(loaded, "2024-08-01") == ("Ward 3.", 0)
    assert read(loaded, "2024-07-15", announced_by=date(2024, 6, 19)) == ("Ward 3.", 0)
    assert read(loaded, "2024-07-15", announced_by=date(2024, 6, 20)) == ("Ward 2.", 0)
    assert read(loaded, "2024-07-15", as_of=1) == ("Ward 3.", 0)


def test_a_promise_is_no_text_until_it_is_dated(loaded, corpus):
    promised = ["document: page", "pending: yes", "rules_text: Ward 3."]
    dated = [*promised, "redated:", "  - {announced_on: 2024-06-20, effective_from: 2024-08-01}"]
    load(loaded, corpus, with_erratum(promised))
    assert read(loaded, "2024-09-01") == ("Ward 2.", 1)
    load(loaded, corpus, with_erratum(dated))
    assert read(loaded, "2024-09-01") == ("Ward 3.", 0)
    assert read(loaded, "2024-09-01", as_of=1) == ("Ward 2.", 1)
    assert read(loaded, "2024-09-01", announced_by=date(2024, 6, 19)) == ("Ward 2.", 1)


def test_a_change_that_is_put_off_without_a_day_is_promised_again(loaded, corpus):
    put_off = [line.replace("effective_from: 2024-08-01", "pending: yes") for line in MOVED]
    load(loaded, corpus, with_erratum(put_off))
    assert read(loaded, "2024-09-01") == ("Ward 2.", 1)


def test_a_withdrawn_erratum_never_applied_and_was_believed_to(loaded, corpus):
    withdrawn = "endings:\n  - {of: page, kind: void, announced_on: 2024-09-01}\n"
    load(
        loaded,
        corpus,
        with_erratum(["document: page", "effective_from: 2024-07-01", "rules_text: Ward 3."], withdrawn),
    )
    assert read(loaded, "2024-08-15") == ("Ward 2.", 0)
    assert read(loaded, "2024-08-15", announced_by=date(2024, 8, 15)) == ("Ward 3.", 0)


def test_each_scope_has_its_day(loaded, corpus):
    lines = ["document: page", "scopes: {online: 2024-07-03, paper: 2024-07-01}", "rules_text: Ward 3."]
    load(loaded, corpus, with_erratum(lines))
    told = [(one.scopes, one.effective_from, one.follows) for one in assertions(loaded, 1)[-2:]]
    assert told == [
        (("online",), date(2024, 7, 3), "faq"),
        (("paper",), date(2024, 7, 1), "page"),
    ]
    assert read(loaded, "2024-07-02") == ("Ward 3.", 0)
    assert read(loaded, "2024-07-02", scope="online") == ("Ward 2.", 0)
    assert read(loaded, "2024-07-03", scope="online") == ("Ward 3.", 0)


def test_scopes_of_one_day_are_one_assertion(loaded, corpus):
    lines = ["scopes: {online: 2024-07-01, paper: 2024-07-01}", "class: wording", "rules_text: Ward 3."]
    load(loaded, corpus, with_erratum(lines))
    assert [one.scopes for one in assertions(loaded, 1)][-1] == ("online", "paper")


def test_the_former_day_of_a_redated_change_is_mended_with_its_void(loaded, corpus):
    load(loaded, corpus, with_erratum(MOVED))
    report = load(loaded, corpus, with_erratum([line.replace("2024-07-01", "2024-07-02") for line in MOVED]))
    [mended], [void] = assertions(loaded, 2), endings(loaded, 2)
    assert (report.corrected, report.new, report.withdrawn) == (2, 0, 0)
    assert (void.of, mended.effective_from) == (mended.version, date(2024, 7, 2))
    assert void.of == VersionId(2, 1)


def test_a_corrected_day_of_a_document_corrects_each_fact_that_cites_it(loaded, corpus):
    lines = [
        "document: page",
        "effective_from: 2024-07-01",
        "effective_until: 2024-09-01",
        "rules_text: Ward 3.",
    ]
    void = "endings:\n  - {of: faq, kind: void, document: page}\n"
    load(loaded, corpus, with_erratum(lines, void))
    before = read(loaded, "2024-07-15")
    corpus.write("demo/documents/page.yaml", PAGE.replace("2024-06-01", "2024-06-05"))
    report = loaded.load(corpus)
    [erratum], [ending] = assertions(loaded, 2), endings(loaded, 2)
    day = date(2024, 6, 5)
    assert (erratum.announced_on, erratum.until_announced_on, ending.announced_on) == (day, day, day)
    assert (erratum.corrects is None, ending.corrects is None) == (False, False)
    assert report.new == report.withdrawn == 0
    assert read(loaded, "2024-07-15") == before
    early = date(2024, 6, 2)
    assert read(loaded, "2024-07-15", announced_by=early) == ("Ward 2.", 0)
    assert read(loaded, "2024-07-15", announced_by=early, as_of=1) == ("Ward 3.", 0)


@pytest.mark.parametrize(
    "lines", [["pending: yes"], ["scopes: {paper: 2024-07-01}", "effective_by: 2024-07-01"]]
)
def test_an_act_with_a_fault_records_nothing(loaded, corpus, lines):
    corpus.write(LYNX_FILE, with_erratum([*lines, "rules_text: Ward 3."]))
    with pytest.raises(CorpusRefused):
        loaded.load(corpus)
    assert loaded.entries() == []


# Coverage and ids that went over


def segments(loaded, card):
    return loaded.rows("segment", "subject = :subject", subject=card)


def test_a_checked_set_concerns_the_cards_that_are_printed_in_it(loaded, corpus):
    corpus.edit("demo/game.yaml", "verified_through: 2026-01-31\n", "")
    loaded.load(corpus)
    before = segments(loaded, LYNX_CARD)
    corpus.write("demo/sets.yaml", corpus.read("demo/sets.yaml") + "    verified_through: 2024-12-31\n")
    report = loaded.load(corpus)
    assert [str(one) for one in report.subjects] == ["demo/cards/brindle-warden", LYNX_CARD]
    assert (report.records, segments(loaded, LYNX_CARD) != before) == (1, True)
    assert loaded.load(corpus).entry is None


def test_a_checked_face_concerns_its_card_alone(loaded, corpus):
    corpus.edit("demo/game.yaml", "verified_through: 2026-01-31\n", "")
    card = LYNX.replace("base:\n  name: Stone Lynx\n  rules_text: |-\n    Ward 1.\n", "FACES")
    faces = "faces:\n  - base: {name: Stone Lynx, rules_text: Ward 1.}\n"
    card = card.replace(
        "    rules_text: |-\n      Ward 2.\n", "    faces: [{face: 0, rules_text: Ward 2.}]\n"
    )
    load(loaded, corpus, card.replace("FACES", faces))
    report = load(loaded, corpus, card.replace("FACES", faces + "    verified_through: 2024-12-31\n"))
    assert [str(one) for one in report.subjects] == [LYNX_CARD]
    assert [one.key for one in loaded.facts(2) if one.kind == "coverage"] == [f"{LYNX_CARD}/0"]


def test_a_card_that_went_over_keeps_its_facts_and_gives_up_its_index(loaded, corpus):
    loaded.load(corpus)
    corpus.remove(LYNX_FILE)
    corpus.write("demo/cards/rock-lynx.yaml", LYNX)
    corpus.write("demo/migrations.yaml", "migrations: [{card: stone-lynx, act: renamed, into: rock-lynx}]\n")
    report = loaded.load(corpus)
    assert (report.withdrawn, report.new) == (0, 2)
    assert [str(one) for one in report.subjects] == ["demo/cards/rock-lynx", LYNX_CARD]
    assert loaded.standing_index(LYNX_CARD) == [[], [], [], [], []]
    assert segments(loaded, "demo/cards/rock-lynx") != []
    assert loaded.load(corpus).entry is None
