"""What docs/export.md says of an export is so, checked with the standard library alone."""

import hashlib
import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.support.corpora import WARDEN_FILE
from tests.support.exports import edit, export, files_of

PAGE = Path("docs/export.md").read_text("utf-8")


@pytest.fixture
def exported(loaded, corpus, folder):
    """The export of a ledger of two entries."""
    corpus.edit(WARDEN_FILE, "you may draw 1.", "you may draw a card.")
    loaded.load(corpus)
    export(loaded.engine, folder)
    return folder


def first_cells(title):
    """Return what stands in the first column of the table below a heading."""
    section = PAGE.split(f"{title}\n", 1)[1].split("\n#", 1)[0]
    return [
        name
        for line in section.splitlines()
        if line.startswith("| `")
        for name in re.findall("`(.+?)`", line.split("|")[1])
    ]


def test_every_field_of_the_manifest_is_explained(exported):
    told = json.loads((exported / "manifest.json").read_bytes())
    assert sorted(first_cells("## The manifest")) == sorted(told)


def test_every_file_of_an_export_has_a_row(exported):
    rows = first_cells("# Exports")
    assert len(rows) == 5
    patterns = [re.sub("<[a-zA-Z]+>", "[^/]+", row.replace("00000001", "[0-9]{8,}")) for row in rows]
    for path in files_of(exported):
        assert any(re.fullmatch(pattern, path) for pattern in patterns), path


def test_hashes_are_made_as_the_page_says(exported):
    before, seen = None, set()
    manifest = json.loads((exported / "manifest.json").read_bytes())
    for path in sorted((exported / "ledger").iterdir()):
        first, *lines = path.read_bytes().splitlines()
        header = json.loads(first)["entry"]
        assert header.get("prev_hash") == before
        before = header.pop("hash")
        canonical = json.dumps({"entry": header}, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        contents = [json.loads(line)["content"] for line in lines if line.startswith(b'{"content":')]
        facts = lines[len(contents) :]
        digest = hashlib.sha256(canonical.encode())
        for line in facts:
            digest.update(b"\n" + line)
        assert digest.hexdigest() == before
        for one in contents:
            assert hashlib.sha256(one["text"].encode()).hexdigest() == one["sha256"]
        sums = [one["sha256"] for one in contents]
        assert sums == sorted(sums)
        assert seen.isdisjoint(sums)
        seen.update(sums)
    assert manifest["head"]["hash"] == before


def test_the_command_that_verifies_does(exported):
    (command,) = re.findall("^```sh\ncd export\n(.+?)\n```", PAGE, re.DOTALL | re.MULTILINE)

    def verified():
        done = subprocess.run(
            ["sh", "-c", command], cwd=exported, capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout.count(": OK\n")

    assert verified() == (0, len(files_of(exported)) - 1)
    edit(exported, "current/index.json", lambda data: data + b" ")
    assert verified() == (1, len(files_of(exported)) - 2)
