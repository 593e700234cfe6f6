"""Where an entry and each of its files come from: commits, uncommitted changes, or why neither is told."""

import pytest

from service.domain.ledger import Record
from tests.support.corpora import LYNX_FILE, WARDEN_FILE, Folder, Repository


@pytest.fixture
def repository(tmp_path):
    return Repository(tmp_path / "project")


@pytest.fixture
def corpus(repository):
    return Folder(repository.top / "card_texts")


def provenance(loaded, seq):
    """Return what an entry says of the files that changed, by path."""
    return {
        one.key: one.body for one in loaded.facts(seq) if isinstance(one, Record) and one.kind == "provenance"
    }


def test_an_entry_bears_the_commit_that_the_files_stand_on(loaded, corpus, repository):
    sha = repository.commit("Add the cards\n\nAll of them.", author="Åse Ünäl")
    entry = loaded.load(corpus).entry
    assert (entry.actor, entry.origin) == ("Åse Ünäl", f"corpus {sha}")
    assert entry.message == "Add the cards\n\nAll of them."


def test_each_file_that_changed_bears_its_own_last_commit(loaded, corpus, repository):
    first = repository.commit("Add the cards")
    loaded.load(corpus)
    assert {one["commit"] for one in provenance(loaded, 1).values()} == {first}
    corpus.edit(LYNX_FILE, "Ward 2.", "Ward 3.")
    second = repository.commit("Mend Stone Lynx", author="Bea Second")
    corpus.write(WARDEN_FILE, "# looked at\n" + corpus.read(WARDEN_FILE))
    head = repository.commit("Look at Brindle Warden")
    report = loaded.load(corpus)
    assert report.entry.origin == f"corpus {head}"
    assert provenance(loaded, 2) == {
        LYNX_FILE: {
            "modified": False,
            "commit": second,
            "author": "Bea Second",
            "authored_at": "2023-11-15T00:14:20+02:00",
            "message": "Mend Stone Lynx",
        }
    }
    assert report.records == 0


def test_a_file_that_changes_what_another_one_says_bears_its_commit_too(loaded, corpus, repository):
    first = repository.commit("Add the cards")
    loaded.load(corpus)
    corpus.edit("demo/documents/faq.yaml", "2024-03-01", "2024-02-28")
    second = repository.commit("Mend the day")
    loaded.load(corpus)
    assert {path: one["commit"] for path, one in provenance(loaded, 2).items()} == {
        "demo/documents/faq.yaml": second,
        WARDEN_FILE: first,
        LYNX_FILE: first,
    }


def test_another_commit_with_the_same_words_records_nothing(loaded, corpus, repository):
    repository.commit("Add the cards")
    loaded.load(corpus)
    corpus.write(WARDEN_FILE, "# looked at\n" + corpus.read(WARDEN_FILE))
    repository.commit("Look at it", author="Bea Second")
    report = loaded.load(corpus)
    assert (report.entry, report.notes) == (None, ())


def test_uncommitted_changes_are_said(loaded, corpus, repository):
    sha = repository.commit("Add the cards")
    corpus.edit(LYNX_FILE, "Ward 2.", "Ward 3.")
    report = loaded.load(corpus)
    assert report.notes == (f"loaded with uncommitted changes: {LYNX_FILE}",)
    assert report.entry.origin == f"corpus {sha} with uncommitted changes"
    told = provenance(loaded, 1)
    assert {path for path, one in told.items() if one["modified"]} == {LYNX_FILE}
    assert told[LYNX_FILE]["commit"] == sha
    # and the next load, of the same files, is compared with what that one recorded
    repository.commit("Mend it")
    assert loaded.load(corpus).entry is None


def test_many_uncommitted_changes_are_counted(loaded, corpus, repository):
    repository.commit("Add the cards")
    for number in range(7):
        text = corpus.read(LYNX_FILE).replace("one-002", f"one-{number}00")
        corpus.write(f"demo/cards/lynx-{number}.yaml", text)
    names = ", ".join(f"demo/cards/lynx-{number}.yaml" for number in range(5))
    assert loaded.load(corpus).notes == (f"loaded with uncommitted changes: {names} and 2 more",)
    assert provenance(loaded, 1)["demo/cards/lynx-6.yaml"] == {"modified": True}


def test_a_file_that_was_renamed_in_git(loaded, corpus, repository):
    repository.commit("Add the cards")
    loaded.load(corpus)
    repository.git("mv", f"card_texts/{LYNX_FILE}", "card_texts/demo/cards/a-lynx.yaml")
    sha = repository.commit("Rename a card")
    report = loaded.load(corpus)
    assert [str(one) for one in report.subjects] == ["demo/cards/a-lynx", "demo/cards/stone-lynx"]
    assert {path: one["commit"] for path, one in provenance(loaded, 2).items()} == {
        "demo/cards/a-lynx.yaml": sha
    }
    assert loaded.load(corpus).entry is None


@pytest.mark.parametrize("commits", [False, True], ids=["without git", "before the first commit"])
def test_without_commits_a_load_works_and_says_so(loaded, corpus, tmp_path, commits):
    folder = corpus if commits else Folder(tmp_path / "alone")
    why = "the repository has no commit yet" if commits else "the corpus is in no git repository"
    report = loaded.load(folder)
    assert report.notes == (f"commits of the files are not recorded: {why}",)
    assert (report.entry.actor, report.entry.origin) == ("unknown", "corpus without git")
    assert report.entry.message is None
    assert provenance(loaded, 1) == {}
    again = loaded.load(folder)
    assert (again.entry, again.notes) == (None, report.notes)


def test_in_a_shallow_clone_a_load_works_and_says_so(loaded, corpus, repository, tmp_path):
    repository.commit("Add the cards")
    corpus.edit(LYNX_FILE, "Ward 2.", "Ward 3.")
    head = repository.commit("Mend")
    repository.git("clone", "--quiet", "--depth=1", f"file://{repository.top}", str(tmp_path / "clone"))
    clone = Folder(tmp_path / "clone" / "card_texts", {})
    clone.edit(WARDEN_FILE, "you may draw 2.", "you may draw 3.")
    report = loaded.load(clone)
    assert report.notes == (
        "commits of the files are not recorded: the repository is a shallow clone",
        f"loaded with uncommitted changes: {WARDEN_FILE}",
    )
    assert report.entry.origin == f"corpus {head} with uncommitted changes"
    assert provenance(loaded, 1) == {WARDEN_FILE: {"modified": True}}


@pytest.mark.parametrize(
    "message", [b"a\x01b\x02c", "修正 🂡\n\n%H %x00".encode(), b"caf\xe9 \xff", b""], ids=repr
)
def test_whatever_a_commit_says_its_entry_can_be_written_and_checked(loaded, corpus, repository, message):
    repository.commit(message, author='山田 "T" 太郎')
    entry = loaded.load(corpus).entry
    assert entry.actor == '山田 "T" 太郎'
    loaded.check_chain()


def test_what_was_recorded_without_git_and_then_with_it_is_one_corpus(loaded, repository, tmp_path):
    loaded.load(Folder(tmp_path / "alone"))
    corpus = Folder(repository.top / "card_texts")
    repository.commit("Add the cards")
    assert loaded.load(corpus).entry is None
