"""A pinned answer is the same to the last byte while a slow writer commits and a second one waits for it."""

from itertools import pairwise

import pytest

from service.app import create_app
from service.config import Settings
from service.domain.ids import SubjectId
from service.ingest.loader import load_corpus
from service.store.connection import reading
from service.store.ledger import load_head
from service.store.timelines import load_assertions
from tests.support.cases import CARD, at
from tests.support.corpora import Folder
from tests.support.planting import faults
from tests.support.races import Race
from tests.support.repeating import Repeated

PINNED = [
    f"{CARD}/text?on=2024-07-01&as_of=",
    f"{CARD}/text?on=2024-07-01&view=contemporary&as_of=",
    f"{CARD}/timeline?as_of=",
    f"{CARD}/diff?from=base&to=2024-12-01&as_of=",
    "/v1/printings/one-1?on=2024-12-01&as_of=",
]

NEW = """\
  - {{id: {0}, effective_from: {1}, announced_on: 2024-09-01, class: wording, rules_text: {0}}}
"""

MOMENTS = 9
"""How many steps of two writers there are, and the moment before all."""


@pytest.fixture
def writers(three_own, tmp_path):
    """Load one erratum, and the same with a second one: as a slow writer and one that waits for it do."""
    files = {
        str(path.relative_to(three_own.folder.root)): path.read_text("utf-8")
        for path in three_own.folder.root.rglob("*.yaml")
    }
    card = "demo/cards/card.yaml"
    slow = files | {card: files[card] + NEW.format("slow", "2024-07-01")}
    fast = files | {card: slow[card] + NEW.format("fast", "2024-10-01")}
    folders = [Folder(tmp_path / name, each) for name, each in (("slow", slow), ("fast", fast))]

    def load(folder, now):
        return lambda engine: load_corpus(engine, folder.root, at(now)).entry.seq

    return load(folders[0], "2024-09-02T00:00"), load(folders[1], "2024-09-01T00:00")


def client_of(made):
    app = create_app(Settings(database_url=made.url, now=at("2025-06-01T00:00")))
    return app, app.test_client()


def answered(client, pin):
    """Return everything that is answered at a pin: status, tag and bytes."""
    responses = [client.get(f"{path}{pin}") for path in PINNED]
    return [(one.status_code, one.headers.get("ETag"), one.data) for one in responses]


def check_pins_while_two_write(made, writers, times):
    """Let a slow writer and one that waits for it commit while others read, and refuse any other answer."""
    apps = []

    def fresh():
        app, client = client_of(made)
        apps.append(app)
        return client

    pins, feed, engine = fresh(), fresh(), made.loaded.engine
    share = -(-times // MOMENTS)

    def unpinned():
        """Return which of the two new entries are there, by three ways; the later one is looked for first."""
        found = [feed.get(f"{PINNED[0]}{pin}").status_code == 200 for pin in (5, 4)]
        changes = feed.get("/v1/changes?after=3&limit=500").get_json()["changes"]
        with reading(engine) as conn:
            head = load_head(conn).seq
            last = max(one.seq for one in load_assertions(conn, SubjectId("demo", "cards", "card")))
        return found[::-1], sorted({int(one["version"].partition("-")[0]) for one in changes}), (head, last)

    first = answered(pins, 3)
    assert {status for status, _, _ in first} == {200}
    with (
        Race(made.url, *writers) as race,
        Repeated(lambda: answered(pins, 3)) as pinned,
        Repeated(unpinned) as others,
    ):

        def look(entries):
            pinned.further(share)
            expected = [seq in entries for seq in (4, 5)], entries, (3 + len(entries),) * 2
            assert others.further(2) == [expected, expected]

        look([])
        for step in "AAAB":  # B asks for the lock and waits
            race.let(step)
            look([])
        race.let("A")
        look([4])
        assert [writer.result for writer in race.committed] == [4]
        second = answered(fresh(), 4)
        at_four = fresh()
        with Repeated(lambda: answered(at_four, 4)) as repeated:
            for step in "BB":
                race.let(step)
                look([4])
            race.let("B")
            look([4, 5])
            repeated.further(share)
        assert [writer.result for writer in race.committed] == [4, 5]
    assert len(pinned.seen) >= times
    assert all(each == first for each in pinned.seen)
    assert all(each == second for each in repeated.seen)
    assert first != second
    for found, entries, (head, last) in others.seen:
        assert found in ([False, False], [True, False], [True, True])
        assert entries in ([], [4], [4, 5])
        assert head == last
    for earlier, later in pairwise(others.seen):
        assert all(one <= other for one, other in zip(earlier, later, strict=True))
    assert answered(fresh(), 3) == first
    assert faults(engine) == []
    for app in apps:
        app.extensions["errata"].engine.dispose()


def test_a_pinned_answer_never_changes_while_others_write(three_own, writers):
    check_pins_while_two_write(three_own, writers, 20)


@pytest.mark.proof
def test_a_thousand_pinned_answers_never_change_while_others_write(three_own, writers):
    check_pins_while_two_write(three_own, writers, 200)
