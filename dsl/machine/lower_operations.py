"""From checked operations and phrases to expressions, as the shapes of their arguments ask."""

from __future__ import annotations

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import (
    CARD,
    EMPTY,
    YESNO,
    KindT,
    Type,
    bare,
    element,
)
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.lower_tables import Tables
from hoyle.dsl.machine.lowering import (
    BY_SHAPE,
    ON_MASKS,
    SAME_NAME,
    CannotLower,
)
from hoyle.dsl.machine.mask_folding import fold, mentions
from hoyle.dsl.machine.settings import maskable, shape


@attrs.define(eq=False)
class Operations(Tables):
    """Built-in operations and phrases."""

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
        return p.Const(0)

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
        return self.op("kind_place", self.value(value), p.Const(width))

    def _is_kind(self, value: g.Op) -> p.Expr:
        return self.op("is", self.place_of(value.args[0]), self.value(value.args[1]))

    def _is_not_kind(self, value: g.Op) -> p.Expr:
        return self.op("not", self._is_kind(value))

    def _in_kinds(self, value: g.Op) -> p.Expr:
        kind, names = value.args
        assert isinstance(names, g.Op)
        return self.op(
            "has_entry", self.place_of(kind), self.op("tuple", *map(self.value, names.args))
        )

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
        return self.op("lookup", p.Const(heights), self.needed(rank))

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
        owners = self.owners[getattr(bare(value.args[0].type), "name", "")]
        found = self.op("lookup", p.Const(owners), self.needed(value.args[0]))
        says = "this record is in a list of no seat, so it has no owner"
        return p.Guard(found, None, None, says, value.span) if -1 in owners else found

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
        return self.arranged(value, None)

    def _arrangements_3(self, value: g.Op) -> p.Expr:
        return self.arranged(value, self.as_seq(value.args[2]))

    def arranged(self, value: g.Op, others: p.Expr | None) -> p.Expr:
        """Layouts of melds; with others' melds, cards may also be laid off on them."""
        cards, meld = value.args[:2]
        assert isinstance(meld, g.Literal)
        define = self.settings.game.defines[meld.word]
        lowered = self.as_mask(cards)
        with self.scratch() as whole, self.scratch() as theirs, self.scratch() as part:
            self.env[define.params[0]] = p.Get(part)
            test = self.value(define.value)
            melds = p.Comprehension(
                "filter", part, p.Op("subsets", (p.Get(whole),)), False, test, None
            )
            found: p.Expr = p.Op("arrangements", (p.Get(whole), melds))
            if others is not None:
                longer = p.Op("extensions", (p.Get(theirs), p.Get(whole)))
                grown = p.Comprehension("filter", part, longer, False, test, None)
                found = p.Op("laid_off", (found, p.Get(theirs), grown))
                found = p.Bind(theirs, others, found)
            return p.Bind(whole, lowered, found)

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
            return p.Comprehension(kind, slot, over, mask, where, body)
        return p.Comprehension(kind, slot, over, mask, where, body)
