"""A little game, and copies of it with one thing changed."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from hoyle.interpreter.library.loader import load_untried as load
from hoyle.interpreter.library.ruleset import Ruleset

GAMES = Path(__file__).parent.parent / "cli" / "games"


@pytest.fixture(scope="session")
def text() -> str:
    """The little game as it is written."""
    return (GAMES / "little.cards").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def ruleset_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Ruleset]:
    """A ruleset from its text, made once for all the tests that ask for it."""
    folder = tmp_path_factory.mktemp("rulesets")

    @cache
    def make(text: str, name: str = "little") -> Ruleset:
        place = folder / f"{name}.cards"
        place.write_text(text, encoding="utf-8")
        return load(str(place))

    return make
