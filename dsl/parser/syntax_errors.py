"""What is wrong with a line, said in the language of cards."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

import attrs

from hoyle.dsl.nearest import listed
from hoyle.dsl.parser import misplaced, repairs, split_names, step_lines
from hoyle.dsl.parser.brackets import (
    find_cut_phrase,
    find_open_clause,
    find_open_phrase,
    find_sign_first,
    find_split,
    find_taken_phrase,
    find_unbracketed,
)
from hoyle.dsl.parser.cases import find_ladder, find_missing_else, find_returned, find_turned_case
from hoyle.dsl.parser.construct_examples import ELSE, ELSE_EXAMPLE, as_help
from hoyle.dsl.parser.misreadings import show_left_out
from hoyle.dsl.parser.repairs import ParseFailure, Repair
from hoyle.dsl.parser.rewordings import list_half_rewordings, list_rewordings, write_out
from hoyle.dsl.parser.taken_for_values import (
    find_asked,
    find_asked_as_a_kind,
    find_asked_name,
    find_asked_twice,
    find_counted,
    find_each_place,
    find_headless_phrase,
    find_listed,
    find_narrowed,
    find_no_rank,
    find_unknown,
)
from hoyle.dsl.parser.vocabulary import (
    FREE,
    GOES_ON,
    ParserState,
    find_reserved,
    list_part_words,
)
from hoyle.dsl.report import Problem, Report
from hoyle.dsl.source import Source, Span

Lines = tuple[str, ...]
CHANGING = frozenset({"add", "replace", "remove", "default"})  # these begin lines of a variant


def _show_example(failure: ParseFailure, repair: Repair) -> Lines:
    """An example of what the line begins, unless its first word is a name here, or it is that.

    Behind a whole value, it is of something else where it has no word that leads to that.
    """
    is_name = failure.line.indent > 0 and failure.first in FREE
    changes = failure.first in CHANGING
    misplaced_change = changes and not re.search(r"^variant\b", failure.page, re.MULTILINE)
    if is_name or misplaced_change:
        return ()
    lines = as_help(failure.first, failure.quote(1), repair.meant.strip("`"))
    if f"for example:  {write_out(failure.tokens)}" in lines:
        return ()
    behind = failure.text and "PLUS" in failure.here.list_allowed()
    words = [word.text for word in failure.tokens[: failure.at] if word.text in find_reserved()]
    return lines if not (behind and words) or words[-1] in " ".join(lines).split() else ()


def _show_change(failure: ParseFailure, repair: Repair) -> Lines:
    """An example of a variant's change, where that is what is meant."""
    part = failure.text if failure.at else failure.first
    return as_help(repair.meant, part) if repair.meant else _show_example(failure, repair)


def _list_parts(failure: ParseFailure) -> list[str]:
    """What a part of this file can begin with: only a library tells what it expects."""
    is_library = re.search(r"^library\b", failure.page, re.MULTILINE)
    return sorted(list_part_words() - (set() if is_library else {"expects"}))


def _show_meant(failure: ParseFailure, repair: Repair) -> Lines:
    words = repair.meant.split()
    return as_help(words[0], having=words[-1])


def _show_line(failure: ParseFailure, repair: Repair) -> Lines:
    several = "\n" in failure.page[failure.line.start : failure.line.end]
    lead = "write all in one line" if several else "write"
    return (f"{lead}:  {repair.meant}",) if repair.meant else ()


def _show_whole(_: ParseFailure, repair: Repair) -> Lines:
    return (f"write all as one:  {repair.meant}",) if repair.meant else ()


def _show_how_to_go_on(failure: ParseFailure) -> str:
    """How a line that stops too soon goes on: with a word below, or else within brackets."""
    word = failure.tokens[-1].text
    if re.match(GOES_ON, f"{word} …"):
        return f"a line that begins with `{word}` goes on with the one above: write it there"
    return f"put brackets round the whole: {IN_BRACKETS}"


def _show_verbs(_: ParseFailure, repair: Repair) -> Lines:
    return (f"what is done begins with: {repair.says}, or with a phase or what is set",)


def _show_all_equals(failure: ParseFailure, repair: Repair) -> Lines:
    """The whole line, where two are compared so more than once in it."""
    equals = [k for k, word in enumerate(failure.tokens) if word.text == "=" and k >= failure.at]
    if len(equals) < 2:
        return ()
    words = [
        attrs.evolve(word, text="is") if k in equals else word
        for k, word in enumerate(failure.tokens)
    ]
    return (f"write:  {write_out(tuple(words))}",)


def _show_possible(failure: ParseFailure, repair: Repair) -> Lines:
    """What can stand here, and an example of what the line begins."""
    possible = repairs.list_possible(failure)
    if not possible or repair.at < failure.at:
        return _show_example(failure, repair)
    if failure.at == 0:
        return (f"a line can begin here with: {listed(possible)}",)
    before = failure.quote(failure.at - 1)
    return (f"after `{before}` can come: {listed(possible)}", *_show_example(failure, repair))


@attrs.frozen
class Guess:
    """One kind of mistake: what finds its repair, and the message that tells it.

    In the message's title and label stand `{written}`, the word at the repair; `{meant}` and
    `{says}` of the repair; `{end}`, what the end of the line is called.
    """

    find: Callable[[ParseFailure], Repair | Iterable[Repair] | None]  # several, the best first
    code: str
    title: str
    label: str = ""
    help: Callable[[ParseFailure, Repair], Lines] = lambda *_: ()
    cause: str = ""  # those of one cause are told once


RESERVED = (
    "G08", "`{written}` is a word of the language",
    "call it by another name, for example `the_{written}`",
)  # fmt: skip
CANNOT = "`{written}` cannot stand here"
SHORT = "this line stops too soon"
NO_WORD = "there is no word `{written}`"
DID_YOU = "did you mean `{meant}`?"
ONE_WORD = "a name is one word: write `{meant}` for both"
IN_BRACKETS = "inside `( )` the end of a line does not count"
FOREIGN_WORD = Guess(repairs.find_foreign_word, "G01", CANNOT, "{says}", _show_meant)
MISSPELT = Guess(repairs.find_misspelling, "G03", NO_WORD, DID_YOU, _show_meant)
REWORDED = Guess(list_rewordings, "G01", CANNOT, "{says}", _show_line)
SUNKEN = Guess(step_lines.find_sunken_action, "G01", CANNOT, "{says}")
UNKNOWN_VERB = Guess(
    step_lines.find_unknown_verb, "G01", "nothing is called `{written}` here", "", _show_verbs
)
# The first that finds a repair is told.
GUESSES = (
    Guess(find_turned_case, "G01", CANNOT, "{says}", _show_whole),
    Guess(find_returned, "G01", CANNOT, "{says}", _show_whole),
    Guess(
        find_missing_else, "G01", "`else` is missing before `{written}`", "put `else` before this",
        lambda *_: ("each case but the last ends with `else`",),
    ),
    Guess(
        find_ladder, "G01", CANNOT,
        "each case but the last ends with `else`, and brackets stand round the whole",
        lambda _, repair: (f"as in:  {repair.meant}", IN_BRACKETS),
        "{says}",
    ),
    Guess(
        find_unbracketed, "G01", CANNOT, "`{meant}` below begins a line of its own",
        lambda failure, repair: (_show_how_to_go_on(failure), repair.says),
    ),
    Guess(
        find_sign_first, "G01", CANNOT,
        "if it goes on with the line above, put the whole in brackets",
        lambda *_: (IN_BRACKETS,),
    ),
    Guess(
        find_split, "G01", CANNOT, "the line below goes on with it",
        lambda _, repair: (f"write both as one:  {repair.says}",),
    ),
    Guess(repairs.find_colon_for_equals, "G01", CANNOT, "write `=`"),
    Guess(
        repairs.find_inner_quote, "G01", CANNOT, "the quote before it ends the sentence",
        lambda *_: ("a sentence holds no quotes, also none with `\\`; `'` may stand in it",),
    ),
    Guess(repairs.find_joined_action, "G01", CANNOT, "{says}"),
    Guess(repairs.find_plural, "G01", CANNOT, "each of them has a name: write `{meant}`"),
    Guess(find_each_place, "G01", CANNOT, "{says}"),
    Guess(split_names.find_split_name, "G01", CANNOT, ONE_WORD),
    Guess(split_names.find_split_elsewhere, "G01", CANNOT, ONE_WORD),
    Guess(
        split_names.find_told_at_length, "G01", CANNOT, "it has a name here: write `{meant}`"
    ),
    Guess(misplaced.find_headless_row, "G01", "the heads of this table are missing", "{says}"),
    Guess(repairs.find_reserved_label, *RESERVED),
    Guess(step_lines.find_step_beside, "G01", CANNOT, "{says}", step_lines.show_under),
    Guess(step_lines.find_narrowed_choice, "G01", CANNOT, "{says}", step_lines.show_under),
    Guess(step_lines.find_asking_action, "G01", CANNOT, "{says}", step_lines.show_two_lines),
    Guess(step_lines.find_may, "G01", CANNOT, "{says}", step_lines.show_two_lines),
    Guess(step_lines.find_labelled_action, "G01", CANNOT, "{says}", step_lines.show_two_lines),
    Guess(find_open_phrase, "G01", CANNOT, "{says}", _show_line),
    Guess(find_asked_twice, "G01", CANNOT, "{says}", cause="{meant} of"),
    REWORDED,
    Guess(find_open_clause, "G01", CANNOT, "{says}", _show_line),
    Guess(
        find_no_rank, "G01", CANNOT, "{says}",
        lambda failure, _: show_left_out(word.text for word in failure.tokens),
    ),
    Guess(step_lines.find_loop_behind, "G01", CANNOT, "{says}", step_lines.show_two_lines),
    Guess(step_lines.find_doing, "G01", CANNOT, "{says}", _show_line),
    Guess(
        repairs.find_equals_sign, "G02",
        "`=` sets a value; to ask whether two are the same, write `is`", "write `is`",
        _show_all_equals,
    ),
    Guess(
        repairs.find_equals_among, "G02",
        "`=` sets a value; to ask whether one is among several, write `in`", "write `in`",
    ),
    Guess(
        repairs.find_declared_type, "G01", "`{written}` is not written like a name of a type",
        DID_YOU, lambda *_: ("types begin with a capital letter, as `Card` does",),
    ),
    Guess(repairs.find_small_type, "G01", CANNOT, DID_YOU),
    Guess(repairs.find_small_card, "G10", "`{written}` is not a card", DID_YOU),
    Guess(
        repairs.find_no_name, "G01", "`{written}` is not written like a name", DID_YOU,
        lambda *_: ("names have small letters, figures and `_`; types are like `Card`",),
    ),
    Guess(
        repairs.find_block_opener, "G01", CANNOT,
        "leave it out: what belongs to it stands below, further in",
    ),
    Guess(repairs.find_lone_else, "G01", CANNOT, ELSE, lambda *_: (ELSE_EXAMPLE,)),
    Guess(repairs.find_filler, "G01", CANNOT, "leave it out"),
    FOREIGN_WORD,
    MISSPELT,
    Guess(split_names.find_split_action, "G01", CANNOT, "{says}"),
    Guess(misplaced.find_headless_phase, "G01", CANNOT, "{says}"),
    Guess(
        misplaced.find_other_case, "G01", CANNOT, "the other case of an `if` is its `else`"
    ),
    Guess(misplaced.find_misplaced, "G01", CANNOT, "{says}", _show_change),
    Guess(misplaced.find_other_change, "G01", CANNOT, DID_YOU, _show_change),
    Guess(
        misplaced.find_misspelt_elsewhere, "G03", NO_WORD, DID_YOU,
        lambda failure, repair: (repair.says, *_show_meant(failure, repair)),
    ),
    Guess(
        repairs.find_missing_name, "G01", "a name is missing before `{written}`",
        "a name comes here", _show_example,
    ),
    Guess(
        repairs.find_missing_after_not, "G01", "a value is missing after `is not`",
        "put it after this, as in `is not none`, `is not empty`",
        lambda _, repair: (repair.says,),
    ),
    Guess(find_taken_phrase, *RESERVED),
    Guess(repairs.find_reserved_name, *RESERVED),
    Guess(
        repairs.find_reserved_value, "G01",
        "`{written}` is a word of the language, and no value by itself", "{says}",
    ),
    Guess(find_counted, "G01", CANNOT, "{says}"),
    Guess(find_listed, "G01", CANNOT, "{says}", _show_line),
    Guess(find_asked_as_a_kind, "G01", CANNOT, "{says}", _show_line),
    Guess(
        find_asked_name, "G01", CANNOT, "{says}", _show_line,
    ),
    Guess(repairs.find_two_names, "G01", CANNOT, "did you mean {meant}?", _show_possible),
    Guess(repairs.find_lone_cell, "G01", CANNOT, "{says}"),
    Guess(
        repairs.find_missing_end, "G01", "{meant} is missing {end}", "put {meant} after this",
        _show_example,
    ),
    Guess(
        repairs.find_missing_before, "G01", "{meant} is missing before `{written}`",
        "put {meant} before this", _show_example,
    ),
    Guess(find_cut_phrase, "G01", CANNOT, "{says}"),
    Guess(repairs.find_other_word, "G01", CANNOT, DID_YOU, _show_example),
    SUNKEN,
    UNKNOWN_VERB,
    Guess(step_lines.find_unnamed_verb, "G01", "no step begins with `{written}`", "", _show_verbs),
    Guess(misplaced.find_elsewhere, "G01", "this line cannot stand here", "{says}"),
    Guess(repairs.find_needless, "G01", CANNOT, "without it the line can be read", _show_possible),
    Guess(repairs.find_joined, "G01", CANNOT, "{says}"),
    Guess(list_half_rewordings, "G01", CANNOT, "{says}", _show_line),
    Guess(step_lines.find_while, "G01", CANNOT, "{says}"),
    Guess(
        step_lines.find_name_first, "G01", CANNOT, "{says}", step_lines.show_steps,
    ),
    Guess(
        step_lines.find_condition_behind, "G01", SHORT, "{says}", step_lines.show_under,
    ),
    Guess(find_headless_phrase, "G01", CANNOT, "{says}"),
    Guess(repairs.find_article, "G01", CANNOT, "it means nothing here: leave it out first"),
    Guess(find_narrowed, "G01", CANNOT, "{says}"),
    Guess(find_asked, "G01", CANNOT, "{says}"),
    Guess(find_unknown, "G01", CANNOT, "{says}", _show_example),
    Guess(step_lines.find_unquoted, "G01", CANNOT, "what is said stands in quotes", _show_line),
    Guess(repairs.find_few_possible, "G01", CANNOT, "{says}", _show_example),
    Guess(
        misplaced.find_name_at_edge, "G01", CANNOT, "{says}",
        lambda failure, _: (f"a part of the file begins with: {listed(_list_parts(failure), 30)}",),
    ),
    Guess(repairs.give_up, "G01", CANNOT, "", _show_possible),
)  # fmt: skip


def explain(source: Source, failure: ParseFailure, report: Report) -> Repair:
    """Add the one problem of a line; what was meant, if that is clear."""
    failure = misplaced.move_to_first_word(failure)
    for guess in GUESSES:
        found = guess.find(failure) or ()
        for repair in [found] if isinstance(found, Repair) else found:
            problem = _tell(source, failure, guess, repair)
            if not report.has_refuted(problem):
                report.take([problem])
                return repair
    raise AssertionError("nothing is proposed where one gives up")


def _tell(source: Source, failure: ParseFailure, guess: Guess, repair: Repair) -> Problem:
    """The problem at the word of the repair; at the last one where the line's end is too soon."""
    written = failure.quote(repair.at)
    filled = {**attrs.asdict(repair, recurse=False), "written": written, "end": failure.end}
    title = SHORT if guess.title == CANNOT and not written else guess.title
    word = failure.tokens[min(repair.at, len(failure.tokens) - 1)]
    help = tuple(filter(None, guess.help(failure, repair)))
    span = Span(source, word.start, word.end)
    label, cause = guess.label.format(**filled), guess.cause.format(**filled)
    return Problem(guess.code, title.format(**filled), span, label, help, cause=cause)


def repair_head(source: Source, last: ParseFailure, report: Report) -> ParserState | None:
    """Whether the line above opens a block once a word of it is spelt rightly: `els`.

    A lone word that means nothing is told all the same: `loop`.
    """
    at = min(last.at, len(last.tokens))
    failure = attrs.evolve(last, at=at, opens=True)
    for guess in (MISSPELT, FOREIGN_WORD, REWORDED):
        found = guess.find(failure) or ()
        for repair in [found] if isinstance(found, Repair) else found:
            if repair.after is not None:
                report.take([_tell(source, failure, guess, repair)])
                return repair.after
    if len(last.tokens) == 1 and not failure.is_phase(failure.first):
        for guess in (SUNKEN, UNKNOWN_VERB):
            unknown = guess.find(failure)
            if isinstance(unknown, Repair):
                report.take([_tell(source, failure, guess, unknown)])
                break
    return None
