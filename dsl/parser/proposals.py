"""What a message proposes, put into the text: a proposal that leads to another mistake is false.

Messages have fixed shapes: `did you mean …?` and `write …` at the caret name what stands there
instead, `put … before this` what is missing, `write:  …` below gives a whole line or phrase.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile

import attrs

from hoyle.dsl.nearest import distance
from hoyle.dsl.report import ERROR, Problem, Report, as_text
from hoyle.dsl.source import Source

INSTEAD = re.compile(r"(?:did you mean|write|for example) (`[^`…]+`(?: or `[^`…]+`)*)")
BESIDE = re.compile(r"put (`[^`]+`(?: or `[^`]+`)*) (before|after) this")
LAST_WORD = re.compile(r"[\w♠♥♦♣']+$")
QUOTED = re.compile(r"`([^`]+)`")
SECOND_WORD = re.compile(r" *\w*")
LEAVE_OUT = ("leave it out", "without it the line can be read")
# What is wrong with words wherever they stand, among what comes of the rules and of the play.
OF_WORDS = ("E01", "E02", "O01", "R01", "R02", "S07", "V02")
NAMED = re.compile(r"instead of `([^`]+)` write `([^`]+)`")
WRITE = "write:  "
SYNTAX = ("G01", "G02", "G03")
MAX_READ, MAX_TRIES = 240_000, 60
# What is said all the same of a sign for which it is not known what to write in its place.
SIGNS = {
    "==": "`is` asks whether two are the same, and `=` sets a value",
    "!=": "`is not` asks whether two differ", "&&": "two conditions are joined by `and`",
}  # fmt: skip
# What is said of a line that was not finished, or of a head, is not said of what was proposed.
NOT_AS_EXPECTED = "N11"
UNFINISHED, EMPTY_HEAD = "this line stops too soon", "L03"
WORDS_BESIDE = re.compile(r"(\S*[ ]*)$"), re.compile(r"[ ]*\S*")


@attrs.frozen
class Applied:
    """A text with a proposal in it, from `begin` up to `end`; its line starts at `line`."""

    text: str
    line: int
    begin: int
    end: int
    whole: bool  # whether all of the line was proposed
    between: bool  # whether it was put between what stands there, and so must fit that
    slip: bool  # whether one word was another: what else is wrong with its line is other mistakes
    fresh: range  # what of it did not stand there: a name that did is no mistake of the proposal


def apply_proposals(problem: Problem) -> Iterator[tuple[Applied, ...]]:
    """The text of a problem with each word and each line in its place that the message proposes.

    Where it is not said how much a line replaces, each way is tried.
    """
    text, start, end = problem.span.source.text, problem.span.start, problem.span.end
    if any(help.startswith("but ") for help in problem.help):
        return  # the word is right, and its place is not

    def put(
        begin: int, word: str, stop: int, *, between: bool = False, slip: bool = False
    ) -> Applied:
        if word[-1:].isalnum() and text[stop : stop + 1].isalnum():
            word += " "  # `not`, for the sign that touches the next word
        joined = text[:begin] + word + text[stop:]
        line = joined.rfind("\n", 0, begin) + 1
        whole = not joined[line:begin].strip() and text[stop : stop + 1] in ("", "\n")
        same = _count_same(text[begin:stop], word)
        ends = _count_same(text[begin + same : stop][::-1], word[same:][::-1])
        fresh = range(begin + same, begin + len(word) - ends)
        return Applied(joined, line, begin, begin + len(word), whole, between, slip, fresh)

    label = problem.label
    if label.startswith(LEAVE_OUT):
        yield (put(start, "", end, between=True),)
    elif beside := BESIDE.match(label):
        for word in QUOTED.findall(beside[1]):
            before = beside[2] == "before"
            one = (start, f"{word} ", start) if before else (end, f" {word}", end)
            yield (put(*one, between=True),)
    elif named := NAMED.search(label):
        begin = text.rfind(named[1], 0, end)
        yield (put(begin, named[2], end),)
    elif instead := INSTEAD.search(label):
        for word in QUOTED.findall(instead[1]):
            near = distance(problem.span.text, word) == 1
            # another word for ours is a slip where a line begins, else its types must fit
            verb = not text[text.rfind("\n", 0, start) + 1 : start].strip()
            slip = near or (problem.code in SYNTAX and (verb or problem.code != "G01"))
            second = SECOND_WORD.match(text, end) if label.endswith("for both") else None
            stop = second.end() if second else end
            yield (put(_find_begin(problem, word), word, stop, slip=slip),)
    for help in problem.help:
        if help.startswith(WRITE) and "…" not in help:
            line = help.removeprefix(WRITE)
            yield tuple(put(begin, line, stop) for begin, stop in _list_replaced(problem, line))


def _count_same(one: str, other: str) -> int:
    """How many letters two texts have in common at their beginning."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _find_begin(problem: Problem, word: str) -> int:
    """Where that begins which a word replaces: `five_card` stands for two words."""
    start = problem.span.start
    before = LAST_WORD.search(problem.span.source.text[:start].rstrip())
    return before.start() if before is not None and word.startswith(before[0]) else start


def _list_replaced(problem: Problem, line: str) -> Iterator[tuple[int, int]]:
    """Which words a line that is proposed may replace: the line, or what the message points at.

    In a sentence that is the value between braces.
    """
    source = problem.span.source
    text, end = source.text, problem.span.end
    there = source.whole_line(problem.span.line)
    if problem.also:
        yield min(place.start for place, _ in problem.also), end
        return
    yield there.start, there.end
    opened = text.rfind("{", there.start, problem.span.start)
    closed = text.find("}", end, there.end)
    if opened >= 0 and closed >= 0:
        yield opened + 1, closed
    phrase = line[1:-1]
    if line == f"({phrase})" and phrase in text[there.start : there.end]:
        begin = text.index(phrase, there.start)
        yield begin, begin + len(phrase)
    if problem.code not in SYNTAX:
        yield _find_begin(problem, line), end


def find_refuting(
    applied: Applied, problems: Iterable[Problem], others: Iterable[Problem] = ()
) -> Iterator[Problem]:
    """Of the mistakes of a text with a proposal in it, those that the proposal has made.

    Up to its end the line must be readable; its names must be known, and all types must fit. What
    was told as well of words that stand in front of it is `others`.
    """
    told = {(one.code, one.span.start, one.span.end) for one in others}
    line_end = (applied.text + "\n").index("\n", applied.end)
    begin, end = applied.begin, applied.end
    if applied.between:
        before, after = WORDS_BESIDE
        begin -= len((before.search(applied.text[applied.line : begin]) or [""])[0])
        end += len((after.match(applied.text, end) or [""])[0])
    for other in problems:
        if other.severity != ERROR or other.span.source.text != applied.text:
            continue
        if other.code[0] not in "GLNTP" and other.code not in OF_WORDS:
            continue  # what an example expects, or what would come of the rules
        if other.code == EMPTY_HEAD or (other.title == UNFINISHED and not applied.whole):
            continue
        start, stop = other.span.start, other.span.end
        if other.code == NOT_AS_EXPECTED and any(
            applied.begin <= place.start < end for place, _ in other.also
        ):
            yield other  # a library that is used wants it otherwise
        if stop <= applied.begin and (other.code, start, stop) in told:
            continue
        if other.code[0] in "GL":
            touches = start < applied.end
        elif other.code[0] == "T" and not applied.slip:
            touches = start < line_end
        elif other.code == "N04" and applied.whole:
            touches = start < applied.fresh.stop and applied.fresh.start < stop
        else:
            inside = other.code[0] == "T" and applied.text[applied.line : applied.begin].strip()
            reach = end + 2 if inside else end  # `not` asks something of the word behind it
            touches = start < reach and begin < stop
        if touches and applied.line <= start:
            yield other


def tell_what_holds(source: Source, find: Callable[[Source, Report], None]) -> list[Problem]:
    """What `find` adds of a text, without the messages of which a proposal is false.

    In their place stands what else can be said of these places.
    """
    trial, refuted = _Trial(source, find), frozenset[str]()
    while True:
        report = Report(refuted=refuted)
        find(source, report)
        trial.told = report.problems
        found = frozenset(as_text(one) for one in report.problems if trial.refutes(one))
        if found <= refuted:
            return [withdraw(one) if trial.refutes(one) else one for one in report.problems]
        refuted |= found


def withdraw_refuted(
    source: Source, find: Callable[[Source, Report], None], report: Report
) -> None:
    """Take out of the messages on a text what they propose wrongly."""
    trial = _Trial(source, find)
    report.problems[:] = [
        withdraw(one) if trial.refutes(one) else one for one in report.problems
    ]  # fmt: skip


def withdraw(problem: Problem) -> Problem:
    """The message without what it proposes."""
    help = tuple(line for line in problem.help if not line.startswith(WRITE))
    put = problem.label.startswith(LEAVE_OUT) or BESIDE.match(problem.label)
    told = SIGNS.get(problem.span.text, "")
    label = told if put or INSTEAD.search(problem.label) else problem.label
    return attrs.evolve(problem, label=label, help=help)


@attrs.define
class _Trial:
    """Puts proposals into a text and looks at what is wrong with it then.

    Each time the whole text is read and checked, MAX_TRIES times and MAX_READ characters at most.
    """

    source: Source
    find: Callable[[Source, Report], None]
    read: int = 0
    tries: int = 0
    known: dict[str, bool] = attrs.field(factory=dict)
    told: list[Problem] = attrs.field(factory=list)  # of the text as it is

    def refutes(self, problem: Problem) -> bool:
        """Whether something that a message proposes leads to another mistake; no if untried."""
        says = as_text(problem)
        if says not in self.known:
            mine = problem.span.source is self.source and problem.severity == ERROR
            self.known[says] = mine and any(
                all(map(self._is_wrong, ways)) for ways in apply_proposals(problem)
            )
        return self.known[says]

    def _is_wrong(self, applied: Applied) -> bool:
        self.read += len(applied.text)
        self.tries += 1
        if self.read > MAX_READ or self.tries > MAX_TRIES:
            return False
        report = Report(suggests=False)
        self.find(Source(self.source.name, applied.text), report)
        return any(True for _ in find_refuting(applied, report.problems, self.told))
