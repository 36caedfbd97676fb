"""The parsed tree: what stands at the left edge of a file."""

from __future__ import annotations

import attrs

from hoyle.dsl.source import Source, Span
from hoyle.dsl.tree.expressions import Compare, Expr, Sentence, Word, at
from hoyle.dsl.tree.statements import Action, Block, Must, Place


@attrs.frozen
class TypeNamed:
    """`Card`, `Seat`, `YesNo`, a record, a named type."""

    name: str
    span: Span = at()


@attrs.frozen
class TypeValue:
    """A range `1..10`, or one alternative."""

    value: Expr
    span: Span = at()


@attrs.frozen
class TypeList:
    """`at most N Box`."""

    most: Expr
    record: str
    span: Span = at()


@attrs.frozen
class TypeOr:
    """`a or b or c`."""

    parts: tuple[TypeNamed | TypeValue | TypeList, ...]
    span: Span = at()


Type = TypeNamed | TypeValue | TypeList | TypeOr


@attrs.frozen
class Param:
    """`name: Type`."""

    name: str
    type: Type
    span: Span = at()


@attrs.frozen
class Use:
    """`use tricks`."""

    library: str
    span: Span = at()


@attrs.frozen
class Expected:
    """One line of `expects`."""

    name: str
    index: tuple[Type, ...]
    params: tuple[Param, ...]
    type: Type
    default: Expr | None
    span: Span = at()


@attrs.frozen
class Expects:
    """`expects`: what a library asks of the game."""

    lines: tuple[Expected, ...]
    span: Span = at()


@attrs.frozen
class Players:
    """`players 2..7`."""

    range: Expr
    span: Span = at()


@attrs.frozen
class TypeName:
    """`type Manner = alone or with_partner`."""

    name: str
    type: Type
    span: Span = at()


@attrs.frozen
class Option:
    """`name: type = default "meaning"`."""

    name: str
    type: Type
    default: Expr
    meaning: Sentence
    span: Span = at()
    name_span: Span = at()


@attrs.frozen
class Need:
    """`needs test "sentence"`."""

    test: Expr
    sentence: Sentence
    span: Span = at()


@attrs.frozen
class Options:
    """`options`."""

    lines: tuple[Option | Need, ...]
    span: Span = at()


@attrs.frozen
class PackRanks:
    """`ranks A K Q …`."""

    ranks: tuple[Expr, ...]
    span: Span = at()


@attrs.frozen
class PackSuits:
    """`suits ♠ ♥`."""

    suits: tuple[str, ...]
    span: Span = at()


@attrs.frozen
class PackAnother:
    """`another suit ♠`."""

    suit: Expr
    span: Span = at()


@attrs.frozen
class PackRemove:
    """`remove cards if test`."""

    cards: Expr
    test: Expr | None
    span: Span = at()


@attrs.frozen
class PackCopies:
    """`copies 2`."""

    copies: Expr
    span: Span = at()


@attrs.frozen
class Pack:
    """`pack`."""

    lines: tuple[PackRanks | PackSuits | PackAnother | PackRemove | PackCopies, ...]
    span: Span = at()


@attrs.frozen
class Order:
    """`order name, best first: A K Q …`."""

    name: str
    ranks: tuple[Expr, ...]
    span: Span = at()
    name_span: Span = at()


@attrs.frozen
class SideCount:
    """`sides N, in turn`."""

    count: Expr
    span: Span = at()


@attrs.frozen
class Zone:
    """`name of Seat: Cards, seen by owner, at most 12`; `seen_by` or `face`, never both."""

    name: str
    index: tuple[Type, ...]
    type: str
    face: str | None
    seen_by: Expr | None
    capacity: Expr | None
    starts: bool
    span: Span = at()
    name_span: Span = at()


@attrs.frozen
class Zones:
    """`zones`."""

    zones: tuple[Zone, ...]
    span: Span = at()


@attrs.frozen
class Register:
    """`name of Seat: 0..10 = 0, seen by owner`."""

    name: str
    index: tuple[Type, ...]
    type: Type
    default: Expr | None
    seen_by: Expr | None
    span: Span = at()
    name_span: Span = at()


@attrs.frozen
class State:
    """`state`, or `state of phase`."""

    phase: str | None
    registers: tuple[Register, ...]
    span: Span = at()


@attrs.frozen
class Record:
    """`record Box` with its fields."""

    name: str
    fields: tuple[Zone | Register, ...]
    span: Span = at()


@attrs.frozen
class Define:
    """`define name(a: T): T = expression`."""

    name: str
    params: tuple[Param, ...]
    type: Type | None
    value: Expr
    span: Span = at()
    name_span: Span = at()


@attrs.frozen
class Conditions:
    """`conditions name(…)`: `must` lines that several actions use."""

    name: str
    params: tuple[Param, ...]
    musts: tuple[Must, ...]
    span: Span = at()
    name_span: Span = at()


@attrs.frozen
class Matrix:
    """`a \\ b` at the head of a table."""

    rows: Expr
    columns: Expr
    span: Span = at()


@attrs.frozen
class Blank:
    """`-` in a cell: does not matter."""

    span: Span = at()


@attrs.frozen
class Otherwise:
    """`otherwise` in a cell."""

    span: Span = at()


@attrs.frozen
class CompareCell:
    """`>= 21` in a cell."""

    op: str
    value: Expr
    span: Span = at()


Test = Expr | Sentence | Blank | Otherwise | CompareCell


@attrs.frozen
class Cell:
    """One or several tests; several mean any of them."""

    tests: tuple[Test, ...]
    span: Span = at()


@attrs.frozen
class Row:
    """One row of a table."""

    cells: tuple[Cell, ...]
    span: Span = at()


@attrs.frozen
class Heading:
    """What a column asks: an expression, `when`, `rule`, or a matrix."""

    what: Expr | Matrix | Word
    span: Span = at()


@attrs.frozen
class Table:
    """`table name(…), reading`; reading is `first`, `one`, `sum` or `steps`."""

    name: str
    params: tuple[Param, ...]
    reading: str
    heads: tuple[Heading, ...]
    rows: tuple[Row, ...]
    span: Span = at()
    name_span: Span = at()


@attrs.frozen
class Ranking:
    """`ranking name(…), best first`."""

    name: str
    params: tuple[Param, ...]
    rows: tuple[Row, ...]
    span: Span = at()
    name_span: Span = at()


@attrs.frozen
class Phase:
    """`phase name(…)`; the match is the phase called `match`."""

    name: str
    params: tuple[Param, ...]
    body: Block
    span: Span = at()
    name_span: Span = at()


@attrs.frozen
class Payoff:
    """`payoff of name = expression`."""

    name: str
    value: Expr
    span: Span = at()


@attrs.frozen
class MoveText:
    """An action and its values, as an example writes them."""

    action: str
    values: tuple[Expr, ...]
    span: Span = at()


@attrs.frozen
class ExamplePlayers:
    """`players ann bob`, `players 4`, `players 8 refused`."""

    names: tuple[str, ...]
    count: int
    refused: bool
    span: Span = at()


@attrs.frozen
class ExampleSet:
    """`set option = value`."""

    name: str
    value: Expr
    span: Span = at()


@attrs.frozen
class ExamplePack:
    """`pack 9♥ 5♣ …`, from the top."""

    cards: tuple[Expr, ...]
    span: Span = at()


@attrs.frozen
class ExampleGiven:
    """`given place = value`."""

    place: Place
    value: Expr
    span: Span = at()


@attrs.frozen
class ExampleStart:
    """`start phase`, `start match` (phase none)."""

    phase: Place | None
    span: Span = at()


@attrs.frozen
class ExampleMove:
    """`ann: play A♥` (kind `plays`), `ann may …`, `ann may not … "…"`, `ann may only: …`."""

    kind: str
    seat: str
    moves: tuple[MoveText, ...]
    sentence: Sentence | None
    span: Span = at()


@attrs.frozen
class ExampleSees:
    """`bob sees zone as [? 10♠]`; none stands for a hidden card."""

    seat: str
    zone: Expr
    cards: tuple[Expr | None, ...]
    span: Span = at()


@attrs.frozen
class ExampleExpect:
    """`expect test`."""

    test: Expr
    span: Span = at()


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
class Example:
    """`example "…"`."""

    title: Sentence
    lines: tuple[ExampleLine, ...]
    span: Span = at()


@attrs.frozen
class Path:
    """`phase.action."sentence"`; a sentence keeps its quotes."""

    parts: tuple[str, ...]
    span: Span = at()

    def __str__(self) -> str:
        return ".".join(self.parts)


@attrs.frozen
class Law:
    """`always "…" at path: test`, or `never`."""

    always: bool
    title: Sentence
    at: Path | None
    test: Expr
    span: Span = at()


@attrs.frozen
class Delta:
    """One line of a variant: `set`, `default`, `add`, `replace` or `remove`.

    `what` says what it is about (`declaration`, `row`, `action`, `condition`, `step`, or nothing);
    `content` holds what is put in.
    """

    verb: str
    what: str
    path: Path | None
    where: tuple[str, str] | None
    content: tuple[Declaration | Row | Action | Must | Expr | Block, ...]
    span: Span = at()


@attrs.frozen
class Variant:
    """`variant name "title" of base`."""

    name: str
    title: Sentence
    base: str
    deltas: tuple[Delta | Example | Law, ...]
    span: Span = at()


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
class Comment:
    """`# …` on a line; `alone` when nothing else stands there."""

    line: int
    text: str
    alone: bool


@attrs.frozen
class File:
    """A whole file: `kind` is `game`, `library` or `variants`; `title` its sentence."""

    edition: int
    kind: str
    title: str
    declarations: tuple[Declaration, ...]
    comments: tuple[Comment, ...] = attrs.field(eq=False)
    source: Source = attrs.field(eq=False, repr=False)
