import json
from contextlib import contextmanager

import pytest

from service.store.connection import make_engine, reading
from service.store.ledger import load_head
from tests.support.planting import plant

DEATHGRIP = "riftbound/cards/deathgrip"
NOBODYS = "0" * 64


@contextmanager
def opened(url):
    engine = make_engine(url)
    yield engine
    engine.dispose()


def head_of(url):
    with opened(url) as engine, reading(engine) as conn:
        return load_head(conn)


@pytest.fixture
def spoilt_url(copied_url):
    """The address of a database with a wrong name in the index, and a changed record."""
    with opened(copied_url) as engine:
        plant(
            engine,
            f"INSERT INTO known_name VALUES ('riftbound', 'x', '{DEATHGRIP}', 'X', true)",
            "UPDATE record SET body = '{\"notice\":\"\"}' WHERE kind = 'notice' AND key = 'mtg'",
        )
    return copied_url


def test_a_sound_ledger_is_told_with_its_head(errata, database_url):
    result = errata("verify")
    checked, head = result.stdout.splitlines()
    assert result.exit_code == 0
    assert checked.startswith("checked 1 entry, ")
    assert checked.endswith(" subjects: no faults")
    assert head == f"head 1 {head_of(database_url).hash}"


def test_an_empty_ledger_is_sound(errata, empty_url):
    result = errata("verify", url=empty_url)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "checked 0 entries, 0 facts, 0 texts, 0 subjects: no faults",
        "the ledger is empty",
    ]


def test_a_fault_is_one_line_with_its_place_first_and_what_to_do_last(errata, spoilt_url):
    result = errata("verify", url=spoilt_url)
    chain, index, checked, head, first = result.stdout.splitlines()
    assert result.exit_code == 1
    assert chain.startswith("entry 1: its hash is ")
    assert chain.endswith("; restore from a backup or an export [entry-hash]")
    assert index == (
        f"{DEATHGRIP}: known_name 'riftbound', 'x', 'X' should not be there; "
        "run: errata rebuild-index [index-name]"
    )
    assert checked.endswith(": 2 faults")
    assert head.startswith("head 1 ")
    assert first.startswith("restore the ledger before anything else: ")


def test_where_the_index_alone_is_wrong_nothing_need_be_restored(errata, copied_url):
    with opened(copied_url) as engine:
        plant(engine, "DELETE FROM index_state")
    assert "restore" not in errata("verify", url=copied_url).stdout


def test_faults_as_json_say_the_same(errata, spoilt_url):
    result = errata("verify", "--json", url=spoilt_url)
    outcome = json.loads(result.stdout)
    assert result.exit_code == 1
    assert list(outcome) == ["state", "head", "expected", "checked", "faults"]
    assert outcome["state"] == "faulty"
    assert outcome["head"] == {"seq": 1, "hash": head_of(spoilt_url).hash}
    assert list(outcome["checked"]) == ["entries", "facts", "texts", "subjects"]
    first, second = outcome["faults"]
    assert (first["code"], first["seq"], first["n"], first["subject"]) == ("entry-hash", 1, None, None)
    assert second == {
        "code": "index-name",
        "seq": None,
        "n": None,
        "subject": DEATHGRIP,
        "found": "known_name 'riftbound', 'x', 'X' should not be there",
        "todo": "run: errata rebuild-index",
    }


def test_soundness_as_json(errata, empty_url):
    outcome = json.loads(errata("verify", "--json", url=empty_url).stdout)
    checked = dict.fromkeys(("entries", "facts", "texts", "subjects"), 0)
    assert outcome == {"state": "sound", "head": None, "expected": None, "checked": checked, "faults": []}


@pytest.mark.parametrize("written", [str.lower, str.upper])
def test_an_expected_head_is_found_however_much_was_recorded_since(errata, database_url, written):
    result = errata("verify", "--expect-head", written(head_of(database_url).hash))
    assert result.exit_code == 0
    assert "the expected head is entry 1; recorded since: 0" in result.stdout.splitlines()


def test_an_expected_head_that_no_entry_has_is_a_fault(errata):
    result = errata("verify", "--expect-head", NOBODYS)
    assert result.exit_code == 1
    assert result.stdout.splitlines()[0].endswith("[head-unexpected]")
    assert json.loads(errata("verify", "--expect-head", NOBODYS, "--json").stdout)["expected"] is None


@pytest.mark.parametrize("given", ["", "abc", "g" * 64, "0" * 65])
def test_what_is_no_hash_is_a_fault_of_usage(errata, given):
    result = errata("verify", "--expect-head", given)
    assert result.exit_code == 2
    assert "64 hexadecimal digits" in result.stderr


def test_verifying_changes_nothing(errata, spoilt_url):
    before = errata("verify", url=spoilt_url).stdout
    assert errata("verify", url=spoilt_url).stdout == before


def test_a_rebuilt_index_is_sound_and_the_ledger_as_it_was(errata, spoilt_url):
    before = head_of(spoilt_url)
    result = errata("rebuild-index", url=spoilt_url)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0].endswith(" subjects was made again")
    assert result.stdout.splitlines()[1] == f"head 1 {before.hash}"
    codes = [one["code"] for one in json.loads(errata("verify", "--json", url=spoilt_url).stdout)["faults"]]
    assert codes == ["entry-hash"]


def test_a_rebuilt_index_as_json(errata, spoilt_url, empty_url):
    outcome = json.loads(errata("rebuild-index", "--json", url=spoilt_url).stdout)
    assert outcome["state"] == "rebuilt"
    assert outcome["subjects"] > 20
    assert outcome["head"] == {"seq": 1, "hash": head_of(spoilt_url).hash}
    empty = json.loads(errata("rebuild-index", "--json", url=empty_url).stdout)
    assert empty == {"state": "rebuilt", "subjects": 0, "head": None}


@pytest.mark.parametrize("command", ["verify", "rebuild-index"])
def test_a_database_without_tables_says_what_to_run(errata, new_database, command):
    result = errata(command, url=new_database())
    assert result.exit_code == 1
    assert result.stderr == "error: the database has no tables yet; run: errata db upgrade [not-ready]\n"


def test_what_a_stranger_wrote_is_no_line_of_its_own(errata, copied_url):
    with opened(copied_url) as engine:
        plant(
            engine,
            "UPDATE record SET key = 'x' || chr(10) || 'no faults' WHERE kind = 'printing'".replace(
                "chr(10)", "char(10)" if engine.dialect.name == "sqlite" else "chr(10)"
            ),
        )
    lines = errata("verify", url=copied_url).stdout.splitlines()
    assert "no faults" not in {line.strip() for line in lines}
    assert not any(line.startswith("no faults") for line in lines)
