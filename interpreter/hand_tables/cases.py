"""Cases that a table can be asked about, what is found of them, and their words."""

from __future__ import annotations

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import CARD, RANK, SEAT, SIDE, SUIT, YESNO, ChoiceT, KindT, bare
from hoyle.dsl.machine.builtins import bits
from hoyle.dsl.machine.lower_expressions import tie_width
from hoyle.interpreter.hand_tables.symbolic_lowering import Open, Unknown
from hoyle.interpreter.library.options import format_options


@attrs.frozen
class Case:
    """One case that a table can be asked about: hands, other values, and the setting."""

    size: int
    hands: tuple[tuple[Unknown, int], ...]  # masks of cards
    values: tuple[tuple[Unknown, int], ...]
    players: int
    options: tuple[tuple[str, int], ...] = ()


@attrs.frozen
class Looked:
    """How far a table was looked over: so many classes of hands, or so many hands tried."""

    table: str
    classes: int
    exhaustive: bool

    @property
    def says(self) -> str:
        """`kind: all 1,736 classes of hands`, `meld: 20,000 hands tried`."""
        if self.exhaustive:
            return f"{self.table}: all {self.classes:,} classes of hands"
        return f"{self.table}: {self.classes:,} hands tried"


@attrs.define(eq=False)
class Found:
    """All that is known of one table, over every setting; of each the smallest case."""

    table: g.Table | g.Ranking
    reached: dict[int, Case] = attrs.field(factory=dict)
    takers: dict[int, set[int]] = attrs.field(factory=dict)
    gaps: dict[tuple[int, ...], Case] = attrs.field(factory=dict)  # by the sizes of the hands
    fitted: set[tuple[int, ...]] = attrs.field(factory=set)  # sizes of hands that some row takes
    overlaps: dict[tuple[int, int], Case] = attrs.field(factory=dict)
    outside: dict[int, tuple[int, Case]] = attrs.field(factory=dict)  # ties out of their range
    apart: set[tuple[int, int]] = attrs.field(factory=set)  # rows that do not fit together
    cases: int = 0
    exhaustive: bool = True  # every class of hands, every value of all else
    certain: bool = True  # nothing was left open as a whole
    always: bool = True  # some row fits whatever comes

    def looked(self) -> Looked:
        """How far it was looked over."""
        return Looked(self.table.name, self.cases, self.exhaustive)


def hand_text(open_: Open, mask: int) -> str:
    """`K♠ Q♠ 2♥`: suit by suit, the last of the pack's ranks first."""
    pack = open_.settings.cards()
    cards = sorted(bits(mask), key=lambda card: (pack.suits[card], -pack.ranks[card], card))
    said = [f"{pack.rank_words[pack.ranks[c]]}{pack.suit_words[pack.suits[c]]}" for c in cards]
    return " ".join(said) or "no card"


def case_text(open_: Open, case: Case) -> str:
    """`K♠ Q♠ 2♥`; where more than one thing is asked, each with its name."""
    said = []
    for one, mask in case.hands:
        text = f"`{hand_text(open_, mask)}`" if mask else "no card"
        said.append(text if len(case.hands) == 1 else f"{text} as {one.name}")
    said += [f"`{one.name}` {_value_text(open_, one, value)}" for one, value in case.values]
    return " and ".join(said)


def _value_text(open_: Open, one: Unknown, value: int) -> str:
    settings = open_.settings
    kind = bare(one.type)
    if value == -1 and kind != one.type:
        return "none"
    match kind:
        case ChoiceT(words=words):
            return words[value]
        case KindT(ranking=ranking, rows=rows):
            return rows[len(rows) - 1 - value // tie_width(settings.game.rankings[ranking])]
    if kind == CARD:
        return hand_text(open_, 1 << value)
    if kind == YESNO:
        return ("no", "yes")[value]
    if kind in (RANK, SUIT):
        return (settings.rank_words() if kind == RANK else settings.suit_words())[value]
    if kind in (SEAT, SIDE):
        return f"{'seat' if kind == SEAT else 'side'} {value + 1}"
    return str(value)


def setting_text(game: g.Game, case: Case) -> str:
    """`with split-pontoon=is-21`, `with 4 players`; nothing where all is as usual."""
    said = format_options(game, case.players, dict(case.options))
    if case.players != game.counts[0]:
        said.insert(0, f"{case.players} players")
    return f"with {' and '.join(said)}" if said else ""


def option_text(open_: Open, option: g.Option, value: int) -> str:
    """A value of an option by its word."""
    return _value_text(open_, Unknown(0, option.type, option.name), value)
