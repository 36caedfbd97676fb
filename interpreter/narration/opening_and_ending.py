"""What stands before and after a game: who plays what, and how it has ended."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from hoyle.dsl.checked.types import SEAT, SIDE, NumberT, bare
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.pack import PackOfCards
from hoyle.dsl.machine.slots import Family
from hoyle.dsl.printable import to_dashes, to_underscores
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.narration.labels import Labels
from hoyle.interpreter.narration.told_by_rules import find_purses
from hoyle.interpreter.runtime import events as e
from hoyle.interpreter.runtime.table import Position, Table


def list_opening_lines(
    ruleset: Ruleset, table: Table, options: Mapping[str, str], seed: int | None, symbols: bool
) -> list[str]:
    """The title, players, options that differ, the seed where it may be told, signs of cards."""
    lines = [ruleset.title, f"players: {', '.join(table.names)}"]
    for name, value in list_changed_options(ruleset, table, options):
        lines.append(f"option {name}: {value}")
    if seed is not None:
        lines.append(f"seed: {seed}")
    signs = _list_signs(table.machine.pack, symbols)
    if signs:
        lines.append("cards: " + " · ".join(f"{sign} {word}" for sign, word in signs))
    return lines


def _list_signs(pack: PackOfCards, symbols: bool) -> list[tuple[str, str]]:
    """The signs of the cards that are in play, with what they mean; `T♣` is of two words."""
    words = pack.words
    ranks = {to_dashes(words.ranks[rank]) for rank in pack.ranks if rank >= 0}
    known = ranks | {to_dashes(words.suits[suit]) for suit in pack.suits if suit >= 0}
    return [
        (sign, word) for sign, word in words.list_signs(symbols) if word in known or " " in word
    ]  # fmt: skip


def list_changed_options(
    ruleset: Ruleset, table: Table, options: Mapping[str, str]
) -> list[tuple[str, str]]:
    """The options that were set to something else than their default, as they were written."""
    if not options:
        return []
    usual = dict(ruleset.build(table.machine.players, {}).machine.options)
    now = dict(table.machine.options)
    return [
        (to_dashes(name), to_dashes(value))
        for name, value in options.items()
        if now[to_underscores(name)] != usual[to_underscores(name)]
    ]


def collect_scores(
    ruleset: Ruleset, position: Position, labels: Labels
) -> dict[str, dict[str, int]]:
    """The match's own numbers of each seat or side, by register: `score`, `chips`."""
    kept = {
        thing.name for thing in ruleset.game.registers.values()
        if thing.phase is None and thing.record is None
    }  # fmt: skip
    found: dict[str, dict[str, int]] = {}
    for slot, value, kind in position.view(-1).registers:
        family = labels.find_family(slot)
        if family is None or family.record is not None or family.name not in kept or kind is None:
            continue
        if family.kinds not in ((SEAT,), (SIDE,)) or not isinstance(bare(kind), NumberT):
            continue
        who = labels.words.format_value(slot - family.base + family.lows[0], family.kinds[0])
        found.setdefault(to_dashes(family.name), {})[who] = value
    return found


def collect_payoffs(position: Position) -> dict[str, int]:
    """What each takes away, where the rules say so."""
    if position.table.machine.payoff is None:
        return {}
    names = position.table.names
    return {name: position.payoff(seat) for seat, name in enumerate(names)}


def _find_paid_register(labels: Labels) -> str | None:
    """The number of each seat that is what it takes away; None where that is worked out.

    It may be that of its side, that number below zero, or what has come to the number that all
    began with.
    """
    if labels.machine.payoff is None:
        return None
    seat, value, _ = labels.machine.payoff
    begun: p.Expr | None = None
    match value:
        case p.Op("negate", (counted,)):
            value = counted
        case p.Op("minus", (counted, p.Const() as begun)):
            value = counted
    own = (p.Get(seat), p.Op("side", (p.Get(seat),)))
    if not isinstance(value, p.GetAt) or value.index not in own:
        return None
    family = labels.find_family(value.base)
    if family is None or (begun is not None and not _begins_with(labels, family, begun)):
        return None
    return to_dashes(family.name)


def _begins_with(labels: Labels, family: Family, value: p.Expr) -> bool:
    """Whether some line of the rules, such as that of its default, gives a number this value."""
    return any(
        isinstance(step, p.Set) and step.ref.base in family.slots and step.value == value
        for step in labels.machine.nodes
    )


def _list_banks(
    ruleset: Ruleset, position: Position, labels: Labels, purses: Collection[str]
) -> list[tuple[str, int]]:
    """The single numbers of the match that chips are paid to and from, if they hold any."""
    found = []
    for slot, value, kind in position.view(-1).registers:
        family = labels.find_family(slot)
        thing = None if family is None else ruleset.game.registers.get(family.name)
        if thing is None or thing.name not in purses or thing.untold or kind is None or not value:
            continue
        if thing.phase is None and thing.record is None and not thing.index:
            assert isinstance(value, int)
            found.append((to_dashes(thing.name), value))
    return found


def list_ending_lines(ruleset: Ruleset, position: Position, labels: Labels) -> list[str]:
    """Points at the end, and payoffs that are none of them; who is asked, where it breaks off."""
    untold = {to_dashes(name) for name, thing in ruleset.game.registers.items() if thing.untold}
    scores = collect_scores(ruleset, position, labels)
    told = {register: values for register, values in scores.items() if register not in untold}
    purses = find_purses(ruleset.game)
    banks = _list_banks(ruleset, position, labels, purses)
    holders = [register for register in told if to_underscores(register) in purses]
    lines = [
        f"{register}: "
        + " · ".join(
            f"{who} {value}"
            for who, value in [*values.items(), *(banks if [register] == holders else ())]
        )
        for register, values in told.items()
    ]
    if len(holders) != 1:
        lines += [f"{bank}: {value}" for bank, value in banks]
    paid = collect_payoffs(position) if position.over else {}
    if paid and _find_paid_register(labels) not in told:
        lines.append("payoff: " + " · ".join(f"{who} {value:+d}" for who, value in paid.items()))
    if position.over:
        return [f"the game is over{', and nobody wins' * _is_drawn(position)}", *lines]
    seat = position.seat
    assert seat is not None
    return [f"the game breaks off here; {position.table.names[seat]} is to move", *lines]


def _is_drawn(position: Position) -> bool:
    """Whether nobody has won a game that is won with `win`, which has not told it."""
    can_be_won = any(isinstance(node, p.Win) for node in position.table.machine.nodes)
    told = any(isinstance(event, e.GameWon) for event in position.events)
    return can_be_won and not told and not position.winners
