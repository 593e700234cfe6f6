import os
import subprocess
import sys
from pathlib import Path

import pytest

from service.cli import COMMANDS
from service.cli.completing import LIMIT, few
from service.config import PREFIX
from service.domain.documents import document_of
from service.domain.ledger import Record
from service.domain.records import as_record
from service.store.connection import make_engine, writing
from tests.support.databases import record, record_game
from tests.support.server import START_S


def asks(line):
    """Return what the script of bash asks the program by, the last word of a line being begun."""
    words = line.split(" ")
    return {"_ERRATA_COMPLETE": "bash_complete", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}


@pytest.fixture
def completed(errata):
    """Return the candidates for the last word of a line; whatever there is, nothing is told of it."""

    def complete(line, **more):
        result = errata(**asks(line), **more)
        assert (result.exit_code, result.stderr) == (0, "")
        return [each.removeprefix("plain,") for each in result.stdout.splitlines() if each]

    return complete


def test_commands_options_and_choices_are_completed(completed):
    assert completed("errata ") == sorted(COMMANDS)
    assert completed("errata dif") == ["diff"]
    assert completed("errata db u") == ["upgrade"]
    assert completed("errata text riftbound/deathgrip --s") == ["--scope"]
    assert completed("errata completion ") == ["bash", "zsh", "fish"]


def test_a_card_is_completed_by_its_game_first(completed):
    assert completed("errata text ") == ["mtg/", "riftbound/"]
    assert completed("errata text riftbound/de") == ["riftbound/deathgrip"]
    assert completed("errata text chess/") == completed("errata text chess") == []


def test_a_game_that_is_meant_alone_is_completed_with_its_cards(completed):
    # As the only candidate "mtg/" would have a blank set behind it.
    names = ("backslide", "dermoplasm", "lurrus-of-the-dream-den", "master-of-the-veil", "weaver-of-lies")
    cards = [f"mtg/{name}" for name in names]
    assert completed("errata text m") == completed("errata text mtg/") == cards


@pytest.mark.parametrize("command", ["diff", "printings", "text", "timeline"])
def test_every_command_about_a_card_completes_it(completed, command):
    assert completed(f"errata {command} mtg/b") == ["mtg/backslide"]
    assert completed(f"errata {command} mtg/backslide --lang z") == ["zh-CN"]
    assert completed(f"errata {command} mtg/backslide --scope m") == ["mtgo"]


def test_documents_are_completed_by_their_game(completed):
    assert completed("errata documents ") == ["mtg", "riftbound"]
    assert completed("errata documents riftbound/spirit") == [
        *("riftbound/spiritforged-errata", "riftbound/spiritforged-faq"),
    ]
    assert completed("errata documents m")[:2] == ["mtg", "mtg/mtg-2020-06-01"]


def test_of_too_many_there_are_a_hundred_that_have_in_common_what_all_have():
    words = [f"mtg/{letter}{number:03}" for letter in "ab" for number in range(LIMIT)]
    found = few(reversed(words))
    assert (len(found), found[:-1], found[-1]) == (LIMIT, words[: LIMIT - 1], words[-1])
    assert {word[: len("mtg/a")] for word in found} == {"mtg/a", "mtg/b"}
    assert few(reversed(words[:LIMIT])) == words[:LIMIT]


@pytest.fixture
def games(empty_url):
    """Record games: the one has a document, the other a longer name; and names that command a terminal."""
    engine = make_engine(empty_url)
    with writing(engine) as conn:
        body = record_game(conn).body()
        faq = document_of("faq", {"game": "demo", "title": "FAQ", "provisional": False})
        keys = ("demo2", "d\x1b[31m", "d\nplain,x")
        record(conn, as_record(faq), *(Record(kind="game", key=key, body=body) for key in keys))
    engine.dispose()
    return empty_url


def test_what_could_command_a_terminal_is_not_offered(completed, games):
    assert completed("errata documents ", url=games) == ["demo", "demo2"]


def test_a_game_whose_name_another_begins_with_is_meant_once_the_slash_stands(completed, games):
    assert completed("errata documents demo", url=games) == ["demo", "demo2"]
    assert completed("errata documents demo/", url=games) == ["demo/faq"]


@pytest.mark.parametrize("line", ["errata text ", "errata documents m", "errata text mtg/backslide --scope "])
def test_without_a_database_nothing_is_offered_and_nothing_is_made(completed, tmp_path, line):
    assert completed(line, url=f"sqlite:///{tmp_path / 'var' / 'errata.db'}") == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "url",
    [
        *("sqlite:////dev/null/errata.db", "no url at all", "no-such-kind://host/name"),
        "postgresql://ann@/errata?host=/dev/null/socket",
        *("sqlite:///README.md", "sqlite:///tests", "sqlite://", f"sqlite:///{'x' * 300}.db"),
    ],
    ids=[
        *("no folder", "no URL", "no such kind", "no such socket"),
        *("another file", "a folder", "no tables", "too long"),
    ],
)
def test_a_database_that_can_not_be_asked_is_not_spoken_of(completed, url):
    assert completed("errata text ", url=url) == []


def test_a_bad_setting_is_not_spoken_of(completed):
    assert completed("errata text ", ERRATA_PORT="many") == []
    assert completed("errata te", ERRATA_PORT="many") == ["text"]


@pytest.mark.parametrize("word", ["mtg/\udcff", "\udcff"])
def test_a_word_that_is_not_utf_8_completes_nothing(process, word):
    started = process(**asks(f"errata text {word}"))
    out, err = started.communicate(timeout=START_S)
    assert (started.returncode, out.strip(), err) == (0, "", "")


def test_the_variable_of_the_scripts_is_no_setting():
    assert not "_ERRATA_COMPLETE".startswith(PREFIX)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_asks_the_program_as_it_answers(errata, shell):
    script = errata("completion", shell).stdout
    assert f"_ERRATA_COMPLETE={shell}_complete" in script
    answered = errata(_ERRATA_COMPLETE=f"{shell}_source").stdout
    assert script == answered


@pytest.mark.parametrize(("shell", "current"), [("zsh", "2"), ("fish", "riftbound/de")], ids=["zsh", "fish"])
def test_other_shells_are_answered_too(errata, shell, current):
    line = {"COMP_WORDS": "errata text riftbound/de", "COMP_CWORD": current}
    assert "riftbound/deathgrip" in errata(_ERRATA_COMPLETE=f"{shell}_complete", **line).stdout


def test_an_unknown_shell_is_a_fault_of_usage(errata):
    assert errata("completion", "tcsh").exit_code == 2


def test_bash_completes_by_the_script_that_is_installed(errata, database_url, tmp_path):
    program = tmp_path / "errata"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m service.cli "$@"\n')
    program.chmod(0o755)
    installed = errata("completion", "--help").stdout.partition("echo '")[2].partition("'")[0]
    assert installed == 'eval "$(errata completion bash)"'
    typed = """
        COMP_WORDS=(errata text riftbound/dea) COMP_CWORD=2
        "$(complete -p errata | grep -o '_errata[a-z_]*')" errata
        printf '%s\\n' "${COMPREPLY[@]}"
    """
    environ = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}", "ERRATA_DATABASE_URL": database_url}
    command = ["bash", "--norc", "-c", f"{installed}\n{typed}"]
    done = subprocess.run(
        command, env=environ, cwd=Path.cwd(), capture_output=True, text=True, timeout=START_S
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "riftbound/deathgrip\n", "")
