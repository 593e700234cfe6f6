from __future__ import annotations

import pytest

from service.domain.names import whole_name


@pytest.mark.parametrize("name", ["Dusk // Dawn", "dusk/dawn", " DUSK/ Dawn", "Dusk /// Dâwn"])
def test_a_whole_name_is_the_same_however_it_is_joined(name):
    assert whole_name(name) == "dusk/dawn"


@pytest.mark.parametrize(("name", "whole"), [("/", "/"), ("//", "//"), ("A/", "a"), ("", "")])
def test_a_name_of_strokes_is_itself(name, whole):
    assert whole_name(name) == whole
