"""Options: values that can never be chosen, that no rule tells apart, that overdraw the pack."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod

from hoyle.dsl.analysis.facts import rules_of
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import NONE, ChoiceT, NumberT, bare
from hoyle.dsl.machine.constants import TableConstants
from hoyle.dsl.machine.context import CannotLower
from hoyle.dsl.machine.from_game import build_machine
from hoyle.dsl.nearest import listed
from hoyle.dsl.node import Parts, children, walk
from hoyle.dsl.preflight.deal_findings import Excess
from hoyle.dsl.preflight.deals import (
    DealSettings,
    find_overdraws,
    find_settling_reads,
    only_deals,
    takes_from_piles,
)
from hoyle.dsl.printable import count_players
from hoyle.dsl.report import Report
from hoyle.interpreter.hand_tables.rows import OpenLowering, format_value
from hoyle.interpreter.hand_tables.table_settings import (
    SEATED,
    GameSettings,
    Options,
    list_option_values,
)
from hoyle.interpreter.library.options import format_options, needs_are_met

MOST_WRITTEN = 8  # numbers that an option may be, one by one
MOST_TRIED = 20_000  # settings for one condition between options


def check_options(tables: GameSettings, report: Report) -> None:
    """Warnings for values of options that can never be chosen, or that change nothing."""
    for need in tables.game.needs:
        _never_met(tables, need, report)
    _told_apart(tables.game, report)


# ---------------------------------------------------------------------- what is never allowed


def _never_met(tables: GameSettings, need: g.Need, report: Report) -> None:
    """O03: values that a condition excludes whatever the other options are."""
    game = tables.game
    read = tables.read_by(need.test)
    names = [name for name in game.options if name in read]
    tried: dict[str, dict[int, bool]] = {name: {} for name in names}
    for players in game.counts if read & SEATED else game.counts[:1]:
        at = tables.at(players)
        if at is None or not _try_values(game, need, names, at, tried):
            return
    for name, met in tried.items():
        never = [value for value, possible in met.items() if not possible]
        if never and len(never) < len(met) and game.options[name].fixed is None:
            option = game.options[name]
            words = listed(
                [f"`{format_value(tables.usual.settings, option.type, value)}`" for value in never],
                6,
            )
            report.warn(
                "O03", f"`{name}` can never be {words}", need.test.span, label="this excludes it",
                also=((option.span, "it may be chosen here"),),
                help=_list_possible(need, option, met) if len(names) == 1 else (),
            )  # fmt: skip


def _list_possible(need: g.Need, option: g.Option, met: dict[int, bool]) -> tuple[str, ...]:
    """How an option of numbers is written with those alone that it may be."""
    possible = [value for value, may_be in met.items() if may_be]
    whole = isinstance(bare(option.type), NumberT) and len(met) == max(met) - min(met) + 1
    if not whole or len(possible) > MOST_WRITTEN:
        return ()
    numbers = " or ".join(map(str, sorted(possible)))
    goes = ", and this line can go" if need.written else ""
    return (f"write `{option.name}: {numbers}`{goes}",)


def _try_values(
    game: g.Game,
    need: g.Need,
    names: list[str],
    open_: OpenLowering,
    tried: dict[str, dict[int, bool]],
) -> bool:
    """Every setting that may matter to a condition; False where there are too many."""
    near = {part.value for part in walk(need.test) if isinstance(part, g.Const)}
    values, ends = [], []
    for name in names:
        option = game.options[name]
        known, every = list_option_values(option, open_)
        ends.append(set(known) if every else {min(known), max(known)})
        near |= set(known)
        values.append(known)
    for k, name in enumerate(names):
        kind = bare(game.options[name].type)
        if isinstance(kind, NumberT):
            low, high = min(values[k]), max(values[k])
            close = {n + d for n in near for d in (-1, 0, 1) if low <= n + d <= high}
            values[k] = sorted({*values[k], *close})
    if prod(map(len, values)) > MOST_TRIED:
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


# ---------------------------------------------------------------------- what is never told apart


def _told_apart(game: g.Game, report: Report) -> None:
    """O04: alternatives of an option that no rule tells from one another."""
    choices = {
        option.name: option for option in game.options.values()
        if isinstance(bare(option.type), ChoiceT) and option.fixed is None
    }  # fmt: skip
    uses = dict[str, list[frozenset[int]] | None]()
    for _, part in rules_of(game):
        _note_question(part, uses)
        for node in walk(part):
            _note_question(node, uses)
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


def _note_question(node: Parts, uses: dict[str, list[frozenset[int]] | None]) -> None:
    """Note which alternatives a question names; None where an option is used in another way."""
    match node:
        case g.Op(name="is" | "is_not", args=(g.Setting(name=name), other)):
            _note(uses, name, _named_by((other,)))
        case g.Op(name="is" | "is_not", args=(other, g.Setting(name=name))):
            _note(uses, name, _named_by((other,)))
        case g.Op(name="in" | "not_in", args=(g.Setting(name=name), g.Op(name="list", args=args))):
            _note(uses, name, _named_by(args))
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


MOST_TABLES = 60  # numbers of players and settings that are laid


def check_deals(tables: GameSettings, report: Report) -> None:
    """D01 and D03 in settings of the options that are not the usual one."""
    game = tables.game
    deals = DealSettings(find_settling_reads(game))
    deals = deals.without_open_questions(list(_tables_with_one_change(tables, deals)))
    read = (tables.pack_reads | deals.settings_read) & set(game.options)
    if not read or not takes_from_piles(game):
        return
    plain, usual, short = only_deals(game), set[object](), set[object]()
    alike: dict[object, tuple[int, Options]] = {}
    everywhere = (tables.pack_reads | deals.settings_read) & {"players"}
    settings = tables.list_settings(read | everywhere)[0]
    for players, options in settings if everywhere else ((game.counts[-1], o) for _, o in settings):
        key = _deal_key(tables, deals, players, options)
        if key is not None and not format_options(game, players, dict(options)):
            usual.add((players, key))
        elif key is not None and needs_are_met(game, players, dict(options)):
            alike[key] = (players, options)
    for key, (players, options) in alike.items():  # the most players need most cards
        if (players, key) not in usual and _find_overdraws(plain, players, options):
            short.add(key)
    if not short:
        return
    told: set[tuple[int, int]] = set()
    for players, options in _spread(tables.list_settings(read | SEATED)[0]):
        words = format_options(game, players, dict(options))
        if not words or _deal_key(tables, deals, players, options) not in short:
            continue
        if needs_are_met(game, players, dict(options)):
            for one in _find_overdraws(plain, players, options):
                if (one.span.start, one.span.end) not in told:
                    told.add((one.span.start, one.span.end))
                    _report_overdraw(report, one, players, words)


def _tables_with_one_change(tables: GameSettings, deals: DealSettings) -> Iterator[TableConstants]:
    """The usual table, and those at which one option that matters has another value."""
    usual = tables.usual
    yield TableConstants(usual)
    for name in sorted(deals.settings_read & set(tables.game.options)):
        for value in list_option_values(tables.game.options[name], usual)[0][1:]:
            laid = tables.at(tables.game.counts[0], ((name, value),))
            if laid is not None:
                yield TableConstants(laid)


def _deal_key(
    tables: GameSettings, deals: DealSettings, players: int, options: Options
) -> object | None:
    laid = tables.at(players, options)
    return None if laid is None else deals.key(TableConstants(laid))


def _find_overdraws(plain: g.Game, players: int, options: Options) -> list[Excess]:
    build = build_machine(plain, players, dict(options), report=Report())
    return find_overdraws(plain, build.machine)[0] if build is not None else []


def _spread(settings: list[tuple[int, Options]]) -> list[tuple[int, Options]]:
    step = max(1, -(-len(settings) // MOST_TABLES))
    return settings[::step]


def _report_overdraw(report: Report, one: Excess, players: int, words: list[str]) -> None:
    report.add(
        one.code, f"with {count_players(players)} and {' '.join(words)} {one.says}",
        one.span, help=("with the options as they are it is not sure to come to this",),
        also=one.also,
    )  # fmt: skip
