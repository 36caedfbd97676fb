"""The two ways to tell a whole game: lines for a person, and facts for a program."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.narration.json_events import Json, JsonEvents
from hoyle.interpreter.narration.labels import Labels
from hoyle.interpreter.narration.opening_and_ending import (
    collect_payoffs,
    collect_scores,
    list_changed_options,
    list_ending_lines,
    list_opening_lines,
)
from hoyle.interpreter.narration.output import write_json
from hoyle.interpreter.narration.text_wrap import open_page
from hoyle.interpreter.narration.transcript import Transcript
from hoyle.interpreter.runtime.table import Position, Table


@attrs.frozen
class Fault:
    """What is wrong at the end of a kept game: for people and for programs."""

    text: str
    facts: Mapping[str, Json]
    tried: str  # a move that was not made any more, or empty


def make_narrator(
    ruleset: Ruleset, table: Table, options: Mapping[str, str], seed: int, seat: int | None,
    detail: str, as_json: bool, ascii_only: bool,
) -> Narrator:  # fmt: skip
    """The teller that was asked for."""
    if as_json:
        return JsonNarrator(ruleset, table, options, seed, seat)
    return TextNarrator(ruleset, table, options, seed, seat, detail == "rules", ascii_only)


class TextNarrator:
    """Lines, written as the game goes on."""

    def __init__(
        self, ruleset: Ruleset, table: Table, options: Mapping[str, str], seed: int,
        seat: int | None, rules: bool, ascii_only: bool,
    ) -> None:  # fmt: skip
        self.ruleset = ruleset
        self.page = open_page(ascii_only, table.names[seat] if seat is not None else "")
        self.first = list_opening_lines(ruleset, table, options, seed, self.page.symbols)
        self.transcript = Transcript(
            ruleset, table, self.page, seat, rules=rules, ending_follows=True
        )

    def begin(self) -> None:
        """Title, players, options, seed."""
        title, *others = self.first
        self.page.heading(title)
        for line in others:
            self.page.line(line)

    def add_position(self, position: Position) -> None:
        """The next lines."""
        self.transcript.add_position(position)

    def end(self, position: Position) -> None:
        """Points and payoffs."""
        self.transcript.end()
        self.page.line()
        for line in list_ending_lines(self.ruleset, position, self.transcript.labels):
            self.page.line(line)

    def break_off(self, why: str) -> None:
        """The line that was begun; why stands on the error stream."""
        self.transcript.end()

    def end_at_fault(self, position: Position | None, fault: Fault) -> None:
        """As `hoyle test` tells it."""
        self.transcript.end()
        if fault.tried:
            self.page.line(fault.tried)
        self.page.line()
        for line in fault.text.splitlines():
            self.page.write_unfolded(self.page.plain(line))


class JsonNarrator:
    """One object, written at the end."""

    def __init__(
        self, ruleset: Ruleset, table: Table, options: Mapping[str, str], seed: int,
        seat: int | None,
    ) -> None:  # fmt: skip
        self.ruleset = ruleset
        self.facts = JsonEvents(table, seat)
        self.events: list[dict[str, Json]] = []
        self.first = {
            "game": ruleset.name,
            "title": ruleset.title,
            "players": list(table.names),
            "options": dict(list_changed_options(ruleset, table, options)),
            "seed": seed,
        }

    def begin(self) -> None:
        """Nothing is written yet."""

    def add_position(self, position: Position) -> None:
        """The events, as the reader may know them."""
        self.events += self.facts.list_events(position)

    def end(self, position: Position) -> None:
        """Everything."""
        self.write(position, None)

    def break_off(self, why: str) -> None:
        """Everything so far, and why there is no more."""
        self.write(None, {"says": why})

    def end_at_fault(self, position: Position | None, fault: Fault) -> None:
        """Everything, and what is wrong."""
        tried: dict[str, Json] = {"tried": fault.tried} if fault.tried else {}
        self.write(position, {**fault.facts, **tried})

    def write(self, position: Position | None, fault: Mapping[str, Json] | None) -> None:
        """One object; where the game broke off at a fault nobody knows who is to move."""
        if fault is not None or position is None:
            broken = {"events": self.events, "over": False, "fault": fault}
            write_json({**self.first, **broken})
            return
        labels = Labels(position.table, symbols=False)
        found = {
            **self.first,
            "events": self.events,
            "over": position.over,
            "to_move": None if position.seat is None else position.table.names[position.seat],
            "winners": [position.table.names[seat] for seat in position.winners],
            "scores": collect_scores(self.ruleset, position, labels),
            "payoffs": collect_payoffs(position),
        }
        write_json(found)


Narrator = TextNarrator | JsonNarrator  # is given a game position by position
