"""`hide` turns over what was shown, and tells of no other card."""

from __future__ import annotations

import hoyle
from tests.heads import head

TEXT = head("Hiding", "2", "7 8")
TEXT += """\

match
  shuffle stock
  show top of stock
  hide stock
  for seat in seats
    choose seat
      wait
"""


def test_only_shown_cards_are_hidden(tmp_path):
    path = tmp_path / "hiding.cards"
    path.write_text(TEXT, encoding="utf-8")
    start = hoyle.load(path).table(2).start(seed=1)
    [shown] = [event for event in start.events if event.kind == "show"]
    [hidden] = [event for event in start.events if event.kind == "hide"]
    assert hidden.cards == shown.cards and len(hidden.cards) == 1
    assert start.view(0).zones[0].cards.count(None) == 8
