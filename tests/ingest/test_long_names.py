"""However long names and numbers are: what is imported can be exported, and each has an id of its own."""

from service.domain.ids import MAX_ID
from service.ingest.formats.history import MAX_FACES, MAX_SET_BYTES
from service.ingest.formats.members import MAX_NAME_BYTES
from tests.support.exports import export, files_of
from tests.support.importing import import_lines, line, printing, version

LONGEST_FILE_NAME = 255
"""How many bytes the name of a file may have with every file system in use."""


def long_name(end):
    """Return a name as long as any may be."""
    return f"{'owl ' * MAX_NAME_BYTES}"[: MAX_NAME_BYTES - len(end)] + end


def test_cards_with_the_longest_names_are_exported(described, tmp_path):
    code = "x" * MAX_SET_BYTES
    single = printing(code, long_name("1"))
    lines = [line(version("2024-02-01", "Fly."), key=long_name("z"), printings=[single])]
    for end in "ab":
        faces = [long_name(f"{place:02}{end}") for place in range(MAX_FACES)]
        told = {"layout": "split", "faces": faces}
        # Two cards whose ids differ behind the cut, and printings whose ids do.
        printings = [printing(code, number, **told) for number in (long_name("2"), None)]
        lines += [line(version("2024-02-01", f"{face}."), key=face, printings=printings) for face in faces]
    import_lines(described.engine, tmp_path, *lines)
    rows = described.rows("printing", "standing AND subject IN (SELECT subject FROM known_id)")
    subjects, printed = [row[0].rpartition("/")[2] for row in rows], [row[3] for row in rows]
    assert (len(set(subjects)), len(set(printed))) == (3, 5)
    assert {len(one) for one in subjects} == {MAX_ID}
    assert max(map(len, printed)) == MAX_ID
    export(described.engine, tmp_path / "out")
    paths = [path for path in files_of(tmp_path / "out") if any(one in path for one in subjects)]
    assert len(paths) == 3
    assert max(len(part.encode()) for path in paths for part in path.split("/")) <= LONGEST_FILE_NAME
