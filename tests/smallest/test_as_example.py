"""A failed game as an example: it fails while the fault is there, and passes once it is mended."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from hoyle.interpreter.cli.keep_example import make_example, write_example
from hoyle.interpreter.cli.main import main
from hoyle.interpreter.library.discovery import shipped_folder
from hoyle.interpreter.library.loader import load
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.testing.examples import run_examples
from hoyle.interpreter.testing.failing_game import FailingGame
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.game_runner import PlayCounts
from hoyle.interpreter.testing.random_games import Plan, play_games
from hoyle.interpreter.testing.rule_coverage import Coverage
from hoyle.interpreter.testing.shrink.as_example import CannotSay, as_example
from hoyle.interpreter.testing.shrink.reduced_position import shrink_position
from hoyle.interpreter.testing.shrink.shrink import shrink_game
from tests.faults.planted import planted

COUNT = """\
edition 1
game "Count Down"

players 2..3

pack
  ranks 2 3 4 5 6

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner
  out: Pile, face up

state
  eldest: Seat = random of seats
  left_over: 0..6 = 6

define points(cards: Cards) = total number of rank of card for card in cards

match
  shuffle stock
  deal 2 each from stock to hand of seat for seat in seats
  for seat in seats from eldest
    take of seat

phase take(seat: Seat)
  choose seat
    take number in 1..6
      must number <= left_over or number is 6  "so many are not left"
      left_over -= smaller(number, left_over)
    lay card in hand of seat
      move card to out

always "nobody takes six" at take.take: number < 6
never "a two is laid": any card in out where rank of card is 2
"""
MENDED = {
    "the law of an action": ("law", "nobody takes six", (" or number is 6", " and number < 6")),
    "a law of any moment": ("law", "a two is laid", ("move card to out", "move card to stock")),
}  # fmt: skip


def first_of(ruleset: Ruleset, kind: str, about: str = "") -> tuple[Finding, FailingGame]:
    """What random games find first of a kind, and its smallest game."""
    plan = Plan(ruleset.players[:1], 80)
    for finding in play_games(ruleset, plan, PlayCounts(), Coverage(ruleset.game)):
        if finding is not None and finding.kind == kind and about in finding.about:
            shown = shrink_game(ruleset, finding)
            assert shown is not None
            return finding, shown
    raise AssertionError(f"nothing of the kind {kind} was found")


def opened(folder: Path, text: str) -> Ruleset:
    """A ruleset from its text."""
    path = folder / "count-down.cards"
    path.write_text(text, encoding="utf-8")
    return load(str(path))


def failed(ruleset: Ruleset) -> list[str]:
    """The titles of the examples that fail."""
    return [one.title for one in run_examples(ruleset) if not one.passed]


@pytest.mark.parametrize("reduced", [False, True])
@pytest.mark.parametrize("name", MENDED)
def test_the_example_fails_now_and_passes_when_mended(
    name: str, reduced: bool, tmp_path: Path
) -> None:
    kind, about, (old, new) = MENDED[name]
    ruleset = opened(tmp_path, COUNT)
    finding, shown = first_of(ruleset, kind, about)
    if reduced:
        found = shrink_position(ruleset, finding, shown)
        assert found is not None
        shown = found
    text = as_example(ruleset, finding, shown).text
    assert failed(opened(tmp_path, f"{COUNT}\n{text}")) == [about]
    assert failed(opened(tmp_path, f"{COUNT.replace(old, new)}\n{text}")) == []


def test_the_text_is_as_an_author_writes_it(tmp_path: Path) -> None:
    ruleset = opened(tmp_path, COUNT)
    finding, shown = first_of(ruleset, "law", "nobody takes six")
    assert as_example(ruleset, finding, shown).text == (
        '# found by hoyle test: always "nobody takes six" does not hold\n'
        'example "nobody takes six"\n'
        "  players ann bob\n"
        "  given eldest = ann\n"
        "  pack 2♠\n"
        "  start match\n"
        "  ann may not take 6\n"
    )
    reduced = shrink_position(ruleset, finding, shown)
    assert reduced is not None
    assert as_example(ruleset, finding, reduced).text.splitlines()[2:] == [
        "  players ann bob",
        "  start take of ann",
        "  ann may not take 6",
    ]


def test_what_no_single_game_shows_is_no_example(tmp_path: Path) -> None:
    ruleset = opened(tmp_path, COUNT)
    finding, shown = first_of(ruleset, "law")
    finding.kind = "phantom"
    with pytest.raises(CannotSay):
        as_example(ruleset, finding, shown)
    assert (
        make_example(ruleset, finding, shown).path,
        make_example(ruleset, finding, shown).text,
    ) == (None, "")


def test_a_kept_example_stands_in_the_file_once_and_well_laid_out(tmp_path: Path) -> None:
    laid = f'{COUNT}\nexample "two"\n  players 2\n  expect left_over is 6\n\npayoff of seat = 1\n'
    ruleset = opened(tmp_path, laid)
    path = str(tmp_path / "count-down.cards")
    for kind, about in (("law", "nobody takes six"), ("law", "a two is laid")):
        finding, shown = first_of(ruleset, kind, about)
        found = make_example(ruleset, finding, shown)
        assert found.path is not None and str(found.path) == path
        write_example(found)
        assert (
            found.says
            == f'kept as the example "{about}" in count-down.cards, line {found.line + 2}'
        )
        again = make_example(ruleset, finding, shown)
        assert again.path is None
        assert again.says == f'the example "{about}" plays this game already'
    lines = Path(path).read_text("utf-8").splitlines()
    assert lines[-1] == "payoff of seat = 1" and lines[-2] == ""
    assert CliRunner().invoke(main, ["check", path]).exit_code == 0
    assert CliRunner().invoke(main, ["format", "--check", path]).exit_code == 0
    assert failed(load(path)) == ["nobody takes six", "a two is laid"]


def test_a_variant_keeps_its_examples_itself(tmp_path: Path) -> None:
    opened(tmp_path, COUNT)
    path = tmp_path / "more.cards"
    path.write_text(
        'edition 1\n\nvariant more "Much More" of count_down\n  default_left = 3\n',
        encoding="utf-8",
    )
    path.write_text(
        'edition 1\n\nvariant more "Much More" of count_down\n'
        '  remove always "nobody takes six"\n  remove never "a two is laid"\n\n'
        'variant less "Less" of count_down\n  remove never "a two is laid"\n',
        encoding="utf-8",
    )
    ruleset = load(f"{path}:less")
    finding, shown = first_of(ruleset, "law", "nobody takes six")
    found = make_example(ruleset, finding, shown)
    assert found.path == path
    write_example(found)
    assert failed(load(f"{path}:less")) == ["nobody takes six"]
    assert failed(load(f"{path}:more")) == []
    assert CliRunner().invoke(main, ["format", "--check", str(path)]).exit_code == 0


def test_a_planted_fault_is_kept_in_a_copy_and_passes_under_the_rules_as_they_were(
    tmp_path: Path,
) -> None:
    fault = next(one for one in planted() if one.name == "leading_to_suit")
    ruleset = load(fault.plant(tmp_path))
    finding, shown = first_of(ruleset, "choice")
    found = make_example(ruleset, finding, shown)
    assert found.path is not None and 'example "nothing may be chosen here"' in found.text
    write_example(found)
    assert "nothing may be chosen here" in failed(load(str(found.path)))
    mended = tmp_path / "mended.cards"
    mended.write_text(found.path.read_text("utf-8").replace(fault.new, fault.old), "utf-8")
    assert failed(load(str(mended))) == []


def test_a_shipped_file_is_never_written_to(tmp_path: Path) -> None:
    before = (shipped_folder() / "scotch-whist.cards").read_bytes()
    copied = tmp_path / "scotch-whist.cards"
    shutil.copy(shipped_folder() / "scotch-whist.cards", copied)
    from hoyle.interpreter.cli.keep_example import find_place

    assert isinstance(find_place(load(str(copied))), tuple)
    says = find_place(load("scotch-whist"))
    assert isinstance(says, str) and "comes with Hoyle" in says
    assert (shipped_folder() / "scotch-whist.cards").read_bytes() == before
