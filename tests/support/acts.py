"""A card that is recorded act by act: in plain numbers, and as the facts that a ledger takes.

Keeps the declared order by itself and records lawful acts only: one living erratum of a track on an exact
day unless one replaces the other, days that agree with the order, one end, after the start.
"""

from collections.abc import Iterator, Sequence
from datetime import date

from service.domain.history import History
from service.domain.ids import SubjectId, VersionId
from service.domain.ledger import Assertion, Ending, Fact, FieldValue
from service.domain.texts import text_sha256
from tests.support.building import SUBJECT
from tests.support.histories import MIGHT, TEXT, civil
from tests.support.plain_ledger import Asked, Ended, Said, standing

TRACKS = {"text": TEXT, "might": MIGHT}
"""The tracks of the card, by their names in plain words."""


def words_of(one: Said) -> str:
    """Return what a change reads; no two are the same."""
    return f"{one.name} as recorded in {one.at[0]}-{one.at[1]}"


class Acts:
    """All that was recorded of a card so far.

    Attributes:
        head: the number of the last entry.
        said: the changes in the declared order, what no longer stands among them.
        ended: the ends.
        entries: the facts of each entry, by its number.
        verified: by entry, the last day through which the texts were checked from then on.
    """

    def __init__(self, subject: SubjectId = SUBJECT, head: int = 0) -> None:
        self.subject = subject
        self.head = self.before = head
        self.said: list[Said] = []
        self.ended: list[Ended] = []
        self.entries: dict[int, list[Fact]] = {}
        self.verified: dict[int, int] = {}

    def ahead(self, n: int = 1) -> tuple[int, int]:
        """Return the number of a fact of the next entry."""
        return self.head + 1, n

    def living(self) -> list[Said]:
        """Return the errata that stand and were neither voided nor ended, promised ones too."""
        stands, ends = self.standing()
        over = {one.name for one in ends}
        return [one for one in stands if one.name != "base" and one.name not in over]

    def standing(self) -> tuple[list[Said], list[Ended]]:
        """Return what stands today: changes that aren't void, and ends."""
        return standing(self.said, self.ended, Asked(self.head + 1, None, ""))

    def recorded(self, name: str) -> list[tuple[int, int]]:
        """Return what has to be withdrawn if an erratum is: its changes and ends that weren't corrected."""
        gone = {one.corrects for one in self.said} | {one.corrects for one in self.ended}
        gone |= {one.of for one in self.ended if one.kind == "withdrawn"}
        own = {one.at for one in self.said if one.name == name} - gone
        ends = {one.at for one in self.ended if one.name == name or (one.kind == "void" and one.of in own)}
        return sorted(own | ends - gone)

    def base(self, one: Said) -> None:
        """Record the first words of the card, or that they were recorded wrongly."""
        corrected = None if one.corrects is None else _version(one.corrects)
        if self._take([one, *self.said], self.ended):
            self._keep(self._assertion(one, None, corrected))

    def change(self, one: Said, choice: int, ends: Sequence[Ended] = (), *, stays: bool = False) -> bool:
        """Record a change, and ends with it, behind some erratum behind which it may stand; or nothing.

        Args:
            one: what it corrects it follows in the declared order, if it can stay there.
            choice: which of the possible places is taken; the last ones are its own and the end.
            stays: nothing is recorded where it can't stand beside others of its name.
        """
        ended = [*self.ended, *ends]
        possible = [
            (follows, said)
            for follows, place in self._places(one)
            for said in ([*self.said[:place], one, *self.said[place:]],)
            if _is_lawful(said, ended, self.head + 1) and (follows == one.name or not stays)
        ]
        if not possible:
            return False
        follows, said = possible[-1 - choice % len(possible)]
        self._take(said, ended)
        corrected = None if one.corrects is None else _version(one.corrects)
        self._keep(self._assertion(one, follows, corrected), *map(self._ending, ends))
        return True

    def end(self, *ends: Ended) -> bool:
        """Record ends in one entry, if what is left is lawful."""
        if not self._take(self.said, [*self.ended, *ends]):
            return False
        self._keep(*map(self._ending, ends))
        return True

    def check(self, through: int) -> None:
        """Record that the texts were checked through a day."""
        self._keep()
        self.verified[self.head] = through

    def verified_at(self, pin: int) -> int | None:
        """Return the last day through which the texts had been checked, by what was recorded up to a pin."""
        return next((self.verified[seq] for seq in sorted(self.verified, reverse=True) if seq <= pin), None)

    def history(self, pin: int) -> History:
        """Return what was recorded up to a pin as the domain has it."""
        facts = [fact for seq, found in self.entries.items() if seq <= pin for fact in found]
        through = self.verified_at(pin)
        return History(
            subject=self.subject,
            assertions=tuple(fact for fact in facts if isinstance(fact, Assertion)),
            endings=tuple(fact for fact in facts if isinstance(fact, Ending)),
            language="en",
            translations_of="base",
            verified_through=None if through is None else civil(through),
        )

    def _places(self, one: Said) -> Iterator[tuple[str | None, int]]:
        """Yield behind whom an erratum can be put, and where it would stand: own place and the end last."""
        yield None, sum(each.name == "base" for each in self.said)
        names = [each.name for each in self.said if each.name != "base"]
        ordered = sorted(
            set(names), key=lambda name: (name == one.name, len(names) - names[::-1].index(name))
        )
        for name in ordered:
            if name == one.name and one.corrects is not None:
                yield name, next(i for i, each in enumerate(self.said) if each.at == one.corrects) + 1
                continue
            place = max((each.at, i) for i, each in enumerate(self.said) if each.name == name)[1] + 1
            while place < len(self.said) and self.said[place].name == name:
                place += 1
            yield name, place

    def _take(self, said: list[Said], ended: list[Ended]) -> bool:
        lawful = _is_lawful(said, ended, self.head + 1)
        if lawful:
            self.said, self.ended = said, ended
        return lawful

    def _keep(self, *facts: Fact) -> None:
        self.head += 1
        self.entries[self.head] = list(facts)

    def _assertion(self, one: Said, follows: str | None, corrects: VersionId | None) -> Assertion:
        kind = "base" if one.name == "base" else "erratum"
        change_class = "wording" if one.tracks else "rules"
        content = text_sha256(words_of(one))
        return Assertion(
            seq=one.at[0],
            n=one.at[1],
            subject=self.subject,
            kind=kind,
            erratum=None if kind == "base" else one.name,
            change_class=None if kind == "base" else change_class,
            class_basis=None if kind == "base" else "stated",
            follows=follows,
            replaces=one.replaces,
            corrects=corrects,
            scopes=one.scopes,
            effective_from=_day(one.first),
            effective_after=_day(one.after),
            effective_by=_day(one.by),
            effective_until=_day(one.until),
            pending=one.promised or None,
            until_announced_on=_day(one.until_told),
            announced_on=_day(one.told),
            fields=tuple(FieldValue(*TRACKS[track], content) for track in sorted(one.tracks)),
        )

    def _ending(self, one: Ended) -> Ending:
        return Ending(
            seq=one.at[0],
            n=one.at[1],
            subject=self.subject,
            kind="correction" if one.kind == "withdrawn" else one.kind,
            erratum=one.name,
            of=None if one.of is None else _version(one.of),
            corrects=None if one.corrects is None else _version(one.corrects),
            ended_on=_day(one.first),
            ended_after=_day(one.sure),
            ended_by=_day(one.by),
            announced_on=_day(one.told),
        )


def _version(at: tuple[int, int]) -> VersionId:
    return VersionId(*at)


def _day(number: int | None) -> date | None:
    return None if number is None else civil(number)


def _is_lawful(said: Sequence[Said], ended: Sequence[Ended], pin: int) -> bool:
    """Whether the ledger's rules hold of what stands, in hindsight."""
    stands, ends = standing(said, ended, Asked(pin, None, ""))
    lapses = {one.name: one.first or one.by or 0 for one in ends if one.kind == "lapsed"}
    errata = [one for one in stands if one.name != "base" and not one.promised]
    for place, one in enumerate(errata):
        least = one.first or one.by or one.after or 0
        if not least < min(one.until or least + 1, lapses.get(one.name, least + 1)):
            return False
        target = [each for each in errata[:place] if each.name == one.replaces]
        if one.replaces is not None and not any(_can_replace(one, each) for each in target):
            return False
        told = [each.told for each in said if each.name == one.replaces and each.told is not None]
        if one.told is not None and any(one.told < before for before in told):
            return False
        if any(each.replaces == one.name for each in errata[:place]):
            return False
    return not any(_clash(errata, track, scope) for track in TRACKS for scope in ("paper", "mtgo"))


def _can_replace(one: Said, replaced: Said) -> bool:
    same = bool(one.tracks & replaced.tracks) or not (one.tracks or replaced.tracks)
    return same and one.first is not None and one.first == replaced.first


def _clash(errata: Sequence[Said], track: str, scope: str) -> bool:
    """Whether two errata live on a track from one exact day, or stand against their order of effect."""
    line = [one for one in errata if track in one.tracks and (not one.scopes or scope in one.scopes)]
    gone = {one.replaces for one in line}
    days = [one.first for one in line if one.name not in gone and one.first is not None]
    latest, against = 0, False
    for one in line:
        last = one.first or one.by
        against = against or (last is not None and last < latest)
        latest = max(latest, one.first or one.after or 0)
    return against or len(days) != len(set(days))
