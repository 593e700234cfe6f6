"""Cards whose faces are told one by one, after or before they are told as one: the same in every order."""

import pytest

from service.domain.refusals import AmbiguousIdentity
from tests.support.cutting import make_cutting, said
from tests.support.importing import import_lines, line, printing, version

FACES = {"layout": "split", "faces": ["Dusk", "Dawn"]}


@pytest.fixture
def cutting(databases, migrated, corpus, tmp_path):
    return make_cutting(databases, migrated, corpus, tmp_path)


@pytest.fixture
def described(cutting, loaded, corpus):
    loaded.load(corpus)
    return loaded


def face(name, number):
    told = printing("TWO", number, text=f"{name}.", **FACES)
    return line(version("2024-02-01", f"{name}."), key=name, printings=[told])


DUSK, DAWN = face("Dusk", "5a"), face("Dawn", "5b")


def single(key="Dusk // Dawn", number="5", **more):
    """Return a line that tells a card with two faces, or one of these, as if it had one."""
    printings = [printing("TWO", number, text=f"{key}.")]
    return line(version("2024-02-01", f"{key}."), key=key, printings=printings, **more)


ONE = {
    "the text of all, by its number": single(),
    "the text of all, by its name": single(number="9"),
    "the text of all, of another source": single("dusk/dawn", source="list"),
    "the first face, of another source": single("Dusk", source="list"),
}


@pytest.mark.parametrize("one", ONE.values(), ids=ONE)
def test_before_or_after_its_faces_a_line_that_tells_none_is_of_the_same_card(cutting, one):
    once = cutting.imported([one, DUSK, DAWN])
    assert len(once) == 1
    for imports in (
        [[one], [DUSK, DAWN]],
        [[DUSK, DAWN], [one]],
        [[DUSK], [one], [DAWN]],
        [[DAWN], [one, DUSK]],
    ):
        again = cutting.imported(*imports)
        assert list(again.values()) == list(once.values())


SECOND = {
    "by its key": (single("Dawn", "5b"), "by its id it is each of demo/cards/dawn, demo/cards/dusk-dawn"),
    "of another source": (single("Dawn", source="list"), "it may be demo/cards/dusk-dawn"),
}


@pytest.mark.parametrize(("one", "found"), SECOND.values(), ids=SECOND)
def test_a_face_that_is_told_as_a_card_before_its_card_is_known_by_it_is_no_guess(cutting, one, found):
    once = cutting.imported([one, DUSK, DAWN])
    for imports in ([[one], [DUSK, DAWN]], [[DUSK, DAWN], [one]], [[DAWN], [one, DUSK]]):
        assert list(cutting.imported(*imports).values()) == list(once.values())
    with pytest.raises(AmbiguousIdentity, match=found):
        cutting.imported([DUSK], [one], [DAWN])


def test_a_card_that_was_told_as_one_text_keeps_its_ids(cutting):
    [whole] = cutting.imported([single()])
    assert list(cutting.imported([single()], [DUSK, DAWN])) == [whole] == ["demo/cards/dusk-dawn"]


@pytest.mark.parametrize("turn", [1, -1])
def test_a_card_of_which_two_faces_were_told_as_one_is_no_guess(cutting, turn):
    """Of which face its printed words are can't be told any longer."""
    first = [single("Dusk", source="list"), single()][::turn]
    with pytest.raises(AmbiguousIdentity, match="not all of that is of the same one of these"):
        cutting.imported([first[0]], [first[1]], [DUSK, DAWN])


def test_what_was_told_as_one_text_and_is_passed_over_is_told(described, tmp_path):
    import_lines(described.engine, tmp_path, single())
    report = import_lines(described.engine, tmp_path, DUSK, DAWN)
    [told] = report.passed_over
    assert told.reason == "demo/cards/dusk-dawn was told as one text before: that gives way to its faces"


def test_partners_that_are_cards_of_their_own_stay_so_when_one_is_told_again(described, tmp_path):
    faces = ["Dusk", "Dawn"]
    lines = [
        line(
            version("2024-02-01", "Flip."),
            key=one,
            printings=[printing("TWO", number, layout="split", faces=listed)],
        )
        for one, number, listed in (("Dusk", "5", faces), ("Dawn", "6", faces[::-1]))
    ]
    import_lines(described.engine, tmp_path, *lines)
    for one in lines:
        one["versions"].append(version("2024-06-01", "Flip!", before="2024-05-20", name=one["name"]))
        report = import_lines(described.engine, tmp_path, one)
        assert (report.cards, report.new) == (1, 0)
    assert list(said(described.engine)) == ["demo/cards/dawn", "demo/cards/dusk"]
