"""What an example says of moves, held against the position."""

from __future__ import annotations

from hoyle.dsl.checked import example_lines as x
from hoyle.dsl.source import Span
from hoyle.interpreter.runtime.moves import Move
from hoyle.interpreter.testing.example_runner import ExampleRunner
from hoyle.interpreter.testing.findings import Cause, Finding
from hoyle.interpreter.testing.move_matching import (
    describe_legal_moves,
    find_legal_move,
    format_move,
    format_moves,
    moves_of,
    seat_name,
)
from hoyle.interpreter.testing.rule_coverage import Coverage

# Why a move is refused: the sentence, how the rule has it (braces and all), and the rule.
Reason = tuple[str, str, Span | None]


def check_moves(stage: ExampleRunner, line: x.Ask, coverage: Coverage | None) -> None:
    """A move that is made, or may be, or may not be, or the only ones that may be."""
    if stage.unlaid is not None:
        raise Finding(
            "a shuffle comes before this, and no `pack` says how the cards lie", line.span,
            also=((stage.unlaid, "this shuffle"),),
        )  # fmt: skip
    match line.kind:
        case "plays":
            make_move(stage, line, coverage)
        case "may":
            check_legal(stage, line)
        case "may not":
            _may_not(stage, line, coverage)
        case _:
            _may_only(stage, line)


def make_move(stage: ExampleRunner, line: x.Ask, coverage: Coverage | None) -> None:
    """The move is made."""
    reason = _out_of_turn(stage, line.seat)
    if reason is None:
        moves = moves_of(stage, line.moves[0])
        for move in moves:
            found = find_legal_move(stage, move, line.moves[0])
            if found is not None:
                if coverage is not None:
                    coverage.add_span(stage.node.actions[found.action].span)
                stage.made.append((found, line.span))
                at = stage.guarded(stage.engine.choose, stage.slots, stage.at, found)
                stage.go(at)
                return
        reason = _why_not(stage, line.moves[0], moves)
    raise _refusal(stage, line, line.moves[0], reason)


def check_legal(stage: ExampleRunner, line: x.Ask) -> None:
    """The moves are legal."""
    reason = _out_of_turn(stage, line.seat)
    moves = moves_of(stage, line.moves[0]) if reason is None else []
    wrong = [move for move in moves if find_legal_move(stage, move, line.moves[0]) is None]
    if reason is None and moves and not wrong:
        return
    raise _refusal(stage, line, line.moves[0], reason or _why_not(stage, line.moves[0], wrong))


def _may_not(stage: ExampleRunner, line: x.Ask, coverage: Coverage | None) -> None:
    """The moves are refused, with the sentence where one is said."""
    reason = _out_of_turn(stage, line.seat)
    if reason is None:
        moves = moves_of(stage, line.moves[0])
        for move in moves:
            if find_legal_move(stage, move, line.moves[0]) is not None:
                raise Finding(
                    f"{seat_name(stage, line.seat)} may {format_move(stage, move)} after all",
                    line.span,
                    (describe_legal_moves(stage),),
                    cause=Cause.MOVE_ALLOWED,
                )
        reason = _why_not(stage, line.moves[0], moves)
    says, plain, rule = reason
    if coverage is not None and rule is not None:
        coverage.add_span(rule)
    if line.sentence is not None and line.sentence not in (says, plain, _ascii_of(says)):
        also = ((rule, "this is what refuses it"),) if rule is not None else ()
        raise Finding(
            "it is refused, but with another sentence", line.span,
            (f"expected: {line.sentence}", f"came:     {says}"), also=also,
        )  # fmt: skip


def _may_only(stage: ExampleRunner, line: x.Ask) -> None:
    reason = _out_of_turn(stage, line.seat)
    if reason is not None:
        raise Finding(reason[0], line.span, (describe_legal_moves(stage),))
    wanted: dict[Move, None] = {}
    missing: dict[Move, None] = {}
    for text in line.moves:
        moves = moves_of(stage, text)
        if not moves:
            raise _refusal(stage, line, text, _why_not(stage, text, []))
        for move in moves:
            found = find_legal_move(stage, move, text)
            wanted[found or move] = None
            if found is None:
                missing[move] = None
    legal = list(stage.legal or ())
    more = [move for move in legal if move not in wanted]
    if not missing and not more:
        return
    lines = [f"expected: {format_moves(stage, wanted)}", f"came:     {format_moves(stage, legal)}"]
    if missing:
        lines.append(f"missing:  {format_moves(stage, missing)}")
    if more:
        lines.append(f"too many: {format_moves(stage, more)}")
    for move in list(missing)[:1]:
        lines.append(
            f"{format_move(stage, move)} is refused: {_why_not(stage, line.moves[0], [move])[0]}"
        )
    raise Finding(
        f"{seat_name(stage, line.seat)} has other moves than these", line.span, tuple(lines)
    )


# ---------------------------------------------------------------------- reasons


def _out_of_turn(stage: ExampleRunner, seat: int) -> Reason | None:
    if stage.over:
        return ("the game is over", "the game is over", None)
    if stage.seat != seat:
        says = f"it is not {seat_name(stage, seat)}'s turn"
        return (says, says, None)
    return None


def _why_not(stage: ExampleRunner, text: x.Move, moves: list[Move]) -> Reason:
    if not moves:
        says = f"nothing called `{text.action}` can be chosen here"
        return (says, says, None)
    decision = stage.engine.decisions[stage.at]
    refused = stage.guarded(decision.why_not, list(stage.slots), moves[0])
    if refused is None:
        return ("it is allowed", "it is allowed", None)
    return (stage.words.format_sentence(refused.pieces), refused.plain, refused.span)


def _ascii_of(says: str) -> str:
    """A sentence with letters in place of the signs of suits."""
    for symbol, letter in zip("♠♥♦♣", "SHDC", strict=True):
        says = says.replace(symbol, letter)
    return says


def _refusal(stage: ExampleRunner, line: x.Ask, text: x.Move, reason: Reason) -> Finding:
    says, _, rule = reason
    also = ((rule, "this rule refuses it"),) if rule is not None else ()
    says = f"{seat_name(stage, line.seat)} may not {' '.join(text.span.text.split())}: {says}"
    lines = (describe_legal_moves(stage),)
    return Finding(says, line.span, lines, also=also, cause=Cause.MOVE_REFUSED)
