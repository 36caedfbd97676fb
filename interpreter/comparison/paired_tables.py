"""Two tables at which the same game is played: the same deal and moves, and what then differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from typing import Any

import attrs

from hoyle.dsl.checked.types import (
    CARD,
    RANK,
    SEAT,
    SIDE,
    SUIT,
    NumberT,
    RecordT,
    SequenceT,
    SetT,
    Type,
    bare,
)
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import bits
from hoyle.dsl.printable import to_dashes
from hoyle.interpreter.narration.labels import Labels
from hoyle.interpreter.runtime.engine import Engine
from hoyle.interpreter.runtime.events import CardsHidden, CardsShown, SentenceSaid, ValueAnnounced
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.moves import ActionMoves, Move
from hoyle.interpreter.runtime.table import Chances, Position, Table

LUMPS = (5, 12)  # so many cards at the top of a lumpy pack have more than their share of a rank


@attrs.frozen
class Dealt(Chances):
    """`codes` are the cards of the pack, in an order that both tables share.

    `pack` lays the first shuffle, from the top: cards by their places in `codes`. `ranks` are those
    that lumps are rather made of.
    """

    codes: tuple[int, ...] = ()
    pack: tuple[int, ...] = ()
    ranks: tuple[str, ...] = ()

    def resolve(self, engine: Engine, s: Any, at: int) -> tuple[Any, Chances]:
        """The outcome of a chance node, and what remains."""
        node = engine.machine.nodes[at]
        assert isinstance(node, p.Chance)
        among = engine.outcomes(s, at)
        if node.kind == "draw":
            stream = Stream(self.seed, "draw", self.events)
            return among[stream.below(len(among))], attrs.evolve(self, events=self.events + 1)
        if self.pack and not self.shuffles:
            order = self.pack
        else:
            order = pack_order(self.seed, self.shuffles, self.kinds(engine), self.ranks)
        place = {self.codes[card]: k for k, card in enumerate(order)}
        pile = tuple(sorted(among, key=lambda card: -place[card]))
        return pile, attrs.evolve(self, shuffles=self.shuffles + 1)

    def kinds(self, engine: Engine) -> tuple[str, ...]:
        """The rank of each card, by its word."""
        pack = engine.machine.pack
        return tuple(pack.rank_words[pack.ranks[card]] for card in self.codes)


@cache
def pack_order(
    seed: int, shuffle: int, kinds: tuple[str, ...], ranks: tuple[str, ...]
) -> tuple[int, ...]:
    """The cards of a pack from the top: a fair shuffle, or every second time a lumpy one."""
    stream = Stream(seed, "pack", shuffle)
    order = stream.shuffled(range(len(kinds)))
    if seed % 2 == 0:
        return order
    wanted = {kinds[order[0]], kinds[order[stream.below(2)]]}
    known = [rank for rank in ranks if rank in kinds]
    if known and stream.below(2):
        wanted = {known[stream.below(len(known))], known[stream.below(len(known))]}
    lump = [card for card in order if kinds[card] in wanted]
    rest = [card for card in order if kinds[card] not in wanted]
    many = max(0, LUMPS[stream.below(2)] - len(lump))
    top = Stream(seed, "lump", shuffle).shuffled([*lump, *rest[:many]])
    return (*top, *rest[many:])


def member_type(kind: Type | None) -> Type | None:
    """What a value holds in the end."""
    while isinstance(kind, SetT | SequenceT):
        kind = kind.of
    return kind if kind is None else bare(kind)


def describe_value(labels: Labels, value: Any, kind: Type | None) -> str:
    """A value in words; a record is called by whom it belongs to."""
    inner = member_type(kind)
    if kind is None:
        return str(value)
    if not isinstance(inner, RecordT):
        return labels.words.format_value(value, kind)
    several = value if isinstance(value, tuple) else (value,)
    if isinstance(value, int) and inner != bare(kind):
        several = bits(value)
    return ", ".join(
        "none" if one == -1 else labels.format_counted_record(inner.name, one) for one in several
    )


def describe_allowed(labels: Labels, position: Position, part: ActionMoves) -> tuple[str, ...]:
    """The values with which an action may be taken, in words."""
    params = position.node.actions[part.action].params
    if len(params) == 1 and isinstance(bare(params[0].type), NumberT):
        low, high = part.bounds or (min(numbers := {m.values[0] for m in part}), max(numbers))
        if part.bounds is not None or high - low + 1 == len(numbers):
            return (f"{low} to {high}" if low < high else str(low),)
    found = []
    for move in part:
        pairs = [
            (labels.words.put_by_rank(value, q.type), q.type)
            for value, q in zip(move.values, params, strict=True)
        ]
        found.append(" ".join(describe_value(labels, *pair) for pair in pairs))
    return tuple(dict.fromkeys(found))


def join_allowed(told: tuple[str, ...] | None, others: tuple[str, ...] | None) -> str:
    """What one side may do of an action; `no` answers to `yes`, `nothing` to a list."""
    if told is None:
        return "nothing" if any(others or ()) else "no"
    values = [text for text in told if text]
    return ", ".join(values) if values else "yes"


Seen = tuple[bool, tuple[tuple[str | None, int], ...]]


def find_seen(labels: Labels, position: Position, slot: int) -> Seen:
    """The cards of a zone, each with the seats that see it; hidden ones have no name."""
    zones, s = position.table.engine.zones, position.slots
    found: list[tuple[str | None, int]] = []
    for card in zones.cards(s, slot):
        seers = zones.seers(s, card, slot)
        found.append((labels.words.format_card(card) if seers else None, seers))
    pile = zones.places[slot].pile
    return pile, tuple(found if pile else sorted(found, key=lambda pair: (pair[0] or "~", pair[1])))


def describe_cards(labels: Labels, told: Seen) -> str:
    """`9♥ 5♣ and 3 hidden`, with who sees them where not all do."""
    _, cards = told
    if not cards:
        return "empty"
    groups: dict[int, list[str | None]] = {}
    for card, seers in cards:
        groups.setdefault(seers, []).append(card)
    everyone = (1 << len(labels.names)) - 1
    texts = []
    for seers, some in groups.items():
        if not seers:
            texts.append(f"{len(some)} hidden")
            continue
        whom = "" if seers == everyone else f" (seen by {describe_seers(labels.names, seers)})"
        texts.append(" ".join(filter(None, some)) + whom)
    return ", ".join(texts)


def find_seers(position: Position, slot: int) -> int:
    """The seats that see a register now, as a mask."""
    hidden = position.table.engine.hidden
    return hidden[slot](position.slots) if slot in hidden else (1 << len(position.table.names)) - 1


def describe_seers(names: Sequence[str], seers: int) -> str:
    """`everybody`, `nobody`, `ann and bob`."""
    if seers == (1 << len(names)) - 1:
        return "everybody"
    return " and ".join(name for k, name in enumerate(names) if seers >> k & 1) or "nobody"


LEGAL, TURN, END, CARDS, SCORE, STATE = "legal", "turn", "end", "cards", "score", "state"
HEARD = "heard"


@attrs.frozen
class Difference:
    """One thing that differs between two positions: `name` says what, then each side's words.

    `kind` is `turn` (who chooses), `legal`, `end` (over, winners, payoff), `cards` (what is seen
    of a zone, and who sees a register), `score` (numbers of seats, and whose turn it is to
    deal), `heard` (what was said, announced, shown or hidden on the way there), or `state` (all
    else).
    """

    kind: str
    name: str
    left: str
    right: str

    @property
    def clipped(self) -> tuple[str, str]:
        """Each side's words for a reader; of long lists that overlap what only one side has."""
        if self.own is None:
            return join_clipped(self.left.split(", ")), join_clipped(self.right.split(", "))
        common = len(self.left.split(", ")) - len(self.own[0])
        left, right = (
            f"only here: {join_clipped(own)}; {common} on both sides"
            if own else f"only the {common} on both sides"
            for own in self.own
        )  # fmt: skip
        return left, right

    @property
    def own(self) -> tuple[list[str], list[str]] | None:
        """What only one of two lists has; None where they are short, or have nothing in common."""
        left, right = self.left.split(", "), self.right.split(", ")
        common = set(left) & set(right)
        if max(len(left), len(right)) <= MAX_ITEMS or not common or {*left} == {*right}:
            return None
        lefts, rights = ([one for one in all_ if one not in common] for all_ in (left, right))
        return lefts, rights


MAX_ITEMS = 12  # of a list that a reader is shown


def join_clipped(items: list[str]) -> str:
    """The first of a list, and how many more there are."""
    shown = items[:MAX_ITEMS]
    more = f" and {len(items) - len(shown)} more" if len(items) > len(shown) else ""
    return f"{', '.join(shown)}{more}"


@attrs.frozen
class Shared:
    """A zone or register that both tables have: its slot at each, and how values compare."""

    name: str
    left: int
    right: int
    kind: Type | None
    raw: bool
    told: str


class PairedTables:
    """Two tables for the same number of players; deals have rather more of some `ranks`."""

    def __init__(self, left: Table, right: Table, ranks: tuple[str, ...] = ()) -> None:
        self.left, self.right = left, right
        self.ranks = ranks
        self.labels = Labels(left, symbols=True), Labels(right, symbols=True)
        packs = [[labels.words.format_card(c) for c in range(labels.machine.pack.size)]
                 for labels in self.labels]  # fmt: skip
        self.packs = tuple(packs)
        self.same_pack = sorted(packs[0]) == sorted(packs[1])
        self.same_codes = packs[0] == packs[1] and (
            left.machine.pack.rank_words == right.machine.pack.rank_words
        )
        self.zones = list(self.shared(zones=True)) if self.same_pack else []
        self.registers = list(self.shared(zones=False)) if self.same_pack else []
        hidden = left.engine.hidden, right.engine.hidden
        self.guarded = [
            one for one in self.registers if one.left in hidden[0] or one.right in hidden[1]
        ]  # fmt: skip
        self.zone_slots = [z.left for z in self.zones], [z.right for z in self.zones]
        self.alike: dict[tuple[int, int], bool] = {}
        self.kept = [slot.at for slot in left.machine.slots if not slot.local]

    # ------------------------------------------------------------------ what both have

    def shared(self, zones: bool) -> Iterator[Shared]:
        """The zones, or the registers, of the same name."""
        one, other = (self.places(labels, zones) for labels in self.labels)
        for name, slot in one.items():
            if name not in other:
                continue
            slots = self.left.machine.slots[slot], self.right.machine.slots[other[name]]
            kind = slots[0].type
            numbers = all(isinstance(slot.type and bare(slot.type), NumberT) for slot in slots)
            cards = member_type(kind) in (CARD, RANK, SUIT)
            raw = (kind == slots[1].type or numbers) and not _of_records(kind)
            raw = raw and (self.same_codes or not cards)
            yield Shared(name, slot, other[name], kind, raw, _told_as(kind, self.labels[0], slot))

    def places(self, labels: Labels, zones: bool) -> dict[str, int]:
        """The slots of one table by their names."""
        found = {}
        for slot in labels.machine.slots:
            named = not slot.local and labels.find_family(slot.at) is not None
            if named and (slot.at in labels.zones) == zones:
                found[labels.format_place(slot.at, full=True)] = slot.at
        return found

    @cached_property
    def same_sights(self) -> bool:
        """Whether every zone is seen alike at both tables."""
        if not self.same_codes or len(self.zones) != len(self.labels[0].zones):
            return False
        places = self.left.engine.zones.places, self.right.engine.zones.places
        pairs = [(places[0][zone.left], places[1][zone.right]) for zone in self.zones]
        return all((a.sight, a.pile) == (b.sight, b.pile) for a, b in pairs)

    @cached_property
    def same_slots(self) -> bool:
        """Whether the states of both tables are laid out alike, so that equal states are the same.

        Then only where they are not equal is there anything to compare in words.
        """
        if not self.same_sights or len(self.zones) + len(self.registers) < len(self._kept_ever()):
            return False
        shared = [*self.zones, *self.registers]
        return all(one.left == one.right for one in shared) and all(
            one.raw or (_of_records(one.kind) and self.same_pools) for one in self.registers
        )

    def other_packs(self) -> Iterator[Difference]:
        """What one pack has and the other has not."""
        both = list(self.packs), list(reversed(self.packs))
        lacks = [Counter(mine) - Counter(others) for mine, others in both]
        texts = [" ".join(one.elements()) for one in lacks]
        sizes = [f"{len(pack)} cards" for pack in self.packs]
        told = [f"{size}, with {text}" if text else size
                for size, text in zip(sizes, texts, strict=True)]  # fmt: skip
        yield Difference(CARDS, "the pack", told[0], told[1])

    def _kept_ever(self) -> list[int]:
        found = [set(self.places(labels, zones).values())
                 for labels in self.labels for zones in (True, False)]  # fmt: skip
        return sorted(set().union(*found))

    @cached_property
    def same_pools(self) -> bool:
        """Whether both tables may have the same records."""
        return self.labels[0].pools == self.labels[1].pools

    # ------------------------------------------------------------------ playing

    def start(self, seed: int, pack: tuple[int, ...] = ()) -> tuple[Position, Position]:
        """The same deal at both tables; `pack` may lay the first shuffle, from the top."""
        codes = range(len(self.packs[0])), self.codes
        found = []
        for table, mine in zip((self.left, self.right), codes, strict=True):
            chances = Dealt(seed, codes=tuple(mine), pack=pack, ranks=self.ranks)
            found.append(
                table.settle(table.engine.fresh(), table.machine.entry, chances, None, None)
            )
        return found[0], found[1]

    @cached_property
    def codes(self) -> tuple[int, ...]:
        """For each card of the left pack, the same card of the right one."""
        waiting: dict[str, list[int]] = {}
        for card, text in enumerate(self.packs[1]):
            waiting.setdefault(text, []).append(card)
        return tuple(waiting[text].pop(0) for text in self.packs[0])

    def play(
        self, pair: tuple[Position, Position], move: Move
    ) -> tuple[Position, Position]:  # fmt: skip
        """The left table's move at both tables."""
        left, right = pair
        return left.play(move), right.play(self.carried(left, right, move))

    @property
    def last_work(self) -> int:
        """What the rules of both went through for the last move, in rounds of their loops."""
        return sum(table.engine.compiler.fuel.spent for table in (self.left, self.right))

    def carried(self, left: Position, right: Position, move: Move) -> Move:
        """A move of the left table as the right one has it."""
        if self.same_codes and self._coded_alike(left, right):
            return move
        action = left.node.actions[move.action]
        number = [each.name for each in right.node.actions].index(action.name)
        values = zip(move.values, action.params, right.node.actions[number].params, strict=True)
        return Move(number, tuple(self._value_carried(v, q.type, r.type) for v, q, r in values))

    def _coded_alike(self, left: Position, right: Position) -> bool:
        """Whether a choice has the same actions with the same kinds of values at both tables."""
        key = (left.at, right.at)
        if key not in self.alike:
            shapes = [
                [(a.name, [(q.shape, q.type) for q in a.params]) for a in one.node.actions]
                for one in (left, right)
            ]
            records = any(
                _of_records(q.type) for a in left.node.actions for q in a.params
            )  # fmt: skip
            self.alike[key] = shapes[0] == shapes[1] and not records
        return self.alike[key]

    def _value_carried(self, value: Any, kind: Type, other_kind: Type) -> Any:
        """A value of the left table as the right one has it: by its name, whatever its number."""
        inner = bare(kind)
        if isinstance(inner, RecordT):
            mine, other = self.labels
            name = mine.format_counted_record(inner.name, value)
            pool = range(len(other.pools.get(inner.name, ())))
            return next(k for k in pool if other.format_counted_record(inner.name, k) == name)
        if value == -1:
            return value
        if inner == CARD:
            return self.codes[value]
        if isinstance(inner, SetT) and inner.of == CARD and isinstance(value, int):
            return sum(1 << self.codes[card] for card in bits(value))
        words = [labels.words for labels in self.labels]
        found = words[1].try_value(words[0].format_value(value, kind), bare(other_kind))
        return value if found is None else found

    # ------------------------------------------------------------------ comparing

    def differences(self, left: Position, right: Position) -> list[Difference]:
        """Everything that differs between two positions; nothing where they are alike."""
        found = list(self.turns(left, right))
        if not found and not left.over:
            found += self.legal(left, right)
        if not (self.same_slots and self._same_state(left, right)):
            found += self.cards(left, right)
            found += self.values(left, right)
        if self.guarded:
            found += self.sights(left, right)
        return found

    def _same_state(self, left: Position, right: Position) -> bool:
        """Whether all that is kept is the same, where both are laid out alike."""
        mine, others = left.slots, right.slots
        return all(mine[at] == others[at] for at in self.kept) and (
            self.shown(left, self.zone_slots[0]) == self.shown(right, self.zone_slots[1])
        )

    def turns(self, left: Position, right: Position) -> Iterator[Difference]:
        """Who chooses, or how it has ended."""
        ends = [position.over for position in (left, right)]
        if ends == [False, False]:
            if left.seat != right.seat:
                yield Difference(TURN, "who chooses", *(self.seat(one) for one in (left, right)))
            return
        if ends != [True, True]:
            words = ["the game is over" if one.over else self.seat(one) for one in (left, right)]
            yield Difference(TURN, "who chooses", words[0], words[1])
            return
        if left.winners != right.winners:
            words = [", ".join(one.table.names[seat] for seat in one.winners) or "nobody"
                     for one in (left, right)]  # fmt: skip
            yield Difference(END, "who wins", words[0], words[1])
        for seat, name in enumerate(self.left.names):
            paid = left.payoff(seat), right.payoff(seat)
            if paid[0] != paid[1]:
                yield Difference(END, f"{name} takes away", str(paid[0]), str(paid[1]))

    def seat(self, position: Position) -> str:
        """The name of the seat that chooses."""
        assert position.seat is not None
        return position.table.names[position.seat]

    def legal(self, left: Position, right: Position) -> Iterator[Difference]:
        """What may be done, action by action."""
        if self.same_codes and left.choices == right.choices and self._coded_alike(left, right):
            return
        parts = [
            {one.node.actions[part.action].name: (labels, one, part) for part in one.legal().parts}
            for labels, one in zip(self.labels, (left, right), strict=True)
        ]
        for name in dict.fromkeys([*parts[0], *parts[1]]):
            told = [describe_allowed(*mine[name]) if name in mine else None for mine in parts]
            # the same in another order, as another pack has it, is no difference
            if Counter(told[0]) != Counter(told[1]) or (told[0] is None) != (told[1] is None):
                texts = join_allowed(told[0], told[1]), join_allowed(told[1], told[0])
                about = f"may {self.seat(left)} {to_dashes(name)}"
                yield Difference(LEGAL, about, texts[0], texts[1])

    def cards(self, left: Position, right: Position) -> Iterator[Difference]:
        """What is seen of the zones that both have."""
        if self.same_sights and all(left.slots[z.left] == right.slots[z.right] for z in self.zones):
            shown = self.shown(left, self.zone_slots[0])
            if shown == self.shown(right, self.zone_slots[1]):
                return
        for zone in self.zones:
            told = [
                find_seen(labels, one, slot) for labels, one, slot in
                zip(self.labels, (left, right), (zone.left, zone.right), strict=True)
            ]  # fmt: skip
            if told[0] != told[1]:
                texts = [
                    describe_cards(labels, one)
                    for labels, one in zip(self.labels, told, strict=True)
                ]
                yield Difference(CARDS, zone.name, texts[0], texts[1])

    def shown(self, position: Position, slots: Sequence[int]) -> list[int]:
        """What has been shown to all and to each, and who sees the zones that some see."""
        machine, s = position.table.machine, position.slots
        found = [0 if machine.shown is None else s[machine.shown]]
        told = machine.told
        found += [0] * machine.players if told is None else s[told : told + machine.players]
        seen_by = position.table.engine.zones.seen_by
        return found + [seen_by[slot](s) for slot in slots if slot in seen_by]

    def values(self, left: Position, right: Position) -> Iterator[Difference]:
        """Registers of the same name, as far as they count here."""
        for one in self.registers:
            mine, others = left.slots[one.left], right.slots[one.right]
            if (one.raw and mine == others) or not self.counts(one, left, right):
                continue
            texts = [
                describe_value(labels, value, labels.machine.slots[slot].type)
                for labels, value, slot in
                zip(self.labels, (mine, others), (one.left, one.right), strict=True)
            ]  # fmt: skip
            if texts[0] != texts[1]:
                yield Difference(one.told, one.name, texts[0], texts[1])

    def sights(self, left: Position, right: Position) -> Iterator[Difference]:
        """Registers that other seats see."""
        for one in self.guarded:
            if self.counts(one, left, right):
                seers = find_seers(left, one.left), find_seers(right, one.right)
                if seers[0] != seers[1]:
                    texts = [describe_seers(self.left.names, mask) for mask in seers]
                    yield Difference(CARDS, f"who sees {one.name}", texts[0], texts[1])

    def counts(self, one: Shared, left: Position, right: Position) -> bool:
        """Whether a register still matters: that of a phase does only where it is live."""
        for position, at in ((left, one.left), (right, one.right)):
            slot = position.table.machine.slots[at]
            kept = slot.phase is None or (not position.over and at in position.node.live)
            if not kept:
                return False
        return True


def _of_records(kind: Type | None) -> bool:
    """Whether a value's number depends on how many records there may be."""
    return isinstance(member_type(kind), RecordT)


def _told_as(kind: Type | None, labels: Labels, slot: int) -> str:
    """Whether a register is a score, a dealer's place, or something else."""
    family = labels.find_family(slot)
    if kind is not None and bare(kind) == SEAT:
        return SCORE
    of_seats = family is not None and family.record is None and family.kinds in ((SEAT,), (SIDE,))
    return SCORE if of_seats and kind is not None and isinstance(bare(kind), NumberT) else STATE


class ListeningTables(PairedTables):
    """Two traced tables at which it counts too what is said, announced, shown and hidden."""

    def differences(self, left: Position, right: Position) -> list[Difference]:
        """What is heard on the way to a position is compared where all that is seen is alike."""
        found = super().differences(left, right)
        if all(one.kind == STATE for one in found):
            pairs = zip((left, right), self.labels, strict=True)
            mine, others = (list(_list_heard(*pair)) for pair in pairs)
            if mine != others:
                own = [text for text in mine if text not in others]
                theirs = [text for text in others if text not in mine]
                both = (own, theirs) if own or theirs else (mine, others)
                texts = ["; ".join(one) or "nothing" for one in both]
                found.append(Difference(HEARD, "what is told", *texts))
        return found


def _list_heard(position: Position, labels: Labels) -> Iterator[str]:
    for event in position.events:
        match event:
            case SentenceSaid():
                yield labels.words.format_sentence(event.sentence)
            case ValueAnnounced():
                name, value = to_dashes(event.name), event.value
                yield f"{name}: {labels.words.format_value(value, event.type)}"
            case CardsShown() | CardsHidden():
                yield f"{event.kind}: {labels.format_moving(event)}"
