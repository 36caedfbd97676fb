"""Which lines of a rules text stand indented under another."""

from __future__ import annotations

from hoyle.dsl.source import Span


class IndentedBlocks:
    """The lines of the text that are indented under a line: the effects of an action."""

    def __init__(self) -> None:
        self.known: dict[tuple[int, int], tuple[int, int]] = {}

    def find_lines(self, head: Span) -> tuple[int, int]:
        """The first and last line of the block under a head, the head's own line among them."""
        key = (id(head.source), head.start)
        if key not in self.known:
            self.known[key] = (head.line, self._find_last(head))
        return self.known[key]

    def contains(self, head: Span, span: Span) -> bool:
        """Whether a place in the text stands in the block under a head."""
        first, last = self.find_lines(head)
        return head.source is span.source and first <= span.line <= last

    def _find_last(self, head: Span) -> int:
        """The line before the next one that is not indented deeper; empty ones do not count."""
        source, last = head.source, head.line
        for number in range(head.line + 1, len(source.line_starts) + 1):
            text = source.line_text(number)
            if not text.strip() or text.lstrip().startswith("#"):
                continue
            if len(text) - len(text.lstrip()) < head.column:
                break
            last = number
        return last
