"""Every class of hands that the rows of a table cannot tell apart, each by its smallest hand.

What rows read of a hand that can be built up card by card (a size, a total, suits, a run) is a
feature. Two hands with the same features are the same to the rows, so one of them is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

import attrs

from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import NoAnswer, runs
from hoyle.dsl.machine.pack import PackOfCards
from hoyle.dsl.node import Node, children, select_kind, walk
from hoyle.interpreter.hand_tables.rows import slots_of
from hoyle.interpreter.runtime.expression_compiler import Compiler
from hoyle.interpreter.runtime.fault import RulesetFault

MAX_CLASSES = 100_000
MAX_RUN = 16  # cards in a run that are followed
EMPTY, MIXED = -2, -1  # of a feature "alike" or "run": no card yet; cards that do not go together


class NotByCard(Exception):
    """The cards are read in a way that cannot be built up card by card."""


class TooMany(Exception):
    """There are more classes than may be listed, or listing them takes too many steps."""


@attrs.define
class Steps:
    """How much may still be done: counted, so that it is the same on every machine.

    `go_on` says whether there is time.
    """

    left: int
    go_on: Callable[[], bool] = lambda: True

    def spend(self, steps: int) -> None:
        """Take some steps; TooMany where so many are not left, or no time."""
        if steps > self.left or not self.go_on():
            raise TooMany
        self.left -= steps


@attrs.frozen
class Hand:
    """The cards of each hand as a mask, and how many cards that is in all."""

    size: int
    cards: tuple[int, ...]


@attrs.frozen
class Feature:
    """What each card of the pack adds to what is read of a hand; None where it does nothing.

    `join` says how: `add`, `or` (a mask), `alike` (a number that all have), `most`, `least`, `run`
    (a mask of ranks as long as it can become a run in `order`, of at most so many cards).
    """

    hand: int
    join: str
    gives: tuple[int | None, ...]
    order: tuple[int, ...] = ()
    longest: int = 0


# ---------------------------------------------------------------------- what rows read


def _bit(number: int) -> int:
    """The mask of a rank or suit; of none an empty one."""
    return 1 << number if number >= 0 else 0


Each = Callable[[PackOfCards, int], int]
READINGS: dict[str, tuple[str, Each]] = {  # operations on cards: how they join, what a card adds
    "count_bits": ("add", lambda pack, card: 1),
    "count_entries": ("add", lambda pack, card: 1),
    "is_some": ("or", lambda pack, card: 1),
    "is_empty": ("or", lambda pack, card: 1),
    "ranks": ("or", lambda pack, card: _bit(pack.ranks[card])),
    "suits": ("or", lambda pack, card: _bit(pack.suits[card])),
    "one_rank": ("alike", lambda pack, card: pack.ranks[card]),
    "rank_of_all": ("alike", lambda pack, card: pack.ranks[card]),
    "one_suit": ("alike", lambda pack, card: pack.suits[card]),
    "suit_of_all": ("alike", lambda pack, card: pack.suits[card]),
    # a card without a rank is of no order, so that it ends every run
    "consecutive": ("run", lambda pack, card: 1 << pack.ranks[card] % (len(pack.rank_words) + 1)),
}
PHRASES = {
    "any": "or", "count": "add", "total": "add", "every": "or", "highest": "most", "lowest": "least"
}  # fmt: skip
SAME_CARDS = {"as_laid", "mask_seq", "seq_mask", "reversed"}  # in another form or order
Part = tuple[int, int]  # the slot of a hand, and a mask of the cards of it that are meant


@attrs.define(eq=False)
class FeatureReader:
    """Notes the features that expressions read of hands, while other unknowns have some values.

    `fixed` are the unknowns on which features depend, `shared` whether several hands were taken to
    have no card in common that might.
    """

    compiler: Compiler
    hands: frozenset[int]  # the slots that hold hands
    slots: list[int]
    longest: int  # cards in a hand
    found: dict[Feature, None] = attrs.field(factory=dict)
    fixed: set[int] = attrs.field(factory=set)
    shared: bool = False
    bound: dict[int, p.Expr] = attrs.field(factory=dict)  # hands that scratch slots stand for

    @property
    def pack(self) -> PackOfCards:
        """The cards."""
        return self.compiler.machine.pack

    def note(
        self,
        parts: Iterable[Part],
        join: str,
        gives: Callable[[int], int],
        order: tuple[int, ...] = (),
    ) -> None:
        """A feature of parts of hands."""
        for hand, mask in parts:
            cards = range(len(self.pack.ranks))
            given = tuple(gives(card) if mask >> card & 1 else None for card in cards)
            longest = min(MAX_RUN, self.longest) if order else 0
            self.found[Feature(hand, join, given, order, longest)] = None

    def read(self, part: Node) -> None:
        """Note what an expression reads of hands; NotByCard where that is no feature."""
        if isinstance(part, p.GetAt):
            raise NotByCard
        if isinstance(part, p.Get) and (part.slot in self.hands or part.slot in self.bound):
            raise NotByCard
        if isinstance(part, p.Bind) and self.parts_of(part.value) is not None:
            self.bound[part.slot] = part.value
            self.read(part.body)
            del self.bound[part.slot]
        elif not self._read_cards(part):
            for child in children(part):
                self.read(child)

    def _read_cards(self, part: Node) -> bool:
        """Note the feature that an expression is; False where it is none."""
        match part:
            case p.Comprehension(over=over):
                parts = self.parts_of(over)
                if parts is not None:
                    self._read_phrase(part, parts)
                return parts is not None
            case p.Op(name="has_bit", args=(p.Const(value=int(card)), cards)):
                return self._read_some(cards, (1 << card,))
            case p.Op(name="all_in", args=(mask, cards)) if self.parts_of(cards) is not None:
                return self._read_some(cards, (self._mask(mask),), "add")
            case p.Op(name="all_in", args=(cards, p.Const(value=int(mask)))):
                return self._read_some(cards, (mask, ~mask))
            case p.Op(name=name, args=(cards, *rest)) if name in READINGS:
                parts = self.parts_of(cards)
                order = rest[0].value if rest and isinstance(rest[0], p.Const) else ()
                if parts is None or not isinstance(order, tuple) or (rest and not order):
                    return False
                join, each = READINGS[name]
                self.note(parts, join, lambda card: each(self.pack, card), order)
                return True
        return False

    def _read_some(self, cards: p.Expr, masks: tuple[int, ...], join: str = "or") -> bool:
        """Note how many of some cards there are, or whether there is one."""
        parts = self.parts_of(cards)
        for mask in masks if parts else ():
            self.note([(hand, part & mask) for hand, part in parts or ()], join, lambda card: 1)
        return parts is not None

    def _read_phrase(self, phrase: p.Comprehension, parts: list[Part]) -> None:
        if phrase.kind not in PHRASES:
            raise NotByCard
        parts = self._passing(phrase, parts)
        worth = [1] * len(self.pack.ranks)
        if phrase.value is not None:
            worth = self._of_each(phrase.slot, phrase.value)
        if phrase.kind == "every":
            worth = [int(not holds) for holds in worth]
        self.note(parts, PHRASES[phrase.kind], worth.__getitem__)

    def _passing(self, phrase: p.Comprehension, parts: list[Part]) -> list[Part]:
        """The parts of which a phrase asks, with those cards only that its `where` lets through."""
        if phrase.where is None:
            return parts
        passes = self._of_each(phrase.slot, phrase.where)
        fitting = sum(1 << card for card, holds in enumerate(passes) if holds)
        return [(hand, mask & fitting) for hand, mask in parts]

    def parts_of(self, cards: p.Expr) -> list[Part] | None:
        """The parts of hands that an expression is; None for anything else."""
        match cards:
            case p.Get(slot=slot) if slot in self.hands:
                return [(slot, (1 << len(self.pack.ranks)) - 1)]
            case p.Get(slot=slot) if slot in self.bound:
                return self.parts_of(self.bound[slot])
            case p.Op(name=name, args=(inner,)) if name in SAME_CARDS:
                return self.parts_of(inner)
            case p.Op(name="union" | "join", args=args):
                found = [self.parts_of(one) for one in args]
                known = [part for one in found if one is not None for part in one]
                if None in found or len({hand for hand, _ in known}) < len(known):
                    return None
                self.shared = self.shared or len(known) > 1
                return known
            case p.Op(name="both" | "without" as name, args=(one, other)):
                whole = self.parts_of(one)
                if whole is None and name == "both":
                    whole, other = self.parts_of(other), one
                mask = self._mask(other) if whole is not None else 0
                mask = ~mask if name == "without" else mask
                return None if whole is None else [(hand, part & mask) for hand, part in whole]
            case p.Comprehension(kind="filter", over=over):
                whole = self.parts_of(over)
                return None if whole is None else self._passing(cards, whole)
        return None

    # ------------------------------------------------------------------ what no card changes

    def _depend(self, asked: p.Expr, card: int | None = None) -> None:
        """It hangs on what it reads: on no hand, and no member of a phrase around it but a card."""
        inside = {part.binds for part in select_kind(walk(asked), p.BaseExpr)}
        slots = slots_of(asked) - inside - {card}
        if slots & self.hands or any(slot < 0 for slot in slots):
            raise NotByCard
        self.fixed |= slots

    def _mask(self, mask: p.Expr) -> int:
        """A mask of cards that hangs on no hand."""
        self._depend(mask)
        try:
            return int(self.compiler.value(mask)(self.slots))
        except (RulesetFault, NoAnswer) as problem:
            raise NotByCard from problem

    def _of_each(self, slot: int, asked: p.Expr) -> list[int]:
        """What an expression over one card gives for every card of the pack."""
        self._depend(asked, slot)
        ask, found = self.compiler.value(asked), []
        for card in range(len(self.pack.ranks)):
            self.slots[slot] = card
            try:
                found.append(int(ask(self.slots)))
            except (RulesetFault, NoAnswer) as problem:
                raise NotByCard from problem
        return found


# ---------------------------------------------------------------------- all classes

Rest = tuple[int | None, ...]
Key = tuple[int, int, Rest]  # sums side by side, masks side by side, all others


@attrs.define(eq=False)
class HandClasses:
    """Every class of hands, of at most so many cards each, told apart by some features.

    Card after card of the pack goes into one of the hands or into none. Cards that do the same to
    all features are interchangeable, so the first ones of them are taken. Where there were not
    enough steps for all of it, another call goes on from there.
    """

    features: Sequence[Feature]
    hands: Sequence[int]
    most: Sequence[int]
    pack: int
    listed: list[Hand] | None = None
    _every: tuple[Feature, ...] = attrs.field(init=False)
    _limited: list[int] = attrs.field(init=False)  # the hands that cannot take all cards
    # classes by the sizes of these hands, each with its smallest hand
    _found: dict[tuple[int, ...], dict[Key, int]] = attrs.field(init=False)
    _spent: list[int] = attrs.field(factory=list)  # the steps that each group of cards took
    _too_many: bool = False

    def __attrs_post_init__(self) -> None:
        self._limited = [k for k, top in enumerate(self.most) if top < self.pack]
        sizes = [Feature(self.hands[k], "add", (1,) * self.pack) for k in self._limited]
        self._every = tuple(dict.fromkeys((*self.features, *sizes)))
        first = (EMPTY if f.join in ("alike", "run") else None for f in _list_slow(self._every))
        self._found = {(0,) * len(self._limited): {(0, 0, tuple(first)): 0}}

    def list(self, steps: Steps) -> list[Hand]:
        """The smallest hand of each, by size; TooMany where there are not enough steps for that."""
        if self.listed is None:
            for amount in self._spent:
                steps.spend(amount)
            if self._too_many:
                raise TooMany
            for group in _group_cards(self._every, self.pack)[len(self._spent) :]:
                self._deal(group, steps)
            n, pack, cards = len(self.hands), self.pack, (1 << self.pack) - 1
            self.listed = [
                Hand(hand >> n * pack, tuple(hand >> k * pack & cards for k in range(n)))
                for hand in sorted(hand for each in self._found.values() for hand in each.values())
            ]
            self._found.clear()
        return self.listed

    def _deal(self, group: Sequence[int], steps: Steps) -> None:
        """Any number of some interchangeable cards goes into each of the hands."""
        places, slow = _place_fields(self._every), _list_slow(self._every)
        shares = list(_shares(len(group), self.most))
        amount = sum(map(len, self._found.values())) * len(shares)
        steps.spend(amount)
        self._spent.append(amount)
        new = {held: dict(classes) for held, classes in self._found.items()}
        for counts in shares:
            times = dict(zip(self.hands, counts, strict=True))
            sums, masks, more = 0, 0, list[tuple[int, _Joined]]()
            for feature in self._every:
                part, n = feature.gives[group[0]], times[feature.hand]
                if part is None or not n:
                    continue
                if feature.join == "add":
                    sums += n * part << places[feature]
                elif feature.join == "or":
                    masks |= part << places[feature]
                else:
                    more.append((slow.index(feature), _Joined(feature, part, min(n, 2))))
            taken, added = 0, sum(counts) << len(self.hands) * self.pack
            for k, n in enumerate(counts):
                added += sum(1 << card for card in group[taken : taken + n]) << k * self.pack
                taken += n
            after: dict[Rest, Rest] = {}
            for held, classes in self._found.items():
                grown = [size + counts[k] for k, size in zip(self._limited, held, strict=True)]
                fit = (size <= self.most[k] for k, size in zip(self._limited, grown, strict=True))
                if all(fit):
                    target = new.setdefault(tuple(grown), {})
                    _grow(classes, target, (sums, masks, added), more, after)
        self._found = new
        if sum(map(len, new.values())) > MAX_CLASSES:
            self._too_many = True
            raise TooMany


def _grow(
    classes: dict[Key, int], grown: dict[Key, int], add: tuple[int, int, int],
    more: Sequence[tuple[int, _Joined]], after: dict[Rest, Rest],
) -> None:  # fmt: skip
    """Classes with more cards of one kind; `after` has what was joined already."""
    sums, masks, added = add
    for (total, mask, rest), hand in classes.items():
        if more:
            joined = after.get(rest)
            if joined is None:
                values = list(rest)
                for k, joins in more:
                    values[k] = joins[values[k]]
                joined = after[rest] = tuple(values)
            rest = joined
        key, larger = (total + sums, mask | masks, rest), hand + added
        old = grown.get(key)
        if old is None or old > larger:
            grown[key] = larger


def _place_fields(features: Iterable[Feature]) -> dict[Feature, int]:
    """Where sums and masks lie in one number; sums may be negative, so each has a bit more."""
    places, free = {}, {"add": 0, "or": 0}
    for feature in features:
        if feature.join in free:
            places[feature] = free[feature.join]
            given = [abs(part) for part in feature.gives if part is not None]
            largest = sum(given) if feature.join == "add" else max([0, *given])
            free[feature.join] += largest.bit_length() + 1
    return places


def _list_slow(features: Iterable[Feature]) -> list[Feature]:
    """Those that are neither sums nor masks."""
    return [feature for feature in features if feature.join not in ("add", "or")]


def _group_cards(features: Sequence[Feature], pack: int) -> list[list[int]]:
    """The cards that do the same to every feature, in the order of the pack."""
    found: dict[tuple[int | None, ...], list[int]] = {}
    for card in range(pack):
        found.setdefault(tuple(feature.gives[card] for feature in features), []).append(card)
    return list(found.values())


def _shares(count: int, most: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """How many of so many cards each hand can get, at least one in all."""

    def share(rest: int, k: int) -> Iterator[tuple[int, ...]]:
        if k == len(most):
            yield ()
            return
        for n in range(min(rest, most[k]) + 1):
            for others in share(rest - n, k + 1):
                yield (n, *others)

    return (counts for counts in share(count, 0) if any(counts))


class _Joined(dict[int | None, int | None]):
    """For each value of a feature that is neither sum nor mask: that with more cards of a kind."""

    def __init__(self, feature: Feature, part: int, times: int) -> None:
        self.feature, self.part, self.times = feature, part, times

    def __missing__(self, value: int | None) -> int | None:
        joined = self[value] = join_alike(self.feature, value, self.part, self.times)
        return joined


def join_alike(feature: Feature, value: int | None, part: int | None, many: int) -> int | None:
    """What a feature holds with so many cards more that all add the same to it."""
    if part is None or not many:
        return value
    if feature.join in ("add", "or"):
        assert value is not None
        return value + many * part if feature.join == "add" else value | part
    for _ in range(min(many, 2)):
        value = _join(feature, value, part)
    return value


def _join(feature: Feature, value: int | None, part: int) -> int:
    if feature.join in ("most", "least"):
        pick = max if feature.join == "most" else min
        return part if value is None else pick(value, part)
    if value is None or value == EMPTY or (feature.join == "alike" and value == part):
        return part
    if feature.join == "alike" or value < 0 or value & part:
        return MIXED
    mask = value | part
    return mask if _can_become_run(mask, feature.order, feature.longest) else MIXED


@cache
def _can_become_run(mask: int, order: tuple[int, ...], longest: int) -> bool:
    """Whether ranks lie within some run of at most so many."""
    lengths = range(min(longest, len(set(order))), 0, -1)
    return any(not mask & ~run for n in lengths for run in runs(order, n))
