"""The lines of a checked example: every name settled, nothing known yet of a table."""

from __future__ import annotations

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.source import Span

# The seats of an example that gives only their number, and of a table that names none.
SEAT_NAMES = (
    "ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal", "ivy", "jim", "kay", "lee", "max",
    "nan", "oli", "pam",
)  # fmt: skip


@attrs.frozen(eq=False)
class SetOption(g.ExampleLine):
    """`set option = value`."""

    option: g.Option
    value: g.Value


@attrs.frozen(eq=False)
class LaidPack(g.ExampleLine):
    """`pack 9♥ 5♣ …`: from the top."""

    cards: tuple[g.Literal, ...]


@attrs.frozen(eq=False)
class Given(g.ExampleLine):
    """`given place = value`; where chance draws there again, it brings the `later` ones in turn.

    Of a zone, `cards` are its cards in the order of the text, where the value is a list.
    """

    place: g.Load
    value: g.Value
    later: tuple[g.Value, ...]
    cards: tuple[g.Literal, ...] | None

    @property
    def name(self) -> str:
        """The place as it is written."""
        return self.place.span.text

    @property
    def values(self) -> tuple[g.Value, ...]:
        """What chance brings the first time, the second, and so on."""
        return self.value, *self.later


@attrs.frozen(eq=False)
class GivenName(g.ExampleLine):
    """`given name = value then value …`, of a name that a step gives to what chance brings."""

    name: str
    values: tuple[g.Value, ...]


@attrs.frozen(eq=False)
class Shown(g.ExampleLine):
    """`show cards`, `show cards to seat`: so it has been shown before the play begins."""

    what: g.Value
    to: g.Value | None


@attrs.frozen(eq=False)
class Start(g.ExampleLine):
    """`start phase of …`; the whole match is the phase called `match`."""

    phase: str
    args: tuple[g.Value, ...]


@attrs.frozen(eq=False)
class AnyOf:
    """Several values of a parameter, any of which is meant: `play [A♥ 9♠]`, `stake 1..10`."""

    values: tuple[g.Value, ...]


@attrs.frozen(eq=False)
class Reading:
    """An action of the rules that a move may name, and the move's values as it reads them."""

    action: g.Action
    values: tuple[g.Value | AnyOf, ...]


@attrs.frozen(eq=False)
class Move:
    """An action with values; `readings` has one for each action of that name that it fits."""

    action: str
    readings: tuple[Reading, ...]
    span: Span


@attrs.frozen(eq=False)
class Ask(g.ExampleLine):
    """Kind `plays`, `may`, `may not` or `may only`, of the seat with that number."""

    kind: str
    seat: int
    moves: tuple[Move, ...]
    sentence: str | None


@attrs.frozen(eq=False)
class Sees(g.ExampleLine):
    """What a seat sees of some cards; none stands for a hidden one."""

    seat: int
    cards: g.Value
    seen: tuple[g.Literal | None, ...]


@attrs.frozen(eq=False)
class SeesState(g.ExampleLine):
    """What a seat sees of a register; no value where it is hidden."""

    seat: int
    place: g.Load
    value: g.Value | None


@attrs.frozen(eq=False)
class Expect(g.ExampleLine):
    """What must be so now."""

    test: g.Value


@attrs.frozen(eq=False)
class Said(g.ExampleLine):
    """`expect say "…"`: since the last move."""

    sentence: str


@attrs.frozen(eq=False)
class Announced(g.ExampleLine):
    """`expect announce name is value`: since the last move."""

    name: str
    value: g.Value


@attrs.frozen(eq=False)
class Payoff(g.ExampleLine):
    """`expect payoff of seat is value`."""

    seat: int
    value: g.Value


@attrs.frozen(eq=False)
class Wins(g.ExampleLine):
    """These seats have won, and no others."""

    seats: tuple[int, ...]


@attrs.frozen(eq=False)
class Ends(g.ExampleLine):
    """The last move has ended a phase, or the whole match."""

    phase: str
