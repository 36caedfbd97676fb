"""What the rules show before play: headings, zones that are chosen from, what is quiet."""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from hoyle.dsl.analysis.facts import (
    actions_in,
    all_steps,
    all_values,
    list_runs,
    names_given,
    rounds_in,
    step_facts,
    steps_in,
    steps_run,
    trace_values,
)
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.builtins import OPERATIONS
from hoyle.dsl.checked.types import SEAT, SIDE, NumberT, PlanT, RecordT, SeveralT, Type, bare
from hoyle.dsl.checked.values import Meant, origin_of, values_inside
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.slots import Family
from hoyle.dsl.node import Node, select_kind, walk
from hoyle.dsl.printable import to_dashes
from hoyle.dsl.source import Span

# A condition that is a name and no more, of something perhaps, or that asks for one answer.
CONDITION = re.compile(r"(?P<name>\w+)(?: of \w+)*(?: is (?P<answer>\w+))?")
WORDS = re.compile(r"(?=.*[^\W\d_]{2})[\w♠♥♦♣-]+")  # one, and no sign alone: not alternatives
# Operations of the machine that give of the members of their operands, alone or in parts: those of
# the rules that give several of something, and those that they are made into.
GIVE_MEMBERS = (
    p.CHOOSING
    | p.PARTING
    | {op.op or op.name for op in OPERATIONS.values() if isinstance(op.gives, SeveralT)}
    | {
        "appended", "bit", "both", "join", "laid_off", "last_bit", "last_entry", "mask_of",
        "mask_seq", "one_of_each", "repeated", "reversed", "seq_mask", "tuple", "union",
    }
)  # fmt: skip
NO_REASON = ("otherwise", "yes", "no", "none")  # words that say nothing by themselves


def is_quiet(thing: g.Register) -> bool:
    """Whether a register steers the rules only: as its line says, or a number inside a phase."""
    counts = thing.phase is not None and not thing.index and isinstance(bare(thing.type), NumberT)
    return thing.untold or counts


def find_untold_at_table(game: g.Game) -> set[str]:
    """The state that a player is not shown at every move: what is `not told`, but for chips.

    Who is to bet looks at the pot, though what goes into it is told well enough by the payments.
    """
    purses = find_purses(game)
    things = (thing for thing in game.registers.values() if thing.untold)
    return {to_dashes(thing.name) for thing in things if thing.name not in purses}


def find_purses(game: g.Game) -> set[str]:
    """The state that chips are paid to and from."""
    return {place.thing.name for pay in find_payments(game) for place in (pay.giver, pay.taker)}


def find_payments(game: g.Game) -> list[g.Pay]:
    """The steps that pay chips."""
    return [step for step in all_steps(game) if isinstance(step, g.Pay)]


def find_drawn_from(game: g.Game) -> set[str]:
    """The zones from which cards are drawn: the pack lies there at first, or they are shuffled."""
    stocks = {zone.name for zone in game.zones.values() if zone.starts}
    return stocks | {
        step.pile.thing.name for step in all_steps(game) if isinstance(step, g.Shuffle)
    }


def find_headings(game: g.Game) -> dict[str, str]:
    """The heading of each phase without parameters; `{}` stands where its rounds are numbered.

    They are where a loop of the match runs it each time, before all others; `one_deal` is then
    `deal 1`, and `set_limits`, with others behind it in the loop, `round 1: set limits`. A phase
    that a loop runs may have the number of the round as its parameter.
    """
    runs = [list_runs(body) for body in rounds_in(game.phases["match"].body)]
    rounds = {name for names in runs for name in names}
    first = {names[0]: len({*names}) > 1 for names in runs if names}
    return {
        name: _as_heading(name, name in rounds, first.get(name))
        for name, phase in game.phases.items()
        if all(name in rounds and isinstance(bare(param.type), NumberT) for param in phase.params)
    }  # fmt: skip


def find_round_phases(game: g.Game) -> set[str]:
    """The phases that loops of the match run."""
    return {
        runs
        for body in rounds_in(game.phases["match"].body)
        for step in steps_in(body)
        if (runs := step_facts(step).runs)
    }


def find_lead_ins(game: g.Game) -> dict[str, set[tuple[int, int]]]:
    """The lines (source, number) that a loop of the match does before the first phase of a round.

    What happens there belongs to the round that begins, and stands under the heading of its phase.
    """
    found: dict[str, set[tuple[int, int]]] = {}
    for body in rounds_in(game.phases["match"].body):
        for phase in list_runs(body)[:1]:
            first = next(k for k, step in enumerate(body) if phase in list_runs([step]))
            found.setdefault(phase, set()).update(
                (id(step.span.source), step.span.line) for step in steps_in(body[:first])
            )
    return found


def _as_heading(phase: str, in_round: bool, first_of_several: bool | None) -> str:
    """As people write it; None where it is not the first phase of a round."""
    name = (phase.removeprefix("one_") if in_round else phase).replace("_", " ").strip()
    if first_of_several is None:
        return name
    return (
        f"{name} {{}}"
        if phase.startswith("one_") or not first_of_several
        else f"round {{}}: {name}"
    )


def find_offered_zones(machine: p.Machine) -> list[Family]:
    """The zones among whose cards, ranks or suits a choice is made."""
    families = {slot: family for family in machine.families for slot in family.slots}
    zones = {zone.slot for zone in machine.zones}
    found = {
        families[slot].base: families[slot]
        for _, _, params in _list_actions(machine)
        for param in params
        for slot in _list_slots_chosen_from(param.over)
        if slot in zones
    }
    return [found[base] for base in sorted(found)]


def find_layouts_of_table(machine: p.Machine) -> set[tuple[int, str, int]]:
    """Layouts of cards that lie open and are nobody's: node, action, and which of its values.

    The rest of such a layout lies on as it was, unless a line of its own moves it.
    """
    kinds = {slot: family.kinds for family in machine.families for slot in family.slots}
    table = {
        zone.slot for zone in machine.zones
        if zone.sight == "everyone" and not zone.record and not {SEAT, SIDE} & {*kinds[zone.slot]}
    }  # fmt: skip
    return {
        (node, action, k)
        for node, action, params in _list_actions(machine)
        for k, param in enumerate(params)
        if isinstance(bare(param.type), PlanT)
        and (slots := {*_list_slots_chosen_from(param.over)})
        and slots <= table
    }


def _list_actions(machine: p.Machine) -> Iterator[tuple[int, str, tuple[p.Parameter, ...]]]:
    for k, node in enumerate(machine.nodes):
        if isinstance(node, p.Choose):
            for action in node.actions:
                yield k, action.name, action.params


def find_mixed_offers(game: g.Game) -> dict[Span, set[str]]:
    """The zones of each action that offers cards of several: a card does not say where it lies."""
    found: dict[Span, set[str]] = {}
    for action in actions_in(tuple(phase.body for phase in game.phases.values())):
        for param in action.params:
            zones = {zone.name for zone in _list_zones_picked_from(Meant(param.over))}
            if len(zones) > 1:
                found.setdefault(action.span, set()).update(zones)
    return found


def _list_zones_picked_from(cards: Meant) -> Iterator[g.Zone]:
    picked = origin_of(cards.value)
    inner = cards.inside(picked)
    if inner.value is not picked:
        yield from _list_zones_picked_from(inner)
    elif isinstance(picked, g.Op) and picked.name == "union":
        for part in picked.args:
            yield from _list_zones_picked_from(Meant(part, inner.names))
    elif picked.zone is not None:
        yield picked.zone


def find_sure_ways(game: g.Game) -> set[tuple[int, int]]:
    """The lines (source, number) of which only the seat or side says to which of several places.

    So `move cards to laid(seat, back)`: nobody need be told where they go.
    """
    return {
        (id(step.span.source), step.span.line)
        for step in all_steps(game)
        for to in step_facts(step).lays
        if all(isinstance(part, g.Const) or bare(part.type) in (SEAT, SIDE) for part in to.index)
    }


def names_place(kind: Type) -> bool:
    """Whether a value of a move may only say which of several places is meant."""
    return isinstance(bare(kind), NumberT | RecordT)


@attrs.frozen
class PlaceValues:
    """Which values of a move, counted from 0, a place of cards is found by.

    The place is one of the `plain` ones, or is worked out from them all.
    """

    plain: frozenset[int]
    all: frozenset[int]


def find_place_values(game: g.Game) -> dict[tuple[Span, Span], dict[str, PlaceValues]]:
    """Of each action and each step that then moves cards what says `from` where, and `to` where.

    Nothing of where from, where the step does not say it.
    """
    given: dict[g.Var, list[g.Value]] = {}
    for step in all_steps(game):
        for var, value in names_given(game, step):
            given.setdefault(var, []).append(value)
    found: dict[tuple[Span, Span], dict[str, PlaceValues]] = {}
    for action in actions_in(tuple(phase.body for phase in game.phases.values())):
        params = {q.var: k for k, q in enumerate(action.params) if names_place(q.var.type)}
        for step in steps_run(game, action.body) if params else ():
            if not isinstance(step, g.Move):
                continue
            places = {"to": step.to}
            if (source := _find_source(step, given)) is not None:
                places["from"] = source
            found[action.span, step.span] = {
                word: _find_values(trace_values(given, place.index), params)
                for word, place in places.items()
            }
    return found


def _find_values(traced: list[g.Value], params: dict[g.Var, int]) -> PlaceValues:
    plain = {value.local for value in traced}
    read = {part.local for part in values_inside(*traced)}
    return PlaceValues(
        frozenset(k for var, k in params.items() if var in plain),
        frozenset(k for var, k in params.items() if var in read),
    )


def _find_source(step: g.Move, given: dict[g.Var, list[g.Value]]) -> g.Load | None:
    """The one zone from which a step takes cards, as far as it says so."""
    (value,) = step_facts(step).takes
    while (var := origin_of(value).local) is not None:
        held = [var.drawn_from] if var.drawn_from is not None else given.get(var, [])
        if len(held) != 1:
            return None
        (value,) = held
    origin = origin_of(value)
    return origin if isinstance(origin, g.Load) and origin.zone is not None else None


def find_last_places(game: g.Game) -> set[str]:
    """The zones that nothing asks about and that no card leaves but to be gathered."""
    laid = {place for step in all_steps(game) for place in step_facts(step).lays}
    read = {value.thing for value in all_values(game) if value not in laid}
    return {name for name, zone in game.zones.items() if zone not in read}


def find_conditional_steps(game: g.Game) -> set[Span]:
    """The steps that stand right under an `if`: that they are done is news."""
    choices = select_kind(all_steps(game), g.If)
    bodies = (body for step in choices for body in (*(b for _, b in step.branches), step.otherwise))
    return {step.span for body in bodies for step in body}


def find_reasons(game: g.Game) -> dict[tuple[str, str], str]:
    """What each row of a table (table, row) says of points or chips that it has given, if anything.

    It is the row's name, a word that its first cell asks for, or a condition that is one name.
    """
    found = {(one.name, row.name): row.name for one in game.rankings.values() for row in one.rows}
    for table in game.tables.values():
        for row in table.rows:
            found[table.name, row.name] = _find_words(table, row)
    return {row: words.replace("_", " ") for row, words in found.items()}


def _find_words(table: g.Table, row: g.Row) -> str:
    """A name is told as it is; of a cell of a matrix the row alone, of several cells the first."""
    if row.head.text.startswith('"'):
        return row.head.text.strip('"')
    first = row.name.split(" against ")[0] if table.matrix else row.head.words
    if row.cells[:1] == (None,) and not table.matrix:
        asked = CONDITION.fullmatch(first)
        fixed = {one.span.text for one in walk(row.test) if isinstance(one, g.Const | g.Literal)}
        first = "" if asked is None else asked["answer"] or asked["name"]
        if asked is not None and asked["answer"] and first not in fixed:
            return ""
    return first if first not in NO_REASON and WORDS.fullmatch(first) else ""


def _list_slots_chosen_from(over: Node) -> Iterator[int]:
    """The slots that hold what is chosen: the zones of its cards, and scratch that stands for them.

    Not those that only a condition reads, what is taken away or counted, nor those of which the
    ends alone come into question: what is not one of `GIVE_MEMBERS`.
    """
    given: dict[int, p.Expr] = {}  # what the scratch of its own stands for
    inside: tuple[p.Expr, ...] = ()
    match over:
        case p.Get() | p.GetAt():
            yield over.reads
        case p.Guard(value=one) | p.TableRow(value=one) | p.Op(name="without", args=(one, _)):
            inside = (one,)
        case p.Op(name="top_n", args=(_, p.Const(value=1))):
            pass  # the end alone
        case p.Op(name=name) if name in GIVE_MEMBERS:
            inside = over.gives
        case p.Bind(slot=slot, value=value, body=body):
            given, inside = {slot: value}, (body,)
        case p.Comprehension(kind=kind, slot=slot, over=among, value=each):
            made = each is not None and kind in p.GATHERING
            given, inside = {slot: among}, (each if made and each is not None else among,)
        case p.Call(function=function, args=args):
            slots = (param.at for param in function.params)
            given, inside = dict(zip(slots, args, strict=True)), (function.body,)
    for part in inside:
        for at in _list_slots_chosen_from(part):
            if at in given:
                yield from _list_slots_chosen_from(given[at])
            else:
                yield at
