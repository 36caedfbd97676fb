"""Texts made to do harm: cut up, spliced, with huge numbers, or valid and far too large."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random

from tests.programs.strategies import Maker

ROOT = Path(__file__).resolve().parents[2]
MAX_BYTES = 5_000  # of an existing text that is taken as a beginning: larger ones take their time
TOKEN = re.compile(r'"[^"\n]*"|[A-Za-z_]+|[0-9]+|[ ]+|\n|[^\sA-Za-z_0-9]')
NUMBERS = (
    "0", "1", "2", "3", "7", "12", "13", "16", "17", "64", "99", "100", "999", "1000", "9999",
    "100000", "999999", "214748364", "999999999", "9999999999", "-1", "-999999999",
)  # fmt: skip


@cache
def existing() -> tuple[str, ...]:
    """Small texts of this project: right ones, and wrong ones."""
    found = []
    for folder in ("tests/corpus", "tests/secrecy", "tests/bad", "rulesets"):
        for path in sorted((ROOT / folder).rglob("*.cards")):
            if path.stat().st_size <= MAX_BYTES and not path.name.startswith("X01"):
                found.append(path.read_text(encoding="utf-8"))
    return tuple(found)


@cache
def vocabulary() -> tuple[str, ...]:
    """The words and signs of those texts."""
    return tuple(sorted({word for text in existing() for word in TOKEN.findall(text)}))


def make_text(seed: int) -> str:
    """The text of a number, the same on every machine."""
    r = Random(seed)
    kind = seed % 8
    if kind == 0:
        return cut_tokens(r, r.choice(existing()))
    if kind == 1:
        return cut_tokens(r, Maker(r.randrange).program())
    if kind == 2:
        return splice_lines(r, r.choice(existing()), r.choice(existing()))
    if kind == 3:
        return change_numbers(r, r.choice(existing()))
    if kind == 4:
        return change_numbers(r, Maker(r.randrange).program())
    return make_hostile(r)


# ---------------------------------------------------------------------- changed texts


def cut_tokens(r: Random, text: str) -> str:
    """A few words left out, doubled, changed places, or put in the place of others."""
    tokens = TOKEN.findall(text)
    for _ in range(r.choice((1, 1, 2, 3, 8))):
        if not tokens:
            break
        k = r.randrange(len(tokens))
        way = r.randrange(6)
        if way == 0:
            del tokens[k : k + r.choice((1, 1, 2, 5))]
        elif way == 1:
            tokens[k:k] = tokens[k : k + r.choice((1, 3, 9))]
        elif way == 2:
            other = r.randrange(len(tokens))
            tokens[k], tokens[other] = tokens[other], tokens[k]
        elif way == 3:
            tokens[k] = r.choice(vocabulary())
        elif way == 4:
            tokens.insert(k, r.choice(vocabulary()))
        else:
            tokens[k] = r.choice(("\u202e", "'", '"', "\t", "{", "}", "[", "(", "…", "\x00"))
    return "".join(tokens)


def splice_lines(r: Random, one: str, other: str) -> str:
    """Lines of one text among those of another."""
    lines, others = one.split("\n"), other.split("\n")
    for _ in range(r.choice((1, 1, 2, 4))):
        start, many = r.randrange(len(others)), r.choice((1, 1, 2, 4, 9))
        at = r.randrange(len(lines) + 1)
        lines[at : at + r.choice((0, 0, 1, 3))] = others[start : start + many]
    return "\n".join(lines)


def change_numbers(r: Random, text: str) -> str:
    """Some numbers are others, most of them huge."""
    chance = r.choice((0.02, 0.05, 0.2))
    return re.sub(
        r"(?<![A-Za-z_0-9])[0-9]+(?![A-Za-z_♠♥♦♣])",
        lambda found: r.choice(NUMBERS) if r.random() < chance else found[0],
        text,
    )


# ---------------------------------------------------------------------- valid, and too large

FRAME = """edition 1
game "Large"

players {players}

pack
  ranks A 2 3 4 5 6 7 8 9 10 J Q K
  copies {copies}

order high, best first: A K Q J 10 9 8 7 6 5 4 3 2

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner
  heap: Pile, face up
{zones}
state
  x: 0..999999999 = 9
  y: -999999999..999999999 = 2
  marked: Seats
  kept: Cards
{state}
{declarations}
match
  shuffle stock
  deal {dealt} each from stock to hand of s for s in seats
  for s in seats
    choose s
{actions}
      pass
{steps}
"""


def make_hostile(r: Random) -> str:
    """A text that is right, and asks for far too much in one or two places."""
    parts = {"zones": "", "state": "", "declarations": "", "actions": "", "steps": ""}
    for make in r.sample(HOSTILE, r.choice((1, 1, 2))):
        where, text = make(r)
        parts[where] += text.rstrip("\n") + "\n"
    return FRAME.format(
        players=r.choice(("2", "2..4", "1", "16")), copies=r.choice((1, 1, 1, 2, 3, 12, 1000)),
        dealt=r.choice((0, 1, 3, 13)), **parts,
    )  # fmt: skip


def amount(r: Random) -> int:
    """A number of things, small or beyond what is sensible."""
    return r.choice((1, 2, 3, 5, 8, 13, 21, 22, 26, 34, 60, 99, 250))


def some_zone(r: Random) -> str:
    return r.choice(("pack", "hand of s", "stock", "heap", "pack - heap", "kept"))


def nested_phrases(r: Random) -> tuple[str, str]:
    """Phrases in phrases."""
    text = r.choice(("1", "x", "y + x", "size of heap"))
    for k in range(amount(r) % 31):
        over = r.choice(("[last of seats]", "seats", "seats", "marked", "[1, 2]", "heap"))
        word = r.choice(("total", "highest", "lowest"))
        text = f"({word} ({text}) for v{k} in {over})"
    return "steps", f"  x = smaller(9, larger(0, {text}))"


def nested_questions(r: Random) -> tuple[str, str]:
    """Questions in questions."""
    text = "x > 3"
    for k in range(amount(r) % 31):
        over = r.choice(("seats", "marked", "heap", "hand of last of seats"))
        text = r.choice((f"(any v{k} in {over} where {text})", f"(every v{k} in {over}: {text})"))
    return "steps", f'  if {text}\n    say "so"'


def nested_brackets(r: Random) -> tuple[str, str]:
    """Operations in operations."""
    text = "x"
    for _ in range(amount(r) % 61):
        text = r.choice((f"({text} + 1)", f"(1 - {text})", f"smaller({text}, y)", f"-({text})"))
    return "steps", f"  x = smaller(9, larger(0, {text}))"


def long_sum(r: Random) -> tuple[str, str]:
    """One operation after another."""
    sign = r.choice((" + ", " * ", " - "))
    return "steps", f"  x = smaller(9, larger(0, {sign.join(['y'] * amount(r))}))"


def long_question(r: Random) -> tuple[str, str]:
    """`and` after `and`."""
    sign = r.choice((" and ", " or "))
    return "steps", f'  if {sign.join(["x > 3"] * amount(r))}\n    say "so"'


def squares(r: Random) -> tuple[str, str]:
    """Squares of squares."""
    lines = [f"  let z0 = {r.choice(('x', 'y', '999999999', '2'))}"]
    lines += [f"  let z{k + 1} = z{k} * z{k}" for k in range(amount(r) % 31)]
    return "steps", "\n".join([*lines, f'  say "{{z{len(lines) - 1}}}"'])


def large_ranges(r: Random) -> tuple[str, str]:
    """Numbers up to a huge one, gone through."""
    ends = [r.choice((*NUMBERS[:19], "x", "x * x")) for _ in range(2)]
    phrase = f"(total q for q in {ends[0]}..{ends[1]})"
    return "steps", r.choice((
        f'  for q in {ends[0]}..{ends[1]}\n    say "{{q}}"',
        f"  x = smaller(9, larger(0, {phrase}))", f'  say "{{{phrase}}}"',
    ))  # fmt: skip


def loops_in_loops(r: Random) -> tuple[str, str]:
    """Loops in loops."""
    lines, deep = [], amount(r) % 45
    for k in range(deep):
        head = r.choice((
            f"for l{k} in seats", "repeat 3 times", "repeat at most 9 times, else stop",
            f"for l{k} in 1..{r.choice((2, 9, 100))}", "repeat until x > 5, however long",
        ))  # fmt: skip
        lines.append("  " * (k + 1) + head)
    return "steps", "\n".join([*lines, "  " * (deep + 1) + r.choice(('say "so"', "x = 3"))])


def many_loops(r: Random) -> tuple[str, str]:
    """Loops one after another, and chance on and on."""
    step = r.choice(("shuffle stock", "gather into stock", "x = 4", "swap stock and heap"))
    head = r.choice(("repeat until x is 77, however long", "repeat 900 times"))
    return "steps", f"  {head}\n    {step}\n" * (amount(r) % 30 + 1)


def chain_of_defines(r: Random) -> tuple[str, str]:
    """Definitions that name one another, once or twice."""
    many, twice = amount(r), r.choice((False, True))
    lines = ["define d0 = x"]
    for k in range(many):
        lines.append(f"define d{k + 1} = d{k} + {f'd{k}' if twice else 1}")
    return "declarations", "\n".join([*lines, f"define last_one = d{many}"])


def chain_of_phases(r: Random) -> tuple[str, str]:
    """Phases that run one another."""
    many = amount(r)
    lines = []
    for k in range(many):
        lines += [f"phase p{k}", f"  p{k + 1}", *([f"  p{k + 1}"] * r.choice((0, 0, 1))), ""]
    return "declarations", "\n".join([*lines, f"phase p{many}", "  x = 1", ""])


def several_cards(r: Random) -> tuple[str, str]:
    """Several things chosen at once."""
    names = "abcdef"[: 1 + r.randrange(5)]
    bound = ", ".join(f"{name} in {some_zone(r)}" for name in names)
    must = "        must x > 3\n" if r.randrange(2) else ""
    return "actions", f'      take_them {bound}\n{must}        say "{{a}}"'


def several_numbers(r: Random) -> tuple[str, str]:
    """Several amounts chosen at once."""
    ends = [r.choice(NUMBERS[1:19]) for _ in range(1 + r.randrange(3))]
    names = [f"n{k}" for k in range(len(ends))]
    bound = ", ".join(f"{n} in 1..{end}" for n, end in zip(names, ends, strict=True))
    must = r.choice(("", "        must n0 < x\n", f"        must n0 < {names[-1]}\n"))
    return "actions", f'      bid {bound}\n{must}        say "{{n0}}"'


def several_subsets(r: Random) -> tuple[str, str]:
    """Sets of cards to choose from."""
    form = r.choice((
        f"subsets of ({some_zone(r)})", f"subsets({some_zone(r)}, {amount(r)})",
        f"groups of ({some_zone(r)})", f"subsets({some_zone(r)}, 2)",
    ))  # fmt: skip
    more = f", other in {some_zone(r)}" if r.randrange(2) else ""
    return "actions", f"      give cards in {form}{more}\n        move cards to heap"


def large_zones(r: Random) -> tuple[str, str]:
    """Zones, and how many of them."""
    size = r.choice(NUMBERS[1:19])
    return "zones", r.choice((
        f"  row(1..{size}): Pile, face up", f"  place(1..{size}) of Seat: Cards, face down",
        f"  box: Pile, face up, at most {size}", f"  row(0..9, 0..{size}): Pile, face up",
    ))  # fmt: skip


def large_state(r: Random) -> tuple[str, str]:
    """State, and how much of it."""
    size = r.choice(NUMBERS[1:19])
    return "state", r.choice((
        f"  many(1..{size}): 0..9 = 1", f"  wide of Seat: -{size}..{size} = 0",
        "\n".join(f"  r{k}: 0..9 = 0" for k in range(amount(r))),
    ))  # fmt: skip


def large_table(r: Random) -> tuple[str, str]:
    """A table, or a ranking, of many rows and columns."""
    many = amount(r)
    if r.randrange(2):
        rows = [
            f"  {r.choice(['7', '8', '9', '10', 'J', 'Q', 'K'])} | - | {k % 90}"
            for k in range(many)
        ]
        head = ["table worth(card: Card), first that fits", "  rank of card | suit of card | worth"]
        return "declarations", "\n".join([*head, *rows, "  - | - | 1"])
    columns = " | ".join(["high of highest of rank of cards"] * (many % 20))
    row = f"  some | size of cards > 2{' | ' + columns if columns else ''}"
    return "declarations", f"ranking kind(cards: Cards), best first\n{row}\n  other | otherwise"


def many_cards(r: Random) -> tuple[str, str]:
    """All cards moved to and fro."""
    step = r.choice((
        "move stock to heap turned over", "move pack to stock", "move (pack - heap) to heap",
        "show pack", "for c in pack\n    move c to heap", "kept = pack - heap",
        'say "{pack}"', 'say "{(best c in pack by high of rank of c)}"',
    ))  # fmt: skip
    return "steps", f"  {step}"


HOSTILE: Sequence[Callable[[Random], tuple[str, str]]] = (
    nested_phrases, nested_questions, nested_brackets, long_sum, long_question, squares,
    large_ranges, loops_in_loops, many_loops, chain_of_defines, chain_of_phases, several_cards,
    several_numbers, several_subsets, large_zones, large_state, large_table, many_cards,
)  # fmt: skip
