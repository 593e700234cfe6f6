"""Names of folders and files for games, sets and cards, which every file system takes."""

from __future__ import annotations

from urllib.parse import quote

_RESERVED = frozenset(
    [
        "CON",
        "PRN",
        "AUX",
        "NUL",
        *(f"{device}{number}" for device in ("COM", "LPT") for number in range(1, 10)),
    ]
)
"""Names of devices on Windows, in any case and with anything behind a dot."""

NO_SET = "_"
"""The folder of cards without a printing."""


def file_name(name: str) -> str:
    """Return the name of the folder or file for a game, a set or a card.

    What isn't a letter or digit of ASCII, ``-``, ``_``, ``~`` or a dot inside is written as in an address, so
    that no name is a path. A reserved one gets an underscore.

    >>> file_name("DTK"), file_name("CON"), file_name("con.x"), file_name("../x y")
    ('DTK', 'CON_', 'con_.x', '%2E.%2Fx%20y')
    """
    quoted = quote(name, safe="")
    if quoted.startswith("."):
        quoted = f"%2E{quoted[1:]}"
    if quoted.endswith("."):
        quoted = f"{quoted[:-1]}%2E"
    stem, dot, rest = quoted.partition(".")
    return f"{stem}_{dot}{rest}" if stem.upper() in _RESERVED else quoted
