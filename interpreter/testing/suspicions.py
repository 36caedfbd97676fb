"""Doubts: moves that always lead to the same place, seats that never win, or never choose.

All may be meant so. They are counted all along and told at the end, and fail no run.
"""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.dsl.analysis.facts import all_steps
from hoyle.dsl.checked import game as g
from hoyle.dsl.machine import program as p
from hoyle.dsl.printable import join_words, to_dashes
from hoyle.interpreter.runtime.events import (
    CardsHidden,
    CardsShown,
    Role,
    SentenceSaid,
    ValueAnnounced,
)
from hoyle.interpreter.runtime.fault import RulesetFault
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.moves import LegalMoves, Move
from hoyle.interpreter.runtime.notation import SEAT_NAMES
from hoyle.interpreter.runtime.table import Position
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.rule_coverage import Place, place_of

OFTEN = 12  # positions in which two moves must have led to the same place
# Games that a seat would have won if all were alike. One that wins by chance alone misses them all
# once in twenty thousand times; one that is at half of its share, once in a hundred and fifty.
SHARE = 10
WHOLE_DEALS = 5  # deals played to their end, before something is said of who never chose in them
NEWS = SentenceSaid | ValueAnnounced | CardsShown | CardsHidden  # beside the state

# The choice, the two actions, and of one action the parameter in which the moves differ.
MovePair = tuple[Place, str, str, str]
PairCounts = dict[MovePair, int]
TableSize = tuple[int, int]  # players and sides
# Deals, by the players, the seats that chose in it as bits, and whether it was played to its end.
DealCounts = dict[tuple[int, int, bool], int]


# ---------------------------------------------------------------------- moves


def compare_moves(position: Position, stream: Stream, same: PairCounts, unlike: PairCounts) -> None:
    """Make two of the legal moves with the same chance, unless they are known to differ."""
    node = position.node
    two = None if node.sealed else _two_of(position.legal(), stream)
    key = _pair_of(node, *two) if two is not None else None
    if two is None or key is None or key in unlike:
        return
    try:
        one, other = position.play(two[0]), position.play(two[1])
    except RulesetFault:
        unlike[key] = 1
        return
    alike = one.bytes() == other.bytes() and _list_news(one) == _list_news(other)
    count = same if alike else unlike
    count[key] = count.get(key, 0) + 1


def _two_of(legal: LegalMoves, stream: Stream) -> tuple[Move, Move] | None:
    """Two moves: of different actions, or of one action that has several values."""
    parts = legal.parts
    wide = [part for part in parts if part.size > 1]
    if len(parts) > 1 and (not wide or stream.below(2)):
        k = stream.below(len(parts) - 1)
        one, other = parts[k], parts[k + 1 + stream.below(len(parts) - k - 1)]
        return one.kth(stream.below(one.size)), other.kth(stream.below(other.size))
    if not wide:
        return None
    part = wide[stream.below(len(wide))]
    k = stream.below(part.size - 1)
    return part.kth(k), part.kth(k + 1)


def _pair_of(node: p.Choose, one: Move, other: Move) -> MovePair | None:
    """What two moves are an example of; None where they differ in several values."""
    first, second = node.actions[one.action], node.actions[other.action]
    place = place_of(node.span)
    if one.action != other.action:
        one_name, other_name = sorted((first.name, second.name))
        return (place, one_name, other_name, "")
    differ = [k for k, (a, b) in enumerate(zip(one.values, other.values, strict=True)) if a != b]
    if len(differ) != 1:
        return None
    return (place, first.name, first.name, first.params[differ[0]].name)


def _list_news(position: Position) -> list[tuple[str, list[object]]]:
    """What was said and shown on the way to a position."""
    return [
        (event.kind, event.list_contents(tuple(Role)))
        for event in position.events
        if isinstance(event, NEWS)
    ]


def find_equivalent_moves(game: g.Game, same: PairCounts, unlike: PairCounts) -> Iterator[Finding]:
    """Moves that have always led to the same place."""
    spans = {place_of(step.span): step.span for step in all_steps(game)}
    for key in sorted(same):
        (place, one, other, param), times = key, same[key]
        if key in unlike or times < OFTEN or place not in spans:
            continue
        if param:
            says = f"it makes no difference which `{param}` is chosen to `{to_dashes(one)}`"
        else:
            says = f"`{to_dashes(one)}` and `{to_dashes(other)}` come to the same"
        line = f"both led to the same place in all {times} positions in which both were tried"
        about = f"{one} {param}" if param else f"{one} {other}"
        yield Finding(says, spans[place], (line,), kind="phantom", about=to_dashes(about))


# ---------------------------------------------------------------------- winners


def count_winners(position: Position, ended: dict[TableSize, int], won: dict[int, int]) -> None:
    """Who has won a game that has ended: as the rules say, else who has taken most."""
    machine = position.table.machine
    table = (machine.players, machine.sides)
    winners: tuple[int, ...] = position.winners
    if not winners and machine.payoff is not None:
        taken = [position.payoff(seat) for seat in range(machine.players)]
        if max(taken) > min(taken):
            winners = tuple(seat for seat, much in enumerate(taken) if much == max(taken))
    if winners:
        ended[table] = ended.get(table, 0) + 1
    for seat in winners:
        won[seat] = won.get(seat, 0) + 1


def find_losing_seats(
    game: g.Game, ended: dict[TableSize, int], won: dict[int, int]
) -> Iterator[Finding]:
    """Seats that have never won, though chance alone would have let them."""
    spans = [step.span for step in all_steps(game) if isinstance(step, g.Win)]
    if game.payoff is not None:
        spans.append(game.payoff[1].span)
    never = []
    for seat in range(max((players for players, _ in ended), default=0)):
        games = sum(times for (players, _), times in ended.items() if seat < players)
        share = sum(
            times / (sides or players)
            for (players, sides), times in ended.items()
            if seat < players
        )
        if share >= SHARE and not won.get(seat):
            never.append((seat, games))
    if never and spans:  # at the last of several lines: who has won is said there
        names = join_words([SEAT_NAMES[seat] for seat, _ in never])
        least = min(games for _, games in never)
        line = f"{least} games with a winner were played to their end"
        yield Finding(f"{names} never won", spans[-1], (line,), kind="winners")


# ---------------------------------------------------------------------- who chooses


def describe_silent_seats(chose: DealCounts) -> Iterator[str]:
    """Seats that never chose, or how few ever chose in one deal, at each number of players.

    It is told once enough deals were played to their end. Where never more than one seat chose in a
    deal, whoever plays, it says nothing: there cards may be gathered for each turn.
    """
    in_turns = any(mask.bit_count() > 1 for _, mask, _ in chose)
    all_but_one: dict[int, int] = {}  # players, and in how many deals
    for players in sorted({players for players, _, _ in chose}):
        seats = [mask for count, mask, _ in chose if count == players]
        whole = sum(times for (count, _, over), times in chose.items() if over and count == players)
        most, ever = max(mask.bit_count() for mask in seats), 0
        for mask in seats:
            ever |= mask
        silent = [SEAT_NAMES[seat] for seat in range(players) if not ever >> seat & 1]
        if whole < WHOLE_DEALS or most == players:
            continue
        deals = f"in {whole:,} deals that were played to their end"
        if silent:
            yield f"never asked with {players} players: {join_words(silent)}, {deals}"
        elif in_turns and most == players - 1 > 1:
            all_but_one[players] = whole
        elif in_turns:
            asked = f"{most} {'was' if most == 1 else 'were'} asked in one deal"
            yield f"with {players} players never more than {asked}, {deals}"
    if all_but_one:
        many = join_words([str(players) for players in all_but_one])
        deals = f"in {sum(all_but_one.values()):,} deals that were played to their end"
        yield f"with {many} players at least one of them was asked nothing in each deal, {deals}"
