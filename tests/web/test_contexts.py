"""Contexts and templates: every field is documented and shown, nothing else is."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from service.web.contexts import Page

TEMPLATES = Path("service/web/templates")
PAGES = Page.__subclasses__()
SHARED = {"base.html", "macros.html"}


def used(*names):
    text = "".join((TEMPLATES / name).read_text("utf-8") for name in names)
    return set(re.findall(r"\bpage\.(\w+)", text))


def own_fields(page):
    return {field.name for field in fields(page)} - {field.name for field in fields(Page)}


def documented(page):
    return set(re.findall(r"^ {8}(\w+): ", page.__doc__ or "", re.MULTILINE))


@pytest.mark.parametrize("page", [Page, *PAGES])
def test_every_field_is_documented(page):
    expected = own_fields(page) if page is not Page else {field.name for field in fields(Page)}
    assert documented(page) == expected


@pytest.mark.parametrize("page", PAGES)
def test_a_template_uses_every_field_of_its_page_and_no_other(page):
    shared = {field.name for field in fields(Page)}
    assert used(page.template) - shared == own_fields(page)
    assert used(page.template, "base.html") >= {field.name for field in fields(page)}


def test_every_template_has_its_page():
    assert {path.name for path in TEMPLATES.iterdir()} == {page.template for page in PAGES} | SHARED


@pytest.mark.parametrize("path", sorted(TEMPLATES.iterdir()), ids=lambda path: path.name)
def test_no_template_switches_escaping_off(path):
    text = path.read_text("utf-8")
    assert "|safe" not in text.replace(" ", "")
    assert "autoescape" not in text
