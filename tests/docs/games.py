"""`docs/games.md`, made from the texts of the games; `python -m tests.docs.games` writes it."""

from __future__ import annotations

import re
from pathlib import Path

from hoyle.dsl.machine.constants import evaluate_settings
from hoyle.interpreter.library.catalogue import REMARK, UNPLAYED, Entry, list_entries
from hoyle.interpreter.runtime.notation import to_dashes
from tests.shipped import load

PAGE = Path(__file__).resolve().parents[2] / "docs" / "games.md"
HEAD = """# The games that come with Hoyle

Family by family: what each game is, its pack, options and variants, and which words of the language
it is an example of. `hoyle show GAME` prints the rules of each. `hoyle list WORD`
finds a game by any word of its rules, `hoyle variants GAME` tells all of its options. This page is
made of the texts: `python -m tests.docs.games` writes it.
"""
# What a reader may want to see in use: words of the manual, and how they are found in a line.
WORDS = {
    "use": r"^use (\w+)",
    "record": r"^record ",
    "type": r"^type ",
    "ranking": r"^ranking ",
    "conditions": r"^conditions ",
    "sides": r"^sides ",
    "step by step": r"^table .*, step by step",
    "sum of all that fit": r"^table .*, sum of all that fit",
    "exactly one fits": r"^table .*, exactly one fits",
    "copies": r"^ *copies ",
    "another suit": r"^ *another suit ",
    "seen by": r"\bseen by (?!owner)",
    "choose together": r"\bchoose together\b",
    "choose": r"\bchoose (?!together)",
    "otherwise": r"^ *otherwise$",
    "if able": r"\bif able\b",
    "announce": r"^ *announce ",
    "pay": r"^ *pay ",
    "swap": r"^ *swap ",
    "hide": r"^ *hide ",
    "at a time": r"^ *deal .* at a time ",
    "turned over": r"\bturned over\b",
    "at the bottom": r"\bat the bottom\b",
    "round and round": r"\bround and round\b",
    "however long": r"\bhowever long\b",
    "ends when": r"^ *ends when ",
    "random of": r"\brandom of\b",
    "subsets": r"\bsubsets\b",
    "groups": r"\bgroups of\b",
    "arrangements": r"\barrangements\b",
    "consecutive": r"\bconsecutive\b",
    "sole best": r"\bsole best\b",
    "player of": r"\bplayer of\b",
    "payoff": r"^payoff ",
}


def make_page() -> str:
    """The whole page."""
    lines, family = [HEAD], ""
    for entry in list_entries():
        if entry.family != family:
            family = entry.family
            lines.append(f"## {family.replace('-', ' ').capitalize()}\n")
        lines.append(describe_game(entry))
    return "\n".join(lines)


def describe_game(entry: Entry) -> str:
    """A game's part of the page."""
    game = load(entry.name).game
    sizes = [
        evaluate_settings(game, players, {}).settings.cards().size
        for players in (entry.counts[0], entry.counts[-1])
    ]
    cards = f"{sizes[0]}" if sizes[0] == sizes[1] else f"{min(sizes)} to {max(sizes)}"
    lines = [
        f"### {entry.title}\n",
        f"`{entry.name}`, {entry.players}, {cards} cards. {entry.says}\n",
    ]
    options = [f"`{to_dashes(name)}`" for name in game.options]
    variants = [f"`{to_dashes(each.name)}` ({each.title})" for each in entry.variants]
    shown = [f"`{word}`" for word in list_words(entry.text)]
    for title, names in (("Options", options), ("Variants", variants), ("It shows", shown)):
        if names:
            lines.append(f"- {title}: {', '.join(names)}")
    return "\n".join(lines) + "\n"


def list_words(text: str) -> list[str]:
    """The words of the language that the rules of a game are an example of."""
    rules = UNPLAYED.sub("", text)
    code = "\n".join(REMARK.sub("", line).rstrip() for line in rules.splitlines())
    found = []
    for word, pattern in WORDS.items():
        libraries = re.findall(pattern, code, re.MULTILINE)
        if word == "use":
            found += [f"use {library}" for library in libraries]
        elif libraries:
            found.append(word)
    return found


if __name__ == "__main__":
    PAGE.write_text(make_page(), encoding="utf-8")
