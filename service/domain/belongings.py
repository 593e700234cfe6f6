"""Which records belong to one subject: the key of each is the subject itself, or begins with it.

``SubjectId.of_key`` reads the subject in such a key.
"""

from __future__ import annotations

from service.domain.coverage import Coverage
from service.domain.printings import Printing
from service.domain.sightings import Sighting
from service.domain.subjects import Aliases, Subject

OWN_KINDS = (Subject.kind, Aliases.kind, Coverage.kind)
"""The records whose key is the subject itself."""

PART_KINDS = (Printing.kind, Coverage.kind, Sighting.kind)
"""The records whose key begins with the subject: of its printings, its faces and what sources showed."""

RECORD_KINDS = tuple(dict.fromkeys((*OWN_KINDS, *PART_KINDS)))
"""All records of a subject."""

ANSWER_KINDS = tuple(kind for kind in RECORD_KINDS if kind != Sighting.kind)
"""The records of a subject that answers are made of: what sources showed is in the facts made of it."""
