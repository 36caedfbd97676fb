"""Warnings that are meant are silenced where they stand, with a reason; errors never are."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl.report import Report
from hoyle.interpreter.hand_tables.inspect_tables import inspect_fully

BAD = Path(__file__).parents[1] / "bad"


def told(folder: Path, name: str, changes: dict[str, str]) -> list[str]:
    """The codes of what is told of a text of tests/bad in which some lines were changed."""
    text = (BAD / f"{name}.cards").read_text("utf-8")
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    path = folder / "game.cards"
    path.write_text(text, encoding="utf-8")
    report = Report()
    inspect_fully(path, path.name, report)
    return [problem.code for problem in report.in_order()]


FLUSH = "  flush "
B09 = "B09-one-suit-counts"


def first_line(name: str, start: str) -> str:
    lines = (BAD / f"{name}.cards").read_text("utf-8").splitlines()
    return next(line for line in lines if line.startswith(start))


@pytest.mark.parametrize(
    ("comment", "codes"),
    [
        ("# B09 is meant: spades break ties", []),
        ("# B09 is meant, spades break ties", []),
        ("# B09 and N07 are meant: spades break ties", ["N13"]),
        ("# N07 is meant: spades break ties", ["B09", "N13"]),
        ("# B09 is meant:", ["B09", "N13"]),
        ("# B09: spades break ties", ["B09"]),
    ],
)
def test_at_the_end_of_the_line(comment: str, codes: list[str], tmp_path: Path) -> None:
    line = first_line(B09, FLUSH)
    assert sorted(told(tmp_path, B09, {line: f"{line}  {comment}"})) == codes


def test_above_the_line(tmp_path: Path) -> None:
    line = first_line(B09, FLUSH)
    comments = "  # B09 is meant: spades break ties\n  # in this club\n"
    assert told(tmp_path, B09, {line: comments + line}) == []


def test_elsewhere_it_silences_nothing(tmp_path: Path) -> None:
    line = first_line(B09, "match")
    changes = {line: f"# B09 is meant: spades break ties\n{line}"}
    assert sorted(told(tmp_path, B09, changes)) == ["B09", "N13"]


def test_an_error_is_never_silenced(tmp_path: Path) -> None:
    name = "B04-kind-never-reached"
    line = first_line(name, "  heart_flush")
    assert told(tmp_path, name, {line: f"{line}  # B04 is meant: for later"}) == ["B04"]


def test_a_sentence_silences_nothing(tmp_path: Path) -> None:
    line = first_line(B09, "match")
    changes = {line: f'{line}\n  say "# B09 is meant: it is"'}
    assert told(tmp_path, B09, changes) == ["B09"]


@pytest.mark.parametrize(("given", "codes"), [("caught of seat", []), ("hand of seat", ["S05"])])
def test_a_phase_that_is_given_the_cards_shows_them(
    given: str, codes: list[str], tmp_path: Path
) -> None:
    end = "payoff of seat"
    phase = f"  for seat in seats\n    tell({given})\n\nphase tell(cards: Cards)\n  show cards\n\n"
    assert told(tmp_path, "S05-caught-and-never-seen", {end: phase + end}) == codes


def test_cards_that_a_phase_is_given_are_chosen_and_never_seen(tmp_path: Path) -> None:
    phase = "  turn(seat, hand of seat)\n\nphase turn(seat: Seat, held: Cards)\n"
    changes = {
        "    choose seat": f"  {phase}  if held is not empty\n    choose seat",
        "catch card in hand of seat": "catch card in held",
    }
    assert told(tmp_path, "S05-by-way-of-a-phase", changes) == ["S05"]


@pytest.mark.parametrize(
    "steps",
    [
        "  bury_one\n  show top of stock\n",
        "  repeat 2 times\n    show top of stock\n    bury_one\n",
    ],
)
def test_what_is_shown_below_or_in_a_further_round_is_seen(steps: str, tmp_path: Path) -> None:
    changes = {"  show top of stock\n  bury_one\n": steps}
    assert told(tmp_path, "S05-shown-before-and-not-again", changes) == []
