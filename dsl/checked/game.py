"""The checked game: names settled, values with their types. Other classes than the tree's."""

from __future__ import annotations

from typing import Any

import attrs

from hoyle.dsl.checked.game_steps import Action as Action
from hoyle.dsl.checked.game_steps import Assign as Assign
from hoyle.dsl.checked.game_steps import Choose as Choose
from hoyle.dsl.checked.game_steps import Deal as Deal
from hoyle.dsl.checked.game_steps import End as End
from hoyle.dsl.checked.game_steps import EndsWhen as EndsWhen
from hoyle.dsl.checked.game_steps import For as For
from hoyle.dsl.checked.game_steps import ForLines as ForLines
from hoyle.dsl.checked.game_steps import Gather as Gather
from hoyle.dsl.checked.game_steps import If as If
from hoyle.dsl.checked.game_steps import Let as Let
from hoyle.dsl.checked.game_steps import Move as Move
from hoyle.dsl.checked.game_steps import New as New
from hoyle.dsl.checked.game_steps import Param as Param
from hoyle.dsl.checked.game_steps import Pay as Pay
from hoyle.dsl.checked.game_steps import Repeat as Repeat
from hoyle.dsl.checked.game_steps import Run as Run
from hoyle.dsl.checked.game_steps import Say as Say
from hoyle.dsl.checked.game_steps import Show as Show
from hoyle.dsl.checked.game_steps import Shuffle as Shuffle
from hoyle.dsl.checked.game_steps import Step as Step
from hoyle.dsl.checked.game_steps import Stop as Stop
from hoyle.dsl.checked.game_steps import Swap as Swap
from hoyle.dsl.checked.game_steps import Win as Win
from hoyle.dsl.checked.game_values import Call as Call
from hoyle.dsl.checked.game_values import Cell as Cell
from hoyle.dsl.checked.game_values import Const as Const
from hoyle.dsl.checked.game_values import Literal as Literal
from hoyle.dsl.checked.game_values import Load as Load
from hoyle.dsl.checked.game_values import Local as Local
from hoyle.dsl.checked.game_values import Many as Many
from hoyle.dsl.checked.game_values import Op as Op
from hoyle.dsl.checked.game_values import Phrase as Phrase
from hoyle.dsl.checked.game_values import RowValue as RowValue
from hoyle.dsl.checked.game_values import Setting as Setting
from hoyle.dsl.checked.game_values import Value as Value
from hoyle.dsl.checked.types import Type as Type
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
    """One option with its default; a variant may have set it for good, at `fixed`."""

    name: str
    type: Type
    allowed: tuple[Value, ...]  # ranges (op `between`) or single values
    default: Value
    meaning: str
    span: Span
    group: str = ""  # the title of its block
    fixed: Span | None = None


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
    """An example as written, and checked (a `Checked` of example_lines.py)."""

    title: str
    tree: Any
    span: Span
    checked: Any = None


@attrs.define(eq=False)
class Game:
    """Everything a ruleset says, for any number of players and any options."""

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
    variants: list[Any]
    tracks_player: bool = False

    @property
    def for_players(self) -> str:
        """How many can play, in words: `2 to 7`, `4`, `4, 6 or 8`."""
        low, high = self.players
        if low < high and self.counts == tuple(range(low, high + 1)):
            return f"{low} to {high}"
        *others, last = map(str, self.counts)
        return f"{', '.join(others)} or {last}" if others else last
