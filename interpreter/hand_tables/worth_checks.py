"""Whether hands are worth what they should be: suits, kinds that are paid, ways of counting."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations

import attrs

from hoyle.dsl.analysis.facts import rules_of
from hoyle.dsl.card_words import CardWords
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import CARD, SUIT, KindT, NumberT, bare, element
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import bits
from hoyle.dsl.machine.pack import PackOfCards
from hoyle.dsl.node import Parts, walk
from hoyle.dsl.report import Report
from hoyle.interpreter.hand_tables.hand_classes import Hand
from hoyle.interpreter.hand_tables.hand_search import draw_hands
from hoyle.interpreter.hand_tables.rows import Rows, answer, format_hand, holds, operations_in

HANDS = 150
PICKS = {"first", "best", "sole"}  # phrases that take the first of several equal ones
ORDERED = {"last_bit", "bottom", "top", "top_n", "last_entry", "mask_seq"}


# ---------------------------------------------------------------------- suits that count


def check_suits(game: g.Game, rows: Rows, limits: Sequence[int], report: Report) -> None:
    """B09: two hands that differ in suits only, of which one is worth more."""
    table = rows.table
    ties = tuple(tie for row in table.rows for tie in row.values)
    named = _suits_in(game.words, ties) if isinstance(table, g.Ranking) else set()
    if not named and not any(map(_picks_a_card, rows.all)):
        return
    if isinstance(table, g.Table) and {bare(table.type), element(table.type)} & {CARD, SUIT}:
        return  # cards that differ in suits are answered with others
    if "as_laid" in operations_in(rows.all):
        return  # the order of a pile is not the order of the pack
    kinds = [one.type for one in rows.unknowns] + [one.type for one in game.options.values()]
    if any(bare(kind) in (SUIT, CARD) for kind in kinds):
        return
    elsewhere: set[str] = set()
    for thing, parts in rules_of(game):
        ranked = thing is table and isinstance(table, g.Ranking)
        asked = tuple(row.test for row in table.rows) if ranked else parts
        elsewhere |= _suits_in(game.words, asked)
    free = [k for k, word in enumerate(rows.settings.suit_words()) if word not in elsewhere]
    if len(free) < 2 or len(named) > 1:
        return
    swaps = [_swap_suits(rows.pack, one, other) for one, other in combinations(free, 2)]
    for hand in sorted(draw_hands(rows.pack, limits, HANDS), key=lambda hand: hand.size):
        row, *values = _row_and_values(rows, hand.cards)
        for swap in swaps:
            other = tuple(
                sum(1 << swap[card] for card in bits(mask) if swap[card] >= 0)
                for mask in hand.cards
            )
            missing = sum(other).bit_count() < hand.size
            if not missing and _row_and_values(rows, other) != [
                row,
                *values,
            ]:
                one, two = (
                    " and ".join(format_hand(rows.pack, mask) for mask in cards)
                    for cards in (hand.cards, other)
                )
                title = f"`{one}` and `{two}` are not equal in `{table.name}`"
                note = "no other rule speaks of a suit, and they differ in suits only"
                report.warn("B09", title, table.rows[row or 0].head, help=(note,))
                return


def _row_and_values(rows: Rows, cards: tuple[int, ...]) -> list[int | None]:
    """The row that a hand comes to, and what it gives."""
    slots = rows.blank(cards)
    row = rows.first_fit(slots)
    return [None] if row is None else [row, *rows.values_of(row, slots)]


def _swap_suits(pack: PackOfCards, one: int, other: int) -> list[int]:
    """For each card the one that has its place when two suits change; -1 where there is none."""
    cards = list(zip(pack.ranks, pack.suits, pack.copies, strict=True))
    where = {card: k for k, card in enumerate(cards)}
    change = {one: other, other: one}
    return [where.get((rank, change.get(suit, suit), copy), -1) for rank, suit, copy in cards]


def _picks_a_card(expr: p.Expr) -> bool:
    """Whether an expression takes one of several cards by their order in the pack."""
    picks = (part for part in walk(expr) if isinstance(part, p.Comprehension))
    return bool(operations_in(expr) & ORDERED) or any(part.kind in PICKS for part in picks)


def _suits_in(words: CardWords, part: Parts) -> set[str]:
    """The suits of all suits and cards that are named in something."""
    named = [one for one in walk(part) if isinstance(one, g.Literal)]
    looks = [words.find_card(one.word) for one in named if one.what == "card"]
    suits = [words.split(look)[1] for look in looks if look is not None]
    return {one.word for one in named if one.what == "suit"} | {
        words.suits[suit] for suit in suits if suit >= 0
    }


# ---------------------------------------------------------------------- what kinds are given

MAX_CASES = 20_000
Kinds = tuple[int, ...]  # a value of each unknown of a table


@attrs.frozen
class Less:
    """Two cases of which the one with the better hand is given less; rows and what they give."""

    better: int
    worse: int
    rows: tuple[int, int]
    gets: tuple[int, int]


def check_payments(
    rows: Rows, list_hands: Callable[[str], Mapping[int, str]], report: Report
) -> None:
    """B08: for each row that gives a better hand less, with the options as they stand.

    `list_hands` gives a hand for the rows of a ranking.
    """
    table = rows.table
    if table.reading not in ("first", "one") or not isinstance(bare(table.type), NumberT):
        return
    if rows.hands or rows.combinations > MAX_CASES:
        return
    paid: dict[Kinds, tuple[int, int]] = {}
    for values in rows.list_combinations():
        slots = rows.blank((), values)
        row = rows.first_fit(slots)
        given = rows.values_of(row, slots)[-1] if row is not None else None
        if row is not None and given is not None:
            paid[values] = row, given
    for place, (one, _) in enumerate(rows.free):
        kind = bare(one.type)
        if not isinstance(kind, KindT):
            continue
        for less in _find_exceptions(paid, place, kind.width):
            places = [len(kind.rows) - 1 - place for place in (less.better, less.worse)]
            better, worse = (kind.rows[at] for at in places)
            title = (
                f"`{better}` is given {less.gets[0]} where `{worse}`, the lower hand,"
                f" is given {less.gets[1]}"
            )
            if less.gets[0] > less.gets[1]:
                title = (
                    f"against `{better}` one is given {less.gets[0]},"
                    f" against `{worse}`, the lower hand, {less.gets[1]}"
                )
            hands = list_hands(kind.ranking)
            report.warn(
                "B08", title, table.rows[less.rows[0]].head,
                also=((table.rows[less.rows[1]].head, f"`{worse}` gets {less.gets[1]} here"),),
                help=[f"`{hands[at]}` is `{kind.rows[at]}`" for at in places if at in hands],
            )  # fmt: skip


def _find_exceptions(paid: Mapping[Kinds, tuple[int, int]], place: int, width: int) -> list[Less]:
    """For each two kinds the first case in which the better hand gets less.

    Most pairs of cases say whether the table gives more for a better hand of this kind or less (to
    the other side): what goes against that is told, if it is the exception.
    """
    along: dict[Kinds, list[Kinds]] = {}
    for values in paid:
        along.setdefault((*values[:place], *values[place + 1 :]), []).append(values)
    more, less = list[Less](), list[Less]()
    for line in along.values():
        for low, high in combinations(sorted(line, key=lambda values: values[place]), 2):
            worse, better = low[place] // width, high[place] // width
            (row, gets), (other_row, other) = paid[high], paid[low]
            if worse == better:
                continue  # one kind of hand: what compares them is the table's own affair
            if worse == 0 and max(gets, other) < 0:
                continue  # the lowest hand may have lost already what it can lose
            if gets != other:
                found = Less(better, worse, (row, other_row), (gets, other))
                (more if gets > other else less).append(found)
    fewer = less if len(less) * 2 < len(more) else more if len(more) * 2 < len(less) else []
    if fewer is more and place == 0:
        return []
    pairs: dict[tuple[int, int], Less] = {}
    for one in fewer:
        pairs.setdefault((one.better, one.worse), one)
    return list(pairs.values())


# ---------------------------------------------------------------------- two ways of counting


def check_best(rows: Rows, hands: Sequence[Hand], report: Report) -> None:
    """B10: a hand of which the other of two ways of counting would be better, or is the only one.

    A count with two ways is `if` with a limit in its test: `low + 10 if low + 10 <= 21 else low`.
    """
    for at, ways, most in list_counts(rows):
        _check_ways(rows, hands, at, ways, most, report)


def list_counts(rows: Rows) -> Iterator[tuple[tuple[int, int], Ways, int]]:
    """The ties that are counted in one of two ways: row and column, the ways, and the limit."""
    for row, ties in enumerate(rows.gives):
        for column, tie in enumerate(ties):
            found = _find_ways(tie)
            most = _limit_of_row(rows.tests[row], found[0]) if found else None
            if found and most is not None:
                yield (row, column), found, most


Ways = tuple[p.Expr, p.Expr, list[tuple[p.Expr, bool]]]


def _check_ways(
    rows: Rows, hands: Sequence[Hand], at: tuple[int, int], ways: Ways, most: int, report: Report
) -> None:
    """Report the first hand of a row that is not counted as well as the row allows."""
    row, column = at
    compiled = rows.compiler.value
    plain, other = compiled(ways[0]), compiled(ways[1])
    asked = [(compiled(question), wanted) for question, wanted in ways[2]]
    for hand in hands:
        slots = rows.blank(hand.cards)
        if not hand.size or rows.first_fit(slots) != row:
            continue
        counts = [answer(plain, slots)]
        if all(holds(question, slots) is wanted for question, wanted in asked):
            counts.append(answer(other, slots))
        counted = rows.values_of(row, slots)[column]
        best = max((count for count in counts if count is not None and count <= most), default=None)
        if counted is not None and best is not None and counted != best:
            text = " and ".join(format_hand(rows.pack, mask) for mask in hand.cards)
            title = f"`{text}` is counted {counted}, and the other way of counting gives {best}"
            head, value = rows.table.rows[row].head, rows.table.rows[row].values[column]
            span = value.of.span if isinstance(value, g.Call) else value.span
            note = "of two ways to count a hand the higher that is allowed is meant to be taken"
            also = ((head, f"up to {most} is allowed here"),)
            report.warn("B10", title, span, also=also, help=(note,))
            return


def _find_ways(tie: p.Expr) -> Ways | None:
    """The plain count, the other, and the questions whether there is another; None if not so."""
    if not (isinstance(tie, p.Op) and tie.name == "if"):
        return None
    test, yes, no = tie.args
    for plain, other, name, wanted in ((no, yes, "and", True), (yes, no, "or", False)):
        parts = list(_parts_of(test, name))
        limits = [part for part in parts if _limit_of(part, plain) is not None]
        if limits:
            return plain, other, [(part, wanted) for part in parts if part not in limits]
    return None


def _parts_of(test: p.Expr, name: str) -> Iterator[p.Expr]:
    """What `and` or `or` joins."""
    if isinstance(test, p.Op) and test.name == name:
        for part in test.args:
            yield from _parts_of(part, name)
    else:
        yield test


def _limit_of(test: p.Expr, count: p.Expr) -> tuple[str, int] | None:
    """How a question compares a count with a number."""
    match test:
        case p.Op(
            name="less" | "at_most" | "more" | "at_least" as name, args=(one, p.Const(int(number)))
        ):
            return (name, number) if one == count else None
    return None


def _limit_of_row(test: p.Expr, count: p.Expr) -> int | None:
    """The most that a row lets a count be."""
    for part in _parts_of(test, "and"):
        name, number = _limit_of(part, count) or ("", 0)
        if name in ("at_most", "less"):
            return number - (name == "less")
    return None
