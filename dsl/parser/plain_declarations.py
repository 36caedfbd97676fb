"""What plain English says of zones, state and what else is declared, and how it is written here.

The parts are those of `plain_english.py`; these are tried before those.
"""

from __future__ import annotations

import re

from hoyle.dsl.nearest import COUNT, COUNTED, TIMES, WRITTEN, write_times
from hoyle.dsl.parser.plain_english import BY_NUMBER, NAMED_RANKS, RANK, English

TYPES = "seat|cards?|suit|rank|side"
LOWEST = {"52": "2", "36": "6", "32": "7", "28": "8", "24": "9", "20": "10"}  # cards, lowest rank
HIGH = ("J", "Q", "K", "A")
END = rf"(?:{RANK}|{'|'.join((*NAMED_RANKS, *COUNTED))})"
BOTH = "several of one name have numbers, which stand in brackets"
MADE_OF = {"seats": "Seat", "sides": "Side", "suits": "Suit", "ranks": "Rank"}


def _write_types(line: re.Match[str]) -> str:
    """What is taken, with its type behind it: `(Seat giver, suit wanted)`."""
    return re.sub(
        rf"\b({TYPES}) (\w+)(?=[,)])", lambda one: f"{one[2]}: {one[1].capitalize()}", line[0],
        flags=re.IGNORECASE,
    )  # fmt: skip


def _write_named_types(line: re.Match[str]) -> str:
    """The same where what is taken is called by its type: `(seat, card)`."""
    return re.sub(
        rf"([(,] ?)({TYPES})(?=[,)])", lambda one: f"{one[1]}{one[2]}: {one[2].capitalize()}",
        line[0],
    )  # fmt: skip


def _write_family(line: re.Match[str]) -> str:
    """A line for each of several: `hand of each player`."""
    kind = line["kind"].lower().removesuffix("s").replace("player", "seat")
    return f"{line[1]} of {kind.capitalize()}"


def _write_full(line: re.Match[str]) -> str:
    """A zone with how many it holds at most: `kitty: 4 cards, face down`."""
    count = line["count"]
    kind = "Pile" if line["kind"] == "Pile" else "Cards"
    return f"{line[1]}: {kind}{line['rest']}, at most {WRITTEN.get(count, count)}"


def _write_piles(line: re.Match[str]) -> str:
    """So many piles, or so many for each: `discard of Seat: 4 Pile`."""
    count, kind = WRITTEN.get(line["count"], line["count"]), line["kind"]
    return f"{line[1]}({kind + ', ' if kind else ''}1..{count}): Pile{line['rest']}"


def _write_ranks(line: re.Match[str]) -> str:
    """Ranks up to a letter, or from one: `2..A`; an order has the best first: `A..2`."""
    low, high = (WRITTEN.get(line[end], line[end]) for end in ("low", "high"))
    every = (*BY_NUMBER, *HIGH)
    if low not in every or high not in every or {low, high} <= {*BY_NUMBER}:
        return line[0]
    start, end = every.index(low), every.index(high)
    if low == "A" and line["head"] == "ranks" and end > 0:
        # from the ace up, where the king is among them or behind them; else it may be down to this
        up = high == "K" or re.match(r"(?:,? [JQK0-9]+)*,? K\b", line["behind"])
        rest = "2..10 J Q K" if high == "K" else f"2..{high}"
        return f"{line[1]}A {rest}" if up and high in (*BY_NUMBER, "K") else line[0]
    step = 1 if start < end else -1
    ranks = every[start : (end + step if end + step >= 0 else None) : step]
    return f"{line[1]}{' '.join(ranks)}"


def _write_whole_pack(line: re.Match[str]) -> str:
    """The ranks of a pack of so many cards in four suits: of 52, where nothing is said."""
    count = re.search(r"\d\d(?= ranks)|\d+", line[0].replace("13 ranks", ""))
    lowest = LOWEST.get(count[0] if count else "52")
    low = f"{lowest}..10" if lowest and lowest != "10" else lowest
    return f"ranks {low} J Q K A" if low else line[0]


def _write_alternatives(line: re.Match[str]) -> str:
    """What something may be; numbers that follow one another are a range instead."""
    several = re.split(r",? or |, ", line[2])
    numbers = [int(one) for one in several if re.fullmatch(r"\d{1,4}", one)]
    if numbers and numbers == [*range(numbers[0], numbers[0] + len(several))]:
        return line[0]
    return f"{line[1]}{' or '.join(several)} = "


def _write_type(line: re.Match[str]) -> str:
    """A type with the few that it can be: `enum contract: high, low`."""
    name = "".join(part[:1].upper() + part[1:] for part in line[1].split("_"))
    return f"type {name} = {' or '.join(re.split(',? ?or |, ?| ?[|] ?', line[2]))}"


def _write_zone(line: re.Match[str]) -> str:
    """A zone of which it was said only who sees it."""
    sight = "face down" if line[2] else "face up" if line[3] else "seen by owner"
    return f"{line[1]}: Cards, {sight}"


PLAIN_DECLARATIONS: tuple[English, ...] = (
    (
        r"^(\w+(?: of \w+)?): (?:(hidden|secret|closed|face[- ]?down)|(open|public|visible|"
        r"face[- ]?up)|private)$", _write_zone, "a zone is `Pile` or `Cards`, and says who sees it",
    ),
    (
        rf"^((?P<head>ranks|order \w+, best first:) (?:.* )?)(?P<low>{END})(?: to | ?\.\. ?)"
        rf"(?P<high>{END})\b(?=(?P<behind>.*))",
        _write_ranks, "only numbers have two dots between; letters are listed",
    ),
    (
        r"^(\d+)(?: ?(?:to|or|and|\.\.|-) ?(\d+))? players$",
        lambda line: f"players {line[1]}" + (f"..{line[2]}" if line[2] else ""),
        "how many can play stands behind `players`",
    ),
    (
        r"^(?:(?:a|an|the|one|all|whole|full|complete|standard|ordinary|normal|regular|usual|french|"
        r"anglo|american|english|cards|pack|deck|of|with|\d+)[ -]?)+$", _write_whole_pack,
        "the cards of a pack are named by their `ranks`, from which it has four suits",
    ),
    (
        r"^(?:all|every) (?:the )?(?:13 |thirteen )?ranks?(?:,? (?:in|of) (?:\w+ )*suits?)?$",
        _write_whole_pack,
        "the cards of a pack are named by their `ranks`, from which it has four suits",
    ),
    (
        r"^\d+[ -]cards?$", "ranks 7 8 9",
        "the cards of a pack are named by their `ranks`, from which it has four suits", False,
    ),
    (
        rf"^(?P<ranks>{RANK}(?:(?:,? | ?\.\. ?|,){RANK})+)$", r"ranks \g<ranks>",
        "what ranks there are stands behind `ranks`",
    ),
    (
        rf"^({COUNT}) (?:packs|decks|copies)(?: of cards)?$",
        lambda line: f"copies {WRITTEN.get(line[1], line[1])}",
        "`copies` says how many packs there are, shuffled together",
    ),
    (r"^copies ?[:=] ?(\d+)$", r"copies \1", "how many packs there are stands behind `copies`"),
    (
        r"^(?:\w+ ?[:=] ?)?"
        r"(?:(?:with|plus|and|add|including|extra|cards?|an?|one|single|the|\d) )*"
        rf"(?:{RANK}|[a-z]+) of (?!Seat\b|Side\b|Rank\b|Suit\b|cards?\b)\w+$", "remove 2♣",
        "every suit has all `ranks`; the cards that are not in the pack are removed one by one, as "
        "in `remove [7♠ 7♥]`", False,
    ),
    (
        r"^(?:(?:with|plus|and|add|including) )?(?!(?:\d+[ -])?(?:suit|rank|pack|deck|card)s?\b)"
        rf"(?P<cards>{TIMES})$",
        lambda line: f"cards {write_times(line['cards'])}",
        "cards without rank and suit stand behind `cards`, with how often each is there",
    ),
    (
        r"^type ([A-Z]\w*) = (\w+(?:(?:, | or )\w+)*, (?:or )?\w+(?:(?:, | or )\w+)*)$",
        _write_type,
        "the few that it can be are joined by `or`",
    ),
    (
        r"^enum (\w+) ?[:=]? ?[({]?(\w+(?: ?(?:,? or |, ?|[|]) ?\w+)+)[)}]?$", _write_type,
        "what is one of a few words is a `type`",
    ),
    # zones
    (
        r"^(\w+) of (?P<kind>Seat|Side|Rank|Suit)(?:,| and| ?\()"
        r" ?(?P<numbers>\w+ ?\.\. ?\w+)\)? ?:",
        r"\1(\g<kind>, \g<numbers>):", BOTH,
    ),
    (
        rf"^(\w+)(?: of (?P<kind>Seat|Side|Rank|Suit))?: (?P<count>{COUNT}) "
        r"(?(kind)[Pp]iles?|[Pp]iles)\b(?P<rest>.*)$",
        _write_piles, f"{BOTH}; how many cards one holds stands behind `at most`",
    ),
    (
        r"^(\w+) (?:of|for|per) (?:each |every |all |the )*"
        r"(?P<kind>[Pp]layer|[Ss]eat|[Ss]ide|[Ss]uit|[Rr]ank)s?(?= ?[:=])",
        _write_family, "one for each of them is `of` their type",
    ),
    (
        rf"^(\w+(?: of Seat)?): (?P<count>{COUNT}) (?P<kind>[Cc]ards?|Pile)\b(?P<rest>.*)$",
        _write_full,
        "what it holds stands first, and how many at most behind it",
    ),
    (
        rf"^(\w+) of (?P<count>{COUNT}): (?P<kind>Cards|Pile)\b(?P<rest>.*)$", _write_full,
        "how many it holds at most stands behind `at most`",
    ),
    (
        r"(?<=, )hidden from (?:all|everybody|everyone|every seat)(?=,|$)", "face down",
        "a zone that nobody sees is `face down`",
    ),
    # state and options
    (
        r"^(\w[^:]*: )([^,=]+(?:,(?: or)? [^,=]+)+) = ", _write_alternatives,
        "alternatives are joined by `or`",
    ),
    (
        r"^(\w+: )(\w+(?: ?/ ?\w+)+)( = \w+)$",
        lambda line: f'{line[1]}{re.sub(" ?/ ?", " or ", line[2])}{line[3]} "what it is for"',
        "alternatives are joined by `or`, and behind them stands what an option is for",
    ),
    (
        r"^(\w[^:]*: )(\d+)(?:,? (?:or )?\d+)*,? (?:or )?(\d+) = ", r"\1\2..\3 = ",
        "what a number may be is a range",
    ),
    (
        r"^(\w+(?: of \w+)?: [A-Z]\w+), (?:not|un) ?(?:yet )?(?:known|set|chosen|named|fixed)\b.*$",
        r"\1 or none = none", "what is not there at first is `none`",
    ),
    (
        r"^(\w+) ?[=:] ?(\d+)$",
        lambda line: f'{line[1]}: 0..{max(100, int(line[2]))} = {line[2]} "what it is for"',
        "an option has what it can be, what it is if nothing is said, and what it is for",
    ),
    (
        rf"^(\w+) = (random of ({'|'.join(MADE_OF)}))$",
        lambda line: f"{line[1]}: {MADE_OF[line[3]]} = {line[2]}", "it is said what it can be",
    ),
    (
        r"^(\w+) = ((?:left|right|next) of \w+)$", r"\1: Seat = \2", "it is said what it can be",
    ),
    (
        r"^((?:always|never) .+?) ?: (at \w+(?: ?\. ?\w+)*)(?: ?:)? ", r"\1 \2: ",
        "no `:` stands before `at`",
    ),
    (r"(?<=[^,]) not told(?=,|$)", ", not told", "a `,` stands before `not told`"),
    (
        r",? (?:untold|unannounced|silent|quiet)$", ", not told",
        "what transcripts do not tell is `not told`",
    ),
    (
        r"^(\w+ of \w+: [^,]* = [^,]+),? (?:unseen|secret|hidden|private)$", r"\1, seen by owner",
        "it is said who sees it with `seen by`; what transcripts leave out is `not told`",
    ),
    (
        r",? (?:unseen|secret|hidden|private)$", ", not told",
        "what one seat alone sees is `seen by` that seat; what transcripts leave out is `not told`",
        False,
    ),
    (
        r"(?<=: )(?:from |between )?(?!yes\b|no\b)(-?\w+) ?(?:to|and|\.\.) ?(-?\w+)", r"\1..\2",
        "a range has two dots",
    ),
    (r", default (?:is |= ?)?(\w+)", r" = \1", "what is usual stands behind `=`"),
    (
        r"^(\w+: \S+ ?(?:or|\.\.) ?[^=\"]+) (\"[^\"]*\")$", r"\1 = 0 \2",
        "what is usual is missing before this: `= …`", False,
    ),
    (
        r", (?:(?:starts|begins) (?:at|with|as) |initially |at first )(\w+)$", r" = \1",
        "what it is at first stands behind `=`",
    ),
    (
        r"^state of (?:each|every|the|an?|one) \w+$", "state of x",
        "behind `of` stands the name of the phase for which it is kept", False,
    ),
    # what is asked of something
    (
        rf"(?i)^(?:phase|define|table|ranking) \w+ ?\((?=.*\b(?:{TYPES}) \w+[,)]).*$", _write_types,
        "the type stands behind the name and a colon",
    ),
    (
        rf"^(?:phase|define|table|ranking) \w+ ?\((?=(?:.*[, ])?(?:{TYPES})[,)]).*$",
        _write_named_types, "what is taken has its type behind a colon",
    ),
    (
        r"^(phase|define|table|ranking) (\w+) ?\((\w+(?:, ?\w+)*)\)(.*)$",
        lambda line: f"{line[1]} {line[2]}({line[3].replace(',', ': Seat,')}: Seat){line[4]}",
        "behind each name comes `:`, and its type, as in `(seat: Seat)`", False,
    ),
    (
        r"^(define \w+(?:\(.*?\))?)(?: ?:| is| as| equals| means| to be) (?=[\w(])", r"\1 = ",
        "what it means stands behind `=`",
    ),
    # how a seat plays, and variants
    (
        r"^(?P<chosen>\w+)((?: (?:highest|lowest|when) .+)?)$", r"{phase}.\g<chosen>\2",
        "the phase in which it is chosen stands before it, and a dot between",
    ),
    (
        r"^(\w+\.\w+) (?:(best|most|largest|biggest)|worst|least|smallest) (?=[\w(])",
        lambda line: f"{line[1]} {'highest' if line[2] else 'lowest'} ",
        "the move that counts most is the `highest`, or the `lowest`",
    ),
)  # fmt: skip
