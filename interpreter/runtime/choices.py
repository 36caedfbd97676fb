"""What may be chosen at a choose node, and why something may not."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import NoAnswer, bits, mask_of
from hoyle.dsl.machine.folding import mentions
from hoyle.dsl.source import Span
from hoyle.interpreter.runtime.card_equivalence import CardEquivalence, kind_of
from hoyle.interpreter.runtime.cards import Zones
from hoyle.interpreter.runtime.events import Sentence
from hoyle.interpreter.runtime.expression_compiler import (
    Compiler,
    Slots,
    Value,
    Values,
    ValuesFilter,
)
from hoyle.interpreter.runtime.fault import RulesetFault
from hoyle.interpreter.runtime.moves import ActionMoves, Held, LegalMoves, Move, RangedRows


@attrs.frozen
class Refusal:
    """Why a move may not be made: the sentence (texts and typed values), and the rule's place."""

    pieces: Sentence
    span: Span
    plain: str


@attrs.frozen(eq=False)
class Rule:
    """One condition, ready to be asked."""

    test: Value
    folded: Value | None
    if_able: bool
    sift: (
        ValuesFilter | None
    )  # of rows of values those that pass; None where it does not ask for them
    source: p.Condition


@attrs.frozen(eq=False)
class Choice:
    """One action, ready to be asked."""

    number: int
    action: p.MachineAction
    slots: tuple[int, ...]
    overs: tuple[Value, ...]
    rules: tuple[Rule, ...]
    way: str  # one, mask, range, spans or list
    kinds: tuple[str, ...]  # of each parameter: card, cards or other


class Decision:
    """The choose node of a machine."""

    def __init__(
        self, node: p.Choose, machine: p.Machine, compiler: Compiler, zones: Zones
    ) -> None:
        self.node = node
        self.machine = machine
        self.zones = zones
        self.copies = CardEquivalence(machine.pack.twin_of)
        self.choices = tuple(self.choice(k, a, compiler) for k, a in enumerate(node.actions))

    def choice(self, number: int, action: p.MachineAction, compiler: Compiler) -> Choice:
        """The functions of an action."""
        slots = tuple(param.slot for param in action.params)
        rules = tuple(
            Rule(
                compiler.value(c.test),
                compiler.value(c.folded) if c.folded is not None else None,
                c.if_able,
                compiler.sift(c.test, slots) if _asks(c, slots) else None,
                c,
            )
            for c in action.conditions
        )
        overs = tuple(compiler.value(param.over) for param in action.params)
        kinds = tuple(kind_of(param.type) for param in action.params)
        return Choice(number, action, slots, overs, rules, self.way(action, slots), kinds)

    def way(self, action: p.MachineAction, slots: tuple[int, ...]) -> str:
        """How the values of an action are found and kept."""
        if not slots:
            return "one"
        asking = [c for c in action.conditions if _asks(c, slots)]
        shape = action.params[-1].shape
        if len(slots) == 1 and shape == "mask":
            return "mask" if all(c.folded is not None for c in asking) else "list"
        if shape == "range" and not any(_asks(c, slots[-1:]) for c in asking):
            if len(slots) == 1:
                return "range"
            return "list" if self.copies.several else "spans"
        return "list"

    def legal(self, s: Slots) -> LegalMoves:
        """The legal moves."""
        parts = []
        for choice in self.choices:
            try:
                part = self.part(s, choice)
            except NoAnswer as none:
                raise RulesetFault(str(none), choice.action.span) from none
            if part is not None:
                parts.append(part)
        return LegalMoves(tuple(parts))

    def part(self, s: Slots, choice: Choice) -> ActionMoves | None:
        """The legal values of one action; None where there are none."""
        if choice.way == "one":
            ok = all(rule.if_able or self.holds(s, rule) for rule in choice.rules)
            return ActionMoves(choice.number, "one") if ok else None
        if choice.way == "range":
            if not all(rule.if_able or self.holds(s, rule) for rule in choice.rules):
                return None
            low, high = choice.overs[0](s)
            return ActionMoves(choice.number, "range", low=low, high=high) if low <= high else None
        if choice.way == "mask":
            mask = self._folded_mask(s, choice)
            if mask is not None:
                return ActionMoves(choice.number, "mask", mask=mask) if mask else None
        rows = self.spans(s, choice) if choice.way == "spans" else self.rows(s, choice)
        if not rows:
            return None
        if len(choice.slots) == 1 and choice.action.params[0].shape == "mask":
            return ActionMoves(choice.number, "mask", mask=mask_of(row[0] for row in rows))
        return ActionMoves(choice.number, "list", rows=rows)

    def holds(self, s: Slots, rule: Rule) -> bool:
        """One condition, as written."""
        try:
            return bool(rule.test(s))
        except NoAnswer as none:
            raise RulesetFault(str(none), rule.source.span) from none

    def _folded_mask(self, s: Slots, choice: Choice) -> int | None:
        """The mask of legal values; None where a fold has no answer, and each must be asked."""
        mask: int = choice.overs[0](s)
        try:
            for rule in choice.rules:
                if not mask:
                    return 0
                if rule.folded is not None:
                    kept = mask & rule.folded(s)
                else:
                    kept = mask if rule.test(s) else 0
                mask = kept or mask if rule.if_able else kept
        except (NoAnswer, RulesetFault):
            return None
        return self._without_twins(s, mask, choice) if self.copies.several else mask

    def _without_twins(self, s: Slots, mask: int, choice: Choice) -> int:
        """Of cards that cannot be told apart only the lowest copy is offered."""
        if choice.kinds[0] != "card" or not self.doubtful(mask):
            return mask
        kept, seen, lowest = 0, set(), self.alike(s, mask).lowest
        for card in bits(mask):
            if lowest[card] not in seen:
                seen.add(lowest[card])
                kept |= 1 << card
        return kept

    def alike(self, s: Slots, among: int = -1) -> CardEquivalence:
        """Which cards the chooser cannot tell apart; only those `among` a mask need be asked.

        They look the same, and either the chooser sees none of them, or they lie in the same zone,
        are shown to the same seats and were last played by the same one. Where copies that the
        chooser does not see lie must not show in what is offered.
        """
        machine, twin = self.machine, self.machine.pack.twin_of
        shown = [s[machine.shown]] if machine.shown is not None else []
        if machine.told is not None:
            shown += s[machine.told : machine.told + machine.players]
        among, chooser = self.doubtful(among), s[self.node.seat]
        keys: dict[int, tuple[int, ...]] = {}
        for place in machine.zones if among else ():
            held = mask_of(s[place.slot]) if place.pile else s[place.slot]
            for card in bits(held & among):
                if self.zones.seers(s, card, place.slot) >> chooser & 1:
                    by = s[machine.player_of + card] if machine.player_of is not None else -1
                    keys[card] = (place.slot, by, *(mask >> card & 1 for mask in shown))
        first: dict[tuple[int, ...], int] = {}
        found = list(range(len(twin)))
        for card in bits(among):
            found[card] = first.setdefault((twin[card], *keys.get(card, ())), card)
        return CardEquivalence(found)

    def doubtful(self, among: int) -> int:
        """Those cards of a mask of which it has another copy."""
        found = 0
        for copies in self.copies.groups:
            held = among & copies
            if held & (held - 1):
                found |= held
        return found

    def rows(self, s: Slots, choice: Choice) -> tuple[Values, ...]:
        """The legal values one by one, with the conditions as written."""
        rows = self.allowed(s, choice, self.candidates(s, choice))
        return tuple(self._distinct(s, rows, choice))

    def spans(self, s: Slots, choice: Choice) -> RangedRows:
        """The same where no condition asks for the last value, which lies between two bounds."""
        rows = [
            (*row, low, high)
            for row, (low, high) in self._with_last(s, choice, len(choice.slots) - 1)
            if low <= high
        ]
        return RangedRows(tuple(self.allowed(s, choice, rows)))

    def allowed(self, s: Slots, choice: Choice, rows: list[Values]) -> list[Values]:
        """The values that all conditions let through."""
        for rule in choice.rules:
            kept = self.passing(s, rule, rows)
            rows = kept or rows if rule.if_able else kept
            if not rows:
                break
        return rows

    def passing(self, s: Slots, rule: Rule, rows: list[Values]) -> list[Values]:
        """The values that a condition, as written, lets through."""
        if rule.sift is None:  # the same answer for all of them
            return rows if rows and self.holds(s, rule) else []
        try:
            return rule.sift(s, rows)
        except NoAnswer as none:
            raise RulesetFault(str(none), rule.source.span) from none

    def candidates(self, s: Slots, choice: Choice) -> list[Values]:
        """Every combination of values, later parameters inside earlier ones."""
        if not choice.slots:
            return [()]
        shape = choice.action.params[-1].shape
        return [
            (*row, value)
            for row, found in self._with_last(s, choice, len(choice.slots) - 1)
            for value in _members(found, shape)
        ]

    def _with_last(self, s: Slots, choice: Choice, last: int) -> list[tuple[Values, Held]]:
        """Each combination of the values before a parameter, and what that one may be then."""
        if last == 0:
            return [((), choice.overs[0](s))]
        slots, over = choice.slots[:last], choice.overs[last]
        before = [s[slot] for slot in slots]
        shape, pairs = choice.action.params[last - 1].shape, []
        for first, found in self._with_last(s, choice, last - 1):
            for value in _members(found, shape):
                row = (*first, value)
                for slot, one in zip(slots, row, strict=True):
                    s[slot] = one
                pairs.append((row, over(s)))
        for slot, one in zip(slots, before, strict=True):
            s[slot] = one
        return pairs

    def _distinct(self, s: Slots, rows: list[Values], choice: Choice) -> list[Values]:
        """One of those that differ only in which of two cards they name that are alike."""
        alike = self.alike(s, _named(rows, choice.kinds)) if self.copies.several else self.copies
        if not alike.several:
            return rows
        seen: set[tuple[object, ...]] = set()
        kept = []
        for row in rows:
            looks = alike.looks(row, choice.kinds)
            if looks not in seen:
                seen.add(looks)
                kept.append(row)
        return kept

    # ------------------------------------------------------------------ why not

    def why_not(self, s: Slots, move: Move) -> Refusal | None:
        """The first line that removes a move; None where it is legal."""
        choice = self.choices[move.action]
        before = [s[slot] for slot in choice.slots]
        try:
            return self.refusal(s, choice, move)
        finally:
            for slot, value in zip(choice.slots, before, strict=True):
                s[slot] = value

    def refusal(self, s: Slots, choice: Choice, move: Move) -> Refusal | None:
        """The range first, then the conditions in order."""
        rows = self.candidates(s, choice)
        if move.values not in rows:
            return self._out_of_range(s, choice, move)
        for rule in choice.rules:
            kept = self.passing(s, rule, rows)
            removed = move.values not in kept and not (rule.if_able and not kept)
            if removed:
                for slot, value in zip(choice.slots, move.values, strict=True):
                    s[slot] = value
                return Refusal(self.sentence(s, rule), rule.source.span, rule.source.plain)
            rows = kept or rows if rule.if_able else kept
        return None

    def sentence(self, s: Slots, rule: Rule) -> Sentence:
        """The refusal's sentence with its values; without one, the condition as written."""
        if not rule.source.sentence:
            return (f"it is asked that {rule.source.plain}",)
        compiler = Compiler(self.machine, False)
        try:
            return tuple(
                piece if isinstance(piece, str) else (compiler.value(piece.value)(s), piece.type)
                for piece in rule.source.sentence
            )
        except NoAnswer as none:
            says = f"the sentence of a refusal cannot be filled in: {none}"
            raise RulesetFault(says, rule.source.span) from none

    def _out_of_range(self, s: Slots, choice: Choice, move: Move) -> Refusal:
        for k, param in enumerate(choice.action.params):
            found = choice.overs[k](s)
            value = move.values[k] if k < len(move.values) else -1
            if param.shape == "range":
                low, high = found
                if not low <= value <= high:
                    says = (
                        f"not between {low} and {high}" if low <= high else "no amount is possible"
                    )
                    return Refusal((says,), param.span, param.name)
            elif value not in _members(found, param.shape):
                says = "that is not one of those to choose from"
                return Refusal((says,), param.span, param.name)
            s[choice.slots[k]] = value
        return Refusal(("that is not possible here",), choice.action.span, choice.action.name)


def _asks(condition: p.Condition, slots: tuple[int, ...]) -> bool:
    return any(mentions(condition.test, slot) for slot in slots)


def _named(rows: list[Values], kinds: tuple[str, ...]) -> int:
    mask = 0
    for k, kind in enumerate(kinds):
        if kind == "cards":
            for row in rows:
                mask |= row[k]
        elif kind == "card":
            mask |= mask_of(row[k] for row in rows)
    return mask


def _members(found: Held, shape: str) -> Sequence[int]:
    if shape == "range":
        low, high = found
        return range(low, high + 1)
    members: Sequence[int] = bits(found) if shape == "mask" else found
    return members
