"""Who records: the first word of the ``origin`` of an entry."""

from __future__ import annotations

CORPUS = "corpus"
"""A load of the card files. A subject that it recorded last is kept by hand: curated."""

IMPORT = "import"
"""An import of what a source observed. It gives way to the card files."""
