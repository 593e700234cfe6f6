"""Today is the civil date where the game is played, whatever the server's zone; dates have one spelling."""

import os
import subprocess
import sys

import pytest

from tests.support.cases import CARD


def test_today_is_the_day_where_the_game_is_played(three):
    response = three.get(now="2024-05-31T15:30")
    assert response.get_json()["oracle_text"] == "E1"
    assert "on=2024-06-01" in response.headers["Content-Location"]
    assert response.headers["Cache-Control"] == "public, max-age=60"


def test_a_second_before_midnight_there_it_is_still_the_day_before(three):
    response = three.get(now="2024-05-31T14:59:59")
    assert response.get_json()["oracle_text"] == "E2"
    assert response.headers["Cache-Control"] == "public, max-age=1"


@pytest.mark.parametrize(
    ("zone", "now", "day"),
    [
        ("Pacific/Kiritimati", "2024-05-31T10:00", "2024-06-01"),  # 14 hours ahead
        ("Pacific/Kiritimati", "2024-05-31T09:59:59", "2024-05-31"),
        ("Pacific/Pago_Pago", "2024-06-01T10:59:59", "2024-05-31"),  # 11 hours behind
        ("Pacific/Pago_Pago", "2024-06-01T11:00", "2024-06-01"),
        ("America/Los_Angeles", "2024-03-10T07:59:59", "2024-03-09"),  # the day on which an hour is left out
        ("America/Los_Angeles", "2024-03-10T08:00", "2024-03-10"),
        ("America/Los_Angeles", "2024-03-11T06:59:59", "2024-03-10"),
        ("America/Los_Angeles", "2024-03-11T07:00", "2024-03-11"),
        ("America/Los_Angeles", "2024-11-04T07:59:59", "2024-11-03"),  # the one on which an hour comes twice
        ("America/Los_Angeles", "2024-11-04T08:00", "2024-11-04"),
        ("Asia/Beirut", "2024-03-30T21:59:59", "2024-03-30"),  # a midnight that is left out
        ("Asia/Beirut", "2024-03-30T22:00", "2024-03-31"),
    ],
)
def test_midnight_is_the_games_own(ledger, zone, now, day):
    ledger.folder.edit("demo/game.yaml", "Asia/Tokyo", zone)
    ledger.card(
        "base: {name: Card, rules_text: P}\n"
        "printings: [{id: p, set: ONE, lang: en, released_on: 2024-02-02}]\n"
    )
    ledger.load()
    response = ledger.get(now=now)
    assert response.get_json()["on"] == day
    left_s = int(response.headers["Cache-Control"].removeprefix("public, max-age="))
    assert left_s == (1 if now.endswith("59:59") else 60)


ASK = """
import sys
from service.app import create_app
from service.config import Settings
from tests.support.cases import at

client = create_app(Settings(database_url=sys.argv[1], now=at("2024-05-31T15:30"))).test_client()
for path in sys.argv[2:]:
    sys.stdout.buffer.write(client.get(path).data + b"\\n")
"""


def asked(url, *paths, **environment):
    command = [sys.executable, "-c", ASK, url, *paths]
    done = subprocess.run(command, env=os.environ | environment, capture_output=True, check=True)
    return done.stdout


def test_the_zone_and_the_locale_of_server_and_database_change_no_byte(three):
    paths = (f"{CARD}/text", f"{CARD}/text?on=2024-03-15", f"{CARD}/timeline", "/v1/changes", "/v1/cards")
    plain = asked(three.url, *paths)
    for environment in (
        {"TZ": "Pacific/Pago_Pago", "PGTZ": "Pacific/Kiritimati", "LC_ALL": "C"},
        {"TZ": "Pacific/Kiritimati", "PGTZ": "Pacific/Pago_Pago", "LC_ALL": "POSIX"},
        {"TZ": "America/Los_Angeles", "PGDATESTYLE": "German", "LANG": "C.UTF-8"},
    ):
        assert asked(three.url, *paths, **environment) == plain


def test_a_clock_that_is_set_back_records_at_the_instant_of_the_entry_before(three_own):
    three_own.document("later", "2024-01-01")
    three_own.load("2024-08-01T18:00")
    entries = [entry.recorded_at for entry in three_own.loaded.entries()]
    assert entries[-1] == entries[-2]
    assert entries == sorted(entries)
    three_own.loaded.check_chain()


@pytest.mark.parametrize(
    "on",
    [
        *("20240601", "2024-W22-6", "2024-6-1", " 2024-06-01", "2024-06-01 ", "２０２４-06-01"),
        *("2024-06-01\n", "2024-06-01T00:00:00Z", "2024-06-31", "+2024-06-01", "2024-06-01Z", ""),
    ],
)
def test_a_day_has_one_spelling(three, on):
    assert three.ask(on=on, status=400)["code"] == "bad-date"


def test_a_parameter_is_given_once_and_by_its_name(three):
    response = three.get(f"{CARD}/text?on=2024-06-01&on=2024-06-01")
    assert (response.status_code, response.get_json()["code"]) == (400, "repeated-parameter")
    problem = three.ask(date="2024-06-01", status=400)
    assert problem["code"] == "unknown-parameter"
    assert "did you mean on?" in problem["detail"]
    assert "did you mean as_of?" in three.ask(asof="1", status=400)["detail"]
