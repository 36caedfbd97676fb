"""A failed game and its reduced position, told to a card player, and to a program."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from hoyle.interpreter.library.loader import load
from hoyle.interpreter.runtime.laid_position import ANY
from hoyle.interpreter.testing.game_runner import PlayCounts
from hoyle.interpreter.testing.random_games import Plan, play_games
from hoyle.interpreter.testing.rule_coverage import Coverage
from hoyle.interpreter.testing.shrink import failure_text
from hoyle.interpreter.testing.shrink.candidate_runs import SCRIPTED, Candidate, CandidateRunner
from hoyle.interpreter.testing.shrink.failure_text import (
    describe_failure,
    describe_pile,
    describe_reduced,
    failure_facts,
    packs_of,
    replay_failing_game,
)
from hoyle.interpreter.testing.shrink.shrink import shrink_position
from tests.faults.planted import planted
from tests.heads import head
from tests.shrink.conftest import FindSmallest, LoadText

# A player who has won a trick pays for it, and nobody looks whether there is a chip left.
GAME = head("Dear Tricks", "2..3", order="high")
GAME += """\
  hand of Seat: Cards, seen by owner
  trick: Pile, face up
  out: Pile, face down

state
  dealer: Seat = random of seats
  chips of Seat: 0..9 = 1
  pot: 0..99 = 0

match
  for seat in seats
    choose seat
      keep
      agree
  one_hand

phase one_hand
  gather into stock
  shuffle stock
  deal 3 each from stock to hand of seat for seat in seats from left of dealer
  repeat 3 times
    one_trick

phase one_trick
  for seat in seats from left of dealer
    choose seat
      play card in hand of seat
        must trick is empty or suit of card is suit of top of trick, if able  "follow suit"
        move card to trick
  let winner = player of (best card in trick by high of rank of card)
  pay_for of winner
  move trick to out

phase pay_for(seat: Seat)
  if rank of top of trick is 7
    pay 1 from chips of seat to pot
"""


def test_a_broken_law_is_told_from_the_deal_to_the_move(
    load_text: LoadText, find_smallest: FindSmallest
) -> None:
    ruleset = load_text(GAME + '\nnever "a pot": pot > 0\n')
    shown = find_smallest(ruleset, "law")
    lines = describe_failure(ruleset, shown)
    assert lines[0].startswith("the smallest game found (2 players, 4 moves, ")
    assert lines[1] == "  players: ann, bob"
    assert "  ann: keep · bob: keep" in lines
    assert any(line.strip().startswith("stock, from the top: ") for line in lines)
    assert any(line.strip().endswith(", then any") for line in lines)
    assert '  -> `never "a pot"` has come about here' in lines
    assert "     pot = 1" in lines
    assert [line for line in lines if "play " in line] == ["    ann: play 7♠ · bob: play 7♦"]


def test_of_a_game_that_is_not_made_small_a_pile_is_told_as_far_as_it_is_used(
    load_text: LoadText, find_smallest: FindSmallest
) -> None:
    """Six cards of the pack are dealt; the others lie in the stock, and nobody sees them."""
    ruleset = load_text(GAME + '\nnever "a pot": pot > 0\n')
    small = find_smallest(ruleset, "law")
    whole = attrs.evolve(small.script, chance=small.brought)
    unsure = attrs.evolve(small, script=whole, is_sure=False)
    lines = describe_failure(ruleset, unsure, smallest=False)
    [pile] = [line for line in lines if line.strip().startswith("stock, from the top: ")]
    assert pile.endswith(", then any") and pile.count(",") == 6 + 1
    assert lines[0].startswith(
        "a game (2 players, 4 moves, 6 cards named), perhaps not the smallest"
    )
    [kept] = packs_of(replay_failing_game(ruleset, unsure))
    assert len(kept) == 32


def test_of_a_pile_that_is_told_to_its_end_nothing_follows(
    load_text: LoadText, find_smallest: FindSmallest
) -> None:
    ruleset = load_text(GAME + '\nnever "a pot": pot > 0\n')
    went = replay_failing_game(ruleset, find_smallest(ruleset, "law"))
    [shuffled] = [event for event in went.chance if event.node.kind == "shuffle"]
    assert isinstance(shuffled.outcome, tuple)
    words, whole = went.runner.words, shuffled.outcome
    assert describe_pile(words, shuffled, whole).endswith(words.format_card(whole[-1]))
    assert describe_pile(words, shuffled, whole[:-1]).endswith(", then any")


def test_the_reduced_position_begins_in_the_innermost_phase_that_can_be_begun(
    load_text: LoadText, find_smallest: FindSmallest
) -> None:
    ruleset = load_text(GAME + '\nnever "a pot": pot > 0\n')
    shown = find_smallest(ruleset, "law")
    reduced = shrink_position(ruleset, shown.finding, shown)
    assert reduced is not None
    assert (reduced.script.phase, len(reduced.script.moves)) == ("pay_for", 0)
    lines = describe_reduced(ruleset, reduced)
    assert lines[0] == (
        "the smallest reduced position found (2 players, 0 moves, 1 card named; "
        "begun at `pay_for of ann`, with what is laid by hand):"
    )
    assert lines[1] == "  a law that means whole deals may fail of such a position by itself"
    assert "  trick: 7♠" in lines
    assert reduced.finding.key == shown.finding.key
    hurried = describe_reduced(ruleset, reduced, smallest=False)[0]
    assert hurried.startswith("a reduced position (2 players, 0 moves, 1 card named; begun at ")
    assert hurried.endswith("), perhaps not the smallest: time was up:")


@pytest.mark.long
def test_of_a_whole_pack_that_is_laid_the_greatest_part_is_not_named(
    load_text: LoadText, find_smallest: FindSmallest
) -> None:
    text = (
        head("Drawn out")
        + """\
  hand of Seat: Cards, seen by owner
  heap: Pile, face up

match
  gather into stock
  shuffle stock
  deal 2 each from stock to hand of seat for seat in seats
  repeat 20 times
    for seat in seats
      one_turn of seat

phase one_turn(seat: Seat)
  choose seat
    change card in hand of seat
      move card to heap
      move top of stock to hand of seat
"""
    )
    ruleset = load_text(text)
    shown = find_smallest(ruleset, "rules")
    reduced = shrink_position(ruleset, shown.finding, shown)
    lines = describe_reduced(ruleset, reduced)
    assert "  heap: all other cards" in lines
    assert max(map(len, lines)) < 200


def test_a_reduced_position_sets_no_option_that_only_saved_moves(
    load_text: LoadText, find_smallest: FindSmallest
) -> None:
    text = GAME.replace("pack\n", 'options\n  quick: yes or no = no "nobody agrees"\n\npack\n', 1)
    agree = """\
  for seat in seats
    choose seat
      keep
      agree
"""
    asked = "  if not quick\n    repeat 4 times\n"
    asked += "".join(f"    {line}\n" for line in agree.splitlines())
    assert agree in text
    ruleset = load_text(text.replace(agree, asked, 1) + '\nnever "a pot": pot > 0\n')
    shown = find_smallest(ruleset, "law")
    assert dict(shown.script.options) == {"quick": 1}
    reduced = shrink_position(ruleset, shown.finding, shown)
    assert reduced is not None and not reduced.script.options


def test_a_law_that_the_laid_position_breaks_is_no_reduced_position(
    load_text: LoadText, find_smallest: FindSmallest
) -> None:
    # Only the whole match can break it: wherever else one begins, it is broken already or holds.
    text = GAME.replace("  one_hand\n\nphase", "  one_hand\n  pot = 50\n\nphase", 1)
    ruleset = load_text(text + '\nnever "a pot": pot > 40\n')
    shown = find_smallest(ruleset, "law")
    assert shrink_position(ruleset, shown.finding, shown) is None
    assert describe_reduced(ruleset, None) == (
        "no phase was found that shows the same when it is begun by itself, "
        "with the cards and the state of this game",
    )


def test_how_a_long_game_is_read_whole_is_said(
    load_text: LoadText, find_smallest: FindSmallest, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruleset = load_text(GAME + '\nnever "a pot": pot > 0\n')
    game = find_smallest(ruleset, "law")
    whole = describe_failure(ruleset, game)
    many = next(k for k, line in enumerate(whole) if "->" in line) - 2  # players, and the heading
    monkeypatch.setattr(failure_text, "MAX_LINES", many - failure_text.FEW_LINES)
    assert describe_failure(ruleset, game) == whole
    monkeypatch.setattr(failure_text, "MAX_LINES", many - failure_text.FEW_LINES - 1)
    told = describe_failure(ruleset, game)
    [left] = [line for line in told if "left out here" in line]
    assert left.endswith(": `--failures FOLDER` keeps the whole game, and `hoyle replay` tells it")


def test_a_game_that_may_be_smaller_is_told_by_its_end(
    load_text: LoadText, find_smallest: FindSmallest, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruleset = load_text(GAME + '\nnever "a pot": pot > 0\n')
    game = find_smallest(ruleset, "law")
    whole = describe_failure(ruleset, game)
    monkeypatch.setattr(failure_text, "MAX_HURRIED", 2)
    monkeypatch.setattr(failure_text, "FEW_LINES", 0)
    assert describe_failure(ruleset, game) == whole
    short = describe_failure(ruleset, game, smallest=False)
    at = next(k for k, line in enumerate(whole) if "->" in line)
    assert short[1] == whole[1] and "lines are left out here" in short[2]
    assert short[3:] == whole[at - 2 :]


def test_where_nothing_may_be_chosen_the_refused_moves_are_told_with_reasons(
    tmp_path: Path, find_smallest: FindSmallest
) -> None:
    fault = next(one for one in planted() if one.name == "leading_to_suit")
    ruleset = load(fault.plant(tmp_path))
    shown = find_smallest(ruleset, "choice")
    lines = describe_failure(ruleset, shown)
    # whoever is stuck has a hand with which that is so, and with another perhaps it would not be
    assert lines[0] == "the smallest game found (2 players, 0 moves, 18 cards named):"
    [hand] = [line for line in lines if "hand of bob" in line]
    assert len([word for word in hand.split() if word[-1] in "♠♥♦♣"]) == 18
    assert "    hand of ann  A♣ and any 17 cards" in lines  # a sentence names the one turned up
    assert lines[-1].startswith("     bob may not play 6♠, play 8♠, play 10♠ and 15 more moves: ")
    assert lines[-1].endswith("follow the suit led if you can")
    reduced = shrink_position(ruleset, shown.finding, shown)
    assert reduced is not None and reduced.script.phase == "one_trick"
    # A hand without cards can choose nothing either, and shows nothing of the rules.
    assert reduced.script.cards == 1
    assert describe_failure(ruleset, reduced)[-1] == (
        "     bob may not play 6♠: follow the suit led if you can"
    )


def test_a_game_as_facts_has_its_size_its_cards_and_its_moves(
    load_text: LoadText, find_smallest: FindSmallest
) -> None:
    ruleset = load_text(GAME + '\nnever "a pot": pot > 0\n')
    shown = find_smallest(ruleset, "law")
    found = failure_facts(ruleset, shown)
    assert found["size"] == {"players": 2, "moves": 4, "cards": shown.script.cards}
    assert found["players"] == ["ann", "bob"] and found["phase"] is None
    assert found["moves"][:2] == ["ann: keep", "bob: keep"]
    assert [list(one) for one in found["chance"]] == [["draw", "value"], ["pile", "from_the_top"]]
    assert found["told"] == list(describe_failure(ruleset, shown))


def test_cards_that_are_told_count_though_they_lie_in_the_order_of_the_pack(
    load_text: LoadText, find_smallest: FindSmallest
) -> None:
    ruleset = load_text(GAME + '\nnever "a seven lies there": 7♠ in trick\n')
    shown = find_smallest(ruleset, "law")
    lines = describe_failure(ruleset, shown)
    assert shown.script.cards == 0
    assert lines[0].endswith(" moves, 1 card named):")


# Whoever has the best card takes the pot; in the order of the pack that is the last seat.
SHOWDOWN = head("Showdown", "3", order="high")
SHOWDOWN += """\
  hand of Seat: Cards, face down

state
  chips of Seat: 0..9 = 1
  pot: 0..9 = 0

match
  for seat in seats
    choose seat
      bet
        pay 1 from chips of seat to pot
  shuffle stock
  deal 1 each from stock to hand of seat for seat in seats
  show hand of seats
  pay pot from pot to chips of (best seat in seats by kind(hand of seat))

ranking kind(cards: Cards), best first
  high_card | otherwise | cards by high

never "the first takes nothing": chips of (first s in seats) is 0 and pot is 0
"""


def test_cards_that_decide_who_wins_are_named_though_they_lie_in_the_order_of_the_pack(
    load_text: LoadText, find_smallest: FindSmallest
) -> None:
    ruleset = load_text(SHOWDOWN)
    shown = find_smallest(ruleset, "law")
    assert shown.script.cards > 0
    assert any("stock, from the top: " in line for line in describe_failure(ruleset, shown))


# A hand is shown and looked at; the last to play takes what nobody may have.
LOOKED_AT = head("Looked At", "2", order="high")
LOOKED_AT += """\
  hand of Seat: Cards, face down

state
  points of Seat: 0..9 = 0

match
  shuffle stock
  deal 3 each from stock to hand of seat for seat in seats
  show hand of seats
  let front = (best seat in seats by kind(hand of seat))
  choose last of seats
    take
      points of last of seats = 5

ranking kind(cards: Cards), best first
  flush     | size of suits of cards is 1 | cards by high
  high_card | otherwise                   | cards by high

never "five": LAW
"""


def test_cards_that_may_be_any_are_worth_nothing_certain(
    load_text: LoadText, find_smallest: FindSmallest
) -> None:
    ruleset = load_text(LOOKED_AT.replace("LAW", "points of (last of seats) is 5"))
    lines = describe_failure(ruleset, find_smallest(ruleset, "law"))
    assert "  hand of ann  3 cards" in lines, lines
    law = "kind(hand of (first s in seats)) is flush"
    ruleset = load_text(LOOKED_AT.replace("LAW", law))
    lines = describe_failure(ruleset, find_smallest(ruleset, "law"))
    assert any(line.endswith("♠ (flush J)") for line in lines), lines


def test_many_cards_that_may_be_any_are_counted(
    load_text: LoadText, find_smallest: FindSmallest
) -> None:
    ruleset = load_text(GAME + '\nnever "a pot": pot > 0\n')
    went = replay_failing_game(ruleset, find_smallest(ruleset, "law"))
    [shuffled] = [event for event in went.chance if event.node.kind == "shuffle"]
    for many, told in ((2, "any, any"), (9, "any 9 cards")):
        pile = (*(ANY,) * many, 0)
        assert (
            describe_pile(went.runner.words, shuffled, pile)
            == f"from the top: {told}, 7♠, then any"
        )


COLUMNS = head("Columns", "1")
COLUMNS += """\
  column(1..4): Pile, face up

state
  turns: 0..9 = 0

match
  shuffle stock
  deal 8 each from stock to column(n) for n in 1..4
  repeat 3 times
    choose
      shift from in 1..4, to in 1..4
        must from is 1 and to is 2 "from 1 to 2"
        move top of column(from) to column(to)
        turns += 1
"""


@pytest.mark.parametrize("most, told", [(3, 3), (4, 3), (6, 3), (7, 7)])
def test_the_lines_of_one_deal_are_told_together_or_left_out(
    load_text: LoadText, find_smallest: FindSmallest, monkeypatch: pytest.MonkeyPatch,
    most: int, told: int,
) -> None:  # fmt: skip
    ruleset = load_text(COLUMNS + '\nnever "three": turns is 3\n')
    shown = find_smallest(ruleset, "law")
    monkeypatch.setattr(failure_text, "MAX_LINES", most)
    monkeypatch.setattr(failure_text, "FEW_LINES", 0)
    lines = list(describe_failure(ruleset, shown))
    [at] = [k for k, line in enumerate(lines) if "left out here" in line]
    end = next(k for k, line in enumerate(lines) if "->" in line)
    assert end - at - 1 == told, lines


def test_a_move_of_a_patience_that_is_not_made_is_told_as_the_others(
    load_text: LoadText, find_smallest: FindSmallest
) -> None:
    ruleset = load_text(COLUMNS + '\nnever "three" at match.shift: turns is 2\n')
    lines = describe_failure(ruleset, find_smallest(ruleset, "law"))
    told = [line.strip() for line in lines if "shift" in line]
    assert len(told) == 3, lines
    assert {line.split(" → ")[0] for line in told} == {
        "ann: shift a card from column 1 to column 2"
    }


def test_a_card_that_a_rule_lays_by_name_is_named_and_counts_for_nothing(
    load_text: LoadText, find_smallest: FindSmallest
) -> None:
    ruleset = load_text(
        head("Laid", players="1", ranks="A 2 3")
        + """\
  base: Pile, face up
  heap: Pile, face up

define opener = A♠

match
  move opener to base
  move [2♥, 3♥] to heap
  shuffle stock
  choose
    lay
      move top of stock to heap
      move top of base to heap

never "three": size of heap > 3
"""
    )
    lines = describe_failure(ruleset, find_smallest(ruleset, "law"))
    assert lines[0] == "the smallest game found (1 player, 1 move, 0 cards named):"
    assert lines[2:5] == ("  base  A♠", "  heap  2♥ 3♥", "  stock shuffled")


def test_a_card_that_a_sentence_names_is_not_any_card_where_it_lies(
    load_text: LoadText, find_smallest: FindSmallest
) -> None:
    ruleset = load_text(
        head("Turned Up", players="1", ranks="A 2 3")
        + """\
  heap: Pile, face up, at most 1
  pocket: Pile, face up

state
  taken: 0..1 = 0

match
  shuffle stock
  choose
    turn
      move top of stock to heap
  say "{top of heap} is turned up"
  choose
    take
      move heap to pocket
      taken = 1

never "a card is taken": taken > 0
"""
    )
    lines = describe_failure(ruleset, find_smallest(ruleset, "law"))
    assert "  A♠ is turned up" in lines
    assert not any("a card" in line and "->" not in line for line in lines), lines


def test_a_card_that_is_shown_and_named_is_not_any_card_before(
    load_text: LoadText, find_smallest: FindSmallest
) -> None:
    ruleset = load_text(
        head("Shown", players="1", ranks="A 2 3")
        + """\
state
  taken: 0..1 = 0

match
  shuffle stock
  show bottom of stock
  say "{bottom of stock} is at the bottom"
  choose
    take
      taken = 1

never "a card is taken": taken > 0
"""
    )
    lines = describe_failure(ruleset, find_smallest(ruleset, "law"))
    assert any(line.endswith("is at the bottom") for line in lines)
    assert not any("shown" in line or "a card" in line for line in lines if "->" not in line)


# What the loser lays down is taken off, and paid to nobody; the next deal follows at once.
FINED = head("Fined")
FINED += """\
  hand of Seat: Cards, seen by owner

state
  chips of Seat: -99..99 = 9
  pot: 0..99 = 0

match
  repeat 2 times
    one_hand

phase one_hand
  gather into stock
  shuffle stock
  deal 3 each from stock to hand of seat for seat in seats
  choose last of seats
    bet
      pay 1 from chips of last of seats to pot
    yield
      chips of last of seats -= 2
"""


def test_lost_chips_are_told_behind_the_line_that_lost_them(
    load_text: LoadText, find_smallest: FindSmallest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are counted when the game is left; what was dealt till then has no part in it."""
    ruleset = load_text(FINED)
    shown = find_smallest(ruleset, "chips")
    lines = describe_failure(ruleset, shown)
    at = next(k for k, line in enumerate(lines) if "->" in line)
    assert lines[at] == "  -> 2 chips are lost where they are set and not paid"
    assert lines[at - 1].strip() == "bob: yield → chips 7 (-2)", lines
    monkeypatch.setattr(failure_text, "MAX_LINES", 2)
    monkeypatch.setattr(failure_text, "FEW_LINES", 0)
    assert describe_failure(ruleset, shown)[-2:] == lines[at - 1 :]


def test_moves_after_chips_were_lost_have_no_part_in_the_game(load_text: LoadText) -> None:
    ruleset = load_text(FINED)
    plan = Plan(ruleset.players, 9)
    finding = next(
        one for one in play_games(ruleset, plan, PlayCounts(), Coverage(ruleset.game))
        if one is not None and one.script is not None and one.moves != len(one.script.moves)
    )  # fmt: skip
    assert finding.script is not None and finding.moves is not None
    at = CandidateRunner(ruleset, finding, 1, lambda: True)
    game = at.run(Candidate(finding.script, way=SCRIPTED))
    assert game is not None and game.texts[-1] == "yield"
    assert len(game.texts) == len(game.script.moves) == finding.moves


# Where the stock has run out, nothing but that matters.
EMPTY = head("Run Dry", players="3")
EMPTY += """\
  hand of Seat: Cards, seen by owner
  heap of Seat: Pile, face down

match
  gather into stock
  shuffle stock
  deal 2 each from stock to hand of seat for seat in seats
  repeat 9 times
    for seat in seats
      one_turn of seat

phase one_turn(seat: Seat)
  choose seat
    lay card in hand of seat
      move card to heap of seat
      move top of stock to heap of seat
      move top of stock to hand of seat
"""


def test_cards_that_must_only_not_lie_in_the_stock_lie_in_one_place(
    load_text: LoadText, find_smallest: FindSmallest
) -> None:
    ruleset = load_text(EMPTY)
    shown = find_smallest(ruleset, "rules")
    reduced = shrink_position(ruleset, shown.finding, shown)
    assert reduced is not None and len(reduced.script.given) == 2
    lines = describe_reduced(ruleset, reduced)
    [rest] = [line for line in lines if line.endswith(": all other cards")]
    [hand] = [line for line in lines if line.startswith("  hand of ") and line != rest]
    assert len(hand.partition(": ")[2].split()) == 1


def test_a_law_at_an_action_is_asked_of_cards_that_play_has_put_there(
    load_text: LoadText, find_smallest: FindSmallest
) -> None:
    """Hands are laid, and the trick is not: what lies there was played."""
    law = 'never "lower" at one_trick.play: 7♠ in trick and rank of card is 8'
    ruleset = load_text(f"{GAME}\n{law}\n")
    shown = find_smallest(ruleset, "law")
    reduced = shrink_position(ruleset, shown.finding, shown)
    assert reduced is not None
    assert (reduced.script.phase, len(reduced.script.moves)) == ("one_trick", 2)
    assert reduced.script.cards == 2


def test_a_law_at_an_action_is_not_asked_of_cards_that_were_laid(
    load_text: LoadText, find_smallest: FindSmallest
) -> None:
    law = 'never "two left" at one_trick.play: size of hand of last of seats is 2'
    ruleset = load_text(f"{GAME}\n{law}\n")
    shown = find_smallest(ruleset, "law")
    reduced = shrink_position(ruleset, shown.finding, shown)
    assert reduced is None or not reduced.script.given


# Who has laid a card aside is to take it up for the last trick, which is forgotten.
ASIDE = head("Laid Aside", players="2")
ASIDE += """\
  hand of Seat: Cards, seen by owner
  aside of Seat: Pile, seen by owner, at most 1
  heap: Pile, face down

state
  bidder: Seat = (first one in seats)

match
  shuffle stock
  deal 3 each from stock to hand of seat for seat in seats
  choose bidder
    lay card in hand of bidder
      move card to aside of bidder
  play_all

phase play_all
  repeat 3 times
    for seat in seats
      choose seat
        play card in hand of seat
          move card to heap
        pass
          must false_one "you may not"
"""


def test_a_position_in_which_the_hand_was_emptied_is_not_the_same_fault(
    load_text: LoadText, find_smallest: FindSmallest
) -> None:
    """With no card at all any rules would stop; what is left before who is stuck is told."""
    ruleset = load_text(ASIDE.replace("false_one", "size of heap > 6"))
    shown = find_smallest(ruleset, "choice")
    told = ["     aside of ann: ", "     ann may not play: hand of ann is empty"]
    lines = describe_failure(ruleset, shown)
    assert lines[-3].startswith(told[0]) and lines[-2] == told[1]
    reduced = shrink_position(ruleset, shown.finding, shown)
    assert reduced is not None and reduced.script.phase == "play_all"
    lines = describe_reduced(ruleset, reduced)
    assert any(line.startswith("  hand of ann: ") for line in lines)
    assert any(line.startswith("  hand of bob: ") for line in lines)
    assert any(line.startswith("  aside of ann: ") for line in lines)
    assert lines[-3].startswith(told[0]) and lines[-2] == told[1]


# Who has discarded the last card is asked again.
DISCARDED = head("Discarded", players="2")
DISCARDED += """\
  hand of Seat: Cards, seen by owner
  heap: Pile, face down

match
  shuffle stock
  deal 4 each from stock to hand of seat for seat in seats
  for seat in seats
    one_turn of seat

phase one_turn(seat: Seat)
  repeat, however long
    choose seat
      lay cards in subsets(hand of seat, 3)
        move cards to heap
      discard card in hand of seat
        must size of hand of seat is 1 "only the last"
        move card to heap
"""


def test_a_position_in_which_another_action_empties_the_hand_is_not_the_same_fault(
    load_text: LoadText, find_smallest: FindSmallest
) -> None:
    """With three cards in hand the laying would be at fault, which four cards do not let be."""
    ruleset = load_text(DISCARDED)
    shown = find_smallest(ruleset, "choice")
    assert [text.split()[0] for text in shown.texts] == ["lay", "discard"]
    reduced = shrink_position(ruleset, shown.finding, shown)
    assert reduced is not None and reduced.texts[-1].startswith("discard ")


def test_of_an_empty_zone_the_phase_in_which_somebody_played_shows_more(
    load_text: LoadText, find_smallest: FindSmallest
) -> None:
    """The phase that stops at once shows the same, whatever the rules before it are."""
    text = ASIDE.replace('        pass\n          must false_one "you may not"\n', "")
    text = text.replace("move card to heap", "move card to heap\n          take_up")
    text += "\nphase take_up\n  move top of aside of bidder to hand of bidder\n"
    ruleset = load_text(text)
    shown = find_smallest(ruleset, "rules")
    assert "this `aside` is empty" in shown.finding.says
    reduced = shrink_position(ruleset, shown.finding, shown)
    assert reduced is not None and reduced.script.phase == "play_all"
    assert len(reduced.texts) == 2
    lines = describe_reduced(ruleset, reduced)
    assert any(line.startswith("  aside of ann: ") for line in lines)
