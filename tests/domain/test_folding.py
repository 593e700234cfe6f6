"""Names and how they are compared: without case, accents, ligatures and ways to type an apostrophe."""

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from service.domain.folding import folded, folded_name, name_slug
from service.domain.ids import SLUG

names = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)

ALIKE = {
    "case": ("ASH OWL", "ash owl"),
    "a ligature and its letters": ("Æther Adept", "aether adept"),
    "another one": ("Œuvre", "oeuvre"),
    "letters with a stroke": ("Łódź Đøg", "lodz dog"),
    "sharp s": ("STRASSE", "straße"),
    "an accent": ("Lim-Dûl", "Lim-Dul"),
    "an accent that was typed by itself": ("Lim-Du\u0302l", "Lim-Dûl"),
    "a typographic apostrophe": ("Urza’s Tower", "urza's tower"),
    "an apostrophe that opens": ("‘Owl‘", "'owl'"),
    "an acute accent for an apostrophe": ("Urza´s", "Urza's"),
    "a grave accent for an apostrophe": ("Urza`s", "Urza's"),
    "full-width letters": ("ＡＳＨ", "ash"),
    "letters in one sign": ("Ash™ №", "ashtm no"),
    "letters for formulas": ("𝐀sh", "ash"),
    "a dotless i": ("Kızıl", "kizil"),
    "half-width kana": ("ｶﾞ", "ガ"),
}
APART = {
    "letters": ("Ash Owl", "Ash Awl"),
    "blanks": ("Ash Owl", "AshOwl"),
    "hyphens": ("Lim-Dul", "Lim Dul"),
    "a voiced kana is another letter": ("ガ", "カ"),
    "and so is a half-voiced one": ("ぱ", "は"),
    "CJK": ("闪电击", "閃電擊"),
}
SLUGS = {
    "Lim-Dûl’s Vault": "lim-duls-vault",
    "Æther Adept": "aether-adept",
    "Fire // Ice": "fire-ice",
    "+2 Mace": "2-mace",
    "_____": "",
    "闪电击": "",
    "B.F.M. (Big)": "b-f-m-big",
    "½ Owl": "1-2-owl",
    "Owl²": "owl2",
    "ASH™": "ashtm",
    "": "",
}


@pytest.mark.parametrize(("one", "other"), ALIKE.values(), ids=ALIKE)
def test_names_are_alike_whatever(one, other):
    assert folded_name(one) == folded_name(other)


@pytest.mark.parametrize(("one", "other"), APART.values(), ids=APART)
def test_names_stay_apart_by(one, other):
    assert folded_name(one) != folded_name(other)


@given(names)
@example("™")
@example("ϔ")
@example("ŉ")
def test_a_folded_name_is_folded(name):
    once = folded_name(name)
    assert folded_name(once) == once


@given(names)
def test_composed_or_not_a_name_is_the_same(name):
    forms = {folded_name(unicodedata.normalize(form, name)) for form in ("NFC", "NFD")}
    assert forms == {folded_name(name)}


@given(st.text(st.characters(codec="ascii"), max_size=12))
def test_case_makes_no_difference(name):
    assert folded_name(name.upper()) == folded_name(name.lower()) == folded_name(name)


@pytest.mark.parametrize(("name", "slug"), SLUGS.items(), ids=SLUGS)
def test_the_id_that_a_name_suggests(name, slug):
    assert name_slug(name) == slug


@given(names)
@example("™")
@example("٣")
def test_what_a_name_suggests_is_an_id_or_nothing(name):
    slug = name_slug(name)
    assert slug == "" or re.fullmatch(SLUG, slug)
    assert name_slug(slug) == slug


@given(names)
def test_names_that_are_alike_suggest_one_id(name):
    assert name_slug(folded_name(name)) == name_slug(name)


def test_a_text_is_folded_by_case_alone():
    assert (folded("Ä ÉTÉ’S"), folded("STRASSE") == folded("straße")) == ("ä été’s", True)
