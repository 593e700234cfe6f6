import json
import shutil
from pathlib import Path

import pytest


@pytest.fixture
def bad_corpus(tmp_path):
    root = Path(shutil.copytree("card_texts", tmp_path / "card_texts"))
    path = root / "riftbound" / "cards" / "deathgrip.yaml"
    lines = path.read_text("utf-8").splitlines(keepends=True)
    line = lines.index("    class: functional\n")
    lines[line] = "    class: funtional\n"
    path.write_text("".join(lines), "utf-8")
    return root, line + 1


def test_the_real_corpus_has_no_faults_and_is_counted(errata):
    result = errata("check")
    cards = len(list(Path("card_texts").glob("*/cards/*.yaml")))
    documents = len(list(Path("card_texts").glob("*/documents/*.yaml")))
    games = len(list(Path("card_texts").glob("*/game.yaml")))
    assert result.exit_code == 0
    assert result.stdout == f"{cards} cards, {documents} documents in {games} games: no faults\n"


def test_no_database_is_needed(errata):
    assert errata("check", url="sqlite:////dev/null/none.db").exit_code == 0


def test_a_bad_file_is_refused_with_its_path_and_line(errata, bad_corpus):
    root, line = bad_corpus
    result = errata("check", str(root))
    assert result.exit_code == 1
    assert result.stderr.startswith(f"riftbound/cards/deathgrip.yaml:{line}: ")
    assert result.stderr.splitlines()[-1] == "error: 1 fault in 1 file [corpus-refused]"


def test_faults_as_json_have_their_place(errata, bad_corpus):
    root, line = bad_corpus
    result = errata("check", "--json", str(root))
    (fault,) = json.loads(result.stdout)["faults"]
    assert result.exit_code == 1
    assert (fault["path"], fault["line"]) == ("riftbound/cards/deathgrip.yaml", line)


def test_counts_as_json_are_numbers(errata):
    found = json.loads(errata("check", "--json").stdout)
    assert found["games"] == len(list(Path("card_texts").glob("*/game.yaml")))
    assert found["faults"] == []


@pytest.mark.parametrize("folder", ["card_texts/riftbound", "card_texts/riftbound/cards"])
@pytest.mark.parametrize("command", ["check", "load"])
def test_in_place_of_a_folder_of_one_game_the_one_above_is_named(errata, command, folder):
    result = errata(command, folder)
    assert (result.exit_code, result.stdout) == (1, "")
    assert f"'{folder}' belongs to one game" in result.stderr
    assert f"{str(Path('card_texts').resolve())!r} [bad-setting]" in result.stderr


def test_a_folder_that_is_not_there_is_named(errata):
    result = errata("check", ERRATA_CARD_TEXTS="no/such/folder")
    assert result.exit_code == 1
    assert "no/such/folder" in result.stderr
    assert "[bad-setting]" in result.stderr
