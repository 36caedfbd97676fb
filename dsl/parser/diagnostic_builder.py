"""Where the message about one line is put together."""

from __future__ import annotations

from collections.abc import Sequence

from hoyle.dsl.nearest import listed
from hoyle.dsl.parser.construct_examples import as_help
from hoyle.dsl.parser.lexical_errors import shorten
from hoyle.dsl.parser.repairs import ParseFailure
from hoyle.dsl.parser.terminal_names import describe_kinds
from hoyle.dsl.report import Report
from hoyle.dsl.source import Source, Span


class DiagnosticBuilder:
    """A line that cannot be read on, and the report that will say why."""

    def __init__(self, source: Source, failure: ParseFailure, report: Report) -> None:
        self.source = source
        self.failure = failure
        self.report = report

    # ------------------------------------------------------------------ what messages are made of

    def quote(self, at: int) -> str:
        """Word `at` as a message shows it."""
        return shorten(self.failure.tokens[at].text)

    def span(self, at: int) -> Span:
        """The place of word `at`; of the last one where the line's end comes too soon."""
        word = self.failure.tokens[min(at, len(self.failure.tokens) - 1)]
        return Span(self.source, word.start, word.end)

    def add(
        self, code: str, title: str, at: int, label: str = "", help: Sequence[str] = (),
    ) -> None:  # fmt: skip
        """Add the problem at word `at`."""
        self.report.add(code, title, self.span(at), label=label, help=tuple(help))

    def list_possible(self) -> list[str]:
        """What can stand instead of the word that does not fit."""
        return describe_kinds(self.failure.here.list_allowed())

    def make_help(self) -> tuple[str, ...]:
        """What can stand here, and an example of what the line begins."""
        possible = self.list_possible()
        if not possible:
            return self.make_example()
        if self.failure.at == 0:
            return (f"a line can begin here with: {listed(possible)}",)
        before = self.quote(self.failure.at - 1)
        return (f"after `{before}` can come: {listed(possible)}", *self.make_example())

    def make_example(self) -> tuple[str, ...]:
        """A right example of what the line begins."""
        return as_help(self.failure.tokens[0].text)

    def is_at(self, text: str) -> bool:
        """Whether the word that does not fit is this one."""
        at = self.failure.at
        return at < len(self.failure.tokens) and self.failure.tokens[at].text == text
