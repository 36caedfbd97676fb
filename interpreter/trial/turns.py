"""What an example says of moves and of what is seen, held against the position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

from hoyle.dsl.checked import example_lines as x
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import CARD, SetT, Type, bare
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.meaning import bits
from hoyle.dsl.source import Span
from hoyle.interpreter.play.moves import Move
from hoyle.interpreter.play.words import Words
from hoyle.interpreter.trial.coverage import Coverage
from hoyle.interpreter.trial.findings import Finding
from hoyle.interpreter.trial.stage import Stage

MOST_SHOWN = 40
Looks = tuple[int, tuple[Any, ...]]
# Why a move is refused: the sentence, how the rule has it (braces and all), and the rule.
Reason = tuple[str, str, Span | None]


def ask(stage: Stage, line: x.Ask, coverage: Coverage | None) -> None:
    """A move that is made, or may be, or may not be, or the only ones that may be."""
    if stage.unlaid is not None:
        raise Finding(
            "a shuffle comes before this, and no `pack` says how the cards lie", line.span,
            also=((stage.unlaid, "this shuffle"),),
        )  # fmt: skip
    match line.kind:
        case "plays":
            plays(stage, line, coverage)
        case "may":
            may(stage, line)
        case "may not":
            may_not(stage, line, coverage)
        case _:
            may_only(stage, line)


def plays(stage: Stage, line: x.Ask, coverage: Coverage | None) -> None:
    """The move is made."""
    reason = out_of_turn(stage, line.seat)
    if reason is None:
        moves = moves_of(stage, line.moves[0])
        for move in moves:
            found = legal_one(stage, move, line.moves[0])
            if found is not None:
                if coverage is not None:
                    coverage.saw(stage.node.actions[found.action].span)
                at = stage.guarded(lambda: stage.engine.choose(stage.slots, stage.at, found))
                stage.go(at)
                return
        reason = why_not(stage, line.moves[0], moves)
    raise refusal(stage, line, line.moves[0], reason)


def may(stage: Stage, line: x.Ask) -> None:
    """The moves are legal."""
    reason = out_of_turn(stage, line.seat)
    moves = moves_of(stage, line.moves[0]) if reason is None else []
    wrong = [move for move in moves if legal_one(stage, move, line.moves[0]) is None]
    if reason is None and moves and not wrong:
        return
    raise refusal(stage, line, line.moves[0], reason or why_not(stage, line.moves[0], wrong))


def may_not(stage: Stage, line: x.Ask, coverage: Coverage | None) -> None:
    """The moves are refused, with the sentence where one is said."""
    reason = out_of_turn(stage, line.seat)
    if reason is None:
        moves = moves_of(stage, line.moves[0])
        for move in moves:
            if legal_one(stage, move, line.moves[0]) is not None:
                raise Finding(
                    f"{name(stage, line.seat)} may {shown(stage, move)} after all", line.span,
                    (what_is_legal(stage),),
                )  # fmt: skip
        reason = why_not(stage, line.moves[0], moves)
    says, plain, rule = reason
    if coverage is not None and rule is not None:
        coverage.saw(rule)
    if line.sentence is not None and line.sentence not in (says, plain, ascii_of(says)):
        also = ((rule, "this is what refuses it"),) if rule is not None else ()
        raise Finding(
            "it is refused, but with another sentence", line.span,
            (f"expected: {line.sentence}", f"came:     {says}"), also=also,
        )  # fmt: skip


def may_only(stage: Stage, line: x.Ask) -> None:
    """Exactly these moves are legal."""
    reason = out_of_turn(stage, line.seat)
    if reason is not None:
        raise Finding(reason[0], line.span, (what_is_legal(stage),))
    wanted: dict[Move, None] = {}
    missing: dict[Move, None] = {}
    for text in line.moves:
        moves = moves_of(stage, text)
        if not moves:
            raise refusal(stage, line, text, why_not(stage, text, []))
        for move in moves:
            found = legal_one(stage, move, text)
            wanted[found or move] = None
            if found is None:
                missing[move] = None
    legal = list(stage.legal or ())
    more = [move for move in legal if move not in wanted]
    if not missing and not more:
        return
    lines = [f"expected: {listing(stage, wanted)}", f"came:     {listing(stage, legal)}"]
    if missing:
        lines.append(f"missing:  {listing(stage, missing)}")
    if more:
        lines.append(f"too many: {listing(stage, more)}")
    for move in list(missing)[:1]:
        lines.append(f"{shown(stage, move)} is refused: {why_not(stage, line.moves[0], [move])[0]}")
    raise Finding(
        f"{name(stage, line.seat)} has other moves than these", line.span, tuple(lines)
    )


# ---------------------------------------------------------------------- moves


def name(stage: Stage, seat: int) -> str:
    """A seat's name."""
    return stage.words.names[seat]


def out_of_turn(stage: Stage, seat: int) -> Reason | None:
    """Why this seat has nothing to say now."""
    if stage.over:
        return ("the game is over", "the game is over", None)
    if stage.seat != seat:
        says = f"it is not {name(stage, seat)}'s turn"
        return (says, says, None)
    return None


def moves_of(stage: Stage, text: x.Move) -> list[Move]:
    """The moves that a text means here; none where no such action can be chosen now."""
    for number, action in enumerate(stage.node.actions):
        for reading in text.readings:
            if reading.action.span is action.span:
                choices = [
                    values_of(stage, value, param)
                    for value, param in zip(reading.values, action.params, strict=True)
                ]
                return [Move(number, row) for row in product(*choices)]
    return []


def values_of(stage: Stage, value: g.Value | x.AnyOf, param: p.Parameter) -> list[Any]:
    """The values that are meant, as the machine has them."""
    if isinstance(value, x.AnyOf):
        found: list[Any] = []
        for one in value.values:
            if isinstance(one, g.Op) and one.name == "between":
                low, high = (stage.ask(end) for end in one.args)
                found += range(low, high + 1)
            else:
                found.append(stage.ask(one, param.type))
        return found
    if bare(param.type) == SetT(CARD) and isinstance(value, g.Op) and value.name == "list":
        return [mask_of_cards(stage, value)]
    return [stage.ask(value, param.type)]


def mask_of_cards(stage: Stage, listed: g.Op) -> int:
    """A list of cards: of those that look the same, the lowest copy not yet named."""
    mask, twin = 0, stage.machine.pack.twin_of
    for item in listed.args:
        card = int(stage.ask(item))
        if card >= 0 and mask >> card & 1:
            copies = (c for c, first in enumerate(twin) if first == twin[card])
            card = next((c for c in copies if not mask >> c & 1), card)
        mask |= 1 << card if card >= 0 else 0
    return mask


def looks(stage: Stage, move: Move, alike: Sequence[int]) -> Looks:
    """A move as it looks on the table, where `alike` has one for all copies that are the same."""
    decision = stage.engine.decisions[stage.at]
    return (move.action, decision.looks(move.values, decision.choices[move.action], alike))


def legal_one(stage: Stage, move: Move, text: x.Move) -> Move | None:
    """The legal move that is meant, if there is one. A marked twin means that copy, or one that
    cannot be told from it; a card that is not marked any copy."""
    assert stage.legal is not None
    if move in stage.legal:
        return move
    decision = stage.engine.decisions[stage.at]
    if not decision.has_twins:
        return None
    marked = "'" in text.span.text
    alike = decision.alike(stage.slots) if marked else stage.machine.pack.twin_of
    wanted = looks(stage, move, alike)
    return next((m for m in stage.legal if looks(stage, m, alike) == wanted), None)


def why_not(stage: Stage, text: x.Move, moves: list[Move]) -> Reason:
    """Why the first of the moves is refused."""
    if not moves:
        says = f"nothing called `{text.action}` can be chosen here"
        return (says, says, None)
    decision = stage.engine.decisions[stage.at]
    refused = stage.guarded(lambda: decision.why_not(list(stage.slots), moves[0]))
    if refused is None:
        return ("it is allowed", "it is allowed", None)
    return (stage.words.sentence(refused.pieces), refused.plain, refused.span)


def ascii_of(says: str) -> str:
    """A sentence with letters in place of the signs of suits."""
    for symbol, letter in zip("♠♥♦♣", "SHDC", strict=True):
        says = says.replace(symbol, letter)
    return says


def shown(stage: Stage, move: Move) -> str:
    """A move in words."""
    return stage.words.move(stage.node, move)


def listing(stage: Stage, moves: Iterable[Move]) -> str:
    """Moves in words; amounts that follow one another as a range."""
    words = in_ranges(stage, list(moves))
    more = [f"and {len(words) - MOST_SHOWN} more"] if len(words) > MOST_SHOWN else []
    return ", ".join([*words[:MOST_SHOWN], *more]) or "nothing"


def in_ranges(stage: Stage, moves: list[Move]) -> list[str]:
    """`buy 4..8` for `buy 4`, `buy 5` and so on."""
    moves = sorted(moves, key=lambda move: (move.action, repr(move.values)))
    ranges: list[tuple[int, int, int]] = []
    others: list[tuple[int, str]] = []
    for move in moves:
        params = stage.node.actions[move.action].params
        if len(params) == 1 and params[0].shape == "range":
            ranges.append((move.action, move.values[0], move.values[0]))
        else:
            others.append((move.action, shown(stage, move)))
    joined: list[tuple[int, int, int]] = []
    for action, low, high in sorted(ranges):
        if joined and joined[-1][0] == action and joined[-1][2] == low - 1:
            joined[-1] = (action, joined[-1][1], high)
        else:
            joined.append((action, low, high))
    for action, low, high in joined:
        word = shown(stage, Move(action, (low,)))
        others.append((action, word if low == high else f"{word}..{high}"))
    return [word for _, word in sorted(others, key=lambda each: each[0])]


def what_is_legal(stage: Stage) -> str:
    """Whose turn it is, and what may be done."""
    if stage.over:
        return "the game is over"
    return f"{name(stage, stage.seat)} may: {listing(stage, stage.legal or ())}"


def refusal(stage: Stage, line: x.Ask, text: x.Move, reason: Reason) -> Finding:
    """A move that should be legal is not."""
    says, _, rule = reason
    also = ((rule, "this rule refuses it"),) if rule is not None else ()
    said = " ".join(text.span.text.split())
    return Finding(
        f"{name(stage, line.seat)} may not {said}: {says}", line.span, (what_is_legal(stage),),
        also=also,
    )  # fmt: skip


# ---------------------------------------------------------------------- seeing


def sees(stage: Stage, line: x.Sees) -> None:
    """What a seat sees of some cards; those without an order may be named in any."""
    ordered, cards = cards_and_places(stage, line.cards)
    zones = stage.engine.zones
    twin = stage.machine.pack.twin_of
    came = [
        twin[card] if zones.seers(stage.slots, card, slot) >> line.seat & 1 else None
        for card, slot in cards
    ]
    wanted = [None if card is None else named(stage, card) for card in line.seen]
    if not ordered:
        key = sort_key
        came, wanted = sorted(came, key=key), sorted(wanted, key=key)
    if came != wanted:
        raise Finding(
            f"{name(stage, line.seat)} sees something else", line.span,
            (f"expected: {as_seen(stage.words, wanted)}", f"came:     {as_seen(stage.words, came)}"),
        )  # fmt: skip


def named(stage: Stage, card: g.Literal) -> int:
    """A card as it looks."""
    found = int(stage.ask(card))
    if found < 0:
        raise Finding(f"there is no {card.span.text} in the pack of this table", card.span)
    return stage.machine.pack.twin_of[found]


def sort_key(card: int | None) -> int:
    """Cards in the pack's order, hidden ones last."""
    return 10_000 if card is None else card


def as_seen(words: Words, cards: list[int | None]) -> str:
    """`[8♥ ?]`."""
    return "[" + " ".join("?" if card is None else words.card(card) for card in cards) + "]"


def cards_and_places(stage: Stage, value: g.Value) -> tuple[bool, list[tuple[int, int]]]:
    """The cards of an expression with the zones that they lie in, and whether they have an order."""
    zones = stage.engine.zones
    slots = zones_of(stage, value)
    if slots is not None:
        ordered = all(zones.places[slot].pile for slot in slots)
        cards = [(card, slot) for slot in slots for card in zones.cards(stage.slots, slot)]
        return ordered or len(cards) < 2, cards
    found = stage.ask(value)
    if bare(value.type) == CARD:
        found = (found,)
    held = bits(found) if isinstance(found, int) else found
    return not isinstance(found, int), [(c, zones.where(stage.slots, c)) for c in held if c >= 0]


def zones_of(stage: Stage, value: g.Value) -> list[int] | None:
    """The zones that an expression names, in order; None where it is more than a name of zones."""
    if isinstance(value, g.Load) and isinstance(value.thing, g.Zone):
        return [stage.slot_of(value)]
    if isinstance(value, g.Many) and isinstance(value.thing, g.Zone):
        place = value.index[value.place]
        of: Type = getattr(bare(place.type), "of", bare(place.type))
        members = stage.ask(place)
        members = bits(members) if isinstance(members, int) else members
        found = []
        for member in members:
            index = list(value.index)
            index[value.place] = g.Const(member, of, place.span)
            load = g.Load(value.thing, tuple(index), value.type, value.span)
            found.append(stage.slot_of(load))
        return found
    return None
