"""The table of settings has every setting, with the default that the code gives it."""

import re
from dataclasses import fields
from pathlib import Path

import service
from service.config import PREFIX, Settings

ROW = re.compile(r"^\| `(\w+)` \| (.+?) \| (.+?) \|$", re.MULTILINE)
TABLE = {
    name: (default, meaning) for name, default, meaning in ROW.findall(Path("docs/settings.md").read_text())
}


def test_every_setting_stands_in_the_table_and_nothing_else_does():
    assert list(TABLE) == [PREFIX + field.name.upper() for field in fields(Settings)]


def test_the_defaults_are_those_of_the_code():
    in_code = {PREFIX + field.name.upper(): field.default for field in fields(Settings)}
    given = {name: default for name, default in in_code.items() if default is not None}
    root = Path(service.__file__).resolve().parent.parent
    shown = {
        name: default.relative_to(root) if isinstance(default, Path) else default
        for name, default in given.items()
    }
    assert {name: TABLE[name][0] for name in given} == {name: f"`{value}`" for name, value in shown.items()}


def test_every_setting_has_its_meaning_in_the_docstring_too():
    assert all(f"        {field.name}: " in Settings.__doc__ for field in fields(Settings))
