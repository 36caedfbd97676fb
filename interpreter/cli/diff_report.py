"""What `hoyle diff` says: sentences, then a position side by side; and the same as JSON."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import zip_longest

from hoyle.dsl.printable import count_players
from hoyle.interpreter.comparison.paired_tables import (
    CARDS,
    LEGAL,
    STATE,
    TURN,
    Difference,
    PairedTables,
)
from hoyle.interpreter.comparison.rule_diff import Change, RuleLine
from hoyle.interpreter.comparison.same_deal import shuffle_alike
from hoyle.interpreter.comparison.search import Found, Outcome
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.narration.text_wrap import KeptPage, TextPage, open_page
from hoyle.interpreter.narration.transcript import Transcript
from hoyle.interpreter.runtime.table import Position

GAP = " │ "

Sides = list[tuple[Ruleset, dict[str, str]]]


def print_changes(sides: Sides, changes: Sequence[Change], ascii_only: bool) -> None:
    """Every rule that is different, new or gone: what is known before any game is played."""
    out, names = open_page(ascii_only), _side_titles(sides)
    if not changes:
        both = f"both are {names[0]}: they" if names[0] == names[1] else " and ".join(names)
        out.line(f"{both} are the same")
        return
    out.line(f"what {names[1]} changes against {names[0]}: - as it was, + as it is")
    _print_changes(out, changes)
    out.line()


def print_outcome(
    sides: Sides, outcome: Outcome | None, counts: Sequence[int], games: int, ascii_only: bool
) -> None:
    """The position that was found, or why there is none."""
    out, names = open_page(ascii_only), _side_titles(sides)
    if outcome is None:
        if not counts:
            out.line("no number of players can play both, so there is no position to compare")
        return
    if outcome.found is None:
        out.line(_describe_failed_search(outcome, games))
        return
    _print_position(out, sides, outcome.found, names)


def print_later(sides: Sides, outcome: Outcome, games: int, ascii_only: bool) -> None:
    """A position in which they differ though the options are the same in both."""
    out, names = open_page(ascii_only), _side_titles(sides)
    out.line()
    settings = ", ".join(f"{name} {value}" for name, value in sides[1][1].items())
    out.line(f"where the options of the second are those of the first ({settings}):")
    if outcome.found is None:
        out.line(_describe_failed_search(outcome, games))
    else:
        _print_position(out, sides, outcome.found, names)


def _print_changes(out: TextPage, changes: Sequence[Change]) -> None:
    """What was (`-`) and what is (`+`), below the lines under which it stands."""
    part = ""
    shown: list[RuleLine] = []
    for change in changes:
        lines = *change.old, *change.new
        if change.part != part:
            if change.part.split()[0] != part.partition(" ")[0] or change.within or shown:
                out.line()
            part, shown = change.part, []
            if not change.within and min(line.depth for line in lines):
                out.line(f"  {part}")
        for line in change.within:
            if line not in shown:
                _print_line(out, " ", line)
        if change.follows is not None and change.follows not in shown:
            _print_line(out, " ", change.follows)
            shown.append(change.follows)
        shown += [*change.within, *lines] if change.within or len(lines) > 2 else []
        for sign, lines in (("-", change.old), ("+", change.new)):
            for line in lines:
                _print_line(out, sign, line)


def _print_line(out: TextPage, sign: str, line: RuleLine) -> None:
    lead = " " * (2 * line.indent + 2)
    out.write("\n".join(textwrap.wrap(
        line.text, out.width, initial_indent=sign + lead[1:], subsequent_indent=lead + "    ",
        break_long_words=False, break_on_hyphens=False,
    )))  # fmt: skip


def _side_titles(sides: Sides) -> list[str]:
    """What each side is called: its name, and its options where the names are the same."""
    names = []
    for ruleset, options in sides:
        settings = [f"{name} {value}" for name, value in options.items()]
        names.append(", ".join([ruleset.name, *ruleset.added, *settings]))
    return names


def _describe_failed_search(outcome: Outcome, games: int) -> str:
    many = f"{outcome.games} game{'s' * (outcome.games != 1)}"
    less = "" if outcome.games == games else f" (of {games}: the time was up)"
    return f"no position was found in {many}{less} in which they differ after the same moves"


# ---------------------------------------------------------------------- the position


def _print_position(out: TextPage, sides: Sides, found: Found, names: Sequence[str]) -> None:
    """The deal and the moves, told once as far as they are the same; then both sides."""
    seats = found.twins.left.names
    if not found.twins.same_pack:
        (one,) = found.differences
        out.line(f"with {count_players(len(seats))} they differ before the first card: in the pack")
        for name, told in zip(names, (one.left, one.right), strict=True):
            out.line(f"{name}: {told}", indent=2)
        return
    moves = len(found.moves)
    after = "before the first move" if not moves else f"after {moves} move{'s' * (moves > 1)}"
    same = "the same deal and moves"
    if not shuffle_alike(found.twins.left, found.twins.right, found.seed):
        same = "the same moves, and the cards that both shuffle in the same order"
    out.line(f"{same}, and they differ {after} (players: {', '.join(seats)})")
    rulesets = [ruleset for ruleset, _ in sides]
    path = _replay_traced(found, sides).path()
    _print_common_moves(out, rulesets[0], [left for left, _ in path[:-1]])
    width = (out.width - len(GAP)) // 2
    sheets = [KeptPage(out.symbols, width) for _ in rulesets]
    for k, sheet in enumerate(sheets):
        sheet.line(names[k])
        sheet.line("-" * min(width, len(names[k])))
        _print_last_move(sheet, rulesets[k], [pair[k] for pair in path])
    longest = max(len(sheet.lines) for sheet in sheets)
    for k, sheet in enumerate(sheets):
        while len(sheet.lines) <= longest:
            sheet.line()
        for one in _relevant_differences(found.differences):
            sheet.line(f"{one.name}: {one.clipped[k]}")
    for left, right in zip_longest(*(sheet.lines for sheet in sheets), fillvalue=""):
        out.write(f"{left:<{width}}{GAP}{right}".rstrip())


def _replay_traced(found: Found, sides: Sides) -> Found:
    players = len(found.twins.left.names)
    left, right = (ruleset.table(players, options) for ruleset, options in sides)
    return Found(
        PairedTables(left, right, found.twins.ranks),
        found.seed,
        found.moves,
        found.differences,
        found.pack,
    )


def _print_common_moves(out: TextPage, ruleset: Ruleset, positions: Sequence[Position]) -> None:
    if not positions:
        return
    transcript = Transcript(ruleset, positions[0].table, out)
    for one in positions:
        transcript.add_position(one)
    transcript.end()
    out.line()


def _print_last_move(sheet: KeptPage, ruleset: Ruleset, positions: Sequence[Position]) -> None:
    """The last move at one table and what comes of it; the deal where there is no move."""
    transcript = Transcript(ruleset, positions[0].table, sheet)
    transcript.pass_over(positions[:-1])
    transcript.add_position(positions[-1])
    transcript.end()


def _relevant_differences(differences: Sequence[Difference]) -> list[Difference]:
    """Those that matter: what follows from who chooses, or is seen by no player, is left out."""
    open_ = [one for one in differences if one.kind != STATE] or list(differences)
    if any(one.kind == TURN for one in open_):
        open_ = [one for one in open_ if one.kind not in (CARDS, LEGAL)]
    elif any(one.kind == LEGAL for one in open_):
        open_ = [one for one in open_ if one.kind != CARDS]
    return open_


# ---------------------------------------------------------------------- for a program


def as_facts(
    sides: Sides, changes: Sequence[Change], outcome: Outcome | None, alike: Sides,
    later: Outcome | None,
) -> dict[str, object]:  # fmt: skip
    """Everything that there is to say; `later` is with the same options in both."""
    found = outcome.found if outcome is not None else None
    after = later.found if later is not None else None
    return {
        "a": _side_facts(sides, 0),
        "b": _side_facts(sides, 1),
        "same": not changes,
        "changes": [change.list_facts() for change in changes],
        "games": outcome.games if outcome is not None else 0,
        "position": None if found is None else _position_facts(found),
        "with_same_options": None
        if after is None
        else _side_facts(alike, 1) | {"position": _position_facts(after)},
    }


def _side_facts(sides: Sides, number: int) -> dict[str, object]:
    ruleset, options = sides[number]
    return {"game": ruleset.name, "title": ruleset.title, "options": options}


def _position_facts(found: Found) -> dict[str, object]:
    moves = []
    if found.twins.same_pack:
        path = found.path()
        for (left, _), move in zip(path, found.moves, strict=False):
            assert left.seat is not None
            moves.append({"seat": left.table.names[left.seat], "move": left.text(move)})
    return {
        "players": list(found.twins.left.names),
        "moves": moves,
        "differences": [
            {"kind": one.kind, "what": one.name, "a": one.left, "b": one.right}
            for one in found.differences
        ],
    }
