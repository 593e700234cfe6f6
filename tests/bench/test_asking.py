"""Look-ups are asked as often as is said, and only right answers count."""

import pytest

from bench.asking import WrongAnswer, bodies, check_bodies, cpu_s, environs, wall_s
from bench.bare import bare_app, running_bare

PATH = "/v1/cards/demo/{}/text"
ANSWERS = {f"{PATH.format(card)}?on=2026-01-14": card.encode() * 40_000 for card in ("one", "two")}


def counting(inner):
    """Return an application around another one, and what it was asked."""
    asked = []

    def app(environ, start_response):
        asked.append(environ["PATH_INFO"])
        return inner(environ, start_response)

    return app, asked


def test_the_reference_gives_the_bytes_of_each_address():
    assert bodies(bare_app(ANSWERS), list(ANSWERS)) == ANSWERS


def test_another_answer_than_200_is_not_measured():
    app = bare_app(ANSWERS)
    with pytest.raises(WrongAnswer, match="/v2 answers 404"):
        bodies(app, ["/v2"])


def test_other_bytes_are_not_measured():
    check_bodies(bare_app(ANSWERS), ANSWERS)
    others = {address: b"shorter" for address in ANSWERS}
    with pytest.raises(WrongAnswer, match=r"one/text\?on=2026-01-14 is answered otherwise"):
        check_bodies(bare_app(others), ANSWERS)


def test_a_wrong_answer_ends_the_measuring():
    with pytest.raises(WrongAnswer, match="/v2 answers 404"):
        cpu_s(bare_app(ANSWERS), environs([*ANSWERS, "/v2"]))


def test_each_address_is_asked_once_where_that_is_said():
    app, asked = counting(bare_app(ANSWERS))
    assert cpu_s(app, environs(ANSWERS), least_s=0) > 0
    assert asked == [PATH.format("one"), PATH.format("two")]


def test_else_all_are_asked_equally_often():
    app, asked = counting(bare_app(ANSWERS))
    cpu_s(app, environs(ANSWERS), least_s=0.02)
    assert len(asked) > 2
    assert asked.count(PATH.format("one")) == asked.count(PATH.format("two"))


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    with running_bare(ANSWERS, tmp_path_factory.mktemp("bare")) as made:
        yield made


@pytest.mark.parametrize("times", [1, 50])
def test_a_server_answers_fewer_and_more_requests_than_there_are_connections(address, times):
    assert wall_s(address, list(ANSWERS) * times) > 0


def test_another_answer_over_http_is_not_measured(address):
    with pytest.raises(WrongAnswer, match="404"):
        wall_s(address, ["/v2"])
