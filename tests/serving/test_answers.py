"""What several answers about one card say of the same day agrees."""

import pytest

from service.domain.ledger import Record
from service.serving.answers.parts import asked_card
from service.serving.answers.printings import printings_answer
from service.serving.answers.timeline import timeline_answer
from service.store.connection import writing
from service.store.games import load_game
from service.store.segments import save_head, save_index
from tests.support.building import SUBJECT, Card, day, printing
from tests.support.databases import record, record_card, record_game


@pytest.fixture
def conn(engine):
    """A card in two languages: rulings in each, an erratum in each on one day, a replacement that ended."""
    card = Card()
    card.base("2024-01-05", "P")
    card.translation("one-fr", "2024-01-06", "Un.")
    card.translation("two-fr", "2024-05-01", "Deux.", change_class="wording")
    card.erratum("en-ruling", "2024-02-01", None, languages=("en",))
    card.erratum("fr-ruling", "2024-02-01", None, languages=("fr",))
    card.erratum("faq", "2024-03-01", "A", change_class="functional")
    card.erratum(
        "page", "2024-03-01", "B", replaces="faq", change_class="reminder", effective_until="2024-04-01"
    )
    french = card.value("un.", lang="fr")
    card.erratum("fr1", "2024-06-01", None, french, languages=("fr",), change_class="functional")
    card.erratum("en1", "2024-06-01", "P.", languages=("en",), change_class="typography")
    with writing(engine) as conn:
        record_card(conn, card)
        record_game(conn)
        for lang in ("en", "fr"):
            words = (card.value("Un.", lang="fr"),) if lang == "fr" else ()
            one = printing(f"one-{lang}", lang=lang, fields=words)
            record(conn, Record(kind="printing", key=one.key, body=one.body()))
        save_index(conn, SUBJECT, load_game(conn, SUBJECT.game))
        save_head(conn, 1)
        yield conn


def classes(conn, lang):
    asked = asked_card(conn, SUBJECT.game, SUBJECT.name, lang)
    return {one["effective_from"]: one["class"] for one in timeline_answer(conn, asked)["periods"]}


def test_a_period_has_the_class_of_what_changes_on_its_first_day_in_its_language(conn):
    assert classes(conn, "en") == {
        "2024-01-05": None,
        "2024-03-01": "functional",
        "2024-04-01": "functional",  # with the replacement goes what it replaced
        "2024-06-01": "typography",
    }
    french = classes(conn, "fr")
    assert (french["2024-01-06"], french["2024-05-01"], french["2024-06-01"]) == (
        *(None, "wording"),
        "functional",
    )


def test_each_printing_has_the_rulings_of_its_own_language(conn):
    asked = asked_card(conn, SUBJECT.game, SUBJECT.name)
    answer = printings_answer(conn, asked, day("2024-02-15"))
    told = {one["lang"]: [each["erratum"] for each in one["rules_changes"]] for one in answer["printings"]}
    assert told == {"en": ["en-ruling"], "fr": ["fr-ruling"]}
