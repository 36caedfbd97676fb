"""Where the message about one line is put together."""

from __future__ import annotations

from collections.abc import Sequence

from hoyle.dsl.nearest import listed
from hoyle.dsl.parser.construct_examples import as_help
from hoyle.dsl.parser.lexical_errors import cut
from hoyle.dsl.parser.repairs import Stuck
from hoyle.dsl.parser.terminal_names import told
from hoyle.dsl.report import Report
from hoyle.dsl.source import Source, Span


class Desk:
    """A line that cannot be read on, and the report that will say why."""

    def __init__(self, source: Source, stuck: Stuck, report: Report) -> None:
        self.source = source
        self.stuck = stuck
        self.report = report

    # ------------------------------------------------------------------ what messages are made of

    def written(self, at: int) -> str:
        """Word `at` as a message shows it."""
        return cut(self.stuck.words[at].text)

    def span(self, at: int) -> Span:
        """The place of word `at`; of the last one where the line's end comes too soon."""
        word = self.stuck.words[min(at, len(self.stuck.words) - 1)]
        return Span(self.source, word.start, word.end)

    def add(
        self, code: str, title: str, at: int, label: str = "", help: Sequence[str] = (),
    ) -> None:  # fmt: skip
        """Add the problem at word `at`."""
        self.report.add(code, title, self.span(at), label=label, help=tuple(help))

    def possible(self) -> list[str]:
        """What can stand instead of the word that does not fit."""
        return told(self.stuck.here.allowed())

    def help_here(self) -> tuple[str, ...]:
        """What can stand here, and an example of what the line begins."""
        possible = self.possible()
        if not possible:
            return self.example()
        if self.stuck.at == 0:
            return (f"a line can begin here with: {listed(possible)}",)
        before = self.written(self.stuck.at - 1)
        return (f"after `{before}` can come: {listed(possible)}", *self.example())

    def example(self) -> tuple[str, ...]:
        """A right example of what the line begins."""
        return as_help(self.stuck.words[0].text)

    def at_word(self, text: str) -> bool:
        """Whether the word that does not fit is this one."""
        at = self.stuck.at
        return at < len(self.stuck.words) and self.stuck.words[at].text == text
