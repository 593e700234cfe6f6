"""Where the files of a corpus come from: commit, author and time, read with git.

Only jobs that end use this: GitPython keeps processes and files open while a repository is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from git import GitCommandError, InvalidGitRepositoryError, NoSuchPathError, Repo

_COMMIT = "\x01"
_FIELD = "\x02"
_FORMAT = f"--format={_COMMIT}%H{_FIELD}%an{_FIELD}%aI{_FIELD}%B{_FIELD}"


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
        with Repo(root, search_parent_directories=True) as repo:
            return _provenance(repo, root)
    except (InvalidGitRepositoryError, NoSuchPathError):
        return Provenance(missing="the corpus is in no git repository")
    except GitCommandError as error:
        return Provenance(missing=f"git can't be asked: {error.stderr.strip() or error}")


def _provenance(repo: Repo, root: Path) -> Provenance:
    if not repo.head.is_valid():
        return Provenance(missing="the repository has no commit yet")
    folder = root.resolve().relative_to(Path(str(repo.working_tree_dir)).resolve())
    prefix = PurePosixPath(folder)
    [head] = _commits(repo.git.log("-1", _FORMAT).split(_COMMIT)[1:])
    modified = tuple(sorted(_modified(repo, prefix)))
    if repo.git.rev_parse("--is-shallow-repository") == "true":
        return Provenance(head[0], modified=modified, missing="the repository is a shallow clone")
    files: dict[PurePosixPath, Commit] = {}
    log = repo.git.log(_FORMAT, "--name-only", "-z", "--", str(prefix))
    for commit, names in _commits(log.split(_COMMIT)[1:]):
        for name in names:
            files.setdefault(_below(name, prefix), commit)
    return Provenance(head[0], files, modified)


def _commits(blocks: Iterable[str]) -> Iterable[tuple[Commit, list[str]]]:
    for block in blocks:
        sha, author, authored_at, message, names = block.split(_FIELD)
        paths = [name for name in names.replace("\n", "\0").split("\0") if name]
        yield Commit(sha, author, authored_at, message.strip()), paths


def _modified(repo: Repo, prefix: PurePosixPath) -> Iterable[PurePosixPath]:
    status = repo.git.status("--porcelain", "-z", "--no-renames", "--untracked-files=all", "--", str(prefix))
    for line in status.split("\0"):
        if line:
            yield _below(line[3:], prefix)


def _below(name: str, prefix: PurePosixPath) -> PurePosixPath:
    return PurePosixPath(name).relative_to(prefix)
