"""The types of the language: small, finite, and named as card players name them."""

from __future__ import annotations

import re
from typing import ClassVar

import attrs


class TypeKind:
    """What every kind of type can answer; each says where it differs."""

    __slots__ = ()
    or_none: ClassVar[bool] = False  # whether none is one of its values

    @property
    def plural(self) -> str:
        """Several things of this type: `cards`, `groups of cards`."""
        return f"several of {self}"

    @property
    def element(self) -> Type | None:
        """What a set or sequence holds; None for a single thing."""
        return None

    @property
    def answers(self) -> tuple[str, ...] | None:
        """The words that a named alternative, or a row of a ranking, can be; else None."""
        return None

    @property
    def identity(self) -> object:
        """What two types of one kind have in common where one may stand for the other."""
        return self

    @property
    def width(self) -> int:
        """How many values each of its answers stands for."""
        return 1

    def join(self, other: Type) -> Type | None:
        """The type of a value of one type or the other, where neither may be none."""
        return None


@attrs.frozen
class NumberT(TypeKind):
    """Whole numbers; a bound that is None is not known."""

    low: int | None = None
    high: int | None = None
    plural = "numbers"
    identity = ()

    def __str__(self) -> str:
        return "a number"

    @property
    def range(self) -> str:
        """`1..10`, with a dash for a bound that is not known."""
        low, high = ("-" if bound is None else bound for bound in (self.low, self.high))
        return f"{low}..{high}"

    def may_be(self, value: int) -> bool:
        """Whether a value lies between the bounds, as far as they are known."""
        above = self.low is None or self.low <= value
        return above and (self.high is None or value <= self.high)

    def join(self, other: Type) -> Type | None:
        """The range that holds both."""
        if not isinstance(other, NumberT):
            return None
        return NumberT(self.smaller(other).low, self.larger(other).high)

    def smaller(self, other: NumberT) -> NumberT:
        """The range of the smaller of two numbers."""
        highs = [high for high in (self.high, other.high) if high is not None]
        low = None if self.low is None or other.low is None else min(self.low, other.low)
        return NumberT(low, min(highs, default=None))

    def larger(self, other: NumberT) -> NumberT:
        """The range of the larger of two numbers."""
        lows = [low for low in (self.low, other.low) if low is not None]
        high = None if self.high is None or other.high is None else max(self.high, other.high)
        return NumberT(max(lows, default=None), high)


@attrs.frozen
class PlainT(TypeKind):
    """A built-in kind of thing: `YesNo Card Rank Suit Seat Side`, and a few inner ones.

    A card that is given `by_name` is compared by its look, so any copy of it is meant; it fits
    wherever a card does.
    """

    name: str
    by_name: bool = attrs.field(default=False, eq=False, repr=False)

    def __str__(self) -> str:
        whole = {"YesNo": "yes or no", "None": "none", "Empty": "empty"}
        return whole.get(self.name) or with_article(self.name)

    @property
    def plural(self) -> str:
        """`answers` for yes or no."""
        return "answers" if self.name == "YesNo" else f"{self.name.lower()}{_ending(self.name)}"

    @property
    def element(self) -> Type | None:
        """`empty` is a set of anything."""
        return UNKNOWN if self.name == "Empty" else None


@attrs.frozen
class ChoiceT(TypeKind):
    """Named alternatives, `reach or exceed`; the first may be the suits of the pack."""

    words: tuple[str, ...]
    name: str = ""
    suits: int = 0  # how many of the words are suits, with the numbers that these have

    def __str__(self) -> str:
        return with_article(self.name) if self.name else " or ".join(self.words)

    @property
    def plural(self) -> str:
        """By its name, where it has one."""
        name = _spaced(self.name)
        return f"{name}{'' if _is_plural(name) else 's'}" if name else f"several of {self}"

    @property
    def answers(self) -> tuple[str, ...]:
        """Its words."""
        return self.words

    identity = answers

    def join(self, other: Type) -> Type | None:
        """Itself, where a suit may stand for one of its alternatives."""
        return self if self.suits and other == SUIT else None


TIE_WIDTH = 1000  # hands of one row are ranked by numbers below this
MOST_IN_ORDER = 19  # ranks of an order by which hands of one row are ranked: 2**19 < 1000**2


@attrs.frozen
class KindT(TypeKind):
    """What a `ranking` gives: its rows, best first; `ties` numbers rank hands of one row.

    Ranks that are compared in an order count as two of these numbers.
    """

    ranking: str
    rows: tuple[str, ...]
    ties: int

    @property
    def width(self) -> int:
        """By what a value is divided to get the place of its row alone, from 0 for the last."""
        width: int = TIE_WIDTH**self.ties
        return width

    def find_row(self, value: int) -> str:
        """The row of a hand, from its value."""
        return self.rows[len(self.rows) - 1 - value // self.width]

    def __str__(self) -> str:
        return with_article(self.ranking)

    @property
    def plural(self) -> str:
        """By the name of the ranking."""
        return _spaced(self.ranking) + "s"

    @property
    def answers(self) -> tuple[str, ...]:
        """The names of its rows."""
        return self.rows

    @property
    def identity(self) -> str:
        """The ranking."""
        return self.ranking


@attrs.frozen
class RecordT(TypeKind):
    """A record such as `Box`."""

    name: str

    def __str__(self) -> str:
        return with_article(self.name)

    @property
    def plural(self) -> str:
        """`boxes`."""
        return f"{self.name.lower()}{_ending(self.name)}"


@attrs.frozen
class LineT(TypeKind):
    """A row of a table that is gone through step by step."""

    table: str

    def __str__(self) -> str:
        return f"a line of `{self.table}`"


@attrs.frozen
class PlanT(TypeKind):
    """One way to lay out melds: the melds and the rest."""

    plural = "layouts of melds"

    def __str__(self) -> str:
        return "a layout of melds"


@attrs.frozen
class SeveralT(TypeKind):
    """Several things of one type: a set or a sequence."""

    of: Type

    @property
    def plural(self) -> str:
        """`groups of cards`."""
        return f"groups of {self.of.plural}"

    @property
    def element(self) -> Type:
        """What it holds."""
        return self.of


@attrs.frozen
class SetT(SeveralT):
    """Several things without an order, each once.

    Cards `of_one_look` are all copies of one rank and suit, and can stand for one card.
    """

    of_one_look: bool = attrs.field(default=False, eq=False, repr=False)

    def __str__(self) -> str:
        return self.of.plural

    def join(self, other: Type) -> Type | None:
        """Itself, where what the other holds fits."""
        of = other.element
        if of is None or not is_assignable(self.of, of):
            return None
        return SetT(join(self.of, of) or self.of)


@attrs.frozen
class ZoneT(SetT):
    """What is asked for where cards go, or come from: a zone, no other cards; no value has it."""


@attrs.frozen
class SequenceT(SeveralT):
    """Several things in an order."""

    def __str__(self) -> str:
        return "a pile" if self.of == CARD else f"{self.of.plural} in order"

    def join(self, other: Type) -> Type | None:
        """A set where the other is one; what they hold must fit."""
        of = other.element
        if of is None or not is_assignable(self.of, of):
            return None
        both = join(self.of, of) or self.of
        return SetT(both) if isinstance(other, SetT) else SequenceT(both)


@attrs.frozen
class MaybeT(TypeKind):
    """A thing or none."""

    or_none = True
    of: Type

    def __str__(self) -> str:
        return f"{self.of} or none"


@attrs.frozen
class UnknownT(TypeKind):
    """What a mistake leaves: it fits everywhere, so that one mistake is told once."""

    def __str__(self) -> str:
        return "something unknown"

    @property
    def element(self) -> Type:
        """It may hold anything."""
        return UNKNOWN


Single = NumberT | PlainT | ChoiceT | KindT | RecordT | LineT | PlanT
Type = Single | SetT | SequenceT | MaybeT | UnknownT

YESNO = PlainT("YesNo")
CARD, RANK, SUIT, SEAT, SIDE = (PlainT(n) for n in ("Card", "Rank", "Suit", "Seat", "Side"))
ZONE = ZoneT(CARD)
NAMED_CARD = PlainT("Card", by_name=True)
ORDER = PlainT("Order")
MELD = PlainT("Meld")
NONE = PlainT("None")
EMPTY = PlainT("Empty")
UNKNOWN = UnknownT()
SEVERAL = SequenceT(UNKNOWN)  # what is gone through, of whatever kind
NUMBER = NumberT()

LISTED = (SEAT, SIDE, RANK, SUIT)  # what may stand in a `list of …`, each once

NAMED: dict[str, Type] = {
    "YesNo": YESNO, "Card": CARD, "Rank": RANK, "Suit": SUIT, "Seat": SEAT, "Side": SIDE,
    "Cards": SetT(CARD), "Ranks": SetT(RANK), "Suits": SetT(SUIT), "Seats": SetT(SEAT),
    "Sides": SetT(SIDE), "Pile": SequenceT(CARD), "Order": ORDER, "Number": NUMBER,
    "Melds": SetT(SetT(CARD)),
}  # fmt: skip


def _spaced(name: str) -> str:
    return name.lower().replace("_", " ")


def _is_plural(word: str) -> bool:
    return re.search(r"[^isu]s$", word) is not None


def with_article(name: str) -> str:
    """A name in words, `an entry`; `one of trumps` where it is a plural."""
    word = _spaced(name)
    if _is_plural(word):
        return f"one of {word}"
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


def _ending(name: str) -> str:
    return "es" if name.endswith("x") else "s"


def name_single(of: Type) -> str:
    """`a single card`: how a message names one thing where several are wanted."""
    words = str(of).split(" ", 1)
    return f"a single {words[1]}" if words[0] in ("a", "an") else str(of)


def element(type_: Type) -> Type | None:
    """What a set or sequence holds; None for a single thing."""
    return type_.element


def bare(type_: Type) -> Type:
    """Without `or none`."""
    return type_.of if isinstance(type_, MaybeT) else type_


def is_by_name(type_: Type) -> bool:
    """Whether it is a card, or are cards, of which any copy is meant."""
    one = bare(type_)
    of = one.of if isinstance(one, SeveralT) else one
    return isinstance(of, PlainT) and of.by_name


def is_number(type_: Type) -> bool:
    """Whether it is a number, or a number or none."""
    return isinstance(bare(type_), NumberT)


def is_of_kind(type_: Type, other: Type) -> bool:
    """Whether it is such a type, or that or none: of the same things, in order like the other."""
    kind = bare(type_)
    if other == SEVERAL:
        return kind.element is not None
    if isinstance(other, PlainT):
        return kind == other
    return type(kind) is type(other) and kind.element == other.element


def is_assignable(given: Type, wanted: Type) -> bool:
    """Whether a value of type `given` may stand where `wanted` is asked for.

    Ranges of numbers are not looked at here; `T or none` may stand for T (none is trapped).
    """
    if given is wanted or isinstance(given, UnknownT) or isinstance(wanted, UnknownT):
        return True
    if given.or_none or wanted.or_none:
        return given == NONE or is_assignable(bare(given), bare(wanted))
    if isinstance(wanted, ChoiceT) and given == SUIT:
        return wanted.suits > 0
    held, of = given.element, wanted.element
    if of is None or wanted == EMPTY:
        return type(given) is type(wanted) and given.identity == wanted.identity
    if held is None:  # one card stands for the set of it; one number for no set
        return type(given) is PlainT and wanted == SetT(given)
    return is_assignable(held, of)


def is_comparable(a: Type, b: Type) -> bool:
    """Whether two values can be compared with `is`."""
    return (
        is_assignable(a, b) or is_assignable(b, a) or (NONE in (a, b) and (a.or_none or b.or_none))
    )


def join(a: Type, b: Type) -> Type | None:
    """The type of a value that is one or the other; None where there is none."""
    if a == b:
        return b if is_by_name(a) else a
    if isinstance(a, UnknownT):
        return b
    if isinstance(b, UnknownT):
        return a
    if NONE in (a, b):
        return MaybeT(bare(b if a == NONE else a))
    if a.or_none or b.or_none:
        inner = join(bare(a), bare(b))
        return None if inner is None else MaybeT(inner)
    if EMPTY in (a, b):
        return b if a == EMPTY else a
    return a.join(b) or (b.join(a) if isinstance(b, ChoiceT) else None)
