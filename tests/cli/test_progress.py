"""The progress bar: it is shown on a terminal, and never stands in what a command prints."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

from service.cli.progress import progress

PRINTS = "from service.cli.progress import progress\nwith progress('checking', 2): print('a fault')"


def test_off_a_terminal_nothing_is_printed(capsys):
    with progress("checking", 2) as advance:
        advance(1)
    assert capsys.readouterr() == ("", "")


def test_what_is_printed_meanwhile_goes_where_it_always_goes():
    main, terminal = pty.openpty()
    command = [sys.executable, "-c", PRINTS]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=terminal, text=True, check=True)
    os.close(terminal)
    shown = os.read(main, 4096).decode()
    os.close(main)
    assert done.stdout == "a fault\n"
    assert "checking" in shown
    assert "a fault" not in shown


def test_every_bar_says_in_one_word_what_is_being_done():
    told = [
        word
        for path in Path("service/cli").glob("*.py")
        for word in re.findall(r'progress\("(.+?)"', path.read_text("utf-8"))
    ]
    assert len(told) > 3
    for word in told:
        assert re.fullmatch("[a-z]+ing", word), word
