"""What depends on the direction of play: the next seat, and seats in turn."""

from __future__ import annotations

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.source import Span

# The neighbour on one side or the other, as play goes clockwise or not.
NEXT = {"next": ("left", "right"), "next_of_those": ("left_of_those", "right_of_those")}


def seats_round(game: g.Game, seat: g.Value, after: bool, span: Span) -> g.Value:
    """All seats from one on, or those after it, in the direction of play."""
    name, kind, at = "seats_after" if after else "seats_from", t.SequenceT(t.SEAT), seat.span
    first = seat if after else g.Op("left", (seat,), t.SEAT, at)
    counter = g.Op("reversed", (g.Op(name, (first,), kind, at),), kind, at)
    return take_way(game, g.Op(name, (seat,), kind, at), counter, span)


def take_way(game: g.Game, clockwise: g.Op, counter: g.Op, span: Span) -> g.Value:
    """What depends on the direction of play. The parts have the place of what they are made of."""
    back = game.backwards
    if back is None or isinstance(back, g.Const):
        return attrs.evolve(counter if back is not None and back.value else clockwise, span=span)
    return g.Op("if", (back, counter, clockwise), clockwise.type, span)
