"""Values of programs made at random: names of what is in scope, numbers, questions, cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import attrs

T = TypeVar("T")
RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
STATEMENTS = 16  # of one program, those in blocks too


@attrs.frozen
class Scope:
    """What may stand at a place: names by type, what all see here, the seat that chooses."""

    names: tuple[tuple[str, str], ...] = ()  # (type, name) of what everybody knows
    hidden: tuple[tuple[str, str], ...] = ()  # the same of what is known to the chooser only
    shown: tuple[str, ...] = ()  # piles and hands that have been shown
    chooser: str | None = None
    phases: tuple[str, ...] = ()  # those that may be run from here
    running: tuple[str, ...] = ()  # those that may be ended
    looped: bool = False  # `stop` may stand here
    deep: int = 0
    state: bool = False  # the state of `one_round` may be used

    def of(self, kind: str) -> tuple[str, ...]:
        """The names of a type that everybody knows."""
        return tuple(name for type_, name in self.names if type_ == kind)

    def with_names(self, *names: tuple[str, str]) -> Scope:
        """The same with more names."""
        return attrs.evolve(self, names=(*self.names, *names))


class ValueMaker:
    """Makes the values of one program."""

    def __init__(self, below: Callable[[int], int]) -> None:
        self.number_below = below
        self.left = STATEMENTS
        self.count = 0
        # how often what is hidden may be read, and nothing else is asked of those who read it
        self.daring = self.pick((0, 0, 0, 0, 1, 1, 2))

    # ------------------------------------------------------------------ choosing

    def below(self, count: int) -> int:
        """A number from 0 on."""
        return self.number_below(count) if count > 1 else 0

    def pick(self, among: Sequence[T]) -> T:
        """One of them, the first where it is simplest."""
        return among[self.below(len(among))]

    def once_in(self, count: int) -> bool:
        """No where it is simplest, else yes once in so many times."""
        return self.below(count) == count - 1

    def name(self, word: str) -> str:
        """A name that is not used yet."""
        self.count += 1
        return f"{word}{self.count}"

    def dares(self) -> bool:
        """Whether something hidden is read here."""
        if self.daring and self.once_in(4):
            self.daring -= 1
            return True
        return False

    def seat(self, scope: Scope) -> str:
        """A seat that everybody knows."""
        names = (*scope.of("Seat"), *([scope.chooser] if scope.chooser else []))
        words = [*names, *names, *names, "turn", "(last of seats)"]
        found = self.pick(words)
        turned = self.below(6)
        return f"{('left', 'right')[turned - 4]} of {found}" if turned >= 4 else found

    def seats(self, scope: Scope) -> str:
        """Several seats, as a list to go through."""
        kind = self.below(8)
        if kind == 1:
            return f"seats from {self.seat(scope)}"
        if kind == 2:
            return f"seats after {self.seat(scope)}"
        if kind == 3:
            return "marked"
        if kind == 4:
            return f"(seats where score of it > {self.number(scope)})"
        if kind in (5, 6):  # gone through as it is written, or round the table
            written = ", ".join(self.seat(scope) for _ in range(1 + self.below(3)))
            return f"[{written}]" if kind == 5 else f"[{written}] from {self.seat(scope)}"
        return "seats"

    def zone(self, scope: Scope, *, pile: bool = False) -> str:
        """Any zone, whoever sees it."""
        return self.zone_of(self.pick([z for z in self.sight if self.piles[z] or not pile]), scope)

    def zone_of(self, name: str, scope: Scope) -> str:
        """A zone of a name, as it is written here."""
        if name in ("hand", "won"):
            owner = scope.chooser if scope.chooser and not self.once_in(3) else self.seat(scope)
            return f"{name} of {owner}"
        if name == "row":
            return f"row({1 + self.below(2)})"
        if name == "cards":
            boxes = scope.of("Box")
            return f"cards of {self.pick(boxes)}" if boxes else "stock"
        return name

    def seen(self, scope: Scope, *, pile: bool = False) -> str | None:
        """A zone whose cards may be read here, where there is one."""
        if self.dares():
            return self.zone(scope, pile=pile)
        found = [name for name, sight in self.sight.items() if sight == "all"]
        words = [self.zone_of(self.pick(found), scope)] if found else []
        words += scope.shown
        if scope.chooser and self.sight["hand"] == "owner":
            words.append(f"hand of {scope.chooser}")
        if scope.chooser and self.sight["hand"] == "left":
            words.append(f"hand of right of {scope.chooser}")
        words = [zone for zone in words if not pile or self.piles[zone_family(zone)]]
        return self.pick(words) if words else None

    def card(self, scope: Scope) -> str | None:
        """One card that may be read here and that is surely there."""
        names = scope.of("Card")
        if scope.chooser:
            names = (*names, *(name for kind, name in scope.hidden if kind == "Card"))
        if names and self.below(5):
            return self.pick(names)
        return self.literal()

    def literal(self) -> str:
        """A card of the pack by its name."""
        return f"{self.pick(self.ranks)}{self.pick(self.suits)}"

    def cards(self, scope: Scope) -> str:
        """Several cards that may be read here."""
        zone = self.seen(scope)
        if zone is None:
            return self.pick(("kept", f"[{self.literal()}]", "pack"))
        kind = self.below(6)
        if kind == 1:
            return f"({zone} where its suit {self.suits_or_bids(scope)})"
        if kind == 2:
            return f"({zone} - [{self.literal()}])"
        if kind == 3:
            return f"(kept + {zone})"
        if kind == 4:
            return f"(pack - {zone})"
        return zone

    def suit(self, scope: Scope) -> str:
        """A suit."""
        card = self.card(scope) if self.once_in(3) else None
        return f"suit of {card}" if card else self.pick((*self.suits, "trump", *scope.of("Suit")))

    def suit_or_bid(self, scope: Scope) -> str:
        """What a suit may be compared with: one, or what may be no suit."""
        return self.suit(scope) if self.below(3) else "bid"

    def suits_or_bids(self, scope: Scope) -> str:
        """How a suit is compared: with one of them, or with some."""
        if self.once_in(4):
            return f"in [{self.suit(scope)}, {self.suit_or_bid(scope)}]"
        return f"is {self.pick(('', '', 'not '))}{self.suit_or_bid(scope)}"

    def rank(self, scope: Scope) -> str:
        """A rank."""
        card = self.card(scope) if self.once_in(3) else None
        return f"rank of {card}" if card else self.pick(self.ranks)

    def number(self, scope: Scope, deep: int = 2) -> str:
        """A small number that may be read here."""
        less, named = deep - 1, [*scope.of("Number")]
        in_s, in_c = scope.with_names(("Seat", "s")), scope.with_names(("Card", "c"))
        ways: list[Callable[[], str]] = [
            lambda: str(self.below(self.numbers)),
            lambda: self.pick(named or ["1"]),
            lambda: self.pick(("pot", "pot", "bank", f"chips of {self.seat(scope)}")),
            lambda: f"score of {self.seat(scope)}",
            lambda: f"(size of {self.zone(scope)})",
            lambda: f"({self.number(scope, less)} {self.pick('+-*')} {self.number(scope, 0)})",
            lambda: f"(size of {self.cards(scope)})",
            lambda: f"(number of {self.rank(scope)})",
            lambda: f"(count c in {self.cards(scope)} where {self.question(in_c, 0)})",
            lambda: f"(total number of rank of c for c in {self.cards(scope)})",
            lambda: (
                f"({self.pick(('highest', 'lowest', 'total'))} {self.number(in_s, 0)} "
                f"for s in {self.seats(scope)})"
            ),
            lambda: f"({self.number(scope, 0)} if {self.question(scope, 0)} else 2)",
            lambda: f"secret of {scope.chooser}" if scope.chooser else "pot",
            lambda: f"points({self.card(scope)})" if self.has("table") else "pot",
            lambda: f"worth_of({self.seat(scope)})" if self.has("define") else "3",
            lambda: f"secret of {self.seat(scope)}" if self.dares() else "players",
        ]
        return self.pick(ways if deep > 0 else ways[:5])()

    def has(self, what: str) -> bool:
        """Whether the program has a helper (while it is made it has none yet)."""
        return bool(getattr(self, f"has_{what}", False))

    def question(self, scope: Scope, deep: int = 2) -> str:
        """A question that may be asked here."""
        less, named = deep - 1, [*scope.of("YesNo")]
        in_s, in_c = scope.with_names(("Seat", "s")), scope.with_names(("Card", "c"))
        ways: list[Callable[[], str]] = [
            lambda: (
                f"{self.number(scope, 0)} {self.pick(('<', '>', '<=', '>=', 'is'))} "
                f"{self.number(scope, max(0, less))}"
            ),
            lambda: f"{self.zone(scope)} is {self.pick(('', 'not '))}empty",
            lambda: f"suit of {self.card(scope)} {self.suits_or_bids(scope)}",
            lambda: f"rank of {self.card(scope)} is {self.pick(('', 'not '))}{self.rank(scope)}",
            lambda: self.pick(named or ["players > 1"]),
            lambda: f"{self.card(scope)} in {self.cards(scope)}",
            lambda: (
                f"({self.question(scope, less)} {self.pick(('and', 'or'))} "
                f"{self.question(scope, 0)})"
            ),
            lambda: f"not ({self.question(scope, less)})",
            lambda: f"{self.seat(scope)} is {self.seat(scope)}",
            lambda: f"{self.seat(scope)} in marked",
            lambda: f"(any c in {self.cards(scope)} where {self.question(in_c, 0)})",
            lambda: f"(every s in {self.seats(scope)}: {self.question(in_s, 0)})",
            lambda: self.pick(("taken is none", "(taken is not none and suit of taken is trump)")),
            lambda: f"one_suit of {self.cards(scope)}",
            lambda: "open" if self.has("options") else "marked is empty",
            lambda: f"fits({self.card(scope)})" if self.has("define") else "pot > 5",
            lambda: f"kind({self.cards(scope)}) is pair" if self.has("ranking") else "pot < 9",
            lambda: f"showing of {self.card(scope)}",
        ]
        return self.pick(ways if deep > 0 else ways[:5])()

    def fit(self, scope: Scope) -> str:
        """A condition of a card that asks for the pile that it is to go to."""
        zone = self.seen(scope, pile=True)
        if zone is None or self.once_in(3):
            return self.question(scope)
        what = self.pick(("suit", "rank"))
        return f"({zone} is empty or {what} of card is {what} of top of {zone})"


def zone_family(zone: str) -> str:
    """The name under which a zone is declared: `hand` of `hand of s1`."""
    return zone.split()[0].split("(")[0]
