"""Which cards of a failed game matter: as few as can be are named, and as plain as can be."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import attrs

from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.laid_position import ANY
from hoyle.interpreter.testing.findings import FailingGame
from hoyle.interpreter.testing.script import Outcome, RecordedChance, Script, put_into
from hoyle.interpreter.testing.shrink.candidate_runs import (
    Candidate,
    CandidateRunner,
    Proposals,
    has_no_more_moves,
    is_no_larger,
)
from hoyle.interpreter.testing.shrink.failure_text import cards_moved

PLAIN_TRIES = 8  # cards that are tried in place of one
FEW_TRIED, DEALS_TRIED = 2, 40  # random cards for every ANY at once, before it is called so
ACROSS = 400  # games for what matters across deals, however many were played before

Cards = tuple[int, ...]


def drop_cards(at: CandidateRunner, game: FailingGame) -> Proposals:
    """Of each shuffle as few cards as show the fault, the others in the pack's order."""
    length, before = 0, game
    while game is before and length < len(game.script.chance):
        script = attrs.evolve(game.script, chance=game.script.chance[:length])
        game, _ = yield Candidate(script, game.texts, improves=has_no_more_moves)
        length = max(1, 2 * length)
    for number, named in enumerate(game.script.chance):
        if isinstance(named, tuple) and number < len(game.brought):
            game = yield from _name_fewer(game, number)
            cards, _ = _name_in_order(at, game, number, FEW_TRIED)  # the other way at the very end
            game, _ = yield Candidate(_with_outcome(game, number, cards), game.texts)
        elif isinstance(named, int):
            game, _ = yield Candidate(_with_outcome(game, number, None), game.texts)
    return game


def _name_fewer(game: FailingGame, number: int) -> Proposals:
    """The first few cards of a shuffle named, and the others in the pack's order."""
    length, before = 0, game
    while game is before and length < len(cards_of(game, number)):
        script = _with_outcome(game, number, cards_of(game, number)[:length])
        game, _ = yield Candidate(script, game.texts, improves=has_no_more_moves)
        length = max(1, length + max(1, length // 2))
    return game


def plainer_cards(at: CandidateRunner, game: FailingGame) -> Proposals:
    """A card that comes earlier in the pack in place of each that is named."""
    for number in range(len(game.script.chance)):
        for k in range(len(cards_of(game, number))):
            named = cards_of(game, number)
            if k < len(named) and named[k] != ANY:
                lower = [card for card in range(named[k]) if card not in named]
                others = [(*named[:k], card, *named[k + 1 :]) for card in lower[:PLAIN_TRIES]]
                scripts = [_with_outcome(game, number, cards) for cards in others]
                game = yield from try_until_kept(game, scripts)
    return game


def try_until_kept(game: FailingGame, scripts: Sequence[Script]) -> Proposals:
    """The first of several scripts with which the game is no larger."""
    before = game
    for script in scripts:
        if game is before:
            game, _ = yield Candidate(script, game.texts, improves=is_no_larger)
    return game


def name_what_matters(at: CandidateRunner, game: FailingGame) -> FailingGame:
    """What nobody names must show the fault with other cards too, or it is named after all.

    Cards that a move names are named, wherever they lie.
    """
    played = at.replay(game)
    moved = cards_moved(zip(played.path, game.script.moves, strict=False)) if played else set()
    if len(game.brought) * DEALS_TRIED > at.left and not moved and _shows_however_dealt(at, game):
        return game  # it deals on and on, and there is no time to try each of its deals
    for number, pile in enumerate(game.brought):
        if at.is_over:
            return attrs.evolve(game, is_sure=False)
        if isinstance(pile, tuple):
            others = [*_change_hands(at, game, number), pile[::-1]]
            named = cards_of(game, number)
            if number >= len(game.script.chance):
                named = _trimmed([card if card in moved else ANY for card in pile])
            cards, is_sure = _cards_that_matter(at, game, number, DEALS_TRIED, named, others)
            game = attrs.evolve(game, is_sure=game.is_sure and is_sure)
            if cards != named:
                game = attrs.evolve(game, script=_with_outcome(game, number, cards))
    several = sum(isinstance(pile, tuple) for pile in game.brought) > 1
    return _name_across(at, game) if several and game.is_sure else game


def _name_across(at: CandidateRunner, game: FailingGame) -> FailingGame:
    """What is named where all shuffles bring others at once in the places of what nobody names.

    A card may matter only with others in other deals: while those came in the pack's order, one
    of them was always there.
    """
    at.left = max(at.left, ACROSS)
    passed = seed = 0
    while passed < DEALS_TRIED and seed < 2 * DEALS_TRIED:
        shows = _shows(at, game, game.script, seed)
        seed, passed = seed + (shows is not False), passed + (shows is True)
        if shows is False:
            script = _name_one_more(at, game, seed)
            if script is None or at.is_over:
                return attrs.evolve(game, is_sure=False)
            game = attrs.evolve(game, script=script)
    return attrs.evolve(game, is_sure=passed >= FEW_TRIED)


def _shows(
    at: CandidateRunner, game: FailingGame, script: Script, seed: int | None = None
) -> bool | None:
    """Whether the fault shows with such cards in the places of what nobody names.

    None where a card is named that had been dealt before: there is no such game.
    """
    if at.run(Candidate(script, game.texts, fill=seed)) is not None:
        return True
    runner = at.runner_of(script)
    came = runner.chance.list_outcomes() if runner is not None and not at.is_over else ()
    pairs = [
        pair for named, pile in zip(script.chance, came, strict=False)
        if isinstance(named, tuple) and isinstance(pile, tuple)
        for pair in zip(named, pile, strict=False)
    ]  # fmt: skip
    return None if any(card not in (ANY, there) for card, there in pairs) else False


def _name_one_more(at: CandidateRunner, game: FailingGame, seed: int) -> Script | None:
    """The script with the card named that makes the difference; None where all are named."""
    free = [
        (number, k) for number, pile in enumerate(game.brought) if isinstance(pile, tuple)
        for k in range(len(pile)) if _card_at(game, number, k) == ANY
    ]  # fmt: skip
    low, high = 0, len(free)
    while high - low > 1:
        middle = (low + high) // 2
        shows = _shows(at, game, _with_own_cards(game, free[:middle]), seed)
        low, high = (low, middle) if shows else (middle, high)
    return _with_own_cards(game, [free[high - 1]]) if free else None


def _card_at(game: FailingGame, number: int, k: int) -> int:
    named = cards_of(game, number)
    return named[k] if k < len(named) else ANY


def _with_own_cards(game: FailingGame, places: Sequence[tuple[int, int]]) -> Script:
    """The script with the game's own cards named in these places of its shuffles."""
    own, own_game = dict[int, set[int]](), game
    for number, k in places:
        own.setdefault(number, set()).add(k)
    for number, kept in own.items():
        pile = game.brought[number]
        assert isinstance(pile, tuple)
        named = [c if k in kept else _card_at(game, number, k) for k, c in enumerate(pile)]
        own_game = attrs.evolve(own_game, script=_with_outcome(own_game, number, _trimmed(named)))
    return own_game.script


def _shows_however_dealt(at: CandidateRunner, game: FailingGame) -> bool:
    """Whether the fault shows whenever all cards that nobody names come in another order.

    Where each game takes long, a few of them must do.
    """
    shown = 0
    while shown < DEALS_TRIED and not at.is_over:
        if at.run(Candidate(game.script, game.texts, fill=shown)) is None:
            return False
        shown += 1
    return shown >= FEW_TRIED


def _change_hands(at: CandidateRunner, game: FailingGame, number: int) -> Iterator[Cards]:
    """A shuffle's cards so that each seat gets the hand of another, for all ways round the table.

    So another seat has the best hand: seldom enough by lot that it is tried on purpose.
    """
    pile, played, runner = game.brought[number], at.replay(game), at.runner_of(game.script)
    assert isinstance(pile, tuple)
    if played is None or runner is None:
        return
    dealt = (
        one for one in played.path
        if isinstance(one.chances, RecordedChance) and one.chances.events > number + played.empty
    )  # fmt: skip
    zones, first = runner.table.engine.zones, next(dealt, None)
    of_seats = [
        [zones.cards(list(first.slots), slot) for slot in family.slots]
        for family in runner.table.machine.families
        if first is not None and not family.record and family.count == game.script.players
        and family.base in zones.places
    ]  # fmt: skip
    for step in range(1, game.script.players):
        instead = {
            card: other
            for hands in of_seats
            for hand, others in zip(hands, [*hands[step:], *hands[:step]], strict=True)
            for card, other in zip(hand[: min(map(len, hands))], others, strict=False)
        }
        if instead:
            yield tuple(instead.get(card, card) for card in pile)


def _cards_that_matter(
    at: CandidateRunner, game: FailingGame, number: int, tries: int, named: Cards,
    others: Sequence[Cards],
) -> tuple[Cards, bool]:  # fmt: skip
    """Of a shuffle the cards that must be named, and those that are `named`; and whether it is all.

    Where one card makes the difference in a deal, another may do so in more of them, as that which
    is turned up does in place of all that might be. So cards are named from the top, and where that
    takes more than one, from the bottom.
    """
    found = _name_in_order(at, game, number, tries, named, others)
    if _count_named(found[0]) > _count_named(named) + 1 and found[1]:
        other = _name_in_order(at, game, number, tries, named, others, upward=True)
        if other[1] and _count_named(other[0]) < _count_named(found[0]):
            return other
    return found


def _count_named(cards: Cards) -> int:
    return len(cards) - cards.count(ANY)


def _name_in_order(
    at: CandidateRunner, game: FailingGame, number: int, tries: int, named: Cards = (),
    others: Sequence[Cards] = (), *, upward: bool = False,
) -> tuple[Cards, bool]:  # fmt: skip
    """Cards of a shuffle with which the fault shows in so many deals, and in the `others`.

    In a deal in which it does not show, the game's own cards are put into their places from the top
    or `upward`: the one that makes the difference is named. Where it is time to stop, some may be
    missing.
    """
    pile = game.brought[number]
    assert isinstance(pile, tuple)
    kept = {k for k, card in enumerate(named) if card != ANY}

    def shows(deal: Cards, places: Collection[int]) -> bool | None:
        """Whether the fault shows with the game's own cards put into these places of a deal."""
        own = [card if k in places else ANY for k, card in enumerate(pile)]
        return _shows(at, game, _with_outcome(game, number, put_into(deal, own)))

    passed = drawn = 0
    while passed < tries + len(others):
        deal = others[passed - tries] if passed >= tries else ()
        deal = deal or tuple(Stream(drawn, "any", number).shuffled(pile))
        drawn += 1
        if shows(deal, kept) is not False:
            passed += 1
            continue
        free = [k for k in range(len(pile)) if k not in kept]
        free = free[::-1] if upward else free
        low, high = 0, len(free)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if shows(deal, kept | {*free[:middle]}) else (middle, high)
        if at.is_over or not free:
            break
        kept.add(free[high - 1])
    cards = _trimmed([pile[k] if k in kept else ANY for k in range(len(pile))])
    return cards, passed >= tries + len(others)


def drop_named(at: CandidateRunner, game: FailingGame) -> Proposals:
    """Without one run of named cards after the other, long runs first.

    Those below move up, or any card comes in the place of each that goes.
    """
    for number in range(len(game.script.chance)):
        length = max(1, len(cards_of(game, number)) // 2)
        while length and not at.is_over:
            k = 0
            while k < len(cards_of(game, number)):
                before, named = game, cards_of(game, number)
                for instead in (), (ANY,) * length:
                    fewer = _trimmed((*named[:k], *instead, *named[k + length :]))
                    if game is before and _shows_with_any(at, game, number, fewer):
                        script = _with_outcome(game, number, fewer)
                        game, _ = yield Candidate(script, game.texts)
                k += length * (game is before or len(cards_of(game, number)) == len(named))
            length //= 2
    return game


def _shows_with_any(at: CandidateRunner, game: FailingGame, number: int, named: Cards) -> bool:
    """Whether the fault shows with these cards of a shuffle, and a few fillings of all others."""
    script = _with_outcome(game, number, named)
    fillings = (_shows(at, game, script, seed) for seed in range(FEW_TRIED))
    return all(shows is not False for shows in fillings)


def cards_of(game: FailingGame, number: int) -> Cards:
    """The cards of a shuffle as far as they are named, and no more of them than there came."""
    outcome = game.script.chance[number] if number < len(game.script.chance) else ()
    pile = game.brought[number] if number < len(game.brought) else ()
    if not isinstance(outcome, tuple) or not isinstance(pile, tuple):
        return ()
    return outcome[: len(pile)]


def _trimmed(cards: Sequence[int]) -> Cards:
    end = max((k for k, card in enumerate(cards, 1) if card != ANY), default=0)
    return tuple(cards[:end])


def _with_outcome(game: FailingGame, number: int, outcome: Outcome) -> Script:
    before = game.script.chance[:number]
    before += (None,) * (number - len(before))  # these come as they do where nobody names them
    chance = (*before, outcome, *game.script.chance[number + 1 :])
    return attrs.evolve(game.script, chance=chance)
