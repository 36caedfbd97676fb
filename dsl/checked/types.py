"""The types of the language: small, finite, and named as card players name them."""

from __future__ import annotations

import attrs


@attrs.frozen
class NumberT:
    """Whole numbers; a bound that is None is not known."""

    low: int | None = None
    high: int | None = None

    def __str__(self) -> str:
        if self.low is None or self.high is None:
            return "a number"
        return f"a number {self.low}..{self.high}"


@attrs.frozen
class PlainT:
    """One of the built-in kinds of thing: `YesNo Card Rank Suit Seat Side`, and a few inner ones."""

    name: str

    def __str__(self) -> str:
        return {"YesNo": "yes or no"}.get(self.name, f"a {self.name.lower()}")


@attrs.frozen
class ChoiceT:
    """Named alternatives, `reach or exceed`."""

    words: tuple[str, ...]
    name: str = ""

    def __str__(self) -> str:
        return self.name or " or ".join(self.words)


@attrs.frozen
class KindT:
    """What a `ranking` gives: its rows, best first."""

    ranking: str
    rows: tuple[str, ...]

    def __str__(self) -> str:
        return f"a `{self.ranking}`"


@attrs.frozen
class RecordT:
    """A record such as `Box`."""

    name: str

    def __str__(self) -> str:
        return f"a {self.name.lower()}"


@attrs.frozen
class LineT:
    """A row of a table that is gone through step by step."""

    table: str

    def __str__(self) -> str:
        return f"a line of `{self.table}`"


@attrs.frozen
class PlanT:
    """One way to lay out melds: the melds and the rest."""

    def __str__(self) -> str:
        return "a layout of melds"


@attrs.frozen
class SetT:
    """Several things without an order, each once."""

    of: Type

    def __str__(self) -> str:
        return several(self.of)


@attrs.frozen
class SequenceT:
    """Several things in an order."""

    of: Type

    def __str__(self) -> str:
        return f"{several(self.of)} in order"


@attrs.frozen
class MaybeT:
    """A thing or none."""

    of: Type

    def __str__(self) -> str:
        return f"{self.of} or none"


@attrs.frozen
class UnknownT:
    """What a mistake leaves: it fits everywhere, so that one mistake is told once."""

    def __str__(self) -> str:
        return "something unknown"


Type = (
    NumberT | PlainT | ChoiceT | KindT | RecordT | LineT | PlanT | SetT | SequenceT | MaybeT | UnknownT
)  # fmt: skip

YESNO = PlainT("YesNo")
CARD, RANK, SUIT, SEAT, SIDE = (PlainT(n) for n in ("Card", "Rank", "Suit", "Seat", "Side"))
ORDER = PlainT("Order")
MELD = PlainT("Meld")
NONE = PlainT("None")
EMPTY = PlainT("Empty")
UNKNOWN = UnknownT()
NUMBER = NumberT()

NAMED: dict[str, Type] = {
    "YesNo": YESNO, "Card": CARD, "Rank": RANK, "Suit": SUIT, "Seat": SEAT, "Side": SIDE,
    "Cards": SetT(CARD), "Ranks": SetT(RANK), "Suits": SetT(SUIT), "Seats": SetT(SEAT),
    "Sides": SetT(SIDE), "Pile": SequenceT(CARD), "Order": ORDER, "Number": NUMBER,
    "Melds": SetT(SetT(CARD)),
}  # fmt: skip

PLURALS = {
    "Card": "cards", "Rank": "ranks", "Suit": "suits", "Seat": "seats", "Side": "sides",
    "YesNo": "answers",
}  # fmt: skip


def several(of: Type) -> str:
    """The plural of a thing."""
    match of:
        case PlainT(name):
            return PLURALS.get(name, name.lower() + "s")
        case RecordT(name):
            return name.lower() + ("es" if name.endswith("x") else "s")
        case NumberT():
            return "numbers"
        case SetT(inner):
            return f"sets of {several(inner)}"
        case _:
            return f"several of {of}"


def element(type_: Type) -> Type | None:
    """What a set or sequence holds; None for a single thing."""
    match type_:
        case SetT(of) | SequenceT(of):
            return of
        case UnknownT():
            return UNKNOWN
        case PlainT("Empty"):
            return UNKNOWN
    return None


def bare(type_: Type) -> Type:
    """Without `or none`."""
    return type_.of if isinstance(type_, MaybeT) else type_


def fits(given: Type, wanted: Type) -> bool:
    """Whether a value of type `given` may stand where `wanted` is asked for.

    Ranges of numbers are not looked at here; `T or none` may stand for T (none is trapped).
    """
    if isinstance(given, UnknownT) or isinstance(wanted, UnknownT):
        return True
    match given, wanted:
        case NumberT(), NumberT():
            return True
        case PlainT("None"), MaybeT():
            return True
        case PlainT("Empty"), (SetT() | SequenceT()):
            return True
        case MaybeT(a), MaybeT(b):
            return fits(a, b)
        case MaybeT(a), _:
            return fits(a, wanted)
        case _, MaybeT(b):
            return fits(given, b)
        case (SetT(a) | SequenceT(a)), (SetT(b) | SequenceT(b)):
            return fits(a, b)
        case PlainT("Card"), SetT(PlainT("Card")):
            return True
        case ChoiceT(words=a), ChoiceT(words=b):
            return a == b
        case RecordT(a), RecordT(b):
            return a == b
        case KindT(ranking=a), KindT(ranking=b):
            return a == b
    return given == wanted


def alike(a: Type, b: Type) -> bool:
    """Whether two values can be compared with `is`."""
    return (
        fits(a, b)
        or fits(b, a)
        or (NONE in (a, b) and (isinstance(a, MaybeT) or isinstance(b, MaybeT)))
    )


def join(a: Type, b: Type) -> Type | None:
    """The type of a value that is one or the other; None where there is none."""
    if isinstance(a, UnknownT):
        return b
    if isinstance(b, UnknownT):
        return a
    if a == NONE and b == NONE:
        return NONE
    if a == NONE:
        return b if isinstance(b, MaybeT) else MaybeT(b)
    if b == NONE:
        return a if isinstance(a, MaybeT) else MaybeT(a)
    if isinstance(a, MaybeT) or isinstance(b, MaybeT):
        inner = join(bare(a), bare(b))
        return None if inner is None else MaybeT(inner)
    if a == EMPTY:
        return b
    if b == EMPTY:
        return a
    match a, b:
        case NumberT(al, ah), NumberT(bl, bh):
            low = None if al is None or bl is None else min(al, bl)
            high = None if ah is None or bh is None else max(ah, bh)
            return NumberT(low, high)
        case SetT(x), SequenceT(y):
            return SetT(x) if fits(x, y) else None
        case SequenceT(x), SetT(y):
            return SetT(y) if fits(x, y) else None
        case (SetT(x), SetT(y)) | (SequenceT(x), SequenceT(y)):
            return a if fits(x, y) else None
    return a if a == b else None
