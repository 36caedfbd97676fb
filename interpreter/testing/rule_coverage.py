"""Which rows of tables, actions, refusals and steps of a ruleset a trial has seen."""

from __future__ import annotations

from collections.abc import Iterable

from hoyle.dsl.analysis.facts import actions_in, step_facts, steps_in, steps_run
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.values import definition_values, values_inside
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.constants import without_options
from hoyle.dsl.node import Parts, select_kind, walk
from hoyle.dsl.source import Span
from hoyle.interpreter.runtime.events import Event
from hoyle.interpreter.runtime.observer import Observer

Place = tuple[str, int, int]


def place_of(span: Span) -> Place:
    """A span as something that can be looked up."""
    return (span.source.name, span.start, span.end)


class Coverage(Observer):
    """What has been seen, by its place in the text. Engines that it observes tell of rows."""

    def __init__(self, game: g.Game) -> None:
        self.game = game
        self.seen: set[Place] = set()

    def add_span(self, span: Span) -> None:
        """This row gave a value, this action was taken, this rule refused a move."""
        self.seen.add(place_of(span))

    def on_row(self, row: p.TableRow) -> None:
        """A row of a table has given a value."""
        self.add_span(row.span)

    def has_span(self, span: Span) -> bool:
        """Whether this was seen."""
        return place_of(span) in self.seen

    def add_events(self, events: Iterable[Event]) -> None:
        """The rules behind these events have been carried out."""
        for event in events:
            self.seen.add(place_of(event.span))

    def unseen(self) -> dict[str, list[tuple[str, Span]]]:
        """Rows, actions, refusals and steps that were never seen, each in words.

        Of a library's phases and tables that the game comes to in no way nothing is missed, nor
        what the options that a variant has fixed keep away, nor a refusal that nobody can hear.
        """
        found: dict[str, list[tuple[str, Span]]]
        found = {"row": [], "action": [], "refusal": [], "step": []}
        game = self.game
        match = game.phases["match"]
        run = {step_facts(step).runs for step in steps_run(game, match.body)}
        phases = [one for one in game.phases.values() if one is match or one.name in run]
        asked, away = _find_asked(game, phases), _find_kept_away(game, phases)
        away |= _find_passed_over(phases)
        tables: list[g.Table | g.Ranking] = [*game.tables.values(), *game.rankings.values()]
        for table in (one for one in tables if id(one) in asked):
            for k, row in enumerate(table.rows, 1):
                self._add(found["row"], f"{table.name}, {row.name or f'row {k}'}", row.span)
        for phase in phases:
            reads = [read for step in steps_in(phase.body) for read in step_facts(step).reads]
            values = {place_of(read.value.span) for read in reads}
            for action in actions_in(phase.body):
                if id(action) not in away:
                    self._add(found["action"], f"{phase.name}, {action.name}", action.span)
                for must in action.musts:
                    if id(must) not in away:
                        self._add(found["refusal"], f"{action.name}: {must.plain}", must.span)
            for step in steps_in(phase.body):
                if id(step) in away:
                    continue
                # a step that stands where a value does is the language's own: the draw of a loop
                # that goes on `however long`
                if step_facts(step).is_event and place_of(step.span) not in values:
                    line = step.span.text.splitlines()[0].strip()
                    self._add(found["step"], f"{phase.name}: {line}", step.span)
        return found

    def _add(self, found: list[tuple[str, Span]], words: str, span: Span) -> None:
        if not self.has_span(span) and all(span is not other for _, other in found):
            found.append((words, span))


def _find_asked(game: g.Game, phases: list[g.Phase]) -> set[int]:
    """Every define, table and ranking that play may ask, by `id`."""
    found: set[int] = set()
    waiting: list[Parts | None] = [phase.body for phase in phases]
    waiting += [register.default for register in game.all_registers]
    waiting += [zone.seen_by for zone in game.all_zones]
    waiting.append(game.payoff[1] if game.payoff is not None else ())
    while waiting:
        for node in walk(waiting.pop()):
            of = node.calls if isinstance(node, g.Value) else None
            if of is not None and id(of) not in found:
                found.add(id(of))
                waiting.append(definition_values(of))
    return found


def _find_passed_over(phases: list[g.Phase]) -> set[int]:
    """Conditions, by `id`, of a sole action that ask of nothing that is chosen: see `otherwise`.

    Who does not meet them has nothing to choose, and is not asked.
    """
    found = set[int]()
    for choose in select_kind(steps_in(tuple(phase.body for phase in phases)), g.Choose):
        if choose.otherwise is not None and len(choose.actions) == 1:
            (action,) = choose.actions
            chosen = {param.var for param in action.params}
            found |= {
                id(must) for must in action.musts
                if all(value.local not in chosen for value in values_inside(must.test))
            }  # fmt: skip
    return found


def _find_kept_away(game: g.Game, phases: list[g.Phase]) -> set[int]:
    """Actions, conditions and steps that fixed options never let play come to, by `id`."""
    constants = without_options(game, game.counts[0])
    known = constants.settings.options
    for name, option in game.options.items():
        value = constants.evaluate_constant(option.default) if option.fixed is not None else None
        known |= {name: value} if value is not None else {}

    def decide(test: g.Value) -> int | None:
        """The answer to a question about fixed options alone."""
        parts = [*walk(test)]
        named = {part.name for part in parts if isinstance(part, g.Setting)}
        alone = all(isinstance(part, g.Op | g.Setting | g.Const) for part in parts)
        return constants.evaluate_constant(test) if alone and named <= known.keys() else None

    away, closed = list[Parts](), set[int]()
    bodies = [phase.body for phase in phases] if known else []
    for action in actions_in(tuple(bodies)):
        for k, must in enumerate(action.musts):
            answer = decide(must.test)
            if answer:
                away.append(must)
            elif answer is not None and not must.if_able:
                away += [action.body, action.musts[k + 1 :]]
                closed.add(id(action))
    for step in select_kind(steps_in(tuple(bodies)), g.If):
        for k, (test, body) in enumerate(step.branches):
            answer = decide(test)
            if answer:
                away += [step.branches[k + 1 :], step.otherwise]
            elif answer is not None:
                away.append(body)
    return closed.union(id(node) for part in away for node in walk(part, g.ValueNode))
