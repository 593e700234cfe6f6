"""Small made-up corpora in a folder, real git repositories of them, and what a load made of them.

A corpus is written file by file, so that a test shows the lines that it edits. Commits have a fixed author
and fixed days; nothing of the machine's own git settings reaches them.
"""

import os
import subprocess
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, select
from sqlalchemy import text as sql

from service.domain.ids import SubjectId
from service.domain.ledger import Assertion, Ending, Entry, Fact, Record, entry_hash, fact_line
from service.domain.reader import Reader
from service.domain.timeline import Timeline
from service.ingest.loader import LoadReport, load_corpus
from service.store.connection import reading
from service.store.facts import assertion_of, ending_of, entry_of, record_of
from service.store.games import iter_game_ids, load_game
from service.store.models import EVERY_SCOPE, AssertionRow, Base, EndingRow, EntryRow, RecordRow
from service.store.records import iter_records
from service.store.segments import iter_segments
from service.store.timelines import load_history

GAME = """\
name: Demo
publisher: Nobody
zone: UTC
language: en
scopes: [paper, online]
verified_through: 2026-01-31
translations_of: base
fields:
  - {id: name, label: Name, localized: yes}
  - {id: type_line, label: Type line, localized: yes}
  - {id: rules_text, label: Rules text, localized: yes}
  - {id: might, label: Might}
notice: This game was made up for tests.
"""

SETS = """\
sets:
  - code: ONE
    name: First Set
    releases:
      - {region: world, lang: en, released_on: 2024-01-10}
"""

FAQ = """\
title: Questions and Answers
publisher: Nobody
announced_on: 2024-03-01
"""

PAGE = """\
title: Errata Page
announced_on: 2024-06-01
"""

WARDEN = """\
names: {de: Wächter}
base:
  name: Brindle Warden
  might: "4"
  rules_text: |-
    When you play me, draw 1.
printings:
  - {id: one-001-en, set: ONE, number: "001", lang: en, released_on: 2024-01-10}
  - id: one-001-fr
    set: ONE
    number: "001"
    lang: fr
    released_on: 2024-02-10
    name: Gardien bringé
    rules_text: Quand vous me jouez, piochez 1.
errata:
  - id: faq
    document: faq
    effective_from: 2024-03-01
    reason: Drawing was meant to be optional.
    rules_text: |-
      When you play me, you may draw 1.
  - id: page
    document: page
    effective_from: 2024-06-01
    rules_text: |-
      When you play me, you may draw 2.
endings:
  - {of: page, kind: lapsed, ended_on: 2024-09-01, document: page, reason: A trial.}
"""

LYNX = """\
base:
  name: Stone Lynx
  rules_text: |-
    Ward 1.
printings:
  - {id: one-002-en, set: ONE, number: "002", lang: en, released_on: 2024-01-10}
errata:
  - id: faq
    document: faq
    effective_from: 2024-03-01
    rules_text: |-
      Ward 2.
"""

OTHER_GAME = GAME.replace("Demo", "Other").replace("2026-01-31", "2025-12-31")

OTHER_CARD = """\
base: {name: Far Card, rules_text: Nothing happens.}
printings:
  - {id: far-1, set: ONE, lang: en, released_on: 2024-01-10}
"""

SMALL = {
    "demo/game.yaml": GAME,
    "demo/sets.yaml": SETS,
    "demo/symbols.yaml": "symbols: []\n",
    "demo/documents/faq.yaml": FAQ,
    "demo/documents/page.yaml": PAGE,
    "demo/cards/brindle-warden.yaml": WARDEN,
    "demo/cards/stone-lynx.yaml": LYNX,
    "other/game.yaml": OTHER_GAME,
    "other/sets.yaml": SETS,
    "other/symbols.yaml": "symbols: []\n",
    "other/cards/far-card.yaml": OTHER_CARD,
}
"""Two games: one with two cards and two documents, one with a single card."""

WARDEN_FILE = "demo/cards/brindle-warden.yaml"
LYNX_FILE = "demo/cards/stone-lynx.yaml"

NOW = datetime(2026, 2, 1, 12, tzinfo=UTC)
"""The instant of every load, unless the test names another."""

AUTHOR = "Ann Editor"
"""The author of every commit, unless the test names another."""

FIRST_COMMIT = 1_700_000_000
"""The time of the first commit, in seconds; each later one is a minute younger than the one before."""


class Folder:
    """A corpus in a folder."""

    def __init__(self, root: Path, files: Mapping[str, str] = SMALL) -> None:
        self.root = root
        self.root.mkdir(parents=True, exist_ok=True)
        for path, text in files.items():
            self.write(path, text)

    def read(self, path: str) -> str:
        """Return what a file says."""
        return (self.root / path).read_text("utf-8")

    def write(self, path: str, text: str) -> None:
        """Write a file, and the folders that it needs."""
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")

    def edit(self, path: str, old: str, new: str) -> None:
        """Put other words in place of some that stand in the file once."""
        text = self.read(path)
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path}"
        self.write(path, text.replace(old, new))

    def remove(self, path: str) -> None:
        """Delete a file."""
        (self.root / path).unlink()


class Repository:
    """A git repository of its own."""

    def __init__(self, top: Path, *options: str) -> None:
        self.top = top
        self._commits = 0
        top.mkdir(parents=True, exist_ok=True)
        self.git("init", "--quiet", "--initial-branch=main", *options)

    def git(self, *args: str, author: str = AUTHOR, feed: bytes | None = None) -> str:
        """Run git and return what it says."""
        when = f"{FIRST_COMMIT + 60 * self._commits} +0200"
        own = {
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_SYSTEM": os.devnull,
            "GIT_AUTHOR_NAME": author,
            "GIT_AUTHOR_EMAIL": "editor@example.org",
            "GIT_AUTHOR_DATE": when,
            "GIT_COMMITTER_NAME": "Committer",
            "GIT_COMMITTER_EMAIL": "committer@example.org",
            "GIT_COMMITTER_DATE": when,
        }
        done = subprocess.run(
            ["git", *args],
            cwd=self.top,
            env=no_git_settings() | own,
            input=feed,
            capture_output=True,
            check=True,
        )
        return done.stdout.decode("utf-8", "replace").strip()

    def commit(self, message: str | bytes, *, author: str = AUTHOR) -> str:
        """Commit everything, with exactly this message, and return the commit's hash."""
        self.git("add", "--all")
        feed = message if isinstance(message, bytes) else message.encode()
        options = ("--quiet", "--allow-empty", "--allow-empty-message", "--cleanup=verbatim")
        self.git("commit", *options, "--file=-", author=author, feed=feed)
        self._commits += 1
        return self.git("rev-parse", "HEAD")


def no_git_settings() -> dict[str, str]:
    """Return the environment without what it says to git, as a hook or a user may have said."""
    return {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}


_STANDING = (("known_name", "standing"), ("printing", "standing"))
"""The tables of the index that keep rows for pins, and what holds of those that stand."""

_FACTS: tuple[tuple[type[Base], Callable[..., Fact]], ...] = (
    (AssertionRow, assertion_of),
    (EndingRow, ending_of),
    (RecordRow, record_of),
)


def _plain(value: Any) -> Any:
    if isinstance(value, bool):
        return int(value)
    return value.isoformat() if isinstance(value, date) else value


class Loaded:
    """A database that a corpus is loaded into, and what it holds."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def load(self, folder: Folder, now: datetime = NOW, *, dry_run: bool = False) -> LoadReport:
        """Load a corpus."""
        return load_corpus(self.engine, folder.root, now, dry_run=dry_run)

    def rows(self, table: str, where: str = "true", **values: str) -> list[tuple[Any, ...]]:
        """Return rows of a table sorted, the same on every database: days as text, truth as a number."""
        with reading(self.engine) as conn:
            found = conn.execute(sql(f"SELECT * FROM {table} WHERE {where}"), values)
            return sorted((tuple(map(_plain, row)) for row in found), key=repr)

    def everything(self) -> dict[str, list[tuple[Any, ...]]]:
        """Return every row of every table."""
        return {table.name: self.rows(table.name) for table in Base.metadata.sorted_tables}

    def index(self, subject: str) -> list[list[tuple[Any, ...]]]:
        """Return the segments, passages, names, printings and ids of a subject, those for pins too."""
        tables = ("segment", "passage", "known_name", "printing", "known_id")
        return [self.rows(table, "subject = :subject", subject=subject) for table in tables]

    def standing_index(self, subject: str) -> list[list[tuple[Any, ...]]]:
        """Return the same without the names and printings that are for pins alone."""
        segments, passages, names, printings, ids = self.index(subject)
        return [segments, passages, *([row for row in rows if row[-1]] for rows in (names, printings)), ids]

    def entries(self) -> list[Entry]:
        """Return every entry, in ledger order."""
        with reading(self.engine) as conn:
            return [entry_of(row) for row in conn.execute(select(EntryRow.__table__).order_by(EntryRow.seq))]

    def facts(self, seq: int) -> list[Fact]:
        """Return the facts of an entry, by their number."""
        with reading(self.engine) as conn:
            found: list[Fact] = []
            for table, make in _FACTS:
                query = select(table.__table__).where(table.__table__.c.seq == seq)
                found += [make(row) for row in conn.execute(query)]
        return sorted(found, key=lambda fact: fact.n)

    def text_facts(self, seq: int, subject: str) -> list[Assertion | Ending]:
        """Return the facts of an entry about the texts of a subject."""
        wanted = SubjectId.parse(subject)
        told = [one for one in self.facts(seq) if not isinstance(one, Record)]
        return [one for one in told if one.subject == wanted]

    def check_chain(self) -> None:
        """Refuse a ledger with a gap, a fact without an entry, or a hash that isn't that of its facts."""
        before = None
        for place, entry in enumerate(self.entries(), start=1):
            facts = self.facts(entry.seq)
            assert [fact.n for fact in facts] == list(range(1, len(facts) + 1))
            assert (entry.seq, entry.prev_hash) == (place, before)
            assert entry.hash == entry_hash(entry, [fact_line(fact) for fact in facts])
            before = entry.hash
        counted = sum(len(self.facts(entry.seq)) for entry in self.entries())
        assert counted == sum(len(self.rows(table)) for table in ("assertion", "ending", "record"))

    def check_index(self) -> None:
        """Refuse an index that says something else than the ledger, or of something that has gone."""
        indexed: set[str] = set()
        with reading(self.engine) as conn:
            for game in (load_game(conn, name) for name in iter_game_ids(conn)):
                for one in list(iter_records(conn, "subject", game.id)):
                    subject = SubjectId.parse(one.key)
                    timeline = Timeline(load_history(conn, subject, game))
                    expected = [
                        (lang, scope, segment)
                        for lang in sorted(timeline.languages)
                        for scope in (sorted(game.scopes) if timeline.scoped else [EVERY_SCOPE])
                        for segment in Reader(timeline, lang, scope).segments()
                    ]
                    assert list(iter_segments(conn, subject)) == expected
                    indexed.add(one.key)
        heads = [(1, entry.seq) for entry in self.entries()[-1:]]
        assert [row[:2] for row in self.rows("index_state")] == heads
        for table, where in (("segment", "true"), ("passage", "true"), *_STANDING):
            found = self.rows(f"(SELECT DISTINCT subject FROM {table} WHERE {where}) AS indexed")
            assert {one for (one,) in found} == indexed
