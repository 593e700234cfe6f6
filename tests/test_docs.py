"""What the documentation says of the API is so: every code, every route, every example."""

import ast
import re
import shlex
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

from service.domain import errors
from service.serving.problems import INTERNAL_CODE, status_of
from tests.support.conformance import document

ROOT = Path(__file__).resolve().parents[1]
API = (ROOT / "docs" / "api.md").read_text("utf-8")

NEVER_ALONE = (errors.ErrataError, errors.Ambiguous, errors.Refused)
"""Branches of the tree that only stand for what is below them."""


def tree(error=errors.ErrataError):
    """Return every class of the error tree."""
    return [error, *(one for below in error.__subclasses__() for one in tree(below))]


def test_every_file_that_contributing_names_exists():
    words = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    named = set(re.findall(r"`((?:service|tests|docs|migrations)/[\w./-]+)`", words))
    assert len(named) > 10
    assert {name for name in named if not (ROOT / name).exists()} == set()


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
                query.append(tuple(words.pop(0).split("=", 1)))
            elif word != "-G":
                address = word
        parts = urlsplit(address)
        assert parts.netloc == "localhost:8000"
        found.append((parts.path, [*parse_qsl(parts.query), *query], headers))
    return found


def test_the_table_of_problems_lists_exactly_the_codes_of_the_tree():
    listed = {code.strip("`"): int(status) for code, status, _ in rows("Problems")}
    assert len(listed) == len(rows("Problems"))
    known = {one.code: status_of(one) for one in tree() if one not in NEVER_ALONE}
    assert listed == known | {INTERNAL_CODE: 500}


def raised():
    """Return the names of what the service raises, or returns to be raised."""
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
                found.add(getattr(made.func, "attr", getattr(made.func, "id", None)))
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
