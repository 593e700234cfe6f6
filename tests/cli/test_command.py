import subprocess
import sys

import click
import pytest

from service.cli import COMMANDS, main
from service.cli.command import ErrataCommand
from tests.support.server import START_S


def commands(group=main, path=()):
    """Yield every command with the words that lead to it."""
    context = click.Context(group)
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        yield (*path, name), found
        if isinstance(found, click.Group):
            yield from commands(found, (*path, name))


EVERY = list(commands())


@pytest.mark.parametrize(("path", "command"), EVERY, ids=[" ".join(path) for path, _ in EVERY])
def test_the_help_of_every_command_has_examples(errata, path, command):
    result = errata(*path, "--help")
    assert result.exit_code == 0
    assert "Examples:" in result.stdout
    assert f"errata {' '.join(path)}" in result.stdout.partition("Examples:")[2]


@pytest.mark.parametrize(("path", "command"), EVERY, ids=[" ".join(path) for path, _ in EVERY])
def test_every_command_tells_problems_in_one_way(path, command):
    assert isinstance(command, ErrataCommand | click.Group)


def test_every_command_is_where_the_table_says():
    assert sorted(COMMANDS) == [path[0] for path, _ in EVERY if len(path) == 1]


def test_the_exit_codes_stand_in_the_help(errata):
    codes = errata("--help").stdout.partition("Exit codes:")[2]
    assert all(f"\n    {code}  " in codes for code in (0, 1, 2))


def test_the_version_is_told(errata):
    assert errata("--version").stdout.startswith("errata ")


def test_an_unknown_command_is_a_fault_of_usage(errata):
    assert errata("frobnicate").exit_code == 2


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("sqlite:////dev/null/errata.db", "folder can't be made"),
        ("no url at all", "not-ready"),
        ("no-such-kind://host/name", "not-ready"),
        ("postgresql://ann@/errata?host=/dev/null/socket", "/dev/null/socket/.s.PGSQL.5432"),
        ("sqlite:///README.md", "file is not a database"),
        ("sqlite:///tests", "unable to open database file"),
    ],
    ids=["no folder", "no URL", "no such kind", "no such socket", "another file", "a folder"],
)
def test_a_database_that_can_not_be_opened_is_one_line(errata, url, told):
    result = errata("text", "riftbound/deathgrip", url=url)
    assert result.exit_code == 1
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1
    assert told in result.stderr


def test_a_bad_setting_is_one_line(errata):
    result = errata("text", "riftbound/deathgrip", ERRATA_PORT="many")
    assert result.exit_code == 1
    assert result.stderr.startswith("error: ERRATA_PORT='many' ")
    assert result.stderr.endswith("[bad-setting]\n")


def test_help_is_shown_whatever_the_settings_are(errata):
    assert errata("db", "upgrade", "--help", ERRATA_PORT="many").exit_code == 0


def test_what_nobody_foresaw_is_not_hidden():
    @click.command(cls=ErrataCommand)
    def broken():
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        broken.main([], standalone_mode=False)


def test_a_closed_pipe_is_quiet(process):
    started = process("timeline", "riftbound/falling-star")
    started.stdout.close()
    assert started.wait(timeout=START_S) == 1
    assert started.stderr.read() == ""
    started.stderr.close()


def test_an_exit_code_reaches_the_shell(process):
    started = process("text", "riftbound/deathgrip", "--on", "2025-12-11")
    out, err = started.communicate(timeout=START_S)
    assert (started.returncode, out) == (1, "")
    assert "[no-effective-text]" in err


def test_a_terminal_without_unicode_gets_the_characters_written_out(process):
    started = process(
        "text", "riftbound/deathgrip", "--lang", "zh-CN", "--on", "2026-01-14", PYTHONIOENCODING="ascii"
    )
    out, err = started.communicate(timeout=START_S)
    assert (started.returncode, err) == (0, "")
    assert out.startswith("\\u65ad")


def test_serving_loads_neither_git_nor_alembic():
    code = "import sys, service.cli.serve, service.app; print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert {"git", "alembic"}.isdisjoint(done.stdout.split())


@pytest.mark.parametrize(
    "arguments",
    [
        ("text", "riftbound/deathgrip", "--lang", "\udcff"),
        ("text", "riftbound/\udcff"),
        ("text", "riftbound/deathgrip", "--on", "\udcff", "--json"),
        ("serve", "--host", "\udcff"),
    ],
    ids=["a language", "a card", "a day", "a host"],
)
def test_an_argument_that_is_not_utf_8_is_a_fault_of_usage(process, arguments):
    started = process(*arguments)
    out, err = started.communicate(timeout=START_S)
    assert (started.returncode, out) == (2, "")
    assert err.endswith("is not UTF-8\n")
    assert "\\udcff" in err


def test_the_path_of_a_folder_may_hold_any_bytes(process):
    started = process("check", "\udcff")
    _, err = started.communicate(timeout=START_S)
    assert (started.returncode, "[bad-setting]" in err) == (1, True)


@pytest.mark.parametrize(
    "command", ["--help", "text --help", "--version", "text riftbound/deathgrip", "check"]
)
def test_output_that_nothing_takes_is_one_line(shell, command):
    done = shell(f"{command} >/dev/full")
    assert done.returncode == 1
    assert done.stderr.endswith("No space left on device [system-error]\n")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("streams", [">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", ["--help", "text riftbound/deathgrip", "text riftbound/deathgrip --json"])
def test_closed_streams_are_quiet_and_no_fault(shell, command, streams):
    done = shell(f"{command} {streams}")
    assert (done.returncode, done.stderr) == (0, "")
    assert bool(done.stdout) == (streams == "2>&-")


def test_a_problem_without_anywhere_to_tell_it_keeps_its_exit_code(shell):
    assert shell("text riftbound/nobody >&- 2>&-").returncode == 1
