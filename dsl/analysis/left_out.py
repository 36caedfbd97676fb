"""D04: who is left out of a deal by `after`, and gets no cards; who is put back by `+`."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.dsl.analysis.facts import (
    actions_in,
    all_steps,
    list_given,
    step_facts,
    steps_in,
    trace_values,
)
from hoyle.dsl.analysis.names import Names
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.values import (
    definition_values,
    parts_of,
    same_value,
    things_read,
    values_in,
    values_inside,
)
from hoyle.dsl.node import select_kind
from hoyle.dsl.report import Report
from hoyle.dsl.source import Sources, Span

Several = g.Register | g.Define
DEALING = (g.Move, g.Repeat, g.For, g.Let, g.Say, g.Show)  # steps that may go with a deal


def check_left_out(game: g.Game, phase: g.Phase, sources: Sources, report: Report) -> None:
    """Tell of a deal to those after one, who gets no cards here and takes part elsewhere."""
    steps, names = list(steps_in(phase.body)), Names.of(game)
    for step in steps:
        if isinstance(step, g.For | g.Deal) and step.span.source in sources:
            _check_lost_order(step.over, report)
    told: set[g.Zone] = set()
    for step in steps:
        zone = _zone_dealt(step, names) if step.span.source in sources else None
        if zone is None or zone in told or not isinstance(step, g.For | g.Deal):
            continue
        seats, among = _split_seats(step.over)
        if seats is None or seats.name != "seats_after":
            continue
        one = seats.args[0]
        if among is not None and not _takes_part(game, one, among):
            continue
        if not _is_fed(game, steps, one, zone):
            told.add(zone)
            _report_left_out(one, among, step.over.span, report)


def _report_left_out(one: g.Value, among: g.Value | None, place: Span, report: Report) -> None:
    who = one.span.words
    all_of_them = "all seats" if among is None else "all of them"
    rather = place.words.replace(f" after {who}", f" from next of {who}")
    report.warn(
        "D04", f"`{place.words}` leaves {who} out, who gets no cards here", place,
        label=f"{all_of_them}, {who} last, are `{rather}`",
        help=(f"if {who} gets no cards, write behind the line:  # D04 is meant: …",),
    )  # fmt: skip


def _zone_dealt(step: g.Step, names: Names) -> g.Zone | None:
    """The family of zones that a deal goes to, or a loop that does nothing else than deal."""
    if isinstance(step, g.Deal):
        return step.to.zone
    inside = list(steps_in(step.body)) if isinstance(step, g.For) else []
    for move in select_kind(inside, g.Move):
        source = names.zone_holding(move.what if move.source is None else move.source)
        own = [part.local for part in move.to.index] == [step_facts(step).binds[0]]
        if source is not None and not source.index and own:
            return move.to.zone if all(isinstance(one, DEALING) for one in inside) else None
    return None


def _is_fed(game: g.Game, steps: list[g.Step], one: g.Value, zone: g.Zone) -> bool:
    """Whether a seat may get cards by another step: here by any, elsewhere by one not chosen."""
    bodies = tuple(phase.body for phase in game.phases.values())
    chosen = set(steps_in(tuple(action.body for action in actions_in(bodies))))
    without = {
        step.var for step in all_steps(game)
        if isinstance(step, g.For | g.Deal) and (seats := _split_seats(step.over)[0]) is not None
        and seats.name == "seats_after" and same_value(seats.args[0], one)
    }  # fmt: skip
    for step in (*steps, *(other for other in all_steps(game) if other not in chosen)):
        for to in step_facts(step).lays if isinstance(step, g.Deal | g.Move) else ():
            if to.zone is zone and not any(part.local in without for part in to.index):
                return True
    return False


def _check_lost_order(over: g.Value, report: Report) -> None:
    """`seats after dealer + dealer`: all that is joined by `+` goes by the order of the table."""
    while isinstance(over, g.Op) and over.name in ("repeated", "reversed"):  # packets, directions
        over = over.args[0]
    if not isinstance(over, g.Op) or over.name != "union":
        return
    rows = [_find_row(part) for part in over.args]
    one = next((row.args[0] for row in rows if row is not None), None)
    if one is not None and any(same_value(one, part) for part in parts_of(over)):
        who, place = one.span.words, over.span
        every = any(row in over.args for row in rows if row is not None)
        rather = f"`seats from next of {who}{'' if every else ' where …'}`"
        report.warn(
            "D04", f"`{place.words}` goes round from the first seat, and not from {who}", place,
            label=f"{'all seats' if every else 'the same'}, {who} last, are {rather}",
            help=("several that are joined by `+` come in the order of the table",),
        )  # fmt: skip


def _find_row(several: g.Value) -> g.Op | None:
    """The `seats after …` or `seats from …` of which several are all or some, by name or not."""
    match several:
        case g.Phrase(kind="filter", over=inner):
            return _find_row(inner)
        case g.Call(of=g.Define(value=inner), args=()):
            return _find_row(inner)
    return _split_seats(several)[0]


def _split_seats(over: g.Value) -> tuple[g.Op | None, g.Value | None]:
    """The `seats after …` or `seats from …` of a row of seats, and the set that they must be in.

    They may come a packet at a time, or in either direction.
    """
    match over:
        case g.Op(name="seats_after" | "seats_from"):
            return over, None
        case (
            g.Op(name="repeated" | "reversed", args=(inner, *_))
            | g.Op(name="if", args=(_, inner, _))
        ):
            return _split_seats(inner)
        case g.Phrase("filter", var, inner, g.Op(name="in", args=(g.Local(var=asked), among))):
            seats, further = _split_seats(inner)
            if asked is var and further is None:
                return seats, among
    return None, None


def _takes_part(game: g.Game, one: g.Value, among: g.Value) -> bool:
    """Whether a seat may be among others, and they, or some of them, come in turn elsewhere.

    A set that is made with a word on that seat may be the others without it.
    """
    within, last = {_origin_of(among)} - {None}, -1
    steps = list(all_steps(game))
    while len(within) > last:
        last = len(within)
        within |= {define for define in game.defines.values() if _origin_of(define.value) in within}
        within |= {
            step.place.register for step in select_kind(steps, g.Assign)
            if step.op == "=" and _origin_of(step.value) in within
        }  # fmt: skip
    turns = (_split_seats(s.over) for s in steps if isinstance(s, g.For | g.Deal))
    return any(
        seats is not None and seats.name == "seats_from" and some is not None
        and _origin_of(some) in within
        for seats, some in turns
    ) and not _is_made_with(game, steps, one, among)  # fmt: skip


def _origin_of(several: g.Value) -> Several | None:
    """The register or define of which they are all or some."""
    match several:
        case g.Phrase(kind="filter", over=inner):
            return _origin_of(inner)
        case g.Load(thing=g.Register() as register, index=()):
            return register
        case g.Call(of=g.Define() as define, args=()):
            return define
    return None


def _is_made_with(game: g.Game, steps: list[g.Step], one: g.Value, among: g.Value) -> bool:
    """Whether a set is told by means of a seat, other than as where a row of seats begins."""
    set_to: dict[g.Register, list[g.Value]] = {}
    for step in select_kind(steps, g.Assign):
        if step.place.register is not None and step.place.type == t.SetT(t.SEAT):
            set_to.setdefault(step.place.register, []).append(step.value)
    given, found, seen = list_given(game), [among], set[g.Register]()
    for value in found:
        for part in values_inside(*trace_values(given, [value])):
            if part.register in set_to and part.register not in seen:
                seen.add(part.register)
                found += set_to[part.register]
    asked = things_read(one) | {part.local for part in values_inside(one) if part.local is not None}
    parts = _without_rows(trace_values(given, found))
    return any(part.thing in asked or part.local in asked for part in parts)


def _without_rows(values: list[g.Value]) -> Iterator[g.Value]:
    """Values and all that they are made of, but not the seats at which rows of seats begin."""
    entered: set[g.Define | g.Table | g.Ranking] = set()
    waiting = list(values)
    for value in waiting:
        if isinstance(value, g.Op) and value.name == "seats_from":
            continue
        yield value
        if value.calls is not None and value.calls not in entered:
            entered.add(value.calls)
            waiting += definition_values(value.calls)
        waiting += values_in(value)
