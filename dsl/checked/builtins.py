"""The built-in operations: what each takes and gives. docs/language.md has an example of each."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from hoyle.dsl.checked.types import (
    CARD,
    MELD,
    ORDER,
    RANK,
    SEAT,
    SIDE,
    SUIT,
    UNKNOWN,
    YESNO,
    MaybeT,
    NumberT,
    PlanT,
    RecordT,
    SequenceT,
    SetT,
    Type,
    bare,
    element,
)

CARDS, SEATS, PLAN = SetT(CARD), SetT(SEAT), PlanT()
ANY_RECORD = RecordT("")


@attrs.frozen
class Operation:
    """`takes` names each argument's type; `gives` is a type, or is made from the arguments'."""

    name: str
    takes: tuple[Type | str, ...]
    gives: Type | Callable[[tuple[Type, ...]], Type]
    says: str


def _give_element(types: tuple[Type, ...]) -> Type:
    return element(bare(types[0])) or UNKNOWN


def _give_smaller(types: tuple[Type, ...]) -> Type:
    a, b = (bare(t) for t in types)
    if not (isinstance(a, NumberT) and isinstance(b, NumberT)):
        return NumberT()
    highs = [h for h in (a.high, b.high) if h is not None]
    low = None if a.low is None or b.low is None else min(a.low, b.low)
    return NumberT(low, min(highs) if highs else None)


def _give_larger(types: tuple[Type, ...]) -> Type:
    a, b = (bare(t) for t in types)
    if not (isinstance(a, NumberT) and isinstance(b, NumberT)):
        return NumberT()
    lows = [x for x in (a.low, b.low) if x is not None]
    high = None if a.high is None or b.high is None else max(a.high, b.high)
    return NumberT(max(lows) if lows else None, high)


def _give_sequence(types: tuple[Type, ...]) -> Type:
    return SequenceT(_give_element(types))


SEVERAL = "several"  # any set or sequence

OPERATIONS: dict[tuple[str, int], Operation] = {
    (op.name, len(op.takes)): op
    for op in (
        Operation("size", (SEVERAL,), NumberT(0, 1000), "how many"),
        Operation("top", (SequenceT(CARD),), CARD, "the uppermost card of a pile"),
        Operation("top", (SequenceT(CARD), NumberT(0, 1000)), SequenceT(CARD), "the n uppermost"),
        Operation("bottom", (SequenceT(CARD),), CARD, "the lowest card of a pile"),
        Operation("last", (SEVERAL,), _give_element, "the last in order"),
        Operation("reversed", (SEVERAL,), _give_sequence, "the same in the other order"),
        Operation("rank", (CARD,), RANK, "a card's rank"),
        Operation("rank", (CARDS,), MaybeT(RANK), "the rank that all of them have, or none"),
        Operation("suit", (CARD,), SUIT, "a card's suit"),
        Operation("suit", (CARDS,), MaybeT(SUIT), "the suit that all of them have, or none"),
        Operation("ranks", (CARDS,), SetT(RANK), "the ranks among them"),
        Operation("suits", (CARDS,), SetT(SUIT), "the suits among them"),
        Operation("number", (RANK,), NumberT(1, 13), "A 1, figures as they are, J 11, Q 12, K 13"),
        Operation("side", (SEAT,), SIDE, "the side that a seat plays for"),
        Operation("owner", (ANY_RECORD,), SEAT, "the seat that a record belongs to"),
        Operation("left", (SEAT,), SEAT, "the seat on the left"),
        Operation("left", (SEAT, SEATS), MaybeT(SEAT), "the next of some seats, clockwise"),
        Operation("right", (SEAT,), SEAT, "the seat on the right"),
        Operation(
            "right", (SEAT, SEATS), MaybeT(SEAT), "the next of some seats, the other way round"
        ),
        Operation("player", (CARD,), MaybeT(SEAT), "who last played a card by choice"),
        Operation("smaller", (NumberT(), NumberT()), _give_smaller, "the smaller of two numbers"),
        Operation("larger", (NumberT(), NumberT()), _give_larger, "the larger of two numbers"),
        Operation("one_rank", (CARDS,), YESNO, "are all of one rank"),
        Operation("one_suit", (CARDS,), YESNO, "are all of one suit"),
        Operation("consecutive", (CARDS, ORDER), YESNO, "are they a run of different ranks"),
        Operation("subsets", (CARDS,), SetT(CARDS), "all choices of some of them, not none"),
        Operation("subsets", (CARDS, NumberT(0, 1000)), SetT(CARDS), "all choices of n of them"),
        Operation("groups", (CARDS,), SetT(CARDS), "all choices of some of one rank"),
        Operation("arrangements", (CARDS, MELD), SetT(PLAN), "ways to lay out melds"),
        Operation(
            "arrangements", (CARDS, MELD, SetT(CARDS)), SetT(PLAN), "the same, laying off too"
        ),
        Operation("melds", (PLAN,), SetT(CARDS), "the melds of a layout"),
        Operation("rest", (PLAN,), CARDS, "what a layout leaves over"),
        Operation("random", (SEVERAL,), _give_element, "one of them by chance"),
        Operation("showing", (CARD,), YESNO, "can every seat see it"),
        Operation("sees", (SEAT, CARD), YESNO, "can a seat see a card"),
        Operation("expected", (NumberT(),), NumberT(), "its mean over all that may come"),
    )
}  # fmt: skip

NAMES = {name for name, _ in OPERATIONS}


def list_arities(name: str) -> list[int]:
    """With how many arguments an operation can be used."""
    return sorted(n for other, n in OPERATIONS if other == name)
