"""Every place of a rule line put in other words, one at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from tests.rulesets.rows import Line, all_lines, texts_of, used_lines

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
    file: str  # its path below `rulesets`: the base, a variant file, or a library
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


def all_alterations(game: str) -> list[Alteration]:
    """Every alteration of a family and of the libraries that it uses."""
    texts = texts_of(game)
    return [
        alteration
        for file, lines in all_lines(game).items()
        for alteration in alterations(game, file, texts[file], lines)
    ]
