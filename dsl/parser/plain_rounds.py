"""What plain English says of all at once, of how often, and of cards that are laid out.

The parts are those of `plain_english.py`, named parts those of `plain_moves.py`.
"""

from __future__ import annotations

import re

from hoyle.dsl.nearest import COUNT, WRITTEN
from hoyle.dsl.parser.plain_english import (
    ACTION,
    AFTER,
    CARD,
    LAID,
    NAMED_RANKS,
    PLACE,
    RANK,
    English,
)

ENDS = ("top", "bottom")
ONE_CARD = rf"(?:{CARD}|\w+ of \w+)"
FACE_UP = rf"is (not )?(?:turned |lying )?face ?up{AFTER}"
BESIDE = "who sits beside somebody is `left of` or `right of` that one"
SOME = "the next of some stands in brackets"
ALL_OF = r"(?:(?:the|all|each|every|of) )*"
ONE = "(?:seat|side|player)"
HAVING_MOST = (
    rf"(?:the )?(?P<one>{ONE})s? (?:with|who has|who have|having) (?:the )?"
    r"(?P<most>most|highest|lowest|fewest|least) (?P<what>\w+)"
)
FOLLOW = r"(?:(?:pay|move|deal|show|hide|swap|say|shuffle|let|if|choose)\b|\w+(?: of \w+)* [-+]?=)"


def _write_laid(place: str) -> str:
    """`place(seat, n)`, for `place(n) of seat`."""
    return re.sub(r"^(\w+)\(([^()]*)\) of (\w+)$", r"\1(\3, \2)", place)


def _write_last(line: re.Match[str]) -> str:
    """`last of (trick where it is high)`, for `last card in trick where card is high`."""
    asked = re.sub(rf"\b{line[1]}\b(?! of\b)", "it", line[3])
    return f"last of ({line[2]} where {asked})"


def _write_for_each(line: re.Match[str]) -> str:
    """`+= 10 * (count card in won of seat where rank of card is A)`."""
    rank = WRITTEN.get(line["rank"], line["rank"])
    return f"+= {line[1]} * (count card in {line[3]} where rank of card is {rank})"


def _write_moves(line: re.Match[str]) -> str:
    """The moves that are possible, `bob may only: play [A♣ 7♥]`."""
    several = rf"{CARD}(?:,? (?:and )?{CARD})+$"
    moves = re.sub(several, lambda cards: f"[{' '.join(re.findall(CARD, cards[0]))}]", line[2])
    return f"{line[1]}: {moves}"


def _write_lowest(line: re.Match[str]) -> str:
    """One of several: `is (lowest card in hand of seat by high of rank of card)`."""
    one, most = line[3] or "card", "lowest" if line["most"] in ("lowest", "smallest") else "best"
    return f"is {line[1] or ''}({most} {one} in {line[4]} by {{order}} of rank of {one})"


def _write_showing(line: re.Match[str]) -> str:
    """Whether all see the card that lies on top of a place."""
    return f"{line[2] or ''}showing of top of {_write_laid(line['pile'])}"


def _write_every(line: re.Match[str]) -> str:
    """A question that is asked of each of several, also whether places show their cards."""
    laid = rf"(?<!\w)(?P<pile>\w+\([^()]*\)(?: of \w+)*) {FACE_UP}"
    return f"every {line[1]}: {re.sub(laid, _write_showing, line[2])}"


def _write_next(line: re.Match[str]) -> str:
    """The next seat of whom something is so: `turn = left of turn until lives of turn > 0`."""
    asked = re.sub(rf"\bof {line[1]}\b", "of it", line[3])
    if re.search(rf"\b{line[1]}\b", asked):
        return line[0]
    return f"{line[1]} = {line[2]}({line[1]}, seats where {asked})"


def _write_any_with(line: re.Match[str]) -> str:
    """Whether any seat has so many of what each has a number of."""
    one, count = line["one"].replace("player", "seat"), WRITTEN.get(line[2], line[2])
    asked = ">=" if line.string.startswith("repeat ") else "is"  # it may go up by several
    return f"(any {one} in {one}s where {line['score']} of {one} {asked} {count})"


def _write_often(line: re.Match[str]) -> str:
    """A loop that runs so many times."""
    return f"repeat {WRITTEN.get(line[1], line[1])} times"


def _write_counted(line: re.Match[str]) -> str:
    """How many seats have done something."""
    count, one = WRITTEN.get(line[1], line[1]), line[2].replace("player", "seat")
    return f"(count {one} in {one}s where {line['family']} of {one}) >= {count}"


def _write_most(line: re.Match[str]) -> str:
    """Who wins: all seats that have the most, or of the sides one."""
    phrase = "best" if line["most"] in ("most", "highest") else "lowest"
    one = line["one"].replace("player", "seat")
    if one == "side":
        return f"win seats of ({phrase} side in sides by {line['what']} of side)"
    return f"win all {phrase} {one} in {one}s by {line['what']} of {one}"


def write_winning(who: str) -> str:
    """Who wins, of all seats those that fit: `seat where score of seat is 0`."""
    line = re.match(r"(?:the |all |any )?(seat|player)s? where (.+)$", who)
    asked = re.sub(rf"\b{line[1]}\b(?! of\b)", "it", line[2]) if line else ""
    return f"seats where {asked}" if line else who


BY_WHAT = "which card it is says a number of each"
PLAIN_ROUNDS: tuple[English, ...] = (
    # cards that are laid out
    (
        rf"^(?:turn|flip|face) (?:over )?(?:the )?({LAID}) (?:over )?(?:face ?)?up$",
        lambda line: f"show {_write_laid(line[1])}", "what is turned up is shown to all",
    ),
    (
        rf"^(?:turn|flip|face) (?:over )?(?:the )?({LAID}) (?:over )?(?:face ?)?down$",
        lambda line: f"hide {_write_laid(line[1])}",
        "what is turned down again is hidden",
    ),
    (
        rf"(?<!\w)(?P<pile>{LAID}) {FACE_UP}", _write_showing,
        "whether all see a card is asked with `showing of`",
    ),
    (
        rf"\b(?P<holder>{PLACE}) {FACE_UP}",
        lambda line: f"{line[2] or ''}showing of {line['holder']}",
        "whether all see a card is asked with `showing of`",
    ),
    (
        rf"^move (?:all (?:of )?)?(?:the )?(?:cards (?:in|of|from) )?(?!all )({PLACE}),?"
        rf" (?:except|but|other than|apart from|without) (?:for )?(?:the )?({PLACE})"
        r"(?: card)? to (.+)$",
        lambda line: f"move {line[1]} - [{line[2]}{f' of {line[1]}' * (line[2] in ENDS)}]"
        f" to {line[3]}",
        "what stays is taken away with `-`",
    ),
    (
        rf"^move (?:all|everything)(?: cards)? (?:but|except) (?:for )?(?:the )?(top|bottom)"
        rf"(?: card)? (?:of|from|in) ({PLACE}) to (.+)$",
        r"move \2 - [\1 of \2] to \3", "what stays is taken away with `-`",
    ),
    (
        rf"^move ({PLACE}) to ({LAID}),? (?:except|but|other than|apart from|without) (?:for )?"
        r"(?:the )?(top|bottom)(?: card)?(?: of \1)?$",
        r"move \1 - [\3 of \1] to \2", "what stays is taken away with `-`",
    ),
    (
        r"\b(?P<grid>\w+) (\w+) of (\w+)\b", r"\g<grid>(\3, \2)",
        "several of one name for each seat stand in brackets",
    ),
    (
        rf"^({ACTION}) (?:on|at|to|in|into|onto|under|from) (?:the )?(?P<grid>\w+) (\w+)$",
        lambda line: f"{line[1]} {line[4]} in {{several}}",
        "what is chosen has a name, and is one `in` several",
    ),
    (
        r"^deal (?:everything|all (?:of )?(?:the )?cards|every card|the (?:whole )?(?:pack|deck))"
        r" (?=from\b)", "deal all ", "all that lie there are dealt with `deal all`",
    ),
    (
        rf"^({ACTION}(?: .*,)?) (?:at most |up to |[01] ?(?:\.\.|to|-) ?)({COUNT})"
        rf" (?:of the )?(\w+s) (?:in|from|of) ({PLACE})$", r"\1 \4 in subsets of \5",
        "several are chosen from `subsets`, and how many at most is a condition below: `must size"
        " of … <= …`",
    ),
    (
        rf"\bsubsets ?\(({PLACE}), ?"
        r"(?:(?:at least|at most|up to|more than|over|[<>]=?) ?\w+|\w+ ?(?:to|or|-|\.\.) ?\w+)\)",
        r"subsets of \1",
        "how many at least, or at most, is a condition below: `must size of … >= …`",
    ),
    (
        rf"(?<!all )(?<! in )\b(seats|sides|suits|ranks)"
        rf" (?:except|but|other than|apart from|without) (?:for |the )*({PLACE})"
        r"(?= and\b| or\b|\)|$)",
        r"(\1 where it is not \2)",
        "those that fit are found with `where`",
    ),
    (
        r"\b(?:someone|somebody|anyone|anybody|(?:one|a|any) (?:player|seat)) (?:has|reaches|gets)"
        r" (?:at least )?(\d+)(?: or more)?(?: points?)?$",
        r"any seat in seats where {score} of seat >= \1", "each has a name here",
    ),
    (
        rf"\bno ({RANK}(?:(?:, ?|,? or | and ){RANK})*)(?:'?s)? in (?:the )?({LAID}){AFTER}",
        lambda line: f"not any card in {line[2]} where rank of card in "
        f"[{', '.join(re.findall(RANK, line[1]))}]",
        "of none of them it is asked with `not any`",
    ),
    (
        rf"\b(?:an?|any|some|one) cards? (?:on|in) (?:the )?({PLACE}) (?:has|have|is of|matches)"
        rf" (?:the same|its) (rank|suit)(?: as (?:the )?(\w+))?{AFTER}",
        lambda line: f"any other in {line[1]} where {line[2]} of other is {line[2]} of "
        f"{line[3] or 'card'}",
        "those that fit are found with `where`",
    ),
    (
        r"^shuffle (?:(?:all|the|of) )*(?:cards|deck|pack)(?: again)?$", "shuffle {stock}",
        "what is shuffled is a pile, by its name",
    ),
    (
        r"(?:(?<== )(?:the )?|\bthe )(?:player|seat|one|person|neighbour)(?:,? who)?(?: sits| is)?"
        rf"(?: on| to)?(?: the)? (left|right) of (?:the )?(\w+){AFTER}", r"\1 of \2", BESIDE,
    ),
    (
        r"\b(is|is not|=) \"([a-z]\w*)\"", r"\1 \2", "an answer stands without quotes",
    ),
    (
        r"^(?P<holder>\w+) (?:draws|takes|gets|picks up) (?:(?:the|an?) )?(?:(?P<end>top|bottom) )?"
        r"card(?: (?:of|from|off) (?:the )?(?P<from>\w+))?$",
        lambda line: f"move {line['end'] or 'top'} of {line['from'] or '{stock}'} to "
        f"{{hand}} of {line['holder']}",
        "cards go somewhere with `move … to …`",
    ),
    (
        r"\bof (?:the )?next (?:seat|player)\b(?! (?:of|after|from|to)\b)", "of next of seat",
        "the next one is `next of` somebody", False,
    ),
    (
        rf"\b(?:there (?:is|are) )?no (?P<asked>\w+)(?: (?:hand|seat|player|one)s?)?{AFTER}",
        r"not any seat in seats where \g<asked> of seat", "that it is so of none is `not any …`",
    ),
    (
        r"(?<== )(?:the )?(\w+)(?:,| to)?(?: (?:the|his|her|their))? (left|right)$", r"\2 of \1",
        BESIDE,
    ),
    (
        rf"^(?:add|put|give) ({COUNT}) (?:point|trick|chip|mark)s? to (?:the )?(\w+)$",
        lambda line: f"{{score}} of {line[2]} += {WRITTEN.get(line[1], line[1])}",
        "what is added is written with `+=`",
    ),
    (
        r"^repeat for (\w+)(?: (?:rounds|times|deals|hands))?$", r"repeat \1 times",
        "how often stands before `times`",
    ),
    (
        rf"\ball (?:the )?(seats|sides|suits|ranks) (?:but|except|other than) (?:the )?({PLACE})"
        r"(?= and\b| or\b|\)|$)",
        r"(\1 where it is not \2)", "those that fit are found with `where`",
    ),
    (
        r"\b(best|lowest|highest) (seat|side)s? by (\w+)(?= \w+:|$)",
        r"\1 \2 in \2s by \3 of \2", "of several, each has a name here",
    ),
    (
        r"^deal (?:out )?(?:all (?:of )?)?(?:the )?(?P<zone>\w+)(?: out)?$",
        r"deal all from \g<zone> to {hand} of seat for seat in seats",
        "a deal says from where, to where and for whom",
    ),
    (
        r"^deal \d+(?:(?:,| and|,? then) \d+)+\b.*$",
        "deal 3 each from x to y of seat for seat in seats",
        "each packet is dealt in a line of its own", False,
    ),
    (
        r"^(move|deal|pay) (\w+ if [^()]+ else \w+)(?= (?:each|at a time|from|to)\b)", r"\1 (\2)",
        "a choice between two stands in brackets",
    ),
    (
        r"^(move|deal|pay) (\w+)( (?:each |at a time )?from .+?) (if [^()]+ else \w+)$",
        r"\1 (\2 \4)\3", "a choice between two stands in brackets, where the first of them is",
    ),
    (
        r"^move (?!an? )(\w+|\([^()]*\)) cards? (?=from\b)", r"move \1 ",
        "how many stands before `from`, without the word `cards`",
    ),
    # all at once, and each
    (
        r"^for (\w+ in .+?),? (?:together|at once|simultaneously|at the same time)$",
        r"choose together \1",
        "all choose at once with `choose together`, in place of the `choose` below",
    ),
    (
        rf"^for (?:each|every|all)(?: of)?(?: the)? {ONE}s?(?: in turn)?(?: ?[:,]|) {FOLLOW}.*$",
        "for seat in seats",
        "each gets a name, as in `for seat in seats`, and what is done stands below, further in",
        False,
    ),
    (
        r"\b(?:every|all|each) (\w+ in [^:]+?) (?:where|must be|such that|with) ([^:]+)$",
        _write_every, "what is asked of each stands behind a colon",
    ),
    (
        r"\b(?:all|each) (\w+ in [^:]+?) where [^:]+$", r"every \1: yes",
        "each is asked with `every`, and in place of `where` stands a colon", False,
    ),
    (
        rf"\b(?:all|each|every) (?:of )?(?:the )?(?P<family>\w+) of (seat|side)s"
        rf" (is|in|not in|[<>]=?) (.+?){AFTER}",
        lambda line: f"(every {line[2]} in {line[2]}s: "
        f"{line['family']} of {line[2]} {line[3]} {line[4]})",
        "what is asked of each stands behind a colon",
    ),
    (
        rf"\ball (?:the )?({PLACE}) (where .+?) (?:have|are of|be of) (?:the same|one) (suit|rank)"
        rf"{AFTER}", r"one_\3 of (\1 \2)",
        "whether they are all of one is asked with `one_suit of`, or `one_rank of`",
    ),
    (
        rf"\b(?:(?:every|all|each) (?:of )?)?(?:the )?(?:cards? (?:in|of) )?({PLACE})"
        rf" (?:have|has|are|is) (?:all )?(?:of )?(?:the same|one) (suit|rank){AFTER}",
        r"one_\2 of \1",
        "whether they are all of one is asked with `one_suit of`, or `one_rank of`",
    ),
    (
        rf"\b(?P<pile>\w+?)s? of {ALL_OF}(?:seat|player)s (?:is|are) (not )?empty{AFTER}",
        lambda line: f"{line['pile']} of seats is {line[2] or ''}empty",
        "all of them are asked together",
    ),
    (
        rf"^move (?P<zone>\w+?)s? of (?:all|everybody|everyone) and ({PLACE}) to ",
        r"move \g<zone> of seats + \2 to ", "cards and zones are put together with `+`",
    ),
    (
        r"\b(?P<zone>\w+?)s? of (?:all|everybody|everyone)(?! but\b| except\b)",
        r"\g<zone> of seats", "all of them are put together with `of seats`",
    ),
    (
        rf"\bnext (?!player|seat)(\w+) (?:(?:seat|player) (?:after|of|from|to)|from) ({PLACE})",
        r"next(\2, \1)", SOME,
    ),
    (
        rf"\bnext (?P<family>\w+) (?:seat|player) (?:after|of|from|to) ({PLACE})",
        r"next(\2, (seats where \g<family> of it))", SOME,
    ),
    (
        r"\bnext (?:rank|card|suit)\b(?: (?:after|above|of|from|to) \w+)*"
        r"|\brank (?:above|after|over|below|under|before) \w+",
        "x",
        "an order tells which rank is next: `first r in ranks where high of r is high of … + 1`",
        False,
    ),
    (
        rf"\blast (card|seat|side) in ({PLACE}) where ([^()]+)", _write_last,
        "the last of those that fit is the `last` of them, and each is `it` there",
    ),
    (
        rf"\blast card (?:in|of|from) (?:the )?{PLACE}", "x",
        "the lowest card of a place is `bottom of …`, and the uppermost, which came last, is "
        "`top of …`", False,
    ),
    (
        rf"\b(next|left|right)(?: seat| player| one)? (?:in|of(?!.* to )|among) ({PLACE})"
        rf" (?:after|from|to) ({PLACE})", r"\1(\3, \2)", SOME,
    ),
    (
        r"^(for \w+ in seats) (?:from ((?:left|next|right) of) (\w+),?|after (\w+),?)"
        r"(?: and| to)?(?: then| back to)? (?:\3|\4)$",
        lambda line: f"{line[1]} from {line[2] or 'next of'} {line[3] or line[4]}",
        "who comes first stands behind `from`, and it goes once round to the one before",
    ),
    (
        r"^(for (?!.* round and round\b).+?),? until .+$", r"\1 where x",
        "only what goes round and round ends so: `…, round and round until …`; what goes once "
        "round is left by an `if` inside, with `stop` below it", False,
    ),
    (
        r"(?<=, seen by )(?:the )?(?:Seat|Side|seat|side|player|each|themselves|itself)(?=,|$)",
        "owner", "whose it is sees it as its `owner`",
    ),
    (
        r"^(?P<kept>\w+) = (left|right|next) of \1,? until (.*\bof \1\b.*)$", _write_next,
        "the next of some stands in brackets: `next(…, …)`, and those that fit are found with "
        "`where`",
    ),
    (
        r"^\w+ = (?:left|right|next) of \w+,? until .+$", "stop",
        "the next of some stands in brackets: `next(…, …)`, and those that fit are found with "
        "`where`", False,
    ),
    (
        rf"\b({COUNT}|\d) (seat|side|player)s? (?:have|has|are|is) (?P<family>\w+){AFTER}",
        _write_counted, "how many they are is their `count`",
    ),
    (
        r"\b(?:the |first )?(\w+) in (seats|sides) (?:who|that|which) (?:holds?|has|have)"
        r" (?:an? |the )?(\w+) where (.+)$",
        r"first \1 in \2 where any \3 in {hand} of \1 where \4",
        "the one that fits is the `first`",
    ),
    (
        rf"^({ACTION}) from (?:the )?{PLACE}$",
        r"\1 card in x",
        "where there is one card to take, nothing is chosen: the action stands alone, and below it "
        "what it moves", False,
    ),
    # how often
    (
        r"^(for \w+ in .+?),? (?:once|one time|once each|each once|once round)$", r"\1",
        "a `for` goes round once by itself",
    ),
    (
        rf"^for ({COUNT}|(?!all\b|each\b|every\b)\w+) (?:deals|rounds|times|hands|games|tricks"
        r"|turns)$", _write_often, "how often is said with `repeat … times`",
    ),
    (
        r"^(?P<phase>\w+) (\w+) times(?: ?,.*)?$", r"repeat \2 times",
        "what is repeated stands below `repeat … times`, further in", False,
    ),
    (
        rf"^repeat for ({COUNT}|\d+) (?!times\b)\w+$",
        lambda line: f"repeat {WRITTEN.get(line[1], line[1])} times",
        "a loop says how often: `repeat … times`",
    ),
    (
        rf"^repeat ({COUNT}) times (\w+)$",
        lambda line: f"repeat {WRITTEN.get(line[1], line[1])} * {line[2]} times",
        "how often stands before `times`",
    ),
    (r"^(\"[^\"]*\")$", r"say \1", "what is said stands behind `say`"),
    (
        rf"\bfirst (\w+) (left|right) of ({PLACE})$", r"\2(\3, \1)",
        "the next one of some is found so",
    ),
    (
        r"^(?:deal again|re-?deal|next (?:deal|hand|round))(?: (?:if|when) .+)?$", "end x",
        "a deal that does not count is left with `end` and the name of its phase; the loop around "
        "it begins the next", False,
    ),
    (
        r"^choose (?:the )?(?:highest|best|lowest) \w+$", "choose x",
        "who of several it is stands in brackets: `choose (best seat in seats by … of seat)`",
        False,
    ),
    (
        rf"\b(?:all )?({PLACE}) (?:is|are) (?:all )?(?:consecutive|in sequence|in a row){AFTER}",
        r"consecutive(\1, {order})", "whether cards are a run is asked so, with the order",
    ),
    (
        r"^(?:the )?(?P<unknown>winner) leads(?: again| next| to the next trick)?$",
        "leader = x", "who leads next is kept in `state`, and set with `=`", False,
    ),
    (
        r"(?<== )(?:the )?(?:(?:(?:one|seat|player) )?(?:who(?:ever)?|that) (?:took|won|takes|wins)"
        r" (?:the |this )?trick|trick(?:'s)? winner|winner of (?:the |this )?trick)$",
        "x", "with `use tricks`, who takes the trick is `taker`", False,
    ),
    (
        rf"^(given [^=]+ = )({ONE_CARD}(?:(?:, (?:and )?| and ){ONE_CARD})+)$",
        r"\1[\2]", "several stand in `[ ]`",
    ),
    (r"\bface ?- ?(up|down)\b", r"face \1", "these are two words"),
    (
        r"^move (?P<zone>\w+) (\w+) to (?P=zone) (\w+)$",
        r"move \g<zone>(\2) to \g<zone>(\3)", "one of a row of places stands in brackets",
    ),
    (
        rf"^move (?:up to|at most) (\w+) (?:cards? )?from (?P<zone>{PLACE}) to ",
        r"move smaller(\1, size of \g<zone>) from \g<zone> to ",
        "the fewer of two numbers is the `smaller`",
    ),
    (
        r"\b(if|and|or|until|when|where) (?:not )?(?:the )?(?:first|second|last)"
        rf" (?:trick|round|deal|hand|turn){AFTER}", r"\1 yes",
        "which one it is only state can count; the last is known by what is left, as in "
        "`hand of seats is empty`", False,
    ),
    (
        rf"\bthere (?:is|are) (?:only |exactly )?(\w+) cards? (?:left )?(?:in|on) (?:the )?"
        rf"(?P<zone>{PLACE}){AFTER}", r"size of \g<zone> is \1",
        "how many there are is their `size`",
    ),
    (
        r"^new (?:an? )?(?:[A-Z]\w*|\w+(?! in\b))$", "new x in y",
        "a record is made in the list that holds them: `new … in … of …`", False,
    ),
    (
        r"^([^=]+) = ?\+ ?(.+)$", r"\1 += \2",
        "what is added is written with `+=`, in one word",
    ),
    (
        r"\b(?P<asked>\w+) of (\w+), (\w+)(?= (?:is|in)\b| ?[<>])", r"\g<asked>(\2, \3)",
        "all that it is asked of stands in brackets",
    ),
    (
        r"^for (\w+) in (?:the |all )?other (?:seats|players)$", r"for \1 in seats",
        "all but one are those after that one:  for other in seats after seat", False,
    ),
    (
        r"^for (\w+) in (?:the |all )?other sides$", r"for \1 in sides",
        "all but one are found with `where`:  for other in sides where other is not side of seat",
        False,
    ),
    (
        r"^win (?:the |all )?side in sides where (.+)$",
        r"win seats of (first side in sides where \1)", "seats win: of a side, all its seats",
    ),
    (
        r"^win (?:the |all )?(?P<one>seat|player) in (?:seats|players) where (.+)$",
        lambda line: f"win {write_winning(f'seat where {line[2]}')}", "who wins are several seats",
    ),
    (
        rf"(?<= if )({COUNT}|\d+) players(?= else\b|$)",
        lambda line: f"players is {WRITTEN.get(line[1], line[1])}",
        "how many play is asked by `players is …`",
    ),
    (
        r"^(?:place|put|lay|slide|push|move) (.+?) (?:under|underneath|below|beneath) (?:the )?"
        rf"({PLACE})( face (?:up|down))?$",
        r"move \1 to \2 at the bottom\3", "cards go with `move`, and below others `at the bottom`",
    ),
    # cards
    (
        rf"\b(?P<zone>\w+)((?: of \w+)*) (?:is|has) (\d+) cards?{AFTER}",
        r"size of \g<zone>\2 is \3", "how many there are is their `size`",
    ),
    (
        r"^deal (\d+)(?: cards?)? (face (?:up|down)) (?:to|on|onto|in) (?:the )?"
        rf"(?P<zone>{PLACE})$",
        r"move \1 from {stock} to \g<zone> \2", "what goes to one place is moved there",
    ),
    (
        rf"({RANK})([♠♥♦♣CDHS]) of ({PLACE})", r"\1\2 in \3",
        "whether a card lies there is asked with `in`",
    ),
    (
        rf"\b({PLACE}) is (not )?(?:a multiple of|divisible by) (\d+)",
        lambda line: f"remainder({line[1]}, {line[3]}) is {line[2] or ''}0",
        "what a division leaves is the `remainder`",
    ),
    (
        rf"^(?P<kept>\w+)((?: of \w+)+) (?:gets|receives|earns) (?:the )?({PLACE})$",
        r"\g<kept>\2 += \3", "what is added is written with `+=`",
    ),
    (
        r'^((?!must\b|if\b|say\b|repeat\b)\w+(?: of \w+)* (?:[<>]=?|is|in) [^|"]+ "[^"]*")$',
        r"must \1", "a condition of an action begins with `must`",
    ),
    (
        rf"\+= (\d+) for (?:each|every) (?P<rank>{RANK}|{'|'.join(NAMED_RANKS)}) in "
        rf"(?:the )?({PLACE})",
        _write_for_each, "each of them counts as much: how many there are is counted",
    ),
    (
        rf"^move an? card from (?:the )?({PLACE}) to (.+)$", r"move 1 from \1 to \2",
        "the top card of a pile is moved so",
    ),
    # what is asked
    (r'^if ([^"|]+ "[^"]*")$', r"must \1", "a condition of an action begins with `must`"),
    (r"^repeat until (\w+) times$", r"repeat \1 times", "how often is said without `until`"),
    (
        r"^must (?:(?:the )?card )?beats? (?:the )?\w+.*$", "must yes",
        "which card is higher is asked by a number of each, as in `strength of card > strength of "
        "winning_card`", False,
    ),
    (
        r"^for (?:each|every) (?P<one>(?!(?:seat|player|side|card)\b)\w+)(?: where .+)?$",
        "for x in y",
        "what is gone through stands behind `in`: `for {one} in …`", False,
    ),
    # points
    (
        r"^(win (?:all |sole )?(?:best|lowest) (seat|side) in \w+)$", r"\1 by {score} of \2",
        "what is compared stands behind `by`",
    ),
    (
        rf"^score ({PLACE}) (?:for|to) ({PLACE})$", r"score of \2 += \1",
        "what is added is written with `+=`",
    ),
    # one of several
    (
        rf"\bis (not )?\(?(?:the )?(?P<most>lowest|highest|best|smallest|largest)(?: (\w+))? in "
        rf"(?:the )?({PLACE})\)?(?! by\b| where\b){AFTER}", _write_lowest,
        "one of several is found `by` a number of each, and stands in brackets",
    ),
    (
        r"^(must|if) (?P<one>\w+) is (?:the )?(?:lowest|highest|best) of (?:its|the) suit\b.*$",
        r"\1 yes",
        "that there is no other of its suit is asked: `not any other in hand of seat where suit of "
        "other is suit of {one} and …`", False,
    ),
    (
        r"^repeat for (?:each|every) \w+$", "repeat 2 times",
        "whose turn it is goes round with `for seat in seats`", False,
    ),
    (
        rf"^{ACTION} if (?:he|she|they|one|nobody|nothing|unable|not|no)\b.*$", r"\1",
        "what is done where nothing can be chosen stands below `otherwise`", False,
    ),
    (
        rf"^{ACTION} (?P<one>\w+) (?:(?:more|less) than|at (?:least|most)|above|below|up to) .+$",
        r"\1 x in 1..2",
        "what can be chosen stands behind `in`, from the least to the most:  {one} in 1..10", False,
    ),
    (
        rf"^(?P<who>{ONE}) is (?P<so>out|dead|in)$", "x = y",
        "what becomes of a seat is kept in `state`, and set: `{so} of {who} = yes`", False,
    ),
    # who comes round, and what each gets
    (
        rf"^(.*\bseats from {PLACE}) (?:to|going|towards) (?:the |his |their )?(?:left|right)$",
        r"\1", "they come round as `play` says, to the left where it says nothing",
    ),
    (
        r"^(.* in seats),? (?:starting|beginning)(?: (?:with|at|from|to))?(?: the)? "
        r"(?=(?:left|right|next) of|dealer|leader)", r"\1 from ",
        "who comes first stands behind `from`",
    ),
    (
        rf"^(?P<family>\w+) of (?:every|each|all) (?:other {ONE}s?|{ONE}s? (?:but|except) \w+) "
        r"(?P<sign>[-+]=) (?P<much>.+)$", "x = y",
        "each has its own, in two lines: `for seat in seats`, or `seats after …`, and below it "
        "`{family} of seat {sign} {much}`", False,
    ),
    (
        rf"^pay (?P<much>.+) from (?:each|every|all)(?: of)?(?: the)?(?: other)? {ONE}s? to "
        rf"(?P<to>{PLACE})$", "x = y",
        "each pays for himself, in two lines: `for other in seats after {to}`, and below it "
        "`pay {much} from other to {to}`", False,
    ),
    (
        rf"^deal (?P<many>{COUNT}|\w+) each to (?:the )?(?P<to>\w+)$", "x = y",
        "a deal says from where, to where and for whom: "
        "`deal {many} each from stock to hand of seat for seat in {to}`", False,
    ),
    (
        rf"^deal (?P<many>\w+ at a time) from (?P<from>{PLACE}) to "
        rf"(?:each|every|all)(?: of the| the)?(?: {ONE}s?)?$", "x = y",
        "a deal says to whose zone: `deal {many} from {from} to hand of seat for seat in seats`",
        False,
    ),
    (
        r"^(type \w+ = .*\bor) no (\w+)$", r"\1 no_\2", "a name is one word",
    ),
    (
        rf"^(?P<who>(?!for\b|if\b|the\b){PLACE}) (?P<verb>hide|lay|play|discard|pass|drop)e?s "
        rf"(?:an?|{COUNT}) cards?(?: .*)?$", "x = y",
        "who chooses is said in two lines: `choose {who}`, and below it an action, such as "
        "`{verb} card in hand of {who}`, with what it does", False,
    ),
    (
        rf"^(?P<holder>\w+) scores (?!the\b)({PLACE})$", r"{score} of \g<holder> += \2",
        "what is added is written with `+=`",
    ),
    (
        rf"^play (?P<many>{COUNT}|\w+) (?:trick|round|hand|deal|game)s$", "x = y",
        "how often is said in two lines: `repeat {many} times`, and below it the phase that plays "
        "one", False,
    ),
    (
        rf"^draw (?:(?:back )?up )?to (?P<many>{COUNT}|\w+)(?: cards?)?(?: .*)?$", "x = y",
        "cards are drawn so: `repeat until size of hand of seat >= {many} or stock is empty`, and "
        "below it  move top of stock to hand of seat", False,
    ),
    (
        rf"^((?:else )?if \w+)(?: (?:is|are))? (?:allowed|permitted|in play|on){AFTER}", r"\1",
        "what is yes or no is asked by its name alone",
    ),
    (
        r"^((?:else )?if) (\w+) of sides (?:is|are) (?:equal|the same|tied|level)$",
        r"\1 (sole best side in sides by \2 of side) is none",
        "who alone has the most is the `sole best`, and where several share it there is none",
    ),
    (
        r"^((?:else )?if) (?P<family>\w+) of seats (?:is|are) (?:equal|the same|tied|level)$",
        r"\1 yes", "where all have as much it is asked so: "
        "`every seat in seats: {family} of seat is {family} of dealer`", False,
    ),
    (
        rf"^(\w+ (?:may|must)(?: not)? only) ({ACTION} {CARD}(?:,? (?:and )?{CARD})*)$",
        _write_moves,
        "a colon stands behind who makes the move",
    ),
    (
        r'^(variant \w+ ".*" of \w+) (\w+)$', r"\1_\2",
        "a game has the name of its file, one word",
    ),
    (
        r"^(?P<who>\w+) leads$", "given x = y",
        "who leads is kept in `state`: `given leader = {who}`", False,
    ),
    # those who are left
    (
        rf"^(repeat until|ends when) (?:only |just )?(?:{COUNT}|\d+) (?:player|seat|side)s?"
        r" (?:is|are|remains?|stays?|has)\b[^,]*", r"\1 1 < 2",
        "those who are left are counted: `size of playing is 1`, where `playing` is a list of "
        "them, or `(count seat in seats where …) is 1`", False,
    ),
    (
        rf"\b(?:{COUNT}|\d+) (?:player|seat|side)s? (?:are|is|have|has)(?: \w+)*{AFTER}", "1 < 2",
        "how many they are is counted: `size of out is 3`, where `out` is a list of them, or "
        "`(count seat in seats where …) is 3`", False,
    ),
    (
        rf"\b(?P<zone>\w+)( of \w+)? (?:without|except) (?:the )?({PLACE})(?=\)|$)",
        r"\g<zone>\2 - \3", "what is taken away stands behind `-`",
    ),
    # who wins
    (
        r"\b(?:two|several)(?: seats| players)? (?:share|have|tie for) the most (?P<family>\w+)$",
        r"(sole best seat in seats by \g<family> of seat) is none",
        "who alone has the most is the `sole best`, and where several share it there is none",
    ),
    (
        r"^winners? (?:is|are) ((?:all |sole )?(?:best|lowest) (?!side).+)$", r"win \1",
        "who wins stands behind `win`",
    ),
    (
        r"^(?P<unknown>winners?) (?:is|are) ((?:(?:the|all|any) )?(?:seat|player)s? where .+)$",
        lambda line: f"win {write_winning(line[2])}", "who wins stands behind `win`",
    ),
    (
        rf"^((?:(?:else )?if|must|repeat until) (?:.* )?{PLACE}) "
        rf"(?P<unknown>wins|loses|(?:has )?(?:won|lost)){AFTER}", r"\1",
        "it is asked by what somebody wins, as in `score of seat > 20`; that it is so is said with "
        "`win`", False,
    ),
    (
        rf"\b(?:an?|any|some|one) (?P<one>seat|player|side) has (\w+) (?P<score>\w+)(?: left)?"
        rf"{AFTER}", _write_any_with, "seats, or sides, are asked one by one",
    ),
    (
        rf"^(?P<unknown>winners?) (?:=|is|are) {HAVING_MOST}(?: of {ONE}s?)?$", _write_most,
        "who wins stands behind `win`",
    ),
    (
        rf"^win {HAVING_MOST} of {ONE}s?$", _write_most,
        "who wins is the `best`, or the `lowest`, of all",
    ),
    (
        rf"^((?:(?:else )?if|must|repeat until) (?:.* )?{PLACE}) (?:was|were|(?:has|have) been) "
        rf"(?:not )?\w+ed{AFTER}", r"\1",
        "what was done before is kept in `state`, and asked here", False,
    ),
    (
        r"^(?:(?:an?|the|each|every|one) )?(?:players?|seats?|you|they|he) (?:must|has to|have to) "
        r"(?!not\b).+$", "must x",
        "what an action asks begins with `must`, below it, and asks a question: "
        "`must suit of card is …, if able`", False,
    ),
    # what is declared
    (
        r"^(copies \w+ if (?:(?! else\b).)+)$", r"\1 else 1",
        "behind `else` stands what it is if not",
    ),
    (
        r"^move .+ to (?:an? )?new \w+ in .+$", "new x in y",
        "a new record is made in a line before it, which begins with `new … in …`", False,
    ),
    (
        r"^(\w+)(?: of \w+)?: (?:an? )?(?:list|array|set|several|many) (?:of )?"
        r"(?:[Cc]ards?|[Pp]iles?|sets?|lists?|[A-Z]\w*)\b.*$", r"\1: Cards",
        "several groups of cards are records, each with a zone, and stand under `state`, as in "
        "`heaps: at most 8 Heap`", False,
    ),
    (
        r"^(\w+(?: of \w+)?: [^,=]+)((?:, ?[^,=]+)+) = (\S+)$", r"\1 = \3\2",
        "what it begins with stands before the rest",
    ),
    (
        r"\b(highest|lowest) of (?P<score>\w+) of (seat|side)s$",
        r"(\1 \g<score> of \3 for \3 in \3s)", "it is found of each of them",
    ),
    (
        rf"\b(?:highest|best) of (?P<zone>{PLACE})$",
        r"best card in \g<zone> by {order} of rank of card", BY_WHAT,
    ),
    (
        rf"\blowest of (?P<zone>{PLACE})$",
        r"lowest card in \g<zone> by {order} of rank of card", BY_WHAT,
    ),
    (
        r"\b(?:highest|best|lowest) of (?P<lone>\w+)$", "x",
        f"{BY_WHAT}: `best card in … by …`, `lowest card in … by …`", False,
    ),
)  # fmt: skip
