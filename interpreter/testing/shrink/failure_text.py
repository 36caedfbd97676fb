"""A failed game as a card player would tell it: who plays, what matters of the cards, the moves."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import groupby, takewhile, zip_longest
from typing import Any, TypeVar

import attrs

from hoyle.dsl.analysis.facts import all_steps
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import CARD, SEAT, bare
from hoyle.dsl.checked.values import values_inside
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import bits
from hoyle.dsl.printable import count_players
from hoyle.dsl.source import Span
from hoyle.interpreter.library.options import format_options
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.narration.context import Context
from hoyle.interpreter.narration.labels import Labels, count_cards
from hoyle.interpreter.narration.redaction import Redaction
from hoyle.interpreter.narration.text_wrap import DiscardingPage, KeptPage
from hoyle.interpreter.narration.told_cards import MAX_NAMED
from hoyle.interpreter.narration.transcript import Transcript
from hoyle.interpreter.runtime.events import (
    CardsDealt,
    CardsMoved,
    CardsShown,
    Event,
    PileShuffled,
    Role,
    list_cards_in,
)
from hoyle.interpreter.runtime.fault import NothingToChoose, RulesetFault
from hoyle.interpreter.runtime.laid_position import ANY
from hoyle.interpreter.runtime.moves import Move, Slots
from hoyle.interpreter.runtime.notation import Notation, list_indices
from hoyle.interpreter.runtime.table import ChanceSource, Position, Table
from hoyle.interpreter.testing.findings import FailingGame, Finding
from hoyle.interpreter.testing.game_runner import (
    MAX_DECISIONS,
    CheckSchedule,
    GameRunner,
    Player,
    Turn,
    format_turn,
    list_turns,
)
from hoyle.interpreter.testing.refused_moves import (
    count_of,
    find_wanting,
    list_lying,
    list_refusals,
)
from hoyle.interpreter.testing.script import ChanceEvent, Outcome, RecordedChance, Script
from hoyle.interpreter.testing.shrink.candidate_runs import CLOSELY

PILED = ("pause", "shuffle")  # chance that brings the order of a pile


@attrs.frozen(eq=False)
class FailingRun:
    """What a script has led to.

    `positions` are those where somebody chose; with `broken` nobody knows who would choose at the
    last, and its events lead up to the fault. `attempted` is a move at which a law was broken
    before it was made.
    """

    script: Script
    runner: GameRunner
    finding: Finding | None
    positions: tuple[Position, ...]
    broken: bool
    attempted: Move | None
    chance: tuple[ChanceEvent, ...]
    is_sure: bool = True  # whether cards that the script does not name may be any

    def list_written(self) -> list[tuple[ChanceEvent, Outcome]]:
        """Each chance event with what the script says of it; None where it says nothing."""
        return list(zip_longest(self.chance, self.script.chance[: len(self.chance)]))

    def list_told(self) -> list[tuple[ChanceEvent, Outcome]]:
        """The same for a reader; where it is not sure what matters, a pile ends where it is used.

        What lies below the last card that leaves a pile, or is seen there, nobody would read. The
        cards of the last deal that moves name, or the parts of a law, have their names in it too.
        """
        written = self.list_written()
        if self.is_sure:
            return written
        shuffles = [k for k, (event, _) in enumerate(written) if event.node.kind == "shuffle"]
        if shuffles:
            event, outcome = written[shuffles[-1]]
            written[shuffles[-1]] = event, self._name_proven(event, outcome)
        depths = iter(self._find_depths())
        return [
            (event, outcome[: next(depths, None)])
            if event.node.kind in PILED and isinstance(outcome, tuple)
            else (event, outcome)
            for event, outcome in written
        ]

    def _name_proven(self, event: ChanceEvent, outcome: Outcome) -> Outcome:
        """What is written of the last shuffle, with the cards of its moves and of the proof."""
        pile, named = event.outcome, outcome if isinstance(outcome, tuple) else ()
        if not isinstance(pile, tuple):
            return outcome
        mixed = [
            k for k, position in enumerate(self.positions)
            if any(isinstance(happened, PileShuffled) for happened in position.events)
        ]  # fmt: skip
        turns = list_turns(self.positions[mixed[-1] if mixed else 0 :], self.attempted)
        proven = cards_moved(turns) | self._list_told_in_proof(pile)
        cards = [card if card in proven or card in named else ANY for card in pile]
        while cards and cards[-1] == ANY:
            cards.pop()
        return tuple(cards)

    def _list_told_in_proof(self, pile: Iterable[int]) -> set[int]:
        """The cards that the parts of a broken law name, but for those of whole hands."""
        lines = self.finding.lines if self.finding is not None else ()
        told = set(PROOF_WORD.findall(" ".join(WHOLE_ZONE.sub("", line) for line in lines)))
        return {card for card in pile if self.runner.words.format_card(card) in told}

    def _find_depths(self) -> list[int]:
        """Of each pile that was laid or shuffled how many cards, from the top, came up later."""
        depths, orders = list[int](), dict[int, tuple[int, tuple[int, ...]]]()
        for event, outcome in self.list_written():
            if event.node.kind == "pause" and isinstance(outcome, tuple):
                orders[event.slot] = len(depths), outcome
                depths.append(0)
        piles = (one.outcome for one in self.chance if one.node.kind == "shuffle")
        for happened in (event for position in self.positions for event in position.events):
            if isinstance(happened, PileShuffled):
                pile = next(piles, ())
                orders[happened.place] = len(depths), pile if isinstance(pile, tuple) else ()
                depths.append(0)
            for card, source, _, _ in happened.list_cards():
                at, pile = orders.get(source, (0, ()))
                if card in pile:
                    depths[at] = max(depths[at], pile.index(card) + 1)
        return depths


def format_start(ruleset: Ruleset, script: Script, words: Notation) -> str:
    """Where a game begins, as it is written in an example: `match`, `turn of ann`."""
    if not script.phase:
        return "match"
    params = ruleset.game.phases[script.phase].params
    args = [words.format_value(v, q.type) for v, q in zip(script.args, params, strict=True)]
    if len(args) > 1:
        return f"{script.phase}({', '.join(args)})"
    return " of ".join([script.phase, *args])


def replay_failing_game(ruleset: Ruleset, shown: FailingGame) -> FailingRun:
    """Play the game of a script once more and keep what happens."""
    script, finding = shown.script, shown.finding
    moves = iter(script.moves)
    went = record_run(
        ruleset, script, script.chance_source, lambda position: next(moves, None), finding.kind,
        lambda found: found.key == finding.key,
    )  # fmt: skip
    return attrs.evolve(went, is_sure=shown.is_sure)


def record_run(
    ruleset: Ruleset, script: Script, chance: ChanceSource, player: Player, kind: str,
    is_wanted: Callable[[Finding], bool],
) -> FailingRun:  # fmt: skip
    """A game with such chance and such moves, at the table of a script; `kind` is what is found.

    Laws that do not hold, but for the one that is wanted, are passed over.
    """
    runner = GameRunner.from_script(ruleset, script)
    reached: list[Slots] = []
    runner.witness = lambda s, node: reached.append(s)
    schedule = CheckSchedule(1 if kind in CLOSELY else 0)
    finding = runner.find_one(is_wanted, chance, player, schedule, MAX_DECISIONS, script.given)
    events, path, noted = runner.take_events(), runner.path(), runner.chance
    made = any(event.kind == "choose" for event in events)
    broken = finding is not None and (not path or (runner.attempted is not None and made))
    if broken:
        slots = reached[-1] if reached else runner.table.engine.fresh()
        end = len(runner.table.machine.nodes) - 1
        before = path[-1] if path else None
        path = (
            *path,
            Position(runner.table, slots, end, None, noted, before, runner.attempted, events),
        )
    attempted = None if broken else runner.attempted
    return FailingRun(script, runner, finding, path, broken, attempted, noted.list_events())


WIDTH = 92  # of a line, before it is set in


Told = TypeVar("Told")


@attrs.frozen
class ToldLine:
    """A line of what happened, and whether it tells nothing without those before it."""

    text: str
    goes_on: bool = attrs.field(default=False, eq=False)


@attrs.frozen
class NamedCards:
    """The cards that have a name from a shuffle on, of the pile and of those that moves name."""

    pile: frozenset[int] = frozenset()
    named: frozenset[int] = frozenset()


class FailureTranscript(Transcript):
    """A game of which only some cards are named; `packs` are the shuffles, in words.

    With `broken_at`, it ends behind the line of that rule as soon as it is `near_end`: what comes
    later was played before anybody knew that something was wrong.
    """

    tells_last_gathering = True  # it may be what has broken a law

    def __init__(
        self, ruleset: Ruleset, table: Table, named: Iterable[NamedCards], packs: Iterable[str],
        broken_at: Span | None = None,
    ) -> None:  # fmt: skip
        self.page = _FoldingPage(True, WIDTH)
        labels, self.partly = PartialLabels(table, True), PartialRedaction(ruleset, table, named)
        super().__init__(ruleset, table, self.page, labels=labels, redaction=self.partly)
        self.on_table.slots.clear()  # not all that lies there has a name
        self.packs = iter(packs)
        self.broken_at, self.near_end = broken_at, False
        self.going_on: set[int] = set()  # the lines of a deal, or of hands shown, but the first

    def _add_event(self, event: Event, context: Context) -> None:
        before = len(self.page.lines)
        super()._add_event(event, context)
        if isinstance(event, CardsDealt | CardsShown):
            self.going_on.update(range(before + 1, len(self.page.lines)))
        at = self.broken_at
        if self.near_end and event.span == at and all(one.span != at for one in context.after):
            self.end()
            self.lines.page = DiscardingPage(self.page.symbols, self.page.width)

    def add_shuffle(self, event: PileShuffled) -> None:
        """A shuffle is told by the cards that matter in it."""
        place, text = self.labels.format_place(event.place), next(self.packs, "")
        self.lines.add_line(f"{place}, {text}" if text else f"{place} shuffled", event.span)

    def begin_in(self, phase: str) -> None:
        """The game begins in a phase."""
        self.lines.begin_phase("match")
        self.lines.begin_phase(phase)

    def list_lines(self) -> tuple[ToldLine, ...]:
        """The lines so far, without empty ones."""
        self.end()
        lines = enumerate(self.page.lines)
        return tuple(ToldLine(line, k in self.going_on) for k, line in lines if line.strip())


class PartialRedaction(Redaction):
    """Sees every card that has a name in the script, and of the others nothing.

    A card that is named in one deal may be any in the next: what is named follows the shuffles.
    What a rule moves or shows by name is no other card in any deal: it is named from there on. So
    is what is told by name, in a sentence of the rules or as a value, and already where it is shown
    or comes to lie in the open right before.
    """

    def __init__(self, ruleset: Ruleset, table: Table, named: Iterable[NamedCards]) -> None:
        super().__init__(table, None)
        self.by_rules = _find_words_for_cards(ruleset.game)
        self.pack = table.machine.pack
        self.deals = iter(named)
        self.named = next(self.deals).named
        self.told: frozenset[int] = frozenset()  # up to the next choice
        self.hides = False  # whether some cards that have come up may be any
        self.counts_any = False  # whether a row of a table has given something behind that
        self.lying: dict[int | None, int] = {}  # where each card lies, as far as it has moved

    def redact_events(self, position: Position, most: int | None = None) -> list[Event]:
        """The events that led to a position."""
        told = (card for event in position.events for card in _list_told_cards(event))
        self.told = frozenset(told)
        return super().redact_events(position, most)

    def redact(self, event: Event, position: Position, late: bool = False) -> Event | None:
        """An event with None for each card that may be any."""
        if Role.MIXED in event.fields:
            deal = next(self.deals, NamedCards())
            self.named = self.named - deal.pile | deal.named
        self.named |= frozenset(_list_told_cards(event))
        seen = super().redact(event, position, late)
        self.counts_any |= self.hides and bool(event.get(Role.ROWS))
        if seen is None or Role.CARDS not in seen.fields:
            return seen
        by_rule = self.by_rules.get(event.span, set())
        self.named |= {c for c in seen.get(Role.CARDS) if self._is_word_for(c, by_rule)}
        self.lying.update((card, target) for card, _, target, _ in seen.list_cards())
        cards = tuple(
            card if card in self.named or (card in self.told and seers == self.everyone) else None
            for card, *_, seers in seen.list_cards()
        )
        self.hides |= None in cards
        changes: dict[Role, object] = {Role.CARDS: cards}
        if seen.get(Role.WORTH):  # cards that may be any may be worth anything
            any_ = {at for card, at in self.lying.items() if card not in self.named}
            changes[Role.WORTH] = tuple(one for one in seen.get(Role.WORTH) if one[0] not in any_)
        return seen.change(changes)

    def _is_word_for(self, card: int | None, words: set[str]) -> bool:
        return card is not None and self.pack.write(self.pack.twin_of[card]) in words


def _list_told_cards(event: Event) -> Iterator[int]:
    """The cards that a sentence names, or a value that is announced."""
    told = [piece for piece in event.get(Role.SENTENCE, ()) if not isinstance(piece, str)]
    told += [(value, event.get(Role.TYPE)) for value in event.get_all(Role.VALUE)]
    for value, kind in told:
        yield from list_cards_in(value, kind)


def _find_words_for_cards(game: g.Game) -> dict[Span, set[str]]:
    """The cards that each step which moves or shows cards has a name for, by its place."""
    return {
        step.span: {
            value.word for value in values_inside(step.what)
            if isinstance(value, g.Literal) and value.what == "card"
        }
        for step in all_steps(game) if isinstance(step, g.Move | g.Show)
    }  # fmt: skip


class PartialLabels(Labels):
    """Cards that are not named are not hidden: it does not matter which they are."""

    def format_zone(self, cards: Sequence[int | None], at: int) -> str:
        """`A♠ and any card`, `18 cards`."""
        seen = [card for card in cards if card is not None]
        others = len(cards) - len(seen)
        if not seen or not others:
            return super().format_zone(cards, at)
        text = self.format_lying(seen, at)
        return f"{text} and {'any card' if others == 1 else f'any {count_cards(others)}'}"


def describe_pile(words: Notation, event: ChanceEvent, written: Outcome) -> str:
    """How a shuffled pile lies: `from the top: any, 10♥, then any`; empty where none matters."""
    if not isinstance(written, tuple) or not written:
        return ""
    told = list[str]()
    for is_any, run in groupby(written, key=lambda card: card == ANY):
        cards = list(run)
        if is_any and len(cards) > FEW_ANY:
            told.append(f"any {count_cards(len(cards))}")
        else:
            told += ["any" if is_any else words.format_card(card) for card in cards]
    whole = isinstance(event.outcome, tuple) and len(written) >= len(event.outcome)
    return f"from the top: {', '.join(told)}{'' if whole else ', then any'}"


FEW_ANY = 3  # cards of a pile that may be any and are told one by one; more are counted
MAX_LINES = 40  # of what happened; a game that is longer is told from its end
MAX_HURRIED = 12  # ... and so one that was not made as small as can be: most of it may not matter
FEW_LINES = 5  # more than that are told too: to leave them out saves nothing
PROOF_WORD, WHOLE_ZONE = re.compile(r"[^\s:,()]+"), re.compile(r"\[[^\]]*\]")
MAX_FOLDED, FEWEST_FOLDED = 12, 2  # lines that come again and again, and how often they must
NOT_SURE = "other cards may matter too: there was no time to try enough of them"
COUNTS_ANY = "what rows of tables give may differ with other cards in place of `any`"
OF_WHOLE_DEALS = "a law that means whole deals may fail of such a position by itself"
NO_REDUCED = (
    "no phase was found that shows the same when it is begun by itself, "
    "with the cards and the state of this game"
)


def describe_failure(
    ruleset: Ruleset, shown: FailingGame, *, smallest: bool = True
) -> tuple[str, ...]:
    """The game, line by line: a heading, and below it, set in, what happened and what is wrong.

    `smallest` says whether there was time to look for a smaller one.
    """
    went = replay_failing_game(ruleset, shown)
    script, runner = shown.script, went.runner
    deals = _list_named(went)
    many = len(_named_in(went))
    packs = [
        describe_pile(runner.words, event, outcome)
        for event, outcome in went.list_told() if event.node.kind == "shuffle"
    ]  # fmt: skip
    transcript = FailureTranscript(ruleset, runner.table, deals, packs, shown.finding.span)
    lines = list(_set_up(ruleset, went, transcript))
    if script.phase:
        transcript.begin_in(script.phase)
    for moves, position in enumerate(went.positions):
        transcript.near_end = moves == shown.finding.moves
        transcript.add_position(position)
    attempted = went.attempted
    if attempted is not None and _tell_attempt(went, attempted, transcript):
        attempted = None
    happened = _fold_repeats(transcript.list_lines(), _indent_as)
    most = MAX_LINES if smallest else MAX_HURRIED
    if left := _count_left_out(happened, most):
        how = "`--failures FOLDER` keeps the whole game, and `hoyle replay` tells it"
        lines.append(f"… {left} lines are left out here: {how}")
    lines += [line.text for line in happened[left:]]
    if attempted is not None:
        last = went.positions[-1]
        words = transcript.labels.words
        seat = last.seat if last.seat is not None else 0
        lines.append(f"{words.names[seat]}: {words.format_move(last.node, attempted)}")
    lines += _wrong(shown.finding)
    lines += _stuck(went, bool(left))
    return (
        _heading(script, many, format_start(ruleset, script, runner.words), smallest),
        *((f"  {NOT_SURE}",) * (not shown.is_sure and many < runner.table.machine.pack.size)),
        *((f"  {COUNTS_ANY}",) * transcript.partly.counts_any),
        *(f"  {line}" for line in lines),
    )


def _tell_attempt(went: FailingRun, move: Move, transcript: FailureTranscript) -> bool:
    """Whether a patience's move that was not made is told from where to where its card would go.

    So all its other moves are told. Of what else would come of it nothing is told.
    """
    if not transcript.lines.by_moves:
        return False
    with went.runner.resting_laws(), suppress(RulesetFault):
        after = went.positions[-1].play(move)
        chosen, *rest = after.events
        moved = list(takewhile(lambda event: isinstance(event, CardsMoved), rest))[:1]
        transcript.add_position(attrs.evolve(after, events=(chosen, *moved)))
        return True
    return False


def _count_left_out(lines: Sequence[ToldLine], most: int) -> int:
    """How many of the first lines are left out, so that about so many are told.

    Those of one deal are told together or not at all, if there is anything behind them.
    """
    if len(lines) <= most + FEW_LINES:
        return 0
    left = len(lines) - most
    whole = (k for k in range(left, len(lines)) if not lines[k].goes_on)
    return next(whole, left)


def _fold_repeats(lines: Sequence[Told], tell_more: Callable[[Told, str], Told]) -> list[Told]:
    """The same few lines again and again, as in a loop that gets nowhere, told once.

    So are those of one line; `tell_more` makes one of what stands behind them, and their first.
    """
    found: list[Told] = []
    at = 0
    while at < len(lines):
        for many in range(1, MAX_FOLDED + 1):
            block, end = lines[at : at + many], at + many
            while lines[end : end + many] == block:
                end += many
            more = (end - at) // many - 1
            if more >= FEWEST_FOLDED:
                found += [*block, tell_more(lines[at], f"… and so on, {more} more times")]
                at = end
                break
        else:
            found.append(lines[at])
            at += 1
    return found


class _FoldingPage(KeptPage):
    """Tells moves of one line that come again and again once."""

    def write_parts(self, parts: Sequence[str], indent: int = 0, place: str = "") -> None:
        super().write_parts(_fold_repeats(parts, lambda _, more: more), indent, place)


def _indent_as(line: ToldLine, text: str) -> ToldLine:
    return ToldLine(" " * (len(line.text) - len(line.text.lstrip())) + text)


def describe_reduced(
    ruleset: Ruleset, reduced: FailingGame | None, *, smallest: bool = True
) -> tuple[str, ...]:
    """The same of a reduced position; or that there is none."""
    if reduced is None:
        return (NO_REDUCED,)
    heading, *lines = describe_failure(ruleset, reduced, smallest=smallest)
    law = reduced.finding.about.startswith(("always ", "never "))
    return (heading, *[f"  {OF_WHOLE_DEALS}"] * (law and _is_laid(reduced.script)), *lines)


def _is_laid(script: Script) -> bool:
    return bool(script.given) or any(isinstance(one, tuple) for one in script.chance)


def _heading(script: Script, named: int, start: str, smallest: bool) -> str:
    """What this is, and how large; `start` is the phase with what it was begun with.

    Of the cards those count that are told by name, also where they come so in the pack's order.
    Nobody knows of a game made smaller step by step that no other is smaller still.
    """
    many = [count_players(script.players), count_of(len(script.moves), "move")]
    many.append(f"{count_of(named, 'card')} named")
    if script.phase:
        begun = f"begun at `{start}`" + ", with what is laid by hand" * _is_laid(script)
        many[-1] += f"; {begun}"
    what = "reduced position" if script.phase else "game"
    if smallest:
        return f"the smallest {what} found ({', '.join(many)}):"
    return f"a {what} ({', '.join(many)}), perhaps not the smallest: time was up:"


# ---------------------------------------------------------------------- what was set up


def _set_up(ruleset: Ruleset, went: FailingRun, transcript: FailureTranscript) -> Iterator[str]:
    """Who plays, the options that are not the usual ones, and what was laid by hand."""
    script, labels = went.script, transcript.labels
    yield f"players: {', '.join(went.runner.table.names)}"
    for word in format_options(ruleset.game, script.players, dict(script.options)):
        yield f"option {word.replace('=', ': ', 1)}"
    if not script.phase:
        return
    rest = find_rest(went.runner, script)
    for one in script.given:
        value = rest.get(one.slot) or _value_of(went, labels.words, one.slot)
        if value:
            place = _place_of(went, one.slot) or labels.format_place(one.slot, full=True)
            yield f"{place}: {value}"
    laid = {one.slot for one in script.given}
    paused = False  # what is drawn later is told where it is drawn
    for event, written in went.list_told():
        paused = paused or event.node.kind == "pause"
        if event.node.kind == "draw" and not paused and event.slot not in laid:
            assert event.node.type is not None
            drawn = labels.words.format_plain(event.outcome, event.node.type)
            yield f"{labels.format_place(event.slot, full=True)}: {drawn} (by lot)"
        if event.node.kind == "pause" and isinstance(written, tuple) and written:
            pile = describe_pile(labels.words, event, written)
            yield f"{labels.format_place(event.slot)}, {pile}"


def find_rest(runner: GameRunner, script: Script) -> dict[int, str]:
    """The place with the most cards, where all are laid and nobody would read so many."""
    zones, pack = runner.table.engine.zones.places, runner.table.machine.pack
    laid = {one.slot: len(one.value) for one in script.given if one.slot in zones}
    most = max(laid, key=lambda slot: laid[slot], default=-1)
    if sum(laid.values()) < len(pack.ranks) or laid.get(most, 0) <= MAX_NAMED:
        return {}
    others = any(many for slot, many in laid.items() if slot != most)
    return {most: "all other cards" if others else "all cards"}


def _place_of(went: FailingRun, slot: int) -> str:
    """What a showing is called; empty for a slot that has a name."""
    showings, names = went.runner.table.machine.list_showings(), went.runner.table.names
    if slot not in showings:
        return ""
    seat = showings[slot]
    return "shown" if seat is None else f"shown to {names[seat]}"


def _value_of(went: FailingRun, words: Notation, slot: int) -> str:
    value = next(one.value for one in went.script.given if one.slot == slot)
    machine = went.runner.table.machine
    if slot in went.runner.table.engine.zones.places:
        return words.format_cards(value)
    if slot in machine.list_showings():
        return words.format_cards(tuple(bits(value)))
    kind = machine.slots[slot].type
    return words.format_plain(value, kind) if kind is not None else str(value)


def packs_of(went: FailingRun) -> list[tuple[int, ...]]:
    """What is written of each shuffle."""
    return [
        outcome if isinstance(outcome, tuple) else ()
        for event, outcome in went.list_written() if event.node.kind == "shuffle"
    ]  # fmt: skip


def _named_in(went: FailingRun) -> frozenset[int]:
    """The cards that have a name at any time."""
    return frozenset[int]().union(*(deal.named for deal in _list_named(went)))


def _list_named(went: FailingRun) -> list[NamedCards]:
    """The cards that have a name at the start, and from each shuffle on.

    They are named in a shuffle, in a hand that was laid, in a move. So are those that a seat sees
    in its own zones where it is stuck: with others it may not be. And those that are shown where
    a row of a table gives something: with others another row would be told.
    """
    script, table = went.script, went.runner.table
    piles, named, shuffles = [set[int]()], [set[int]()], list[int]()
    if script.phase:
        named[0] |= cards_among(went.runner.ruleset.game.phases[script.phase], script.args)
    for one in script.given:
        if one.slot in table.engine.zones.places:
            named[0] |= set(one.value)
        elif one.slot in table.machine.list_showings():
            named[0] |= set(bits(one.value))
    brought = went.runner.chance.brought
    numbers = [number for number in sorted(brought) if brought[number].outcome is not None]
    for number, (event, written) in zip(numbers, went.list_told(), strict=True):
        if event.node.kind == "shuffle" and isinstance(event.outcome, tuple):
            piles.append(set(event.outcome))
            named.append(set())
            shuffles.append(number)
        named[-1] |= set(written) if isinstance(written, tuple) else set()
    for before, move in list_turns(went.positions, went.attempted):
        assert isinstance(before.chances, RecordedChance)
        mixed = sum(number < before.chances.events for number in shuffles)
        named[mixed] |= _cards_of(before.node, move)
    named[-1] |= _held_by_stuck(went.runner)
    for at, cards in _list_shown_for_rows(went.positions):
        named[min(at, len(named) - 1)] |= cards
    deals = zip(piles, named, strict=True)
    return [NamedCards(frozenset(pile), frozenset(cards - {ANY})) for pile, cards in deals]


def _list_shown_for_rows(positions: Iterable[Position]) -> Iterator[tuple[int, set[int]]]:
    """The cards that are shown between two choices where a row gives something.

    With each of them after how many shuffles that is.
    """
    mixed = 0
    for position in positions:
        gives = any(
            event.get(Role.ROWS) or event.get(Role.ROWS_BEFORE) for event in position.events
        )
        for event in position.events:
            mixed += Role.MIXED in event.fields
            if gives and isinstance(event, CardsShown):
                yield mixed, {card for card in event.cards if card is not None}


def cards_moved(turns: Iterable[Turn]) -> set[int]:
    """The cards that moves name."""
    return {card for before, move in turns for card in _cards_of(before.node, move)}


def cards_among(phase: g.Phase, args: Sequence[int]) -> set[int]:
    """The cards with which a phase is begun."""
    pairs = zip(phase.params, args, strict=True)
    return {value for param, value in pairs if bare(param.type) == CARD}


def _held_by_stuck(runner: GameRunner) -> set[int]:
    """The cards that lie before a seat that may do nothing, as far as it sees them."""
    fault, engine = runner.fault, runner.table.engine
    if not isinstance(fault, NothingToChoose) or fault.at < 0:
        return set()
    slots, seat = list(fault.slots), fault.slots[engine.decisions[fault.at].node.seat]
    own = [
        slot
        for family in engine.machine.families
        for slot in family.slots
        if slot in engine.zones.places and (seat, SEAT) in list_indices(family, slot)
    ]
    return {
        card
        for slot in own
        for card in engine.zones.cards(slots, slot)
        if engine.zones.seers(slots, card, slot) >> seat & 1
    }


def _cards_of(node: p.Choose, move: Move) -> set[int]:
    found: set[int] = set()
    values: tuple[Any, ...] = move.values
    for value, param in zip(values, node.actions[move.action].params, strict=True):
        kind = bare(param.type)
        if kind == CARD:
            found.add(value)
        elif kind.element is not None and bare(kind.element) == CARD:
            found |= set(bits(value) if isinstance(value, int) else value)
    return found


# ---------------------------------------------------------------------- what is wrong


def _wrong(finding: Finding) -> Iterator[str]:
    says = f"`{finding.about}` {finding.says} here" if finding.about else finding.says
    yield f"-> {says}"
    for line in finding.lines:
        yield f"   {line}"


def _stuck(went: FailingRun, is_cut: bool) -> Iterator[str]:
    """Where nobody may do anything: what lies before who is stuck, why each move is refused.

    What lies there stands in the deal too, unless the game `is_cut`.
    """
    fault, runner = went.runner.fault, went.runner
    if isinstance(fault, NothingToChoose):
        at = runner.table.engine, runner.words, fault
        lying = list_lying(*at) if is_cut or find_wanting(at[0], fault) else ()
        for line in (*lying, *list_refusals(*at)):
            yield f"   {line}"


# ---------------------------------------------------------------------- for a program


def failure_facts(ruleset: Ruleset, shown: FailingGame) -> dict[str, Any]:
    """The same for a program: its size, what was laid, and the moves."""
    went = replay_failing_game(ruleset, shown)
    script, table = shown.script, went.runner.table
    words = Notation(table.machine, table.names)
    chance: list[Any] = []
    for event, outcome in went.list_written():
        place = words.format_place(event.slot)
        if event.node.kind == "draw":
            drawn = words.format_value(event.outcome, event.node.type) if event.node.type else ""
            chance.append({"draw": place, "value": drawn})
        else:
            named = outcome if isinstance(outcome, tuple) else ()
            cards = [None if card == ANY else words.format_card(card) for card in named]
            chance.append({"pile": place, "from_the_top": cards})
    return {
        "players": list(table.names),
        "options": dict(
            word.split("=", 1)
            for word in format_options(ruleset.game, script.players, dict(script.options))
        ),
        "phase": script.phase or None,
        "given": {
            _place_of(went, one.slot) or words.format_place(one.slot): _value_of(
                went, words, one.slot
            )
            for one in script.given
        },
        "chance": chance,
        "moves": moves_of(went),
        "size": {
            "players": script.players, "moves": len(script.moves), "cards": len(_named_in(went)),
        },
        "told": list(describe_failure(ruleset, shown)),
    }  # fmt: skip


def moves_of(went: FailingRun) -> list[str]:
    """The moves with who makes them: `ann: play 7S`."""
    path = went.positions
    turns = list_turns(path, went.attempted)
    return [format_turn(turn, turn[0].table.words) for turn in turns if turn[0].seat is not None]
