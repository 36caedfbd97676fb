"""Fewer cards that must be named, and plain ones in place of odd ones."""

from __future__ import annotations

import attrs

from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.testing.failing_game import FailingGame
from hoyle.interpreter.testing.script import ANY, Outcome, Script, filled
from hoyle.interpreter.testing.shrink.candidate_runs import Rehearsal
from hoyle.interpreter.testing.shrink.reductions import better

PLAIN_TRIES = 8  # cards that are tried in place of one
MORE_NAMED = 8
FEW_TRIED, DEALS_TRIED = 2, 6  # random cards for every ANY at once, before it is called so

Cards = tuple[int, ...]


def fewer_cards(at: Rehearsal, best: FailingGame) -> FailingGame:
    """Of each shuffle as few cards as show the fault, the others in the pack's order."""
    best = _fewer_events(at, best)
    for number, named in enumerate(best.script.chance):
        if isinstance(named, tuple):
            best = _shorter(at, best, number)
            best = _unnamed(at, best, number)
        elif isinstance(named, int):
            best = better(best, at.play(_with_outcome(best, number, None), best.texts))
    return best


def _fewer_events(at: Rehearsal, best: FailingGame) -> FailingGame:
    """Only the first chance events are told: as few as show the fault."""
    length = 0
    while length < len(best.script.chance) and not at.over:
        chance = best.script.chance[:length]
        found = at.play(attrs.evolve(best.script, chance=chance), best.texts)
        if found is not None and len(found.texts) <= len(best.texts):
            return found
        length = max(1, 2 * length)
    return best


def _shorter(at: Rehearsal, best: FailingGame, number: int) -> FailingGame:
    """Only the first cards are named: as few as do."""
    length = 0
    while not at.over:
        named = _cards_of(best, number)
        if length >= len(named):
            break
        found = at.play(_with_outcome(best, number, named[:length]), best.texts)
        if found is not None and len(found.texts) <= len(best.texts):
            return found
        length = max(1, length + max(1, length // 2))
    return best


def _unnamed(at: Rehearsal, best: FailingGame, number: int) -> FailingGame:
    """ANY in place of each card that does not matter, from the top.

    Some cards below those that are named are named too at first: what follows in the pack's order
    would change with every ANY.
    """
    whole = _whole_pile(at, best, number)
    if whole is None:
        return best
    length = len(_cards_of(best, number)) + MORE_NAMED
    named = _with_outcome(best, number, whole[:length])
    laid = attrs.evolve(best, script=named)
    free: list[int] = []
    for k in range(len(whole[:length])):
        if at.over:
            return best
        if _holds(at, laid, number, whole, [*free, k], FEW_TRIED):
            free.append(k)
    other = tuple(ANY if k in free else card for k, card in enumerate(whole[:length]))
    return better(best, at.play(_with_outcome(best, number, _trimmed(other)), best.texts))


def _trimmed(cards: Cards) -> Cards:
    while cards and cards[-1] == ANY:
        cards = cards[:-1]
    return cards


def plainer_cards(at: Rehearsal, best: FailingGame) -> FailingGame:
    """A card that comes earlier in the pack in place of each that is named."""
    for number, named in enumerate(best.script.chance):
        if not isinstance(named, tuple):
            continue
        for k in range(len(named)):
            best = _plainer_card(at, best, number, k)
    return best


def _plainer_card(at: Rehearsal, best: FailingGame, number: int, k: int) -> FailingGame:
    named = _cards_of(best, number)
    if k >= len(named) or named[k] == ANY:
        return best
    lower = [card for card in range(named[k]) if card not in named][:PLAIN_TRIES]
    for card in lower:
        if at.over:
            break
        other = (*named[:k], card, *named[k + 1 :])
        found = at.play(_with_outcome(best, number, other), best.texts)
        if found is not None and found.size <= best.size:
            return found
    return best


def any_cards(at: Rehearsal, best: FailingGame) -> FailingGame:
    """What nobody names must show the fault with other cards too, or it is named after all."""
    for number in range(len(best.script.chance)):
        whole = _whole_pile(at, best, number)
        if whole is None:
            continue
        outcome = _cards_of(best, number)
        named = (*outcome, *[ANY] * (len(whole) - len(outcome)))
        laid = attrs.evolve(best, script=_with_outcome(best, number, filled(whole, named)))
        doubtful = [k for k in range(len(named)) if named[k] == ANY]
        if _holds(at, laid, number, whole, doubtful, DEALS_TRIED):
            continue
        certain = _free_places(at, laid, number, whole, doubtful)
        cards = _cards_of(laid, number)
        kept = tuple(ANY if k in certain else card for k, card in enumerate(cards))
        best = attrs.evolve(best, script=_with_outcome(best, number, _trimmed(kept)))
    return best


def _free_places(
    at: Rehearsal, laid: FailingGame, number: int, whole: Cards, doubtful: list[int]
) -> set[int]:  # fmt: skip
    """Those places that may hold any card, found by halves: from the bottom of the pack up."""
    certain: list[int] = []
    waiting = [doubtful]
    while waiting and not at.over:
        some = waiting.pop()
        if _holds(at, laid, number, whole, [*certain, *some], FEW_TRIED):
            certain += some
        elif len(some) > 1:
            middle = len(some) // 2
            waiting += [some[:middle], some[middle:]]
    return set(certain)


def _whole_pile(at: Rehearsal, best: FailingGame, number: int) -> Cards | None:
    if at.play(best.script, best.texts) is None:
        return None
    outcome = at.noted.noted.get(number)
    return outcome if isinstance(outcome, tuple) else None


def _holds(
    at: Rehearsal, best: FailingGame, number: int, whole: Cards, open_: list[int], tries: int
) -> bool:
    """Whether the fault shows with random cards in these places, the others as they are."""
    named = filled(whole, _cards_of(best, number))
    for k in range(tries):
        stream = Stream(k, "any", number)
        free = list(stream.shuffled([c for c in whole if c not in named]))
        free += [named[place] for place in open_]
        free = list(stream.shuffled(free))
        other = tuple(free.pop() if j in open_ else card for j, card in enumerate(named))
        if at.over or at.play(_with_outcome(best, number, other), best.texts) is None:
            return False
    return True


def _cards_of(best: FailingGame, number: int) -> Cards:
    """The cards of a shuffle as far as they are named."""
    outcome = best.script.chance[number] if number < len(best.script.chance) else ()
    return outcome if isinstance(outcome, tuple) else ()


def _with_outcome(best: FailingGame, number: int, outcome: Outcome) -> Script:
    chance = (*best.script.chance[:number], outcome, *best.script.chance[number + 1 :])
    return attrs.evolve(best.script, chance=chance)
