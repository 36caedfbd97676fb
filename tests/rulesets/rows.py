"""Which lines of a ruleset carry which rows of the ledger, and what notices when they change.

`python -m tests.rulesets.rows` alters the rule lines of every shipped ruleset one by one and prints
what was noticed, row by row.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path

import attrs

from hoyle.dsl.checked.from_tree import check
from hoyle.dsl.machine.counts import check_counts
from hoyle.dsl.report import Report
from hoyle.dsl.source import Source
from hoyle.dsl.tree.from_text import read, split_comment
from hoyle.interpreter.play.fault import IllegalMove, RulesetFault
from hoyle.interpreter.play.rulesets import (
    OptionError,
    Ruleset,
    RulesetError,
    library,
    shipped_folder,
)
from hoyle.interpreter.play.words import NotAMove
from hoyle.interpreter.trial.consistency import BLOCK, Plan, Tally, play_games
from hoyle.interpreter.trial.coverage import Coverage
from hoyle.interpreter.trial.examples import run_example
from hoyle.interpreter.trial.workshop import Workshop

LEDGER = Path(__file__).resolve().parents[2] / "docs" / "rules" / "ledger.md"
GAMES = {"scotch-whist": ("SW", "A-S"), "pontoon": ("PD", "PP", "PV", "A-P")}
SECONDS = 120  # no alteration takes longer, unless the game has become endless

# ---------------------------------------------------------------------- the rows

ROW_OF_LEDGER = re.compile(r"^\| (A-[A-Z]\d\d|[A-Z]{2}-\d\d) \| (\(n\))?", re.MULTILINE)
NAMED = re.compile(r"(?<![\w-])(A-[A-Z]|[A-Z]{2}-)(\d\d)(?:\.\.(\d\d))?(?!\d)")
# A comment on a line of its own names rows where it holds nothing else, but for some words and a
# colon before them.
ROW = r"(?:A-[A-Z]|[A-Z]{2}-)\d\d(?:\.\.\d\d)?"
ONLY_NAMES = re.compile(rf"#\s*(?:[^:]*:)?\s*{ROW}(?:, {ROW})*[.,]?")


@cache
def ledger() -> dict[str, bool]:
    """Every row of the ledger; whether it is a rule, or only flavour (n)."""
    text = LEDGER.read_text(encoding="utf-8")
    return {match[1]: match[2] is None for match in ROW_OF_LEDGER.finditer(text)}


def section(row: str) -> str:
    """`PD` of PD-07, `A-P` of A-P07."""
    return row[:3] if row.startswith("A-") else row[:2]


def names_in(comment: str) -> set[str]:
    """The rows that a comment names, ranges such as PD-13..15 written out."""
    found = set()
    for match in NAMED.finditer(comment):
        first, last = int(match[2]), int(match[3] or match[2])
        found |= {f"{match[1]}{number:02}" for number in range(first, last + 1)}
    return found


# ---------------------------------------------------------------------- the lines


@attrs.define
class Line:
    """One line of a ruleset. `rows` are those it carries itself or through the block it is in."""

    number: int  # from 0
    code: str
    comment: str
    kind: str = "rule"  # the head of the block: example, always, never; else rule
    block: int = 0  # the first line after what belongs to it
    rows: frozenset[str] = frozenset()

    @property
    def indent(self) -> int:
        """How far it is to the right; a comment alone on its line too."""
        return len(self.code) - len(self.code.lstrip()) if self.code.strip() else len(self.code)

    @property
    def empty(self) -> bool:
        """Nothing but a comment, or not even that."""
        return not self.code.strip()


def lines_of(text: str) -> list[Line]:
    """The lines of a text with the rows that each carries.

    A comment that names rows speaks of its line, and of those lines of its block that name none
    themselves; of all where each names some. Alone on a line it speaks of the lines below it in the
    same block, up to the next such comment or an empty line. Sentences carry what they name only.
    """
    lines = [Line(k, *split_comment(line)) for k, line in enumerate(text.splitlines())]
    find_blocks(lines)
    find_rows(lines)
    return lines


def find_blocks(lines: list[Line]) -> None:
    """Where the block of each line ends, and what kind of block it stands in."""
    heads: list[Line] = []
    for line in lines:
        line.block = line.number + 1
        if line.empty:
            continue
        while heads and heads[-1].indent >= line.indent:
            heads.pop()
        for head in heads:
            head.block = line.number + 1
        word = line.code.split()[0]
        kind = word if word in ("example", "always", "never") else "rule"
        line.kind = heads[-1].kind if heads else kind
        heads.append(line)


def find_rows(lines: list[Line]) -> None:
    """What each line names, or has from the comment above it or the head of its block."""
    above: dict[int, set[str]] = {}  # by indentation
    fresh = False
    for line in lines:
        if line.empty and not line.comment:
            above = {}
        elif line.empty:
            if ONLY_NAMES.fullmatch(line.comment):
                before = above.get(line.indent, set()) if fresh else set()
                above[line.indent] = before | names_in(line.comment)
                fresh = True
                continue
        else:
            above = {indent: names for indent, names in above.items() if indent <= line.indent}
            line.rows = frozenset(names_in(line.comment) or above.get(line.indent, ()))
        fresh = False
    for line in reversed(lines):
        if line.rows:
            inside = [other for other in lines[line.number + 1 : line.block] if not other.empty]
            inside = [other for other in inside if not telling(lines, other)]
            unnamed = [other for other in inside if not other.rows]
            if line.code.startswith("table ") and len(unnamed) == 1:
                unnamed = []  # only the names of the columns
            for other in unnamed or inside:
                other.rows |= line.rows


def telling(lines: list[Line], line: Line) -> bool:
    """Whether a line and its block only say something and do nothing."""
    inside = [other for other in lines[line.number + 1 : line.block] if not other.empty]
    if inside:
        return all(telling(lines, other) for other in inside)
    return line.code.split()[0] == "say"


def used_lines(lines: list[Line], kind: bool) -> Iterator[Line]:
    """The rule lines (True), or those of examples and laws (False)."""
    return (line for line in lines if not line.empty and (line.kind == "rule") is kind)


def carried(lines: list[Line]) -> dict[str, list[Line]]:
    """The rule lines that carry each row."""
    found: dict[str, list[Line]] = {}
    for line in used_lines(lines, True):
        for row in line.rows:
            found.setdefault(row, []).append(line)
    return found


def shown(lines: list[Line]) -> set[str]:
    """The rows that examples and laws name."""
    return {row for line in used_lines(lines, False) for row in line.rows}


# ---------------------------------------------------------------------- the alterations

STRING = re.compile(r'"[^"]*"')
CARD = r"(?:10|[2-9AJQK])[♣♦♥♠]"
NUMBER = re.compile(r"(?<![\w♣♦♥♠-])\d+(?![\w♣♦♥♠])")
ALTERNATIVES = re.compile(r"^(\s*\w+: )(.+?) = (\w+|" + CARD + r")")
RANKS = re.compile(r"^\s*(?:ranks|order \w+,[\w ]+:) (?P<ranks>.+)$")
CONDITION = re.compile(r"^(\s*(?:else )?(?:if|must) )(.+?)(, if able)?(\s*\x00\d+\x00.*)?$")

# One phrase into another, each place by itself.
PHRASES = [
    (r">=", ">"),
    (r"<=", "<"),
    (r"(?<!<)>(?!=)", ">="),
    (r"<(?!=)", "<="),
    (r"\bis not\b", "is"),
    (r"\bis\b(?! not\b)", "is not"),
    (r"\bnot (?!in\b|none\b)", ""),
    (r"\band\b", "or"),
    (r"\bor\b", "and"),
    (r"\bleft of\b", "right of"),
    (r"\bright of\b", "left of"),
    (r"\bface up\b", "face down"),
    (r"\bface down\b", "face up"),
    (r"\btop\b", "bottom"),
    (r"\bbottom\b", "top"),
    (r"\s+at the bottom\b", ""),
    (r"\bseats from\b", "seats after"),
    (r"\bseats after\b", "seats from"),
    (r"\bof seats after\b", "of seats from"),
    (r"\bstarts with the pack\b", ""),
    (r"\blow\b", "high"),
    (r"\bhigh\b", "low"),
    (r"\byes\b", "no"),
    (r"\bno\b", "yes"),
    (r"\bshow\b", "hide"),
    (r"\bhide\b", "show"),
    (r" \+ ", " - "),
    (r" - ", " + "),
    (r" \* ", " + "),
    (r" / ", " - "),
    (r" \+= ", " -= "),
    (r"\bany (?=\w+ in\b)", "every "),
    (r"\bevery (?=\w+ in\b)", "any "),
    (r"\bbest\b", "first"),
    (r"\bfirst\b", "last"),
    (r", seen by owner\b", ""),
    (r"\bseen by owner\b", "face up"),
    (r"\bsuit of \w+", "♠"),
    (r" where .*?(?=:?\s*$)", ""),
    (r" to banker\b", ""),
    (r"\brandom of seats\b", "first seat in seats"),
    (r"\brandom of seats\b", "none"),
]
SWAPS = [
    r"\bfrom (?P<a>.+?) to (?P<b>.+)$",
    r"\b(?P<a>\w+) if .+? else (?P<b>\w+)\b",
    r"\b(?P<a>[\w ]+) > (?P<b>[\w ]+)",
    r"\bif (?P<a>\w+ is \w+) and (?P<b>.+)$",
]


@attrs.frozen
class Alteration:
    """A ruleset in which one place was changed; `line` counts from 0."""

    game: str
    file: str  # the game's own text, or a library that it uses
    line: int
    what: str
    text: str


def alterations(game: str, file: str, text: str, lines: list[Line]) -> Iterator[Alteration]:
    """Every alteration of the rule lines of a text that carry rows."""
    whole = text.splitlines()
    seen = {text}
    for line in used_lines(lines, True):
        if not line.rows:
            continue
        for what, first, last, new in changes(lines, line):
            changed = "\n".join([*whole[:first], *new, *whole[last:]]) + "\n"
            if changed not in seen:
                seen.add(changed)
                yield Alteration(game, file, line.number, what, changed)


def changes(lines: list[Line], line: Line) -> Iterator[tuple[str, int, int, list[str]]]:
    """What can be done to a line: in words, which lines are replaced, and by what."""
    k = line.number
    yield "dropped", k, line.block, []
    ranks = RANKS.match(line.code)
    if ranks and line.code.split()[0] == "ranks":
        less = " " * line.indent + "remove " + ranks["ranks"].split()[-2] + "♥"
        yield "without a card", k, k + 1, [line.code, less]
    if in_table(lines, line):
        below = next((other for other in lines[line.block :] if not other.empty), None)
        if below is not None and below.indent == line.indent:
            yield "below the next row", k, below.block, [below.code, line.code]
    for what, code in changed_codes(line.code, in_table(lines, line)):
        yield what, k, k + 1, [code]


def in_table(lines: list[Line], line: Line) -> bool:
    """Whether this is a row of a table or of a ranking."""
    return bool(line.indent) and "|" in line.code


def changed_codes(code: str, row: bool) -> Iterator[tuple[str, str]]:
    """The line in other words; sentences stay as they are, but for what stands in braces."""
    strings = STRING.findall(code)
    bare = code.rstrip()
    for k, string in enumerate(strings):
        bare = bare.replace(string, f"\0{k}\0", 1)

    def whole(text: str) -> str:
        for k, string in enumerate(strings):
            text = text.replace(f"\0{k}\0", string)
        return text

    for what, text in changed_bare(bare, row):
        if text != bare:
            yield what, whole(text)
    for k, string in enumerate(strings):
        for brace in re.finditer(r"\{.*?\}", string):
            for what, text in changed_bare(brace.group(), False):
                if text != brace.group():
                    sentence = string[: brace.start()] + text + string[brace.end() :]
                    yield what, whole(bare.replace(f"\0{k}\0", sentence))


def changed_bare(bare: str, row: bool) -> Iterator[tuple[str, str]]:
    """The line without its sentences, in other words."""
    condition = CONDITION.match(bare)
    if condition:
        head, test, able, rest = (part or "" for part in condition.groups())
        yield "the contrary", f"{head}not ({test}){able}{rest}"
        if able:
            yield "without `if able`", f"{head}{test}{rest}"
    for match in NUMBER.finditer(bare):
        if re.search(r"\x00$", bare[: match.start()]):
            continue
        for number in (int(match.group()) - 1, int(match.group()) + 1):
            if number >= 0:
                what = f"{match.group()} into {number}"
                yield what, bare[: match.start()] + str(number) + bare[match.end() :]
    for old, new in PHRASES:
        for match in re.finditer(old, bare):
            what = f"`{match.group().strip()}` into `{new.strip()}`" if new else f"no `{old}`"
            yield what, bare[: match.start()] + new + bare[match.end() :]
    for swap in SWAPS:
        for match in re.finditer(swap, bare):
            (a, b), (c, d) = match.span("a"), match.span("b")
            yield (
                f"`{bare[a:b]}` and `{bare[c:d]}` change places",
                (bare[:a] + bare[c:d] + bare[b:c] + bare[a:b] + bare[d:]),
            )
    yield from other_default(bare)
    ranks = RANKS.search(bare)
    if ranks:
        start, words = ranks.start("ranks"), ranks["ranks"].split()
        for k in range(len(words) - 1):
            new = [*words[:k], words[k + 1], words[k], *words[k + 2 :]]
            yield f"{words[k]} and {words[k + 1]} change places", (bare[:start] + " ".join(new))
        for k in range(len(words)):
            yield f"without {words[k]}", (bare[:start] + " ".join(words[:k] + words[k + 1 :]))
    if row:
        cells = [cell.strip() for cell in bare.split("|")]
        for k in range(len(cells) - 1):
            new = [*cells[:k], cells[k + 1], cells[k], *cells[k + 2 :]]
            yield (
                f"column {k + 1} and {k + 2} change places",
                (bare[: len(bare) - len(bare.lstrip())] + " | ".join(new)),
            )


def other_default(bare: str) -> Iterator[tuple[str, str]]:
    """An option that begins with another of its words."""
    match = ALTERNATIVES.match(bare)
    if match and " or " in match[2]:
        for word in re.split(r" or |, ", match[2]):
            if re.fullmatch(r"\w+|" + CARD, word) and word != match[3]:
                rest = bare[match.end(3) :]
                yield f"{word} at first", f"{match[1]}{match[2]} = {word}{rest}"


# ---------------------------------------------------------------------- what notices them


@attrs.frozen
class Outcome:
    """What became of an alteration: refused, example, game, or nothing; and how it was said."""

    alteration: Alteration
    found: str
    says: str = ""


def texts_of(game: str) -> dict[str, str]:
    """The text of a ruleset and of every library it uses, by the name of the file."""
    folder = shipped_folder()
    texts = {f"{game}.cards": (folder / f"{game}.cards").read_text(encoding="utf-8")}
    for line in lines_of(texts[f"{game}.cards"]):
        if line.code.startswith("use "):
            name = line.code.split()[1]
            texts[f"{name}.cards"] = (folder / "std" / f"{name}.cards").read_text(encoding="utf-8")
    return texts


def all_lines(game: str) -> dict[str, list[Line]]:
    """The lines of a ruleset and its libraries. `use` carries its rows into the library."""
    found = {name: lines_of(text) for name, text in texts_of(game).items()}
    for line in found[f"{game}.cards"]:
        if line.code.startswith("use ") and line.rows:
            for other in found[f"{line.code.split()[1]}.cards"]:
                other.rows = line.rows
    return found


def all_alterations(game: str) -> list[Alteration]:
    """Every alteration of a ruleset and of what it uses."""
    texts = texts_of(game)
    return [
        alteration
        for file, lines in all_lines(game).items()
        for alteration in alterations(game, file, texts[file], lines)
    ]


class Endless(Exception):
    """An altered game goes on and on."""


def try_one(alteration: Alteration) -> Outcome:
    """Whether anything notices an alteration: the checker, an example, or a law in random games."""
    signal.signal(signal.SIGALRM, too_long)
    signal.alarm(SECONDS)
    try:
        return Outcome(alteration, *noticed(alteration))
    except Endless:
        return Outcome(alteration, "game", "it has no end")
    except Exception as error:
        return Outcome(alteration, "broken", f"{type(error).__name__}: {error}")
    finally:
        signal.alarm(0)


def too_long(*args: object) -> None:
    raise Endless


def noticed(alteration: Alteration) -> tuple[str, str]:
    """What notices it, and how."""
    own = f"{alteration.game}.cards"
    texts = {**texts_of(alteration.game), alteration.file: alteration.text}

    def library_of(name: str) -> Source | None:
        text = texts.get(f"{name}.cards")
        return Source(f"{name}.cards", text) if text else library(shipped_folder(), report, name)

    report = Report()
    source = Source(own, texts[own])
    lines = lines_of(texts[own])
    file = read(source, report)
    game = check(file, library_of, report) if file is not None else None
    if game is not None and not report.failed:
        check_counts(game, report)
    if game is None or file is None or report.failed:
        problem = report.in_order()[0]
        places = [p.span for p in report.problems if p.span.source.name == own]
        of_examples = places and all(lines[p.line - 1].kind != "rule" for p in places)
        says = f"{problem.code} {problem.title}"
        return ("example" if of_examples else "refused"), says
    ruleset = Ruleset(alteration.game, shipped_folder() / own, source, file, game)
    workshop = Workshop(ruleset)
    rows = all_lines(alteration.game)[alteration.file][alteration.line].rows
    # Those that speak of the row come first, because they find it soonest.
    for example in sorted(game.examples, key=lambda e: not rows & lines[e.span.line - 1].rows):
        outcome = run_example(workshop, example)
        if not outcome.passed:
            return "example", example.title
    for fault in faults_in_play(ruleset):
        return "test", fault
    counts = tuple(ruleset.players)
    plan = Plan(counts, BLOCK * len(counts), decisions=120, every=10)
    for finding in play_games(ruleset, plan, Tally(), Coverage(game)):
        if finding is not None:
            law = finding.about.startswith(("always ", "never "))
            return ("law" if law else "play"), f"{finding.about} {finding.says}".strip()
    return "nothing", ""


# ---------------------------------------------------------------------- what examples can't say


def faults_in_play(ruleset: Ruleset) -> Iterator[str]:
    """What an example has no words for: chance, sentences, who has won; told where it is wrong."""
    try:
        yield from unfair_draws(ruleset)
        if ruleset.name == "pontoon":
            yield from wrong_sentences(ruleset)
        else:
            yield from wrong_winners(ruleset)
    except (RulesetError, OptionError, RulesetFault, IllegalMove, NotAMove) as error:
        yield f"{type(error).__name__}: {error}"


def unfair_draws(ruleset: Ruleset) -> Iterator[str]:
    """Dealer and banker are drawn: everybody is once the first who is asked."""
    table = ruleset.table(4)
    first = {table.start(seed).seat for seed in range(60)}
    if first != {0, 1, 2, 3}:
        yield f"of four seats only {sorted(map(str, first))} are ever asked first"


def wrong_winners(ruleset: Ruleset) -> Iterator[str]:
    """When the match is over exactly one seat has won (with 1 as target, after one hand)."""
    for seed in range(3):
        position = ruleset.table(3, {"target": 1}).start(seed)
        while not position.over:
            position = position.play(position.legal().kth(0))
        if len(position.winners) != 1:
            yield f"the match is over, and {len(position.winners)} have won"


# The hands (ann has two cards, the banker the others), the banker's draws, and what is said then.
SENTENCES = [
    ("9♥ 8♦ K♣ 10♠", 0, "paying 19"),
    ("9♥ K♦ K♣ 10♠", 0, "paying 21"),
    ("9♥ 8♦ K♣ 2♠ 8♠", 1, "paying 19"),
    ("9♥ 7♦ K♣ 7♠ 7♣", 1, "paying pontoons and five card tricks"),
    ("9♥ A♦ K♣ 5♠ 5♣", 1, "paying pontoons and five card tricks"),
    ("9♥ 2♦ K♣ 3♠ 2♣ 3♣", 2, "paying 11"),
]


def wrong_sentences(ruleset: Ruleset) -> Iterator[str]:
    """The banker who stays says what is paid."""
    table = ruleset.table(2, {"limits": "agreed"})
    for pack, draws, sentence in SENTENCES:
        position = table.start(1, pack)
        for move in ["stake 1", "stick", *["draw"] * draws, "stay"]:
            position = position.play(move)
        said = [table.words.sentence(e["pieces"]) for e in position.events if e.kind == "say"]
        if said[:1] != [sentence]:
            yield f"with {pack}, {sentence!r} was expected, and {said} was said"


def try_all(chosen: Iterable[Alteration]) -> list[Outcome]:
    """All of them, on every processor there is."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(try_one, chosen, chunksize=4))


# ---------------------------------------------------------------------- what it comes to


NOTICED = ("example", "law", "test")
COLUMNS = ("refused", "example", "law", "test", "play", "nothing")


@attrs.define
class Proof:
    """What was noticed of the lines that carry one row; a line by its file and number."""

    row: str
    outcomes: dict[tuple[str, int], list[Outcome]] = attrs.field(factory=dict)

    def count(self, found: str) -> int:
        """How many alterations came to this."""
        return sum(o.found == found for those in self.outcomes.values() for o in those)

    @property
    def why_not(self) -> str:
        """Why the row is not covered; empty where it is.

        It is where every line that carries it is missed when it is dropped, and has an alteration
        that is noticed, and where an example, law or test of play notices one that the checker
        accepts.
        """
        if not any(self.count(found) for found in NOTICED):
            return "nothing but the checker notices"
        for (file, number), outcomes in self.outcomes.items():
            if any(o.found == "nothing" and o.alteration.what == "dropped" for o in outcomes):
                return f"{file}:{number + 1} can be dropped"
            if all(o.found == "nothing" for o in outcomes):
                return f"nothing notices {file}:{number + 1}"
        return ""


def proofs(game: str, outcomes: Iterable[Outcome]) -> dict[str, Proof]:
    """Row by row."""
    files = all_lines(game)
    found: dict[str, Proof] = {}
    for outcome in outcomes:
        alteration = outcome.alteration
        for row in files[alteration.file][alteration.line].rows:
            proof = found.setdefault(row, Proof(row))
            proof.outcomes.setdefault((alteration.file, alteration.line), []).append(outcome)
    return found


def table(found: Mapping[str, Proof]) -> list[str]:
    """The proofs as lines of text."""
    lines = ["row    lines" + "".join(f"{name:>9}" for name in COLUMNS)]
    for row, proof in sorted(found.items()):
        counts = "".join(f"{proof.count(name):>9}" for name in COLUMNS)
        says = f"  NOT COVERED: {proof.why_not}" if proof.why_not else ""
        lines.append(f"{row:<7}{len(proof.outcomes):>5}{counts}{says}")
    return lines


def place(outcome: Outcome) -> str:
    """Where an alteration is, and what it does."""
    alteration = outcome.alteration
    before = texts_of(alteration.game)[alteration.file].splitlines()[alteration.line].strip()
    return f"{alteration.file}:{alteration.line + 1} {alteration.what}: {before}"


def totals(outcomes: Iterable[Outcome]) -> str:
    """How many alterations came to what."""
    counts = Counter(outcome.found for outcome in outcomes)
    parts = [f"{counts[name]} {name}" for name in (*COLUMNS, "broken") if counts[name]]
    return f"{counts.total()} alterations: {', '.join(parts)}"


def main(args: list[str]) -> None:
    """Print the table, and what nothing notices."""
    for game in args or GAMES:
        outcomes = try_all(all_alterations(game))
        print(game, *table(proofs(game, outcomes)), totals(outcomes), sep="\n")
        for outcome in outcomes:
            if outcome.found in ("nothing", "broken"):
                print(f"{outcome.found}: {place(outcome)} {outcome.says}")


if __name__ == "__main__":
    main(sys.argv[1:])
