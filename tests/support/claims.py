"""What a reading must say by what was worked out the slow way."""

from service.domain.reading import Reading
from service.domain.texts import text_sha256
from tests.support.acts import TRACKS, Acts, words_of
from tests.support.histories import civil
from tests.support.plain_ledger import Asked, At, Page, Said, page


class Claims:
    """What is claimed of a card as it is known by a day and was recorded up to a pin."""

    def __init__(self, acts: Acts, asked: Asked, days: range) -> None:
        self.page: Page = page(acts.said, acts.ended, asked, list(TRACKS), days)
        self.said: dict[At, Said] = {one.at: one for one in acts.said}
        self.days = days
        self.verified = acts.verified_at(asked.pin)

    def has_text(self, day: int) -> bool:
        """Whether a text is in effect."""
        return self.page.tracks["text"][day].holds is not None

    def used(self, day: int) -> list[Said]:
        """Return the changes that make up a day."""
        tracks, mute = self.page.holding(day)
        return [self.said[at] for at in [*tracks, *mute] if at is not None]

    def certainty(self, day: int) -> str:
        """Return how sure a day is."""
        if self.page.in_doubt(day):
            return "uncertain"
        return "exact" if self.verified is not None and day <= self.verified else "assumed"

    def retroactive(self, day: int) -> bool:
        """Whether anything that makes up a day was announced after it."""
        return any(one.told is not None and one.told > day for one in self.used(day))

    def next_change(self, day: int) -> int | None:
        """Return the first later day on which something else is read."""
        now = self.page.holding(day)
        return next((on for on in self.days if on > day and self.page.holding(on) != now), None)

    def words(self, day: int, track: str = "text") -> str | None:
        """Return what a track reads on a day."""
        holds = self.page.tracks[track][day].holds
        return None if holds is None else words_of(self.said[holds])

    def check(self, day: int, reading: Reading | None) -> None:
        """Compare a reading of the service with what is claimed.

        Raises:
            AssertionError: if it says otherwise.
        """
        assert (reading is not None) == self.has_text(day)
        if reading is None:
            return
        tracks = {TRACKS[name]: found[day] for name, found in self.page.tracks.items()}
        held = {name: one.content for name, one in reading.faces[0].items()}
        assert held == {
            track.field: text_sha256(words_of(self.said[one.holds]))
            for track, one in tracks.items()
            if one.holds is not None
        }
        others = sorted((one.field, (one.version.seq, one.version.n)) for one in reading.alternatives)
        assert others == sorted((track.field, at) for track, one in tracks.items() for at in one.others)
        rules = [(one.version.seq, one.version.n) for one in reading.rules_changes]
        assert rules == self.page.holding(day)[1]
        assert [(one.seq, one.n) for one in reading.pending] == self.page.pending
        assert reading.certainty == self.certainty(day)
        assert reading.retroactive == self.retroactive(day)
        assert reading.announced_unknown == any(one.told is None for one in self.used(day))
        coming = self.next_change(day)
        found = reading.next_change and reading.next_change.effective_from
        assert found == (None if coming is None else civil(coming))
