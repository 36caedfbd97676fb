"""From checked values to expressions over slots, with everything constant worked out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, reduce
from math import prod
from typing import assert_never

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.ranges import may_exceed
from hoyle.dsl.limits import MAX_NUMBER, RANGE, ROUNDS
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import Meaning, builtins_of, mask_of
from hoyle.dsl.machine.context import (
    CannotLower,
    Lowered,
    LoweringContext,
    bind_variables,
    may_be_unset,
    require,
)
from hoyle.dsl.machine.folding import (
    MaskFolder,
    asks_alike,
    find_known,
    fold_op,
    keep_those,
    without_mixed,
    write_out,
)
from hoyle.dsl.machine.held_arguments import hold_to_range
from hoyle.dsl.machine.settings import Settings, maskable, shape
from hoyle.dsl.machine.slots import Family
from hoyle.dsl.node import walk
from hoyle.dsl.source import Span

NONE = p.Const(-1)
NO_ROW = -(2**63)  # what no row of a table gives
NO_ROW_FITS = "no row of "  # so begins what is said of it
MOST_WRITTEN_OUT = 6  # expressions in a function that is put in place of its call
Named = g.Define | g.Table | g.Ranking

# How the machine takes the arguments of an operation: `one` a single thing that is not none, `any`
# as it is, `mask` and `seq` a set in that shape.
OPERANDS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        ("negate", "not", "number", "side", "left", "right", "seats_from", "seats_after", "rank",
         "suit", "showing"), ("one",),
    ),
    **dict.fromkeys(
        ("plus", "minus", "times", "over", "and", "or", "less", "more", "at_most", "at_least",
         "smaller", "larger", "remainder", "sees"), ("one", "one"),
    ),
    **dict.fromkeys(
        ("rank_of_all", "suit_of_all", "ranks", "suits", "one_rank", "one_suit", "subsets",
         "groups"), ("mask",),
    ),
    **dict.fromkeys(("is", "is_not"), ("any", "any")),
    **dict.fromkeys(("melds", "rest"), ("any",)),
    **dict.fromkeys(("without", "all_in"), ("mask", "mask")),
    **dict.fromkeys(("top", "bottom", "reversed"), ("seq",)),
    **dict.fromkeys(("top_n", "repeated"), ("seq", "one")),
    **dict.fromkeys(("left_of_those", "right_of_those"), ("one", "mask")),
    "consecutive": ("mask", "any"),
    "subsets_of_size": ("mask", "one"),
}  # fmt: skip

WORKED_OUT = ("plus", "minus", "times")
PLACED = ("top", "bottom", "over", "remainder", "subsets")  # a fault there names the very words
COMPARISONS = ("less", "more", "at_most", "at_least")

# The operation of the machine on a mask, and on a sequence.
BY_SHAPE = {
    "size": ("count_bits", "count_entries"),
    "is_empty": ("is_empty", "is_empty"),
    "is_some": ("is_some", "is_some"),
    "last": ("last_bit", "last_entry"),
}

NEGATED = {
    "not_same_set": "same_set",
    "not_same_order": "same_order",
    "not_in": "in",
    "all_not_in": "all_in",
    "is_not_kind": "is_kind",
    "not_in_kinds": "in_kinds",
}

NO_PLAYER = "a card has a player once an action, or a phase that is given it, moves what was chosen"


@attrs.define(eq=False, slots=False)
class ExpressionLowering:
    """Makes the expressions of one table."""

    context: LoweringContext

    @property
    def settings(self) -> Settings:
        """The table."""
        return self.context.settings

    @property
    def env(self) -> dict[g.Var, p.Expr]:
        """What each variable in sight stands for."""
        return self.context.env

    @cached_property
    def builtins(self) -> Mapping[str, Meaning]:
        """The meaning of each operation with this pack; `reset_builtins` where the pack changes."""
        settings = self.settings
        return builtins_of(settings.known_pack(), settings.players, max(1, settings.sides))

    def reset_builtins(self) -> None:
        """The sides or the pack of the settings are known now."""
        self.__dict__.pop("builtins", None)
        self.context.functions.clear()

    # ------------------------------------------------------------------ shapes

    def op(self, name: str, *args: p.Expr) -> p.Expr:
        """An operation, worked out at once where all is constant."""
        return fold_op(self.builtins, name, args)

    def constant(self, value: g.Value) -> int:
        """The number that a value has before any play; CannotLower where it has none."""
        return find_known(self.value(value), value.span)

    def known_number(self, value: g.Value) -> int:
        """The same of a bound, which must not be none."""
        return find_known(self.needed(value), value.span)

    def _converted(self, expr: p.Expr, given: t.Type, wanted: str) -> p.Expr:
        if given == t.EMPTY:
            return p.Const(0) if wanted == "mask" else p.Const(())
        return self._reshaped(expr, shape(given), wanted)

    def _reshaped(self, expr: p.Expr, given: str, wanted: str) -> p.Expr:
        match given, wanted:
            case "int", "mask":
                return self.op("bit", expr)
            case "seq", "mask":
                return self.op("seq_mask", expr)
            case "mask", "seq":
                return self.op("mask_seq", expr)
            case "int", "seq":
                return self.op("tuple", expr)
        assert given == wanted, f"no way from {given} to {wanted}"
        return expr

    def as_mask(self, value: g.Value) -> p.Expr:
        """A value as a mask."""
        if isinstance(value, g.Op) and value.name == "list":
            return self.op("mask_of", *map(self.value, value.args))
        return self._converted(self.value(value), value.type, "mask")

    def as_seq(self, value: g.Value) -> p.Expr:
        """A value as a sequence."""
        return self._converted(self.value(value), value.type, "seq")

    def in_order(self, value: g.Value) -> p.Expr:
        """Several things as a sequence; those of a list as they are written, also under a name."""
        match value:
            case g.Op(name="list") as listed:
                return self._listed(listed)
            case g.Call(of=g.Define(value=g.Op(name="list") as listed), args=()):
                return self._listed(listed)
        return self.as_seq(value)

    def _listed(self, value: g.Op) -> p.Expr:
        """A list as it is written, and as often; what is none is left out."""
        if any(item.type.or_none for item in value.args):
            return self.op("join", *map(self._as_members, value.args))
        return self.op("tuple", *map(self.value, value.args))

    def most_in(self, value: g.Value) -> int:
        """How many things a sequence may have, at most: a list has what is written in it."""
        of = t.element(t.bare(value.type))
        most = ROUNDS.most if of is None or t.is_number(of) else self.context.members(of)
        for part in walk(value):
            match part:
                case g.Op(name="list", args=items):
                    most = max(most, len(items))
                case g.Many(index=index, places=places):
                    most = max(most, prod(self.most_in(index[place]) for place in places))
                case g.Local(var=var) if isinstance(slot := self.env.get(var), p.Get):
                    most = max(most, self.context.slots[slot.slot].size if slot.slot >= 0 else 0)
                case g.Call(of=g.Define(value=called)):
                    most = max(most, self.most_in(called))
                case g.Call(of=g.Table(rows=rows)):
                    most = max(most, *(self.most_in(row.values[-1]) for row in rows), 0)
        return min(most, ROUNDS.most)

    def each_once(self, value: g.Value) -> p.Expr:
        """Several things as a sequence, each once, where it stands first."""
        over = self.as_seq(value)
        may_repeat = any(
            isinstance(part, g.Local | g.Call | g.Op) and isinstance(t.bare(part.type), t.SequenceT)
            for part in walk(value)
            if not isinstance(part, g.Op) or part.name == "list"
        )
        return self.op("appended", p.Const(()), over) if may_repeat else over

    def changed_list(self, before: p.Expr, value: g.Value, sign: str) -> p.Expr:
        """A list in order with more at its end (`+=`), each once, or with some taken out (`-=`)."""
        if sign == "+=":
            return self.op("appended", before, self.in_order(value))
        with self.context.scratch() as slot:
            stays = self.op("not", self.op("has_bit", p.Get(slot), self.as_mask(value)))
            return p.Comprehension("filter", slot, before, False, stays, None)

    def as_type(self, value: g.Value, wanted: t.Type) -> p.Expr:
        """A value for a place of type `wanted`, of which a list holds each thing once."""
        if isinstance(wanted, t.SequenceT) and wanted.of in t.LISTED:
            return self.op("appended", p.Const(()), self.in_order(value))
        return self.in_shape(value, wanted)

    def in_shape(self, value: g.Value, wanted: t.Type) -> p.Expr:
        """A value in the shape of the type `wanted`; never none unless that may be."""
        if isinstance(t.bare(wanted), t.PlainT) and wanted == t.EMPTY:
            wanted = value.type
        want = shape(wanted)
        if want != "int":
            return self._converted(self.value(value), value.type, want)
        return self.value(value) if wanted.or_none else self.needed(value)

    def needed(self, value: g.Value) -> p.Expr:
        """A single value that must not be none: guarded where its type lets it be."""
        lowered = self.value(value)
        if not value.type.or_none or (isinstance(lowered, p.Const) and lowered != NONE):
            return lowered
        played = isinstance(value, g.Op) and value.name == "player"
        why = f": {NO_PLAYER}" if played else ", and a value is needed"
        says = f"`{value.span.words}` is none here{why}"
        return p.Guard(lowered, None, None, says, value.span)

    def operand(self, value: g.Value, way: str) -> p.Expr:
        """An argument of an operation; see OPERANDS."""
        match way:
            case "one":
                return self.needed(value)
            case "mask" | "seq":
                return self._converted(self.value(value), value.type, way)
        return self.value(value)

    # ------------------------------------------------------------------ values

    def value(self, value: g.Value) -> p.Expr:
        """The expression of a value; CannotLower where it has none at this table."""
        match value:
            case g.Const():
                return p.Const(value.value)
            case g.Literal():
                return self.literal(value)
            case g.Setting():
                return self.setting(value)
            case g.Local(var=var):
                found = self.env.get(var)
                if found is None:
                    raise CannotLower(f"`{var.name}` has no value here", value.span)
                return found
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
                return self._row_value(value)
        assert_never(value)

    def literal(self, value: g.Literal) -> p.Expr:
        """Cards, ranks and suits by their number in this table's pack."""
        settings = self.settings
        match value.what:
            case "rank":
                return p.Const(settings.rank_words().index(value.word))
            case "suit":
                return p.Const(settings.suit_words().index(value.word))
            case "order":
                return p.Const(self.order(value.word))
            case "kind":
                ranking, row = value.word.split(".", 1)
                kind = settings.game.rankings[ranking].type
                return p.Const((len(kind.rows) - 1 - kind.rows.index(row)) * kind.width)
            case "card":
                code = settings.code_of_card(value.word)
                if settings.pack is None:
                    return p.Const(code)
                found = settings.cards_of_code(code)
                return p.Const(found[value.copy] if value.copy < len(found) else -1)
        raise CannotLower(f"`{value.word}` has no value of its own", value.span)

    def order(self, name: str) -> tuple[int, ...]:
        """The ranks of an order, from the lowest."""
        words = self.settings.rank_words()
        return tuple(words.index(r) for r in reversed(self.settings.game.orders[name].ranks))

    def setting(self, value: g.Setting) -> p.Expr:
        """What is fixed for the table."""
        settings = self.settings
        match value.name:
            case "players":
                return p.Const(settings.players)
            case "sides":
                return p.Const(tuple(range(settings.sides)))
            case "seats":
                return p.Const(tuple(range(settings.players)))
            case "pack":
                return self.everything(value.span)
            case "ranks":
                return p.Const((1 << len(settings.rank_words())) - 1)
            case "suits":
                return p.Const((1 << len(settings.suit_words())) - 1)
        found = settings.options.get(value.name)
        if found is None:
            raise CannotLower("this must be known before the game begins", value.span)
        if t.bare(value.type) == t.CARD and settings.pack is not None:
            found = next(iter(settings.cards_of_code(found)), -1)
        return p.Const(found)

    def everything(self, span: Span) -> p.Const:
        """The mask of the whole pack."""
        if self.settings.pack is None:
            raise CannotLower("this must be known before the game begins", span)
        return p.Const((1 << self.settings.pack.size) - 1)

    # ------------------------------------------------------------------ places

    def ref(self, load: g.Load) -> p.Ref:
        """The slot that a place names, to be read or written."""
        family = self.context.family(load.thing)
        self.context.check_running(load.thing, load.span.find_word(load.thing.name))
        offset = self._offset(family, [self.needed(v) for v in load.index], load.span)
        return ref_of(family.base, offset)

    def _offset(self, family: Family, index: list[p.Expr], span: Span) -> p.Expr:
        whole: p.Expr = p.Const(0)
        for k, (value, size, low, kind) in enumerate(
            zip(index, family.sizes, family.lows, family.kinds, strict=True)
        ):
            if low:
                value = self.op("minus", value, p.Const(low))
            says = f"there is no such `{family.name}`"
            if isinstance(kind, t.NumberT):
                which = f" in place {k + 1}" if len(family.sizes) > 1 else ""
                says += f": its numbers{which} are {low} to {low + size - 1}"
            if not isinstance(value, p.Const):
                if isinstance(kind, t.NumberT) or not _is_in_range(value):
                    value = p.Guard(value, 0, size - 1, says, span)
            elif not (isinstance(value.value, int) and 0 <= value.value < size):
                raise CannotLower(says, span)
            whole = value if whole == p.Const(0) and size == family.count else self.op(
                "plus", self.op("times", whole, p.Const(size)), value
            )  # fmt: skip
        return whole

    def load(self, value: g.Load) -> p.Expr:
        """What a register or zone holds."""
        found = read(self.ref(value))
        if isinstance(value.thing, g.Register) and may_be_unset(value.thing):
            return p.Guard(found, None, None, f"`{value.span.words}` has no value yet", value.span)
        return found

    def many(self, value: g.Many) -> p.Expr:
        """A family applied to several: its zones or lists together."""
        thing, family = value.thing, self.context.family(value.thing)
        if isinstance(thing, g.Zone):
            inner = "seq" if thing.pile else "mask"
        else:
            inner = shape(thing.type)
        self.context.check_running(thing, value.span)

        def join(places: tuple[int, ...], members: dict[int, p.Expr]) -> p.Expr:
            if not places:
                index = [
                    members[k] if k in members else self.needed(v)
                    for k, v in enumerate(value.index)
                ]
                return read(ref_of(family.base, self._offset(family, index, value.span)))
            place, *rest = places
            over = self.as_seq(value.index[place])
            if isinstance(over, p.Const) and isinstance(over.value, tuple) and inner == "mask":
                found: p.Expr = p.Const(0)
                for member in over.value:  # known zones need no loop
                    one = join(tuple(rest), {**members, place: p.Const(member)})
                    found = one if found == p.Const(0) else self.op("union", found, one)
                return found
            kind = {"mask": "unite", "seq": "chain", "int": "chain" if rest else "list"}[inner]
            with self.context.scratch() as slot:
                each = join(tuple(rest), {**members, place: p.Get(slot)})
                return p.Comprehension(kind, slot, over, False, None, each)

        found = join(value.places, {})
        return self._reshaped(found, "mask" if inner == "mask" else "seq", shape(value.type))

    # ------------------------------------------------------------------ defines, tables, rankings

    def call(self, value: g.Call) -> p.Expr:
        """What a define, a table or a ranking gives for its arguments."""
        of = value.of
        given = self._arguments(of, value.args)
        if isinstance(of, g.Define):
            return self._apply(of, given, lambda: self.in_shape(of.value, of.type), value.span)
        of_table = isinstance(of, g.Table)
        found = self._apply(
            of,
            given,
            lambda: self._table(of) if isinstance(of, g.Table) else self._ranking(of),
            value.span,
        )
        if _last_row(found) != _no_row(of.type):
            return found
        says = f"{NO_ROW_FITS}`{of.name}` fits{'' if of_table else ' this hand'}"
        low = NO_ROW + 1 if _no_row(of.type) == p.Const(NO_ROW) else None
        return p.Guard(found, low, low and -low, says, value.span)

    def _arguments(self, of: Named, args: tuple[g.Value, ...]) -> list[p.Expr]:
        return [
            hold_to_range(self.as_type(arg, param.type), arg, param)
            for arg, param in zip(args, of.params, strict=True)
        ]

    def _apply(
        self, of: Named, given: Sequence[p.Expr], make: Callable[[], p.Expr], called: Span,
        part: int = -1,
    ) -> p.Expr:  # fmt: skip
        """A function called: it is lowered once for all calls, and anew for other constants."""
        context = self.context
        settled = tuple(arg if self.settles(arg) else None for arg in given)
        key = (of.name, part, settled)
        found = context.functions.get(key)
        if found is None:
            found = context.functions[key] = self._function(of, settled, make)
        for thing, span in found.reads.items():
            context.check_running(thing, span, called)
        rest = [arg for arg, known in zip(given, settled, strict=True) if known is None]
        return self.called(p.Call(found.function, tuple(rest)))

    def settles(self, arg: p.Expr) -> bool:
        """Whether a function is made for an argument, in place of being given it."""
        return isinstance(arg, p.Const)

    def called(self, call: p.Call) -> p.Expr:
        """A call, or what it is when written out: where that is no larger."""
        return call if call.function.size > MOST_WRITTEN_OUT else self.write_out(call)

    def list_called(self) -> tuple[p.Function, ...]:
        """The functions up to now, but for those that are written out."""
        made = (lowered.function for lowered in self.context.functions.values())
        return tuple(function for function in made if function.size > MOST_WRITTEN_OUT)

    def write_out(self, call: p.Call) -> p.Expr:
        """A function's body in place of its call."""
        context = self.context
        context.deepest = max(context.deepest, context.depth + call.function.scratch)
        return write_out(call, context.depth)

    def _function(
        self, of: Named, settled: tuple[p.Expr | None, ...], make: Callable[[], p.Expr]
    ) -> Lowered:
        """The function of a define, a table, a ranking or a row, for some arguments."""
        context, env, slots = self.context, {}, []
        with context.frame() as reads:
            for param, known in zip(of.params, settled, strict=True):
                env[param] = known or p.Get(context.take_scratch())
                if known is None:
                    slot = context.make_slot(param.name, param.type, of.span)
                    slots.append(attrs.evolve(slot, at=-context.depth))
            with bind_variables(context.env, env):
                body = make()
            gives = attrs.evolve(context.make_slot(of.name, of.type, of.span), at=0)
            made = p.Function(of.name, tuple(slots), gives, body, context.deepest, of.span)
            return Lowered(made, reads)

    def _table(self, table: g.Table) -> p.Expr:
        """What the first row that fits gives, or all that fit together."""
        rows = [
            (
                self.value(row.test),
                p.TableRow(
                    table.name, row.name, self.in_shape(row.values[-1], table.type), row.span
                ),
            )
            for row in table.rows
        ]
        if table.reading == "sum":
            whole: p.Expr = p.Const(0)
            for test, gives in rows:
                whole = self.op("plus", whole, self.op("if", test, gives, p.Const(0)))
            return whole
        found: p.Expr = _no_row(table.type)
        for test, gives in reversed(rows):
            found = self.op("if", test, gives, found)
        return found

    def _ranking(self, ranking: g.Ranking) -> p.Expr:
        """The place of the first row that fits, then its ties, as one number: more is better."""
        found: p.Expr = _no_row(ranking.type)
        says = f"hands of one kind are ranked from 0 to {t.TIE_WIDTH - 1}"
        for k, row in enumerate(reversed(ranking.rows)):
            worth: p.Expr = p.Const(k)
            room = ranking.type.width
            for value in row.values:
                tie = self.needed(value)
                width = tie_width(value)
                room //= width
                if not isinstance(tie, p.Const):
                    tie = p.Guard(tie, 0, width - 1, says, row.span)
                elif not (isinstance(tie.value, int) and 0 <= tie.value < width):
                    raise CannotLower(says, row.span)
                worth = self.op("plus", self.op("times", worth, p.Const(width)), tie)
            if room > 1:
                worth = self.op("times", worth, p.Const(room))
            gives = p.TableRow(ranking.name, row.name, worth, row.span)
            found = self.op("if", self.value(row.test), gives, found)
        return found

    def _row_value(self, value: g.RowValue) -> p.Expr:
        """What the row that a loop has reached gives; 0 where it does not fit the arguments."""
        row = self.context.table_rows.get(value.line)
        if row is None:
            raise CannotLower(f"`{value.line.name}` has no value here", value.span)

        def make() -> p.Expr:
            gives = p.TableRow(table.name, row.name, self.needed(row.values[-1]), row.span)
            return self.op("if", self.value(row.test), gives, p.Const(0))

        table, at = value.table, next(k for k, one in enumerate(value.table.rows) if one is row)
        return self._apply(table, self._arguments(table, value.args), make, value.span, at)

    # ------------------------------------------------------------------ operations

    def operation(self, value: g.Op) -> p.Expr:
        """A built-in operation, in the form that the shapes of its arguments ask for."""
        name, args = value.name, value.args
        if name in COMPARISONS and any(_is_row(arg) for arg in args):  # any hand of the row
            return self.op(name, *map(self._place_of, args))
        if name in OPERANDS:
            found = self.op(name, *map(self.operand, args, OPERANDS[name]))
            if isinstance(found, p.Op) and found.name in PLACED:
                found = attrs.evolve(found, span=value.span)
            return self._within_largest(found, value) if name in WORKED_OUT else found
        if name in BY_SHAPE:
            one, have = self.value(args[0]), shape(args[0].type)
            if have == "int":
                one = self.op("bit", one)
            return self.op(BY_SHAPE[name][have == "seq"], one)
        if name in NEGATED:
            positive = attrs.evolve(value, name=NEGATED[name])
            return self.op("not", self.operation(positive))
        match name, args:
            case "if", (test, yes, no):
                sides = (self._as_branch(side, value.type) for side in (yes, no))
                return self.op("if", self.value(test), *sides)
            case "empty", _:
                return p.Const(0)
            case "between", (low, high):
                ends = self.needed(low), self.needed(high)
                match ends:
                    case p.Const(value=int(first)), p.Const(value=int(last)):
                        require(RANGE, last - first + 1, value.span)
                return self.op("range", *ends)
            case "cards_of", (rank, suit):
                cards = self.op("rank_mask", self.needed(rank))
                return self.op("both", cards, self.op("suit_mask", self.needed(suit)))
            case "copies", (g.Literal(word=word),):
                look = self.settings.code_of_card(word)
                return p.Const(mask_of(self.settings.cards_of_code(look)))
            case "copies" | "one_of_each", (cards,):
                return self.op(name, self.as_mask(cards))
            case "list", _:
                if shape(value.type) == "mask":
                    return self.as_mask(value)
                return self._listed(value)
            case "union", _:
                if shape(value.type) == "seq":
                    return self.op("join", *map(self.as_seq, args))
                one, *others = map(self.as_mask, args)  # a listing of names is of one or many
                return reduce(lambda all_, other: self.op("union", all_, other), others, one)
            case "same_set" | "same_order", (a, b) if self._names_copies(a, b):
                looks = "looks" if name == "same_order" else "looks_in_any_order"
                return self.op("is", *(self.op(looks, self.in_order(side)) for side in (a, b)))
            case "same_set", (a, b):
                if "mask" in (shape(a.type), shape(b.type)):
                    return self.op("is", self.as_mask(a), self.as_mask(b))
                return self.op("same_entries", self.as_seq(a), self.as_seq(b))
            case "same_order", (a, b):
                return self.op("is", self.in_order(a), self.in_order(b))
            case "in", (member, several):
                return self._is_in(member, several)
            case "is_kind", (kind, row):
                return self.op("is", self._place_of(kind), self._place_of(row))
            case "in_kinds", (kind, g.Op(args=names)):
                rows = self.op("tuple", *map(self._place_of, names))
                return self.op("has_entry", self._place_of(kind), rows)
            case "height", (g.Literal(word=order), rank):
                return self.op("lookup", p.Const(self._heights(order)), self.needed(rank))
            case "in_order", (g.Literal(word=order), ranks):
                return self._in_order_of(order, self.as_mask(ranks))
            case "owner", (record,):
                return self._owner(record, value.span)
            case "player", (card,) if self.context.player_of is not None:
                return p.GetAt(self.context.player_of, self.needed(card))
            case "arrangements", (cards, g.Literal(word=meld), *others):
                return self._arranged(cards, meld, others[0] if others else None)
        raise CannotLower(f"`{name}` cannot be used here", value.span)

    def _within_largest(self, found: p.Expr, value: g.Op | g.Phrase) -> p.Expr:
        """A number that is worked out; beyond the largest it is a fault."""
        if not may_exceed(value.type):
            return found
        says = f"`{value.span.words}` is beyond {MAX_NUMBER:,}: let the numbers stay smaller"
        return p.Guard(found, -MAX_NUMBER, MAX_NUMBER, says, value.span)

    def _names_copies(self, *sides: g.Value) -> bool:
        """Whether one are cards by name, each of which means any of its copies."""
        has_copies = self.settings.game.has_copies
        return has_copies and any(t.is_by_name(side.type) for side in sides)

    def _as_members(self, item: g.Value) -> p.Expr:
        """What an element of a list adds to a sequence: itself, nothing where it is none."""
        member = self.op("tuple", self.value(item))
        if not item.type.or_none:
            return member
        given = self.op("is_not", self.value(item), NONE)
        return self.op("if", given, member, p.Const(()))

    def _as_branch(self, value: g.Value, wanted: t.Type) -> p.Expr:
        """One side of an `if`, in the shape of the whole."""
        lowered, want = self.value(value), shape(wanted)
        return lowered if want == "int" else self._converted(lowered, value.type, want)

    def _is_in(self, one: g.Value, several: g.Value) -> p.Expr:
        of = t.element(t.bare(several.type))
        if isinstance(several, g.Op) and several.name == "between":
            low, high = (self.needed(end) for end in several.args)
            above = self.op("at_least", self.value(one), low)
            return self.op("and", above, self.op("at_most", self.value(one), high))
        listed = several.args if isinstance(several, g.Op) and several.name == "list" else ()
        if any(item.type == t.NONE or item.type.or_none for item in listed):
            return self.op("has_entry", self.value(one), self.op("tuple", *map(self.value, listed)))
        if of is not None and (maskable(of) or several.type == t.EMPTY):
            return self.op("has_bit", self.value(one), self.as_mask(several))
        return self.op("has_entry", self.value(one), self.as_seq(several))

    def _place_of(self, value: g.Value) -> p.Expr:
        kind = t.bare(value.type)
        assert isinstance(kind, t.KindT)
        return self.op("kind_place", self.value(value), p.Const(kind.width))

    def _heights(self, order: str) -> tuple[int, ...]:
        """For each rank its place in an order, from 1; 0 where it has none."""
        places = {rank: k for k, rank in enumerate(self.order(order), 1)}
        return tuple(places.get(rank, 0) for rank in range(len(self.settings.rank_words())))

    def _in_order_of(self, order: str, ranks: p.Expr) -> p.Expr:
        """One number for ranks: the more the higher the first in which two hands differ."""
        heights = p.Const(tuple((1 << height) >> 1 for height in self._heights(order)))
        with self.context.scratch() as slot:
            worth = self.op("lookup", heights, p.Get(slot))
            return p.Comprehension("total", slot, ranks, True, None, worth)

    def _owner(self, record: g.Value, span: Span) -> p.Expr:
        kind = t.bare(record.type)
        assert isinstance(kind, t.RecordT)
        owners = self.context.owners.get(kind.name)
        if owners is None:
            raise CannotLower("`owner` cannot be used here", span)
        found = self.op("lookup", p.Const(owners), self.needed(record))
        says = "this record is in a list of no seat, so it has no owner"
        return p.Guard(found, None, None, says, span) if -1 in owners else found

    def _arranged(self, cards: g.Value, meld: str, others: g.Value | None) -> p.Expr:
        """Layouts of melds; with others' melds, cards may also be laid off on them."""
        define = self.settings.game.defines[meld]
        laid = self.as_seq(others) if others is not None else None
        lowered = self.as_mask(cards)
        scratch = self.context.scratch
        with scratch() as whole, scratch() as theirs, scratch() as part:
            test = self._apply(define, [p.Get(part)], lambda: self.value(define.value), cards.span)
            parts = without_mixed(p.Op("subsets", (p.Get(whole),)), test, part)
            melds = p.Comprehension("filter", part, parts, False, test, None)
            found: p.Expr = p.Op("arrangements", (p.Get(whole), melds))
            if laid is not None:
                longer = p.Op("extensions", (p.Get(theirs), p.Get(whole)))
                grown = p.Comprehension("filter", part, longer, False, test, None)
                found = p.Op("laid_off", (found, p.Get(theirs), grown))
                found = p.Bind(theirs, laid, found)
            return p.Bind(whole, lowered, found)

    def next_of_those(self, seat: p.Expr, among: p.Expr) -> p.Expr:
        """The next of some seats in the direction of play."""
        ways = [self.op(name, seat, among) for name in ("right_of_those", "left_of_those")]
        back = self.settings.game.backwards
        return ways[1] if back is None else self.op("if", self.value(back), *ways)

    # ------------------------------------------------------------------ phrases

    def phrase(self, value: g.Phrase) -> p.Expr:
        """A phrase: as masks where its test folds to one, else over the members one by one."""
        mask = value.over.type == t.EMPTY or shape(value.over.type) == "mask"
        over = self.value(value.over)
        with self.context.scratch() as slot:
            self.env[value.var] = p.Get(slot)
            where = self.value(value.where) if value.where is not None else None
            if mask and where is not None and value.var.type == t.CARD:
                folded = self.fold_mask(where, slot, exactly=True)
                if folded is not None and asks_alike(value.kind, folded):
                    over, where = keep_those(self.builtins, over, folded, slot), None
            if where is not None:
                over = without_mixed(over, where, slot)
            body = self.needed(value.value) if value.value is not None else None
        match value.kind, where:
            case "filter", None:
                return over
            case "any", None:
                return self.op("is_some", over)
            case "count", None:
                return self.op("count_bits" if mask else "count_entries", over)
        found = p.Comprehension(value.kind, slot, over, mask, where, body)
        if value.kind == "total":
            return self._within_largest(found, value)
        if value.kind == "best":
            of, cause = value.over, "there are none"
            if value.where is None and isinstance(of, g.Load) and isinstance(of.thing, g.Zone):
                cause = f"`{of.span.words}` is empty"
            says = f"there is no best one: {cause}"
            return p.Guard(found, None, None, says, value.span)
        return found

    def fold_mask(self, test: p.Expr, slot: int, exactly: bool = False) -> p.Expr | None:
        """The mask of the cards in `slot` for which a test holds; None: it has no such form.

        `exactly`: a mask that has no value only where the test of one of the cards has none.
        """
        if self.settings.pack is None:
            return None
        everything = p.Const((1 << self.settings.pack.size) - 1)
        asked = p.Get(slot) if exactly else None
        folder = MaskFolder(self.builtins, everything, slot, self.context.depth, asked)
        return folder.fold(test)


def ref_of(base: int, offset: p.Expr) -> p.Ref:
    """The slot that lies so far into its family."""
    if isinstance(offset, p.Const) and isinstance(offset.value, int):
        return p.Ref(base + offset.value)
    return p.Ref(base, offset)


def read(ref: p.Ref) -> p.Expr:
    """What a slot holds."""
    return p.Get(ref.base) if ref.index is None else p.GetAt(ref.base, ref.index)


def tie_width(value: g.Value) -> int:
    """Below what the numbers of a column of a ranking are."""
    return t.TIE_WIDTH ** (2 if isinstance(value, g.Op) and value.name == "in_order" else 1)


def _is_row(value: g.Value) -> bool:
    """Whether a value is a row of a ranking by its name."""
    return isinstance(value, g.Literal) and value.what == "kind"


def _no_row(kind: t.Type) -> p.Const:
    """What a table or ranking gives where no row fits: nothing that a row can give."""
    return p.Const(NO_ROW if isinstance(kind, t.NumberT | t.MaybeT) else -1)


def _last_row(expr: p.Expr) -> p.Expr:
    """What a table or ranking gives where no row before the last fits."""
    if expr.calls is not None:
        return _last_row(expr.calls.body)
    match expr:
        case p.Bind(body=body):
            return _last_row(body)
        case p.Op("if", (_, _, rest)):
            return _last_row(rest)
    return expr


def _is_in_range(expr: p.Expr) -> bool:
    """Whether an index is in its range by the way it was made."""
    if isinstance(expr, p.Get):
        return True
    return isinstance(expr, p.Op) and expr.name in ("left", "right", "side", "rank", "suit")
