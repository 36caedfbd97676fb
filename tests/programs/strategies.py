"""Small games made at random, as texts: most of them pass `check`, and a few do what they may not.

A program is made of typed pieces in scope. What is hidden is read seldom (`Maker.daring`): where
`check` allows it, or where it ought to see it. Shrinking a program leaves out statements.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import attrs
from hypothesis import strategies as st

from tests.programs.values import RANKS, Scope, ValueMaker, zone_family

NAMED_SUITS = ("coins", "stars", "batons")
DEEP = 2  # blocks in one another

# Whoever sees a zone: all, nobody, the seat it belongs to, or that seat's neighbour.
SIGHTS = {
    "all": "face up", "none": "face down", "owner": "seen by owner",
    "left": "seen by left of owner", "last": "seen by last of seats",
}  # fmt: skip


_below = cache(lambda count: st.integers(0, count - 1))


class Maker(ValueMaker):
    """Makes one program."""

    # ------------------------------------------------------------------ declarations

    def program(self) -> str:
        """The text of a game."""
        fewest = 1 + self.below(3)
        most = min(3, fewest + self.below(2))
        self.ranks = RANKS[: 3 + self.below(2)]
        named = self.once_in(4)
        self.suits = ("●★‡" if named else "♠♥♦♣")[: 2 + self.below(2)]
        declared = [f'{name} "{sign}"' for name, sign in zip(NAMED_SUITS, self.suits, strict=False)]
        copies = 1 + self.once_in(5)
        lines = ["edition 1", 'game "Made by chance"', ""]
        lines += [f"players {fewest}..{most}" if most > fewest else f"players {fewest}", ""]
        lines += self.options()
        lines += [
            "pack",
            f"  ranks {' '.join(self.ranks)}",
            f"  suits {', '.join(declared if named else self.suits)}",
        ]
        lines += [f"  copies {copies}"] if copies > 1 else []
        lines += ["  cards joker"] if self.once_in(3) else []
        lines += ["", f"order high, best first: {' '.join(reversed(self.ranks))}", ""]
        self.most = most
        self.cards_there = len(self.ranks) * len(self.suits) * copies
        self.numbers = 9
        lines += ["type Bid = Suit or low or middle or all_cards", ""]
        lines += [*self.zones(), "", *self.state(), ""]
        lines += self.helpers()
        self.phases = {
            name: self.pick(((), (), ("Seat",), ("Card",), ("Number", "Seat")))
            for name in ("one_round", "one_turn", "count_up")[: self.below(4)]
        }
        names = tuple(self.phases)
        scope = Scope(phases=names)
        match = [*self.opening(scope), *self.block(scope, 5), *self.ending(scope)]
        body = ["match", *_indented(match)]
        for k, (name, params) in enumerate(self.phases.items()):
            body += ["", *self.phase(name, params, names[k + 1 :])]
        if self.once_in(3):
            body += ["", "payoff of seat = score of seat"]
        return "\n".join([*lines, *body, ""])

    def options(self) -> list[str]:
        """Options: a number and an answer, and one way that cards may be laid."""
        self.has_options = self.once_in(3)
        if not self.has_options:
            return []
        return [
            "options", '  rounds: 1..3 = 2 "how many"', '  open: yes or no = no "is it open"',
            '  facing: up or down = up "how cards are laid"', "",
        ]  # fmt: skip

    def zones(self) -> list[str]:
        """The zones; `sight` keeps who sees each."""
        self.sight = {
            "stock": self.pick(("none", "none", "none", "all")),
            "heap": self.pick(("all", "all", "all", "none", "last")),
            "aside": self.pick(("none", "none", "all")),
            "hand": self.pick(("owner", "owner", "owner", "all", "none", "left")),
            "won": self.pick(("none", "all", "owner")),
        }
        self.piles = {
            "stock": True, "heap": not self.once_in(4), "aside": self.once_in(2),
            "hand": self.once_in(3), "won": self.once_in(3),
        }  # fmt: skip
        lines = ["zones"]
        for name, sight in self.sight.items():
            family = " of Seat" if name in ("hand", "won") else ""
            kind = "Pile" if self.piles[name] else "Cards"
            more = ", starts with the pack" if name == "stock" else ""
            # no zone has a capacity yet: `gather` goes beyond it, and `swap` asks for room twice
            lines.append(f"  {name}{family}: {kind}, {SIGHTS[sight]}{more}")
        self.has_rows = self.once_in(4)
        if self.has_rows:
            self.sight["row"] = self.pick(("all", "none"))
            self.piles["row"] = True
            lines.append(f"  row(1..2): Pile, {SIGHTS[self.sight['row']]}")
        return lines

    def state(self) -> list[str]:
        """The state, and records where there are any."""
        self.has_records = self.once_in(4)
        lines = [
            "state",
            f"  turn: Seat = {self.pick(('last of seats', 'random of seats'))}",
            "  pot: 0..50 = 10",
            "  score of Seat: -99..99 = 0",
            "  bank: 0..60 = 20",
            "  chips of Seat: 0..60 = 10",
            "  taken: Card or none = none",
            "  marked: Seats",
            "  kept: Cards",
            f"  trump: Suit = {self.pick((self.suits[0], 'random of suits'))}",
            f"  bid: Bid = {self.pick(('low', 'middle', 'all_cards', self.suits[0]))}",
            "  secret of Seat: -99..99 = 0, seen by owner",
            "  picked of Seat: Card or none = none, seen by owner",
        ]
        if self.has_records:
            sight = self.pick(("seen by owner", "face up", "face down"))
            self.sight["cards"] = {"seen by owner": "owner", "face up": "all"}.get(sight, "none")
            self.piles["cards"] = True
            lines += ["  boxes of Seat: at most 2 Box", "", "record Box"]
            lines += [f"  cards: Pile, {sight}", "  stake: 0..20 = 1"]
        return lines

    def helpers(self) -> list[str]:
        """Defines, a table and a ranking, each where it is used."""
        lines = []
        has_define = self.once_in(2)
        if has_define:
            scope = Scope(names=(("Seat", "who"),))
            lines += [f"define worth_of(who: Seat) = {self.number(scope)}"]
            lines += [f"define fits(card: Card) = {self.fit(Scope(names=(('Card', 'card'),)))}", ""]
        self.has_define, has_table = has_define, self.once_in(3)
        if has_table:
            first, last = self.ranks[0], self.ranks[-1]
            lines += [
                "table points(card: Card), first that fits",
                "  rank of card | suit of card | points", f"  {first} | - | {self.below(9)}",
                f"  {last} | {self.suits[0]} | 2", "  - | - | 1", "",
                "table steps(seat: Seat), step by step", "  rule | when | points",
                f'  "one" | {self.pick(("pot > 3", "marked is empty", "seat in marked"))} | 2',
                '  "two" | otherwise | 1', "",
            ]  # fmt: skip
        self.has_table, self.has_ranking = has_table, self.once_in(4)
        if self.has_ranking:
            lines += [
                "ranking kind(cards: Cards), best first",
                "  pair | size of cards is 2 and one_rank of cards | high of rank of cards",
                "  loose | otherwise", "",
            ]  # fmt: skip
        return lines

    def phase(self, name: str, params: tuple[str, ...], later: tuple[str, ...]) -> list[str]:
        """One phase, which may run those that come later."""
        named = [(kind, f"{kind.lower()}{k}") for k, kind in enumerate(params)]
        types = {"Number": "0..99"}
        head = ", ".join(f"{word}: {types.get(kind, kind)}" for kind, word in named)
        scope = Scope(names=tuple(named), phases=later, running=(name,))
        lines = [f"phase {name}({head})" if head else f"phase {name}"]
        if self.once_in(5):
            lines.append(f"  ends when {self.question(scope)}")
        return [*lines, *_indented(self.block(scope, 3))]

    # ------------------------------------------------------------------ statements

    def opening(self, scope: Scope) -> list[str]:
        """The deal with which most games begin."""
        lines = ["shuffle stock"] if not self.once_in(5) else []
        if not self.once_in(4):
            most = min(3, self.cards_there // self.most) + self.once_in(12)
            lines.append(f"deal {1 + self.below(most)} each from stock to hand of s for s in seats")
        if self.once_in(3):
            lines.append("show top of stock")
        return lines

    def ending(self, scope: Scope) -> list[str]:
        """Who wins, if it is said."""
        if self.once_in(3):
            return [f"win {self.pick(('(seats where score of it > 0)', 'turn', 'marked'))}"]
        return []

    def block(self, scope: Scope, most: int) -> list[str]:
        """Some statements, at least one."""
        lines: list[str] = []
        for _ in range(1 + self.below(most)):
            more, scope = self.statement(scope)
            lines += more
        return lines

    def inside(self, scope: Scope, **more: object) -> list[str]:
        """A block one level deeper."""
        found = attrs.evolve(scope, deep=scope.deep + 1, **more)
        return _indented(self.block(found, 3))

    def statement(self, scope: Scope) -> tuple[list[str], Scope]:
        """One statement, and the scope behind it."""
        self.left -= 1
        made = list(SIMPLE)
        if scope.deep < DEEP and self.left > 0:
            made += BLOCKS
        found = self.pick(made)(self, scope)
        if found is None:
            return [f"pot = {self.below(9)}"], scope
        lines, after = found if isinstance(found, tuple) else (found, scope)
        if any(line.lstrip().startswith(MOVES) for line in lines) and not self.dares():
            after = attrs.evolve(after, shown=())
        return lines, after

    def add_score(self, scope: Scope) -> list[str]:
        sign = self.pick(("+=", "=", "-="))
        return [f"score of {self.seat(scope)} {sign} {self.number(scope)}"]

    def set_pot(self, scope: Scope) -> list[str]:
        return [f"pot = smaller(50, larger(0, {self.number(scope)}))"]

    def set_other(self, scope: Scope) -> list[str]:
        kind = self.below(8)
        if kind == 1:
            return [f"turn = {self.seat(scope)}"]
        if kind == 2:
            return [f"trump = {self.suit(scope)}"]
        if kind == 3:
            return [f"taken = {self.card(scope)}"]
        if kind == 4:
            return [f"kept {self.pick(('=', '+=', '-='))} {self.cards(scope)}"]
        if kind == 5:
            own = self.seat(scope)
            return [f"secret of {own} = {self.number(attrs.evolve(scope, chooser=own))}"]
        if kind == 6:
            own = self.seat(scope)
            zone = f"hand of {own}"
            top = f"top of {zone}" if self.piles["hand"] else f"(first c in {zone})"
            return [f"if {zone} is not empty", f"  picked of {own} = {top}"]
        if kind == 7 and scope.deep < 1:
            return [f"{self.pick(('trump = random of suits', 'turn = random of seats'))}"]
        return [f"marked {self.pick(('+=', '-='))} [{self.seat(scope)}]"]

    def let(self, scope: Scope) -> tuple[list[str], Scope]:
        kind, name = self.below(5), self.name("x")
        if kind == 1:
            return [f"let {name} = {self.question(scope)}"], scope.with_names(("YesNo", name))
        if kind == 2:
            return [f"let {name} = {self.suit(scope)}"], scope.with_names(("Suit", name))
        if kind == 3:
            return [f"let {name} = {self.seat(scope)}"], scope.with_names(("Seat", name))
        if kind == 4:
            return [f"let {name} = random of (1..6)"], scope.with_names(("Number", name))
        return [f"let {name} = {self.number(scope)}"], scope.with_names(("Number", name))

    def announce(self, scope: Scope) -> tuple[list[str], Scope]:
        """What is announced may ask for what is hidden."""
        name, before = self.name("told"), self.daring
        self.daring = 1
        found = self.question(scope) if self.once_in(2) else self.number(scope)
        kind = "Number"
        if self.once_in(2):
            zone = self.zone(scope)
            found, kind = (
                f"(any c in {zone} where {self.question(scope.with_names(('Card', 'c')), 0)})",
                "YesNo",
            )
        else:
            found = self.number(scope)
        self.daring = before
        return [f"announce {name} = {found}"], scope.with_names((kind, name))

    def say(self, scope: Scope) -> list[str]:
        kind = self.below(5)
        zone = self.seen(scope)
        if kind == 1 and zone:
            return [f'say "{{{zone}}} lie here"']
        if kind == 2:
            return [f'say "{{{self.number(scope)}}} for {{{self.seat(scope)}}}"']
        if kind == 3:
            return [f'say "{{{self.suit(scope)}}} and {{{self.rank(scope)}}}"']
        if kind == 4:
            return [f'say "{{{self.cards(scope)}}}"']
        return ['say "so it is"']

    def pay(self, scope: Scope) -> list[str]:
        """Chips, which are only ever paid: to set them would make some, or lose some."""
        ends = ["bank", f"chips of {self.seat(scope)}"]
        source, to = ends if self.once_in(2) else reversed(ends)
        return [f"pay smaller({source}, larger(0, {self.number(scope)})) from {source} to {to}"]

    # ------------------------------------------------------------------ cards

    def face(self) -> str:
        ways = [
            "",
            "",
            "",
            "",
            " face up",
            " face down",
            " face facing" if self.has("options") else "",
        ]
        return self.pick(ways)

    def move_top(self, scope: Scope) -> list[str]:
        """One card from a pile that is not empty."""
        source, to = self.zone(scope, pile=True), self.zone(scope)
        end = self.pick(("top", "top", "bottom"))
        bottom = self.pick(("", "", " at the bottom")) if self.piles[zone_family(to)] else ""
        move = f"move {end} of {source} to {to}{self.face()}{bottom}"
        return [move] if self.once_in(8) else [f"if {source} is not empty", f"  {move}"]

    def move_many(self, scope: Scope) -> list[str]:
        """A whole zone, some of it, or so many from its top."""
        source, to = self.zone(scope), self.zone(scope)
        turned = self.pick(("", "", " turned over"))
        kind = self.below(4)
        if kind == 1 and self.piles[zone_family(source)]:
            n = 1 + self.below(3)
            return [f"if size of {source} >= {n}", f"  move {n} from {source} to {to}{self.face()}"]
        if kind == 2:
            return [f"move {self.cards(scope)} to {to}{self.face()}"]
        if kind == 3 and self.piles[zone_family(source)]:
            return [f"move top({source}, {1 + self.below(3)}) to {to}{turned}"]
        return [f"move {source} to {to}{self.face()}{turned}"]

    def deal(self, scope: Scope) -> list[str]:
        """Cards for each of some seats."""
        to = f"{self.pick(('hand', 'won'))} of s"
        if self.has_rows and self.once_in(3):
            to = f"row({1 + self.below(2)})"
        source = self.pick(("stock", self.zone(scope, pile=True)))
        over = self.pick(
            ("seats", f"seats from {self.seat(scope)}", f"seats after {self.seat(scope)}")
        )
        many = 1 + self.below(4)
        amount = self.pick(("1 each", "1 each", "all", f"{many} each", f"{many} at a time"))
        deal = f"deal {amount} from {source} to {to}{self.face()} for s in {over}"
        if amount == "all" or self.once_in(4):
            return [deal]
        return [f"if size of {source} >= {amount.split()[0]} * players", f"  {deal}"]

    def swap(self, scope: Scope) -> list[str]:
        return [f"swap {self.zone(scope)} and {self.zone(scope)}"]

    def shuffle(self, scope: Scope) -> list[str]:
        return [f"shuffle {self.zone(scope, pile=True)}"]

    def gather(self, scope: Scope) -> list[str]:
        pile = self.pick(("stock", self.zone(scope, pile=True)))
        return [f"gather into {pile}", *([f"shuffle {pile}"] if self.once_in(2) else [])]

    def show(self, scope: Scope) -> tuple[list[str], Scope]:
        """Cards are shown: to all, to a seat, or hidden again."""
        zone = self.zone(scope)
        kind = self.below(6)
        if kind == 1:
            return [f"show {zone} to {self.seat(scope)}"], scope
        if kind == 2:
            return [f"hide {zone}"], attrs.evolve(scope, shown=())
        if kind == 3 and self.piles[zone_family(zone)]:
            top = f"top of {zone}"
            test = f'  say "{{{self.rank(scope.with_names(("Card", top)))}}}"'
            return [f"if {zone} is not empty", f"  show {top}", test], scope
        return [f"show {zone}"], attrs.evolve(scope, shown=(*scope.shown, zone))

    # ------------------------------------------------------------------ blocks

    def if_(self, scope: Scope) -> list[str]:
        lines = [f"if {self.question(scope)}", *self.inside(scope)]
        if self.once_in(4):
            lines += [f"else if {self.question(scope)}", *self.inside(scope)]
        if self.once_in(2):
            lines += ["else", *self.inside(scope)]
        return lines

    def if_top(self, scope: Scope) -> list[str] | None:
        """What is done where a pile has a card that all see."""
        zone = self.seen(scope, pile=True)
        if zone is None:
            return None
        inner = scope.with_names(("Card", f"top of {zone}"))
        return [f"if {zone} is not empty", *self.inside(inner)]

    def if_showing(self, scope: Scope) -> list[str]:
        """What is done only where a card lies open."""
        zone = self.zone(scope, pile=True)
        inner = scope.with_names(("Card", f"top of {zone}"))
        return [f"if {zone} is not empty and showing of top of {zone}", *self.inside(inner)]

    def for_seats(self, scope: Scope) -> list[str]:
        name = self.name("s")
        inner = scope.with_names(("Seat", name))
        where = f" where {self.question(inner, 1)}" if self.once_in(3) else ""
        return [f"for {name} in {self.seats(scope)}{where}", *self.inside(inner, looped=True)]

    def for_cards(self, scope: Scope) -> list[str]:
        name = self.name("c")
        inner = scope.with_names(("Card", name))
        return [f"for {name} in {self.cards(scope)}", *self.inside(inner, looped=True)]

    def for_numbers(self, scope: Scope) -> list[str]:
        name = self.name("n")
        inner = scope.with_names(("Number", name))
        return [f"for {name} in 1..{1 + self.below(3)}", *self.inside(inner, looped=True)]

    def for_lines(self, scope: Scope) -> list[str] | None:
        if not self.has("table"):
            return None
        body = [f"  score of {self.seat(scope)} += line of {self.seat(scope)}"]
        return ["for line in steps", *body, *self.inside(scope, looped=True)]

    def round_and_round(self, scope: Scope) -> list[str]:
        name = self.name("s")
        inner = scope.with_names(("Seat", name))
        head = f"for {name} in {self.seats(scope)}, round and round until {self.question(scope)}"
        return [f"{head} {self.bound(scope)}", *self.inside(inner, looped=True)]

    def repeat(self, scope: Scope) -> list[str]:
        kind = self.below(3)
        if kind == 1:
            head = f"repeat {self.number(scope, 0)} times" if self.once_in(3) else "repeat 2 times"
        elif kind == 2:
            head = f"repeat until {self.question(scope)} {self.bound(scope)}"
        else:
            head = f"repeat {self.bound(scope)}"
        return [head, *self.inside(scope, looped=True)]

    def bound(self, scope: Scope) -> str:
        last = self.pick(("gather into stock", 'say "enough"', "pot = 0", "end match"))
        return f"at most {1 + self.below(4)} times, else {last}"

    def stop(self, scope: Scope) -> list[str] | None:
        """Out of a loop, a phase or the match."""
        ways = ["stop"] * scope.looped + [f"end {name}" for name in scope.running]
        ways += ["end match"] * self.once_in(4)
        if not ways:
            return None
        return [f"if {self.question(scope)}", f"  {self.pick(ways)}"]

    def run(self, scope: Scope) -> list[str] | None:
        """A phase with its arguments."""
        if not scope.phases:
            return None
        name = self.pick(scope.phases)
        given = {"Seat": self.seat, "Card": self.card}
        number = "smaller(99, larger(0, {}))"
        args = [
            str(given[kind](scope)) if kind in given else number.format(self.number(scope))
            for kind in self.phases[name]
        ]
        return [f"{name}({', '.join(args)})" if args else name]

    def new_box(self, scope: Scope) -> tuple[list[str], Scope] | None:
        """A record with a card in it, for the rest of a block."""
        if not self.has_records:
            return None
        owner, name = self.seat(scope), self.name("box")
        inner = scope.with_names(("Box", name))
        body = [f"  new {name} in boxes of {owner}", *self.inside(inner)]
        return [f"if size of boxes of {owner} < 2", *body], scope

    def for_boxes(self, scope: Scope) -> list[str] | None:
        if not self.has_records:
            return None
        name = self.name("box")
        inner = scope.with_names(("Box", name), ("Number", f"stake of {name}"))
        return [f"for {name} in boxes of {self.pick(('seats', self.seat(scope)))}",
                *self.inside(inner, looped=True)]  # fmt: skip

    # ------------------------------------------------------------------ choices

    def choose(self, scope: Scope) -> list[str]:
        """A seat chooses."""
        seat = self.seat(scope)
        if " " in seat:
            name = self.name("who")
            lines = [f"let {name} = {seat}", f"choose {name}"]
            scope, seat = scope.with_names(("Seat", name)), name
        else:
            lines = [f"choose {seat}"]
        return [*lines, *self.actions(scope, seat)]

    def choose_together(self, scope: Scope) -> list[str]:
        name = self.name("s")
        inner = scope.with_names(("Seat", name))
        over = self.pick(("seats", f"seats from {self.seat(scope)}"))
        where = f" where {self.question(inner, 0)}" if self.once_in(4) else ""
        return [f"choose together {name} in {over}{where}", *self.actions(inner, name)]

    def actions(self, scope: Scope, seat: str) -> list[str]:
        """One to three actions, and what happens where none may be taken."""
        lines: list[str] = []
        for word in ("play", "bid", "give")[: 1 + self.below(3)]:
            lines += self.action(word, scope, seat)
        if self.once_in(2):
            steps = [] if self.once_in(6) else self.inside(scope)
            lines += ["  otherwise", *_indented(steps)]
        elif not self.once_in(12):
            lines += ["  pass"]
        return lines

    def action(self, word: str, scope: Scope, seat: str) -> list[str]:
        """What is chosen, on what conditions, and what it does."""
        bound, kinds = [], [self.below(8)]
        if self.once_in(4):
            kinds.append(self.below(8))
        own = attrs.evolve(scope, chooser=seat)
        effects: list[str] = []
        card_named = ""
        for k, kind in enumerate(kinds):
            name = ("card", "other")[k] if kind < 3 else self.name("v")
            if kind < 3:
                zone = self.seen(own) or "pack"
                if kind < 2 and (self.sight["hand"] in ("owner", "all") or self.dares()):
                    zone = f"hand of {seat}"
                bound.append(f"{name} in {zone}")
                own = attrs.evolve(own, hidden=(*own.hidden, ("Card", name)))
                card_named = name
                to = self.zone(own)
                effects += [f"move {name} to {to}{self.face()}"] if not self.once_in(5) else []
            elif kind == 3:
                bound.append(f"{name} in 1..{1 + self.below(4)}")
                own = own.with_names(("Number", name))
            elif kind == 4:
                bound.append(f"{name} in suits")
                own = own.with_names(("Suit", name))
            elif kind == 5:
                bound.append(f"{name} in {self.seats(scope)}")
                own = own.with_names(("Seat", name))
            elif kind == 6:
                bound.append(f"{name} in [yes, no]")
                own = own.with_names(("YesNo", name))
            else:
                bound.append(f"{name} in subsets({self.seen(own) or 'pack'}, {1 + self.below(2)})")
                effects.append(f"move {name} to {self.zone(own)}{self.face()}")
        lines = [f"  {word} {', '.join(bound)}"]
        for _ in range(self.below(3)):
            lines.append(f"    {self.must(own, card_named)}")
        after = attrs.evolve(own, chooser=None, hidden=())
        if card_named and self.once_in(2):
            after = after.with_names(("Card", card_named))
        if self.once_in(2) or not effects:
            effects += self.block(attrs.evolve(after, deep=scope.deep + 2), 2)
        return [*lines, *_indented(_indented(effects))]

    def must(self, scope: Scope, card: str) -> str:
        """A condition; some ask first whether the chooser sees what they read."""
        able = ", if able" if not self.once_in(3) else ""
        kind = self.pick((0, 0, 2, 2)) if not self.dares() else self.pick((1, 3))
        if kind == 1:
            zone = self.zone(scope, pile=True)
            test = f"{zone} is empty or not sees({scope.chooser}, top of {zone})"
            test += f" or rank of top of {zone} is {self.pick(self.ranks)}"
        elif kind == 2 and card == "card":
            test = self.fit(scope.with_names(("Card", "card")))
        elif kind == 3:
            zone = self.zone(scope)
            suit = f"suit of c is {self.suit(scope)}"
            test = f"(any c in {zone} where sees({scope.chooser}, c) and {suit})"
        else:
            test = self.question(scope)
        said = f' "not with {{{self.number(scope)}}}"' if self.once_in(3) else ""
        return f"must {test}{able}{said}"


def _indented(lines: Sequence[str]) -> list[str]:
    return [f"  {line}" for line in lines]


MOVES = ("move", "deal", "swap", "gather", "shuffle")
Statement = Callable[[Maker, Scope], list[str] | tuple[list[str], Scope] | None]
SIMPLE: tuple[Statement, ...] = (
    Maker.add_score, Maker.set_pot, Maker.set_other, Maker.let, Maker.announce, Maker.say,
    Maker.pay, Maker.move_top, Maker.move_top, Maker.move_many, Maker.move_many, Maker.deal,
    Maker.swap, Maker.shuffle, Maker.gather, Maker.show, Maker.show, Maker.stop, Maker.run,
)  # fmt: skip
BLOCKS: tuple[Statement, ...] = (
    Maker.if_, Maker.if_top, Maker.if_showing, Maker.for_seats, Maker.for_seats,
    Maker.for_cards, Maker.for_numbers, Maker.for_lines, Maker.round_and_round, Maker.repeat,
    Maker.new_box, Maker.for_boxes, Maker.choose, Maker.choose, Maker.choose, Maker.choose,
    Maker.choose_together,
)  # fmt: skip


@st.composite
def programs(draw: st.DrawFn) -> str:
    """A whole game as a text."""
    return Maker(lambda count: draw(_below(count))).program()
