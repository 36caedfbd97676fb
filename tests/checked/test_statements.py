"""Every statement at least once, in a text that is right."""

from __future__ import annotations

import pytest

from hoyle.dsl.checked import game as g

STATEMENTS = {
    "set": "dealer = left of dealer",
    "set to none": "eldest = none",
    "set a family": "chips of dealer = 20",
    "set a word": "manner of dealer = helped",
    "add": "chips of dealer += 3",
    "take away": "chips of dealer -= target",
    "add to a set": "out += [dealer]",
    "add one to a set": "out += dealer",
    "run": "one_deal of dealer",
    "let": "let upper = top of stock\nshow upper",
    "announce": "announce lucky = rank of top of stock is A\nif lucky\n  end match",
    "move a card": "move top of stock to trick",
    "move cards": "move hand of dealer to won of side of dealer",
    "move from the top": "move 3 from stock to hand of dealer",
    "move as it lies": "move trick to stock at the bottom face down turned over",
    "move face up": "move top of stock to trick face up",
    "move to one of a family": "move top of stock to place(dealer, 2)",
    "deal": "deal 2 each from stock to hand of seat for seat in seats from left of dealer",
    "deal all": "deal all from stock to hand of seat for seat in seats where seat is not dealer",
    "deal face up": "deal 1 each from stock to place(seat, 1) face up for seat in seats",
    "swap": "swap hand of dealer and won of side of dealer",
    "shuffle": "shuffle stock",
    "gather": "gather into stock",
    "show": "show hand of dealer",
    "show to one": "show top of stock to dealer",
    "hide": "hide hand of seats",
    "pay": "pay 5 from chips of dealer to chips of left of dealer",
    "new": "new box in boxes of dealer\nmove top of stock to cards of box\nstake of box = 2",
    "new after": (
        "new one in boxes of dealer\nnew other in boxes of dealer after one\nstake of other = 1"
    ),
    "say": 'say "{dealer} turns up {top of stock}"',
    "end when": "ends when stock is empty",
    "end": "end match",
    "win": "win dealer",
    "win several": "win seats where chips of it > 10",
    "if": (
        "if strict\n  win dealer\nelse if pace is slow\n  dealer = left of dealer\nelse\n"
        "  end match"
    ),
    "for": "for seat in seats from dealer where chips of seat > 0\n  chips of seat -= 1",
    "for records": "for box in boxes of seats\n  chips of owner of box += stake of box",
    "for numbers": "for lap in 1..3\n  chips of dealer += lap",
    "for lines": "for line in steps\n  for seat in seats\n    chips of seat += line of seat",
    "for plain lines": 'for line in plain\n  chips of dealer += line\n  say "{line}"',
    "round and round": (
        "for seat in seats where chips of seat > 0, round and round until stock is empty "
        "at most 9 times, else end match\n  move top of stock to hand of seat"
    ),
    "repeat until": "repeat until stock is empty\n  move top of stock to trick",
    "repeat times": "repeat players times\n  move top of stock to trick",
    "repeat and stop": "repeat at most 9 times\n  if trick is not empty\n    stop",
    "repeat with a bound": (
        "repeat until trick is empty at most 9 times, else end match\n  dealer = left of dealer"
    ),
    "choose": (
        "choose dealer\n"
        "  play card in hand of dealer\n"
        '    must suit of card is trump, if able "follow"\n'
        "    must can_play of card\n"
        "    move card to trick\n"
        "  bet amount in 1..chips of dealer\n"
        "    chips of dealer -= amount\n"
        "  lay cards in subsets(hand of dealer, 2), target in seats - [dealer]\n"
        "    move cards to trick\n"
        "  declare how in [alone, helped]\n"
        "    manner of dealer = how\n"
        "  raise how in Manner where it > alone\n"
        "    manner of dealer = how\n"
        "  pass\n"
        "  otherwise\n"
        "    end match"
    ),
    "choose together": (
        "choose together seat in seats where hand of seat is not empty\n"
        "  give card in hand of seat\n"
        "    move card to hand of left of seat"
    ),
}
BESIDE = """
phase one_deal(elder: Seat)
  dealer = elder

table steps(seat: Seat), step by step
  rule     | when                  | points
  "hearts" | ♥ in suits of hand of seat | 2
  "aces"   | any card in hand of seat where rank of card is A | 1

table plain, step by step
  rule    | when                    | points
  "lead"  | chips of dealer > 3     | 1
  "level" | chips of dealer is 0    | 2

conditions can_play(card: Card)
  must rank of card is not A "an ace stays in the hand"
  must card in pack "it is not in the pack"
"""


def indented(lines: str) -> str:
    return "".join(f"  {line}\n" for line in lines.splitlines())


@pytest.mark.parametrize("name", STATEMENTS)
def test_statement(checked, name: str) -> None:
    game = checked(indented(STATEMENTS[name]) + BESIDE)
    assert len(game.phases["match"].body) >= 3


STEPS = {
    "set": g.Assign,
    "run": g.Run,
    "let": g.Let,
    "move cards": g.Move,
    "deal": g.Deal,
    "swap": g.Swap,
    "gather": g.Gather,
    "show": g.Show,
    "pay": g.Pay,
    "new": g.New,
    "say": g.Say,
    "end when": g.EndsWhen,
    "win": g.Win,
    "if": g.If,
    "for": g.For,
    "for lines": g.ForLines,
    "repeat times": g.Repeat,
    "choose": g.Choose,
}


@pytest.mark.parametrize("name", STEPS)
def test_what_a_statement_becomes(checked, name: str) -> None:
    game = checked(indented(STATEMENTS[name]) + BESIDE)
    assert isinstance(game.phases["match"].body[2], STEPS[name])


def test_conditions_are_read_for_each_use(checked) -> None:
    game = checked(indented(STATEMENTS["choose"]) + BESIDE)
    choice = game.phases["match"].body[2]
    assert isinstance(choice, g.Choose)
    assert [must.plain for must in choice.actions[0].musts] == [
        "follow", "an ace stays in the hand", "it is not in the pack",
    ]  # fmt: skip


def test_a_later_parameter_sees_the_earlier_ones(checked) -> None:
    game = checked(
        "  choose dealer\n    limits least in 1..target, most in least..target\n"
        "      chips of dealer = most\n"
    )
    choice = game.phases["match"].body[2]
    assert isinstance(choice, g.Choose)
    assert [param.var.name for param in choice.actions[0].params] == ["least", "most"]


def test_what_a_card_is_drawn_from(checked) -> None:
    game = checked("  let upper = top of stock\n  show upper\n")
    step = game.phases["match"].body[2]
    assert isinstance(step, g.Let) and isinstance(step.var.drawn_from, g.Load)
    assert step.var.drawn_from.thing is game.zones["stock"]
