"""The texts in effect on a day: the answers of the API, at places that stay."""

import json

import pytest

from service.domain.manifest import readable_json
from service.domain.refusals import ExportRefused
from service.ingest.reindex import rebuild_index
from service.store.connection import writing
from tests.support.building import Card
from tests.support.corpora import LYNX_FILE, SETS, WARDEN_FILE, Loaded
from tests.support.databases import record_card, record_game
from tests.support.exports import engine_on, export, files_of, manifest_in
from tests.support.planting import plant

DAYS = ["2001-01-01", "2002-10-07", "2003-06-01", "2015-03-27", "2025-10-31", "2026-01-14", "2030-01-01"]
"""Before any card, at a release, between, on days of errata, after the last."""

WARDEN = "current/demo/ONE/brindle-warden.json"


@pytest.fixture(scope="module")
def real(database_url, tmp_path_factory):
    """Return the export of the real cards for a day, made once."""
    top, made = tmp_path_factory.mktemp("real"), {}
    with engine_on(database_url) as engine:

        def on(day):
            if day not in made:
                export(engine, top / day, day)
                made[day] = top / day
            return made[day]

        yield on


@pytest.mark.parametrize("day", DAYS)
def test_the_file_of_every_card_is_the_answer_of_the_api_without_the_day(real, client, day):
    folder = real(day)
    index = json.loads((folder / "current/index.json").read_bytes())
    exported = {(one["game"], one["card"]): one for one in index["cards"]}
    lines = (folder / "current/all.ndjson").read_bytes().splitlines()
    all_cards = {(one["game"], one["card"]): one for one in map(json.loads, lines)}
    seen = 0
    listed = client.get("/v1/cards?limit=500&on=2030-01-01").json["cards"]
    for game, card in ((one["game"], one["card"]) for one in listed):
        response = client.get(f"/v1/cards/{game}/{card}/text?on={day}")
        if response.status_code == 404:
            assert (game, card) not in exported
            continue
        answer = response.json
        assert answer.pop("on") == day
        path = exported[game, card]["path"]
        assert (folder / path).read_bytes() == readable_json(answer)
        assert all_cards[game, card] == answer
        assert exported[game, card]["name"] == answer["name"]
        seen += 1
    assert len(exported) == len(all_cards) == seen == manifest_in(folder).counts["cards"]
    assert list(exported) == list(all_cards) == sorted(exported)
    cards = [path for path in files_of(folder) if path.startswith("current/") and path.count("/") == 3]
    assert sorted(one["path"] for one in exported.values()) == cards
    assert (seen > 0) == (day != DAYS[0])


def test_the_index_has_the_notice_of_every_game(real, client):
    index = json.loads((real(DAYS[-1]) / "current/index.json").read_bytes())
    games = client.get("/v1/games").json["games"]
    told = [(one["game"], one["name"], one["notice"]) for one in index["games"]]
    assert told == [(one["game"], one["name"], one["notice"]) for one in games]
    assert manifest_in(real(DAYS[-1])).notices == {one["game"]: one["notice"] for one in games}


def test_a_file_is_read_by_people_and_its_line_by_machines(loaded, folder):
    export(loaded.engine, folder, "2024-02-01")
    found = files_of(folder)
    text = found["current/other/ONE/far-card.json"].decode()
    assert text.startswith('{\n  "alternatives": [],\n')
    assert text.endswith("\n}\n")
    lines = found["current/all.ndjson"].decode().split("\n")
    assert lines[-1] == ""
    assert lines[2] == json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert [json.loads(line)["card"] for line in lines[:-1]] == ["brindle-warden", "stone-lynx", "far-card"]


FIRST_PRINTING = '  - {id: one-001-en, set: ONE, number: "001", lang: en, released_on: 2024-01-10}\n'
TWO = SETS + SETS.removeprefix("sets:\n").replace("ONE", "TWO").replace("First", "Second")


@pytest.mark.parametrize(
    "printing",
    [
        FIRST_PRINTING.replace("ONE", "TWO"),
        FIRST_PRINTING.replace("ONE", "TWO").replace("one-001-en", "two-001-en"),
        FIRST_PRINTING.replace("one-001", "a-001").replace("ONE", "TWO") + FIRST_PRINTING,
        "",
    ],
    ids=["corrected", "withdrawn for another", "joined by an earlier one", "withdrawn"],
)
def test_a_card_stays_in_its_folder_whatever_becomes_of_its_first_printing(loaded, corpus, folder, printing):
    export(loaded.engine, folder)
    assert WARDEN in files_of(folder)
    corpus.write("demo/sets.yaml", TWO)
    corpus.edit(WARDEN_FILE, FIRST_PRINTING, printing)
    assert loaded.load(corpus).entry
    export(loaded.engine, folder)
    assert WARDEN in files_of(folder)
    assert not any("TWO" in path for path in files_of(folder))


def test_the_first_scope_of_a_game_is_exported(engine, corpus, folder):
    corpus.edit(LYNX_FILE, "    effective_from:", "    scopes: [online]\n    effective_from:")
    Loaded(engine).load(corpus)
    export(engine, folder, "2024-04-01")
    answer = json.loads(files_of(folder)["current/demo/ONE/stone-lynx.json"])
    assert (answer["scope"], answer["oracle_text"]) == ("paper", "Ward 1.")


def test_a_card_without_a_printing_has_a_folder_of_its_own(engine, folder):
    card = Card()
    card.base("2024-01-10", "Ward 1.")
    with writing(engine) as conn:
        record_card(conn, card)
        record_game(conn)
        rebuild_index(conn)
    export(engine, folder)
    assert "current/demo/_/brindle-warden.json" in files_of(folder)


def test_a_card_that_was_removed_goes_and_stays_in_the_ledger(loaded, corpus, folder):  # 77
    export(loaded.engine, folder)
    before = files_of(folder)
    corpus.remove(LYNX_FILE)
    loaded.load(corpus)
    export(loaded.engine, folder)
    after = files_of(folder)
    assert {path for path in before if path not in after} == {"current/demo/ONE/stone-lynx.json"}
    assert after["ledger/00000001.ndjson"] == before["ledger/00000001.ndjson"]
    assert b"stone-lynx" in after["ledger/00000001.ndjson"]
    assert set(manifest_in(folder).files) == after.keys() - {"manifest.json"}


HOSTILE = ["../../x", "..", ".hidden", "/etc", "CON", "nul.txt", "a\\b", "Été 1", "x.", "%2e", "~", "a:b"]


def test_no_set_leads_out_of_the_export(engine, corpus, folder):
    sets = "sets:\n" + "".join(
        f"  - code: {json.dumps(code)}\n    name: Set {number}\n"
        "    releases:\n      - {region: world, lang: en, released_on: 2024-01-10}\n"
        for number, code in enumerate(["ONE", *HOSTILE])
    )
    corpus.write("demo/sets.yaml", sets)
    for number, code in enumerate(HOSTILE):
        text = corpus.read(LYNX_FILE).replace("set: ONE", f"set: {json.dumps(code)}")
        text = text.replace("one-002-en", f"odd-{number}").replace('"002"', f'"{number}"')
        corpus.write(f"demo/cards/odd-{number}.yaml", text.replace("Stone Lynx", f"Odd {number}"))
    Loaded(engine).load(corpus)
    export(engine, folder)
    found = [path for path in files_of(folder) if "/odd-" in path]
    assert len(found) == len(HOSTILE)
    assert all(path.startswith("current/demo/") and path.count("/") == 3 for path in found)
    assert {path.split("/")[2] for path in found} >= {"CON_", "nul_.txt", "%2E.%2F..%2Fx", "%2E%2E", "%252e"}
    assert sorted(one.name for one in folder.parent.iterdir()) == [".out.lock", "out"]


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ("refs = '['", "other/cards/far-card"),
        ("effective_until = NULL", "other/cards/far-card"),
        ("effective_until = 'infinity'", "other/cards/far-card"),
    ],
)
def test_what_can_not_be_read_is_named(loaded, folder, change, what):
    plant(loaded.engine, f"UPDATE segment SET {change} WHERE subject = 'other/cards/far-card'")
    with pytest.raises(ExportRefused, match=f"holds of {what} can't be read, "):
        export(loaded.engine, folder)
    assert not folder.exists()
