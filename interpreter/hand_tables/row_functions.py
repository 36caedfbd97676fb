"""The rows of a table as functions of classes of hands, or of hands themselves.

A view is one table at one setting of the options and one number of players. What phrases over
cards read besides the cards is fixed in it, one value after another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import (
    CARD,
    RANK,
    SEAT,
    SIDE,
    SUIT,
    YESNO,
    ChoiceT,
    KindT,
    MaybeT,
    NumberT,
    bare,
)
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import bits
from hoyle.dsl.machine.context import CannotLower
from hoyle.dsl.machine.lower_expressions import TIE_WIDTH, tie_width
from hoyle.dsl.node import walk
from hoyle.interpreter.hand_tables.hand_features import (
    Coupled,
    Feature,
    Reader,
    is_run,
    with_values,
)
from hoyle.interpreter.hand_tables.symbolic_lowering import Open, Unknown, slots_of
from hoyle.interpreter.runtime.expression_compiler import Compiler, Value
from hoyle.interpreter.runtime.generator import Stream

MOST_FIXED = 2_000  # values of what is fixed before the cards are read
MOST_NUMBERS = 64  # of a range, to try them all


ROUND = {"left", "right", "side", "left_of_those", "right_of_those", "seats_from", "seats_after"}


class NotSeen(Exception):
    """The table reads something that is not looked into."""


@attrs.define(eq=False)
class Rows:
    """The rows of a table, lowered: a test each, and what they give."""

    table: g.Table | g.Ranking
    open: Open
    tests: tuple[p.Expr, ...]
    gives: tuple[tuple[p.Expr, ...], ...]

    @property
    def all(self) -> tuple[p.Expr, ...]:
        """Every expression of the rows."""
        return (*self.tests, *(value for row in self.gives for value in row))

    @property
    def always(self) -> bool:
        """Whether some row fits whatever comes."""
        return any(isinstance(test, p.Const) and test.value for test in self.tests)

    @property
    def seated(self) -> int:
        """How many seats and sides are compared: so many must be able to differ."""
        slots = set().union(*map(slots_of, self.all))
        known = self.open.unknowns.values()
        return sum(one.slot in slots and bare(one.type) in (SEAT, SIDE) for one in known)

    @property
    def round_table(self) -> bool:
        """Whether it matters how many sit round the table."""
        return any(ops_of(one) & ROUND for one in self.all)


@attrs.define(eq=False)
class View:
    """Rows that can be asked: by features of hands, or by hands where `features` is None."""

    rows: Rows
    fixed: tuple[tuple[Unknown, int], ...]
    free: tuple[tuple[Unknown, tuple[int, ...]], ...]
    hands: tuple[Unknown, ...]
    features: tuple[Feature, ...] | None
    first: int  # the slot of the first feature
    tests: tuple[Value, ...]
    gives: tuple[tuple[Value, ...], ...]
    test_exprs: tuple[p.Expr, ...]
    give_exprs: tuple[tuple[p.Expr, ...], ...]
    sampled: bool  # whether not every value is tried of everything
    width: int

    @property
    def combinations(self) -> int:
        """How many combinations there are of what is free."""
        return prod(len(values) for _, values in self.free)

    def scalars(self) -> Iterator[tuple[int, ...]]:
        """Every combination of what is free."""
        return product(*(values for _, values in self.free))


def rows_of(table: g.Table | g.Ranking, open_: Open) -> Rows:
    """The rows of a table with everything open."""
    open_.unknowns.clear()
    open_.guessed = False
    open_.open_parameters(table.params)
    try:
        tests = tuple(open_.value(row.test) for row in table.rows)
        gives = tuple(
            tuple(_given_by(value, open_) for value in row.values) for row in table.rows
        )  # fmt: skip
    except CannotLower as problem:
        raise NotSeen from problem
    return Rows(table, open_, tests, gives)


def _given_by(value: g.Value, open_: Open) -> p.Expr:
    """What a row gives; a constant 0 where that is not looked into."""
    try:
        return open_.value(value)
    except CannotLower:
        return p.Const(0)


def views(
    rows: Rows, compiler: Compiler, most: Mapping[int, int], by_hand: bool = False
) -> Iterator[View]:
    """The rows with every value of what must be fixed; by hand, without features."""
    coupled: set[int] = set()
    known = {one.slot: one for one in rows.open.unknowns.values()}
    while True:
        fixed = [known[slot] for slot in sorted(coupled)]
        domains = [_domain(one, rows) for one in fixed]
        if prod(len(values) for values, _ in domains) > MOST_FIXED:
            raise NotSeen
        sampled = any(some for _, some in domains) or rows.open.guessed
        made = []
        try:
            for chosen in product(*(values for values, _ in domains)):
                pairs = tuple(zip(fixed, chosen, strict=True))
                made.append(_view(rows, compiler, pairs, None if by_hand else most, sampled))
        except Coupled as more:
            if not more.slots - coupled or not more.slots <= set(known):
                raise NotSeen from more
            coupled |= more.slots
            continue
        yield from made
        return


def _view(
    rows: Rows, compiler: Compiler, fixed: tuple[tuple[Unknown, int], ...],
    most: Mapping[int, int] | None, sampled: bool,
) -> View:  # fmt: skip
    known = rows.open.unknowns.values()
    hands = frozenset(one.slot for one in known if one.cards)
    reader = Reader(compiler, hands, len(known), most or {})
    values = {one.slot: p.Const(value) for one, value in fixed}

    def ready(expr: p.Expr) -> p.Expr:
        expr = with_values(expr, values) if values else expr
        return expr if most is None else reader.rewritten(expr)

    tests = [ready(test) for test in rows.tests]
    gives = [[ready(value) for value in row] for row in rows.gives]
    if most is not None and not rows.always:
        for hand in sorted({feature.hand for feature in reader.found}):
            reader.rewritten(p.Op("count_bits", (p.Get(hand),)))  # gaps are told by their size
    read: set[int] = set().union(
        *map(slots_of, tests), *(slots_of(one) for row in gives for one in row)
    )
    used = {feature.hand for feature in reader.found} | (read & hands)
    free, some = [], sampled or reader.loose
    for one in known:
        if one.slot in read and not one.cards:
            numbers, not_all = _domain(one, rows)
            free.append((one, numbers))
            some = some or not_all
    return View(
        rows, fixed, tuple(free), tuple(one for one in known if one.slot in used),
        None if most is None else tuple(reader.found), len(known),
        tuple(compiler.value(test) for test in tests),
        tuple(tuple(compiler.value(value) for value in row) for row in gives),
        tuple(tests), tuple(tuple(row) for row in gives), some,
        len(known) + len(reader.found) + 64,
    )  # fmt: skip


def _domain(one: Unknown, rows: Rows) -> tuple[tuple[int, ...], bool]:
    """The values that an unknown can have, and whether these are only some of them."""
    settings = rows.open.settings
    kind = bare(one.type)
    none = (-1,) if isinstance(one.type, MaybeT) else ()
    match kind:
        case KindT():
            # three values of the ties are enough among kinds, not beside hands that are ranked
            beside = any(other.cards for other in rows.open.unknowns.values())
            return (*none, *_kinds(kind, rows.open)), beside
        case ChoiceT(words=words):
            return (*none, *range(len(words))), False
        case NumberT():
            return _numbers(one, kind, rows, none)
    single = {
        YESNO: 2, CARD: settings.cards().size, RANK: len(settings.rank_words()),
        SUIT: len(settings.suit_words()), SEAT: settings.players, SIDE: settings.sides,
    }  # fmt: skip
    if kind not in single:
        raise NotSeen
    return (*none, *range(single[kind])), False


def _kinds(kind: KindT, open_: Open) -> tuple[int, ...]:
    """Hands of every row of a ranking, by their place and three values of the ties."""
    ranking = open_.settings.game.rankings[kind.ranking]
    width = tie_width(ranking)
    return tuple(
        place * width + tie
        for place in range(len(ranking.rows))
        for tie in ((0,) if width == 1 else (0, 1, 2))
    )


def _numbers(
    one: Unknown, kind: NumberT, rows: Rows, none: tuple[int, ...]
) -> tuple[tuple[int, ...], bool]:
    """The numbers of a range; of a long one its ends, and those that the rows compare with."""
    low, high = kind.low, kind.high
    if isinstance(one.thing, g.Register) and one.thing.low is not None and one.thing.high:
        low, high = rows.open.constant(one.thing.low), rows.open.constant(one.thing.high)
    if low is not None and high is not None and high - low < MOST_NUMBERS:
        return (*none, *range(low, high + 1)), False
    near = {0, 1}
    for part in walk(rows.all):
        number = part.value if isinstance(part, p.Const) else None
        if isinstance(number, int) and abs(number) < TIE_WIDTH:
            near |= {number - 1, number, number + 1}
    ends = [end for end in (low, high) if end is not None]
    fitting = sorted(
        number for number in near | set(ends)
        if (low is None or low <= number) and (high is None or number <= high)
    )  # fmt: skip
    return (*none, *fitting[:MOST_NUMBERS]), True


def ops_of(expr: p.Expr) -> set[str]:
    """The operations in an expression."""
    return {part.name for part in walk(expr) if isinstance(part, p.Op)}


def compiler_for(open_: Open) -> Compiler:
    """What makes functions of expressions at this table."""
    settings = open_.settings
    made = Compiler(Laid(settings.cards(), settings.players, max(1, settings.sides)), False)
    made.names["m_is_run"] = is_run
    made.names["m_as_laid"] = as_laid
    return made


def as_laid(mask: int) -> tuple[int, ...]:
    """The cards of a pile in some order: the same for the same cards."""
    return Stream(mask, "pile", 0).shuffled(bits(mask))


@attrs.frozen
class Laid:
    """What a compiler asks of a machine."""

    pack: p.PackOfCards
    players: int
    sides: int


def slots_for(view_: View, values: Sequence[int | None]) -> list[int]:
    """The slots with the features of a class of hands."""
    slots = [0] * view_.width
    for k, value in enumerate(values[: len(view_.features or ())]):
        slots[view_.first + k] = 0 if value is None else value
    return slots
