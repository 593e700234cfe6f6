"""Pages as a reader has them: a small tree of elements, with and without what is only read aloud."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser

VOID = {"br", "hr", "img", "input", "link", "meta", "wbr"}
ONLY_READ_ALOUD = "visually-hidden"
ONLY_SEEN = "break"
"""A sign that stands for white space."""


class Element:
    """An element; ``children`` are elements and texts in their order."""

    def __init__(self, tag: str, attributes: dict[str, str | None]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.children: list[Element | str] = []

    @property
    def classes(self) -> list[str]:
        """The classes of the element."""
        return (self.attributes.get("class") or "").split()

    def every(self, *tags: str) -> Iterator[Element]:
        """Yield the elements below with one of these tags, all if none is named, in document order."""
        for child in self.children:
            if isinstance(child, Element):
                if not tags or child.tag in tags:
                    yield child
                yield from child.every(*tags)

    def by_id(self, name: str) -> Element:
        """Return the element with this id."""
        (found,) = (one for one in self.every() if one.attributes.get("id") == name)
        return found

    def of_class(self, name: str) -> list[Element]:
        """Return the elements below that have a class."""
        return [one for one in self.every() if name in one.classes]

    def words(self, *without: str) -> str:
        """Return what is printed letter by letter: neither hidden words nor signs that stand for something.

        Args:
            without: tags of elements that are left out.
        """
        return "".join(self._words({ONLY_READ_ALOUD, ONLY_SEEN}, without))

    def spoken(self) -> str:
        """Return what is read aloud, with each run of blanks as one."""
        return " ".join("".join(self._words(set(), ())).split())

    def _words(self, classes: set[str], without: tuple[str, ...]) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif child.tag in without or classes.intersection(child.classes):
                continue
            elif classes or child.attributes.get("aria-hidden") != "true":
                yield from child._words(classes, without)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("page", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, dict(attrs))
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def read(html: str) -> Element:
    """Return a page as a tree.

    Raises:
        AssertionError: if an element isn't closed, or another one is closed in its place.
    """
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert len(reader.open) == 1, f"<{reader.open[-1].tag}> is never closed"
    return reader.open[0]
