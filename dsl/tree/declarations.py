"""The parsed tree: what stands at the left edge of a file, and the file."""

from __future__ import annotations

import attrs

from hoyle.dsl.node import Node
from hoyle.dsl.source import Source, Span
from hoyle.dsl.tree.expressions import Expr, NamedNode, Sentence, TreeNode, Word
from hoyle.dsl.tree.statements import Block, Must, Place, Show

# ---------------------------------------------------------------------- types and parameters


@attrs.frozen
class TypeNamed(TreeNode):
    """`Card`, `Seat`, `YesNo`, a record, a named type."""

    name: str


@attrs.frozen
class TypeValue(TreeNode):
    """A range `1..10`, or one alternative."""

    value: Expr


@attrs.frozen
class TypeList(TreeNode):
    """`at most N Box`."""

    most: Expr
    record: str


@attrs.frozen
class TypeInOrder(TreeNode):
    """`list of Seat`; that `word` is `list` is asked later."""

    word: str
    name: str


@attrs.frozen
class TypeOr(TreeNode):
    """`a or b or c`."""

    parts: tuple[TypeNamed | TypeValue | TypeList | TypeInOrder, ...]


Type = TypeNamed | TypeValue | TypeList | TypeInOrder | TypeOr


@attrs.frozen
class Param(TreeNode):
    """`name: Type`."""

    name: str
    type: Type


# ---------------------------------------------------------------------- declarations


@attrs.frozen
class Use(TreeNode):
    """`use tricks`."""

    library: str


@attrs.frozen
class Expected(TreeNode):
    """One line of `expects`."""

    name: str
    index: tuple[Type, ...]
    params: tuple[Param, ...]
    type: Type
    default: Expr | None


@attrs.frozen
class Expects(TreeNode):
    """`expects`: what a library asks of the game."""

    lines: tuple[Expected, ...]


@attrs.frozen
class Players(TreeNode):
    """`players 2..7`, `players 4, 6, 8`."""

    ranges: tuple[Expr, ...]


@attrs.frozen
class TypeName(TreeNode):
    """`type Manner = alone or with_partner`."""

    name: str
    type: Type


@attrs.frozen
class Option(NamedNode):
    """`name: type = default "meaning"`; `fixed` is where a variant sets it for good."""

    type: Type
    default: Expr
    meaning: Sentence
    fixed: Span | None = attrs.field(default=None, eq=False, repr=False)


@attrs.frozen
class Need(TreeNode):
    """`needs test "sentence"`."""

    test: Expr
    sentence: Sentence


@attrs.frozen
class Options(TreeNode):
    """`options`, or `options "title"`."""

    title: str
    lines: tuple[Option | Need, ...]


@attrs.frozen
class PackWord(TreeNode):
    """`knave "N"`, `1..9 x2`: a rank, a suit or a card, its sign, and how often it is there."""

    word: Expr
    sign: Sentence | None
    times: Expr | None


@attrs.frozen
class PackRanks(TreeNode):
    """`ranks A K Q …`, or `ranks of trumps 1..21`, where one suit has its own."""

    suit: str | None
    ranks: tuple[PackWord, ...]


@attrs.frozen
class PackSuits(TreeNode):
    """`suits ♠ ♥`."""

    suits: tuple[PackWord, ...]


@attrs.frozen
class PackCards(TreeNode):
    """`cards fool`: cards without rank and suit."""

    cards: tuple[PackWord, ...]


@attrs.frozen
class PackChange(TreeNode):
    """`another suit ♠`, `remove cards if test`, `copies 2`: the kind is the line's first word."""

    kind: str
    value: Expr
    test: Expr | None


@attrs.frozen
class Pack(TreeNode):
    """`pack`."""

    lines: tuple[PackRanks | PackSuits | PackCards | PackChange, ...]


@attrs.frozen
class Order(NamedNode):
    """`order name, best first: A K Q …`."""

    ranks: tuple[Expr, ...]


@attrs.frozen
class SideCount(TreeNode):
    """`sides N, in turn`."""

    count: Expr


@attrs.frozen
class Direction(NamedNode):
    """`play counter_clockwise`; or the name of an option or of state that is one or the other."""


@attrs.frozen
class Zone(NamedNode):
    """`name of Seat: Cards, seen by owner, at most 12`; `seen_by` or `face`, never both."""

    index: tuple[Type, ...]
    type: str
    face: str | None
    seen_by: Expr | None
    capacity: Expr | None
    starts: bool


@attrs.frozen
class Zones(TreeNode):
    """`zones`."""

    zones: tuple[Zone, ...]


@attrs.frozen
class Register(NamedNode):
    """`name of Seat: 0..10 = 0, seen by owner`, `, not told`: transcripts leave it out."""

    index: tuple[Type, ...]
    type: Type
    default: Expr | None
    seen_by: Expr | None
    untold: bool


@attrs.frozen
class State(TreeNode):
    """`state`, or `state of phase`."""

    phase: str | None
    registers: tuple[Register, ...]


@attrs.frozen
class Record(TreeNode):
    """`record Box` with its fields."""

    name: str
    fields: tuple[Zone | Register, ...]


@attrs.frozen
class Define(NamedNode):
    """`define name(a: T): T = expression`."""

    params: tuple[Param, ...]
    type: Type | None
    value: Expr


@attrs.frozen
class Conditions(NamedNode):
    """`conditions name(…)`: `must` lines that several actions use."""

    params: tuple[Param, ...]
    musts: tuple[Must, ...]


@attrs.frozen
class Phase(NamedNode):
    """`phase name(…)`; the match is the phase called `match`."""

    params: tuple[Param, ...]
    body: Block


@attrs.frozen
class Payoff(TreeNode):
    """`payoff of name = expression`."""

    name: str
    value: Expr


@attrs.frozen
class Advice(TreeNode):
    """`phase.action highest value when test`; `word` is `highest`, `lowest` or nothing."""

    path: Path
    word: str
    value: Expr | None
    test: Expr | None


@attrs.frozen
class Policy(NamedNode):
    """`policy name`: rows that say what a seat does, the first that fits."""

    rows: tuple[Advice, ...]


# ---------------------------------------------------------------------- tables


@attrs.frozen
class Matrix(TreeNode):
    r"""`a \ b` at the head of a table."""

    rows: Expr
    columns: Expr


@attrs.frozen
class Blank(TreeNode):
    """`-` in a cell: does not matter."""


@attrs.frozen
class Otherwise(TreeNode):
    """`otherwise` in a cell."""


@attrs.frozen
class CompareCell(TreeNode):
    """`>= 21` in a cell."""

    op: str
    value: Expr


@attrs.frozen
class InOrder(NamedNode):
    """`five by high`, a column of a ranking: the ranks in an order, from the highest on."""

    things: Expr


Test = Expr | Sentence | Blank | Otherwise | CompareCell | InOrder


@attrs.frozen
class Cell(TreeNode):
    """One or several tests; several mean any of them."""

    tests: tuple[Test, ...]


@attrs.frozen
class Row(TreeNode):
    """One row of a table."""

    cells: tuple[Cell, ...]


@attrs.frozen
class Heading(TreeNode):
    """What a column asks: an expression, `when`, `rule`, or a matrix."""

    what: Expr | Matrix | Word


@attrs.frozen
class Table(NamedNode):
    """`table name(…), reading`; reading is `first`, `one`, `sum` or `steps`."""

    params: tuple[Param, ...]
    reading: str
    heads: tuple[Heading, ...]
    rows: tuple[Row, ...]

    @property
    def matrix(self) -> Matrix | None:
        """What is asked down and across, where its first heading says both."""
        first = self.heads[0].what
        return first if isinstance(first, Matrix) else None


@attrs.frozen
class Ranking(NamedNode):
    """`ranking name(…), best first`."""

    params: tuple[Param, ...]
    rows: tuple[Row, ...]


# ---------------------------------------------------------------------- examples, laws, variants


@attrs.frozen
class MoveText(TreeNode):
    """An action and its values, as an example writes them."""

    action: str
    values: tuple[Expr, ...]


@attrs.frozen
class ExamplePlayers(TreeNode):
    """`players ann bob`, `players 4`, `players 8 refused "…"`."""

    names: tuple[str, ...]
    count: int
    refused: bool
    sentence: Sentence | None


@attrs.frozen
class ExampleSet(TreeNode):
    """`set option = value`."""

    name: str
    value: Expr


@attrs.frozen
class ExamplePack(TreeNode):
    """`pack 9♥ 5♣ …`, from the top."""

    cards: tuple[Expr, ...]


@attrs.frozen
class ExampleGiven(TreeNode):
    """`given place = value`; with `then` what chance brings there the second time, the third …."""

    place: Place
    value: Expr
    later: tuple[Expr, ...]


@attrs.frozen
class ExampleStart(TreeNode):
    """`start phase`, `start match` (phase none)."""

    phase: Place | None


@attrs.frozen
class ExampleCases(TreeNode):
    """`cases`, and below it names and what they stand for: the example is one for each row."""

    heads: tuple[Heading, ...]
    rows: tuple[Row, ...]


@attrs.frozen
class ExampleMove(TreeNode):
    """`ann: play A♥` (kind `plays`), `ann may …`, `ann may not … "…"`, `ann may only: …`."""

    kind: str
    seat: str
    moves: tuple[MoveText, ...]
    sentence: Sentence | None


@attrs.frozen
class ExampleSees(TreeNode):
    """`bob sees zone as [? 10♠]`; none stands for a hidden card."""

    seat: str
    zone: Expr
    cards: tuple[Expr | None, ...]


@attrs.frozen
class ExampleSeesState(TreeNode):
    """`bob sees chips of ann as 11`, `… as ?`; none stands for a value that is hidden."""

    seat: str
    place: Expr
    value: Expr | None


@attrs.frozen
class ExampleExpect(TreeNode):
    """`expect test`."""

    test: Expr


@attrs.frozen
class ExampleSaid(TreeNode):
    """`expect say "…"`."""

    sentence: Sentence


@attrs.frozen
class ExampleAnnounced(TreeNode):
    """`expect announce name is value`."""

    name: str
    value: Expr


@attrs.frozen
class ExamplePayoff(TreeNode):
    """`expect payoff of ann is value`."""

    seat: str
    value: Expr


@attrs.frozen
class ExampleWins(TreeNode):
    """`ann wins`, `ann and bob win`, `nobody wins`."""

    seats: tuple[str, ...]


@attrs.frozen
class ExampleEnds(TreeNode):
    """`phase ends`, `match ends` (phase none)."""

    phase: str | None


ExampleLine = (
    ExamplePlayers | ExampleSet | ExamplePack | ExampleGiven | Show | ExampleStart | ExampleMove
    | ExampleSees | ExampleSeesState | ExampleExpect | ExampleSaid | ExampleAnnounced
    | ExamplePayoff | ExampleWins
    | ExampleEnds | ExampleCases
)  # fmt: skip


@attrs.frozen
class Example(TreeNode):
    """`example "…"`."""

    title: Sentence
    lines: tuple[ExampleLine, ...]


@attrs.frozen
class Path(TreeNode):
    """`phase.action."sentence"`; a sentence keeps its quotes."""

    parts: tuple[str, ...]

    def __str__(self) -> str:
        return ".".join(self.parts)


@attrs.frozen
class Law(TreeNode):
    """`always "…" at path: test` (the path is `place`), or `never`."""

    always: bool
    title: Sentence
    place: Path | None
    test: Expr


@attrs.frozen
class Delta(TreeNode):
    """One line of a variant: `set`, `default`, `add`, `replace` or `remove`.

    `what` says what it is about: `option`, `declaration`, `row`, `advice` (a row of a policy),
    `column`, `action`, `condition`, `step`, `field`, `law`, or nothing where the path alone says
    it; `content` holds what is put in.
    A column's content is its two headings, and a row of two cells for each row.
    """

    verb: str
    what: str
    path: Path | None
    where: tuple[str, str] | None
    content: tuple[TreeNode, ...]

    @property
    def word(self) -> str:
        """What a text calls that which it is about."""
        return "row" if self.what == "advice" else self.what


@attrs.frozen
class Variant(TreeNode):
    """`variant name "title" of base`, or `… of base with other, another`."""

    name: str
    title: Sentence
    base: str
    others: tuple[str, ...]
    deltas: tuple[Delta | Example | Law, ...]
    base_span: Span = attrs.field(eq=False, repr=False, kw_only=True)


# ---------------------------------------------------------------------- files

# What a game says once, and the word that it begins with.
ONCE: dict[type[TreeNode], str] = {
    Players: "players", Pack: "pack", SideCount: "sides", Direction: "play", Payoff: "payoff",
}  # fmt: skip
Declaration = (
    Use | Expects | Players | TypeName | Options | Pack | Order | SideCount | Direction | Zones
    | State | Record | Define | Conditions | Table | Ranking | Phase | Payoff | Policy | Example
    | Law | Variant
)  # fmt: skip


@attrs.frozen
class Comment(Node):
    """`# …` on a line; `alone` when nothing else stands there."""

    line: int
    text: str
    alone: bool


@attrs.frozen
class File(Node):
    """A whole file: `kind` is `game`, `library`, `variants` or `examples`.

    `title` is its sentence; of examples the name of the ruleset that they are of.
    """

    edition: int
    kind: str
    title: str
    declarations: tuple[Declaration, ...]
    comments: tuple[Comment, ...] = attrs.field(eq=False)
    source: Source = attrs.field(eq=False, repr=False)
