"""A corpus as a whole: from a folder or from bytes by path, to what its files say.

Reading refuses what can't be understood. What is understood and can't be true is found by ``checks``.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from service.corpus.card_schemas import RESERVED, card_schema
from service.corpus.codes import Code
from service.corpus.faults import Fault, corpus_refused
from service.corpus.fields import ID
from service.corpus.files import CardFile, Corpus, DocumentFile, GameFile
from service.corpus.nodes import Table, read_nodes
from service.corpus.schemas import (
    DocumentFileSchema,
    GameFileSchema,
    MigrationsFileSchema,
    RemovalsFileSchema,
    SetsFileSchema,
    SymbolsFileSchema,
)
from service.corpus.source_schemas import SourcesFileSchema
from service.corpus.structure import read_record

RESERVED_GAMES = frozenset(
    (
        *("decks", "docs", "documents", "errata", "errata.atom", "fr"),
        *("healthz", "metrics", "readyz", "static", "v1"),
    )
)
"""Words that routes use, so that no game can be called so."""

_GAME_FILES = ("game.yaml", "sets.yaml", "symbols.yaml")
_OPTIONAL_GAME_FILES = ("migrations.yaml", "removals.yaml", "sources.yaml")
_FOLDERS = ("cards", "documents")
_ROOT = PurePosixPath(".")


def read_corpus(root: Path) -> Corpus:
    """Return what the files under ``root`` say; games, documents and cards in path order.

    Names that start with a dot are passed over; ``root`` itself may be a symbolic link.

    Raises:
        CorpusRefused: if a file can't be understood, with all faults of all files.
    """
    faults: list[Fault] = []
    files = {
        PurePosixPath(path.relative_to(root).as_posix()): path.read_bytes()
        for path in _files_under(root, root, faults)
    }
    return _read(files, faults)


def read_files(files: Mapping[PurePosixPath, bytes]) -> Corpus:
    """Return what files say that are given as bytes by their path under the root.

    Raises:
        CorpusRefused: if a file can't be understood, with all faults of all files.
    """
    return _read(files, [])


def _files_under(root: Path, folder: Path, faults: list[Fault]) -> Iterator[Path]:
    if not folder.is_dir():
        return
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.name.startswith("."):
            continue
        if entry.is_symlink():
            place = PurePosixPath(Path(entry.path).relative_to(root).as_posix())
            found, todo = "this is a symbolic link", "put the file itself here"
            faults.append(Fault(place, 1, Code.SYMLINK, found, todo))
        elif entry.is_dir():
            yield from _files_under(root, Path(entry.path), faults)
        elif entry.is_file():
            yield Path(entry.path)
        else:
            place = PurePosixPath(Path(entry.path).relative_to(root).as_posix())
            found, todo = "this is no ordinary file", "take it away"
            faults.append(Fault(place, 1, Code.UNEXPECTED_FILE, found, todo))


def _read(files: Mapping[PurePosixPath, bytes], faults: list[Fault]) -> Corpus:
    reading = _Reading(faults)
    for path in sorted(files):
        if any(part.startswith(".") for part in path.parts):
            continue
        fault = _misplaced(path)
        if fault is not None:
            faults.append(fault)
            continue
        table = read_nodes(path, files[path], faults)
        reading.folders.setdefault(path.parts[0], []).append(path)
        if table is not None:
            reading.tables[path] = table
    if not reading.folders and not faults:
        found, todo = "no game is here", "name the folder that holds a folder for each game"
        faults.append(Fault(_ROOT, 1, Code.EMPTY_CORPUS, found, todo))
    corpus = reading.corpus()
    if faults:
        raise corpus_refused(sorted(faults))
    return corpus


def _misplaced(path: PurePosixPath) -> Fault | None:
    """Return why no file of that path belongs to a corpus; None if it does."""
    form = "use lower-case letters and digits, joined by single hyphens or points"
    if len(path.parts) == 1:
        todo = "put it into the folder of its game, or take it away"
        return Fault(path, 1, Code.UNEXPECTED_FILE, "a file lies beside the games", todo)
    game, *inner = path.parts
    if game in RESERVED_GAMES:
        found = f"no game can be called {game}, for an address is"
        return Fault(path, 1, Code.RESERVED_GAME, found, "rename the folder")
    if ID.fullmatch(game) is None:
        return Fault(path, 1, Code.BAD_ID, f"the folder {game!r} can't be a game's id", form)
    names = (*_GAME_FILES, *_OPTIONAL_GAME_FILES)
    if len(inner) == 1 and inner[0] in names:
        return None
    if len(inner) != 2 or inner[0] not in _FOLDERS or path.suffix != ".yaml":
        todo = f"there are {', '.join(names)}, and <id>.yaml in cards and documents"
        return Fault(path, 1, Code.UNEXPECTED_FILE, "no file of this name belongs here", todo)
    if ID.fullmatch(path.stem) is None:
        return Fault(path, 1, Code.BAD_ID, f"the file name {path.stem!r} can't be an id", form)
    return None


@dataclass(frozen=True, slots=True)
class _Reading:
    """The files read so far, by folder, and their faults."""

    faults: list[Fault]
    folders: dict[str, list[PurePosixPath]] = field(default_factory=dict)
    tables: dict[PurePosixPath, Table] = field(default_factory=dict)

    def corpus(self) -> Corpus:
        games: list[GameFile] = []
        cards: list[CardFile] = []
        for folder in self.folders:
            game = self._game(folder)
            if game is not None:
                games.append(game)
                cards.extend(self._cards(game))
        return Corpus(tuple(games), tuple(self._documents()), tuple(cards))

    def _game(self, folder: str) -> GameFile | None:
        for path in (PurePosixPath(folder, name) for name in _GAME_FILES):
            if path not in self.folders[folder]:
                found, todo = "this file is missing", "write it; docs/corpus.md says how"
                self.faults.append(Fault(path, 1, Code.MISSING_FILE, found, todo))
        schemas = {
            "game": GameFileSchema(RESERVED),
            "sets": SetsFileSchema(),
            "symbols": SymbolsFileSchema(),
            "migrations": MigrationsFileSchema(),
            "removals": RemovalsFileSchema(),
            "sources": SourcesFileSchema(),
        }
        tables = {name: self.tables.get(PurePosixPath(folder, f"{name}.yaml")) for name in schemas}
        parts = {
            name: None if table is None else read_record(schemas[name], table, self.faults)
            for name, table in tables.items()
        }
        game: GameFile | None = parts["game"]
        if game is None:
            return None
        return replace(
            game,
            sets=parts["sets"] or (),
            symbols=parts["symbols"] or (),
            migrations=parts["migrations"] or (),
            removals=parts["removals"] or (),
            sources=parts["sources"] or (),
        )

    def _inner(self, folders: Iterable[str], kind: str) -> Iterator[Table]:
        for folder in folders:
            for path in self.folders[folder]:
                if path.parts[1] == kind and path in self.tables:
                    yield self.tables[path]

    def _documents(self) -> Iterator[DocumentFile]:
        for table in self._inner(self.folders, "documents"):
            document = read_record(DocumentFileSchema(), table, self.faults)
            if document is not None:
                yield document

    def _cards(self, game: GameFile) -> Iterator[CardFile]:
        schema = card_schema(game)
        for table in self._inner((game.id,), "cards"):
            card = read_record(schema, table, self.faults)
            if card is not None:
                yield card
