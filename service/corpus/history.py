"""Where the files of a corpus come from: commit, author and time, read with git.

Only jobs that end use this: GitPython keeps processes and files open while a repository is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from git import Repo

_FORMAT = "--format=%x00%H%x00%an%x00%aI%x00%B%x00"
"""Fields between zeros, for no text of a commit can hold one; each commit begins with an empty field."""

_PLAIN = ("--encoding=UTF-8", "--no-show-signature")
"""Whatever the user's own settings say."""


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit: its hash, its author's name, when it was written (ISO 8601, with zone), its message."""

    sha: str
    author: str
    authored_at: str
    message: str


@dataclass(frozen=True, slots=True)
class Provenance:
    """What git knows of a corpus.

    Attributes:
        head: the commit that the working tree stands on; None without git, or before the first commit.
        files: the last commit of each file, by its path under the corpus root.
        modified: the files that differ from ``head``, new ones too, in path order.
        missing: why ``files`` is empty, in words; None where it isn't.
    """

    head: Commit | None = None
    files: dict[PurePosixPath, Commit] = field(default_factory=dict)
    modified: tuple[PurePosixPath, ...] = ()
    missing: str | None = None


def read_provenance(root: Path) -> Provenance:
    """Return what git knows of the files under a corpus root.

    Without a repository, or in a shallow clone, where the last commit of a file can't be told from
    the oldest one that was fetched, ``missing`` says so.
    """
    try:
        # Without the program git this import fails; a corpus can be read all the same.
        from git import GitCommandError, InvalidGitRepositoryError, Repo
    except ImportError:
        return Provenance(missing="there is no git on this machine")
    folder = root.resolve()
    try:
        with Repo(folder, search_parent_directories=True) as repo:
            # Inside a git hook the environment names the hook's index, which may be another repository's.
            repo.git.update_environment(GIT_INDEX_FILE=str(Path(repo.git_dir) / "index"))
            return _provenance(repo, folder)
    except InvalidGitRepositoryError:
        return Provenance(missing="the corpus is in no git repository")
    except GitCommandError as error:
        return Provenance(missing=f"git can't be asked: {error.stderr.strip() or error}")


def _provenance(repo: Repo, root: Path) -> Provenance:
    shallow = _answer(repo.git.rev_parse("--is-shallow-repository")) == "true"
    if not _answer(repo.git.rev_parse("--verify", "--quiet", "HEAD", with_exceptions=False)):
        return Provenance(missing="the repository has no commit yet")
    prefix = PurePosixPath(root.relative_to(Path(str(repo.working_tree_dir)).resolve()))
    if not _answer(repo.git.ls_files("-z", "--", str(prefix))):
        return Provenance(missing="the corpus is in no git repository, only inside the folder of one")
    [(head, _)] = _commits(_answer(repo.git.log("-1", _FORMAT, *_PLAIN)))
    modified = tuple(sorted(_modified(repo, prefix)))
    if shallow:
        return Provenance(head, modified=modified, missing="the repository is a shallow clone")
    files: dict[PurePosixPath, Commit] = {}
    log = repo.git.log(_FORMAT, *_PLAIN, "--root", "--name-only", "-z", "--", str(prefix))
    for commit, names in _commits(_answer(log)):
        for name in names:
            files.setdefault(_below(name, prefix), commit)
    return Provenance(head, files, modified)


def _answer(output: str) -> str:
    """Return what git said, with a replacement character for every byte that is no UTF-8."""
    return output.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _commits(log: str) -> Iterator[tuple[Commit, list[str]]]:
    parts = [*log.split("\0"), ""]
    place = 0
    while place + 6 < len(parts):
        sha, author, authored_at, message = parts[place + 1 : place + 5]
        end = parts.index("", place + 6)
        names = [name.removeprefix("\n") for name in parts[place + 6 : end]]
        yield Commit(sha, author, authored_at, message.strip()), names
        place = end


def _modified(repo: Repo, prefix: PurePosixPath) -> Iterator[PurePosixPath]:
    asked = ("--porcelain", "-z", "--no-renames", "--untracked-files=all", "--ignored")
    for line in _answer(repo.git.status(*asked, "--", str(prefix))).split("\0"):
        if line:
            path = _below(line[3:], prefix)
            # the reader passes over these
            if not any(part.startswith(".") for part in path.parts):
                yield path


def _below(name: str, prefix: PurePosixPath) -> PurePosixPath:
    return PurePosixPath(name).relative_to(prefix)
