"""Whether hands are worth what they should be: suits, kinds that are paid, ways of counting."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import CARD, SUIT, KindT, NumberT, bare
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import bits
from hoyle.dsl.machine.lower_expressions import tie_width
from hoyle.dsl.node import walk
from hoyle.dsl.report import Report
from hoyle.interpreter.hand_tables.call_sites import rules_of
from hoyle.interpreter.hand_tables.cases import Found, hand_text
from hoyle.interpreter.hand_tables.evaluation import answer, first_fit, holds
from hoyle.interpreter.hand_tables.hands import Hand, Values, hands_to_try
from hoyle.interpreter.hand_tables.row_functions import (
    Rows,
    View,
    ops_of,
    rows_of,
    slots_for,
    views,
)
from hoyle.interpreter.hand_tables.table_settings import Laying
from hoyle.interpreter.runtime.expression_compiler import Compiler, Value

HANDS = 150
PICKS = {"first", "best", "sole"}  # phrases that take the first of several equal ones
ORDERED = {"last_bit", "bottom", "top", "top_n", "last_entry", "mask_seq"}
Result = tuple[int | None, ...]


def check_suits(
    laying: Laying, table: g.Table | g.Ranking, most: Callable[[View], list[int]], report: Report
) -> None:
    """B09: two hands that differ in suits only, of which one is worth more."""
    open_, compiler = laying.usual
    rows = rows_of(table, open_)
    ties = tuple(tie for row in table.rows for tie in row.values)
    named = _suits_in(ties) if isinstance(table, g.Ranking) else set()
    if not named and not any(map(_picks, rows.all)):
        return
    if any("as_laid" in ops_of(one) for one in rows.all):
        return  # the order of a pile is not the order of the pack
    if any(bare(one.type) in (SUIT, CARD) for one in rows.open.unknowns.values()):
        return
    words = open_.settings.suit_words()
    elsewhere = _mentioned(laying.game, table)
    free = [k for k, word in enumerate(words) if word not in elsewhere]
    if len(free) < 2 or len(named) > 1 or _hangs_on_option(laying.game):
        return
    for view in views(rows, compiler, {}, by_hand=True):
        found = next(_differing(view, rows, most(view), free), None)
        if found is not None:
            one, other = (" and ".join(hand_text(open_, mask) for mask in hand) for hand in found)
            title = f"`{one}` and `{other}` are not equal in `{table.name}`"
            note = "no other rule speaks of a suit, and they differ in suits only"
            row = _result(view, [0] * view.width, found[0], rows)[0]
            report.warn("B09", title, table.rows[row or 0].head, help=(note,))
            return


def _differing(
    view: View, rows: Rows, most: list[int], free: list[int]
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Pairs of hands with the same cards in other suits, for which the rows give something else."""
    pack = rows.open.settings.cards()
    slots = [0] * view.width
    swaps = [_swapped(pack, one, other) for one, other in combinations(free, 2)]
    for hand in hands_to_try(pack, most, HANDS):
        for swap in swaps:
            other = tuple(
                sum(1 << swap[card] for card in bits(mask) if swap[card] >= 0)
                for mask in hand.cards
            )
            if other == hand.cards or any(
                a.bit_count() != b.bit_count() for a, b in zip(other, hand.cards, strict=True)
            ):
                continue
            if _result(view, slots, hand.cards, rows) != _result(view, slots, other, rows):
                yield hand.cards, other


def _result(view: View, slots: list[int], hand: tuple[int, ...], rows: Rows) -> Result:
    """The row that a hand comes to, and what it gives."""
    for one, mask in zip(view.hands, hand, strict=True):
        slots[one.slot] = mask
    for one, values in view.free:
        slots[one.slot] = values[0]
    row = first_fit(view, slots)
    if row is None:
        return (None,)
    return (row, *(answer(value, slots) for value in view.gives[row]))


def _swapped(pack: p.PackOfCards, one: int, other: int) -> list[int]:
    """For each card the one that has its place when two suits change; -1 where there is none."""
    where = {
        (rank, suit, copy): card
        for card, (rank, suit, copy) in enumerate(
            zip(pack.ranks, pack.suits, pack.copies, strict=True)
        )
    }
    change = {one: other, other: one}
    return [
        where.get((rank, change.get(suit, suit), copy), -1)
        for rank, suit, copy in zip(pack.ranks, pack.suits, pack.copies, strict=True)
    ]


def _picks(expr: p.Expr) -> bool:
    """Whether an expression takes one of several cards by their order in the pack."""
    return any(
        (isinstance(part, p.Comprehension) and part.kind in PICKS)
        or (isinstance(part, p.Op) and part.name in ORDERED)
        for part in walk(expr)
    )


def _mentioned(game: g.Game, table: g.Table | g.Ranking) -> set[str]:
    """The suits that the rules name, but for what ranks hands of one kind in this ranking."""
    found: set[str] = set()
    for part in rules_of(game):
        if part is table.rows and isinstance(table, g.Ranking):
            part = tuple(row.test for row in table.rows)
        found |= _suits_in(part)
    return found


def _suits_in(node: object) -> set[str]:
    """The suits of all suits and cards that are named in something."""
    return {
        one.word[-1] for one in walk(node)
        if isinstance(one, g.Literal) and one.what in ("suit", "card")
    }  # fmt: skip


def _hangs_on_option(game: g.Game) -> bool:
    return any(bare(option.type) in (SUIT, CARD) for option in game.options.values())


MOST_CASES = 20_000


@attrs.frozen
class Payment:
    """What a table gives for some kinds of hands, and by which row."""

    row: int
    value: int


@attrs.frozen
class Less:
    """A better kind that is given less than a worse one, all else being the same."""

    better: tuple[int, ...]
    worse: tuple[int, ...]
    given: Payment
    other: Payment
    place: int  # which of the values is the kind


def check_payments(
    laying: Laying, table: g.Table, known: Mapping[str, Found], report: Report
) -> None:  # fmt: skip
    """A warning for each row that gives a better hand less; with the options as they stand."""
    if table.reading not in ("first", "one") or not isinstance(bare(table.type), NumberT):
        return
    open_, compiler = laying.usual
    for view in views(rows_of(table, open_), compiler, {}):
        paid = payments(view)
        for place, (one, _) in enumerate(view.free):
            kind = bare(one.type)
            if isinstance(kind, KindT):
                width = tie_width(laying.game.rankings[kind.ranking])
                for less in _by_pair(paid, place, width):
                    _report_less(laying, table, kind, less, known.get(kind.ranking), report)


def payments(view: View) -> dict[tuple[int, ...], Payment]:
    """What every combination of kinds gets."""
    found: dict[tuple[int, ...], Payment] = {}
    slots = [0] * view.width
    for values in view.scalars():
        if len(found) >= MOST_CASES:
            return {}
        for (one, _), value in zip(view.free, values, strict=True):
            slots[one.slot] = value
        row = first_fit(view, slots)
        given = answer(view.gives[row][-1], slots) if row is not None else None
        if row is not None and given is not None:
            found[values] = Payment(row, given)
    return found


def _by_pair(paid: dict[tuple[int, ...], Payment], place: int, width: int) -> list[Less]:
    """For each two kinds the first case in which the better hand gets less.

    Most pairs of cases say whether the table gives more for a better hand of this kind or less (to
    the other side): what goes against that is told, if it is the exception.
    """
    along: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for values in paid:
        along.setdefault((*values[:place], *values[place + 1 :]), []).append(values)
    more, less = list[Less](), list[Less]()
    for line in along.values():
        for worse, better in combinations(sorted(line, key=lambda values: values[place]), 2):
            if worse[place] // width == better[place] // width:
                continue  # one kind of hand: what compares them is the table's own affair
            gets, other = paid[better], paid[worse]
            if worse[place] < width and max(gets.value, other.value) < 0:
                continue  # the lowest hand may have lost already what it can lose
            if gets.value != other.value:
                (more if gets.value > other.value else less).append(
                    Less(better, worse, gets, other, place)
                )
    fewer = less if len(less) * 2 < len(more) else more if len(more) * 2 < len(less) else []
    if fewer is more and place == 0:
        return []
    pairs: dict[tuple[int, int], Less] = {}
    for one in fewer:
        pairs.setdefault((one.better[place] // width, one.worse[place] // width), one)
    return list(pairs.values())


def _report_less(
    laying: Laying, table: g.Table, kind: KindT, less: Less, known: Found | None, report: Report
) -> None:
    width = tie_width(laying.game.rankings[kind.ranking])
    rows = [
        len(kind.rows) - 1 - values[less.place] // width for values in (less.better, less.worse)
    ]
    better, worse = (kind.rows[row] for row in rows)
    gets, other = less.given.value, less.other.value
    title = f"`{better}` is given {gets} where `{worse}`, the lower hand, is given {other}"
    if gets > other:
        title = (
            f"against `{better}` one is given {gets}, against `{worse}`, the lower hand, {other}"
        )
    hands = []
    for row in rows:
        case = known.reached.get(row) if known is not None else None
        at = laying.at(case.players, case.options) if case is not None else None
        if case is not None and at is not None and case.hands:
            text = " and ".join(hand_text(at[0], mask) for _, mask in case.hands)
            hands.append(f"`{text}` is `{kind.rows[row]}`")
    report.warn(
        "B08", title, table.rows[less.given.row].head,
        also=((table.rows[less.other.row].head, f"`{worse}` gets {other} here"),), help=hands,
    )  # fmt: skip


COMPARES = {"less", "at_most", "more", "at_least"}


@attrs.frozen
class TwoWays:
    """A count of a row that is taken in one of two ways."""

    row: int
    column: int
    plain: Value
    other: Value
    has_other: tuple[tuple[Value, bool], ...]  # questions, and how each is answered where it has
    most: int


def check_best(
    laying: Laying, view: View, listed: list[tuple[Values, Hand]], report: Report
) -> None:
    """B10: a hand for which the other way of counting would be better, or is the only one."""
    table = view.rows.table
    laid = laying.at(view.rows.open.settings.players)
    if laid is None or not isinstance(table, g.Ranking):
        return
    for ways in _two_ways(view, laid[1]):
        for values, hand in listed:
            slots = slots_for(view, values)
            for one, known in view.free:
                slots[one.slot] = known[0]
            if first_fit(view, slots) != ways.row or not hand.size:
                continue
            counted, best = answer(view.gives[ways.row][ways.column], slots), _best_of(ways, slots)
            if counted is not None and best is not None and counted != best:
                _report_count(view, ways, hand, (counted, best), report)
                break


def _best_of(ways: TwoWays, slots: list[int]) -> int | None:
    """The highest count that a hand has and the row allows."""
    has_other = all(holds(asked, slots) is wanted for asked, wanted in ways.has_other)
    counts = [answer(ways.plain, slots), answer(ways.other, slots) if has_other else None]
    allowed = [count for count in counts if count is not None and count <= ways.most]
    return max(allowed, default=None)


def _report_count(
    view: View, ways: TwoWays, hand: Hand, counts: tuple[int, int], report: Report
) -> None:
    """One hand that is not counted as well as it could be."""
    counted, best = counts
    row = view.rows.table.rows[ways.row]
    value = row.values[ways.column]
    text = " and ".join(hand_text(view.rows.open, mask) for mask in hand.cards)
    title = f"`{text}` is counted {counted}, and the other way of counting gives {best}"
    span = value.of.span if isinstance(value, g.Call) else value.span
    report.warn(
        "B10", title, span, also=((row.head, f"up to {ways.most} is allowed here"),),
        help=("of two ways to count a hand the higher that is allowed is meant to be taken",),
    )  # fmt: skip


# ---------------------------------------------------------------------- the form


def _two_ways(view: View, compiler: Compiler) -> Iterator[TwoWays]:
    """The counts of a ranking that are taken in one of two ways."""
    compiled = compiler.value
    for row, ties in enumerate(view.give_exprs):
        for column, tie in enumerate(ties):
            found = _parted(tie)
            if found is None:
                continue
            plain, other, questions = found
            most = _bound_of(view.test_exprs[row], plain)
            if most is not None:
                asked = tuple((compiled(question), wanted) for question, wanted in questions)
                yield TwoWays(row, column, compiled(plain), compiled(other), asked, most)


def _parted(tie: p.Expr) -> tuple[p.Expr, p.Expr, list[tuple[p.Expr, bool]]] | None:
    """The plain count, the other, and the questions whether there is another; None if not so."""
    if not (isinstance(tie, p.Op) and tie.name == "if"):
        return None
    test, yes, no = tie.args
    for plain, other, name, wanted in ((no, yes, "and", True), (yes, no, "or", False)):
        parts = list(_flat(test, name))
        limits = [part for part in parts if _limit_of(part, plain) is not None]
        if limits:
            return plain, other, [(part, wanted) for part in parts if part not in limits]
    return None


def _flat(test: p.Expr, name: str) -> Iterator[p.Expr]:
    if isinstance(test, p.Op) and test.name == name:
        for part in test.args:
            yield from _flat(part, name)
    else:
        yield test


def _limit_of(test: p.Expr, count: p.Expr) -> tuple[str, int] | None:
    match test:
        case p.Op(name=name, args=(one, p.Const(value=int(number)))) if name in COMPARES:
            return (name, number) if one == count else None
    return None


def _bound_of(test: p.Expr, count: p.Expr) -> int | None:
    for part in _flat(test, "and"):
        match _limit_of(part, count):
            case ("at_most", number):
                return number
            case ("less", number):
                return number - 1
    return None
