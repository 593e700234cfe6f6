"""Printings of which several lines or sources tell are told once, the same in any order and any imports."""

import json
import random
from itertools import permutations

import pytest

from service.domain.ids import SubjectId
from service.store.connection import reading
from service.store.records import iter_records
from service.store.subjects import load_aliases
from tests.support.corpora import Loaded
from tests.support.exports import engine_on
from tests.support.importing import SOURCES, SOURCES_FILE, import_lines, line, printing, readings, version
from tests.support.planting import faults

OWL = "demo/cards/ash-owl"


@pytest.fixture
def described(loaded, corpus):
    """The small corpus with two sources that name each its own catalogue, in entry 1."""
    corpus.write(SOURCES_FILE, SOURCES.replace("    leads: [{seen_on: 2024-05-20, document: page}]\n", ""))
    corpus.edit(SOURCES_FILE, "    title: A list\n", "    title: A list\n    external_ids: words\n")
    loaded.load(corpus)
    return loaded


def owl(*told, **more):
    return line(version("2024-02-01", "Fly."), printings=list(told), **more)


def records(engine, kind="printing", subject=OWL):
    """Return the bodies of the records of a card, in order."""
    with reading(engine) as conn:
        found = iter_records(conn, kind, subject)
        return sorted(json.dumps(one.body, sort_keys=True) for one in found if one.body is not None)


def bodies(engine, *keys):
    found = [json.loads(one) for one in records(engine)]
    return [tuple(one.get(key) for key in keys) for one in found]


def test_no_printing_is_lost_of_which_lines_tell_in_part(described, tmp_path):
    lines = [owl(*(printing("OLD", None, id=id) for id in ids)) for ids in ((1, 2), (2, 3))]
    import_lines(described.engine, tmp_path, *lines)
    assert bodies(described.engine, "external_ids") == [
        (["pictures:1"],),
        (["pictures:2"],),
        (["pictures:3"],),
    ]


def test_a_set_in_two_spellings_is_one_set_and_its_printing_is_one(described, tmp_path):
    lines = [
        owl(printing("Nine", "1")),
        owl(printing("NINE", "001"), source="list"),
    ]
    import_lines(described.engine, tmp_path, *lines)
    assert bodies(described.engine, "set", "number") == [("NINE", "001")]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
@pytest.mark.parametrize("together", [True, False], ids=["in one import", "in two"])
def test_ids_are_of_the_catalogue_of_the_source_that_tells_them(described, tmp_path, order, together):
    lines = [owl(printing(id=7)), owl(printing(id=8), source="list")]
    told = [lines[place] for place in order]
    for some in (told,) if together else ([told[0]], [told[1]]):
        import_lines(described.engine, tmp_path, *some)
    assert bodies(described.engine, "external_ids") == [(["pictures:7", "words:8"],)]


def several():
    """Return lines of two sources that tell of printings of one card, none of all, and each otherwise."""
    names = [{"French": "Hibou", "German": "Eule"}, {"French": "Hulotte", "German": "Kauz"}]
    dated = {"set_name": "Two", "lang": "en"}
    return [
        owl(printing(id=1, names=names[0]), printing("TWO", "2", "fr", text="Vole.")),
        owl(
            printing(id=1, text="Fly!", released_on="2024-01-10", names=names[1]),
            printing("SIX", "5", released_on="2024"),
        ),
        owl(
            printing("SIX", "005", released_on="2024-03", text=" Soar."),
            {"set": "two", "number": "02", "text": "Vole!"} | dated | {"lang": "fr"},
            source="list",
        ),
        owl(printing("SIX", "5", "fr", text="Plane.", released_on="2024-04-01"), source="list"),
    ]


@pytest.mark.parametrize("seed", range(6))
def test_printings_are_the_same_in_any_order_and_any_imports(
    described, databases, migrated, corpus, tmp_path, seed
):
    import_lines(described.engine, tmp_path, *several())
    rng = random.Random(seed)
    lines = several()
    rng.shuffle(lines)
    with engine_on(databases.new(migrated)) as engine:
        Loaded(engine).load(corpus)
        while lines:
            count = rng.randint(1, len(lines))
            import_lines(engine, tmp_path, *lines[:count])
            lines = lines[count:]
        for kind in ("printing", "aliases"):
            assert _without_ids(engine, kind) == _without_ids(described.engine, kind)
        assert _words(engine) == _words(described.engine)
        assert faults(engine) == []


def _without_ids(engine, kind):
    """Return the bodies without our ids: those that were given stay, whatever comes later."""
    told = [json.loads(one) for one in records(engine, kind)]
    return sorted(json.dumps({key: value for key, value in one.items() if key != "id"}) for one in told)


def _words(engine):
    return readings(engine)[OWL]


@pytest.mark.parametrize("order", [*permutations(range(4))][::5])
def test_ids_are_the_same_in_any_order_of_one_import(described, databases, migrated, corpus, tmp_path, order):
    import_lines(described.engine, tmp_path, *several())
    with engine_on(databases.new(migrated)) as engine:
        Loaded(engine).load(corpus)
        import_lines(engine, tmp_path, *(several()[place] for place in order))
        assert records(engine) == records(described.engine)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
@pytest.mark.parametrize("together", [True, False], ids=["in one import", "in two"])
def test_of_several_names_in_a_language_without_a_text_the_first_by_name_stays(
    described, tmp_path, order, together
):
    lines = [owl(printing(names={"German": name})) for name in ("Kauz", "Eule")]
    told = [lines[place] for place in order]
    for some in [told] if together else [[one] for one in told]:
        import_lines(described.engine, tmp_path, *some)
    with reading(described.engine) as conn:
        assert load_aliases(conn, SubjectId.parse(OWL)).names == {"de": "Eule"}
