"""What each operation means, on plain numbers, masks and tuples: said once, here.

The lowering uses it to work out constants before play, the interpreter to run them.
Sets of cards, ranks, suits, seats, sides and words are masks; everything else in order is a tuple.
An operation that has no answer raises NoAnswer with the reason in the words of cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations
from types import CodeType
from typing import Any, TypedDict

from hoyle.dsl.card_words import CardWords
from hoyle.dsl.limits import MAX_NUMBER, RANGE
from hoyle.dsl.machine.pack import PackOfCards
from hoyle.dsl.source import Span

MAX_SUBSETS = 4096
MAX_KEPT = 8192  # answers of one operation that are kept, because hands are asked for often
MAX_PACKS = 64  # packs, and tables, whose operations are kept

# Operations that are one expression of their arguments. Their meaning is made of the text, and
# where an engine is compiled the text stands in place of a call.
EXPRESSIONS = {
    "plus": "({} + {})", "minus": "({} - {})", "negate": "(-{})",
    "is": "({} == {})", "is_not": "({} != {})", "less": "({} < {})", "more": "({} > {})",
    "at_most": "({} <= {})", "at_least": "({} >= {})", "not": "(not {})",
    "and": "({} and {})", "or": "({} or {})", "if": "({1} if {0} else {2})",
    "union": "({} | {})", "both": "({} & {})", "without": "({} & ~{})", "opposite": "({1} & ~{0})",
    "is_empty": "(not {})", "is_some": "bool({})", "all_if": "({1} if {0} else 0)",
    "count_bits": "({}).bit_count()", "count_entries": "len({})", "kind_place": "({} // {})",
    "rank": "RANKS[{}]", "suit": "SUITS[{}]", "rank_mask": "RANK_MASKS[{}]",
    "suit_mask": "SUIT_MASKS[{}]", "has_entry": "({} in {})",
}  # fmt: skip

Meaning = Callable[..., Any]


class NoAnswer(Exception):
    """The operation has no answer for these values; `at` is where it stands, if that is known."""

    def __init__(self, says: str, at: Span | None = None) -> None:
        super().__init__(says)
        self.at = at


@lru_cache(MAX_KEPT)
def bits(mask: int) -> tuple[int, ...]:
    """The members of a mask, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


def mask_of(members: Iterable[int]) -> int:
    """The mask of some members; none (-1) is no member."""
    mask = 0
    for member in members:
        if member >= 0:
            mask |= 1 << member
    return mask


@lru_cache(MAX_KEPT)
def _kept_mask_of(members: tuple[int, ...]) -> int:
    """The same of a pile or list, which is often asked for again."""
    return mask_of(members)


def multiply(a: int, b: int) -> int:
    """A product; numbers that squares of squares make would fill the memory."""
    product = a * b
    if not -MAX_NUMBER <= product <= MAX_NUMBER:
        raise NoAnswer(f"{a} times {b} is beyond {MAX_NUMBER:,}: let the numbers stay smaller")
    return product


def divide(a: int, b: int, at: Span | None = None) -> int:
    """Division, rounded down."""
    if b == 0:
        raise NoAnswer("nothing can be divided by 0", at)
    return a // b


def remainder(a: int, b: int, at: Span | None = None) -> int:
    """What division leaves over: of the sign of `b`."""
    return a - b * divide(a, b, at)


def numbers_between(low: int, high: int) -> tuple[int, ...]:
    """The numbers from one to another; a list that would fill the memory is left to play."""
    if high - low >= RANGE.most:
        raise NoAnswer(f"these are {high - low + 1} numbers: too many")
    return tuple(range(low, high + 1))


def say_empty(end: str, pile: str) -> str:
    """Why a pile has no top or no bottom card."""
    return f"there is no {end} card: {pile} is empty"


def _first_of(pile: tuple[int, ...], at: Span | None = None, name: str = "the pile") -> int:
    if not pile:
        raise NoAnswer(say_empty("bottom", name), at)
    return pile[0]


def _last_of(pile: tuple[int, ...], at: Span | None = None, name: str = "the pile") -> int:
    if not pile:
        raise NoAnswer(say_empty("top", name), at)
    return pile[-1]


def _last_entry(seq: tuple[int, ...]) -> int:
    if not seq:
        raise NoAnswer("there is no last one: there are none")
    return seq[-1]


def last_bit(mask: int) -> int:
    """The last member of a set."""
    if not mask:
        raise NoAnswer("there is no last one: there are none")
    return mask.bit_length() - 1


def check_subsets(cards: int, at: Span | None = None) -> tuple[int, ...]:
    """The members of a set that has not too many subsets."""
    members = bits(cards)
    if len(members) > 12:
        raise NoAnswer(
            f"{len(members)} cards go together in too many ways; 12 cards are the most", at
        )
    return members


def subsets(cards: int, at: Span | None = None) -> tuple[int, ...]:
    """All choices of one or more, fewer first, then in the pack's order."""
    members = [1 << member for member in check_subsets(cards, at)]
    found: list[int] = []
    for n in range(1, len(members) + 1):
        found += map(sum, combinations(members, n))
    return tuple(found)


def subsets_alike(cards: int, kinds: Iterable[int], at: Span | None = None) -> tuple[int, ...]:
    """Those of all choices that are of one kind, each of which is a set of cards: in one order."""
    check_subsets(cards, at)
    found = {part for kind in kinds for part in subsets(cards & kind)}
    return tuple(sorted(found, key=lambda part: (part.bit_count(), bits(part))))


def subsets_of_size(cards: int, n: int) -> tuple[int, ...]:
    """All choices of n, in the pack's order."""
    members = bits(cards)
    if n < 0 or n > len(members):
        return ()
    count = 1
    for k in range(n):
        count = count * (len(members) - k) // (k + 1)
    if count > MAX_SUBSETS:
        raise NoAnswer(
            f"there are {count} ways to choose {n} of {len(members)} cards, and {MAX_SUBSETS} is "
            "the most: let fewer cards be chosen from"
        )
    return tuple(map(sum, combinations([1 << member for member in members], n)))


def arrangements(cards: int, melds: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Every way to lay out melds that share no card; the rest stands last in each."""
    found: list[tuple[int, ...]] = []

    def lay(rest: int, fitting: Sequence[int], laid: tuple[int, ...]) -> None:
        if len(found) >= MAX_SUBSETS:
            raise NoAnswer(
                f"these cards can be laid out in more than {MAX_SUBSETS} ways, which is the most"
            )
        found.append((*laid, rest))
        for k, meld in enumerate(fitting, 1):
            left = rest & ~meld
            lay(left, [other for other in fitting[k:] if other & left == other], (*laid, meld))

    lay(cards, [meld for meld in melds if meld & cards == meld], ())
    return tuple(found)


def extensions(melds: tuple[int, ...], cards: int) -> tuple[int, ...]:
    """Each meld with one to four of the cards added to it."""
    members = bits(cards & ~mask_of(card for meld in melds for card in bits(meld)))
    return tuple(
        meld | mask_of(part)
        for meld in melds
        for n in range(1, 5)
        for part in combinations(members, n)
    )


def laid_off(
    plans: tuple[tuple[int, ...], ...], melds: tuple[int, ...], grown: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    """Every layout, and each with cards of its rest laid off on others' melds, one growth each."""
    found = list(plans)
    for meld in melds:
        added = [longer & ~meld for longer in grown if longer & meld == meld]
        for plan in tuple(found):
            found += [(*plan[:-1], plan[-1] & ~more) for more in added if more & plan[-1] == more]
            if len(found) > MAX_SUBSETS:
                raise NoAnswer("these cards can be laid off in too many ways")
    return tuple(found)


@cache
def runs(order: tuple[int, ...], n: int) -> frozenset[int]:
    """The masks of n ranks that follow one another somewhere in an order."""
    stretches = [order[k : k + n] for k in range(len(order) - n + 1)]
    return frozenset(mask_of(ranks) for ranks in stretches if n and len(set(ranks)) == n)


class MasksBySuit(dict[int, int]):
    """The cards of each suit, and of none, -1.

    What is compared with a suit may be none of them, as in `Suit or no_trump`: no card has it.
    """

    def __missing__(self, other: int) -> int:
        return 0


class Names(TypedDict):
    """What the names in EXPRESSIONS are: of each card its rank, its suit; of each of these a mask.

    The last of each is that of none, -1: the cards without rank and suit.
    """

    RANKS: tuple[int, ...]
    SUITS: tuple[int, ...]
    RANK_MASKS: tuple[int, ...]
    SUIT_MASKS: MasksBySuit


def names_in_expressions(pack: PackOfCards) -> Names:
    """The names for one pack."""
    return _names_of(pack.ranks, pack.suits, len(pack.rank_words), len(pack.suit_words))


@lru_cache(MAX_PACKS)
def _names_of(
    ranks: tuple[int, ...], suits: tuple[int, ...], rank_count: int, suit_count: int
) -> Names:
    rank_masks = [0] * (rank_count + 1)
    suit_masks = MasksBySuit(dict.fromkeys((*range(suit_count), -1), 0))
    for card, (rank, suit) in enumerate(zip(ranks, suits, strict=True)):
        rank_masks[rank] |= 1 << card
        suit_masks[suit] |= 1 << card
    return {
        "RANKS": (*ranks, -1), "SUITS": (*suits, -1),
        "RANK_MASKS": tuple(rank_masks), "SUIT_MASKS": suit_masks,
    }  # fmt: skip


@cache
def _code_of_expressions() -> CodeType:
    """One Python dictionary with a function for each of EXPRESSIONS."""
    parameters = ("a", "b", "c")
    functions = []
    for name, text in EXPRESSIONS.items():
        given = parameters[: text.count("{")]
        functions.append(f"{name!r}: lambda {', '.join(given)}: {text.format(*given)}")
    return compile(f"{{{', '.join(functions)}}}", "<operations>", "eval")


def _of_expressions(names: Names) -> dict[str, Meaning]:
    found: dict[str, Meaning] = eval(_code_of_expressions(), dict(names))
    return found


def builtins_of(pack: PackOfCards, players: int, sides: int) -> Mapping[str, Meaning]:
    """Every operation by its name, for one pack and table."""
    return _of_cards(pack.ranks, pack.suits, pack.twin_of, pack.words, players, sides)


@lru_cache(MAX_PACKS)
def _of_cards(
    rank_of: tuple[int, ...], suit_of: tuple[int, ...], twin_of: tuple[int, ...], words: CardWords,
    players: int, sides: int,
) -> Mapping[str, Meaning]:  # fmt: skip
    """The same for all packs of the same cards: tables are made far more often than packs."""
    names = _names_of(rank_of, suit_of, len(words.ranks), len(words.suits))
    ranks, rank_masks, suit_masks = names["RANKS"], names["RANK_MASKS"], names["SUIT_MASKS"]
    suits, each_suit = names["SUITS"], tuple(suit_masks.values())
    numbers = words.numbers

    def common(cards: int, masks: tuple[int, ...], of: tuple[int, ...]) -> int:
        kind = of[(cards & -cards).bit_length() - 1] if cards else -1
        return kind if kind >= 0 and cards & ~masks[kind] == 0 else -1

    # The same hands are asked for again and again.
    @lru_cache(MAX_KEPT)
    def ranks_of(cards: int) -> int:
        return mask_of([ranks[card] for card in bits(cards)])

    @lru_cache(MAX_KEPT)
    def suits_of(cards: int) -> int:
        return mask_of([suits[card] for card in bits(cards)])

    def ranks_mask(which: int) -> int:
        return sum(rank_masks[k] for k in bits(which))

    def suits_mask(which: int) -> int:
        return sum(suit_masks[k] for k in bits(which))

    by_look = tuple(
        mask_of(card for card, low in enumerate(twin_of) if low == first)
        for first in dict.fromkeys(twin_of)
    )

    def copies(cards: int) -> int:
        return sum(mask for mask in by_look if mask & cards)

    def one_of_each(cards: int) -> int:
        return mask_of({twin_of[card] for card in bits(cards)})

    def looks(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(twin_of[card] if card >= 0 else -1 for card in cards)

    def groups(cards: int) -> tuple[int, ...]:
        found: list[int] = []
        for mask in rank_masks[:-1]:
            if alike := cards & mask:
                found += subsets(alike) if alike & (alike - 1) else (alike,)
        return tuple(found)

    def consecutive(cards: int, order: tuple[int, ...]) -> int:
        held = [ranks[card] for card in bits(cards)]
        run = mask_of(held)
        return int(run.bit_count() == len(held) and run in runs(order, len(held)))

    def next_seat(seat: int, among: int, step: int) -> int:
        for k in range(1, players + 1):
            other = (seat + step * k) % players
            if among >> other & 1:
                return other
        return -1

    return _of_expressions(names) | {
        "times": multiply,
        "over": divide,
        "remainder": remainder,
        "smaller": min,
        "larger": max,
        "bit": lambda a: 1 << a if a >= 0 else 0,
        "mask_of": lambda *members: mask_of(members),
        "tuple": lambda *members: members,
        "seq_mask": _kept_mask_of,
        "mask_seq": bits,
        "range": numbers_between,
        "join": lambda *parts: tuple(x for part in parts for x in part),
        "appended": lambda one, more: tuple(dict.fromkeys((*one, *more))),
        "has_bit": lambda a, mask: int(a >= 0 and mask >> a & 1),
        "all_in": lambda a, b: int(a != 0 and a & ~b == 0),
        "same_entries": lambda a, b: int(sorted(a) == sorted(b)),
        "top": _last_of,
        "top_n": lambda pile, n: pile[-n:] if 0 < n <= len(pile) else (pile if n > 0 else ()),
        "bottom": _first_of,
        "last_entry": _last_entry,
        "last_bit": last_bit,
        "reversed": lambda seq: tuple(reversed(seq)),
        # one more than there are cards is as far too many as any number
        "repeated": lambda seq, times: tuple(
            member for member in seq for _ in range(min(times, len(rank_of) + 1))
        ),
        "lookup": lambda table, k: table[k] if 0 <= k < len(table) else -1,
        "rank_of_all": lambda cards: common(cards, rank_masks, ranks),
        "suit_of_all": lambda cards: common(cards, each_suit, suits),
        "ranks": ranks_of,
        "suits": suits_of,
        "ranks_mask": ranks_mask,
        "suits_mask": suits_mask,
        "number": lambda rank: numbers[rank],
        "one_rank": lambda cards: int(common(cards, rank_masks, ranks) >= 0),
        "one_suit": lambda cards: int(common(cards, each_suit, suits) >= 0),
        "consecutive": consecutive,
        "copies": copies,
        "one_of_each": one_of_each,
        "looks": looks,
        "looks_in_any_order": lambda cards: tuple(sorted(looks(cards))),
        "subsets": subsets,
        "subsets_alike": lambda cards, at=None: subsets_alike(
            cards, (*rank_masks[:-1], *each_suit[:-1]), at
        ),
        "subsets_of_size": subsets_of_size,
        "groups": groups,
        "arrangements": arrangements,
        "extensions": extensions,
        "laid_off": laid_off,
        "melds": lambda plan: plan[:-1],
        "rest": lambda plan: plan[-1],
        "side": lambda seat: seat % sides,
        "left": lambda seat: (seat + 1) % players,
        "right": lambda seat: (seat - 1) % players,
        "left_of_those": lambda seat, among: next_seat(seat, among, 1),
        "right_of_those": lambda seat, among: next_seat(seat, among, -1),
        "seats_from": lambda seat: tuple((seat + k) % players for k in range(players)),
        "seats_after": lambda seat: tuple((seat + k) % players for k in range(1, players)),
    }  # fmt: skip
