"""The examples of a ruleset, run line by line: what was expected, and what came."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby, product
from typing import Any

import attrs

from hoyle.dsl.analysis.facts import all_steps
from hoyle.dsl.checked import example_lines as x
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.example_moves import can_become
from hoyle.dsl.checked.types import CARD, SEAT, bare
from hoyle.dsl.checked.values import things_read
from hoyle.dsl.machine.builtins import bits
from hoyle.dsl.machine.constants import without_options
from hoyle.dsl.machine.context import CannotLower
from hoyle.dsl.machine.from_game import Build, Entry, build_machine, find_phase_path
from hoyle.dsl.node import select_kind
from hoyle.dsl.printable import count_players
from hoyle.dsl.report import Report
from hoyle.dsl.source import Span
from hoyle.interpreter.library.options import find_refusal
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.runtime.engine import Engine
from hoyle.interpreter.runtime.events import SentenceSaid, ValueAnnounced
from hoyle.interpreter.runtime.laid_position import Given
from hoyle.interpreter.runtime.moves import Move
from hoyle.interpreter.runtime.notation import Notation
from hoyle.interpreter.runtime.observer import Observer
from hoyle.interpreter.testing.example_runner import (
    ExampleRunner,
    describe_legal_moves,
    find_legal_move,
    format_moves,
    moves_of,
)
from hoyle.interpreter.testing.explained_tests import explain_failure
from hoyle.interpreter.testing.findings import Cause, Finding
from hoyle.interpreter.testing.game_runner import (
    MAX_DECISIONS,
    CheckSchedule,
    GameRunner,
    PlayCounts,
)
from hoyle.interpreter.testing.missing_end import find_open_loop
from hoyle.interpreter.testing.rule_coverage import Coverage, Place
from hoyle.interpreter.testing.script import Script
from hoyle.interpreter.testing.told_example import tell_example

MAX_KEPT = 48
HIDDEN = "?"  # what a seat does not see


class ExampleMachines:
    """Many examples begin at the same place with the same options: they share a machine."""

    def __init__(
        self, ruleset: Ruleset, coverage: Coverage | None = None,
        observers: Sequence[Observer] = (), asked: dict[Place, int] | None = None,
    ) -> None:  # fmt: skip
        self.ruleset = ruleset
        self.tally = PlayCounts(asked={} if asked is None else asked)
        self.observers = observers  # of every engine that is made here
        self.coverage = coverage
        self.seen = coverage if coverage is not None else Coverage(ruleset.game)
        self.made: dict[tuple[Any, ...], tuple[Build, GameRunner]] = {}
        self.runner: GameRunner | None = None
        self.tells = False  # whether it is told what has led to a value that was not expected
        self.refusals: dict[tuple[Any, ...], str | None] = {}  # by number of players and options

    def why_refused(self, players: int, options: Mapping[str, int]) -> str | None:
        """Why no table is made for so many players with these options; None where one is."""
        if players not in self.ruleset.game.counts:
            return f"{self.ruleset.game.for_players} can play"
        key = players, tuple(sorted(options.items()))
        if key not in self.refusals:
            self.refusals[key] = find_refusal(self.ruleset.game, players, options)
        return self.refusals[key]

    def options_of(self, checked: g.Example) -> dict[str, int]:
        """The options that an example sets, as the machine has them."""
        found: dict[str, int] = {}
        for line in checked.lines_of(x.SetOption):
            constants = without_options(self.ruleset.game, checked.count)
            try:
                found[line.option.name] = constants.evaluate(line.value)
            except CannotLower as problem:
                raise Finding(problem.says, line.span) from problem
        return found

    def open(self, checked: g.Example, options: Mapping[str, int]) -> ExampleRunner:
        """An example that is about to be run."""
        start = next(iter(checked.lines_of(x.Start)), None)
        build, engine = self.machine(checked, options, start)
        assert self.runner is not None
        self.runner.name_seats([seat.name for seat in checked.seats])
        follow = partial(self.follow, checked, options, start) if start is not None else None
        return ExampleRunner(
            build, engine, self.runner.words, engine.fresh(), checked, start,
            checked.lines_of(x.LaidPack), checked.lines_of(x.Given), self.coverage, follow=follow,
            is_kept=self.tells,
        )  # fmt: skip

    def machine(
        self, checked: g.Example, options: Mapping[str, int], start: x.Start | None
    ) -> tuple[Build, Engine]:
        """The machine of an example and what runs it; `runner` is the table that it stands on.

        Nothing is asked there yet: the example is played line by line first.
        """
        args = tuple(_as_constant(arg, checked.seats) for arg in start.args) if start else ()
        key = None
        if all(isinstance(arg, g.Const | g.Literal) for arg in args):
            words = tuple(getattr(arg, "value", getattr(arg, "word", "")) for arg in args)
            phase = start.phase if start else ""
            key = (checked.count, tuple(sorted(options.items())), phase, words)
            if key in self.made:
                known, self.runner = self.made[key]
                return known, self.runner.table.engine
        bound = _bind_names(checked)
        entry = Entry(start.phase, args, bound, True) if start else Entry("")
        span = start.span if start else checked.players_span
        build = self._build(checked, options, entry, span)
        runner = GameRunner(
            self.ruleset, checked.count, options, self.seen, self.tally,
            phase=start.phase if start else "", build=build, observers=self.observers,
        )  # fmt: skip
        runner.laws_rest = True
        if key is not None:
            if len(self.made) >= MAX_KEPT:
                self.made.pop(next(iter(self.made)))
            self.made[key] = (build, runner)
        self.runner = runner
        return build, runner.table.engine

    def follow(
        self, checked: g.Example, options: Mapping[str, int], start: x.Start, ended: str,
        here: Span,
    ) -> tuple[Build, Engine]:  # fmt: skip
        """The machine of what follows the phase with which an example begins, or one around it."""
        given = start.args if ended == start.phase else ()
        args = tuple(_as_constant(arg, checked.seats) for arg in given)
        entry = Entry(ended, args, _bind_names(checked), onward=True)
        build = self._build(checked, options, entry, here)
        return build, Engine(build.machine, traced=True, observers=(self.seen, *self.observers))

    def _build(
        self, checked: g.Example, options: Mapping[str, int], entry: Entry, here: Span
    ) -> Build:
        report = Report()
        build = build_machine(self.ruleset.game, checked.count, options, entry=entry, report=report)
        if build is None or report.failed:
            problem = next((found for found in report.problems), None)
            says = problem.title if problem else "no table can be made with these options"
            also = ((problem.span, "this line is the reason"),) if problem else ()
            raise Finding(says, here, also=also)
        return build


def _bind_names(checked: g.Example) -> tuple[tuple[g.Var, int], ...]:
    """What the names of an example's seats and records stand for."""
    return (*((seat, k) for k, seat in enumerate(checked.seats)), *checked.records)


def _as_constant(value: g.Value, seats: tuple[g.Var, ...]) -> g.Value:
    if isinstance(value, g.Local) and value.var in seats:
        return g.Const(seats.index(value.var), SEAT, value.span)
    return value


# Why a move is refused: the sentence, how the rule has it (braces and all), and the rule.
Reason = tuple[str, str, Span | None]


def check_moves(stage: ExampleRunner, line: x.Ask) -> None:
    """A move that is made, or may be, or may not be, or the only ones that may be."""
    if line.sentence is None or line.sentence != stage.describe_end():
        stage.go_on()
    if stage.unlaid is not None:
        says = "a shuffle comes before this, and no `pack` says how the cards lie"
        also: tuple[tuple[Span, str], ...] = ()
        if stage.packs:
            says = "a shuffle comes before this, and no further `pack` says how it leaves the cards"
            first = "the first says how they lie before" if stage.skipped else "the last there is"
            also = ((stage.packs[-1].span, first),)
        raise Finding(says, line.span, also=((stage.unlaid, "this shuffle"), *also))
    match line.kind:
        case "plays":
            make_move(stage, line)
        case "may":
            check_legal(stage, line)
        case "may not":
            _may_not(stage, line)
        case _:
            _may_only(stage, line)


def make_move(stage: ExampleRunner, line: x.Ask) -> None:
    """The move is made."""
    reason = _out_of_turn(stage, line)
    if reason is None:
        moves = moves_of(stage, line.moves[0])
        for move in moves:
            found = find_legal_move(stage, move, line.moves[0])
            if found is not None:
                if stage.coverage is not None:
                    stage.coverage.add_span(stage.node.actions[found.action].span)
                stage.made.append((found, line.span))
                stage.forget()
                at = stage.guarded(stage.engine.choose, stage.slots, stage.at, found)
                stage.go(at)
                return
        reason = _why_not(stage, line.moves[0], moves)
    raise _refusal(stage, line, line.moves[0], reason)


def check_legal(stage: ExampleRunner, line: x.Ask) -> None:
    """The moves are legal."""
    reason = _out_of_turn(stage, line)
    moves = moves_of(stage, line.moves[0]) if reason is None else []
    wrong = [move for move in moves if find_legal_move(stage, move, line.moves[0]) is None]
    if reason is None and moves and not wrong:
        return
    raise _refusal(stage, line, line.moves[0], reason or _why_not(stage, line.moves[0], wrong))


def _may_not(stage: ExampleRunner, line: x.Ask) -> None:
    """The moves are refused, with the sentence where one is said."""
    reason = _out_of_turn(stage, line)
    if reason is None:
        moves = moves_of(stage, line.moves[0])
        for move in moves:
            if find_legal_move(stage, move, line.moves[0]) is not None:
                raise Finding(
                    f"{stage.name_of(line.seat)} may {stage.format_move(move)} after all",
                    line.span,
                    (describe_legal_moves(stage),),
                    cause=Cause.MOVE_ALLOWED,
                )
        reason = _why_not(stage, line.moves[0], moves)
    says, plain, rule = reason
    if line.sentence not in (None, says, plain, write_suits_as_letters(says)):
        also = ((rule, "this is what refuses it"),) if rule is not None else ()
        raise Finding(
            "it is refused, but with another sentence", line.span,
            (f"expected: {line.sentence}", f"came:     {says}"), also=also,
        )  # fmt: skip


def _may_only(stage: ExampleRunner, line: x.Ask) -> None:
    reason = _out_of_turn(stage, line)
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
            f"{stage.format_move(move)} is refused: {_why_not(stage, line.moves[0], [move])[0]}"
        )
    raise Finding(f"{stage.name_of(line.seat)} has other moves than these", line.span, tuple(lines))


# ---------------------------------------------------------------------- reasons


def _out_of_turn(stage: ExampleRunner, line: x.Ask) -> Reason | None:
    seat = line.seat
    if stage.over:
        says = stage.describe_end()
        return (says, says, None)
    if stage.seat != seat:
        _check_not_too_early(stage, line)
        says = f"it is not {stage.name_of(seat)}'s turn"
        if stage.engine.subjects[stage.at](list(stage.slots)) == (seat, SEAT):
            says = f"{stage.name_of(stage.seat)} makes this move for {stage.name_of(seat)}"
        return (says, says, None)
    return None


def _check_not_too_early(stage: ExampleRunner, line: x.Ask) -> None:
    """Finding where a seat chooses together with the one whose move is wanted, and after it.

    At a table it would be its turn as well: only an example has an order there.
    """
    together = stage.node.together
    if together is None:
        return
    members = list(stage.slots[together.members])
    if line.seat not in members[members.index(stage.seat) :]:
        return
    now, name = stage.name_of(stage.seat), stage.name_of(line.seat)
    order = " ".join(stage.name_of(member) for member in members)
    says = f"what is chosen together is written in the order of the seats: {now} before {name}"
    lines = (f"they are asked in this order: {order}", describe_legal_moves(stage))
    raise Finding(says, line.span, lines, cause=Cause.MOVE_REFUSED)


def _why_not(stage: ExampleRunner, text: x.Move, moves: list[Move]) -> Reason:
    if not moves:
        says = f"nothing called `{text.action}` can be chosen here"
        return (says, says, None)
    decision = stage.engine.decisions[stage.at]
    slots = list(stage.slots)
    meant = stage.guarded(decision.find_candidate, slots, moves[0], "'" in text.span.text)
    refused = stage.guarded(decision.why_not, slots, meant)
    if refused is None:
        return ("it is allowed", "it is allowed", None)
    if stage.coverage is not None:
        stage.coverage.add_span(refused.span)
    return (stage.words.format_sentence(refused.pieces), refused.plain, refused.span)


def _refusal(stage: ExampleRunner, line: x.Ask, text: x.Move, reason: Reason) -> Finding:
    says, _, rule = reason
    also = ((rule, "this rule refuses it"),) if rule is not None else ()
    says = f"{stage.name_of(line.seat)} may not {' '.join(text.span.text.split())}: {says}"
    lines = (describe_legal_moves(stage),)
    return Finding(says, line.span, lines, also=also, cause=Cause.MOVE_REFUSED)


def check_view(stage: ExampleRunner, line: x.Sees) -> None:
    """What a seat sees of some cards; those without an order may be named in any."""
    ordered, cards = _cards_and_places(stage, line.cards)
    zones = stage.engine.zones
    twin = stage.machine.pack.twin_of
    came = [
        twin[card] if zones.seers(stage.slots, card, slot) >> line.seat & 1 else None
        for card, slot in cards
    ]
    wanted = [None if card is None else _named(stage, card) for card in line.seen]
    if not ordered:
        hidden = stage.machine.pack.size  # behind all cards
        came, wanted = (
            sorted(cards, key=lambda card: hidden if card is None else card)
            for cards in (came, wanted)
        )
    if came != wanted:
        raise Finding(
            f"{stage.name_of(line.seat)} sees something else", line.span,
            (
                f"expected: {_as_seen(stage.words, wanted)}",
                f"came:     {_as_seen(stage.words, came)}",
            ),
        )  # fmt: skip


def check_state_seen(stage: ExampleRunner, line: x.SeesState) -> None:
    """What a seat sees of a register."""
    slot = stage.place_of(line.place)
    seen_by = stage.engine.hidden.get(slot)
    hidden = seen_by is not None and not seen_by(stage.slots) >> line.seat & 1
    kind = line.place.type
    came = None if hidden else stage.words.format_value(stage.slots[slot], kind)
    wanted = None
    if line.value is not None:
        wanted = stage.words.format_value(stage.ask(line.value, kind), kind)
    if came != wanted:
        raise Finding(
            f"{stage.name_of(line.seat)} sees something else", line.span,
            (f"expected: {wanted or HIDDEN}", f"came:     {came or HIDDEN}"),
        )  # fmt: skip


def _named(stage: ExampleRunner, card: g.Literal) -> int:
    found = int(stage.ask(card))
    if found < 0:
        raise Finding(f"there is no {card.span.text} in the pack of this table", card.span)
    return stage.machine.pack.twin_of[found]


def _as_seen(words: Notation, cards: list[int | None]) -> str:
    return (
        "[" + " ".join(HIDDEN if card is None else words.format_card(card) for card in cards) + "]"
    )


def _cards_and_places(stage: ExampleRunner, value: g.Value) -> tuple[bool, list[tuple[int, int]]]:
    """The cards of an expression, each with its zone, and whether they have an order."""
    zones = stage.engine.zones
    slots = _zones_of(stage, value)
    if slots is not None:
        ordered = all(zones.places[slot].pile for slot in slots)
        cards = [(card, slot) for slot in slots for card in zones.cards(stage.slots, slot)]
        return ordered or len(cards) < 2, cards
    found = stage.ask(value)
    if bare(value.type) == CARD:
        found = (found,)
    held = bits(found) if isinstance(found, int) else found
    return not isinstance(found, int), [(c, zones.where(stage.slots, c)) for c in held if c >= 0]


def _zones_of(stage: ExampleRunner, value: g.Value) -> list[int] | None:
    """The zones that an expression names, in order; None where it is more than a name of zones."""
    if not isinstance(value, g.Load | g.Many) or not value.thing.holds_cards:
        return None
    if isinstance(value, g.Load):
        return [stage.slot_of(value)]
    indexes = [
        _members_of(stage, one) if k in value.places else [one]
        for k, one in enumerate(value.index)
    ]  # fmt: skip
    return [
        stage.slot_of(g.Load(value.thing, index, value.type, value.span))
        for index in product(*indexes)
    ]


def _members_of(stage: ExampleRunner, several: g.Value) -> list[g.Value]:
    """Each of several, in order."""
    of = bare(several.type).element or bare(several.type)
    members = stage.ask(several)
    listed = bits(members) if isinstance(members, int) else members
    return [g.Const(member, of, several.span) for member in listed]


# ---------------------------------------------------------------------- what has come of it


def check_said(stage: ExampleRunner, line: x.Said) -> None:
    """The sentence has been said since the last move, with signs or letters for the suits."""
    words = stage.words
    said = [words.format_sentence(e.sentence) for e in stage.recent if isinstance(e, SentenceSaid)]
    if line.sentence not in (*said, *map(write_suits_as_letters, said)):
        lines = tuple(f"said was: {sentence}" for sentence in said) or ("nothing was said",)
        patterns = (
            event.span.words.removeprefix('say "').removesuffix('"')
            for event in stage.recent if isinstance(event, SentenceSaid)
        )  # fmt: skip
        before = (e for step in stage.steps for e in step.events if isinstance(e, SentenceSaid))
        if line.sentence in [words.format_sentence(event.sentence) for event in before]:
            lines += (
                "it was said before the last move: `expect say` stands behind what brings it",
            )
        elif not any(can_become(pattern, line.sentence) for pattern in patterns):
            lines += _tell_where_play_stands(stage)  # else it was said with other values
        raise Finding("this was not said", line.span, lines)


def check_announced(stage: ExampleRunner, line: x.Announced) -> None:
    """The value was announced since the last move; of several the last counts."""
    announced = [e for e in stage.recent if isinstance(e, ValueAnnounced) and e.name == line.name]
    if not announced:
        says = f"`{line.name}` was not announced"
        raise Finding(says, line.span, _tell_where_play_stands(stage))
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


def _tell_where_play_stands(stage: ExampleRunner) -> tuple[str, ...]:
    """At the end of a phase: what the rules do behind it is not played."""
    ended = stage.ended_phase
    if ended is None or stage.match_over:
        return ()
    around = (find_phase_path(stage.build.game, ended) or ["match"])[-1]
    return (
        f"play stands at the end of `{ended}`: what follows it is played by the line "
        f"`{around} ends` before this one",
    )


def check_payoff(stage: ExampleRunner, line: x.Payoff) -> None:
    """What a seat is paid when the match ends now."""
    wanted = stage.ask(line.value)
    came = stage.guarded(stage.engine.compute_payoff, stage.slots, line.seat)
    if came != wanted:
        says = f"{stage.name_of(line.seat)} has another payoff"
        raise Finding(says, line.span, (f"expected: {wanted}", f"came:     {came}"))


def check_winners(stage: ExampleRunner, line: x.Wins) -> None:
    """These seats have won, and no others."""
    won = bits(stage.slots[stage.machine.winners])
    if won != tuple(sorted(line.seats)):
        names = " and ".join(stage.name_of(seat) for seat in won)
        came = f"{names} {'wins' if len(won) == 1 else 'win'}" if won else "nobody has won"
        lines: tuple[str, ...] = (f"came: {came}",)
        if not (won or stage.match_over) and stage.ended_phase is not None:
            ends = "where nobody chooses before the match is over, `match ends` goes on to that"
            lines += (f"play stands at the end of `{stage.ended_phase}`: {ends}",)
        raise Finding("the game is not won like this", line.span, lines)


def check_end(stage: ExampleRunner, line: x.Ends) -> None:
    """The last move, or the start, has ended a phase, or the whole match; or play gets there."""
    if line.phase == "match" or not stage.has_ended(line.phase):
        stage.go_on(line.phase)
    ended = stage.match_over if line.phase == "match" else stage.has_ended(line.phase)
    if not ended:
        turn, also = list[str](), list[tuple[Span, str]]()
        if stage.match_over:
            turn.append("the match is over before it ends:  match ends")
        elif not stage.over:
            turn.append(f"it is {stage.name_of(stage.seat)}'s turn")
            until = find_open_loop(stage.build.game, stage.engine, stage.at, line.phase)
            places = _list_places(stage) if stage.onward else []
            if stage.start is not None and len(places) > 1:
                phase = stage.start.phase
                turn.append(
                    f"`{phase}` is run at several places, and play went on behind the first"
                )
                turn.append("start the phase round the one that is meant")
                also += [(place, "it is run here") for place in places]
            elif until is not None:
                turn += explain_failure(stage, until)
                also.append((until.span, "the loop goes on until this"))
        says = f"`{line.phase}` has not ended"
        raise Finding(says, line.span, tuple(turn), also=tuple(also))


def _list_places(stage: ExampleRunner) -> list[Span]:
    """Where the rules run the phase that was started."""
    phase = stage.start.phase if stage.start is not None else ""
    steps = all_steps(stage.build.game)
    return [step.span for step in steps if isinstance(step, g.Run) and step.phase == phase]


def write_suits_as_letters(text: str) -> str:
    """A sentence with letters in place of the signs of suits."""
    for symbol, letter in zip("♠♥♦♣", "SHDC", strict=True):
        text = text.replace(symbol, letter)
    return text


def _advise_whole_deals(stage: ExampleRunner, test: Span) -> str:
    """What may be done about a law that fails of cards that were laid by hand.

    One that is asked where an outer phase ends says nothing of an example that does not get there.
    """
    game = stage.build.game
    asked = [thing for law in game.laws if law.test.span == test for thing in things_read(law.test)]
    given = {line.place.thing for line in stage.givens}
    kept = {thing for thing in asked if isinstance(thing, g.Register) and thing.type.or_none}
    if len(kept) == len(asked) and (none := [*kept - given]):  # it asks of no cards, and no counts
        name = min(thing.name for thing in none)
        of = " of …" * any(thing.index for thing in none if thing.name == name)
        return f"`{name}` was not given here: the example may say `given {name}{of} = …`"
    at = [law.phase for law in game.laws if law.test.span == test and law.phase is not None]
    around = find_phase_path(game, at[0]) if at else []
    further = [phase for phase in around if phase != "match" and not stage.has_ended(phase)]
    says = "cards were laid by hand here: where the law means whole deals, let it"
    if further:
        ends = [step for step in select_kind(all_steps(game), g.End) if step.phase == further[-1]]
        lines = dict.fromkeys(str(end.span.line) for end in ends)
        word = "an end at line" if len(lines) == 1 else "ends at lines"
        early = f", and allow for {word} {' and '.join(lines)}" if lines else ""
        return f"{says} be asked where those end, `at {further[-1]}`{early}"
    return f"{says} ask for that first"


def check_as_game(
    runner: GameRunner, stage: ExampleRunner, options: Mapping[str, int]
) -> list[Finding]:
    """What an example comes to that the rules or their author do not allow.

    It is played once more, move by move, as any game that is tried. A law that does not hold in
    the position as it was laid is not asked: such a position need not be one that can arise.
    """
    if stage.start is None:
        return []
    script = _script_of(stage, options)
    moves = iter(script.moves)
    runner.laws_rest = False
    try:
        finding = runner.game(
            script.chance_source, lambda position: next(moves, None), CheckSchedule(1),
            MAX_DECISIONS, script.given,
        )  # fmt: skip
    finally:
        runner.laws_rest = True
    if finding is None:
        return []
    runner.take_events()
    done = len(runner.moves()) if finding.moves is None else finding.moves
    line = stage.made[done - 1][1] if 0 < done <= len(stage.made) else stage.start.span
    says = f"`{finding.about}` {finding.says} here" if finding.about else finding.says
    also = ((finding.span, ""), *finding.also)
    # what held as it was laid, and does not after a move, is no matter of what was laid
    laid = finding.kind == "law" and stage.held and finding.span not in runner.laws.held
    advice = (_advise_whole_deals(stage, finding.span),) if laid else ()
    lines = (*finding.lines, *advice)
    return [Finding(says, line, lines, kind="example", also=also)]


def _script_of(stage: ExampleRunner, options: Mapping[str, int]) -> Script:
    assert stage.start is not None
    phase = stage.start.phase
    params = stage.build.game.phases[phase].params
    args = tuple(
        int(stage.ask(arg, param.type)) for arg, param in zip(stage.start.args, params, strict=True)
    )
    state = {slot: Given(slot, value) for slot, value in stage.make_records().items()}
    state |= {slot: Given(slot, value) for slot, value in stage.list_state_given()}
    return Script(
        stage.machine.players, tuple(sorted(options.items())), tuple(stage.brought),
        tuple(move for move, _ in stage.made), phase, args,
        (*stage.held, *state.values(), *stage.shown.values()),
    )  # fmt: skip


@attrs.frozen(eq=False)
class ExampleResult:
    """One example after it was run; without findings it is as the ruleset says."""

    title: str
    span: Span
    findings: tuple[Finding, ...]
    match_over: bool = False  # whether it has come to the end of the match

    @property
    def passed(self) -> bool:
        """Whether everything came as it was expected."""
        return not self.findings


def run_examples(
    ruleset: Ruleset, coverage: Coverage | None = None, asked: dict[Place, int] | None = None
) -> Iterator[ExampleResult]:
    """Every example of a ruleset, in the order of the text; `asked` counts its laws by place.

    Those that cannot be read come first.
    """
    for tree, problems in groupby(ruleset.misread, key=lambda pair: pair[0]):
        about, title = f'example "{tree.title.plain}"', tree.title.plain
        found = [
            Finding(one.title, one.span, one.help, about, also=one.also, kind="example")
            for _, one in problems
        ]
        yield ExampleResult(title, tree.span, tuple(found))
    workshop = ExampleMachines(ruleset, coverage, asked=asked)
    workshop.tells = True
    for example in ruleset.game.examples:
        yield run_example(workshop, example)


def run_example(
    workshop: ExampleMachines, example: g.Example, options: Mapping[str, int] | None = None
) -> ExampleResult:
    """One example. After a line that only asks it goes on; where play should have, it can't.

    `options` may take the place of those that it sets.
    """
    found: list[Finding] = []
    match_over = False
    try:
        found, match_over = _carried_out(workshop, example, options)
    except Finding as finding:
        found.append(finding)
    about = f'example "{example.title}"'
    for one in found:
        one.about = about
        one.also += ((example.case, "in this case"),) if example.case is not None else ()
        one.kind = one.kind or "example"
    return ExampleResult(example.title, example.span, tuple(found), match_over)


def _carried_out(
    workshop: ExampleMachines, checked: g.Example, options: Mapping[str, int] | None
) -> tuple[list[Finding], bool]:
    """What is not as expected, and whether the end of the match has come.

    It has come in none that is not played: what only asks begins nowhere.
    """
    options = workshop.options_of(checked) if options is None else options
    why = workshop.why_refused(checked.count, options)
    if checked.refused:
        return _check_refusal(checked, why), False
    if why is not None:
        return [Finding(f"these options are refused: {why}", checked.players_span)], False
    stage = workshop.open(checked, options)
    found = _played(stage, workshop.ruleset)
    if not found and workshop.runner is not None:
        found = check_as_game(workshop.runner, stage, options)
    return found, stage.start is not None and stage.match_over


def _check_refusal(checked: g.Example, why: str | None) -> list[Finding]:
    """So many players, or these options, are refused, with the sentence where one is expected."""
    if why is None:
        are = "is" if checked.count == 1 else "are"
        said = f"{count_players(checked.count)} {are} not refused"
        return [Finding(said, checked.players_span)]
    if checked.sentence not in (None, why):
        lines = (f"expected: {checked.sentence}", f"came:     {why}")
        says = "it is refused, but with another sentence"
        return [Finding(says, checked.players_span, lines)]
    return []


def _played(stage: ExampleRunner, ruleset: Ruleset) -> list[Finding]:
    found: list[Finding] = []
    is_told = False
    if stage.start is None:
        stage.begin()
    for line in stage.checked.lines:
        try:
            carry_out(stage, line)
        except Finding as finding:
            told = {(one.says, one.lines) for one in found}
            if (finding.says, finding.lines) not in told:
                found.append(finding)
                if _is_worth_telling(stage, line) and not is_told:
                    is_told = True
                    finding.lines += tell_example(ruleset, stage)
            if is_played(line):
                return found
    if not found:
        stage.check_all_brought()
    return found


PLAYED = (x.Start, x.Ends)
WORTH = (x.Expect, x.Payoff, x.Wins)  # what asks for values that something has led to


def _is_worth_telling(stage: ExampleRunner, line: g.ExampleLine) -> bool:
    """Whether what happened says why: of a value, and where another moves, or play has gone on."""
    if isinstance(line, x.Ask):
        waits = not stage.over and stage.node.together is None
        offered = [action.name for action in stage.node.actions] if waits else []
        other = any(move.action not in offered for move in line.moves)
        return stage.unlaid is not None or (waits and (stage.seat != line.seat or other))
    return isinstance(line, WORTH)


def is_played(line: g.ExampleLine) -> bool:
    """Whether a line goes on with the play: where it fails, nothing can come after it."""
    return isinstance(line, PLAYED) or (isinstance(line, x.Ask) and line.kind == "plays")


def carry_out(stage: ExampleRunner, line: g.ExampleLine) -> None:
    """Do what a line says, or hold it against what came."""
    stage.now = line.span
    if type(line) in CHECKS:
        CHECKS[type(line)](stage, line)


def _expect(stage: ExampleRunner, line: x.Expect) -> None:
    if stage.ask(line.test):
        return
    text = " ".join(line.test.span.text.split())
    raise Finding(
        f"`{text}` was expected, and is not so", line.span,
        explain_failure(stage, line.test),
    )  # fmt: skip


# What is done for each kind of line; the others have been read before.
CHECKS: dict[type, Callable[[ExampleRunner, Any], None]] = {
    x.Start: lambda stage, line: stage.begin(), x.Expect: _expect, x.Ask: check_moves,
    x.Sees: check_view, x.SeesState: check_state_seen, x.Said: check_said,
    x.Announced: check_announced, x.Payoff: check_payoff, x.Wins: check_winners, x.Ends: check_end,
}  # fmt: skip
