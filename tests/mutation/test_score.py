"""The mutation scores of the shipped games: as docs/proof.md says, and 80 % or more."""

from collections import Counter

import pytest

from hoyle.interpreter.library.discovery import shipped
from hoyle.interpreter.mutation.run_mutant import EQUIVALENT, REFUSED, SURVIVED
from tests.effort import TIMES
from tests.mutation.listed import (
    GAMES,
    HEADS,
    MANY,
    PROOF,
    UNKNOWN,
    measured,
    row_of,
    sums,
    written,
)

LEAST = 0.8
PART = 100  # of the changes; more take most of the time of all long tests
TEXT = PROOF.read_text(encoding="utf-8")


def row_in_the_document(game):
    found = [line for line in TEXT.splitlines() if line.startswith(f"| {game} | ") and "%" in line]
    assert len(found) == 1
    return found[0]


def numbers(game):
    cells = row_in_the_document(game).strip("| ").split(" | ")[1:]
    return [int(cell.replace(",", "").replace(" %", "")) for cell in cells]


def test_every_game_with_a_score_is_shipped():
    assert set(GAMES) <= set(shipped())


@pytest.mark.parametrize("game", GAMES)
def test_the_document_adds_up(game):
    there, tried, refused, alike, matter, noticed, percent = numbers(game)
    missed = written(game, SURVIVED)
    assert tried == min(MANY, there)
    assert len(written(game, EQUIVALENT)) == alike
    assert len(missed) == matter - noticed
    assert refused + alike + matter == tried
    assert percent == round(100 * noticed / matter)
    assert noticed >= LEAST * matter


@pytest.mark.parametrize("found", HEADS)
@pytest.mark.parametrize("game", GAMES)
def test_every_change_that_is_not_noticed_has_its_reason(game, found):
    assert [str(row) for row in written(game, found) if not row.why or UNKNOWN in row.why] == []


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_the_score_is_as_the_document_says(game):
    """A part of the changes of which the document tells; with `HOYLE_TIMES=3`, all of them."""
    many = min(PART * TIMES, MANY)
    score = measured(game, many)
    for found in HEADS:
        rows = Counter(key(row_of(change)) for change, _ in score.of(found))
        told = Counter(key(row) for row in written(game, found))
        assert rows <= told
    there, tried, refused, *_ = numbers(game)
    assert score.there == there
    assert score.many(REFUSED) <= refused
    assert many < tried or sums(game, score) == row_in_the_document(game)
    assert score.share is not None
    assert score.share >= LEAST


def key(row):
    return row.change, row.line
