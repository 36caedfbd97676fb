"""A failed game as an `example`, as an author would write it: it passes once the fault is mended.

A move at which a law is broken before it is made stands as `may not` where the law asks of what is
chosen, since it says that this should be refused. All other moves are made. What must hold is asked
of every example while it is played, so nothing needs to be expected.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import Any

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.from_tree import check
from hoyle.dsl.checked.types import CARD, RANK, SIDE, SUIT, NumberT, RecordT, Type, bare
from hoyle.dsl.checked.values import values_inside
from hoyle.dsl.format.format_file import format_file
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import bits
from hoyle.dsl.machine.pack import PackOfCards
from hoyle.dsl.parser.from_text import read
from hoyle.dsl.printable import to_underscores
from hoyle.dsl.report import Report
from hoyle.dsl.source import Source
from hoyle.dsl.tree import declarations as d
from hoyle.interpreter.library.options import format_options
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.runtime.moves import Move
from hoyle.interpreter.runtime.notation import Notation, list_indices
from hoyle.interpreter.testing.examples import ExampleMachines, ExampleResult, run_example
from hoyle.interpreter.testing.findings import FailingGame, Finding
from hoyle.interpreter.testing.script import ChanceEvent
from hoyle.interpreter.testing.shrink.failure_text import (
    FailingRun,
    format_start,
    replay_failing_game,
)

# A second game from the same seed is no matter of one example, nor is what many games show.
NOT_ONE_GAME = {"", "example", "replayed", "winners", "phantom", "reached"}
LONGEST_TITLE = 70
HEAD = 'edition 1\ngame "One example"\n\n'


class CannotSay(Exception):
    """The language has no line for this; the message says for what."""


@attrs.frozen
class WrittenExample:
    """An example with the tree of it, and what comes of it under the rules as they are now."""

    text: str
    tree: d.Example
    outcome: ExampleResult


def as_example(
    ruleset: Ruleset, finding: Finding, shown: FailingGame, taken: Collection[str] = ()
) -> WrittenExample:
    """The example of a failed game; CannotSay where there is none that fails as the game does.

    Its title is none of those that are `taken`, nor of the ruleset's own.
    """
    titles = {*taken, *(example.title for example in ruleset.game.examples)}
    head = f"# {_comment(finding)}", f'example "{_title_of(finding, titles)}"'
    if finding.kind in NOT_ONE_GAME:
        raise CannotSay("this is not seen in one game")
    if shown.script.phase:  # where one begins inside, what was drawn before often does not matter
        try:
            return _tried(ruleset, finding, _laid_out(ruleset, shown, head, drawn=False))
        except CannotSay:
            pass
    return _tried(ruleset, finding, _laid_out(ruleset, shown, head))


def _tried(ruleset: Ruleset, finding: Finding, text: str) -> WrittenExample:
    """The example with what comes of it; CannotSay where that is not the fault."""
    tree = _tree_of(text)
    report = Report()
    file = attrs.evolve(ruleset.file, declarations=(*ruleset.file.declarations, tree))
    game = check(file, ruleset.libraries.get, report)
    if report.failed:
        raise CannotSay(report.in_order()[0].title)
    new = attrs.evolve(ruleset, file=file, game=game)
    outcome = run_example(ExampleMachines(new), game.examples[-1])
    if outcome.passed:
        raise CannotSay("the fault does not show where the cards are laid by hand")
    if not _same_fault(outcome.findings[0], finding):
        raise CannotSay(outcome.findings[0].says)
    return WrittenExample(text, tree, outcome)


def _same_fault(found: Finding, wanted: Finding) -> bool:
    """Whether an example fails at the line that is to blame, or by a move that may be made."""
    places = [found.span, *(span for span, _ in found.also)]
    there = any((s.start, s.end) == (wanted.span.start, wanted.span.end) for s in places)
    return there or found.cause is not None


def _read_file(text: str) -> d.File:
    """A file with one example; CannotSay where its text is not of the language."""
    report = Report()
    file = read(Source("example", text), report)
    if file is None or report.failed:
        problems = report.in_order()
        raise CannotSay(problems[0].title if problems else "it cannot be read")
    return file


def _tree_of(text: str) -> d.Example:
    tree = _read_file(HEAD + text).declarations[-1]
    assert isinstance(tree, d.Example)
    return tree


def _laid_out(
    ruleset: Ruleset, shown: FailingGame, head: tuple[str, ...], drawn: bool = True
) -> str:
    """The text in the layout of the language; `drawn` is whether what chance drew is given."""
    went = replay_failing_game(ruleset, shown)
    lines = [*head]
    lines += [f"  {line}" for line in ExampleWriter(ruleset, went, drawn).lines()]
    file = _read_file(HEAD + "\n".join(lines) + "\n")
    return format_file(file).removeprefix(HEAD)


def _comment(finding: Finding) -> str:
    says = f"{finding.about} {finding.says}" if finding.about else finding.says
    return "found by hoyle test: " + " ".join(says.split())


def _title_of(finding: Finding, taken: set[str]) -> str:
    """A title that no other example has: the law's own, or what is wrong."""
    words = finding.about.partition(" ")[2] if finding.kind == "law" else finding.says
    words = words.removeprefix("the ruleset is at fault: ")
    for mark in '"`{}\\':
        words = words.replace(mark, "")
    words = " ".join(words.split())
    if len(words) > LONGEST_TITLE:
        words = words[:LONGEST_TITLE].rpartition(" ")[0]
    title, number = words or finding.kind, 2
    while title in taken:
        title, number = f"{words} {number}", number + 1
    return title


# ---------------------------------------------------------------------- its lines


class RuleNotation(Notation):
    """Words as they are written in the rules."""

    @property
    def pack(self) -> PackOfCards:
        """The pack of the table."""
        return self.machine.pack

    def format_card(self, card: int) -> str:
        """A card: `7♠`, `7 of coins`."""
        return self.pack.write(card) + self.format_copy(card)

    def format_members(self, members: Sequence[Any], of: Type) -> str:
        """A list; what is written with signs needs no commas."""
        words = [self.format_value(member, of) for member in members]
        named = any(sign.islower() for word in words for sign in word)
        return f"[{(', ' if named else ' ').join(words)}]"

    def format_value(self, value: Any, kind: Type) -> str:
        """Any value; CannotSay for what has no words there."""
        inner = bare(kind)
        if value == -1 and not isinstance(inner, NumberT):
            if inner != kind:
                return "none"
            raise CannotSay("a value that is not set yet cannot be given")
        if inner == SIDE:
            return f"side of {self.names[value]}"
        if inner in (RANK, SUIT):
            words = self.pack.rank_words if inner == RANK else self.pack.suit_words
            return str(words[value])
        text = super().format_value(value, kind)
        named = inner.answers is not None or isinstance(inner, RecordT)
        return to_underscores(text) if named else text

    def format_place(self, at: int) -> str:
        """A zone or register: `score of ann`, `bet(ann, 7)`."""
        family = self.families.get(at)
        if family is None or family.record is not None:
            raise CannotSay(f"`{self.machine.slots[at].name}` cannot be given in an example")
        index = [
            self.names[value] if kind == SIDE else self.format_value(value, kind)
            for value, kind in list_indices(family, at)
        ]
        if len(index) > 1:
            return f"{family.name}({', '.join(index)})"
        return " of ".join([family.name, *index])


class ExampleWriter:
    """Writes the lines of one game."""

    def __init__(self, ruleset: Ruleset, went: FailingRun, drawn: bool) -> None:
        self.ruleset, self.went, self.drawn = ruleset, went, drawn
        self.table = went.runner.table
        self.words = RuleNotation(self.table.machine, self.table.names, symbols=True)

    def lines(self) -> Iterator[str]:
        """Who plays, what is set up, and what is played."""
        script = self.went.script
        yield f"players {' '.join(self.table.names)}"
        for word in format_options(self.ruleset.game, script.players, dict(script.options)):
            name, _, value = word.partition("=")
            yield f"set {to_underscores(name)} = {to_underscores(value)}"
        yield from self.given()
        yield from self.shown()
        for pack in self.packs():
            yield f"pack {pack}"
        yield f"start {format_start(self.ruleset, script, self.words)}"
        yield from self.moves()

    def given(self) -> Iterator[str]:
        """What chance has drawn, and what was laid by hand."""
        showings = self.table.machine.list_showings()
        held = {one.slot: [one.value] for one in self.went.script.given if one.slot not in showings}
        for slot, values in self._list_drawn().items():
            shape = self.table.machine.slots[slot]
            if held.setdefault(slot, values)[0] != values[0]:
                raise CannotSay(f"`{shape.name}` is laid by hand, and comes out otherwise")
            held[slot] = values
        for slot, values in held.items():
            shape = self.table.machine.slots[slot]
            place = shape.name if shape.local else self.words.format_place(slot)
            yield f"given {place} = {' then '.join(self._word(slot, value) for value in values)}"

    def shown(self) -> Iterator[str]:
        """Which cards have been shown, and to whom."""
        showings = self.table.machine.list_showings()
        for one in self.went.script.given:
            if one.slot in showings and one.value:
                seat = showings[one.slot]
                to = "" if seat is None else f" to {self.table.names[seat]}"
                yield f"show {self.words.format_members(tuple(bits(one.value)), CARD)}{to}"

    def _word(self, slot: int, value: Any) -> str:
        """What lies in a zone or register."""
        if slot in self.table.engine.zones.places:
            return self.words.format_members(value, CARD)
        kind = self.table.machine.slots[slot].type
        assert kind is not None
        return self.words.format_value(value, kind)

    def _list_drawn(self) -> dict[int, list[Any]]:
        """What chance has brought to each slot, in turn; to names for a moment by the first slot.

        What was drawn and laid by hand then, before anything was played, counts as it was laid.
        """
        laid = {one.slot: one.value for one in self.went.script.given}
        slots = self.table.machine.slots
        found: dict[int, list[Any]] = {}
        named: dict[str, int] = {}
        for event in self.went.chance if self.drawn else ():
            if event.node.kind != "draw":
                continue
            slot = event.slot
            if slots[slot].local:
                slot = named.setdefault(slots[slot].name, slot)
            overwritten = slot in laid and self._is_overwritten(event)
            found.setdefault(slot, []).append(laid[slot] if overwritten else event.outcome)
        return found

    def _is_overwritten(self, event: ChanceEvent) -> bool:
        """Whether what was drawn was given another value before anything was played."""
        pauses = [one for one in self.went.chance if one.node.kind == "pause"]
        chance = self.went.chance
        return bool(pauses) and chance.index(event) < chance.index(pauses[-1])

    # ------------------------------------------------------------------ packs

    def packs(self) -> list[str]:
        """How the cards lie at the start, where they are dealt before a shuffle; then the shuffles.

        A shuffle that does not matter has its top card, so that there is a line for it.
        """
        first: list[str] = []
        shuffles: list[str] = []
        for event, named in self.went.list_written():
            if event.node.kind != "draw":
                assert isinstance(event.outcome, tuple)
                many = len(named) if isinstance(named, tuple) else 0
                top = self.words.format_cards(event.outcome[: max(1, many)])
                if event.node.kind == "shuffle":
                    shuffles.append(top)
                elif many:
                    first.append(top)
        if not self._dealt_first():
            return shuffles or first
        return (
            [*(first or [self.words.format_card(self.lowest())]), *shuffles] if shuffles else first
        )

    def _dealt_first(self) -> bool:
        stock = self.table.machine.stock
        for position in self.went.positions:
            for event in position.events:
                if event.kind == "shuffle":
                    return False
                if event.takes_from(stock):
                    return True
        return False

    def lowest(self) -> int:
        """The first card of the pack that was not given to a zone."""
        zones = self.table.engine.zones.places
        held = {c for one in self.went.script.given if one.slot in zones for c in one.value}
        return next(card for card in range(self.table.machine.pack.size) if card not in held)

    # ------------------------------------------------------------------ moves

    def moves(self) -> Iterator[str]:
        """Who does what; the last perhaps may not be done."""
        positions, names = self.went.positions, self.table.names
        for before, after in pairwise(positions):
            if after.move is not None and before.seat is not None:
                yield f"{names[before.seat]}: {self.format_move(before.node, after.move)}"
        if self.went.attempted is not None:
            last = positions[-1]
            assert last.seat is not None
            action = last.node.actions[self.went.attempted.action]
            does = " may not" if self._is_forbidden(action) else ":"
            yield f"{names[last.seat]}{does} {self.format_move(last.node, self.went.attempted)}"

    def _is_forbidden(self, action: p.MachineAction) -> bool:
        """Whether a law asks of what is chosen: one that asks of all else forbids no move."""
        span = self.went.finding.span if self.went.finding is not None else None
        laws = [law for law in self.went.runner.ruleset.game.laws if law.test.span == span]
        asked = {
            value.var.name for law in laws for value in values_inside(law.test)
            if isinstance(value, g.Local)
        }  # fmt: skip
        return not asked.isdisjoint(param.name for param in action.params)

    def format_move(self, node: p.Choose, move: Move) -> str:
        """A move as the rules write it."""
        action = node.actions[move.action]
        values = [
            self.words.format_value(self.words.put_by_rank(v, q.type), q.type)
            for v, q in zip(move.values, action.params, strict=True)
        ]
        return " ".join([action.name, *values])
