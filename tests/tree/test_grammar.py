"""The grammar itself."""

from __future__ import annotations

import pytest

from hoyle.dsl.parser.grammar import build_parser


@pytest.mark.long
def test_no_text_can_be_read_as_two_words():
    """Lark refuses terminals that can match alike, and rules that are in conflict."""
    build_parser(strict=True)
