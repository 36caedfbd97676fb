"""Lines as other languages, or plain English, would have them, each with what stands here for it.

`rewordings.py` tries them in their order.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import attrs

from hoyle.dsl.nearest import WRITTEN
from hoyle.dsl.parser import plain_moves
from hoyle.dsl.parser.plain_declarations import PLAIN_DECLARATIONS
from hoyle.dsl.parser.plain_english import (
    ENGLISH,
    LAID,
    NAMED_RANKS,
    NAMED_SUITS,
    PLACE,
    RANK,
    SOONER,
)
from hoyle.dsl.parser.plain_lines import PLAIN_LINES
from hoyle.dsl.parser.plain_variants import PLAIN_VARIANTS

LISTING = r"\[(?![^]]* of [^a-z])([^][]*)\]"  # what is written out one by one
MEMBER = re.compile(r"[^\s,]+(?: of [^\s,]+)*")


@attrs.frozen
class Rewording:
    """Where `pattern` is found in the words of a line, `meant` stands in its place.

    `says` is told of it; `{called}` in it is the group of that name. `at` are the words of which
    one is the first that cannot be read, or stands before it; any, where there are none. Without
    `shown` the new line only shows that all else is right.
    """

    pattern: str
    meant: str | Callable[[re.Match[str]], str]
    says: str
    at: tuple[str, ...] = ()
    shown: bool = True
    differs: bool = False  # the mistake is the first word that is put otherwise


def _write_winners(line: re.Match[str]) -> str:
    """All who have the most of something, or the least."""
    phrase = "best" if line["most"] in ("highest", "most") else "lowest"
    one, what = line["one"].replace("player", "seat"), line["what"]
    if one == "side":
        return f"win seats of ({phrase} {one} in {one}s by {what} of {one})"
    return f"win all {phrase} {one} in {one}s by {what} of {one}"


def _write_best(line: re.Match[str]) -> str:
    """The seat, or the side, that has the most of something, or the least."""
    phrase = "best" if line["most"] in ("highest", "most") else "lowest"
    one = line["one"].replace("player", "seat")
    what = line["whole"] or f"{line['what']} of {one}"
    return f"({phrase} {one} in {one}s by {what})"


def _write_people(line: re.Match[str]) -> str:
    """Whether nobody, somebody or everybody has something."""
    asked = f"{line['asked_of']} of seat"
    if line["who"] in ("all", "each") or line["who"].startswith("every"):
        return f"(every seat in seats: {asked})"
    return f"({'not ' * line['who'].startswith('no')}any seat in seats where {asked})"


NO = r"(?:there (?:is|are) )?no"
NONE = rf"{NO} \w+ in\b"
# What is no name for each of those that are asked: several, or which of them are meant.
NO_ELEMENT = ("cards", "trump", "trumps")


def _write_none(line: re.Match[str]) -> str:
    """One question for each thing of which there is none.

    A condition behind `where` runs to the end of the line: what something follows has brackets.
    """
    parts = re.split(rf" (or|and) (?={NONE})", line[0])
    for k in range(0, len(parts), 2):
        found = re.match(rf"{NO} (\w+) in ({SEVERAL})( where [^,\"]+)?", parts[k])
        if found is None or found[1] in NO_ELEMENT:
            return line[0]
        rest = parts[k][found.end() :]
        asked = f"not any {_name_each(found[1], found[2])}{found[3] or ''}"
        alone = len(parts) == 1 and not re.match(" (?:and|or) ", rest)
        parts[k] = f"{asked}{rest}" if alone else f"({asked}){rest}"
    return " ".join(parts)


def _name_each(word: str, among: str) -> str:
    """What is gone through: the cards of a rank or suit as it may be written, or each by a name."""
    one = word if word in WRITTEN else word.removesuffix("s")
    if one == "joker":
        return f"card in {among} where card is joker"
    sign = WRITTEN.get(one, one) if one in (*NAMED_RANKS, *NAMED_SUITS) else ""
    asks = "suit" if word in NAMED_SUITS else "rank"
    return f"card in {among} where {asks} of card is {sign}" if sign else f"{word} in {among}"


def _write_members(listing: re.Match[str]) -> str:
    """A list with all its commas."""
    return f"[{', '.join(MEMBER.findall(listing[1]))}]"


def _write_first(line: re.Match[str]) -> str:
    """The first of several, or of those that something is asked of."""
    asked = re.sub(r"\bit\b", "x", f" where {line[2]}") if line[2] else ""
    return f"(first x in {line[1]}{asked})"


def _write_each(line: re.Match[str]) -> str:
    """A question about several names, as one inside another."""
    before = {"any": " where any ", "every": ": every "}[line["word"]]
    names = re.sub(rf"{NEXT_NAME}(?=\w+ in\b)", before, line["names"])
    return f"{line['word']} {names}{' where' if line['word'] == 'any' else line['stands']}"


def _write_names(line: re.Match[str]) -> str:
    """Names and cards as rules write them, where they stand as transcripts do: `king-of-roses`."""
    outside = re.split(r"(\"[^\"]*\")", line[0])
    for k in range(0, len(outside), 2):
        cards = re.sub(r"(?<=\w)-of-(?=\w)", " of ", outside[k])
        outside[k] = re.sub(r"(?<=[a-z0-9])-(?=[a-z0-9])", "_", cards)
    return "".join(outside)


def _write_players(line: re.Match[str]) -> str:
    """Those who play side by side, in small letters; a figure is no name by itself."""
    names = re.sub(r",? (?:and )?|, *", " ", line["names"])
    return re.sub(r" (?=\d)", " p", f"players {names.lower()}")


def _write_contrary(question: str) -> str:
    """What is so where a question is answered with no."""
    if re.match(r"not (?!.*\b(?:and|or)\b)", question):
        return question[4:]
    if re.match(r"(?:any|every)\b", question):
        return f"not {question}"
    if re.match(r"no (?!.*\b(?:and|or)\b)", question):
        return f"any {question[3:]}"
    parts = re.split(r" (is not|is|not in|in|<=|>=|<|>) ", question)
    many = "and|or|not|if|where|any|every|no|none|nobody|all|each|both|neither"
    if len(parts) != 3 or re.search(rf"\b(?:{many})\b", parts[0] + parts[2]):
        return f"not ({question})"
    return f"{parts[0]} {CONTRARY[parts[1]]} {parts[2]}"


def _write_between(line: re.Match[str]) -> str:
    """Two comparisons for a chain of them; of figures a range."""
    low, one, what, other, high = line.groups()
    if (one, other) == ("<=", "<=") and (low + high).isdigit():
        return f"{what} in {low}..{high}"
    both = f"{low} {one} {what} and {what} {other} {high}"
    return f"({both})" if re.search(r"\b(?:or|not)\b", line.string) else both


def _write_loop(line: re.Match[str]) -> str:
    """A loop by what ends it; one that ends when cards run out needs no bound."""
    ends = _write_contrary(line[1])
    bound = line[2] or ("" if ends.endswith(" is empty") else ", however long")
    return f"repeat until {ends}{bound}"


PAIRS = {"is": "is not", "in": "not in", "<": ">=", ">": "<="}
CONTRARY = PAIRS | {other: one for one, other in PAIRS.items()}
SIGNS = {"times": "*", "plus": "+", "minus": "-", "divided by": "/", "multiplied by": "*", "x": "*"}
COMPARED = ("is", "in", "not", "<", ">", "<=", ">=")
SEVERAL = rf"(?:{PLACE}|\([^()]*\)|\[[^]]*\])(?: (?:from|after) {PLACE})?"
TERM = r"(?:\w+(?: ?\((?:[^()]|\([^()]*\))*\))?|\((?:[^()]|\([^()]*\))*\))"
NUMBER = rf"{TERM}(?: of {TERM})*"
NO_NUMBER = r"(?!(?:where|and|or|not|if|until|must|else|when)\b)"
RECKONED = rf"({NO_NUMBER}-?{NUMBER}(?: ?[-+*/] ?{NUMBER})*)"  # what is compared
ENDING = r"((?:, if able)?(?: \"[^\"]*\")?)$"  # of a condition
WITHIN = r"(?:[^()]|\((?:[^()]|\([^()]*\))*\))+?"  # words of which no bracket is left open
PUT = "(?:add|append|put|include|insert|push)"
PEOPLE = "(?:no|some|any|every)(?:body| ?one)|all|none|who|each"
ASKED_ONE = "seats are asked one by one"
SEER = r"\w+(?: of \w+)?"  # one who sees a zone
NEXT_NAME = r" ?, ?(?:(?:any|every) )?"  # what stands before the second of two names in a question
TRIED_FIRST = (
    *plain_moves.PLAIN_MOVES,
    *PLAIN_LINES,
    *PLAIN_DECLARATIONS,
    *PLAIN_VARIANTS,
    *SOONER,
)
TRIED_LAST = (*ENGLISH, *plain_moves.ROWS)
REWORDINGS = (
    *(Rewording(*one[:3], shown=one[3:] == (), differs=True) for one in TRIED_FIRST),
    Rewording(
        plain_moves.RANGE_BY_STEPS, plain_moves.write_steps,
        "a range holds every number in it; some of them are listed", ("by", "in", "step", ","),
    ),
    Rewording(
        rf"(?<!\w){RECKONED} ?([<>]=?) ?{RECKONED} ?([<>]=?) ?{RECKONED}", _write_between,
        "one comparison at a time", ("<", ">", "<=", ">="),
    ),
    Rewording(
        r"^(?:\w+ ?\. ?)+(\w+) ?\. ?(\w+) (highest|lowest|when)\b", r"\1.\2 \3",
        "a row names an action and the phase in which it stands", (".",),
    ),
    Rewording(
        rf"^({RANK}(?: {RANK})+) ?(\|.*)$", lambda line: f"{', '.join(line[1].split())} {line[2]}",
        "commas stand between several in a cell",
    ),
    Rewording(
        r"^repeat,? (?:however long|forever|always),? until (.+?)(?: ?:)?$",
        r"repeat until \1, however long", "`however long` stands behind what ends the loop",
    ),
    Rewording(
        r"^(?:(?:repeat|loop)(?:,? (?:however long|forever|always|round and round))?|forever)"
        r"(?: ?:)?$",
        "repeat, however long",
        "a loop says how often, or until when; this one goes on until `stop` ends it",
    ),
    Rewording(
        r"^(?:repeat )?(?:while|(?:as|so) long as) (.+?)(?: ?:| do)?"
        r"((?: at most .+ times(?:, else .+)?|, however long)?)$",
        _write_loop, "a loop says when it ends, and how often it runs at most", differs=True,
    ),
    Rewording(
        rf"\bnot ({PLACE}) empty\b", r"\1 is not empty", "it is asked with `is`", differs=True,
    ),
    Rewording(
        rf"^choose ({PLACE}) from .+$", r"choose \1",
        "what is chosen stands below, in an action:  play card in hand of …", at=("from",),
        shown=False,
    ),
    Rewording(
        r"^draw (.+)$", r"given x = \1", "what chance brings is laid with `given`", shown=False,
        differs=True,
    ),
    Rewording(
        r"\bfor (?:each|every|all) (?=\w+ in\b)", "for ", "`for` alone goes through each of them",
        differs=True,
    ),
    Rewording(
        r"^((?:repeat|for) .*?), (at most .+)$", r"\1 \2", "no comma stands before `at most`",
        ("at",), differs=True,
    ),
    Rewording(
        r"^(for .+?) round and round until (.+)$", r"\1, round and round until \2",
        "a comma stands before `round and round`", ("round",),
    ),
    Rewording(
        r"^(for .+?),? round and round$", r"\1, round and round until x",
        "behind `round and round` it is said when that ends: `until …`", shown=False,
    ),
    Rewording(
        r"\bits (?=(?:in|is|and|or|not)\b|[-+*/<>])", "it ", "the thing itself is `it`",
        differs=True,
    ),
    Rewording(
        r"^(for \w+ in .+?) if (.+)$", r"\1 where \2",
        "those that fit are found with `where`", ("if",),
    ),
    Rewording(
        r"^(.*?\S) if (.*\bits?\b.*)$", r"\1 where \2", "those that fit are found with `where`",
        differs=True,
    ),
    Rewording(
        r"\bcount (\w+(?: of \w+)*) (where .*\bits?\b.*)$", r"size of (\1 \2)",
        "how many they are is their `size`",
    ),
    Rewording(
        r"\b(count|any|first) (?:(seat|side|suit|rank)|(\w+)s) where\b",
        lambda line: f"{line[1]} {line[2] or line[3]} in {line[2] or line[3]}s where",
        "each element has a name here",
    ),
    Rewording(
        rf"\bfirst of ({SEVERAL})(?: where (.+))?", _write_first,
        "`first` begins a phrase, in which each has a name",
    ),
    Rewording(
        rf"\blast (?:of )?(?!card\b)\w+ in ({SEVERAL})", r"last of \1",
        "the last of several is `last of …`",
    ),
    Rewording(
        rf"\bany (?!\w+ in\b)(.+?) for (\w+) in ({SEVERAL})", r"any \2 in \3 where \1",
        "what is asked of each stands behind `where`",
    ),
    Rewording(
        rf"\bevery (?!\w+ in\b)(.+?) for (\w+) in ({SEVERAL})", r"every \2 in \3: \1",
        "what is asked of each stands behind a colon",
    ),
    Rewording(
        r"\bany (\w+) of (\w+?)s ((?:[<>]=?|is|in) .+)$", r"any \2 in \2s where \1 of \2 \3",
        "what is asked of each stands behind `where`",
    ),
    Rewording(
        rf"\b(?P<word>any|every) (?P<names>\w+ in [^,:]+?(?:{NEXT_NAME}\w+ in [^,:]+?)+)"
        r"(?P<stands> ?:| where\b)", _write_each,
        "a question goes through one thing; another question stands inside",
    ),
    Rewording(
        rf"\b{NONE} .+$", _write_none, "that there is none is asked with `not any`", differs=True
    ),
    Rewording(
        r"^choose (?:together (?:all|seats)|(?:all|all seats|seats) (?:at once|together))"
        r"((?: (?:from|after) .+)?)$",
        r"choose together seat in seats\1", "all choose at once with `choose together`",
    ),
    Rewording(
        r"^choose (\w+ in .+) (?:at once|together)$", r"choose together \1",
        "all choose at once with `choose together`",
    ),
    Rewording(
        r"^choose (\w+ in .+)$", r"choose together \1",
        "in turn: a `for` stands above the `choose`; all at once: `choose together`", shown=False,
    ),
    Rewording(
        r"\bin (\w+(?: of \w+)*(?: [-+] \w+(?: of \w+)*)+) (from|after) ", r"in (\1) \2 ",
        "what stands before `from` or `after` has brackets", ("from", "after"),
    ),
    Rewording(
        rf"\b(?:the )?(top|bottom) card (?:of|from) ({PLACE})", r"\1 of \2",
        "one card of a pile is its `top` or its `bottom`", differs=True,
    ),
    Rewording(
        r"\b(?:the )?(?:top (\w+)|(?:first|next) (\d+)|(\d+) top)"
        rf"(?: cards?)? (?:of|from) ({LAID})",
        lambda line: f"top({line[4]}, {line[1] or line[2] or line[3]})",
        "with a number, `top` takes brackets",
    ),
    Rewording(
        rf"\b(?:the )?(?:bottom|last) (\d+)(?: cards?)? (?:of|from) ({LAID})",
        r"top(reversed of \2, \1)", "the lowest cards are the uppermost from the other end",
    ),
    Rewording(
        rf"^move (?:the )?(\d+) cards? (?:of|from) ({PLACE} to .+)$", r"move \1 from \2",
        "cards are counted without the word `cards`", differs=True,
    ),
    Rewording(
        rf"^move (?:all )?(?:the )?cards (?:of|from) ({PLACE} to .+)$", r"move \1",
        "a zone stands for all its cards", differs=True,
    ),
    Rewording(
        r"^(?:expect )?(\w+) (?:(?:has|have) )?won$", r"\1 wins", "who has won is said with `wins`",
        differs=True,
    ),
    Rewording(
        r"^expect (?:not|no) .*\b(?:say|announce|wins?|ends)\b.*$", "nobody wins",
        "an example says what has come, not what has not", shown=False, differs=True,
    ),
    Rewording(
        r"^expect (.+ (?:ends|wins?)|\w+ (?:may|sees) .+)$", r"\1",
        "this is written without `expect`", differs=True,
    ),
    Rewording(
        r"^(?:expect )?(?:(\w+) (?:to|should|will|must) win|wins? (\w+))$",
        lambda line: f"{line[1] or line[2]} wins", "who has won is said with `wins`", differs=True,
    ),
    Rewording(
        r"^expect (?!say\b)((?!\w+ (?:is|has|was|sees)\b)[a-z]\w* [a-z]+s\b[^\"]*)$",
        r'expect say "\1"', "what was said is expected with `expect say`, in quotation marks",
        differs=True,
    ),
    Rewording(
        r"^expect announces? (\w+)(?: =| is| :)? (\w+)$", r"expect announce \1 is \2",
        "what was announced stands behind `is`", differs=True,
    ),
    Rewording(
        r"^(?:expect )?(\w+) (?:can|could|should)( not)? (?!be\b)(.+)$",
        lambda line: f"{line[1]} may{line[2] or ''} {line[3]}",
        "what somebody can do is said with `may`", differs=True,
    ),
    Rewording(
        r"^(?:expect )?(\w+) (?:cannot|must not) (.+)$", r"\1 may not \2",
        "what somebody cannot do is said with `may not`", differs=True,
    ),
    Rewording(
        r"^(?:expect )?(\w+) (?:must|has to) (.+)$", r"\1 may only: \2",
        "what somebody has to do is said with `may only:`", differs=True,
    ),
    Rewording(
        r"^(?:assert|then|check|ensure|verify|expect) that (.+)$", r"expect \1",
        "what an example asks stands behind `expect` alone", differs=True,
    ),
    Rewording(
        r"^(?:assert|then|check|ensure|verify|and) (.+)$", r"expect \1",
        "what an example asks stands behind `expect`", differs=True,
    ),
    Rewording(
        r"^(?:begin|run|call|enter|do) (\w+)$", r"start \1", "what is played begins with `start`",
        differs=True,
    ),
    Rewording(
        r"^(say \".*\")$", r"expect \1", "what was said is expected with `expect say`",
        differs=True,
    ),
    Rewording(
        rf"^({PLACE}) = (.+)$", r"given \1 = \2",
        "before `start` it is laid out with `given`; below it `expect … is` asks for it",
        differs=True,
    ),
    Rewording(
        r"^expect refused \".*\"$", r"expect refused",
        "what is refused is written as `ann may not pass \"…\"`", shown=False,
    ),
    Rewording(
        r"^expect payoff is (.+)$", r"expect payoff of ann is \1",
        "whose payoff it is stands behind it", differs=True,
    ),
    Rewording(
        r"^(announce .+), not told$", r"\1", "all are told what is announced", (",",)
    ),
    Rewording(
        r"^announce (.+)$", r"expect announce \1",
        "what was announced is expected with the words `expect announce`", differs=True,
    ),
    Rewording(
        r"^expect said (\".*\")$", r"expect say \1", "what was said is expected with the word `say`"
    ),
    Rewording(
        r"^expect announced (.+)$", r"expect announce \1",
        "what was announced is expected with the word `announce`",
    ),
    Rewording(
        r"^(?:expect )?([a-z]\w*(?: \w+)*) ?: (yes|no|none|\d+)$",
        lambda line: f"expect announce {line[1].replace(' ', '_')} is {line[2]}",
        "what was announced is expected with the words `expect announce`",
    ),
    Rewording(
        r"^(\w+ sees .+ as) \[ ?(-?\d+|yes|no) ?\]$", r"\1 \2",
        "brackets are for cards: a number that is seen stands without them", ("]",),
    ),
    Rewording(
        r"^(?:expect )?(\w+) (?:(?:is|has) )?(?:over|ended|finished)$",
        lambda line: f"{'match' if line[1] == 'game' else line[1]} ends",
        "that it is over is said with the word `ends`",
    ),
    Rewording(
        r"^given (.+?) is (.+)$", r"given \1 = \2", "what is given stands behind `=`", ("is",)
    ),
    Rewording(
        r"^(\w+) for \w+(?= ?:| may\b)", r"\1", "an example names only who makes the move", ("for",)
    ),
    Rewording(
        r"^players (?P<names>[A-Za-z]\w*(?:(?:,|,? and)? [A-Za-z0-9]\w*)*)$", _write_players,
        "names of players have small letters, begin with one, and stand side by side",
        differs=True,
    ),
    Rewording(
        r"^(.+), not told$", r"\1",
        "only state can be kept from transcripts; fields of records are in none",
    ),
    Rewording(
        r"^.*\w-\w.*$", _write_names,
        "in a ruleset names are written with `_`, and cards with `of`", ("-", "of"),
    ),
    Rewording(
        r"^deal (\w+) (?:cards? )?(?:to )?each(?: of the)? (?:players?|seats?)"
        r"( from (?:left|next|right) of \w+)?$",
        lambda line: f"deal {WRITTEN.get(line[1], line[1])} each from stock to hand of seat "
        f"for seat in seats{line[2] or ''}",
        "a deal says from where, to where and for whom", differs=True,
    ),
    Rewording(
        r"^deal (\S+) at (?:once|time) (.+)$", r"deal \1 at a time \2",
        "packets are dealt `at a time`",
    ),
    Rewording(
        r"^deal (?:\d+|\w+)(?: each)?,?(?P<first> \w+ at a time)? (?P<ways>from .+?)"
        r"(?(first)|,? (?P<last>\w+ at a time))$",
        lambda line: f"deal {(line['first'] or line['last']).strip()} {line['ways']}",
        "a packet for each, once round; `repeat … times` above it deals more of them",
    ),
    Rewording(
        r"^deal all (?:but|except) \w+ (?:cards? )?(?:each )?from (.+)$", r"deal all from \1",
        "what is not dealt goes to a zone of its own before it, as in `move 2 from stock to aside`",
        shown=False,
    ),
    Rewording(
        r"(\w+(?: of \w+)*|\([^()]*\)) mod(?:ulo)? (\w+)",
        lambda line: f"remainder({line[1].strip('()')}, {line[2]})",
        "what a division leaves is the `remainder`", ("mod", "modulo"),
    ),
    Rewording(
        r": [Nn]umber (\S+\.\.\S+)", r": \1", "the bounds of a number stand without `number`",
    ),
    Rewording(
        rf"^must unless (.+?){ENDING}",
        lambda line: f"must not ({line[1].replace(' = ', ' is ')}){line[2]}",
        "what may not be is said with `not`",
    ),
    Rewording(
        rf"^must (.+?),? unless (.+?){ENDING}", r"must \1 or \2\3",
        "one of the two must be: that is said with `or`", ("unless", ","),
    ),
    Rewording(
        r"\b(\w+(?: of \w+)*) (?:contains|has)(?: an?)? ([♠♥♦♣])",
        r"(any card in \1 where suit of card is \2)", "a question about cards begins with `any`",
        ("contains", "has"),
    ),
    Rewording(
        rf"\b(?P<who>{PEOPLE}) (?:has|have) (?P<asked_of>\w+)", _write_people, ASKED_ONE,
        ("has", "have"),
    ),
    Rewording(
        rf"\b(?:{PEOPLE}) (?:has|have) (\w+)", r"(any seat in seats where \1 of seat)",
        plain_moves.ASKED_EACH, ("has", "have"), shown=False,
    ),
    Rewording(
        rf"\b(?!(?:{PEOPLE})\b)(\w+(?: of \w+)*) (?:contains|has)"
        r" (?!(?:\d+|[AKQJT]|no|one|exactly|only|won|any|some|cards?)\b)(\w+)", r"\2 in \1",
        "what lies there stands before `in`", ("contains", "has"),
    ),
    Rewording(
        rf"^({PLACE}) wins?$", r"win \1", "who wins stands behind `win`", differs=True,
    ),
    Rewording(
        rf"\b({PLACE}) (?:exists|is (?:set|known|defined))\b", r"\1 is not none",
        "that there is one is asked with `is not none`", differs=True,
    ),
    Rewording(
        rf"\bif ({WITHIN}) then ({WITHIN}) else (.+)$", r"\2 if \1 else \3",
        "a value stands before its `if`: `a if b else c`", differs=True,
    ),
    Rewording(
        rf"\bsum of ({WITHIN} for \w+ in )", r"total \1", "a sum over several is their `total`",
        differs=True,
    ),
    Rewording(
        rf"\b(max|min)(?:imum)? (?:of )?({WITHIN} for \w+ in )",
        lambda line: f"{'highest' if line[1] == 'max' else 'lowest'} {line[2]}",
        "the most of several is the `highest`, the least the `lowest`", differs=True,
    ),
    Rewording(
        r"(?<=[\w)]) (times|plus|minus|divided by|multiplied by|(?<=\d )x|x(?= \d)) (?=[\w(])",
        lambda line: f" {SIGNS[line[1]]} ", "it is written with its sign", differs=True,
    ),
    Rewording(
        rf"(?<== )({RANK}[♠♥♦♣](?:,? {RANK}[♠♥♦♣])+)", r"[\1]", "several cards stand in `[ ]`",
    ),
    Rewording(
        r"^(?:partners|partnerships|teams) (\d+)\b.*$", r"sides \1, in turn",
        "who plays side by side is said with `sides`", differs=True,
    ),
    Rewording(
        r"^(?:direction )?(?:counter|anti)_?clockwise$", "play counter_clockwise",
        "the direction is said with `play`", differs=True,
    ),
    Rewording(r"^otherwise$", "else", "the other case of an `if` is its `else`"),
    Rewording(
        rf"\bonly (one|\d+) cards? (?:(?:is|are|left|remains?) )*(?:left )?in ({PLACE})",
        lambda line: f"size of {line[2]} is {line[1].replace('one', '1')}",
        "how many there are is their `size`", differs=True,
    ),
    Rewording(
        rf"\bno cards? (?:(?:is|are|left|remains?) )*in ({PLACE})(?! where\b)", r"\1 is empty",
        "where no card lies a zone `is empty`", differs=True,
    ),
    Rewording(
        r"^win (?P<one>\w+?)s? (?:with|who have|having) (?:the )?(?P<most>highest|most|lowest"
        r"|fewest|least) (?P<what>\w+)$", _write_winners,
        "who wins is the `best` or the `lowest` of all",
        ("with", "who", "having"),
    ),
    Rewording(
        r"\b(?:the )?(?P<one>seat|player|side) (?:with|who has|having) (?:the )?"
        r"(?P<most>highest|most|lowest|fewest|least) "
        r"(?:(?P<whole>(?:\w+ of )+(?P=one)\b)|(?P<what>\w+))",
        _write_best,
        "one of several is the `best` or the `lowest`",
    ),
    Rewording(
        r"\b(total|highest|lowest) (?!card\b)(\w+) of (?:all )?(\w+?)s? in (\w+(?: of \w+)*)$",
        r"\1 \2 of \3 for \3 in \4", "of several, each has a name here", ("in",),
    ),
    Rewording(
        r"\b(total|highest|lowest) (\w+) of (seat|side|suit|rank)s$",
        r"\1 \2 of \3 for \3 in \3s", "of several, each has a name here",
    ),
    Rewording(
        r"\b(total|highest|lowest) (\w+) of (\w+(?: of \w+)*)$",
        r"\1 \2 of card for card in \3", "of several cards each has a name here",
    ),
    Rewording(
        rf"\b(?:highest|most) (\w+ in {WITHIN} by )", r"best \1",
        "the one that has the most of something is found with `best`", differs=True,
    ),
    Rewording(
        r"^(\w+) of (\d+\.\.\w+)(:.+)$", r"\1(\2)\3",
        "one for each number: the numbers stand in brackets", differs=True,
    ),
    Rewording(
        rf"\b(total|highest|lowest) ({WITHIN}) (for \w+ in {WITHIN}),? (?:for )?(\w+ in {WITHIN})"
        r"(?=\)|$)",
        r"\1 (\1 \2 for \4) \3", "a phrase goes through one thing; another phrase stands inside",
        ("for", ","),
    ),
    Rewording(
        rf"\bcount (\w+ in {WITHIN}) (for \w+ in {WITHIN})(?=\)|$)", r"total (count \1) \2",
        "a phrase goes through one thing; another phrase stands round it", ("for",),
    ),
    Rewording(
        r"^(for \w+ in .+?)(?: ?,(?: for| and)?| for| and) \w+ in (.+)$", r"\1",
        "a `for` goes through one thing; another `for` stands below it, further in", shown=False,
    ),
    Rewording(
        rf"\b(?:the )?next (?:player|seat) (?:of|after|from|to) ({PLACE})", r"next of \1",
        "the next one is `next of` somebody", differs=True,
    ),
    Rewording(
        r"(?P<two>\b(?:the other(?: player| seat)?|other (?:player|seat))\b)", "left of seat",
        "of two players, the other is the next", ("the", "other"),
    ),
    Rewording(
        r"^(define|table|ranking) (\w+) of ((?:seat|card|rank|suit|side)s?)( =| ?:|,)(.+)$",
        lambda line: f"{line[1]} {line[2]}({line[3]}: {line[3].capitalize()}){line[4]}{line[5]}",
        "what it is asked of stands in brackets, with its type", ("of",),
    ),
    Rewording(
        r"^(\w+) (\w+) cards in (\w+(?: of \w+)*)$", r"\1 cards in subsets(\3, \2)",
        "several cards are chosen from `subsets`",
    ),
    Rewording(
        r"\bsubsets of (\w+(?: of \w+)*), (\w+)\b", r"subsets(\1, \2)",
        "several cards are chosen from `subsets`",
    ),
    Rewording(
        rf"\bseen by ({SEER}(?:(?:,| and) (?!seen\b|starts\b|at\b|face\b){SEER})+)",
        lambda line: f"seen by [{line[1].replace(' and', ',')}]",
        "several seats stand in `[ ]`", differs=True,
    ),
    Rewording(
        rf"\bhidden from ({SEER})", r"seen by all but \1", "it is said who sees a zone",
        differs=True,
    ),
    Rewording(
        r"\bseen by (?:all|everybody|everyone)(?! (?:but|except|-))\b", "face up",
        "a zone that all see is `face up`", differs=True,
    ),
    Rewording(
        r"^win (\w+(?: of \w+)*(?:, \w+(?: of \w+)*)+)$", r"win [\1]",
        "several seats stand in `[ ]`", (",",),
    ),
    Rewording(
        r"\bany (\w+) in (\w+(?: of \w+)*) ((?:is|in|not|[<>]=?) .+)$", r"any \1 in \2 where \1 \3",
        "what is asked of each stands behind `where`", COMPARED,
    ),
    Rewording(
        r"\bany (\w+ in \w+(?: of \w+)*) ?: (.+)$", r"any \1 where \2",
        "what is asked of any of them stands behind `where`", (":",),
    ),
    Rewording(
        r"(?<![\w/\]])\[ *\](?!/)", "empty", "where nothing is among them it is `empty`",
        differs=True,
    ),
    Rewording(
        rf"{LISTING}.*", lambda line: re.sub(LISTING, _write_members, line[0]),
        "commas stand between all of them; only cards that are written short need none",
    ),
    Rewording(
        r"\bevery (\w+) in (\w+(?: of \w+)*) ((?:is|in|not|[<>]=?) .+)$", r"every \1 in \2: \1 \3",
        "what is asked of each stands behind a colon", COMPARED,
    ),
    Rewording(
        r"\bseen by (?:all|seats|everybody|everyone) (?:except|-) \[?(\w+)\]?",
        r"seen by all but \1", "those who do not see it stand behind `all but`",
    ),
    Rewording(
        r"^(replace (?:step|action)) (\w+) in (\w+)$", r"\1 in \3.\2",
        "what is replaced is named behind its phase",
    ),
    Rewording(
        r"^(\S.*?) ?([*/]) ?= (.+)$", r"\1 = \1 \2 \3", "only `+=` and `-=` change a value",
        ("*", "/"),
    ),
    Rewording(
        rf"^({PLACE} (?:is|in|not|[<>]=?) .+)$", r"expect \1",
        "what an example asks stands behind `expect`", differs=True,
    ),
    Rewording(
        r"^increase (.+) by (.+)$", r"\1 += \2", "what is added is written with `+=`",
        differs=True,
    ),
    Rewording(
        r"^(?:decrease|reduce|lower) (.+) by (.+)$", r"\1 -= \2",
        "what is taken away is written with `-=`", differs=True,
    ),
    Rewording(r"^set (\S.* = .+)$", r"\1", "no word stands before what is set"),
    Rewording(
        rf"^(?:{PUT}|give) (.+) (?:(?:in)?to|in|on(?:to)?) (?P<zone>{PLACE})$", r"move \1 to \2",
        "cards are brought there with `move`", differs=True,
    ),
    Rewording(
        rf"^(?:remove|subtract|deduct|take(?: away)?) (.+) from (?P<zone>{PLACE})$",
        r"move \1 to \2",
        "cards are taken away with `move`, which says where they go", shown=False, differs=True,
    ),
    Rewording(
        rf"^{PUT} (.+) (?:(?:in)?to|in) (.+)$", r"\2 += \1", "what is added is written with `+=`",
        differs=True,
    ),
    Rewording(
        r"^(?:give|award) (?:(?!(?:the )?(?:top|bottom)\b)(?:(?! from ).)+ to (?:(?! for ).)+"
        r"|(\w+) (\d+)(?: points?)?)$",
        r"score of seat += 1",
        "points are added with `+=`, stakes go with `pay`, cards with `move` or `deal`",
        shown=False,
        differs=True,
    ),
    Rewording(
        r"^(?:remove|subtract|deduct|take(?: away)?) (.+) from (.+)$", r"\2 -= \1",
        "what is taken away is written with `-=`",
    ),
    Rewording(
        r"^remove (pack where .+)$", r"remove (\1)",
        "the cards that are left out are written one by one, as in `remove [2♣ 2♦]`", shown=False,
    ),
    Rewording(
        r"\b\d{1,3}(?:[.,]\d{3})+\b", lambda found: re.sub("[.,]", "", found[0]),
        "no sign stands between the thousands of a number", (".", ","),
    ),
    Rewording(r"\b(\d+)\.0+\b", r"\1", "all numbers are whole", (".",)),
    Rewording(r"\b(\d+)\.\d+\b", r"\1", "all numbers are whole", (".",), shown=False),
    Rewording(
        r"\b[a-z]\w*(?:\.[a-z]\w*)+\b", lambda found: " of ".join(found[0].split(".")[::-1]),
        "what something has stands before it, with `of`", (".",),
    ),
    Rewording(
        r"(?<!of )\b(\w+) ?(?:\.|to|until) ?(\w+)(?! of\b)", r"\1..\2", "a range has two dots",
        (".", "to", "until"),
    ),
    Rewording(r"([♠♥♦♣])[+*]", r"\1'", "the second copy of a card is marked with `'`", ("+", "*")),
    *(Rewording(*one[:3], shown=one[3:] == (), differs=True) for one in TRIED_LAST),
)  # fmt: skip
