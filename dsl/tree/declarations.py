"""The parsed tree: what stands at the left edge of a file, and the file."""

from __future__ import annotations

import attrs

from hoyle.dsl.node import Node
from hoyle.dsl.source import Source, Span
from hoyle.dsl.tree.expressions import Expr, Sentence, Word, declare_span
from hoyle.dsl.tree.statements import Block, Must, Place

# ---------------------------------------------------------------------- types and parameters


@attrs.frozen
class TypeNamed(Node):
    """`Card`, `Seat`, `YesNo`, a record, a named type."""

    name: str
    span: Span = declare_span()


@attrs.frozen
class TypeValue(Node):
    """A range `1..10`, or one alternative."""

    value: Expr
    span: Span = declare_span()


@attrs.frozen
class TypeList(Node):
    """`at most N Box`."""

    most: Expr
    record: str
    span: Span = declare_span()


@attrs.frozen
class TypeOr(Node):
    """`a or b or c`."""

    parts: tuple[TypeNamed | TypeValue | TypeList, ...]
    span: Span = declare_span()


Type = TypeNamed | TypeValue | TypeList | TypeOr


@attrs.frozen
class Param(Node):
    """`name: Type`."""

    name: str
    type: Type
    span: Span = declare_span()


# ---------------------------------------------------------------------- declarations


@attrs.frozen
class Use(Node):
    """`use tricks`."""

    library: str
    span: Span = declare_span()


@attrs.frozen
class Expected(Node):
    """One line of `expects`."""

    name: str
    index: tuple[Type, ...]
    params: tuple[Param, ...]
    type: Type
    default: Expr | None
    span: Span = declare_span()


@attrs.frozen
class Expects(Node):
    """`expects`: what a library asks of the game."""

    lines: tuple[Expected, ...]
    span: Span = declare_span()


@attrs.frozen
class Players(Node):
    """`players 2..7`, `players 4, 6, 8`."""

    ranges: tuple[Expr, ...]
    span: Span = declare_span()


@attrs.frozen
class TypeName(Node):
    """`type Manner = alone or with_partner`."""

    name: str
    type: Type
    span: Span = declare_span()


@attrs.frozen
class Option(Node):
    """`name: type = default "meaning"`; `fixed` is where a variant sets it for good."""

    name: str
    type: Type
    default: Expr
    meaning: Sentence
    span: Span = declare_span()
    name_span: Span = declare_span()
    fixed: Span | None = attrs.field(default=None, eq=False, repr=False)


@attrs.frozen
class Need(Node):
    """`needs test "sentence"`."""

    test: Expr
    sentence: Sentence
    span: Span = declare_span()


@attrs.frozen
class Options(Node):
    """`options`, or `options "title"`."""

    title: str
    lines: tuple[Option | Need, ...]
    span: Span = declare_span()


@attrs.frozen
class PackRanks(Node):
    """`ranks A K Q …`."""

    ranks: tuple[Expr, ...]
    span: Span = declare_span()


@attrs.frozen
class PackSuits(Node):
    """`suits ♠ ♥`."""

    suits: tuple[str, ...]
    span: Span = declare_span()


@attrs.frozen
class PackAnother(Node):
    """`another suit ♠`."""

    suit: Expr
    span: Span = declare_span()


@attrs.frozen
class PackRemove(Node):
    """`remove cards if test`."""

    cards: Expr
    test: Expr | None
    span: Span = declare_span()


@attrs.frozen
class PackCopies(Node):
    """`copies 2`."""

    copies: Expr
    span: Span = declare_span()


@attrs.frozen
class Pack(Node):
    """`pack`."""

    lines: tuple[PackRanks | PackSuits | PackAnother | PackRemove | PackCopies, ...]
    span: Span = declare_span()


@attrs.frozen
class Order(Node):
    """`order name, best first: A K Q …`."""

    name: str
    ranks: tuple[Expr, ...]
    span: Span = declare_span()
    name_span: Span = declare_span()


@attrs.frozen
class SideCount(Node):
    """`sides N, in turn`."""

    count: Expr
    span: Span = declare_span()


@attrs.frozen
class Zone(Node):
    """`name of Seat: Cards, seen by owner, at most 12`; `seen_by` or `face`, never both."""

    name: str
    index: tuple[Type, ...]
    type: str
    face: str | None
    seen_by: Expr | None
    capacity: Expr | None
    starts: bool
    span: Span = declare_span()
    name_span: Span = declare_span()


@attrs.frozen
class Zones(Node):
    """`zones`."""

    zones: tuple[Zone, ...]
    span: Span = declare_span()


@attrs.frozen
class Register(Node):
    """`name of Seat: 0..10 = 0, seen by owner`, `, not told`: transcripts leave it out."""

    name: str
    index: tuple[Type, ...]
    type: Type
    default: Expr | None
    seen_by: Expr | None
    untold: bool
    span: Span = declare_span()
    name_span: Span = declare_span()


@attrs.frozen
class State(Node):
    """`state`, or `state of phase`."""

    phase: str | None
    registers: tuple[Register, ...]
    span: Span = declare_span()


@attrs.frozen
class Record(Node):
    """`record Box` with its fields."""

    name: str
    fields: tuple[Zone | Register, ...]
    span: Span = declare_span()


@attrs.frozen
class Define(Node):
    """`define name(a: T): T = expression`."""

    name: str
    params: tuple[Param, ...]
    type: Type | None
    value: Expr
    span: Span = declare_span()
    name_span: Span = declare_span()


@attrs.frozen
class Conditions(Node):
    """`conditions name(…)`: `must` lines that several actions use."""

    name: str
    params: tuple[Param, ...]
    musts: tuple[Must, ...]
    span: Span = declare_span()
    name_span: Span = declare_span()


@attrs.frozen
class Phase(Node):
    """`phase name(…)`; the match is the phase called `match`."""

    name: str
    params: tuple[Param, ...]
    body: Block
    span: Span = declare_span()
    name_span: Span = declare_span()


@attrs.frozen
class Payoff(Node):
    """`payoff of name = expression`."""

    name: str
    value: Expr
    span: Span = declare_span()


# ---------------------------------------------------------------------- tables


@attrs.frozen
class Matrix(Node):
    r"""`a \ b` at the head of a table."""

    rows: Expr
    columns: Expr
    span: Span = declare_span()


@attrs.frozen
class Blank(Node):
    """`-` in a cell: does not matter."""

    span: Span = declare_span()


@attrs.frozen
class Otherwise(Node):
    """`otherwise` in a cell."""

    span: Span = declare_span()


@attrs.frozen
class CompareCell(Node):
    """`>= 21` in a cell."""

    op: str
    value: Expr
    span: Span = declare_span()


Test = Expr | Sentence | Blank | Otherwise | CompareCell


@attrs.frozen
class Cell(Node):
    """One or several tests; several mean any of them."""

    tests: tuple[Test, ...]
    span: Span = declare_span()


@attrs.frozen
class Row(Node):
    """One row of a table."""

    cells: tuple[Cell, ...]
    span: Span = declare_span()


@attrs.frozen
class Heading(Node):
    """What a column asks: an expression, `when`, `rule`, or a matrix."""

    what: Expr | Matrix | Word
    span: Span = declare_span()


@attrs.frozen
class Table(Node):
    """`table name(…), reading`; reading is `first`, `one`, `sum` or `steps`."""

    name: str
    params: tuple[Param, ...]
    reading: str
    heads: tuple[Heading, ...]
    rows: tuple[Row, ...]
    span: Span = declare_span()
    name_span: Span = declare_span()


@attrs.frozen
class Ranking(Node):
    """`ranking name(…), best first`."""

    name: str
    params: tuple[Param, ...]
    rows: tuple[Row, ...]
    span: Span = declare_span()
    name_span: Span = declare_span()


# ---------------------------------------------------------------------- examples, laws, variants


@attrs.frozen
class MoveText(Node):
    """An action and its values, as an example writes them."""

    action: str
    values: tuple[Expr, ...]
    span: Span = declare_span()


@attrs.frozen
class ExamplePlayers(Node):
    """`players ann bob`, `players 4`, `players 8 refused`."""

    names: tuple[str, ...]
    count: int
    refused: bool
    span: Span = declare_span()


@attrs.frozen
class ExampleSet(Node):
    """`set option = value`."""

    name: str
    value: Expr
    span: Span = declare_span()


@attrs.frozen
class ExamplePack(Node):
    """`pack 9♥ 5♣ …`, from the top."""

    cards: tuple[Expr, ...]
    span: Span = declare_span()


@attrs.frozen
class ExampleGiven(Node):
    """`given place = value`."""

    place: Place
    value: Expr
    span: Span = declare_span()


@attrs.frozen
class ExampleStart(Node):
    """`start phase`, `start match` (phase none)."""

    phase: Place | None
    span: Span = declare_span()


@attrs.frozen
class ExampleMove(Node):
    """`ann: play A♥` (kind `plays`), `ann may …`, `ann may not … "…"`, `ann may only: …`."""

    kind: str
    seat: str
    moves: tuple[MoveText, ...]
    sentence: Sentence | None
    span: Span = declare_span()


@attrs.frozen
class ExampleSees(Node):
    """`bob sees zone as [? 10♠]`; none stands for a hidden card."""

    seat: str
    zone: Expr
    cards: tuple[Expr | None, ...]
    span: Span = declare_span()


@attrs.frozen
class ExampleExpect(Node):
    """`expect test`."""

    test: Expr
    span: Span = declare_span()


ExampleLine = (
    ExamplePlayers
    | ExampleSet
    | ExamplePack
    | ExampleGiven
    | ExampleStart
    | ExampleMove
    | ExampleSees
    | ExampleExpect
)


@attrs.frozen
class Example(Node):
    """`example "…"`."""

    title: Sentence
    lines: tuple[ExampleLine, ...]
    span: Span = declare_span()


@attrs.frozen
class Path(Node):
    """`phase.action."sentence"`; a sentence keeps its quotes."""

    parts: tuple[str, ...]
    span: Span = declare_span()

    def __str__(self) -> str:
        return ".".join(self.parts)


@attrs.frozen
class Law(Node):
    """`always "…" at path: test` (the path is `place`), or `never`."""

    always: bool
    title: Sentence
    place: Path | None
    test: Expr
    span: Span = declare_span()


@attrs.frozen
class Delta(Node):
    """One line of a variant: `set`, `default`, `add`, `replace` or `remove`.

    `what` says what it is about: `option`, `declaration`, `row`, `column`, `action`, `condition`,
    `step`, `field`, `law`, or nothing where the path alone says it; `content` holds what is put in.
    A column's content is its two headings, and a row of two cells for each row.
    """

    verb: str
    what: str
    path: Path | None
    where: tuple[str, str] | None
    content: tuple[Node, ...]
    span: Span = declare_span()


@attrs.frozen
class Variant(Node):
    """`variant name "title" of base`, or `… of base with other, another`."""

    name: str
    title: Sentence
    base: str
    others: tuple[str, ...]
    deltas: tuple[Delta | Example | Law, ...]
    span: Span = declare_span()
    base_span: Span = declare_span()


# ---------------------------------------------------------------------- files

Declaration = (
    Use
    | Expects
    | Players
    | TypeName
    | Options
    | Pack
    | Order
    | SideCount
    | Zones
    | State
    | Record
    | Define
    | Conditions
    | Table
    | Ranking
    | Phase
    | Payoff
    | Example
    | Law
    | Variant
)


@attrs.frozen
class Comment(Node):
    """`# …` on a line; `alone` when nothing else stands there."""

    line: int
    text: str
    alone: bool


@attrs.frozen
class File(Node):
    """A whole file: `kind` is `game`, `library` or `variants`; `title` its sentence."""

    edition: int
    kind: str
    title: str
    declarations: tuple[Declaration, ...]
    comments: tuple[Comment, ...] = attrs.field(eq=False)
    source: Source = attrs.field(eq=False, repr=False)
