"""The checked game: names settled, values with their types. Other classes than the tree's."""

from __future__ import annotations

from typing import ClassVar, TypeVar

import attrs

from hoyle.dsl.card_words import CardWords
from hoyle.dsl.checked.types import CARD, KindT, NumberT, SequenceT, SetT
from hoyle.dsl.checked.types import Type as Type
from hoyle.dsl.node import Node
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d

L = TypeVar("L")

# ---------------------------------------------------------------------- values


class ValueNode(Node):
    """What every value says of itself: what it reads, apart from the values inside it."""

    __slots__ = ()

    @property
    def thing(self) -> Register | Zone | None:
        """The zone or register that it reads, or the family."""
        return None

    @property
    def zone(self) -> Zone | None:
        """The zone that it reads, or the family."""
        return self.thing if isinstance(self.thing, Zone) else None

    @property
    def register(self) -> Register | None:
        """The register that it reads, or the family."""
        return self.thing if isinstance(self.thing, Register) else None

    @property
    def local(self) -> Var | None:
        """The variable that it reads."""
        return None

    @property
    def calls(self) -> Define | Table | Ranking | None:
        """What it applies to the values inside."""
        return None

    @property
    def drawn_among(self) -> Value | None:
        """What chance draws it from, where it is `random of …`."""
        return None

    @property
    def binds(self) -> Var | None:
        """The variable that some of the values inside are asked with, for each of a set."""
        return None


@attrs.frozen(eq=False)
class Const(ValueNode):
    """A number, or the index of an alternative; -1 is none."""

    value: int
    type: Type
    span: Span


@attrs.frozen(eq=False)
class Literal(ValueNode):
    """A card, rank or suit by its word: which number it is depends on the pack.

    `what` is `card`, `rank`, `suit`, or `kind` (the row of a ranking); of a card `copy` counts
    those that look the same, from 0.
    """

    what: str
    word: str
    copy: int
    type: Type
    span: Span


@attrs.frozen(eq=False)
class Setting(ValueNode):
    """`players`, `sides`, `pack`, `seats`, `ranks`… or an option: fixed for a table."""

    name: str
    type: Type
    span: Span


@attrs.frozen(eq=False)
class Local(ValueNode):
    """The value of a variable."""

    var: Var
    type: Type
    span: Span

    @property
    def local(self) -> Var:
        """Its variable."""
        return self.var


@attrs.frozen(eq=False)
class Load(ValueNode):
    """A register, zone, or field at an index."""

    thing: Register | Zone
    index: tuple[Value, ...]
    type: Type
    span: Span


@attrs.frozen(eq=False)
class Many(ValueNode):
    """A family applied to several: all of them together. `index[k]` of `places` are sets."""

    thing: Register | Zone
    index: tuple[Value, ...]
    places: tuple[int, ...]
    type: Type
    span: Span


@attrs.frozen(eq=False)
class Call(ValueNode):
    """A define, table, ranking or conditions applied to arguments."""

    of: Define | Table | Ranking
    args: tuple[Value, ...]
    type: Type
    span: Span

    @property
    def calls(self) -> Define | Table | Ranking:
        """What is applied."""
        return self.of


@attrs.frozen(eq=False)
class Op(ValueNode):
    """A built-in operation by its name; see dsl/checked/builtins.py for all of them."""

    name: str
    args: tuple[Value, ...]
    type: Type
    span: Span

    @property
    def drawn_among(self) -> Value | None:
        """By its name."""
        return self.args[0] if self.name == "random" else None


@attrs.frozen(eq=False)
class Phrase(ValueNode):
    """`any every count total highest lowest best sole first filter` over a set."""

    kind: str
    var: Var
    over: Value
    where: Value | None
    value: Value | None
    type: Type
    span: Span

    @property
    def binds(self) -> Var:
        """Its variable."""
        return self.var


@attrs.frozen(eq=False)
class RowValue(ValueNode):
    """`line of x`: what a row of a step-by-step table gives."""

    line: Var
    table: Table
    args: tuple[Value, ...]
    type: Type
    span: Span

    @property
    def calls(self) -> Table:
        """Its table."""
        return self.table


Value = Const | Literal | Setting | Local | Load | Many | Call | Op | Phrase | RowValue
# The values that fit a cell of a table: of none, whatever comes fits; None where it is not plain.
Cell = tuple[Value, ...] | None


# ---------------------------------------------------------------------- steps


@attrs.frozen(eq=False)
class StepNode(Node):
    """A step and its place."""

    span: Span = attrs.field(kw_only=True)


@attrs.frozen(eq=False)
class Assign(StepNode):
    """`place op value`; op is `=`, `+=` or `-=`."""

    op: str
    place: Load
    value: Value


@attrs.frozen(eq=False)
class Run(StepNode):
    """Go through a phase."""

    phase: str
    args: tuple[Value, ...]


@attrs.frozen(eq=False)
class Let(StepNode):
    """A name for a value now; `announced`: everybody is told."""

    var: Var
    value: Value
    announced: bool


@attrs.frozen(eq=False)
class Move(StepNode):
    """`what` is a card or cards, or a number of cards from the top of `source`.

    `facing` is None (as the zone says) or a yes-or-no value: up.
    """

    what: Value
    source: Value | None
    to: Load
    facing: Value | None
    bottom: bool
    turned: bool


@attrs.frozen(eq=False)
class Deal(StepNode):
    """One card at a time, round and round; `amount` None: until `source` is empty."""

    amount: Value | None
    source: Load
    var: Var
    over: Value
    to: Load
    facing: Value | None


@attrs.frozen(eq=False)
class Swap(StepNode):
    """Two zones change their cards."""

    one: Load
    other: Load


@attrs.frozen(eq=False)
class Shuffle(StepNode):
    """Chance: a new order of a pile."""

    pile: Load


@attrs.frozen(eq=False)
class Gather(StepNode):
    """All cards into one pile."""

    pile: Load


@attrs.frozen(eq=False)
class Show(StepNode):
    """Cards become known to all, to one seat (`to`), or are hidden again."""

    what: Value
    to: Value | None
    hidden: bool


@attrs.frozen(eq=False)
class Pay(StepNode):
    """Chips from one register to another."""

    amount: Value
    giver: Load
    taker: Load


@attrs.frozen(eq=False)
class New(StepNode):
    """A new record in a list, at its end or after another."""

    var: Var
    place: Load
    after: Value | None


@attrs.frozen(eq=False)
class Say(StepNode):
    """A sentence for everybody; with `draws` it tells that a loop has gone on for too long.

    That is the loop that goes on `however long`: the match ends there as a draw.
    """

    pieces: tuple[str | Value, ...]
    draws: bool = False


@attrs.frozen(eq=False)
class EndsWhen(StepNode):
    """The phase ends as soon as the test holds."""

    test: Value


@attrs.frozen(eq=False)
class Stop(StepNode):
    """Leave the innermost loop."""


@attrs.frozen(eq=False)
class End(StepNode):
    """Leave the phase named; the match when none."""

    phase: str | None


@attrs.frozen(eq=False)
class Win(StepNode):
    """These seats have won; the match ends."""

    who: Value


@attrs.frozen(eq=False)
class If(StepNode):
    """Tests in order."""

    branches: tuple[tuple[Value, tuple[Step, ...]], ...]
    otherwise: tuple[Step, ...]


@attrs.frozen(eq=False)
class For(StepNode):
    """Each in order; with `until`, round and round."""

    var: Var
    over: Value
    until: Value | None
    times: Value | None
    at_bound: tuple[Step, ...] | None
    body: tuple[Step, ...]


@attrs.frozen(eq=False)
class ForLines(StepNode):
    """The rows of a step-by-step table in order."""

    var: Var
    table: Table
    body: tuple[Step, ...]


@attrs.frozen(eq=False)
class Repeat(StepNode):
    """`until` tested before each round; `times` a fixed number of rounds; `most` a bound."""

    until: Value | None
    times: Value | None
    most: Value | None
    at_bound: tuple[Step, ...] | None
    body: tuple[Step, ...]

    @property
    def goes_on_however_long(self) -> bool:
        """Whether the rules set no bound: it is broken off as a draw."""
        return any(isinstance(step, Say) and step.draws for step in self.at_bound or ())


@attrs.frozen(eq=False)
class Param(Node):
    """One parameter of an action; the sentence, if there is one, refuses other values."""

    var: Var
    over: Value
    sentence: tuple[str | Value, ...] | None
    plain: str  # the sentence as it is written
    span: Span


@attrs.frozen(eq=False)
class Action(Node):
    """One thing that may be chosen."""

    name: str
    params: tuple[Param, ...]
    musts: tuple[Must, ...]
    body: tuple[Step, ...]
    sight: tuple[Var, ...]  # every variable in sight, for laws at this action
    span: Span


@attrs.frozen(eq=False)
class Choose(StepNode):
    """A decision; `together`: all of `over` choose before anything is done.

    Where there is a `decider`, that seat chooses, and what is done is done by `seat`.
    """

    seat: Value | None
    decider: Value | None
    var: Var | None
    over: Value | None
    actions: tuple[Action, ...]
    otherwise: tuple[Step, ...] | None


Step = (
    Assign | Run | Let | Move | Deal | Swap | Shuffle | Gather | Show | Pay | New | Say | EndsWhen
    | Stop | End | Win | If | For | ForLines | Repeat | Choose
)  # fmt: skip


# ---------------------------------------------------------------------- things with a name


@attrs.define(eq=False)
class Var:
    """A name in a block or a phrase: parameter, `let`, element of a loop."""

    name: str
    type: Type
    span: Span
    # the zone expression that it is drawn from, where it is a card drawn from one
    drawn_from: Value | None = None

    def describe(self) -> str:
        """Its name and type: two actions of one name share the variables that agree in both."""
        return self.name if isinstance(self.type, NumberT) else f"{self.name}: {self.type}"


@attrs.define(eq=False)
class Option:
    """One option with its default; a variant may have set it for good, at `fixed`."""

    name: str
    type: Type
    allowed: tuple[Value, ...]  # ranges (op `between`) or single values
    default: Value
    meaning: str
    span: Span
    group: str = ""  # the title of its block
    fixed: Span | None = None


EVERY_SIDE = "there is one side at least, and each has a player"


@attrs.define(eq=False)
class Need(Node):
    """A combination of options that must hold; the one of `sides` is not `written` as a line."""

    test: Value
    sentence: str
    span: Span
    written: bool = True


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
    holds_cards = True

    @property
    def type(self) -> Type:
        """A pile is read as its cards from the bottom, other zones as a set."""
        return SequenceT(CARD) if self.pile else SetT(CARD)


@attrs.define(eq=False)
class Register:
    """A value that is kept: for the match, for a phase (`phase`), or in a record."""

    name: str
    index: tuple[Index, ...]
    type: Type
    phase: str | None
    record: str | None
    span: Span
    untold: bool = False  # a transcript leaves it out
    low: Value | None = None  # for numbers: the range as written
    high: Value | None = None
    most: Value | None = None  # for lists of records: how many
    default: Value | None = None
    seen_by: Value | None = None
    owner_var: Var | None = None
    holds_cards = False


@attrs.define(eq=False)
class Index(Node):
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
class Must(Node):
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


BETWEEN_CELLS = " | "  # in the name of a row that begins as another does


@attrs.define(eq=False)
class Row(Node):
    """One row: a single condition made of all its cells, and what it gives."""

    name: str
    test: Value
    values: tuple[Value, ...]
    span: Span
    head: Span  # its first cell, or in a matrix the cell that gives the value
    cells: tuple[Cell, ...] = ()  # one for each column


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
    matrix: bool = False  # one column asks down, the other across
    complete: bool = True  # no row was refused


@attrs.define(eq=False)
class Ranking:
    """Rows best first; each row's values rank hands of the same kind (more is better)."""

    reading: ClassVar[str] = "first"  # of the rows that fit, as a table says it
    name: str
    params: tuple[Var, ...]
    rows: tuple[Row, ...]
    type: KindT
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
class PackLine(Node):
    """A line that changes the pack: `another`, `remove`, `copies`."""

    kind: str
    value: Value
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


@attrs.frozen(eq=False)
class Advice(Node):
    """A row of a policy at one of the choices where its action can be taken.

    Of the moves that pass `test` it takes the one whose `value` is highest, or lowest; without a
    value the first.
    """

    policy: str
    row: int
    test: Value | None
    value: Value | None
    highest: bool
    span: Span


@attrs.frozen(eq=False)
class ExampleLine:
    """A line of an example and its place; example_lines.py has the kinds."""

    span: Span = attrs.field(kw_only=True)


@attrs.frozen(eq=False)
class Example:
    """An example: who plays (a variable for each seat), and its lines after that."""

    title: str
    seats: tuple[Var, ...]
    count: int
    refused: bool  # it says that so many, or these options, cannot be played
    sentence: str | None  # with what words they are refused
    lines: tuple[ExampleLine, ...]
    players_span: Span
    tree: d.Example
    span: Span
    case: Span | None  # the row of its cases that it stands for
    # the records that it names in what it gives and starts with, by their numbers from 0
    records: tuple[tuple[Var, int], ...] = ()

    def lines_of(self, kind: type[L]) -> tuple[L, ...]:
        """The lines of one kind, in their order."""
        return tuple(line for line in self.lines if isinstance(line, kind))


@attrs.define(eq=False)
class Uses:
    """What the rules speak of, noted while they are checked; examples do not count."""

    names: set[str] = attrs.field(factory=set)  # of options, definitions, phases and zones
    read: set[Register] = attrs.field(factory=set)
    written: set[Register] = attrs.field(factory=set)
    calls: list[Call] = attrs.field(factory=list)  # of defines, tables and rankings
    needed: set[Call] = attrs.field(factory=set)  # those whose answer may not be none
    vars: set[Var] = attrs.field(factory=set)  # that something reads, be it an example
    required: set[str] = attrs.field(factory=set)  # of which only what libraries expect speaks

    def speaks_of(self, name: str) -> bool:
        """Whether the rules name an option, definition, phase or zone, or a library expects it."""
        return name in self.names or name in self.required

    def copy(self) -> Uses:
        """The same, to which more can be added."""
        return attrs.evolve(
            self, names={*self.names}, read={*self.read}, written={*self.written},
            calls=[*self.calls], needed={*self.needed},
        )  # fmt: skip


@attrs.define(eq=False)
class Game:
    """Everything a ruleset says, for any number of players and any options.

    `sound` is whether its rules have no mistake; its examples may have some all the same.
    """

    title: str
    players: tuple[int, int]  # the fewest and the most
    counts: tuple[int, ...]  # how many can play
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
    policies: list[str] = attrs.field(factory=list)
    advice: dict[Action, list[Advice]] = attrs.field(factory=dict)  # what policies say of an action
    words: CardWords = CardWords()  # of the pack
    deck: tuple[tuple[int, int], ...] = ()  # the looks of its cards in order, each how often
    has_copies: bool = False  # whether cards of one look may be there several times
    lone_cards: frozenset[str] = frozenset()  # beside them, those that are there once at most
    tracks_player: bool = False
    backwards: Value | None = None  # whether play goes counter-clockwise; None: never
    uses: Uses = attrs.field(factory=Uses)
    read_by_examples: set[Register] = attrs.field(factory=set)  # and by no rule
    sound: bool = False
    added_options: dict[str, str] = attrs.field(factory=dict)  # the variant below that has each

    @property
    def ranks(self) -> tuple[str, ...]:
        """The ranks of the pack, in its order."""
        return self.words.ranks

    @property
    def suits(self) -> tuple[str, ...]:
        """The suits of the pack, in its order."""
        return self.words.suits

    @property
    def all_zones(self) -> list[Zone]:
        """Every zone, also those of records."""
        return [*self.zones.values(), *(zone for r in self.records.values() for zone in r.zones)]

    @property
    def all_registers(self) -> list[Register]:
        """All state, also that of records."""
        of_records = (field for r in self.records.values() for field in r.registers)
        return [*self.registers.values(), *of_records]

    @property
    def for_players(self) -> str:
        """How many can play, in words: `2 to 7`, `4`, `4, 6 or 8`."""
        return list_counts(self.counts)


def list_counts(counts: tuple[int, ...]) -> str:
    """Numbers of players in words: `2 to 7`, `4`, `4, 6 or 8`."""
    low, high = counts[0], counts[-1]
    if low < high and counts == tuple(range(low, high + 1)):
        return f"{low} to {high}"
    *others, last = map(str, counts)
    return f"{', '.join(others)} or {last}" if others else last
