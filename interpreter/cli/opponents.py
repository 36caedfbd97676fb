"""Bots for `hoyle run` and `hoyle play`: by a policy of the ruleset, at random, or by search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import attrs

from hoyle.interpreter.cli.endings import UserError
from hoyle.interpreter.cli.shared_options import read_manners
from hoyle.interpreter.runtime.bots import SEARCH, Bots, Manners

if TYPE_CHECKING:
    from hoyle.interpreter.library.ruleset import Ruleset
    from hoyle.interpreter.runtime.generator import Stream
    from hoyle.interpreter.runtime.table import Position, Table


@attrs.define(slots=False)
class Opponents:
    """Whoever plays at a table where nobody sits."""

    table: Table
    manners: Manners
    search: Callable[[Position, Stream], int] | None = None

    def seat(self, seed: int) -> Bots:
        """The bots of a game with this seed."""
        return Bots(seed, self.table.engine, self.manners, self.search)


class CannotSearch(UserError):
    """No bot can search at this table: what is in the way."""


def find_opponents(
    ruleset: Ruleset, table: Table, words: Sequence[str], *, by_search: bool = False
) -> Opponents:
    """The bots that `--policy` names; where it names none, and `by_search`, those that search.

    UserError where a word is no way to play, or where they are to search and cannot.
    """
    manners = read_manners(ruleset, table, words, (SEARCH,))
    if by_search and not words:
        try:
            return Opponents(table, Manners(SEARCH), _make_search(ruleset, table))
        except CannotSearch:
            return Opponents(table, manners)
    needed = SEARCH in manners.list_all()
    return Opponents(table, manners, _make_search(ruleset, table) if needed else None)


def _make_search(ruleset: Ruleset, table: Table) -> Callable[[Position, Stream], int]:
    """Gives the number of the move that a bot that searches makes."""
    from hoyle.interpreter.native.cannot_lower import OFF, CannotLower, is_turned_off

    if is_turned_off():
        raise CannotSearch(f"no bot can search: native code is turned off ({OFF}=0)")
    from hoyle.interpreter.native.hidden_state import can_search
    from hoyle.interpreter.simulation.searcher import open_searcher

    if not can_search(table.machine):
        raise CannotSearch("no bot can search here: the rules keep secrets that are no cards")
    try:
        return open_searcher(ruleset, table).choose
    except CannotLower as reason:
        raise CannotSearch(f"no bot can search here: {reason}") from reason
