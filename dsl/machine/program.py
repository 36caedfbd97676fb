"""The machine: registers, zones, and a graph of nodes with two special exits, choose and chance.

A machine is made for one number of players and one setting of the options. It holds only numbers,
words and places in the text: nothing of it is a Python object of the game's own.

Values are whole numbers (cards, ranks, suits, seats, answers, alternatives by their number; -1 is
none), masks (a set: bit k stands for member k), or sequences (tuples).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import ClassVar, Self

import attrs

from hoyle.dsl import node
from hoyle.dsl.checked.types import Type
from hoyle.dsl.machine.heights import Heights
from hoyle.dsl.machine.pack import PackOfCards
from hoyle.dsl.machine.slots import Family, Slot
from hoyle.dsl.source import Span

# ---------------------------------------------------------------------- expressions


class BaseExpr(node.Node):
    """What every expression says of itself, apart from the expressions inside it."""

    __slots__ = ()

    @property
    def reads(self) -> int | None:
        """The slot that it reads, or the first that its index counts from."""
        return None

    @property
    def calls(self) -> Function | None:
        """The function that it applies to the values inside."""
        return None

    @property
    def binds(self) -> int | None:
        """The scratch slot in which it keeps what some of the expressions inside ask for."""
        return None

    @property
    def gives(self) -> tuple[Expr, ...]:
        """Those inside that its value is made of; the others only decide which of them."""
        return tuple(node.children(self))  # type: ignore[arg-type]

    @property
    def is_simple(self) -> bool:
        """Whether it is worked out as fast as a variable is read."""
        return False


@attrs.frozen
class Const(BaseExpr):
    """A constant: a number, or a tuple of numbers."""

    is_simple = True
    value: int | tuple[int, ...]


@attrs.frozen
class Get(BaseExpr):
    """What a slot holds; negative slots are scratch, which no state keeps."""

    is_simple = True
    slot: int

    @property
    def reads(self) -> int:
        """Its slot."""
        return self.slot


@attrs.frozen
class GetAt(BaseExpr):
    """What the slot `base + index` holds."""

    base: int
    index: Expr

    @property
    def reads(self) -> int:
        """Where the family begins."""
        return self.base

    @property
    def gives(self) -> tuple[Expr, ...]:
        """Nothing: its index only says which slot it is."""
        return ()

    @property
    def is_simple(self) -> bool:
        """Where its index is only read."""
        return isinstance(self.index, Get)


CHOOSING = {"if", "all_if"}  # operations whose first operand is a test
# What gives parts of a set of cards, one after another.
PARTING = {"subsets", "subsets_alike", "subsets_of_size", "groups", "extensions"}
GATHERING = {"unite", "chain", "list"}  # phrases whose value is made of that of each member
STOP_EARLY = ("any", "every", "first")  # phrases that need not look at all members
FINDING = {"any", "every", "best", "sole"}  # phrases whose value only says which member it is


@attrs.frozen
class Op(BaseExpr):
    """An operation on values; builtins.py gives each its meaning.

    Where it stands is kept of one that may have no answer, and is told then.
    """

    name: str
    args: tuple[Expr, ...]
    span: Span | None = attrs.field(default=None, eq=False, repr=False)

    @property
    def gives(self) -> tuple[Expr, ...]:
        """Its operands, but for the test of one that gives one value or another."""
        return self.args[1:] if self.name in CHOOSING else self.args


@attrs.frozen
class Guard(BaseExpr):
    """A value that must not be none (or must lie in `low..high`): else the ruleset is at fault."""

    value: Expr
    low: int | None
    high: int | None
    says: str
    span: Span = attrs.field(eq=False, repr=False)


@attrs.frozen
class Bind(BaseExpr):
    """`value` kept in a scratch slot while `body` is worked out."""

    slot: int
    value: Expr
    body: Expr

    @property
    def binds(self) -> int:
        """Its slot."""
        return self.slot

    @property
    def is_given(self) -> bool:
        """Whether the body's value is made of the one that is kept, which else only decides it."""
        return _is_given(self.slot, self.body)

    @property
    def gives(self) -> tuple[Expr, ...]:
        """The body, and what is kept for it."""
        return (self.value, self.body) if self.is_given else (self.body,)


@attrs.frozen
class Comprehension(BaseExpr):
    """A phrase over the members of `over` (a sequence, or a mask if `mask`), one after another."""

    kind: str
    slot: int
    over: Expr
    mask: bool
    where: Expr | None
    value: Expr | None

    @property
    def binds(self) -> int:
        """The slot of the member that is asked."""
        return self.slot

    @property
    def gives(self) -> tuple[Expr, ...]:
        """What it goes through, and the value of each unless that only says which members it is."""
        one = () if self.value is None or self.kind in FINDING else (self.value,)
        return (self.over, *one)

    @property
    def tries_parts(self) -> bool:
        """Whether its members are parts of a hand, of which it tries one after another."""
        made_of = walk_given(self.over)
        return any(isinstance(part, Op) and part.name in PARTING for part in made_of)


@attrs.frozen
class TableRow(BaseExpr):
    """A row of a table that fitted: with the trace on it is noted that this row gave the value."""

    table: str
    row: str
    value: Expr
    span: Span = attrs.field(eq=False, repr=False)


@attrs.frozen(eq=False)
class Function:
    """A define, a table, a ranking or a row of one: lowered once, called wherever it is asked.

    It has scratch slots of its own: its arguments lie in -1, -2 and so on, what its phrases keep in
    those behind them, `scratch` in all. Nothing else can be read in it but the slots of the state.
    """

    name: str
    params: tuple[Slot, ...]
    gives: Slot
    body: Expr
    scratch: int
    span: Span

    @cached_property
    def size(self) -> int:
        """How many expressions it is made of."""
        return sum(1 for _ in node.walk(self.body))

    @cached_property
    def given(self) -> tuple[bool, ...]:
        """Whether its value is made of each argument, which else only decides it."""
        return tuple(_is_given(param.at, self.body) for param in self.params)

    @cached_property
    def asks_table(self) -> bool:
        """Whether it asks a table, or calls what does."""
        return asks_table(self.body)

    @cached_property
    def table(self) -> str | None:
        """The table whose rows give its value."""
        return find_table(self.body)


@attrs.frozen
class Call(BaseExpr):
    """What a function gives for some arguments, which are worked out first."""

    function: Function
    args: tuple[Expr, ...]

    @property
    def calls(self) -> Function:
        """What is applied."""
        return self.function

    @property
    def gives(self) -> tuple[Expr, ...]:
        """The arguments that the function's value is made of."""
        known = zip(self.args, self.function.given, strict=True)
        return tuple(arg for arg, given in known if given)


Expr = Const | Get | GetAt | Op | Guard | Bind | Comprehension | TableRow | Call


def _is_given(slot: int, expr: Expr) -> bool:
    """Whether the value of an expression is made of what a scratch slot holds."""
    waiting = [expr]
    while waiting:
        part = waiting.pop()
        if part.reads == slot:
            return True
        waiting += part.gives
    return False


def asks_table(expr: Expr) -> bool:
    """Whether a table is asked in an expression, or in what it calls."""
    return any(
        isinstance(part, TableRow) or (isinstance(part, Call) and part.function.asks_table)
        for part in node.walk(expr)
    )


def find_table(expr: Expr) -> str | None:
    """The table whose row gives the value, on one way at least, or whose rows add up to it."""
    match expr:
        case TableRow(table=table):
            return table
        case Call(function=function):
            return function.table
        case Guard(value=value) | Bind(body=value):
            return find_table(value)
        case Op(name=name) if name in CHOOSING:
            return next(filter(None, map(find_table, expr.gives)), None)
        case Op("plus"):
            found = [find_table(part) for part in expr.args if not isinstance(part, Const)]
            return found[0] if len({*found}) == 1 else None
    return None


def walk_called(part: node.Parts) -> Iterator[node.Node]:
    """What stands in a node or tuple, and in the functions that are called there, each once."""
    return _walk_called(part, node.children)


def walk_given(part: node.Parts) -> Iterator[node.Node]:
    """As `walk_called`, but of each expression only what its value is made of."""
    return _walk_called(
        part, lambda one: one.gives if isinstance(one, BaseExpr) else node.children(one)
    )


def _walk_called(
    part: node.Parts, inside: Callable[[node.Parts], Iterable[node.Node]]
) -> Iterator[node.Node]:
    waiting, seen = [*inside(part)] if isinstance(part, tuple) else [part], set[Function]()
    while waiting:
        found = waiting.pop()
        yield found
        waiting += inside(found)
        function = found.calls if isinstance(found, BaseExpr) else None
        if function is not None and function not in seen:
            seen.add(function)
            waiting.append(function.body)


@attrs.frozen
class Ref(node.Node):
    """A slot to write: `base`, plus `index` where it is one of a family."""

    base: int
    index: Expr | None = None


# ---------------------------------------------------------------------- nodes

Pieces = tuple["str | Piece", ...]


@attrs.frozen(eq=False)
class Piece:
    """A value in a sentence, with the type that says how to write it."""

    value: Expr
    type: Type


@attrs.frozen(eq=False)
class BaseNode(node.Node):
    """What all nodes share: where the machine goes on, if not at the node behind."""

    exits: ClassVar[tuple[str, ...]] = ()  # the fields that hold numbers of nodes
    stops: ClassVar[bool] = False  # whether nothing comes after it
    waits: ClassVar[bool] = False  # whether the machine stops: for a seat, chance or good

    def list_exits(self) -> list[int]:
        """The numbers of the nodes where the machine may go on, but for the one behind."""
        return [at for name in self.exits if (at := getattr(self, name)) is not None]

    def link(self, place: Callable[[int], int]) -> Self:
        """The same node with the places of the labels that it goes on at."""
        held = {name: at for name in self.exits if (at := getattr(self, name)) is not None}
        if not held:
            return self
        return attrs.evolve(self, **{name: place(at) for name, at in held.items()})


@attrs.frozen(eq=False)
class Set(BaseNode):
    """`ref = value`; `add` 1 or -1 adds or takes away. `place` says it in words.

    A `quiet` one is told nobody; a name's value fits its range, unless it is `held` to that.
    """

    ref: Ref
    value: Expr
    add: int
    low: int
    high: int
    place: str
    type: Type
    span: Span
    quiet: bool = False
    held: bool = False


@attrs.frozen(eq=False)
class MoveCards(BaseNode):
    """Cards to a zone: `what` is a card, mask or sequence (`shape`), or a `count` from `source`.

    `by` is the seat that did it by choice. `up` is None where the zone's own way holds.
    """

    what: Expr
    shape: str
    source: Ref | None
    to: Ref
    up: Expr | None
    bottom: bool
    turned: bool
    by: Expr | None
    span: Span


@attrs.frozen(eq=False)
class DealCards(BaseNode):
    """One card at a time from the top of `source`, round and round over `over`."""

    amount: Expr | None
    source: Ref
    slot: int
    over: Expr
    to: Ref
    up: Expr | None
    span: Span


@attrs.frozen(eq=False)
class SwapZones(BaseNode):
    """Two zones change their cards."""

    one: Ref
    other: Ref
    span: Span


@attrs.frozen(eq=False)
class GatherCards(BaseNode):
    """All cards into one pile, in the pack's order."""

    pile: Ref
    span: Span


@attrs.frozen(eq=False)
class ShowCards(BaseNode):
    """Cards (a mask) become known to all, or to one seat; or are hidden again."""

    what: Expr
    to: Expr | None
    hidden: bool
    span: Span


@attrs.frozen(eq=False)
class PayChips(BaseNode):
    """`giver -= amount`, `taker += amount`."""

    amount: Expr
    giver: Ref
    taker: Ref
    giver_range: tuple[int, int]
    taker_range: tuple[int, int]
    names: tuple[str, str]
    span: Span


@attrs.frozen(eq=False)
class NewRecord(BaseNode):
    """A record from the pool `first..first+size-1` joins the list at `ref`; `slot` names it."""

    ref: Ref
    pool: tuple[Expr, int]  # the first index of the list's part of the pool, and how many
    after: Expr | None
    slot: int
    record: str
    defaults: tuple[tuple[int, Expr], ...]  # base of the field's family, its value
    span: Span


@attrs.frozen(eq=False)
class FreeRecords(BaseNode):
    """The lists of a phase are made empty; cards left in them are a fault."""

    lists: tuple[int, ...]
    record: str
    span: Span


@attrs.frozen(eq=False)
class SayIt(BaseNode):
    """A sentence for everybody; with `draws` it tells that a loop has gone on for too long."""

    pieces: Pieces
    span: Span
    draws: bool = False


@attrs.frozen(eq=False)
class AnnounceIt(BaseNode):
    """All are told what slot `slot` holds; `about` is the seat, side or record it speaks of."""

    slot: int
    name: str
    type: Type
    span: Span
    about: Piece | None = None


@attrs.frozen(eq=False)
class Win(BaseNode):
    """The seats (a mask) that have won."""

    who: Expr
    span: Span


@attrs.frozen(eq=False)
class Mark(BaseNode):
    """A phase begins or ends: for the trace and the laws."""

    phase: str
    begins: bool
    span: Span
    params: tuple[int, ...] = ()


@attrs.frozen(eq=False)
class Fault(BaseNode):
    """Reached only by a ruleset that is at fault."""

    stops = True
    says: str
    span: Span


Work = (
    Set | MoveCards | DealCards | SwapZones | GatherCards | ShowCards | PayChips | NewRecord
    | FreeRecords | SayIt | AnnounceIt | Win | Mark | Fault
)  # fmt: skip


@attrs.frozen(eq=False)
class Jump(BaseNode):
    """Go on elsewhere."""

    exits = ("to",)
    to: int
    span: Span | None = None


@attrs.frozen(eq=False)
class Branch(BaseNode):
    """One way or the other."""

    exits = ("yes", "no")
    test: Expr
    yes: int
    no: int
    span: Span


@attrs.frozen(eq=False)
class Condition(node.Node):
    """One `must`: as written (`test`), and folded to the mask of the cards that pass (or None)."""

    test: Expr
    folded: Expr | None
    if_able: bool
    sentence: Pieces
    plain: str
    span: Span


@attrs.frozen(eq=False)
class Parameter(node.Node):
    """One parameter: its slot, and the values it can have (`shape` mask, range, or sequence).

    `sentence` refuses any other value.
    """

    name: str
    slot: int
    over: Expr
    shape: str
    type: Type
    span: Span
    sentence: Pieces = ()


@attrs.frozen(eq=False)
class Advice(node.Node):
    """A row of a policy: of the moves that pass `test` that with the highest or lowest `value`."""

    policy: str
    row: int
    test: Expr | None
    value: Expr | None
    highest: bool
    span: Span


@attrs.frozen(eq=False)
class MachineAction(node.Node):
    """One action of a choice; `body` is the node where its effects begin."""

    name: str
    params: tuple[Parameter, ...]
    conditions: tuple[Condition, ...]
    body: int
    phase: str
    sight: tuple[tuple[str, int], ...]  # variables in sight (`Var.describe`), their slots: for laws
    span: Span
    advice: tuple[Advice, ...] = ()


@attrs.frozen
class Together:
    """Slots of a choice that several seats make without seeing what the others choose.

    They are asked in the order of the list `members`; `place` says how many have been asked. What
    they choose lies in `waiting` until all have chosen, which holds nothing before.
    """

    members: int
    place: int
    waiting: tuple[int, ...]


@attrs.frozen(eq=False)
class Choose(BaseNode):
    """A seat chooses, by itself or `together` with others.

    A choice made together only writes down `chosen` (the action's number) and goes on at `then`.
    `about` is the record that it is made for, or the seat for which another one decides.
    """

    waits = True
    exits = ("otherwise", "then")
    seat: int
    actions: tuple[MachineAction, ...]
    otherwise: int | None
    live: tuple[int, ...]
    phase: str
    span: Span
    together: Together | None = None
    chosen: Ref | None = None
    then: int | None = None
    about: Piece | None = None

    @property
    def sealed(self) -> bool:
        """Whether the choice is kept from the others until all have chosen."""
        return self.together is not None

    def list_exits(self) -> list[int]:
        """The effects of each action too."""
        return [*super().list_exits(), *(action.body for action in self.actions)]

    def link(self, place: Callable[[int], int]) -> Self:
        """The effects of each action too."""
        actions = tuple(attrs.evolve(a, body=place(a.body)) for a in self.actions)
        return attrs.evolve(super().link(place), actions=actions)


@attrs.frozen(eq=False)
class Chance(BaseNode):
    """`shuffle`: the pile at `ref` gets a new order; `draw`: a member of `over` goes to slot.

    `given` and `pause` change nothing: there a position that is laid by hand gets its state, for
    the defaults that read it, and for good when the phase begins with which it starts.
    """

    waits = True
    exits = ("then",)
    kind: str
    ref: Ref
    over: Expr | None
    then: int
    live: tuple[int, ...]
    what: str
    type: Type | None
    span: Span

    @property
    def by_hand(self) -> bool:
        """Whether a position that is laid by hand gets its state here."""
        return self.kind in ("given", "pause")


@attrs.frozen(eq=False)
class End(BaseNode):
    """The game is over."""

    waits = True
    stops = True
    span: Span


Node = Work | Jump | Branch | Choose | Chance | End


# ---------------------------------------------------------------------- the whole


@attrs.frozen(eq=False)
class ZonePlace:
    """One zone: its slot, whose it is, and who sees it.

    `sight` is `everyone`, `nobody`, or `some`: those of the mask `seen_by`.
    """

    slot: int
    family: str
    index: tuple[int, ...]
    pile: bool
    sight: str
    seen_by: Expr | None
    capacity: int
    record: str | None


def name_pile(zones: Iterable[ZonePlace], pile: Expr) -> str:
    """What a pile that is read is called in the text; all of a family have one name."""
    slot = pile.reads if isinstance(pile, Get | GetAt) else None
    zone = next((zone for zone in zones if zone.slot == slot), None)
    if zone is None:
        return "the pile"
    return f"this `{zone.family}`" if zone.index else f"`{zone.family}`"


@attrs.frozen
class HandRating:
    """What the cards of the zone at `slot` are worth together, by a ranking.

    `heights` are those of its rows, in their order.
    """

    slot: int
    worth: Expr
    type: Type
    heights: tuple[Heights, ...]


@attrs.frozen(eq=False)
class MachineLaw:
    """A law: its test, and where it is asked (`phase` ends, or `action` of it is taken)."""

    title: str
    always: bool
    phase: str | None
    action: str | None
    variables: tuple[str, ...]  # the variables that the test reads (`Var.describe`), their slots
    slots: tuple[int, ...]
    test: Expr
    span: Span


@attrs.frozen(eq=False)
class Machine:
    """Everything that running, writing, viewing and explaining a game needs."""

    title: str
    players: int
    sides: int
    options: tuple[tuple[str, int], ...]
    pack: PackOfCards
    slots: tuple[Slot, ...]
    scratch: int
    families: tuple[Family, ...]
    zones: tuple[ZonePlace, ...]
    functions: tuple[Function, ...]  # each after those that it calls
    nodes: tuple[Node, ...]
    entry: int
    # What no rule writes or asks for has no slots: cards shown to all; those shown to each seat, a
    # slot for each; who played them, a slot for each card. Of several this is the first.
    shown: int | None
    told: int | None
    player_of: int | None
    winners: int
    stock: int  # slot of the zone that starts with the pack
    payoff: tuple[int, Expr, Span] | None  # the slot of the seat, its value, and the line
    laws: tuple[MachineLaw, ...]
    hidden: tuple[tuple[int, Expr], ...]  # registers, and the seats that see each
    owners: tuple[tuple[str, tuple[int, ...]], ...]  # record -> owner seat of each pool index
    ratings: tuple[HandRating, ...]
    policies: tuple[str, ...] = ()

    def list_showings(self) -> dict[int, int | None]:
        """The slots that keep which cards were shown, and to which seat; None is to all."""
        found: dict[int, int | None] = {} if self.shown is None else {self.shown: None}
        if self.told is not None:
            found |= {self.told + seat: seat for seat in range(self.players)}
        return found

    def list_endless_loops(self) -> list[Span]:
        """The loops that go on `however long`: each may end the match as a draw."""
        draws = (node.span for node in self.nodes if isinstance(node, SayIt) and node.draws)
        return list(dict.fromkeys(draws))
