"""Finding subjects by set and collector number, however these are written."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from sqlalchemy import Connection, Select, Text, column, func, select, values

from service.domain.collector_numbers import Place, place_of
from service.domain.ids import SubjectId
from service.store.models import PrintingRow

_CHUNK = 300
"""How many places are sought in one statement."""


class Places:
    """Set and number of the printings of a game, as the ledger spells them.

    Numbers are looked through once for each set that is asked for, and only those are kept that are not
    spelled as they are compared: of most sets none.
    """

    def __init__(self, conn: Connection, game: str) -> None:
        self._conn = conn
        self._game = game
        self._numbers: dict[str, dict[str, list[str]]] = {}  # by code, then by the number as it is compared

    def find(self, places: Collection[Place]) -> dict[Place, list[SubjectId]]:
        """Return the subjects with a printing at each of these places (``place_of``), by id; each once."""
        asked = sorted({spelled for place in places for spelled in self._spelled(place)})
        found: dict[Place, dict[SubjectId, None]] = {}
        for start in range(0, len(asked), _CHUNK):
            for code, number, subject in self._conn.execute(self._query(asked[start : start + _CHUNK])):
                found.setdefault(place_of(code, number), {})[SubjectId.parse(subject)] = None
        return {place: sorted(subjects) for place, subjects in found.items()}

    def _query(self, asked: list[tuple[str, str]]) -> Select[str, str, str]:
        # Joined, since SQLite finds no pairs that are listed by its index.
        pairs = values(column("code", Text), column("number", Text), name="asked").data(asked).cte().columns
        return select(PrintingRow.set_code, func.coalesce(PrintingRow.number, ""), PrintingRow.subject).where(
            PrintingRow.game == self._game,
            PrintingRow.set_code == pairs.code,
            PrintingRow.number == pairs.number,
            PrintingRow.standing,
        )

    def _spelled(self, place: Place) -> list[tuple[str, str]]:
        """Return how the ledger spells a place, and may spell it."""
        folded, number = place
        codes = self._codes.get(folded, ())
        return [(code, one) for code in codes for one in (number, *self._odd(code).get(number, ()))]

    @cached_property
    def _codes(self) -> dict[str, list[str]]:
        """The codes of all sets with printings, by how they are compared."""
        found: dict[str, list[str]] = {}
        for code in self._conn.scalars(_set_codes(self._game)):
            found.setdefault(place_of(code, "")[0], []).append(code)
        return found

    def _odd(self, code: str) -> dict[str, list[str]]:
        """Return the numbers of a set that are spelled otherwise than they are compared, by the latter."""
        if code not in self._numbers:
            found = self._numbers[code] = {}
            query = select(func.coalesce(PrintingRow.number, "")).where(
                PrintingRow.game == self._game, PrintingRow.set_code == code, PrintingRow.number.is_not(None)
            )
            for number in self._conn.scalars(query.distinct()):
                compared = place_of(code, number)[1]
                if compared != number:
                    found.setdefault(compared, []).append(number)
        return self._numbers[code]


def _set_codes(game: str) -> Select[str]:
    """Return the query for the codes of all sets with printings: a step in the index for each of them."""
    after = select(func.min(PrintingRow.set_code)).where(PrintingRow.game == game)
    codes = after.cte("code", recursive=True)
    code = codes.columns[0]
    following = after.where(PrintingRow.set_code > code).correlate(codes).scalar_subquery()
    codes = codes.union_all(select(following).where(code.is_not(None)))
    code = codes.columns[0]
    return select(code).where(code.is_not(None))
