"""The parsed tree: examples, laws, variants."""

from __future__ import annotations

from typing import Any

import attrs

from hoyle.dsl.node import Node
from hoyle.dsl.source import Span
from hoyle.dsl.tree.expressions import Expr, Sentence, at
from hoyle.dsl.tree.statements import Place


@attrs.frozen
class MoveText(Node):
    """An action and its values, as an example writes them."""

    action: str
    values: tuple[Expr, ...]
    span: Span = at()


@attrs.frozen
class ExamplePlayers(Node):
    """`players ann bob`, `players 4`, `players 8 refused`."""

    names: tuple[str, ...]
    count: int
    refused: bool
    span: Span = at()


@attrs.frozen
class ExampleSet(Node):
    """`set option = value`."""

    name: str
    value: Expr
    span: Span = at()


@attrs.frozen
class ExamplePack(Node):
    """`pack 9♥ 5♣ …`, from the top."""

    cards: tuple[Expr, ...]
    span: Span = at()


@attrs.frozen
class ExampleGiven(Node):
    """`given place = value`."""

    place: Place
    value: Expr
    span: Span = at()


@attrs.frozen
class ExampleStart(Node):
    """`start phase`, `start match` (phase none)."""

    phase: Place | None
    span: Span = at()


@attrs.frozen
class ExampleMove(Node):
    """`ann: play A♥` (kind `plays`), `ann may …`, `ann may not … "…"`, `ann may only: …`."""

    kind: str
    seat: str
    moves: tuple[MoveText, ...]
    sentence: Sentence | None
    span: Span = at()


@attrs.frozen
class ExampleSees(Node):
    """`bob sees zone as [? 10♠]`; none stands for a hidden card."""

    seat: str
    zone: Expr
    cards: tuple[Expr | None, ...]
    span: Span = at()


@attrs.frozen
class ExampleExpect(Node):
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
class Example(Node):
    """`example "…"`."""

    title: Sentence
    lines: tuple[ExampleLine, ...]
    span: Span = at()


@attrs.frozen
class Path(Node):
    """`phase.action."sentence"`; a sentence keeps its quotes."""

    parts: tuple[str, ...]
    span: Span = at()

    def __str__(self) -> str:
        return ".".join(self.parts)


@attrs.frozen
class Law(Node):
    """`always "…" at path: test` (the path is `place`), or `never`."""

    always: bool
    title: Sentence
    place: Path | None
    test: Expr
    span: Span = at()


@attrs.frozen
class Delta(Node):
    """One line of a variant: `set`, `default`, `add`, `replace` or `remove`.

    `what` says what it is about: `option`, `declaration`, `row`, `column`, `action`, `condition`,
    `step`, `field`, `law`, or nothing where the path alone says it; `content` holds what is put in.
    A column's content is its two headings, as one tuple, and a row of two cells for each row.
    """

    verb: str
    what: str
    path: Path | None
    where: tuple[str, str] | None
    content: tuple[Any, ...]  # of declarations, rows, actions, conditions, steps, fields, one value
    span: Span = at()


@attrs.frozen
class Variant(Node):
    """`variant name "title" of base`, or `… of base with other, another`."""

    name: str
    title: Sentence
    base: str
    others: tuple[str, ...]
    deltas: tuple[Delta | Example | Law, ...]
    span: Span = at()
    base_span: Span = at()
