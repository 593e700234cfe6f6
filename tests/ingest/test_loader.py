"""What a load records: the difference between the files and the ledger, as one entry, or nothing."""

import json
from datetime import UTC, date, datetime

import pytest

from service.domain.ledger import Assertion, Ending, Record
from service.domain.refusals import CorpusRefused, DamagedLedger
from service.domain.texts import text_sha256
from tests.support.corpora import LYNX_FILE, OTHER_CARD, SETS, WARDEN, WARDEN_FILE, Folder, Loaded
from tests.support.planting import plant

LYNX = "demo/cards/stone-lynx"
WARDEN_CARD = "demo/cards/brindle-warden"
FAR = "other/cards/far-card"


def words_of(loaded, fact):
    [value] = [one for one in fact.fields if one.field == "rules_text"]
    [(_, text)] = loaded.rows("content", "sha256 = :sha256", sha256=value.content)
    return text


def about(report):
    return report.new, report.corrected, report.withdrawn, report.records


def test_the_first_load_records_every_file_as_one_entry(loaded, corpus):
    report = loaded.load(corpus)
    assert report.entry == report.head == loaded.entries()[0]
    assert [str(subject) for subject in report.subjects] == [WARDEN_CARD, LYNX, FAR]
    # bases, errata, a French printing and an ending; everything else is a record
    assert (report.new, report.corrected, report.withdrawn) == (3 + 3 + 1 + 1, 0, 0)
    assert report.records == len([one for one in loaded.facts(1) if isinstance(one, Record)])
    loaded.check_chain()


def test_facts_stand_in_path_order_and_a_card_begins_with_its_base(loaded, corpus):
    loaded.load(corpus)
    facts = loaded.facts(1)
    subjects = [str(one.subject) for one in facts if isinstance(one, Assertion)]
    assert subjects == [WARDEN_CARD] * 4 + [LYNX] * 2 + [FAR]
    assert [one.erratum for one in facts if isinstance(one, Assertion)][:4] == [
        *(None, "printing:one-001-fr"),
        *("faq", "page"),
    ]


def test_loading_twice_records_nothing(loaded, corpus):
    first = loaded.load(corpus)
    before = loaded.everything()
    second = loaded.load(corpus)
    assert (second.entry, second.head, second.subjects) == (None, first.head, ())
    assert loaded.everything() == before


LOOK_ALIKES = {
    "a comment": lambda text: text.replace("base:", "# said by nobody\nbase:  # here"),
    "another order of keys": lambda text: "\n".join(
        [text[text.index("endings:") :], text[: text.index("endings:")]]
    ),
    "blank lines": lambda text: text.replace("\nerrata:", "\n\n\nerrata:\n"),
    "deeper lines": lambda text: text.replace(
        "  rules_text: |-\n    When you play me, draw 1.",
        "  rules_text: |-\n        When you play me, draw 1.",
    ),
    "another style of quotes": lambda text: text.replace(
        "      When you play me, you may draw 2.", '"When you play me, you may draw 2."'
    ).replace("rules_text: |-\n" + '"', 'rules_text: "'),
    "quotes around a name": lambda text: text.replace("name: Brindle Warden", "name: 'Brindle Warden'"),
    "braces": lambda text: text.replace("names: {de: Wächter}", "names:\n  de: Wächter"),
    "a mark of the end": lambda text: f"---\n{text}",
    "windows lines": lambda text: text.replace("\n", "\r\n"),
    "keys of an erratum the other way round": lambda text: text.replace(
        "  - id: faq\n    document: faq\n", "  - document: faq\n    id: faq\n"
    ),
}


@pytest.mark.parametrize("look", LOOK_ALIKES.values(), ids=LOOK_ALIKES)
def test_what_only_looks_different_records_nothing(loaded, corpus, look):
    first = loaded.load(corpus)
    text = look(WARDEN)
    assert text != WARDEN
    corpus.write(WARDEN_FILE, text)
    report = loaded.load(corpus)
    assert (report.entry, report.head) == (None, first.head)


def test_one_edited_letter_is_one_correction_and_the_old_words_stay(loaded, corpus):
    loaded.load(corpus)
    before = {subject: loaded.index(subject) for subject in (LYNX, FAR, WARDEN_CARD)}
    corpus.edit(WARDEN_FILE, "you may draw 1.", "you may draw l.")
    corpus.write(LYNX_FILE, "# looked at again\n" + corpus.read(LYNX_FILE))
    corpus.edit("demo/sets.yaml", "- code: ONE\n    name: First Set", "- name: First Set\n    code: ONE")
    report = loaded.load(corpus)
    [fact] = loaded.facts(2)
    [old] = [one for one in loaded.text_facts(1, WARDEN_CARD) if one.erratum == "faq"]
    assert about(report) == (0, 1, 0, 0)
    assert (fact.erratum, fact.corrects, fact.follows) == ("faq", old.version, "faq")
    assert words_of(loaded, fact) == "When you play me, you may draw l."
    assert words_of(loaded, old) == "When you play me, you may draw 1."
    assert (loaded.index(LYNX), loaded.index(FAR)) == (before[LYNX], before[FAR])
    assert loaded.index(WARDEN_CARD) != before[WARDEN_CARD]
    loaded.check_chain()


def test_an_erratum_that_was_taken_out_is_withdrawn(loaded, corpus):
    loaded.load(corpus)
    text = corpus.read(WARDEN_FILE)
    corpus.write(WARDEN_FILE, text[: text.index("  - id: page")])
    report = loaded.load(corpus)
    versions = {one.erratum: one.version for one in loaded.text_facts(1, WARDEN_CARD)[:4]}
    ending = loaded.text_facts(1, WARDEN_CARD)[4].version
    gone = loaded.text_facts(2, WARDEN_CARD)
    assert about(report) == (0, 0, 2, 0)
    assert [(one.kind, one.of) for one in gone] == [("correction", versions["page"]), ("correction", ending)]


def test_a_card_whose_file_was_deleted_is_gone_at_the_head_and_its_facts_stay(loaded, corpus):
    loaded.load(corpus)
    facts = loaded.facts(1)
    corpus.remove(WARDEN_FILE)
    report = loaded.load(corpus)
    assert (report.withdrawn, [str(one) for one in report.subjects]) == (5, [WARDEN_CARD])
    assert loaded.standing_index(WARDEN_CARD) == [[], [], [], [], []]
    assert loaded.facts(1) == facts
    gone = {(one.kind, one.key): one.body for one in loaded.facts(2) if isinstance(one, Record)}
    assert gone.keys() >= {("subject", WARDEN_CARD), ("aliases", WARDEN_CARD)}
    assert set(gone.values()) == {None}
    assert loaded.load(corpus).entry is None
    corpus.write(WARDEN_FILE, WARDEN)
    assert loaded.load(corpus).new == 5
    assert loaded.load(corpus).entry is None


def printings(loaded, subject):
    """Return the ids of the printings that a card has now, in order."""
    return sorted(row[3] for row in loaded.standing_index(subject)[3])


def test_a_renamed_card_takes_its_printings_along(loaded, corpus):
    loaded.load(corpus)
    corpus.remove(WARDEN_FILE)
    corpus.write("demo/cards/a-new-name.yaml", WARDEN)
    loaded.load(corpus)
    assert loaded.standing_index(WARDEN_CARD) == [[], [], [], [], []]
    assert printings(loaded, "demo/cards/a-new-name") == ["one-001-en", "one-001-fr"]


@pytest.mark.parametrize(("old", "new"), [("a-card", "b-card"), ("b-card", "a-card")])
def test_a_printing_may_move_to_another_card(loaded, corpus, old, new):
    moving = "  - {id: moving, set: ONE, lang: en, released_on: 2024-01-10}\n"
    cards = {name: OTHER_CARD.replace("far-1", f"{name}-1") for name in (old, new)}
    corpus.write(f"demo/cards/{old}.yaml", cards[old] + moving)
    corpus.write(f"demo/cards/{new}.yaml", cards[new])
    loaded.load(corpus)
    corpus.write(f"demo/cards/{old}.yaml", cards[old])
    corpus.write(f"demo/cards/{new}.yaml", cards[new] + moving)
    loaded.load(corpus)
    assert printings(loaded, f"demo/cards/{old}") == [f"{old}-1"]
    assert printings(loaded, f"demo/cards/{new}") == [f"{new}-1", "moving"]


def test_a_game_that_was_deleted_is_gone(loaded, corpus):
    loaded.load(corpus)
    for path in ("game.yaml", "sets.yaml", "symbols.yaml", "cards/far-card.yaml"):
        corpus.remove(f"other/{path}")
    report = loaded.load(corpus)
    assert [str(one) for one in report.subjects] == [FAR]
    assert loaded.standing_index(FAR) == [[], [], [], [], []]
    assert loaded.load(corpus).entry is None


def test_a_renamed_document_corrects_what_cites_it(loaded, corpus):
    loaded.load(corpus)
    corpus.write("demo/documents/questions.yaml", corpus.read("demo/documents/faq.yaml"))
    corpus.remove("demo/documents/faq.yaml")
    for path in (WARDEN_FILE, LYNX_FILE):
        corpus.edit(path, "document: faq", "document: questions")
    report = loaded.load(corpus)
    assert about(report) == (0, 2, 0, 2)
    assert {one.document for one in loaded.facts(2) if isinstance(one, Assertion)} == {"questions"}
    records = {one.key: one.body for one in loaded.facts(2) if isinstance(one, Record)}
    assert (records["faq"], records["questions"]["title"]) == (None, "Questions and Answers")


def test_a_mended_day_of_a_document_corrects_each_erratum_without_a_day_of_its_own(loaded, corpus):
    corpus.edit(LYNX_FILE, "document: faq", "document: faq\n    announced_on: 2024-03-15")
    loaded.load(corpus)
    corpus.edit("demo/documents/faq.yaml", "2024-03-01", "2024-02-28")
    report = loaded.load(corpus)
    assert about(report) == (0, 1, 0, 1)
    [fact] = [one for one in loaded.facts(2) if isinstance(one, Assertion)]
    assert (str(fact.subject), fact.erratum) == (WARDEN_CARD, "faq")
    assert fact.announced_on == date(2024, 2, 28)


def test_a_mended_release_day_of_a_set_corrects_the_bases(loaded, corpus):
    loaded.load(corpus)
    corpus.write("demo/sets.yaml", SETS.replace("2024-01-10", "2024-01-05"))
    report = loaded.load(corpus)
    assert about(report) == (0, 2, 0, 1)
    bases = [one for one in loaded.facts(2) if isinstance(one, Assertion)]
    assert [(one.kind, one.effective_from) for one in bases] == [("base", date(2024, 1, 5))] * 2
    for subject in (WARDEN_CARD, LYNX):
        assert min(row[3] for row in loaded.index(subject)[0]) == "2024-01-05"


def test_a_new_coverage_of_a_game_touches_all_of_its_cards_and_no_others(loaded, corpus):
    loaded.load(corpus)
    before = loaded.index(FAR)
    corpus.edit("demo/game.yaml", "verified_through: 2026-01-31", "verified_through: 2026-01-30")
    report = loaded.load(corpus)
    assert (about(report), [str(one) for one in report.subjects]) == ((0, 0, 0, 1), [WARDEN_CARD, LYNX])
    for subject in (WARDEN_CARD, LYNX):
        assert loaded.index(subject)[0][-1][3] == "2026-01-31"
        assert {row[5] for row in loaded.index(subject)[0]} == {2}
    assert loaded.index(FAR) == before


BAD = {
    "a day that no calendar has": ("effective_from: 2024-06-01", "effective_from: 2024-06-31", 25),
    "a document that isn't there": ("document: page\n    eff", "document: pages\n    eff", 24),
    "an erratum that must stand above": ("effective_from: 2024-06-01", "effective_from: 2024-02-01", 23),
}


@pytest.mark.parametrize(("old", "new", "line"), BAD.values(), ids=BAD)
def test_a_bad_file_records_nothing_and_is_named_with_its_line(loaded, corpus, old, new, line):
    empty = loaded.everything()
    corpus.edit(WARDEN_FILE, old, new)
    with pytest.raises(CorpusRefused, match=rf"brindle-warden\.yaml:{line}: ") as refused:
        loaded.load(corpus)
    assert "nothing was recorded" in str(refused.value)
    assert loaded.everything() == empty
    corpus.edit(WARDEN_FILE, new, old)
    loaded.load(corpus)
    before = loaded.everything()
    corpus.edit(LYNX_FILE, "Ward 2.", "Ward 3.")
    corpus.edit(WARDEN_FILE, old, new)
    with pytest.raises(CorpusRefused):
        loaded.load(corpus)
    assert loaded.everything() == before


def test_what_was_announced_today_is_not_in_the_future_where_today_has_begun(loaded, corpus):
    corpus.edit("demo/documents/page.yaml", "2024-06-01", "2026-02-02")
    with pytest.raises(CorpusRefused, match="2026-02-02 is after today, 2026-02-01"):
        loaded.load(corpus)
    # What day it is in another game doesn't matter.
    corpus.edit("other/game.yaml", "zone: UTC", "zone: Pacific/Auckland")
    with pytest.raises(CorpusRefused, match="2026-02-02 is after today, 2026-02-01"):
        loaded.load(corpus)
    corpus.edit("demo/game.yaml", "zone: UTC", "zone: Pacific/Auckland")
    assert loaded.load(corpus).entry.recorded_at.startswith("2026-02-01")


def test_a_dry_run_records_nothing_and_lists_the_answers_that_change(loaded, corpus):
    loaded.load(corpus)
    before = loaded.everything()
    corpus.edit(WARDEN_FILE, "you may draw 1.", "you may draw a card.")
    report = loaded.load(corpus, dry_run=True)
    assert loaded.everything() == before
    assert (about(report), report.entry.seq) == ((0, 1, 0, 0), 2)
    changes = [
        (str(one.subject), one.lang, one.scope, str(one.effective_from), str(one.effective_until))
        for one in report.changes
    ]
    # while "faq" holds: before the trial, and after it, up to the end of coverage and on
    days = [("2024-03-01", "2024-06-01"), ("2024-09-01", "2026-02-01"), ("2026-02-01", "None")]
    assert changes == [(WARDEN_CARD, lang, "*", *stretch) for lang in ("en", "fr") for stretch in days]
    assert loaded.load(corpus).entry == report.entry


def test_a_dry_run_of_what_is_new_and_of_what_goes_lists_every_day_of_it(loaded, corpus):
    loaded.load(corpus)
    text = corpus.read(LYNX_FILE)
    corpus.remove(LYNX_FILE)
    corpus.write("demo/cards/marsh-lynx.yaml", text)
    report = loaded.load(corpus, dry_run=True)
    days = {}
    for one in report.changes:
        days.setdefault(one.subject.name, []).append((str(one.effective_from), one.effective_until))
    assert {name: (found[0][0], found[-1][1]) for name, found in days.items()} == {
        "marsh-lynx": ("2024-01-10", None),
        "stone-lynx": ("2024-01-10", None),
    }


def test_a_dry_run_tells_apart_the_scopes_that_an_erratum_comes_to_tell_apart(loaded, corpus):
    loaded.load(corpus)
    lynx = corpus.read(LYNX_FILE)
    online = "  - {id: online, scopes: [online], effective_from: 2024-06-01, rules_text: Ward 3.}\n"
    corpus.write(LYNX_FILE, f"{lynx}{online}")
    changes = loaded.load(corpus, dry_run=True).changes
    words = [one for one in changes if one.effective_from.isoformat() >= "2024-06-01"]
    assert {one.scope for one in words} == {"online"}
    assert {one.scope for one in changes} <= {"online", "paper"}


def test_a_clock_that_goes_back_does_not_take_the_ledger_along(loaded, corpus):
    first = loaded.load(corpus)
    corpus.edit(LYNX_FILE, "Ward 2.", "Ward 3.")
    second = loaded.load(corpus, datetime(2026, 1, 31, 12, tzinfo=UTC))
    assert second.entry.recorded_at == first.entry.recorded_at == "2026-02-01T12:00:00.000000Z"
    loaded.check_chain()


def test_the_index_says_which_entry_it_stands_for(loaded, corpus):
    loaded.load(corpus)
    corpus.edit(LYNX_FILE, "Ward 2.", "Ward 3.")
    loaded.load(corpus)
    loaded.load(corpus)
    assert loaded.rows("index_state") == [(1, 2, 2)]


def test_words_that_come_back_are_not_written_twice(loaded, corpus):
    loaded.load(corpus)
    for words in ("Ward 3.", "Ward 2."):
        corpus.edit(LYNX_FILE, "Ward 2." if words == "Ward 3." else "Ward 3.", words)
        loaded.load(corpus)
    assert len(loaded.rows("content", "sha256 = :sha256", sha256=text_sha256("Ward 2."))) == 1
    [value] = [v for v in loaded.text_facts(3, LYNX)[0].fields if v.field == "rules_text"]
    assert value.content == text_sha256("Ward 2.")


def test_an_erratum_in_the_middle_is_one_new_fact_and_stands_there(loaded, corpus):
    loaded.load(corpus)
    corpus.edit(
        WARDEN_FILE,
        "  - id: page\n",
        "  - id: between\n    effective_from: 2024-04-01\n    rules_text: Between.\n  - id: page\n",
    )
    assert about(loaded.load(corpus)) == (1, 0, 0, 0)
    days = {row[3]: json.loads(row[6])[3][0][0] for row in loaded.index(WARDEN_CARD)[0] if row[1] == "en"}
    assert {"2024-03-01", "2024-04-01", "2024-06-01"} <= days.keys()
    assert isinstance(loaded.facts(2)[0], Assertion)
    assert not isinstance(loaded.facts(2)[0], Ending)


def test_an_empty_folder_is_refused_and_withdraws_nothing(loaded, corpus, tmp_path):
    loaded.load(corpus)
    before = loaded.everything()
    for folder in (Folder(tmp_path / "empty", {}), Folder(tmp_path / "docs", {"demo/documents/a.yaml": "x"})):
        with pytest.raises(CorpusRefused):
            loaded.load(folder)
    assert loaded.everything() == before


def test_other_words_under_the_hash_of_a_new_text_are_not_loaded(engine, corpus):
    key = text_sha256("Ward 1.")
    plant(engine, f"INSERT INTO content VALUES ('{key}', 'You win the game.')")
    ledger = Loaded(engine)
    before = ledger.everything()
    with pytest.raises(DamagedLedger, match=f"the text {key} reads otherwise than its hash says"):
        ledger.load(corpus)
    assert ledger.everything() == before


def test_a_ledger_that_can_not_be_read_is_told(engine, corpus):
    ledger = Loaded(engine)
    ledger.load(corpus)
    plant(engine, "UPDATE record SET body = '{' WHERE kind = 'game'")
    with pytest.raises(DamagedLedger, match="holds of earlier loads can't be read, JSONDecodeError"):
        ledger.load(corpus)
