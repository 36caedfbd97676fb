"""Native code plays the interpreter's games: decision for decision, to the same end."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

import hoyle
from hoyle.dsl.checked.from_tree import check
from hoyle.dsl.machine import program as p
from hoyle.dsl.parser.from_text import read
from hoyle.dsl.report import Report
from hoyle.dsl.source import Source
from hoyle.interpreter.library.discovery import group_variants
from hoyle.interpreter.library.loader import load_untried
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.native.cannot_lower import CannotLower
from hoyle.interpreter.native.kernel import Kernel, Played, Status, compile_machine
from hoyle.interpreter.runtime.bots import RANDOM, Manners
from hoyle.interpreter.testing.random_games import covering_settings
from tests import shipped
from tests.effort import TIMES
from tests.heads import head
from tests.programs.strategies import Maker

FindDifference = Callable[..., str]
FindOtherGames = Callable[[Kernel, Played], list[int]]
ROOT = Path(__file__).parents[2]
GAMES = sorted([*ROOT.glob("tests/corpus/*.cards"), *ROOT.glob("tests/machine/games/*.cards")])
SHOWN_COPIES = "copies of one card of which a single seat is shown some"  # programs made at random
GIVEN_UP = "it was given up"
# Games, and variants, of which the interpreter plays some: between two decisions there is more work
# than a kernel counts exactly, or (the last) a match has no end.
BEYOND_THE_BUDGET = {
    "cassino": "every build is tried with every set of cards on the table",
    "royal_cassino": "the same",
    "omaha": "nine players with sixty hands each are compared",
    "natural_over_plain": "a whole deal for fourteen players, at its dearest",
    "picture_over_ten": "the same",
}
# Decisions of one game in `make test`: of a longer match no more, and of no second one.
ENOUGH = 150
# In `make test-long` whole games, a block at a time, until there were so many decisions of each; of
# games that end soon so many games.
BLOCK, MANY = 10, 110_000
MANY_GAMES = 20_000
# Each looks at every pair of cards, or at every set that a card may take.
FEWER_DECISIONS = {"pyramid": 5_000, "cassino": 20_000}
SHIPPED = [(name, ()) for name in hoyle.shipped()] + [
    (name, (heading.name,)) for name, found in group_variants().items() for heading in found
]


def compile_quickly(machine: p.Machine) -> Kernel:
    return compile_machine(machine, hashed=True, best=False)


def every_number(name: str | Path, variants: tuple[str, ...] = ()) -> Iterator[p.Machine]:
    ruleset = hoyle.load(name, variants) if variants else shipped.load(str(name))
    for players in ruleset.players:
        yield ruleset.table(players, traced=False).machine


def program_of(seed: int) -> Ruleset | None:
    """A game made at random, where `check` lets it pass."""
    random, report = Random(seed), Report()
    source = Source("made.cards", Maker(lambda count: random.randrange(count)).program())
    tree = read(source, report)
    assert tree is not None
    game = check(tree, lambda _: None, report)
    return None if report.failed else Ruleset("made", Path("made.cards"), source, tree, game)


def plays_alike(kernel: Kernel, seeds: range, find_difference: FindDifference) -> None:
    assert {seed: find_difference(kernel, seed) for seed in seeds} == dict.fromkeys(seeds, "")


def programs_agree(seeds: range, find_difference: FindDifference) -> tuple[int, list[str]]:
    """How many programs were played, and what has no native form in the others."""
    played, refused = 0, []
    for seed in seeds:
        ruleset = program_of(seed)
        for players in ruleset.players if ruleset is not None else ():
            assert ruleset is not None
            try:
                kernel = compile_quickly(ruleset.table(players, traced=False).machine)
            except CannotLower as missing:
                refused.append(missing.construct)
                continue
            plays_alike(kernel, range(3), find_difference)
            played += 1
    return played, refused


@pytest.mark.parametrize("name", [*shipped.SOME, "gin-rummy"])
def test_shipped_games_are_played_alike(name: str, find_difference: FindDifference) -> None:
    kernel = compile_quickly(next(every_number(name)))
    played = 0
    for seed in range(3):
        if played < ENOUGH:
            found = find_difference(kernel, seed, ENOUGH)
            assert not found or (found == GIVEN_UP and name in BEYOND_THE_BUDGET)
        played += kernel.play(seed, 0, 1).decisions[0]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_other_games_are_played_alike(path: Path, find_difference: FindDifference) -> None:
    machine = next(every_number(path))
    plays_alike(compile_quickly(machine), range(3), find_difference)


def test_good_code_plays_the_same_games_as_quick_code() -> None:
    machine = shipped.load("scotch-whist").table(4, traced=False).machine
    quick, good = compile_quickly(machine), compile_machine(machine, hashed=True, best=True)
    assert quick.play(0, 0, 2000).rows == good.play(0, 0, 2000).rows


def test_a_lean_kernel_plays_the_same_games() -> None:
    machine = shipped.load("scotch-whist").table(3, traced=False).machine
    whole, lean = compile_quickly(machine), compile_machine(machine, best=False)
    one, other = whole.play(9, 0, 500), lean.play(9, 0, 500)
    assert (one.statuses, one.decisions) == (other.statuses, other.decisions)
    assert (one.winners, one.payoffs(1)) == (other.winners, other.payoffs(1))


KINDS = head("Kinds", "2", "2 3 4 5 6 7 8 9 10 J Q K A")
KINDS += """\
  hand of Seat: Cards, face up

ranking kind(cards: Cards), best first
  best   | one_suit of cards          | 600 + size of cards | 7 | 7
  second | A in ranks of cards        | size of cards       | 3 | 1
  third  | K in ranks of cards
  fourth | Q in ranks of cards
  fifth  | otherwise

match
  shuffle stock
  deal 2 each from stock to hand of seat for seat in seats
  let strongest = highest kind of hand of seat for seat in seats
  choose last of seats
    go_on
  win seats where kind of hand of it is strongest
"""


def test_the_kind_of_a_hand_is_kept_over_a_decision(
    tmp_path: Path, find_difference: FindDifference
) -> None:
    path = tmp_path / "kinds.cards"
    path.write_text(KINDS, encoding="utf-8")
    plays_alike(compile_quickly(next(every_number(path))), range(20), find_difference)


LISTS = """\

state
  a: Seat = last of seats
  pot: 0..999

define turns = [left of a, a]

match
  shuffle stock
  let often = [a, left of a, a, a, left of a] if suit of top of stock is ♥ else turns
  let numbers = [1, 1, 2, size of often, 1]
  for s in often
    choose s
      name other in often
        a = left of a
      bid n in numbers
        pot += n
  for s in turns
    choose s
      bid n in 1..size of often
        pot += n
  choose together s in often
    bid n in numbers
      new box in boxes of s
      stake of box = n
  for box in boxes of often
    pot += stake of box
    if size of boxes of owner of box < 3
      new other in boxes of owner of box after box

record Box
  stake: 0..9 = 1

state
  boxes of Seat: at most 3 Box
"""


def test_lists_by_name_are_gone_through_alike(
    tmp_path: Path, find_difference: FindDifference
) -> None:
    path = tmp_path / "lists.cards"
    path.write_text(head("Lists", "2..3") + LISTS, encoding="utf-8")
    for machine in every_number(path):
        plays_alike(compile_quickly(machine), range(20), find_difference)


COPIES = (
    head("Copies in cells", "2", "2 3 4").replace(
        "  ranks 2 3 4\n", "  ranks 2 3 4\n  cards joker x2\n  copies 2\n"
    )
    + """\
  hand of Seat: Cards, seen by owner
  heap: Pile, face up

state
  score of Seat: 0..10000 = 0

table of_one(card: Card), first that fits
  card      | points
  joker, 2♠ | 50
  [3♠, 4♠]  | 20
  -         | 1

table of_two(card: Card, other: Card), first that fits
  card \\ other | joker | 2♠ | pack
  joker        | 9     | 8  | 7
  -            | 3     | 2  | 1

match
  shuffle stock
  deal 3 each from stock to hand of seat for seat in seats
  repeat 3 times
    for seat in seats
      choose seat
        play card in hand of seat
          score of seat += of_one of card + of_two(card, top of stock)
          move card to heap
  win all best seat in seats by score of seat
"""
)


def test_cards_named_in_the_cells_of_a_table_are_found_alike(
    tmp_path: Path, find_difference: FindDifference
) -> None:
    path = tmp_path / "copies.cards"
    path.write_text(COPIES, encoding="utf-8")
    kernel = compile_quickly(load_untried(path).table(2, traced=False).machine)
    plays_alike(kernel, range(60), find_difference)


def test_a_shuffle_forgets_who_played_a_copy_alike(
    tmp_path: Path, find_difference: FindDifference
) -> None:
    path = tmp_path / "played.cards"
    again = (
        "\nmatch\n  repeat 2 times\n    one_deal\n  win all best seat in seats by score of seat\n"
    )
    steps, _ = COPIES.split("match\n")[1].split("  win all")
    deal = f"\nphase one_deal\n  gather into stock\n{steps}"
    deal += "  let dealer = first seat in seats where yes\n"
    deal += "  for card in heap where player of card is dealer\n    score of dealer += 1\n"
    path.write_text(COPIES.split("match\n")[0] + again + deal, encoding="utf-8")
    kernel = compile_quickly(load_untried(path).table(2, traced=False).machine)
    plays_alike(kernel, range(60), find_difference)


PLACES = head("Places", "2", "A 2 3 4")
PLACES += """\
  pile(1..2, 1..3): Pile, face up, at most 1
  heap(Suit, 1..2): Cards, face up

state
  score(Seat, 1..2): 0..20 = 0

match
  shuffle stock
  for row in 1..2
    for n in 1..3
      move top of stock to pile(row, n)
  repeat 6 times
    choose last of seats
      lay card in pile(1..2, 1..3), n in 1..2
        move card to heap(suit of card, n)
        score(last of seats, n) += size of heap([♠, ♥], 1..n)
      take card in heap(suits, 1..2)
        must rank of card is A, if able
        score(last of seats, 1) += (total each for each in score(seats, 1..2))
        stop
  win best seat in seats by (total each for each in score(seat, 1..2))
"""


def test_a_family_asked_of_several_in_two_places(
    tmp_path: Path, find_difference: FindDifference
) -> None:
    path = tmp_path / "places.cards"
    path.write_text(PLACES, encoding="utf-8")
    plays_alike(compile_quickly(next(every_number(path))), range(20), find_difference)


# Layouts that are gone through, counted, chosen among and kept over another's decision; with
# others' sets, where two ways may leave the same; with conditions on sets and on the rest.
LAYOUTS = """\
edition 1
game "Layouts"
use melds

players 2

pack
  ranks A 2 3 4 5 6

order sequence, best first: 6 5 4 3 2 A

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, face up

state
  points of Seat: 0..999 = 0

define in_sequence(cards: Cards) = consecutive(cards, sequence)
define is_meld(cards: Cards) = is_set(cards, 3) or is_run(cards, 3)
define least(cards: Cards) = lowest size of rest of plan for plan in arrangements(cards, is_meld)

define ways(cards: Cards, others: Melds) =
  (arrangements(cards, is_meld, others) if size of others > 1 else arrangements(cards, is_meld))

match
  shuffle stock
  deal 9 each from stock to hand of seat for seat in seats
  for seat in seats
    one_turn of seat
  win seats where points of it >= points of left of it

phase one_turn(seat: Seat)
  let other = left of seat
  choose seat
    lay plan in arrangements(hand of seat, is_meld)
      must every meld in melds of plan: size of meld > 3, if able
      must size of rest of plan < 6, if able
      choose other
        go_on
        stop_it
          points of other += least of hand of seat
      points of seat += 10 * size of melds of plan
      points of seat += least of rest of plan
      choose other
        add after in arrangements(hand of other, is_meld, melds of plan)
          must rest of after is not hand of other, if able
          points of other += size of rest of after
          points of other += total size of meld for meld in melds of after
        stay
          points of other += size of ways(hand of other, melds of plan)
          points of other += (count way in ways(hand of other, melds of plan)
            where size of rest of way is size of rest of plan)
          if any way in ways(hand of other, melds of plan) where rest of way is empty
            points of other += 100
    discard card in hand of seat
      must least of (hand of seat - card) < least of hand of seat, if able
      move card to stock

policy lays
  one_turn.lay highest size of rest of plan when size of melds of plan > 0
  one_turn.add lowest size of rest of after
"""


@pytest.mark.parametrize("policy", ["lays", RANDOM])
def test_layouts_are_lists_of_lists(
    policy: str, tmp_path: Path, find_difference: FindDifference
) -> None:
    path = tmp_path / "layouts.cards"
    path.write_text(LAYOUTS, encoding="utf-8")
    machine = next(every_number(path))
    plays_alike(
        compile_machine(machine, Manners(policy), hashed=True, best=False), range(30),
        find_difference,
    )  # fmt: skip
    kernel = compile_quickly(machine)
    for seed in range(20):  # a layout that is chosen is told, and a record has it
        position, record = kernel.table.start(seed), kernel.start(seed)
        while not position.over:
            assert kernel.moves(record) == list(position.legal())
            k = seed % position.legal().size
            position = position.play(position.legal().kth(k))
            kernel.step(record, k)
            assert kernel.unpack(record).bytes() == position.bytes()


def test_programs_made_at_random_are_played_alike(find_difference: FindDifference) -> None:
    played, refused = programs_agree(range(24), find_difference)
    assert played > 30
    assert set(refused) <= {SHOWN_COPIES}


def test_games_are_counted_from_the_first() -> None:
    kernel = compile_quickly(shipped.load("scotch-whist").table(4, traced=False).machine)
    whole, part = kernel.play(5, 0, 30), kernel.play(5, 10, 20)
    assert whole.rows[10 * kernel.row_words :] == part.rows
    assert len(set(whole.hashes)) == 30


def test_results_go_where_the_caller_wants_them() -> None:
    kernel = compile_quickly(shipped.load("scotch-whist").table(4, traced=False).machine)
    rows = array("q", bytes(8 * 10 * kernel.row_words))
    assert kernel.play(1, 0, 10, into=rows).rows is rows
    assert rows == kernel.play(1, 0, 10).rows
    with pytest.raises(ValueError, match="64-bit"):
        kernel.play(1, 0, 11, into=rows)


def test_a_game_that_is_too_long_is_left() -> None:
    kernel = compile_quickly(shipped.load("scotch-whist").table(4, traced=False).machine)
    played = kernel.play(0, 0, 3, most=20)
    assert list(played.statuses) == [Status.UNFINISHED] * 3
    assert list(played.decisions) == [20] * 3


@pytest.mark.long
@pytest.mark.parametrize(("name", "variants"), SHIPPED)
def test_every_shipped_game_is_played_alike(
    name: str, variants: tuple[str, ...], find_difference: FindDifference
) -> None:
    for machine in every_number(name, variants):
        kernel = compile_quickly(machine)
        found = {find_difference(kernel, seed, 2000) for seed in range(4 * TIMES)}
        much = not BEYOND_THE_BUDGET.keys().isdisjoint({name, *variants})
        assert found <= ({"", GIVEN_UP} if much else {""})


@pytest.mark.long
@pytest.mark.parametrize(("name", "variants"), SHIPPED)
def test_every_value_of_an_option_is_played_alike(
    name: str, variants: tuple[str, ...], find_difference: FindDifference
) -> None:
    """At every number of players, and beside every value of each other option at one of them."""
    ruleset = hoyle.load(name, variants)
    much = not BEYOND_THE_BUDGET.keys().isdisjoint({name, *variants})
    for players in ruleset.players:
        for setting in covering_settings(ruleset, players, {}):
            kernel = compile_quickly(ruleset.build(players, setting).machine)
            found = find_difference(kernel, 0, 2000)
            assert not found or (found == GIVEN_UP and much), (players, setting)


@pytest.mark.long
def test_many_programs_are_played_alike(find_difference: FindDifference) -> None:
    played, refused = programs_agree(range(24, 24 + 200 * TIMES), find_difference)
    assert len(refused) < played / 10
    assert len(refused) - refused.count(SHOWN_COPIES) < played / 100


@pytest.mark.long
@pytest.mark.parametrize("name", hoyle.shipped())
def test_many_games_are_played_alike(
    name: str, find_other_games: FindOtherGames, record_property: Callable[[str, object], None]
) -> None:
    """Whole games: 110,000 decisions of each shipped game, or 20,000 games where they are short."""
    kernel = compile_machine(next(every_number(name)), hashed=True, best=True)
    games = decisions = 0
    many = FEWER_DECISIONS.get(name, MANY) * TIMES
    while decisions < many and games < MANY_GAMES * TIMES:
        played = kernel.play(0, games, BLOCK)
        assert set(played.statuses) == {Status.OVER}
        assert find_other_games(kernel, played) == []
        games += BLOCK
        decisions += sum(played.decisions)
    record_property("games played alike", games)
    record_property("decisions in them", decisions)
