"""Who makes the moves of a game that is tried: a script, or chance in one of several manners."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from hoyle.dsl.machine import program as p
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.moves import ActionMoves, LegalMoves, Move
from hoyle.interpreter.runtime.notation import NotAMove
from hoyle.interpreter.runtime.table import Position
from hoyle.interpreter.testing.rule_coverage import Place, place_of

RAREST = 1000  # how likely an action is that was not taken yet; less with each time that it was
WEIGHTS = (1, 4, 40)  # how often an action is taken by habit, against the others


class ScriptedPlayer:
    """Plays the moves of a script as long as they are legal."""

    def __init__(self, moves: Sequence[Move]) -> None:
        self.left = iter(moves)

    def __call__(self, position: Position) -> Move | None:
        """The next move; None at the end, or where it is not legal."""
        move = next(self.left, None)
        return move if move is not None and move in position.legal() else None


def parse_legal_move(position: Position, text: str) -> Move | None:
    """A legal move by its text; None where it is none."""
    try:
        move = position.parse(text)
    except NotAMove:
        return None
    return move if move in position.legal() else None


# ---------------------------------------------------------------------- by chance


def pick_move(legal: LegalMoves, stream: Stream) -> Move:
    """The action first, and then its values: an amount of many values is one action."""
    part = legal.parts[stream.below(len(legal.parts))]
    return part.kth(stream.below(part.size))


class RandomPlayer:
    """Draws the action first, then its values; all actions alike, unless `weigh` says otherwise."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream

    def __call__(self, position: Position) -> Move:
        """The next move."""
        part = self.part(position)
        return part.kth(self.stream.below(part.size))

    def part(self, position: Position) -> ActionMoves:
        """The moves of one action."""
        parts, actions = position.legal().parts, position.node.actions
        weights = [self.weigh(actions[part.action]) for part in parts]
        place = self.stream.below(sum(weights))
        return next(p for p, end in zip(parts, accumulate(weights), strict=True) if place < end)

    def weigh(self, action: p.MachineAction) -> int:
        """How likely an action is, against the others."""
        return 1


class RarePlayer(RandomPlayer):
    """Takes an action the likelier, the less often it was taken in this game.

    So bids stop, whoever can go out does, and what can seldom be done is done when it can.
    """

    def __init__(self, stream: Stream) -> None:
        super().__init__(stream)
        self.taken: dict[Place, int] = {}

    def part(self, position: Position) -> ActionMoves:
        """The moves of one action, which is taken."""
        found = super().part(position)
        place = place_of(position.node.actions[found.action].span)
        self.taken[place] = self.taken.get(place, 0) + 1
        return found

    def weigh(self, action: p.MachineAction) -> int:
        """By how often it was taken."""
        return RAREST // (1 + self.taken.get(place_of(action.span), 0)) + 1


class HabitPlayer(RandomPlayer):
    """Plays by habit: some actions are taken often and others hardly ever, for a whole game.

    So what comes about only when the same is done again and again is seen too. Of amounts the
    lowest and the highest are often taken.
    """

    def __init__(self, stream: Stream) -> None:
        super().__init__(stream)
        self.weights: dict[str, int] = {}

    def __call__(self, position: Position) -> Move:
        """The next move."""
        part = self.part(position)
        end = self.stream.below(3)
        if part.bounds is not None and end < 2:
            return part.kth(end * (part.size - 1))
        return part.kth(self.stream.below(part.size))

    def weigh(self, action: p.MachineAction) -> int:
        """How often an action is taken in this game."""
        if action.name not in self.weights:
            self.weights[action.name] = WEIGHTS[self.stream.below(len(WEIGHTS))]
        return self.weights[action.name]


class NoveltyPlayer(HabitPlayer):
    """Plays moves that were made before, then such as have not been seen, then by habit."""

    def __init__(self, seen: set[Place], stream: Stream, begun: tuple[Move, ...]) -> None:
        super().__init__(stream)
        self.seen, self.begun = seen, begun
        self.made = 0
        self.fresh = 0  # decisions after which something was last seen for the first time
        self.known = len(seen)

    def __call__(self, position: Position) -> Move:
        """The next move."""
        if len(self.seen) > self.known:
            self.known, self.fresh = len(self.seen), self.made
        self.made += 1
        if self.made <= len(self.begun) and self.begun[self.made - 1] in position.legal():
            return self.begun[self.made - 1]
        return super().__call__(position)

    def part(self, position: Position) -> ActionMoves:
        """An action that nobody has taken yet, or one by habit."""
        actions = position.node.actions
        new = [
            part for part in position.legal().parts
            if place_of(actions[part.action].span) not in self.seen
        ]  # fmt: skip
        if new and self.stream.below(4):
            return new[self.stream.below(len(new))]
        return super().part(position)
