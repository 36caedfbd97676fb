"""A transcript being put together: headings, lines of several parts, and lines by themselves."""

from __future__ import annotations

from hoyle.dsl.source import Span
from hoyle.interpreter.narration.text_wrap import TextPage


class Lines:
    """Writes to a page. With `rules`, the place of the rule stands behind each line."""

    def __init__(self, page: TextPage, rules: bool) -> None:
        self.page = page
        self.rules = rules
        self.phases: list[str] = []
        self.rounds: dict[str, int] = {}
        self.heading = ""
        self.deep = True  # whether an empty line is due before what stands under no heading
        self.parts: list[str] = []  # the line that is being put together
        self.span: Span | None = None
        self.depth = 0  # how many phases were running when it was begun
        self.moving = False  # whether its parts are moves
        self.speaker: int | None = None  # whose move its last part is
        self.effects = 0  # what is told behind that move

    # ------------------------------------------------------------------ phases

    def begin_phase(self, phase: str) -> None:
        """Phases right under the match get a heading, once something happens in them."""
        self.phases.append(phase)
        if len(self.phases) == 2:
            self.end_line()
            self.rounds[phase] = self.rounds.get(phase, 0) + 1
            number = f" {self.rounds[phase]}" if self.rounds[phase] > 1 else ""
            self.heading = f"{phase.replace('_', ' ')}{number}"

    def leave_phase(self, phase: str) -> None:
        """The phase is over, and with it those that it has cut short."""
        while self.phases and self.phases.pop() != phase:
            pass
        if len(self.phases) < self.depth:
            self.end_line()
        if len(self.phases) < 2:
            self.heading = ""

    # ------------------------------------------------------------------ parts

    def add_move(self, text: str, seat: int, name: str, span: Span) -> None:
        """A move, beside the ones before it in the same phase; the name once for several."""
        if len(self.phases) != self.depth:
            self.end_line()
        self.depth = len(self.phases)
        self.add_part(text if self.speaker == seat else f"{name}: {text}", span, move=True)
        self.speaker, self.effects = seat, 0

    def add_part(self, text: str, span: Span, move: bool = False) -> None:
        """One more part of the line; moves stand on one line, what the rules do on another."""
        if move != self.moving:
            self.end_line()
        if not self.parts:
            self.span, self.depth, self.moving = span, len(self.phases), move
        self.parts.append(text)
        self.speaker = None

    def add_effect(self, text: str, span: Span) -> None:
        """What comes of a move stands behind it; else it is a part by itself."""
        if self.speaker is None or not self.parts:
            self.add_part(text, span)
            return
        self.parts[-1] += f"{' → ' if self.effects == 0 else ', '}{text}"
        self.effects += 1

    def end_line(self) -> None:
        """Write the line that is being put together."""
        parts, self.parts = self.parts, []
        self.speaker = None
        if parts:
            self._write_heading(self.depth)
            self.page.write_parts(parts, _indent(self.depth), self._format_place(self.span))

    # ------------------------------------------------------------------ writing

    def add_line(self, text: str, span: Span) -> None:
        """A line by itself."""
        self.end_line()
        depth = len(self.phases)
        self._write_heading(depth)
        self.page.line(text, _indent(depth), self._format_place(span))

    def _write_heading(self, depth: int) -> None:
        """An empty line and the heading before what is told first under it."""
        if self.heading:
            self.page.line()
            self.page.heading(self.heading)
            self.heading = ""
        elif self.deep and depth < 2:
            self.page.line()
        self.deep = depth >= 2

    def _format_place(self, span: Span | None) -> str:
        """File and line of a rule, where they are asked for."""
        if not self.rules or span is None or not span.source.text:
            return ""
        return f"{span.source.name}:{span.line}"


def _indent(depth: int) -> int:
    return 2 if depth >= 2 else 0


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
