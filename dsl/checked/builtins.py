"""The built-in operations: what each takes and gives. docs/language.md has an example of each."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from hoyle.dsl.checked import types as t

CARDS, PILE, SEATS, PLAN = t.SetT(t.CARD), t.SequenceT(t.CARD), t.SetT(t.SEAT), t.PlanT()
GROUPS, PLANS, SOMEBODY = t.SetT(CARDS), t.SetT(PLAN), t.MaybeT(t.SEAT)
NUMBER, COUNT = t.NumberT(), t.NumberT(0, 1000)
ANY_RECORD = t.RecordT("")
SEVERAL = "several"  # any set or sequence


@attrs.frozen
class Operation:
    """`takes` names each argument's type; `gives` is a type, or is made from the arguments'.

    `op` is its name in the checked game, where another is written alike.
    """

    name: str
    takes: tuple[t.Type | str, ...]
    gives: t.Type | Callable[[tuple[t.Type, ...]], t.Type]
    says: str
    op: str = ""


def _give_element(types: tuple[t.Type, ...]) -> t.Type:
    return t.element(t.bare(types[0])) or t.UNKNOWN


def _give_sequence(types: tuple[t.Type, ...]) -> t.Type:
    return t.SequenceT(_give_element(types))


def _give_smaller(types: tuple[t.Type, ...]) -> t.Type:
    a, b = map(t.bare, types)
    return a.smaller(b) if isinstance(a, t.NumberT) and isinstance(b, t.NumberT) else NUMBER


def _give_larger(types: tuple[t.Type, ...]) -> t.Type:
    a, b = map(t.bare, types)
    return a.larger(b) if isinstance(a, t.NumberT) and isinstance(b, t.NumberT) else NUMBER


def _give_remainder(types: tuple[t.Type, ...]) -> t.Type:
    by = t.bare(types[1])
    if isinstance(by, t.NumberT) and by.low is not None and by.low > 0 and by.high is not None:
        return t.NumberT(0, by.high - 1)
    return NUMBER


OPERATIONS: dict[tuple[str, int], Operation] = {
    (op.name, len(op.takes)): op
    for op in (
        Operation("size", (SEVERAL,), COUNT, "how many"),
        Operation("top", (PILE,), t.CARD, "the uppermost card of a pile"),
        Operation("top", (PILE, COUNT), PILE, "the n uppermost", "top_n"),
        Operation("bottom", (PILE,), t.CARD, "the lowest card of a pile"),
        Operation("last", (SEVERAL,), _give_element, "the last in order"),
        Operation("reversed", (SEVERAL,), _give_sequence, "the same in the other order"),
        Operation("rank", (CARDS,), t.MaybeT(t.RANK), "of a card, or that all of them have"),
        Operation("suit", (CARDS,), t.MaybeT(t.SUIT), "of a card, or that all of them have"),
        Operation("ranks", (CARDS,), t.SetT(t.RANK), "the ranks among them"),
        Operation("suits", (CARDS,), t.SetT(t.SUIT), "the suits among them"),
        Operation("number", (t.RANK,), t.NumberT(1, 13), "A 1, figures as they are, J 11 to K 13"),
        Operation("side", (t.SEAT,), t.SIDE, "the side that a seat plays for"),
        Operation("owner", (ANY_RECORD,), t.SEAT, "the seat that a record belongs to"),
        Operation("left", (t.SEAT,), t.SEAT, "the seat on the left"),
        Operation(
            "left", (t.SEAT, SEATS), SOMEBODY, "the next of some, clockwise", "left_of_those"
        ),
        Operation("right", (t.SEAT,), t.SEAT, "the seat on the right"),
        Operation("right", (t.SEAT, SEATS), SOMEBODY, "the other way round", "right_of_those"),
        Operation("next", (t.SEAT,), t.SEAT, "the next seat in the direction of play"),
        Operation("next", (t.SEAT, SEATS), SOMEBODY, "the next of some", "next_of_those"),
        Operation("player", (t.CARD,), SOMEBODY, "who last played a card by choice"),
        Operation("smaller", (NUMBER, NUMBER), _give_smaller, "the smaller of two numbers"),
        Operation("larger", (NUMBER, NUMBER), _give_larger, "the larger of two numbers"),
        Operation("remainder", (NUMBER, NUMBER), _give_remainder, "what a division leaves over"),
        Operation("one_rank", (CARDS,), t.YESNO, "are all of one rank"),
        Operation("one_suit", (CARDS,), t.YESNO, "are all of one suit"),
        Operation("consecutive", (CARDS, t.ORDER), t.YESNO, "are they a run of different ranks"),
        Operation("subsets", (CARDS,), GROUPS, "all choices of some of them, not none"),
        Operation("subsets", (CARDS, COUNT), GROUPS, "all choices of n", "subsets_of_size"),
        Operation("groups", (CARDS,), GROUPS, "all choices of some of one rank"),
        Operation("arrangements", (CARDS, t.MELD), PLANS, "ways to lay out melds"),
        Operation("arrangements", (CARDS, t.MELD, GROUPS), PLANS, "laying off too"),
        Operation("melds", (PLAN,), GROUPS, "the melds of a layout"),
        Operation("rest", (PLAN,), CARDS, "what a layout leaves over"),
        Operation("random", (SEVERAL,), _give_element, "one of them by chance"),
        Operation("showing", (t.CARD,), t.YESNO, "can every seat see it"),
        Operation("sees", (t.SEAT, t.CARD), t.YESNO, "can a seat see a card"),
        Operation("expected", (NUMBER,), NUMBER, "its mean over all that may come"),
    )
}

NAMES = {name for name, _ in OPERATIONS}


def list_arities(name: str) -> list[int]:
    """With how many arguments an operation can be used."""
    return sorted(n for other, n in OPERATIONS if other == name)
