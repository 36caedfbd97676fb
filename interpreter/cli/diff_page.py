"""What `hoyle diff` prints: sentences, then a position side by side."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from hoyle.interpreter.comparison.change import Change
from hoyle.interpreter.comparison.paired_tables import CARDS, LEGAL, STATE, TURN, Difference, Twins
from hoyle.interpreter.comparison.search_result import Found, Outcome
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.narration.text_wrap import DiscardingPage, KeptPage, TextPage, open_page
from hoyle.interpreter.narration.transcript import Transcript
from hoyle.interpreter.runtime.table import Position

if TYPE_CHECKING:
    from hoyle.interpreter.cli.diff import Sides

GAP = " │ "


def page(
    sides: Sides, changes: Sequence[Change], outcome: Outcome | None, counts: Sequence[int],
    games: int, ascii_only: bool,
) -> None:  # fmt: skip
    """Everything that there is to say."""
    out = open_page(ascii_only)
    names = _titles(sides)
    if not changes:
        both = f"both are {names[0]}: they" if names[0] == names[1] else " and ".join(names)
        out.line(f"{both} are the same")
        return
    out.line(f"what {names[1]} changes against {names[0]}")
    part = ""
    for change in changes:
        if change.part != part:
            part = change.part
            out.line()
            out.line(part)
        for line in change.lines():
            inset = len(line) - len(line.lstrip())
            out.line(line.lstrip(), indent=2 + inset)
    out.line()
    if outcome is None:
        if not counts:
            out.line("no number of players can play both, so there is no position to compare")
        return
    if outcome.found is None:
        out.line(_not_found(outcome, games))
        return
    _position(out, sides, outcome.found, names)


def _titles(sides: Sides) -> list[str]:
    """What each side is called: its name, and its options where the names are the same."""
    names = []
    for ruleset, options in sides:
        settings = [f"{name} {value}" for name, value in options.items()]
        names.append(", ".join([ruleset.name, *ruleset.added, *settings]))
    return names


def _not_found(outcome: Outcome, games: int) -> str:
    many = f"{outcome.games} game{'s' * (outcome.games != 1)}"
    less = "" if outcome.games == games else f" (of {games}: the time was up)"
    return f"no position was found in {many}{less} in which they differ after the same moves"


# ---------------------------------------------------------------------- the position


def _position(out: TextPage, sides: Sides, found: Found, names: Sequence[str]) -> None:
    """The deal and the moves, told once as far as they are the same; then both sides."""
    seats = found.twins.left.names
    if not found.twins.same_pack:
        (one,) = found.differences
        out.line(f"with {len(seats)} players they differ before the first card: in the pack")
        for name, told in zip(names, (one.left, one.right), strict=True):
            out.line(f"{name}: {told}", indent=2)
        return
    moves = len(found.moves)
    after = "before the first move" if not moves else f"after {moves} move{'s' * (moves > 1)}"
    out.line(f"the same deal and moves, and they differ {after}: {', '.join(seats)}")
    rulesets = [ruleset for ruleset, _ in sides]
    path = _traced(found, sides).path()
    _told_together(out, rulesets[0], [left for left, _ in path[:-1]])
    width = (out.width - len(GAP)) // 2
    sheets = []
    for k, ruleset in enumerate(rulesets):
        sheet = KeptPage(out.symbols, width)
        sheet.line(names[k])
        sheet.line("-" * min(width, len(names[k])))
        _told_last(sheet, ruleset, [pair[k] for pair in path])
        sheet.line()
        for one in _told_differences(found.differences):
            sheet.line(f"{one.name}: {_clipped(one, k)}")
        sheets.append(sheet.lines)
    for left, right in zip_longest(*sheets, fillvalue=""):
        out.write(f"{left:<{width}}{GAP}{right}".rstrip())


def _traced(found: Found, sides: Sides) -> Found:
    players = len(found.twins.left.names)
    left, right = (ruleset.table(players, options) for ruleset, options in sides)
    return Found(
        Twins(left, right, found.twins.ranks),
        found.seed,
        found.moves,
        found.differences,
        found.pack,
    )


def _told_together(out: TextPage, ruleset: Ruleset, positions: Sequence[Position]) -> None:
    if not positions:
        return
    transcript = Transcript(ruleset, positions[0].table, out)
    for one in positions:
        transcript.add_position(one)
    transcript.end()
    out.line()


def _told_last(sheet: KeptPage, ruleset: Ruleset, positions: Sequence[Position]) -> None:
    """The last move at one table and what comes of it; the deal where there is no move."""
    transcript = Transcript(ruleset, positions[0].table, DiscardingPage(sheet.symbols, sheet.width))
    for one in positions[:-1]:
        transcript.add_position(one)
    transcript.end()
    transcript.lines.paper = sheet
    transcript.add_position(positions[-1])
    transcript.end()


def _told_differences(differences: Sequence[Difference]) -> list[Difference]:
    """Those that matter: what follows from who chooses, or is seen by no player, is left out."""
    open_ = [one for one in differences if one.kind != STATE] or list(differences)
    if any(one.kind == TURN for one in open_):
        open_ = [one for one in open_ if one.kind not in (CARDS, LEGAL)]
    elif any(one.kind == LEGAL for one in open_):
        open_ = [one for one in open_ if one.kind != CARDS]
    return open_


MOST = 12


def _clipped(difference: Difference, side: int) -> str:
    """One side's words; of long lists only what the other side does not have."""
    mine, others = difference.left, difference.right
    if side:
        mine, others = others, mine
    items = mine.split(", ")
    if len(items) <= MOST:
        return mine
    own = [item for item in items if item not in others.split(", ")]
    shown = (own or items)[:MOST]
    more = f" and {len(items) - len(shown)} more" if len(items) > len(shown) else ""
    return f"{', '.join(shown)}{more}"
