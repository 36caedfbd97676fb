"""The page of the games is that of the texts as they are."""

from __future__ import annotations

from tests.docs.games import PAGE, make_page


def test_the_page_is_up_to_date():
    says = "write it anew: python -m tests.docs.games"
    assert PAGE.read_text(encoding="utf-8") == make_page(), says
