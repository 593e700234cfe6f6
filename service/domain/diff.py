"""What changed between two texts, marked as a careful reader would mark it.

Knows tokens only: no cards, no days, no markup. Whether a change matters is not judged here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal

from rapidfuzz.distance import Indel

from service.domain.errors import DiffTooLarge
from service.domain.tokens import has_word, tokenize

Op = Literal["=", "-", "+"]
"""Kept, deleted, inserted."""

Span = tuple[Op, str]
"""A stretch of text and what became of it."""

MAX_TOKENS = 20_000
"""The most tokens a text may have. A comparison needs a bit for each pair of them: 50 MB."""

_COMMAS = frozenset(" ,，、")
_STOPS = frozenset(".!?。！？")
_LANDMARKS = frozenset('\n()[]{}（）「」『』【】"“”«»')


@dataclass(frozen=True, slots=True)
class _Change:
    """The tokens ``[a0, a1)`` of the text before, for which ``[b0, b1)`` stand after."""

    a0: int
    a1: int
    b0: int
    b1: int

    @property
    def kind(self) -> Literal["insertion", "deletion", "replacement"]:
        """What a reader calls it."""
        if self.a0 == self.a1:
            return "insertion"
        return "deletion" if self.b0 == self.b1 else "replacement"


def diff_spans(before: str, after: str) -> tuple[Span, ...]:
    """Return the spans that turn one text into the other, in reading order.

    Those of ``=`` and ``-`` joined are the text before, those of ``=`` and ``+`` the text after. No
    span is empty, no two neighbours have the same operation, a deletion stands before the insertion
    that takes its place. Equal texts give one span, two empty texts none.

    Raises:
        DiffTooLarge: if the texts differ and one has more than ``MAX_TOKENS`` tokens.

    >>> diff_spans("Draw a card.", "Draw two cards.")
    (('=', 'Draw '), ('-', 'a card'), ('+', 'two cards'), ('=', '.'))
    """
    if before == after:
        return (("=", before),) if before else ()
    a, b = tokenize(before), tokenize(after)
    for side, tokens in (("before", a), ("after", b)):
        if len(tokens) > MAX_TOKENS:
            raise DiffTooLarge(
                f"the text {side} has {len(tokens)} words, blanks and signs; at most {MAX_TOKENS} can"
                " be compared; ask for the two texts instead"
            )
    return _spans(_slide(_fold(_compare(a, b), a, b), a, b), a, b)


def _compare(a: Sequence[str], b: Sequence[str]) -> list[_Change]:
    """Return the changes between the tokens that stay, in order.

    Blanks are not matched with each other: they follow the words beside them. A blank found equal
    far from its words would cut a change in two, or win over a word. Line breaks count as words.
    """
    whole = _trimmed(_Change(0, len(a), 0, len(b)), a, b)
    stay_a = [i for i in range(whole.a0, whole.a1) if a[i] == "\n" or not a[i].isspace()]
    stay_b = [i for i in range(whole.b0, whole.b1) if b[i] == "\n" or not b[i].isspace()]
    # RapidFuzz compares by hash: small numbers never collide, but hash(-1) == hash(-2)
    numbers: dict[str, int] = {}
    left = [numbers.setdefault(a[i], len(numbers)) for i in stay_a]
    right = [numbers.setdefault(b[i], len(numbers)) for i in stay_b]
    pairs = [
        (stay_a[found.src_start + n], stay_b[found.dest_start + n])
        for found in Indel.opcodes(left, right)
        if found.tag == "equal"
        for n in range(found.src_end - found.src_start)
    ]
    changes: list[_Change] = []
    a0, b0 = whole.a0, whole.b0
    for a1, b1 in [*pairs, (whole.a1, whole.b1)]:
        changes.append(_trimmed(_Change(a0, a1, b0, b1), a, b))
        a0, b0 = a1 + 1, b1 + 1
    return [change for change in changes if change.a0 < change.a1 or change.b0 < change.b1]


def _trimmed(change: _Change, a: Sequence[str], b: Sequence[str]) -> _Change:
    """Return the change without the tokens that are the same at its start, then at its end."""
    a0, a1, b0, b1 = change.a0, change.a1, change.b0, change.b1
    while a0 < a1 and b0 < b1 and a[a0] == b[b0]:
        a0, b0 = a0 + 1, b0 + 1
    while a0 < a1 and b0 < b1 and a[a1 - 1] == b[b1 - 1]:
        a1, b1 = a1 - 1, b1 - 1
    return _Change(a0, a1, b0, b1)


def _fold(changes: Sequence[_Change], a: Sequence[str], b: Sequence[str]) -> list[_Change]:
    """Join changes between which next to nothing is kept.

    ``[-one. Then recycle-]{+it. Recycle+}`` reads better than with its full stop kept, and a lone
    ``the`` in the middle of a rewritten sentence is a coincidence. Half a pair of brackets is never
    struck out so, and no line is joined to the next.
    """
    words_a = [0, *accumulate(map(has_word, a))]
    words_b = [0, *accumulate(map(has_word, b))]

    def size(change: _Change) -> int:
        return max(words_a[change.a1] - words_a[change.a0], words_b[change.b1] - words_b[change.b0])

    folded: list[_Change] = []
    for change in changes:
        if folded:
            last = folded[-1]
            kept = a[last.a1 : change.a0]
            words = words_a[change.a0] - words_a[last.a1]
            if last.kind == change.kind == "replacement":
                prose = all(has_word(token) or token == " " for token in kept)
                joins = prose if words else _LANDMARKS.isdisjoint(kept)
            else:  # a clause reworded around its comma; two insertions stay two
                joins = _COMMAS.issuperset(kept) and last.kind != change.kind
            if joins and max(1, 2 * words) <= min(size(last), size(change)):
                folded[-1] = _trimmed(_Change(last.a0, change.a1, last.b0, change.b1), a, b)
                continue
        folded.append(change)
    return folded


def _slide(changes: Sequence[_Change], a: Sequence[str], b: Sequence[str]) -> list[_Change]:
    """Move pure insertions and deletions to where a reader would mark them.

    In ``[Main] {+[Once per turn] +}Discard`` the blank before would do as well as the one after.
    """
    moved: list[_Change] = []
    for index, change in enumerate(changes):
        if change.kind != "replacement":
            # a token stays on either side: a change that touches its neighbour is part of it
            floor = moved[-1].a1 + 1 if moved else 0
            ceiling = changes[index + 1].a0 - 1 if index + 1 < len(changes) else len(a)
            inserted, deleted = (b, change.b0, change.b1), (a, change.a0, change.a1)
            longer, first, past = inserted if change.kind == "insertion" else deleted
            back, forth = 0, 0
            while change.a0 - back > floor and longer[first - back - 1] == longer[past - back - 1]:
                back += 1
            while change.a1 + forth < ceiling and longer[first + forth] == longer[past + forth]:
                forth += 1
            places = range(forth, -back - 1, -1)  # of equal places the last: the copy is what is new
            steps = max(places, key=lambda n: sorted(_cut(longer, end + n) for end in (first, past)))
            change = _Change(change.a0 + steps, change.a1 + steps, change.b0 + steps, change.b1 + steps)
        moved.append(change)
    return moved


def _cut(tokens: Sequence[str], place: int) -> int:
    """Return how well a text is cut before a token: a line best, then a sentence, then a word."""
    if place in (0, len(tokens)) or "\n" in (tokens[place - 1], tokens[place]):
        return 4
    previous = tokens[place - 1]
    if previous in _STOPS or (previous.isspace() and tokens[max(place - 2, 0)] in _STOPS):
        return 3
    if previous.isspace():
        return 2
    return 0 if has_word(previous) else 1


def _spans(changes: Sequence[_Change], a: Sequence[str], b: Sequence[str]) -> tuple[Span, ...]:
    """Return the changes, and what is kept around them, as spans."""
    spans: list[Span] = []
    kept_from = 0
    for change in [*changes, _Change(len(a), len(a), len(b), len(b))]:
        parts: tuple[Span, ...] = (
            ("=", "".join(a[kept_from : change.a0])),
            ("-", "".join(a[change.a0 : change.a1])),
            ("+", "".join(b[change.b0 : change.b1])),
        )
        spans.extend(part for part in parts if part[1])
        kept_from = change.a1
    return tuple(spans)
