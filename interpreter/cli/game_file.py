"""A game as a file: one small text that a person can read and `hoyle replay` can play again.

    hoyle game 1
    ruleset the-name
    players ann bob cat
    option target 50
    seed 41
    rules 0f3a5b7c9d1e

    moves
    ann: play JS
    bob: play 9C

    parts
    options 1b2c3d4e5f60
    phase play_tricks 9a8b7c6d5e4f

`file` names a ruleset that does not come with Hoyle, seen from the record's folder; `variant` one
that was laid on it; `pack` lays one shuffle, `?` being any card, and `draw` says one member that is
drawn; `you` is the seat of the person who played; `fault` is what `hoyle test` has found in the
game. A `#` begins a comment.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import attrs

from hoyle.dsl.atomic_write import write_atomically
from hoyle.interpreter.cli.endings import FOUND, UserError
from hoyle.interpreter.cli.rule_hashes import find_changed_parts, hash_parts, hash_rules
from hoyle.interpreter.cli.shared_options import MAX_SEED_DIGITS
from hoyle.interpreter.library.discovery import list_headings
from hoyle.interpreter.library.loader import load
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.runtime.fault import IllegalMove
from hoyle.interpreter.runtime.notation import NotAMove, Notation, parse_number, to_dashes
from hoyle.interpreter.runtime.table import ANY, Chances, Position, Table

HEADING = "hoyle game 1"
MAX_BYTES = 8 * 1024 * 1024


class GameFileError(Exception):
    """A file that is not a game record; the message names the line."""


@attrs.frozen
class RecordedMove:
    """One move of a record: who, what, and the line of the file that says so."""

    seat: str
    text: str
    line: int = 0


@attrs.frozen
class GameRecord:
    """What a game was played with, and its moves."""

    ruleset: str
    players: tuple[str, ...]
    options: dict[str, str]
    seed: int
    moves: tuple[RecordedMove, ...]
    parts: dict[str, str]
    rules: str
    file: Path | None = None
    packs: tuple[str, ...] = ()
    you: str | None = None
    variants: tuple[str, ...] = ()
    draws: tuple[str, ...] = ()
    fault: str = ""

    @classmethod
    def of(
        cls, ruleset: Ruleset, position: Position, options: Mapping[str, str], seed: int,
        you: str | None = None,
    ) -> GameRecord:  # fmt: skip
        """The record of a game up to a position."""
        names = position.table.names
        moves = []
        for before, after in zip(position.path(), position.path()[1:], strict=False):
            assert before.seat is not None and after.move is not None
            moves.append(RecordedMove(names[before.seat], before.text(after.move)))
        added = ruleset.choice.words()[1]
        parts = hash_parts(ruleset)
        words = position.table.words
        chances = position.chances
        packs = tuple(format_pack(words, cards) for cards in chances.packs)
        draws = chances.draws if isinstance(chances, Chances) else ()
        return cls(
            ruleset.name, names, dict(options), seed, tuple(moves), parts, hash_rules(parts),
            None if ruleset.choice.comes_with_hoyle else ruleset.path.resolve(), packs, you,
            tuple(added), draws,
        )  # fmt: skip

    def source(self) -> str:
        """Where the ruleset is to be found."""
        if self.file is None:
            return self.ruleset
        variants = list_headings(self.file) if self.file.is_file() else []
        inside = any(to_dashes(heading.name) == self.ruleset for heading in variants)
        return f"{self.file}:{self.ruleset}" if inside else str(self.file)

    def changes(self, ruleset: Ruleset) -> list[str]:
        """How the rules differ from those that the game was played with: one sentence each."""
        now = hash_parts(ruleset)
        return [] if hash_rules(now) == self.rules else find_changed_parts(self.parts, now)


# ---------------------------------------------------------------------- writing


def write_game_file(record: GameRecord, place: str | Path) -> None:
    """Write the file, whole or not at all."""
    path = Path(place)
    write_atomically(path, _format_record(record, path.resolve().parent))


def _format_record(record: GameRecord, folder: Path) -> str:
    """The text of a record that will stand in a folder."""
    lines = [HEADING, f"ruleset {record.ruleset}"]
    if record.file is not None:
        lines.append(f"file {_relative_path(folder, record.file)}")
    lines += [f"variant {name}" for name in record.variants]
    lines.append(f"players {' '.join(record.players)}")
    lines += [f"option {name} {value}" for name, value in record.options.items()]
    lines.append(f"seed {record.seed}")
    lines += [f"pack {pack}" for pack in record.packs]
    lines += [f"draw {draw}" for draw in record.draws]
    if record.fault:
        lines.append(f"fault {record.fault}")
    if record.you is not None:
        lines.append(f"you {record.you}")
    lines += [f"rules {record.rules}", "", "moves"]
    lines += [f"{move.seat}: {move.text}" for move in record.moves]
    lines += ["", "parts"]
    lines += [f"{title} {made}" for title, made in record.parts.items()]
    return "\n".join(lines) + "\n"


def format_pack(words: Notation, cards: Sequence[int]) -> str:
    """Cards from the top; `?` is any, also where none is named."""
    return " ".join("?" if card == ANY else words.format_card(card) for card in cards) or "?"


def _relative_path(folder: Path, file: Path) -> str:
    """The way from a folder to a file, so that both can be carried elsewhere together."""
    try:
        return Path(os.path.relpath(file, folder)).as_posix()
    except ValueError:  # another disk
        return file.as_posix()


# ---------------------------------------------------------------------- reading


def read_game_file(place: str | Path) -> GameRecord:
    """The record in a file. NotARecord says what is wrong; OSError where it cannot be read."""
    path = Path(place)
    with path.open("rb") as file:
        content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise GameFileError(f"{place}: this is too large to be a game")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise GameFileError(f"{place}: this is not a game but something that is no text") from None
    reader = _GameFileReader(str(place), path.resolve().parent)
    for number, line in enumerate(text.splitlines(), 1):
        reader.line(number, line.split("#", 1)[0].strip())
    return reader.record()


class _GameFileReader:
    """Takes the lines of a record one by one."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.folder = folder
        self.number = 0
        self.begun = False
        self.section = "head"
        self.head: dict[str, str] = {}
        self.options: dict[str, str] = {}
        self.packs: list[str] = []
        self.draws: list[str] = []
        self.variants: list[str] = []
        self.moves: list[RecordedMove] = []
        self.parts: dict[str, str] = {}

    def wrong(self, says: str) -> GameFileError:
        """What is wrong with this line."""
        return GameFileError(f"{self.name}:{self.number}: {says}")

    def line(self, number: int, text: str) -> None:
        """One line without its comment."""
        self.number = number
        if not text:
            return
        if not self.begun:
            if text != HEADING:
                if text.startswith("hoyle game "):
                    raise self.wrong(f"this Hoyle reads `{HEADING}` only, not `{text[:40]}`")
                raise self.wrong(f"this is not a game: the first line must be `{HEADING}`")
            self.begun = True
        elif text in ("moves", "parts"):
            self.section = text
        elif self.section == "head":
            self._heading_line(text)
        elif self.section == "moves":
            seat, sign, move = text.partition(":")
            if not sign or not move.strip() or len(seat.split()) != 1:
                raise self.wrong("a move is written `seat: move`")
            self.moves.append(RecordedMove(seat.strip(), move.strip(), number))
        else:
            title, _, made = text.rpartition(" ")
            if not title:
                raise self.wrong("a part has a title and a hash")
            self.parts[title] = made

    def _heading_line(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        if not rest:
            raise self.wrong(f"`{word}` says nothing")
        if word == "option":
            name, _, value = rest.partition(" ")
            if not value.strip():
                raise self.wrong(f"the option {name} has no value")
            self.options[name] = value.strip()
        elif word == "pack":
            self.packs.append(rest)
        elif word == "draw":
            self.draws.append(rest)
        elif word == "variant":
            self.variants.append(rest)
        elif word not in ("ruleset", "file", "players", "seed", "you", "rules", "fault"):
            raise self.wrong(f"`{word}` is not a line of a game")
        elif word in self.head:
            raise self.wrong(f"there are two lines `{word}`")
        else:
            self.head[word] = rest

    def record(self) -> GameRecord:
        """All together."""
        if not self.begun:
            raise GameFileError(f"{self.name}: there is nothing in this file")
        for word in ("ruleset", "players", "seed", "rules"):
            if word not in self.head:
                raise GameFileError(f"{self.name}: the line `{word}` is missing")
        seed = parse_number(self.head["seed"], MAX_SEED_DIGITS)
        if seed is None:
            raise GameFileError(f"{self.name}: the seed {self.head['seed'][:40]} is no number")
        players = tuple(self.head["players"].split())
        if len(set(players)) < len(players):
            raise GameFileError(f"{self.name}: two players have one name")
        file = self.head.get("file")
        return GameRecord(
            self.head["ruleset"], players, self.options, seed, tuple(self.moves), self.parts,
            self.head["rules"], None if file is None else self.folder / file, tuple(self.packs),
            self.head.get("you"), tuple(self.variants), tuple(self.draws),
            self.head.get("fault", ""),
        )  # fmt: skip


# ---------------------------------------------------------------------- played again


@attrs.frozen
class ReplayedGame:
    """A record with the table that it was played at."""

    place: str
    record: GameRecord
    ruleset: Ruleset
    table: Table

    @classmethod
    def open(cls, place: str) -> ReplayedGame:
        """Read the record and lay its table; refused where the rules have changed."""
        try:
            record = read_game_file(place)
        except GameFileError as error:
            raise UserError(str(error), FOUND) from error
        ruleset = load(record.source(), record.variants)
        changes = record.changes(ruleset)
        if changes:
            raise UserError(
                "\n".join(
                    [f"{place}: the rules of {record.ruleset} have changed since it was played:"]
                    + [f"  {change}" for change in changes]
                ),
                FOUND,
            )
        names = record.players
        return cls(place, record, ruleset, ruleset.table(len(names), record.options, names))

    def start(self) -> Position:
        """The first position."""
        try:
            packs = [pack.split() for pack in self.record.packs]
            return self.table.start(self.record.seed, packs, self.record.draws)
        except ValueError as error:
            raise UserError(f"{self.place}: {error}", FOUND) from error

    def positions(self) -> Iterator[Position]:
        """The positions from the first to the last."""
        position = self.start()
        yield position
        for played in self.record.moves:
            position = self.next(position, played.seat, played.text, played.line)
            yield position

    def next(self, position: Position, seat: str, text: str, line: int) -> Position:
        """The position after one recorded move."""
        where = f"{self.place}:{line}"
        if position.seat is None:
            raise UserError(f"{where}: the game is over before this move", FOUND)
        turn = self.table.names[position.seat]
        if seat != turn:
            raise UserError(f"{where}: it is the turn of {turn}, not of {seat}", FOUND)
        try:
            return position.play(text)
        except (IllegalMove, NotAMove) as error:
            raise UserError(f"{where}: {seat} may not {text}: {error}", FOUND) from error
        except ValueError as error:
            raise UserError(f"{where}: {error}", FOUND) from error
