"""Cards that move between zones: room, what is seen of them, and what a fault leaves behind."""

from __future__ import annotations

import pytest

from hoyle.interpreter.library.loader import load_untried
from hoyle.interpreter.runtime.fault import RulesetFault
from hoyle.interpreter.runtime.state_bytes import decode

START = """edition 1
game "Test"
players 2

pack
  ranks 7 8 9

"""


@pytest.fixture
def load(tmp_path):
    def load(text, **options):
        path = tmp_path / "test.cards"
        path.write_text(START + text.strip("\n") + "\n", encoding="utf-8")
        return load_untried(path).table(**options)

    return load


def held(position, family):
    """The cards of each zone of a family."""
    zones = position.table.engine.zones
    return [
        len(zones.cards(position.slots, slot))
        for slot, place in zones.places.items()
        if place.family == family
    ]


def test_gathering_more_cards_than_a_zone_has_room_for_is_a_fault(load):
    table = load("""
zones
  stock: Pile, face up, starts with the pack
  heap: Pile, face up, at most 3
match
  gather into heap
""")
    with pytest.raises(RulesetFault, match="`heap` has room for 3 cards only"):
        table.start(1)


SWAP = """
zones
  stock: Pile, face down, starts with the pack
  mine of Seat: Cards, seen by owner, at most 1
match
  deal 1 each from stock to mine of s for s in seats
  choose last of seats
    swap_them
      swap mine of last of seats and {other}
    rest
"""


def test_a_swap_asks_only_for_room_that_is_needed_in_the_end(load):
    position = load(SWAP.format(other="mine of left of last of seats")).start(1)
    slots = [slot.at for slot in position.table.machine.slots if slot.name.startswith("mine")]
    before = [position.slots[slot] for slot in slots]
    after = position.play("swap-them")
    assert [after.slots[slot] for slot in slots] == before[::-1]
    assert held(after, "mine") == [1, 1]


def test_a_zone_that_is_swapped_with_itself_keeps_its_cards(load):
    position = load(SWAP.format(other="mine of last of seats")).start(1)
    assert held(position.play("swap-them"), "mine") == [1, 1]


def test_a_swap_with_more_cards_than_there_is_room_for_is_a_fault(load):
    position = load(SWAP.format(other="stock")).start(1)
    with pytest.raises(RulesetFault, match="`mine` has room for 1 card only"):
        position.play("swap-them")


def test_events_of_a_move_that_failed_are_not_those_of_the_next(load):
    position = load(SWAP.format(other="stock")).start(1)
    alone = position.play("rest").events
    with pytest.raises(RulesetFault):
        position.play("swap-them")
    assert position.play("rest").events == alone
    with pytest.raises(RulesetFault):
        position.play("swap-them")
    assert position.table.start(1).events == position.events


def test_what_only_its_owner_sees_belongs_to_the_first_index(load):
    table = load("""
zones
  stock: Pile, face up, starts with the pack
  pile(Seat, 4..6): Cards, seen by owner
state
  bid(Seat, 4..6): 0..9 = 0, seen by owner
match
  deal 1 each from stock to pile(s, 5) for s in seats
  choose last of seats
    go_on
""")
    position = table.start(1)
    families = {family.name: family for family in table.machine.families}
    hidden = dict(table.machine.hidden)
    for seat in range(2):
        view = position.view(seat)
        shown = {slot for slot, *_ in view.registers}
        for slot in families["bid"].slots:
            assert hidden[slot].value == 1 << families["bid"].index_of(slot)[0]
            assert (slot in shown) == (families["bid"].index_of(slot)[0] == seat)
        for zone in view.zones:
            if zone.slot in families["pile"].slots and zone.cards:
                owner, number = families["pile"].index_of(zone.slot)
                assert number == 5
                assert (zone.cards[0] is not None) == (owner == seat)
    assert not {slot for slot, *_ in position.view(-1).registers} & set(families["bid"].slots)


LISTED = """
zones
  stock: Pile, face up, starts with the pack
  hand of Seat: Cards, seen by owner
state
  marked: Seats
  chosen: Seat or none = none
  taken: Suit or none = none
  points: 0..99 = 0
match
  deal 1 each from stock to hand of s for s in seats
  let nobody = (first s in seats where hand of s is empty)
  let somebody = (first s in seats)
  points = size of [somebody]
  marked += [somebody]
  for s in [nobody, somebody]
    points += 10
    choose last of seats
      take suit in [♣, ♦]
        taken = suit
        if somebody in [nobody, somebody]
          points += 20
      pass
        chosen = somebody
  say "{marked}, {seats - [somebody]}, {[nobody, somebody]}"
"""


def test_what_may_be_none_can_be_listed_and_is_left_out_then(load):
    position = load(LISTED, players=2).start(1)
    slots = {slot.name: slot.at for slot in position.table.machine.slots}
    state = lambda name: position.slots[slots[name]]  # noqa: E731
    assert (state("points"), state("marked")) == (11, 1)
    assert [position.text(move) for move in position.legal()] == ["take D", "take C", "pass"]
    read = decode(position.table.machine, position.bytes())
    assert position.table.engine.legal(*read) == position.legal()
    position = position.play("take C")
    assert (state("points"), state("taken"), position.over) == (31, 3, True)
    (said,) = [event for event in position.events if event.kind == "say"]
    assert position.table.words.format_sentence(said.sentence) == "ann, bob, ann"


def test_a_payoff_without_an_answer_is_a_fault_at_its_line(load):
    table = load(
        """
zones
  stock: Pile, face up, starts with the pack
state
  x: 0..9 = 0
match
  win last of seats
payoff of seat = 9 / x
""",
        players=2,
    )
    with pytest.raises(RulesetFault, match=r"14.*nothing can be divided by 0"):
        table.start(1).payoff(0)


def test_what_chance_draws_from_without_an_answer_is_a_fault(load):
    table = load(
        """
zones
  stock: Pile, face up, starts with the pack
state
  marked: Seats
  drawn: Seat = last of seats
match
  drawn = random of (seats after last of marked)
""",
        players=2,
    )
    with pytest.raises(RulesetFault, match="there is no last one: there are none"):
        table.start(1)


def test_the_best_of_nothing_is_a_fault(load):
    table = load(
        """
zones
  stock: Pile, face up, starts with the pack
  heap: Pile, face up
match
  win (best s in seats where size of heap > 1 by size of heap)
""",
        players=2,
    )
    with pytest.raises(RulesetFault, match="there is no best one: there are none"):
        table.start(1)


@pytest.mark.parametrize(
    ("family", "place", "numbers"),
    [
        ("heap(1..2)", "heap(n)", "its numbers are 1 to 2"),
        ("heap(Seat, 1..2)", "heap(last of seats, n)", "its numbers in place 2 are 1 to 2"),
    ],
)
def test_a_zone_that_is_not_there_is_told_with_those_that_are(load, family, place, numbers):
    table = load(f"""
zones
  stock: Pile, face down, starts with the pack
  {family}: Pile, face up
match
  choose last of seats
    lay n in 1..3
      move top of stock to {place}
""")
    with pytest.raises(RulesetFault, match=f"there is no such `heap`: {numbers}"):
        table.start(1).play("lay 3")
