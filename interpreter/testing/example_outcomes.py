"""What an example says of what the last move has led to, held against what came."""

from __future__ import annotations

from hoyle.dsl.checked import example_lines as x
from hoyle.dsl.machine.builtins import bits
from hoyle.interpreter.runtime.events import SentenceSaid, ValueAnnounced
from hoyle.interpreter.runtime.table import compute_payoff
from hoyle.interpreter.testing.example_runner import ExampleRunner, seat_name
from hoyle.interpreter.testing.findings import Finding


def check_said(stage: ExampleRunner, line: x.Said) -> None:
    """The sentence has been said since the last move, with signs or letters for the suits."""
    words = stage.words
    said = [words.format_sentence(e.sentence) for e in stage.recent if isinstance(e, SentenceSaid)]
    if line.sentence not in (*said, *map(write_suits_as_letters, said)):
        lines = tuple(f"said was: {sentence}" for sentence in said) or ("nothing was said",)
        raise Finding("this was not said", line.span, lines)


def check_announced(stage: ExampleRunner, line: x.Announced) -> None:
    """The value was announced since the last move; of several the last counts."""
    announced = [e for e in stage.recent if isinstance(e, ValueAnnounced) and e.name == line.name]
    if not announced:
        raise Finding(f"`{line.name}` was not announced", line.span)
    came = announced[-1]
    wanted = stage.ask(line.value, came.type)
    if came.value != wanted:
        raise Finding(
            f"`{line.name}` was announced, but with another value", line.span,
            (
                f"expected: {stage.words.format_value(wanted, came.type)}",
                f"came:     {stage.words.format_value(came.value, came.type)}",
            ),
        )  # fmt: skip


def check_payoff(stage: ExampleRunner, line: x.Payoff) -> None:
    """What a seat is paid when the match ends now."""
    wanted = stage.ask(line.value)
    came = stage.guarded(compute_payoff, stage.engine, stage.slots, line.seat)
    if came != wanted:
        says = f"{seat_name(stage, line.seat)} has another payoff"
        raise Finding(says, line.span, (f"expected: {wanted}", f"came:     {came}"))


def check_winners(stage: ExampleRunner, line: x.Wins) -> None:
    """These seats have won, and no others."""
    won = bits(stage.slots[stage.machine.winners])
    if won != tuple(sorted(line.seats)):
        names = " and ".join(seat_name(stage, seat) for seat in won)
        came = f"{names} {'wins' if len(won) == 1 else 'win'}" if won else "nobody has won"
        raise Finding("the game is not won like this", line.span, (f"came: {came}",))


def check_end(stage: ExampleRunner, line: x.Ends) -> None:
    """The last move, or the start, has ended a phase, or the whole match; or play gets there."""
    if line.phase == "match" or not stage.has_ended(line.phase):
        stage.go_on(line.phase)
    ended = stage.match_over if line.phase == "match" else stage.has_ended(line.phase)
    if not ended:
        turn = () if stage.over else (f"it is {seat_name(stage, stage.seat)}'s turn",)
        raise Finding(f"`{line.phase}` has not ended", line.span, turn)


def write_suits_as_letters(text: str) -> str:
    """A sentence with letters in place of the signs of suits."""
    for symbol, letter in zip("♠♥♦♣", "SHDC", strict=True):
        text = text.replace(symbol, letter)
    return text
