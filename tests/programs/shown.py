"""Small games made at random in which cards are shown, and decide what a seat is asked then.

What is shown, what happens between and which seats a question leads to are drawn from few forms, so
that each program asks something of the analysis of secrets.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeVar

import attrs
from hypothesis import strategies as st

T = TypeVar("T")
SEATS = ("turn", "leader", "left of turn", "right of turn", "left of leader", "last of seats")
FRAME = """\
edition 1
game "Shown by chance"

players {players}

options
  open: yes or no = no "hands are shown"
  limit: 0..3 = 0      "how many"

pack
  ranks 7 8 9 10 J Q K A

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: {kind}, {sight}
  heap: Pile, face {heap}

state
  turn: Seat = {turn}
  leader: Seat = random of seats
  pot: 0..99 = 0
  marked: Seats

match
  shuffle stock
  deal {dealt} each from stock to hand of s for s in seats
"""
# What may happen between, of two seats; the second kinds where hands are piles.
STEPS = (
    "move top of stock to hand of {0}", "swap hand of {0} and hand of {1}", "turn = {0}",
    "leader = {0}", "hide hand of {0}", "move hand of {0} to hand of {1}",
    "move hand of {0} to heap", "show hand of {0}", "show hand of {0} to {1}",
    "deal 1 each from stock to hand of x for x in seats", "marked += [{0}]", "gather into stock",
    "move heap to hand of {0}", "show heap",
)  # fmt: skip
OF_PILES = (
    "move top of hand of {0} to hand of {1}", "move top of hand of {0} to heap",
    "move top of stock to hand of {0} at the bottom", "shuffle hand of {0}",
    "move top(hand of {0}, 2) to hand of {1}", "show top of hand of {0}",
    "hide top of hand of {0}", "move bottom of hand of {0} to hand of {1}",
    "deal 1 each from hand of {0} to hand of x for x in seats",
)  # fmt: skip
SETTINGS = ("open", "not open", "limit > 1", "limit > 2", "players is 2", "players is 3")
PARTS_OF_PILES = ("top of hand of {}", "top(hand of {}, 2)", "bottom of hand of {}")
_below = cache(lambda count: st.integers(0, count - 1))


def put_under(test: str, lines: Sequence[str]) -> list[str]:
    """The same lines where a test holds."""
    return [f"if {test}", *(f"  {line}" for line in lines)]


@attrs.frozen
class Program:
    """A game; where what decides has surely just been shown, it may not be refused."""

    text: str
    surely_open: bool


class Maker:
    """Makes one program."""

    def __init__(self, below: Callable[[int], int]) -> None:
        self.below = below

    def pick(self, among: Sequence[T]) -> T:
        """One of them, the first where it is simplest."""
        return among[self.below(len(among))]

    def once_in(self, count: int) -> bool:
        """No where it is simplest, else yes once in so many times."""
        return self.below(count) == count - 1

    def program(self) -> Program:
        """A game in which cards are shown and asked for."""
        self.is_pile = self.once_in(2)
        frame = FRAME.format(
            players=self.pick(("3", "2", "2..3")), kind="Pile" if self.is_pile else "Cards",
            sight=self.pick(("seen by owner", "face down")), heap=self.pick(("up", "down")),
            turn=self.pick(("random of seats", "last of seats")), dealt=self.pick((2, 3)),
        )  # fmt: skip
        part = self.pick(("hand of {}", *PARTS_OF_PILES)) if self.is_pile else "hand of {}"
        one, other = self.pick(SEATS), self.pick(SEATS)
        shown, lines = self.show(part, one, other)
        near = (one, one, other, *SEATS[:4])
        between = [line for _ in range(self.below(3)) for line in self.step(near)]
        guards, over = self.question(one, other)
        told = part if not self.once_in(4) else self.pick(("hand of {}", "top(hand of {}, 2)"))
        told = told if self.is_pile else "hand of {}"
        tell, stirs = self.tell(told, guards, over, near)
        is_open = told == part and not between and not stirs and self.covers(shown, guards, over)
        if self.once_in(4):
            setting, other_setting = self.pick(SETTINGS), self.pick(SETTINGS)
            lines, tell = put_under(setting, lines), put_under(other_setting, tell)
            is_open = is_open and setting == other_setting
        text = frame + "".join(f"  {line}\n" for line in (*lines, *between, *tell))
        return Program(text, is_open)

    def show(self, part: str, one: str, other: str) -> tuple[set[str], list[str]]:
        """The seats that have something shown, and the steps."""
        kind = self.below(5)
        if kind == 1:
            return {one, other}, [f"show {part.format(seat)}" for seat in (one, other)]
        if kind == 2:
            return {one, other}, [f"for x in [{one}, {other}]", f"  show {part.format('x')}"]
        if kind == 3:
            return {"seats"}, ["for x in seats", f"  show {part.format('x')}"]
        if kind == 4:
            test = self.pick((f"x is {one} or x is {other}", f"x in [{one}, {other}]"))
            return set(), ["for x in seats", f"  if {test}", f"    show {part.format('x')}"]
        return {one}, [f"show {part.format(one)}"]

    def question(self, one: str, other: str) -> tuple[str, str]:
        """A question about a seat `s`, and the seats that it goes through."""
        guard = self.pick((
            "s is {0}", "s is {0}", "s is {0} or s is {1}", "s in [{0}, {1}]", "s is {1}",
            "not (s is not {0} and s is not {1})", "s is not {1}", "s in marked", "players > 1",
        ))  # fmt: skip
        over = self.pick((
            "seats", "[{0}]", "[{0}, {1}]", "seats from {0}", "seats after {1}", "marked",
            "(seats where it is {0})", "(seats where it is {0} or it is {1})",
        ))  # fmt: skip
        return guard.format(one, other), over.format(one, other)

    def step(self, seats: Sequence[str]) -> list[str]:
        """Something of some seats that may change what is known."""
        forms = (*STEPS, *OF_PILES) if self.is_pile else STEPS
        form, looped = self.pick(forms), self.once_in(6)
        step = form.format(*("y" if looped and self.once_in(2) else self.pick(seats) for _ in "12"))
        if looped:
            return ["for y in seats", f"  {step}"]
        if self.once_in(6):
            test = self.pick(("turn is leader", "pot is 0", "leader is last of seats"))
            return [f"if {test}", f"  {step}"]
        return [step]

    def tell(self, told: str, guard: str, over: str, near: Sequence[str]) -> tuple[list[str], bool]:
        """A way that the cards of some seats lead to, and whether something happens before it.

        Where what a seat is asked hangs on cards that it does not know, games find that out.
        """
        several = told.startswith(("hand", "top("))
        asked = "(any c in {} where suit of c is ♠)" if several else "suit of {} is ♠"
        stirs, named = self.once_in(4), guard == f"s is {near[0]}"
        who = near[0] if named and not stirs else "s"
        way = [
            f"  if {asked.format(told.format(who))}",
            "    choose turn",
            "      play",
            "      pass",
        ]
        if who != "s":  # no question is needed
            return [f"if size of hand of {who} > 1", *way], stirs
        body = [f"if size of hand of s > 1 and ({guard})", *way]
        if stirs:
            body += self.step((*near, "s"))
        return [f"for s in {over}", *(f"  {line}" for line in body)], stirs

    def covers(self, shown: set[str], guard: str, over: str) -> bool:
        """Whether a question, or what is gone through, surely leads to shown seats only."""
        if "seats" in shown:
            return True
        pairs = [(a, b) for a in shown for b in shown]
        guards = {f"s is {a}" for a in shown}
        guards |= {form.format(a, b) for a, b in pairs for form in (
            "s is {0} or s is {1}", "s in [{0}, {1}]", "not (s is not {0} and s is not {1})",
        )}  # fmt: skip
        overs = {f"[{a}]" for a in shown} | {f"[{a}, {b}]" for a, b in pairs}
        overs |= {f"(seats where it is {a})" for a in shown}
        overs |= {f"(seats where it is {a} or it is {b})" for a, b in pairs}
        return guard in guards or over in overs


@st.composite
def shown_programs(draw: st.DrawFn) -> Program:
    """A whole game."""
    return Maker(lambda count: draw(_below(count))).program()
