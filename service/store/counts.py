"""How much there is of what."""

from __future__ import annotations

from sqlalchemy import Connection, func, select

from service.store.models import PassageRow, PrintingRow


def count_game(conn: Connection, game: str) -> dict[str, int]:
    """Return how many cards with a text, and how many printings, the index has of a game."""
    cards = select(func.count(PassageRow.subject.distinct())).where(PassageRow.game == game)
    printings = select(func.count()).where(PrintingRow.game == game, PrintingRow.standing)
    return {"cards": conn.scalar(cards) or 0, "printings": conn.scalar(printings) or 0}
