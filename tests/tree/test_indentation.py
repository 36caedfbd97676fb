"""Which of two lines is told that do not stand as far in as each other."""

from __future__ import annotations

import pytest

from hoyle.dsl.report import as_text
from tests.tree.test_mistakes import PHASE, problems_of

ENDS = PHASE + "if 2 > 1\n    x = 3\n  y = 4\n"
TWICE = PHASE + "for s in seats\n    if 2 > 1\n      x = 3\n  y = 4\n"


@pytest.mark.parametrize(
    ("text", "code", "underlined", "phrase"),
    [
        (ENDS + "    z = 5\n", "L04", "z", "or line 8 is too far left: write 4 spaces there"),
        (ENDS + "    z = 5\n    a = 6\n", "L02", "y", "write 4 spaces to stay in `if 2 > 1`"),
        (ENDS + "    z = 5\n    a = 6\n  b = 7\n", "L02", "y", "write 2 spaces on line 9 and"),
        (ENDS + "    if z\n      stop\n    a = 6\n", "L02", "y", "those below it have 4 spaces"),
        (
            TWICE + "    z = 5\n    a = 6\n",
            "L02",
            "y",
            "write 4 spaces to stay in `for s in seats`",
        ),
        (TWICE + "      z = 5\n      a = 6\n", "L02", "y", "write 6 spaces to stay in `if 2 > 1`"),
        # what cannot stand in the block that was ended says nothing of the line that ended it
        (ENDS + "    if 2 > 1 else 4\n    a = 5\n", "L04", "if", "put the whole in brackets"),
        (ENDS + "  b = 5\n    z = 5\n    a = 6\n", "L04", "z", "write 2 spaces to stay in"),
    ],
)
def test_a_line_too_far_left_is_told_where_more_lines_below_it_agree(
    text, code, underlined, phrase
):
    (problem,) = problems_of(text)
    assert (problem.code, problem.span.text) == (code, underlined), as_text(problem)
    assert phrase in as_text(problem)
    assert ("too far left" in as_text(problem)) == (underlined == "y" or "or line" in phrase)
