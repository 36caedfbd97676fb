"""Less of everything: players, options, deals, moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from hoyle.interpreter.testing.failing_game import FailingGame
from hoyle.interpreter.testing.novelty_search import vary_single_options
from hoyle.interpreter.testing.random_games import Plan
from hoyle.interpreter.testing.script import Outcome
from hoyle.interpreter.testing.shrink.candidate_runs import BOLD, FILL, SKIP, Begun, Rehearsal

TRIES, FEW_TRIES = 24, 4  # random games in which a fault is looked for anew
LONG = 8  # moves of a game for which other options are tried
WAYS = (SKIP, FILL)


def better(best: FailingGame, other: FailingGame | None) -> FailingGame:
    """The smaller of two games that show the same."""
    return other if other is not None and other.size < best.size else best


def fewer_players(at: Rehearsal, best: FailingGame) -> FailingGame:
    """The fewest players with whom the same comes about."""
    for players in at.ruleset.players:
        if players >= best.script.players or at.over:
            break
        found = _elsewhere(at, best, players, best.script.options, TRIES)
        if found is not None:
            return found
    return best


def fewer_options(at: Rehearsal, best: FailingGame) -> FailingGame:
    """As many options as can be at their defaults without a move more."""
    if best.script.options:
        best = better(best, _elsewhere(at, best, best.script.players, (), FEW_TRIES))
    for one in best.script.options:
        if at.over:
            break
        rest = tuple(other for other in best.script.options if other != one)
        best = better(best, _elsewhere(at, best, best.script.players, rest, 0))
    return best


def _elsewhere(
    at: Rehearsal, best: FailingGame, players: int, options: tuple[tuple[str, int], ...], tries: int
) -> FailingGame | None:
    """The same at another table: with the same moves, or else in random games."""
    script = attrs.evolve(best.script, players=players, options=options)
    for way in WAYS:
        found = at.play(script, best.texts, way)
        if found is not None:
            return found
    for seed in range(tries):
        if at.over:
            return None
        found = at.hunt(players, dict(options), seed, max(60, 2 * len(best.texts)))
        if found is not None:
            return found
    return None


# ---------------------------------------------------------------------- a shorter history


def hunted(at: Rehearsal, best: FailingGame) -> FailingGame:
    """The shortest of some random games; of a long one also with one option changed."""
    script = best.script
    singles = vary_single_options(at.ruleset, Plan(at.ruleset.players, 0), script.players)
    for seed in range(at.hunts, at.hunts + TRIES * 2):
        if at.over or len(best.texts) <= 1:
            break
        at.hunts = seed + 1
        options = dict(script.options)
        if singles and len(best.texts) > LONG and seed % 2:
            options = singles[seed // 2 % len(singles)]
        most = len(best.texts) - 1
        best = better(best, at.hunt(script.players, options, seed, most))
    return best


def sooner(at: Rehearsal, best: FailingGame) -> FailingGame:
    """As few of the first moves as show it: what is lost stays lost, and may be missed late."""
    low, high = 0, len(best.texts)
    while low < high and not at.over:
        middle = (low + high) // 2
        found = at.play(best.script, best.texts[:middle])
        if found is None:
            low = middle + 1
        else:
            best, high = better(best, found), middle
    return best


def bolder(at: Rehearsal, best: FailingGame) -> FailingGame:
    """With the highest amounts, where it then shows sooner."""
    found = at.play(best.script, best.texts, BOLD)
    return better(best, sooner(at, found)) if found is not None else best


def fewer_deals(at: Rehearsal, best: FailingGame) -> FailingGame:
    """Without what went on between the first and the last time that a phase began.

    The stock then lies at the first time as it lay at the last.
    """
    again = at.play(best.script, best.texts)
    if again is None:
        return best
    for first, last in _repeated(list(at.begun)):
        if at.over:
            break
        texts = best.texts[: first.decisions] + best.texts[last.decisions :]
        chance = _relaid(best.script.chance, first, last)
        for way in WAYS:
            found = at.play(attrs.evolve(best.script, chance=chance), texts, way)
            if found is not None and found.size < best.size:
                return fewer_deals(at, found)
    return best


def _repeated(begun: Sequence[Begun]) -> Iterator[tuple[Begun, Begun]]:
    """The first and the last beginning of each phase that began more than once, outermost first."""
    for name in dict.fromkeys(one.phase for one in begun):
        same = [one for one in begun if one.phase == name]
        if len(same) > 1:
            yield same[0], same[-1]


def _relaid(chance: tuple[Outcome, ...], first: Begun, last: Begun) -> tuple[Outcome, ...]:
    """What chance brings when everything between two beginnings is left out."""
    before = list(chance[: first.events])
    for k in reversed(range(len(before))):
        if isinstance(before[k], tuple):
            before[k] = last.stock
            break
    return (*before, *chance[last.events :])


def fewer_moves(at: Rehearsal, best: FailingGame) -> FailingGame:
    """Without one run of moves after the other, long runs first."""
    length = max(1, len(best.texts) // 2)
    while length:
        start = 0
        while start < len(best.texts) and not at.over:
            texts = best.texts[:start] + best.texts[start + length :]
            found = None
            for way in WAYS:
                found = better(best, at.play(best.script, texts, way))
                if found is not best:
                    break
            if found is best or found is None:
                start += max(1, length // 2)
            else:
                best = found
        length //= 2
    return best


def plainer_moves(at: Rehearsal, best: FailingGame) -> FailingGame:
    """An earlier legal move in place of each, where the same comes about."""
    k = 0
    while k < len(best.texts) and not at.over:
        for texts in _plainer(at, best, k):
            found = next(
                (f for way in WAYS if (f := at.play(best.script, texts, way)) is not None
                 and f.size < best.size), None,
            )  # fmt: skip
            if found is not None:
                best = found
                break
        k += 1
    return best


def _plainer(at: Rehearsal, best: FailingGame, k: int) -> Iterator[tuple[str, ...]]:
    """The moves with another in place of the k-th: the first of each action, and one half-way."""
    runner = at.runner_of(best.script)
    again = at.play(best.script, best.texts)
    if runner is None or again is None or k >= len(again.texts):
        return
    path = runner.last[0].path()
    position = path[min(k, len(path) - 1)]
    moves = list(dict.fromkeys(part.kth(0) for part in position.legal().parts))
    text = again.texts[k]
    own = next((p for p in position.legal().parts if position.text(p.kth(0)) == text), None)
    if own is None:
        for part in position.legal().parts:
            moves += [part.kth(part.size // 2)] if part.size > 2 else []
    for move in moves:
        other = position.text(move)
        if other == text:
            break
        yield (*best.texts[:k], other, *best.texts[k + 1 :])
