"""What the parser stumbled over, said in the language of cards."""

from __future__ import annotations

from lark.exceptions import UnexpectedInput
from lark.indenter import DedentError

from hoyle.dsl.report import Report
from hoyle.dsl.source import Source, Span

SYNTAX_ERRORS = (UnexpectedInput, DedentError)


def explain_syntax(
    source: Source, text: str, error: Exception, report: Report, *, shift: int = 0, first: bool = True
) -> int:
    """Add the problem to the report; the line that it stands on."""
    start = getattr(error, "pos_in_stream", 0) or 0
    span = Span(source, start + shift, start + shift + 1)
    report.add("G01", "this cannot stand here: " + str(error)[:300], span)
    return span.line
