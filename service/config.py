"""Settings: the only reader of the environment. Every setting stands here with its meaning."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

PREFIX = "ERRATA_"


class BadSetting(Exception):
    """A setting has a value that it can't have; the message names it and says what to write."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How this installation runs; read from ``ERRATA_...`` variables, or given by a test.

    Attributes:
        database_url: an SQLAlchemy URL; by default an SQLite file under ``var/`` in the working folder.
        card_texts: the folder of the corpus that ``errata load`` and ``errata check`` read; by default the
            one that came with the program.
        host: the address that the server listens on.
        port: its port.
        workers: how many processes serve; None: one a processor core.
        env: ``development`` or ``production``.
        now: a fixed instant instead of the clock, for tests and reproducible builds; refused in production.
    """

    database_url: str = "sqlite:///var/errata.db"
    card_texts: Path = Path(__file__).resolve().parent / "_card_texts"
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int | None = None
    env: str = "development"
    now: datetime | None = None

    def clock(self) -> datetime:
        """Return the present instant, aware, or the fixed one."""
        return self.now or datetime.now(UTC)


def read_settings(environ: Mapping[str, str] | None = None) -> Settings:
    """Return the settings that the environment gives; what it doesn't give keeps its default.

    Raises:
        BadSetting: if a variable has a value that can't be understood, or one with our prefix is unknown.
    """
    found = os.environ if environ is None else environ
    given = {
        name.removeprefix(PREFIX).lower(): value for name, value in found.items() if name.startswith(PREFIX)
    }
    others = {name for name in given if name.startswith(("test_", "bench_"))}
    unknown = given.keys() - others - set(Settings.__slots__)
    if unknown:
        listed = ", ".join(sorted(PREFIX + name.upper() for name in unknown))
        raise BadSetting(f"unknown settings: {listed}; docs/settings.md lists those there are")
    defaults = Settings()
    settings = Settings(
        database_url=given.get("database_url", defaults.database_url),
        card_texts=Path(given.get("card_texts", defaults.card_texts)),
        host=given.get("host", defaults.host),
        port=_number("port", given, 1, 65_535) or defaults.port,
        workers=_number("workers", given, 1, 256),
        env=_env(given.get("env", defaults.env)),
        now=_instant(given["now"]) if "now" in given else None,
    )
    if settings.now is not None and settings.env == "production":
        raise BadSetting("ERRATA_NOW fixes the clock, which ERRATA_ENV=production refuses; unset one of them")
    return settings


def _number(name: str, given: Mapping[str, str], least: int, most: int) -> int | None:
    if name not in given:
        return None
    text = given[name]
    if not (text.isascii() and text.isdecimal() and least <= int(text) <= most):
        raise BadSetting(f"{PREFIX}{name.upper()}={text!r} is not a number from {least} to {most}")
    return int(text)


def _env(text: str) -> str:
    if text not in ("development", "production"):
        raise BadSetting(f"ERRATA_ENV={text!r} must be development or production")
    return text


def _instant(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise BadSetting(f"ERRATA_NOW={text!r} is not an instant; write 2026-01-14T12:00:00Z") from None
    if moment.tzinfo is None:
        raise BadSetting(f"ERRATA_NOW={text!r} has no zone; write 2026-01-14T12:00:00Z")
    return moment
