"""Packs of other cards: what they are made of, how their cards are written and read."""

from __future__ import annotations

import re

import pytest

import hoyle
from hoyle.dsl.card_words import CardWords, write_best_first
from hoyle.interpreter.runtime.notation import NotAMove
from hoyle.interpreter.testing.examples import run_examples
from hoyle.interpreter.testing.findings import as_text

HEAD = 'edition 1\ngame "A Pack"\nplayers 2\n\n'
REST = """
zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner
  heap: Pile, face up

match
  shuffle stock
  deal 4 each from stock to hand of seat for seat in seats
  for seat in seats
    choose seat
      play card in hand of seat
        move card to heap
"""
OWN = """pack
  suits coins "●", cups "U", red
  ranks A, 2..4 x2, knave "N", draw_two
  ranks of red 0..2
  cards fool, joker x2
"""


def table(tmp_path, pack):
    path = tmp_path / "a-pack.cards"
    path.write_text(HEAD + pack + REST, encoding="utf-8")
    return hoyle.load(path).table(players=2)


@pytest.mark.parametrize(
    ("line", "at", "meant"),
    [
        ("joker 2", "2", "cards joker x2"),
        ("jokers 2", "2", "cards joker x2"),
        ("2 jokers", "2", "cards joker x2"),
        ("two jokers", "two", "cards joker x2"),
        ("joker, 2", "2", "cards joker x2"),
        ("fool, 2 jokers", "2", "cards fool, joker x2"),
        ("joker 2 fool", "2", "as in `cards fool`"),
        ("J Q", "J", "ranks J Q"),
    ],
)
def test_how_often_a_card_is_there_is_told_right_however_it_was_written(tmp_path, line, at, meant):
    path = tmp_path / "a-pack.cards"
    asked = '\n  if joker in heap\n    say "x"\n' * ("joker" in line)
    path.write_text(f"{HEAD}pack\n  ranks 7 8\n  cards {line}\n{REST}{asked}", encoding="utf-8")
    with pytest.raises(hoyle.RulesetError) as caught:
        hoyle.load(path)
    (problem,) = caught.value.report.problems
    assert (problem.code, problem.span.text) == ("P08", at)
    assert meant in " ".join(problem.help)


def test_the_order_of_a_pack_is_suit_by_suit_and_rank_by_rank(tmp_path):
    pack = table(tmp_path, OWN).machine.pack
    assert [pack.write(card) for card in range(pack.size)] == [
        "A●", "2●", "2●", "3●", "3●", "4●", "4●", "N●", "draw_two of coins",
        "AU", "2U", "2U", "3U", "3U", "4U", "4U", "NU", "draw_two of cups",
        "0 of red", "1 of red", "2 of red", "fool", "joker", "joker",
    ]  # fmt: skip
    assert pack.ranks[-3:] == pack.suits[-3:] == (-1, -1, -1)
    assert pack.twin_of[2] == 1 and pack.twin_of[-1] == pack.size - 2


WORDS = CardWords(
    ("10", "knave", "draw_two"), ("♠", "coins", "cups", "red"), ("wild_four",), ("10", "N", ""),
    ("♠", "●", "U", ""),
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "shown", "plain"),
    [
        ("10♠", "10♠", "TS"),
        ("N♠", "N♠", "NS"),
        ("10●", "10●", "10-of-coins"),
        ("NU", "NU", "knave-of-cups"),
        ("10 of red", "10-of-red", "10-of-red"),
        ("draw_two of cups", "draw-two-of-cups", "draw-two-of-cups"),
        ("wild_four", "wild-four", "wild-four"),
    ],
)
def test_a_card_is_read_in_all_the_ways_that_it_is_written(text, shown, plain):
    look = WORDS.find_card(text)
    assert look is not None
    assert (WORDS.write(look), WORDS.format_card(look, True), WORDS.format_card(look, False)) == (
        text, shown, plain,
    )  # fmt: skip
    assert {
        WORDS.read_card(form) for form in (shown, plain, plain.lower(), plain.replace("-", "_"))
    } == {look}


@pytest.mark.parametrize("sign", ["N", ""])
def test_a_lone_suit_with_a_name_says_nothing_and_is_left_out(sign):
    words = CardWords(("3", "10", "queen"), ("numbers",), ("fool",), ("3", "10", "Q"), (sign,))
    three, ten, queen = (words.make_look(rank, 0) for rank in range(3))
    for symbols in (True, False):
        told = [words.format_card(look, symbols) for look in (three, ten, queen)]
        assert told == ["3", "10", "Q"]
        assert words.list_signs(symbols) == [("Q", "queen")]
    typed = ["10", "10-of-numbers", "10n"] if sign else ["10", "10-of-numbers"]
    assert {words.read_card(form) for form in typed} == {ten}
    assert words.write(ten) == ("10N" if sign else "10 of numbers")


def test_a_lone_suit_is_told_where_a_rank_would_not_do():
    assert CardWords(("3",), ("♠",), (), ("3",)).format_card(0, True) == "3♠"
    both = CardWords(("fool",), ("old",), ("fool",), ("",), ("",))
    assert [both.format_card(look, True) for look in (0, both.make_single(0))] == [
        "fool-of-old", "fool",
    ]  # fmt: skip


def test_moves_of_a_lone_suit_are_ranks_too(tmp_path):
    own = table(tmp_path, 'pack\n  suits numbers "N"\n  ranks 9..20\n')
    position = own.start(seed=1)
    moves = [own.words.format_move(position.node, move) for move in position.legal()]
    assert all(re.fullmatch(r"play \d+", move) for move in moves)
    assert position.play(moves[0]).hash == position.play(f"{moves[0]}N").hash
    with pytest.raises(NotAMove, match=r"a card is a rank \(9 10 .* 20\), as in `9`"):
        position.why_not("play 5")
    many = table(tmp_path, 'pack\n  suits numbers "N"\n  ranks 1..30, 40, queen "Q", 50 51\n')
    with pytest.raises(NotAMove, match=r"\(1\.\.30 40 queen Q 50\.\.51\), as in `1`"):
        many.start(seed=1).why_not("play 35")


def test_where_all_signs_are_letters_cards_are_short_in_letters_too():
    words = CardWords(("7", "knave"), ("♠", "coins", "cups"), (), ("7", "N"), ("♠", "G", "U"))
    plain = [words.format_card(look, False) for look in words._list_looks()]
    assert plain == ["7S", "7G", "7U", "NS", "NG", "NU"]


def test_no_two_cards_of_a_pack_are_read_alike():
    looks = {WORDS.find_card(text) for text in WORDS._written}
    for symbols in (True, False):
        shown = [WORDS.format_card(look, symbols) for look in sorted(looks)]
        assert len(set(shown)) == len(shown)
        assert [WORDS.read_card(form) for form in shown] == sorted(looks)


def test_a_card_may_be_typed_by_a_sign_and_a_name():
    words = CardWords(("7", "under"), ("acorns", "bells"), (), ("7", "U"), ("✤", "◈"))
    for text in ("under-of-bells", "U-of-bells", "u-of-bells", "U◈", "under-of-◈"):
        assert words.read_card(text) == words.make_look(1, 1)


def test_a_move_is_read_with_signs_and_with_names(tmp_path):
    position = table(tmp_path, OWN).start(
        pack="A● joker draw-two-of-cups NU 1-of-red joker 2-of-coins fool"
    )
    texts = [position.text(move) for move in position.legal()]
    assert texts == ["play A-of-coins", "play 2-of-coins", "play draw-two-of-cups", "play 1-of-red"]
    for text in ("play A●", "play a-of-coins", "play A-of-coins"):
        assert position.text(position.parse(text)) == "play A-of-coins"
    after = position.play("play 1-of-red")
    assert after.text(after.parse("play joker'")) == "play joker"  # both are held


@pytest.mark.parametrize(
    "question",
    [
        "suit of fool is none and rank of joker is none",
        "(count card in pack where card is joker) is 2",
        "(count card in pack where card is not joker) is 22",
        "(count card in pack where card in [joker, 2 of coins]) is 4",
        "joker in hand of ann and not fool in hand of ann",
        "hand of ann is [joker, 2●]",
        "not (hand of ann is [joker, joker])",
        "(count card in hand of ann where card is joker') is 1",
        "suits of hand of ann is [coins]",
        "number of knave is 5 and number of draw_two is 6 and number of A is 1",
        "2 of coins is 2● and knave of cups is NU",
        "size of (knave of taken) is 1",
        "size of (pack where its suit is red) is 3",
        "(any card in pack where suit of card is none and rank of card is not none) is no",
        "coins in suits and size of suits is 3",
    ],
)
def test_what_is_asked_of_cards(tmp_path, question):
    text = HEAD + OWN + REST.replace("zones\n", "state\n  taken: Suit = cups\n\nzones\n")
    example = f"""
example "a question"
  players ann bob
  given hand of ann = [joker', 2 of coins']
  expect {question}
"""
    path = tmp_path / "a-pack.cards"
    path.write_text(text + example, encoding="utf-8")
    [outcome] = run_examples(hoyle.load(path))
    assert outcome.passed, [as_text(finding) for finding in outcome.findings]


def test_a_shared_pack_is_taken_as_it_is_or_with_lines_of_the_game(tmp_path):
    assert table(tmp_path, "use italian_pack\n").machine.pack.size == 40
    assert table(tmp_path, "use tarot_pack\n").machine.pack.size == 78
    fewer = 'use spanish_pack\n\npack\n  ranks A 2, king "K"\n  remove 2 of coins\n  copies 2\n'
    assert table(tmp_path, fewer).machine.pack.size == 23


def test_random_games_are_the_same_when_they_are_replayed_from_their_words(tmp_path):
    of = table(tmp_path, OWN)
    for seed in range(5):
        position = of.start(seed=seed)
        while not position.over:
            text = position.text(position.legal().kth(seed % len(position.legal())))
            position = position.play(position.parse(text))


NAMED = 'must rank of card is under or card is 7♥ or card is 8● "no"\n        move'


@pytest.mark.parametrize("sign", ['"♥"', '"H"'])
def test_a_french_sign_for_a_suit_of_ones_own_is_the_one_mistake(tmp_path, sign):
    path = tmp_path / "a-pack.cards"
    pack = f'pack\n  suits hearts {sign}, bells "●"\n  ranks 7 8 under "U" ober "O"\n'
    path.write_text(HEAD + pack + REST.replace("move card", f"{NAMED} card"), encoding="utf-8")
    with pytest.raises(hoyle.RulesetError) as error:
        hoyle.load(path)
    (problem,) = error.value.report.in_order()
    assert problem.code == "P08" and problem.title == f"`{sign}` cannot be a sign"
    assert "suits of the French pack: write ♥ alone" in problem.help[0]


def test_a_word_that_is_no_suit_leaves_the_ranks_known(tmp_path):
    path = tmp_path / "a-pack.cards"
    pack = 'pack\n  suits hearts ♥ bells ●\n  ranks 7 8 under "U" ober "O"\n'
    rule = 'must rank of card is under "no"\n        move card'
    path.write_text(HEAD + pack + REST.replace("move card", rule), encoding="utf-8")
    with pytest.raises(hoyle.RulesetError) as error:
        hoyle.load(path)
    assert [problem.title for problem in error.value.report.in_order()] == [
        "♥ is a suit of the French pack, and has no other name",
        "the sign of a suit stands in quotes: `●`",
    ]


# Cards by name in a list, an option, state and parameters; `wanted`, `asked` and `one` of `holds`
# are declared as cards, so that each is the one copy that it was given.
BY_NAME = """edition 1
game "By Name"

players 2

pack
  cards guard x5, priest x2, king

options
  wild: guard or priest or none = none "wild"

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner
  laid of Seat: Pile, face up
  heap: Cards, face up

state
  wanted: Card or none = none
  wished: guard or priest or none = none
  asked: Cards = empty

define holds(one: Card, seat: Seat) = one in laid of seat
define people = [guard, priest]
define has(one: guard or priest, seat: Seat) = one in laid of seat

match
  shuffle stock
  deal 1 each from stock to hand of seat for seat in seats
  ask

phase ask
  for seat in seats
    choose seat
      accuse other in seats where it is not seat, person in people
        wanted = person
        wished = person
        asked = [guard, priest]
        announce right = wanted in laid of other
        announce a = wished in laid of other
        announce b = holds(person, other)
        announce c = has(person, other)
        announce d = wild in laid of other
        announce e = [guard, guard] in laid of other
        announce f = size of (laid of other - guard)
        announce h = any card in laid of other where card in asked
        announce i = any card in laid of other where card in people
        announce j = laid of other in people
        announce k = wished is wild
        announce l = wished in [priest, none]
        announce m = [guard, king] in laid of other
        announce n = size of (heap - king)
        if right
          say "{other} is the {person}"
      play card in hand of seat
        move card to laid of seat
        if card is guard
          say "a guard"

example "second"
  players 2
  set wild = guard
  given laid of bob = [guard', guard'3, priest']
  given hand of ann = [priest]
  given heap = pack - [guard, guard, guard, priest, priest]
  start ask
  ann: accuse bob guard
  expect announce right is no
  expect announce a is yes
  expect announce b is no
  expect announce c is yes
  expect announce d is yes
  expect announce e is yes
  expect announce f is 1
  expect announce h is no
  expect announce i is yes
  expect announce j is yes
  expect announce k is yes
  expect announce l is no
  expect announce m is no
  expect announce n is 2
"""


def test_a_card_given_by_name_means_any_copy_wherever_the_name_comes_from(tmp_path):
    path = tmp_path / "by-name.cards"
    path.write_text(BY_NAME, encoding="utf-8")
    (result,) = run_examples(hoyle.load(path))
    assert result.passed, [as_text(finding) for finding in result.findings]


def test_a_card_given_by_rank_and_suit_means_any_copy_too(tmp_path):
    path = tmp_path / "twice.cards"
    path.write_text(TWICE, encoding="utf-8")
    (result,) = run_examples(hoyle.load(path))
    assert result.passed, [as_text(finding) for finding in result.findings]


TWICE = """edition 1
game "Twice"

players 2

pack
  ranks 7 8 9
  copies 2

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, face up

state
  trump: Suit = ♥

match
  win seats

example "a card of trumps is any of its copies"
  players ann bob
  given hand of ann = [7♥ 8♠]
  given hand of bob = [7♥ 8♥ 8♥ 9♥]
  given trump = ♥
  expect 7 of trump in hand of ann
  expect not 8 of trump in hand of ann
  expect [7 of trump, 8♠] in hand of ann
  expect 7 of trump + 8♠ in hand of ann
  expect not [7 of trump, 8♥] in hand of ann
  expect [7 of trump, 8 of trump, 9♥] in hand of bob
  expect [8 of trump, 8 of trump] in hand of bob
  expect not [7 of trump, 7 of trump] in hand of bob
  expect 9 of trump not in hand of ann
  expect not (7 of trump not in hand of ann)
"""


def test_orders_of_a_game_take_the_place_of_a_librarys(tmp_path):
    orders = """\
pack
  ranks 7 8 9 10 J Q K A

use poker

order high, best first: A K Q J 10 9 8 7
order straights, best first: A K Q J 10 9 8 7 A
define end_of(cards: Cards) = highest high of r for r in ranks of cards

always "five in a row" at match: kind of [10♠ J♠ Q♥ K♠ A♠] is straight
"""
    path = tmp_path / "a-pack.cards"
    path.write_text(HEAD + orders + REST, encoding="utf-8")
    hoyle.load(path).table(players=2).start(seed=1)


@pytest.mark.parametrize(
    "ranks, written",
    [
        ("1 2 3 4", "4..1"), ("9 8 7", "9..7"), ("7 8 9 10 J Q K A", "A K Q J 10 9 8 7"),
        ("A K Q J 10 9", "A K Q J 10 9"), ("1 2 4", "4 2 1"),
    ],
)  # fmt: skip
def test_an_order_that_is_proposed_has_every_rank_once(ranks, written):
    assert write_best_first(tuple(ranks.split())) == written


def test_a_card_without_a_rank_stands_in_no_order(tmp_path):
    pack = "pack\n  ranks 7 8\n  cards joker x2\norder high, best first: joker 8 7\n"
    with pytest.raises(hoyle.RulesetError, match="`joker` has no rank, and an order holds ranks"):
        table(tmp_path, pack)
