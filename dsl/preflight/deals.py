"""Whether the pack suffices: how many cards lie in the piles, followed until somebody chooses."""

from __future__ import annotations

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import NumberT, bare
from hoyle.dsl.machine.constants import TableConstants
from hoyle.dsl.source import Span


@attrs.frozen
class Overdraw:
    """A step that takes more cards than there can be."""

    span: Span
    does: str
    wanted: int
    there: int
    whole: bool


def overdrawn(game: g.Game, constants: TableConstants) -> list[Overdraw]:
    """Every step of the match that surely takes too many cards."""
    walk = DealWalk(game, constants)
    if "match" in game.phases:
        walk.block(game.phases["match"].body)
    return walk.found


class DealWalk:
    """Follows the most cards that each pile can hold; None is not known."""

    def __init__(self, game: g.Game, constants: TableConstants) -> None:
        self.game = game
        self.constants = constants
        self.pack = constants.settings.cards().size
        self.most: dict[g.Zone, int] = {
            zone: self.pack if zone.starts else 0 for zone in game.zones.values()
        }
        self.found: list[Overdraw] = []
        self.running: list[str] = []

    def members(self, over: g.Value) -> int | None:
        """How many there are in a set of seats."""
        found = self.constants.evaluate_members(over)
        if found is not None:
            return len(found)
        if isinstance(over, g.Op) and over.name in ("seats_from", "seats_after"):
            return self.constants.settings.players - (over.name == "seats_after")
        return None

    def block(self, body: tuple[g.Step, ...]) -> None:
        """Step by step."""
        for step in body:
            self.step(step)

    def step(self, step: g.Step) -> None:
        """What a step takes from piles, and what it lays there."""
        match step:
            case g.Deal(amount=amount, source=source, over=over, to=to):
                each, seats = (
                    self.constants.evaluate_constant(amount) if amount else None,
                    self.members(over),
                )
                wanted = each * seats if each is not None and seats is not None else None
                self.take(source.thing, wanted, amount.span if amount else step.span, "deals")
                self.lay(to.thing, wanted)
            case g.Move():
                self.move(step)
            case g.Gather(pile=pile):
                self.most = dict.fromkeys(self.most, 0)
                self.lay(pile.thing, self.pack)
            case g.Run(phase=phase) if phase not in self.running:
                self.running.append(phase)
                self.block(self.game.phases[phase].body)
                self.running.pop()
            case g.If():
                self.ways(self.open_branches(step))
            case g.For(over=over, body=body):
                self.rounds(body, self.members(over))
            case g.Repeat(times=times, body=body):
                self.rounds(
                    body, self.constants.evaluate_constant(times) if times is not None else None
                )
            case g.Choose(actions=actions, otherwise=fallback):
                self.ways([action.body for action in actions] + [fallback or ()])

    def open_branches(self, step: g.If) -> list[tuple[g.Step, ...]]:
        """The branches that can be gone at this table."""
        found = []
        for test, body in step.branches:
            answer = self.constants.evaluate_constant(test)
            if answer == 0:
                continue
            found.append(body)
            if answer is not None:
                return found
        return [*found, step.otherwise]

    def ways(self, bodies: list[tuple[g.Step, ...]]) -> None:
        """One of several ways is gone: afterwards each pile holds at most the most of all."""
        before, after = dict(self.most), None
        for body in bodies:
            self.most = dict(before)
            self.block(body)
            if after is None:
                after = dict(self.most)
            else:
                after = {zone: max(after[zone], most) for zone, most in self.most.items()}
        self.most = after if after is not None else before

    def rounds(self, body: tuple[g.Step, ...], times: int | None) -> None:
        """A known number of rounds is followed; else anything may have gathered anywhere."""
        if times is not None and times <= 16:
            for _ in range(times):
                self.block(body)
            return
        gathers = any(isinstance(step, g.Gather) for step in body)
        before = dict(self.most)
        self.block(body)
        if not gathers:
            self.most = {
                zone: most if self.most[zone] <= most else self.pack
                for zone, most in before.items()
            }

    def move(self, step: g.Move) -> None:
        """A number of cards, one card, or cards that are there."""
        source = step.source.thing if isinstance(step.source, g.Load) else None
        if isinstance(bare(step.what.type), NumberT):
            wanted = self.constants.evaluate_constant(step.what)
            if source is not None:
                self.take(source, wanted, step.what.span, "moves")
            self.lay(step.to.thing, wanted)
            return
        single = isinstance(step.what, g.Op) and step.what.name in ("top", "bottom")
        if source is not None and single:
            self.take(source, 1, step.what.span, "takes")
            self.lay(step.to.thing, 1)
        else:
            self.lay(step.to.thing, None)

    def take(self, zone: g.Zone | g.Register, wanted: int | None, span: Span, does: str) -> None:
        """Cards leave a pile."""
        if not isinstance(zone, g.Zone) or zone not in self.most or zone.index or wanted is None:
            return
        there = self.most[zone]
        if wanted > there:
            self.found.append(Overdraw(span, does, wanted, there, there == self.pack))
            self.most[zone] = self.pack  # told once: what follows from it is not told too
            return
        self.most[zone] = there - wanted

    def lay(self, zone: g.Zone | g.Register, cards: int | None) -> None:
        """Cards come to a pile."""
        if isinstance(zone, g.Zone) and zone in self.most:
            self.most[zone] = min(
                self.pack, self.most[zone] + (self.pack if cards is None else cards)
            )
