"""Random games find what is put wrong into a ruleset, and into the engine itself."""

from __future__ import annotations

import attrs
import pytest

from hoyle.interpreter.cli.test_report import format_report
from hoyle.interpreter.library.options import (
    draw_options,
    find_refusal,
    format_options,
    parse_options,
)
from hoyle.interpreter.runtime import state_bytes
from hoyle.interpreter.runtime import table as tables
from hoyle.interpreter.runtime.cards import Zones
from hoyle.interpreter.runtime.choices import Decision, Refusal
from hoyle.interpreter.runtime.events import Trace
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.moves import MaskRows
from hoyle.interpreter.runtime.notation import Notation
from hoyle.interpreter.runtime.table import Position
from hoyle.interpreter.runtime.view import View
from hoyle.interpreter.testing.findings import OUR_MISTAKE, as_text
from hoyle.interpreter.testing.game_runner import PlayCounts
from hoyle.interpreter.testing.random_games import Plan, play_games
from hoyle.interpreter.testing.rule_coverage import Coverage
from hoyle.interpreter.testing.search import judge_ruleset
from hoyle.interpreter.testing.shrink.failure_text import describe_failure
from hoyle.interpreter.testing.shrink.shrink import shrink_game
from hoyle.interpreter.testing.time_share import TimeShare
from tests.heads import head


def told_by(ruleset, games: int = 12, players=(), **more) -> list[str]:
    plan = Plan(players or tuple(ruleset.players), games, every=1, **more)
    verdict = judge_ruleset(ruleset, plan)
    return [as_text(finding) for finding, _ in verdict.findings.values()]


def assert_found(told: list[str], phrase: str) -> None:
    assert any(phrase in text for text in told), "\n\n".join(told) or "nothing was found"


@pytest.mark.parametrize("game", ["kings", "kings2", "boxes", "pairs"])
def test_nothing_is_found_where_nothing_is_wrong(lay, small_games, game):
    assert not told_by(lay(small_games[game]), games=12)


REFUSED_TOGETHER = head("Joined", "2", "2 3 4 5 6 7 8 9")
REFUSED_TOGETHER += """\
  hand of Seat: Cards, seen by owner
  heap: Cards, face up
match
  shuffle stock
  deal 6 each from stock to hand of seat for seat in seats
  for seat in seats
    choose seat
      join cards in subsets(hand of seat, 3), others in subsets(hand of seat, 3)
        must size of (cards + others) is 6 "each card once"
        move cards to heap
      pass
"""


def test_refusals_of_moves_of_several_sets_are_seen(lay):
    """Three and three cards of a hand, drawn at random from the pack, would never be there."""
    ruleset = lay(REFUSED_TOGETHER)
    verdict = judge_ruleset(ruleset, Plan((2,), 4, every=1))
    assert not verdict.coverage.unseen()["refusal"]


# ---------------------------------------------------------------------- faults of rulesets

RULESETS = {
    "nothing may be chosen": (
        "kings", "must follows of card, if able", "must follows of card",
        "the ruleset is at fault: nothing may be chosen here",
    ),
    "a number outside its range": (
        "kings", "    score of seat += worth *", "    score of seat -= worth *",
        "and runs from 0 to 99 only",
    ),
    "a bound that is reached": (
        "kings", "at most 40 times, else end match", "at most 1 times",
        "this loop has reached its bound",
    ),
    "a zone that is too small": (
        "boxes", "hand: Pile, seen by owner, at most 6", "hand: Pile, seen by owner, at most 3",
        "has room for 3 cards only",
    ),
    "cards that are left in a record": (
        "boxes", "    move hand of box to mat\n", "",
        "cards are left in `hand` of `boxes` when `one_round` ends: move or gather them before",
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", RULESETS)
def test_a_fault_of_a_ruleset_is_found(lay, small_games, fault):
    game, old, new, phrase = RULESETS[fault]
    told = told_by(lay(small_games[game], "", (old, new)))
    assert_found(told, phrase)
    assert_found(told, "again: hoyle test small.cards --players ")


def test_chips_that_are_lost_with_their_phase_are_found(lay, small_games):
    tip = (
        "      stay\n        end play_box\n",
        "      stay\n        tip_it of box\n        end play_box\n",
    )
    state = ("state of one_round\n", "state of play_box\n  tip: 0..99 = 0\n\nstate of one_round\n")
    phase = """
phase tip_it(box: Box)
  if chips of owner of box > 0
    pay 1 from chips of owner of box to tip
"""
    assert_found(told_by(lay(small_games["boxes"], phase, tip, state)), "1 chip was still in `tip`")


CUT = """
edition 1
game "Cut Short"
players 2

pack
  ranks A 2 3 4 5 6

record Box
  hand: Pile, seen by owner, at most 6

zones
  stock: Pile, face down, starts with the pack

state of inner
  boxes of Seat: at most 2 Box

match
  repeat 3 times
    outer

phase outer
  inner

phase inner
  for seat in seats
    new box in boxes of seat
    move top of stock to hand of box
    choose seat
      leave
        end outer
"""


def test_cards_that_are_left_in_a_phase_cut_short_are_found(lay):
    told = told_by(lay(CUT))
    assert_found(told, "cards are left in `hand` of `boxes` when `inner` ends: move or gather them")
    assert_found(told, "\n  hand of ann's box: ")
    assert_found(told, "  after 1 move: ann: leave\n")


def test_a_law_hears_of_a_phase_cut_short_before_its_records_go(lay):
    law = 'always "a box is there" at inner: any seat in seats where boxes of seat is not empty\n'
    emptied = "        move top of hand of box to stock\n        end outer\n"
    assert not told_by(lay(CUT, law, ("        end outer\n", emptied)))


# ---------------------------------------------------------------------- faults of the engine


def broken(monkeypatch, of, name, change):
    """Put a function in place of a method; it is given the true one first."""
    true = getattr(of, name)
    monkeypatch.setattr(of, name, lambda *args, **more: change(true, *args, **more))


def without_the_last(true, self, s, choice):
    part = true(self, s, choice)
    if part is not None and choice.folds and part.size > 1:
        mask = part.rows.mask
        return attrs.evolve(part, rows=MaskRows(mask & ~(1 << mask.bit_length() - 1)))
    return part


def losing_a_card(true, self, s, slot, cards, *rest):
    return true(self, s, slot, cards[:-1] if len(cards) > 1 else cards, *rest)


def doubling_a_card(true, self, s, slot, cards, *rest):
    first = next(at for at, place in self.places.items() if not place.pile)
    s[first] |= 1 << cards[0]
    return true(self, s, slot, cards, *rest)


def refusing(true, self, s, move):
    return Refusal(("no",), self.node.span, "no")


def without_words(true, *args):
    refusal = true(*args)
    return None if refusal is None else attrs.evolve(refusal, pieces=("",))


def turned_now_and_then(true, self, pile):
    cards = true(self, pile)
    return tuple(reversed(cards)) if TOSS.next() else cards


def spoiling(true, self, move):
    slot = next(slot for slot in self.table.machine.slots if slot.name.startswith("score"))
    self.slots[slot.at] += 1
    return true(self, move)


class Toss:
    """Yes and no in no order that a game could follow."""

    def __init__(self) -> None:
        self.count = 0

    def next(self) -> int:
        self.count += 1
        return self.count * self.count // 3 % 2


TOSS = Toss()

ENGINE = {
    "a move left out of the set": (
        Decision, "part", without_the_last, "is legal only when the moves are tried one by one",
    ),
    "a refusal of what is listed": (
        Decision, "why_not", refusing, "is listed, and refused",
    ),
    "no reason for what is not listed": (
        Decision, "why_not", lambda *args: None, "is not listed, and nothing refuses it",
    ),
    "an empty reason": (
        Decision, "why_not", without_words, "refused without a reason",
    ),
    "a move that may be played though it is refused": (
        Position, "play", lambda true, self, move: true(self, self.legal().kth(0)),
        "is refused, and can be played",
    ),
    "two moves with one name": (
        Notation, "format_move", lambda true, *args: "play", "two moves are both called `play`",
    ),
    "a move that is not understood": (
        Notation, "format_move", lambda true, *args: true(*args) + "X",
        "is listed, and not understood",
    ),
    "a state that is not written whole": (
        state_bytes, "_make_writer",
        lambda true, slot: lambda value: true(slot)(0 if slot.kind == "mask" else value),
        "a state that is written and read again",
    ),
    "a card that is lost": (Zones, "lay", losing_a_card, "cards lie nowhere"),
    "a card that is there twice": (Zones, "lay", doubling_a_card, "a card lies in two places"),
    "chance without a seed": (
        Stream, "shuffled", turned_now_and_then, "the second time",
    ),
    "an undo that is none": (
        Position, "undo", lambda true, self: self, "taken back leaves something behind",
    ),
    "asking that changes something": (
        Position, "text", spoiling, "asking what may be done changed something",
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", ENGINE)
def test_a_fault_of_the_engine_is_found(lay, small_games, monkeypatch, fault):
    of, name, change, phrase = ENGINE[fault]
    ruleset = lay(small_games["kings"])
    broken(monkeypatch, of, name, change)
    told = told_by(ruleset, games=4, players=(2,))
    assert_found(told, phrase)
    assert all(OUR_MISTAKE in text for text in told if phrase in text and of is not Zones)


def test_a_view_that_tells_a_secret_is_found(lay, small_games, monkeypatch):
    def all_of_it(engine, s, at, seat):
        return View(seat, (), tuple((k, s[k], None) for k in engine.zones.places))

    monkeypatch.setattr(tables, "make_view", all_of_it)
    told = told_by(lay(small_games["kings"]), games=4)
    assert_found(told, "sees something of cards that are hidden from it")


def changed_events(monkeypatch, kind, change):
    true = Trace.add

    def add(self, event):
        true(self, change(event) if event.kind == kind else event)

    monkeypatch.setattr(Trace, "add", add)


def test_chips_that_the_log_does_not_know_are_found(lay, small_games, monkeypatch):
    changed_events(monkeypatch, "pay", lambda event: attrs.evolve(event, amount=event.amount + 1))
    assert_found(told_by(lay(small_games["boxes"])), "by the log of events")


def without_first_card(event):
    return attrs.evolve(event, cards=event.cards[1:], to=event.to[1:], seers=event.seers[1:])


def test_cards_that_the_log_does_not_know_are_found(lay, small_games, monkeypatch):
    changed_events(monkeypatch, "deal", without_first_card)
    assert_found(told_by(lay(small_games["kings"])), "by the log of events")


# ---------------------------------------------------------------------- the games themselves


def games_of(ruleset, plan: Plan) -> PlayCounts:
    tally = PlayCounts()
    assert not [f for f in play_games(ruleset, plan, tally, Coverage(ruleset.game)) if f]
    return tally


def test_the_same_seed_plays_the_same_games(lay, small_games):
    ruleset = lay(small_games["kings"])
    one, other = (games_of(ruleset, Plan((2, 3), 4, seed=7)) for _ in range(2))
    assert one == other
    assert games_of(ruleset, Plan((2, 3), 4, seed=70)) != one


def test_every_number_of_players_has_its_games(lay, small_games):
    tally = games_of(lay(small_games["kings"]), Plan((2, 3, 4), 12))
    assert (tally.players, tally.games, tally.finished) == ({2, 3, 4}, 12, 12)


def test_a_long_game_is_left(lay, small_games):
    tally = games_of(lay(small_games["kings"]), Plan((4,), 3, decisions=5))
    assert (tally.finished, tally.decisions) == (0, 15)


def test_time_cuts_the_same_sequence_short(lay, small_games):
    ruleset = lay(small_games["kings"])
    tally = PlayCounts()
    plan, coverage = Plan((2,), 10), Coverage(ruleset.game)
    list(play_games(ruleset, plan, tally, coverage, lambda: tally.finished < 2))
    assert tally.games == 2


def test_time_cuts_a_game_short(lay, small_games):
    ruleset = lay(small_games["kings"])
    tally = PlayCounts()
    plan, coverage = Plan((2,), 10), Coverage(ruleset.game)
    assert list(play_games(ruleset, plan, tally, coverage, lambda: tally.decisions < 7)) == [None]
    assert (tally.games, tally.finished, tally.decisions) == (1, 0, 7)


def test_a_game_of_each_block_goes_on_to_its_end(lay, small_games):
    ruleset = lay(small_games["kings"])
    tally = games_of(ruleset, Plan((2,), 4, decisions=5, longest=4_000))
    assert tally.finished == 1 and tally.ends == {2: 1}


# ---------------------------------------------------------------------- laws that do not hold


def test_a_law_that_does_not_hold_is_told_and_the_game_goes_on(lay, small_games):
    wrong = '\nnever "a card": size of trick is 1\nnever "a score": score of dealer > 5\n'
    ruleset = lay(small_games["kings"], wrong)
    found = list(play_games(ruleset, Plan((2,), 2), PlayCounts(), Coverage(ruleset.game)))
    assert [finding.about for finding in found] == ['never "a card"', 'never "a score"'] * 2
    assert all(finding.script is not None for finding in found)
    first, second = found[:2]
    assert len(first.script.moves) < len(second.script.moves)
    small = shrink_game(ruleset, second, 40)
    assert small is not None and small.finding.about == 'never "a score"'
    told = "\n".join(describe_failure(ruleset, small))
    assert '`never "a score"` has come about here' in told


# ---------------------------------------------------------------------- the end


def test_that_no_game_was_finished_is_a_finding(lay, small_games):
    ruleset = lay(small_games["kings"])
    short = Plan((2, 3), 8, decisions=4, longest=4)
    verdict = judge_ruleset(ruleset, short)
    (finding,) = [finding for finding, _ in verdict.findings.values()]
    assert finding.says == "no game was played to its end" and verdict.failed
    assert finding.span.words == "hand of seats is empty"  # in the first hand
    assert not judge_ruleset(ruleset, Plan((2, 3), 8, longest=4_000)).failed


def test_where_time_was_short_no_end_is_no_finding(lay, small_games):
    ruleset = lay(small_games["kings"])
    clock = iter(range(10_000))
    share = TimeShare(0, 60, lambda: next(clock))
    verdict = judge_ruleset(ruleset, Plan((2, 3), 8, decisions=4, longest=4), share=share)
    assert not verdict.failed and verdict.tally.games and verdict.no_time_to_end
    assert any("in none of" in line and "--seconds" in line for line in format_report(verdict))


ENDLESS = head("Endless", "2", "7 8 9 J Q K A")
ENDLESS += """\
  hand of Seat: Cards, seen by owner

state
  score of Seat: -9999..99 = 0
  rounds: 0..9999 = 0
  dealer: Seat = random of seats

match
  UNTIL
    one_hand

phase one_hand
  gather into stock
  shuffle stock
  deal 3 each from stock to hand of seat for seat in seats
  repeat until hand of seats is empty
    for seat in seats
      choose seat
        throw card in hand of seat
          move card to stock
  score of dealer -= 1
  rounds += 1
"""
NEVER = {
    "any seat in seats where score of seat >= 41": ["`score of seat` came no nearer to 41 than 0"],
    "rounds < 1 and score of dealer > 3": ["`score of dealer` came no nearer to 4 than 0"],
    "rounds is 9999": [],
    "every seat in seats: score of seat > size of hand of seat": [
        "`score of seat` always lacked 1 or more"
    ],
}


@pytest.mark.parametrize("test", NEVER)
def test_the_condition_that_never_held_is_told(lay, test):
    text = ENDLESS.replace("UNTIL", f"repeat until {test}, however long")
    verdict = judge_ruleset(lay(text), Plan((2,), 2, longest=400))
    (finding,) = [finding for finding, _ in verdict.findings.values()]
    assert finding.span.words == test
    assert finding.lines[2:-1] == tuple(NEVER[test])
    assert finding.lines[-1].startswith("to see the end: begin near the end in an example")


def test_a_smaller_option_is_advised_where_the_end_hangs_on_it(lay):
    text = ENDLESS.replace("UNTIL", "repeat until rounds >= target, however long").replace(
        "pack\n", 'options\n  target: 500..9000 = 900  "rounds"\n\npack\n', 1
    )
    verdict = judge_ruleset(lay(text), Plan((2,), 2, longest=400))
    (finding,) = [finding for finding, _ in verdict.findings.values()]
    assert "; try a smaller `target`, with `--set target=500`; " in finding.lines[-1]


# ---------------------------------------------------------------------- options

OPTIONS = """
edition 1
game "Many Options"
players 2..4

options
  many: 1..1000 = 41 "how many"
  few: 3..5 or none = none "how few"
  rank_out: 7 or A = 7 "a rank"
  card_out: 7♠ or A♥ or K♣ = 7♠ "a card"
  word: a_word or another or a_third = a_word "a word"
  some: 1..players = 1 "some of them"
  either: yes or no = no "either"
  needs many > 1 or either "one alone needs the other"

pack
  ranks 7 K A
  remove card_out

zones
  stock: Pile, face down, starts with the pack

match
  if many > 2 and few is not none and rank_out is A and word is another and some > 1 and either
    shuffle stock
"""


def test_options_are_drawn_from_their_types(lay):
    ruleset = lay(OPTIONS)
    drawn = [draw_options(ruleset.game, 3, Stream(k, "options", 3), {}) for k in range(200)]
    values = {name: {options[name] for options in drawn} for name in ruleset.game.options}
    assert values["many"] == {1, 2, 41, 500, 1000}
    assert values["few"] == {-1, 3, 4, 5}
    assert values["some"] == {1, 2, 3}
    assert values["word"] == {0, 1, 2} and values["either"] == {0, 1}
    assert len(values["card_out"]) == 3 and len(values["rank_out"]) == 2
    assert all(options["many"] > 1 or options["either"] for options in drawn)
    assert all(find_refusal(ruleset.game, 3, options) is None for options in drawn)


def test_options_are_said_as_the_command_reads_them(lay):
    ruleset = lay(OPTIONS)
    for k in range(20):
        options = draw_options(ruleset.game, 2, Stream(k, "options", 2), {"many": 41})
        words = format_options(ruleset.game, 2, options)
        read = parse_options(ruleset.game, 2, dict(word.split("=") for word in words))
        assert read == {name: value for name, value in options.items() if name in read}
        assert "many=41" not in words


def test_options_with_which_no_table_can_be_made_are_found(lay):
    twice = ("  remove card_out\n", "  remove card_out\n  remove 7♠ if either\n")
    told = told_by(lay(OPTIONS, "", twice), games=40)
    assert_found(told, "no table can be made")
    assert_found(told, "either=yes\n")


BARRED = head("Barred", "2", "7 8 9")
BARRED += """\
  hand of Seat: Cards, seen by owner
  heap: Pile, face up

match
  shuffle stock
  deal 2 each from stock to hand of seat for seat in seats
  for seat in seats
    choose seat
      draw
        move top of stock to hand of seat
      take card in hand of seat where rank of it is rank of top of heap
        must heap is not empty  "there is no pile"
        move card to heap
"""


def test_nothing_is_listed_of_an_action_that_a_condition_bars(lay):
    """What may be chosen has no answer then: no fault of the rules."""
    ruleset = lay(BARRED)
    assert told_by(ruleset, games=8, players=(2,)) == []
