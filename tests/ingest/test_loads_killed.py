"""A load of a thousand cards that is killed in its midst, again and again, and works in the end."""

import pytest

from tests.support.corpora import GAME, SETS, Folder, Loaded
from tests.support.killing import loads
from tests.support.places import url_of
from tests.support.planting import faults

CARDS, KILLS = 1_000, 20

CARD = """\
base: {{name: Card {0}, rules_text: Draw {0}.}}
printings:
  - {{id: one-{0}, set: ONE, lang: en, released_on: 2024-01-10}}
"""


def corpus_of(cards, root):
    """Return a corpus of so many cards."""
    files = {"demo/game.yaml": GAME, "demo/sets.yaml": SETS, "demo/symbols.yaml": "symbols: []\n"}
    return Folder(root, files | {f"demo/cards/c{n}.yaml": CARD.format(n) for n in range(1, cards + 1)})


@pytest.mark.proof
def test_a_load_of_a_thousand_cards_that_is_killed_twenty_times_leaves_nothing(databases, migrated, tmp_path):
    """The ledger's own rows are written in the first statements, so that the kills lie closest there."""
    root = corpus_of(CARDS, tmp_path / "card_texts").root
    with databases.copied(migrated) as engine, loads(url_of(engine), root) as each:
        whole = each.run()
        assert (whole.commits, whole.done) == (True, True)
        expected = Loaded(engine).everything()
    assert [row[2] for row in expected["record"]].count("subject") == CARDS
    with databases.copied(migrated) as engine, loads(url_of(engine), root) as each:
        made = Loaded(engine)
        empty = made.everything()
        for number in range(1, KILLS + 1):
            kill_at = 1 + int(whole.statements * (number / (KILLS + 1)) ** 4)
            log = each.run(kill_at)
            assert kill_at <= log.statements < whole.statements, "the kill came too late"
            assert (log.commits, log.done) == (False, False)
            assert faults(engine) == []
            assert made.everything() == empty
        assert each.run() == whole
        assert made.everything() == expected
        assert faults(engine) == []
