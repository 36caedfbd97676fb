"""What is wrong with a line, said in the language of cards."""

from __future__ import annotations

import re
from collections.abc import Callable

from hoyle.dsl.parser import misplaced_lines as places
from hoyle.dsl.parser import repairs
from hoyle.dsl.parser.construct_examples import PARTS, as_help
from hoyle.dsl.parser.diagnostic_builder import Desk
from hoyle.dsl.parser.lexical_errors import cut
from hoyle.dsl.parser.misreadings import report_reserved_word
from hoyle.dsl.parser.repairs import Repair, Stuck
from hoyle.dsl.parser.terminal_names import either
from hoyle.dsl.parser.vocabulary import (
    Stand,
    find_reserved,
    fixed,
    kinds_of,
)
from hoyle.dsl.report import Report
from hoyle.dsl.source import Source

LETTER_CARD = re.compile(r"(10|[2-9AKQJTakqjt])([shdcSHDC])")
# As many possibilities as fit beside the caret; more of them stand below.
FEW = 3
# What begins a line that opens a block.
HEADS = frozenset({"if", "else", "for", "repeat", "choose", "phase", "match", *PARTS})


def explain(source: Source, stuck: Stuck, report: Report) -> Repair:
    """Add the one problem of a line; what was meant, if that is clear."""
    desk = Desk(source, places.from_first_word(stuck), report)
    for attempt in ATTEMPTS:
        repair = attempt(desk)
        if repair is not None:
            return repair
    _tell_unfit(desk)
    return Repair(stuck.at, "", None)


def _equals_sign(desk: Desk) -> Repair | None:
    if not desk.at_word("="):
        return None
    repair = repairs.instead(desk.stuck, "is")
    if repair is not None:
        title = "`=` sets a value; to ask whether two are the same, write `is`"
        desk.add("G02", title, desk.stuck.at, "write `is`")
    return repair


def _span_joint(desk: Desk) -> Repair | None:
    at = desk.stuck.at
    if not (desk.at_word(".") or desk.at_word("to") or desk.at_word("until")):
        return None
    repair = repairs.instead(desk.stuck, "..")
    if repair is None or at + 1 >= len(desk.stuck.words):
        return None
    meant = f"{desk.written(at - 1)}..{desk.written(at + 1)}"
    desk.add("G01", f"`{desk.written(at)}` cannot stand here", at, f"did you mean `{meant}`?")
    return repair


def _misshaped(desk: Desk) -> Repair | None:
    """A card in small letters, a rank that there is not, a name with capitals in it."""
    at = desk.stuck.at
    if at >= len(desk.stuck.words):
        return None
    text = desk.stuck.words[at].text
    card = LETTER_CARD.fullmatch(text)
    if card and "CARD" in desk.stuck.here.allowed():
        desk.add("G10", f"`{text}` is not a card", at, f"did you mean `{text.upper()}`?")
        return _read_as(desk, "CARD")
    if kinds_of(text) or not text[0].isalpha():
        return None
    if len(text) == 1 and {"CARD", "RANK"} & desk.stuck.here.allowed():
        help = ("the ranks are A K Q J 10 9 8 7 6 5 4 3 2",)
        desk.add("G10", f"`{text}` is not a rank", at, help=help)
        return _read_as(desk, "RANK")
    small = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", text).lower()
    desk.add(
        "G01", f"`{cut(text)}` is not written like a name", at, f"did you mean `{cut(small)}`?",
        ["names have small letters, figures and `_`; types are like `Card`"],
    )  # fmt: skip
    return _read_as(desk, "NAME")


def _read_as(desk: Desk, kind: str) -> Repair:
    """Go on as if the word had been right and of this kind, where that can be."""
    stand = desk.stuck.here.after_kind(kind)
    return repairs.read_on(desk.stuck, stand, desk.stuck.at + 1) or Repair(0, "", None)


def _misplaced(desk: Desk) -> Repair | None:
    if desk.stuck.at > 0:
        return None
    first = desk.written(0)
    where = places.belongs(desk.stuck, desk.stuck.words[0].text)
    if where is None:
        return None
    desk.add("G01", f"`{first}` cannot stand here", 0, where, desk.example())
    return Repair(0, "", None, elsewhere=True)


def elsewhere(desk: Desk) -> Repair | None:
    """A line that can be read in another kind of block."""
    where = places.reads_under(desk.stuck)
    if where is None or desk.stuck.line.indent == 0 or len(desk.stuck.words) == 1:
        return None
    desk.add("G01", "this line cannot stand here", 0, where)
    return Repair(0, "", None, elsewhere=True)


def _foreign_word(desk: Desk) -> Repair | None:
    repair = repairs.foreign(desk.stuck)
    first = desk.stuck.words[0].text
    if repair is None and desk.stuck.at <= 1 and first in repairs.FOREIGN and first not in fixed():
        repair = Repair(0, repairs.FOREIGN[first], None)
    if repair is not None:
        written = desk.written(repair.at)
        label = f"did you mean `{repair.meant}`?"
        if written not in fixed():
            label = f"there is no word `{written}`; write `{repair.meant}`"
        help = as_help(repair.meant.split()[0])
        desk.add("G01", f"`{written}` cannot stand here", repair.at, label, help)
    return repair


def _filler(desk: Desk) -> Repair | None:
    if desk.stuck.words[0].text in HEADS and any(map(desk.at_word, (":", "then", "do"))):
        title = f"`{desk.written(desk.stuck.at)}` cannot stand here"
        label = "leave it out: what is done stands below, further in"
        desk.add("G01", title, desk.stuck.at, label)
        return repairs.needless(desk.stuck) or Repair(desk.stuck.at, "", None)
    near = [at for at in (desk.stuck.at, desk.stuck.at - 1) if 0 <= at < len(desk.stuck.words)]
    if not any(desk.stuck.words[at].text in repairs.FILLERS for at in near):
        return None
    repair = repairs.needless(desk.stuck)
    if repair is not None:
        title = f"`{desk.written(repair.at)}` cannot stand here"
        desk.add("G01", title, repair.at, "leave it out")
    return repair


def misspelt(desk: Desk) -> Repair | None:
    """`shufle`."""
    repair = repairs.respelt(desk.stuck)
    if repair is not None:
        _tell_misspelt(desk, repair)
    return repair


def _misspelt_elsewhere(desk: Desk) -> Repair | None:
    meant = places.meant_elsewhere(desk.stuck)
    if meant is None or places.reads_under(desk.stuck):
        return None
    where = places.belongs(desk.stuck, meant)
    help = ([f"but {where}"] if where else []) + list(as_help(meant))
    title = f"there is no word `{desk.written(0)}`"
    desk.add("G03", title, 0, f"did you mean `{meant}`?", help)
    return Repair(0, meant, None)


def _nearly_spelt(desk: Desk) -> Repair | None:
    """`too` where the rest of the line is wrong as well."""
    at = desk.stuck.at
    if at >= len(desk.stuck.words) or desk.stuck.words[at].text in find_reserved():
        return None
    near = repairs.alike(desk.stuck.words[at].text, desk.stuck.here.allowed_words())
    if not near or near[0][0] > 1:
        return None
    _tell_misspelt(desk, Repair(at, near[0][1], None))
    return Repair(at, near[0][1], None)


def _name_missing(desk: Desk) -> Repair | None:
    repair = repairs.name_missing(desk.stuck)
    if repair is not None:
        title = f"a name is missing before `{desk.written(repair.at)}`"
        desk.add("G01", title, repair.at, "a name comes here", desk.example())
    return repair


def _name_taken(desk: Desk) -> Repair | None:
    repair = repairs.name_taken(desk.stuck)
    if repair is not None:
        report_reserved_word(desk.report, desk.span(repair.at))
    return repair


def _two_names(desk: Desk) -> Repair | None:
    at = desk.stuck.at
    if not 0 < at < len(desk.stuck.words):
        return None
    one, other = desk.stuck.words[at - 1].text, desk.stuck.words[at].text
    if {one, other} & find_reserved() or not (repairs.is_name(one) and repairs.is_name(other)):
        return None
    repair = repairs.read_on(desk.stuck, desk.stuck.here, at + 1)
    if repair is None:
        return None
    joined = repairs.feed(desk.stuck.here, f"of {other}")
    meant = either([f"`{one} of {other}`"] * bool(joined) + [f"`{one}_{other}`"])
    title = f"`{cut(other)}` cannot stand here"
    desk.add("G01", title, at, f"did you mean {meant}?", desk.help_here())
    return repair


def missing(desk: Desk) -> Repair | None:
    """A word, sign or name that the line lacks."""
    found = repairs.missing(desk.stuck)
    if desk.stuck.at == 0 or not 0 < len(found) <= 2:
        return None
    what = " or ".join(repair.meant for repair in found)
    at = desk.stuck.at
    where = desk.stuck.end if at >= len(desk.stuck.words) else f"before `{desk.written(at)}`"
    label = f"put {what} {'after' if at >= len(desk.stuck.words) else 'before'} this"
    desk.add("G01", f"{what} is missing {where}", at, label, desk.example())
    return found[0]


def _other_word(desk: Desk) -> Repair | None:
    repair = repairs.other_word(desk.stuck)
    if repair is not None:
        title = f"`{desk.written(repair.at)}` cannot stand here"
        desk.add("G01", title, repair.at, f"did you mean `{repair.meant}`?", desk.example())
    return repair


def _needless(desk: Desk) -> Repair | None:
    repair = repairs.needless(desk.stuck)
    if repair is not None:
        title = f"`{desk.written(repair.at)}` cannot stand here"
        desk.add("G01", title, repair.at, "without it the line is right", desk.help_here())
    return repair


def _tell_unfit(desk: Desk) -> None:
    at = desk.stuck.at
    possible = [what for what in desk.possible() if not what.startswith("more ")]
    ends = at >= len(desk.stuck.words)
    title = "this line stops too soon" if ends else f"`{desk.written(at)}` cannot stand here"
    if at > 0 and 0 < len(possible) <= FEW:
        before = "this" if ends else f"`{desk.written(at - 1)}`"
        label = f"after {before} comes {either(possible)}"
        desk.add("G01", title, at, label, desk.example())
    elif at == 0 and desk.stuck.line.indent == 0 and repairs.is_name(desk.stuck.words[0].text):
        desk.add("G01", title, at, places.DONE)
    else:
        desk.add("G01", title, at, "", desk.help_here())


ATTEMPTS: tuple[Callable[[Desk], Repair | None], ...] = (
    _equals_sign,
    _span_joint,
    _misshaped,
    _filler,
    _foreign_word,
    misspelt,
    _misplaced,
    _misspelt_elsewhere,
    _name_missing,
    _name_taken,
    _two_names,
    missing,
    _other_word,
    elsewhere,
    _needless,
    _nearly_spelt,
)


def _tell_misspelt(desk: Desk, repair: Repair) -> None:
    desk.add(
        "G03", f"there is no word `{desk.written(repair.at)}`", repair.at,
        f"did you mean `{repair.meant}`?", as_help(repair.meant),
    )  # fmt: skip


def head_misspelt(source: Source, last: Stuck, report: Report) -> Stand | None:
    """Whether the line above opens a block once a word of it is spelt rightly: `els`."""
    stuck = Stuck(last.line, last.stands, min(last.at, len(last.words)), True)
    repair = repairs.respelt(stuck)
    if repair is None or repair.after is None:
        return None
    _tell_misspelt(Desk(source, stuck, report), repair)
    return repair.after
