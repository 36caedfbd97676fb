"""A small game of our own, with a form for every operator."""

from pathlib import Path

import pytest

from hoyle.interpreter.library.loader import load

PAIRS = Path(__file__).parent / "pairs.cards"


@pytest.fixture(scope="session")
def pairs():
    return load(str(PAIRS))


@pytest.fixture
def altered(tmp_path):
    """The game with some of its text replaced."""

    def make(*pairs_of_words):
        text = PAIRS.read_text(encoding="utf-8")
        for old, new in pairs_of_words:
            assert old in text
            text = text.replace(old, new)
        place = tmp_path / "pairs.cards"
        place.write_text(text, encoding="utf-8")
        return load(str(place))

    return make
