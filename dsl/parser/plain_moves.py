"""What plain English says of numbers, chips and moves, and how it is written here.

The parts are those of `plain_english.py`; these are tried before those. A named part says what the
text must have: an `action`, the state `chips` that each seat has, the state `number`, a `pot` that
is paid as a whole, a `holder` that is no zone, a `pile` that is a zone or one of a row of them, an
`order`, a `family` of zones or state, a `grid` of which each seat has several, a `lone` define that
takes nothing, a card that is `drawn`, a ranking for a `row`, `two` where only two play, and
`unpaid` where nothing is paid from one to another and there is one number that may be points.
"""

from __future__ import annotations

import re

from hoyle.dsl.nearest import COUNT, WRITTEN
from hoyle.dsl.parser.page_names import find_places, list_scores, list_zones
from hoyle.dsl.parser.plain_english import ACTION as ANY_ACTION
from hoyle.dsl.parser.plain_english import AFTER, CARD, LAID, PLACE, SAID, SUBJECT, English
from hoyle.dsl.parser.plain_rounds import PLAIN_ROUNDS

MORE = "(?:more|greater|higher|larger|bigger)"
LESS = "(?:less|fewer|lower|smaller)"
ALLOWED = "(?:allowed|permitted|able)"
VERB = r"(?!(?:wins|ends|sees|has|is)\b)(?P<action>[a-z_]+)"
ACTION = ANY_ACTION.replace("(\\w+)", "\\w+")
CHOSEN = "what is chosen has a name, and stands `in` the place where it lies"
COLON = "a colon stands behind who makes the move"
TOGETHER = r"[a-z]\w*(?: (?!(?:and|vs|against)\b)[a-z]\w*)+"  # names, with spaces between
SIDE_BY_SIDE = "who plays side by side is said on a line of its own, as in `sides 2, in turn`"
PAID = "chips are paid, from one place to another"
TOGETHER_PUT = "cards of several places are put together with `+`"
NAME = r"(?!(?:yes|no|none|empty)\b)[a-z]\w*(?: of \w+)*"
OF_CHOSEN = "it is said of what is chosen, or of who chooses, by its name"
NOT_ASKING = r"\b(?!(?:must|if|and|or|not|until|when|where)\b)"
LAW = r"^((?:always|never) \"[^\"]*\") ?: ?(.+?),? "  # and behind it when it is asked
AT_PHASE = "`at`, and the phase, stand before the colon"
EVERY_NUMBER = "a range holds every number in it"
GOING_DOWN = "a range goes up; it is gone through from its other end"
BY_STEPS = r",? (?:in )?(?:steps?(?: of)?|by) (\d+)\b"
RANGE_BY_STEPS = rf"\bin (\d{{1,4}})\.\.(\d{{1,4}}){BY_STEPS}"
MOST_LISTED = 20
ROUNDED = "a division drops what is left: `n / 5 * 5` is `n` rounded down to fives"
ASKED_EACH = (
    "seats, or sides, are asked one by one: "
    "`any seat in seats where …`, `not any …`, `every seat in seats: …`"
)


def write_steps(line: re.Match[str]) -> str:
    """Every so many of a range: `in 80..160 by 10`."""
    low, high, step = (int(number) for number in line.groups())
    several = range(low, high + 1, step) if step else range(0)
    return f"in {[*several]}" if 0 < len(several) <= MOST_LISTED else line[0]


def _write_both(line: re.Match[str]) -> str:
    """What is asked of two at once, asked of each: `stock and board are empty`."""
    asked = f"is {line[4] or ''}{line[5]}"
    both = f"{line[1]} {asked} {line[2]} {line[3]} {asked}"
    closed = line.string[: line.start()].endswith("(") and line.string[line.end() :][:1] == ")"
    return both if closed else f"({both})"


def _write_any(one: str, asked: str) -> str:
    """Whether something is so of any seat, or side."""
    one, asked = (part.replace("player", "seat") for part in (one, asked))
    return f"(any {one} in {one}s where {asked})"


def _write_one_of(line: re.Match[str]) -> str:
    """An action with the few that one is chosen of: `give left of seat or right of seat`."""
    return f"{line[1]} one in [{', '.join(re.split(',? or |, ?', line[2]))}]"


ALL_THE = "(?:all (?:of )?)?(?:the )?"


def _write_paid(line: re.Match[str]) -> str:
    """A number of chips that is paid as a whole, from itself."""
    number = line["number"] or line["pot"]
    return f"pay {number} from {number} to {line['chips'] or '{chips}'} of {line['holder']}"


PLAIN_MOVES: tuple[English, ...] = (
    *PLAIN_ROUNDS,
    # numbers
    (
        rf"\b({PLACE}) (?:is )?(?:not|no) (?:{MORE} than|over|above) (?=[\w(])", r"\1 <= ",
        "`not more than` is written `<=`",
    ),
    (
        rf"\b({PLACE}) (?:is )?(?:not|no) (?:{LESS} than|under|below) (?=[\w(])", r"\1 >= ",
        "`not less than` is written `>=`",
    ),
    (
        r"\bis (not )?(?:equals? (?:to )?|exactly |the same as )(?=[\w(])", r"is \1",
        "it is asked with `is` alone",
    ),
    (r"\bmax(?:imum)? (?=\d+(?: times\b|$))", "at most ", "the most there may be is `at most`"),
    (
        r"^players (?:(\d+) ?– ?|between (\d+) and )(\d+)$",
        lambda line: f"players {line[1] or line[2]}..{line[3]}",
        "from the fewest to the most, with two dots between",
    ),
    (r"^(\w+ of a kind)(?= ?\|)", lambda line: line[1].replace(" ", "_"), "a name is one word"),
    (r"^(\w[^:]*: .+ = )\[ ?\]$", r"\1empty", "where nothing is among them it is `empty`"),
    (
        r"((?:^|[=|(,*<>+]|\b(?:is|by|if|else|and|or|not)) ?)minus (?=[\w(])", r"\1-",
        "`minus` is written `-`",
    ),
    # who plays together
    (
        rf"^(?:partners|partnerships|teams):? {TOGETHER} (?:and|vs|against) {TOGETHER}$",
        "sides 2, in turn", SIDE_BY_SIDE,
    ),
    (
        r"^(?:partners|partnerships|teams):? [a-z]\w*(?:,? \w+)+$", "sides 2, in turn",
        SIDE_BY_SIDE, False,
    ),
    (
        r"^players (\w+)(?: in|,)? (?:(\d+) (?:sides|teams|partnerships|pairs))$",
        lambda line: f"sides {line[2]}, in turn", SIDE_BY_SIDE, False,
    ),
    (
        r"^(?:partners|partnerships|teams|(?:partners|players) sit)(?: sit)?(?: at)? "
        r"(?:opposite|across)(?: \w+)*$", "sides 2, in turn", SIDE_BY_SIDE,
    ),
    (
        r"^players \w+(?: in|,)? (?:\w+ )?(?:partnerships|pairs|teams|partners|sides)$",
        "players 4, 6", SIDE_BY_SIDE, False,
    ),
    # what is chosen, and of what
    (
        rf"^({ACTION}) ((?:left|right|next|partner) of {PLACE}"
        rf"(?:(?:,? or |, ?){PLACE})+)$", _write_one_of, CHOSEN,
    ),
    (rf"^({ACTION}) ((?:left|right|next|partner) of {PLACE})$", r"\1 x in \2", CHOSEN, False),
    (rf"^({ACTION}) card$", r"\1 card in {hand} of seat", CHOSEN),
    (rf"^({ACTION}) cards$", r"\1 cards in subsets of {hand} of seat", CHOSEN),
    (
        rf"^({ACTION}) (seat|side|suit|rank)$", r"\1 \2 in \2s", CHOSEN,
    ),
    (
        rf"^((?:given )?{PLACE} [-+]?=|expect {PLACE} is) (?=.*,)"
        rf"({NAME}(?:(?:, | and |, and ){NAME})+)$",
        lambda line: f"{line[1]} [{re.sub(r',? and ', ', ', line[2])}]", "several stand in `[ ]`",
    ),
    (
        r"(?:(?<=^)|(?<=\| ))(-?\d+) (?P<unknown>[a-z]\w*)(?= *(?:\||$))", r"\1",
        "a number stands alone in a cell",
    ),
    (
        r"(?:(?<=^)|(?<=\| ))(-?\d+) ([a-z]\w*)(?= *(?:\||$))", r"\1 * \2",
        "how many times as much is written with `*`",
    ),
    (
        rf"^win (?:the )?(?:side of |partners? of |team of ){PLACE}\b.*$", "win x",
        "who wins are seats, and those of a side are `seats of side of …`", False,
    ),
    (
        r"^(?:move )?(?:the )?(?:rest|remainder|remaining cards?|cards left)"
        rf"(?: (?:of|from|in) (?:the )?(?P<zone>{PLACE}))?"
        rf" (?:goe?s? |(?:is|are) put )?(?:in)?to (?:the )?(?P<to>{LAID})$",
        lambda line: f"move {line['zone'] or '{stock}'} to {line['to']}",
        "all that still lies in a zone is moved by its name",
    ),
    (
        r"^choose (?:each|every|all|the) (?:seat|player)s?$", "choose x",
        "who chooses has a name: a `for seat in seats` stands above the `choose`", False,
    ),
    # laws
    (
        rf"{LAW}(?:at|after|when|at (?:the )?end of)(?: each| every| the)?"
        r" (?:match\.)?(?P<phase>\w+)(?: ends| is over)?$", r"\1 at \g<phase>: \2", AT_PHASE,
    ),
    (rf"{LAW}at (\w+\.\w+)$", r"\1 at \3: \2", AT_PHASE),
    (r"^(always|never) at (\w+(?:\.\w+)?):? (\"[^\"]*\")", r"\1 \3 at \2", AT_PHASE),
    # cards and chips
    (
        rf"^move (?:all )?(?:the )?cards (?:of|from|in) (?P<holder>\w+) to ({PLACE})$",
        r"move {hand} of \g<holder> to \2", "cards are moved from a zone",
    ),
    (
        rf"^(?:give (?P<number>\w+)|pay {ALL_THE}(?P<pot>\w+))"
        r" to (?:(?P<chips>\w+) of )?(?P<holder>\w+)$", _write_paid, PAID,
    ),
    (
        r"^give \d+(?: chips)? to (?:(?P<chips>\w+) of )?\w+$", "pay 1 from x to y",
        f"{PAID}, as in `pay 5 from pot to chips of seat`", False,
    ),
    (
        rf"^(?P<holder>\w+) (?:takes|collects|wins|gets|keeps|sweeps) {ALL_THE}(?P<number>\w+)$",
        r"pay \g<number> from \g<number> to {chips} of \g<holder>", PAID,
    ),
    (
        r"^(?P<holder>\w+) (?:pays?|puts?) (\w+) (?:in)?to (?:the )?(?P<number>\w+)$",
        r"pay \2 from {chips} of \g<holder> to \g<number>", PAID,
    ),
    (
        r"^(?P<kept>\w+) pays? (.+) to (?:each |every )?(\w+)$",
        r"pay \2 from \g<kept> to {paid} of \3", f"{PAID}:  pay … from … to …",
    ),
    (
        r"^(?P<unpaid>pay) (.+) to (?P<score>\w+ of \w+)$", r"\g<score> += \2",
        "what comes from nobody is added with `+=`",
    ),
    (
        r"^(?P<unpaid>pay) (.+) to (?P<holder>\w+)$", r"{score} of \g<holder> += \2",
        "what comes from nobody is added with `+=`",
    ),
    (
        r"^pay (?!.*\bfrom\b)(.+) (to .+)$", r"pay \1 from x \2",
        f"{PAID}:  pay … from … to …", False,
    ),
    (
        r"^let (?P<kept>\w+)((?: of \w+|\([^()]*\)) = .+)$", r"\g<kept>\2",
        "what is kept is set without `let`",
    ),
    (
        r"^repeat (\w+)(?: times)? if (.+) (?:else|otherwise) (\w+)(?: times)?$",
        r"repeat (\1 if \2 else \3) times", "a choice between two numbers stands in brackets",
    ),
    # questions
    (
        rf"\b(not )?empty (?:of )?(?P<zone>{PLACE}){AFTER}",
        lambda line: f"{line['zone']} is {line[1] or ''}empty",
        "whether a zone has no cards is asked with `is empty`",
    ),
    (
        rf"\b(?:both )?({PLACE}) (and|or) ({PLACE}) are (?:both )?(not )?"
        rf"(?!equal|the|alike|both|not\b)(\w+){AFTER}", _write_both,
        "each of the two is asked",
    ),
    (
        r"\b(if|until|must|and|or|not|when|where) all(?: players| seats)?"
        rf" (?!best\b|lowest\b|but\b)(?:have |are )?\w+{AFTER}",
        r"\1 (every seat in seats: x of seat)", ASKED_EACH, False,
    ),
    (
        rf"\b(?:an?|any|one|some) (?:player|seat) has no cards?(?: left)?{AFTER}",
        "(any seat in seats where {hand} of seat is empty)", ASKED_EACH,
    ),
    (
        r"\b(?:an?|any|some|one) (?P<one>seat|player|side) (?:reach(?:es)?|has reached|gets to"
        rf"|has at least) (\w+)(?: points?)?{AFTER}",
        lambda line: _write_any(line["one"], f"{{score}} of {line['one']} >= {line[2]}"),
        ASKED_EACH,
    ),
    (
        r"\b(?:an?|any|some|one) (?:seat|player|side) has \w+ (?:points?|chips?|tricks?)"
        rf"(?: or more)?{AFTER}", "(any seat in seats where x of seat)", ASKED_EACH, False,
    ),
    (
        rf"\b(?:this|it) is (?:not )?(?:the )?(?:first|second|third|last) \w+{AFTER}", "yes",
        "which one it is only state can count; the last is known by what is left, as in "
        "`hand of seats is empty`", False,
    ),
    (
        rf"\b(?:the )?(?P<zone>\w+?)s are empty{AFTER}", r"\g<zone> of seats is empty",
        "they are asked together",
    ),
    (
        r"^win (?:the )?(?P<one>side|seat|player)s? (?:with|whose|having|(?:who|that) has) (\w+) "
        r"([<>]=? .+)$",
        lambda line: f"win seats where {line[2]} of {'side of ' * (line['one'] == 'side')}it "
        f"{line[3]}", "who wins are seats, and those that fit are found with `where`",
    ),
    (
        r"^win (?:if|when|where|unless) .+$", "win x",
        "who wins stands behind `win`, and when in an `if` above it", False,
    ),
    (
        r"^(?P<phase>\w+) (?:ends|stops|is over)$", r"end \g<phase>",
        "a phase is ended with `end` and its name",
    ),
    (
        r"^(?P<phase>\w+) (?:ends|stops|is over),? (?:if|when|once|as soon as) .+$",
        r"end \g<phase>", "a phase is ended with `end` and its name, below an `if`", False,
    ),
    (
        rf"^(?:may|can|must) ?not (?:be )?\w+ (?:if|when|while) (.+?){SAID}$", r"must not (\1)\2",
        "what may not be is said with `must not`",
    ),
    (r"^must not be .+$", "must no", OF_CHOSEN, False),
    (
        r"\b(?:the )?(?:player|seat) (?:with|(?:who|that) (?:has|holds)|having|holding) (?:the )?"
        rf"({CARD})(?: in (?:his |her |their |the )?hand)?{AFTER}",
        r"(first seat in seats where \1 in {hand} of seat)", "the one that fits is the `first`",
    ),
    (
        rf"\b(?:the )?(?:player|seat) (?:holding|(?:who|that) holds) ({PLACE}){AFTER}",
        r"(first seat in seats where \1 in {hand} of seat)", "the one that fits is the `first`",
    ),
    (
        rf"\b(?:exactly|only|just) ({COUNT}) (seat|side)s?(?: in (?:seat|side)s)? where (.+)$",
        lambda line: f"size of ({line[2]}s where {line[3]})"
        f" is {WRITTEN.get(line[1], line[1])}", "how many fit is their `size`",
    ),
    (
        rf"\b(?:exactly|only|just) {COUNT} (?:seat|side|player)s?\b.*$", "x is 1",
        "how many fit is their `size`:  size of (seats where …) is …", False,
    ),
    (
        r"\bseats after (\w+(?: of \w+)*)(?:,| and|, and| then|, then) \1\b",
        r"seats from next of \1",
        "with that one as the last they are `seats from next of …`",
    ),
    (
        r"\b(?:the )?other side\b", "(first other in sides where other is not side)",
        "the one that fits is the `first`",
    ),
    (
        r"\b(?:the )?other side\b", "x",
        "the other one is the `first` that fits:  first other in sides where other is not …", False,
    ),
    (
        r"\b(?:the )?other (?:seat|player)\b", "x",
        "the other one is the `first` that fits:  first other in seats where other is not …", False,
    ),
    # numbers that go up and down
    (
        r"^for (\w+) (?:in |from |= ?)(?:from )?(.+?) ?(?:down ?to|down until) (.+)$",
        r"for \1 in reversed of (\3..\2)", f"{GOING_DOWN} with `reversed of`",
    ),
    (
        r"^for (\w+) (?:in |from |= ?)(?:from )?([a-z].*?) to ([01])$",
        r"for \1 in reversed of (\3..\2)", f"{GOING_DOWN} with `reversed of`",
    ),
    (
        r"^for (\w+) (?:in )?from (.+?) (?:up )?(?:to|until) (.+)$", r"for \1 in \2..\3",
        "a range has two dots",
    ),
    # numbers that go by several
    (
        r"^(for (\w+) in (\d+) ?\.\. ?\w+),? (?:in )?(?:steps?(?: of)?|by) (\d+)$",
        lambda line: f"{line[1]} where remainder({line[2]}, {line[4]}) is "
        f"{int(line[3]) % max(1, int(line[4]))}",
        f"{EVERY_NUMBER}; those that fit are found with `where`",
    ),
    (
        rf"^({ACTION} (?P<called>\w+) in .+?),? (?:in )?(?:steps?(?: of)?|by) (?P<by>\d+){SAID}$",
        r"\1, x in y",
        f"{EVERY_NUMBER}; below it stands which of them:  must remainder({{called}}, {{by}}) is 0",
        False,
    ),
    (
        rf"^(\w[^:]*: [^=]*?){BY_STEPS}(.*)$", r"\1 or none\3",
        f"{EVERY_NUMBER}; which of them can be chosen, a condition says", False,
    ),
    (
        r",? rounded(?: up| down| off)?(?: to (?:the )?(?:nearest |next )?(?:multiple of )?\d+)?"
        rf"{AFTER}", " + 1", ROUNDED, False,
    ),
    # examples
    (
        r"^(?:expect )?(\w+) (?:has|holds) (-?\d+) (?P<chips>\w+)$",
        r"expect \g<chips> of \1 is \2", "what somebody has is asked by its name",
    ),
    (
        rf"^(?:expect )?(\w+) is (not )?{ALLOWED} to (.+)$",
        lambda line: f"{line[1]} may {line[2] or ''}{line[3]}",
        "what somebody can do is said with `may`",
    ),
    (
        r"^(\w+) does not see (.+)$", r"\1 sees \2 as [?]",
        "a card that a seat does not see is written `?`, as in `ann sees hand of bob as [? ?]`",
        False,
    ),
    (r"^([a-z]\w*) (?:does|did|will) (?P<action>\w+)( [^=:]+)?$", r"\1: \g<action>\3", COLON),
    (rf"^([a-z]\w*) ([a-z]+)s( {CARD})$", r"\1: \2\3", COLON),  # be it a library's action
    (rf"^([a-z]\w*) {VERB}es( [^=:]+)?$", r"\1: \g<action>\3", COLON),
    (rf"^([a-z]\w*) {VERB}s( [^=:]+)?$", r"\1: \g<action>\3", COLON),
)  # fmt: skip
# Tried last of all.
ROWS: tuple[English, ...] = (
    (
        r"^repeat (?P<unknown>[a-z]\w*)$",
        "repeat 2 times",
        "a loop says how often, or until when: `repeat … times`, `repeat until …`",
        False,
    ),
    (
        rf"\b(?:all|each) (?!but\b|best\b|lowest\b)(?:the )?{PLACE} (?:have|has|are|is)\b[^,\"]*?"
        rf"(?= at most\b|,| \"|$)",
        "(every x in y: z)",
        "what is asked of each begins with `every`:  every … in …: …",
        False,
    ),
    (
        rf"\bin (?P<zone>{NAME})(?: and|,) ({NAME})(?= where\b|\)|$)",
        r"in \g<zone> + \2",
        TOGETHER_PUT,
    ),
    (
        rf"\bin ({NAME}) and ({NAME}) (?=where\b)",
        r"in \1 + \2 ",
        TOGETHER_PUT,
        False,
    ),
    (
        rf"\b(?P<zone>{PLACE}) (not )?empty{AFTER}",
        lambda line: f"{line['zone']} is {line[2] or ''}empty",
        "whether a zone has no cards is asked with `is empty`",
    ),
    *(
        (
            rf"\b(any (\w+) in {PLACE}) (?=(?:is|in|not in) )",
            rf"\1 where {part} of \2 ",
            "what is asked of each stands behind `where`",
        )
        for part in ("rank", "suit")
    ),
    (
        r"\bat (least|most) (\w+) (\w+)",
        lambda line: (
            f"size of {line[3]} {'>=' if line[1] == 'least' else '<='} "
            f"{WRITTEN.get(line[2], line[2])}"
        ),
        "how many there are is their `size`",
    ),
    (r"\bcan(?: ?not|'t) (\w+)(?= ?\()", r"not can_\1", "what is not so begins with `not`"),
    (r"\bcan(?: ?not|'t) (\w+)(?= ?\()", r"not \1", "what is not so begins with `not`"),
    (
        rf"\b({PLACE}) match(?:es)? (?={PLACE}\b)",
        r"\1 is ",
        "it is said in what, as in `rank of card is rank of other`",
        False,
    ),
    (
        rf"^([a-z]\w*) (?!wins |ends |sees |has |is )([a-z]+)s (?={CARD})",
        r"\1: \2 ",
        f"{COLON}, and behind it the name of the action",
        False,
    ),
    (
        rf"\b(?P<zone>{PLACE}) (?:contains|has|holds|includes) (no |(?:any |some )?)cards?{AFTER}",
        lambda line: f"{line['zone']} is {'' if line[2] == 'no ' else 'not '}empty",
        "whether cards lie there is asked with `is empty`, or `is not empty`",
    ),
    (
        rf"\b(?!(?:highest|lowest|best|first|sole)\b){SUBJECT[2:]} "
        rf"(?P<lone>[a-z]\w*)(?:{AFTER}|(?= [-+*/<>]=? ))",
        r"\g<lone>",
        "what is asked here takes nothing, and stands alone",
    ),
    (
        rf"^must (?:have|has|own|hold) (?:an? |the )?(?P<zone>(?P<family>\w+)){AFTER}",
        r"must \g<zone> of seat is not empty",
        "whether cards lie there is asked with `is not empty`, of the seat by its name",
    ),
    (
        rf"\b(?P<zone>{PLACE}) (?:contains|has|holds|includes) (?:the |an? )?(\w+){AFTER}",
        r"\2 in ranks of \g<zone>",
        "what occurs there stands before `in`",
    ),
    (
        rf"{NOT_ASKING}({PLACE}) (?:has|have|holds) [^|,\"]+?{AFTER}",
        r"\1 in x",
        "what somebody has is asked with `of`, and whether cards lie there with `in`: `… of …`,"
        " `… in … of …`",
        False,
    ),
    (r"^(?P<row>[a-z]\w*) ([^|]+\|.*)$", r"\1 | \2", "`|` stands behind the name of a row"),
)


def is_there(named: dict[str, str | None], page: str) -> bool:
    """Whether the text has what the named parts of a pattern ask for."""
    action, chips, number = named.get("action"), named.get("chips"), named.get("number")
    if action and "\nphase" in page and not _has_action(page, action):
        return False
    if chips and not re.search(rf"(?m)^ +{chips} of Seat: *-?[\w.]", page):
        return False
    if (chips or number) and {chips, number} & list_zones(page):
        return False
    score = (named.get("score") or "").split(" ")[0]
    if score and not re.search(rf"(?m)^ +{score} of (?:Seat|Side): *-?\w+ ?\.\.", page):
        return False
    if number and not re.search(rf"(?m)^ +{number}: *-?\w+\.\.", page):
        return False
    if named.get("pot") and not _is_paid_out(page, named["pot"] or ""):
        return False
    drawn = (named.get("drawn") or "").split(" ")[0]
    a_card = drawn in ("top", "bottom") or re.search(rf"\b{drawn}(?:: Card\b| in )", page)
    if drawn and not ("\norder " in page and a_card):
        return False
    lone = named.get("lone")
    if lone and not re.search(rf"(?m)^define {lone} *=", page):
        return False
    if "row" in named and "\nranking " not in page:
        return False
    if named.get("grid") and not re.fullmatch(
        r"(?:Seat|Side), [^,]+", find_places(page, named["grid"] or "")
    ):
        return False
    if named.get("family") and not re.search(rf"(?m)^ +{named['family']} of [A-Z]", page):
        return False
    if "two" in named and not re.search(r"(?m)^players 2 *$", page):
        return False
    others = re.search(r"(?m)^use | +pay .+ from ", page)  # a library may keep chips too
    alone = len(list_scores(page)) == 1 and not others
    if "unpaid" in named and not alone:
        return False
    zones = list_zones(page)
    if named.get("pile") and re.split(r"\W", named["pile"] or "")[0] not in zones:
        return False
    return "holder" not in named or (bool(zones) and named["holder"] not in zones)


def _is_paid_out(page: str, name: str) -> bool:
    """Whether a number is chips that are paid to it elsewhere, or no other could pay them."""
    numbers = re.findall(r"(?m)^ +(\w+): *-?\w+\.\.[^\"\n]*$", page)
    paid = re.search(rf"(?m)\bpay .+ to {name}$", page) is not None
    return name in numbers and (paid or len(numbers) == 1)


def _has_action(page: str, word: str) -> bool:
    """Whether a line of the text can be an action of this name."""
    action = rf"(?m)^ {{4,}}{word}(?: \w+ in .*| \w+ cards .*| when .*)?$"
    return bool(re.search(action, page)) and not re.search(rf"(?m)^phase {word}\b", page)
