"""Which card a line tells of: by ids, then set and number, then name; ids never move."""

import pytest

from service.domain.refusals import AmbiguousIdentity
from service.domain.texts import text_sha256
from service.store.connection import reading
from service.store.names import find_by_name, find_by_number
from tests.support.corpora import LYNX_FILE
from tests.support.importing import SOURCES_FILE, import_lines, line, printing, readings, version
from tests.support.planting import faults

FACES = {"layout": "split", "faces": ["Dusk", "Dawn"]}


def owl(**more):
    return line(version("2024-02-01", "Fly."), **more)


def renamed(told):
    """Return a line in which the card had another name first."""
    first = version("2024-01-20", "Fly.", name="Old Owl")
    return told | {"versions": [first, *(one | {"prev_seen_on": "2024-01-25"} for one in told["versions"])]}


def cards(described):
    """Return the ids of the cards that are not in the corpus."""
    known = described.rows("(SELECT DISTINCT subject FROM known_id) AS known")
    return sorted(subject.rpartition("/")[2] for (subject,) in known)


def printings(described):
    """Return the printings that stand and that imports recorded: id, set, number and language."""
    rows = described.rows("printing", "standing AND subject IN (SELECT subject FROM known_id)")
    return sorted((row[3], row[5], row[6], row[7]) for row in rows)


def french(**more):
    return line(version("2024-02-01", "Vole.", name="Hibou"), name="Hibou", lang="French", **more)


SAME = {
    "its number, in another language": french(),
    "its name, in another language": owl(lang="French", printings=[printing("SIX", "4", "fr")]),
    "the source's own key, under another name": owl(name="Ash Owl the Elder", printings=[]),
    "the id of a printing": owl(key="Cinder Owl", source="list", printings=[printing("SIX", "9", id=7)]),
    "set and number": owl(key="Cinder Owl", source="list"),
    "another case of the set": owl(key="Cinder Owl", source="list", printings=[printing("two", "1")]),
    "blanks around": owl(key=" Ash Owl ", source="list", printings=[printing(" TWO ", " 1 ")]),
    "zeros before the number": owl(key="Cinder Owl", source="list", printings=[printing("TWO", "001")]),
    "the name": owl(source="list", printings=[]),
    "the name in another case": owl(key="ASH OWL", source="list", printings=[]),
    "a name that it bore before": owl(
        source="list", name="Old Owl", versions=[version("2024-02-01", "Fly.", name="Old Owl")], printings=[]
    ),
    "the name with accents": owl(key="Ásh Öwl", source="list", printings=[]),
    "a name before or after, of the same source": line(
        version("2025-02-01", "Fly."), key="ash owl", last="2025-03-01", printings=[printing("SIX", "1")]
    ),
}


@pytest.mark.parametrize("told", SAME.values(), ids=SAME)
@pytest.mark.parametrize("together", [True, False], ids=["in one import", "in two"])
def test_a_line_tells_of_the_card_that_it_fits(described, corpus, tmp_path, told, together):
    corpus.edit(SOURCES_FILE, "    title: A list\n", "    title: A list\n    external_ids: pictures\n")
    described.load(corpus)
    first = renamed(owl(printings=[printing(id=7)]))
    for lines in ([told, first],) if together else ([first], [told]):
        report = import_lines(described.engine, tmp_path, *lines)
    assert (len(cards(described)), report.new) == (1, 1 if together else 0)


OTHER = {
    "its key in another language, and nothing else": french(printings=[printing("TWO", "2")]),
    "a second card of the name, shown at the same time": owl(key="ash owl", printings=[printing("TWO", "2")]),
    "a token of the name": owl(key="ash owl", printings=[printing("TWO", "2", layout="token")]),
    "another card at the same number": owl(key="Bell Owl", name="Bell Owl"),
    "another name": owl(key="Ash Bowl", printings=[printing("TWO", "2")]),
}


@pytest.mark.parametrize("told", OTHER.values(), ids=OTHER)
@pytest.mark.parametrize("together", [True, False], ids=["in one import", "in two"])
def test_a_line_that_fits_no_card_is_a_new_one(described, tmp_path, told, together):
    first = owl()
    for lines in ([first, told],) if together else ([first], [told]):
        import_lines(described.engine, tmp_path, *lines)
    assert len(cards(described)) == 2
    assert len({one for one, *_ in printings(described)}) == len(printings(described)) == 2


LAYOUTS = {"one that sorts first": "art", "one that sorts last": "wide", "one that says nothing": "normal"}


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
@pytest.mark.parametrize("together", [True, False], ids=["in one import", "in two"])
def test_a_token_with_another_layout_too_is_a_token(described, tmp_path, layout, together):
    token = owl(printings=[printing(layout="token"), printing("SIX", "1", layout=layout)])
    card = owl(source="list", printings=[printing("SIX", "9")])
    for lines in ([token, card],) if together else ([token], [card]):
        import_lines(described.engine, tmp_path, *lines)
    assert len(cards(described)) == 2


def test_a_layout_that_means_a_token_with_another_source_makes_none(described, corpus, tmp_path):
    corpus.edit(SOURCES_FILE, "    title: A list\n", "    title: A list\n    token_layouts: [wide]\n")
    described.load(corpus)
    import_lines(described.engine, tmp_path, owl(printings=[printing(layout="wide")]))
    import_lines(described.engine, tmp_path, owl(key="Cinder Owl", source="list"))
    assert len(cards(described)) == 1


@pytest.mark.parametrize("again", [{}, {"key": " Ash Owl ", "name": "Grey Owl"}, {"printings": []}])
def test_ids_never_move_on_a_later_import(described, tmp_path, again):
    import_lines(described.engine, tmp_path, owl())
    before = printings(described)
    told = owl(**again)
    told["versions"].append(version("2024-06-01", "Fly off.", before="2024-05-20") | {"name": told["name"]})
    import_lines(described.engine, tmp_path, told)
    assert cards(described) == ["ash-owl"]
    assert printings(described) == before


@pytest.mark.parametrize("together", [True, False], ids=["in one import", "in two"])
def test_a_name_that_two_cards_bear_is_no_guess(described, tmp_path, together):
    lines = [owl(), owl(key="ash owl", printings=[printing("TWO", "2")])]
    told = owl(source="list", printings=[])
    if together:
        lines.append(told)
    else:
        import_lines(described.engine, tmp_path, *lines)
        lines = [told]
    before = described.everything()
    with pytest.raises(AmbiguousIdentity) as caught:
        import_lines(described.engine, tmp_path, *lines)
    assert len(caught.value.extra["candidates"]) == 2
    assert described.everything() == before


@pytest.mark.parametrize("extra", [0, 300], ids=["beside each other", "with many between"])
def test_lines_that_fit_one_card_of_the_ledger_by_other_means_are_of_one_card(described, tmp_path, extra):
    import_lines(described.engine, tmp_path, owl(printings=[printing(), printing("SIX", "4")]))
    by_number = owl(key="Grey Owl", source="list", last="2024-04-01", printings=[printing("SIX", "004")])
    by_name = line(version("2024-05-20", "Fly."), key="ASH OWL", source="list", printings=[])
    others = [
        line(version("2024-02-01", "Swim."), key=f"Eel {number}", printings=[printing("EEL", str(number))])
        for number in range(extra)
    ]
    report = import_lines(described.engine, tmp_path, by_number, *others, by_name)
    assert (len(cards(described)), report.new) == (1 + extra, extra)
    assert faults(described.engine) == []


def test_a_card_of_another_name_at_the_same_number_is_no_guess_if_it_has_more(described, tmp_path):
    import_lines(described.engine, tmp_path, owl())
    told = owl(key="Bell Owl", source="list", printings=[printing(), printing("SIX", "4")])
    with pytest.raises(AmbiguousIdentity, match="it may be demo/cards/ash-owl"):
        import_lines(described.engine, tmp_path, told)


@pytest.mark.parametrize("order", [("Dusk", "Dawn"), ("Dawn", "Dusk")])
@pytest.mark.parametrize("together", [True, False], ids=["in one import", "in two"])
def test_faces_that_are_told_one_by_one_are_one_card(described, tmp_path, order, together):
    number = {"Dusk": "5a", "Dawn": "5b"}
    lines = [
        line(version("2024-02-01", f"{face}."), key=face, printings=[printing("TWO", number[face], **FACES)])
        for face in order
    ]
    for some in (lines,) if together else ([lines[0]], [lines[1]]):
        import_lines(described.engine, tmp_path, *some)
    assert cards(described) == ["dusk-dawn"]
    assert [row[2] for row in printings(described)] == ["5"]
    with reading(described.engine) as conn:
        for name in ("Dusk", "Dawn", "Dusk // Dawn"):
            assert [one.subject.name for one in find_by_name(conn, "demo", name)] == ["dusk-dawn"]


@pytest.mark.parametrize("name", ["Dusk // Dawn", "Dusk/Dawn", "dusk / dawn"])
@pytest.mark.parametrize("together", [True, False], ids=["in one import", "in two"])
def test_a_line_that_tells_all_faces_as_one_text_is_passed_over_and_told(described, tmp_path, name, together):
    faces = [
        line(version("2024-02-01", f"{face}."), key=face, printings=[printing("TWO", f"5{letter}", **FACES)])
        for face, letter in (("Dusk", "a"), ("Dawn", "b"))
    ]
    whole = line(version("2024-02-01", "Dusk.\n//\nDawn."), key=name, printings=[])
    if together:
        report = import_lines(described.engine, tmp_path, *faces, whole)
    else:
        import_lines(described.engine, tmp_path, *faces)
        report = import_lines(described.engine, tmp_path, whole)
    assert cards(described) == ["dusk-dawn"]
    [told] = report.passed_over
    assert "told face by face elsewhere" in told.reason


def partners():
    return [
        line(
            version("2024-02-01", "Flip."),
            key=one,
            printings=[printing("TWO", number, layout="split", faces=[one, other])],
        )
        for one, other, number in (("Okaun", "Zndrsplt", "5a"), ("Zndrsplt", "Okaun", "6a"))
    ]


def test_partners_that_name_each_other_are_two_cards(described, tmp_path):
    import_lines(described.engine, tmp_path, *partners())
    assert cards(described) == ["okaun", "zndrsplt"]


@pytest.mark.parametrize("turn", [1, -1])
def test_partners_that_come_in_two_imports_are_not_taken_for_faces_of_one_card(
    described, corpus, tmp_path, turn
):
    first, second = partners()[::turn]
    import_lines(described.engine, tmp_path, first)
    [card] = cards(described)
    before = described.everything()
    with pytest.raises(
        AmbiguousIdentity, match=f"two cards that name each other.*give demo/cards/{card} a file"
    ):
        import_lines(described.engine, tmp_path, second)
    assert described.everything() == before
    corpus.write(
        f"demo/cards/{card}.yaml", corpus.read(LYNX_FILE).replace("Stone Lynx", "Okaun").replace("002", "9")
    )
    described.load(corpus)
    import_lines(described.engine, tmp_path, first, second)


def dusk_and_dawn(faces, **more):
    return [
        line(
            version("2024-02-01", f"{face}."),
            version("2024-03-10", f"{face}!", before="2024-03-01"),
            key=face,
            printings=[printing("TWO", number, layout="split", faces=faces, text=f"{face}.")],
            **more,
        )
        for face, number in (("Dusk", "5a"), ("Dawn", "5b"))
    ]


@pytest.mark.parametrize(
    ("faces", "cut"),
    [(["Dusk", "Dawn"], 0), (["Dawn", "Dusk"], 0), (["Dawn", "Dusk"], 1), (["Dawn", "Dusk"], 2)],
    ids=["in one order", "in another", "of one face first", "in two imports"],
)
def test_faces_that_two_sources_tell_are_those_of_one_card(described, corpus, tmp_path, faces, cut):
    corpus.edit(SOURCES_FILE, "    title: A list\n", "    title: A list\n    joined_layouts: [split]\n")
    described.load(corpus)
    lines = [*dusk_and_dawn(["Dusk", "Dawn"]), *dusk_and_dawn(faces, source="list")]
    for some in (lines[:cut], lines[cut:]):
        import_lines(described.engine, tmp_path, *some)
    assert cards(described) == ["dusk-dawn"]
    assert [row[2] for row in printings(described)] == ["5"]
    told = readings(described.engine)["demo/cards/dusk-dawn"]
    assert [one[0] for one in told[1]] == ["gallery-2024-03-10"]
    last = told[0][-1][4]
    assert [face["rules_text"] for face in last] == [text_sha256("Dusk!"), text_sha256("Dawn!")]


def test_printings_without_a_number_are_told_apart_by_their_card_and_id(described, tmp_path):
    both = [printing("OLD", None, id=1), printing("OLD", None, id=2, text="Fly!")]
    import_lines(described.engine, tmp_path, owl(printings=both))
    assert [row[:3] for row in printings(described)] == [
        ("old-ash-owl-1-en", "OLD", None),
        ("old-ash-owl-2-en", "OLD", None),
    ]


def test_two_cards_at_one_number_have_printings_of_their_own(described, tmp_path):
    import_lines(described.engine, tmp_path, owl(), owl(key="Bell Owl", name="Bell Owl"))
    assert [row[0] for row in printings(described)] == ["two-1-ash-owl-en", "two-1-bell-owl-en"]
    with reading(described.engine) as conn:
        assert len(find_by_number(conn, "demo", "TWO", "1", "en")) == 2


def test_names_in_other_languages_find_a_card_and_need_not_be_unique(described, tmp_path):
    french = {"names": {"French": "Hibou"}}
    lines = [
        line(version("2024-02-01", "Fly."), key=key, printings=[printing("TWO", number, **french)])
        for key, number in (("Ash Owl", "1"), ("Bell Owl", "2"))
    ]
    import_lines(described.engine, tmp_path, *lines)
    with reading(described.engine) as conn:
        found = [one.subject.name for one in find_by_name(conn, "demo", "Hibou")]
    assert found == ["ash-owl", "bell-owl"]
