"""The names of a subject: what each face is or was called, and the card as a whole."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from service.domain.folding import folded_name
from service.domain.ledger import Assertion
from service.domain.tracks import NAME

_JOINT = " // "


def joined_name(names: Sequence[str | None]) -> str | None:
    """Return the names of all faces as one; None where one of them isn't known."""
    known = [name for name in names if name is not None]
    return _JOINT.join(known) if len(known) == len(names) else None


def borne_names(assertions: Iterable[Assertion], words: Mapping[str, str]) -> set[str]:
    """Return every name that these assertions give to a face, and in each language the latest of all as one.

    Args:
        assertions: of one subject, in the declared order.
        words: the texts by their hash; a name whose words are not there is passed over.
    """
    names: set[str] = set()
    latest: dict[str | None, dict[int, str]] = {}
    faces = 1
    for one in assertions:
        for value in one.fields:
            faces = max(faces, value.face + 1)
            if value.field == NAME and value.content in words:
                names.add(words[value.content])
                latest.setdefault(value.lang, {})[value.face] = words[value.content]
    if faces > 1:
        wholes = (joined_name([found.get(face) for face in range(faces)]) for found in latest.values())
        names |= {whole for whole in wholes if whole is not None}
    return names


def whole_name(name: str) -> str:
    """Return a name as it is compared, however the names of the faces in it are joined.

    >>> whole_name("Fire // Ice") == whole_name("fire/ice")
    True
    """
    folded = folded_name(name)
    if "/" not in folded:
        return folded
    return "/".join(part.strip() for part in folded.split("/") if part.strip()) or folded
