"""What parses, but not as it was meant: words of the language as names, or out of their order."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from lark import Token, Tree

from hoyle.dsl.parser.vocabulary import JOINED, JOINING, is_reserved
from hoyle.dsl.report import Report
from hoyle.dsl.source import Source, Span

# The rules of the grammar in which a name that stands by itself is a new one. Actions are left
# out: `pay`, `show` and `stop` are good names for what is chosen, and nothing else can stand there.
NAMING = frozenset({
    "define", "table", "ranking", "order", "phase", "policy", "conditions", "param", "option",
    "expected", "zone", "field_zone", "field", "register", "let", "announce", "for_", "deal", "new",
    "binding", "choose_together", "ex_players", "pack_named",
    "any_", "every", "count", "total", "highest", "lowest", "best", "first",
})  # fmt: skip


# Words that say more of a line of the pack than what stands there, and that would be read as cards.
SAYING = frozenset({"at", "else", "for", "if", "in", "is", "not", "to", "when", "where"})
PACK_LINES = {
    "ranks": "here stand ranks alone; without a line `suits` they are of four suits",
    "suits": "here stand suits alone",
    "cards": "here stand names of cards alone",
}
LEFT_OUT = "cards are left out under a condition:  remove 3♣ if players in [5, 7]"


def says_more(word: str, following: str) -> bool:
    """Whether a word of a line of the pack goes on with it: before a comma it is a name."""
    return word in SAYING and following[:1].isalnum()


def show_left_out(words: Iterable[str]) -> tuple[str, ...]:
    """How cards are left out of the pack, where a line of it says something of players."""
    return (LEFT_OUT,) * (not {"players", "player", "if"}.isdisjoint(words))


def _report_saying(line: Tree[Token], source: Source, report: Report) -> bool:
    """Tell a line of the pack that says more than it can, once; whether it is one."""
    text = source.text[line.meta.start_pos : line.meta.end_pos]
    words = list(re.finditer(r"\w+|\S", text))
    told = (one for one, other in pairwise(words) if says_more(one[0], other[0]))
    first = next((word for word in told if is_reserved(word[0])), None)
    if first is None:
        return False
    start = line.meta.start_pos + first.start()
    help = show_left_out(word[0] for word in words)
    cards, test = text[words[0].end() : first.start()].strip(), text[first.end() :].strip()
    if words[0][0] == "cards" and cards and first[0] == "if":
        test = f"({test})" if " " in test else test
        help = (f"this line names them alone, and below it stands:  remove {cards} if not {test}",)
    report.add(
        "G01", f"`{first[0]}` cannot stand here", Span(source, start, start + len(first[0])),
        label=PACK_LINES[words[0][0]], help=help,
    )  # fmt: skip
    return True


def report_reserved_names(tree: Tree[Token], source: Source, report: Report) -> None:
    """Say which new names are words of the language, and what is said twice of one thing.

    `tree` is Lark's, of the whole source.
    """
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        naming = node.data in NAMING
        if node.data in ("pack_ranks", "pack_suits", "pack_cards") and _report_saying(
            node, source, report
        ):
            continue
        if node.data in SAID_ONCE:
            _report_second_word(node, source, report)
        if node.data == "action_block":
            for part in node.children[:-1]:
                if isinstance(part, Tree) and part.data == "fallback":
                    _report_early_rest(part.meta.start_pos, source, report)
        if node.data == "action" and node.children[0] == "otherwise":
            _report_early_rest(node.meta.start_pos, source, report)
        if node.data == "action" and node.children[0] == "else":
            start = node.meta.start_pos
            report.add(
                "G01", "`else` cannot stand here", Span(source, start, start + len("else")),
                label="what is done where nothing can be chosen stands below `otherwise`",
            )  # fmt: skip
        for child in node.children:
            if isinstance(child, Tree):
                waiting.append(child)
                if node.data == "ex_action":
                    _report_joined_moves(child, source, report)
                if node.data == "run":
                    _report_lone_word(child, source, report)
            elif naming and is_reserved(child):
                start = child.start_pos or 0
                label = f"call it by another name, for example `the_{child}`"
                if child == "match" and node.data == "phase":
                    label = "leave `phase` out: how the game goes is said by `match` alone"
                in_pack = node.data.startswith("pack_")
                if child == "and" and (in_pack or node.data == "ex_players"):
                    label = "leave it out: names stand side by side"
                if child in ("ranks", "suits", "copies") and in_pack:
                    label = f"`{child}` begin a line of their own below `pack`"
                report.add(
                    "G08", f"`{child}` is a word of the language",
                    Span(source, start, start + len(child)), label=label,
                )  # fmt: skip


def _report_early_rest(start: int, source: Source, report: Report) -> None:
    """`otherwise` above actions, or without any: no action has this name.

    Where one of them was not read it may well come last.
    """
    here = Span(source, start, start + 1)
    above = here.line - 1
    while above and not source.line_text(above)[: here.column - 1].strip():
        above -= 1
    if any(above < problem.span.line < here.line for problem in report.problems):
        return
    report.add(
        "G01", "`otherwise` cannot stand here", Span(source, start, start + len("otherwise")),
        label="it comes last in a `choose`, behind the actions",
    )  # fmt: skip


def _report_lone_word(place: Tree[Token], source: Source, report: Report) -> None:
    """A word of the language that would run a phase of its name: an `else` without `if`."""
    word = place.children[0]
    if isinstance(word, Token) and is_reserved(word):
        start = word.start_pos or 0
        label = "it is a word of the language, and no phase can have its name"
        report.add(
            "G01", f"`{word}` cannot stand here", Span(source, start, start + len(word)),
            label=JOINED.format(word) if word in JOINING else label,
        )  # fmt: skip


def _report_joined_moves(value: Tree[Token], source: Source, report: Report) -> None:
    """`play 7♥ or play 2♦`, where the second word reads as a card with that name."""
    word = value.children[0] if value.children else None
    if isinstance(word, Token) and word in ("and", "or"):
        start = word.start_pos or 0
        report.add(
            "G01", f"`{word}` cannot stand here", Span(source, start, start + len(word)),
            label="behind `may only:` commas stand between moves; else each has its line",
        )  # fmt: skip


# What words in any order say of a zone or of a move, each once.
SAID_ONCE = frozenset({"zone", "field_zone", "move"})
WORDS_OF: dict[object, str] = {
    "sight_face": "who sees the cards", "sight_by": "who sees the cards",
    "facing": "which side is up", "capacity": "how many it holds",
    "starts": "where the pack is", "at_bottom": "where they go", "turned_over": "that it is turned",
}  # fmt: skip


def _report_second_word(line: Tree[Token], source: Source, report: Report) -> None:
    """Two words about the same: `seen by left of owner, seen by right of owner`."""
    seen: dict[str, Span] = {}
    for part in line.children:
        if not isinstance(part, Tree) or part.data not in WORDS_OF or part.meta.empty:
            continue
        what = WORDS_OF[part.data]
        span = Span(source, part.meta.start_pos, part.meta.end_pos)
        first = seen.setdefault(what, span)
        if first is not span:
            report.add(
                "G01", f"`{' '.join(span.text.split())}` cannot stand here", span,
                label=f"{what} is said already", also=((first, "it is said here"),),
                help=_join_audiences(first.text, span.text),
            )  # fmt: skip


def _join_audiences(one: str, other: str) -> tuple[str, ...]:
    """Two who see the cards, as they stand side by side."""
    if not (one.startswith("seen by ") and other.startswith("seen by ")):
        return ()
    both = ", ".join(text.removeprefix("seen by ") for text in (one, other))
    return () if "[" in both or "all but" in both else (f"write:  seen by [{both}]",)
