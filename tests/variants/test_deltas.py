"""Every form of change against the text that a person would have written instead.

The tree of the base with the change applied must be the tree of the edited text.
"""

from __future__ import annotations

from functools import cache

import pytest

from hoyle.dsl.node import walk
from hoyle.dsl.parser.from_text import read
from hoyle.dsl.report import Report, as_text
from hoyle.dsl.source import Source
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import statements as s
from hoyle.dsl.variants.apply import apply
from hoyle.dsl.variants.conflicts import Layer

BASE = """\
edition 1
game "Probe"

players 2..4

options
  target: 10..50 = 21 "points that win"
  strict: yes or no = no "as in the book"
  needs target >= 10 "a game of ten points at least"

pack
  ranks 7 8 9 10 J Q K A

order high, best first: A K Q J 10 9 8 7

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner

record Box
  bet: 0..9 = 0
  done: yes or no = no

state
  score of Seat: 0..100 = 0
  leader: Seat = first seat in seats

state of turn
  luck: 0..9 = 0

define worth(card: Card) = 2

conditions may_draw(seat: Seat)
  must score of seat < target "no more for you"
  must calm

ranking kind(hand: Cards), best first
  pair | one_rank of hand
  high | otherwise

table pays(a: Kind, b: Kind), exactly one fits
  a \\ b | pair | high
  pair  | 1    | 2
  high  | 3    | 4

table points(seat: Seat), step by step
  rule   | when                | points
  "ace"  | A in ranks of seat  | 4
  "rest" | otherwise           | 0

table pips(card: Card), first that fits
  rank of card | pips
  J            | 2
  Q, K         | 3
  -            | 0

match
  shuffle stock
  repeat until strict at most 9 times
    deal 2 each from stock to hand of seat for seat in seats
    turn of leader
    leader = left of leader
  if strict
    say "strictly"

phase turn(seat: Seat)
  choose seat
    play card in hand of seat
      must suit of card is led, if able "follow suit"
      must strict
      move card to stock
      score of seat += 1
    pass
  say "done"

payoff of seat = score of seat

policy calm
  turn.play lowest worth of card when strict
  turn.play highest worth of card
  turn.pass

always "nobody loses": target >= 10

example "of the base"
  players ann bob
  expect target is 21
"""

# A change, and what a person would write instead: pairs of an old line (or lines) and new ones.
CASES = {
    "default": ("default target = 30", [("= 21 ", "= 30 ")]),
    "set": ("set strict = yes", [("yes or no = no \"as", "yes or no = yes \"as")]),
    "add a define": ("add define twice = 2", [("payoff of", "define twice = 2\n\npayoff of")]),
    "add options": (
        "add options\n    burn: 13 or 14 = 13 \"burnt\"",
        [("always", "options\n  burn: 13 or 14 = 13 \"burnt\"\n\nalways")],
    ),
    "replace a define": (
        "replace define worth(card: Card) = 3",
        [("worth(card: Card) = 2", "worth(card: Card) = 3")],
    ),
    "replace one option": (
        "replace options\n    strict: yes or no = yes \"by the book\"",
        [('strict: yes or no = no "as in the book"', 'strict: yes or no = yes "by the book"')],
    ),
    "replace a need": (
        "replace options\n    needs target > 12 \"a game of ten points at least\"",
        [("needs target >= 10", "needs target > 12")],
    ),
    "replace a zone": (
        "replace zones\n    hand of Seat: Cards, face up",
        [("hand of Seat: Cards, seen by owner", "hand of Seat: Cards, face up")],
    ),
    "replace a register": (
        "replace state\n    score of Seat: 0..900 = 5",
        [("score of Seat: 0..100 = 0", "score of Seat: 0..900 = 5")],
    ),
    "replace a phase": (
        "replace phase turn(seat: Seat)\n    stop",
        [(BASE[BASE.index("  choose seat\n    play"): BASE.index("payoff")], "  stop\n\n"),
         (BASE[BASE.index("policy"): BASE.index("always")], "")],
    ),
    "replace the match": (
        "replace match\n    stop",
        [(BASE[BASE.index("  shuffle stock"): BASE.index("phase turn")], "  stop\n\n")],
    ),
    "replace the players": ("replace players 3", [("players 2..4", "players 3")]),
    "replace the pack": (
        "replace pack\n    ranks 9 10 J",
        [("ranks 7 8 9 10 J Q K A", "ranks 9 10 J")],
    ),
    "replace an order": (
        "replace order high, best first: 10 A K Q J 9 8 7",
        [("first: A K Q J 10 9 8 7", "first: 10 A K Q J 9 8 7")],
    ),
    "replace the payoff": (
        "replace payoff of seat = 2", [("payoff of seat = score of seat", "payoff of seat = 2")]
    ),
    "add sides": ("add sides 2, in turn", [("always", "sides 2, in turn\n\nalways")]),
    "remove an option": ("remove strict", [('  strict: yes or no = no "as in the book"\n', "")]),
    "remove a zone": ("remove hand", [("  hand of Seat: Cards, seen by owner\n", "")]),
    "remove the only line of a block": (
        "remove luck", [("state of turn\n  luck: 0..9 = 0\n\n", "")]
    ),
    "remove a define": ("remove worth", [("define worth(card: Card) = 2\n", "")]),
    "remove a law": (
        'remove always "nobody loses"', [('always "nobody loses": target >= 10\n', "")]
    ),
    "add a row": (
        "add row to kind before pair\n    triple | size of hand is 3",
        [("  pair | one", "  triple | size of hand is 3\n  pair | one")],
    ),
    "add a row behind a sentence": (
        'add row to points after "ace"\n    "king" | K in ranks of seat | 3',
        [('  "rest"', '  "king" | K in ranks of seat | 3\n  "rest"')],
    ),
    "replace a row": (
        "replace row in pays\n    high | 5 | 6", [("high  | 3    | 4", "high | 5 | 6")]
    ),
    "replace a row with its label": (
        "replace row in points.ace\n    \"high ace\" | strict | 5",
        [('"ace"  | A in ranks of seat  | 4', '"high ace" | strict | 5')],
    ),
    "replace a row by several": (
        "replace row in pays.high\n    high | 5 | 6\n    pair | 7 | 8",
        [("high  | 3    | 4", "high | 5 | 6\n  pair | 7 | 8")],
    ),
    "remove what a game says once": ("remove payoff", [("payoff of seat = score of seat\n\n", "")]),
    "remove a row": ("remove pays.high", [("  high  | 3    | 4\n", "")]),
    "add a row to a policy": (
        "add row to calm\n    turn.pass when strict",
        [("  turn.pass\n", "  turn.pass\n  turn.pass when strict\n")],
    ),
    "add a row before all that are about an action": (
        "add row to calm before turn.play\n    turn.pass when strict",
        [("policy calm", "policy calm\n  turn.pass when strict")],
    ),
    "add a row after all that are about an action": (
        "add row to calm after turn.play\n    turn.pass when strict",
        [("  turn.pass\n", "  turn.pass when strict\n  turn.pass\n")],
    ),
    "replace what a policy says of an action": (
        "replace row in calm\n    turn.play",
        [("  turn.play lowest worth of card when strict\n", ""), (" highest worth of card", "")],
    ),
    "replace what a policy says of an action by rows about others": (
        "replace row in calm.turn.pass\n    turn.pass when strict\n    turn.play",
        [("  turn.pass\n", "  turn.pass when strict\n  turn.play\n")],
    ),
    "remove what a policy says of an action": ("remove calm.turn.play", [
        ("  turn.play lowest worth of card when strict\n  turn.play highest worth of card\n", "")]
    ),
    "add a column": (
        "add column to pays before high\n    a \\ b | triple\n    pair | 7\n    high | 8",
        [("b | pair | high", "b | pair | triple | high"), ("1    | 2", "1 | 7 | 2"),
         ("3    | 4", "3 | 8 | 4")],
    ),
    "add a column to a plain table": (
        "add column to points before when\n    rule | strict\n    \"rest\" | -\n    \"ace\" | yes",
        [("rule   | when", "rule | strict | when"), ('"ace"  |', '"ace" | yes |'),
         ('"rest" |', '"rest" | - |')],
    ),
    "add an action": (
        "add action to turn before pass\n    knock\n"
        "      stop", [("    pass", "    knock\n      stop\n    pass")]
    ),
    "add an action where there is one decision": (
        "add action to turn\n    knock", [("    pass", "    pass\n    knock")]
    ),
    "replace an action": (
        "replace action in turn\n    pass\n      stop",
        [("    pass", "    pass\n      stop")],
    ),
    "replace an action by its path": (
        "replace action in turn.pass\n    pass\n      stop\n    knock",
        [("    pass", "    pass\n      stop\n    knock")],
    ),
    "replace a field by its path": (
        "replace field in Box.done\n    over: yes or no = no",
        [("  done: yes or no = no", "  over: yes or no = no")],
    ),
    "remove an action": (
        "remove turn.pass", [("    pass\n", ""), ("  turn.pass\n", "")]
    ),
    "add a condition": (
        "add condition to turn.play\n    must worth of card > 1 \"too little\"",
        [("      must strict", "      must strict\n      must worth of card > 1 \"too little\"")],
    ),
    "add a condition before another": (
        "add condition to turn.play before strict\n    must worth of card > 1 \"too little\"",
        [("      must strict", "      must worth of card > 1 \"too little\"\n      must strict")],
    ),
    "add a condition to a list": (
        "add condition to may_draw before calm\n    must strict",
        [("  must calm", "  must strict\n  must calm")],
    ),
    "replace a condition by its sentence": (
        'replace condition in turn.play\n    must strict "follow suit"',
        [('must suit of card is led, if able "follow suit"', 'must strict "follow suit"')],
    ),
    "replace a condition with its sentence": (
        'replace condition in turn.play."follow suit"\n    must strict "be strict"',
        [('must suit of card is led, if able "follow suit"', 'must strict "be strict"')],
    ),
    "replace a condition of a list": (
        'replace condition in may_draw\n    must strict "no more for you"',
        [('must score of seat < target "no', 'must strict "no')],
    ),
    "remove a condition": (
        'remove turn.play."follow suit"',
        [('      must suit of card is led, if able "follow suit"\n', "")],
    ),
    "remove a condition without a sentence": (
        "remove turn.play.strict",
        [("      must strict\n", "")],
    ),
    "remove a condition of a list": ("remove may_draw.calm", [("  must calm\n", "")]),
    "add rows by cells that are no names": (
        "add row to pips before -\n    7 | 5\n  add row to pips after Q,  K\n    8 | 6",
        [("  -            | 0", "  8            | 6\n  7            | 5\n  -            | 0")],
    ),
    "add rows that begin with the same cell": (
        "add row to pips before -\n    7 | 5\n    7 | 6",
        [("  -            | 0", "  7            | 5\n  7            | 6\n  -            | 0")],
    ),
    "remove a row by a cell that is no name": (
        'remove pips."Q, K"', [("  Q, K         | 3\n", "")],
    ),
    "add a step at the end": (
        "add step to match\n"
        "    say \"over\"", [('    say "strictly"', '    say "strictly"\n  say "over"')]
    ),
    "add a step inside a loop": (
        "add step to match after turn\n    say \"next\"",
        [("    turn of leader", '    turn of leader\n    say "next"')],
    ),
    "add a step before what is set": (
        "add step to match before leader\n    say \"next\"",
        [("    leader = left", '    say "next"\n    leader = left')],
    ),
    "add a step before a verb": (
        "add step to match before shuffle\n    say \"first\"",
        [("  shuffle stock", '  say "first"\n  shuffle stock')],
    ),
    "add a step to an action": (
        "add step to turn.play before score\n    say \"one\"",
        [("      score of seat +=", '      say "one"\n      score of seat +=')],
    ),
    "replace a step": (
        "replace step in match.turn\n    turn of leader\n    turn of leader",
        [("    turn of leader", "    turn of leader\n    turn of leader")],
    ),
    "replace a step of an action": (
        "replace step in turn.play.score\n"
        "    score of seat += 2", [("score of seat += 1", "score of seat += 2")]
    ),
    "remove a step": (
        "remove match.deal",
        [("    deal 2 each from stock to hand of seat for seat in seats\n", "")],
    ),
    "remove a step of an action": ("remove turn.play.move", [("      move card to stock\n", "")]),
    "add a field": (
        "add field to Box\n    split: yes or no = no",
        [("  done:", "  done: yes or no = no\n  split:")],
    ),
    "replace a field": (
        "replace field in Box\n    bet: 0..99 = 1",
        [("bet: 0..9 = 0", "bet: 0..99 = 1")],
    ),
    "remove a field": ("remove Box.done", [("  done: yes or no = no\n", "")]),
    "a law of its own": (
        'always "x": strict',
        [("always \"nobody", 'always "x": strict\n\nalways "nobody')],
    ),
    "an example of its own": (
        'example "mine"\n    players 2',
        [("always", 'example "mine"\n  players 2\n\nalways')],
    ),
}  # fmt: skip


@cache
def tree(text: str) -> d.File:
    report = Report()
    file = read(Source("probe.cards", text), report)
    assert file is not None, "\n".join(map(as_text, report.problems)) + text
    return file


def variant(changes: str, name: str = "house", base: str = "probe") -> d.Variant:
    file = tree(f'edition 1\nvariant {name} "House" of {base}\n  {changes}\n')
    (found,) = file.declarations
    assert isinstance(found, d.Variant)
    return found


def applied(*layers: Layer) -> tuple[list[d.Declaration], Report]:
    report = Report()
    file = apply(tree(BASE), {}, layers, "House", report).file
    return list(file.declarations), report


def edited(edits: list[tuple[str, str]]) -> list[d.Declaration]:
    text = BASE
    for old, new in edits:
        assert text.count(old) == 1, (old, text.count(old))
        text = text.replace(old, new)
    lines = tree(text).declarations
    mine = [line for line in lines if not isinstance(line, d.Example) or line.title.plain == "mine"]
    return [line for line in mine if line != d.Options("", (), span=mine[0].span)]


@pytest.mark.parametrize("case", CASES)
def test_a_change_is_what_a_person_would_have_written(case: str) -> None:
    changes, edits = CASES[case]
    found, report = applied(Layer(variant(changes)))
    assert not report.problems, "\n".join(map(as_text, report.problems))
    wanted = edited(edits)
    assert sorted(map(repr, found)) == sorted(map(repr, wanted))
    # what is added stands last; everything else keeps its place
    before = edited([])
    kept = [line for line in found if line in before]
    assert kept == [line for line in before if line in found]


def test_set_fixes_an_option_and_default_does_not() -> None:
    for word, fixed in (("set", True), ("default", False)):
        found, _ = applied(Layer(variant(f"{word} target = 30")))
        (options,) = [line for line in found if isinstance(line, d.Options)]
        target = next(line for line in options.lines if isinstance(line, d.Option))
        assert (target.fixed is not None) is fixed


# ---------------------------------------------------------------------- several variants

ONE = variant("set target = 30")
SAME = variant("set target = 30", "same")
OTHER = variant("set target = 40", "other")
WHOLE = variant("replace phase turn(seat: Seat)\n    choose seat\n      pass", "whole")
INSIDE = variant("remove turn.pass", "inside")


def codes(*layers: Layer) -> list[str]:
    return [problem.code for problem in applied(*layers)[1].problems]


def test_two_that_disagree_clash_and_both_are_shown() -> None:
    _, report = applied(Layer(ONE), Layer(OTHER))
    (problem,) = report.problems
    assert problem.title == "`house` and `other` both change the option `target`"
    assert problem.span.text.startswith("set target = 40")
    assert problem.also[0][0].text.startswith("set target = 30")


def test_two_that_agree_do_not_clash() -> None:
    assert codes(Layer(ONE), Layer(SAME)) == []


def test_two_that_add_the_same_line_agree_and_it_stands_there_once() -> None:
    lines = "add state\n    fallen: 0..9 = 0\n    "
    mine, theirs = variant(lines + "lost: 0..9 = 0"), variant(lines + "won: 0..9 = 0", "other")
    found, report = applied(Layer(mine), Layer(theirs))
    assert not report.problems
    states = [line for line in found if isinstance(line, d.State)]
    names = [register.name for state in states for register in state.registers]
    assert names[-3:] == ["fallen", "lost", "won"]
    differs = variant("add state\n    fallen: 0..8 = 0", "other")
    assert codes(Layer(mine), Layer(differs)) == ["V04"]


def test_one_that_stands_on_the_other_may_change_it_again() -> None:
    found, report = applied(Layer(ONE), Layer(OTHER, frozenset({"house"})))
    assert not report.problems
    (options,) = [line for line in found if isinstance(line, d.Options)]
    assert "40" in repr(options.lines[0])


@pytest.mark.parametrize("order", [(WHOLE, INSIDE), (INSIDE, WHOLE)])
def test_what_is_replaced_as_a_whole_clashes_with_a_change_inside(
    order: tuple[d.Variant, ...],
) -> None:
    assert codes(*map(Layer, order)) == ["V04"]


def test_changes_at_different_places_do_not_clash() -> None:
    other = variant('add step to turn\n    say "more"', "more")
    assert codes(Layer(INSIDE), Layer(other)) == []


def test_a_variant_that_changes_one_thing_twice_is_told() -> None:
    assert codes(Layer(variant("set target = 30\n  set target = 31"))) == ["V04"]


ADDED = "add action to turn after pass\n    smudge"
ITSELF = {
    'add condition to turn.smudge\n    must strict "not now"':
        "`turn.smudge` is put in by `house` itself, as a whole",
    "replace step in turn.smudge.say\n    say \"x\"":
        "`turn.smudge` is put in by `house` itself, as a whole",
    "remove turn.smudge": "`house` changes `turn.smudge` twice",
}  # fmt: skip


@pytest.mark.parametrize("change", ITSELF)
def test_a_change_of_what_the_variant_adds_itself_is_told_as_that(change: str) -> None:
    body = '\n      say "smudged"' if "step" in change else "\n      pass"
    _, report = applied(Layer(variant(f"{ADDED}{body}\n  {change}")))
    (problem,) = report.problems
    assert (problem.code, problem.title) == ("V04", ITSELF[change])


def test_a_path_with_a_sentence_in_it_is_told_with_its_quotes() -> None:
    change = 'replace condition in turn.play."follow suit"\n    must strict "follow suit"'
    _, report = applied(Layer(variant(f'{change}\n  remove turn.play."follow suit"')))
    (problem,) = report.problems
    assert problem.title == '`house` changes `turn.play."follow suit"` twice'


def test_examples_of_the_last_hold_only_where_it_stands_on_all_others() -> None:
    mine = variant('example "mine"\n    players 2', "mine")
    alone, _ = applied(Layer(ONE), Layer(mine, frozenset({"house"})))
    mixed, _ = applied(Layer(ONE), Layer(mine))
    assert [line.title.plain for line in alone if isinstance(line, d.Example)] == ["mine"]
    assert not [line for line in mixed if isinstance(line, d.Example)]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("replace row in pips\n    A | 4", "a new row is added:  add row to pips"),
        ("replace row in pips\n    A | 4", "rows of `pips`: `-`, `J`, `Q, K`"),
        ("add row to pips before Q\n    A | 4", "did you mean `Q, K`?"),
        (
            "replace action in turn\n    smudge\n      stop",
            "where the name changes too:  replace action in turn.play",
        ),
    ],
)
def test_what_is_not_there_is_told_with_the_way_to_put_it(change: str, told: str) -> None:
    _, report = applied(Layer(variant(change)))
    assert told in "\n".join(map(as_text, report.problems))


def test_what_the_game_calls_like_a_library_is_removed_and_not_the_library() -> None:
    base = BASE.replace("players 2..4", "use tricks\n\nplayers 2..4")
    base = base.replace("  leader: Seat =", "  tricks of Seat: 0..9 = 0\n  leader: Seat =")
    report = Report()
    file = apply(tree(base), {}, (Layer(variant("remove tricks")),), "House", report).file
    assert not report.problems
    assert [one.library for one in file.declarations if isinstance(one, d.Use)] == ["tricks"]
    registers = [one.name for one in walk(file) if isinstance(one, d.Register)]
    assert "tricks" not in registers and "leader" in registers


def test_an_action_is_added_where_all_others_were_taken_away() -> None:
    """Of several decisions it is the one that has nothing to choose any more."""
    second = '  choose seat\n    stay\n  say "done"'
    emptied = "remove turn.play\n  remove turn.pass\n  add action to turn\n    smudge\n      stop"
    base = BASE.replace('  say "done"', second)
    report = Report()
    file = apply(tree(base), {}, (Layer(variant(emptied)),), "House", report).file
    assert not report.problems, "\n".join(map(as_text, report.problems))
    (phase,) = (one for one in file.declarations if isinstance(one, d.Phase) and one.name == "turn")
    chooses = [one for one in walk(phase) if isinstance(one, s.Choose)]
    assert [[a.name for a in one.actions] for one in chooses] == [["smudge"], ["stay"]]
