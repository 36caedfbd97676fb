"""What is known of a game before it is played holds in every game, as far as it is followed."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from hypothesis import given, note

from hoyle.dsl.checked.from_tree import check
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.from_game import build_machine
from hoyle.dsl.preflight.deals import DealWalk
from hoyle.dsl.preflight.known_values import Known, Size, State
from hoyle.dsl.report import Report
from hoyle.interpreter.runtime.engine import Engine, Slots
from hoyle.interpreter.runtime.fault import NoAnswer, RulesetFault
from tests.heads import head
from tests.programs.strategies import programs
from tests.programs.test_laws import few, many, parsed

STEPS = 2_000  # of one game
GAMES = 3

TABLE = """edition 1
game "Known"

players 2..3

pack
  ranks 2 3 4 5 6 7 8 9

zones
  stock: Pile, face down, starts with the pack
  spot(Seat, 1..2): Pile, face down
  row(1..2): Pile, face down
  hand of Seat: Pile, face down

state
  dealer: Seat = random of seats

match
  repeat 3 times
    {}
    dealer = first seat in seats where spot(seat, 2) is not empty or rank of top of stock is 2
    gather into stock
    shuffle stock
"""
DEALS = [
    "deal 1 each from stock to spot(s, 1) for s in seats from dealer",
    "deal 1 each from stock to spot(dealer, 2) for s in seats from dealer",
    "deal 2 at a time from stock to hand of s for s in seats from dealer",
    "deal 2 at a time from stock to row(1) for s in seats after dealer",
    "deal 1 each from stock to spot(dealer, 2) for s in seats",
    "deal all from stock to spot(s, 2) for s in seats from dealer",
    "deal all from stock to row(2) for s in seats from left of dealer",
    "move 3 from stock to spot(dealer, 1)",
    "swap spot(dealer, 1) and stock",
    "move 2 from stock to row(1)\n    move row(1) to hand of dealer\n    swap row(1) and row(2)",
]


class Followed(DealWalk):
    """A walk that keeps what is known at each node that it comes to."""

    def __init__(self, machine: p.Machine) -> None:
        super().__init__(machine, {}, to_the_end=True)
        self.known: list[tuple[p.Node, State]] = []

    def _list_overdraws(self, node, state):
        self.known.append((node, state))
        return super()._list_overdraws(node, state)


def is_so(known: Known, value: int | tuple[int, ...]) -> bool:
    if not isinstance(known, Size):
        return known == value
    size = len(value) if isinstance(value, tuple) else value.bit_count()
    return known.low <= size <= known.high


def holds_in_games(text: str) -> None:
    """Node by node as the interpreter does it; of a draw the first outcome is taken, as there."""
    game = check(parsed(text), lambda _: None, report := Report())
    for players in game.counts if not report.failed else ():
        made = build_machine(game, players, report=report)
        if made is not None:
            walk = Followed(made.machine)
            walk.overdraws()
            for seed in range(GAMES):
                follow(Engine(made.machine), walk.known, Random(seed))


def follow(engine: Engine, known: list[tuple[p.Node, State]], chance: Random) -> None:
    """One game: where the walk has come to, all is as it was known."""
    slots, at, places = engine.fresh(), engine.machine.entry, engine.machine.slots
    ahead = list(reversed(known))
    for _ in range(STEPS):
        node = engine.machine.nodes[at]
        if ahead and ahead[-1][0] is node:
            for slot, found in ahead.pop()[1].items():
                if slot < len(places):
                    assert is_so(found, slots[slot]), f"{places[slot].name} at {node}"
        engine.compiler.fuel.renew()
        try:
            to = go_on(engine, slots, at, chance)
        except (NoAnswer, RulesetFault):
            return
        if to is None:
            return
        at = to


def go_on(engine: Engine, slots: Slots, at: int, chance: Random) -> int | None:
    """Where a node leads; None where the game is over, or nothing can be chosen."""
    match engine.machine.nodes[at]:
        case p.End():
            return None
        case p.Jump(to=to):
            return to
        case p.Branch(test=test, yes=yes, no=no):
            return yes if engine.compiler.value(test)(slots) else no
        case p.Choose(otherwise=otherwise):
            moves = list(islice(engine.legal(slots, at), 30))
            return engine.choose(slots, at, chance.choice(moves)) if moves else otherwise
        case p.Chance(kind=kind):
            there = engine.outcomes(slots, at)
            mixed = tuple(chance.sample(there, len(there)))
            return engine.happen(slots, at, mixed if kind == "shuffle" else there[0])
        case work:
            engine.instructions.compile(work)(slots)
            return at + 1


@pytest.mark.parametrize("deal", DEALS)
def test_where_a_seat_is_not_known(deal):
    holds_in_games(TABLE.format(deal))


ASKED = """
  won of Seat: Cards, face up
  heap(Seat): Pile, face up

state
  pairs of Seat: 0..9 = 0
  dealer: Seat = random of seats

define has_pair(cards: Cards, rank: Rank) = (count card in cards where rank of card is rank) is 2

match
  shuffle stock
  for seat in seats
    if seat is dealer
      pairs of seat = 1
  let ahead = best seat in seats by pairs of seat
  pairs of dealer = count rank in ranks where has_pair({}, rank)
"""


@pytest.mark.parametrize("zone", ["won of ahead", "heap(ahead)", "won of ahead - top(stock, 1)"])
def test_what_a_define_is_asked_of_where_nothing_lies(zone):
    """Of a seat that is not known: in the define it is known that nothing lies there."""
    holds_in_games(head("Asked", "2..3", "2 3 4 5").rstrip() + ASKED.format(zone))


@few
@given(programs())
def test_in_programs_made_at_random(text):
    note(text)
    holds_in_games(text)


@pytest.mark.long
@many
@given(programs())
def test_in_many_programs(text):
    note(text)
    holds_in_games(text)
