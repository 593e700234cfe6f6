"""What ``sources.yaml`` holds, once read: plain values with the line they stand on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date


@dataclass(frozen=True, slots=True)
class LanguageFile:
    """What a source calls the language ``lang``, in file order."""

    line: int
    lang: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SourceFieldFile:
    """How one key of a source is read; ``joined_by`` is None where the file has none."""

    line: int
    key: str
    fields: tuple[str, ...]
    joined_by: str | None
    absent: str
    lost: tuple[str, ...] = ()
    lines: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class LagFile:
    """Days on which an old text proves nothing: ``(after, through]``; None: no bound."""

    line: int
    after: date | None
    through: date | None
    lines: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class LeadFile:
    """That what was first seen on ``seen_on`` takes effect on the day that ``document`` states."""

    line: int
    seen_on: date
    document: str
    lines: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A source of observations, each of its lists in file order."""

    line: int
    id: str
    title: str
    url: str | None
    languages: tuple[LanguageFile, ...]
    fields: tuple[SourceFieldFile, ...]
    external_ids: str | None
    joined_layouts: tuple[str, ...]
    token_layouts: tuple[str, ...]
    plain_layouts: tuple[str, ...]
    lags: tuple[LagFile, ...]
    leads: tuple[LeadFile, ...]
    lines: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)
