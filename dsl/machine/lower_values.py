"""From checked values to expressions over slots, with everything constant worked out."""

from __future__ import annotations

from typing import assert_never

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import (
    CARD,
    NumberT,
    bare,
    element,
)
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.lower_operations import Operations
from hoyle.dsl.machine.lowering import (
    CannotLower,
    is_safe,
    may_be_unset,
)
from hoyle.dsl.machine.settings import shape
from hoyle.dsl.source import Span


@attrs.define(eq=False)
class Values(Operations):
    """Names, settings, registers and zones."""

    def value(self, value: g.Value) -> p.Expr:
        """The expression of a value."""
        match value:
            case g.Const():
                return p.Const(value.value)
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
                return p.Const(settings.rank_words().index(value.word))
            case "suit":
                return p.Const(settings.suit_words().index(value.word))
            case "order":
                return p.Const(self.order(value.word))
            case "kind":
                ranking, row = value.word.split(".", 1)
                names = [r.name for r in settings.game.rankings[ranking].rows]
                return p.Const(len(names) - 1 - names.index(row))
            case "card":
                code = settings.code_of_card(value.word)
                if settings.pack is None:
                    return p.Const(code)
                found = [
                    card for card in range(settings.pack.size)
                    if (settings.pack.ranks[card], settings.pack.suits[card]) == divmod(code, 8)
                ]  # fmt: skip
                return p.Const(found[min(int(value.twin), len(found) - 1)] if found else -1)
        raise CannotLower(f"`{value.word}` has no value of its own", value.span)

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
                return p.Const((1 << settings.cards().size) - 1)
            case "ranks":
                return p.Const((1 << len(settings.rank_words())) - 1)
            case "suits":
                return p.Const((1 << len(settings.suit_words())) - 1)
        found = settings.options[value.name]
        if bare(value.type) == CARD and settings.pack is not None:
            found = settings.card_of_code(found)
        return p.Const(found)

    # ------------------------------------------------------------------ places

    def family(self, thing: g.Register | g.Zone) -> p.Family:
        """The slots of a declaration."""
        return self.families[thing.record, thing.name]

    def ref(self, load: g.Load) -> p.Ref:
        """The slot that a place names, to be written."""
        family = self.family(load.thing)
        self.check_running(load)
        offset = self.offset(family, [self.needed(v) for v in load.index], load.span)
        if isinstance(offset, p.Const):
            assert isinstance(offset.value, int)
            return p.Ref(family.base + offset.value)
        return p.Ref(family.base, offset)

    def offset(self, family: p.Family, index: list[p.Expr], span: Span) -> p.Expr:
        """How far into its family a slot lies."""
        whole: p.Expr = p.Const(0)
        for value, size, low, kind in zip(
            index, family.sizes, family.lows, family.kinds, strict=True
        ):
            if low:
                value = self.op("minus", value, p.Const(low))
            if not isinstance(value, p.Const) and (isinstance(kind, NumberT) or not is_safe(value)):
                says = f"there is no such `{family.name}`"
                value = p.Guard(value, 0, size - 1, says, span)
            elif isinstance(value, p.Const) and not 0 <= int(value.value) < size:  # type: ignore[arg-type]
                raise CannotLower(f"there is no such `{family.name}`", span)
            whole = value if whole == p.Const(0) and size == family.count else self.op(
                "plus", self.op("times", whole, p.Const(size)), value
            )  # fmt: skip
        return whole

    def load(self, value: g.Load) -> p.Expr:
        """What a register or zone holds."""
        ref = self.ref(value)
        found: p.Expr = p.Get(ref.base) if ref.index is None else p.GetAt(ref.base, ref.index)
        if isinstance(value.thing, g.Register) and may_be_unset(value.thing):
            says = f"`{' '.join(value.span.text.split())}` has no value yet"
            found = p.Guard(found, None, None, says, value.span)
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
        phase = value.thing.phase if isinstance(value.thing, g.Register) else None
        if phase is not None and phase not in self.running:
            raise CannotLower(
                f"`{value.thing.name}` is kept only while `{phase}` runs, which it does not here",
                value.span,
            )
        with self.scratch() as slot:
            index = [
                p.Get(slot) if k == value.place else self.needed(v)
                for k, v in enumerate(value.index)
            ]
            one = p.GetAt(family.base, self.offset(family, index, value.span))
            each: p.Expr = p.Comprehension(
                {"mask": "unite", "seq": "chain", "int": "list"}[inner],
                slot,
                over,
                False,
                None,
                one,
            )
        if isinstance(over, p.Const) and inner == "mask":
            each = self.united(family, over, value)
        del kind
        return self.converted_shape(each, "seq" if inner != "mask" else "mask", shape(value.type))

    def united(self, family: p.Family, over: p.Const, value: g.Many) -> p.Expr:
        """The union of known zones, without a loop."""
        assert isinstance(over.value, tuple)
        whole: p.Expr = p.Const(0)
        for member in over.value:
            index = [
                p.Const(member) if k == value.place else self.needed(v)
                for k, v in enumerate(value.index)
            ]
            offset = self.offset(family, index, value.span)
            one: p.Expr = p.GetAt(family.base, offset)
            if isinstance(offset, p.Const):
                assert isinstance(offset.value, int)
                one = p.Get(family.base + offset.value)
            whole = one if whole == p.Const(0) else self.op("union", whole, one)
        return whole

    def converted_shape(self, expr: p.Expr, have: str, want: str) -> p.Expr:
        """Between masks and sequences."""
        if have == want:
            return expr
        return self.op("seq_mask" if want == "mask" else "mask_seq", expr)
