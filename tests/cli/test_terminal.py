import json

import pytest

from service.cli.terminal import Terminal, printable, write_error, write_json


def test_brackets_are_no_markup(capsys):
    Terminal().say("Kill it. [bold]+[M][/bold] [/] :smile: [link=x]")
    assert capsys.readouterr().out == "Kill it. [bold]+[M][/bold] [/] :smile: [link=x]\n"


def test_brackets_of_an_error_are_no_markup(capsys):
    write_error("[red]no[/red]")
    assert capsys.readouterr().err == "error: [red]no[/red]\n"


@pytest.mark.parametrize(
    "sign",
    ["\x00", "\x07", "\x08", "\r", "\x1b", "\x7f", "\x9b", "\u202e", "\u2066", "\ud800"],
)
def test_what_could_command_a_terminal_is_written_out(capsys, sign):
    Terminal().say(f"a{sign}b")
    assert capsys.readouterr().out == f"a\\u{ord(sign):04x}b\n"


def test_words_of_every_language_stay_as_they_are():
    words = "断魂一扼 Æther — “é”\n\t{2}{U} 👩\u200d🚀"
    assert printable(words) == words


def test_json_holds_the_same_characters_and_none_that_commands_a_terminal(capsys):
    answer = {"text": "a\x1b[31m \x9b \u202e 断\nb"}
    write_json(answer)
    line = capsys.readouterr().out
    assert json.loads(line) == answer
    assert printable(line) == line


def test_a_long_line_stays_one_line(capsys):
    Terminal().say("word " * 100)
    assert capsys.readouterr().out.count("\n") == 1
