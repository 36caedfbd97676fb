"""The canonical layout of a file: the text that the formatter writes."""

from __future__ import annotations

from hoyle.dsl.format.comments import Chunk, weave_comments
from hoyle.dsl.format.declarations import format_declaration
from hoyle.dsl.format.lines import Line
from hoyle.dsl.tree import declarations as d

# Neighbours of one of these kinds may stand together, if they did so in the source.
SHORT = (d.Use, d.Define, d.Order, d.Law)


def format_file(file: d.File) -> str:
    """The text of a file in the canonical layout."""
    chunks = [Chunk(tuple(_format_opening(file)), apart=False)]
    above: d.Declaration | None = None
    for node in file.declarations:
        chunks.append(Chunk(tuple(format_declaration(node)), apart=not _may_touch(above, node)))
        above = node
    return weave_comments(file, chunks)


def _format_opening(file: d.File) -> list[Line]:
    """The lines at the top: the edition, and what the file is."""
    lines = [_find_top_line(file, "edition", str(file.edition))]
    if file.kind != "variants":
        rest = f"of {file.title}" if file.kind == "examples" else f'"{file.title}"'
        lines.append(_find_top_line(file, file.kind, rest))
    return lines


def _find_top_line(file: d.File, word: str, rest: str) -> Line:
    """One of the first lines; no node says where in the source it stands."""
    numbers = range(1, len(file.source.line_starts) + 1)
    found = (n for n in numbers if file.source.line_text(n).lstrip().startswith(word))
    first = next(found, 1)
    return Line(0, (f"{word} {rest}",), file.source, first, first)


def _may_touch(one: d.Declaration | None, other: d.Declaration) -> bool:
    """Whether two neighbours may stand without an empty line between them."""
    if one is None:
        return isinstance(other, d.Use)
    return isinstance(one, SHORT) and type(one) is type(other)
