"""Choices: what each seat may choose, and what comes of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import CARD, SEAT, NumberT, RecordT, SequenceT, Type, bare
from hoyle.dsl.checked.values import Meant
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.code import CodeWriter
from hoyle.dsl.machine.context import CannotLower, LoweringContext
from hoyle.dsl.machine.lower_expressions import ExpressionLowering
from hoyle.dsl.machine.settings import maskable, shape
from hoyle.dsl.node import Node, walk
from hoyle.dsl.source import Span

MAX_FOR_SUBSETS = 12

Row = list[tuple[int, int]]  # a parameter's slot, and the first of the slots that keep its value


def ways_to_list_fewer(zone: g.Zone, cards: g.Value) -> tuple[str, ...]:
    """What may be written where all choices among some cards of a zone are too many."""
    words = cards.span.words
    of = f"({words})" if " where " in words else words
    return (
        f"if the rules let no more lie there, write `at most {MAX_FOR_SUBSETS}` behind the zone "
        f"`{zone.name}`",
        f"else let fewer be chosen from, for example those of one rank:  groups of {of}",
        f"or say how many are taken:  subsets({words}, 1) + subsets({words}, 2)",
    )


@attrs.define(eq=False)
class ChoiceLowering(ABC):
    """Makes the nodes of choices; what a choice leads to is made by the layer above."""

    expressions: ExpressionLowering
    code: CodeWriter
    # the seat that is choosing, and its parameters, while an action's effects are lowered; those of
    # the phases that these are given to
    choosers: list[tuple[int, frozenset[g.Var]]] = attrs.field(factory=list, init=False)

    @property
    def context(self) -> LoweringContext:
        """The table."""
        return self.code.context

    @abstractmethod
    def lower_block(self, body: Iterable[g.Step]) -> None:
        """The steps of a block."""

    def lower_choice(self, step: g.Choose) -> None:
        """One seat chooses; or all of a set before anything is done."""
        with self.code.live_block():
            if step.seat is None:
                self._choose_together(step)
            else:
                self._choose_alone(step, step.seat)

    def find_subject(self, nodes: Iterable[Node], kinds: Iterable[Type] = ()) -> p.Piece | None:
        """The one variable that is spoken of, of these types or a record; None for several."""
        parts = [part for node in nodes for part in walk(node)]
        inner = {getattr(part, "var", None) for part in parts if not isinstance(part, g.Local)}
        found = {
            part.var: part for part in parts
            if isinstance(part, g.Local) and part.var in self.context.env.keys() - inner
            and (bare(part.type) in kinds or isinstance(part.type, RecordT))
        }  # fmt: skip
        if len(found) != 1:
            return None
        (value,) = found.values()
        return p.Piece(self.expressions.value(value), bare(value.type))

    def chooser_of(self, what: g.Value) -> p.Get | None:
        """The seat that moves cards by choice: they are, or come from, its action's values."""
        for seat, params in reversed(self.choosers):
            if isinstance(what, g.Local) and what.var in params:
                return p.Get(seat)
        return None

    def give_on(self, params: Sequence[g.Var], args: Sequence[g.Value]) -> None:
        """What is chosen is known to a phase by the names of its parameters."""
        for param, arg in zip(params, args, strict=True):
            if (by := self.chooser_of(arg)) is not None:
                self.choosers.append((by.slot, frozenset({param})))

    def sentence(self, pieces: tuple[str | g.Value, ...] | None) -> p.Pieces:
        """A sentence with its values."""
        return tuple(
            piece if isinstance(piece, str) else p.Piece(self.expressions.value(piece), piece.type)
            for piece in pieces or ()
        )

    def _choose_alone(self, step: g.Choose, chooser: g.Value) -> None:
        code = self.code
        player = seat = self._add_chooser("who chooses", chooser, step.span)
        about = self.find_subject(step.actions)
        if step.decider is not None:
            seat = self._add_chooser("who decides", step.decider, step.span)
            about = p.Piece(p.Get(player), SEAT)
        done = code.new_label()
        bodies = code.new_labels(len(step.actions))
        otherwise = code.new_label() if step.otherwise is not None else None
        actions = self._actions(step, bodies)
        code.emit(
            p.Choose(
                seat, actions, otherwise, code.live_now(), self.context.running[-1], step.span,
                about=about,
            )
        )  # fmt: skip
        for action, made, body in zip(step.actions, actions, bodies, strict=True):
            code.place(body)
            self._effects(action, [param.slot for param in made.params], player, done)
        if otherwise is not None:
            code.place(otherwise)
            self.lower_block(step.otherwise or ())
        code.place(done)

    def _add_chooser(self, name: str, who: g.Value, span: Span) -> int:
        """The slot that keeps a seat while it chooses."""
        slot = self.context.add_local(name, SEAT, span, whose_turn=True)
        self.code.set_quietly(slot, self.expressions.needed(who), span)
        self.code.live.append(slot)
        return slot

    def _effects(self, action: g.Action, slots: list[int], seat: int, done: int) -> None:
        """What an action does, the values of its parameters being in these slots."""
        with self.code.live_block():
            for param, slot in zip(action.params, slots, strict=True):
                self.context.env[param.var] = p.Get(slot)
                self.code.live.append(slot)
            self.choosers.append((seat, frozenset(param.var for param in action.params)))
            self.lower_block(action.body)
            self.choosers.pop()
            self.code.jump(done, action.span)

    def _actions(self, step: g.Choose, bodies: list[int]) -> tuple[p.MachineAction, ...]:
        pairs = zip(step.actions, bodies, strict=True)
        return tuple(self._action(action, body) for action, body in pairs)

    def _action(self, action: g.Action, body: int) -> p.MachineAction:
        env = self.context.env
        params = []
        for param in action.params:
            params.append(lowered := self._parameter(param))
            env[param.var] = p.Get(lowered.slot)
        card = None
        if len(params) == 1 and params[0].shape == "mask" and params[0].type == CARD:
            card = params[0].slot
        conditions = []
        for must in action.musts:
            test = self.expressions.value(must.test)
            folded = self.expressions.fold_mask(test, card) if card is not None else None
            sentence = self.sentence(must.sentence)
            conditions.append(
                p.Condition(test, folded, must.if_able, sentence, must.plain, must.span)
            )
        sight = tuple(
            (var.describe(), found.slot)
            for var in action.sight
            if isinstance(found := env.get(var), p.Get)
        )
        advice = self.context.settings.game.advice.get(action, ())
        return p.MachineAction(
            action.name, tuple(params), tuple(conditions), body, self.context.running[-1], sight,
            action.span, tuple(map(self._advice, advice)),
        )  # fmt: skip

    def _advice(self, advice: g.Advice) -> p.Advice:
        test, value = (
            None if one is None else self.expressions.value(one)
            for one in (advice.test, advice.value)
        )
        return p.Advice(advice.policy, advice.row, test, value, advice.highest, advice.span)

    def _parameter(self, param: g.Param) -> p.Parameter:
        kind, over, name = param.var.type, param.over, param.var.name
        slot = self.context.add_local(name, kind, param.span)
        sentence = self.sentence(param.sentence)
        if isinstance(over, g.Op) and over.name == "between":
            ends = p.Op("ends", tuple(self.expressions.needed(end) for end in over.args))
            return p.Parameter(name, slot, ends, "range", kind, param.span, sentence)
        self._check_subsets(over)
        if isinstance(over, g.Op) and over.name == "list" and maskable(kind):
            values = self.expressions.as_mask(over)  # offered in the order of the table
            return p.Parameter(name, slot, values, "mask", kind, param.span, sentence)
        values = self.expressions.value(over)
        return p.Parameter(name, slot, values, shape(over.type), kind, param.span, sentence)

    def _check_subsets(self, over: g.Value) -> None:
        """A choice among all subsets is bounded by what its zone can hold."""
        meant = Meant(over).inside(over)
        chosen = meant.value
        if not isinstance(chosen, g.Op) or chosen.name != "subsets":
            return
        all_of = meant.inside(chosen.args[0]).value
        if not isinstance(all_of, g.Load) or all_of.zone is None:
            return
        zone = all_of.zone
        most = self.context.slots[self.context.family(zone).base].size
        if zone.capacity is not None:
            most = min(most, self.expressions.known_number(zone.capacity))
        if most > MAX_FOR_SUBSETS:
            says = f"`{chosen.span.words}` are too many to list: "
            says += f"`{zone.name}` can hold {most} cards"
            label = f"of {MAX_FOR_SUBSETS} cards at most all choices can be listed"
            ways = ways_to_list_fewer(zone, chosen.args[0])
            also = () if chosen is over else ((over.span, "here one of them is chosen"),)
            raise CannotLower(says, chosen.span, "C01", label, ways, also)

    # ------------------------------------------------------------------ choices made together

    def _choose_together(self, step: g.Choose) -> None:
        """Each of the set chooses without seeing the others; then all is done in seat order."""
        assert step.var is not None and step.over is not None
        code, context = self.code, self.context
        over = self.expressions.each_once(step.over)
        kind = SequenceT(SEAT)
        members = context.add_local(
            "those who choose", kind, step.span, context.settings.players, whose_turn=True
        )
        place = context.add_local("place", NumberT(0, 1000), step.span)
        seat = context.add_local(step.var.name, SEAT, step.span)
        code.set_quietly(members, over, step.span)
        code.set_quietly(place, p.Const(0), step.span)
        code.live += [members, place, seat]
        chosen = self._slot_per_seat("chosen", NumberT(0, len(step.actions)), step.span)
        context.env[step.var] = p.Get(seat)
        kept = [
            [self._slot_per_seat(q.var.name, q.var.type, q.span) for q in action.params]
            for action in step.actions
        ]
        first = [chosen, *(row for rows in kept for row in rows)]
        waiting = tuple(k + seat for k in first for seat in range(context.settings.players))
        together = p.Together(members, place, waiting)
        rows: list[Row] = []
        for again in (False, True):
            if again:
                code.set_quietly(place, p.Const(0), step.span)
            head, inside, done = code.new_labels(3)
            code.place(head)
            code.next_member(members, place, seat, inside, done, step.span)
            if again:
                self._carry_out(step, seat, chosen, rows)
            else:
                rows = self._ask(step, seat, together, kept)
            code.jump(head, step.span)
            code.place(done)

    def _slot_per_seat(self, name: str, kind: Type, span: Span) -> int:
        """A row of local slots, one for each seat; the first of them.

        They are kept from one seat's choice to the next, so they begin with nothing.
        """
        first = len(self.context.slots)
        for _ in range(self.context.settings.players):
            slot = self.context.add_local(name, kind, span)
            self.code.live.append(slot)
            self.code.set_quietly(slot, p.Const(self.context.slots[slot].nothing), span)
        return first

    def _ask(
        self, step: g.Choose, seat: int, together: p.Together, kept: list[list[int]]
    ) -> list[Row]:  # fmt: skip
        """One seat's sealed choice: written down, nothing done. For each action its values."""
        code = self.code
        bodies = code.new_labels(len(step.actions))
        otherwise = code.new_label()
        actions = self._actions(step, bodies)
        then = code.new_label()
        mine = p.Ref(together.waiting[0], p.Get(seat))
        code.emit(
            p.Choose(
                seat, actions, otherwise if step.otherwise is not None else None, code.live_now(),
                self.context.running[-1], step.span, together, mine, then,
            )
        )  # fmt: skip
        rows = []
        for k, (made, body) in enumerate(zip(actions, bodies, strict=True)):
            code.place(body)
            for param, first in zip(made.params, kept[k], strict=True):
                code.set_quietly(p.Ref(first, p.Get(seat)), p.Get(param.slot), param.span)
            rows.append([(q.slot, first) for q, first in zip(made.params, kept[k], strict=True)])
            code.set_quietly(mine, p.Const(k), step.span)
            code.jump(then, step.span)
        code.place(otherwise)
        code.set_quietly(mine, p.Const(len(actions)), step.span)
        code.place(then)
        return rows

    def _carry_out(self, step: g.Choose, seat: int, chosen: int, rows: list[Row]) -> None:
        code = self.code
        done = code.new_label()
        for k, action in enumerate(step.actions):
            yes, no = code.new_labels(2)
            mine = p.Op("is", (p.GetAt(chosen, p.Get(seat)), p.Const(k)))
            code.branch(mine, yes, no, action.span)
            code.place(yes)
            for (slot, first), param in zip(rows[k], action.params, strict=True):
                code.set_quietly(p.Ref(slot), p.GetAt(first, p.Get(seat)), param.span)
            self._effects(action, [slot for slot, _ in rows[k]], seat, done)
            code.place(no)
        self.lower_block(step.otherwise or ())
        code.place(done)
