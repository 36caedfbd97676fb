"""What is found, made small: the smallest game, and the smallest position begun by hand.

First fewer players, then a shorter history, fewer options, plainer moves and fewer cards; again
and again until nothing becomes smaller. A game counts only where the fault is the same: the same
property, of the same law, at the same line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import RecordT, bare
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import bits
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.runtime.fault import NothingToChoose
from hoyle.interpreter.runtime.laid_position import Given
from hoyle.interpreter.runtime.moves import Slots
from hoyle.interpreter.testing.findings import FailingGame, Finding, SmallestGames
from hoyle.interpreter.testing.game_runner import CheckSchedule, GameRunner, list_turns
from hoyle.interpreter.testing.novelty_search import vary_single_options
from hoyle.interpreter.testing.random_games import Plan
from hoyle.interpreter.testing.refused_moves import find_wanting, reasons_of
from hoyle.interpreter.testing.script import Outcome, Script, ScriptedChance
from hoyle.interpreter.testing.shrink.candidate_runs import (
    BOLD,
    FILL,
    RANDOM,
    SCRIPTED,
    SKIP,
    Candidate,
    CandidateRunner,
    PhaseStart,
    Proposals,
    is_no_larger,
)
from hoyle.interpreter.testing.shrink.failure_text import cards_among, find_rest
from hoyle.interpreter.testing.shrink.named_cards import (
    drop_cards,
    drop_named,
    name_what_matters,
    plainer_cards,
    try_until_kept,
)
from hoyle.interpreter.testing.time_share import ALL_TIME, TimeShare
from hoyle.interpreter.testing.worker_pool import map_parallel

TRIES, FEW_TRIES = 24, 4  # random games in which a fault is looked for anew
HUNTED = 2 * TRIES  # random games in one round that may show it sooner
HUNTS = 3 * HUNTED  # ... and in all rounds
LONG = 8  # moves of a game for which other options are tried
WAYS = (SKIP, FILL)


def remove_players(at: CandidateRunner, game: FailingGame) -> Proposals:
    """The fewest players with whom the same comes about."""
    fewest = game.script.players
    for players in at.ruleset.players:
        if game.script.players == fewest > players:
            script = attrs.evolve(game.script, players=players)
            game = yield from _try_elsewhere(game, script, TRIES)
    return game


def reset_options(at: CandidateRunner, game: FailingGame) -> Proposals:
    """As many options as can be at their defaults without a move more."""
    options = game.script.options
    if options:
        game = yield from _try_elsewhere(game, attrs.evolve(game.script, options=()), FEW_TRIES)
    for option in options:
        rest = tuple(other for other in game.script.options if other != option)
        if len(rest) < len(game.script.options):
            game = yield from _try_elsewhere(game, attrs.evolve(game.script, options=rest), 0)
    return game


def _try_elsewhere(game: FailingGame, script: Script, tries: int) -> Proposals:
    """The same at another table: with the same moves, or else in random games."""
    found = None
    for way in WAYS:
        if found is None:
            game, found = yield Candidate(script, game.texts, way)
    most = max(60, 2 * len(game.texts))
    table = Script(script.players, tuple(sorted(script.options)))
    for seed in range(tries):
        if found is None:
            game, found = yield Candidate(table, (), RANDOM, seed=seed, most=most)
    return game


# ---------------------------------------------------------------------- a shorter history


def hunt_shorter(at: CandidateRunner, game: FailingGame) -> Proposals:
    """Random games with fewer moves; for a long game also with one option changed."""
    script = game.script
    singles = vary_single_options(at.ruleset, Plan(at.ruleset.players, 0), script.players)
    for seed in range(at.hunts, min(at.hunts + HUNTED, HUNTS)):
        if len(game.texts) <= 1:
            break
        at.hunts = seed + 1
        options = tuple(sorted(script.options))
        if singles and len(game.texts) > LONG and seed % 2:
            options = tuple(sorted(singles[seed // 2 % len(singles)].items()))
        most = len(game.texts) - 1
        table = Script(script.players, options)
        game, _ = yield Candidate(table, (), RANDOM, seed=seed, most=most)
    return game


def cut_end(at: CandidateRunner, game: FailingGame) -> Proposals:
    """As few of the first moves as show it: what is lost stays lost, and may be missed late."""
    low, high = 0, len(game.texts)
    while low < high:
        middle = (low + high) // 2
        _, found = yield Candidate(game.script, game.texts[:middle])
        if found is None:
            low = middle + 1
        else:
            high = middle
            game = found if found.size < game.size else game
    return game


def raise_amounts(at: CandidateRunner, game: FailingGame) -> Proposals:
    """The highest amounts, where it then shows sooner."""
    _, found = yield Candidate(game.script, game.texts, BOLD)
    if found is not None:
        yield from cut_end(at, found)
    return game


def drop_deals(at: CandidateRunner, game: FailingGame) -> Proposals:
    """Without what went on between the first and the last time that a phase began.

    The stock then lies at the first time as it lay at the last.
    """
    before = None
    while game is not before and (played := at.replay(game)) is not None:
        before = game
        for first, last in _repeated(played.phase_starts):
            texts = game.texts[: first.decisions] + game.texts[last.decisions :]
            chance = _without_deals(game.script.chance, first, last)
            for way in WAYS:
                if game is before:
                    script = attrs.evolve(game.script, chance=chance)
                    game, _ = yield Candidate(script, texts, way)
            if game is not before:
                break
    return game


def _repeated(starts: Sequence[PhaseStart]) -> Iterator[tuple[PhaseStart, PhaseStart]]:
    """The first and the last beginning of each phase that began more than once, outermost first."""
    for name in dict.fromkeys(start.phase for start in starts):
        same = [start for start in starts if start.phase == name]
        if len(same) > 1:
            yield same[0], same[-1]


def _without_deals(
    chance: tuple[Outcome, ...], first: PhaseStart, last: PhaseStart
) -> tuple[Outcome, ...]:
    """What chance brings when everything between two beginnings is left out."""
    before = list(chance[: first.events])
    for k in reversed(range(len(before))):
        if isinstance(before[k], tuple):
            before[k] = last.stock
            break
    return (*before, *chance[last.events :])


def drop_moves(at: CandidateRunner, game: FailingGame) -> Proposals:
    """Without one run of moves after the other, long runs first."""
    length = max(1, len(game.texts) // 2)
    while length:
        start = 0
        while start < len(game.texts):
            before, texts = game, game.texts[:start] + game.texts[start + length :]
            for way in WAYS:
                if game is before:
                    game, _ = yield Candidate(game.script, texts, way)
            if game is before:
                start += max(1, length // 2)
        length //= 2
    return game


def plainer_moves(at: CandidateRunner, game: FailingGame) -> Proposals:
    """An earlier legal move in place of each, where the same comes about."""
    for k in range(len(game.texts)):
        before = game
        for texts in _plainer(at, game, k):
            for way in WAYS:
                if game is before:
                    game, _ = yield Candidate(game.script, texts, way)
            if game is not before:
                break
    return game


def _plainer(at: CandidateRunner, game: FailingGame, k: int) -> Iterator[tuple[str, ...]]:
    """The moves with another in place of the k-th: the first of each action, and one half-way."""
    played = at.replay(game)
    if played is None or k >= len(game.texts):
        return
    position = played.path[min(k, len(played.path) - 1)]
    parts, text = position.legal().parts, game.texts[k]
    moves = list(dict.fromkeys(part.kth(0) for part in parts))
    if all(position.text(part.kth(0)) != text for part in parts):
        moves += [part.kth(part.size // 2) for part in parts if part.size > 2]
    for move in moves:
        other = position.text(move)
        if other == text:
            break
        yield (*game.texts[:k], other, *game.texts[k + 1 :])


MAX_POSITION_GAMES = 1000
MAX_POSITION_ROUNDS = 4
GIVEN_TRIES = 6  # cards, or values, that are tried in place of one that was given


def shrink_position(
    ruleset: Ruleset, failure: Finding, game: FailingGame,
    go_on: Callable[[], bool] = lambda: True,
) -> FailingGame | None:  # fmt: skip
    """The smallest found in some games; None where no phase shows it, begun by itself."""
    at = CandidateRunner(ruleset, failure, MAX_POSITION_GAMES, go_on)
    found = _begin_by_hand(at, game)
    if found is None:
        return None
    found = at.reduce_in_rounds(found, POSITION_ROUND, MAX_POSITION_ROUNDS)
    return name_what_matters(at, at.reduce(found, plainer_given, plainer_cards))


# ---------------------------------------------------------------------- a phase begun by hand


def _begin_by_hand(at: CandidateRunner, game: FailingGame) -> FailingGame | None:
    """The game from the beginning of one of its phases on, innermost first."""
    runner, played = at.runner_of(game.script), at.replay(game)
    if played is None or runner is None:
        return None
    starts = {start.phase: start for start in played.phase_starts}  # the last of each phase
    innermost = dict.fromkeys(start.phase for start in reversed(played.phase_starts))
    phases = [starts[phase] for phase in innermost if phase != "match"]
    if _find_wanting(runner):  # that nothing is there shows little where nobody has played
        phases.sort(key=lambda start: start.decisions == len(game.texts))
    for start in phases:
        if at.is_over:
            return None
        script = _script_from(at, runner, game, start)
        if script is not None:
            at.is_same = _fails_likewise(runner, game, start)
            found = at.run(Candidate(script, game.texts[start.decisions :]))
            if found is not None:
                return found
    return None


def _fails_likewise(
    runner: GameRunner, game: FailingGame, start: PhaseStart
) -> Callable[[GameRunner, Finding], bool]:
    """Whether a position fails as the game does.

    Where cards may be put anywhere, more can go wrong than the rules let come about: nobody can
    play a card from a hand that was given none, and what a phase counts comes to less where fewer
    were dealt. So what is said must be the same, too; of a law at the end of a phase, its numbers;
    and where nothing may be chosen, the reasons. A card with which the phase is begun lies where
    it lay in the game. Where the game cannot go on since a zone is empty, none of its kind is
    emptied: any rules would stop where all cards are taken away. For the same reason the last move
    is of the same action: that of which nobody thought is what emptied the zone.
    """
    why, laws = _reasons_of(runner), runner.ruleset.game.laws
    zones = runner.table.engine.zones
    begun_with = cards_among(runner.ruleset.game.phases[start.phase], start.args)
    began = list(start.slots)
    places = {card: zones.where(began, card) for card in begun_with}
    wanting = _find_wanting(runner)
    kept = [slot for slot in wanting if zones.cards(began, slot)]
    has_moves = bool(wanting) and start.decisions < len(game.texts)
    last = _find_last_action(runner)
    at_end = any(
        law.phase is not None and law.action is None and law.test.span == game.finding.span
        for law in laws
    )

    def is_same(runner: GameRunner, finding: Finding) -> bool:
        likewise = finding.kind == "law" or finding.says == game.finding.says
        counted = not at_end or finding.lines == game.finding.lines
        laid = runner.laws.laid or []
        lie_there = all(zones.where(laid, card) == place for card, place in places.items())
        emptied = bool(laid) and not all(zones.cards(laid, slot) for slot in kept)
        ends_so = not has_moves or _find_last_action(runner) == last
        lie_so = lie_there and not emptied and ends_so
        return likewise and counted and lie_so and _reasons_of(runner) == why

    return is_same


def _find_last_action(runner: GameRunner) -> str:
    """The name of the action of the last move; empty where none was made."""
    turns = list_turns(runner.path(), runner.attempted)
    return turns[-1][0].node.actions[turns[-1][1].action].name if turns else ""


def _reasons_of(runner: GameRunner) -> frozenset[tuple[str, str]]:
    """Why nothing could be chosen in the game that was just played."""
    fault = runner.fault
    if not isinstance(fault, NothingToChoose) or fault.at < 0:
        return frozenset()
    return reasons_of(runner.table.engine, runner.words, fault)


def _find_wanting(runner: GameRunner) -> list[int]:
    """The zones that are called as one that was empty, so that a game could not go on."""
    engine = runner.table.engine
    empty = find_wanting(engine, runner.fault)
    families = [family for family in engine.machine.families if empty & set(family.slots)]
    slots = (slot for family in families for slot in family.slots)
    return [slot for slot in slots if slot != engine.machine.stock]


def _script_from(
    at: CandidateRunner, runner: GameRunner, game: FailingGame, start: PhaseStart
) -> Script | None:
    """The position in which a phase began, as it would be laid by hand; None where it cannot."""
    phase, script = at.ruleset.game.phases[start.phase], game.script
    if start.phase == "match":
        return None
    # a record, a set or a list cannot stand in a text
    kinds = [bare(param.type) for param in phase.params]
    if any(isinstance(kind, RecordT) or kind.element is not None for kind in kinds):
        return None
    inside = at.runner_of(attrs.evolve(script, phase=start.phase, args=start.args))
    if inside is None or _holds_records(runner, start) or _was_played(runner, phase, start):
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
        of = kind.element if kind is not None and family.record is None else None
        held = start.slots[family.base : family.base + family.count]
        if of is not None and isinstance(bare(of), RecordT) and any(held):
            return True
    return False


def _was_played(runner: GameRunner, phase: g.Phase, start: PhaseStart) -> bool:
    """Whether a phase is begun with a card of which the rules ask who played it: nobody did."""
    player_of = runner.table.machine.player_of
    cards = cards_among(phase, start.args)
    return player_of is not None and any(start.slots[player_of + card] != -1 for card in cards)


def _begin_with_nothing(runner: GameRunner) -> tuple[Slots, int] | None:
    """State as it is when a phase begins with nothing given, and the draws that come before."""
    seen: list[tuple[Slots, int]] = []

    def witness(s: Slots, node: p.Node) -> None:
        if isinstance(node, p.Chance) and node.kind == "pause":
            seen.append((list(s), len(runner.chance.list_events()) - 1))

    before, runner.witness = runner.witness, witness
    try:
        runner.game(ScriptedChance(()), lambda position: None, CheckSchedule(), 1)
    finally:
        runner.witness = before
        runner.take_events()
    return seen[0] if seen else None


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
    """The zones that hold cards, state that is not as it would be without saying, and showings."""
    engine, machine = inside.table.engine, inside.table.machine
    entered = {None, *(inside.owners or ())}
    for family in machine.families:
        thing = ruleset.game.registers.get(family.name)
        for slot in family.slots if not family.record else ():
            if slot in engine.zones.places:
                if slot != machine.stock and start.slots[slot]:
                    yield Given(slot, engine.zones.cards(list(start.slots), slot))
            elif thing is not None and thing.phase in entered and start.slots[slot] != fresh[slot]:
                yield Given(slot, start.slots[slot])
    for slot in machine.list_showings():
        if start.slots[slot] != fresh[slot]:
            yield Given(slot, start.slots[slot])


# ---------------------------------------------------------------------- less of it


def drop_given(at: CandidateRunner, game: FailingGame) -> Proposals:
    """Without one run of what was given after the other, long runs first.

    State is then as it is without saying, and cards lie in the stock. What the first steps sweep
    away is gone at once, before the cards of each zone are tried.
    """
    length = len(game.script.given)
    while length:
        k = 0
        while k < len(game.script.given):
            before, given = game, game.script.given
            script = attrs.evolve(game.script, given=given[:k] + given[k + length :])
            game, _ = yield Candidate(script, game.texts)
            k += length * (game is before)
        length //= 2
    return game


def drop_shown(at: CandidateRunner, game: FailingGame) -> Proposals:
    """Without one card after the other that was shown."""
    runner = at.runner_of(game.script)
    showings = runner.table.machine.list_showings() if runner is not None else {}
    for showing in [one for one in game.script.given if one.slot in showings]:
        for card in bits(showing.value):
            given = tuple(
                Given(one.slot, one.value & ~(1 << card)) if one.slot == showing.slot else one
                for one in game.script.given
            )
            script = attrs.evolve(game.script, given=given)
            game, _ = yield Candidate(script, game.texts, improves=is_no_larger)
    return game


def plain_options(at: CandidateRunner, game: FailingGame) -> Proposals:
    """One option after the other at its default, where what is given keeps its places."""
    for option in game.script.options:
        rest = tuple(other for other in game.script.options if other != option)
        script = attrs.evolve(game.script, options=rest)
        runners = at.runner_of(game.script), at.runner_of(script)
        first, second = (
            [s.name for s in one.table.machine.slots] if one else [] for one in runners
        )
        if first == second:
            game, _ = yield Candidate(script, game.texts)
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
                for way in WAYS:
                    if game is before:
                        game, _ = yield Candidate(script, game.texts, way)
                k += length * (game is before)
            length //= 2
    return game


def gather_held(at: CandidateRunner, game: FailingGame) -> Proposals:
    """What was given to each zone in the one that holds the most; then as many cards as can be.

    The second where that zone is told as all other cards, since no card may lie in the stock.
    """
    held = {slot: len(_held_in(game, slot)) for slot in _zones_given(at, game)}
    fullest = max(held, key=lambda slot: held[slot], default=-1)
    for slot in held:
        length = held[slot] if slot != fullest else 0
        while length:
            k = 0
            while k < len(_held_in(game, slot)):
                before, cards = game, _held_in(game, slot)
                fewer = _with_held(game, slot, cards[:k] + cards[k + length :])
                cards = _held_in(game, fullest) + cards[k : k + length]
                script = _with_held(attrs.evolve(game, script=fewer), fullest, cards)
                game, _ = yield Candidate(script, game.texts, improves=is_no_larger)
                k += length * (game is before)
            runner = at.runner_of(game.script)
            length = length // 2 if runner is not None and find_rest(runner, game.script) else 0
    return game


def plainer_given(at: CandidateRunner, game: FailingGame) -> Proposals:
    """A card that comes earlier in the pack in place of each that was given."""
    zones = _zones_given(at, game)
    for slot in zones:
        for k, card in enumerate(_held_in(game, slot)):
            taken = {card for zone in zones for card in _held_in(game, zone)}
            lower = [other for other in range(card) if other not in taken]
            cards = _held_in(game, slot)
            hands = [(*cards[:k], other, *cards[k + 1 :]) for other in lower[:GIVEN_TRIES]]
            scripts = [_with_held(game, slot, hand) for hand in hands]
            game = yield from try_until_kept(game, scripts)
    return game


POSITION_ROUND = (
    drop_given,
    drop_moves,
    plain_options,
    plainer_moves,
    drop_held,
    gather_held,
    drop_shown,
    drop_cards,
)


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


MAX_GAMES = 1500
MAX_HURRIED_MOVES = 300  # of a game that is shown as it was found, where no time is left
MAX_ROUNDS = 8
KEPT = 400  # games for plainer cards, and for those that matter, however many were played before

ROUND = (
    cut_end,
    raise_amounts,
    drop_deals,
    hunt_shorter,
    drop_moves,
    reset_options,
    plainer_moves,
    drop_cards,
)


def shrink_game(
    ruleset: Ruleset, failure: Finding, games: int = MAX_GAMES,
    go_on: Callable[[], bool] = lambda: True,
) -> FailingGame | None:  # fmt: skip
    """The smallest game found in so many; None where the script does not show the fault.

    A game that is not long is shown as it was found where there is no time to make it smaller.
    """
    assert failure.script is not None
    at = CandidateRunner(ruleset, failure, games, go_on)
    if len(failure.script.moves) <= MAX_HURRIED_MOVES:
        at.go_on = lambda: True
    game = at.run(Candidate(failure.script, way=SCRIPTED))
    at.go_on = go_on
    if game is None or not go_on():
        return None if game is None else attrs.evolve(game, is_sure=False)
    game = at.reduce(game, remove_players)
    game = at.reduce_in_rounds(game, ROUND, MAX_ROUNDS)
    at.left = max(at.left, KEPT)
    game = at.reduce(game, plainer_cards)
    at.left = max(at.left, KEPT)
    game = name_what_matters(at, game)
    at.left = max(at.left, KEPT)
    fewer = name_what_matters(at, at.reduce(game, drop_named))
    return fewer if fewer.is_sure and fewer.size < game.size else game


def shrink_findings(
    ruleset: Ruleset, findings: Sequence[Finding], jobs: int = 1, share: TimeShare = ALL_TIME,
    tell: Callable[[str], None] = lambda text: None,
) -> list[SmallestGames]:  # fmt: skip
    """For each finding, as far as the time lasts; what has no script stays as it was."""
    found: list[SmallestGames] = []
    tell(f"something was found; making it smaller, 1 of {len(findings)}")
    work = partial(_shrink, ruleset, findings, jobs=jobs, share=share)
    for small in map_parallel(work, range(len(findings)), jobs):
        found.append(small)
        now = min(len(found) + 1, len(findings))
        tell(f"something was found; making it smaller, {now} of {len(findings)}")
    return found


def _shrink(
    ruleset: Ruleset, findings: Sequence[Finding], number: int, jobs: int, share: TimeShare
) -> SmallestGames:
    """One of the findings, in its part of the time; the game gets more of it than the position."""
    finding = findings[number]
    if finding.script is None:
        return SmallestGames(None)
    mine = share.share(-(-(len(findings) - number) // jobs))
    game = shrink_game(ruleset, finding, go_on=lambda: not mine.is_late())
    was_up = mine.is_late()
    if game is None:
        return SmallestGames(None, None, was_up)
    reduced = shrink_position(ruleset, finding, game, go_on=mine.go_on)
    return SmallestGames(game, reduced, was_up or not mine.go_on())
