"""A transcript being put together: headings, lines of several parts, and lines by themselves."""

from __future__ import annotations

from collections.abc import Mapping

from hoyle.dsl.source import Span
from hoyle.interpreter.narration.text_wrap import TextPage


class Lines:
    """Writes to a page. With `rules`, the place of the rule stands behind each line."""

    def __init__(
        self, page: TextPage, rules: bool, headings: Mapping[str, tuple[str, bool]]
    ) -> None:
        self.page = page
        self.rules = rules
        self.headings = headings  # of the phases that have one, and whether it is numbered
        self.phases: list[str] = []
        self.rounds: dict[str, int] = {}
        self.heading = ""
        self.deep = True  # whether an empty line is due before what stands under no heading
        self.parts: list[str] = []  # the line that is being put together
        self.span: Span | None = None
        self.depth = 0  # how many phases were running when it was begun
        self.moving = False  # whether its parts are moves
        self.speaker: int | None = None  # whose move its last part is
        self.mover = ""  # who has made the last move on the line
        self.effects = 0  # what is told behind that move
        self.has_effects = False  # whether anything is told behind a move of the line

    # ------------------------------------------------------------------ phases

    def begin_phase(self, phase: str) -> bool:
        """A phase begins. One right under the match has a heading, once something happens in it."""
        self.phases.append(phase)
        if len(self.phases) != 2 or phase not in self.headings:
            return False
        self.end_line()
        self.heading, numbered = self.headings[phase]
        if numbered:
            self.rounds[phase] = self.rounds.get(phase, 0) + 1
            self.heading += f" {self.rounds[phase]}"
        return True

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
        """A move, beside the ones before it in the same phase; the name once for several.

        A move with effects is followed on its line only by those of the same seat.
        """
        if len(self.phases) != self.depth or (self.has_effects and self.mover != name):
            self.end_line()
        self.depth = len(self.phases)
        self.add_part(text if self.mover == name else f"{name}: {text}", span, move=True)
        self.speaker, self.mover, self.effects = seat, name, 0

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
        self.has_effects = True

    def end_line(self) -> None:
        """Write the line that is being put together."""
        parts, self.parts = self.parts, []
        self.speaker, self.mover, self.has_effects = None, "", False
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
