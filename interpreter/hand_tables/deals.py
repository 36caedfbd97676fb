"""Whether the pack suffices for every deal, whatever the options are set to."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import NumberT, bare
from hoyle.dsl.machine.from_game import build_machine
from hoyle.dsl.preflight.deals import Overdraw, find_overdraws
from hoyle.dsl.report import Report
from hoyle.interpreter.hand_tables.table_settings import Laying, Options, reads

MOST_TABLES = 120  # numbers of players and settings that are laid


def check_deals(laying: Laying, report: Report) -> None:
    """D01 in settings of the options that are not the usual one."""
    from hoyle.interpreter.library.option_values import as_words, needs_are_met

    game = laying.game
    laid = laying.at(game.counts[0])
    if laid is None:
        return
    asked = list(_asked_by(game, "match", ()))
    if not asked:
        return  # no number of cards is dealt or moved
    read = laying.pack_reads().union(*(reads(value, laid[0]) for value in asked))
    if not read & set(game.options):
        return
    told: set[tuple[int, int]] = set()
    settings, _ = laying.settings(read | {"players"})
    for players, options in _spread(settings):
        words = as_words(game, players, dict(options))
        if not words or not needs_are_met(game, players, dict(options)):
            continue
        build = build_machine(game, players, dict(options), report=Report())
        for one in find_overdraws(game, build.machine) if build is not None else ():
            if (one.span.start, one.span.end) not in told:
                told.add((one.span.start, one.span.end))
                _tell(report, one, players, words)


def _spread(settings: list[tuple[int, Options]]) -> list[tuple[int, Options]]:
    step = max(1, -(-len(settings) // MOST_TABLES))
    return settings[::step]


def _tell(report: Report, one: Overdraw, players: int, words: list[str]) -> None:
    there = f"the pack has {one.there}" if one.whole else f"{one.there} are left"
    report.add(
        "D01",
        f"with {players} players and {' '.join(words)} this {one.does} {one.wanted} cards; {there}",
        one.span, help=("with the options as they stand it is all right",),
    )  # fmt: skip


def _asked_by(game: g.Game, name: str, seen: tuple[str, ...]) -> Iterator[g.Value]:
    """What the deals of a phase, and of those that it runs, hang on: how many, to whom, whether."""
    if name in seen or name not in game.phases:
        return
    yield from _in_block(game, game.phases[name].body, (*seen, name))


def _in_block(
    game: g.Game, body: tuple[g.Step, ...], seen: tuple[str, ...]
) -> Iterator[g.Value]:  # fmt: skip
    """The same for a block; what is asked around a deal counts too."""
    for step in body:
        around: list[g.Value] = []
        inner: list[g.Value] = []
        match step:
            case g.Deal(amount=amount, over=over):
                yield from (value for value in (amount, over) if value is not None)
            case g.Move(what=what) if isinstance(bare(what.type), NumberT):
                yield what
            case g.Run(phase=phase):
                yield from _asked_by(game, phase, seen)
            case g.If(branches=branches, otherwise=otherwise):
                around = [test for test, _ in branches]
                for _, block in branches:
                    inner += _in_block(game, block, seen)
                inner += _in_block(game, otherwise, seen)
            case g.For(over=over, body=block):
                around, inner = [over], list(_in_block(game, block, seen))
            case g.Repeat(times=times, body=block):
                around = [times] if times is not None else []
                inner = list(_in_block(game, block, seen))
            case g.Choose(actions=actions, otherwise=otherwise_):
                for action in actions:
                    inner += _in_block(game, action.body, seen)
                inner += _in_block(game, otherwise_ or (), seen)
        if inner:
            yield from (*around, *inner)
