"""What plain English says of cards, questions and examples, and how it is written here.

A pattern, what stands in its place, and what is told; where a fourth part stands, the new line only
shows that all else is right. `rewordings.py` tries them.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from hoyle.dsl.nearest import COUNT, OF_TWO, WRITTEN

PLACE = r"\w+(?: of \w+)*"  # a zone, with whose it is
LAID = rf"(?:(?:\w+ of )*\w+\([^()]*\)(?: of \w+)*|{PLACE})"  # also one of a row of places
# How many: a number, or what it is worked out from.
MANY = r"((?:(?! (?:each|at an? time|from|to|into)\b).)+?)(?:(?<!of) cards?)?"
MOVED_THERE = "what goes to one place is moved there; `deal` goes round the table"
RANK = r"(?:10|[2-9AKQJT])"
RANKS = rf"{RANK}(?:'?s)?(?:(?:,? and|,| to| ?\.\.|) ?{RANK}(?:'?s)?)*"
BY_NUMBER = ("2", "3", "4", "5", "6", "7", "8", "9", "10")
NAMED_RANKS = [word for word, sign in WRITTEN.items() if re.fullmatch(RANK, sign)]
NAMED_SUITS = [word for word, sign in WRITTEN.items() if sign in "♠♥♦♣"]
OF_COLOUR = {"red": "♥♦", "black": "♠♣"}
CARD = rf"{RANK}[♠♥♦♣]"
SUBJECT = rf"\b(?!(?:must|and|or|not|if|until|where|when|expect|is|in)\b){PLACE}"
NUMBER = r"(?:\w+\(\w+(?:, ?\w+)*\)|\w+)(?: of \w+)*"  # what is compared, in one word or more
ACTION = (
    r"(?!(?:if|else|for|let|must|say|set|expect|given|repeat|show|move|gather|shuffle|announce|win|"
    r"end|choose)\b)(\w+)"
)
MORE_THAN = "(?:more|greater|higher|larger|bigger) than"
SAID = r"(?:,?( \".*\"))?"  # what a condition says where it refuses
AFTER = r"(?= and\b| or\b| if\b| else\b| ?[|,)\]]| \"|$)"  # where a question ends
STEPS_FROM = (
    rf"is (?:exactly )?(?P<count>{COUNT})(?: rank| step)?s?"
    rf" (?P<way>higher|above|lower|below)(?: than)? ({LAID}){AFTER}"
)
CARDS_GO = "cards go somewhere with `move … to …`, or all together with `gather into …`"

English = tuple[str, str | Callable[[re.Match[str]], str], str] | tuple[
    str, str | Callable[[re.Match[str]], str], str, bool
]  # fmt: skip


def _write_count_of(line: re.Match[str]) -> str:
    """How many cards of a rank there are; in brackets before what it is compared with."""
    count = f"count card in {line[2]} where rank of card is {WRITTEN.get(line[1], line[1])}"
    return f"({count})" if re.match(r" (?:is|[-+*/<>])", line.string[line.end() :]) else count


def _write_ranks(line: re.Match[str]) -> str:
    """All cards of some ranks: `7s`, `2, 3 and 4`, `2 to 6`."""
    ranks = re.findall(rf"{RANK}|to|\.\.", line["ranks"])
    for between in ("to", ".."):
        while between in ranks[1:-1]:
            at = ranks.index(between)
            low, high = ranks[at - 1], ranks[at + 1]
            if low not in BY_NUMBER or high not in BY_NUMBER:
                return line[0]
            span: list[str] = [*BY_NUMBER[BY_NUMBER.index(low) : BY_NUMBER.index(high) + 1]]
            ranks[at - 1 : at + 2] = span
    asked = f"is {ranks[0]}" if len(ranks) == 1 else f"in [{', '.join(ranks)}]"
    return f"move ({line['place']} where rank of it {asked}) to {line['to']}"


def _write_asked(line: re.Match[str]) -> str:
    """A question about each of several that is a define: `any card in board sweeps`."""
    before = " where" if line[1] == "any" else ":"
    return f"{line[1]} {line[2]} in {line[3]}{before} {line['asked']} of {line[2]}"


def _write_whoever(line: re.Match[str]) -> str:
    """A question about each seat, or side: `no seat has score of seat > 3`, `has score >= 3`."""
    one = line[2].replace("player", "seat")
    of_it = re.match(r"(\w+) ([<>]=?|is|=) ?(?=\w)", line[3])  # what each has of its own
    asked = f"{of_it[1]} of {one} {line[3][of_it.start(2) :]}" if of_it else line[3]
    if line[1] == "every":
        return f"every {one} in {one}s: {asked}"
    return f"{'not ' * (line[1] == 'no')}any {one} in {one}s where {asked}"


def _write_those(line: re.Match[str]) -> str:
    """Those of several that fit, where each is `it`."""
    asked = re.sub(rf"\b{line[1]}\b(?! of\b)", "it", line[2])
    return f"{line[1]}s where {asked}"


def _write_state(line: re.Match[str]) -> str:
    """A line of the state, with the range of a number."""
    kinds = {"yes": "yes or no", "no": "yes or no", "none": "Seat or none"}
    most = max(100, int(line[2])) if line[2].isdigit() else 0
    return f"{line[1]}: {kinds.get(line[2], f'0..{most}')} = {line[2]}{line[3] or ''}"


def _write_truth(line: re.Match[str]) -> str:
    """What is answered by yes or no."""
    begins = {"true": " = yes", "false": " = no", None: ""}.get(line[1], f" = {line[1]}")
    return f": yes or no{begins}"


def _write_said(line: re.Match[str]) -> str:
    """One sentence of parts that stood side by side: the values among them in braces.

    Parts that no `+` joins, and none has a space or a sign at its edge, are words apart.
    """
    said = ""
    for part in filter(str.strip, re.split(r"(\"[^\"]*\")", line[1])):
        value = part.strip(" +,&")
        new = part[1:-1] if part[0] == '"' else value and f"{{{value}}}"
        apart = "+" not in line[1] and re.search(r"[\w}]$", said) and re.match(r"[\w{]", new)
        said += f" {new}" if apart else new
    return f'say "{said}"'


def _write_winner(line: re.Match[str]) -> str:
    """All who have the most of something, or the least."""
    phrase = "best" if line[2] in ("most", "highest") else "lowest"
    one = line[1].replace("player", "seat")
    if one == "side":
        return f"win seats of ({phrase} side in sides by {line[3]} of side)"
    return f"win all {phrase} {one} in {one}s by {line[3]} of {one}"


def _write_named(line: re.Match[str]) -> str:
    """A card that is of a suit, or a rank, in words: `card is a club`."""
    sign = WRITTEN[line["sign"].removesuffix("s")]
    return f"{'suit' if sign in '♠♥♦♣' else 'rank'} of {line[1]} is {line['no'] or ''}{sign}"


def _write_steps(line: re.Match[str]) -> str:
    """How much higher a number is than another, or a card, by the order of the game."""
    sign = "+" if line["way"] in ("higher", "above") else "-"
    lead = "{order} of rank of " * ("drawn" in line.groupdict())
    one, other = lead + line[1], lead + line[4]
    return f"{one} is {other} {sign} {WRITTEN.get(line['count'], line['count'])}"


def _write_only(line: re.Match[str]) -> str:
    """All that somebody may do, with commas between: `fold and bet 2` are two moves."""
    return f"{line[1]} only: {re.sub(',? (?:and|or) ', ', ', line[2])}"


def _write_small(line: re.Match[str]) -> str:
    """A card with a name of its own, which is small and stands without `a`."""
    return f"{line[1]}{line[2].lower()}"


def _write_of_two(line: re.Match[str]) -> str:
    """The smaller of two numbers, or the larger one."""
    return f"{OF_TWO[line[1]]}({line['one'] or line[4]}, {line['other'] or line[5]})"


PACK = (
    (
        rf"^(?:without|minus|no|omit|except|leave out) (?:the )?({CARD}(?:,? {CARD})*)$",
        lambda line: f"remove {line[1]}" if " " not in line[1] else f"remove [{line[1]}]",
        "single cards are left out with `remove`",
    ),
    (
        r"^(?:without|no|except|with no) (?:the |any )?jokers?$", "ranks 7 8 9",
        "there are no cards but those that are named, so this line is left out", False,
    ),
    (
        rf"^(?:remove|without|minus|no|omit|except|leave out) (?:all )?(?:the )?{RANKS}"
        r"(?: if .+)?$",
        "remove 2♣",
        "whole ranks are left out of the line `ranks`; single cards are removed", False,
    ),
)  # fmt: skip
CARDS = (
    (
        rf"\bis (?:a |the )?(red|black) ({RANK})\b",
        lambda line: f"in [{' '.join(line[2] + suit for suit in OF_COLOUR[line[1]])}]",
        "a card is one of several that stand in square brackets",
    ),
    (
        rf"(?i)\b({'|'.join(NAMED_RANKS)}) of ({'|'.join(NAMED_SUITS)})\b",
        lambda line: WRITTEN[line[1].lower()] + WRITTEN[line[2].lower()],
        "a card is written by its rank and the sign, or letter, of its suit",
    ),
    (
        rf"^move all (?:the )?(?P<ranks>{RANKS}) (?:from|of|in) (?P<place>{PLACE}) to (?P<to>.+)$",
        _write_ranks, "cards of a rank are found with `where`",
    ),
    (
        rf"\b(?:the )?(?:number|count) of (?:all )?cards (?:in|of) ({PLACE})", r"size of \1",
        "how many there are is their `size`",
    ),
    (
        rf"^(?:turn|flip) over (?:the )?(?P<zone>{PLACE})$", r"show \g<zone>",
        "cards are turned up with `show`; a pile is turned over as it is moved: `move … to … "
        "turned over`", False,
    ),
    (
        rf"^(?:turn|flip|face)( up| over)? (?:the )?({PLACE})( over)?(?: face[- ]up)?"
        rf" (?:(?:on|in)?to|on) (?:the )?(?P<zone>{PLACE})$",
        lambda line: f"move {line[2]} to {line['zone']}"
        f"{' turned over' * (' over' in (line[1], line[3]))}",
        CARDS_GO,
    ),
    (r"^(?:turn|flip|face) (?:up|over) (.+)$", r"show \1", "what is turned up is shown to all"),
    (
        rf"^(?:collect|pick up|take|sweep)(?: up)? (?P<zone>{PLACE})$", r"move \1 to x", CARDS_GO,
        False,
    ),
    (
        r"\ball (?:the )?(seat|side|suit|rank)s where (.+)$", _write_those,
        "by themselves they are all of them, and each is `it` behind `where`",
    ),
    (
        r"\ball (?:the )?(seats|sides|suits|ranks)\b(?! (?:but|except)\b)", r"\1",
        "by themselves they are all of them",
    ),
)  # fmt: skip
QUESTIONS = (
    (rf"\b(?P<score>{PLACE}) {STEPS_FROM}", _write_steps, "a number is reckoned with `+` and `-`"),
    (
        rf"\b(?P<drawn>{LAID}) {STEPS_FROM}", _write_steps,
        "how high a card is says an order, of its rank",
    ),
    (
        rf"\[(?P<ranks>{RANK}(?:,? {RANK})+)\] of (?P<suit>[a-z]\w*)\b",
        lambda line: "[" + ", ".join(
            f"{rank} of {line['suit']}" for rank in line["ranks"].replace(",", "").split()
        ) + "]",
        "each card is named by its rank and suit",
    ),
    (
        rf"({SUBJECT}) not (?P<zone>{PLACE})", r"\1 not in \g<zone>",
        "whether it lies there is asked with `not in`",
    ),
    (rf"({SUBJECT}) not (?!in\b)(?=[\w(♠♥♦♣])", r"\1 is not ", "it is asked with `is not`"),
    (
        rf"\b(?:there (?:is|are) )?no (?:\w+ is )?(?P<optional>\w+)(?: (?:yet|set|there))?{AFTER}",
        r"\g<optional> is none", "that there is none is asked with `is none`",
    ),
    (
        rf"\b(?:nobody|no ?one) is (?:the )?(?P<optional>\w+){AFTER}", r"\g<optional> is none",
        "that there is none is asked with `is none`",
    ),
    (
        rf"(?<!not )\b({NUMBER}) ([<>]=?) ({NUMBER}) ([<>]=?) (?={NUMBER})",
        r"\1 \2 \3 and \3 \4 ", "one comparison at a time",
    ),
    (
        rf"\b({PLACE}) (?:is )?(?:{MORE_THAN}|over|above) (?=\w)(?!of\b)",
        r"\1 > ",
        "it is written with `>`",
    ),
    (
        rf"\b({PLACE}) (?:is )?(?:less than|fewer than|under|below) (?=\w)(?!of\b)", r"\1 < ",
        "`less than` is written `<`",
    ),
    (
        rf"\b(more|fewer|less) than (\d+) (?:\w+ )?in ({PLACE})",
        lambda line: f"size of {line[3]} {'>' if line[1] == 'more' else '<'} {line[2]}",
        "how many there are is their `size`",
    ),
    (
        rf"\bno (card) of (\w+|[♠♥♦♣]) in ({PLACE}){AFTER}",
        r"not any \1 in \3 where suit of \1 is \2", "that there is none is asked with `not any`",
    ),
    (rf"\b({PLACE}) exceeds (?=\w)", r"\1 > ", "`more than` is written `>`"),
    (rf"({RANK}) of ([♠♥♦♣])", r"\1\2", "a card is its rank and its suit, side by side"),
    (rf"\b({PLACE}) is (\w+) or (?:more|above|over)\b", r"\1 >= \2", "it is written with `>=`"),
    (
        rf"\b({PLACE}) is (\w+) or (?:less|fewer|below|under)\b", r"\1 <= \2",
        "it is written with `<=`",
    ),
    (
        rf"\b(any|every) (\w+) in ({PLACE}) (?P<asked>\w+){AFTER}", _write_asked,
        "what is asked of each stands behind it",
    ),
    (
        rf"\b(?:count|number of) (?:all )?({RANK}|{'|'.join(NAMED_RANKS)})(?:e?s)? in ({PLACE})",
        _write_count_of, "each card has a name here",
    ),
    (
        rf"\b((?:best|lowest) \w+ in {PLACE}) (by .+?) (where [^()]+)", r"\1 \3 \2",
        "`where` stands before `by`",
    ),
    (
        r"\bsum of (\w+) of (\w+) in (?=\w)", r"total \1 of \2 for \2 in ",
        "a sum over several is their `total`",
    ),
    (
        r"\bsum of (\w+) of (\w+)s\b", r"(total \1 of \2 for \2 in \2s)",
        "a sum over several is their `total`",
    ),
    (
        rf"({SUBJECT}) (?:(?:is )?(?:between|from) )?(\d+) ?(?:\.\.|to|and) ?(\d+){AFTER}",
        r"\1 in \2..\3", "whether it is one of several is asked with `in`",
    ),
    (rf"({PLACE}) (?:is |has |have )?at least (?=\w)", r"\1 >= ", "`at least` is written `>=`"),
    (rf"({PLACE}) (?:is |has |have )?at most (?=\w)", r"\1 <= ", "`at most` is written `<=` here"),
    (
        rf"({PLACE}) (?:is|has|have) (\d+) \w+s or more{AFTER}", r"\1 >= \2",
        "`or more` is written `>=`",
    ),
    (
        rf"({PLACE}) (?:is|has|have) (\d+) \w+s or (?:fewer|less){AFTER}", r"\1 <= \2",
        "`or fewer` is written `<=`",
    ),
    (
        r"\bat (least|most) (?=\w)", "x >= ",
        "what is compared stands before `>=` (at least) or `<=` (at most)", False,
    ),
    (
        rf"\b({PLACE}) (is|[<>]=?) (-?\w+) (and|or) (?=[<>])", r"\1 \2 \3 \4 \1 ",
        "each comparison names what it compares",
    ),
    (
        rf"\bin ({PLACE}(?:, {PLACE})+)$", r"in [\1]", "several stand in `[ ]`",
    ),
    (
        rf"\b(\w+) is (?P<no>not )?an? (?P<sign>(?:{'|'.join((*NAMED_RANKS, *NAMED_SUITS))})s?)\b",
        _write_named, "a card is asked for its `suit` or its `rank`",
    ),
    (
        r"\b(is (?:not )?)an? ([A-Z][a-z]\w*)\b", _write_small,
        "what has a name is written small, without `a`",
    ),
    (
        rf"\b((\w+) in {PLACE}) with (suit|rank) (\w+)", r"\1 where \3 of \2 is \4",
        "those that fit are found with `where`",
    ),
    (
        r"\b(?!(?:the|an?|one|any|its|is|of|in|by|where|and|or|not)\b)([a-z]\w*) (suit|rank)"
        r"(?= (?:is|in|not|by)\b|$)", r"\2 of \1", "what something has stands before it, with `of`",
    ),
    (
        rf"\b(?:the )?({'|'.join(OF_TWO)}) ?(?:of )?"
        r"(?:[\[(](?P<one>[^\]\[,]+), ?(?P<other>[^\]\[,]+)[\])]"
        r"|(?<= of )(.+) and (.+?)(?= times$|$))",
        _write_of_two, "of two things it is asked in brackets",
    ),
    (
        r"\b(total|highest|lowest) (\w+) of (seat|side|suit|rank)s? (is|[<>]=?) ",
        r"(\1 \2 of \3 for \3 in \3s) \4 ", "of several, each has a name here",
    ),
    (
        r"\b(highest|lowest) (?P<score>\w+) (is|[<>]=?) ",
        r"(\1 \g<score> of seat for seat in seats) \3 ", "of several, each has a name here",
    ),
    (
        r"\b(highest|lowest) (?P<score>\w+) (is|[<>]=?) ",
        r"(\1 \g<score> of side for side in sides) \3 ", "of several, each has a name here",
    ),
    (
        r"\bsum (?:of )?(\w+) of (?:all )?(?:the )?(\w+?)s in (?=\w)", r"total \1 of \2 for \2 in ",
        "a sum over several is their `total`",
    ),
    (r"\bis (not )?in\b", r"\1in", "whether one is among several is asked with `in` alone"),
)  # fmt: skip
EXAMPLES = (
    (
        rf"^(?:the )?(?:stock|deck) ?[=:]? ?\[?({CARD}(?:,? {CARD})*)\]?$", r"pack \1",
        "how the pack lies, from its top, is said with `pack`",
    ),
    (
        r"^(\w+ may only: (\w+) [^\s,]+)((?:, [^\s,a-z][^\s,]*)+)$",
        lambda line: f"{line[1]}{line[3].replace(', ', f', {line[2]} ')}",
        "each move is written whole",
    ),
    (r"^(\w+ may) only (?!:)(.+)$", _write_only, "a colon stands behind `may only`"),
    (
        r"^(\w+ may) (?!not\b|only\b)([^\"]+) (\".*\")$", r"\1 not \2 \3",
        "a sentence that refuses stands behind `may not`",
    ),
    (r"^(\w+ may(?: not)?) ?: (.+)$", r"\1 \2", "a colon stands only behind `may only`"),
    (
        r"^given (\w+) of (\w+)(?:,|,? and) \w+ = (.+)$", r"given \1 of \2 = \3",
        "each has a line of its own",
    ),
)  # fmt: skip
ACTIONS = (
    (
        rf"^{ACTION} (?:the )?(?:top|bottom)(?: card)? (?:of|from) (?:the )?(?P<zone>{PLACE})$",
        r"\1 x in x", "what can be done has a name of its own, such as `take_it`, and what it does "
        "stands below: `move top of … to …`", False,
    ),
    (
        rf"^{ACTION} (?:an?|any|the|one) (\w+) (?:from|of|out of|in) ({PLACE})$", r"\1 \2 in \3",
        "what is chosen has a name, and stands `in` the place where it lies",
    ),
    (
        rf"^{ACTION} (?:an?|any|the|one) (suit|rank|seat|side)$", r"\1 \2 in \2s",
        "what is chosen has a name, and is one `in` several",
    ),
    (
        rf"^({ACTION} \w+ in) ([^][,]+(?:, [^][,]+)+)$", r"\1 [\3]", "several stand in `[ ]`",
    ),
    (
        r"^(\w+)(?:(?:,|,? or) \w+)+$", r"\1",
        "each action has a line of its own, and below it what it does", False,
    ),
    (
        rf"^must (?!follow suit\b)(.+?),? (?:if|when|where) (?:able|possible){SAID}$",
        r"must \1, if able\2", "it is written `, if able`",
    ),
    (
        rf"^if (?:able|possible),? must (.+?){SAID}$", r"must \1, if able\2",
        "`, if able` stands behind what must be",
    ),
    (
        rf"^must if (?!able\b|possible\b)(.+?),? then (.+?){SAID}$", r"must not (\1) or \2\3",
        "what must be in one case only is said so",
    ),
    (
        r"^must if (?!able\b|possible\b).+ then .+$", "must yes",
        "what must be in one case only is said so:  must not (…) or …", False,
    ),
    (
        rf"^must (?:if|when|where) (?:able|possible),? (.+?){SAID}$", r"must \1, if able\2",
        "`, if able` stands behind what must be",
    ),
    (
        r"^must (.+?),? (?:else|or else|otherwise) (\".*\")$", r"must \1 \2",
        "what is said where it refuses stands beside it, with no word between",
    ),
    (
        rf"^(?:may|can) ?not (?:if )?(.+?){SAID}$", r"must not (\1)\2",
        "what may not be is said with `must not`",
    ),
    (
        rf"^(?:only|allowed|may) if (.+?){SAID}$", r"must \1\2",
        "what has to be is said with `must`",
    ),
    (
        r"^(cards?|seat|suit|rank|side) in (.+)$", r"take \1 in \2",
        "what can be done has a name, and then comes what is chosen",
    ),
    (rf"^{ACTION} (\d+ ?\.\. ?\w+)$", r"\1 n in \2", "what is chosen has a name, `in` several"),
    (r"^otherwise,? (?=\w).+$", "otherwise", "what is done then stands below, further in", False),
    (
        r"^must be .+$", "must yes",
        "it is said of what is chosen, by its name, as in `must card is …`", False,
    ),
    (
        rf"^{ACTION} (?:an?|any|the|one|some) cards?$", r"\1 card in x",
        "what is chosen has a name, and stands `in` the place where it lies", False,
    ),
    (
        r"^must follow suit\b.*$", "must yes",
        "it is asked of the card, as in `must suit of card is led, if able`", False,
    ),
)  # fmt: skip
DRAWS = (
    (
        r"\brandom (seat|side|suit|rank)\b|(?<== )(?:any|some) (?:random )?(seat|side|suit|rank)$",
        lambda line: f"random of {line[1] or line[2]}s", "one is drawn with `random of`",
    ),
    (
        r"(?<== )(?:(?:is )?(?:chosen|drawn|picked) )?(?:by lot|by chance|at random)$",
        "random of seats", "one is drawn with `random of`",
    ),
    (
        r"\brandom (?:number )?(?:from |between )?(\d+) ?(?:to|and|\.\.) ?(\d+)",
        r"random of (\1..\2)", "one is drawn with `random of`",
    ),
    (
        r"^(\w+): random (Seat|Side|Suit|Rank)$",
        lambda line: f"{line[1]}: {line[2]} = random of {line[2].lower()}s",
        "the type stands before `=`, and what it begins with behind it",
    ),
)  # fmt: skip
LINES = (
    (
        r"^((?:add|remove|replace) .+\.say) \".*\"$", r"\1",
        "a step is named without what it says; of several with one name, `replace phase` changes "
        "each",
    ),
    (
        r"^must (.+?) (\".*\"),? (if able)$", r"must \1, \3 \2",
        "`, if able` stands before what is said",
    ),
    (r"^payoff of (?:each|every|a|any) (\w+) =", r"payoff of \1 =", "it is said of one for all"),
    (
        r"^(?:for )?(?:each|every|all|the) (?:seats?|players?)(?: in turn| in order)?:?$",
        "for seat in seats", "each is named, and then who they are",
    ),
    (r"^expects (.+)$", r"expect \1", "what an example asks stands behind `expect`"),
    (
        r"^(?:exit|leave|quit|stop|finish|abort) (?P<phase>\w+)$", r"end \g<phase>",
        "a phase, or the match, is ended with `end`",
    ),
    (
        r"^(?:exit|leave|quit|stop|finish|abort) (?:the )?(?:match|game|play)$", "end match",
        "a phase, or the match, is ended with `end`",
    ),
    (
        r"^(?:exit|leave|quit|stop|finish|abort) (?:(?:the|this) )?(?:loop|repeat|for|\w+ing)$",
        "stop", "a loop is left with `stop` alone",
    ),
    (
        r"^remove (?:condition|option|step|action|row|column|field|table|define|phase) (.+)$",
        "remove x", "what is taken away is named by its path alone", False,
    ),
    (
        r"^set (players|sides) (.+)$", r"replace \1 \2",
        "a variant puts another line in the place of this one",
    ),
    (
        r"^(?:all|everybody|everyone) chooses? (\w+) in (.+)$", r"choose together \1 in \2",
        "what all choose at once is chosen together",
    ),
    (r"\b(?:every|each) (\w+) is empty$", r"\1 of seats is empty", "they are asked together"),
    (r"\ball (\w+?)s? (?:are|is) empty$", r"\1 of seats is empty", "they are asked together"),
    (
        rf"^((?:else )?if|must|repeat until) ((?!any\b|every\b)\w+ in {PLACE} where .+)$",
        r"\1 any \2", "a question about several begins with `any`",
    ),
    (
        r"^let (\w+) (?:be|is|to|equals?|as) (.+)$", r"let \1 = \2",
        "what is named stands before `=`",
    ),
    (rf"^({PLACE}) = ?([-+]) ?(.+)$", r"\1 \2= \3", "what is added is written with `+=`"),
    (
        r"^((?:\w+ x ?\d+(?:, )?)+)$", r"cards \1",
        "cards without a suit and rank stand behind `cards`",
    ),
    (
        r"^move (?!\d+\b|all\b)(.+) from (\w+(?: of \w+)*) to (.+)$", r"move \1 to \3",
        "cards that have a name lie where they lie", False,
    ),
)  # fmt: skip
CELL_SIGNS = {
    "<=": "up to|at most|no more than",
    ">=": "at least|from",
    "<": "less than|fewer than|under|below",
    ">": "more than|over|above",
}  # fmt: skip
CELLS: tuple[English, ...] = tuple(
    (
        rf"(?:(?<=^)|(?<=\| ))(?:{words}) (\w+)(?: on)?(?= *(?:\||$))", rf"{sign} \1",
        f"a cell that compares has a sign, here `{sign}`",
    )
    for sign, words in CELL_SIGNS.items()
)  # fmt: skip
STEPS = (
    (
        r"\bfor (?:all |each |every |the )*(?:of )?(?:the )?(?:(seat|side|suit|rank)s?|players?)$",
        lambda line: f"for {line[1] or 'seat'} in {line[1] or 'seat'}s",
        "each gets a name where they are gone through",
    ),
    (
        r"^play (?:goes )?(?:to|from) (?:the )?(left|right)$",
        lambda line: f"play {'clockwise' if line[1] == 'left' else 'counter_clockwise'}",
        "to the left is `clockwise`, to the right `counter_clockwise`",
    ),
    (r"^end (?:the )?(?:phase|game) (\w+)$", r"end \1", "a phase is ended by its name alone"),
    (rf"^({PLACE}) is (?!not\b)(.+)$", r"\1 = \2", "what is set stands before `=`"),
    (rf"^(?:the )?card (?:goes )?to ({PLACE})$", r"move card to \1", "cards go there by `move`"),
    (
        r"^(\w+(?: of \w+)?): ((?:face|seen|starts|at most) .+)$", r"\1: Cards, \2",
        "what a zone holds stands first: `Cards`, or a `Pile`",
    ),
    (
        r"^(\w+(?: of \w+)?): ((?:face|seen|starts|at most) .+)$", r"\1: Pile, \2",
        "what a zone holds stands first, here a `Pile`",
    ),
    (
        r"\bsides of (?!seats\b)(\w+)", r"(sides where any seat in \1 where side of seat is it)",
        "the sides of several seats are found so",
    ),
    (r"^(.*\w) ?\( ?\)(.*)$", r"\1\2", "brackets with nothing in them are left out"),
    (
        r"^(?:run|call|play|do|start|phase) (?P<phase>\w+)((?:\(.*\))?)$", r"\g<phase>\2",
        "a phase is run by its name alone",
    ),
    (
        r"(?:\bfor (?:each |every |all )?|^(?:each|every|all) )(?:seat|player)s?"
        r",? (?:from|(after)|(?:start|begin)\w* (?:from|with|at)) (.+)$",
        lambda line: f"for seat in seats {line[1] or 'from'} {line[2]}",
        "each is named, and then who they are",
    ),
    (
        rf"^({PLACE}):? (?:chooses?|choses|may|(?:may|must|has to|can) choose)$", r"choose \1",
        "who chooses stands behind it",
    ),
    (
        rf"^choose (?:the )?(?:seat|player|side|from) ({PLACE})$", r"choose \1",
        "who chooses stands behind it, by its name",
    ),
    (
        rf"^choose ({PLACE}) \w+ (?:an? )?\w+ (?:in|from) .+$", r"choose \1",
        "what is chosen stands below, in an action:  play card in hand of …", False,
    ),
    (r"^(?:the )?player chooses$", "choose seat", "who chooses stands behind it"),
    (r"^(?:the )?player chooses$", "choose", "who plays alone needs no name"),
    (
        r"^(?:all|everybody|everyone|all players|all seats) chooses?(?: together| at once)?"
        r"((?: (?:from|after) .+)?)$", r"choose together seat in seats\1",
        "what all choose at once is chosen together, and each has a name",
    ),
    (
        r"^win (?:the )?(?P<most>most|highest|lowest|fewest|least) (?P<score>\w+)$",
        lambda line: f"win all {'best' if line['most'] in ('most', 'highest') else 'lowest'} seat "
        f"in seats by {line['score']} of seat", "who wins stands behind `win`",
    ),
    (
        rf"^for (\w+) in ({PLACE}),? (?:other than|except|apart from) ({PLACE})$",
        r"for \1 in \2 where \1 is not \3", "those that fit are found with `where`",
    ),
    (r"^repeat for (.+ times)$", r"repeat \1", "no word stands before how often"),
    (rf"^({NUMBER} times)$", r"repeat \1", "a loop begins with `repeat`"),
    (
        r"^repeat .+ times,?(?: or)? until .+$", "repeat 2 times",
        "a loop ends after so many times, or by what it asks:  `repeat until … at most … times, "
        "else …`", False,
    ),
    (r"^next (?P<kept>\w+)$", r"\1 = next of \1", "the next one is `next of` somebody"),
    (
        r"^(?P<kept>\w+) (?:moves|passes|goes|rotates|shifts)(?: round| on)?(?: to)?(?: the| one)* "
        r"(left|right)$", r"\1 = \2 of \1", "what is set stands before `=`",
    ),
    (
        r"^(?:the )?(?:deal|lead|\w+) (?:moves|passes|goes|rotates|shifts)(?: round| on)?(?: to)?"
        r"(?: the| one)* (left|right)$", r"{doer} = \1 of {doer}",
        "who does it is a seat, which is set with `=`",
    ),
    (
        r"^(?P<kept>\w+) (?:moves|passes|goes|rotates|shifts)(?: round| on)?(?: to)?(?: the| one)* "
        r"(left|right|next) of (\w+)$", r"\1 = \2 of \3", "what is set stands before `=`",
    ),
    (
        r"^(?:the )?(?:deal|lead) (?:moves|passes|goes|rotates|shifts)(?: round| on)?(?: to)?"
        r"(?: the| one)* (left|right|next) of (?P<kept>\w+)$", r"\2 = \1 of \2",
        "who does it is a seat, which is set with `=`",
    ),
    (
        r"^(?:the )?(seat|player|side) (?:with|who has|having) (?:the )?"
        r"(most|highest|lowest|fewest|least) (?P<what>\w+) wins?$", _write_winner,
        "who wins stands behind `win`",
    ),
    (
        r"^(?:(?:the )?side (?:with|who has|which has|having) .+ wins?"
        r"|(?:the )?(?:match |game )?winners?(?: ?[:=]| is| are) .*\b(?:side|team|pair)\b.*)$",
        "win x",
        "who wins stands behind `win`:  `win seats of (best side in sides by … of side)`", False,
    ),
    (
        r"^(?:the )?(?:seat|player) (?:with|who has|having) .+ wins?$", "win x",
        "who wins stands behind `win`:  `win best seat in seats by … of seat`", False,
    ),
    (r"^wins?(?: ?:| is| are) ?(.+)$", r"win \1", "who wins stands behind `win`"),
    (rf"^(?:the )?({PLACE}) wins?$", r"win \1", "who wins stands behind `win`"),
    (rf"^(?:the )?({PLACE}) wins?$", r"win seats of \1", "who wins stands behind `win`"),
    (
        r"^(?:the )?(?:match |game )?winners?(?: ?[:=]| is| are) .+$", "win x",
        "who wins stands behind `win`, as in `win best seat in seats by … of seat`", False,
    ),
    (
        r"^(?:the )?(?:side|team|partners|partnership|seat|player) wins?$", "win x",
        "who wins stands behind `win`, as in `win best seat in seats by … of seat`", False,
    ),
    (r"^(say \"[^\"]*\") to .+$", r"\1", "all hear what is said"),
    (r"^(?:tell|inform) (?:\w+ )+(\".*\")$", r"say \1", "what is said is heard by all: `say`"),
    (
        r"^say (?=.*\")(?!\"[^\"]*\"$)(.+)$", _write_said,
        "a value that is said stands in braces inside the sentence",
    ),
    (r"\b(\d+) cards?(?= |$)", r"\1", "cards are counted without the word `cards`"),
    (
        r"^(?!each other\b)(?:every|each|all)(?: other)? (?:seats?|players?)(?: in turn)?"
        r" (?!in turn$).+$",
        "for x in seats", "what each of them does stands below `for seat in seats`", False,
    ),
)  # fmt: skip
LIES = r"(?:contains|has|have|holds|includes)"
MORE = {"more than": ">", "over": ">", "less than": "<", "fewer than": "<", "under": "<"}
MORE |= {"at least": ">=", "at most": "<="}
# These are tried before all others.
SOONER: tuple[English, ...] = (
    (
        r"\b(no|any|every) (seat|side|player) (?:has|have) (.+)$", _write_whoever,
        "seats are asked one by one",
    ),
    (
        rf"\b(?P<zone>{PLACE}) {LIES} (?:the |an? )?({CARD}|{RANK} of {PLACE})", r"\2 in \g<zone>",
        "what lies there stands before `in`",
    ),
    (
        rf"\b(?P<holder>{PLACE}) {LIES} (?:the |an? )?({RANK} of {PLACE})",
        r"\2 in {hand} of \g<holder>", "what lies there stands before `in`",
    ),
    (
        rf"\b({PLACE}) {LIES} (?:the |an? )?({RANK}) ?(?:of )?([♠♥♦♣])", r"\2\3 in {hand} of \1",
        "what lies there stands before `in`",
    ),
    (
        rf"\b(?P<zone>{PLACE}) {LIES} (?:an? )?([AKQJT])(?![\w♠♥♦♣])",
        r"(any card in \g<zone> where rank of card is \2)",
        "a question about cards begins with `any`",
    ),
    (
        rf"\b(?P<zone>{PLACE}) {LIES} ({'|'.join(MORE)}) (\w+)(?: cards?)?{AFTER}",
        lambda line: f"size of {line['zone']} {MORE[line[2]]} {line[3]}",
        "how many there are is their `size`",
    ),
    (
        rf"\b(?P<zone>{PLACE}) {LIES} (?:an?|any) cards?{AFTER}", r"\g<zone> is not empty",
        "whether there are any is asked with `is not empty`",
    ),
    (
        rf"\b(?P<zone>{PLACE}) {LIES} no(?: cards?)?{AFTER}", r"\g<zone> is empty",
        "where no card lies a zone `is empty`",
    ),
    (
        rf"\b(?P<zone>{PLACE}) {LIES} (?:exactly |only )?(one|\d+)(?: cards?)?{AFTER}",
        lambda line: f"size of {line['zone']} is {line[2].replace('one', '1')}",
        "how many there are is their `size`",
    ),
    (
        r"^(?:expect )?(?:the )?(?P<unknown>winners?) (?:is|are) (\w+)$", r"\2 wins",
        "who has won is said with `wins`",
    ),
    (
        r"^(?:given )?(\w+) (?:holds|has|gets) \[?((?:" + CARD + r"[ ,]*)+)\]?$",
        r"given {hand} of \1 = [\2]", "cards are laid out with `given`, in the zone of a seat",
    ),
    (
        rf"^({PLACE}) = (?:the )?next (?:player|seat)$", r"\1 = next of \1",
        "the next one is `next of` somebody",
    ),
    (r"^([^=|]+?) ?(?:=|->|:) ([^=|]+)$", r"\1 | \2", "cells are parted by `|`"),
    (r"^set ({PLACE}) to (.+)$".replace("{PLACE}", PLACE), r"\1 = \2", "it is set with `=`"),
    (r"^set (\w+) to (.+)$", r"set \1 = \2", "it is set with `=`"),
    (r"\b([a-z]\w*s)' ([a-z]\w*)", r"\2 of \1", "what belongs to somebody is written with `of`"),
    (
        r"^(for \w+ in \w+)(?:,? (?:starting|beginning) (?:with|from|at) (?=\w)"
        r"|(?:,? (?:starting|beginning))? (?=(?:left|right|next) of))(.+)$",
        r"\1 from \2", "who comes first stands behind `from`",
    ),
    (
        rf"^deal {MANY} from (?:the )?({PLACE}) (?:in)?to (?P<to>(?=(?P<zone>\w+)){LAID})$",
        r"move \1 from \2 to \g<to>", MOVED_THERE,
    ),
    (
        rf"^deal {MANY} (?:in)?to (?P<zone>{PLACE})$", r"move \1 from {stock} to \2", MOVED_THERE,
    ),
    (
        rf"^move all (?:the )?(?:cards )?(?:from|of|in) ({PLACE}) to (.+)$", r"move \1 to \2",
        "a zone stands for all its cards",
    ),
    (
        r"^(\w+(?: of (?:Seat|Side))?) ?[=:] ?(\d+|yes|no|none)( \".*\")?$", _write_state,
        "it is said what it can be",
    ),
    (
        r" ?: bool(?:ean)?(?: = (\w+))?$", _write_truth, "what is one of two is `yes or no`",
    ),
    (r"^(\w+) = (.+)$", r"default \1 = \2", "a variant changes what is usual with `default`"),
    (
        r"^(?!define\b)(\w+(?:\(.*\))?) = (\S+ .+)$", r"define \1 = \2",
        "what a name means begins with `define`",
    ),
    (r"(^|\| ?)(?:else|default)(?= ?\|)", r"\1otherwise", "the last row of all is `otherwise`"),
    (r"^((?:always|never) .*)\bat (?:the )?end of (\w+)", r"\1at \2", "a law stands `at` a phase"),
    (  # not the other way round: what is too open gives a game away
        r"^(\w+ of \w+: (?:Cards|Pile)\b.*, )hidden(?=,|$)",
        lambda line: f"{line[1]}{'seen by owner' if line[0][:5] == 'hand ' else 'face down'}",
        "what nobody sees is `face down`, and what only its owner sees `seen by owner`",
    ),
    (
        r"^(\w+ of \w+: .*, )(?:hidden|secret|private)(?=,|$)", r"\1seen by owner",
        "what only its owner sees is `seen by owner`, and what nobody sees `face down`",
    ),
    (r"\bface-(up|down)(?=,|$)", r"face \1", "these are two words, without a hyphen"),
    (r"\b(?:hidden|secret|closed)(?=,|$)", "face down", "a zone that nobody sees is `face down`"),
    (
        r"(?<=, )(?:visible|open|shown|public|seen by (?:all|everyone|everybody))(?=,|$)",
        "face up", "a zone that all see is `face up`",
    ),
    (
        r"(?<=, )(?:starts (?:with|as) )?(?:all|the whole|the full|full|whole) (?:the )?"
        r"(?:cards?|pack|deck)(?=,|$)", "starts with the pack",
        "what holds all cards at first `starts with the pack`",
    ),
    (
        r"^(\w+(?: of \w+)?: )(?:cards|hand)\b", r"\1Cards", "a zone holds `Cards` or a `Pile`",
    ),
    (
        r"^(\w+(?: of \w+)?: )(?:pile|stack|deck|stock)\b", r"\1Pile",
        "a zone holds `Cards` or a `Pile`",
    ),
    (
        r"^((?:replace row in|remove) \w+)\.(?![\"a-z_])(\S.*)$", r'\1."\2"',
        "a row goes by its sentence below `rule`, else by its first cell, as a name or in quotes",
    ),
    (
        r"^remove (?:condition|action|step|row|column|field) (?:in|from|of) (.+)$", r"remove \1",
        "what is taken away is named by its path alone",
    ),
)  # fmt: skip
ENGLISH: tuple[English, ...] = (
    *CELLS, *LINES, *PACK, *CARDS, *DRAWS, *QUESTIONS, *EXAMPLES, *STEPS, *ACTIONS,
)  # fmt: skip
