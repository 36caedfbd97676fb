"""What may be chosen at a choose node, and why something may not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

import attrs

from hoyle.dsl.checked.types import CARD, SEAT, NumberT, SetT, bare, is_by_name
from hoyle.dsl.limits import MAX_NUMBER
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import NoAnswer, bits, mask_of
from hoyle.dsl.machine.folding import mentions
from hoyle.dsl.node import walk
from hoyle.dsl.printable import join_words, to_dashes
from hoyle.dsl.source import Span
from hoyle.interpreter.runtime.card_equivalence import CardEquivalence, kind_of
from hoyle.interpreter.runtime.cards import Zones
from hoyle.interpreter.runtime.events import Sentence
from hoyle.interpreter.runtime.expression_compiler import (
    Compiler,
    Value,
    ValuesFilter,
)
from hoyle.interpreter.runtime.fault import (
    NOWHERE,
    NoEnd,
    RulesetFault,
    WorkSpent,
)
from hoyle.interpreter.runtime.moves import (
    ActionMoves,
    Held,
    LegalMoves,
    MaskRows,
    Move,
    RangedRows,
    Slots,
    Values,
)
from hoyle.interpreter.runtime.notation import list_name_pieces

MAX_REFUSED = 200  # moves of an action that are asked for what refuses them
MAX_TOLD = 12  # so many that may be chosen a refusal lists
NOT_OFFERED = "is not one of those to choose from"
ROW_COST = 4  # what one way to choose takes of the work of a decision: it is kept, and asked about


@attrs.frozen
class Refusal:
    """Why a move may not be made: the sentence (texts and typed values), and the rule's place."""

    pieces: Sentence
    span: Span
    plain: str
    says: str = attrs.field(default="", eq=False)  # the pieces, in the words of the table

    def __str__(self) -> str:
        return self.says


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
    folds: bool  # one card of a mask: every condition is a mask, or asks for no card
    ranged: bool  # no condition asks for the last value, which lies between two bounds
    kinds: tuple[str, ...]  # of each parameter: card, cards or other
    fixed: tuple[bool, ...]  # of each parameter: what it may be is the same for all before it
    openings: tuple[Rule, ...]  # that ask for nothing that is chosen, where something is chosen


class Decision:
    """The choose node of a machine."""

    def __init__(
        self, node: p.Choose, machine: p.Machine, compiler: Compiler, zones: Zones
    ) -> None:
        self.node = node
        self.machine = machine
        self.zones = zones
        self.compiler = compiler
        self.fuel = compiler.fuel
        self.copies = CardEquivalence(machine.pack.twin_of)
        self.choices = tuple(
            self._compile(k, action, compiler) for k, action in enumerate(node.actions)
        )

    def _compile(self, number: int, action: p.MachineAction, compiler: Compiler) -> Choice:
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
        shape = action.params[-1].shape if slots else ""
        folds = shape == "mask" and len(slots) == 1
        folds = folds and all(rule.sift is None or rule.folded is not None for rule in rules)
        ranged = shape == "range" and not any(_asks(c, slots[-1:]) for c in action.conditions)
        ranged = ranged and (len(slots) == 1 or not self.copies.several)
        fixed = tuple(
            not any(mentions(param.over, slot) for slot in slots[:k])
            for k, param in enumerate(action.params)
        )
        openings = tuple(
            rule for rule in rules if slots and not rule.if_able and not _asks(rule.source, slots)
        )
        return Choice(number, action, slots, overs, rules, folds, ranged, kinds, fixed, openings)

    def legal(self, s: Slots) -> LegalMoves:
        """The legal moves; RulesetFault where there are too many to list, or the rules fail."""
        parts = (self.part(s, choice) for choice in self.choices)
        return LegalMoves(tuple(part for part in parts if part is not None))

    def part(self, s: Slots, choice: Choice) -> ActionMoves | None:
        """The legal moves of one action; None where there are none."""
        rows: Sequence[Values] | None = None
        if self.find_closed(s, choice):
            return None
        if choice.folds:
            rows = self._fold(s, choice)
        elif choice.ranged:
            rows = self._span(s, choice)
        if rows is None:
            rows = self.rows(s, choice)
            if len(choice.slots) == 1 and choice.action.params[0].shape == "mask":
                rows = MaskRows(mask_of(row[0] for row in rows))
        return ActionMoves(choice.number, rows) if rows else None

    def find_closed(self, s: Slots, choice: Choice) -> Rule | None:
        """The first condition that asks for nothing that is chosen, and does not hold.

        It is asked before anything is listed: to list is dear, and may be too much. One without an
        answer is left to its turn, as it may be that nothing is left to ask it of.
        """
        for rule in choice.openings:
            try:
                if not rule.test(s):
                    return rule
            except (NoAnswer, RulesetFault):
                continue
        return None

    def _fold(self, s: Slots, choice: Choice) -> MaskRows | None:
        """The legal values as a mask; None where a fold has no answer, and each must be asked."""
        mask = self._members(s, choice, 0)
        try:
            for rule in choice.rules:
                if not mask:
                    break
                if rule.folded is not None:
                    kept = mask & rule.folded(s)
                else:
                    kept = mask if rule.test(s) else 0
                mask = kept or mask if rule.if_able else kept
        except (NoAnswer, RulesetFault):
            return None
        return MaskRows(self._without_twins(s, mask, choice) if self.copies.several else mask)

    def _without_twins(self, s: Slots, mask: int, choice: Choice) -> int:
        """Of cards that cannot be told apart only the lowest copy is offered."""
        if choice.kinds[0] != "card" or not self._doubtful(mask):
            return mask
        lowest = self.alike(s, mask).lowest
        return mask_of({lowest[card] for card in bits(mask)})

    def alike(self, s: Slots, among: int = -1) -> CardEquivalence:
        """Which cards the chooser cannot tell apart; only those `among` a mask need be asked.

        They look the same, and either the chooser sees none of them, or they lie in the same zone,
        are shown to all or not, and were last played by the same one. Where copies that the
        chooser does not see lie must not show in what is offered, and not which of its own copies
        another seat has seen.
        """
        machine, twin = self.machine, self.machine.pack.twin_of
        shown = s[machine.shown] if machine.shown is not None else 0
        among, chooser = self._doubtful(among), s[self.node.seat]
        keys: dict[int, tuple[int, ...]] = {}
        for place in machine.zones if among else ():
            held = mask_of(s[place.slot]) if place.pile else s[place.slot]
            for card in bits(held & among):
                if self.zones.seers(s, card, place.slot) >> chooser & 1:
                    by = s[machine.player_of + card] if machine.player_of is not None else -1
                    keys[card] = (place.slot, by, shown >> card & 1)
        first: dict[tuple[int, ...], int] = {}
        found = list(range(len(twin)))
        for card in bits(among):
            found[card] = first.setdefault((twin[card], *keys.get(card, ())), card)
        return CardEquivalence(found)

    def take_known(self, s: Slots, move: Move) -> Move:
        """A legal move with those copies that most seats have been shown, where several are alike.

        Who has been shown one of two copies cannot know that the other stays once one of them goes.
        """
        machine, kinds = self.machine, self.choices[move.action].kinds
        if machine.told is None or not self.copies.several or set(kinds) == {"other"}:
            return move
        told = s[machine.told : machine.told + machine.players]
        lowest, where = self.alike(s).lowest, self.zones.where
        known: dict[int, int] = {}

        def find_known(card: int) -> int:
            if card not in known:
                same = [
                    other for other in machine.pack.copies_of(card)
                    if lowest[other] == lowest[card] and where(s, other) == where(s, card)
                    and other not in known.values()
                ]  # fmt: skip
                known[card] = max(same, key=lambda one: sum(mask >> one & 1 for mask in told))
            return known[card]

        values = list(move.values)
        for k, kind in enumerate(kinds):
            if kind == "card" and values[k] >= 0:
                values[k] = find_known(values[k])
            elif kind == "cards":
                values[k] = mask_of(map(find_known, bits(values[k])))
        found = Move(move.action, tuple(values))
        return found if found == move or self.why_not(list(s), found) is None else move

    def find_same_looking(
        self, s: Slots, legal: LegalMoves, move: Move, marked: bool
    ) -> Move | None:
        """A legal move with other copies of the same cards; None where there is none.

        Where copies are `marked`, only with such that cannot be told from them.
        """
        kinds = self.choices[move.action].kinds
        if not self.copies.several or set(kinds) == {"other"}:
            return None
        alike = self.alike(s) if marked else self.copies
        wanted = alike.looks(move.values, kinds)
        for part in legal.parts:
            for other in part if part.action == move.action else ():
                if alike.looks(other.values, kinds) == wanted:
                    return other
        return None

    def find_candidate(self, s: Slots, move: Move, marked: bool) -> Move:
        """A refused move with those copies of its cards that can be chosen, as far as there are.

        So that it is a rule that refuses it, not that another copy lies elsewhere.
        """
        choice = self.choices[move.action]
        if not self.copies.several or set(choice.kinds) == {"other"}:
            return move
        alike = self.alike(s) if marked else self.copies
        s, values = list(s), list(move.values)
        for k, (param, kind) in enumerate(zip(choice.action.params, choice.kinds, strict=True)):
            members = _as_sequence(self._members(s, choice, k), param.shape)
            if values[k] not in members:
                wanted = alike.looks((values[k],), (kind,))
                same = [one for one in members if alike.looks((one,), (kind,)) == wanted]
                if not same:
                    if kind == "cards" and not is_by_name(param.type):
                        offered = self._unite(s, param, members)
                        values[k] = self._take_likely(s, values[k], offered, alike)
                    break
                values[k] = same[0]
            s[choice.slots[k]] = values[k]
        return Move(move.action, tuple(values))

    def _take_likely(self, s: Slots, cards: int, offered: int, alike: CardEquivalence) -> int:
        """Each card as a copy that is offered, else as one that the chooser sees, else as any."""
        found = 0
        for card in bits(cards & ((1 << self.machine.pack.size) - 1)):
            lowest = alike.lowest[card]
            copies = [
                other for other in self.machine.pack.copies_of(card)
                if alike.lowest[other] == lowest and not found >> other & 1
            ]  # fmt: skip
            seen = (other for other in copies if self._find_seen(s, other))
            found |= 1 << next((other for other in copies if offered >> other & 1),
                               next(seen, copies[0]))  # fmt: skip
        return found

    def _unite(self, s: Slots, param: p.Parameter, members: Sequence[int]) -> int:
        """The cards of which something is chosen; also where they are too few for one way."""
        if kind_of(param.type) == "card":
            return mask_of(members)
        parts = [] if members else _list_parting(param.over)
        offered = 0
        for cards in (*members, *(self.compiler.value(part.args[0])(s) for part in parts)):
            offered |= cards
        return offered

    def _doubtful(self, among: int) -> int:
        """Those cards of a mask of which it has another copy."""
        found = 0
        for copies in self.copies.groups:
            held = among & copies
            if held & (held - 1):
                found |= held
        return found

    # ------------------------------------------------------------------ one by one

    def rows(self, s: Slots, choice: Choice) -> tuple[Values, ...]:
        """The legal values one by one, with the conditions as written.

        Of those that differ only in which of two cards they name that are alike there is one.
        """
        try:
            rows = self._keep_allowed(s, choice.rules, self._list_candidates(s, choice))
        except WorkSpent as spent:
            spent.says += _name_way_out(choice.action)
            raise
        if not self.copies.several:
            return tuple(rows)
        alike = self.alike(s, _named(rows, choice.kinds))
        if not alike.several:
            return tuple(rows)
        first: dict[tuple[object, ...], Values] = {}
        for row in rows:
            first.setdefault(alike.looks(row, choice.kinds), row)
        return tuple(first.values())

    def _span(self, s: Slots, choice: Choice) -> RangedRows:
        """The same where no condition asks for the last value, which lies between two bounds."""
        spans = self._list_spans(s, choice)
        rows = RangedRows(tuple(self._keep_allowed(s, choice.rules, spans)))
        if rows.size > MAX_NUMBER:
            says = f"there are more than {MAX_NUMBER:,} ways to `{to_dashes(choice.action.name)}`"
            raise RulesetFault(says, choice.action.span)
        return rows

    def draw_candidate(self, s: Slots, choice: Choice, below: Callable[[int], int]) -> Move | None:
        """A combination of values, each drawn among what it may be; None where one may be nothing.

        `below(n)` draws a number from 0 to n - 1.
        """
        s, values = list(s), []
        for k, (slot, param) in enumerate(zip(choice.slots, choice.action.params, strict=True)):
            members = _as_sequence(self._members(s, choice, k), param.shape)
            if not members:
                return None
            s[slot] = members[below(len(members))]
            values.append(s[slot])
        return Move(choice.number, tuple(values))

    def _list_spans(self, s: Slots, choice: Choice) -> list[Values]:
        return [
            (*row, low, high)
            for row, (low, high) in self._list_before(s, choice, len(choice.slots) - 1)
            if low <= high
        ]

    def candidates(self, s: Slots, choice: Choice) -> Sequence[Values]:
        """Every combination of values, whatever the conditions say."""
        if choice.ranged:
            return RangedRows(tuple(self._list_spans(s, choice)))
        return self._list_candidates(s, choice)

    def _keep_allowed(self, s: Slots, rules: Sequence[Rule], rows: list[Values]) -> list[Values]:
        for rule in rules:
            kept = self.keep_passing(s, rule, rows)
            rows = kept or rows if rule.if_able else kept
            if not rows:
                break
        return rows

    def keep_passing(self, s: Slots, rule: Rule, rows: list[Values]) -> list[Values]:
        """The values that a condition, as written, lets through."""
        span = rule.source.span
        if rule.sift is None:  # the same answer for all of them
            return rows if rows and call_at(span, rule.test, s) else []
        call_at(span, self.fuel.charge, len(rows))
        found: list[Values] = call_at(span, rule.sift, s, rows)
        return found

    def _list_candidates(self, s: Slots, choice: Choice) -> list[Values]:
        """Every combination of values, later parameters inside earlier ones."""
        if not choice.slots:
            return [()]
        last = len(choice.slots) - 1
        return [
            (*row, value)
            for row, found in self._list_before(s, choice, last)
            for value in self._list_members(choice.action.params[last], found)
        ]

    def _list_before(self, s: Slots, choice: Choice, last: int) -> list[tuple[Values, Held]]:
        """Each combination of the values before a parameter, and what that one may be then."""
        if last == 0:
            return [((), self._members(s, choice, 0))]
        slots, param = choice.slots[:last], choice.action.params[last - 1]
        if choice.fixed[last]:
            rows = [
                (*first, value)
                for first, found in self._list_before(s, choice, last - 1)
                for value in self._list_members(param, found)
            ]
            found = self._members(s, choice, last) if rows else None
            return [(row, found) for row in rows]
        before, pairs = [s[slot] for slot in slots], []
        for first, found in self._list_before(s, choice, last - 1):
            for value in self._list_members(param, found):
                row = (*first, value)
                for slot, one in zip(slots, row, strict=True):
                    s[slot] = one
                pairs.append((row, self._members(s, choice, last)))
        for slot, one in zip(slots, before, strict=True):
            s[slot] = one
        return pairs

    def _members(self, s: Slots, choice: Choice, k: int) -> Held:
        """What the k-th parameter may be, with those before it in their slots."""
        return call_at(choice.action.params[k].span, choice.overs[k], s)

    def _list_members(self, param: p.Parameter, found: Held) -> Sequence[int]:
        """The values that a parameter may have; each is paid for, as it is kept in a row."""
        members = _as_sequence(found, param.shape)
        self.fuel.left -= ROW_COST * len(members)
        if self.fuel.left < 0:
            raise NoEnd(
                "there are too many ways to choose here: let fewer things be chosen at once, or "
                "each of fewer",
                param.span,
            )
        return members

    # ------------------------------------------------------------------ why not

    def why_not(self, s: Slots, move: Move) -> Refusal | None:
        """The first line that removes a move; None where it is legal. The slots are used up."""
        if not 0 <= move.action < len(self.choices):
            return Refusal(("there is no such action here",), self.node.span, "")
        return self.refuse(s, self.choices[move.action], move.values)

    def list_refused(self, s: Sequence[Held]) -> Iterator[tuple[Choice, Move | None, Refusal]]:
        """The moves that are not legal, at most so many of an action, with what refuses each.

        None stands for all of an action that one condition refuses whatever is chosen.
        """
        for choice in self.choices:
            if closed := self.find_closed(list(s), choice):
                yield choice, None, self._refuse_by(list(s), closed)
                continue
            for row in islice(self.candidates(list(s), choice), MAX_REFUSED):
                move = Move(choice.number, row)
                refusal = self.why_not(list(s), move)
                if refusal is not None:
                    yield choice, move, refusal

    def find_empty(self, s: Slots, choice: Choice) -> list[int]:
        """The zones from which its first value would be chosen, where no card lies in any."""
        if not choice.overs or self._members(s, choice, 0):
            return []
        zones = sorted(self._list_read(s, choice, 0))
        return [] if any(self.zones.cards(s, slot) for slot in zones) else zones

    def _list_read(self, s: Slots, choice: Choice, k: int) -> set[int]:
        """The zones that are read to find what a parameter may be."""
        parts = walk(choice.action.params[k].over)
        read = {_find_slot(part, s) for part in parts if isinstance(part, p.Get | p.GetAt)}
        return {slot for slot in read if slot in self.zones.places}

    def find_no_number(self, s: Slots, choice: Choice) -> tuple[int, int] | None:
        """The bounds of its first value, between which there is no number."""
        if not choice.overs or choice.action.params[0].shape != "range":
            return None
        low, high = self._members(s, choice, 0)
        return (low, high) if low > high else None

    def refuse(self, s: Slots, choice: Choice, values: Values) -> Refusal | None:
        """First what asks for nothing that is chosen, then the ranges, then the other conditions.

        All candidates are listed only if a condition holds `if able`, and not for this one.
        """
        action, rules = choice.action, choice.rules
        if len(values) != len(choice.slots):
            return Refusal(("that is not possible here",), action.span, action.name)
        if closed := self.find_closed(s, choice):
            return self._refuse_by(s, closed)
        for k, (param, value) in enumerate(zip(action.params, values, strict=True)):
            found = self._members(s, choice, k)
            if value not in _as_sequence(found, param.shape):
                says = self._fill_sentence(s, param.sentence, param.span)
                says = says or self._refuse_value(s, choice, k, found, value)
                return Refusal(says, param.span, param.name)
            s[choice.slots[k]] = value
        for k, rule in enumerate(rules):
            if self.keep_passing(s, rule, [values]):
                continue
            if rule.if_able:
                others = rule.sift is not None and self.keep_passing(
                    s, rule, self._keep_allowed(s, rules[:k], self._list_candidates(s, choice))
                )
                if not others:
                    continue
            return self._refuse_by(s, rule)
        return None

    def _refuse_by(self, s: Slots, rule: Rule) -> Refusal:
        source = rule.source
        says = self._fill_sentence(s, source.sentence, source.span)
        says = says or (f"it is asked that {source.plain}",)
        return Refusal(says, source.span, source.plain)

    def _refuse_value(self, s: Slots, choice: Choice, k: int, found: Held, value: Held) -> Sentence:
        """Why a value is none of those to choose from, by what the chooser sees and no more."""
        param = choice.action.params[k]
        if param.shape == "range":
            low, high = found
            if low == high:
                return (f"only {low} is possible",)
            return (f"not between {low} and {high}" if low < high else "no amount is possible",)
        kind, members = kind_of(param.type), _as_sequence(found, param.shape)
        if not isinstance(value, int):
            return (f"that {NOT_OFFERED}",)
        if kind == "cards":
            counts = self._count_wanted(s, param)
            if counts and value.bit_count() not in counts:
                one = counts == [1]
                says = f"{_join_counts(counts)} {'card is' if one else 'cards are'} wanted"
                return (f"{says}, not {value.bit_count()}",)
        known, named = self.machine.slots[param.slot], is_by_name(param.type)
        fits = isinstance(bare(param.type), NumberT) or (
            known.kind == "number" and known.low <= value <= known.high
        )
        if fits and (named or kind == "other"):
            return self._say_unoffered(s, choice, k, value, members)
        size = self.machine.pack.size
        if (
            kind in ("card", "cards")
            and not named
            and 0 <= value < (size if kind == "card" else 1 << size)
        ):
            offered = self._unite(s, param, members)
            if kind == "cards" and not offered:
                return ("there are no such cards to choose from",)
            given = value if kind == "cards" else 1 << value
            return self._refuse_cards(s, choice, k, given, offered)
        return (f"that {NOT_OFFERED}",)

    def _count_wanted(self, s: Slots, param: p.Parameter) -> list[int]:
        """How many cards the rules say are chosen at once; empty where they leave it open."""
        parts = _list_parting(param.over)
        if any(part.name != "subsets_of_size" for part in parts):
            return []
        return sorted({self.compiler.value(part.args[1])(s) for part in parts})

    def _refuse_cards(self, s: Slots, choice: Choice, k: int, given: int, offered: int) -> Sentence:
        """Which of the cards that are chosen is none of those that can be.

        What is not held is named before what is; of several copies some may lie in sight
        elsewhere: which of them is meant, nobody can tell.
        """
        wrong = given & ~offered
        if not wrong:
            ranks = {self.machine.pack.ranks[card] for card in bits(given)}
            if len(ranks) > 1 and _wants_one_rank(choice.action.params[k].over):
                return ("cards of one rank are wanted",)
            return self._list_ways(s, choice, k, offered)
        hand = self._find_hand(s, choice, k, offered)
        wrong = (wrong & ~hand) or wrong
        if hand and all(self._is_out_of_sight(s, card) for card in bits(wrong)):
            return ("you do not hold ", (wrong, SetT(CARD)))
        found = min(bits(wrong), key=lambda card: self._find_seen(s, card) is None)
        copies = mask_of(self.machine.pack.copies_of(found))
        alike = copies & offered
        if alike and not alike & ~given:
            many = alike.bit_count()
            return (f"only {many if many > 1 else 'one'} ", (found, CARD), " can be chosen")
        asked = given & copies, *(self._name_cards(s, choice, j) & copies for j in range(k))
        if 0 < (held := (copies & hand).bit_count()) < sum(map(int.bit_count, asked)):
            often = "once" if held == 1 else "twice" if held == 2 else f"{held} times"
            return ("you hold ", (found, CARD), f" only {often}")
        return self._say_unoffered(s, choice, k, found, bits(offered))

    def _name_cards(self, s: Slots, choice: Choice, k: int) -> int:
        """The cards that a parameter names."""
        kind, value = choice.kinds[k], s[choice.slots[k]]
        if kind == "other" or value < 0:
            return 0
        return 1 << value if kind == "card" else int(value)

    def _list_ways(self, s: Slots, choice: Choice, k: int, offered: int) -> Sentence:
        """That cards are not chosen together; and which are, where those are few and seen.

        Of ways that look the same one is told.
        """
        says, chooser, looks = f"that {NOT_OFFERED}", s[self.node.seat], self.copies.looks
        found = sorted(self._list_choosable(s, choice, k), reverse=True)
        ways = {looks((cards,), ("cards",)): cards for cards in found}
        if not 0 < len(ways) <= MAX_TOLD or any(
            not self.zones.seers(s, card) >> chooser & 1 for card in bits(offered)
        ):
            return (says,)
        told = (
            piece for cards in sorted(ways.values()) for piece in (" [", (cards, SetT(CARD)), "]")
        )
        return (f"{says}:", *told)

    def _say_unoffered(
        self, s: Slots, choice: Choice, k: int, value: int, members: Sequence[int]
    ) -> Sentence:
        """That one value is not offered; where a card lies, and what is, if the chooser sees it."""
        param = choice.action.params[k]
        of_cards = kind_of(param.type) != "other" and not is_by_name(param.type)
        kind, place = param.type, None
        if of_cards:
            kind, copies = CARD, self.machine.pack.copies_of(value)
            if not any(copy in members for copy in copies):
                value = next((copy for copy in copies if self._find_seen(s, copy)), value)
                if self.zones.where(s, value) not in self._list_read(s, choice, k):
                    place = self._find_seen(s, value)  # else it lies where it may be chosen
        chooser, zones = s[self.node.seat], self.zones
        if place is not None and place[1:] == (" of ", (chooser, SEAT)):
            place = ("your ", place[0])
        says: Sentence = (f" {NOT_OFFERED}",) if place is None else (" lies in ", *place)
        joint = ":" if place is None else "; to choose from:"
        if choice.rules:
            choosable = self._list_choosable(s, choice, k)
            if of_cards and choice.kinds[k] == "cards":
                choosable = {card for cards in choosable for card in bits(cards)}
            if len(members) > len(members := [one for one in members if one in choosable]):
                joint = "; legal now:"  # other rules keep away the others
        unseen = of_cards and any(not zones.seers(s, card) >> chooser & 1 for card in members)
        if 0 < len(members) <= MAX_TOLD and not unseen:
            says += (joint,)
            if of_cards:
                members = sorted(members, key=lambda card: self._find_lying(s, card))
            says += tuple(piece for one in members for piece in (" ", (one, kind)))
        return ((value, kind), *says)

    def _list_choosable(self, s: Slots, choice: Choice, k: int) -> set[int]:
        """The values that legal moves have behind the same values before.

        Empty where it is too much work to find them.
        """
        s = list(s)
        before = [s[slot] for slot in choice.slots[:k]]
        list_rows = self._list_spans if choice.ranged else self._list_candidates
        try:
            rows = self._keep_allowed(s, choice.rules, list_rows(s, choice))
        except RulesetFault:
            return set()
        return {row[k] for row in rows if [*row[:k]] == before}

    def _find_lying(self, s: Slots, card: int) -> tuple[int, tuple[int, ...]]:
        """Zone by zone, and but in a pile as a hand is told."""
        at = self.zones.where(s, card)
        told_by_suit = at >= 0 and not self.zones.places[at].pile
        return at, self.machine.pack.place_in_hand(card) if told_by_suit else ()

    def _find_seen(self, s: Slots, card: int) -> Sentence | None:
        """The place of a card where the chooser sees it."""
        slot = self.zones.where(s, card)
        sees = slot >= 0 and self.zones.seers(s, card, slot) >> s[self.node.seat] & 1
        return self._name_place(slot) if sees else None

    def _name_place(self, slot: int) -> Sentence:
        family = next(family for family in self.machine.families if slot in family.slots)
        return list_name_pieces(family, slot)

    def _find_hand(self, s: Slots, choice: Choice, k: int, offered: int) -> int:
        """The cards of the chooser's hand from which a parameter is chosen; 0 where of no hand.

        It holds all that is offered; where nothing is, nothing else is read. An empty hand holds
        no card of this pack: its mask is not 0.
        """
        own = {slot for slot, by in self.zones.seen_by.items() if by(s) == 1 << s[self.node.seat]}
        read = own if offered else self._list_read(s, choice, k)
        empty = 1 << self.machine.pack.size
        hands = (empty | mask_of(self.zones.cards(s, slot)) for slot in sorted(read & own))
        return next((hand for hand in hands if read <= own and not offered & ~hand), 0)

    def _is_out_of_sight(self, s: Slots, card: int) -> bool:
        """Whether a card may lie where the chooser sees none, who has no copy of it in sight."""
        seen = [self._find_seen(s, copy) for copy in self.machine.pack.copies_of(card)]
        owner = (s[self.node.seat], SEAT)
        return None in seen and not any(place and owner in place for place in seen)

    def _fill_sentence(self, s: Slots, written: p.Pieces, span: Span) -> Sentence:
        """The sentence of a refusal with its values; empty where the text has none."""
        if not written:
            return ()
        fill = self.compiler.compile_sentence(written)
        try:
            sentence: Sentence = call_at(span, fill, s)
        except RulesetFault as fault:
            says = f"the sentence of a refusal cannot be filled in: {fault.says}"
            told = type(fault)(says, fault.span)
            told.note_asker(span)
            told.inside = fault.inside
            raise told from fault
        return sentence


def call_at(span: Span, function: Callable[..., Held], *args: object) -> Held:
    """What a function of the rules gives; where it has no answer, the fault names this place."""
    try:
        return function(*args)
    except NoAnswer as none:
        raise RulesetFault.without_answer(none, span) from none
    except RulesetFault as fault:
        if fault.span is not NOWHERE:
            fault.note_asker(span)
            raise
        raise type(fault)(fault.says, span) from None


def _find_slot(read: p.Get | p.GetAt, s: Slots) -> int:
    """The slot that is read; -1 where another of its own phrase is read for each member."""
    if isinstance(read, p.Get):
        return read.slot
    index = read.index
    if isinstance(index, p.Get) and index.slot >= 0:
        return read.base + int(s[index.slot])
    return -1


def _name_way_out(action: p.MachineAction) -> str:
    """Where several things are chosen at once: what would make the ways fewer."""
    first, *others = (f"`{param.name}`" for param in action.params)
    if not others:
        return ""
    return f", or {first} be chosen first, and {join_words(others)} in a `choose` behind it"


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


def _join_counts(counts: Sequence[int]) -> str:
    """`3`, `2 to 5`, or `2 or 4`."""
    low, high = counts[0], counts[-1]
    if len(counts) > 2 and high - low + 1 == len(counts):
        return f"{low} to {high}"
    return " or ".join(map(str, counts))


def _list_parting(over: p.Expr) -> list[p.Op]:
    """Where parts of cards are chosen, also such as pass a test or of several kinds: of which."""
    if isinstance(over, p.Comprehension) and over.kind == "filter":
        return _list_parting(over.over)
    if not isinstance(over, p.Op):
        return []
    if over.name.startswith("subsets"):
        return [over]
    parts = [_list_parting(one) for one in over.args] if over.name == "join" else []
    return [op for part in parts for op in part] if all(parts) else []


def _wants_one_rank(over: p.Expr) -> bool:
    """Whether all ways of choosing cards are such of one rank."""
    if isinstance(over, p.Comprehension) and over.kind == "filter":
        return _wants_one_rank(over.over)
    if not isinstance(over, p.Op):
        return False
    return over.name == "groups" or (over.name == "join" and all(map(_wants_one_rank, over.args)))


def _as_sequence(found: Held, shape: str) -> Sequence[int]:
    if shape == "range":
        low, high = found
        return range(low, high + 1)
    # what comes twice in a list, as in two lists joined, is one thing to choose
    members: Sequence[int] = bits(found) if shape == "mask" else tuple(dict.fromkeys(found))
    return members
