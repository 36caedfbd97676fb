"""How a transcript tells of a patience: a line for each move, and of piles what has changed."""

import pytest

from hoyle.interpreter.narration.text_wrap import TextPage
from tests.heads import head

PATIENCE = (
    head("Patience", players="1", ranks="7 8")
    + """\
  waste: Pile, face up
  column(1..2): Pile, face down
  home of Suit: Pile, face up

match
  for n in 1..2
    move 2 from stock to column(n)
    show top of column(n)
  repeat 6 times
    choose
      turn
        must stock is not empty
        move top of stock to waste
      lay card in top(waste, 1), to in 1..2
        must stock is empty and size of column(to) is 2 and to is 1
        move card to column(to) face up
      raise from in 1..2, card in top(column(from), 1), many in 2..3
        must stock is empty and size of column(1) is 3 and from is 2 and many is 2
        move card to home of suit of card
    for n in 1..2 where column(n) is not empty
      show top of column(n)
"""
)


@pytest.fixture
def told(hoyle, tmp_path):
    def tell(text: str, *words: object) -> list[str]:
        path = tmp_path / "told.cards"
        path.write_text(text, encoding="utf-8")
        done = hoyle("run", path, "--seed", 1, *words)
        assert done.exit_code == 0, done.output
        return done.stdout.splitlines()

    return tell


def test_each_move_of_a_patience_has_a_line_and_says_from_where_to_where(told):
    assert told(PATIENCE)[5:8] == [
        "ann: turn → 7♦ to waste · turn → 8♦ to waste · turn → 7♣ to waste · turn → 8♣ to waste",
        "ann: lay 8♣ from waste to column 1 → waste: 7♣ on top",
        "ann: raise 8♥ 2 from column 2 to home of ♥ → column 2 shown: 7♥",
    ]


def test_where_several_may_play_moves_stand_beside_one_another(told):
    lines = told(
        PATIENCE.replace("players 1", "players 1..2")
        .replace("choose\n", "choose dealer\n")
        .replace("match\n", "match\n  let dealer = first seat in seats\n", 1),
        "--players",
        "1",
    )[5:]
    assert "lay 8♣ 1 · raise" in " ".join(" ".join(lines).split())


def test_a_card_is_told_with_those_that_lie_upon_it_and_go_along(told):
    text = (
        head("Builds", players="1", ranks="7 8")
        + """\
  column(1..2): Pile, face up

match
  move 4 from stock to column(1)
  repeat 2 times
    choose
      build from in 1..2, card in column(from), to in 1..2
        must from is not to and card is bottom of column(from)
        move column(from) to column(to)
"""
    )
    lines = [line.strip() for line in told(text) if "build" in line]
    assert lines[0].startswith("ann: build 7♠ 8♠ 7♥ 8♥ from column 1 to column 2")
    assert "from column 2 to column 1" in lines[1]


def test_an_open_pile_is_told_by_its_top_once_cards_have_left_it(told):
    text = PATIENCE.replace("column(1..2): Pile, face down", "column(1..2): Pile, face up")
    assert told(text)[7] == "ann: raise 8♥ 2 from column 2 to home of ♥ → column 2: 7♥ on top"


TURNED = (
    head("Turned", players="1", ranks="7 8")
    + """\
  turned: Pile, face up
  column(1..2): Pile, face up
  free(1..2): Pile, face up, at most 1

match
  repeat 2 times
    choose
      turn
        move top of stock to turned
        lie_open
    choose
      lay n in 1..2
        must n is 2
        move turned to column(n)
        lie_open
  choose
    count n in 2..2, many in 3..3
      move top of stock to column(n)
  repeat 3 times
    choose
      shift from in 1..2, to in 1..2
        must column(from) is not empty and free(to) is empty and to is 1
        move top of column(from) to free(to)
    choose
      home from in 1..2
        must free(from) is not empty
        move free(from) to turned

phase lie_open
  show top of stock
"""
)


def test_a_move_that_only_says_where_is_told_by_its_card(told):
    lines = [line for line in told(TURNED) if line.startswith("ann: ")]
    assert lines == [
        "ann: turn → 7♠ to turned, stock shown: 8♠", "ann: lay 7♠ to column 2",
        "ann: turn → 8♠ to turned, stock shown: 7♥", "ann: lay 8♠ to column 2",
        "ann: count 2 3 → 7♥ to column 2",
        "ann: shift 7♥ from column 2 to free 1 → column 2: 8♠ on top",
        "ann: home 7♥ from free 1 to turned",
        "ann: shift 8♠ from column 2 to free 1 → column 2: 7♠ on top",
        "ann: home 8♠ from free 1 to turned",
        "ann: shift 7♠ from column 2 to free 1 → column 2: empty",
        "ann: home 7♠ from free 1 to turned",
    ]  # fmt: skip


def test_a_phase_that_a_move_begins_has_no_heading(told):
    lines = told(TURNED)
    assert "lie open" not in lines and "" not in lines[4:15]
    assert lines[4] == "ann: turn → 7♠ to turned, stock shown: 8♠"


def test_a_line_is_not_folded_inside_a_pile_or_a_name(capsys):
    effects = [
        "turn → 7♦ 8♦ 9♦ to the 2nd row of column 1",
        "column 12: 7♦ on top",
        "column 11: empty",
    ]
    TextPage(width=60).write_parts([", ".join(effects)])
    assert capsys.readouterr().out.splitlines() == [
        "turn → 7♦ 8♦ 9♦ to the 2nd row of column 1,",
        "    column 12: 7♦ on top, column 11: empty",
    ]


def test_a_long_run_of_cards_is_folded_between_cards(capsys):
    run = "K♠ Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠ 5♠ 4♠ 3♠ 2♠ A♠"
    TextPage(width=60).write_parts([f"ann: home 2♦ → {run} to foundation(♠, 1)"])
    TextPage(width=60).write_parts([f"ann: keep → the 2nd hand of ann shown: {run}"])
    assert capsys.readouterr().out.splitlines() == [
        "ann: home 2♦ → K♠ Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠ 5♠ 4♠ 3♠ 2♠ A♠",
        "    to foundation(♠, 1)",
        "ann: keep → the 2nd hand of ann shown: K♠ Q♠ J♠ 10♠ 9♠ 8♠ 7♠",
        "    6♠ 5♠ 4♠ 3♠ 2♠ A♠",
    ]


def test_one_is_not_called_several_players(hoyle):
    assert "Klondike is for 1 player, not 2" in hoyle("run", "klondike", "--players", 2).output
    assert hoyle("machine", "klondike").stdout.startswith("Klondike, 1 player\n")
