"""What is said of something hidden: how it is hidden, and how it would be known."""

from __future__ import annotations

from collections.abc import Iterable

from hoyle.dsl.analysis.facts import CardChange, all_steps, step_facts
from hoyle.dsl.analysis.information_flow import has_cards
from hoyle.dsl.analysis.visibility import Hidden, NamedCard
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import CARD, bare
from hoyle.dsl.checked.values import things_read, values_inside
from hoyle.dsl.node import select_kind
from hoyle.dsl.source import Span


def list_cards_drawn(hidden: Iterable[Hidden]) -> list[g.Var]:
    """The cards among what is hidden that were chosen, or are gone through."""
    found = [thing for thing in dict.fromkeys(hidden) if isinstance(thing, g.Var)]
    return [var for var in found if has_cards(var.type) and var.drawn_from is not None]


def is_of_cards(thing: Hidden) -> bool:
    """Whether a thing is cards, which can be shown; a number or a word is told."""
    return not isinstance(thing, g.Register) or has_cards(thing.type)


def leave_out_cards(line: str) -> str:
    """A title or a line of help about something hidden that is no card."""
    line = line.replace("hidden cards", "what is hidden").replace("cards hidden", "what is hidden")
    before, asks_to_show, _ = line.partition("show the cards first")
    tell = f"{before}tell it first, `announce NAME = …`, and use NAME"
    return tell if asks_to_show else line.replace("; or show the cards", "")


def is_moved(game: g.Game, var: g.Var) -> bool:
    """Whether any step moves what a name stands for, also by another name or in a phase."""
    names, steps = {var}, list(all_steps(game))
    named = [(step.var, step.value) for step in select_kind(steps, g.Let)]
    for run in select_kind(steps, g.Run):
        named += zip(game.phases[run.phase].params, run.args, strict=True)
    while True:
        given = {
            name for name, value in named
            if any(part.local in names for part in values_inside(value))
        }  # fmt: skip
        if given <= names:
            break
        names |= given
    moves = [
        facts for facts in map(step_facts, steps) if facts.cards not in (None, CardChange.SHOW)
    ]
    moved = (read.value for facts in moves for read in facts.reads)
    return any(part.local in names for part in values_inside(*moved))


def show_first(game: g.Game, hidden: tuple[Hidden, ...], help_: list[str]) -> list[str]:
    """What is said first where all may see the cards that were chosen, or are gone through."""
    chooses = select_kind(all_steps(game), g.Choose)
    params = [param for step in chooses for action in step.actions for param in action.params]
    from_zones = {
        param.var for param in params
        if has_cards(param.var.type) and any(isinstance(x, g.Zone) for x in things_read(param.over))
    }  # fmt: skip
    things = [thing for thing in dict.fromkeys(hidden) if isinstance(thing, g.Var)]
    cards = [thing for thing in things if thing in from_zones or list_cards_drawn([thing])]
    if hidden[0] not in cards:
        return help_
    is_one = bare(cards[0].type) == CARD
    which = "which card it is, show it" if is_one else "which they are, show them"
    shown = f"where all may see {which} in a line above:  show {cards[0].name}"
    if len(cards) > 1:
        steps = ", ".join(f"`show {card.name}`" for card in cards)
        shown = f"where all may see which they are, show each in a line of its own above: {steps}"
    chosen = any(param.var is cards[0] for param in params)
    forgotten = chosen and not is_moved(game, cards[0])
    return [
        shown,
        *(f"or {line.removeprefix('or ')}".replace("; or show the cards", "") for line in help_),
        *[f"nothing moves `{cards[0].name}`: was a `move` forgotten?"] * forgotten,
    ]


def write_line_behind(thing: Hidden, here: Span) -> str:
    """Where a hidden thing stands, behind its name."""
    return "" if isinstance(thing, NamedCard) else f" ({thing.span.line_told_at(here)})"


def name_seers(thing: g.Zone | g.Register) -> str:
    """Who sees a zone or register, in the words of its line."""
    seen_by = thing.seen_by
    match seen_by:
        case g.Local(var=var) if var is thing.owner_var:
            return "seen by its owner only"
        case g.Op(name="without", args=(_, g.Local(var=var))) if var is thing.owner_var:
            return "seen by all but its owner"
    return f"seen by `{' '.join(seen_by.span.text.split())}` only" if seen_by else "hidden"


def tells_no_place(thing: Hidden) -> str:
    """What is not known of cards that are known themselves."""
    several = not isinstance(thing, g.Register | g.Var) or bare(thing.type) != CARD
    if several and not (isinstance(thing, NamedCard) and thing.name != "pack"):
        return "tells which cards they are, not where they lie"
    return "tells which card it is, not where it lies"


def say_how_hidden(thing: Hidden) -> str:
    """How a thing is hidden, behind its name."""
    if isinstance(thing, NamedCard):
        return "is wherever it may be"
    if isinstance(thing, g.Var):
        if not has_cards(thing.type):
            return "is worked out from hidden cards"
        is_one = bare(thing.type) == CARD
        return f"{'is a card that has' if is_one else 'are cards that have'} not been shown"
    if isinstance(thing, g.Zone) and thing.face is not None:
        return f"is face {thing.face}"
    return f"is {name_seers(thing)}"


def say_maybe(title: str) -> str:
    """What is said of cards that some line shows: whether they are known here is not certain."""
    return title.replace("depends on", "may depend on").replace("is worked", "may be worked")
