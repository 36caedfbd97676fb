"""What is wrong with a line, said in the language of cards."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

import attrs

from hoyle.dsl.nearest import listed
from hoyle.dsl.parser import repairs
from hoyle.dsl.parser.construct_examples import INSIDE, PARTS, as_help
from hoyle.dsl.parser.lexical_errors import shorten
from hoyle.dsl.parser.misreadings import report_reserved_word
from hoyle.dsl.parser.repairs import READ_ON, ParseFailure, Repair, find_alike
from hoyle.dsl.parser.vocabulary import (
    ParserState,
    describe_kinds,
    find_kinds,
    find_reserved,
    join_with_or,
    list_part_words,
    list_step_words,
    list_terminals,
)
from hoyle.dsl.report import Report
from hoyle.dsl.source import Source, Span


class DiagnosticBuilder:
    """A line that cannot be read on, and the report that will say why."""

    def __init__(self, source: Source, failure: ParseFailure, report: Report) -> None:
        self.source = source
        self.failure = failure
        self.report = report

    # ------------------------------------------------------------------ what messages are made of

    def quote(self, at: int) -> str:
        """Word `at` as a message shows it."""
        return shorten(self.failure.tokens[at].text)

    def span(self, at: int) -> Span:
        """The place of word `at`; of the last one where the line's end comes too soon."""
        word = self.failure.tokens[min(at, len(self.failure.tokens) - 1)]
        return Span(self.source, word.start, word.end)

    def add(
        self, code: str, title: str, at: int, label: str = "", help: Sequence[str] = (),
    ) -> None:  # fmt: skip
        """Add the problem at word `at`."""
        self.report.add(code, title, self.span(at), label=label, help=tuple(help))

    def list_possible(self) -> list[str]:
        """What can stand instead of the word that does not fit."""
        return describe_kinds(self.failure.here.list_allowed())

    def make_help(self) -> tuple[str, ...]:
        """What can stand here, and an example of what the line begins."""
        possible = self.list_possible()
        if not possible:
            return self.make_example()
        if self.failure.at == 0:
            return (f"a line can begin here with: {listed(possible)}",)
        before = self.quote(self.failure.at - 1)
        return (f"after `{before}` can come: {listed(possible)}", *self.make_example())

    def make_example(self) -> tuple[str, ...]:
        """A right example of what the line begins."""
        return as_help(self.failure.tokens[0].text)

    def is_at(self, text: str) -> bool:
        """Whether the word that does not fit is this one."""
        at = self.failure.at
        return at < len(self.failure.tokens) and self.failure.tokens[at].text == text


# ---------------------------------------------------------------------- lines in the wrong place


DONE = "what is done stands under `match`, a `phase` or an action, further in"
GO_UNDER = {
    "else": "there is no `if` above it that stands as far in",
    "must": "conditions come first in an action, before what it does",
    "otherwise": "it is the last part of a `choose`, as far in as the actions",
    "needs": "it stands under `options`",
    **dict.fromkeys(("ranks", "suits", "another", "copies"), "it stands under `pack`"),
    **dict.fromkeys(("given", "start", "expect"), "it stands under an `example`"),
    **dict.fromkeys(("add", "replace", "default"), "it stands under a `variant`"),
}


def is_lone_word(failure: ParseFailure) -> bool:
    """Whether a word of the language stands alone, and so would run a phase of its name."""
    here = failure.states[0]
    text = failure.tokens[0].text
    return (
        text in find_reserved() and here.find_kind(text) == "NAME" and "MOVE" in here.find_actions()
    )


def move_to_first_word(failure: ParseFailure) -> ParseFailure:
    """With the mistake at the first word, where that is one of the language and has no place here.

    The parser takes it for a name there and stumbles over the next word only.
    """
    text = failure.tokens[0].text
    taken = (
        failure.at > 0 and text in find_reserved() and failure.states[0].find_kind(text) == "NAME"
    )
    lone = failure.at == len(failure.tokens) == 1
    if taken and (lone or failure.at == 1 or find_block(failure)) and find_place(failure, text):
        return attrs.evolve(failure, at=0, states=failure.states[:1])
    return failure


def find_place(failure: ParseFailure, text: str) -> str | None:
    """Where a line that begins with this word could stand; None where that is not clear."""
    allowed, line = failure.states[0].list_allowed(), failure.line
    if "GAME" in allowed:
        return 'after `edition 1` comes `game "…"`, `library "…"` or a `variant`'
    if text in ("edition", "game", "library"):
        return "it stands once, at the top of the file"
    if text in GO_UNDER:
        return GO_UNDER[text]
    if line.indent == 0 and text in list_step_words():
        return DONE
    if line.indent == 0 and text in list_part_words():
        return "a file of variants holds nothing else; write it under a variant, after `add`"
    if text in list_part_words():
        return "it begins a part of the file, at the left edge"
    if text in ("and", "or", "is", "in", "where", "by") and line.gap_above:
        return "it can go on with the line directly above only, with nothing between them"
    return find_block(failure)


BLOCKS = {
    "such a line stands under `zones`": "ZONES _NEWLINE _INDENT",
    "such a line stands under `state`": "STATE _NEWLINE _INDENT",
    "such a line stands under `options`": "OPTIONS _NEWLINE _INDENT",
    "such a line stands under `pack`": "PACK _NEWLINE _INDENT",
    DONE: "MATCH _NEWLINE _INDENT",
    "conditions stand under an action, further in": "CONDITIONS NAME _NEWLINE _INDENT",
    "such a line stands under `choose`, with what can be chosen":
        "MATCH _NEWLINE _INDENT CHOOSE NAME _NEWLINE _INDENT",
    "such a line stands under an `example`": "EXAMPLE STRING _NEWLINE _INDENT",
    "such a line stands under a `variant`": "VARIANT NAME STRING OF NAME _NEWLINE _INDENT",
    "such a line stands in a `table`":
        "TABLE NAME COMMA FIRST THAT FITS _NEWLINE _INDENT NAME VBAR NAME _NEWLINE",
}  # fmt: skip


@cache
def _list_blocks() -> tuple[tuple[str, ParserState], ...]:
    """What is said of a line that can be read in a kind of block, and where one stands in it."""
    start = ParserState.at("one_declaration")
    found = []
    for says, kinds in BLOCKS.items():
        state = start.accept_kinds(*kinds.split())
        assert state is not None, kinds
        found.append((says, state))
    return tuple(found)


def find_block(failure: ParseFailure) -> str | None:
    """Where a whole line could be read that cannot be read here."""
    if len(failure.tokens) > READ_ON:
        return None
    for says, state in _list_blocks():
        states = state.accept_all(failure.tokens)
        if len(states) == len(failure.tokens) and states[-1].accept_kind("_NEWLINE"):
            return says
    return None


def find_misplaced_word(failure: ParseFailure) -> str | None:
    """The word that a line was hardly meant to begin with here, but is nearly spelt like."""
    text = failure.tokens[0].text
    if failure.at > 1 or text in find_reserved():
        return None
    near = find_alike(text, list_part_words() | list_step_words() | INSIDE.keys())
    # Where the first word was taken for a name, only the least of slips is sure enough.
    return near[0][1] if near and near[0][0] <= (1 if failure.at else 2) else None


# ---------------------------------------------------------------------- explanations


LETTER_CARD = re.compile(r"(10|[2-9AKQJTakqjt])([shdcSHDC])")
# As many possibilities as fit beside the caret; more of them stand below.
FEW = 3
# What begins a line that opens a block.
HEADS = frozenset({"if", "else", "for", "repeat", "choose", "phase", "match", *PARTS})


def explain(source: Source, failure: ParseFailure, report: Report) -> Repair:
    """Add the one problem of a line; what was meant, if that is clear."""
    builder = DiagnosticBuilder(source, move_to_first_word(failure), report)
    for attempt in ATTEMPTS:
        repair = attempt(builder)
        if repair is not None:
            return repair
    _report_unfit(builder)
    return Repair(failure.at, "", None)


def _try_equals_sign(builder: DiagnosticBuilder) -> Repair | None:
    if not builder.is_at("="):
        return None
    repair = repairs.try_instead(builder.failure, "is")
    if repair is not None:
        title = "`=` sets a value; to ask whether two are the same, write `is`"
        builder.add("G02", title, builder.failure.at, "write `is`")
    return repair


def _try_span_joint(builder: DiagnosticBuilder) -> Repair | None:
    at = builder.failure.at
    if not (builder.is_at(".") or builder.is_at("to") or builder.is_at("until")):
        return None
    repair = repairs.try_instead(builder.failure, "..")
    if repair is None or at + 1 >= len(builder.failure.tokens):
        return None
    meant = f"{builder.quote(at - 1)}..{builder.quote(at + 1)}"
    builder.add("G01", f"`{builder.quote(at)}` cannot stand here", at, f"did you mean `{meant}`?")
    return repair


def _try_misshaped(builder: DiagnosticBuilder) -> Repair | None:
    """A card in small letters, a rank that there is not, a name with capitals in it."""
    at = builder.failure.at
    if at >= len(builder.failure.tokens):
        return None
    text = builder.failure.tokens[at].text
    card = LETTER_CARD.fullmatch(text)
    if card and "CARD" in builder.failure.here.list_allowed():
        builder.add("G10", f"`{text}` is not a card", at, f"did you mean `{text.upper()}`?")
        return _read_as(builder, "CARD")
    if find_kinds(text) or not text[0].isalpha():
        return None
    if len(text) == 1 and {"CARD", "RANK"} & builder.failure.here.list_allowed():
        help = ("the ranks are A K Q J 10 9 8 7 6 5 4 3 2",)
        builder.add("G10", f"`{text}` is not a rank", at, help=help)
        return _read_as(builder, "RANK")
    small = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", text).lower()
    builder.add(
        "G01", f"`{shorten(text)}` is not written like a name", at,
        f"did you mean `{shorten(small)}`?",
        ["names have small letters, figures and `_`; types are like `Card`"],
    )  # fmt: skip
    return _read_as(builder, "NAME")


def _read_as(builder: DiagnosticBuilder, kind: str) -> Repair:
    """Go on as if the word had been right and of this kind, where that can be."""
    state = builder.failure.here.accept_kind(kind)
    return repairs.try_rest(builder.failure, state, builder.failure.at + 1) or Repair(0, "", None)


def _try_misplaced(builder: DiagnosticBuilder) -> Repair | None:
    if builder.failure.at > 0:
        return None
    first = builder.quote(0)
    where = find_place(builder.failure, builder.failure.tokens[0].text)
    if where is None:
        return None
    builder.add("G01", f"`{first}` cannot stand here", 0, where, builder.make_example())
    return Repair(0, "", None, elsewhere=True)


def _try_elsewhere(builder: DiagnosticBuilder) -> Repair | None:
    """A line that can be read in another kind of block."""
    where = find_block(builder.failure)
    if where is None or builder.failure.line.indent == 0 or len(builder.failure.tokens) == 1:
        return None
    builder.add("G01", "this line cannot stand here", 0, where)
    return Repair(0, "", None, elsewhere=True)


def _try_foreign_word(builder: DiagnosticBuilder) -> Repair | None:
    repair = repairs.find_foreign_word(builder.failure)
    first = builder.failure.tokens[0].text
    if (
        repair is None
        and builder.failure.at <= 1
        and first in repairs.FOREIGN
        and first not in list_terminals()
    ):
        repair = Repair(0, repairs.FOREIGN[first], None)
    if repair is not None:
        written = builder.quote(repair.at)
        label = f"did you mean `{repair.meant}`?"
        if written not in list_terminals():
            label = f"there is no word `{written}`; write `{repair.meant}`"
        help = as_help(repair.meant.split()[0])
        builder.add("G01", f"`{written}` cannot stand here", repair.at, label, help)
    return repair


def _try_filler(builder: DiagnosticBuilder) -> Repair | None:
    if builder.failure.tokens[0].text in HEADS and any(map(builder.is_at, (":", "then", "do"))):
        title = f"`{builder.quote(builder.failure.at)}` cannot stand here"
        label = "leave it out: what is done stands below, further in"
        builder.add("G01", title, builder.failure.at, label)
        return repairs.find_needless(builder.failure) or Repair(builder.failure.at, "", None)
    near = [
        at
        for at in (builder.failure.at, builder.failure.at - 1)
        if 0 <= at < len(builder.failure.tokens)
    ]
    if not any(builder.failure.tokens[at].text in repairs.FILLERS for at in near):
        return None
    repair = repairs.find_needless(builder.failure)
    if repair is not None:
        title = f"`{builder.quote(repair.at)}` cannot stand here"
        builder.add("G01", title, repair.at, "leave it out")
    return repair


def _try_misspelt(builder: DiagnosticBuilder) -> Repair | None:
    """`shufle`."""
    repair = repairs.find_misspelling(builder.failure)
    if repair is not None:
        _report_misspelt(builder, repair)
    return repair


def _try_misspelt_elsewhere(builder: DiagnosticBuilder) -> Repair | None:
    meant = find_misplaced_word(builder.failure)
    if meant is None or find_block(builder.failure):
        return None
    where = find_place(builder.failure, meant)
    help = ([f"but {where}"] if where else []) + list(as_help(meant))
    title = f"there is no word `{builder.quote(0)}`"
    builder.add("G03", title, 0, f"did you mean `{meant}`?", help)
    return Repair(0, meant, None)


def _try_nearly_spelt(builder: DiagnosticBuilder) -> Repair | None:
    """`too` where the rest of the line is wrong as well."""
    at = builder.failure.at
    if at >= len(builder.failure.tokens) or builder.failure.tokens[at].text in find_reserved():
        return None
    near = repairs.find_alike(
        builder.failure.tokens[at].text, builder.failure.here.list_allowed_words()
    )
    if not near or near[0][0] > 1:
        return None
    _report_misspelt(builder, Repair(at, near[0][1], None))
    return Repair(at, near[0][1], None)


def _try_name_missing(builder: DiagnosticBuilder) -> Repair | None:
    repair = repairs.find_missing_name(builder.failure)
    if repair is not None:
        title = f"a name is missing before `{builder.quote(repair.at)}`"
        builder.add("G01", title, repair.at, "a name comes here", builder.make_example())
    return repair


def _try_name_taken(builder: DiagnosticBuilder) -> Repair | None:
    repair = repairs.find_reserved_name(builder.failure)
    if repair is not None:
        report_reserved_word(builder.report, builder.span(repair.at))
    return repair


def _try_two_names(builder: DiagnosticBuilder) -> Repair | None:
    at = builder.failure.at
    if not 0 < at < len(builder.failure.tokens):
        return None
    one, other = builder.failure.tokens[at - 1].text, builder.failure.tokens[at].text
    if {one, other} & find_reserved() or not (repairs.is_name(one) and repairs.is_name(other)):
        return None
    repair = repairs.try_rest(builder.failure, builder.failure.here, at + 1)
    if repair is None:
        return None
    joined = repairs.accept_words(builder.failure.here, f"of {other}")
    meant = join_with_or([f"`{one} of {other}`"] * bool(joined) + [f"`{one}_{other}`"])
    title = f"`{shorten(other)}` cannot stand here"
    builder.add("G01", title, at, f"did you mean {meant}?", builder.make_help())
    return repair


def _try_missing(builder: DiagnosticBuilder) -> Repair | None:
    """A word, sign or name that the line lacks."""
    found = repairs.find_missing(builder.failure)
    if builder.failure.at == 0 or not 0 < len(found) <= 2:
        return None
    what = " or ".join(repair.meant for repair in found)
    at = builder.failure.at
    where = (
        builder.failure.end
        if at >= len(builder.failure.tokens)
        else f"before `{builder.quote(at)}`"
    )
    label = f"put {what} {'after' if at >= len(builder.failure.tokens) else 'before'} this"
    builder.add("G01", f"{what} is missing {where}", at, label, builder.make_example())
    return found[0]


def _try_other_word(builder: DiagnosticBuilder) -> Repair | None:
    repair = repairs.find_other_word(builder.failure)
    if repair is not None:
        title = f"`{builder.quote(repair.at)}` cannot stand here"
        builder.add(
            "G01", title, repair.at, f"did you mean `{repair.meant}`?", builder.make_example()
        )
    return repair


def _try_needless(builder: DiagnosticBuilder) -> Repair | None:
    repair = repairs.find_needless(builder.failure)
    if repair is not None:
        title = f"`{builder.quote(repair.at)}` cannot stand here"
        builder.add("G01", title, repair.at, "without it the line is right", builder.make_help())
    return repair


def _report_unfit(builder: DiagnosticBuilder) -> None:
    at = builder.failure.at
    possible = [what for what in builder.list_possible() if not what.startswith("more ")]
    ends = at >= len(builder.failure.tokens)
    title = "this line stops too soon" if ends else f"`{builder.quote(at)}` cannot stand here"
    if at > 0 and 0 < len(possible) <= FEW:
        before = "this" if ends else f"`{builder.quote(at - 1)}`"
        label = f"after {before} comes {join_with_or(possible)}"
        builder.add("G01", title, at, label, builder.make_example())
    elif (
        at == 0
        and builder.failure.line.indent == 0
        and repairs.is_name(builder.failure.tokens[0].text)
    ):
        builder.add("G01", title, at, DONE)
    else:
        builder.add("G01", title, at, "", builder.make_help())


ATTEMPTS: tuple[Callable[[DiagnosticBuilder], Repair | None], ...] = (
    _try_equals_sign,
    _try_span_joint,
    _try_misshaped,
    _try_filler,
    _try_foreign_word,
    _try_misspelt,
    _try_misplaced,
    _try_misspelt_elsewhere,
    _try_name_missing,
    _try_name_taken,
    _try_two_names,
    _try_missing,
    _try_other_word,
    _try_elsewhere,
    _try_needless,
    _try_nearly_spelt,
)


def _report_misspelt(builder: DiagnosticBuilder, repair: Repair) -> None:
    builder.add(
        "G03", f"there is no word `{builder.quote(repair.at)}`", repair.at,
        f"did you mean `{repair.meant}`?", as_help(repair.meant),
    )  # fmt: skip


def repair_head(source: Source, last: ParseFailure, report: Report) -> ParserState | None:
    """Whether the line above opens a block once a word of it is spelt rightly: `els`."""
    failure = ParseFailure(last.line, last.states, min(last.at, len(last.tokens)), True)
    repair = repairs.find_misspelling(failure)
    if repair is None or repair.after is None:
        return None
    _report_misspelt(DiagnosticBuilder(source, failure, report), repair)
    return repair.after
