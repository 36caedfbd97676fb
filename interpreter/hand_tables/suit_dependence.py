"""Whether the rank of a hand hangs on a suit that the rules do not mention."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import CARD, SUIT, bare
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import bits
from hoyle.dsl.node import walk
from hoyle.dsl.report import Report
from hoyle.interpreter.hand_tables.case_text import hand_text
from hoyle.interpreter.hand_tables.evaluation import answer, holds
from hoyle.interpreter.hand_tables.option_effects import everything
from hoyle.interpreter.hand_tables.row_functions import Rows, View, ops_of, rows_of, views
from hoyle.interpreter.hand_tables.sampling import hands_to_try
from hoyle.interpreter.hand_tables.symbolic_lowering import children
from hoyle.interpreter.hand_tables.table_settings import Laying

HANDS = 150
PICKS = {"first", "best", "sole"}  # phrases that take the first of several equal ones
ORDERED = {"last_bit", "bottom", "top", "top_n", "last_entry", "mask_seq"}
Result = tuple[int | None, ...]


def check_suits(
    laying: Laying, table: g.Table | g.Ranking, most: Callable[[View], list[int]], report: Report
) -> None:
    """B09: two hands that differ in suits only, of which one is worth more."""
    laid = laying.at(laying.game.counts[0])
    if laid is None:
        return
    open_, compiler = laid
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
    row = next((k for k, test in enumerate(view.tests) if holds(test, slots)), None)
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
    match expr:
        case p.Comprehension(kind=kind) if kind in PICKS:
            return True
        case p.Op(name=name) if name in ORDERED:
            return True
    return any(_picks(one) for one in children(expr))


def _mentioned(game: g.Game, table: g.Table | g.Ranking) -> set[str]:
    """The suits that the rules name, but for what ranks hands of one kind in this ranking."""
    found: set[str] = set()
    for root in everything(game):
        if root is table.rows and isinstance(table, g.Ranking):
            root = tuple(row.test for row in table.rows)
        found |= _suits_in(root)
    return found


def _suits_in(node: Any) -> set[str]:
    """The suits of all suits and cards that are named in something."""
    return {
        one.word[-1] for one in walk(node)
        if isinstance(one, g.Literal) and one.what in ("suit", "card")
    }  # fmt: skip


def _hangs_on_option(game: g.Game) -> bool:
    return any(bare(option.type) in (SUIT, CARD) for option in game.options.values())
