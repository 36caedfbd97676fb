"""The rows of a table with everything that they read kept open: hands, seats, state, answers.

The rows are lowered as for a table that is played at, but what a parameter, register or zone
holds is an unknown of its own, whatever slot it would lie in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import product
from math import prod

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import NoAnswer, bits
from hoyle.dsl.machine.context import CannotLower, Lowered, may_be_unset
from hoyle.dsl.machine.lower_expressions import ExpressionLowering, tie_width
from hoyle.dsl.machine.pack import PackOfCards
from hoyle.dsl.machine.settings import WIDE, Settings, shape
from hoyle.dsl.node import Parts, select_kind, walk
from hoyle.interpreter.runtime.expression_compiler import Compiler, Value
from hoyle.interpreter.runtime.fault import NoEnd, RulesetFault
from hoyle.interpreter.runtime.generator import Stream

MAX_NUMBERS = 64  # of a range, to try them all
MAX_ASKED = 500_000  # work: what phrases may go through to ask of one case
FAILS = -1  # in place of a row: the question has no answer, as `top of` an empty pile
CASE = 100  # work: a case that is drawn or built
SCRATCH = 64  # slots that expressions need for themselves
SEATING = {"left", "right", "side", "left_of_those", "right_of_those", "seats_from", "seats_after"}
COMPARED = {"is", "is_not", "less", "more", "at_most", "at_least", "has_entry"}
UNFOLLOWED = {"random", "player", "showing", "sees", "owner", "expected"}  # the course of the game


class NotSeen(Exception):
    """The table reads something that is not followed."""


class OutOfWork(Exception):
    """No more may be asked of this table."""


@attrs.define
class Work:
    """What may still be asked of all tables: counted, so that it is the same on every machine.

    What phrases go through is counted, and CASE for each case that no list of classes bounds.
    `until` is how much must be left for others. `go_on` says whether there is time.
    """

    left: int
    until: int = 0
    go_on: Callable[[], bool] = lambda: True

    def begin(self, pieces: int, reserve: int = 0) -> None:
        """Begin the first of so many equal pieces of what is left, but for a reserve."""
        self.until = self.left - (self.left - reserve) // pieces

    def spend(self, amount: int) -> None:
        """So much has been done; OutOfWork where that was all."""
        self.left -= amount
        if self.left < self.until or not self.go_on():
            raise OutOfWork


@attrs.define(eq=False)
class Unknown:
    """What the rows read and the text does not settle; its value lies in `slot`."""

    slot: int
    type: t.Type
    name: str
    thing: g.Register | g.Zone | g.Var | None = None

    @property
    def cards(self) -> bool:
        """Whether it is a set of cards: a hand."""
        return t.element(t.bare(self.type)) == t.CARD


@attrs.frozen
class Laid:
    """What a compiler asks of a machine."""

    pack: PackOfCards
    players: int
    sides: int
    zones: tuple[p.ZonePlace, ...] = ()


@attrs.define(eq=False, slots=False)
class OpenLowering(ExpressionLowering):
    """The lowering that leaves everything open, and what may be asked of what is lowered."""

    work: Work = attrs.field(kw_only=True)
    unknowns: dict[object, Unknown] = attrs.field(factory=dict)
    read: set[str] = attrs.field(factory=set)  # the settings that were asked for
    inside: int = 0  # how many phrases go on here
    functions_inside: dict[tuple[object, ...], Lowered] = attrs.field(
        factory=dict
    )  # those lowered in a phrase
    guessed: bool = False  # whether a question was left open as a whole

    @cached_property
    def compiler(self) -> Compiler:
        """What makes functions of the expressions of this table."""
        settings = self.settings
        laid = Laid(settings.cards(), settings.players, max(1, settings.sides))
        made = Compiler(laid, False)
        made.fuel.left = MAX_ASKED
        made.names["m_as_laid"] = _lay_out
        return made

    def unknown(self, key: object, kind: t.Type, name: str, thing: object = None) -> p.Expr:
        """The expression of an unknown; hands are kept as masks, and piles laid out when asked."""
        if key not in self.unknowns:
            known = thing if isinstance(thing, g.Register | g.Zone | g.Var) else None
            self.unknowns[key] = Unknown(len(self.unknowns), kind, name, known)
        one = self.unknowns[key]
        got = p.Get(one.slot)
        return p.Op("as_laid", (got,)) if one.cards and shape(kind) == "seq" else got

    def value(self, value: g.Value) -> p.Expr:
        """A question that cannot be told apart further is an unknown answer by itself."""
        if value.type != t.YESNO:
            return super().value(value)
        try:
            return super().value(value)
        except CannotLower:
            if self.inside:
                raise
            self.guessed = True
            text = " ".join(value.span.text.split())
            return self.unknown(("question", text), t.YESNO, text)

    def setting(self, value: g.Setting) -> p.Expr:
        """What is fixed for the table; it is noted that it was asked for."""
        self.read.add(value.name)
        return super().setting(value)

    def load(self, value: g.Load) -> p.Expr:
        """What a register or zone holds: an unknown for each index."""
        index = self._index_of(value)
        of = t.element(t.bare(value.type))
        if of is not None and of != t.CARD:
            raise CannotLower("such a list is not followed", value.span)
        name = " ".join(value.span.text.split())
        key = value.thing.record, value.thing.name, index
        found = self.unknown(key, value.type, name, value.thing)
        if isinstance(value.thing, g.Register) and may_be_unset(value.thing):
            return p.Guard(found, None, None, f"`{name}` has no value yet", value.span)
        return found

    def _index_of(self, value: g.Load) -> tuple[p.Expr, ...]:
        index = tuple(self.needed(one) for one in value.index)
        if any(slot < 0 for slot in slots_of(index)):
            raise CannotLower("this depends on what a phrase goes through", value.span)
        return index

    def settles(self, arg: p.Expr) -> bool:
        """What lies in a slot is put in place of the parameter, so that it is seen what is read."""
        simple = arg.is_simple or _pile_laid(arg) is not None
        return simple and not any(slot < 0 for slot in slots_of(arg))

    def called(self, call: p.Call) -> p.Expr:
        """Every call is written out, so that a row is one expression."""
        return self.write_out(call)

    def many(self, value: g.Many) -> p.Expr:
        """Several zones together are not followed."""
        raise CannotLower("several zones are not followed", value.span)

    def operation(self, value: g.Op) -> p.Expr:
        """What depends on the course of the game is not followed."""
        if value.name in UNFOLLOWED:
            raise CannotLower("this depends on the course of the game", value.span)
        if value.name in ("top", "bottom"):
            pile = _pile_laid(self.as_seq(value.args[0]))
            of = next((one for one in self.unknowns.values() if one.slot == pile), None)
            if of is not None:
                self.guessed = True  # that it may be any card does not fit the others of the pile
                return self.unknown((value.name, pile), t.CARD, f"{value.name} of {of.name}")
        return super().operation(value)

    def phrase(self, value: g.Phrase) -> p.Expr:
        """A phrase; what it asks of each member cannot be left open as a whole."""
        self._change_functions()
        self.inside += 1
        try:
            return super().phrase(value)
        finally:
            self.inside -= 1
            self._change_functions()

    def _change_functions(self) -> None:
        """A function that was lowered outside may leave something open that is none in a phrase."""
        if not self.inside:
            context = self.context
            context.functions, self.functions_inside = self.functions_inside, context.functions

    def begin(self) -> None:
        """From here on it is noted anew what is read, by functions too."""
        self.context.functions.clear()
        self.functions_inside.clear()

    def reset_builtins(self) -> None:
        """The sides or the pack of the settings are known now."""
        super().reset_builtins()
        self.begin()


def _pile_laid(expr: p.Expr) -> int | None:
    """The slot of the unknown that is laid out as a pile; None for anything else."""
    match expr:
        case p.Op(name="as_laid", args=(p.Get(slot=slot),)):
            return slot
    return None


@lru_cache(maxsize=10_000)
def _lay_out(mask: int) -> tuple[int, ...]:
    """The cards of a pile in some order: the same for the same cards."""
    return Stream(mask, "pile", 0).shuffled(bits(mask))


# ---------------------------------------------------------------------- rows


def lower_rows(table: g.Table | g.Ranking, lowering: OpenLowering) -> Rows:
    """The rows of a table with everything open; NotSeen where they have no such form."""
    lowering.begin()
    lowering.unknowns.clear()
    lowering.guessed = False
    for param in table.params:
        lowering.env[param] = lowering.unknown(param, param.type, param.name, param)

    def value_given(value: g.Value) -> p.Expr:
        try:
            return lowering.value(value)
        except CannotLower:
            return p.Const(0)  # what is not followed

    try:
        tests = tuple(lowering.value(row.test) for row in table.rows)
    except CannotLower as problem:
        raise NotSeen from problem
    gives = tuple(tuple(value_given(value) for value in row.values) for row in table.rows)
    return Rows(table, lowering, tuple(lowering.unknowns.values()), tests, gives)


@attrs.define(eq=False, slots=False)
class Rows:
    """The rows of a table at one setting, lowered: a test each, and the values that they give.

    `free` are the unknowns that are no hands, each with the values that it is tried with; `sampled`
    says whether that leaves anything out. A case is a list of slots, made by `blank`.
    """

    table: g.Table | g.Ranking
    lowering: OpenLowering
    unknowns: tuple[Unknown, ...]
    tests: tuple[p.Expr, ...]
    gives: tuple[tuple[p.Expr, ...], ...]
    hands: tuple[Unknown, ...] = ()
    free: tuple[tuple[Unknown, tuple[int, ...]], ...] = ()
    sampled: bool = False

    def __attrs_post_init__(self) -> None:
        read = slots_of(self.all)
        used = [one for one in self.unknowns if one.slot in read]
        self.hands = tuple(one for one in used if one.cards)
        domains = [(one, self._list_values(one)) for one in used if not one.cards]
        self.free = tuple((one, values) for one, (values, _) in domains)
        self.sampled = self.lowering.guessed or not all(complete for _, (_, complete) in domains)

    @property
    def settings(self) -> Settings:
        """The table."""
        return self.lowering.settings

    @property
    def compiler(self) -> Compiler:
        """What makes functions of expressions."""
        return self.lowering.compiler

    @property
    def all(self) -> tuple[p.Expr, ...]:
        """Every expression of the rows."""
        return (*self.tests, *(value for row in self.gives for value in row))

    @property
    def pack(self) -> PackOfCards:
        """The cards."""
        return self.settings.cards()

    @cached_property
    def hand_slots(self) -> frozenset[int]:
        """The slots of the hands."""
        return frozenset(one.slot for one in self.hands)

    @property
    def always(self) -> bool:
        """Whether some row fits whatever comes."""
        return any(isinstance(test, p.Const) and test.value for test in self.tests)

    @cached_property
    def ties_fit(self) -> bool:
        """Whether the ties of a ranking surely lie in their ranges."""
        columns = [column for row in self.table.rows for column in row.values]
        bounds = (self._bounds_of(value) for row in self.gives for value in row)
        return isinstance(self.table, g.Table) or all(
            bound is not None and 0 <= bound[0] <= bound[1] < tie_width(column)
            for column, bound in zip(columns, bounds, strict=True)
        )

    def _bounds_of(self, expr: p.Expr) -> tuple[int, int] | None:
        """The lowest and highest number that an expression can be; None where that is not seen."""
        match expr:
            case p.Const(value=int(value)):
                return value, value
            case p.TableRow(value=value):
                return self._bounds_of(value)
            case p.Op("if" | "plus" as name, (*_, one, other)):
                first, second = self._bounds_of(one), self._bounds_of(other)
                if first is None or second is None:
                    return None
                lows, highs = zip(first, second, strict=True)
                return (min(lows), max(highs)) if name == "if" else (sum(lows), sum(highs))
            case p.Comprehension("total" | "highest" | "lowest" as kind, slot, over, _, _, value):
                each = self._worth_of_each(slot, over, value)
                if kind == "total":
                    low, high = sum(n for n in each if n < 0), sum(n for n in each if n > 0)
                    return (low, high) if each else None
                return (min(0, *each), max(0, *each)) if each else None
        return None

    def _worth_of_each(self, slot: int, over: p.Expr, value: p.Expr | None) -> list[int]:
        """What a phrase over cards or ranks asks of each there is; nothing where it asks more."""
        while isinstance(over, p.Comprehension) and over.kind == "filter":
            over = over.over
        ranks = isinstance(over, p.Op) and over.name == "ranks"
        if value is None or not (ranks or over.reads in self.hand_slots):
            return []
        inside = {part.binds for part in select_kind(walk(value), p.BaseExpr)}
        if slots_of(value) - inside - {slot}:
            return []
        found, ask, slots = [], self.compiler.value(value), self.blank()
        for member in range(len(self.pack.rank_words) if ranks else self.pack.size):
            slots[slot] = member
            worth = answer(ask, slots)
            if worth is not None:
                found.append(worth)
        return found

    @property
    def seated(self) -> int:
        """How many seats and sides are compared: so many must be able to differ."""
        return sum(t.bare(one.type) in (t.SEAT, t.SIDE) for one, _ in self.free)

    @cached_property
    def key(self) -> tuple[object, ...]:
        """What makes the rows: the same at two settings where these cannot be told apart."""
        round_table = operations_in(self.all) & SEATING
        seats = self.settings.players if round_table else min(self.settings.players, self.seated)
        return self.tests, self.gives, self.pack.ranks, self.pack.suits, seats

    @property
    def combinations(self) -> int:
        """How many combinations there are of what is free."""
        return prod(len(values) for _, values in self.free)

    def list_combinations(self) -> Iterator[tuple[int, ...]]:
        """Every combination of what is free."""
        return product(*(values for _, values in self.free))

    # ------------------------------------------------------------------ asking

    @cached_property
    def _asks(self) -> list[Value]:
        return [self.compiler.value(test) for test in self.tests]

    @cached_property
    def _answers(self) -> list[list[Value]]:
        return [[self.compiler.value(value) for value in row] for row in self.gives]

    def blank(self, cards: Sequence[int] = (), values: Sequence[int] | None = None) -> list[int]:
        """Slots with the cards of each hand and with values, else the first, of what is free."""
        self.renew()
        slots = [0] * (len(self.unknowns) + SCRATCH)
        for one, mask in zip(self.hands, cards, strict=False):
            slots[one.slot] = mask
        for k, (one, known) in enumerate(self.free):
            slots[one.slot] = known[0] if values is None else values[k]
        return slots

    def renew(self) -> None:
        """Another case: what was asked of the one before is counted."""
        fuel = self.compiler.fuel
        used, fuel.left = MAX_ASKED - fuel.left, MAX_ASKED
        self.lowering.work.spend(used)

    def fits(self, row: int, slots: list[int]) -> bool:
        """Whether a row fits; where that has no answer, it does not."""
        return bool(answer(self._asks[row], slots))

    def first_fit(self, slots: list[int]) -> int | None:
        """The first row that fits; None too where the answer fails at a row before one does."""
        row = self.find_first(slots)
        return None if row == FAILS else row

    def find_first(self, slots: list[int]) -> int | None:
        """The first row that fits; FAILS where there is no answer at a row before one does."""
        try:
            for row, ask in enumerate(self._asks):
                if ask(slots):
                    return row
        except NoEnd:
            raise
        except (RulesetFault, NoAnswer):
            return FAILS
        return None

    def fails(self, slots: list[int]) -> bool:
        """Whether some row cannot be asked."""
        return any(answer(ask, slots) is None for ask in self._asks)

    def values_of(self, row: int, slots: list[int]) -> list[int | None]:
        """What a row gives: None where there is no answer."""
        return [answer(value, slots) for value in self._answers[row]]

    # ------------------------------------------------------------------ values to try

    def _list_values(self, one: Unknown) -> tuple[tuple[int, ...], bool]:
        """The values that an unknown is tried with, and whether these are all."""
        kind = t.bare(one.type)
        none = (-1,) if one.type.or_none else ()
        if isinstance(kind, t.NumberT):
            return self._list_numbers(one, kind, none)
        if isinstance(kind, t.KindT):
            # three values of the ties are enough among kinds, not beside hands that are ranked
            ties = (0,) if kind.width == 1 else (0, 1, 2)
            kinds = [place * kind.width + tie for place in range(len(kind.rows)) for tie in ties]
            return (*none, *kinds), not any(other.cards for other in self.unknowns)
        members = self.settings.members(kind)
        if members == WIDE:
            raise NotSeen
        return (*none, *range(members)), True

    def _list_numbers(
        self, one: Unknown, kind: t.NumberT, none: tuple[int, ...]
    ) -> tuple[tuple[int, ...], bool]:
        """The numbers of a range; of a long one its ends, and those that the rows compare with."""
        low, high = kind.low, kind.high
        if isinstance(one.thing, g.Register) and one.thing.low is not None and one.thing.high:
            low = self.lowering.constant(one.thing.low)
            high = self.lowering.constant(one.thing.high)
        if low is not None and high is not None and high - low < MAX_NUMBERS:
            return (*none, *range(low, high + 1)), True
        near, compared = {0, 1}, {end for end in (low, high) if end is not None}
        for part in walk(self.all):
            number = part.value if isinstance(part, p.Const) else None
            if isinstance(number, int) and abs(number) < t.TIE_WIDTH:
                near |= {number - 1, number, number + 1}
            compared |= _bounds_in(part)

        def fitting(numbers: set[int]) -> list[int]:
            return sorted(
                number for number in numbers
                if (low is None or low <= number) and (high is None or number <= high)
            )  # fmt: skip

        # those that are compared with are tried however many; of the others not too many
        chosen = {*fitting(compared), *fitting(near)[:MAX_NUMBERS]}
        return (*none, *sorted(chosen)), False


def _bounds_in(part: object) -> set[int]:
    """The numbers that a comparison names, each with its neighbours."""
    if not (isinstance(part, p.Op) and part.name in COMPARED):
        return set()
    named = [arg.value for arg in part.args if isinstance(arg, p.Const)]
    numbers = [n for one in named for n in (one if isinstance(one, tuple) else (one,))]
    return {number + by for number in numbers for by in (-1, 0, 1)}


def holds(test: Value, slots: list[int]) -> bool:
    """Whether a question is answered with yes; where there is no answer, it may be.

    NoEnd where it is too much work to say.
    """
    try:
        return bool(test(slots))
    except NoEnd:
        raise
    except (RulesetFault, NoAnswer):
        return True


def answer(value: Value, slots: list[int]) -> int | None:
    """A number; None where there is no answer. NoEnd where it is too much work to say."""
    try:
        return int(value(slots))
    except NoEnd:
        raise
    except (RulesetFault, NoAnswer):
        return None


def slots_of(parts: Parts) -> set[int]:
    """Every slot that expressions read, scratch slots too."""
    return {part.slot for part in walk(parts) if isinstance(part, p.Get)}


def operations_in(parts: Parts) -> set[str]:
    """The operations in expressions."""
    return {part.name for part in walk(parts) if isinstance(part, p.Op)}


# ---------------------------------------------------------------------- in words


def format_hand(pack: PackOfCards, mask: int) -> str:
    """`K♠ Q♠ 2♥`: suit by suit, the last of the pack's ranks first."""
    cards = sorted(bits(mask), key=lambda card: (pack.suits[card], -pack.ranks[card], card))
    words = [pack.write(card) for card in cards]
    return (", " if any(" " in word for word in words) else " ").join(words) or "no card"


def format_value(settings: Settings, kind: t.Type, value: int) -> str:
    """A value by its word in the rules; seats and sides by their number."""
    inner = t.bare(kind)
    if value == -1 and inner != kind:
        return "none"
    if isinstance(inner, t.KindT):
        return inner.find_row(value)
    if inner == t.CARD:
        return format_hand(settings.cards(), 1 << value)
    if inner in (t.SEAT, t.SIDE):
        return f"{'seat' if inner == t.SEAT else 'side'} {value + 1}"
    known: dict[t.Type, tuple[str, ...] | None] = {
        t.YESNO: ("no", "yes"), t.RANK: settings.rank_words(), t.SUIT: settings.suit_words(),
    }  # fmt: skip
    words = known.get(inner, inner.answers)
    return str(value) if words is None else words[value]
