"""Hands to try where classes cannot be gone through: drawn ones, and one built for a given row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, cycle, islice, repeat

from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import NoAnswer, bits
from hoyle.dsl.machine.pack import PackOfCards
from hoyle.interpreter.hand_tables.hand_classes import Hand
from hoyle.interpreter.hand_tables.rows import CASE, Rows
from hoyle.interpreter.runtime.expression_compiler import Compiler
from hoyle.interpreter.runtime.fault import RulesetFault
from hoyle.interpreter.runtime.generator import Stream

MAX_CARDS = 14  # in a hand that is drawn
MANY = 5  # cards in a hand that is dealt
ATTEMPTS, CHANGES = 5, 500  # to build a hand: how often it is begun, how often it is changed
UNKNOWN = 0.5  # the distance where a question has no answer
Distance = Callable[[list[int]], float]


def draw_hands(pack: PackOfCards, most: Sequence[int], count: int) -> Iterator[Hand]:
    """So many hands, the same every time: first without a card, then ever larger ones.

    Some are any cards, others have cards of one rank, of one suit, or following one another.
    """
    yield Hand(0, (0,) * len(most))
    stream = Stream(0, "tables", pack.size)
    mixed = stream.shuffled(range(pack.size))
    held = Counter[int]()
    line = []  # runs of mixed suits, one after another
    for card in mixed:
        line.append((held[pack.ranks[card]], pack.ranks[card], card))
        held[pack.ranks[card]] += 1
    orders = [
        [card for _, _, card in sorted(line)],
        sorted(mixed, key=pack.ranks.__getitem__),
        sorted(mixed, key=pack.suits.__getitem__),
        sorted(mixed, key=lambda card: (pack.suits[card], pack.ranks[card])),
    ]
    for made in range(1, count):
        way, at = stream.below(len(orders) + 1), stream.below(pack.size)
        taken, masks = 0, []
        for top in most:
            size = 1 + stream.below(min(top, 1 + made * MAX_CARDS // count)) if top else 0
            mask = 0
            while mask.bit_count() < size and taken.bit_count() < pack.size:
                at = (at + 1) % pack.size if way < len(orders) else stream.below(pack.size)
                card = 1 << (orders[way][at] if way < len(orders) else at)
                mask, taken = mask | (card & ~taken), taken | card
            masks.append(mask)
        yield Hand(taken.bit_count(), tuple(masks))


def deal_hands(pack: PackOfCards, most: Sequence[int], count: int) -> Iterator[Hand]:
    """So many hands, the same every time, each of as many cards as it can hold, at most MANY."""
    stream = Stream(0, "deals", pack.size)
    for _ in range(count):
        cards = iter(stream.shuffled(range(pack.size)))
        masks = tuple(sum(1 << card for card in islice(cards, min(top, MANY))) for top in most)
        yield Hand(sum(mask.bit_count() for mask in masks), masks)


def lay_suits(pack: PackOfCards, most: Sequence[int]) -> Hand:
    """Each hand a suit of its own, from its lowest card up, as far as it can hold one of each."""
    masks, taken = [], 0
    for suit, top in zip(cycle(dict.fromkeys(pack.suits)), most):
        left = (card for card in range(pack.size) if not taken >> card & 1)
        line = {pack.ranks[card]: 1 << card for card in left if pack.suits[card] == suit}
        mask = sum(line[rank] for rank in sorted(line)[:top])
        masks.append(mask)
        taken |= mask
    return Hand(taken.bit_count(), tuple(masks))


def draw_values(rows: Rows, stream: Stream) -> tuple[int, ...]:
    """A value of each unknown that is no hand."""
    return tuple(_choose(known, stream) for _, known in rows.free)


def build_case(
    rows: Rows, row: int, most: Sequence[int], alone: bool, dealt: int
) -> tuple[Hand, tuple[int, ...]] | None:
    """Hands and other values that a row fits (and, if `alone`, none before it); None if not found.

    It begins without a card, then with a suit, and `dealt` times with a whole hand. Cards are
    added, taken away and changed as long as that brings the case nearer to the row; OutOfWork
    where no more may be asked.
    """
    stream = Stream(row, "build", rows.pack.size)
    wanted = [(rows.tests[row], True), *((test, False) for test in rows.tests[:row] if alone)]
    parts = [distance_to(test, holds, rows.compiler) for test, holds in wanted]

    def distance(cards: Sequence[int], values: Sequence[int]) -> float:
        rows.lowering.work.spend(CASE)
        slots = rows.blank(cards, values)
        return sum(part(slots) for part in parts)

    # rows that mean hands of one size may take what is smaller for something else, so that no way
    # leads through those
    whole = chain([lay_suits(rows.pack, most)], deal_hands(rows.pack, most, dealt))
    for start in chain(repeat((0,) * len(rows.hands), ATTEMPTS), (hand.cards for hand in whole)):
        cards = list(start)
        values = list(draw_values(rows, stream))
        left = distance(cards, values)
        for _ in range(CHANGES):
            if not left:
                return Hand(sum(mask.bit_count() for mask in cards), tuple(cards)), tuple(values)
            new_cards, new_values = _change(rows, cards, values, most, stream)
            now = distance(new_cards, new_values)
            if now <= left:
                cards, values, left = new_cards, new_values, now
    return None


def _change(
    rows: Rows, cards: list[int], values: list[int], most: Sequence[int], stream: Stream
) -> tuple[list[int], list[int]]:
    """A case with one card more, less or changed, or with another value."""
    cards, values = list(cards), list(values)
    if values and (not cards or not stream.below(4)):
        k = stream.below(len(values))
        values[k] = _choose(rows.free[k][1], stream)
        return cards, values
    if not cards:
        return cards, values
    k = stream.below(len(cards))
    held, way = bits(cards[k]), stream.below(5)
    if held and (way < 3 or len(held) >= most[k]):
        cards[k] &= ~(1 << _choose(held, stream))
    if (way or not held) and cards[k].bit_count() < most[k]:
        card = 1 << stream.below(rows.pack.size)
        if not any(card & mask for mask in cards):
            cards[k] |= card
    return cards, values


def _choose(values: Sequence[int], stream: Stream) -> int:
    return values[stream.below(len(values))]


# ---------------------------------------------------------------------- how far a question is off

GAPS: dict[str, Callable[[int, int], int]] = {
    "is": lambda a, b: abs(a - b), "is_not": lambda a, b: int(a == b),
    "less": lambda a, b: max(0, a - b + 1), "at_least": lambda a, b: max(0, b - a),
    "more": lambda a, b: max(0, b - a + 1), "at_most": lambda a, b: max(0, a - b),
}  # fmt: skip
OPPOSITES = {
    "is": "is_not", "is_not": "is", "less": "at_least", "at_least": "less", "more": "at_most",
    "at_most": "more",
}  # fmt: skip


MASK_OF = {"suit_of_all": "suit_mask", "rank_of_all": "rank_mask"}


def distance_to(test: p.Expr, wanted: bool, compiler: Compiler) -> Distance:
    """How far a case is from a question being answered as wanted: 0 where it is."""
    match test:
        case p.TableRow(value=inner):
            return distance_to(inner, wanted, compiler)
        case p.Bind(slot=slot, value=value, body=body):
            inside, bound = distance_to(body, wanted, compiler), compiler.value(value)

            def with_bound(slots: list[int]) -> float:
                try:
                    slots[slot] = bound(slots)
                except (RulesetFault, NoAnswer):
                    return UNKNOWN
                return inside(slots)

            return with_bound
        case p.Op(name="not", args=(inner,)):
            return distance_to(inner, not wanted, compiler)
        case p.Op(name="and" | "or" as name, args=args):
            parts = [distance_to(part, wanted, compiler) for part in args]
            join: Callable[[Iterator[float]], float] = sum if (name == "and") == wanted else min
            return lambda slots: join(part(slots) for part in parts)
        case p.Op(name="one_rank" | "one_suit" as name, args=(cards,)) if wanted:
            different = p.Op("ranks" if name == "one_rank" else "suits", (cards,))
            return _gap("is", p.Op("count_bits", (different,)), p.Const(1), compiler)
        case p.Op(name="is", args=(p.Op(name=name, args=(cards,)), p.Const() as one)) if (
            wanted and name in MASK_OF
        ):
            others = p.Op("without", (cards, p.Op(MASK_OF[name], (one,))))
            wrong = p.Op("plus", (p.Op("count_bits", (others,)), p.Op("is_empty", (cards,))))
            return _gap("is", wrong, p.Const(0), compiler)
        case p.Op(name="is", args=(p.Op(name="ranks" | "suits") as one, other)) if wanted:
            different = p.Op("opposite", (one, other))
            missing = p.Op("opposite", (other, one))
            wrong = p.Op("count_bits", (p.Op("union", (different, missing)),))
            return _gap("is", wrong, p.Const(0), compiler)
        case p.Comprehension(kind="every", value=value, where=where) if wanted and value:
            failing: p.Expr = p.Op("not", (value,))
            failing = p.Op("and", (where, failing)) if where else failing
            count = p.Comprehension("count", test.slot, test.over, test.mask, failing, None)
            return _gap("is", count, p.Const(0), compiler)
        case p.Op(name=name, args=(one, other)) if name in GAPS:
            return _gap(name if wanted else OPPOSITES[name], one, other, compiler)
    return _gap("is", test, p.Const(int(wanted)), compiler)


def _gap(name: str, one: p.Expr, other: p.Expr, compiler: Compiler) -> Distance:
    """How far two numbers are from comparing so: from 0 to below 1."""
    gap, left, right = GAPS[name], compiler.value(one), compiler.value(other)

    def distance(slots: list[int]) -> float:
        try:
            a, b = left(slots), right(slots)
        except (RulesetFault, NoAnswer):
            return UNKNOWN
        if name == "is" and isinstance(a, tuple) and isinstance(b, tuple):
            missing, others = Counter(b) - Counter(a), Counter(a) - Counter(b)
            apart = missing.total() + others.total() or int(a != b)
            return 1 - 1 / (1 + apart)
        if not isinstance(a, int) or not isinstance(b, int):
            return float((a == b) != (name == "is"))
        return 1 - 1 / (1 + gap(a, b))

    return distance
