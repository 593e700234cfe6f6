"""What the documentation says of the API is so: every code, every route, every example."""

import ast
import re
import shlex
import shutil
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

from service.corpus.codes import Code
from service.domain import errors, refusals
from service.ingest.loader import read_checked
from service.serving.problems import INTERNAL_CODE, status_of
from service.store.integrity.faults import Code as FaultCode
from tests.support.conformance import document

ROOT = Path(__file__).resolve().parents[1]
API = (ROOT / "docs" / "api.md").read_text("utf-8")
CORPUS = (ROOT / "docs" / "corpus.md").read_text("utf-8")
INTEGRITY = (ROOT / "docs" / "integrity.md").read_text("utf-8")

NEVER_ALONE = (
    errors.ErrataError,
    errors.Ambiguous,
    errors.Elsewhere,
    errors.Refused,
    refusals.BrokenRule,
)
"""Branches of the tree that only stand for what is below them; all but the root are listed."""


def tree(error=errors.ErrataError):
    """Return every class of the error tree."""
    return [error, *(one for below in error.__subclasses__() for one in tree(below))]


def test_every_file_that_contributing_names_exists():
    words = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    named = set(re.findall(r"`((?:service|tests|docs|migrations)/[\w./-]+)`", words))
    assert len(named) > 10
    assert {name for name in named if not (ROOT / name).exists()} == set()


def test_every_variable_of_the_tests_stands_in_contributing():
    modules = [path.read_text("utf-8") for path in (ROOT / "tests" / "support").glob("*.py")]
    read = {name for text in modules for name in re.findall(r"\bERRATA_TEST_[A-Z]+\b", text)}
    assert "ERRATA_TEST_SHARED" in read
    assert (
        read - set(re.findall(r"`(ERRATA_TEST_[A-Z]+)", (ROOT / "CONTRIBUTING.md").read_text("utf-8")))
        == set()
    )


def section(title):
    """Return what stands under a heading, up to the next of its rank."""
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", API, re.DOTALL | re.MULTILINE)
    assert found, title
    return found[1]


def rows(title):
    """Return the rows of the table under a heading, without its head."""
    lines = [line for line in section(title).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def examples():
    """Return what each curl of the page asks, as (path, query, headers)."""
    found = []
    for line in re.findall("^curl .*$", API, re.MULTILINE):
        words = shlex.split(line)[1:]
        headers, query, address = {}, [], ""
        while words:
            word = words.pop(0)
            if word == "-H":
                headers.update([words.pop(0).split(": ", 1)])
            elif word in ("-d", "--data-urlencode"):
                given = words.pop(0)
                # curl sends what stands behind -d as it is.
                assert word != "-d" or re.fullmatch(r"[\w.=-]+", given), f"-d {given}"
                query.append(tuple(given.split("=", 1)))
            elif word != "-G":
                address = word
        parts = urlsplit(address)
        assert parts.netloc == "localhost:8000"
        found.append((parts.path, [*parse_qsl(parts.query), *query], headers))
    return found


def test_the_table_of_problems_lists_exactly_the_codes_of_the_tree():
    listed = {code.strip("`"): int(status) for code, status, _ in rows("Problems")}
    assert len(listed) == len(rows("Problems"))
    known = {one.code: status_of(one) for one in tree() if one is not errors.ErrataError}
    assert listed == known | {INTERNAL_CODE: 500}


def raised():
    """Return the names of what the service raises, or returns to be raised, or names for what it raises."""
    service = Path(errors.__file__).resolve().parents[1]
    found = set()
    for path in service.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Raise):
                made = node.exc
            elif isinstance(node, ast.Return):
                made = node.value
            else:
                continue
            if isinstance(made, ast.Call):
                found |= {getattr(one, "attr", getattr(one, "id", None)) for one in (made.func, *made.args)}
    return found


def test_branches_are_raised_by_nobody():
    assert {one.__name__ for one in NEVER_ALONE} & raised() == set()


def test_every_leaf_of_the_tree_is_raised_somewhere():
    leaves = {one.__name__ for one in tree() if not one.__subclasses__()}
    assert len(leaves) > 10
    assert leaves - raised() == set()


def test_the_table_of_members_lists_exactly_those_of_a_text_in_order():
    listed = [name for first, _ in rows("The answer") for name in re.findall("`(.+?)`", first)]
    assert listed == list(document()["components"]["schemas"]["Text"]["properties"])


def test_the_table_of_parameters_lists_exactly_those_there_are():
    listed = {name for first, *_ in rows("Parameters") for name in re.findall("`(.+?)`", first)}
    known = {
        one["name"]
        for path in document()["paths"].values()
        for one in path["get"]["parameters"]
        if one["in"] == "query"
    }
    assert listed == known


@pytest.mark.parametrize("member", ["replaces", "superseded_before_release", "last_effective_until"])
def test_members_that_explain_more_than_a_text_are_explained(member):
    schemas = document()["components"]["schemas"].values()
    assert any(member in schema.get("properties", {}) for schema in schemas)
    assert f"`{member}`" in API


def test_every_code_of_the_corpus_that_its_page_names_is_one():
    named = set(re.findall(r"\(`([a-z-]+)`\)", CORPUS))
    assert {"unknown-symbol", "ended-before-release", "file-too-large"} <= named
    assert named <= {code.value for code in Code}


def test_the_page_on_integrity_explains_exactly_the_codes_of_faults():
    assert re.findall(r"^\| `([a-z-]+)` \|", INTEGRITY, re.MULTILINE) == list(FaultCode)


def test_the_worked_example_of_a_card_file_has_no_faults(tmp_path):
    """It is added to a made-up game, for the page shows no more than a document and a card."""
    root = Path(shutil.copytree(ROOT / "tests" / "corpus" / "good", tmp_path / "texts"))
    found = re.findall(r"^`([\w/-]+\.yaml)`:\n\n```yaml\n(.*?)^```$", CORPUS, re.DOTALL | re.MULTILINE)
    assert [path for path, _ in found] == ["documents/tide-errata.yaml", "cards/ebb-flow.yaml"]
    for path, text in found:
        assert not (root / "demo" / path).exists()
        (root / "demo" / path).write_text(text, "utf-8")
    (card,) = (
        one for one in read_checked(root, datetime(2026, 8, 1, tzinfo=UTC)).cards if one.id == "ebb-flow"
    )
    assert len(card.base) == 2
    assert [face.index for face in card.errata[0].faces] == [1]


def test_the_headers_of_the_document_are_explained():
    named = set(document()["components"]["headers"])
    assert {name for name in named if f"`{name}`" not in API} == set()


def test_every_route_has_an_example():
    paths = [path for path, _, _ in examples()]
    for route in document()["paths"]:
        pattern = re.sub(r"\\{.+?\\}", "[^/]+", re.escape(route))
        assert any(re.fullmatch(pattern, path) for path in paths), route


@pytest.mark.parametrize(("path", "query", "headers"), examples())
def test_every_example_answers(client, path, query, headers):
    response = client.get(path, query_string=query, headers=headers)
    expected = 404 if ("lang", "ja") in query else 200
    assert response.status_code == expected


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`(/(?:v1|healthz|readyz)[^`{?]*)`", API))))
def test_every_route_that_is_named_answers(client, path):
    needed = {"game": "mtg", "name": "Backslide"} if path == "/v1/text" else {}
    assert client.get(path, query_string=needed).status_code == 200
