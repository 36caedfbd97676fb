"""A line that cannot be read is put into our words, and told if it can be read then.

It is rewritten by the first pattern after which it can be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from hoyle.dsl.parser import plain_moves
from hoyle.dsl.parser.foreign_lines import REWORDINGS, Rewording
from hoyle.dsl.parser.misreadings import PACK_LINES, says_more
from hoyle.dsl.parser.page_names import (
    declares,
    find_chips,
    find_choosing,
    find_doer,
    find_order,
    find_paid,
    find_places,
    is_asked,
)
from hoyle.dsl.parser.repairs import READ_ON, ParseFailure, Repair, accept_line_end
from hoyle.dsl.parser.vocabulary import ParserState, Token, list_step_words, split_lines

FILLER = re.compile(r"\bthe (?=\w)")  # what means nothing here
# What stands at the left edge, and a part of a pattern that says its name is called after.
KINDS = ("phase", "table", "define", "order", "ranking", "policy", "conditions", "option")
MAX_LETTERS = 400  # of a line that is put otherwise; some patterns take the cube of them
FURTHER = 3  # words that must be understood in a line with a second mistake
MOST_HALVES = 4  # ways to mend the first of two mistakes, of which the second is looked for


def list_rewordings(failure: ParseFailure) -> Iterator[Repair]:
    """The line in our words, by each pattern after which it can be read."""
    text = _write_short(failure)
    for one in REWORDINGS:
        before = failure.tokens[failure.at - 1].text if failure.at else ""
        if one.at and failure.text not in one.at and before not in one.at:
            continue
        new, after = _rewrite(failure, one, text), None
        if new != text:
            both = _rewrite(failure, one, new)  # where it stands on either side: `a.x is b.x`
            ways = (new, both, new if '"' in new else FILLER.sub("", new))
            tried = ((way, read_line(failure, way)) for way in dict.fromkeys(ways))
            new, after = next((found for found in tried if found[1] is not None), (new, None))
        if after is not None:
            says = _tell(failure, one, text)
            at = _find_other(failure.tokens, new) if one.differs else failure.at
            shown = new if one.shown else ""
            if shown and not _is_whole(failure, one, text):
                shown, says = "", f"{says}: `{_rewrite(failure, one, text, '…')}`"
            if not (one.shown or failure.opens) and after.accept_kind("_INDENT"):
                after = None  # what is said tells already that something stands below
            yield Repair(at, shown, after, says)


def _is_whole(failure: ParseFailure, one: Rewording, text: str) -> bool:
    """Whether the names of the text that stand in the new line are known."""
    return _rewrite(failure, one, text) == _rewrite(failure, one, text, "…")


def _list_fields(failure: ParseFailure) -> dict[str, str]:
    """The names of the text that a new line may have: its one hand, the stock, an order, a phase.

    The phase is the one that has the action with which the line begins.
    """
    order, phase = find_order(failure.page), find_choosing(failure.page, failure.first)
    fields = {"hand": failure.hand, "stock": failure.stock, "score": failure.score}
    verb = next((word.text for word in failure.tokens if word.text != "the"), "")
    fields |= {"doer": find_doer(failure.page, verb)}
    fields |= {"paid": find_paid(failure.page, failure.first)}
    fields |= {"order": order, "phase": phase, "chips": find_chips(failure.page) or failure.score}
    return {f"{{{field}}}": name for field, name in fields.items()}


@cache
def _compile(pattern: str) -> re.Pattern[str]:
    """There are more patterns than `re` itself remembers."""
    return re.compile(pattern)


def _write_short(failure: ParseFailure) -> str:
    """The line; nothing of one that nobody writes by hand, where each pattern takes its time."""
    if len(failure.tokens) > READ_ON:
        return ""
    text = write_out(failure.tokens)
    return text if len(text) <= MAX_LETTERS else ""


def _rewrite(failure: ParseFailure, one: Rewording, text: str, unknown: str = "x") -> str:
    """The line otherwise, once; as it is where it says `zone`, or `phase`, of what is none."""
    found = _compile(one.pattern).search(text)
    named = {} if found is None else found.groupdict()
    if found is None or not failure.is_zone(named.get("zone")):
        return text
    for kind in KINDS:
        if (name := named.get(kind)) and not declares(failure.page, kind, name):
            return text
    below = next((name for name in named if name.startswith("below_")), "")
    if below and below.removeprefix("below_") != _find_kind_below(failure):
        return text
    what = named.get("what")
    if what and failure.score and not is_asked(failure.page, what):  # points of the one kind
        text = f"{text[: found.start('what')]}{failure.score}{text[found.end('what') :]}"
    if not failure.is_optional(named.get("optional")) or _is_unasked(failure, named):
        return text
    if not plain_moves.is_there(named, failure.page) or not failure.is_kept(named.get("kept")):
        return text
    new = _compile(one.pattern).sub(one.meant, text, count=1)
    for field, name in _list_fields(failure).items() if "{" in new else ():
        new = (
            new if field in text else new.replace(field, name or unknown)
        )  # but none of a sentence
    if grid := named.get("grid"):
        new = new.replace("{several}", find_places(failure.page, grid).split(", ")[-1])
    return new


def _find_kind_below(failure: ParseFailure) -> str:
    """What stands below the line, further in: a `step`, an `action`, a `condition` or a `row`."""
    page = failure.page[failure.line.start :]
    below = re.match(rf".*\n(?:\s*\n)*( {{{failure.line.indent + 1},}})(\S.*)", page)
    if below is None:
        return ""
    word = below[2].split(" ")[0]
    if "|" in below[2]:
        return "row"
    if word == "must":
        return "condition"
    sets = re.match(r"[^\"#]* [-+]?= ", below[2])
    return "step" if sets or word in list_step_words() else "action"


def _tell(failure: ParseFailure, one: Rewording, text: str) -> str:
    """What is said of a line, with the words of it that the pattern names."""
    found = _compile(one.pattern).search(text)
    return one.says.format(at=failure.text, **(found.groupdict() if found is not None else {}))


def _is_unasked(failure: ParseFailure, named: dict[str, str]) -> bool:
    """Whether it says `asked` of what is no define, or `unknown` of what is one of the names."""
    asked, unknown = named.get("asked"), named.get("unknown")
    return bool(asked and not failure.list_parameters(asked)) or bool(
        unknown and failure.is_given(unknown)
    )


def list_half_rewordings(failure: ParseFailure) -> Iterator[Repair]:
    """What is put otherwise in a line with a second mistake behind it.

    Where another pattern mends that too it is the whole line, otherwise what is said of the first.
    """
    text, left = _write_short(failure), len(failure.tokens) - failure.at
    further = []
    for one in REWORDINGS:
        new = _rewrite(failure, one, text) if one.differs else text
        if new == text:
            continue
        tokens = next(split_lines(new + "\n")).tokens
        rest = len(tokens) - len(failure.states[0].accept_all(tokens))
        if rest < left:
            further.append((rest, one, new))
    for _, one, new in further[:MOST_HALVES]:
        for other in REWORDINGS:
            both = _rewrite(failure, other, new) if other.shown and one.shown else new
            after = read_line(failure, both) if both != new else None
            if after is None or not _is_whole(failure, one, text):
                continue
            if _is_whole(failure, other, new):
                says = dict.fromkeys((_tell(failure, one, text), _tell(failure, other, new)))
                yield Repair(_find_other(failure.tokens, both), both, after, "; ".join(says))
    for rest, one, new in further:
        if rest <= left - FURTHER and read_line(failure, new) is None:  # else it was refuted
            yield Repair(_find_other(failure.tokens, new), says=_tell(failure, one, text))


def write_out(tokens: tuple[Token, ...]) -> str:
    """The words of a line as they are spaced; what goes on below is on the same line."""
    parts = [tokens[0].text]
    for before, word in pairwise(tokens):
        parts += [" " if word.start > before.end else "", word.text]
    return "".join(parts)


def _find_other(tokens: tuple[Token, ...], new: str) -> int:
    """The first word that another line has otherwise."""
    others = next(split_lines(new + "\n")).tokens
    pairs = enumerate(zip(tokens, others, strict=False))
    end = min(len(others), len(tokens) - 1)  # where the other is the first part of the line
    return next((at for at, (word, other) in pairs if word.text != other.text), end)


def read_line(failure: ParseFailure, text: str) -> ParserState | None:
    """Where one stands after another line in the place of this one; None if it cannot be read."""
    tokens = next(split_lines(text + "\n")).tokens
    states = failure.states[0].accept_all(tokens)
    if len(states) < len(tokens) or failure.states[0].takes_for_name(tokens[0].text):
        return None  # a word of the language that would be an action, such as `expect`
    if tokens[0].text in PACK_LINES and any(
        says_more(one.text, other.text) for one, other in pairwise(tokens)
    ):
        return None  # they would be names of ranks
    return accept_line_end(states[-1], failure.opens)
