"""Which rows of tables, actions, refusals and steps of a ruleset a trial has seen."""

from __future__ import annotations

from collections.abc import Iterable

from hoyle.dsl.analysis.facts import actions_in, step_facts, steps_in, steps_run
from hoyle.dsl.checked import game as g
from hoyle.dsl.source import Span
from hoyle.interpreter.runtime.events import Event

Place = tuple[str, int, int]


def place_of(span: Span) -> Place:
    """A span as something that can be looked up."""
    return (span.source.name, span.start, span.end)


class Coverage:
    """What has been seen, by its place in the text."""

    def __init__(self, game: g.Game) -> None:
        self.game = game
        self.seen: set[Place] = set()

    def add_span(self, span: Span) -> None:
        """This row gave a value, this action was taken, this rule refused a move."""
        self.seen.add(place_of(span))

    def add_events(self, events: Iterable[Event]) -> None:
        """The rules behind these events have been carried out."""
        for event in events:
            self.seen.add(place_of(event.span))

    def unseen(self) -> dict[str, list[tuple[str, Span]]]:
        """Rows, actions, refusals and steps that were never seen, each in words.

        Of a library's phases that the game does not run nothing is missed.
        """
        found: dict[str, list[tuple[str, Span]]]
        found = {"row": [], "action": [], "refusal": [], "step": []}
        game = self.game
        tables: list[g.Table | g.Ranking] = [*game.tables.values(), *game.rankings.values()]
        for table in tables:
            for k, row in enumerate(table.rows, 1):
                self._add(found["row"], f"{table.name}, {row.name or f'row {k}'}", row.span)
        match = game.phases["match"]
        run = {step_facts(step).runs for step in steps_run(game, match.body)}
        for phase in (one for one in game.phases.values() if one is match or one.name in run):
            reads = [read for step in steps_in(phase.body) for read in step_facts(step).reads]
            values = {place_of(read.value.span) for read in reads}
            for action in actions_in(phase.body):
                self._add(found["action"], f"{phase.name}, {action.name}", action.span)
                for must in action.musts:
                    self._add(found["refusal"], f"{action.name}: {must.plain}", must.span)
            for step in steps_in(phase.body):
                # a step that stands where a value does is the language's own: the draw of a loop
                # that goes on `however long`
                if step_facts(step).is_event and place_of(step.span) not in values:
                    line = step.span.text.splitlines()[0].strip()
                    self._add(found["step"], f"{phase.name}: {line}", step.span)
        return found

    def _add(self, found: list[tuple[str, Span]], words: str, span: Span) -> None:
        if place_of(span) not in self.seen and all(span is not other for _, other in found):
            found.append((words, span))
