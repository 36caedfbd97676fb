"""What plain English says of scores, orders, rows and several at once, and how it is written here.

The parts are those of `plain_english.py`; these are tried before those.
"""

from __future__ import annotations

import re

from hoyle.dsl.nearest import COUNT, WRITTEN
from hoyle.dsl.parser.plain_english import (
    ACTION,
    AFTER,
    CARD,
    MORE,
    NAMED_RANKS,
    PLACE,
    RANK,
    SAID,
    English,
)

PHRASE = "any|every|count|total|highest|lowest|best|first"
INSIDE = r"(?:[^()]|\([^()]*\))+?"  # words of which no bracket is left open
WITHOUT_SIGNS = r"(?:(?! [-+*/] )[^()])+"
EITHER = rf"(?:{CARD}|{RANK}(?!\w)|[♠♥♦♣])"
SEVERAL = rf"{EITHER}(?:(?:,? or |, ?| ){EITHER})+"
ASKED = "a question about several begins with `any`"
LAID = "cards are laid out with `given`, in the zone of a seat"
NARROWED = "`where` stands right behind those that it narrows down"
FITTING = "those that fit are found with `where`"
EACH = "a deal says from where, to where and for whom"
PARTED = r", ?(?:and )?| and "
ADDED = "what is added is written with `+=`"


# One thing that is chosen.
ONE = rf"(?:(?:an?|the|one|some|any) )?(\w+)(?: card)? (?:in|from) ({PLACE})"


def _write_choices(line: re.Match[str]) -> str:
    """An action with all that is chosen in it."""
    chosen = re.findall(ONE, line["chosen"])
    return f"{line[1]} {', '.join(f'{name} in {place}' for name, place in chosen)}"


def _write_narrowed(line: re.Match[str]) -> str:
    """An action whose choice is narrowed down: each of which one is chosen is `it` there."""
    asked = re.sub(rf"(?<!of )\b{line[3]}\b(?! of\b)", "it", line[4])
    return f"{line[1]} where {asked}"


def _write_where(line: re.Match[str]) -> str:
    """What is asked of several, where each `if` is a `where`."""
    if " else " in line[0]:
        return line[0]
    return re.sub(rf"\b((?:any|every|count|best|first) \w+ in {PLACE}) if ", r"\1 where ", line[0])


def _turn_round(ranks: list[str]) -> list[str]:
    """Ranks from the last to the first, `9..2 A` of `A 2..9`."""
    turned = (re.sub(r"^(\w+)\.\.(\w+)$", r"\2..\1", rank) for rank in reversed(ranks))
    return list(turned)


def _write_order(line: re.Match[str]) -> str:
    """An order of ranks that was given from the lowest to the highest."""
    return f"order {line[1]}, best first: {' '.join(_turn_round(line[2].split()))}"


def _write_any_order(line: re.Match[str]) -> str:
    """An order that does not say from where it goes: figures rise, or one is lower than a court."""
    ranks = line[2].split()
    first, second, *_ = [*re.split(r"\.\.|[ ,]+", line[2].removeprefix("A ")), "", ""]
    if first.isdigit() and (not second.isdigit() or int(first) < int(second)):
        ranks = _turn_round(ranks)
    return f"order {line[1] or 'high'}, best first: {' '.join(ranks)}"


def _write_list(line: re.Match[str]) -> str:
    """Ranks, suits or cards among which something is looked for."""
    asked = "not in" if line[1].startswith(("is not", "not")) else "in"
    return f"{asked} [{', '.join(re.findall(EITHER, line[2]))}]"


def _write_parity(line: re.Match[str]) -> str:
    """Whether a number is even, or odd."""
    rest = int(line[3] == "odd") ^ int(bool(line[2]))
    return f"remainder({line[1]}, 2) is {rest}"


def _write_whose(line: re.Match[str]) -> str:
    """The one of all of whom something is so: `the seat whose hand is empty`."""
    one = line["one"].replace("player", "seat")
    asked = re.sub(r"^(\w+)(?= (?:is|has|in)\b| ?[<>])", rf"\1 of {one}", line[2])
    return f"(first {one} in {one}s where {asked})"


def _write_win(who: str) -> str:
    """Who wins: of a side, all its seats."""
    one_side = re.match(r"(?:best|lowest|first) side\b", who)
    return f"win seats of ({who})" if one_side else f"win {who}"


def _write_count(line: re.Match[str]) -> str:
    """How many cards fit: each has a name there."""
    asked = re.sub(r"\bit\b", "card", re.sub(r"\bits (\w+)", r"\1 of card", line[2]))
    count = f"count card in {line[1]} where {asked}"
    beside = line.string[: line.start()].rstrip()[-1:] + line.string[line.end() :].lstrip()[:1]
    return f"({count})" if re.search(r"[-+*/]", beside) else count


def _write_highest(line: re.Match[str]) -> str:
    """Who wins, where it was said by what."""
    phrase = "lowest" if line[1] in ("lowest", "least") else "best"
    every = "all " * (line[3] == "seat")
    return _write_win(f"{every}{phrase} {line[3]} in {line[3]}s by {line[2]} of {line[3]}")


PLAIN_LINES: tuple[English, ...] = (
    # orders
    (
        rf"^order (\w+),? (?:highest|high|top|greatest)(?: card)?s? first ?:? ({RANK}(?: .+)?)$",
        r"order \1, best first: \2", "an order is from the best to the lowest: `best first`",
    ),
    (
        rf"^order (\w+),? (?:lowest|low|worst|smallest)(?: card)?s? first ?:? ({RANK}(?: .+)?)$",
        _write_order, "an order is from the best to the lowest: `best first`",
    ),
    (
        rf"^(?:card |rank )?(?:order|ranking)(?: (?:of (?:the )?)?(\w+))? ?[:=] ?({RANK}(?: .+)?)$",
        _write_any_order, "an order has a name, and is from the best to the lowest: `best first`",
    ),
    (
        rf"^(?!order\b)(\w+)(?: (?:high|low|order))?, best first ?: ?({RANK}(?: .+)?)$",
        r"order \1, best first: \2", "an order begins with `order`, and then comes its name",
    ),
    (
        rf"^(?!order\b)\w+(?: (?:high|low|order))?, best first ?: ?(?:{RANK} )*{CARD}(?: .+)?$",
        "order x, best first: A K",
        "an order begins with `order`, and holds ranks alone; single cards are told apart in a "
        "`table`", False,
    ),
    (
        rf"^(order \w+, best first: )({RANK}(?: > {RANK})+)$",
        lambda line: line[1] + line[2].replace(" >", ""), "the ranks stand side by side",
    ),
    # numbers of players
    (
        r"^players ?(?:= ?|: ?)?(\d+(?: \d+)+)$",
        lambda line: f"players {', '.join(line[1].split())}",
        "numbers of players stand side by side, with commas",
    ),
    (r"^players ?[=:] ?(\d+(?:, ?\d+)+)$", r"players \1", "how many play stands behind it alone"),
    (
        r"^players ?[=:] ?(\d+)(?: ?(?:-|–|to|\.\.+) ?(\d+))?$",
        lambda line: f"players {line[1]}" + (f"..{line[2]}" if line[2] else ""),
        "how many play stands behind `players` alone, with two dots in a range",
    ),
    (
        rf"^players ({COUNT})(?:(?:, ?| or |, or | and ){COUNT})*$",
        lambda line: f"players {', '.join(WRITTEN.get(n, n) for n in re.findall(COUNT, line[0]))}",
        "numbers of players stand side by side, in figures and with commas",
    ),
    # several at once
    (
        rf"^({ACTION}(?: .*,)?) (?:several|some|many|any number of|one or more|any|all)"
        rf"(?: of)?(?: the)? (\w+s) (?:in|from|of) ({PLACE})$", r"\1 \3 in subsets of \4",
        "one is chosen `in` a place, and several in `subsets of` it",
    ),
    (
        rf"^({ACTION}(?: .*,)?) (?:any |exactly |just )?({COUNT}) (?:of the )?(\w+s)"
        rf" (?:in|from|of) ({PLACE})$",
        lambda line: f"{line[1]} {line[4]} in subsets({line[5]}, {WRITTEN.get(line[3], line[3])})",
        "several cards are chosen from `subsets`",
    ),
    (
        rf"^({ACTION}(?: .*,)?) (\w+s) in (?:any |a )?({COUNT})[ -](?:card )?subsets? of"
        rf" ({PLACE})$",
        lambda line: f"{line[1]} {line[3]} in subsets({line[5]}, {WRITTEN.get(line[4], line[4])})",
        "how many each of the `subsets` has stands behind the place",
    ),
    (
        r"\b(?:any|all|some|the) (?:of )?(?=subsets(?: of\b| ?\())", "",
        "`subsets` are all of them, from which one is chosen",
    ),
    (
        r"\b(any|every|count) of (?=[\w ]+ where\b)", r"\1 one in ",
        "each has a name here, as in `any card in … where …`", False,
    ),
    (
        rf"\b(?:number|count) of cards (?:in|of|from) ({PLACE}) where ({WITHOUT_SIGNS})",
        _write_count, "how many fit is their `count`",
    ),
    (
        rf"\b(total|highest|lowest) (?P<order>\w+) of (?:ranks of )?({PLACE})(?=\)|$)",
        r"\1 \g<order> of rank of one for one in \3", "of several, each has a name here",
    ),
    (
        rf"\b(total|highest|lowest) (?P<asked>\w+) of ({PLACE})(?=\))",
        r"\1 \g<asked> of one for one in \3", "of several, each has a name here",
    ),
    # what is asked of several
    (
        rf"\b((?:best|lowest|every) \w+ in {INSIDE})( by|:) ({INSIDE}) where ({INSIDE})(?=\)|$)",
        r"\1 where \4\2 \3", NARROWED,
    ),
    (
        rf"\b((?:total|highest|lowest) {INSIDE}) where ({INSIDE}) (for \w+ in {INSIDE})(?=\)|$)",
        r"\1 \3 where \2", NARROWED,
    ),
    (
        r"\b(\w+) of (?:any|an?|some|one) (\w+?)s? ((?:[<>]=?|is|in) .+)$",
        r"any \2 in \2s where \1 of \2 \3", ASKED,
    ),
    (
        rf"^(let \w+ = |{PLACE} = )(?:(?:some|an?|the) )?(?=\w+ in {PLACE} where\b)", r"\1first ",
        "one that fits is the `first`; whether there is one is asked with `any`",
    ),
    (
        rf"^move (?:all (?:of )?)?(?:the )?(?P<named>{'|'.join(NAMED_RANKS)})s? (?:from|of|in) "
        rf"(?P<place>{PLACE}) to (?P<to>.+)$",
        lambda line: (
            f"move ({line['place']} where rank of it is {WRITTEN[line['named']]}) to {line['to']}"
        ),
        "cards of a rank are found with `where`",
    ),
    (
        rf"\bthere (?:is|are) (?:already )?(?:any |an? )(?P<optional>\w+)(?: (?:yet|set))?{AFTER}",
        r"\g<optional> is not none", "that there is one is asked with `is not none`",
    ),
    (r"\b(?:there (?:is|are) )?some (?=\w+ in\b)", "any ", ASKED),
    (rf"\bthere (?:is|are) (?:any |an? )?(?=\w+ in {PLACE})", "any ", ASKED),
    (
        rf"\bthe (?=(?!highest|lowest|best)\w+ in {PLACE} where\b)", "first ",
        "the one that fits is the `first`",
    ),
    (
        r"^(.*\b(?:any|every|count|best|first) \w+ in .+)$", _write_where, FITTING,
    ),
    (
        rf"\bfirst of (?P<zone>{PLACE})$", r"(first card in \g<zone>)",
        "`first` begins a phrase, in which each has a name; the first of a pile is its lowest card",
    ),
    (
        rf"\b(any|count|best|first) (\w+) in ({PLACE}) (?:(?:with|that has|having|of|whose) )?"
        rf"(rank|suit) (?:is )?({EITHER}|\w+)", r"\1 \2 in \3 where \4 of \2 is \5", FITTING,
    ),
    (rf"\b((?:any|first|count) \w+ in {PLACE}) (?=\()", r"\1 where ", FITTING),
    (
        r"\b(max(?:imum)?|largest|min(?:imum)?|smallest) (?:of )?(\w+) of (seat|side)s?\b",
        lambda line: f"{'lowest' if line[1][:3] in ('min', 'sma') else 'highest'} {line[2]} of "
        f"{line[3]} for {line[3]} in {line[3]}s", "of several it is the `highest`, or the `lowest`",
    ),
    (
        rf"\b(?:count|number) of (?!cards\b)(\w+) in ({PLACE})",
        r"count card in \2 where rank of card is \1", "each card has a name here",
    ),
    (
        rf"\b({PLACE}) (?:has|have|holds|contains) (?:at least )?(\d+) "
        rf"({'|'.join(NAMED_RANKS)})s{AFTER}",
        lambda line: f"(count card in {line[1]} where rank of card is {WRITTEN[line[3]]})"
        f" >= {line[2]}", "how many fit is their `count`",
    ),
    (
        rf"(?:\bthe )?\b(highest|best|lowest|worst) card of (\w+|[♠♥♦♣]) in ({PLACE})(?=\)|$)",
        lambda line: f"{'best' if line[1] in ('highest', 'best') else 'lowest'} card in {line[3]} "
        f"where suit of card is {line[2]} by {{order}} of rank of card",
        "of several, one is found `by` a number, and those of a suit with `where`",
    ),
    (
        rf"(?:\bthe )?\b(highest|best|lowest|worst) (\w+) (?:in|of) (?P<zone>{PLACE})$",
        lambda line: f"{'best' if line[1] in ('highest', 'best') else 'lowest'} {line[2]} in "
        f"{line['zone']} by {{order}} of rank of {line[2]}",
        "of several, one is found `by` a number",
    ),
    (
        rf"\b(any|count|best|first) (\w+) in ({PLACE}) (?:that|which) (?:is|are) (?={EITHER})",
        r"\1 \2 in \3 where \2 is ", FITTING,
    ),
    (
        rf"\b({PHRASE}) ?\((\w+ in {INSIDE}|.+? for {INSIDE})\)(?=$|[ )])", r"(\1 \2)",
        "the brackets stand round the whole phrase",
    ),
    (
        rf"\b(total|highest|lowest) of (?={INSIDE} for \w+ in\b)", r"\1 ",
        "behind it stands at once what is asked of each",
    ),
    (
        rf"\b(?:the |all )?cards (?:in|of|from) ({PLACE} where .*\bits?\b)", r"\1",
        "a zone stands for all its cards",
    ),
    (
        rf"\bcount (?:(?:of )?({PLACE})(?= [<>]| is\b)|of ({PLACE})(?= [-+*/]|\)|$))",
        lambda line: f"size of {line[1] or line[2]}",
        "how many there are is their `size`",
    ),
    (
        r"\b(?:number|count) of cards (?:in|of) (\w+(?: of (?!rank\b|suit\b)\w+)*)"
        r" of (rank|suit) (\w+|[♠♥♦♣])", r"(count card in \1 where \2 of card is \3)",
        "how many fit is their `count`",
    ),
    (
        r"\b(\w+) in (\w+(?: of (?!rank\b|suit\b)\w+)*) of (rank|suit) (\w+|[♠♥♦♣])",
        r"\1 in \2 where \3 of \1 is \4", FITTING,
    ),
    (
        rf"\bboth ({PLACE}|{CARD}) and ({PLACE}|{CARD}) (?=(?:not )?in\b)", r"[\1, \2] ",
        "several stand in `[ ]`",
    ),
    (
        rf"\b({PLACE}) (?:contains|has|holds) both ({PLACE}|{CARD}) and ({PLACE}|{CARD}){AFTER}",
        r"[\2, \3] in \1", "several stand in `[ ]`, before `in`",
    ),
    # questions
    (r" ?\|\| ?(?=[\w(])", " or ", "one of the two is asked with `or`"),
    (
        rf"\b(?P<zone>{PLACE}) and ({PLACE}) are equal{AFTER}",
        r"size of \g<zone> is size of \2", "of two zones it is their `size` that is compared",
    ),
    (
        rf"\b({PLACE}) and ({PLACE}) (?:are|is) (?:equal|the same|alike){AFTER}", r"\1 is \2",
        "whether two are the same is asked with `is`",
    ),
    (rf"^({PLACE}) (must|may|should) (?:be|equal) (.+)$", r"must \1 is \3", "`must` stands first"),
    (
        rf"\b((?:is )?(?:not )?(?:one of|among|in)|is(?: not)?(?= \(?{EITHER}[, ]+{EITHER}))"
        rf" \(?({SEVERAL})\)?{AFTER}", _write_list, "several stand in `[ ]`",
    ),
    (
        rf"\b(?:rank of )?({PLACE}) is (not )?an? ({RANK}){AFTER}",
        lambda line: f"rank of {line[1]} is {line[2] or ''}{line[3]}",
        "a card is asked for its `rank`",
    ),
    (
        rf"(?<!\w)({PLACE}|\([^()]*\)|(?:{PHRASE}) {INSIDE}) is (not )?(even|odd){AFTER}",
        _write_parity, "what a division leaves is its `remainder`",
    ),
    (r"\bis same as (?=[\w(])", "is ", "it is asked with `is` alone"),
    (rf"\b({PLACE}) (?:has )?reach(?:es|ed)? (?=\w)", r"\1 >= ", "it is written with `>=`"),
    (r"([<>]) =(?= \w)", r"\1=", "the sign is one word"),
    (rf"^(?:not|cannot|may not|must not be) (\w+\(.*\)){SAID}$", r"must not \1\2",
     "a condition begins with `must`"),
    (
        r"^(?:(?:may )?only (?:if|when|after|once|while)|may (?:only )?if"
        r"|provided(?: that)?|conditions?:?|needs?) (.+)$",
        r"must \1", "a condition begins with `must`",
    ),
    (r"^unless (.+)$", r"must not (\1)", "a condition begins with `must`"),
    (
        rf"\b((?:rank|suit) of {PLACE}) match(?:es)? (?=(?:rank|suit) of\b)", r"\1 is ",
        "it is asked with `is`",
    ),
    (
        r"= if (.+?) (\d+) else (\d+)$", r"= \2 if \1 else \3",
        "a value stands before its `if`: `a if b else c`",
    ),
    (r"^(.+ if .+) otherwise (.+)$", r"\1 else \2", "the other value stands behind `else`"),
    (
        r"\b(?P<holder>\w+) has (more than |at least |over |)(\w+) cards?(?= at most| and| or|$)",
        lambda line: f"size of {{hand}} of {line['holder']} {MORE.get(line[2].strip(), 'is')} "
        f"{'0' if line[3] == 'no' else WRITTEN.get(line[3], line[3])}",
        "how many there are is their `size`",
    ),
    (
        r"\b(\w+) has (more than |at least |over |)(\w+) (?P<score>\w+)(?= at most| and| or|$)",
        lambda line: f"{line['score']} of {line[1]} {MORE.get(line[2].strip(), 'is')} "
        f"{'0' if line[3] == 'no' else line[3]}",
        "what somebody has is asked by its name",
    ),
    (
        r"\b(\w+) has (?P<score>[a-z]\w*) (\w+)(?= at most| and| or|$)",
        lambda line: f"{line['score']} of {line[1]} is {line[3]}",
        "what somebody has is asked by its name",
    ),
    (
        r"\b(?:no ?body|no one|no (?:seat|player)) has (?:any |a )?cards?(?: left)?"
        r"|\b(?:no cards? (?:is|are) left|all cards (?:are|have been) played)(?= at most| and|$)",
        "{hand} of seats is empty", "all hands are asked together",
    ),
    (
        r"^repeat (\w+) (?:tricks|rounds|deals|hands|turns|games)$", r"repeat \1 times",
        "how often is said with `times`",
    ),
    (
        r"^repeat (?:for )?(?:up to|no more than|not more than|a maximum of) (\w+)(?: times)?$",
        r"repeat \1 times",
        "how often stands alone, and `stop` ends the loop sooner",
    ),
    # scores
    (
        r"\b(?P<family>[a-z]\w*)\[([a-z]\w*)\]", r"\g<family> of \2",
        "what belongs to somebody is written with `of`",
    ),
    (
        r"^\w+ of (?:all|every|each) (seat|side)s? ([-+]?=) (.+)$", r"x of \1 \2 \3",
        "each is set by itself, below `for seat in seats` or `for side in sides`", False,
    ),
    (rf"^score (?P<score>{PLACE}) (\d+)$", r"\g<score> += \2", ADDED),
    (
        rf"^(?P<holder>\w+)(?: of {PLACE})? (?:has|gets|takes|scores|wins) "
        r"(?:(?:one|\d+)(?: more)?|another) (?!cards?\b|points?\b)\w+$", "x += 1", ADDED, False,
    ),
    (
        r"^win (?:seats of )?\(?(?:the )?(highest|most|best|lowest|least) (\w+) of (?:all )?"
        r"(seat|side)s?\)?$", _write_highest, "who wins is the `best`, or the `lowest`, of all",
    ),
    (
        r"^(?P<kept>\w+)((?: of \w+)*) ([-+]) ?(\S.*)$", r"\1\2 \3= \4",
        "what is added is written with `+=`, what is taken away with `-=`",
    ),
    (rf"^({PLACE}) plus (.+)$", r"\1 += \2", ADDED),
    (rf"^({PLACE}) minus (.+)$", r"\1 -= \2", "what is taken away is written with `-=`"),
    (
        rf"^({PLACE}) (?:increases?|goes up|grows|rises) by (.+)$", r"\1 += \2", ADDED,
    ),
    (
        rf"^({PLACE}) (?:decreases?|goes down|falls|drops|shrinks) by (.+)$", r"\1 -= \2",
        "what is taken away is written with `-=`",
    ),
    (
        r"^(?:the )?(?P<holder>\w+) (?:scores?|gets|earns|gains|wins) (\d+)(?: points?)?$",
        r"{score} of \g<holder> += \2", ADDED,
    ),
    (
        r"^(?:the )?(?P<holder>\w+) (?:scores?|gets|earns|gains) (?:the |all )*"
        r"(?:differences?|totals?|sums?|rest|values?|points?)\b.*$", "x += 1", ADDED, False,
    ),
    (rf"^({PLACE} [-+]?= .+?) points?$", r"\1", "a number stands without the word `points`"),
    (
        rf"^(?:give|add) (\w+) to (?P<score>{PLACE})$",
        lambda line: f"{line['score']} += {WRITTEN.get(line[1], line[1])}", ADDED,
    ),
    (rf"^increment (?P<score>{PLACE})$", r"\g<score> += 1", ADDED),
    (
        r"^(?P<unknown>winners?)(?: ?:)? (?:(?:=|is|are) )?(.+)$", lambda line: _write_win(line[2]),
        "who wins stands behind `win`",
    ),
    (
        r"^(?:the )?(?:best|highest|lowest|worst|first) \w+ wins?$", "win x",
        "who wins stands behind `win`, as in `win best seat in seats by score of seat`", False,
    ),
    (
        r"^((?:best|lowest|first) .+) wins?$", lambda line: _write_win(line[1]),
        "who wins stands behind `win`",
    ),
    (
        r"^(?:end|finish|quit|leave)(?: match| phase)? (?:when|as soon as|once|whenever) (.+)$",
        r"ends when \1",
        "a phase that ends as soon as something is so has a line `ends when …`",
    ),
    # actions and loops
    (
        rf"^({ACTION} (\w+) in {PLACE}) if (.+)$",
        _write_narrowed,
        "those that fit are found with `where`, and each is `it` there",
    ),
    (
        rf"^(?!(?:if|for|let|must|repeat|move|deal|choose|until|pay)\b)(\w+)"
        rf" (?P<chosen>{ONE}(?:(?:,| and|,? and|) {ONE})*)$", _write_choices,
        "what is chosen has a name and stands `in` a place, and commas stand between several",
    ),
    (
        r"\bseats (?:clockwise|in (?:turn|order)|(?:a)?round the table),? (?=from\b|after\b)",
        "seats ", "which way it goes round is said once, with `play clockwise`",
    ),
    (
        # not `card in left, right`: those are several
        r"^((?:else )?if|must|repeat until) (?![^,]* in [^,]*,(?!.*\b(?:is|in)\b))([^,\"]+),"
        r" (?!at most|if able|if|else|however)(.+)$",
        r"\1 \2 and \3", "two questions are joined by `and`, or by `or`", False,
    ),
    (
        r"^must (?:be of|be|have) the same (?:rank|suit)\b.*$", "must yes",
        "one is held against the other, as in `must rank of card is rank of other`", False,
    ),
    (r"^announce (\".*\")$", r"say \1", "what is heard by all stands behind `say`"),
    # moves
    (
        r"^(?:deal|give) (\d+)(?: cards?)? from (\w+) to (?P<zone>\w+) of (?:all )?seats$",
        r"deal \1 each from \2 to \3 of seat for seat in seats", EACH,
    ),
    (
        r"^(?:deal|give) (\w+)(?: cards?)? from (\w+) to (?:each|every|all) (?:seat|player)s?$",
        r"deal \1 each from \2 to {hand} of seat for seat in seats", EACH,
    ),
    (
        r"^(?:each|every) (?:seat|player) (?:draws|takes|gets) (?:a|one|1) cards?"
        r" from (?:the )?(\w+)$",
        r"deal 1 each from \1 to {hand} of seat for seat in seats", EACH,
    ),
    (
        r"^(?P<holder>\w+) shows (?:his |her |their |the )?(?P<zone>\w+)$",
        r"show \g<zone> of \g<holder>", "what somebody has is shown to all",
    ),
    (
        rf"^(?:turn|flip|face)(?: up| over)? (?:the )?(top|bottom) card of ({PLACE})$",
        r"show \1 of \2", "what is turned up is shown to all",
    ),
    (
        rf"^deal (.+ to {PLACE}) and (?:to )?{PLACE} (for .+)$", r"deal \1 \2",
        "a deal goes to one zone of each; another hand is dealt to in a line of its own", False,
    ),
    (
        r"^for (?:(?:each|every|all|the) )*others?(?: (?:seat|player|side)s?)?$", "for x in seats",
        "the others are `seats after …`, or `seats where it is not …`", False,
    ),
    (
        r"(?<!each )(?<!every )(?<!any )(?<!all )(?<!of )(?<!in )"
        r"\b(?:the )?(?P<one>seat|player|side) (?:whose|where|for whom) (.+)$", _write_whose,
        "the one that fits is the `first`",
    ),
    (
        r"^deal (\w+) (?:cards? each|each (?:of )?(?:the )?cards?) (?=from\b)",
        lambda line: f"deal {WRITTEN.get(line[1], line[1])} each ",
        "the number stands before `each`, without the word `cards`",
    ),
    (
        rf"^move all (?:the )?(?!cards?\b)(\w+?) (?:from|in|of) ({PLACE}) to (.+)$",
        r"move (\2 where rank of it is \1) to \3", "cards of a rank are found with `where`",
    ),
    (
        rf"^move (?:\(({PLACE}(?:(?:, ?(?:and )?| and ){PLACE})+)\)"
        rf"|({PLACE}(?:(?:, ?(?:and )?| and ){PLACE})+)) to ({PLACE})$",
        lambda line: f"move [{', '.join(re.split(PARTED, line[1] or line[2]))}] to {line[3]}",
        "several cards stand in `[ ]`",
    ),
    (
        rf"^move \(?({PLACE}(?:(?:, ?(?:and )?| and ){PLACE})+)\)? to ({PLACE})$",
        lambda line: f"move {' + '.join(re.split(PARTED, line[1]))} to {line[2]}",
        "cards and zones are put together with `+`",
    ),
    (
        r"^gather (?:up )?(?:(?:all|the|of) )*cards? (?:in|into|on|to) (\w+)$", r"gather into \1",
        "all cards of everywhere are gathered",
    ),
    (
        r"^(?:collect|gather|take|pick)(?: up| in| back)? (?:all )?(?:the )?cards"
        r"(?: up| in| back)?$",
        "gather into {stock}", "all cards of everywhere are gathered",
    ),
    (
        rf"^({PLACE}) (?:takes|collects|captures|gets|picks up"
        rf"|wins(?= (?:the )?(?P<zone>{PLACE})$)) (.+)$", r"move \3 to {hand} of \1",
        "cards go somewhere with `move … to …`", False,
    ),
    (
        r"^(?:exchange|trade|switch|swap) (.+) (?:with|for|against) (.+)$", r"swap \1 and \2",
        "all cards of two places change with `swap … and …`",
    ),
    (
        r"^(?:exchange|trade|switch|swap) (.+) (?:with|for|against|and) (.+)$", r"move \1 to \2",
        "single cards change places by two lines that begin with `move`", False,
    ),
    (
        r"^(?:\w+ )?(?:looks?|peeks?|peeps?) (?:at|into) (.+)$", r"show \1 to x",
        "who looks at cards is shown them: `show … to …`", False,
    ),
    # phases
    (
        r"^start (?:(?:with|at|in|from|the|phase|by) )+(?P<phase>\w+)$", r"start \g<phase>",
        "what is played stands behind `start` alone",
    ),
    (
        rf"^(?P<phase>\w+) (?:with |for )?({PLACE})$", r"\g<phase> of \2",
        "what a phase takes stands behind `of`",
    ),
    (
        rf"^(?P<phase>\w+) (?:of |with |for )?({PLACE}(?:, {PLACE})*)$", r"\g<phase>(\2)",
        "what a phase takes stands in brackets",
    ),
    # examples, laws and policies
    (
        r"^expect (\w+) (?:has|scores|gets) (-?\d+)(?: points?)?$", r"expect {score} of \1 is \2",
        "what somebody has is asked by its name",
    ),
    (rf"^expect ({PLACE}) (-?\d+|yes|no|none)$", r"expect \1 is \2", "it is asked with `is`"),
    (
        r"^expect (?:\w+ (?:says?|hears) )?(\".*\")$", r"expect say \1",
        "what was said is expected with the word `say`",
    ),
    (
        r"^players (\d+) (?:(?:is|are) )?(?:not allowed|cannot play|refused|too many|too few)$",
        r"players \1 refused", "a number that cannot play is `refused`",
    ),
    (
        r"^((?:always|never) \".*\") (?:after|in|during|while|on|when|at the end of) (\w+) ?:",
        r"\1 at \2:", "a law stands `at` a phase",
    ),
    (r"^(?P<phase>\w+): ?(\w.*)$", r"\g<phase>.\2", "a dot stands between a phase and its action"),
    (r"^(\w+\.\w+) (?:if|whenever|where) (.+)$", r"\1 when \2", "what is advised has a `when`"),
    # zones and state
    (
        r"\b(?:(?:faced|facing|turned|lying) |face_?)(up|down)\b", r"face \1",
        "a zone is `face up` or `face down`",
    ),
    (
        r"\b(?:visible|known|shown|open|face up) (?:to|for) (?=\w)", "seen by ",
        "it is said who sees a zone with `seen by`",
    ),
    (r"(: [A-Z]\w+) ?\?", r"\1 or none", "what may be none is `or none`"),
    # variants
    (
        r"^(variant .+ of )\"(\w+)\"", lambda line: line[1] + line[2].lower(),
        "the base is named as its file is",
    ),
    (
        r"^(?:change|modify|alter|let) (\w+) (?:=|to) (.+)$", r"default \1 = \2",
        "a variant changes what is usual with `default`",
    ),
    (
        r"^(?:change|modify|alter) (\w+ .+)$", r"replace \1",
        "a variant puts another in its place with `replace`",
    ),
    *(
        (
            rf"^replace (?P<{kind}>\w+)$", rf"replace {kind} \g<{kind}>",
            "its kind stands before a name, and the new one below",
        )
        for kind in ("phase", "conditions", "policy")
    ),
    *(
        (
            rf"^replace {path}$", rf"replace {part}",
            "what a path names has its kind before it: `action`, `condition`, `step`, `row`",
        )
        for path, part in (
            (r"(?P<below_step>\w+)\.(\w+)", r"step in \1.\2"),
            (r"(?P<below_action>\w+)\.(\w+)", r"action in \1.\2"),
            (r"(?P<below_condition>\w+)\.(\w+)\.(\".*\")", r"condition in \1.\2.\3"),
            (r"(?P<below_row>\w+)\.(\w+|\".*\")", r"row in \1.\2"),
            (r"(?P<phase>\w+)\.(?P<action>\w+)", r"action in \1.\2"),
            (r"(?P<phase>\w+)\.(\w+)", r"step in \1.\2"),
            (r"(?P<phase>\w+)\.(\w+)\.(\".*\")", r"condition in \1.\2.\3"),
            (r"(?P<table>\w+)\.(\w+)", r'row in \1."\2"'),
        )
    ),
    (
        r"^replace (\w+)$", r"replace row in \1",
        "its kind stands before a name, and the new one below: `replace table …`, `replace "
        "phase …`",
        False,
    ),
    (
        r"^remove (?:the )?(?:condition |rule )?(\".*\")$", "remove x",
        "a condition stands behind its action, as in `remove phase.action.\"…\"`; a law behind "
        "`always` or `never`", False,
    ),
    (r"^given (\w+) ((?:" + CARD + r" ?)+)$", r"given {hand} of \1 = [\2]", LAID),
    (
        r"^payoffs? (?!of\b)(?:= ?|is |are )?(?:the )?(\w+)"
        r"(?: of (?:each|every) (?:seat|player))?$",
        r"payoff of seat = \1 of seat", "a payoff says of whom it is",
    ),
    (r"^payoff (?!of\b)(?:= ?)?(.+)$", r"payoff of seat = \1", "a payoff says of whom it is"),
    # what is kept
    (
        r"^(\w+) for (?:each |every )?(Seat|Side)\b", r"\1 of \2",
        "one for each of them is written with `of`",
    ),
    (r"^(\w+) of (\w+), (\w+) ?:", r"\1(\2, \3):", "one for each of both stands in brackets"),
    (
        r": (?:an? )?number (?:from )?(-?\d+) ?(?:to|-) ?(\d+)", r": \1..\2",
        "what a number may be is a range",
    ),
    (
        r", (?:private|secret to others|only (?:the )?owner sees)(?=,|$)", ", seen by owner",
        "it is said who sees a zone with `seen by`",
    ),
    (
        r", (?:max |up to )?(\d+) cards?(?=,|$)", r", at most \1",
        "the most there may be is `at most`",
    ),
    (
        r"^table (\w+) of (card|rank|suit|seat|side)$",
        lambda line: f"table {line[1]}({line[2]}: {line[2].capitalize()}), first that fits",
        "what it is asked of stands in brackets, with its type",
    ),
    (
        r"^(table \w+\(.+\))$", r"\1, first that fits",
        "which of its rows is taken is said behind a comma",
    ),
    # heads
    (
        rf"^({PLACE}(?:, ?{PLACE})+)(?= \|)", lambda line: line[1].replace(",", " |"),
        "heads of columns are parted by `|`",
    ),
    # who wins
    (
        r"^win (all )?(?:the )?(lowest|highest|best|most|least) (.+? of (\w+)) for \4 in (\w+)$",
        lambda line: f"win {line[1] or ''}{'lowest' if line[2] in ('lowest', 'least') else 'best'}"
        f" {line[4]} in {line[5]} by {line[3]}", "what wins is a seat, by what it has",
    ),
    # cards
    (
        rf"{CARD} ?(?:\.\.+|-|–|to|through) ?{CARD}", "A♠",
        "cards have no ranges: they are written one by one, `[9♥ 10♥]`, or all of a suit are "
        "`(pack where its suit is ♥)`", False,
    ),
    # who chooses
    (
        r"^choose (?:for )?(?:each|every|all)(?: of)?(?: the)?(?: other)?"
        r" (?:seat|side|player)s?(?: (?!together).*)?$", "end match",
        "who is asked one after the other stands in a loop: `for seat in seats`, and below it "
        "`choose seat`", False,
    ),
    (r"^choose together$", "choose together seat in seats", "of whom is said behind it"),
    # names
    (
        r"^let (\w+) ?: ?[^=]+ = (.+)$", r"let \1 = \2",
        "a name that is given by `let` has no type",
    ),
    (r"^(define|let|phase|table) (?:the|an?) (\w+\b)", r"\1 \2", "a name has no word before it"),
    # cells
    (
        rf"^(?:(?:all|every|each|the|an?) )*({'|'.join(NAMED_RANKS)})s?(?= ?\|)",
        lambda line: WRITTEN[line[1]], "a rank is written by its sign, and means all of that rank",
    ),
    (
        rf"(?:(?<=^)|(?<=\| ))(?:any|an?|all|every|each) ({RANK}|[♠♥♦♣])(?= ?\|)", r"\1",
        "a rank, or a suit, means all cards of it",
    ),
    (
        rf"^({RANK}) (?:is worth|counts|scores|gives|is) (-?\w+)(?: points?)?$", r"\1 | \2",
        "cells are parted by `|`",
    ),
    (
        r"(?:(?<=^)|(?<=\| ))(\w+)(?: ?\+|(?: \w+s)? or (?:more|higher|over))(?= *(?:\||$))",
        r">= \1", "a cell that compares has a sign",
    ),
    (
        r"(?:(?<=^)|(?<=\| ))(\w+)(?: \w+s)? or (?:fewer|less|lower|under)(?= *(?:\||$))",
        r"<= \1", "a cell that compares has a sign",
    ),
    (r"(?:(?<=^)|(?<=\| ))([^|]*[\w)]),(?= *(?:\||$))", r"\1", "no comma stands at its end"),
    (
        r"(?:(?<=^)|(?<=\| ))(?:\*|default|all others?|others?|any other|rest|the rest)(?= ?\|)",
        "otherwise", "the last row of all is `otherwise`",
    ),
)  # fmt: skip
