"""The sources of a game, as its files tell them."""

from __future__ import annotations

from datetime import date

from service.corpus.files import GameFile
from service.corpus.source_files import SourceFile
from service.domain.sources import Lag, Lead, Source, SourceField


def game_sources(game: GameFile) -> tuple[Source, ...]:
    """Return the sources in file order; lags and leads of each in the order of their days."""
    return tuple(_source(game, one) for one in game.sources)


def _source(game: GameFile, one: SourceFile) -> Source:
    lags = (Lag(each.after, each.through) for each in one.lags)
    leads = (Lead(each.seen_on, each.document) for each in one.leads)
    return Source(
        game=game.id,
        id=one.id,
        title=one.title,
        url=one.url,
        languages={word: each.lang for each in one.languages for word in each.words},
        fields=tuple(
            SourceField(each.key, each.fields, each.joined_by, each.absent, each.lost) for each in one.fields
        ),
        external_ids=one.external_ids,
        joined_layouts=one.joined_layouts,
        token_layouts=one.token_layouts,
        plain_layouts=one.plain_layouts,
        lags=tuple(sorted(lags, key=_days)),
        leads=tuple(sorted(leads, key=lambda lead: lead.seen_on)),
    )


def _days(lag: Lag) -> tuple[date, date]:
    return lag.after or date.min, lag.through or date.max
