"""A card that had a file for a while is recorded again as the same card, with the same printings."""

import pytest

from tests.support.corpora import LYNX_FILE
from tests.support.importing import import_lines, line, printing, version

OWL_FILE = "demo/cards/ash-owl.yaml"


def owl(key="Ash Owl", **more):
    """Return a line of which two printings share set and number."""
    usual = [printing(), printing("OLD", "2", id=8), printing("OLD", "2", id=9), printing("TWO", "1", "fr")]
    return line(version("2024-02-01", "Fly."), key=key, **{"printings": usual} | more)


def imported(described):
    """Return the ids of all that was imported: cards and their printings."""
    rows = described.rows("printing", "standing AND subject IN (SELECT subject FROM known_id)")
    return sorted((row[0].rpartition("/")[2], row[3]) for row in rows)


def passes_through_a_file(described, corpus, path=OWL_FILE, name="Ash Owl"):
    """Give a card a file, and take it away."""
    corpus.write(path, corpus.read(LYNX_FILE).replace("Stone Lynx", name).replace("002", "9"))
    described.load(corpus)
    assert not [card for card, _ in imported(described) if f"demo/cards/{card}.yaml" == path]
    corpus.remove(path)
    described.load(corpus)


AGAIN = {
    "by the same line": owl(),
    "under another name": owl(name="Ash Owl the Elder"),
    "by another source": owl(source="list"),
    "without one of them, and with a further one at its place": owl(
        printings=[
            printing(),
            printing("OLD", "2", id=9),
            printing("OLD", "2", id=7),
            printing("TWO", "1", "fr"),
        ]
    ),
}


@pytest.mark.parametrize("again", AGAIN.values(), ids=AGAIN)
def test_a_card_whose_file_went_is_recorded_again_under_its_ids(described, corpus, tmp_path, again):
    import_lines(described.engine, tmp_path, owl())
    before = imported(described)
    assert len(before) == 4
    passes_through_a_file(described, corpus)
    assert imported(described) == []
    report = import_lines(described.engine, tmp_path, again)
    assert (report.cards, report.new) == (1, 1)
    after = imported(described)
    told = {str(one["id"]) for one in again["printings"] if "id" in one}
    kept = [one for one in before if not {"8", "9"} & set(one[1].split("-")) - told]
    assert [one for one in after if one in before] == kept
    assert [one for _, one in after if ("ash-owl", one) not in before] == ["old-2-7-en"] * ("7" in told)


def test_a_printing_that_a_file_alone_had_gets_its_id_again(described, corpus, tmp_path):
    corpus.write(OWL_FILE, corpus.read(LYNX_FILE).replace("Stone Lynx", "Ash Owl").replace("002", "9"))
    described.load(corpus)
    corpus.remove(OWL_FILE)
    described.load(corpus)
    import_lines(described.engine, tmp_path, owl(printings=[printing("ONE", "9")]))
    assert imported(described) == [("ash-owl", "one-9-en")]


def test_cards_of_one_name_are_recorded_again_each_under_its_own_id(described, corpus, tmp_path):
    first, second = owl(), owl("ash owl", printings=[printing("SIX", "4")])
    import_lines(described.engine, tmp_path, first)
    import_lines(described.engine, tmp_path, second)
    before = imported(described)
    assert {card for card, _ in before} == {"ash-owl", "ash-owl-six-4"}
    for path in (OWL_FILE, "demo/cards/ash-owl-six-4.yaml"):
        passes_through_a_file(described, corpus, path)
    import_lines(described.engine, tmp_path, second, first)
    assert imported(described) == before


def test_a_card_that_stands_comes_before_one_that_is_gone(described, corpus, tmp_path):
    import_lines(described.engine, tmp_path, owl())
    passes_through_a_file(described, corpus)
    told = corpus.read(LYNX_FILE).replace("Stone Lynx", "Ash Owl").replace("002", "9")
    corpus.write("demo/cards/grey-owl.yaml", told)
    described.load(corpus)
    report = import_lines(described.engine, tmp_path, owl())
    assert (report.curated, imported(described)) == (1, [])


def test_faces_of_a_card_are_recorded_again_in_their_places(described, corpus, tmp_path):
    lines = [
        line(
            version("2024-02-01", f"{face}."),
            key=face,
            printings=[printing("TWO", number, layout="split", faces=["Dusk", "Dawn"])],
        )
        for face, number in (("Dusk", "5a"), ("Dawn", "5b"))
    ]
    import_lines(described.engine, tmp_path, *lines)
    before = imported(described)
    passes_through_a_file(described, corpus, "demo/cards/dusk-dawn.yaml", "Dusk")
    import_lines(described.engine, tmp_path, lines[1] | {"name": "Morn", "key": "Dawn", "printings": []})
    import_lines(described.engine, tmp_path, *lines)
    assert imported(described) == before
    [told] = described.rows(
        "record", "kind = 'sighting' AND key LIKE '%gallery/en/1' AND seq > 3 AND seq < 6"
    )
    assert '"shown_as":["Dawn"]' in told[-1]
