"""The machine: registers, zones, and a graph of nodes with two special exits, choose and chance.

A machine is made for one number of players and one setting of the options. It holds only numbers,
words and places in the text: nothing of it is a Python object of the game's own.

Values are whole numbers (cards, ranks, suits, seats, answers, alternatives by their number; -1 is
none), masks (a set: bit k stands for member k), or sequences (tuples).
"""

from __future__ import annotations

import attrs

from hoyle.dsl.checked.types import Type
from hoyle.dsl.machine.expressions import Bind as Bind
from hoyle.dsl.machine.expressions import Each as Each
from hoyle.dsl.machine.expressions import Expr as Expr
from hoyle.dsl.machine.expressions import Get as Get
from hoyle.dsl.machine.expressions import GetAt as GetAt
from hoyle.dsl.machine.expressions import K as K
from hoyle.dsl.machine.expressions import Noted as Noted
from hoyle.dsl.machine.expressions import Op as Op
from hoyle.dsl.machine.expressions import Ref as Ref
from hoyle.dsl.machine.expressions import Trapped as Trapped
from hoyle.dsl.machine.slots import Family as Family
from hoyle.dsl.machine.slots import Slot as Slot
from hoyle.dsl.machine.slots import ZonePlace as ZonePlace
from hoyle.dsl.machine.slots import bytes_for as bytes_for
from hoyle.dsl.source import Span

# ---------------------------------------------------------------------- nodes

Pieces = tuple["str | Piece", ...]


@attrs.frozen(eq=False)
class Piece:
    """A value in a sentence, with the type that says how to write it."""

    value: Expr
    type: Type


@attrs.frozen(eq=False)
class Set:
    """`ref = value`; `add` 1 or -1 adds or takes away. `place` says it in words."""

    ref: Ref
    value: Expr
    add: int
    low: int
    high: int
    place: str
    type: Type
    span: Span
    quiet: bool = False


@attrs.frozen(eq=False)
class MoveCards:
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
class DealCards:
    """One card at a time from the top of `source`, round and round over `over`."""

    amount: Expr | None
    source: Ref
    slot: int
    over: Expr
    to: Ref
    up: Expr | None
    span: Span


@attrs.frozen(eq=False)
class SwapZones:
    """Two zones change their cards."""

    one: Ref
    other: Ref
    span: Span


@attrs.frozen(eq=False)
class GatherCards:
    """All cards into one pile, in the pack's order."""

    pile: Ref
    span: Span


@attrs.frozen(eq=False)
class ShowCards:
    """Cards (a mask) become known to all, or to one seat; or are hidden again."""

    what: Expr
    to: Expr | None
    hidden: bool
    span: Span


@attrs.frozen(eq=False)
class PayChips:
    """`giver -= amount`, `taker += amount`."""

    amount: Expr
    giver: Ref
    taker: Ref
    giver_range: tuple[int, int]
    taker_range: tuple[int, int]
    names: tuple[str, str]
    span: Span


@attrs.frozen(eq=False)
class NewRecord:
    """A record from the pool `first..first+size-1` joins the list at `ref`; `slot` names it."""

    ref: Ref
    pool: tuple[Expr, int]  # the first index of the list's part of the pool, and how many
    after: Expr | None
    slot: int
    record: str
    defaults: tuple[tuple[int, Expr], ...]  # base of the field's family, its value
    span: Span


@attrs.frozen(eq=False)
class FreeRecords:
    """The lists of a phase are made empty; cards left in them are a fault."""

    lists: tuple[int, ...]
    record: str
    span: Span


@attrs.frozen(eq=False)
class SayIt:
    """A sentence for everybody."""

    pieces: Pieces
    span: Span


@attrs.frozen(eq=False)
class AnnounceIt:
    """All are told what slot `slot` holds."""

    slot: int
    name: str
    type: Type
    span: Span


@attrs.frozen(eq=False)
class Win:
    """The seats (a mask) that have won."""

    who: Expr
    span: Span


@attrs.frozen(eq=False)
class Mark:
    """A phase begins or ends: for the trace and the laws."""

    phase: str
    begins: bool
    span: Span
    params: tuple[int, ...] = ()


@attrs.frozen(eq=False)
class Fault:
    """Reached only by a ruleset that is at fault."""

    says: str
    span: Span


Work = (
    Set | MoveCards | DealCards | SwapZones | GatherCards | ShowCards | PayChips | NewRecord
    | FreeRecords | SayIt | AnnounceIt | Win | Mark | Fault
)  # fmt: skip


@attrs.frozen(eq=False)
class Jump:
    """Go on elsewhere."""

    to: int
    span: Span | None = None


@attrs.frozen(eq=False)
class Branch:
    """One way or the other."""

    test: Expr
    yes: int
    no: int
    span: Span


@attrs.frozen(eq=False)
class Condition:
    """One `must`: as written (`test`), and folded to the mask of the cards that pass (or None)."""

    test: Expr
    folded: Expr | None
    if_able: bool
    sentence: Pieces
    plain: str
    span: Span


@attrs.frozen(eq=False)
class Parameter:
    """One parameter: its slot, and the values it can have (`shape` mask, range, or sequence)."""

    name: str
    slot: int
    over: Expr
    shape: str
    type: Type
    span: Span


@attrs.frozen(eq=False)
class MachineAction:
    """One action of a choice; `body` is the node where its effects begin."""

    name: str
    params: tuple[Parameter, ...]
    conditions: tuple[Condition, ...]
    body: int
    phase: str
    sight: tuple[tuple[int, int], ...]  # variables in sight (by id) and their slots, for laws
    span: Span


@attrs.frozen(eq=False)
class Choose:
    """A seat chooses; `sealed` keeps the choice from the others until all have chosen.

    A sealed choice only writes down `chosen` (the action's number) and goes on at `then`.
    """

    seat: int
    actions: tuple[MachineAction, ...]
    otherwise: int | None
    live: tuple[int, ...]
    phase: str
    span: Span
    sealed: bool = False
    chosen: Ref | None = None
    then: int = 0


@attrs.frozen(eq=False)
class Chance:
    """`shuffle`: the pile at `ref` gets a new order; `draw`: a member of `over` goes to slot.

    `pause` changes nothing: examples set their state there.
    """

    kind: str
    ref: Ref
    over: Expr | None
    then: int
    live: tuple[int, ...]
    what: str
    type: Type | None
    span: Span


@attrs.frozen(eq=False)
class End:
    """The game is over."""

    span: Span


Node = Work | Jump | Branch | Choose | Chance | End


# ---------------------------------------------------------------------- the whole


@attrs.frozen(eq=False)
class PackOfCards:
    """The cards in the pack's order; ranks and suits by their number in `rank_words`, `suit_words`.

    `twin_of[c]` is the lowest card that looks the same.
    """

    ranks: tuple[int, ...]
    suits: tuple[int, ...]
    rank_words: tuple[str, ...]
    suit_words: tuple[str, ...]
    copies: tuple[int, ...]
    twin_of: tuple[int, ...]

    @property
    def size(self) -> int:
        """How many cards."""
        return len(self.ranks)


@attrs.frozen(eq=False)
class MachineLaw:
    """A law: its test, and where it is asked (`phase` ends, or `action` of it is taken)."""

    title: str
    always: bool
    phase: str | None
    action: str | None
    variables: tuple[int, ...]  # ids of the variables that the test reads, and their slots
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
    nodes: tuple[Node, ...]
    entry: int
    shown: int | None  # slot of the mask of cards shown to all
    told: int | None  # first of the slots, one a seat, of cards shown to that seat
    player_of: int | None  # first of the slots, one a card, of who played it
    winners: int
    stock: int  # slot of the zone that starts with the pack
    payoff: tuple[int, Expr] | None
    laws: tuple[MachineLaw, ...]
    defaults: tuple[tuple[int, Expr], ...]
    hidden: tuple[tuple[int, Expr], ...]  # registers that only one seat sees
    owners: tuple[tuple[str, tuple[int, ...]], ...]  # record -> owner seat of each pool index
