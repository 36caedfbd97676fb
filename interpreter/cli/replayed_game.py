"""A recorded game on its table again."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from hoyle.interpreter.cli.exit_codes import FOUND
from hoyle.interpreter.cli.game_file import GameFileError, GameRecord, read_game_file
from hoyle.interpreter.cli.usage_errors import UserError
from hoyle.interpreter.library.loader import load
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.runtime.fault import IllegalMove
from hoyle.interpreter.runtime.notation import NotAMove
from hoyle.interpreter.runtime.table import Position, Table


@attrs.frozen
class ReplayedGame:
    """A record with the table that it was played at. To be used in troubles."""

    place: str
    record: GameRecord
    ruleset: Ruleset
    table: Table

    @classmethod
    def open(cls, place: str) -> ReplayedGame:
        """Read the record and lay its table; refused where the rules have changed."""
        try:
            record = read_game_file(place)
        except GameFileError as error:
            raise UserError(str(error), FOUND) from error
        ruleset = load(record.source(), record.variants)
        changes = record.changes(ruleset)
        if changes:
            raise UserError(
                "\n".join(
                    [f"{place}: the rules of {record.ruleset} have changed since it was played:"]
                    + [f"  {change}" for change in changes]
                ),
                FOUND,
            )
        names = record.players
        return cls(place, record, ruleset, ruleset.table(len(names), record.options, names))

    def start(self) -> Position:
        """The first position."""
        try:
            packs = [pack.split() for pack in self.record.packs]
            return self.table.start(self.record.seed, packs, self.record.draws)
        except ValueError as error:
            raise UserError(f"{self.place}: {error}", FOUND) from error

    def positions(self) -> Iterator[Position]:
        """The positions from the first to the last."""
        position = self.start()
        yield position
        for played in self.record.moves:
            position = self.next(position, played.seat, played.text, played.line)
            yield position

    def next(self, position: Position, seat: str, text: str, line: int) -> Position:
        """The position after one recorded move."""
        where = f"{self.place}:{line}"
        if position.seat is None:
            raise UserError(f"{where}: the game is over before this move", FOUND)
        turn = self.table.names[position.seat]
        if seat != turn:
            raise UserError(f"{where}: it is the turn of {turn}, not of {seat}", FOUND)
        try:
            return position.play(text)
        except (IllegalMove, NotAMove) as error:
            raise UserError(f"{where}: {seat} may not {text}: {error}", FOUND) from error
        except ValueError as error:
            raise UserError(f"{where}: {error}", FOUND) from error
