"""The smallest reduced position: a phase begun by hand, in which the same fault shows.

A position that is laid by hand need not be one that the game can come to, so it is told as what it
is, beside the smallest game. The phase is the innermost that was running when the fault showed and
can be begun by itself: none that goes through records made in play, or takes one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import RecordT, SequenceT, SetT, bare
from hoyle.dsl.machine import program as p
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.runtime.expression_compiler import Slots
from hoyle.interpreter.runtime.fault import NothingToChoose
from hoyle.interpreter.testing.failing_game import FailingGame
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.game_runner import CheckSchedule, GameRunner
from hoyle.interpreter.testing.script import Given, Script, ScriptedChance
from hoyle.interpreter.testing.shrink.candidate_runs import (
    Candidate,
    CandidateRunner,
    PhaseStart,
    Proposals,
)
from hoyle.interpreter.testing.shrink.reductions import (
    drop_cards,
    drop_moves,
    name_what_matters,
    plainer_cards,
    plainer_moves,
    try_until_kept,
)
from hoyle.interpreter.testing.shrink.stuck_choice import reasons_of

MAX_GAMES = 1000
MAX_ROUNDS = 4
PLAIN_TRIES = 6  # cards, or values, that are tried in place of one that was given


def shrink_position(
    ruleset: Ruleset, failure: Finding, game: FailingGame, games: int = MAX_GAMES,
    go_on: Callable[[], bool] = lambda: True,
) -> FailingGame | None:  # fmt: skip
    """The smallest found in so many; None where no phase shows it, begun by itself."""
    at = CandidateRunner(ruleset, failure, games, go_on)
    found = _begin_by_hand(at, game)
    if found is None:
        return None
    found = at.reduce_in_rounds(found, ROUND, MAX_ROUNDS)
    return name_what_matters(at, at.reduce(found, plainer_given, plainer_cards))


# ---------------------------------------------------------------------- a phase begun by hand


def _begin_by_hand(at: CandidateRunner, game: FailingGame) -> FailingGame | None:
    """The game from the beginning of one of its phases on, innermost first."""
    runner = at.runner_of(game.script)
    if at.replay(game) is None or runner is None:
        return None
    at.is_same = _fails_likewise(runner, game)
    starts = {start.phase: start for start in at.phase_starts}  # the last of each phase
    innermost = dict.fromkeys(start.phase for start in reversed(at.phase_starts))
    for start in [starts[phase] for phase in innermost if phase != "match"]:
        script = _script_from(at, runner, game, start)
        if script is not None:
            found = at.run(Candidate(script, game.texts[start.decisions :]))
            if found is not None:
                return found
    return None


def _fails_likewise(runner: GameRunner, game: FailingGame) -> Callable[[GameRunner, Finding], bool]:
    """Whether a position fails as the game does.

    Where cards may be put anywhere, more can go wrong than the rules let come about: nobody can
    play a card from a hand that was given none. So what is said must be the same, too, and where
    nothing may be chosen, the reasons.
    """
    why = _reasons_of(runner)

    def is_same(runner: GameRunner, finding: Finding) -> bool:
        likewise = finding.kind == "law" or finding.says == game.finding.says
        return likewise and _reasons_of(runner) == why

    return is_same


def _reasons_of(runner: GameRunner) -> frozenset[tuple[str, str]]:
    """Why nothing could be chosen in the game that was just played."""
    fault = runner.fault
    if not isinstance(fault, NothingToChoose) or fault.at < 0:
        return frozenset()
    return reasons_of(runner.table, fault)


def _script_from(
    at: CandidateRunner, runner: GameRunner, game: FailingGame, start: PhaseStart
) -> Script | None:
    """The position in which a phase began, as it would be laid by hand; None where it cannot."""
    phase, script = at.ruleset.game.phases[start.phase], game.script
    # a record, a set or a list cannot stand in a text
    if any(isinstance(bare(param.type), RecordT | SetT | SequenceT) for param in phase.params):
        return None
    inside = at.runner_of(attrs.evolve(script, phase=start.phase, args=start.args))
    if inside is None or _holds_records(runner, start):
        return None
    fresh = _begin_with_nothing(inside)
    if fresh is None:
        return None
    slots, events = fresh
    own = _count_draws(at.ruleset, runner, start.phase)
    chance = (
        *([None] * (events - own)), *script.chance[start.events : start.events + own],
        start.stock, *script.chance[start.events + own :],
    )  # fmt: skip
    given = tuple(_given_state(at.ruleset, inside, start, slots))
    return attrs.evolve(
        script, chance=chance, moves=(), phase=start.phase, args=start.args, given=given
    )


def _holds_records(runner: GameRunner, start: PhaseStart) -> bool:
    """Whether records made in play are there: nobody can lay those by hand."""
    machine = runner.table.machine
    for family in machine.families:
        kind = machine.slots[family.base].type
        if family.record is None and isinstance(kind, SequenceT | SetT):
            held = start.slots[family.base : family.base + family.count]
            if isinstance(bare(kind.of), RecordT) and any(held):
                return True
    return False


def _begin_with_nothing(runner: GameRunner) -> tuple[Slots, int] | None:
    """State as it is when a phase begins with nothing given, and the draws that come before."""
    seen: list[tuple[Slots, int]] = []

    def witness(s: Slots, node: p.Node) -> None:
        if isinstance(node, p.Chance) and node.kind == "pause":
            seen.append((list(s), len(runner.chance.noted) - 1))

    before, runner.witness = runner.witness, witness
    try:
        runner.game(ScriptedChance(()), lambda position: None, CheckSchedule(), 1)
    finally:
        runner.witness = before
        runner.take_events()
    return seen[1] if len(seen) > 1 else None


def _count_draws(ruleset: Ruleset, runner: GameRunner, phase: str) -> int:
    """How many registers of a phase are drawn when it begins."""
    drawn = {
        thing.name
        for thing in ruleset.game.registers.values()
        if thing.phase == phase and isinstance(thing.default, g.Op)
        and thing.default.name == "random"
    }  # fmt: skip
    families = runner.table.machine.families
    return sum(f.count for f in families if f.record is None and f.name in drawn)


def _given_state(
    ruleset: Ruleset, inside: GameRunner, start: PhaseStart, fresh: Slots
) -> Iterator[Given]:
    """The zones that hold cards, and the state that is not as it would be without saying."""
    engine, machine = inside.table.engine, inside.table.machine
    entered = {None, *(inside.owners or ())}
    for family in machine.families:
        thing = ruleset.game.registers.get(family.name)
        for slot in range(family.base, family.base + family.count) if not family.record else ():
            if slot in engine.zones.places:
                if slot != machine.stock and start.slots[slot]:
                    yield Given(slot, engine.zones.cards(list(start.slots), slot))
            elif thing is not None and thing.phase in entered and start.slots[slot] != fresh[slot]:
                yield Given(slot, start.slots[slot])


# ---------------------------------------------------------------------- less of it


def drop_given(at: CandidateRunner, game: FailingGame) -> Proposals:
    """Without one given after the other: state as it is without saying, cards in the stock."""
    for one in game.script.given:
        rest = tuple(other for other in game.script.given if other != one)
        game, _ = yield Candidate(attrs.evolve(game.script, given=rest), game.texts)
    return game


def drop_held(at: CandidateRunner, game: FailingGame) -> Proposals:
    """Fewer cards in each zone that was given some: half of them, then one by one."""
    for slot in _zones_given(at, game):
        length = len(_held_in(game, slot))
        while length:
            length = min(length, len(_held_in(game, slot)))
            k = 0
            while k < len(_held_in(game, slot)):
                before, cards = game, _held_in(game, slot)
                script = _with_held(game, slot, cards[:k] + cards[k + length :])
                game, _ = yield Candidate(script, game.texts)
                k += length * (game is before)
            length //= 2
    return game


def plainer_given(at: CandidateRunner, game: FailingGame) -> Proposals:
    """A card that comes earlier in the pack in place of each that was given."""
    zones = _zones_given(at, game)
    for slot in zones:
        for k, card in enumerate(_held_in(game, slot)):
            taken = {card for zone in zones for card in _held_in(game, zone)}
            lower = [other for other in range(card) if other not in taken]
            cards = _held_in(game, slot)
            hands = [(*cards[:k], other, *cards[k + 1 :]) for other in lower[:PLAIN_TRIES]]
            scripts = [_with_held(game, slot, hand) for hand in hands]
            game = yield from try_until_kept(game, scripts)
    return game


ROUND = (drop_moves, plainer_moves, drop_given, drop_held, drop_cards)


def _zones_given(at: CandidateRunner, game: FailingGame) -> list[int]:
    runner = at.runner_of(game.script)
    zones = runner.table.engine.zones.places if runner is not None else {}
    return [one.slot for one in game.script.given if one.slot in zones]


def _held_in(game: FailingGame, slot: int) -> tuple[int, ...]:
    held = (one.value for one in game.script.given if one.slot == slot)
    return next(held, ())


def _with_held(game: FailingGame, slot: int, cards: tuple[int, ...]) -> Script:
    """The script with other cards in a zone; without them all it is given none."""
    given = tuple(
        Given(slot, cards) if one.slot == slot else one
        for one in game.script.given
        if one.slot != slot or cards
    )
    return attrs.evolve(game.script, given=given)
