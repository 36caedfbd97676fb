"""What may be chosen at a choose node, and why something may not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import attrs

from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.fold import mentions
from hoyle.dsl.machine.meaning import NoAnswer, bits, mask_of
from hoyle.dsl.source import Span
from hoyle.interpreter.play.expressions import Compiler, Slots, Value
from hoyle.interpreter.play.fault import RulesetFault
from hoyle.interpreter.play.likeness import Likeness, kind_of
from hoyle.interpreter.play.moves import Legal, Move, Part


@attrs.frozen
class Refusal:
    """Why a move may not be made: the sentence (texts and typed values), and the rule's place."""

    pieces: tuple[Any, ...]
    span: Span
    plain: str


@attrs.frozen(eq=False)
class Rule:
    """One condition, ready to be asked."""

    test: Value
    folded: Value | None
    if_able: bool
    asks: bool  # whether it depends on the parameters
    source: p.Condition


@attrs.frozen(eq=False)
class Choice:
    """One action, ready to be asked."""

    number: int
    action: p.MachineAction
    slots: tuple[int, ...]
    overs: tuple[Value, ...]
    rules: tuple[Rule, ...]
    way: str  # one, mask, range or list
    kinds: tuple[str, ...]  # of each parameter: card, cards or other


class Decision:
    """The choose node of a machine."""

    def __init__(self, node: p.Choose, machine: p.Machine, compiler: Compiler) -> None:
        self.node = node
        self.machine = machine
        self.choices = tuple(self.choice(k, a, compiler) for k, a in enumerate(node.actions))
        self.copies = Likeness(machine.pack.twin_of)

    def choice(self, number: int, action: p.MachineAction, compiler: Compiler) -> Choice:
        """The functions of an action."""
        slots = tuple(param.slot for param in action.params)
        rules = tuple(
            Rule(
                compiler.value(c.test),
                compiler.value(c.folded) if c.folded is not None else None,
                c.if_able,
                any(mentions(c.test, slot) for slot in slots),
                c,
            )
            for c in action.conditions
        )
        overs = tuple(compiler.value(param.over) for param in action.params)
        way = "list"
        if not slots:
            way = "one"
        elif len(slots) == 1 and action.params[0].shape == "range":
            way = "list" if any(rule.asks for rule in rules) else "range"
        elif len(slots) == 1 and action.params[0].shape == "mask":
            way = "mask" if all(r.folded is not None or not r.asks for r in rules) else "list"
        kinds = tuple(kind_of(param.type) for param in action.params)
        return Choice(number, action, slots, overs, rules, way, kinds)

    def legal(self, s: Slots) -> Legal:
        """The legal moves."""
        parts = []
        for choice in self.choices:
            part = self.part(s, choice)
            if part is not None:
                parts.append(part)
        return Legal(tuple(parts))

    def part(self, s: Slots, choice: Choice) -> Part | None:
        """The legal values of one action; None where there are none."""
        if choice.way == "one":
            ok = all(rule.if_able or self.holds(s, rule) for rule in choice.rules)
            return Part(choice.number, "one") if ok else None
        if choice.way == "range":
            if not all(rule.if_able or self.holds(s, rule) for rule in choice.rules):
                return None
            low, high = choice.overs[0](s)
            return Part(choice.number, "range", low=low, high=high) if low <= high else None
        if choice.way == "mask":
            mask = self.folded_mask(s, choice)
            if mask is not None:
                return Part(choice.number, "mask", mask=mask) if mask else None
        rows = self.rows(s, choice)
        if not rows:
            return None
        if len(choice.slots) == 1 and choice.action.params[0].shape == "mask":
            return Part(choice.number, "mask", mask=mask_of(row[0] for row in rows))
        return Part(choice.number, "list", rows=rows)

    def holds(self, s: Slots, rule: Rule) -> bool:
        """One condition, as written."""
        try:
            return bool(rule.test(s))
        except NoAnswer as none:
            raise RulesetFault(str(none), rule.source.span) from none

    def folded_mask(self, s: Slots, choice: Choice) -> int | None:
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
        return self.without_twins(s, mask, choice) if self.copies.several else mask

    def without_twins(self, s: Slots, mask: int, choice: Choice) -> int:
        """Of cards that cannot be told apart only the lowest copy is offered."""
        if choice.kinds[0] != "card":
            return mask
        kept, seen, lowest = 0, set(), self.alike(s, mask).lowest
        for card in bits(mask):
            if lowest[card] not in seen:
                seen.add(lowest[card])
                kept |= 1 << card
        return kept

    def alike(self, s: Slots, among: int = -1) -> Likeness:
        """Which cards cannot be told from one another; only those `among` a mask need be asked.

        They look the same, lie in the same zone, are shown to the same seats and were last
        played by the same one.
        """
        machine, twin = self.machine, self.machine.pack.twin_of
        shown = [s[machine.shown]] if machine.shown is not None else []
        if machine.told is not None:
            shown += s[machine.told : machine.told + machine.players]
        among &= self.copies.several
        first: dict[tuple[Any, ...], int] = {}
        found = list(range(len(twin)))
        for place in machine.zones:
            held = mask_of(s[place.slot]) if place.pile else s[place.slot]
            for card in bits(held & among):
                by = s[machine.player_of + card] if machine.player_of is not None else -1
                key = (twin[card], place.slot, by, *(mask >> card & 1 for mask in shown))
                found[card] = first.setdefault(key, card)
        return Likeness(found)

    def rows(self, s: Slots, choice: Choice) -> tuple[tuple[int, ...], ...]:
        """The legal values one by one, with the conditions as written."""
        before = [s[slot] for slot in choice.slots]
        rows = self.distinct(s, list(self.candidates(s, choice)), choice)
        for rule in choice.rules:
            kept = self.passing(s, choice, rule, rows)
            rows = kept or rows if rule.if_able else kept
            if not rows:
                break
        for slot, value in zip(choice.slots, before, strict=True):
            s[slot] = value
        return tuple(rows)

    def passing(
        self, s: Slots, choice: Choice, rule: Rule, rows: list[tuple[int, ...]]
    ) -> list[tuple[int, ...]]:
        """The values that a condition, as written, lets through."""
        if not rule.asks:  # the same answer for all of them
            return rows if rows and self.holds(s, rule) else []
        kept = []
        for row in rows:
            for slot, value in zip(choice.slots, row, strict=True):
                s[slot] = value
            if self.holds(s, rule):
                kept.append(row)
        return kept

    def candidates(
        self, s: Slots, choice: Choice, k: int = 0, before: tuple[int, ...] = ()
    ) -> Iterator[tuple[int, ...]]:
        """Every combination of values, later parameters inside earlier ones."""
        if not choice.slots:
            yield ()
            return
        for value in members(choice.overs[k](s), choice.action.params[k].shape):
            if k + 1 == len(choice.slots):
                yield (*before, value)
            else:
                s[choice.slots[k]] = value
                yield from self.candidates(s, choice, k + 1, (*before, value))

    def distinct(
        self, s: Slots, rows: list[tuple[int, ...]], choice: Choice
    ) -> list[tuple[int, ...]]:
        """One of those that differ only in which of two cards they name that are alike."""
        alike = self.alike(s, named(rows, choice.kinds)) if self.copies.several else self.copies
        if not alike.several:
            return rows
        seen: set[tuple[Any, ...]] = set()
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
        rows = list(self.candidates(s, choice))
        if move.values not in rows:
            return self.out_of_range(s, choice, move)
        for rule in choice.rules:
            kept = self.passing(s, choice, rule, rows)
            removed = move.values not in kept and not (rule.if_able and not kept)
            if removed:
                for slot, value in zip(choice.slots, move.values, strict=True):
                    s[slot] = value
                return Refusal(self.sentence(s, rule), rule.source.span, rule.source.plain)
            rows = kept or rows if rule.if_able else kept
        return None

    def sentence(self, s: Slots, rule: Rule) -> tuple[Any, ...]:
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

    def out_of_range(self, s: Slots, choice: Choice, move: Move) -> Refusal:
        """The language's own refusal: which values there are."""
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
            elif value not in members(found, param.shape):
                says = "that is not one of those to choose from"
                return Refusal((says,), param.span, param.name)
            s[choice.slots[k]] = value
        return Refusal(("that is not possible here",), choice.action.span, choice.action.name)


def named(rows: list[tuple[int, ...]], kinds: tuple[str, ...]) -> int:
    """The mask of all cards that values name."""
    mask = 0
    for k, kind in enumerate(kinds):
        if kind == "cards":
            for row in rows:
                mask |= row[k]
        elif kind == "card":
            mask |= mask_of(row[k] for row in rows)
    return mask


def members(found: Any, shape: str) -> Any:
    """The values of a parameter in their order."""
    if shape == "range":
        low, high = found
        return range(low, high + 1)
    return bits(found) if shape == "mask" else found


Asked = Callable[[Slots], Legal]
