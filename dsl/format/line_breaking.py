"""Where a long line may be broken, and the breaking itself."""

from __future__ import annotations

import re

import attrs

from hoyle.dsl.parser.vocabulary import GOES_ON

WIDTH = 100
INDENT = 2

# A line that begins like this goes on with the one above it.
CONTINUES = re.compile(GOES_ON)


@attrs.frozen
class Soft:
    """A place where the line may end; `flat` stands there when it does not."""

    flat: str = " "


@attrs.frozen
class IfBroken:
    """A text that is written only where the piece that it stands in takes several lines."""

    text: str


@attrs.frozen
class Tail:
    """A sentence at the end: for its sake nothing inside brackets is broken, however long it is."""

    text: str


@attrs.frozen
class Box:
    """A piece with places of its own where lines may end: see `group` and `deepen`."""

    doc: Doc
    by: int | None = None
    grouped: bool = False
    brackets: bool = False


def group(doc: Doc, *, brackets: bool = False) -> Box:
    """A piece all of whose soft places end their lines, or none.

    With `brackets` it stands in brackets where they do.
    """
    return Box(doc, grouped=True, brackets=brackets)


def deepen(doc: Doc, by: int = INDENT) -> Box:
    """A piece whose lines begin `by` columns deeper than the line on which it starts."""
    return Box(doc, by)


Doc = str | Soft | IfBroken | Tail | Box | tuple["Doc", ...]


@attrs.frozen
class Todo:
    """A piece still to be written: its indentation, and whether it stays on one line."""

    indent: int
    flat: bool
    doc: Doc


def make_gap(word: str, bracketed: bool) -> Doc:
    """The gap before a word: outside brackets a line may end only before some words."""
    return Soft() if bracketed or CONTINUES.match(word) else " "


def render_flat(doc: Doc) -> str:
    """The whole of it on one line, however long."""
    match doc:
        case str():
            return doc
        case Soft(flat):
            return flat
        case IfBroken():
            return ""
        case Tail(text):
            return text
        case Box(inner):
            return render_flat(inner)
        case tuple():
            return "".join(render_flat(part) for part in doc)


def break_lines(doc: Doc, indent: int, hang: int = 0) -> list[str]:
    """The lines of a piece that begins at column `indent`, which they all include.

    Lines that go on with the first stand `hang` columns further in than they would.
    """
    lines: list[str] = []
    line, line_indent = " " * indent, indent + hang
    todo, opened = [Todo(line_indent, False, group(doc))], 0
    while todo:
        piece = todo.pop()
        match piece.doc:
            case IfBroken() if piece.flat:
                pass
            case str(text) | IfBroken(text):
                line += text
                opened += sum(map(text.count, "([")) - sum(map(text.count, ")]"))
            case Tail(text):
                line += text
            case Soft(flat):
                if piece.flat:
                    line += flat
                else:
                    lines.append(line.rstrip())
                    line, line_indent = " " * piece.indent, piece.indent
            case Box(inner, by, grouped, brackets):
                inside = Todo(piece.indent if by is None else line_indent + by, True, inner)
                room = WIDTH - len(line)
                fits = piece.flat or (
                    grouped and _has_room(inside, todo, room, brackets or opened > 0)
                )
                todo.append(inside if fits else attrs.evolve(inside, flat=False))
            case tuple(parts):
                todo.extend(Todo(piece.indent, piece.flat, part) for part in reversed(parts))
    return [*lines, line.rstrip()]


def _has_room(first: Todo, rest: list[Todo], room: int, bracketed: bool) -> bool:
    """Whether a piece fits, with what follows it up to the next place where a line may end."""
    todo, following = [first], len(rest)
    while room >= 0:
        if not todo:
            if following == 0:
                return True
            following -= 1
            todo.append(rest[following])
        piece = todo.pop()
        match piece.doc:
            case str(text):
                room -= len(text)
            case Tail(text):
                room -= 0 if bracketed else len(text)
            case Soft(flat):
                if not piece.flat:
                    return True
                room -= len(flat)
            case IfBroken(text):
                room -= 0 if piece.flat else len(text)
            case Box(inner):
                todo.append(Todo(piece.indent, piece.flat, inner))
            case tuple(parts):
                todo.extend(Todo(piece.indent, piece.flat, part) for part in reversed(parts))
    return False


def join(docs: list[Doc], separator: str) -> Doc:
    """Pieces on one line with a text between them."""
    return tuple(part for doc in docs for part in (separator, doc))[1:]


def fill(docs: list[Doc], separator: str) -> Doc:
    """Pieces with a text between them, as many on each line as it holds."""
    last = len(docs) - 1
    ended: list[Doc] = [(doc, separator if i < last else "") for i, doc in enumerate(docs)]
    return deepen((*ended[:1], *(group((Soft(), doc)) for doc in ended[1:])))
