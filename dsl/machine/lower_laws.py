"""From checked laws to tests that are asked while playing."""

from __future__ import annotations

from hoyle.dsl.checked import game as g
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.lower_steps import Steps


def lowered_law(low: Steps, law: g.Law) -> p.MachineLaw | None:
    """A law's test, with a scratch slot for each variable that is in sight where it is asked."""
    if _mentions_expected(law.test):
        return None  # answered by enumeration, not while playing
    slots, ids = [], []
    depth = low.depth
    for var in law.params:
        low.depth += 1
        low.deepest = max(low.deepest, low.depth)
        low.env[var] = p.Get(-low.depth)
        slots.append(-low.depth)
        ids.append(id(var))
    running, low.running = low.running, list(low.settings.game.phases)
    test = low.value(law.test)
    low.running, low.depth = running, depth
    return p.MachineLaw(
        law.title, law.always, law.phase, law.action, tuple(ids), tuple(slots), test, law.span
    )


def _mentions_expected(value: g.Value | None) -> bool:
    """Whether a law asks for a mean over all that may come."""
    match value:
        case g.Op(name="expected"):
            return True
        case g.Op(args=args):
            return any(_mentions_expected(a) for a in args)
        case g.Phrase(over=over, where=where, value=each):
            return any(_mentions_expected(v) for v in (over, where, each))
    return False
