"""The checked game: every name settled, every value with its type. Other classes than the tree's."""

from __future__ import annotations

from typing import Any

import attrs

from hoyle.dsl.checked.types import Type
from hoyle.dsl.source import Span

# ---------------------------------------------------------------------- things with a name


@attrs.define(eq=False)
class Var:
    """A name in a block or a phrase: parameter, `let`, element of a loop."""

    name: str
    type: Type
    span: Span
    # the zone expression that it is drawn from, where it is a card drawn from one
    drawn_from: Value | None = None
    used: bool = False


@attrs.define(eq=False)
class Option:
    """One option with its default; `words` for named alternatives is in the type."""

    name: str
    type: Type
    allowed: tuple[Value, ...]  # ranges (op `between`) or single values
    default: Value
    meaning: str
    span: Span


@attrs.define(eq=False)
class Need:
    """A combination of options that must hold."""

    test: Value
    sentence: str
    span: Span


@attrs.define(eq=False)
class Zone:
    """Where cards lie. `face` is `up` or `down`; `seen_by` an expression with `owner` free."""

    name: str
    index: tuple[Index, ...]
    pile: bool
    face: str | None
    seen_by: Value | None
    owner_var: Var | None
    capacity: Value | None
    starts: bool
    record: str | None
    span: Span


@attrs.define(eq=False)
class Register:
    """A value that is kept: for the match, for a phase (`phase`), or in a record."""

    name: str
    index: tuple[Index, ...]
    type: Type
    low: Value | None  # for numbers: the range as written
    high: Value | None
    most: Value | None  # for lists of records: how many
    default: Value | None
    seen_by: Value | None
    owner_var: Var | None
    phase: str | None
    record: str | None
    span: Span
    read: bool = False
    written: bool = False


@attrs.define(eq=False)
class Index:
    """One index of a family: a type, with the range as written for numbers."""

    type: Type
    low: Value | None = None
    high: Value | None = None


@attrs.define(eq=False)
class Record:
    """Several things that go together."""

    name: str
    zones: list[Zone]
    registers: list[Register]
    span: Span


@attrs.define(eq=False)
class Define:
    """A name for an expression."""

    name: str
    params: tuple[Var, ...]
    type: Type
    value: Value
    span: Span


@attrs.define(eq=False)
class Must:
    """One condition; `sentence` is None where the language writes the refusal."""

    test: Value
    if_able: bool
    sentence: tuple[str | Value, ...] | None
    plain: str
    span: Span


@attrs.define(eq=False)
class Conditions:
    """A list of conditions with parameters."""

    name: str
    params: tuple[Var, ...]
    musts: tuple[Must, ...]
    span: Span


@attrs.define(eq=False)
class Row:
    """One row: a single condition made of all its cells, and what it gives."""

    name: str
    test: Value
    values: tuple[Value, ...]
    span: Span
    cells: tuple[Any, ...] = ()  # per column the constants that fit, where they are known


@attrs.define(eq=False)
class Table:
    """`reading` is first, one, sum or steps."""

    name: str
    params: tuple[Var, ...]
    reading: str
    rows: tuple[Row, ...]
    type: Type
    span: Span
    columns: tuple[Value, ...] = ()


@attrs.define(eq=False)
class Ranking:
    """Rows best first; each row's values rank hands of the same kind (more is better)."""

    name: str
    params: tuple[Var, ...]
    rows: tuple[Row, ...]
    type: Type
    span: Span


@attrs.define(eq=False)
class Order:
    """Ranks, best first, as the words of the pack."""

    name: str
    ranks: tuple[str, ...]
    span: Span


@attrs.define(eq=False)
class Phase:
    """A procedure; the whole game is the phase `match`."""

    name: str
    params: tuple[Var, ...]
    body: tuple[Step, ...]
    span: Span


@attrs.define(eq=False)
class PackLine:
    """One line of the pack: `ranks`, `suits`, `another`, `remove`, `copies`."""

    kind: str
    words: tuple[str, ...]
    value: Value | None
    test: Value | None
    span: Span


@attrs.define(eq=False)
class Law:
    """What must hold. `at` names a phase, or a phase and an action, with its parameters."""

    always: bool
    title: str
    phase: str | None
    action: str | None
    params: tuple[Var, ...]
    test: Value
    span: Span


@attrs.define(eq=False)
class Example:
    """An example: its lines stay as written, and are settled against a table when it is run."""

    title: str
    tree: Any
    span: Span


@attrs.define(eq=False)
class Game:
    """Everything a ruleset says, for any number of players and any options."""

    title: str
    players: tuple[int, int]
    options: dict[str, Option]
    needs: list[Need]
    pack: tuple[PackLine, ...]
    side_count: Value | None
    orders: dict[str, Order]
    zones: dict[str, Zone]
    registers: dict[str, Register]
    records: dict[str, Record]
    defines: dict[str, Define]
    conditions: dict[str, Conditions]
    tables: dict[str, Table]
    rankings: dict[str, Ranking]
    phases: dict[str, Phase]
    payoff: tuple[Var, Value] | None
    laws: list[Law]
    examples: list[Example]
    variants: list[Any]
    tracks_player: bool = False


# ---------------------------------------------------------------------- values


@attrs.frozen(eq=False)
class Const:
    """A number, or the index of an alternative; -1 is none."""

    value: int
    type: Type
    span: Span


@attrs.frozen(eq=False)
class Literal:
    """A card, rank or suit by its word: which number it is depends on the pack.

    `what` is `card`, `rank`, `suit`, or `kind` (the row of a ranking).
    """

    what: str
    word: str
    twin: bool
    type: Type
    span: Span


@attrs.frozen(eq=False)
class Setting:
    """`players`, `sides`, `pack`, `seats`, `ranks`… or an option: fixed for a table."""

    name: str
    type: Type
    span: Span


@attrs.frozen(eq=False)
class Local:
    """The value of a variable."""

    var: Var
    type: Type
    span: Span


@attrs.frozen(eq=False)
class Load:
    """A register, zone, or field at an index."""

    thing: Register | Zone
    index: tuple[Value, ...]
    type: Type
    span: Span


@attrs.frozen(eq=False)
class Many:
    """A family applied to several: all of them together. `index[place]` is the set."""

    thing: Register | Zone
    index: tuple[Value, ...]
    place: int
    type: Type
    span: Span


@attrs.frozen(eq=False)
class Call:
    """A define, table, ranking or conditions applied to arguments."""

    of: Define | Table | Ranking
    args: tuple[Value, ...]
    type: Type
    span: Span


@attrs.frozen(eq=False)
class Op:
    """A built-in operation by its name; see dsl/checked/operations.py for all of them."""

    name: str
    args: tuple[Value, ...]
    type: Type
    span: Span


@attrs.frozen(eq=False)
class Phrase:
    """`any every count total highest lowest best sole first filter` over a set."""

    kind: str
    var: Var
    over: Value
    where: Value | None
    value: Value | None
    type: Type
    span: Span


@attrs.frozen(eq=False)
class RowValue:
    """`line of x`: what a row of a step-by-step table gives."""

    line: Var
    table: Table
    args: tuple[Value, ...]
    type: Type
    span: Span


Value = Const | Literal | Setting | Local | Load | Many | Call | Op | Phrase | RowValue


# ---------------------------------------------------------------------- steps


@attrs.frozen(eq=False)
class Assign:
    """`place op value`; op is `=`, `+=` or `-=`."""

    op: str
    place: Load
    value: Value
    span: Span


@attrs.frozen(eq=False)
class Run:
    """Go through a phase."""

    phase: str
    args: tuple[Value, ...]
    span: Span


@attrs.frozen(eq=False)
class Let:
    """A name for a value now; `announced`: everybody is told."""

    var: Var
    value: Value
    announced: bool
    span: Span


@attrs.frozen(eq=False)
class Move:
    """`what` is a card or cards, or a number of cards from the top of `source`.

    `facing` is None (as the zone says) or a yes-or-no value: up.
    """

    what: Value
    source: Value | None
    to: Load
    facing: Value | None
    bottom: bool
    turned: bool
    span: Span


@attrs.frozen(eq=False)
class Deal:
    """One card at a time, round and round; `amount` None: until `source` is empty."""

    amount: Value | None
    source: Load
    var: Var
    over: Value
    to: Load
    facing: Value | None
    span: Span


@attrs.frozen(eq=False)
class Swap:
    """Two zones change their cards."""

    one: Load
    other: Load
    span: Span


@attrs.frozen(eq=False)
class Shuffle:
    """Chance: a new order of a pile."""

    pile: Load
    span: Span


@attrs.frozen(eq=False)
class Gather:
    """All cards into one pile."""

    pile: Load
    span: Span


@attrs.frozen(eq=False)
class Show:
    """Cards become known to all, to one seat (`to`), or are hidden again."""

    what: Value
    to: Value | None
    hidden: bool
    span: Span


@attrs.frozen(eq=False)
class Pay:
    """Chips from one register to another."""

    amount: Value
    giver: Load
    taker: Load
    span: Span


@attrs.frozen(eq=False)
class New:
    """A new record in a list, at its end or after another."""

    var: Var
    place: Load
    after: Value | None
    span: Span


@attrs.frozen(eq=False)
class Say:
    """A sentence for everybody."""

    pieces: tuple[str | Value, ...]
    span: Span


@attrs.frozen(eq=False)
class EndsWhen:
    """The phase ends as soon as the test holds."""

    test: Value
    span: Span


@attrs.frozen(eq=False)
class Stop:
    """Leave the innermost loop."""

    span: Span


@attrs.frozen(eq=False)
class End:
    """Leave the phase named; the match when none."""

    phase: str | None
    span: Span


@attrs.frozen(eq=False)
class Win:
    """These seats have won; the match ends."""

    who: Value
    span: Span


@attrs.frozen(eq=False)
class If:
    """Tests in order."""

    branches: tuple[tuple[Value, tuple[Step, ...]], ...]
    otherwise: tuple[Step, ...]
    span: Span


@attrs.frozen(eq=False)
class For:
    """Each in order; with `until`, round and round."""

    var: Var
    over: Value
    until: Value | None
    times: Value | None
    at_bound: tuple[Step, ...] | None
    body: tuple[Step, ...]
    span: Span


@attrs.frozen(eq=False)
class ForLines:
    """The rows of a step-by-step table in order."""

    var: Var
    table: Table
    body: tuple[Step, ...]
    span: Span


@attrs.frozen(eq=False)
class Repeat:
    """`until` tested before each round; `times` a fixed number of rounds; `most` a bound."""

    until: Value | None
    times: Value | None
    most: Value | None
    at_bound: tuple[Step, ...] | None
    body: tuple[Step, ...]
    span: Span


@attrs.frozen(eq=False)
class Param:
    """One parameter of an action."""

    var: Var
    over: Value
    span: Span


@attrs.frozen(eq=False)
class Action:
    """One thing that may be chosen."""

    name: str
    params: tuple[Param, ...]
    musts: tuple[Must, ...]
    body: tuple[Step, ...]
    sight: tuple[Var, ...]  # every variable in sight, for laws at this action
    span: Span


@attrs.frozen(eq=False)
class Choose:
    """A decision; `together`: all of `over` choose before anything is done."""

    seat: Value | None
    var: Var | None
    over: Value | None
    actions: tuple[Action, ...]
    otherwise: tuple[Step, ...] | None
    span: Span


Step = (
    Assign | Run | Let | Move | Deal | Swap | Shuffle | Gather | Show | Pay | New | Say | EndsWhen
    | Stop | End | Win | If | For | ForLines | Repeat | Choose
)  # fmt: skip
