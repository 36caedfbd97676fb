"""What a move costs at once: the chips that leave what its seat keeps as its own."""

from __future__ import annotations

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import SEAT
from hoyle.interpreter.narration.labels import Labels
from hoyle.interpreter.narration.rule_blocks import RuleBlocks
from hoyle.interpreter.narration.told_by_rules import find_payments
from hoyle.interpreter.runtime import events as e
from hoyle.interpreter.runtime.fault import RulesetFault
from hoyle.interpreter.runtime.moves import Move
from hoyle.interpreter.runtime.table import Position

# What may happen before chips are paid, and tells nothing that could not be known.
NOTHING_NEW = (
    e.MoveChosen, e.PhaseBegun, e.PhaseEnded, e.RecordMade, e.RegisterSet, e.SentenceSaid,
    e.ChipsPaid,
)  # fmt: skip


class Costs:
    """The costs of moves in a game."""

    def __init__(self, game: g.Game, blocks: RuleBlocks) -> None:
        self.blocks = blocks
        self.own = _find_own(game)

    def find_cost(self, position: Position, move: Move, labels: Labels) -> int:
        """The chips that a move takes from its seat at once, before anything else happens.

        They tell nothing that is hidden: rules by which they would are refused (S03), unless it
        is announced first. What is drawn by lot is not told either, nor what the rules take by
        themselves when the move is done, such as stakes that go to the pot.
        """
        if position.node.sealed:
            return 0
        try:
            after = position.play(move)
        except RulesetFault:
            return 0
        cost = 0
        for event, choice in self.blocks.find_causes(after.events):
            if choice is None or not isinstance(event, NOTHING_NEW):
                break
            if isinstance(event, e.ChipsPaid):
                cost += event.amount * self._belongs_to(choice.player, event.from_, labels)
                cost -= event.amount * self._belongs_to(choice.player, event.to, labels)
        return max(cost, 0)

    def _belongs_to(self, seat: int, at: int, labels: Labels) -> bool:
        family = labels.find_family(at)
        own = family is not None and family.record is None and family.name in self.own
        return own and labels.find_owner(at) == seat


def _find_own(game: g.Game) -> set[str]:
    """The names of what seats keep chips in: not of stakes, which they have put in already.

    What is kept for the match comes before what a phase has, and what is told before the rest.
    Where such numbers pay one another, the rules do not say which of them is the seat's own.
    """
    payments = find_payments(game)
    places = {
        thing.name: (thing.phase is None, not thing.untold)
        for pay in payments
        for thing in (pay.giver.thing, pay.taker.thing)
        if isinstance(thing, g.Register) and thing.record is None
        and SEAT in [one.type for one in thing.index]
    }  # fmt: skip
    best = max(places.values(), default=None)
    own = {name for name, rank in places.items() if rank == best}
    for pay in payments:
        ends = {pay.giver.thing.name, pay.taker.thing.name}
        if len(ends) > 1 and ends <= own:
            return set()
    return own
