"""The page before the grammar: size, tabs, depth, odd characters, open quotes."""

from __future__ import annotations

from hoyle.dsl.report import Report
from hoyle.dsl.source import Source

MOST_BYTES = 512 * 1024
MOST_LEVELS = 64


def page_is_sound(source: Source, report: Report) -> bool:
    """Whether the grammar can be tried at all."""
    return True
