"""Where nobody may do anything: who is stuck, what they hold, and why each move is refused."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import attrs

from hoyle.dsl.machine import program as p
from hoyle.dsl.printable import join_words, to_dashes
from hoyle.interpreter.narration.labels import ReadableNotation
from hoyle.interpreter.runtime.choices import Choice, Decision
from hoyle.interpreter.runtime.engine import Engine
from hoyle.interpreter.runtime.fault import NothingToChoose, RulesetFault
from hoyle.interpreter.runtime.moves import Slots
from hoyle.interpreter.runtime.notation import Notation

GAVE_NONE = ": the example gave none"
MAY_BE_GIVEN = "the ruleset is at fault, or the example, by what it gives"
MAX_REFUSED = 6  # reasons that are told, but for one of each action


@attrs.frozen
class RefusedMoves:
    """Moves of a choice that has none which one condition refuses; `why` is said of the first."""

    moves: list[str]
    why: str
    rule: str


def find_refusals(engine: Engine, words: Notation, fault: NothingToChoose) -> list[RefusedMoves]:
    """The moves of a choice that has none, with their reasons; one of each action comes first."""
    decision = engine.decisions[fault.at]
    first: list[RefusedMoves] = []
    others: list[RefusedMoves] = []
    refused = list(decision.list_refused(fault.slots))
    for choice in decision.choices:
        by_rule: dict[str, RefusedMoves] = {}
        for move, refusal in ((move, why) for of, move, why in refused if of is choice):
            why, rule = words.format_sentence(refusal.pieces), refusal.plain
            alike = by_rule.setdefault(rule, RefusedMoves([], why, rule))
            alike.moves.append(
                to_dashes(choice.action.name) if move is None
                else words.format_move(decision.node, move)
            )  # fmt: skip
        if not by_rule:
            says = _say_nothing_fits(decision, words, fault.slots, choice)
            by_rule[says] = RefusedMoves([to_dashes(choice.action.name)], says, says)
        one, *more = by_rule.values()
        first.append(one)
        others += more
    return first + others


def _say_nothing_fits(decision: Decision, words: Notation, slots: Slots, choice: Choice) -> str:
    """Why there is nothing to choose an action with: an empty zone, or a range without a number."""
    if (bounds := decision.find_no_number(list(slots), choice)) is not None:
        amount = to_dashes(choice.action.params[0].name)
        return f"{amount} lies in {bounds[0]}..{bounds[1]}, where there is no number"
    zones = decision.find_empty(list(slots), choice)
    empty = [words.format_place(slot) for slot in zones[:MAX_REFUSED]]
    are = "are" if len(empty) > 1 else "is"
    nothing = "there is nothing to choose it with"
    return f"{join_words(empty)} {are} empty" if empty else nothing


def list_refusals(
    engine: Engine, words: Notation, fault: NothingToChoose, reader: int | None = None
) -> Iterator[str]:
    """Who has no move, and why each that there is would be refused, alike ones together.

    A `reader` who plays is told the moves of nobody else: they name hidden cards.
    """
    if fault.at < 0:
        return
    stuck = fault.slots[engine.decisions[fault.at].node.seat]
    name = words.names[stuck]
    if reader is not None and reader != stuck:
        yield f"{name} has to choose, and may do nothing"
        return
    refused = find_refusals(engine, _for_people(words), fault)
    told = max(MAX_REFUSED, len(engine.decisions[fault.at].choices))
    for one in refused[:told]:
        moves = list(dict.fromkeys(one.moves))  # of copies that look the same, one
        shown = 3 if one.why == one.rule else 1  # of each move something else is said
        more = len(moves) - shown
        also = f" and {count_of(more, 'more move')}" if more > 0 else ""
        yield f"{name} may not {', '.join(moves[:shown])}{also}: {one.why}"
    if len(refused) > told:
        yield f"and {count_of(len(refused) - told, 'more reason')}"


def list_held(
    engine: Engine, words: Notation, fault: NothingToChoose, laid: Slots
) -> Iterator[str]:
    """What a seat that has no move holds, in the zones that it sees and not everybody.

    `laid` is the position in which an example began.
    """
    if fault.at < 0:
        return
    zones, slots = engine.zones, list(fault.slots)
    stuck = slots[engine.decisions[fault.at].node.seat]
    held = _find_held(engine, fault)
    yield from list_lying(engine, words, fault)
    if held and not any(held.values()) and _asks_for(engine, fault, held):
        given = any(zones.cards(laid, slot) for slot in held) if laid else True
        yield f"{words.names[stuck]} holds no card{'' if given else GAVE_NONE}"


def _asks_for(engine: Engine, fault: NothingToChoose, held: Collection[int]) -> bool:
    """Whether cards of some zones are chosen from, or asked for by a condition, in a choice."""
    actions = engine.decisions[fault.at].node.actions
    asked = [param.over for action in actions for param in action.params]
    asked += [condition.test for action in actions for condition in action.conditions]
    parts = (part for one in asked for part in p.walk_called(one))
    reads = {part.reads for part in parts if isinstance(part, p.BaseExpr)}
    families = (one for one in engine.machine.families if one.base in reads)
    return not reads.isdisjoint(held) or any(
        not set(one.slots).isdisjoint(held) for one in families
    )


def _for_people(words: Notation) -> ReadableNotation:
    """The same words, without marks of copies: as the game itself is told."""
    return ReadableNotation(words.machine, words.names, words.symbols)


def _find_held(engine: Engine, fault: NothingToChoose) -> dict[int, tuple[int, ...]]:
    """The cards of each zone that a seat which has no move sees, and not everybody."""
    zones, slots = engine.zones, list(fault.slots)
    stuck = slots[engine.decisions[fault.at].node.seat]
    return {
        slot: zones.cards(slots, slot) for slot, place in zones.places.items()
        if place.sight == "some" and zones.seen_by[slot](slots) >> stuck & 1
    }  # fmt: skip


def list_lying(
    engine: Engine, words: Notation, fault: NothingToChoose, reader: int | None = None
) -> Iterator[str]:
    """The cards that lie before a seat that has no move, where it sees them and not everybody.

    A `reader` who plays is told those of nobody else.
    """
    if fault.at < 0 or reader not in (None, fault.slots[engine.decisions[fault.at].node.seat]):
        return
    labels = _for_people(words)
    for slot, cards in _find_held(engine, fault).items():
        if cards:
            yield f"{labels.format_place(slot)}: {labels.format_cards(cards)}"


def reasons_of(
    engine: Engine, words: Notation, fault: NothingToChoose
) -> frozenset[tuple[str, str]]:
    """Each action with each sentence that refuses it."""
    refused = find_refusals(engine, words, fault)
    reasons = {(one.moves[0].split()[0], one.rule) for one in refused}
    if find_wanting(engine, fault):  # what else lies there makes it another case
        held = _find_held(engine, fault)
        reasons |= {(words.format_place(slot), str(bool(cards))) for slot, cards in held.items()}
    return frozenset(reasons)


def find_wanting(engine: Engine, fault: RulesetFault | None) -> set[int]:
    """The zones that are empty, where the rules cannot go on for that reason.

    Of a fault that only names them these are all that are called so.
    """
    if isinstance(fault, NothingToChoose) and fault.at >= 0:
        decision, slots = engine.decisions[fault.at], list(fault.slots)
        return {slot for one in decision.choices for slot in decision.find_empty(slots, one)}
    if fault is None or fault.lacking is None:
        return set()
    places = engine.machine.zones
    return {place.slot for place in places if f"`{place.family}`" in fault.says}


def count_of(number: int, of: str) -> str:
    """`1 move`, `2 moves`."""
    return f"{number:,} {of}{'s' * (number != 1)}"
