"""A machine whose acts are entries of a ledger in a database; each of its examples has a card of its own."""

from collections.abc import Iterator
from itertools import count

from sqlalchemy import Engine

from service.domain.coverage import Coverage
from service.domain.games import Game
from service.domain.ids import SubjectId
from service.domain.ledger import Record
from service.domain.subjects import Subject
from service.store.connection import writing
from service.store.segments import save_head, save_index
from tests.support.acting import ActingMachine
from tests.support.acts import Acts, words_of
from tests.support.building import SUBJECT
from tests.support.databases import record, record_game
from tests.support.histories import civil


class Place:
    """A database with a game, in which cards are recorded one after the other."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.names: Iterator[str] = (f"card-{number}" for number in count(1))
        with writing(engine) as conn:
            self.game: Game = record_game(conn)


class RecordingMachine(ActingMachine):
    """Records each act as an entry, and the card's rows of the index with it."""

    def __init__(self, place: Place) -> None:
        self.place = place
        super().__init__()

    def begun(self) -> Acts:
        """Record that there is a card."""
        subject = SubjectId(SUBJECT.game, SUBJECT.kind, next(self.place.names))
        with writing(self.place.engine) as conn:
            entry = record(conn, Record(kind=Subject.kind, key=str(subject), body={"faces": 1}))
        return Acts(subject, entry.seq)

    def recorded(self) -> None:
        """Record the last act."""
        acts = self.acts
        facts = list(acts.entries[acts.head])
        if acts.head in acts.verified:
            checked = Coverage(str(acts.subject), civil(acts.verified[acts.head]))
            facts.append(Record(kind=Coverage.kind, key=checked.key, body=checked.body()))
        texts = [words_of(one) for one in acts.said if one.at[0] == acts.head]
        with writing(self.place.engine) as conn:
            entry = record(conn, *facts, texts=texts)
            assert entry.seq == acts.head
            save_index(conn, acts.subject, self.place.game)
            save_head(conn, entry.seq)
