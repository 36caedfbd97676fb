"""Cards of which the pack has several copies: what is offered, how they are written and read."""

from __future__ import annotations

import pytest

import hoyle
from hoyle.interpreter.library.loader import load_untried
from hoyle.interpreter.testing.examples import run_examples
from hoyle.interpreter.testing.findings import as_text
from tests.heads import head

GAME = """edition 1
game "Copies"

players 2

pack
  ranks 7 8
  suits ♠ ♥
  copies {copies}

zones
  stock: Pile, face down, starts with the pack
  open_cards: Cards, face up
  hand of Seat: Cards, seen by owner

"""


@pytest.fixture
def load(tmp_path):
    def load(text: str, copies: int = 2) -> hoyle.Table:
        path = tmp_path / "copies.cards"
        path.write_text(GAME.format(copies=copies) + text, encoding="utf-8")
        return load_untried(path).table(2)

    return load


NAMING = """match
  shuffle stock
  deal 1 each from stock to hand of s for s in seats
  move top of stock to open_cards
  choose last of seats
    name_it card in pack, loudly in [yes, no]
      say "{card}"
  choose last of seats
    name_it card in pack
      say "{card}"
  choose last of seats
    name_it cards in subsets(pack, 1)
      say "{cards}"
"""


@pytest.mark.parametrize("seed", range(10))
def test_what_is_offered_does_not_tell_where_copies_lie_that_the_chooser_does_not_see(load, seed):
    """A card of the whole pack is a name, each once; of cards in groups, of what is hidden one."""
    position = load(NAMING).start(seed)
    machine = position.table.machine
    while not position.over:
        seen = {c for zone in position.view(position.seat).zones for c in zone.cards} - {None}
        hidden = {machine.pack.twin_of[c] for c in range(machine.pack.size) if c not in seen}
        places = {(machine.pack.twin_of[c], zone.slot)
                  for zone in position.view(position.seat).zones for c in zone.cards
                  if c is not None}  # fmt: skip
        param, *others = position.node.actions[0].params
        looks = len(hidden) + len(places) if param.name == "cards" else 4
        assert position.legal().size == looks * (2 if others else 1)
        position = position.play(position.legal().kth(0))


TURN = """phase turn
  choose last of seats
    show_it card in hand of last of seats
      move card to open_cards
    show_two cards in subsets(hand of last of seats, 2)
      move cards to open_cards
"""
OPEN = f"""match
  shuffle stock
  deal 4 each from stock to hand of s for s in seats
  repeat at most 4 times, else end match
    turn

{TURN}    pass
"""


PLAYED = """match
  repeat 2 times
    gather into stock
    shuffle stock
    deal all from stock to hand of seat for seat in [first seat in seats where yes]
    let dealer = first seat in seats where yes
    choose dealer
      lay card in hand of dealer
        move card to open_cards
    if player of (first card in open_cards where yes) is dealer
      say "{dealer} has laid it"
"""


def test_after_a_shuffle_nobody_can_tell_which_copy_was_played(load):
    position = load(PLAYED).start(3)
    assert position.legal().size == 4
    assert position.play(position.legal().kth(0)).legal().size == 4


@pytest.mark.parametrize("copies", [1, 2, 3, 4, 12])
def test_every_copy_is_written_and_read(load, copies):
    words = load(OPEN, copies=copies).words
    cards = range(4 * copies)
    texts = [words.format_card(card) for card in cards]
    assert len(set(texts)) == len(texts)
    assert [words.parse_card(text) for text in texts] == list(cards)
    assert words.parse_card(f"7S'{copies + 1}") is None


def test_the_second_is_marked_and_the_third_numbered(load):
    words = load(OPEN, copies=3).words
    assert [words.format_card(card) for card in range(12)][::4] == ["7S", "7S'", "7S'3"]


@pytest.mark.parametrize("seed", range(6))
def test_a_game_with_many_copies_is_played_again_from_its_text(load, seed):
    table = load(OPEN, copies=5)
    position, bot = table.start(seed), 0
    again = position
    while not position.over:
        for move in position.legal():
            assert position.parse(position.text(move)) == move
        bot = (bot * 31 + seed) % position.legal().size
        text = position.text(position.legal().kth(bot))
        position, again = position.play(text), again.play(text)
    assert again.bytes() == position.bytes()


def test_a_card_that_is_named_again_in_a_pack_is_its_next_copy(load):
    table = load(OPEN, copies=3)
    position = table.start(pack="7S 7S 7S 8H")
    zones = {zone.slot: zone.cards for zone in position.view(1).zones}
    held = sum(len(cards) for cards in zones.values())
    assert held == table.machine.pack.size
    with pytest.raises(ValueError, match="7S is named more often than the pack has it"):
        table.start(pack="7S 7S 7S 7S")
    with pytest.raises(ValueError, match="7S' is named more often"):
        table.start(pack="7S' 7S'")
    assert table.start(pack=[0, 4, 8, 1]).bytes() == table.start(pack="7S 7S' 7S'3 8S").bytes()
    with pytest.raises(ValueError, match="numbered 0 to 11"):
        table.start(pack=[12])
    with pytest.raises(ValueError, match="the pack has 12 cards, not 13"):
        table.start(pack=["?"] * 13)


EXAMPLES = """
example "the third copy by its name"
  players ann bob
  given hand of bob = [7♠ 7♠' 7♠'3 8♠]
  start turn
  bob: show_it 7♠'3
  expect size of open_cards is 1 and hand of bob - [7♠ 7♠' 7♠'3] is [8♠]

example "a marked and an unmarked one"
  players ann bob
  given hand of bob = [7♠ 7♠' 7♠'3 8♠]
  start turn
  bob: show_two [7♠ 7♠'3]
  expect size of hand of bob is 2

example "there is no fourth"
  players ann bob
  given hand of bob = [7♠'4]
  start turn
"""


def test_examples_name_copies(load, tmp_path):
    load(OPEN + EXAMPLES, copies=3)
    results = list(run_examples(hoyle.load(tmp_path / "copies.cards")))
    told = [as_text(finding) for result in results for finding in result.findings]
    assert [result.passed for result in results] == [True, True, False], told
    assert "there is no 7♠'4 in the pack of this table" in results[2].findings[0].says


REFUSED = """match
  turn

phase turn
  choose last of seats
    show_it card in hand of last of seats
      must suit of card is ♠ "spades only"
      move card to open_cards
    pair card in hand of last of seats, other in hand of last of seats where it is not card
      must suit of card is ♠ "spades only"
      move card to open_cards
    show_two cards in subsets(hand of last of seats, 2)
      must any card in cards where rank of card is 8 "an eight"
      must size of cards is 3                        "no two at all"
      move cards to open_cards
    pass
"""
REFUSED_EXAMPLE = """
example "only second copies are held"
  players ann bob
  given hand of bob = [8♥', 7♥', 7♥'3, 7♠'3]
  start turn
  bob may not show_it 8♥ "spades only"
  bob may not show_it 8♥' "spades only"
  bob may not show_it 8♥'3 "8♥'3 is not one of those to choose from; legal now: 7♠'3"
  bob may not pair 8♥ 7♠ "spades only"
  bob may not pair 7♥ 7♥ "spades only"
  bob may not pair 8♥ 8♠ "you do not hold 8♠"
  bob may not show_two [7♥ 7♠] "an eight"
  bob may not show_two [7♥ 7♥] "an eight"
  bob may not show_two [8♥ 7♠] "no two at all"
  bob may not show_two [8♥ 8♥] "only one 8♥ can be chosen"
  bob may not show_it 8♠ "you do not hold 8♠"
"""


def test_a_refused_card_without_a_mark_is_the_copy_that_is_held(load, tmp_path):
    """The rule's own sentence is told, not that another copy lies elsewhere."""
    load(REFUSED + REFUSED_EXAMPLE, copies=3)
    (result,) = run_examples(hoyle.load(tmp_path / "copies.cards"))
    assert result.passed, [as_text(finding) for finding in result.findings]


def test_why_takes_the_copy_that_is_held(load):
    held = "match\n  shuffle stock\n  move 2 from stock to hand of last of seats\n"
    position = load(REFUSED.replace("match\n", held), copies=2).start(
        pack="7H' 7S' 7S 7H 8S 8H 8S' 8H'"
    )
    assert position.text(position.parse("show-it 7H")) == "show-it 7H'"
    for move in ("show-it 7H", "show-it 7H'", hoyle.NamedMove("show-it", ("7H",))):
        assert str(position.why_not(move)) == "spades only"
    assert str(position.why_not("show-two 7H 7S")) == "an eight"
    assert position.text(position.parse("show-it 8S")) == "show-it 8S"


def test_asking_why_takes_nothing_from_the_work_that_the_rules_may_do(load):
    held = "match\n  shuffle stock\n  move 7 from stock to hand of last of seats\n"
    position = load(REFUSED.replace("match\n", held), copies=4).start(pack="7S 7H 8H")
    fuel = position.table.engine.compiler.fuel
    left = []
    for _ in range(3):
        position.why_not("show-two 7H 7S")
        left.append(fuel.left)
    assert len(set(left)) == 1


SHOWN = """match
  shuffle stock
  deal 4 each from stock to hand of s for s in seats
  show (first card in hand of last of seats where {which}) to right of last of seats
  turn

{turn}  choose right of last of seats
    look
"""


@pytest.mark.parametrize("which", ["7♠", "7♠'", "7♠'3"])
def test_copies_of_which_another_has_seen_one_are_one_move(load, which):
    """The one that was seen goes: who has seen it cannot know that its copy stays."""
    table = load(SHOWN.format(turn=TURN, which=f"card in [{which}, 8♥']"), copies=3)
    position = table.start(pack="8H 7S 8H' 7S' 8H'3 7S'3 8S 8S'")

    def count_seen(position):
        """Cards that the other sees: its own four, those that lie open, and what was shown."""
        return sum(card is not None for zone in position.view(0).zones for card in zone.cards)

    assert position.seat == 1 and count_seen(position) == 4 + 1
    legal = [position.text(move) for move in position.legal()]
    assert legal == ["show-it 7S", "show-it 8S'", "show-two [7S 7S']", "show-two [7S 8S']"]
    assert count_seen(position.play("show-it 7S")) == 4 + 1
    assert count_seen(position.play("show-two 7S 8S")) == 4 + 2
    assert count_seen(position.play("show-it 8S")) == 4 + 1 + 1


@pytest.mark.parametrize("value", [-7, 8, 10**6])
def test_a_number_that_is_no_name_of_a_card_is_refused(load, value):
    position = load(NAMING).start(1)
    says = "that is not one of those to choose from"
    assert str(position.why_not(hoyle.Move(0, (value, 0)))) == says


NAMED = (
    head("Named", "1", "7 8 9", "♠ ♥")
    + """
state
  found: yes or no = no

match
  found = 7♠ in {listed}
  win seats where found
"""
)


@pytest.mark.parametrize(
    ("listed", "found"),
    [
        ("[7♠]", True),
        ("[8♥]", False),
        ("[8♥ 7♠]", True),
        ("[8♥ 9♠ 7♠]", True),
        ("[8♥ 9♠ 9♥]", False),
    ],
)
def test_a_listing_may_name_one_card_or_many(tmp_path, listed, found):
    path = tmp_path / "named.cards"
    text = NAMED.format(listed=listed).replace("suits ♠ ♥", "suits ♠ ♥\n  copies 2")
    path.write_text(text, encoding="utf-8")
    assert hoyle.load(path).table(1).start(1).winners == ((0,) if found else ())


CELLS = (
    head("Cells", ranks="2 3 4").replace(
        "  ranks 2 3 4\n", "  ranks 2 3 4\n  cards joker x2\n  copies 2\n"
    )
    + """\
  heap: Cards, face up

table of_one(card: Card), first that fits
  card      | points
  joker, 2♠ | 50
  [3♠, 4♠]  | 20
  -         | 1

table of_none(card: Card or none), first that fits
  card  | points
  none  | 100
  joker | 10
  -     | 1

table of_two(card: Card, other: Card), first that fits
  card \\ other | joker | [2♠, 3♠] | pack
  joker        | 9     | 8        | 7
  -            | 3     | 2        | 1

table of_several(cards: Cards), first that fits
  cards          | points
  joker          | 8
  [joker, joker] | 7
  -              | 0

ranking kind(cards: Cards), best first
  one_joker  | cards is joker
  two_jokers | cards is [joker, joker]
  other      | otherwise

match
  shuffle stock

example "one card"
  players 2
  cases
    card   | one | maybe | beside | above
    joker  | 50  | 10    | 9      | 9
    joker' | 50  | 10    | 9      | 9
    2♠     | 50  | 1     | 3      | 8
    2♠'    | 50  | 1     | 3      | 8
    3♠'    | 20  | 1     | 3      | 8
    4♠'    | 20  | 1     | 3      | 7
    4♥     | 1   | 1     | 3      | 7
  expect of_one of card is one
  expect of_none of card is maybe
  expect of_two(card, joker') is beside
  expect of_two(joker', card) is above

example "none"
  players 2
  expect of_none of none is 100

example "several"
  players 2
  cases
    cards           | worth | kind_is
    [joker]         | 8     | one_joker
    [joker']        | 8     | one_joker
    [joker, joker]  | 7     | two_jokers
    [joker', 3♠]    | 0     | other
  given heap = cards
  expect of_several of heap is worth
  expect kind of heap is kind_is
"""
)


TWICE = """define worth(cards: Cards) = size of cards
match
  deal 2 each from stock to hand of seat for seat in seats
  say "{worth of hand of (first seat in seats)}"
  win seats
example "a card named twice is two"
  players ann bob
  expect worth of [7♠ 7♠ 8♥] is 3
  expect worth of [7♠ 7♠'] is 2
  expect not (worth of [7♠ 7♠ 7♠] is 2)
"""


def test_a_card_named_twice_where_cards_are_wanted_is_its_next_copy(load, tmp_path):
    load(TWICE, copies=3)
    (result,) = run_examples(hoyle.load(tmp_path / "copies.cards"))
    assert result.passed, [as_text(finding) for finding in result.findings]


def test_a_card_named_in_a_cell_is_any_copy_of_it(tmp_path):
    path = tmp_path / "cells.cards"
    path.write_text(CELLS, encoding="utf-8")
    results = run_examples(hoyle.load(path))
    assert [as_text(finding) for result in results for finding in result.findings] == []


PAIRS = """match
  shuffle stock
  deal 4 each from stock to hand of s for s in seats
  let held = hand of last of seats
  choose last of seats
    show_two card in held, other in held
      must card is {card} and other is 7♠
      say "{{card}} {{other}}"
    show_set cards in subsets(held) where size of it in 1..2, other in held
      must every card in cards: card is 7♠ and other is 7♠
      say "{{cards}} {{other}}"
"""


def test_to_choose_one_card_twice_is_not_to_choose_two_that_are_alike(load):
    position = load(PAIRS.format(card="7♠")).start(pack="8H 7S 8H' 7S' 7H 8S 7H' 8S'")
    assert [position.text(move) for move in position.legal()] == [
        "show-two 7S 7S", "show-two 7S 7S'",
        "show-set [7S] 7S", "show-set [7S] 7S'", "show-set [7S 7S'] 7S",
    ]  # fmt: skip
