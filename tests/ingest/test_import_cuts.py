"""In whatever order lines come, and in however many imports: the ledger says the same, or one is refused.

What may differ is left out of what is drawn or of what is compared: how a set is spelled, which ids cards of
one name get, in which order faces stand, and which of several printings is one without an id. Cards of
different names share no number: whether they are one is decided by what is known when the second comes. What
tells of a card with faces has a number: the name of a face is known once something was told of it.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.refusals import AmbiguousIdentity
from tests.support.cutting import make_cutting
from tests.support.importing import line, printing, version
from tests.support.sizes import SIZES, drawn

TEXTS = st.sampled_from(["Fly.", "Swim."])
DAYS = st.sampled_from(
    [("2024-02-01", "2024-03-01"), ("2024-03-01", "2024-04-30"), ("2024-04-01", "2024-04-30")]
)
CARDS = [
    ("Ash Owl", [], ["1", "01", "3a"]),
    ("ASH OWL", [], ["1", "0001", "2"]),
    ("Bell Owl", [], ["4A", "004a"]),
    ("Dusk // Dawn", [], ["5", "05"]),
    ("Dusk", ["Dusk", "Dawn"], ["5a", "05A"]),
    ("Dawn", ["Dusk", "Dawn"], ["5b", "5"]),
    ("Flip", ["Flip", "Flop"], ["6", "06"]),
    ("Flop", ["Flop", "Flip"], ["7", "007"]),
]
"""What a card or one of its faces is called, which faces are listed, and how its number is written."""


@st.composite
def lines(draw):
    """Draw a line: of a card or of one face of it, by one source in one language, with a printing or none."""
    key, listed, numbers = draw(st.sampled_from(CARDS))
    layout = {"layout": "split", "faces": listed} if listed else {}
    source = (
        draw(st.sampled_from(["gallery", "gallery", "list"])) if key not in ("Flip", "Flop") else "gallery"
    )
    first, last = draw(DAYS)
    named = (
        {"id": draw(st.integers(1, 2)) + 10 * int(numbers[0].strip("abA0"))}
        if source == "gallery" and not listed and draw(st.booleans())
        else {}
    )
    told = printing(
        draw(st.sampled_from(["TWO", "two"])),
        draw(st.sampled_from(numbers)),
        draw(st.sampled_from(["en", "en", "fr"])),
        **named,
        **layout,
    )
    return line(
        version(first, draw(TEXTS)),
        key=key,
        lang=draw(st.sampled_from(["en", "en", "French"])) if source == "gallery" else "en",
        source=source,
        last=last,
        printings=[told] if "5" in numbers or layout or draw(st.booleans()) else [],
    )


@pytest.fixture
def cutting(databases, migrated, corpus, tmp_path):
    return make_cutting(databases, migrated, corpus, tmp_path)


def said(cutting, *imports):
    """Return what the ledger says of each card, whatever its id; None where an import was refused."""
    try:
        cards = cutting.imported(*imports)
    except AmbiguousIdentity:
        return None
    return sorted(
        (repr(texts), sorted((code.casefold(), *rest) for code, *rest in printings))
        for texts, printings in cards.values()
    )


@SIZES
def test_lines_say_the_same_in_one_import_and_in_several(cutting, size):
    @drawn(size, short=12)
    @given(st.lists(lines(), min_size=2, max_size=5), st.data())
    def check(told, data):
        order = data.draw(st.permutations(told))
        cuts = sorted(data.draw(st.sets(st.integers(1, len(told) - 1), min_size=1)))
        imports = [order[start:end] for start, end in zip([0, *cuts], [*cuts, None], strict=True)]
        once, several = said(cutting, told), said(cutting, *imports)
        assert once is None or several is None or once == several

    check()


def test_of_printings_of_one_day_the_first_is_the_same_whatever_ids_they_got(cutting):
    seen = version("2024-02-01", "Fly.")
    first = line(seen, printings=[printing("TWO", "9", text="Dive."), printing("TWO", "1", text="Swim.")])
    second = line(seen, source="list", printings=[printing("TWO", "09", text="Dive.")])
    once = said(cutting, [first, second])
    assert once is not None
    assert once == said(cutting, [first], [second]) == said(cutting, [second], [first])
