"""The parsed tree: what stands at the left edge of a file."""

from __future__ import annotations

import attrs

from hoyle.dsl.node import Node
from hoyle.dsl.source import Source, Span
from hoyle.dsl.tree.examples import Delta as Delta
from hoyle.dsl.tree.examples import Example as Example
from hoyle.dsl.tree.examples import ExampleExpect as ExampleExpect
from hoyle.dsl.tree.examples import ExampleGiven as ExampleGiven
from hoyle.dsl.tree.examples import ExampleLine as ExampleLine
from hoyle.dsl.tree.examples import ExampleMove as ExampleMove
from hoyle.dsl.tree.examples import ExamplePack as ExamplePack
from hoyle.dsl.tree.examples import ExamplePlayers as ExamplePlayers
from hoyle.dsl.tree.examples import ExampleSees as ExampleSees
from hoyle.dsl.tree.examples import ExampleSet as ExampleSet
from hoyle.dsl.tree.examples import ExampleStart as ExampleStart
from hoyle.dsl.tree.examples import Law as Law
from hoyle.dsl.tree.examples import MoveText as MoveText
from hoyle.dsl.tree.examples import Path as Path
from hoyle.dsl.tree.examples import Variant as Variant
from hoyle.dsl.tree.expressions import Expr, Sentence, at
from hoyle.dsl.tree.statements import Block, Must
from hoyle.dsl.tree.tables import Blank as Blank
from hoyle.dsl.tree.tables import Cell as Cell
from hoyle.dsl.tree.tables import CompareCell as CompareCell
from hoyle.dsl.tree.tables import Heading as Heading
from hoyle.dsl.tree.tables import Matrix as Matrix
from hoyle.dsl.tree.tables import Otherwise as Otherwise
from hoyle.dsl.tree.tables import Ranking as Ranking
from hoyle.dsl.tree.tables import Row as Row
from hoyle.dsl.tree.tables import Table as Table
from hoyle.dsl.tree.tables import Test as Test
from hoyle.dsl.tree.types import Param as Param
from hoyle.dsl.tree.types import Type as Type
from hoyle.dsl.tree.types import TypeList as TypeList
from hoyle.dsl.tree.types import TypeNamed as TypeNamed
from hoyle.dsl.tree.types import TypeOr as TypeOr
from hoyle.dsl.tree.types import TypeValue as TypeValue


@attrs.frozen
class Use(Node):
    """`use tricks`."""

    library: str
    span: Span = at()


@attrs.frozen
class Expected(Node):
    """One line of `expects`."""

    name: str
    index: tuple[Type, ...]
    params: tuple[Param, ...]
    type: Type
    default: Expr | None
    span: Span = at()


@attrs.frozen
class Expects(Node):
    """`expects`: what a library asks of the game."""

    lines: tuple[Expected, ...]
    span: Span = at()


@attrs.frozen
class Players(Node):
    """`players 2..7`, `players 4, 6, 8`."""

    ranges: tuple[Expr, ...]
    span: Span = at()


@attrs.frozen
class TypeName(Node):
    """`type Manner = alone or with_partner`."""

    name: str
    type: Type
    span: Span = at()


@attrs.frozen
class Option(Node):
    """`name: type = default "meaning"`; `fixed` is where a variant sets it for good."""

    name: str
    type: Type
    default: Expr
    meaning: Sentence
    span: Span = at()
    name_span: Span = at()
    fixed: Span | None = attrs.field(default=None, eq=False, repr=False)


@attrs.frozen
class Need(Node):
    """`needs test "sentence"`."""

    test: Expr
    sentence: Sentence
    span: Span = at()


@attrs.frozen
class Options(Node):
    """`options`, or `options "title"`."""

    title: str
    lines: tuple[Option | Need, ...]
    span: Span = at()


@attrs.frozen
class PackRanks(Node):
    """`ranks A K Q …`."""

    ranks: tuple[Expr, ...]
    span: Span = at()


@attrs.frozen
class PackSuits(Node):
    """`suits ♠ ♥`."""

    suits: tuple[str, ...]
    span: Span = at()


@attrs.frozen
class PackAnother(Node):
    """`another suit ♠`."""

    suit: Expr
    span: Span = at()


@attrs.frozen
class PackRemove(Node):
    """`remove cards if test`."""

    cards: Expr
    test: Expr | None
    span: Span = at()


@attrs.frozen
class PackCopies(Node):
    """`copies 2`."""

    copies: Expr
    span: Span = at()


@attrs.frozen
class Pack(Node):
    """`pack`."""

    lines: tuple[PackRanks | PackSuits | PackAnother | PackRemove | PackCopies, ...]
    span: Span = at()


@attrs.frozen
class Order(Node):
    """`order name, best first: A K Q …`."""

    name: str
    ranks: tuple[Expr, ...]
    span: Span = at()
    name_span: Span = at()


@attrs.frozen
class SideCount(Node):
    """`sides N, in turn`."""

    count: Expr
    span: Span = at()


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
    span: Span = at()
    name_span: Span = at()


@attrs.frozen
class Zones(Node):
    """`zones`."""

    zones: tuple[Zone, ...]
    span: Span = at()


@attrs.frozen
class Register(Node):
    """`name of Seat: 0..10 = 0, seen by owner`."""

    name: str
    index: tuple[Type, ...]
    type: Type
    default: Expr | None
    seen_by: Expr | None
    span: Span = at()
    name_span: Span = at()


@attrs.frozen
class State(Node):
    """`state`, or `state of phase`."""

    phase: str | None
    registers: tuple[Register, ...]
    span: Span = at()


@attrs.frozen
class Record(Node):
    """`record Box` with its fields."""

    name: str
    fields: tuple[Zone | Register, ...]
    span: Span = at()


@attrs.frozen
class Define(Node):
    """`define name(a: T): T = expression`."""

    name: str
    params: tuple[Param, ...]
    type: Type | None
    value: Expr
    span: Span = at()
    name_span: Span = at()


@attrs.frozen
class Conditions(Node):
    """`conditions name(…)`: `must` lines that several actions use."""

    name: str
    params: tuple[Param, ...]
    musts: tuple[Must, ...]
    span: Span = at()
    name_span: Span = at()


@attrs.frozen
class Phase(Node):
    """`phase name(…)`; the match is the phase called `match`."""

    name: str
    params: tuple[Param, ...]
    body: Block
    span: Span = at()
    name_span: Span = at()


@attrs.frozen
class Payoff(Node):
    """`payoff of name = expression`."""

    name: str
    value: Expr
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
