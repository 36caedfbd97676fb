"""Options: values that can never be chosen, and values that no rule tells apart."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import NONE, ChoiceT, NumberT, bare
from hoyle.dsl.machine.context import CannotLower
from hoyle.dsl.nearest import listed
from hoyle.dsl.node import children, walk
from hoyle.dsl.report import Report
from hoyle.interpreter.hand_tables.case_text import option_text
from hoyle.interpreter.hand_tables.symbolic_lowering import Open
from hoyle.interpreter.hand_tables.table_settings import SEATED, Laying, option_values, reads

MOST_TRIED = 20_000  # settings for one condition between options


def check_options(laying: Laying, report: Report) -> None:
    """Warnings for values of options that can never be chosen, or that change nothing."""
    if laying.game.needs:
        for need in laying.game.needs:
            _never_met(laying, need, report)
    _told_apart(laying.game, report)


# ---------------------------------------------------------------------- what is never allowed


def _never_met(laying: Laying, need: g.Need, report: Report) -> None:
    """O03: values that a condition excludes whatever the other options are."""
    game = laying.game
    laid = laying.at(game.counts[0])
    if laid is None:
        return
    read = reads(need.test, laid[0])
    names = [name for name in game.options if name in read]
    tried: dict[str, dict[int, bool]] = {name: {} for name in names}
    for players in game.counts if read & SEATED else game.counts[:1]:
        at = laying.at(players)
        if at is None or not _try_values(game, need, names, at[0], tried):
            return
    for name, met in tried.items():
        never = [value for value, possible in met.items() if not possible]
        if never and len(never) < len(met) and game.options[name].fixed is None:
            option = game.options[name]
            words = listed([f"`{option_text(laid[0], option, value)}`" for value in never], 6)
            report.warn(
                "O03", f"`{name}` can never be {words}", need.test.span, label="this excludes it",
                also=((option.span, "it may be chosen here"),),
            )  # fmt: skip


def _try_values(
    game: g.Game, need: g.Need, names: list[str], open_: Open, tried: dict[str, dict[int, bool]]
) -> bool:
    """Every setting that may matter to a condition; False where there are too many."""
    near = set(_numbers_in(need.test))
    values, ends = [], []
    for name in names:
        option = game.options[name]
        known, every = option_values(option, open_)
        ends.append(set(known) if every else {min(known), max(known)})
        near |= set(known)
        values.append(known)
    for k, name in enumerate(names):
        kind = bare(game.options[name].type)
        if isinstance(kind, NumberT):
            low, high = min(values[k]), max(values[k])
            close = {n + d for n in near for d in (-1, 0, 1) if low <= n + d <= high}
            values[k] = sorted({*values[k], *close})
    count = 1
    for known in values:
        count *= len(known)
    if count > MOST_TRIED:
        return False
    usual = dict(open_.settings.options)
    try:
        for chosen in product(*values):
            open_.settings.options.update(zip(names, chosen, strict=True))
            met = bool(open_.constant(need.test))
            for name, value, told in zip(names, chosen, ends, strict=True):
                if value in told:
                    tried[name][value] = tried[name].get(value, False) or met
    except CannotLower:
        return False
    finally:
        open_.settings.options.update(usual)
    return True


def _numbers_in(value: Any) -> Iterator[int]:
    for one in walk(value):
        if isinstance(one, g.Const):
            yield one.value


# ---------------------------------------------------------------------- what is never told apart


def _told_apart(game: g.Game, report: Report) -> None:
    """O04: alternatives of an option that no rule tells from one another."""
    choices = {
        option.name: option for option in game.options.values()
        if isinstance(bare(option.type), ChoiceT) and option.fixed is None
    }  # fmt: skip
    uses = dict[str, list[frozenset[int]] | None]()
    for root in everything(game):
        for one in walk(root):
            _asked_of(one, uses)
    for name, option in choices.items():
        asked = uses.get(name)
        if not asked:
            continue  # of one that is never used this has been said
        kind = bare(option.type)
        assert isinstance(kind, ChoiceT)
        values = [*range(len(kind.words)), *([-1] if kind != option.type else [])]
        alike: dict[tuple[bool, ...], list[int]] = {}
        for value in values:
            alike.setdefault(tuple(value in named for named in asked), []).append(value)
        for same in alike.values():
            if len(same) > 1:
                words = ["none" if value < 0 else kind.words[value] for value in same]
                said = " from ".join([f"`{words[0]}`", listed([f"`{w}`" for w in words[1:]])])
                report.warn("O04", f"no rule tells {said} of the option `{name}`", option.span)


def _asked_of(node: Any, uses: dict[str, list[frozenset[int]] | None]) -> None:
    """Note which alternatives a question names; None where an option is used in another way."""
    match node:
        case g.Op(name="is" | "is_not", args=(g.Setting(name=name), other)):
            _note(uses, name, _named_by((other,)))
        case g.Op(name="is" | "is_not", args=(other, g.Setting(name=name))):
            _note(uses, name, _named_by((other,)))
        case g.Op(name="in" | "not_in", args=(g.Setting(name=name), g.Op(name="list", args=args))):
            _note(uses, name, _named_by(args))
        case g.Op(args=args) | g.Call(args=args) if any(isinstance(a, g.Setting) for a in args):
            for arg in args:
                if isinstance(arg, g.Setting):
                    _note(uses, arg.name, None)
        case _:
            for held in children(node):
                if isinstance(held, g.Setting):
                    _note(uses, held.name, None)


def _note(
    uses: dict[str, list[frozenset[int]] | None], name: str, named: frozenset[int] | None
) -> None:  # fmt: skip
    known = uses.setdefault(name, [])
    if known is not None:
        if named is None:
            uses[name] = None
        else:
            known.append(named)


def _named_by(values: tuple[g.Value, ...]) -> frozenset[int] | None:
    """The alternatives that some plain values name; None where one is not plain."""
    found = []
    for value in values:
        if not isinstance(value, g.Const):
            return None
        found.append(-1 if value.type == NONE else value.value)
    return frozenset(found)


def everything(game: g.Game) -> Iterator[Any]:
    """All that the rules say, but for laws and examples; an option alone stands in a tuple."""
    for phase in game.phases.values():
        yield phase.body
    for define in game.defines.values():
        yield g.Op("whole", (define.value,), define.type, define.span)
    tables: list[g.Table | g.Ranking] = [*game.tables.values(), *game.rankings.values()]
    for table in tables:
        yield table.rows
    for conditions in game.conditions.values():
        yield conditions.musts
    for line in game.pack:
        yield from _wholes(line.value, line.test)
    for option in game.options.values():
        yield from _wholes(option.default, *option.allowed)
    for need in game.needs:
        yield from _wholes(need.test)
    zones = [*game.zones.values(), *(z for r in game.records.values() for z in r.zones)]
    for zone in zones:
        yield from _wholes(zone.capacity, zone.seen_by)
    kept = [*game.registers.values(), *(f for r in game.records.values() for f in r.registers)]
    for register in kept:
        yield from _wholes(
            register.low, register.high, register.most, register.default, register.seen_by
        )
    yield from _wholes(game.side_count, game.payoff[1] if game.payoff else None)


def _wholes(*values: g.Value | None) -> Iterator[g.Value]:
    """Values by themselves: an option that is one is used for all that it is."""
    for value in values:
        if value is not None:
            yield g.Op("whole", (value,), value.type, value.span)
