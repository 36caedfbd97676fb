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


def test_what_is_shown_of_cards_that_have_just_come_stands_behind_them(told):
    shown = "7♠ 8♠ to column 1, shown: 8♠ · 7♥ 8♥ to column 2, shown: 8♥"
    assert told(PATIENCE)[4] == shown


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


def test_a_number_stays_with_its_word(capsys):
    TextPage(width=40).line("ann +2260 (books 500, melded 760) → score 2260")
    assert capsys.readouterr().out.splitlines() == [
        "ann +2260 (books 500, melded 760)",
        "    → score 2260",
    ]


def test_one_is_not_called_several_players(hoyle):
    assert "Klondike is for 1 player, not 2" in hoyle("run", "klondike", "--players", 2).output
    assert hoyle("machine", "klondike").stdout.startswith("Klondike, 1 player\n")


HEAPS = (
    head("Heaps", players="1", ranks="7 8")
    + """\
  heap(1..4): Pile, face up

match
  for n in 1..4
    move 2 from stock to heap(n)
  repeat 2 times
    choose
      lay n in 1..4, to in 1..4
        must n is 3 and to is 1 "from 3 to 1"
        must heap(n) is not empty
        move heap(n) to heap(to)
      otherwise
        stop
"""
)
LAID = "ann: lay 7♦ 8♦ from heap 3 to heap 1 → heap 3: empty"


@pytest.mark.parametrize(
    "before, now",
    [
        ("lay n in 1..4, to in 1..4", "lay n in 1..4, to in 1..4"),
        ("lay n in 1..4, to in 1..4", "lay n in 2..4, to in 1..n - 1"),
        ("to heap(to)", "to heap(n - (n - to))"),
        ("        move heap(n)", "        let there = to\n        move heap(n)"),
    ],
)
def test_numbers_that_say_where_are_left_out_whatever_their_range(told, before, now):
    text = HEAPS.replace(before, now)
    if "let there" in now:
        text = text.replace("to heap(to)", "to heap(there)")
    assert [line for line in told(text) if line.startswith("ann: ")] == [LAID]


def test_so_are_those_from_which_a_place_is_worked_out(told):
    text = HEAPS.replace("to in 1..4", "reach in [1, 2]").replace("to is 1", "reach is 2")
    lines = told(text.replace("heap(to)", "heap(n - reach)"))
    assert [line for line in lines if line.startswith("ann: ")] == [LAID]


def test_a_number_that_equals_that_of_a_place_by_chance_is_told(told):
    text = HEAPS.replace("n in 1..4, to in 1..4", "n in 1..4, to in 1..4, many in 1..4")
    text = text.replace("to is 1", "to is 1 and many is 3")
    assert "ann: lay 3 1 3 → the cards of heap 3 to heap 1" in told(text)


ROW = (
    head("Row", players="1", ranks="7 8")
    + """\
  place(1..8): Pile, face up

match
  for n in 1..8
    move top of stock to place(n)
  repeat 3 times
    choose
      lay n in 2..8
        must n is 3 and place(n) is not empty
        move place(n) to place(n - 1)
        close_up(n)
      otherwise
        stop

phase close_up(gap: 2..8)
  for n in gap + 1..8
    if place(n) is not empty
      move place(n) to place(n - 1)
"""
)


def test_a_row_that_closes_up_is_told_at_once(told):
    assert [line for line in told(ROW) if line.startswith("ann: ")] == [
        "ann: lay 7♥ from place 3 to place 2 → places 4 to 8 become 3 to 7",
        "ann: lay 8♥ from place 3 to place 2 → places 4 to 7 become 3 to 6",
        "ann: lay 7♦ from place 3 to place 2 → places 4 to 6 become 3 to 5",
    ]


OPENS = ROW[: ROW.index("phase close_up")].replace("1..8", "1..9", 1) + (
    "phase open_up(gap: 2..8)\n"
    "  for n in [8, 7]\n"
    "    if place(n) is not empty\n"
    "      move place(n) to place(n + 1)\n"
)


def test_a_row_that_opens_is_told_too(told):
    text = OPENS.replace("move place(n) to place(n - 1)\n        close_up(n)", "open_up(n)")
    assert "ann: lay 3 → places 7 and 8 become 8 and 9" in told(text)


def test_places_that_are_put_together_are_told_one_by_one(told):
    text = OPENS.replace("[8, 7]", "[7, 8]").replace("close_up(n)", "open_up(n)")
    assert "become" not in "".join(told(text))


def test_the_same_numbers_again_have_a_line_of_their_own(told):
    text = HEAPS.replace(
        "        move heap(n) to heap(to)",
        "        move top of heap(2) to heap(4)\n        show heap(1)",
    ).replace("heap(n) is not", "heap(2) is not")
    lines = [line for line in told(text) if line.startswith("ann: ")]
    assert len(lines) == 2 and all(line.startswith("ann: lay 3 1 → ") for line in lines)


def test_a_lone_card_that_is_turned_up_again_is_not_told_again(hoyle):
    """Round after round the top card of each column is shown, and lay open in most."""
    game = hoyle("run", "klondike", "--seed", "43").stdout
    assert "column 2 shown: 2♠" in game and "columns 1 and 2 shown" not in game
    assert game.count("K♥") == 1
