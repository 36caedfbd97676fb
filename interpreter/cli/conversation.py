"""A game between a person and bots: what the person sees, is told, asks and answers."""

from __future__ import annotations

import shlex
import tempfile
from collections.abc import Callable
from pathlib import Path

import attrs

from hoyle.dsl.checked.types import bare
from hoyle.dsl.machine import program as p
from hoyle.dsl.printable import join_words, to_dashes, to_underscores
from hoyle.interpreter.cli.game_file import GameRecord, write_game_file
from hoyle.interpreter.cli.opponents import Opponents
from hoyle.interpreter.cli.progress import THINKS, show_if_slow
from hoyle.interpreter.library.options import format_options
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.narration.costs import Costs
from hoyle.interpreter.narration.labels import ReadableNotation
from hoyle.interpreter.narration.offers import Offers, Refused
from hoyle.interpreter.narration.opening_and_ending import (
    list_ending_lines,
    list_opening_lines,
)
from hoyle.interpreter.narration.table_view import TableView
from hoyle.interpreter.narration.text_wrap import DiscardingPage, TextPage
from hoyle.interpreter.narration.told_by_rules import find_untold_at_table
from hoyle.interpreter.narration.transcript import Transcript
from hoyle.interpreter.runtime.bots import RANDOM, SEARCH
from hoyle.interpreter.runtime.moves import Move
from hoyle.interpreter.runtime.notation import NotAMove, parse_number
from hoyle.interpreter.runtime.table import Position, Table

HELP = (
    "?             this help",
    "moves         every move that you may make",
    "why MOVE      why you may not make a move, and which rule says so",
    "view          all that you see of the table, with what is `not told`",
    "rules         where the rules are, and the options of this table",
    "undo          back to your last choice",
    "save [FILE]   write the game as it is now to a file, and go on",
    "quit          write the game to a file, and leave",
    "Where the game has a move of such a name, put a stroke before the word: /undo.",
)


class EndOfInput(Exception):
    """Nobody answers any more."""


class Left(Exception):
    """The person has asked to leave."""


@attrs.define
class Seated:
    """What the conversation is about: a game on its table, and the person's seat at it."""

    ruleset: Ruleset
    table: Table
    options: dict[str, str]
    seed: int
    seat: int
    opponents: Opponents
    detail: str = "calm"


class Conversation:
    """Holds the game; `ask` writes a prompt and gives the answer, or raises EndOfInput.

    Once it is over it is `kept` in a file, if at all. What `save` has written in the midst of it
    stays as it is, so that one can go on from there again.
    """

    def __init__(
        self, seated: Seated, page: TextPage, ask: Callable[[str], str], kept: Path | None = None
    ) -> None:
        self.seated = seated
        self.page = page
        self.ask = ask
        self.kept = kept
        self.saved = kept  # the file that the game was last written to
        table = seated.table
        self.me = table.names[seated.seat]
        self.bots = seated.opponents.seat(seated.seed)
        self.view = self._make_view()
        self.untold = find_untold_at_table(seated.ruleset.game)
        self.transcript = self._make_transcript()
        self.costs = Costs(seated.ruleset.game, self.transcript.blocks)
        self.written = {kept} if kept is not None else set()  # files that are this game's
        self.trail: list[tuple[Position, tuple[int, ...]]] = []
        self.tried: Move | None = None  # a move whose effects are being worked out

    def _make_transcript(self) -> Transcript:
        """A transcript from the beginning, as this seat may know it."""
        seated = self.seated
        rules = seated.detail == "rules"
        return Transcript(
            seated.ruleset, seated.table, self.page, seated.seat, rules=rules, ending_follows=True
        )

    def _make_view(self) -> TableView:
        """What this seat sees, before anything has been shown."""
        return TableView(self.seated.table, self.page.symbols, self.seated.seat)

    @property
    def position(self) -> Position:
        """Where the game is now."""
        return self.trail[-1][0]

    def _make_move(self, move: Move) -> None:
        self.tried = move
        after = self.position.play(move)
        self.tried = None
        self._advance(after)

    def tell_what_led_to_fault(self) -> None:
        """What has happened since the last decision, before the rules could not go on."""
        if self.seated.table.left_at is not None:
            self.transcript.add_position(self.seated.table.left_at)
            self.transcript.end()

    def _advance(self, position: Position) -> None:
        self.trail.append((position, self.bots.marks()))
        self.transcript.add_position(position)
        self.view.add_position(position)

    # ------------------------------------------------------------------ the game

    def begin(self, seed: int | None) -> None:
        """The heading; the seed only where it may be known."""
        seated = self.seated
        title, *lines = list_opening_lines(
            seated.ruleset, seated.table, seated.options, seed, self.page.symbols
        )
        self.page.heading(title)
        for line in lines:
            self.page.line(line)
        self.page.line(f"you are {self.me}{self._describe_bots()}; type ? for help")

    def _describe_bots(self) -> str:
        """How those play at whose places nobody sits."""
        if len(self.seated.table.names) == 1:
            return ""
        ways = {RANDOM: "move at random", SEARCH: "look ahead"}
        others = [seat for seat in range(len(self.seated.table.names)) if seat != self.seated.seat]
        manners = self.seated.opponents.manners.list_all(others)
        told = [ways.get(policy, f"play by `{to_dashes(policy)}`") for policy in manners]
        return f", with bots that {' or '.join(told)}"

    def resume_at(self, last: Position) -> None:
        """Begin at a position: what led to it is not told, and the bots' streams go along."""
        first, *others = last.path()
        if not others:
            self._advance(first)
            return
        trail = [(first, self.bots.marks())]
        for position in others:
            before = trail[-1][0]
            if before.seat != self.seated.seat:
                self.bots.move(before)
            trail.append((position, self.bots.marks()))
        self.trail = trail  # all at once: what is saved from now on is no shorter than it was
        self._rebuild_transcript()
        self.page.line(f"the game goes on after {len(others)} moves")

    def _rebuild_transcript(self) -> None:
        self.transcript = self._make_transcript()
        self.transcript.pass_over(position for position, _ in self.trail)
        self.view = self._make_view()
        for position, _ in self.trail:
            self.view.add_position(position)
        for position, _ in self.trail[:-1]:
            if position.seat == self.seated.seat:  # it was shown then, and keeps its places
                self.view.list_lines(position, self.untold)

    def play(self) -> None:
        """Play to the end of the game."""
        while not self.position.over:
            if self.position.seat == self.seated.seat:
                self._take_turn()
            else:
                with show_if_slow(self.seated.table.names[self.position.seat or 0], THINKS):
                    move = self.bots.move(self.position)
                self._make_move(move)
        self.transcript.end()
        self.page.line()
        for line in list_ending_lines(self.seated.ruleset, self.position, self.view.labels):
            self.page.line(line)

    def _take_turn(self) -> None:
        self.transcript.end()
        self.transcript.lines.begin_turn()
        self.page.line()
        self._show_lines(self.view.list_lines(self.position, self.untold))
        offers = Offers(self.position, self.view.labels, self.costs)
        self.page.write_parts([f"{k} {offer.text}" for k, offer in enumerate(offers.offers, 1)], 2)
        wanted = ""
        while True:
            prompt = f"{wanted} what (Enter: back)? " if wanted else f"{self.me}> "
            text = self._ask(prompt)
            if not text:
                wanted = ""
                continue
            if self._run_command(text, offers, wanted):
                if self.position is not offers.position:
                    return  # undone
                continue
            move, wanted = self._read_answer(text, wanted, offers)
            if move is not None:
                self._make_move(move)
                return

    def _ask(self, prompt: str) -> str:
        return self.ask(prompt).strip()

    # ------------------------------------------------------------------ answers

    def _read_answer(self, text: str, wanted: str, offers: Offers) -> tuple[Move | None, str]:
        """The move that is meant, or none and the action whose values are still to be said."""
        number = parse_number(text)
        if number is not None and not wanted:
            if not 1 <= number <= len(offers.offers):
                self.page.line(_count_moves(text, offers))
                return None, ""
            offer = offers.offers[number - 1]
            if card := self._find_card_move(text, offer.move, offers):
                self.page.line(f"{number} is the number of `{offer.text}`, and a card: `{card}`?")
                self.page.line(f"type one of them: `{offer.text}` or `{card}`")
                return None, ""
            return offer.move, "" if offer.move is not None else offer.action
        try:
            found = offers.find_choice(self._complete(text, wanted, offers))
        except NotAMove as error:
            action = wanted or to_underscores(text.lower()) in self._list_actions()
            name = "" if action else to_dashes(text.lower())
            named = self.view.list_named(self.position, name)
            self._show_lines(named)
            if not named:
                self.page.line(f"{error}{'' if wanted else _hint_number(text, offers)}")
            return None, wanted
        if isinstance(found, Refused):
            self._show_lines(offers.format_refusal(found))
            return None, wanted
        if found is None:
            self.page.line("that may be several moves; say what you want to do with it")
        elif isinstance(found, list):
            lie = ", by where the card lies" * any(" (" in one for one in found)
            self.page.line(f"say which{lie}: {' or '.join(found)}")
            return None, wanted
        return found, ""

    def _run_command(self, text: str, offers: Offers, wanted: str = "") -> bool:
        """Do what a word of the conversation asks for; False where it is a move."""
        word, _, rest = text.partition(" ")
        card = len(word) == 1 and word.isupper()  # `Q` is a queen, `q` leaves
        if card or (not word.startswith("/") and self._is_move(text, offers)):
            return False
        word, rest = word.removeprefix("/").lower(), rest.strip()
        match word:
            case "?" | "help" | "h":
                self._show_help(rest)
            case "moves":
                self.page.write_parts(offers.list_moves(), 2)
            case "why":
                self._explain(rest, offers, wanted)
            case "view":
                self._show_lines(self.view.list_lines(self.position, whole=True))
            case "rules":
                self._show_rules()
            case "undo":
                self._undo_choice()
            case "save":
                if self._may_write(rest):
                    self.save(rest)
            case "quit" | "q" | "exit":
                raise Left
            case _:
                if text.startswith("/"):
                    self.page.line(f"there is no word `/{word}`; type ? for help")
                    return True
                return False
        return True

    def _show_help(self, word: str) -> None:
        """What may be typed; of one word of the conversation what that one does."""
        lines = [line for line in HELP if line.split()[0] == word.removeprefix("/").lower()]
        self._show_lines(lines or (self._describe_moves(), *HELP))
        if lines and word.endswith("why"):
            self.page.line(f"as in `why {self._write_sample()}`", 2)

    def _is_move(self, text: str, offers: Offers) -> bool:
        """Whether a text names an action of this choice, which goes before our own words."""
        names = {action.name for action in offers.node.actions}
        return text.split()[0].lower().replace("-", "_") in names

    def _complete(self, text: str, wanted: str, offers: Offers) -> str:
        """A move from its values, where its action is chosen already; or another move, as it is."""
        whole = f"{wanted} {text}".strip()
        try:
            offers.parse_moves(whole)
        except NotAMove:
            is_move = to_underscores(text.split()[0].lower()) in self._list_actions()
            return text if is_move else whole
        return whole

    def _list_actions(self) -> set[str]:
        """The actions of all choices of the game."""
        nodes = self.seated.table.machine.nodes
        return {one.name for node in nodes if isinstance(node, p.Choose) for one in node.actions}

    def _write_sample(self) -> str:
        """A move that is offered, as it can be typed with any keyboard."""
        words = ReadableNotation(self.seated.table.machine, self.seated.table.names)
        return words.format_move(self.position.node, self.position.legal().kth(0))

    def _describe_moves(self) -> str:
        """What may be typed here, in the words of this table's pack."""
        words = self.seated.table.words
        pack = words.machine.pack.words
        suits = " ".join(map(words.format_suit, range(len(pack.suits))))
        says = f"Type the number of a move, or the move itself: `{self._write_sample()}`"
        return f"{says}; suits are {suits}." if suits and not pack.has_plain_suit else f"{says}."

    def _find_card_move(self, text: str, offered: Move | None, offers: Offers) -> str:
        """The move with a card that a number may also stand for, where cards are called so."""
        if not self.seated.table.machine.pack.words.has_plain_suit:
            return ""
        try:
            found = offers.find_choice(text)
        except NotAMove:
            return ""
        meant = found if isinstance(found, Move) and found != offered else None
        return "" if meant is None else self.view.words.format_move(self.position.node, meant)

    def _explain(self, text: str, offers: Offers, wanted: str) -> None:
        """Why not a move; where its action is said already, its values may stand alone."""
        which = f"say which move: `why {self._write_sample()}`"
        text = self._complete(text, wanted, offers) if text else ""
        if not text:
            self.page.line(which)
            return
        number = parse_number(text)
        if number is not None and 1 <= number <= len(offers.offers):
            self.page.line(f"you may {offers.offers[number - 1].text}")
            return
        try:
            moves = offers.parse_moves(text)
            for move in moves:
                self._show_lines(offers.format_refusal(offers.refuse(move)))
            for way in offers.list_ways_on(text, moves):
                self.page.line(f"you may {way}", 2)
        except NotAMove as error:
            self.page.line(f"{error}" if number is None else _count_moves(text, offers))
            if (
                number is None
                and to_underscores(text.split()[0].lower()) not in self._list_actions()
            ):
                self.page.line(which)

    def _undo_choice(self) -> None:
        before = [k for k, (p, _) in enumerate(self.trail[:-1]) if p.seat == self.seated.seat]
        if not before:
            self.page.line("there is nothing to take back")
            return
        del self.trail[before[-1] + 1 :]
        self.bots.go_back(self.trail[-1][1])
        self._rebuild_transcript()
        self.page.line("taken back")

    def _show_rules(self) -> None:
        seated = self.seated
        self.page.line(f"{seated.ruleset.title}: {seated.ruleset.path}", 2)
        machine = seated.table.machine
        options = dict(machine.options)
        game = seated.ruleset.game
        words = format_options(game, machine.players, options, usual_too=True)
        for name, word in zip(options, words, strict=True):
            self.page.line(f"option {word.replace('=', ': ', 1)}", 2)
            self.page.line(game.options[name].meaning, 4)

    # ------------------------------------------------------------------ files

    def _may_write(self, name: str) -> bool:
        """Whether a file is not there yet, or is this game's, or the person gives it up."""
        place = Path(name)
        if not name or place in self.written or not place.is_file():
            return True
        answer = self._ask(f"{name} is there already; write over it (yes or no)? ").lower()
        if answer not in ("y", "yes"):
            self.page.line("nothing is saved")
        return answer in ("y", "yes")

    def save(self, name: str = "", fault: str = "") -> bool:
        """Write the game to a file, and say where; False, and told, where it is not kept.

        With a `fault` the move that has led to it is written too.
        """
        seated = self.seated
        tried = self.tried if fault else None
        record = GameRecord.of(
            seated.ruleset, self.position, seated.options, seated.seed, self.me, tried, fault
        )
        place = Path(name) if name else self.saved or _free_place(self.seated.ruleset.name)
        try:
            write_game_file(record, place)
        except OSError as error:
            self.page.line(f"{place} cannot be written: {(error.strerror or str(error)).lower()}")
            return False
        if not place.is_file():
            self.page.line(f"written to {place}, where it is not kept")
            return False
        self.saved = place
        self.written.add(place)
        self.page.line(f"saved: {place}")
        return True

    def keep_finished(self) -> None:
        """Write the game, now that it is over, if it is to be kept."""
        if self.kept is not None:
            self.save(str(self.kept))

    def save_and_leave(self, in_a_line: bool = False, fault: str = "") -> None:
        """Write the game, whether or not anybody still reads what is told; say how to go on."""
        if self.trail and self.position.over:
            self.saved = self.kept
        if not self.trail or (self.position.over and self.kept is None):
            return
        try:
            if in_a_line:
                self.page.line()
            self.transcript.end()
            self._save_somewhere(fault)
        except OSError:  # of the output: `save` tells those of the file
            self.page = self.transcript.lines.page = DiscardingPage(self.page.symbols)
            self._save_somewhere(fault)

    def _save_somewhere(self, fault: str) -> None:
        """Write the game, if need be among the files that are soon forgotten."""
        saved = self.save(fault=fault)
        if not saved:
            folder = Path(tempfile.gettempdir())
            saved = self.save(str(_free_place(self.seated.ruleset.name, folder)), fault)
        if saved and not self.position.over:
            file = shlex.quote(str(self.saved))
            if not fault:
                self.page.write_unfolded(f"go on with:  hoyle play --resume {file}")
            it = "it, and the fault," if fault else "it"
            self.page.write_unfolded(f"read {it} with:  hoyle replay {file}")

    # ------------------------------------------------------------------ showing

    def _show_lines(self, lines: list[str] | tuple[str, ...]) -> None:
        for line in lines:
            self.page.write_parts(line.split(" · "), 2)


def _count_moves(text: str, offers: Offers) -> str:
    """Which numbers of moves there are, where another one was said; it may be an amount."""
    many = len(offers.offers)
    there = f"there are moves 1 to {many}" if many > 1 else "there is move 1 only"
    meant = join_words([f"`{said}`" for said in offers.list_with(text)], "or")
    return f"{there}; {f'did you mean {meant}?' if meant else 'type ? for help'}"


def _hint_number(text: str, offers: Offers) -> str:
    """That the number of a move is typed alone, where one stands behind the name of an offer.

    Not where the number may be a value of that action: typed alone it would be another move.
    """
    word, _, rest = text.partition(" ")
    number = parse_number(rest.strip())
    if number is None or not 1 <= number <= len(offers.offers):
        return ""
    name = to_dashes(word.lower())
    actions = [action for action in offers.node.actions if to_dashes(action.name) == name]
    kinds = [bare(param.type) for action in actions for param in action.params]
    fits = (offers.words.try_value(rest.strip(), kind.element or kind) for kind in kinds)
    if not actions or any(value is not None for value in fits):
        return ""
    return f"; the number of a move is typed alone, without `{word}`: `{number}`"


def _free_place(name: str, folder: Path = Path()) -> Path:
    place, number = folder / f"{name}.game", 2
    while place.exists():
        place, number = folder / f"{name}-{number}.game", number + 1
    return place
