"""What happened: a class for each kind of event, each with the line of the rule behind it.

Every field says by its Role what part it plays. What a reader may know of an event, its form in
JSON, the log of cards and the comparison of two games follow from the roles.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum, auto
from typing import Annotated, Any, ClassVar, Self, get_args

import attrs

from hoyle.dsl.checked.types import CARD, SEAT, SIDE, PlanT, SetT, SeveralT, Type, bare, is_by_name
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import bits
from hoyle.dsl.machine.factors import Factors, Share
from hoyle.dsl.source import Span

# What a slot holds: a number (-1 for none), a mask, or a list; None stands for a hidden card.
SlotValue = int | None | tuple["SlotValue", ...]
Card = int | None


class Role(StrEnum):
    """What part a field plays in an event. A place is the slot of a zone or of a register."""

    ACTOR = auto()  # the seat that acts
    NAME = auto()  # of an action, a phase or a value that is announced
    OWN_VALUES = auto()  # what the actor has chosen: others know of cards only what they see
    SEALED = auto()  # whether others learn of it only when all have chosen
    NODE = auto()  # where in the machine it was chosen
    CARDS = auto()  # the cards that it is about; hidden ones become None
    SEERS = auto()  # of each card the seats that see it before or after, as a mask
    NEWS = auto()  # of each card whether this tells the reader more; Redaction fills it in
    SOURCES = auto()  # of each card the zone from which it comes
    PILE = auto()  # the zone from whose top all cards come
    TARGET = auto()  # the zone to which all cards go
    TARGETS = auto()  # of each card the zone to which it goes
    PLACES = auto()  # of each card the zone where it lies and stays
    BELOW = auto()  # whether cards go under those that lie there
    MIXED = auto()  # a zone whose cards nobody can tell from one another any more
    SWAPPED = auto()  # a zone that changes its cards with another
    GATHERED = auto()  # the zone to which all cards of the game go
    AUDIENCE = auto()  # the seat that is told; -1 for all
    REGISTER = auto()  # a register that changes: who sees none of them does not notice
    HELD = auto()  # of each such register what it holds then; None where it is not seen
    OLD = auto()  # what the register held
    NEW = auto()  # what the register holds now
    VALUE = auto()  # a value that all are told
    SUBJECT = auto()  # the seat, side or record that it is about, with its type; or None
    AMOUNT = auto()  # how many chips
    TYPE = auto()  # the type of the values, or of each of them
    ROWS = auto()  # the rows of tables that gave the value: table, row, value
    ROWS_BEFORE = auto()  # those that gave what the value was made of, by a name for a moment
    ROWS_HIDDEN = auto()  # whether these tell of hidden cards, of which all heard a value only
    DETAIL = auto()  # what only words make use of
    SENTENCE = auto()  # texts, and values with their types
    SEATS = auto()  # seats that have won
    RECORD = auto()  # a record: its name and its number
    WORTH = auto()  # of places whose cards all lie open now: the place, its worth, the type


# Roles of fields that hold something of each card.
COLUMNS = {Role.CARDS, Role.SEERS, Role.NEWS, Role.SOURCES, Role.TARGETS, Role.PLACES}
Rows = tuple[tuple[str, str, SlotValue], ...]
Sentence = tuple[str | tuple[SlotValue, Type], ...]

Cards = Annotated[tuple[Card, ...], Role.CARDS]
Seers = Annotated[tuple[int, ...], Role.SEERS]
News = Annotated[tuple[bool, ...], Role.NEWS]
Name = Annotated[str, Role.NAME]
Register = Annotated[int, Role.REGISTER]
RowsBehind = Annotated[Rows, Role.ROWS]
RowsBefore = Annotated[Rows, Role.ROWS_BEFORE]
RowsHidden = Annotated[bool, Role.ROWS_HIDDEN]
OfTable = Annotated[Share, Role.DETAIL]  # what rows of one table give of it
Worth = Annotated[tuple[tuple[int, int, Type], ...], Role.WORTH]
Subject = Annotated[tuple[int, Type] | None, Role.SUBJECT]


@attrs.frozen
class BaseEvent:
    """One thing that happened at the table. Every field but the span has a role."""

    kind: ClassVar[str]
    roles: ClassVar[Mapping[str, Role]]  # by the name of the field
    fields: ClassVar[Mapping[Role, tuple[str, ...]]]  # the names of the fields with a role
    span: Span

    def __init_subclass__(cls) -> None:
        roles = {name: get_args(kind)[1] for name, kind in cls.__annotations__.items()}
        cls.roles = roles
        cls.fields = {
            role: tuple(name for name in roles if roles[name] is role) for role in roles.values()
        }

    def get(self, role: Role, default: Any = None) -> Any:
        """What the first field with this role holds; the default where there is none."""
        names = self.fields.get(role)
        return getattr(self, names[0]) if names else default

    def get_all(self, role: Role) -> list[Any]:
        """What the fields with this role hold."""
        return [getattr(self, name) for name in self.fields.get(role, ())]

    def change(self, held: Mapping[Role, Any]) -> Self:
        """The same event, but the first field with each of these roles holds something else."""
        return attrs.evolve(self, **{self.fields[role][0]: held[role] for role in held})

    def list_contents(self, roles: Collection[Role]) -> list[object]:
        """What the fields with these roles hold, in their order."""
        return [getattr(self, name) for name, role in self.roles.items() if role in roles]

    def list_cards(self) -> list[tuple[Card, int, int, int]]:
        """Each card with the zone it comes from, the one where it lies then, and its seers.

        A zone is -1 where the event does not say it; of a card that stays both are the same.
        """
        cards: tuple[Card, ...] = self.get(Role.CARDS, ())
        if not cards:
            return []
        many = len(cards)
        pile, target = self.get(Role.PILE), self.get(Role.TARGET)
        places = self.get(Role.PLACES, (-1,) * many)
        sources = self.get(Role.SOURCES, places) if pile is None else (pile,) * many
        targets = self.get(Role.TARGETS, places) if target is None else (target,) * many
        seers = self.get(Role.SEERS, (0,) * many)
        return list(zip(cards, sources, targets, seers, strict=True))

    def pick_cards(self, places: Sequence[int]) -> Self:
        """The same event with those of its cards that stand at these places, in this order."""
        picked: dict[str, Any] = {
            name: tuple(held[k] for k in places)
            for name, held in self._list_columns().items()
            if held
        }
        return attrs.evolve(self, **picked)

    def add_cards(self, other: Self) -> Self:
        """The same event with the cards of another of its kind behind its own."""
        more = other._list_columns()
        columns = self._list_columns().items()
        return attrs.evolve(self, **{name: held + more[name] for name, held in columns})

    def _list_columns(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name, role in self.roles.items() if role in COLUMNS}

    def takes_from(self, zone: int) -> bool:
        """Whether cards leave a zone."""
        moves = Role.PLACES not in self.fields
        return moves and any(source == zone for _, source, *_ in self.list_cards())


@attrs.frozen
class MoveChosen(BaseEvent):
    """A seat has chosen a move; `about` is the record or the other seat that it is made for."""

    kind = "choose"
    seat: Annotated[int, Role.ACTOR]
    action: Name
    values: Annotated[tuple[SlotValue, ...], Role.OWN_VALUES]
    types: Annotated[tuple[Type, ...], Role.TYPE]
    node: Annotated[int, Role.NODE]
    sealed: Annotated[bool, Role.SEALED]
    about: Subject = None

    @property
    def player(self) -> int:
        """The seat whose move it is: that for which another one may have decided."""
        return self.about[0] if self.about is not None and self.about[1] == SEAT else self.seat


@attrs.frozen
class CardsMoved(BaseEvent):
    """Cards have gone to a zone."""

    kind = "move"
    cards: Cards
    from_: Annotated[tuple[int, ...], Role.SOURCES]
    to: Annotated[int, Role.TARGET]
    below: Annotated[bool, Role.BELOW]
    seers: Seers
    news: News = ()
    worth: Worth = ()


@attrs.frozen
class CardsDealt(BaseEvent):
    """Cards were dealt from a pile, one at a time."""

    kind = "deal"
    from_: Annotated[int, Role.PILE]
    to: Annotated[tuple[int, ...], Role.TARGETS]
    cards: Cards
    seers: Seers
    news: News = ()
    worth: Worth = ()


@attrs.frozen
class CardsShown(BaseEvent):
    """Cards lie open from now on, to all or to one seat.

    `end` says which end of a pile a card is that all are shown.
    """

    kind = "show"
    cards: Cards
    places: Annotated[tuple[int, ...], Role.PLACES]
    to: Annotated[int, Role.AUDIENCE]
    seers: Seers
    news: News = ()
    worth: Worth = ()
    end: Annotated[str, Role.DETAIL] = ""


@attrs.frozen
class CardsHidden(BaseEvent):
    """Cards that were shown are so no more."""

    kind = "hide"
    cards: Cards
    places: Annotated[tuple[int, ...], Role.PLACES]
    to: Annotated[int, Role.AUDIENCE] = -1
    news: News = ()


@attrs.frozen
class CardsGathered(BaseEvent):
    """All cards of the game lie in one pile."""

    kind = "gather"
    to: Annotated[int, Role.GATHERED]


@attrs.frozen
class PileShuffled(BaseEvent):
    """A pile has a new order."""

    kind = "shuffle"
    place: Annotated[int, Role.MIXED]


@attrs.frozen
class MemberDrawn(BaseEvent):
    """Chance has brought one of several."""

    kind = "draw"
    place: Register
    value: Annotated[SlotValue, Role.VALUE]
    type: Annotated[Type, Role.TYPE]
    what: Annotated[str, Role.DETAIL]
    among: Annotated[int, Role.DETAIL]  # how many there were


@attrs.frozen
class ZonesSwapped(BaseEvent):
    """Two zones have changed their cards."""

    kind = "swap"
    one: Annotated[int, Role.SWAPPED]
    other: Annotated[int, Role.SWAPPED]
    cards: Cards
    from_: Annotated[tuple[int, ...], Role.SOURCES]
    to: Annotated[tuple[int, ...], Role.TARGETS]
    seers: Seers
    news: News = ()


@attrs.frozen
class RegisterSet(BaseEvent):
    """A register has a new value; `add` is 1 or -1 where it was added or taken off, else 0.

    `copied`: the rule takes the value over from a name or another place, as it is.
    """

    kind = "set"
    place: Register
    old: Annotated[SlotValue, Role.OLD]
    new: Annotated[SlotValue, Role.NEW]
    type: Annotated[Type, Role.TYPE]
    add: Annotated[int, Role.DETAIL]
    rows: RowsBehind
    copied: Annotated[bool, Role.DETAIL] = False
    rows_before: RowsBefore = ()
    of_table: OfTable = Share.NONE
    rows_hidden: RowsHidden = False

    @property
    def all_rows(self) -> Rows:
        """The rows behind the value, in the order in which they were asked."""
        return (*self.rows_before, *self.rows)


@attrs.frozen
class ChipsPaid(BaseEvent):
    """Chips have gone from one register to another; `held` is what the two hold then."""

    kind = "pay"
    amount: Annotated[int, Role.AMOUNT]
    from_: Register
    to: Register
    rows: RowsBehind
    held: Annotated[tuple[int | None, int | None], Role.HELD] = (0, 0)
    rows_before: RowsBefore = ()
    of_table: OfTable = Share.NONE
    rows_hidden: RowsHidden = False

    @property
    def all_rows(self) -> Rows:
        """The rows behind the amount, in the order in which they were asked."""
        return (*self.rows_before, *self.rows)


@attrs.frozen
class ValueAnnounced(BaseEvent):
    """All are told a value."""

    kind = "announce"
    name: Name
    value: Annotated[SlotValue, Role.VALUE]
    type: Annotated[Type, Role.TYPE]
    about: Subject = None


@attrs.frozen
class SentenceSaid(BaseEvent):
    """All are told a sentence of the rules."""

    kind = "say"
    sentence: Annotated[Sentence, Role.SENTENCE]


@attrs.frozen
class GameWon(BaseEvent):
    """Somebody has won, or nobody."""

    kind = "win"
    seats: Annotated[tuple[int, ...], Role.SEATS]


@attrs.frozen
class PhaseBegun(BaseEvent):
    """A phase begins."""

    kind = "begin"
    phase: Name


@attrs.frozen
class PhaseEnded(BaseEvent):
    """A phase is over."""

    kind = "end"
    phase: Name


@attrs.frozen
class RecordMade(BaseEvent):
    """There is one more record."""

    kind = "new"
    record: Annotated[tuple[str, int], Role.RECORD]


Event = (
    MoveChosen | CardsMoved | CardsDealt | CardsShown | CardsHidden | CardsGathered | PileShuffled
    | MemberDrawn | ZonesSwapped | RegisterSet | ChipsPaid | ValueAnnounced | SentenceSaid
    | GameWon | PhaseBegun | PhaseEnded | RecordMade
)  # fmt: skip


@attrs.define
class Trace:
    """Where a traced engine writes the events of a step: from a move, or the start, to a stop.

    `rows` are those of tables that gave what a name stands for in this step, by its slot; `answers`
    what one table gave of them. `unseen` are the cards that a name was found in, and that not all
    saw then; `hidden` the names of which all have heard the value and do not see those cards now.
    """

    events: list[Event] = attrs.field(factory=list)
    rows: dict[int, Rows] = attrs.field(factory=dict)
    unseen: dict[int, set[int]] = attrs.field(factory=dict)
    hidden: set[int] = attrs.field(factory=set)
    answers: dict[int, Share] = attrs.field(factory=dict)

    def begin(self) -> None:
        """A step begins; what is left of one that a fault has ended is forgotten."""
        self.events = []
        self.rows.clear()
        self.unseen.clear()
        self.hidden.clear()
        self.answers.clear()

    def gather_rows(self, slots: Sequence[int]) -> Rows:
        """The rows that gave what some slots hold."""
        return tuple(row for slot in slots for row in self.rows.get(slot, ())) if self.rows else ()

    def keep_rows(self, slot: int, rows: Rows, of_table: Share, hidden: bool) -> None:
        """Rows have given what a slot holds, or none."""
        if rows:
            self.rows[slot] = rows
        else:
            self.rows.pop(slot, None)
        (self.hidden.add if hidden else self.hidden.discard)(slot)
        self.answers[slot] = of_table

    def find_share(self, factors: Factors) -> Share:
        """What the one table behind a value gives of it; nothing if there are several."""
        taken_off = [one.asks or not one.slots.isdisjoint(self.rows) for one in factors.balance[1:]]
        if factors.mixed or any(taken_off):
            return Share.BALANCE
        named = [slot for slot in factors.slots if slot in self.rows]
        share = Share.NONE
        if factors.asks and factors.of_table and not named:
            share = Share.SUMMAND if factors.added else Share.MULTIPLE
        elif not factors.asks and len(named) == 1:
            share = Share.BALANCE if factors.added else self.answers.get(named[0], Share.NONE)
        # rows that are asked in a way that is not known: what they gave may be as much by chance
        summed = share is Share.NONE and (
            factors.added or factors.asks or not factors.reads.isdisjoint(self.rows)
        )
        return Share.BALANCE if summed or (factors.scaled and share is Share.SUMMAND) else share

    def add(self, event: Event) -> None:
        """One more event."""
        self.events.append(event)

    def take(self) -> tuple[Event, ...]:
        """The events since the last time."""
        taken, self.events = tuple(self.events), []
        return taken


def list_cards_in(value: SlotValue, kind: Type) -> Iterator[int]:
    """The cards that a value names: not what is only the name of a card, whichever copy it is."""
    kind = bare(kind)
    if is_by_name(kind):
        return
    if isinstance(value, int):
        if kind == CARD and value >= 0:
            yield value
        elif isinstance(kind, SeveralT) and kind.of == CARD and value >= 0:
            yield from bits(value)
    elif isinstance(value, tuple):
        for member in value:
            if isinstance(kind, PlanT):
                yield from list_cards_in(member, SetT(CARD))
            elif isinstance(kind, SeveralT):
                yield from list_cards_in(member, kind.of)


def name_moves(machine: p.Machine) -> dict[tuple[str, str], str]:
    """The name of each action by its phase and word, for who counts how often it is chosen.

    Where several phases have one of this word, the phase stands before it, as in policies.
    """
    chooses = (node for node in machine.nodes if isinstance(node, p.Choose))
    known = dict.fromkeys((one.phase, one.name) for node in chooses for one in node.actions)
    many = Counter(word for _, word in known)
    return {(phase, word): f"{phase}.{word}" if many[word] > 1 else word for phase, word in known}


def name_sentence(span: Span) -> str:
    """A sentence as it is written, for who counts how often it is said.

    That of a loop without a bound, `however long`, is written nowhere and has the loop's words.
    """
    said = span.text.removeprefix("say ")
    return said.strip('"') if said != span.text else f"`{said.lstrip(', ')}`: the game is a draw"


def is_scored(kind: Type) -> bool:
    """Whether a row may give what a register keeps; to find a seat or a card, rows are compared."""
    return bare(kind) not in (SEAT, SIDE, CARD)


def name_row(table: str, row: str) -> str:
    """A row of a table, for who counts how often it comes up."""
    return f"{table}: {row}"
