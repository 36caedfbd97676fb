"""A value of several cases on lines of their own: one message says how they are one value."""

from __future__ import annotations

import pytest

from hoyle.dsl.report import as_text
from tests.tree.test_mistakes import problems_of

HEAD = """edition 1
game "A Game"
players 2

zones
  stock: Pile, face down, starts with the pack

"""
TURNED = "a value stands before its `if`: `a if b else c`"
LADDER = "each case but the last ends with `else`, and brackets stand round the whole"
SAID = [
    ("define a(n: 0..9) =\n  if n > 3 then 2\n  else 3", (TURNED, "as one:  2 if n > 3 else 3")),
    ("define a(n: 0..9) =\n  if n > 3\n    2\n  else\n    3", (TURNED,)),
    (
        "define a(n: 0..9) =\n  8 if n > 3\n  7 if n > 2\n  6 if n > 1\n  5",
        (LADDER, "as in:  (8 if … else 7 if … else …)", "the same on lines 10, 11"),
    ),
    (
        "define a(n: 0..9) =\n  8 if 3 > 2 else\n  # and more\n  7 if 2 > 1 else\n  5",
        (LADDER, "the same on line 11"),
    ),
    (
        "define a(n: 0..9) = (\n  8 if n > 3\n  7 if n > 2\n  else 5)",
        ("`else` is missing before `7`", "put `else` before this"),
    ),
]


@pytest.mark.parametrize(("lines", "said"), SAID)
def test_it_is_told_once(lines: str, said: tuple[str, ...]) -> None:
    (problem,) = problems_of(HEAD + lines)
    assert all(one in as_text(problem) for one in said)


@pytest.mark.parametrize(
    "lines",
    [
        "phase a\n  if 3 > 2 then stop\n  else stop",  # steps are no cases of a value
        "define a(n: 0..9) = n\n\nphase b\n  8 if 3 > 2\n  7 if 2 > 1",
    ],
)
def test_nothing_of_it_is_told_elsewhere(lines: str) -> None:
    said = "\n".join(as_text(problem) for problem in problems_of(HEAD + lines))
    assert TURNED not in said and LADDER not in said
