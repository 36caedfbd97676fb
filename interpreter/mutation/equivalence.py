"""Whether a change changes the game at all: the same examples, deals and moves at both tables."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from hoyle.dsl.checked.types import NumberT, bare
from hoyle.dsl.machine.constants import evaluate_settings, list_ranges
from hoyle.dsl.printable import count_players
from hoyle.interpreter.comparison.paired_tables import (
    LEGAL,
    STATE,
    Difference,
    ListeningTables,
    PairedTables,
    join_clipped,
)
from hoyle.interpreter.comparison.search import pick_move
from hoyle.interpreter.library.options import (
    describe_values,
    draw_options,
    format_options,
    needs_are_met,
)
from hoyle.interpreter.library.ruleset import Ruleset, RulesetError
from hoyle.interpreter.runtime.fault import RulesetFault
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.moves import Move
from hoyle.interpreter.runtime.table import Position, Table

GAMES = 30
LONG = 120  # moves of one game
ENDED = 10  # games that should come to their end: so many more are played on to it if fewer do
TO_THE_END = 1_000  # moves of such a game at most
OFFERED = 24  # settings of the options, of which those are taken that have most values
DRAWN = 3  # so many of them, besides the one that stands
NEEDS = 40  # settings that are asked whether they go together
Options = dict[str, int]
Laid = tuple[int, Options]  # how many play, with which options; those not named stand as they do


@attrs.define
class Original:
    """The rules before a change, with the tables at which they are played: each is made once."""

    ruleset: Ruleset
    tables: dict[tuple[int, bool], Table] = attrs.field(factory=dict)

    def places(self) -> list[Laid]:
        """The tables at which it is looked for a difference: few and many, several settings."""
        counts = some_counts(self.ruleset)
        found: list[Laid] = [(players, {}) for players in counts]
        tried: list[Laid] = []
        for k in range(OFFERED):
            players = counts[k % len(counts)]
            stream = Stream(k, "changed", players)
            tried.append((players, draw_options(self.ruleset.game, players, stream, {})))
        return [*found, *_cover_values(tried)]

    def table(self, number: int, place: Laid, traced: bool) -> Table:
        """The table of one place."""
        if (number, traced) not in self.tables:
            machine = self.ruleset.build(*place).machine
            self.tables[number, traced] = Table(machine, traced=traced)
        return self.tables[number, traced]


def _cover_values(tried: list[Laid]) -> Iterator[Laid]:
    """The settings that have most values of options, one after another, that none before it had."""
    seen: set[tuple[str, int]] = set()
    for _ in range(DRAWN):
        best = max(tried, key=lambda laid: len(laid[1].items() - seen))
        seen |= best[1].items()
        yield best


def some_counts(ruleset: Ruleset) -> list[int]:
    """The fewest players, the most, and some between."""
    counts = ruleset.players
    return list(dict.fromkeys([counts[0], counts[-1], counts[len(counts) // 2]]))


def compare_agreements(old: Ruleset, new: Ruleset) -> str | None:
    """What may be agreed before play at one table and not at the other."""
    if old.players != new.players:
        return f"{new.game.for_players} can play, and not {old.game.for_players}"
    for players in some_counts(old):
        low, other = (evaluate_settings(one.game, players, {}) for one in (old, new))
        for option in old.game.options.values():
            changed = new.game.options.get(option.name)
            if changed is None or not isinstance(bare(option.type), NumberT):
                continue
            if list_ranges(option, low) != list_ranges(changed, other):
                return f"{option.name} may be {describe_values(changed, other)}"
        if low.settings.sides != other.settings.sides:
            return f"{count_players(players)} are {other.settings.sides} sides"
    return _unlike_needs(old, new)


def _unlike_needs(old: Ruleset, new: Ruleset) -> str | None:
    """Options that go together at one table and not at the other."""
    if not old.game.needs:
        return None
    for number in range(NEEDS):
        players = old.players[number % len(old.players)]
        setting = _any_values(old, players, Stream(number, "needs", players))
        if needs_are_met(old.game, players, setting) != needs_are_met(new.game, players, setting):
            return "other options go together"
    return None


def _any_values(ruleset: Ruleset, players: int, stream: Stream) -> Options:
    """A value for each option, whether they go together or not."""
    free = attrs.evolve(ruleset.game, needs=[])
    return draw_options(free, players, stream, {})


@attrs.define
class PairedGames:
    """Games played side by side: how many, how many of them to the end of the match.

    `standing` are those of the latter with the options as they stand: there defaults count.
    """

    games: int = 0
    ended: int = 0
    standing: int = 0

    def __str__(self) -> str:
        to_the_end = f"{self.ended} of them to their end" if self.ended else "none to its end"
        if self.ended and not self.standing:
            to_the_end += ", but none with the options as they are"
        return f"{self.games} games, {to_the_end}"


def compare_games(
    original: Original, new: Ruleset, listening: bool = False
) -> tuple[str | None, PairedGames]:
    """The first difference that a player is shown, and the games that were played to find it.

    With `listening`, or hears. Where hardly any with the options as they stand came to its end, a
    few more are played on to it, with the fewest players.
    """
    pair = ListeningTables if listening else PairedTables
    places = original.places()
    done: dict[str, int] = {}
    tables: dict[int, PairedTables] = {}
    played = PairedGames()
    for seed in range(GAMES + ENDED):
        if seed >= GAMES and played.standing >= ENDED:
            break
        number, most = (seed % len(places), LONG) if seed < GAMES else (0, TO_THE_END)
        if number not in tables:
            try:
                table = Table(new.build(*places[number]).machine, traced=listening)
            except RulesetError as error:
                problems = error.report.in_order()
                return f"no table: {problems[0].title if problems else error}", played
            tables[number] = pair(original.table(number, places[number], listening), table)
        ended = played.ended
        found = _compare_game(tables[number], seed, most, done, played)
        played.standing += played.ended - ended if not places[number][1] else 0
        if found is not None:
            return found + _name_options(original.ruleset, places[number]), played
    return None, played


def _name_options(ruleset: Ruleset, place: Laid) -> str:
    """The options of a table that do not stand as they do, as a command reads them."""
    words = format_options(ruleset.game, *place)
    return f" (with {', '.join(words)})" if words else ""


def _compare_game(
    twins: PairedTables, seed: int, most: int, done: dict[str, int], played: PairedGames
) -> str | None:
    stream = Stream(seed, "moves", 0)
    played.games += 1
    if not twins.same_pack:
        return _told(next(twins.other_packs()), 0, twins)
    try:
        pair = twins.start(seed)
    except RulesetFault as fault:
        return f"no game begins: {fault.says}"
    for moves in range(most):
        found = [one for one in twins.differences(*pair) if one.kind != STATE]
        if found:  # what may be done comes of the cards, and is longer
            return _told(min(found, key=lambda one: one.kind == LEGAL), moves, twins)
        if pair[0].over:
            played.ended += 1
            return None
        move = pick_move(pair[0], stream, done)
        try:
            pair = twins.play(pair, move)
        except RulesetFault as fault:
            return _at_fault(pair[0], move, fault, twins)
    return None


def _at_fault(
    position: Position, move: Move, fault: RulesetFault, twins: PairedTables
) -> str | None:
    try:
        position.play(move)
    except RulesetFault:
        return None
    return f"{_place_of(len(position.path()), twins)} it cannot go on: {fault.says}"


def _told(one: Difference, moves: int, twins: PairedTables) -> str:
    left, right = one.clipped
    told = f"{right} instead of {left}"
    if one.own is not None:
        gone, new = (join_clipped(items) for items in one.own)
        told = "; ".join([*[f"also {new}"] * bool(new), *[f"not {gone}"] * bool(gone)])
    return f"{_place_of(moves, twins)} {one.name}: {told}"


def _place_of(moves: int, twins: PairedTables) -> str:
    players = f"with {len(twins.left.names)} players"
    if not moves:
        return f"{players}, before the first move,"
    return f"{players}, after {moves} move{'s' * (moves > 1)},"
