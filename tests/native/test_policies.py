"""Native code plays by policies as the interpreter's bots do: move for move."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import hoyle
from hoyle.dsl.machine import program as p
from hoyle.interpreter.library.loader import load
from hoyle.interpreter.library.roles import list_roles
from hoyle.interpreter.native.kernel import Kernel, compile_machine
from hoyle.interpreter.native.kernel_text import Status
from hoyle.interpreter.runtime.bots import RANDOM, Manners
from hoyle.interpreter.simulation.unit import find_unit
from tests import shipped
from tests.heads import head

FindDifference = Callable[..., str]
SLOW = ("cassino", "holdem")  # so much work at once that the interpreter plays it
FEW = ("cribbage", "hearts", "pontoon", "president", "scotch-whist", "zetema", "ziginette")

# Moves of every kind: without a value, a card, an amount, a seat with an amount, sets of cards.
MARKET = head("Market", "2..4")
MARKET += """\
  hand of Seat: Cards, seen by owner, at most 8
  heap: Pile, face up

state
  chief: Seat = random of seats
  purse of Seat: 0..99 = 20

match
  shuffle stock
  deal 4 each from stock to hand of seat for seat in seats
  for seat in seats
    repeat 3 times
      turn_of(seat)
  chief = left of chief
  for seat in seats
    turn_of(seat)

phase turn_of(seat: Seat)
  choose seat
    lay card in hand of seat
      move card to heap
    lay_two cards in subsets of hand of seat
      must size of cards is 2
      move cards to heap
    spend amount in 1..purse of seat
      purse of seat -= amount
    give other in seats, gift in 1..purse of seat
      must other is not seat
      pay gift from purse of seat to purse of other
    wait

ranking kind(cards: Cards), best first
  pair  | one_rank of cards | size of cards
  loose | otherwise         | total number of rank of card for card in cards

payoff of seat = purse of seat - 20

policy careful
  turn_of.lay lowest number of rank of card when suit of card is ♥
  turn_of.lay_two highest size of suits of cards when heap is empty
  turn_of.give lowest gift when purse of other < purse of seat and size of hand of seat > 1
  turn_of.lay when rank of card in [A, K]
  turn_of.spend highest amount when amount <= 3 and purse of seat > 5
  turn_of.wait when purse of seat < 10

policy spender
  turn_of.spend highest amount when size of heap > 2
  turn_of.give highest gift
  turn_of.give highest purse of other
  turn_of.spend when amount > 2

policy giver
  turn_of.give highest purse of other when purse of seat > 2
  turn_of.lay_two when size of suits of cards is 1
  turn_of.spend lowest amount * (7 - amount)

policy keeper
  turn_of.lay highest kind of (hand of seat - card)
  turn_of.wait

policy rash
  turn_of.wait when rank of top of heap is A
"""


def market(tmp_path: Path) -> p.Machine:
    path = tmp_path / "market.cards"
    path.write_text(MARKET, encoding="utf-8")
    return load(path).table(3, traced=False).machine


def compile_for(machine: p.Machine, manners: Manners) -> Kernel:
    return compile_machine(machine, manners, hashed=True, best=False)


def plays_alike(
    kernel: Kernel, games: int, find_difference: FindDifference, most: int = 20_000
) -> None:
    seeds = range(games)
    assert {seed: find_difference(kernel, seed, most) for seed in seeds} == dict.fromkeys(seeds, "")


def machine_of(name: str) -> p.Machine:
    ruleset = hoyle.load(name)
    players = 3 if 3 in ruleset.players else min(ruleset.players)
    return ruleset.table(players, traced=False).machine


@pytest.mark.parametrize("name", FEW)
def test_shipped_policies_are_followed(name: str, find_difference: FindDifference) -> None:
    machine = machine_of(name)
    plays_alike(compile_for(machine, Manners(machine.policies[0])), 2, find_difference)


def test_melds_are_laid_out_and_laid_off(find_difference: FindDifference) -> None:
    """A match takes the interpreter minutes."""
    machine = machine_of("gin-rummy")
    plays_alike(compile_for(machine, Manners(machine.policies[0])), 1, find_difference, most=60)


@pytest.mark.long
@pytest.mark.parametrize("name", hoyle.shipped())
def test_every_shipped_policy_is_followed(name: str, find_difference: FindDifference) -> None:
    machine = machine_of(name)
    for policy in machine.policies:
        kernel = compile_for(machine, Manners(policy))
        found = {find_difference(kernel, seed, 2000) for seed in range(10)}
        assert found <= {"", "it was given up"} if name in SLOW else found == {""}


@pytest.mark.parametrize("policy", ["careful", "spender", "giver", "keeper", "rash"])
def test_moves_of_every_kind(policy: str, tmp_path: Path, find_difference: FindDifference) -> None:
    kernel = compile_for(market(tmp_path), Manners(policy))
    plays_alike(kernel, 40, find_difference)
    faults = Status.FAULT in kernel.play(0, 0, 40).statuses
    assert faults == (policy == "rash")  # it asks for the top card of an empty heap
    assert (
        kernel.play(0, 0, 40).hashes
        != compile_for(market(tmp_path), Manners()).play(0, 0, 40).hashes
    )


def test_a_seat_goes_before_a_role_and_a_role_before_the_others(
    tmp_path: Path, find_difference: FindDifference
) -> None:
    machine = market(tmp_path)
    [slot] = [family.base for family in machine.families if family.name == "chief"]
    manners = Manners("careful", {2: RANDOM}, {slot: "giver"})
    plays_alike(compile_for(machine, manners), 30, find_difference)
    plays_alike(compile_for(machine, Manners(RANDOM, {0: "spender"})), 10, find_difference)


def test_the_banker_has_a_way_of_his_own(find_difference: FindDifference) -> None:
    ruleset = shipped.load("pontoon")
    table = ruleset.table(3, traced=False)
    slot = dict(list_roles(ruleset.game, table.machine))["banker"]
    manners = Manners(RANDOM, {}, {slot: "sticks_on_16"})
    plays_alike(compile_for(table.machine, manners), 4, find_difference)


def test_playouts_end_with_the_deal() -> None:
    ruleset = shipped.load("pontoon")
    machine = ruleset.table(3, traced=False).machine
    near = compile_machine(machine, best=False, horizon=find_unit(ruleset.game).horizon)
    far = compile_for(machine, Manners())
    record = near.start(3)
    ends = [kernel.playouts(record, 50, 7, move=0) for kernel in (near, far)]
    assert set(ends[0].statuses) == set(ends[1].statuses) == {Status.OVER}
    assert max(ends[0].decisions) < min(ends[1].decisions) / 3
    for k in range(50):  # nothing is lost on the way
        assert sum(ends[0].payoffs(seat)[k] for seat in range(3)) == 0
    assert any(ends[0].payoffs(0))
    assert near.play(0, 0, 3).rows == compile_machine(machine, best=False).play(0, 0, 3).rows


def test_playouts_go_by_the_policies() -> None:
    machine = shipped.load("scotch-whist").table(4, traced=False).machine
    kernel = compile_for(machine, Manners(machine.policies[0]))
    record = kernel.start(3)
    played = kernel.playouts(record, 20, 7, move=1)
    assert set(played.statuses) == {Status.OVER}
    at_random = compile_for(machine, Manners())
    others = at_random.playouts(at_random.start(3), 20, 7, move=1)
    assert played.hashes != others.hashes
