"""A game written down in full: who plays, the options, what chance brought, and the moves.

A random game is known by its seed alone; a script is what can be made smaller.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from hoyle.dsl.machine import program as p
from hoyle.interpreter.runtime.engine import Engine
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.laid_position import ANY, Given, set_given_state
from hoyle.interpreter.runtime.moves import Held, Move, Slots
from hoyle.interpreter.runtime.table import ChanceSource, Packs, filled, stacked

# Of a shuffle the cards from the top, as far as they are named (ANY where another would do as
# well); of a draw the member; of a draw that nobody has named, None.
Outcome = tuple[int, ...] | int | None


@attrs.frozen
class Script:
    """A game; with `phase` one that begins there, in a position that `given` lays.

    `options` are those that are not as they would be without saying, `args` what the phase is
    begun with. What `chance` does not name comes in the pack's order: the cards of a shuffle below
    those that are named, and the first member of a draw. Where the game begins in a phase, one
    event of chance more comes before its first step: how the cards lie from which is dealt.
    """

    players: int
    options: tuple[tuple[str, int], ...] = ()
    chance: tuple[Outcome, ...] = ()
    moves: tuple[Move, ...] = ()
    phase: str = ""
    args: tuple[int, ...] = ()
    given: tuple[Given, ...] = ()

    @property
    def chance_source(self) -> ScriptedChance:
        """Its chance."""
        return ScriptedChance(self.chance, given=self.given)

    def is_one_game(self, other: Script) -> bool:
        """Whether one of the two goes on as the other does up to its end."""
        pairs = ((self.chance, other.chance), (self.moves, other.moves))
        alike = all(one == two for pair in pairs for one, two in zip(*pair, strict=False))
        return alike and attrs.evolve(self, chance=(), moves=()) == attrs.evolve(
            other, chance=(), moves=()
        )

    @property
    def cards(self) -> int:
        """How many cards must be named."""
        laid = sum(len(one) - one.count(ANY) for one in self.chance if isinstance(one, tuple))
        held = sum(len(one.value) for one in self.given if isinstance(one.value, tuple))
        return laid + held


@attrs.frozen
class ScriptedChance:
    """Chance as a script has it, event after event; `given` is what state is given by hand.

    With a seed to `fill` by, cards that nobody names come as it has them, of the pile that is
    there, and not in the pack's order.
    """

    outcomes: tuple[Outcome, ...]
    events: int = 0
    packs: Packs = ()
    given: tuple[Given, ...] = ()
    fill: int | None = None

    def resolve(self, engine: Engine, s: Slots, at: int) -> tuple[Any, ScriptedChance]:
        """The outcome of a chance node, and what remains."""
        node = engine.machine.nodes[at]
        assert isinstance(node, p.Chance)
        if node.by_hand:
            set_given_state(engine, s, self.given)
        if node.kind == "given":
            return None, self
        named = self.outcomes[self.events] if self.events < len(self.outcomes) else None
        after = attrs.evolve(self, events=self.events + 1)
        if node.kind == "pause":
            return self._lay_stock(engine, s, named if isinstance(named, tuple) else ()), after
        among = engine.outcomes(s, at)
        if not among:  # a pile without cards is no event, as chance is recorded
            return (), self
        if node.kind == "draw":
            return (named if isinstance(named, int) and named in among else among[0]), after
        return self._stack(among, named if isinstance(named, tuple) else ()), after

    def _stack(self, pile: Sequence[int], named: Sequence[int]) -> tuple[int, ...]:
        if self.fill is None:
            return stacked(pile, filled(pile, named))
        deal = list(Stream(self.fill, "fill", self.events).shuffled(sorted(pile)))
        if self.fill % 2:  # so that they are there when their turn comes
            later = {
                card for outcome in self.outcomes[self.events + 1 :] if isinstance(outcome, tuple)
                for card in outcome
            }  # fmt: skip
            deal.sort(key=lambda card: card in later)
        return stacked(pile, put_into(deal, named))

    def _lay_stock(self, engine: Engine, s: Slots, named: Sequence[int]) -> tuple[int, ...]:
        stock = engine.machine.stock
        if stock not in engine.zones.places or not engine.zones.places[stock].pile:
            return ()
        s[stock] = self._stack(s[stock], named)
        return tuple(s[stock])


def put_into(deal: Sequence[int], named: Sequence[int]) -> tuple[int, ...]:
    """A deal with each named card in its place, and what lay there in the place of that card."""
    cards = list(deal)
    for k, card in enumerate(named[: len(cards)]):
        if card in cards:
            there = cards.index(card)
            cards[k], cards[there] = cards[there], cards[k]
    return tuple(cards)


@attrs.frozen(eq=False)
class ChanceEvent:
    """A chance event: its node, the slot that it filled, and what it brought."""

    node: p.Chance
    slot: int
    outcome: Outcome


@attrs.frozen
class RecordedChance:
    """Chance written down as it comes, by the number of the event.

    To shuffle a pile without cards is no event: nothing comes of it, and nothing is told.
    """

    chances: ChanceSource
    events: int = 0
    brought: dict[int, ChanceEvent] = attrs.field(factory=dict)
    packs: Packs = ()

    def resolve(self, engine: Engine, s: Slots, at: int) -> tuple[Held, RecordedChance]:
        """The outcome of a chance node, and what remains."""
        outcome, after = self.chances.resolve(engine, s, at)
        node, slot = engine.machine.nodes[at], engine.machine.stock
        assert isinstance(node, p.Chance)
        if node.kind == "shuffle" and not outcome:
            return outcome, attrs.evolve(self, chances=after)
        if not node.by_hand:
            slot = engine.instructions.compile_place(node.ref)(s)
        named = tuple(reversed(outcome)) if isinstance(outcome, tuple) else outcome
        self.brought[self.events] = ChanceEvent(node, slot, named)
        return outcome, attrs.evolve(self, chances=after, events=self.events + 1)

    def list_events(self) -> tuple[ChanceEvent, ...]:
        """What chance has brought so far; nothing where a phase is about to begin by hand."""
        found = (self.brought[number] for number in sorted(self.brought))
        return tuple(event for event in found if event.outcome is not None)

    def list_outcomes(self) -> tuple[Outcome, ...]:
        """The same without nodes and slots, as a script has it."""
        return tuple(event.outcome for event in self.list_events())
