"""How the keys of a source are read: which fields a value holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from service.domain.sources import Source, SourceField
from service.ingest.formats.members import Members


@lru_cache(maxsize=64)
def forms_of(source: Source) -> Mapping[str, Sequence[SourceField]]:
    """Return the forms of each key, in the order of the source's description."""
    forms: dict[str, list[SourceField]] = {}
    for one in source.fields:
        forms.setdefault(one.key, []).append(one)
    return forms


def parts_of(
    told: Members, key: str, value: str, forms: Sequence[SourceField]
) -> Iterator[tuple[str, str | None]]:
    """Yield the fields that a value holds, by the first form that has as many parts; None for a lost one.

    Raises:
        BadPiece: if no form has.
    """
    for form in forms:
        parts = [value] if form.joined_by is None else value.split(form.joined_by)
        if len(parts) == len(form.fields):
            yield from zip(form.fields, (None if part in form.lost else part for part in parts), strict=True)
            return
    raise told.bad(key, f"{value!r} fits none of the forms that sources.yaml lists for it")
