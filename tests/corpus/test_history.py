"""What git knows of a corpus is read whatever its user set, and what it doesn't know is said."""

import os
import subprocess
import sys
from pathlib import PurePosixPath

import pytest

from service.corpus.history import Provenance, read_provenance
from tests.support.corpora import AUTHOR, LYNX_FILE, SMALL, WARDEN_FILE, Folder, Repository
from tests.support.shared import ROOT

LYNX, WARDEN, SETS = (PurePosixPath(path) for path in (LYNX_FILE, WARDEN_FILE, "demo/sets.yaml"))


@pytest.fixture(autouse=True)
def _no_git_settings(monkeypatch):
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)


@pytest.fixture
def repository(tmp_path):
    return Repository(tmp_path / "project")


@pytest.fixture
def corpus(repository):
    return Folder(repository.top / "card_texts")


def shas(provenance):
    return {str(path): commit.sha for path, commit in provenance.files.items()}


def test_each_file_has_its_own_last_commit(repository, corpus):
    first = repository.commit("Add the cards")
    corpus.edit(LYNX_FILE, "Ward 2.", "Ward 3.")
    second = repository.commit("Mend Stone Lynx", author="Bea Second")
    (repository.top / "README.md").write_text("Read me.")
    third = repository.commit("Say what this is")
    found = read_provenance(corpus.root)
    assert shas(found) == {path: second if path == LYNX_FILE else first for path in SMALL}
    assert (found.head.sha, found.modified, found.missing) == (third, (), None)
    commit = found.files[LYNX]
    assert (commit.author, commit.message) == ("Bea Second", "Mend Stone Lynx")
    assert commit.authored_at == "2023-11-15T00:14:20+02:00"


def test_the_corpus_may_be_the_whole_repository(tmp_path):
    repository = Repository(tmp_path / "texts")
    corpus = Folder(repository.top)
    sha = repository.commit("All")
    corpus.edit(LYNX_FILE, "Ward 2.", "Ward 3.")
    found = read_provenance(corpus.root)
    assert shas(found) == dict.fromkeys(SMALL, sha)
    assert found.modified == (LYNX,)


def test_a_renamed_file_has_the_commit_that_renamed_it(repository, corpus):
    first = repository.commit("Add")
    repository.git("mv", f"card_texts/{LYNX_FILE}", "card_texts/demo/cards/marsh-lynx.yaml")
    second = repository.commit("Rename")
    found = shas(read_provenance(corpus.root))
    assert (found["demo/cards/marsh-lynx.yaml"], found[WARDEN_FILE]) == (second, first)


def test_on_a_merge_each_side_keeps_its_commits(repository, corpus):
    first = repository.commit("Add")
    repository.git("switch", "--quiet", "--create", "side")
    corpus.edit(LYNX_FILE, "Ward 2.", "Ward 3.")
    side = repository.commit("Side")
    repository.git("switch", "--quiet", "main")
    corpus.edit(WARDEN_FILE, "draw 2.", "draw 3.")
    main = repository.commit("Main")
    repository.git("merge", "--quiet", "--no-edit", "side")
    found = shas(read_provenance(corpus.root))
    assert (found[LYNX_FILE], found[WARDEN_FILE], found["demo/game.yaml"]) == (side, main, first)


MESSAGES = {
    "several paragraphs": "Mend it\n\nBecause it was wrong.\n\n  * one\n  * two",
    "control characters": "a\x01b\x02c\x1fd\x7f",
    "what looks like the next commit": f"x\n{'0' * 40}\n\ncard_texts/demo/game.yaml",
    "format signs": "%H %an %x00 100 % $(rm -rf) `id` \"'\\",
    "no words": "",
    "scripts": "修正 — Åse, العربية, 🂡 e\u0301",
    "windows lines": "one\r\ntwo",
}


@pytest.mark.parametrize("message", MESSAGES.values(), ids=MESSAGES)
def test_a_message_is_told_as_it_was_written(repository, corpus, message):
    first = repository.commit("Add")
    corpus.edit(LYNX_FILE, "Ward 2.", "Ward 3.")
    repository.commit(message)
    corpus.edit(WARDEN_FILE, "draw 2.", "draw 3.")
    repository.commit("Later")
    found = read_provenance(corpus.root)
    assert found.files[LYNX].message == message
    assert found.files[WARDEN].message == "Later"
    assert found.files[SETS].sha == first


@pytest.mark.parametrize("author", ["Åse Ünäl", "山田 太郎", 'O\'Neil "Bob" Jr', "🂡", "e\u0301"])
def test_an_author_is_told_as_written(repository, corpus, author):
    repository.commit("Add", author=author)
    found = read_provenance(corpus.root)
    assert found.head.author == found.files[LYNX].author == author


def test_bytes_that_are_no_text_are_replaced_and_what_is_told_can_be_written(repository, corpus):
    repository.commit("Add")
    rewrite(repository, lambda header, message: (header, b"caf\xe9 \xff"))
    found = read_provenance(corpus.root)
    assert found.files[LYNX].message == "caf\ufffd \ufffd"
    found.head.message.encode()


def test_what_differs_from_the_commit_is_named(repository, corpus):
    (repository.top / ".gitignore").write_text("*.secret.yaml\n")
    repository.commit("Add")
    corpus.edit(LYNX_FILE, "Ward 2.", "Ward 3.")
    repository.git("add", "--all")
    corpus.write("demo/cards/new-card.yaml", "x")
    corpus.write("demo/cards/card.secret.yaml", "x")
    corpus.write("demo/.hidden/swap.yaml", "x")
    corpus.write("demo/cards/.brindle.swp", "x")
    corpus.remove("demo/documents/page.yaml")
    (repository.top / "outside").write_text("x")
    names = ["cards/card.secret.yaml", "cards/new-card.yaml", "cards/stone-lynx.yaml", "documents/page.yaml"]
    assert read_provenance(corpus.root).modified == tuple(PurePosixPath("demo", name) for name in names)


def test_without_a_repository_that_is_said(tmp_path):
    corpus = Folder(tmp_path / "alone")
    assert read_provenance(corpus.root) == Provenance(missing="the corpus is in no git repository")


def test_without_a_commit_that_is_said(repository, corpus):
    assert read_provenance(corpus.root) == Provenance(missing="the repository has no commit yet")


@pytest.mark.parametrize("ignored", [True, False])
def test_a_corpus_that_only_lies_inside_somebody_elses_repository_has_no_commits(repository, ignored):
    (repository.top / ".gitignore").write_text(".venv\n" if ignored else "")
    repository.commit("Something else")
    corpus = Folder(repository.top / ".venv" / "card_texts")
    found = read_provenance(corpus.root)
    assert (found.head, found.files, found.modified) == (None, {}, ())
    assert found.missing == "the corpus is in no git repository, only inside the folder of one"


def test_in_a_shallow_clone_no_file_has_a_commit_and_that_is_said(repository, corpus, tmp_path):
    repository.commit("Add")
    corpus.edit(LYNX_FILE, "Ward 2.", "Ward 3.")
    head = repository.commit("Mend")
    repository.git("clone", "--quiet", "--depth=1", f"file://{repository.top}", str(tmp_path / "clone"))
    found = read_provenance(tmp_path / "clone" / "card_texts")
    assert (found.head.sha, found.files, found.missing) == (head, {}, "the repository is a shallow clone")


def test_a_work_tree_beside_the_repository_is_as_good(repository, corpus, tmp_path):
    sha = repository.commit("Add")
    repository.git("worktree", "add", "--quiet", "--detach", str(tmp_path / "beside"))
    assert shas(read_provenance(tmp_path / "beside" / "card_texts")) == dict.fromkeys(SMALL, sha)


def test_a_root_that_is_a_symbolic_link_belongs_where_it_leads(repository, corpus, tmp_path):
    sha = repository.commit("Add")
    other = Repository(tmp_path / "other")
    (other.top / "texts").symlink_to(corpus.root, target_is_directory=True)
    other.commit("A link")
    found = read_provenance(other.top / "texts")
    assert (found.head.sha, shas(found)[LYNX_FILE]) == (sha, sha)


def test_hashes_may_be_long(tmp_path):
    repository = Repository(tmp_path / "long", "--object-format=sha256")
    corpus = Folder(repository.top)
    sha = repository.commit("Add")
    assert len(sha) == 64
    assert read_provenance(corpus.root).files[LYNX].sha == sha


SETTINGS = {
    "colours": '[color]\n\tui = always\n[color "diff"]\n\tmeta = red\n',
    "a pager": "[core]\n\tpager = false\n[pager]\n\tlog = true\n\tstatus = true\n",
    "signatures": "[log]\n\tshowSignature = true\n",
    "no root": "[log]\n\tshowRoot = false\n",
    "follow": "[log]\n\tfollow = true\n",
    "mail map, decoration, dates": "[log]\n\tmailmap = true\n\tdecorate = full\n\tdate = relative\n",
    "a format": "[format]\n\tpretty = oneline\n[notes]\n\tdisplayRef = refs/notes/*\n",
    "another encoding": "[i18n]\n\tlogOutputEncoding = ISO-8859-1\n\tcommitEncoding = ISO-8859-1\n",
    "an external diff": "[diff]\n\texternal = false\n\trelative = true\n\trenames = copies\n",
    "quoted paths": "[core]\n\tquotePath = true\n\tautocrlf = true\n",
    "another status": "[status]\n\trelativePaths = true\n\tshort = true\n\tbranch = true\n"
    "\tshowUntrackedFiles = no\n\tshowStash = true\n",
    "hooks": "[core]\n\thooksPath = /nonexistent\n\tfsmonitor = false\n",
    "an alias": "[alias]\n\tlog = !false\n\tstatus = !false\n",
    "ignored files": "[core]\n\texcludesFile = IGNORE\n",
}


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
def test_no_setting_of_the_user_changes_what_is_read(repository, corpus, settings, tmp_path, monkeypatch):
    repository.commit("Añadir", author="Åse")
    signed = sign(repository)
    corpus.edit(WARDEN_FILE, "draw 2.", "draw 3.")
    repository.commit("修正")
    repository.git("notes", "add", "--message", "a note")
    corpus.write("demo/cards/néw.yaml", "x")
    corpus.edit(LYNX_FILE, "Ward 2.", "Ward 3.")
    expected = read_provenance(corpus.root)
    assert expected.files[SETS].sha == signed
    assert len(expected.files) == len(SMALL)
    assert expected.modified == (PurePosixPath("demo/cards/néw.yaml"), LYNX)
    (tmp_path / "ignore").write_text("*.yaml\n")
    config = tmp_path / "gitconfig"
    config.write_text(settings.replace("IGNORE", str(tmp_path / "ignore")))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(config))
    assert read_provenance(corpus.root) == expected


def rewrite(repository, change):
    """Put another commit in place of the last one, byte by byte, and return its hash."""
    header, _, message = repository.git("cat-file", "commit", "HEAD").encode().partition(b"\n\n")
    feed = b"\n\n".join(change(header, message))
    sha = repository.git("hash-object", "-t", "commit", "-w", "--stdin", feed=feed)
    repository.git("update-ref", "HEAD", sha)
    return sha


def sign(repository):
    """Put a signature that nobody made on the last commit, and return the commit's new hash."""
    signature = b"gpgsig -----BEGIN PGP SIGNATURE-----\n \n abcd\n -----END PGP SIGNATURE-----"
    return rewrite(repository, lambda header, message: (header + b"\n" + signature, message))


def test_a_repository_that_git_does_not_trust_is_said(repository, corpus, monkeypatch):
    repository.commit("Add")
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    found = read_provenance(corpus.root)
    assert (found.head, found.files, found.modified) == (None, {}, ())
    assert "git can't be asked: " in found.missing
    assert "dubious ownership" in found.missing


def test_a_repository_that_is_broken_is_said(repository, corpus):
    repository.commit("Add")
    for path in (repository.top / ".git" / "objects").rglob("*"):
        if path.is_file():
            path.unlink()
    found = read_provenance(corpus.root)
    assert (found.head, found.files) == (None, {})
    assert "git can't be asked: " in found.missing


def test_without_the_program_git_that_is_said(tmp_path):
    program = (
        "import sys; from pathlib import Path; from service.corpus.history import read_provenance; "
        "sys.stdout.write(read_provenance(Path(sys.argv[1])).missing)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(Folder(tmp_path / "alone").root)],
        env=os.environ | {"PATH": "/nonexistent", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout == "there is no git on this machine"


def test_nothing_is_left_open_and_nothing_is_written(repository, corpus):
    repository.commit(AUTHOR)
    before = sorted(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else []
    files = contents(repository.top)
    for _ in range(3):
        read_provenance(corpus.root)
    after = sorted(os.listdir("/proc/self/fd")) if before else []
    assert len(after) == len(before)
    assert contents(repository.top) == files


def contents(folder):
    """Return every file; git's index is left out, for git may note there what it looked at."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.name != "index"}


def test_the_repository_of_a_running_hook_is_not_taken_for_the_corpus(
    repository, corpus, tmp_path, monkeypatch
):
    sha = repository.commit("Ours")
    other = Repository(tmp_path / "other")
    (other.top / "file").write_text("theirs")
    other.commit("Theirs")
    monkeypatch.setenv("GIT_DIR", str(other.top / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other.top / ".git" / "index"))
    found = read_provenance(corpus.root)
    assert (found.head.sha, found.modified, set(shas(found).values())) == (sha, (), {sha})
