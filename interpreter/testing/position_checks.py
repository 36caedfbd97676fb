"""What must be so at every position of every game, whatever the ruleset says."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from hoyle.dsl.checked.types import CARD, NumberT, PlanT, SetT, bare
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import mask_of
from hoyle.dsl.source import Span
from hoyle.interpreter.runtime.choices import Choice, Decision
from hoyle.interpreter.runtime.engine import Engine
from hoyle.interpreter.runtime.fault import IllegalMove
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.moves import LegalMoves, Move, Slots
from hoyle.interpreter.runtime.notation import NotAMove
from hoyle.interpreter.runtime.state_bytes import decode, encode
from hoyle.interpreter.runtime.table import ChanceSource, Position
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.rule_coverage import Coverage

MAX_LISTED = 200  # legal moves whose texts are compared
MAX_TRIED = 6  # legal moves that are asked about one by one
MAX_REFUSED = 3  # moves of each action that are not legal
UNSEEN = 15  # that are only asked what refuses them, where a condition has refused nothing yet
MANY_REFUSED = 16
MAX_WRITTEN = 4000  # values that are tried one by one against the conditions as written
BIT_OF = (1).__lshift__


def check_cards(engine: Engine, s: Slots, at: int) -> None:
    """Every card lies in exactly one zone, and no zone holds more than it has room for.

    This is asked at every decision: as many cards as the pack has, whose bits add up to all of its
    bits, are each of its cards once. Where it is not so, it is found out what is wrong.
    """
    count = bits_of_all = 0
    for slot, place in engine.zones.places.items():
        held = s[slot]
        if place.pile:
            size = len(held)
            bits_of_all += sum(map(BIT_OF, held))
        else:
            size = held.bit_count()
            bits_of_all += held
        if size > place.capacity:
            break
        count += size
    else:
        whole = engine.machine.pack.size
        if count == whole and bits_of_all == (1 << whole) - 1:
            return
    _tell_wrong_cards(engine, s, at)


def _tell_wrong_cards(engine: Engine, s: Slots, at: int) -> None:
    seen = 0
    for slot, place in engine.zones.places.items():
        held = s[slot]
        cards = 0
        if place.pile:
            for card in held:
                cards |= 1 << card
            size = len(held)
        else:
            cards, size = held, held.bit_count()
        if cards & seen or cards.bit_count() != size:
            raise Finding("a card lies in two places", _span_of(engine, at), kind="cards")
        if size > place.capacity:
            raise Finding(
                f"`{place.family}` holds {size} cards", _span_of(engine, at), kind="cards"
            )
        seen |= cards
    whole = (1 << engine.machine.pack.size) - 1
    if seen != whole:
        raise Finding(
            f"{(whole ^ seen).bit_count()} cards lie nowhere", _span_of(engine, at), kind="cards"
        )


def _span_of(engine: Engine, at: int) -> Span:
    span: Span = engine.span_near(at if at < len(engine.machine.nodes) - 1 else 0)
    return span


def check_position(
    position: Position, stream: Stream, coverage: Coverage, refused: int = MAX_REFUSED
) -> None:
    """Everything that can be asked of one position; asking must change nothing."""
    before, slots = position.bytes(), list(position.slots)
    check_cards(position.table.engine, position.slots, position.at)
    _check_listed(position, stream)
    _check_refused(position, stream, coverage, refused)
    _check_written(position)
    _check_decoded(position, before)
    if position.bytes() != before or position.slots[: len(slots)] != slots:
        raise Finding(
            "asking what may be done changed something", position.node.span, kind="asking"
        )


def _check_listed(position: Position, stream: Stream) -> None:
    """What is listed is accepted; its text is its own and is read as the same move."""
    legal, span = position.legal(), position.node.span
    if legal.size == 0:
        raise Finding("somebody is to choose, and nothing may be chosen", span, kind="choice")
    if legal.size <= MAX_LISTED:
        moves = list(legal)
        if len(moves) != legal.size or any(legal.kth(k) != m for k, m in enumerate(moves)):
            raise Finding("the list of moves is not in its own order", span, kind="listed")
        texts = [position.text(move) for move in moves]
        if len(set(texts)) != len(texts):
            twice = next(text for text in texts if texts.count(text) > 1)
            raise Finding(f"two moves are both called `{twice}`", span, kind="texts")
    for move in _some(legal, stream):
        text = position.text(move)
        refusal = position.why_not(move)
        if move not in legal or refusal is not None:
            says = (
                position.table.words.format_sentence(refusal.pieces)
                if refusal
                else "it is not listed"
            )
            raise Finding(f"`{text}` is listed, and refused: {says}", span, kind="listed")
        try:
            read = position.parse(text)
        except NotAMove as no:
            raise Finding(
                f"`{text}` is listed, and not understood: {no}", span, kind="texts"
            ) from no
        if read != move:
            raise Finding(f"`{text}` is read as `{position.text(read)}`", span, kind="listed")


def _some(legal: LegalMoves, stream: Stream) -> list[Move]:
    if legal.size <= MAX_TRIED:
        return list(legal)
    return [legal.kth(stream.below(legal.size)) for _ in range(MAX_TRIED)]


def _check_refused(
    position: Position, stream: Stream, coverage: Coverage, most: int = MAX_REFUSED
) -> None:
    """What is not listed is refused, with a reason, and cannot be played.

    Tried are any values at all, and such as may be chosen, which only a condition refuses.
    """
    legal, engine = position.legal(), position.table.engine
    draws = Stream(stream.key, "candidates", stream.drawn)
    for choice in engine.decisions[position.at].choices:
        params = choice.action.params
        tried: list[Move | None] = []
        for _ in range(most if params else 1):
            values = tuple(any_value(position, param, stream) for param in params)
            tried.append(Move(choice.number, values))
        tried += _draw_candidates(position, choice, draws, most if params else 0)
        for move in tried:
            if move is not None and position.same_looking(move, marked=True) not in legal:
                check_refusal(position, move, coverage)
        if any(not coverage.has_span(rule.span) for rule in choice.action.conditions):
            for move in _draw_candidates(position, choice, draws, UNSEEN if params else 0):
                refusal = None if move is None else position.why_not(move)
                if refusal is not None:
                    coverage.add_span(refusal.span)


def _draw_candidates(
    position: Position, choice: Choice, draws: Stream, many: int
) -> list[Move | None]:
    """Moves that only a condition may refuse; none where one bars the action, as none is listed."""
    engine, found = position.table.engine, list[Move | None]()
    decision = engine.decisions[position.at]
    if decision.find_closed(position.slots, choice) is not None:
        return []
    for _ in range(many):
        engine.compiler.fuel.renew()
        found.append(decision.draw_candidate(position.slots, choice, draws.below))
    return found


def check_refusal(position: Position, move: Move, coverage: Coverage) -> None:
    """One move that is not listed."""
    text, span = position.text(move), position.node.actions[move.action].span
    refusal = position.why_not(move)
    if refusal is None:
        raise Finding(f"`{text}` is not listed, and nothing refuses it", span, kind="refused")
    if not position.table.words.format_sentence(refusal.pieces).strip():
        raise Finding(f"`{text}` is refused without a reason", refusal.span, kind="refused")
    coverage.add_span(refusal.span)
    try:
        position.play(move)
    except IllegalMove:
        return
    raise Finding(f"`{text}` is refused, and can be played", span, kind="refused")


def any_value(position: Position, param: p.Parameter, stream: Stream) -> Any:
    """A value that fits the parameter's type, legal or not."""
    machine = position.table.machine
    slot = machine.slots[param.slot]
    if isinstance(bare(param.type), PlanT):  # no melds, and some cards that are left
        return (mask_of(stream.below(machine.pack.size) for _ in range(1 + stream.below(3))),)
    if param.type == CARD:
        return stream.below(machine.pack.size)
    if param.type == SetT(CARD):
        return mask_of(stream.below(machine.pack.size) for _ in range(1 + stream.below(3)))
    if isinstance(bare(param.type), NumberT):  # also just outside its range
        low = max(0, slot.low - 1)
        return low + stream.below(slot.high - low + 2)
    if slot.kind == "number":
        return stream.below(slot.high + 1)
    return stream.below(1 << min(slot.size, 20))


# ---------------------------------------------------------------------- a second opinion


def _check_written(position: Position) -> None:
    """The folded sets of moves are those that pass the conditions as they are written."""
    decision = position.table.engine.decisions[position.at]
    for choice in decision.choices:
        s = list(position.slots)
        if decision.find_closed(s, choice) or not _few(decision, s, choice):
            continue  # where a condition bars the action nothing is listed, in neither way
        rows = decision.rows(s, choice)
        part = decision.part(s, choice)
        folded = tuple(move.values for move in part) if part is not None else ()
        if rows != folded:
            node, words = position.node, position.table.words
            odd = [row for row in (*rows, *folded) if (row in rows) != (row in folded)]
            move = (
                words.format_move(node, Move(choice.number, odd[0])) if odd else choice.action.name
            )
            way = "tried one by one" if odd and odd[0] in rows else "as a set"
            raise Finding(
                f"`{move}` is legal only when the moves are {way}",
                choice.action.span,
                kind="agreement",
            )


def _few(decision: Decision, s: Slots, choice: Choice) -> bool:
    if len(choice.slots) != 1:
        return True
    found, shape = choice.overs[0](s), choice.action.params[0].shape
    if shape == "range":
        return bool(found[1] - found[0] < MAX_WRITTEN)
    return (found.bit_count() if shape == "mask" else len(found)) < MAX_WRITTEN


def _check_decoded(position: Position, data: bytes) -> None:
    table, span = position.table, position.node.span
    s, at = decode(table.machine, data)
    if at != position.at or encode(table.machine, s, at) != data:
        raise Finding("a state that is written and read again is another", span, kind="saved")
    if table.engine.legal(s, at) != position.legal():
        raise Finding("a state that is written and read again has other moves", span, kind="saved")


def check_continued(position: Position, move: Move, after: Position) -> None:
    """A game that goes on from the bytes of a state is the same game."""
    table, before = position.table, position.bytes()
    s, at = decode(table.machine, before)
    at = table.engine.choose(s, at, move)
    other = table.settle(s, at, position.chances, None, move)
    if other.bytes() != after.bytes():
        text = position.text(move)
        raise Finding(f"`{text}` leads elsewhere when the state was written and read again",
                      position.node.span, kind="saved")  # fmt: skip
    if after.undo().bytes() != before:
        raise Finding(
            "a move that is taken back leaves something behind", position.node.span, kind="undo"
        )


def check_replayed(last: Position, chance: ChanceSource) -> None:
    """The same chance and the same moves are the same game."""
    path, table = last.path(), last.table
    position = table.settle(table.engine.fresh(), table.machine.entry, chance, None, None)
    for before, after in pairwise(path):
        if position.bytes() != before.bytes():
            raise Finding(
                "the same moves lead elsewhere the second time",
                before.node.span,
                kind="replayed",
            )
        assert after.move is not None
        position = position.play(after.move)
    if position.bytes() != last.bytes() or position.over != last.over:
        raise Finding(
            "the same moves end elsewhere the second time", path[0].node.span, kind="replayed"
        )
