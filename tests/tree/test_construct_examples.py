"""The examples that messages show can be read, and words are known by their slips."""

import pytest

from hoyle.dsl.parser.construct_examples import CHANGES, INSIDE, PARTS, STEPS
from hoyle.dsl.parser.vocabulary import find_reserved
from hoyle.dsl.report import as_text
from tests.tree.test_mistakes import CHOOSE, PHASE, TOP, problems_of

# What stands above a line that says what a file is.
START_OF = {"edition": "", **dict.fromkeys(("game", "library", "examples"), "edition 1\n")}


@pytest.mark.parametrize("word", PARTS)
def test_the_example_of_a_part_can_be_read(word):
    text = START_OF.get(word, TOP) + PARTS[word]
    if word == "edition":
        text += '\ngame "x"'
    assert not problems_of(text + "\n")


@pytest.mark.parametrize("word", STEPS)
def test_the_example_of_a_step_can_be_read(word):
    lines = STEPS[word].replace("\n", "\n  ")
    assert not problems_of(PHASE + lines + "\n")


INSIDE_OF = {
    "must": "conditions x", "needs": "options", "otherwise": "match\n  choose x\n    pass",
    "cards": "pack",
    "ranks": "pack", "suits": "pack", "another": "pack", "remove": "pack", "copies": "pack",
    "given": 'example "x"', "start": 'example "x"', "expect": 'example "x"', "set": 'example "x"',
    "default": 'variant x "x" of y', "add": 'variant x "x" of y', "replace": 'variant x "x" of y',
}  # fmt: skip


@pytest.mark.parametrize("word", INSIDE)
def test_the_example_of_what_stands_inside_can_be_read(word):
    deep = "\n    " if word == "otherwise" else "\n  "
    text = TOP + INSIDE_OF[word] + deep + INSIDE[word].replace("\n", deep) + "\n"
    assert not problems_of(text)


@pytest.mark.parametrize("words", CHANGES)
def test_the_example_of_a_change_can_be_read(words):
    text = TOP + INSIDE_OF["add"] + "\n  " + CHANGES[words].replace("\n", "\n  ") + "\n"
    assert not problems_of(text)


def test_hard_words_are_those_that_a_name_would_clash_with():
    assert {
        "any",
        "count",
        "first",
        "if",
        "is",
        "move",
        "zones",
        "yes",
    } <= find_reserved()
    # These have a meaning only inside a form.
    assert (
        not {"face", "row", "turn", "step", "bottom", "able", "suit", "each", "table", "play"}
        & find_reserved()
    )


# `sotp` alone would run a phase of that name: which there are, only the checker knows.
LONG_WORDS = [word for word in {**STEPS, **PARTS} if len(word) > 3 and word != "stop"]


@pytest.mark.parametrize("word", LONG_WORDS)
def test_a_swap_of_letters_is_known_again(word):
    wrong = word[1] + word[0] + word[2:]
    if word in PARTS:
        text = START_OF.get(word, TOP) + PARTS[word].replace(word, wrong, 1)
    else:
        text = PHASE + STEPS[word].replace(word, wrong, 1).replace("\n", "\n  ")
    said = as_text(problems_of(text + "\n")[0])
    assert f"did you mean `{word}`?" in said


def test_what_was_written_is_no_example_of_itself():
    """It would be all right in another place."""
    line = 'must suit of card is led, if able  "follow suit if you can"'
    (problem,) = problems_of(CHOOSE + "move card to trick\n      " + line)
    assert problem.code == "G01" and not problem.help
