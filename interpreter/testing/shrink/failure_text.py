"""A failed game as a card player would tell it: who plays, what matters of the cards, the moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hoyle.dsl.checked.types import CARD, SequenceT, SetT, bare
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import bits
from hoyle.interpreter.library.options import format_options
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.runtime.fault import NothingToChoose
from hoyle.interpreter.runtime.moves import Move
from hoyle.interpreter.runtime.notation import Notation
from hoyle.interpreter.testing.failing_game import FailingGame
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.game_runner import format_turn, list_turns
from hoyle.interpreter.testing.script import ANY, Script
from hoyle.interpreter.testing.shrink.failing_run import (
    FailingRun,
    format_start,
    replay_failing_game,
)
from hoyle.interpreter.testing.shrink.failure_transcript import FailureTranscript, describe_pile
from hoyle.interpreter.testing.shrink.stuck_choice import find_refusals

MAX_LINES = 40  # of what happened; a game that is longer is told from its end
MAX_REFUSED = 6


def describe_failure(ruleset: Ruleset, shown: FailingGame) -> tuple[str, ...]:
    """The game, line by line: a heading, and below it, set in, what happened and what is wrong."""
    went = replay_failing_game(ruleset, shown)
    script, runner = shown.script, went.runner
    transcript = FailureTranscript(ruleset, runner.table, _named_in(went), packs_of(went))
    lines = list(_set_up(ruleset, went, transcript))
    if script.phase:
        transcript.begin_in(script.phase)
    for position in went.positions:
        transcript.add_position(position)
    happened = transcript.list_lines()
    if len(happened) > MAX_LINES:
        left = len(happened) - MAX_LINES
        happened = (f"… {left} lines are left out here", *happened[left:])
    lines += happened
    if went.attempted is not None:
        last = went.positions[-1]
        words = transcript.labels.words
        seat = last.seat if last.seat is not None else 0
        lines.append(f"{words.names[seat]}: {words.format_move(last.node, went.attempted)}")
    lines += _wrong(shown.finding)
    lines += _stuck(went)
    return (
        _heading(script, format_start(ruleset, script, runner.words)),
        *(f"  {line}" for line in lines),
    )


def describe_reduced(ruleset: Ruleset, reduced: FailingGame | None) -> tuple[str, ...]:
    """The same of a reduced position; or that there is none."""
    if reduced is None:
        return ("no phase can be begun by hand in which the same shows",)
    return describe_failure(ruleset, reduced)


def _heading(script: Script, start: str = "") -> str:
    """What this is, and how large; `start` is the phase with what it was begun with."""
    many = [_counted(script.players, "player"), _counted(len(script.moves), "move")]
    many.append(_counted(script.cards, "card"))
    if script.phase:
        by_hand = script.given or any(isinstance(one, tuple) for one in script.chance)
        begun = f"begun at `{start}`" + ", with what is laid by hand" * bool(by_hand)
        return f"the smallest reduced position ({', '.join(many)}; {begun}):"
    return f"the smallest game ({', '.join(many)}):"


def _counted(number: int, of: str) -> str:
    return f"{number} {of}{'s' * (number != 1)}"


# ---------------------------------------------------------------------- what was set up


def _set_up(ruleset: Ruleset, went: FailingRun, transcript: FailureTranscript) -> Iterator[str]:
    """Who plays, the options that are not the usual ones, and what was laid by hand."""
    script, labels = went.script, transcript.labels
    yield f"players: {', '.join(went.runner.table.names)}"
    for word in format_options(ruleset.game, script.players, dict(script.options)):
        yield f"option {word.replace('=', ': ', 1)}"
    if not script.phase:
        return
    for one in script.given:
        value = _value_of(went, labels.words, one.slot)
        yield f"{labels.format_place(one.slot, full=True)}: {value}"
    for event, written in went.list_written():
        if event.node.kind == "pause" and isinstance(written, tuple) and written:
            yield f"{labels.format_place(event.slot)}, {describe_pile(labels, written)}"


def _value_of(went: FailingRun, words: Notation, slot: int) -> str:
    value = next(one.value for one in went.script.given if one.slot == slot)
    machine = went.runner.table.machine
    if slot in went.runner.table.engine.zones.places:
        return words.format_cards(value)
    kind = machine.slots[slot].type
    return words.format_plain(value, kind) if kind is not None else str(value)


def packs_of(went: FailingRun) -> list[tuple[int, ...]]:
    """What is written of each shuffle."""
    return [
        outcome if isinstance(outcome, tuple) else ()
        for event, outcome in went.list_written() if event.node.kind == "shuffle"
    ]  # fmt: skip


def _named_in(went: FailingRun) -> frozenset[int]:
    """The cards that have a name: in a shuffle, in a hand that was laid, in a move."""
    script, table = went.script, went.runner.table
    found = {card for one in script.chance if isinstance(one, tuple) for card in one}
    for one in script.given:
        if one.slot in table.engine.zones.places:
            found |= set(one.value)
    for before, after in zip(went.positions, went.positions[1:], strict=False):
        if after.move is not None:
            found |= _cards_of(before.node, after.move)
    return frozenset(found - {ANY})


def _cards_of(node: p.Choose, move: Move) -> set[int]:
    found: set[int] = set()
    values: tuple[Any, ...] = move.values
    for value, param in zip(values, node.actions[move.action].params, strict=True):
        kind = bare(param.type)
        if kind == CARD:
            found.add(value)
        elif isinstance(kind, SetT | SequenceT) and bare(kind.of) == CARD:
            found |= set(bits(value) if isinstance(value, int) else value)
    return found


# ---------------------------------------------------------------------- what is wrong


def _wrong(finding: Finding) -> Iterator[str]:
    says = f"`{finding.about}` {finding.says} here" if finding.about else finding.says
    yield f"-> {says}"
    for line in finding.lines:
        yield f"   {line}"


def _stuck(went: FailingRun) -> Iterator[str]:
    """Where nobody may do anything: why each move is refused, alike ones together."""
    fault = went.runner.fault
    if not isinstance(fault, NothingToChoose) or fault.at < 0:
        return
    table = went.runner.table
    refused = find_refusals(table, fault)
    name = table.names[fault.slots[table.engine.decisions[fault.at].node.seat]]
    for moves, why in refused[:MAX_REFUSED]:
        more = f" and {_counted(len(moves) - 3, 'more move')}" if len(moves) > 3 else ""
        yield f"   {name} may not {', '.join(moves[:3])}{more}: {why}"
    if len(refused) > MAX_REFUSED:
        yield f"   and {_counted(len(refused) - MAX_REFUSED, 'more reason')}"


# ---------------------------------------------------------------------- for a program


def failure_facts(ruleset: Ruleset, shown: FailingGame) -> dict[str, Any]:
    """The same for a program: its size, what was laid, and the moves."""
    went = replay_failing_game(ruleset, shown)
    script, table = shown.script, went.runner.table
    words = Notation(table.machine, table.names)
    chance: list[Any] = []
    for event, outcome in went.list_written():
        place = words.format_place(event.slot)
        if event.node.kind == "draw":
            drawn = words.format_value(event.outcome, event.node.type) if event.node.type else ""
            chance.append({"draw": place, "value": drawn})
        else:
            named = outcome if isinstance(outcome, tuple) else ()
            cards = [None if card == ANY else words.format_card(card) for card in named]
            chance.append({"pile": place, "from_the_top": cards})
    return {
        "players": list(table.names),
        "options": dict(
            word.split("=", 1)
            for word in format_options(ruleset.game, script.players, dict(script.options))
        ),
        "phase": script.phase or None,
        "given": {
            words.format_place(one.slot): _value_of(went, words, one.slot) for one in script.given
        },
        "chance": chance,
        "moves": moves_of(went),
        "size": {
            "players": script.players, "moves": len(script.moves), "cards": script.cards,
        },
        "told": list(describe_failure(ruleset, shown)),
    }  # fmt: skip


def moves_of(went: FailingRun) -> list[str]:
    """The moves with who makes them: `ann: play 7S`."""
    path = went.positions
    turns = list_turns(path, went.attempted)
    return [format_turn(turn, turn[0].table.words) for turn in turns if turn[0].seat is not None]
