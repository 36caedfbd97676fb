"""The types of the language: small, finite, and named as card players name them."""

from __future__ import annotations

import attrs


@attrs.frozen
class NumberT:
    """Whole numbers; a bound that is None is not known."""

    low: int | None = None
    high: int | None = None

    def __str__(self) -> str:
        return "a number"

    @property
    def range(self) -> str:
        """`1..10`, with a dash for a bound that is not known."""
        low, high = ("-" if bound is None else bound for bound in (self.low, self.high))
        return f"{low}..{high}"


@attrs.frozen
class PlainT:
    """A built-in kind of thing: `YesNo Card Rank Suit Seat Side`, and a few inner ones."""

    name: str

    def __str__(self) -> str:
        whole = {"YesNo": "yes or no", "None": "none", "Empty": "empty"}
        return whole.get(self.name) or _with_article(self.name)


@attrs.frozen
class ChoiceT:
    """Named alternatives, `reach or exceed`."""

    words: tuple[str, ...]
    name: str = ""

    def __str__(self) -> str:
        return _with_article(self.name) if self.name else " or ".join(self.words)


@attrs.frozen
class KindT:
    """What a `ranking` gives: its rows, best first."""

    ranking: str
    rows: tuple[str, ...]

    def __str__(self) -> str:
        return _with_article(self.ranking)


@attrs.frozen
class RecordT:
    """A record such as `Box`."""

    name: str

    def __str__(self) -> str:
        return _with_article(self.name)


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
        return name_several(self.of)


@attrs.frozen
class SequenceT:
    """Several things in an order."""

    of: Type

    def __str__(self) -> str:
        return "a pile" if self.of == CARD else f"{name_several(self.of)} in order"


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


Single = NumberT | PlainT | ChoiceT | KindT | RecordT | LineT | PlanT
Type = Single | SetT | SequenceT | MaybeT | UnknownT

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


def _with_article(name: str) -> str:
    word = name.lower().replace("_", " ")
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


def name_several(of: Type) -> str:
    """The plural of a thing."""
    match of:
        case PlainT("YesNo"):
            return "answers"
        case PlainT(name) | RecordT(name):
            return name.lower() + ("es" if name.endswith("x") else "s")
        case NumberT():
            return "numbers"
        case KindT(ranking=name) | ChoiceT(name=name) if name:
            return name.lower().replace("_", " ") + "s"
        case PlanT():
            return "layouts of melds"
        case SetT(inner) | SequenceT(inner):
            return f"groups of {name_several(inner)}"
        case _:
            return f"several of {of}"


def name_single(of: Type) -> str:
    """`a single card`: how a message names one thing where several are wanted."""
    words = str(of).split(" ", 1)
    return f"a single {words[1]}" if words[0] in ("a", "an") else str(of)


def element(type_: Type) -> Type | None:
    """What a set or sequence holds; None for a single thing."""
    match type_:
        case SetT(of) | SequenceT(of):
            return of
        case UnknownT():
            return UNKNOWN
        case PlainT("Empty"):
            return UNKNOWN
        case _:
            return None


def bare(type_: Type) -> Type:
    """Without `or none`."""
    return type_.of if isinstance(type_, MaybeT) else type_


def is_assignable(given: Type, wanted: Type) -> bool:
    """Whether a value of type `given` may stand where `wanted` is asked for.

    Ranges of numbers are not looked at here; `T or none` may stand for T (none is trapped).
    """
    if given is wanted or isinstance(given, UnknownT) or isinstance(wanted, UnknownT):
        return True
    match given, wanted:
        case NumberT(), NumberT():
            return True
        case PlainT("None"), MaybeT():
            return True
        case PlainT("Empty"), (SetT() | SequenceT()):
            return True
        case MaybeT(a), MaybeT(b):
            return is_assignable(a, b)
        case MaybeT(a), _:
            return is_assignable(a, wanted)
        case _, MaybeT(b):
            return is_assignable(given, b)
        case ((SetT(a) | SequenceT(a)), (SetT(b) | SequenceT(b))):
            return is_assignable(a, b)
        case PlainT(), SetT(PlainT()):
            return given == wanted.of
        case ChoiceT(words=a), ChoiceT(words=b):
            return a == b
        case RecordT(a), RecordT(b):
            return a == b
        case KindT(ranking=a), KindT(ranking=b):
            return a == b
        case _:
            return given == wanted


def is_comparable(a: Type, b: Type) -> bool:
    """Whether two values can be compared with `is`."""
    return (
        is_assignable(a, b)
        or is_assignable(b, a)
        or (NONE in (a, b) and (isinstance(a, MaybeT) or isinstance(b, MaybeT)))
    )


def join(a: Type, b: Type) -> Type | None:
    """The type of a value that is one or the other; None where there is none."""
    if a is b or isinstance(a, UnknownT):
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
            return SetT(x) if is_assignable(x, y) else None
        case SequenceT(x), SetT(y):
            return SetT(y) if is_assignable(x, y) else None
        case (SetT(x), SetT(y)) | (SequenceT(x), SequenceT(y)):
            return a if is_assignable(x, y) else None
        case _:
            return a if a == b else None
