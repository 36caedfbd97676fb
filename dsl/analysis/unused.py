"""What a game declares and never uses, sets and never reads, reads and never sets."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping

from hoyle.dsl.analysis.facts import actions_in, all_steps, all_values, rules_of, step_facts
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import (
    CARD,
    EMPTY,
    NONE,
    SEAT,
    SIDE,
    MaybeT,
    NumberT,
    bare,
    element,
    is_assignable,
)
from hoyle.dsl.checked.values import Thing, same_value, things_read
from hoyle.dsl.node import Parts, select_kind, walk
from hoyle.dsl.report import Report
from hoyle.dsl.source import Source, Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import statements as s

# Comments, and what stands in sentences outside of braces.
NO_RULE = re.compile(r'#[^\n]*|"[^"{\n]*(?=[{"])|(?<=\})[^"{\n]*(?=[{"])')


def list_set(file: d.File) -> frozenset[str]:
    """The names of the state that steps of a text set, or pay from or to."""
    steps = list(walk(file))
    pays = select_kind(steps, s.Pay)
    places = [
        *(step.place for step in select_kind(steps, s.Assign)),
        *(step.giver for step in pays), *(step.taker for step in pays),
    ]  # fmt: skip
    return frozenset(place.span.first_word.text for place in places)


def check_unused(
    game: g.Game, file: d.File, report: Report, variants: tuple[d.Variant, ...],
    was_set: Collection[str] = (),
) -> None:  # fmt: skip
    """Warn of what stands in the file of the game itself, or in the last of the `variants`.

    Libraries may offer more than a game takes. Of what that variant leaves unused elsewhere only
    options are told, since one may still choose them, and state that `was_set` without it, since
    it still stands on the table. What a game says itself was asked without it.
    """

    def is_own(span: Span) -> bool:
        return span.is_inside(variants[-1].span) if variants else span.source is file.source

    others = () if variants else tuple(select_kind(file.declarations, d.Variant))
    _check_options(game, report, variants, others)
    _check_definitions(game, is_own, report, others)
    if not variants:
        _check_winners(game, report)
    _check_registers(game, is_own, report, variants, others)
    if variants:
        _check_left_as_it_begins(game, file.source, report, variants, was_set)
    _check_defaults(game, is_own, report)
    _check_names(game, is_own, report)


def _warn_unused(
    code: str, title: str, span: Span, others: tuple[d.Variant, ...], report: Report
) -> None:
    """What the rules never use; one of the `others`, variants of the same file, may speak of it."""
    name = re.escape(span.words.split()[-1])
    uses = re.compile(rf"(?<!remove )(?<!let )\b{name}\b")
    asking = [one for one in others if uses.search(NO_RULE.sub("", one.span.text))]
    if not asking:
        report.warn(code, title, span)
        return
    report.warn(
        code, f"without a variant {title}", span,
        also=tuple((one.span.find_word(one.name), "this variant speaks of it") for one in asking),
    )  # fmt: skip


def _check_winners(game: g.Game, report: Report) -> None:
    """N18: points are kept for the whole match, and no line says who wins by them."""
    scores = [
        register for register in game.registers.values()
        if isinstance(bare(register.type), NumberT) and register.phase is None
        and [one.type for one in register.index] in ([SEAT], [SIDE])
    ]  # fmt: skip
    wins = any(step_facts(step).wins for step in all_steps(game))
    if scores and not wins and game.payoff is None and game.counts[-1] > 1:
        score = f"{scores[0].name} of seat"
        report.warn(
            "N18", "no line says who wins", game.phases["match"].span.first_word,
            help=(
                f"write, where the match is over:  win all best seat in seats by {score}",
                f"or at the left edge, what each is paid:  payoff of seat = {score}",
                "or write behind the line why nobody wins:  # N18 is meant: …",
            ),
        )  # fmt: skip


def _check_options(
    game: g.Game, report: Report, variants: tuple[d.Variant, ...], others: tuple[d.Variant, ...]
) -> None:
    for option in game.options.values():
        if game.uses.speaks_of(option.name):
            continue
        span = option.span.find_word(option.name)
        last = variants[-1] if variants else None
        if last is None or span.is_inside(last.span):
            title = f"the option `{option.name}` is never used"
            _warn_unused("N06", title, span, others, report)
        elif option.fixed is None:
            report.warn(
                "N06", f"under this variant the option `{option.name}` changes nothing",
                last.span.find_word(last.name),
                help=(f"`set {option.name} = …` leaves nothing to choose",),
                also=((span, "no rule reads it then"),),
            )  # fmt: skip


def _check_definitions(
    game: g.Game, is_own: Callable[[Span], bool], report: Report, others: tuple[d.Variant, ...]
) -> None:
    groups: dict[
        str, Mapping[str, g.Phase | g.Define | g.Table | g.Ranking | g.Conditions]
    ] = {
        "phase": game.phases, "define": game.defines, "table": game.tables,
        "ranking": game.rankings, "list of conditions": game.conditions,
    }  # fmt: skip
    for what, things in groups.items():
        for name, thing in things.items():
            if name != "match" and not game.uses.speaks_of(name) and is_own(thing.span):
                title = f"the {what} `{name}` is never used"
                _warn_unused("N09", title, thing.span, others, report)
    filled = {place.zone for step in all_steps(game) for place in step_facts(step).lays}
    for zone in game.all_zones:
        span = zone.span.find_word(zone.name)
        if zone.starts or not is_own(zone.span) or zone.name in game.uses.required:
            continue
        if zone.name not in game.uses.names:
            title = f"no rule speaks of the zone `{zone.name}`"
            _warn_unused("N09", title, span, others, report)
        elif zone not in filled and zone in _list_spoken_of(game):  # not by what is left out alone
            title = f"no card ever comes to `{zone.name}`, and rules speak of it"
            report.warn("N12", title, span)


def _list_spoken_of(game: g.Game) -> frozenset[Thing]:
    """What the rules and laws of a game read."""
    payoff = () if game.payoff is None else (game.payoff[1],)
    return things_read(*all_values(game), *payoff, *(law.test for law in game.laws))


def _check_registers(
    game: g.Game, is_own: Callable[[Span], bool], report: Report,
    variants: tuple[d.Variant, ...], others: tuple[d.Variant, ...],
) -> None:  # fmt: skip
    """State that is set and never read; that is read and nothing sets, or only takes from."""
    steps = select_kind(all_steps(game), g.Assign)
    taken = {step.place.thing for step in steps if step.op == "-="} - _list_filled(game)
    paid, moved = _list_paid(game), _list_changed(game)
    reset = _list_only_reset(game) if not variants else set[object]()
    for register in game.all_registers:
        if not is_own(register.span) or register.name in game.uses.required:
            continue
        span = register.span.find_word(register.name)
        read, written = register in game.uses.read, register in game.uses.written
        added = any(register.span.is_inside(one.span) for one in variants)
        if not read and register not in paid and (written or not added):  # others may set it
            how = "set but never read" if written else "never used"
            title = f"`{register.name}` is {how}"
            if register in game.read_by_examples:
                title = f"`{register.name}` is set, and only examples read it: no rule does"
            _warn_unused("N07", title, span, others, report)
        if read and not written and register.default is None and _needs_setting(register):
            title = f"nothing ever sets `{register.name}`, and it is read"
            if (hiding := _find_hiding(game, register)) is not None:
                chosen = _write_otherwise(hiding, register.name)
                also = ((span, "the name hides this, which nothing sets"),)
                report.add("N08", title, hiding.span, help=chosen, also=also)
                continue
            report.add(
                "N08", title, span,
                help=("give it a default, for example `= …` after its type, or set it in a phase",),
            )  # fmt: skip
        elif read and not written and register not in paid and _begins_plain(register):
            title = f"`{register.name}` is read, and nothing ever sets it"
            hidden = [hiding.span] if (hiding := _find_hiding(game, register)) is not None else []
            hides = tuple((place, "this name hides it here") for place in hidden)
            help_ = () if hidden else _write_as_define(register)
            report.warn("N12", title, span, also=hides, help=help_)
        elif read and isinstance(register.type, MaybeT) and register not in {*paid, *moved}:
            title = f"`{register.name}` is read, and nothing ever sets it to more than none"
            report.warn("N12", title, span)
        elif register in taken and register.default is None and element(register.type) is not None:
            title = f"`{register.name}` begins empty, and nothing is ever put into it"
            report.warn("N12", title, span)
        elif read and register in reset:
            title = f"`{register.name}` is only ever set to what it begins with"
            report.warn("N12", title, span)


def _list_only_reset(game: g.Game) -> set[object]:
    """State that steps set back, and that no step sets to anything else."""
    found, others = set[object](), set[object]()
    for step in all_steps(game):
        for place in step_facts(step).writes:
            (found if _sets_back(step) else others).add(place.thing)
    return found - others


def _sets_back(step: g.Step) -> bool:
    """Whether a step gives a register the value that it begins with, one that never changes."""
    match step:
        case g.Assign(op="=", place=g.Load(thing=g.Register(default=None)), value=value):
            return value.type == EMPTY
        case g.Assign(op="=", place=g.Load(thing=g.Register(default=begins)), value=value):
            return isinstance(begins, g.Const | g.Literal) and same_value(value, begins)
    return False


def _check_left_as_it_begins(
    game: g.Game, source: Source, report: Report, variants: tuple[d.Variant, ...],
    was_set: Collection[str],
) -> None:  # fmt: skip
    """State of a game that its rules set, where under a variant no rule sets it or asks for it.

    What a rule still asks for may be meant to stay as it begins.
    """
    last = variants[-1]
    in_use = {*game.uses.written, *_list_paid(game), *_list_filled(game), *_list_asked(game)}
    for register in game.all_registers:
        span = register.span.find_word(register.name)
        is_base = span.source is source and not any(span.is_inside(one.span) for one in variants)
        if is_base and register.name in was_set and register not in in_use:
            others = ", with what asks for it" if register in game.uses.read else ""
            report.warn(
                "N12", f"under this variant no rule sets `{register.name}` or asks for it",
                last.span.find_word(last.name), help=(f"`remove {register.name}`{others}",),
                also=((span, "it stays as it begins"),),
            )  # fmt: skip


def _list_asked(game: g.Game) -> frozenset[object]:
    """State and zones that rules ask for, themselves or by way of what they use; laws are none."""
    parts: list[Parts] = [tuple(rows) for rows in game.advice.values()]
    parts += [
        asked for thing, asked in rules_of(game)
        if not isinstance(thing, g.Define | g.Table | g.Ranking)
    ]  # fmt: skip
    values = (part for part in walk(tuple(parts)) if isinstance(part, g.Value))
    return frozenset(things_read(*values))


def _list_paid(game: g.Game) -> set[object]:
    """State that chips are paid from or to."""
    pays = select_kind(all_steps(game), g.Pay)
    return {place.thing for step in pays for place in (step.giver, step.taker)}


def _list_changed(game: g.Game) -> set[object]:
    """State that does not begin as none, or that is set to more than none, once at least."""
    begins = {one for one in game.all_registers if not _is_none(one.default)}
    steps = select_kind(all_steps(game), g.Assign)
    return {*begins, *(step.place.thing for step in steps if not _is_none(step.value))}


def _is_none(value: g.Value | None) -> bool:
    return value is None or (isinstance(value, g.Const) and value.type == NONE)


def _list_filled(game: g.Game) -> set[object]:
    """State that is set, added to, or given new records."""
    steps = list(all_steps(game))
    filled = {step.place.thing for step in select_kind(steps, g.Assign) if step.op != "-="}
    return {*filled, *(step.place.thing for step in select_kind(steps, g.New))}


def _check_defaults(game: g.Game, is_own: Callable[[Span], bool], report: Report) -> None:
    """R05: a default that asks for itself, or for state that is set after it, in the text's order.

    It would find what the phase has left there when it ran last.
    """
    registers = list(game.registers.values())
    for k, register in enumerate(registers):
        if register.default is None or not is_own(register.span):
            continue
        read = things_read(register.default)
        late = [one for one in registers[k:] if one in read and one.phase == register.phase]
        for one in late[:1]:
            span = one.span.find_word(one.name)
            report.add(
                "R05", f"`{one.name}` has no value yet", register.default.span,
                help=("defaults are set in the order of the text: what they ask for stands above",),
                also=() if one is register else ((span, "it is set here, after that"),),
            )  # fmt: skip


def _find_hiding(game: g.Game, register: g.Register) -> g.Var | None:
    """What has the name of a register where it is chosen, gone through or given by `let`."""
    nodes = (node for phase in game.phases.values() for node in walk(phase.body))
    named = (node.var for node in nodes if isinstance(node, g.Let | g.For | g.Param))
    return next((var for var in named if _is_hidden(register, var)), None)


def _is_hidden(register: g.Register, var: g.Var) -> bool:
    """Whether a register could be set to what hides it under its own name."""
    return (
        register.name == var.name and not register.index and is_assignable(var.type, register.type)
    )


def _write_otherwise(var: g.Var, name: str) -> tuple[str, ...]:
    """How something is chosen and kept, by two names."""
    line = var.span.source.line_text(var.span.line).strip()
    if line.startswith("let "):
        return (f"what is kept is set without `let`:  {line.removeprefix('let ')}",)
    other = f"chosen_{name}"
    new = re.sub(rf"\b{re.escape(name)}\b", other, line, count=1)
    return (
        f"by another name, and kept below it:  {new}",
        f"and below it, further in:  {name} = {other}",
    )


def _write_as_define(register: g.Register) -> tuple[str, ...]:
    """How a number is given that stays as it begins."""
    if register.index or register.default is None or not isinstance(register.type, NumberT):
        return ()
    value = register.default.span.words
    return (f"set it in a phase; or if it stays so:  define {register.name} = {value}",)


def _check_names(game: g.Game, is_own: Callable[[Span], bool], report: Report) -> None:
    """Names that nothing reads; what is announced has been told, and that may be all.

    A card that is chosen is there to be moved, shown or asked for.
    """
    also = {span for problem in report.problems for span, _ in problem.also}
    for action in (one for phase in game.phases.values() for one in actions_in(phase.body)):
        used = {part.local for part in walk(action.body) if isinstance(part, g.Value)}
        for param in action.params if is_own(action.span) else ():
            idle = param.var not in used and param.var.span not in also
            if idle and bare(param.var.type) == CARD:
                title = f"`{action.name}` does nothing with `{param.var.name}`"
                report.warn("N07", title, param.var.span)
    for step in select_kind(all_steps(game), g.Let):
        told = any(one.span is step.var.span for one in report.problems)  # that it hides something
        unread = not step.announced and step.var not in game.uses.vars and not told
        if unread and is_own(step.var.span):
            title = f"the name `{step.var.name}` is given and never read"
            kept = any(_is_hidden(one, step.var) for one in game.all_registers)
            help_ = _write_otherwise(step.var, step.var.name) if kept else ()
            report.warn("N07", title, step.var.span, help=help_)


def _begins_plain(register: g.Register) -> bool:
    """Whether a register begins with a figure or word, and not with what is so at the time."""
    return register.default is None or isinstance(register.default, g.Const | g.Literal)


def _needs_setting(register: g.Register) -> bool:
    """Whether a register has no value of its own to begin with."""
    return not isinstance(register.type, MaybeT | NumberT) and element(register.type) is None
