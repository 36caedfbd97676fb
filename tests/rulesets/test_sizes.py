"""Rulesets stay short enough to be read at one sitting, and house rules shorter than a copy."""

from __future__ import annotations

import pytest

from hoyle.dsl.parser.comments import split_comment
from hoyle.interpreter.library.discovery import find_file, shipped, shipped_folder

MOST_LINES = 120
MORE_LINES = {
    "bezique": 130,
    "blackjack": 126,
    "bridge": 138,
    "cassino": 132,
    "five-hundred": 142,
    "french-tarot": 135,
    "gin-rummy": 124,
    "pontoon": 221,
    "schafkopf": 140,
    "sixty-six": 126,
    "skat": 169,
    "zetema": 150,
}
MOST_COLUMNS = 108
FILES = sorted(path.relative_to(shipped_folder()) for path in shipped_folder().rglob("*.cards"))
TOLD_APART = ("example ", "always ", "never ", "policy ")


def rule_lines(text: str) -> list[str]:
    """The lines without comments, examples, laws and policies."""
    found, skipped = [], None
    for line in text.splitlines():
        code = split_comment(line)[0].rstrip()
        if not code.strip():
            continue
        depth = len(code) - len(code.lstrip())
        if skipped is not None and depth > skipped:
            continue
        skipped = depth if code.lstrip().startswith(TOLD_APART) else None
        if skipped is None:
            found.append(code)
    return found


def by_variant(text: str) -> dict[str, list[str]]:
    """The lines below the head of each variant of a file."""
    found: dict[str, list[str]] = {}
    for line in rule_lines(text):
        if line.startswith("variant "):
            found[line.split()[1]] = mine = []
        elif found:
            mine.append(line)
    return found


@pytest.mark.parametrize("game", shipped())
def test_a_game_is_not_too_long(game):
    text = find_file(game).read_text(encoding="utf-8")
    assert len(rule_lines(text)) <= MORE_LINES.get(game, MOST_LINES)


@pytest.mark.parametrize("file", FILES, ids=str)
def test_no_line_is_too_long(file):
    text = (shipped_folder() / file).read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if len(line) > MOST_COLUMNS] == []


def test_a_house_rule_takes_five_lines():
    text = (find_file("royal")).read_text(encoding="utf-8")
    lengths = {name: len(lines) for name, lines in by_variant(text).items()}
    assert len(lengths) >= 8
    assert {name: length for name, length in lengths.items() if length > 5} == {}


def test_lines_are_counted_without_comments_examples_and_laws():
    text = (
        'game "x"\n# a\nmatch  # b\n  stop\n\nexample "y"\n  players 2\nalways "z":\n  yes\nstate\n'
    )
    assert rule_lines(text) == ['game "x"', "match", "  stop", "state"]
