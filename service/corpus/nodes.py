"""YAML as text with places. Knows lines and quotes, and no schema.

Every scalar is a text: nothing becomes a number, a day or a boolean here. What would make a file
mean something else than what stands on its line is refused: aliases, anchors, tags, directives,
merge keys, repeated keys, a second document, values that aren't there.
"""

from __future__ import annotations

from pathlib import PurePosixPath

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    DocumentStartEvent,
    Event,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
    SequenceStartEvent,
)

from service.corpus.codes import Code
from service.corpus.faults import Fault
from service.corpus.syntax import decoded_text, syntax_fault

_NO_VALUE = frozenset({"", "~", "null", "Null", "NULL"})


class Text(str):
    """A scalar and its place.

    Attributes:
        line: counted from 1.
        plain: whether it stands there without quotes and not as a block.
        folded: whether it runs over several lines that YAML joins to one.
        cut: whether a comment follows it on its line.
    """

    __slots__ = ("cut", "folded", "line", "plain")

    line: int
    plain: bool
    folded: bool
    cut: bool

    @classmethod
    def at(cls, line: int, text: str, plain: bool = False, folded: bool = False, cut: bool = False) -> Text:
        """Return the text with its place."""
        node = cls(text)
        node.line, node.plain, node.folded, node.cut = line, plain, folded, cut
        return node


class Table(dict[str, "Node"]):
    """A mapping, the file it stands in, its line, and the line of each of its keys."""

    def __init__(self, path: PurePosixPath, line: int) -> None:
        super().__init__()
        self.path = path
        self.line = line
        self.lines: dict[str, int] = {}


class Items(list["Node"]):
    """A sequence, its line, and the line of each of its items."""

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line
        self.lines: list[int] = []


Node = Text | Table | Items

MAX_FILE_BYTES = 1024 * 1024
"""The largest file that is read, in bytes."""

MAX_DEPTH = 20
"""How deep lists and mappings may stand in one another."""


def line_at(root: Node, where: tuple[str | int, ...]) -> int:
    """Return the line of a key or item, given by the keys and indexes that lead to it.

    Where the path leads to nothing (a key that is missing), the line of what should hold it.
    """
    node, line = root, root.line
    for step in where:
        if isinstance(node, Table) and isinstance(step, str) and step in node:
            line, node = node.lines[step], node[step]
            continue
        if isinstance(node, Items) and isinstance(step, int) and step < len(node):
            line, node = node.lines[step], node[step]
            continue
        break
    return line


def read_nodes(path: PurePosixPath, content: bytes, faults: list[Fault]) -> Table | None:
    """Return the mapping that a file holds; None where it can't be read as one.

    Args:
        path: the file's name in messages.
        content: its bytes.
        faults: what is wrong is appended here, also when a mapping is returned.
    """
    if len(content) > MAX_FILE_BYTES:
        found = f"the file has {len(content)} bytes, and {MAX_FILE_BYTES} are the most that one may have"
        faults.append(Fault(path, 1, Code.FILE_TOO_LARGE, found, "see whether this is the right file"))
        return None
    text = decoded_text(path, content, faults)
    if text is None:
        return None
    builder = _Builder(path, text, faults)
    try:
        for event in YAML(typ="safe", pure=True).parse(text):
            if not builder.take(event):
                return None
    except YAMLError as error:
        fault = syntax_fault(path, error, text)
        # what was read of that line only looks like a fault of its own
        faults[:] = [one for one in faults if (one.path, one.line) != (path, fault.line)]
        faults.append(fault)
        return None
    except (ValueError, OverflowError) as error:  # an escape for a character that there isn't, and the like
        found, todo = f"what stands here can't be read ({error})", "write the character itself"
        faults.append(Fault(path, builder.line, Code.NOT_YAML, found, todo))
        return None
    if builder.root is None:
        faults.append(Fault(path, 1, Code.EMPTY_FILE, "the file holds nothing", "fill it or delete it"))
    elif not isinstance(builder.root, Table):
        found = "the file doesn't start with keys"
        faults.append(Fault(path, builder.root.line, Code.WRONG_SHAPE, found, "write key: value"))
    else:
        return builder.root
    return None


class _Builder:
    """Builds the nodes of one file from YAML events, without recursion."""

    def __init__(self, path: PurePosixPath, text: str, faults: list[Fault]) -> None:
        self.path = path
        self.faults = faults
        self.root: Node | None = None
        self.source = text.split("\n")
        self.documents = 0
        self.line = 1
        self.open: list[tuple[Table | Items, Text | None]] = []
        """The containers around the next node, outermost first, each with the key that waits."""

    def take(self, event: Event) -> bool:
        """Take the next event; False if reading on makes no sense."""
        line = self.line = event.start_mark.line + 1
        if len(self.open) > MAX_DEPTH:
            found = f"values stand more than {MAX_DEPTH} deep in one another"
            self._fault(line, Code.WRONG_SHAPE, found, "nothing in a corpus is so deep; see what was meant")
            return False
        if isinstance(event, DocumentStartEvent):
            return self._document(event, line)
        if isinstance(event, NodeEvent):
            self._marks(event, line)
        if isinstance(event, AliasEvent):
            self._attach(Text.at(line, f"*{event.anchor}"), line)
        elif isinstance(event, ScalarEvent):
            self._attach(self._text(event, line), line)
        elif isinstance(event, MappingStartEvent):
            self.open.append((Table(self.path, line), None))
        elif isinstance(event, SequenceStartEvent):
            self.open.append((Items(line), None))
        elif isinstance(event, CollectionEndEvent):
            node, _ = self.open.pop()
            self._attach(node, node.line)
        return True

    def _fault(self, line: int, code: Code, found: str, todo: str) -> None:
        self.faults.append(Fault(self.path, line, code, found, todo))

    def _document(self, event: DocumentStartEvent, line: int) -> bool:
        self.documents += 1
        if self.documents > 1:
            found = "a second document starts here"
            self._fault(line, Code.SEVERAL_DOCUMENTS, found, "take out the line ---")
            return False
        if any(before.startswith("%") for before in self.source[: line - 1]):
            found = "a directive stands before this line"
            self._fault(line, Code.DIRECTIVE, found, "take out the lines that start with %")
        return True

    def _marks(self, event: NodeEvent, line: int) -> None:
        if isinstance(event, AliasEvent):
            found = f"the alias *{event.anchor} stands for a value elsewhere"
            todo = "write the value out, or a text that starts with * in quotes"
            self._fault(line, Code.ALIAS, found, todo)
        elif event.anchor is not None:
            found = f"the anchor &{event.anchor} names a value"
            todo = "take it out, or write a text that starts with & in quotes"
            self._fault(line, Code.ANCHOR, found, todo)
        if getattr(event, "tag", None) is not None:
            found = "a tag (!) gives a value another type"
            todo = "take it out, or write a text that starts with ! in quotes"
            self._fault(line, Code.TAG, found, todo)

    def _text(self, event: ScalarEvent, line: int) -> Text:
        plain = not event.style
        end = event.end_mark
        folded = event.style == ">" or (event.style != "|" and end.line + 1 > line)
        cut = plain and "#" in "".join(self.source[end.line : end.line + 1])[end.column :]
        return Text.at(line, event.value, plain, folded, cut)

    def _attach(self, node: Node, line: int) -> None:
        if not self.open:
            self.root = None if isinstance(node, Text) and not node else node
            return
        parent, key = self.open[-1]
        if isinstance(parent, Items):
            self._check_value(node, line)
            parent.append(node)
            parent.lines.append(line)
        elif key is None:
            self.open[-1] = (parent, self._key(node, parent))
        else:
            self._check_value(node, key.line)
            if key not in parent:
                parent[str(key)] = node
                parent.lines[str(key)] = key.line
            self.open[-1] = (parent, None)

    def _key(self, node: Node, parent: Table) -> Text:
        if not isinstance(node, Text):
            self._fault(node.line, Code.BAD_KEY, "a key is itself a list", "write a word as key")
            return Text.at(node.line, "?")
        if node in parent:
            found = f"{node} stands here again; line {parent.lines[node]} has it already"
            self._fault(node.line, Code.DUPLICATE_KEY, found, "keep one of the two")
        elif node == "<<" and node.plain:
            todo = "write the keys out"
            self._fault(node.line, Code.MERGE_KEY, "<< merges other keys in", todo)
        return node

    def _check_value(self, node: Node, line: int) -> None:
        if isinstance(node, Text) and node.plain and node in _NO_VALUE:
            found = "no value stands here" if node in ("", "~") else f"{node} is no value here"
            todo = 'take the key out, or write unknown, none or "" if that is meant'
            self._fault(line, Code.EMPTY_VALUE, found, todo)
