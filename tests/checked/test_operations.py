"""The operations that a text can ask of something."""

from __future__ import annotations

from hoyle.dsl.checked.builtins import NAMES
from hoyle.dsl.parser.vocabulary import OPERATIONS


def test_the_parser_knows_the_names_of_all() -> None:
    assert NAMES == OPERATIONS
