"""The smallest reduced position: a phase begun by hand, in which the same fault shows.

A position that is laid by hand need not be one that the game can come to, so it is told as what it
is, beside the smallest game. The phase is the innermost that was running when the fault showed and
can be begun by itself: none that goes through records made in play, or takes one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import RecordT, SequenceT, SetT, bare
from hoyle.dsl.machine import program as p
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.runtime.fault import NothingToChoose
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.testing.failing_game import FailingGame
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.game_runner import CheckSchedule, GameRunner
from hoyle.interpreter.testing.script import Given, RecordedChance, Script, ScriptedChance
from hoyle.interpreter.testing.shrink.candidate_runs import Begun, Rehearsal
from hoyle.interpreter.testing.shrink.card_reductions import any_cards, fewer_cards, plainer_cards
from hoyle.interpreter.testing.shrink.reductions import better, fewer_moves, plainer_moves
from hoyle.interpreter.testing.shrink.stuck_choice import reasons_of

MOST_GAMES = 1000
MOST_ROUNDS = 4
PLAIN_TRIES = 6  # cards, or values, that are tried in place of one that was given


def shrink_position(
    ruleset: Ruleset, failure: Finding, shown: FailingGame, games: int = MOST_GAMES,
    go_on: Callable[[], bool] = lambda: True,
) -> FailingGame | None:  # fmt: skip
    """The smallest found in so many games; None where no phase shows it, begun by itself."""
    at = Rehearsal(ruleset, failure, games, go_on)
    best = _begun_by_hand(at, shown)
    if best is None:
        return None
    for _ in range(MOST_ROUNDS):
        before = best.size
        best = fewer_moves(at, best)
        best = plainer_moves(at, best)
        best = _fewer_given(at, best)
        best = _fewer_held(at, best)
        best = fewer_cards(at, best)
        if best.size >= before or at.over:
            break
    best = _plainer_given(at, best)
    best = plainer_cards(at, best)
    return any_cards(at, best)


# ---------------------------------------------------------------------- a phase begun by hand


def _begun_by_hand(at: Rehearsal, shown: FailingGame) -> FailingGame | None:
    """The game from the beginning of one of its phases on, innermost first."""
    if at.play(shown.script, shown.texts) is None:
        return None
    again = at.runner_of(shown.script)
    at.alike = _as_there(again, shown) if again is not None else at.alike
    begun = [one for one in reversed(at.begun) if one.phase != "match"]
    tried: set[str] = set()
    for one in begun:
        if one.phase in tried or again is None:
            continue
        tried.add(one.phase)
        script = _from_here(at, again, shown, one)
        if script is None:
            continue
        found = at.play(script, shown.texts[one.decisions :])
        if found is not None:
            return found
    return None


def _as_there(game: GameRunner, shown: FailingGame) -> Callable[[GameRunner, Finding], bool]:
    """Whether a position fails as the game does.

    Where cards may be put anywhere, more can go wrong than the rules let come about: nobody can
    play a card from a hand that was given none. So what is said must be the same, too, and where
    nothing may be chosen, the reasons.
    """
    why = _reasons_of(game)

    def alike(runner: GameRunner, finding: Finding) -> bool:
        said = finding.kind == "law" or finding.says == shown.finding.says
        return said and _reasons_of(runner) == why

    return alike


def _reasons_of(runner: GameRunner) -> frozenset[tuple[str, str]]:
    """Why nothing could be chosen in the game that was just played."""
    fault = runner.fault
    if not isinstance(fault, NothingToChoose) or fault.at < 0:
        return frozenset()
    return reasons_of(runner.table, fault)


def _from_here(at: Rehearsal, game: GameRunner, shown: FailingGame, one: Begun) -> Script | None:
    """The position in which a phase began, as it would be laid by hand; None where it cannot."""
    phase = at.ruleset.game.phases[one.phase]
    if any(not _may_be_said(param.type) for param in phase.params) or _records_live(game, one):
        return None
    script = shown.script
    inside = at.runner(script.players, dict(script.options), one.phase, one.args)
    if inside is None:
        return None
    start = _fresh_start(inside)
    if start is None:
        return None
    slots, events = start
    own = _drawn_by(at.ruleset, game, one.phase)
    chance = (
        *([None] * (events - own)), *script.chance[one.events : one.events + own],
        one.stock, *script.chance[one.events + own :],
    )  # fmt: skip
    given = tuple(_different(at.ruleset, inside, one, slots))
    return attrs.evolve(
        script, chance=chance, moves=(), phase=one.phase, args=one.args, given=given
    )  # fmt: skip


def _may_be_said(kind: Any) -> bool:
    """Whether a value of this type can stand in a text: not a record, nor a set or list."""
    return not isinstance(bare(kind), RecordT | SetT | SequenceT)


def _records_live(game: GameRunner, one: Begun) -> bool:
    """Whether records made in play are there: nobody can lay those by hand."""
    machine = game.table.machine
    for family in machine.families:
        thing = machine.slots[family.base]
        if family.record is None and isinstance(thing.type, SequenceT | SetT):
            held = isinstance(bare(thing.type.of), RecordT)
            if held and any(one.slots[family.base + k] for k in range(family.count)):
                return True
    return False


def _fresh_start(runner: GameRunner) -> tuple[list[Any], int] | None:
    """State as it is when a phase begins with nothing given, and the draws that come before."""
    seen: list[list[Any]] = []
    luck = RecordedChance(ScriptedChance(()))
    events: list[int] = []

    def witness(s: list[Any], node: p.Node) -> None:
        if isinstance(node, p.Chance) and node.kind == "pause":
            seen.append(list(s))
            events.append(len(luck.noted))

    before, runner.witness = runner.witness, witness
    try:
        runner.game(luck, lambda position: None, CheckSchedule(Stream(0, "looks", 0), 0), 1)
    finally:
        runner.witness = before
        if runner.table.engine.trace is not None:
            runner.table.engine.trace.take()
    return (seen[1], events[1] - 1) if len(seen) > 1 else None


def _drawn_by(ruleset: Ruleset, game: GameRunner, phase: str) -> int:
    """How many registers of a phase are drawn when it begins."""
    count = 0
    for thing in ruleset.game.registers.values():
        drawn = isinstance(thing.default, g.Op) and thing.default.name == "random"
        if thing.phase == phase and drawn:
            families = game.table.machine.families
            count += sum(f.count for f in families if f.record is None and f.name == thing.name)
    return count


def _different(
    ruleset: Ruleset, inside: GameRunner, one: Begun, start: list[Any]
) -> Iterator[Given]:  # fmt: skip
    """The zones that hold cards, and the state that is not as it would be without saying."""
    engine, machine = inside.table.engine, inside.table.machine
    entered = {None, *(inside.owners or ())}
    for family in machine.families:
        if family.record is not None:
            continue
        for slot in range(family.base, family.base + family.count):
            if slot in engine.zones.places:
                if slot != machine.stock and one.slots[slot]:
                    yield Given(slot, engine.zones.cards(list(one.slots), slot))
            elif family.name in ruleset.game.registers:
                thing = ruleset.game.registers[family.name]
                if thing.phase in entered and one.slots[slot] != start[slot]:
                    yield Given(slot, one.slots[slot])


# ---------------------------------------------------------------------- less of it


def _fewer_given(at: Rehearsal, best: FailingGame) -> FailingGame:
    """Without one given after the other: state as it is without saying, cards in the stock."""
    for one in best.script.given:
        if at.over:
            break
        rest = tuple(other for other in best.script.given if other != one)
        best = better(best, at.play(attrs.evolve(best.script, given=rest), best.texts))
    return best


def _fewer_held(at: Rehearsal, best: FailingGame) -> FailingGame:
    """Fewer cards in each zone that was given some: half of them, then one by one."""
    zones = _zones_of(at, best)
    for slot in [one.slot for one in best.script.given if one.slot in zones]:
        length = len(_held_in(best, slot))
        while length and not at.over:
            length = min(length, len(_held_in(best, slot)))
            k = 0
            while k < len(_held_in(best, slot)) and not at.over:
                cards = _held_in(best, slot)
                other = _with_held(best, slot, cards[:k] + cards[k + length :])
                found = better(best, at.play(other, best.texts))
                k += length * (found is best)
                best = found
            length //= 2
    return best


def _plainer_given(at: Rehearsal, best: FailingGame) -> FailingGame:
    """A card that comes earlier in the pack in place of each that was given."""
    zones = _zones_of(at, best)
    for slot in [one.slot for one in best.script.given if one.slot in zones]:
        for k, card in enumerate(_held_in(best, slot)):
            taken = {c for one in best.script.given if one.slot in zones for c in one.value}
            for other in [c for c in range(card) if c not in taken][:PLAIN_TRIES]:
                if at.over:
                    return best
                cards = _held_in(best, slot)
                script = _with_held(best, slot, (*cards[:k], other, *cards[k + 1 :]))
                found = at.play(script, best.texts)
                if found is not None and found.size <= best.size:
                    best = found
                    break
    return best


def _zones_of(at: Rehearsal, best: FailingGame) -> dict[int, p.ZonePlace]:
    runner = at.runner_of(best.script)
    return runner.table.engine.zones.places if runner is not None else {}


def _held_in(best: FailingGame, slot: int) -> tuple[int, ...]:
    for one in best.script.given:
        if one.slot == slot:
            cards: tuple[int, ...] = one.value
            return cards
    return ()


def _with_held(best: FailingGame, slot: int, cards: tuple[int, ...]) -> Script:
    """The script with other cards in a zone; without them all it is given none."""
    given = tuple(
        Given(slot, cards) if one.slot == slot else one
        for one in best.script.given
        if one.slot != slot or cards
    )
    return attrs.evolve(best.script, given=given)
