"""From checked values to expressions over slots, with everything constant worked out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import assert_never

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import (
    CARD,
    EMPTY,
    SEAT,
    YESNO,
    ChoiceT,
    KindT,
    MaybeT,
    NumberT,
    PlainT,
    Type,
    bare,
    element,
)
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.fold import fold, mentions
from hoyle.dsl.machine.meaning import Meaning, NoAnswer, meanings
from hoyle.dsl.machine.settings import Settings, maskable, shape
from hoyle.dsl.source import Span

TIE_WIDTH = 1000
SAME_NAME = {
    "plus", "minus", "times", "over", "negate", "not", "and", "or", "less", "more", "at_most",
    "at_least", "is", "is_not", "smaller", "larger", "number", "side", "left", "right",
    "seats_from", "seats_after", "melds", "rest",
}  # fmt: skip
# operation -> its meaning's name, on a mask and on a sequence
BY_SHAPE = {
    "size": ("count_bits", "count_entries"),
    "is_empty": ("is_empty", "is_empty"),
    "is_some": ("is_some", "is_some"),
    "last": ("last_bit", "last_entry"),
}
ON_MASKS = {
    "rank_of_all", "suit_of_all", "ranks", "suits", "one_rank", "one_suit", "subsets", "groups",
}  # fmt: skip


class CannotLower(Exception):
    """A construct that the checker lets through and the machine has no form for."""

    def __init__(self, says: str, span: Span) -> None:
        super().__init__(says)
        self.says, self.span = says, span


@attrs.define(eq=False)
class Values:
    """The part of the lowering that deals with values."""

    settings: Settings
    env: dict[g.Var, p.Expr] = attrs.field(factory=dict)
    families: dict[tuple[str | None, str], p.Family] = attrs.field(factory=dict)
    meaning: dict[str, Meaning] = attrs.field(factory=dict)
    depth: int = 0
    deepest: int = 0
    player_of: int | None = None
    shown: int | None = None
    told: int | None = None
    owners: dict[str, tuple[int, ...]] = attrs.field(factory=dict)
    lists: dict[g.Register, tuple[int, int]] = attrs.field(factory=dict)
    running: list[str] = attrs.field(factory=list)
    rows_in_hand: dict[g.Var, g.Row] = attrs.field(factory=dict)
    needs_value: bool = True

    # ------------------------------------------------------------------ building

    def op(self, name: str, *args: p.Expr) -> p.Expr:
        """An operation, worked out at once where all is constant."""
        if name in ("and", "or"):
            a, b = args
            decided = 0 if name == "and" else 1
            for one, other in ((a, b), (b, a)):
                if isinstance(one, p.K):
                    return p.K(decided) if bool(one.value) == bool(decided) else other
        if name == "if" and isinstance(args[0], p.K):
            return args[1] if args[0].value else args[2]
        meaning = self.meaning.get(name)
        if meaning is not None and all(isinstance(a, p.K) for a in args):
            try:
                return p.K(meaning(*(a.value for a in args)))  # type: ignore[union-attr]
            except NoAnswer:
                pass  # left to the moment when it is asked
        return p.Op(name, args)

    @contextmanager
    def scratch(self) -> Iterator[int]:
        """A slot that no state keeps, for the time of one expression."""
        self.depth += 1
        self.deepest = max(self.deepest, self.depth)
        try:
            yield -self.depth
        finally:
            self.depth -= 1

    def constant(self, value: g.Value) -> int:
        """The number that a value has before any play."""
        lowered = self.value(value)
        if isinstance(lowered, p.K) and isinstance(lowered.value, int):
            return lowered.value
        raise CannotLower("this must be known before the game begins", value.span)

    def converted(self, expr: p.Expr, given: Type, wanted: str) -> p.Expr:
        """An expression in another shape."""
        if given == EMPTY:
            return p.K(0) if wanted == "mask" else p.K(())
        have = shape(given)
        if have == wanted:
            return expr
        if wanted == "mask":
            return self.op("bit" if have == "int" else "seq_mask", expr)
        if wanted == "seq":
            return self.op("mask_seq" if have == "mask" else "tuple", expr)
        raise AssertionError(f"no way from {have} to {wanted}")

    def as_mask(self, value: g.Value) -> p.Expr:
        """A value as a mask."""
        return self.converted(self.value(value), value.type, "mask")

    def as_seq(self, value: g.Value) -> p.Expr:
        """A value as a sequence."""
        return self.converted(self.value(value), value.type, "seq")

    def as_type(self, value: g.Value, wanted: Type) -> p.Expr:
        """A value in the shape that a place of type `wanted` has; never none unless it may be."""
        if isinstance(bare(wanted), PlainT) and wanted == EMPTY:
            wanted = value.type
        want = shape(wanted)
        if want != "int":
            return self.converted(self.value(value), value.type, want)
        if isinstance(wanted, MaybeT):
            return self.value(value)
        return self.needed(value)

    def needed(self, value: g.Value) -> p.Expr:
        """A single value that must not be none."""
        lowered = self.value(value)
        return self.not_none(lowered, value)

    def not_none(self, lowered: p.Expr, value: g.Value) -> p.Expr:
        """Trap none where it can be."""
        if not may_be_none(value):
            return lowered
        says = f"`{' '.join(value.span.text.split())}` is none here, and a value is needed"
        return p.Trapped(lowered, None, None, says, value.span)

    # ------------------------------------------------------------------ values

    def value(self, value: g.Value) -> p.Expr:
        """The expression of a value."""
        match value:
            case g.Const():
                return p.K(value.value)
            case g.Literal():
                return self.literal(value)
            case g.Setting():
                return self.setting(value)
            case g.Local():
                return self.variable(value)
            case g.Load():
                return self.load(value)
            case g.Many():
                return self.many(value)
            case g.Call():
                return self.call(value)
            case g.Op():
                return self.operation(value)
            case g.Phrase():
                return self.phrase(value)
            case g.RowValue():
                return self.row_value(value)
        assert_never(value)

    def variable(self, value: g.Local) -> p.Expr:
        """A variable in sight."""
        found = self.env.get(value.var)
        if found is None:
            raise CannotLower(f"`{value.var.name}` has no value here", value.span)
        return found

    def literal(self, value: g.Literal) -> p.Expr:
        """Cards, ranks and suits by their number in this table's pack."""
        settings = self.settings
        match value.what:
            case "rank":
                return p.K(settings.rank_words().index(value.word))
            case "suit":
                return p.K(settings.suit_words().index(value.word))
            case "order":
                return p.K(self.order(value.word))
            case "kind":
                ranking, row = value.word.split(".", 1)
                names = [r.name for r in settings.game.rankings[ranking].rows]
                return p.K(len(names) - 1 - names.index(row))
            case "card":
                code = settings.code_of_card(value.word)
                if settings.pack is None:
                    return p.K(code)
                found = [
                    card for card in range(settings.pack.size)
                    if (settings.pack.ranks[card], settings.pack.suits[card]) == divmod(code, 8)
                ]  # fmt: skip
                return p.K(found[min(int(value.twin), len(found) - 1)] if found else -1)
        raise CannotLower(f"`{value.word}` has no value of its own", value.span)

    def order(self, name: str) -> tuple[int, ...]:
        """The ranks of an order from the lowest, by number."""
        words = self.settings.rank_words()
        return tuple(words.index(r) for r in reversed(self.settings.game.orders[name].ranks))

    def setting(self, value: g.Setting) -> p.Expr:
        """What is fixed for the table."""
        settings = self.settings
        match value.name:
            case "players":
                return p.K(settings.players)
            case "sides":
                return p.K(tuple(range(settings.sides)))
            case "seats":
                return p.K(tuple(range(settings.players)))
            case "pack":
                return p.K((1 << settings.cards().size) - 1)
            case "ranks":
                return p.K((1 << len(settings.rank_words())) - 1)
            case "suits":
                return p.K((1 << len(settings.suit_words())) - 1)
        found = settings.options[value.name]
        if bare(value.type) == CARD and settings.pack is not None:
            found = settings.card_of_code(found)
        return p.K(found)

    # ------------------------------------------------------------------ places

    def family(self, thing: g.Register | g.Zone) -> p.Family:
        """The slots of a declaration."""
        return self.families[thing.record, thing.name]

    def ref(self, load: g.Load) -> p.Ref:
        """The slot that a place names, to be written."""
        family = self.family(load.thing)
        self.check_running(load)
        offset = self.offset(family, [self.needed(v) for v in load.index], load.span)
        if isinstance(offset, p.K):
            assert isinstance(offset.value, int)
            return p.Ref(family.base + offset.value)
        return p.Ref(family.base, offset)

    def offset(self, family: p.Family, index: list[p.Expr], span: Span) -> p.Expr:
        """How far into its family a slot lies."""
        whole: p.Expr = p.K(0)
        for value, size, low in zip(index, family.sizes, family.lows, strict=True):
            if low:
                value = self.op("minus", value, p.K(low))
            if not isinstance(value, p.K) and len(family.sizes) > 0 and not is_safe(value):
                says = f"there is no such `{family.name}`"
                value = p.Trapped(value, 0, size - 1, says, span)
            elif isinstance(value, p.K) and not 0 <= int(value.value) < size:  # type: ignore[arg-type]
                raise CannotLower(f"there is no such `{family.name}`", span)
            whole = value if whole == p.K(0) and size == family.count else self.op(
                "plus", self.op("times", whole, p.K(size)), value
            )  # fmt: skip
        return whole

    def load(self, value: g.Load) -> p.Expr:
        """What a register or zone holds."""
        ref = self.ref(value)
        found: p.Expr = p.Get(ref.base) if ref.index is None else p.GetAt(ref.base, ref.index)
        if isinstance(value.thing, g.Register) and may_be_unset(value.thing):
            says = f"`{' '.join(value.span.text.split())}` has no value yet"
            found = p.Trapped(found, None, None, says, value.span)
        return found

    def check_running(self, value: g.Load) -> None:
        """The state of a phase is there only while the phase runs."""
        phase = getattr(value.thing, "phase", None)
        if phase is not None and phase not in self.running:
            raise CannotLower(
                f"`{value.thing.name}` is kept only while `{phase}` runs, which it does not here",
                Span(value.span.source, value.span.start, value.span.start + len(value.thing.name)),
            )

    def many(self, value: g.Many) -> p.Expr:
        """A family applied to several: its zones or lists together."""
        family = self.family(value.thing)
        kind = element(value.type)
        place = value.index[value.place]
        over = self.as_seq(place)
        inner = shape(value.thing.type if isinstance(value.thing, g.Register) else value.type)
        if isinstance(value.thing, g.Zone):
            inner = "seq" if value.thing.pile else "mask"
        if isinstance(value.thing, g.Register) and value.thing.phase is not None:
            if value.thing.phase not in self.running:
                raise CannotLower(
                    f"`{value.thing.name}` is kept only while `{value.thing.phase}` runs, which it "
                    "does not here", value.span,
                )  # fmt: skip
        with self.scratch() as slot:
            index = [
                p.Get(slot) if k == value.place else self.needed(v)
                for k, v in enumerate(value.index)
            ]
            one = p.GetAt(family.base, self.offset(family, index, value.span))
            each: p.Expr = p.Each(
                {"mask": "unite", "seq": "chain", "int": "list"}[inner], slot, over, False, None, one
            )
        if isinstance(over, p.K) and inner == "mask":
            each = self.united(family, over, value)
        del kind
        return self.converted_shape(each, "seq" if inner != "mask" else "mask", shape(value.type))

    def united(self, family: p.Family, over: p.K, value: g.Many) -> p.Expr:
        """The union of known zones, without a loop."""
        assert isinstance(over.value, tuple)
        whole: p.Expr = p.K(0)
        for member in over.value:
            index = [
                p.K(member) if k == value.place else self.needed(v)
                for k, v in enumerate(value.index)
            ]
            offset = self.offset(family, index, value.span)
            one: p.Expr = p.GetAt(family.base, offset)
            if isinstance(offset, p.K):
                assert isinstance(offset.value, int)
                one = p.Get(family.base + offset.value)
            whole = one if whole == p.K(0) else self.op("union", whole, one)
        return whole

    def converted_shape(self, expr: p.Expr, have: str, want: str) -> p.Expr:
        """Between masks and sequences."""
        if have == want:
            return expr
        return self.op("seq_mask" if want == "mask" else "mask_seq", expr)

    # ------------------------------------------------------------------ definitions and tables

    def call(self, value: g.Call) -> p.Expr:
        """A define, table or ranking, put in place of its name."""
        with self.bound(value.of.params, value.args) as binds:
            match value.of:
                case g.Define(value=body, type=kind):
                    found = self.as_type(body, kind)
                case g.Table():
                    found = self.table(value.of, value.span)
                case g.Ranking():
                    found = self.ranking(value.of, value.span)
        for slot, expr in reversed(binds):
            found = p.Bind(slot, expr, found)
        return found

    @contextmanager
    def bound(
        self, params: tuple[g.Var, ...], args: tuple[g.Value, ...]
    ) -> Iterator[list[tuple[int, p.Expr]]]:
        """Parameters stand for their arguments; what costs work is kept in scratch slots."""
        binds: list[tuple[int, p.Expr]] = []
        before = {param: self.env.get(param) for param in params}
        depth = self.depth
        found: dict[g.Var, p.Expr] = {}
        for param, arg in zip(params, args, strict=True):
            expr = found[param] = self.as_type(arg, param.type)
            if not is_simple(expr):  # the next argument may not use this one's slot
                self.depth += 1
                self.deepest = max(self.deepest, self.depth)
                binds.append((-self.depth, expr))
                found[param] = p.Get(-self.depth)
        self.env.update(found)
        try:
            yield binds
        finally:
            self.depth = depth
            for param, old in before.items():
                if old is None:
                    self.env.pop(param, None)
                else:
                    self.env[param] = old

    def table(self, table: g.Table, span: Span) -> p.Expr:
        """The first row that fits, or the sum of all."""
        if table.reading == "sum":
            whole: p.Expr = p.K(0)
            for row in table.rows:
                test = self.value(row.test)
                gives = p.Noted(table.name, row.name, self.as_type(row.values[-1], table.type), row.span)
                whole = self.op("plus", whole, self.op("if", test, gives, p.K(0)))
            return whole
        says = f"no row of `{table.name}` fits here"
        found: p.Expr = p.Trapped(p.K(-1), None, None, says, span)
        if any(isinstance(row.values[-1].type, MaybeT) for row in table.rows):
            found = p.Trapped(p.K(0), 1, 1, says, span)
        for row in reversed(table.rows):
            test = self.value(row.test)
            gives: p.Expr = p.Noted(
                table.name, row.name, self.as_type(row.values[-1], table.type), row.span
            )
            found = self.op("if", test, gives, found)
        return found

    def ranking(self, ranking: g.Ranking, span: Span) -> p.Expr:
        """The place of the first row that fits, then its ties, as one number: more is better."""
        says = f"no row of `{ranking.name}` fits this hand"
        found: p.Expr = p.Trapped(p.K(-1), None, None, says, span)
        count = len(ranking.rows)
        width = self.tie_width(ranking)
        for k, row in reversed(list(enumerate(ranking.rows))):
            worth: p.Expr = p.K(count - 1 - k)
            for column in range(self.tie_columns(ranking)):
                tie = self.needed(row.values[column]) if column < len(row.values) else p.K(0)
                if not isinstance(tie, p.K):
                    tie = p.Trapped(tie, 0, TIE_WIDTH - 1, "this ranks hands from 0 to 999", row.span)
                worth = self.op("plus", self.op("times", worth, p.K(TIE_WIDTH)), tie)
            test = self.value(row.test)
            gives = p.Noted(ranking.name, row.name, worth, row.span)
            found = self.op("if", test, gives, found)
        del width
        return found

    def tie_columns(self, ranking: g.Ranking) -> int:
        """The most columns that rank hands of one kind."""
        return max((len(row.values) for row in ranking.rows), default=0)

    def tie_width(self, ranking: g.Ranking) -> int:
        """By what a ranking's value is divided to get the place alone."""
        width: int = TIE_WIDTH ** self.tie_columns(ranking)
        return width

    def row_value(self, value: g.RowValue) -> p.Expr:
        """What the row in hand gives for these arguments; 0 where it does not fit."""
        row = self.rows_in_hand[value.line]
        with self.bound(value.table.params, value.args) as binds:
            test = self.value(row.test)
            gives = p.Noted(value.table.name, row.name, self.needed(row.values[-1]), row.span)
            found = self.op("if", test, gives, p.K(0))
        for slot, expr in reversed(binds):
            found = p.Bind(slot, expr, found)
        return found

    # ------------------------------------------------------------------ operations

    def operation(self, value: g.Op) -> p.Expr:
        """A built-in operation, in the form that the shapes of its arguments ask for."""
        name, args = value.name, value.args
        if name in ("is", "is_not") and YESNO in (args[0].type, args[1].type):
            pass
        if name in SAME_NAME:
            if name in ("is", "is_not"):
                return self.op(name, self.value(args[0]), self.value(args[1]))
            if name in ("melds", "rest"):
                return self.op(name, self.value(args[0]))
            return self.op(name, *(self.needed(a) for a in args))
        if name in BY_SHAPE:
            one = self.value(args[0])
            have = shape(args[0].type)
            if have == "int":
                one, have = self.op("bit", one), "mask"
            return self.op(BY_SHAPE[name][have == "seq"], one)
        if name in ON_MASKS:
            return self.op(name, self.as_mask(args[0]))
        method = getattr(self, f"_{name}", None)
        if method is None:
            raise CannotLower(f"`{name}` cannot be used here", value.span)
        found: p.Expr = method(value)
        return found

    def _if(self, value: g.Op) -> p.Expr:
        test, yes, no = value.args
        return self.op(
            "if", self.value(test), self.as_branch(yes, value.type), self.as_branch(no, value.type)
        )

    def as_branch(self, value: g.Value, wanted: Type) -> p.Expr:
        """One side of an `if`, in the shape of the whole."""
        want = shape(wanted)
        if want == "int":
            return self.value(value)
        return self.converted(self.value(value), value.type, want)

    def _empty(self, value: g.Op) -> p.Expr:
        return p.K(0)

    def _cards_of(self, value: g.Op) -> p.Expr:
        rank, suit = (self.needed(a) for a in value.args)
        return self.op("both", self.op("rank_mask", rank), self.op("suit_mask", suit))

    def _list(self, value: g.Op) -> p.Expr:
        of = element(value.type)
        parts = [self.value(a) for a in value.args]
        if of is not None and maskable(bare(of)):
            return self.op("mask_of", *parts)
        return self.op("tuple", *parts)

    def _between(self, value: g.Op) -> p.Expr:
        return self.op("range", *(self.needed(a) for a in value.args))

    def _union(self, value: g.Op) -> p.Expr:
        if shape(value.type) == "seq":
            return self.op("join", *(self.as_seq(a) for a in value.args))
        return self.op("union", *(self.as_mask(a) for a in value.args))

    def _without(self, value: g.Op) -> p.Expr:
        return self.op("without", *(self.as_mask(a) for a in value.args))

    def _same_set(self, value: g.Op) -> p.Expr:
        a, b = value.args
        if "mask" in (shape(a.type), shape(b.type)):
            return self.op("is", self.as_mask(a), self.as_mask(b))
        return self.op("same_entries", self.as_seq(a), self.as_seq(b))

    def _not_same_set(self, value: g.Op) -> p.Expr:
        return self.op("not", self._same_set(value))

    def _in(self, value: g.Op) -> p.Expr:
        one, several = value.args
        of = element(bare(several.type))
        if isinstance(several, g.Op) and several.name == "between":
            low, high = (self.needed(a) for a in several.args)
            return self.op(
                "and", self.op("at_least", self.value(one), low),
                self.op("at_most", self.value(one), high),
            )  # fmt: skip
        if of is not None and (maskable(bare(of)) or several.type == EMPTY):
            return self.op("has_bit", self.value(one), self.as_mask(several))
        return self.op("has_entry", self.value(one), self.as_seq(several))

    def _not_in(self, value: g.Op) -> p.Expr:
        return self.op("not", self._in(value))

    def _all_in(self, value: g.Op) -> p.Expr:
        return self.op("all_in", *(self.as_mask(a) for a in value.args))

    def _all_not_in(self, value: g.Op) -> p.Expr:
        return self.op("not", self._all_in(value))

    def place_of(self, value: g.Value) -> p.Expr:
        """The row of a ranking's value, without its ties."""
        kind = bare(value.type)
        assert isinstance(kind, KindT)
        width = self.tie_width(self.settings.game.rankings[kind.ranking])
        return self.op("kind_place", self.value(value), p.K(width))

    def _is_kind(self, value: g.Op) -> p.Expr:
        return self.op("is", self.place_of(value.args[0]), self.value(value.args[1]))

    def _is_not_kind(self, value: g.Op) -> p.Expr:
        return self.op("not", self._is_kind(value))

    def _in_kinds(self, value: g.Op) -> p.Expr:
        kind, names = value.args
        assert isinstance(names, g.Op)
        return self.op("has_entry", self.place_of(kind), self.op("tuple", *map(self.value, names.args)))

    def _not_in_kinds(self, value: g.Op) -> p.Expr:
        return self.op("not", self._in_kinds(value))

    def _height(self, value: g.Op) -> p.Expr:
        order, rank = value.args
        assert isinstance(order, g.Literal)
        places = self.order(order.word)
        heights = tuple(
            max((k + 1 for k, r in enumerate(places) if r == rank_), default=0)
            for rank_ in range(len(self.settings.rank_words()))
        )
        return self.op("lookup", p.K(heights), self.needed(rank))

    def _top(self, value: g.Op) -> p.Expr:
        return self.op("top", self.as_seq(value.args[0]))

    def _top_2(self, value: g.Op) -> p.Expr:
        return self.op("top_n", self.as_seq(value.args[0]), self.needed(value.args[1]))

    def _bottom(self, value: g.Op) -> p.Expr:
        return self.op("bottom", self.as_seq(value.args[0]))

    def _reversed(self, value: g.Op) -> p.Expr:
        return self.op("reversed", self.as_seq(value.args[0]))

    def _rank(self, value: g.Op) -> p.Expr:
        return self.op("rank", self.needed(value.args[0]))

    def _suit(self, value: g.Op) -> p.Expr:
        return self.op("suit", self.needed(value.args[0]))

    def _owner(self, value: g.Op) -> p.Expr:
        kind = bare(value.args[0].type)
        return self.op("lookup", p.K(self.owners[getattr(kind, "name", "")]), self.needed(value.args[0]))

    def _left_2(self, value: g.Op) -> p.Expr:
        return self.op("left_of_those", self.needed(value.args[0]), self.as_mask(value.args[1]))

    def _right_2(self, value: g.Op) -> p.Expr:
        return self.op("right_of_those", self.needed(value.args[0]), self.as_mask(value.args[1]))

    def _player(self, value: g.Op) -> p.Expr:
        assert self.player_of is not None
        return p.GetAt(self.player_of, self.needed(value.args[0]))

    def _consecutive(self, value: g.Op) -> p.Expr:
        return self.op("consecutive", self.as_mask(value.args[0]), self.value(value.args[1]))

    def _subsets_2(self, value: g.Op) -> p.Expr:
        return self.op("subsets_of_size", self.as_mask(value.args[0]), self.needed(value.args[1]))

    def _arrangements(self, value: g.Op) -> p.Expr:
        cards, meld = value.args
        assert isinstance(meld, g.Literal)
        define = self.settings.game.defines[meld.word]
        with self.scratch() as whole, self.scratch() as part:
            self.env[define.params[0]] = p.Get(part)
            test = self.value(define.value)
            melds = p.Each("filter", part, self.op("subsets", p.Get(whole)), False, test, None)
            return p.Bind(whole, self.as_mask(cards), p.Op("arrangements", (p.Get(whole), melds)))

    def _showing(self, value: g.Op) -> p.Expr:
        return p.Op("showing", (self.needed(value.args[0]),))

    def _sees(self, value: g.Op) -> p.Expr:
        return p.Op("sees", tuple(self.needed(a) for a in value.args))

    # ------------------------------------------------------------------ phrases

    def phrase(self, value: g.Phrase) -> p.Expr:
        """A phrase: as masks where its test folds to one, else over the members one by one."""
        have = shape(value.over.type)
        over = self.value(value.over)
        if value.over.type == EMPTY:
            have = "mask"
        with self.scratch() as slot:
            self.env[value.var] = p.Get(slot)
            where = self.value(value.where) if value.where is not None else None
            if have == "mask" and where is not None and value.var.type == CARD:
                folded = fold(self, where, slot)
                if folded is not None and not mentions(folded, slot):
                    over, where = self.op("both", over, folded), None
            found = self.phrase_value(value, slot, over, have == "mask", where)
        return found

    def phrase_value(
        self, value: g.Phrase, slot: int, over: p.Expr, mask: bool, where: p.Expr | None
    ) -> p.Expr:
        """What the phrase gives, its set being narrowed as far as masks go."""
        kind = value.kind
        body = self.needed(value.value) if value.value is not None else None
        if where is None:
            if kind == "filter":
                return over
            if kind == "any":
                return self.op("is_some", over)
            if kind == "count":
                return self.op("count_bits" if mask else "count_entries", over)
        if kind in ("highest", "lowest", "best"):
            each: p.Expr = p.Each(kind, slot, over, mask, where, body)
            says = "there is none among which to look"
            return p.Trapped(each, None, None, says, value.span) if kind == "best" else each
        return p.Each(kind, slot, over, mask, where, body)


def is_simple(expr: p.Expr) -> bool:
    """Whether an expression costs nothing to work out again."""
    return isinstance(expr, p.K | p.Get) or (
        isinstance(expr, p.GetAt) and isinstance(expr.index, p.Get)
    )


def is_safe(expr: p.Expr) -> bool:
    """Whether an index is in its range by the way it was made."""
    if isinstance(expr, p.Get):
        return True
    return isinstance(expr, p.Op) and expr.name in ("left", "right", "side", "rank", "suit")


def may_be_unset(thing: g.Register) -> bool:
    """Whether a register can be read before it is set."""
    return (
        thing.default is None
        and thing.record is None
        and not isinstance(thing.type, MaybeT | NumberT)
        and shape(thing.type) == "int"
    )


def may_be_none(value: g.Value) -> bool:
    """Whether a value can be none as far as its type tells."""
    return isinstance(value.type, MaybeT)


def plain_alternatives(kind: Type) -> tuple[str, ...]:
    """The words of named alternatives."""
    kind = bare(kind)
    return kind.words if isinstance(kind, ChoiceT) else ()


def is_seat(kind: Type) -> bool:
    """Whether a type is a seat."""
    return bare(kind) == SEAT


def rebuilt(values: Values, pack: p.PackOfCards) -> None:
    """Give the operations their meaning for this pack."""
    settings = values.settings
    values.meaning = meanings(pack, settings.players, max(1, settings.sides))
