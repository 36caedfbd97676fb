"""Strategies: options that a ruleset allows together, hands and packs, games with positions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

import attrs
from hypothesis import currently_in_test_context, note, reject
from hypothesis import strategies as st

from hoyle.dsl.checked import game as g
from hoyle.dsl.machine.constants import TableConstants, evaluate_settings, list_ranges
from hoyle.dsl.printable import to_dashes
from hoyle.interpreter.library.loader import load
from hoyle.interpreter.library.options import (
    OptionError,
    find_refusal,
    format_options,
    format_value,
    list_some_values,
    parse_options,
)
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.runtime.moves import Move
from hoyle.interpreter.runtime.notation import Notation
from hoyle.interpreter.runtime.table import Chances, Position, Table
from hoyle.interpreter.testing.game_runner import format_turn, play_on

TABLES_KEPT = 64

AnyRuleset = Ruleset | str | Path
Players = int | Iterable[int] | None
Options = Mapping[str, object] | st.SearchStrategy[dict[str, str]] | None
Setting = tuple[tuple[str, int], ...]


def as_ruleset(ruleset: AnyRuleset) -> Ruleset:
    """The ruleset that is meant."""
    return ruleset if isinstance(ruleset, Ruleset) else load(ruleset)


def counts_of(ruleset: Ruleset, players: Players) -> tuple[int, ...]:
    """The numbers of players that are meant, the fewest first; OptionError for others."""
    if players is None:
        return ruleset.players
    found = (players,) if isinstance(players, int) else tuple(sorted(players))
    for count in found:
        if count not in ruleset.players:
            raise OptionError(ruleset.not_for(count))
    return found


@lru_cache(TABLES_KEPT)
def table_of(ruleset: Ruleset, players: int, setting: Setting) -> Table:
    """A table; kept, since making one takes longer than a game."""
    return Table(ruleset.build(players, dict(setting)).machine)


def options(ruleset: AnyRuleset, players: int | None = None) -> st.SearchStrategy[dict[str, str]]:
    """Options that the ruleset allows together, as `table(options=...)` takes them.

    Some are changed, the others are as they would be without saying. For the fewest players where
    their number is not said, as `table` has it.
    """
    found = as_ruleset(ruleset)
    return _told_options(found, counts_of(found, players)[0])


@st.composite
def _told_options(draw: st.DrawFn, ruleset: Ruleset, players: int) -> dict[str, str]:
    """The same for a number of players: some options are changed, the others stay as they are."""
    game, chosen = ruleset.game, dict[str, int]()
    free = [option for option in game.options.values() if option.fixed is None]
    some = draw(st.lists(st.sampled_from(free), unique=True)) if free else []
    for option in sorted(some, key=free.index):
        constants = evaluate_settings(game, players, chosen)
        chosen[option.name] = _drawn_value(draw, constants, option)
    while chosen and find_refusal(game, players, chosen) is not None:
        chosen.popitem()
    usual = evaluate_settings(game, players, {}).settings
    return {
        to_dashes(name): format_value(usual, game.options[name], value)
        for name, value in chosen.items()
    }


def _drawn_value(draw: st.DrawFn, constants: TableConstants, option: g.Option) -> int:
    """A value of an option: one of the few that tell most, or any number."""
    few = list_some_values(constants, option)
    others = few[1:] or few  # the first is the default
    ranges = [range(ends[0], ends[-1] + 1) for ends in list_ranges(option, constants)]
    k = draw(st.integers(0, len(others) - (not ranges)))
    if k < len(others):
        return others[k]
    return draw(st.one_of([st.integers(values[0], values[-1]) for values in ranges]))


MAX_SEED = 2**32 - 1
MAX_MOVES = 200


# ---------------------------------------------------------------------- cards


def packs(
    ruleset: AnyRuleset, players: int | None = None, options: Mapping[str, object] | None = None
) -> st.SearchStrategy[str]:
    """Orders of the pack from its top, as texts that `Table.start(pack=...)` takes.

    The cards below those that are named follow in the pack's own order; one at least is named.
    The pack is that of `table(players, options)`.
    """
    table = _table_for(ruleset, players, options)
    return _order(table).map(lambda named: table.words.format_cards(named or [0]))


def hands(
    ruleset: AnyRuleset, size: int | Iterable[int] | None = None, players: int | None = None,
    options: Mapping[str, object] | None = None,
) -> st.SearchStrategy[tuple[str, ...]]:  # fmt: skip
    """Cards as texts, each once, in the pack's order.

    `size` is how many: a number, or several such as `range(2, 6)`; any where it is not said.
    """
    table = _table_for(ruleset, players, options)
    whole = table.machine.pack.size
    sizes = {size} if isinstance(size, int) else set(range(whole + 1) if size is None else size)
    if not sizes or not 0 <= min(sizes) <= max(sizes) <= whole:
        raise ValueError(f"a hand of this pack has 0 to {whole} cards")
    cards = st.lists(
        st.sampled_from(range(whole)), min_size=min(sizes), max_size=max(sizes), unique=True
    )
    if len(sizes) <= max(sizes) - min(sizes):
        cards = cards.filter(lambda hand: len(hand) in sizes)
    return cards.map(lambda hand: tuple(table.words.format_card(card) for card in sorted(hand)))


def _table_for(
    ruleset: AnyRuleset, players: int | None, options: Mapping[str, object] | None
) -> Table:  # fmt: skip
    found = as_ruleset(ruleset)
    count = counts_of(found, players)[0]
    return table_of(found, count, tuple(parse_options(found.game, count, options or {}).items()))


@st.composite
def _order(draw: st.DrawFn, table: Table) -> list[int]:
    """The cards from the top of a shuffled pack, down to where the rest is in its own order.

    Each is one of those that are left, in the pack's order. The lowest is drawn first, because what
    is drawn first becomes plain first: in the end as few cards as possible must be named.
    """
    left = list(range(table.machine.pack.size))
    places = [draw(st.integers(0, k)) for k in range(len(left))]
    cards = [left.pop(place) for place in reversed(places)]
    named = len(cards)
    while named and cards[named - 1 :] == sorted(cards[named - 1 :]):
        named -= 1
    return cards[:named]


# ---------------------------------------------------------------------- games


class PrettyRepr:
    """Something that Hypothesis prints as it says itself, and not field by field."""

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))


@attrs.frozen(repr=False)
class Deal(PrettyRepr):
    """How a game begins; `order` are the cards on top of the first pile that is shuffled."""

    ruleset: Ruleset
    players: int
    setting: Setting
    order: tuple[int, ...]
    seed: int

    @property
    def table(self) -> Table:
        """The table."""
        return table_of(self.ruleset, self.players, self.setting)

    @property
    def chance(self) -> Chances:
        """The chance of the game."""
        return Chances(self.seed, (self.order,))

    def __repr__(self) -> str:
        return "; ".join(self.lines())

    def lines(self) -> list[str]:
        """In words: who plays, and what is not as it would be without saying."""
        words = Notation(self.table.machine, self.table.names, symbols=True)
        told = [f"players: {', '.join(words.names)}"]
        settings = format_options(self.ruleset.game, self.players, dict(self.setting))
        told += [f"options: {' '.join(settings)}"] if settings else []
        told += [f"pack from the top: {words.format_cards(self.order)}"] if self.order else []
        return told + ([f"seed: {self.seed}"] if self.seed else [])


@st.composite
def deals(
    draw: st.DrawFn, ruleset: Ruleset, counts: tuple[int, ...],
    options: Options,
) -> Deal:  # fmt: skip
    """The begin of a game."""
    # Half of the games are for the fewest players: a large table is hard to make smaller.
    players = draw(st.just(counts[0]) | st.sampled_from(counts))
    setting: Setting = ()
    if isinstance(options, st.SearchStrategy):
        with suppress(OptionError):  # not for so many players: the defaults then
            setting = tuple(parse_options(ruleset.game, players, draw(options)).items())
    elif options:
        setting = tuple(parse_options(ruleset.game, players, options).items())
    table = table_of(ruleset, players, setting)
    seed = draw(st.integers(0, MAX_SEED))
    return Deal(ruleset, players, setting, tuple(draw(_order(table))), seed)


def games(
    ruleset: AnyRuleset, players: Players = None, options: Options = None,
    moves: int = MAX_MOVES,
) -> st.SearchStrategy[Position]:  # fmt: skip
    """Games, finished or cut after some moves, at most so many: each as its last position.

    `position.path()` has the others. `options` are those of `table`, or a strategy for them.
    """
    found = as_ruleset(ruleset)
    return _draw_game(deals(found, counts_of(found, players), options), moves)


def positions(
    ruleset: AnyRuleset, players: Players = None, options: Options = None,
    moves: int = MAX_MOVES,
) -> st.SearchStrategy[Position]:  # fmt: skip
    """Positions in which somebody chooses, after at most so many moves; otherwise as `games`."""
    found = as_ruleset(ruleset)
    return _draw_game(deals(found, counts_of(found, players), options), moves).map(_chooses)


def _chooses(position: Position) -> Position:
    found = position.undo() if position.over else position
    if found.over:
        reject()  # a game in which nobody is ever asked
    return found


@st.composite
def _draw_game(draw: st.DrawFn, deals: st.SearchStrategy[Deal], most: int) -> Position:
    """A game; Hypothesis is told the deal and every move as a card player writes them."""
    deal = draw(deals)
    table = deal.table
    words = Notation(table.machine, table.names, symbols=True)
    # The greater of two: more games are played to their end than are cut short early.
    length = max(draw(st.integers(0, most)), draw(st.integers(0, most)))
    _note(deal)
    position = table.settle(table.engine.fresh(), table.machine.entry, deal.chance, None, None)

    def player(position: Position) -> Move:
        move = draw_move(draw, position)
        _note(MoveInWords(position, move, words))
        return move

    return play_on(position, player, length)


def draw_move(draw: st.DrawFn, position: Position) -> Move:
    """One of the legal moves."""
    legal = position.legal()
    return legal.kth(draw(st.integers(0, legal.size - 1)))


@attrs.frozen(repr=False)
class MoveInWords(PrettyRepr):
    """A move, put into words only if somebody reads them: `ann: play J♠`."""

    position: Position
    move: Move
    words: Notation

    def __repr__(self) -> str:
        return format_turn((self.position, self.move), self.words)


def _note(what: object) -> None:
    """Told with the smallest example, where there is a test to tell it."""
    if currently_in_test_context():
        note(what)
