"""What must not stand in the texts: a developer's machine, a crowded file, the name of one game."""

import io
import re
import token
import tokenize
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

LONGEST = 800  # lines; most files have far fewer

# A path from the root of somebody's disk. Not one inside an address (`example.org/work/`), nor one
# that starts with a variable, a dot or a tilde.
MACHINE = re.compile(
    r"(?<![\w.~)}*-])/(?:home|root|work|mnt|opt|srv|tmp|private|Users)/\w|\b[A-Z]:\\+Users\b"
)
# Where packages come from is the reader's business: some read through a mirror.
REGISTRY = re.compile(
    r"pypi\.(?:org|python)|pythonhosted\.|npmjs\.|crates\.io|proxy\.golang|anaconda\.org|rubygems\."
)

# Names that say nothing about cards.
EMPTY_NAMES = {
    "util",
    "utils",
    "helper",
    "helpers",
    "manager",
    "managers",
    "base",
    "common",
    "misc",
}

# No game lives in Python. Names of games, and words that only one of them uses. Names that are
# ordinary words too (hearts, war, bridge) can't be told apart here and are left to the reader.
GAMES = re.compile(
    r"pontoon|vingt|black.?jack|baccarat|five.?card.?trick|scotch|catch.?the.?ten|zetema|imperial"
    r"|zig+inett|playette|lansquenet|cribbage|(?<![a-z])gin.?rummy|kuhn|leduc|euchre|pinochle|skat\b",
    re.IGNORECASE,
)


def words_of_python(text: str) -> Iterator[tuple[int, str]]:
    """Line and text of every token that is neither a comment nor a string standing by itself.

    A string by itself is a docstring or has no effect. One inside brackets or after `=` is code.
    """
    layout = {token.INDENT, token.DEDENT, token.NEWLINE, token.ENCODING}
    tokens = [
        each
        for each in tokenize.generate_tokens(io.StringIO(text).readline)
        if each.type not in {token.NL, token.COMMENT}
    ]
    before = token.NEWLINE
    for each, after in pairwise(tokens):
        alone = before in layout and after.type == token.NEWLINE
        if not (each.type == token.STRING and alone):
            yield each.start[0], each.string
        before = each.type


def words_of_grammar(text: str) -> Iterator[tuple[int, str]]:
    """Line by line, without Lark's comments."""
    for number, line in enumerate(text.splitlines(), start=1):
        yield number, re.sub(r"(^|\s)//.*", "", line)


def games_in(words: Iterator[tuple[int, str]]) -> list[str]:
    return [f"{line}: {text.strip()}" for line, text in words if GAMES.search(text)]


def code_files(root: Path, ending: str) -> list[Path]:
    files = [path for top in ("dsl", "interpreter") for path in (root / top).rglob(f"*{ending}")]
    assert files, f"no {ending} file was found at all"
    return sorted(files)


def faults(root: Path, paths: list[Path], pattern: re.Pattern[str]) -> list[str]:
    found = []
    for path in paths:
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # not a text
        for number, line in enumerate(text.splitlines(), start=1):
            if pattern.search(line):
                found.append(f"{path.relative_to(root)}:{number}: {line.strip()}")
    return found


def test_no_path_of_a_developers_machine(root, kept_files):
    assert not faults(root, kept_files, MACHINE)


def test_no_package_registry(root, kept_files):
    assert not faults(root, kept_files, REGISTRY)


def test_no_file_is_too_long(root, kept_files):
    lengths = {
        path.relative_to(root).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for path in kept_files
        if path.suffix == ".py"
    }
    assert not {name: lines for name, lines in lengths.items() if lines > LONGEST}


def test_no_group_of_a_pattern_is_possessive(root):
    # Before Python 3.11.5 one that goes back inside may end amidst, and the others do not.
    paths = [path for top in ("dsl", "interpreter") for path in (root / top).rglob("*.py")]
    written = (path.read_text(encoding="utf-8") for path in paths)
    found = [re.findall(r"\)(?:[*+?]|\{[0-9,]+\})\+[\"|)( ]|\(\?>", text) for text in written]
    assert not any(found)


def test_names_come_from_cards(root):
    parts = {
        path.relative_to(root).as_posix(): path.relative_to(root).with_suffix("").as_posix()
        for path in code_files(root, ".py")
    }
    assert not [name for name, stem in parts.items() if EMPTY_NAMES & set(re.split("[/_]", stem))]


def test_no_game_lives_in_python(root):
    found = [
        f"{path.relative_to(root)}:{fault}"
        for ending, words_of in ((".py", words_of_python), (".lark", words_of_grammar))
        for path in code_files(root, ending)
        if GAMES.search(text := path.read_text(encoding="utf-8"))
        for fault in games_in(words_of(text))
    ]
    named = [path for ending in (".py", ".lark") for path in code_files(root, ending)]
    found += [path.relative_to(root).as_posix() for path in named if GAMES.search(path.name)]
    assert not found


# The nets themselves: what they must catch, and what they must let through.


@pytest.mark.parametrize(
    "line",
    ["see /home" + "/ann/rules", "file:///Users" + "/ann", "(/root" + "/x)", "C:" + r"\Users\ann"],
)
def test_a_path_is_caught(line):
    assert MACHINE.search(line)


@pytest.mark.parametrize(
    "line",
    ["#!/usr/bin/env bash", "example.org/home/ann", "../work/x", "$HOME/x", "hearts/opt/ions"],
)
def test_an_innocent_slash_passes(line):
    assert not MACHINE.search(line)


@pytest.mark.parametrize(
    "code",
    [
        "def pontoon(): pass\n",
        "name = 'Scotch Whist'\n",
        "names = [\n    'zetema',\n]\n",
        "title = f'{x} blackjack'\n",
        "def f():\n    return 'five_card_trick'\n",
    ],
)
def test_a_game_in_code_is_caught(code):
    assert games_in(words_of_python(code))


@pytest.mark.parametrize(
    "code",
    [
        '"""As in Pontoon."""\n',
        "x = 1  # as in pontoon\n",
        'class Hand:\n    """As in Pontoon,\n    and Zetema."""\n\n    x = 1\n',
        'def f():\n    # cribbage\n    """Cribbage."""\n',
        "trick = 'hearts'\n",
    ],
)
def test_a_game_in_a_comment_passes(code):
    assert not games_in(words_of_python(code))


def test_a_game_in_a_grammar_is_caught_outside_comments():
    assert games_in(words_of_grammar('rule: "pontoon"  // why\n')) == ['1: rule: "pontoon"']
    assert not games_in(words_of_grammar("// as in pontoon\nrule: NAME // zetema\n"))


def test_only_one_place_writes(root):
    """Where control signs are taken out; besides a line of progress, and what click says."""
    writing = re.compile(r"\bclick\.s?echo\(|\bprint\(|\bsys\.std(?:out|err)\.write\(")
    found = {
        path.name for path in (root / "interpreter").rglob("*.py")
        if writing.search(path.read_text(encoding="utf-8"))
    }  # fmt: skip
    found.discard("__init__.py")  # an example of the API
    assert found == {"output.py", "progress.py", "endings.py"}
