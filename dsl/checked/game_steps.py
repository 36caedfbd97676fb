"""The checked game: what is done, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from hoyle.dsl.checked.game_values import Load, Value
from hoyle.dsl.source import Span

if TYPE_CHECKING:
    from hoyle.dsl.checked.game import Must, Table, Var


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
