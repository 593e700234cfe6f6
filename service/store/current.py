"""What the index has of a whole game on a day."""

from __future__ import annotations

from datetime import date

from sqlalchemy import ColumnElement, Connection, func, or_, select, union_all

from service.domain.games import Game
from service.domain.ids import SubjectId, card_id
from service.store.models import EVERY_SCOPE, SegmentRow


def list_cards_on(conn: Connection, game: Game, day: date) -> list[SubjectId]:
    """Return the cards of a game that have a text on a day in its language and first scope, by id."""
    query = (
        select(SegmentRow.subject)
        .where(
            _in_first_scope(game),
            SegmentRow.effective_from <= day,
            or_(SegmentRow.effective_until.is_(None), SegmentRow.effective_until > day),
        )
        .order_by(SegmentRow.subject)
    )
    return [SubjectId.parse(subject) for subject in conn.scalars(query)]


def load_stretch(conn: Connection, game: Game, day: date) -> tuple[date | None, date | None]:
    """Return the longest stretch of days around a day on which every card of a game reads the same.

    In the game's language and first scope. The second day is excluded; each is None where nothing changes on
    that side.
    """
    edges = union_all(
        *(
            select(column.label("day")).where(_in_first_scope(game))
            for column in (SegmentRow.effective_from, SegmentRow.effective_until)
        )
    ).subquery()
    since = conn.scalar(select(func.max(edges.c.day)).where(edges.c.day <= day))
    until = conn.scalar(select(func.min(edges.c.day)).where(edges.c.day > day))
    return since, until


def _in_first_scope(game: Game) -> ColumnElement[bool]:
    first = str(card_id(game.id, ""))
    return (
        # "0" is the character after "/": a range, so that the index serves it.
        (SegmentRow.subject >= first)
        & (SegmentRow.subject < f"{first.removesuffix('/')}0")
        & (SegmentRow.lang == game.language)
        & SegmentRow.scope.in_((game.scope(None), EVERY_SCOPE))
    )
