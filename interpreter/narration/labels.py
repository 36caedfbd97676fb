"""Names for the places of a table, and cards in the order in which a player holds them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from itertools import groupby, pairwise
from typing import Any

from hoyle.dsl.checked.types import (
    CARD,
    RANK,
    SEAT,
    SIDE,
    KindT,
    NumberT,
    RecordT,
    SetT,
    Type,
    bare,
)
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.slots import Family
from hoyle.dsl.printable import join_words, make_plural, to_dashes
from hoyle.interpreter.runtime import events as e
from hoyle.interpreter.runtime.events import Card
from hoyle.interpreter.runtime.fault import CardsLeft, NoRoom, OutOfRange, RulesetFault
from hoyle.interpreter.runtime.notation import Notation, list_indices, list_name_pieces
from hoyle.interpreter.runtime.table import Table

ORDINALS = ("", "1st", "2nd", "3rd")
HIDDEN = "?"
MOST_IN_A_ROW, MOST_HIDDEN = 13, 6  # cards of a pile that are told in their places


class ReadableNotation(Notation):
    """Notation for people: cards that look the same read the same, and some may be hidden."""

    def format_card(self, card: int | None) -> str:
        """A card, of whichever copy; None is a hidden one."""
        return "a card" if card is None else super().format_card(card)

    def format_copy(self, card: int) -> str:
        """Nothing: nobody sees which copy it is."""
        return ""

    def format_members(self, members: Sequence[Any], of: Type) -> str:
        """The members of a set or sequence; of cards that are hidden, how many."""
        hidden = sum(card is None for card in members) if bare(of) == CARD else 0
        if hidden and hidden == len(members):
            return count_cards(hidden)
        seen = [member for member in members if not hidden or member is not None]
        told = [self.format_value(member, of) for member in seen]
        text = (", " if any(" " in one for one in told) else " ").join(told)
        return f"[{text} and {count_cards(hidden)}]" if hidden else f"[{text}]"


class Labels:
    """What things at one table are called. Nothing in it knows a game."""

    def __init__(self, table: Table, symbols: bool) -> None:
        self.machine = table.machine
        self.names = table.names
        self.words = ReadableNotation(table.machine, table.names, symbols)
        self.zones = table.engine.zones.places
        self.families = self.words.families
        self.pools = dict(table.machine.owners)
        self.ratings = {rating.slot: rating for rating in table.machine.ratings}
        zones_of: dict[str, set[str]] = {}
        for zone in table.machine.zones:
            if zone.record is not None:
                zones_of.setdefault(zone.record, set()).add(zone.family)
        self.single = {record for record, zones in zones_of.items() if len(zones) == 1}
        self.several: set[tuple[str, int]] = set()  # records of which a seat has more than one
        self.chosen = _find_chosen_records(table.machine)
        self.lists = _find_lists(table.machine)
        self.open = {zone.slot for zone in table.machine.zones if zone.sight == "everyone"}

    # ------------------------------------------------------------------ places

    def find_family(self, at: int) -> Family | None:
        """The declaration that a slot belongs to; None for what only a phase uses inside."""
        return self.families.get(at)

    def is_numbered(self, at: int) -> bool:
        """Whether a number tells a place from others, as it does columns."""
        family = self.find_family(at)
        if family is None or family.record is not None:
            return family is not None and family.record in self.chosen
        return any(isinstance(bare(of), NumberT) for of in family.kinds)

    def is_one_of_own(self, at: int) -> bool:
        """Whether an owner has several such places, as melds of each rank."""
        family = self.find_family(at)
        several = family is not None and (family.record in self.chosen or len(family.kinds) > 1)
        return several and len(self.find_owners(at)) > 0

    def is_one_of_places(self, at: int) -> bool:
        """Whether a place is one of several that are nobody's, or that one seat or side has."""
        family = self.find_family(at)
        if family is None or not family.sizes:
            return False
        if family.record is not None:
            return family.record in self.chosen
        return self.is_one_of_own(at) or not self.find_owners(at)

    def list_indices(self, at: int) -> list[tuple[int, Type]]:
        """What tells a place from others of its family."""
        family = self.find_family(at)
        return [] if family is None else list_indices(family, at)

    def list_words(self, at: int) -> list[str]:
        """The values that a place's name has, as words: `pope` of `board of pope`."""
        indices = self.list_indices(at)
        return [self.words.format_value(*pair).replace("-", " ") for pair in indices]

    def find_owner(self, at: int) -> int | None:
        """The seat that a place belongs to, where it is the only one."""
        owners = self.find_owners(at)
        return owners[0] if len(owners) == 1 else None

    def find_holder(self, at: int) -> tuple[int, Type] | None:
        """The seat or the side that a place belongs to, if it is somebody's."""
        owners = self.find_owners(at)
        return (owners[0], SEAT if len(owners) == 1 else SIDE) if owners else None

    def list_owner_names(self, at: int) -> list[tuple[int, Type]]:
        """The seats, and the side, by any of which it is said whose a place is."""
        owners = self.find_owners(at)
        sides = [pair for pair in self.list_indices(at) if owners and pair[1] == SIDE]
        return [*((seat, SEAT) for seat in owners), *sides]

    def find_owners(self, at: int) -> Sequence[int]:
        """The seats that a place belongs to: its index, its side's, or the owner of its record."""
        family = self.find_family(at)
        if family is None:
            return ()
        if family.record is not None:
            owner = self.pools[family.record][at - family.base]
            return (owner,) if owner >= 0 else ()
        owners = [pair for pair in list_indices(family, at) if pair[1] in (SEAT, SIDE)]
        if len(owners) != 1:
            return ()
        return self._list_seats(*owners[0])

    def _list_seats(self, index: int, kind: Type) -> Sequence[int]:
        """The seats of a side, or a seat alone."""
        return range(index, self.machine.players, self.machine.sides) if kind == SIDE else (index,)

    def is_gone(self, at: int, slots: Sequence[e.SlotValue]) -> bool:
        """Whether a place is that of a record which no list holds any more."""
        family = self.find_family(at)
        if family is None or family.record is None:
            return False
        held = [slots[place] for place in self.lists.get(family.record, ())]
        return not any(isinstance(one, tuple) and at - family.base in one for one in held)

    def note_record(self, name: str, index: int) -> None:
        """There is one more record."""
        first = self.pools[name].index(self.pools[name][index])
        self.note_records(name, range(first, index + 1))

    def note_records(self, name: str, held: Sequence[int]) -> None:
        """Where a seat has more than one record of a kind, they are counted from the first."""
        for owner in {self.pools[name][index] for index in held}:
            change = self.several.add if len(held) > 1 and owner >= 0 else self.several.discard
            change((name, owner))

    def format_record(self, name: str, index: int) -> str:
        """One of the records: `ann's box`, `ann's 2nd box`; without an owner `box 3`.

        One that moves can name goes by the name that it has there: `ann's box-2`, `box-3`.
        """
        if name not in self.chosen:
            return self.format_counted_record(name, index)
        owner, called = self.find_record_owner(name, index), self._name_record(name, index)
        return called if owner < 0 else f"{self.names[owner]}'s {called}"

    def format_counted_record(self, name: str, index: int) -> str:
        """A record by its owner, and as which of that seat's: `ann's box`, `ann's 2nd box`."""
        owner = self.find_record_owner(name, index)
        if owner < 0:
            return f"{name.lower()} {index + 1}"
        return f"{self.names[owner]}'s {self._format_nth(name, index)}{name.lower()}"

    def find_record_owner(self, name: str, index: int) -> int:
        """The seat to whose list a record belongs; -1 for none."""
        owners = self.pools.get(name, ())
        return owners[index] if index < len(owners) else -1

    def _name_record(self, name: str, index: int) -> str:
        """A record as moves name it: `box-2`."""
        return self.words.format_value(index, RecordT(name))

    def _format_nth(self, name: str, index: int) -> str:
        """`2nd ` for the second record of one owner; nothing for the only one."""
        owners = self.pools[name]
        place = index - owners.index(owners[index])
        return f"{_ordinal(place + 1)} " if place or (name, owners[index]) in self.several else ""

    def format_place(self, at: int, full: bool = False) -> str:
        """A zone or register: `hand of ann`, `stock`, `stake of ann's box`.

        The only zone of a record goes by the record's own name, but where it is wanted in full.
        """
        family = self.find_family(at)
        if family is None:
            return to_dashes(self.machine.slots[at].name)
        if family.record is None:
            return self._format_member(family, at)
        record = self.format_record(family.record, at - family.base)
        if not full and at in self.zones and family.record in self.single:
            return record
        return f"{to_dashes(family.name)} of {record}"

    def _format_member(self, family: Family, at: int) -> str:
        """One of a family: `hand of ann`, `column 3`, `ann's place 2`, `meld J of bob and dan`."""
        pieces = list_name_pieces(family, at)
        return "".join(x if isinstance(x, str) else self.words.format_value(*x) for x in pieces)

    def format_holder(self, at: int) -> str:
        """Who has the chips of a register: `ann`, `ann and cat`, or its name.

        Of several hands it is `ann's 2nd box`.
        """
        family, holder = self.find_family(at), self.find_holder(at)
        if holder is None or family is None:
            return self.format_place(at)
        if family.record is not None and (family.record, holder[0]) in self.several:
            return self.format_record(family.record, at - family.base)
        return self.words.format_value(*holder)

    def format_name(self, at: int) -> str:
        """The declaration's name alone, `score`; of a second record with its number."""
        family = self.find_family(at)
        if family is None:
            return to_dashes(self.machine.slots[at].name)
        name = to_dashes(family.name)
        if family.record is not None:
            if family.record in self.chosen:
                return f"{name} of {self._name_record(family.record, at - family.base)}"
            nth = self._format_nth(family.record, at - family.base)
            return f"{name} of the {nth}{family.record}".lower() if nth else name
        rest = [pair for pair in list_indices(family, at) if pair[1] not in (SEAT, SIDE)]
        return " ".join([name, *(self.words.format_value(*pair) for pair in rest)])

    def is_one_of_several(self, about: tuple[int, Type] | None) -> bool:
        """Whether something is about one of the records of a seat that has more."""
        if about is None or not isinstance(about[1], RecordT):
            return False
        return (about[1].name, self.pools[about[1].name][about[0]]) in self.several

    def find_subject_owner(self, about: tuple[int, Type] | None) -> int | None:
        """The seat that is spoken of, itself or by its only record."""
        if about is None or about[1] == SIDE or self.is_one_of_several(about):
            return None
        return self.pools[about[1].name][about[0]] if isinstance(about[1], RecordT) else about[0]

    def find_subject_owners(self, about: tuple[int, Type] | None) -> Sequence[int]:
        """The seats that are spoken of: those of a side, else the one, if it is one."""
        if about is not None and about[1] == SIDE:
            return self._list_seats(*about)
        owner = self.find_subject_owner(about)
        return () if owner is None else (owner,)

    def format_subject(self, about: tuple[int, Type] | None) -> str:
        """The seat, side or record that something is about; empty where there is none."""
        if about is None or about[0] < 0:
            return ""
        index, kind = about
        if isinstance(kind, RecordT):
            return self.format_record(kind.name, index)
        return self.words.format_value(index, kind)

    def drop_owner(self, text: str, seat: int | None) -> str:
        """`2nd box` for `ann's 2nd box`, where ann is spoken of; likewise for her side."""
        if seat is None:
            return text
        side = self.words.format_value(seat % self.machine.sides, SIDE)
        for owner in dict.fromkeys((side, self.names[seat])):  # a side's names end with one
            text = re.sub(rf"(?<!\w){re.escape(owner)}'s ", "", text, count=1)
            text = text.removesuffix(f" of {owner}")
        return text

    def format_move(
        self, event: e.MoveChosen, omitted: Collection[int] = (), lying: Sequence[Card] = ()
    ) -> str:
        """An action and its values, but for those at `omitted` places of their row.

        Sets of cards are told by rank, but as they are `lying` where that is known; so is a card
        with those that lie upon it, where the move names no other.
        """
        single = [bare(kind) for kind in event.types].count(CARD) == 1
        pairs = [
            (tuple(lying), SetT(CARD)) if _holds(value, kind, lying, single)
            else (self.words.put_by_rank(value, kind), bare(kind))
            for value, kind in zip(event.values, event.types, strict=True)
        ]  # fmt: skip
        pairs = [pair for k, pair in enumerate(pairs) if k not in omitted]
        format_value = self.words.format_plain if len(pairs) == 1 else self.words.format_value
        values = [format_value(*pair) for pair in pairs]
        return " ".join([to_dashes(event.action), *values])

    # ------------------------------------------------------------------ cards

    def format_worth(self, worth: int, kind: Type, at: int) -> str:
        """What a ranking says of the hand at a place: `points 16`, `full house`, `trio Q`."""
        assert isinstance(kind, KindT)
        name, points = kind.find_row(worth), worth % kind.width
        row, heights = name.replace("_", " "), self.ratings[at].heights[kind.rows.index(name)]
        rank = heights.find_rank(points, kind.width)
        if rank is not None:
            return f"{row} {self.words.format_value(rank, RANK)}"
        return f"{row} {points}" if kind.ties == 1 and points else row

    def format_worths(self, worth: e.Worth, place: int) -> str:
        """What the hand at a place is worth, behind its cards: ` (points 17)`."""
        return "".join(
            f" ({self.format_worth(value, kind, at)})" for at, value, kind in worth if at == place
        )

    def format_hand(self, cards: Iterable[int]) -> str:
        """Cards by suit, the highest of the pack's order first: `A♠ 9♠  K♥`."""
        pack = self.machine.pack
        ordered = sorted(cards, key=pack.place_in_hand)
        suits = groupby(ordered, key=lambda c: pack.suits[c])
        return "  ".join(self.words.format_cards(list(cards)) for _, cards in suits)

    def format_zone(self, cards: Sequence[int | None], at: int) -> str:
        """Cards of a zone as somebody sees them: `A♠ ?`, `K♥ and 12 hidden`, `36 cards`."""
        seen = [card for card in cards if card is not None]
        hidden = len(cards) - len(seen)
        if not seen:
            return count_cards(hidden)
        if self.zones[at].pile and len(cards) <= MOST_IN_A_ROW and hidden <= MOST_HIDDEN:
            return self.format_row(cards)
        text = self.format_lying(seen, at)
        return f"{text} and {hidden} hidden" if hidden else text

    def format_end(self, cards: Sequence[int | None], at: int) -> str:
        """The same, with which end of a pile its only open card is, or those on top down from it.

        Small ones that a number tells apart, such as columns, are told in their places.
        """
        seen, many = [card for card in cards if card is not None], len(cards)
        in_row = many < 2 or (many <= MOST_IN_A_ROW and self.is_numbered(at))
        hidden = many - len(seen)
        if in_row or not seen or not hidden or not self.zones[at].pile:
            return self.format_zone(cards, at)
        if [*cards[hidden:]] == seen:
            top, *rest = map(self.words.format_card, reversed(seen))
            return f"{', '.join([f'{top} on top', *rest])}, {hidden} below"
        if len(seen) > 1 or seen[0] != cards[0]:
            return self.format_zone(cards, at)
        return f"{self.words.format_card(seen[0])} at the bottom, {hidden} above"

    def join_rows(self, hands: dict[int, list[Card]]) -> dict[str, list[int]]:
        """Places by their names; those with one card that only a number tells apart side by side.

        They are `ann's places 1 to 5` then.
        """
        rows: dict[tuple[str, str], list[tuple[str, int]]] = {}
        for zone, cards in hands.items():
            name, _, number = self.format_place(zone).rpartition(" ")
            key = (name, "") if number.isdigit() and len(cards) == 1 else (name, number)
            rows.setdefault(key, []).append((number, zone))
        found: dict[str, list[int]] = {}
        for (name, _), row in rows.items():
            numbers, zones = zip(*row, strict=True)
            several = len(row) > 1
            joined = name_row(name, [int(number) for number in numbers]) if several else ""
            found[joined or self.format_place(zones[0])] = list(zones)
        return found

    def format_row(self, cards: Sequence[int | None]) -> str:
        """Cards in their places: `A♠ ? 7♦`."""
        return " ".join(HIDDEN if card is None else self.words.format_card(card) for card in cards)

    def format_lying(self, cards: Sequence[int], at: int) -> str:
        """Those of a pile as they lie, a hand by suit, all others by rank.

        These are a meld, also as an open zone of a record, what is nobody's, and a hand for which
        the rules ask a ranking.
        """
        if self._is_told_by_suit(at):
            return self.format_hand(cards)
        return self.words.format_cards(self.sort_lying(cards, at))

    def sort_lying(self, cards: Iterable[int], at: int) -> list[int]:
        """The cards of a zone in the order in which `format_lying` tells them."""
        if self.zones[at].pile:
            return list(cards)
        pack, by_suit = self.machine.pack, self._is_told_by_suit(at)
        return sorted(cards, key=pack.place_in_hand if by_suit else pack.place_by_rank)

    def _is_told_by_suit(self, at: int) -> bool:
        family = self.find_family(at)
        recorded = family is not None and family.record is not None and at in self.open
        by_rank = recorded or self.is_one_of_own(at) or at in self.ratings
        return bool(self.find_owners(at)) and not (self.zones[at].pile or by_rank)

    def format_moving(self, event: e.CardsMoved | e.CardsShown | e.CardsHidden) -> str:
        """Cards on their way, those of piles alone in their order: `7♣ 8♣`, `7♣ and 2 cards`."""
        places = event.from_ if isinstance(event, e.CardsMoved) else event.places
        seen = [card for card in event.cards if card is not None]
        hidden = len(event.cards) - len(seen)
        if not all(self.zones[at].pile for at in places):
            seen.sort(key=self.machine.pack.place_by_rank)
        text = self.words.format_cards(seen)
        if not hidden:
            return text
        return f"{text} and {count_cards(hidden)}" if seen else count_cards(hidden)


def _holds(value: e.SlotValue, kind: Type, cards: Sequence[Card], single: bool) -> bool:
    """Whether a value is a set of just these cards, or a `single` one of them."""
    if len(cards) < 2:
        return False
    if bare(kind) == CARD:
        return single and value in cards
    return isinstance(value, tuple) and set(value) == set(cards)


def _find_chosen_records(machine: p.Machine) -> set[str | None]:
    """The records that moves can name: a reader must know them by the same names."""
    chooses = (node for node in machine.nodes if isinstance(node, p.Choose))
    kinds = (bare(q.type) for node in chooses for action in node.actions for q in action.params)
    members = (kind if kind.element is None else bare(kind.element) for kind in kinds)
    return {kind.name for kind in members if isinstance(kind, RecordT)}


def _find_lists(machine: p.Machine) -> dict[str, set[int]]:
    """Where the lists of each kind of record are kept."""
    found: dict[str, set[int]] = {}
    families = {slot: family for family in machine.families for slot in family.slots}
    for node in machine.nodes:
        if isinstance(node, p.NewRecord):
            found.setdefault(node.record, set()).update(families[node.ref.base].slots)
    return found


def name_row(name: str, numbers: Sequence[int]) -> str:
    """Several places that numbers tell apart: `columns 1 to 7`, `ann's places 1, 2 and 4`.

    Those of which two numbers tell each have no plural: `place 3 1 to 3`.
    """
    if name[-1:].isdigit():
        return f"{name} {numbers[0]} to {numbers[-1]}"
    return f"{make_plural(name)} {join_numbers(numbers)}"


def join_numbers(numbers: Sequence[int]) -> str:
    """`1 to 7`, `7 and 8`, `1, 2 and 4`."""
    ends = f"{numbers[0]} to {numbers[-1]}"
    neighbours = {after - before for before, after in pairwise(numbers)} in ({1}, {-1})
    return ends if neighbours and len(numbers) > 2 else join_words([*map(str, numbers)])


def count_cards(cards: int) -> str:
    """A number of cards that are not named."""
    return "a card" if cards == 1 else f"{cards} cards"


def cards_or_card(cards: int) -> str:
    """The noun alone."""
    return "card" if cards == 1 else "cards"


def _ordinal(number: int) -> str:
    return ORDINALS[number] if number < len(ORDINALS) else f"{number}th"


def describe_fault_place(table: Table, fault: RulesetFault, named: bool) -> list[str]:
    """How full a zone is that has no room, what lies in records that end, which number is wrong.

    The cards may be `named`. A register that is the only one of its name has been told.
    """
    labels = Labels(table, symbols=True)
    match fault:
        case NoRoom(slot=slot, there=there, cards=cards):
            lie = f"{there} lie{'s' * (there == 1)} there"
            came = labels.words.format_cards(cards) if named else f"{len(cards)} more"
            return [f"{labels.format_place(slot, full=True)}: {lie}, and {came} came"]
        case CardsLeft(cards=left):
            return [
                f"{labels.format_place(slot, full=True)}: "
                f"{labels.words.format_cards(cards) if named else count_cards(len(cards))}"
                for slot, cards in left
            ]
        case OutOfRange(slot=slot, value=value):
            family = labels.find_family(slot)
            if family is not None and (family.sizes or family.record is not None):
                return [f"{labels.format_place(slot, full=True)} would be {value}"]
    return []
