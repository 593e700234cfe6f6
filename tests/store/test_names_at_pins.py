"""Finding by name and by number at a pin: what was recorded up to an entry, whatever was recorded since."""

from collections.abc import Iterator

import pytest

from service.store.connection import reading
from service.store.names import find_by_name, find_by_number, find_printing
from tests.support.corpora import LYNX_FILE, WARDEN_FILE, Folder, Loaded

FIRST, SECOND = 1, 2
"""The entry of the first load, and that of the edit."""


@pytest.fixture
def loaded(engine) -> Iterator[Loaded]:
    return Loaded(engine)


@pytest.fixture
def corpus(loaded, tmp_path) -> Folder:
    """The small corpus, loaded once."""
    folder = Folder(tmp_path / "card_texts")
    assert loaded.load(folder).entry.seq == FIRST
    return folder


def reload(loaded, folder):
    assert loaded.load(folder).entry.seq == SECOND


def by_name(loaded, name, as_of=None):
    with reading(loaded.engine) as conn:
        return [match.subject.name for match in find_by_name(conn, "demo", name, as_of)]


def by_number(loaded, number, as_of=None, lang="en"):
    with reading(loaded.engine) as conn:
        return [match.subject.name for match in find_by_number(conn, "demo", "ONE", number, lang, as_of)]


def printing(loaded, id, as_of=None):
    with reading(loaded.engine) as conn:
        found = find_printing(conn, id, as_of)
    return found and found.subject.name


@pytest.mark.parametrize(
    ("old", "new"),
    [("Stone Lynx", "Stony Lynx"), ("Wächter", "Wächterin"), ("Gardien bringé", "Gardien bringue")],
    ids=["a name", "an alias", "a translated name"],
)
def test_a_name_that_was_mended_is_found_at_the_old_pin_alone(loaded, corpus, old, new):
    path = LYNX_FILE if old == "Stone Lynx" else WARDEN_FILE
    corpus.edit(path, old, new)
    reload(loaded, corpus)
    card = path.rpartition("/")[2].removesuffix(".yaml")
    assert (by_name(loaded, old, FIRST), by_name(loaded, new, FIRST)) == ([card], [])
    assert (by_name(loaded, old, SECOND), by_name(loaded, new, SECOND)) == ([], [card])
    assert (by_name(loaded, old), by_name(loaded, new)) == ([], [card])


def test_a_printing_whose_number_was_corrected_is_found_by_the_number_of_the_pin(loaded, corpus):
    corpus.edit(LYNX_FILE, '"002"', '"003"')
    reload(loaded, corpus)
    assert (by_number(loaded, "002", FIRST), by_number(loaded, "003", FIRST)) == (["stone-lynx"], [])
    for pin in (SECOND, None):
        assert (by_number(loaded, "002", pin), by_number(loaded, "003", pin)) == ([], ["stone-lynx"])
    assert [printing(loaded, "one-002-en", pin) for pin in (FIRST, SECOND, None)] == ["stone-lynx"] * 3


def test_a_printing_in_another_language_is_found_in_that_language_at_its_pin(loaded, corpus):
    corpus.edit(WARDEN_FILE, "names: {de: Wächter}\n", "")
    corpus.edit(WARDEN_FILE, "lang: fr", "lang: de")
    reload(loaded, corpus)
    assert by_number(loaded, "001", FIRST, "fr") == by_number(loaded, "001", None, "de") == ["brindle-warden"]
    assert by_number(loaded, "001", FIRST, "de") == by_number(loaded, "001", None, "fr") == []


def test_a_removed_card_is_found_at_the_pins_of_its_time_alone(loaded, corpus):
    corpus.remove(LYNX_FILE)
    reload(loaded, corpus)
    for pin, found in ((FIRST, ["stone-lynx"]), (SECOND, []), (None, [])):
        assert by_name(loaded, "Stone Lynx", pin) == found
        assert by_number(loaded, "002", pin) == found
        assert printing(loaded, "one-002-en", pin) == (found[0] if found else None)


def test_a_printing_that_moved_to_another_card_is_found_with_the_card_of_the_pin(loaded, corpus):
    corpus.edit(
        LYNX_FILE, '  - {id: one-002-en, set: ONE, number: "002", lang: en, released_on: 2024-01-10}\n', ""
    )
    corpus.edit(
        LYNX_FILE,
        "printings:\n",
        "printings:\n  - {id: one-009, set: ONE, lang: en, released_on: 2024-01-10}\n",
    )
    corpus.edit(
        WARDEN_FILE,
        "printings:\n",
        'printings:\n  - {id: one-002-en, set: ONE, number: "002", lang: en, released_on: 2024-01-10}\n',
    )
    reload(loaded, corpus)
    found = [printing(loaded, "one-002-en", pin) for pin in (FIRST, SECOND, None)]
    assert found == ["stone-lynx", "brindle-warden", "brindle-warden"]
    assert [by_number(loaded, "002", pin) for pin in (FIRST, None)] == [["stone-lynx"], ["brindle-warden"]]


def test_at_a_pin_before_its_entry_a_card_is_not_found(loaded, corpus):
    text = corpus.read(LYNX_FILE)
    corpus.write("demo/cards/late-lynx.yaml", text.replace("Stone", "Late").replace("002", "004"))
    reload(loaded, corpus)
    for pin, found in ((FIRST, []), (SECOND, ["late-lynx"]), (None, ["late-lynx"])):
        assert by_name(loaded, "Late Lynx", pin) == found
        assert by_number(loaded, "004", pin) == found
        assert printing(loaded, "one-004-en", pin) == (found[0] if found else None)


TWO_FACES = """\
faces:
  - base: {name: Fire, rules_text: A.}
  - base: {name: Ice, rules_text: B.}
printings:
  - {id: one-005-en, set: ONE, number: "005", lang: en, released_on: 2024-01-10}
"""


def test_the_whole_name_of_a_card_with_two_faces_is_found_as_it_was_at_the_pin(loaded, corpus):
    corpus.write("demo/cards/fire-ice.yaml", TWO_FACES)
    reload(loaded, corpus)
    corpus.edit("demo/cards/fire-ice.yaml", "name: Fire", "name: Fyre")
    loaded.load(corpus)
    assert by_name(loaded, "Fire // Ice", SECOND) == by_name(loaded, "Fyre // Ice") == ["fire-ice"]
    assert by_name(loaded, "Fire // Ice") == by_name(loaded, "Fyre // Ice", SECOND) == []
