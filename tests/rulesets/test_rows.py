"""Every rule row of the ledger stands in a ruleset; something fails when its text is altered."""

from __future__ import annotations

from fnmatch import fnmatch
from functools import cache

import pytest

import hoyle
from hoyle.dsl.parser.comments import split_comment
from hoyle.interpreter.testing.examples import run_examples
from tests.rulesets import notice, rows

# ---------------------------------------------------------------------- the rulesets


def test_every_family_is_that_of_a_game():
    assert set(rows.FAMILIES) <= set(hoyle.shipped())


def test_every_section_of_rules_belongs_to_one_family():
    held = [name for family in rows.FAMILIES.values() for name in family.sections]
    readings = [family.readings for family in rows.FAMILIES.values()]
    assert len(held) == len(set(held))
    assert not set(held) & set(rows.NOT_YET)
    sections = {rows.section(row) for row in rows.ledger()}
    assert sections - {*held, *readings, *rows.NOT_YET} <= {"A-G"}


@pytest.mark.parametrize("game", rows.FAMILIES)
def test_what_waits_is_in_the_ledger_and_in_no_ruleset(game):
    waiting = set(rows.FAMILIES[game].waiting)
    assert waiting <= set(rows.ledger())
    assert not waiting & rows.named(game)


@pytest.mark.parametrize("game", rows.FAMILIES)
def test_every_rule_is_told_by_an_example_of_the_text_that_it_belongs_to(game):
    assert {name: left for name, left in rows.untold(game).items() if left} == {}


@pytest.mark.parametrize("game", rows.FAMILIES)
def test_every_reading_is_named(game):
    assert rows.unread(game) == []


@pytest.mark.parametrize("game", rows.FAMILIES)
def test_places_of_sections_are_texts(game):
    places = {place for those in rows.FAMILIES[game].sections.values() for place in those}
    texts = rows.texts_of(game)
    assert [place for place in places if not any(fnmatch(path, place) for path in texts)] == []


@pytest.mark.parametrize("game", rows.FAMILIES)
def test_comments_name_rows_of_the_ledger_and_of_their_own_game(game):
    named = rows.named(game)
    assert named <= set(rows.ledger())
    family = rows.FAMILIES[game]
    later = {name for name, owner in rows.NOT_YET.items() if owner == game}
    assert {rows.section(row) for row in named} <= {*family.sections, family.readings, *later}


@pytest.mark.parametrize("game", rows.FAMILIES)
def test_what_examples_have_no_words_for(game):
    assert not list(notice.faults_in_play(hoyle.load(game), game))


# ---------------------------------------------------------------------- the nets


TEXT = """\
edition 1
# Some words. S-SW-01: SW-02, SW-03
# SW-04..06.
define first = 1
define second = 2  # SW-07

# Nothing here is named: SW-08 is not.
phase one  # SW-09
  say "SW-10"  # SW-11
  if x  # SW-12
    a = 1
    b = 2  # S-SW-13, A-S01
  # of the rest: SW-14, SW-15
  c = 3
  d = 4  # SW-16

phase two  # SW-17
  say "never"
  e = 5  # SW-18

# S-SW-01: SW-19
example "x"
  players 2  # SW-20

always "y": e is 5  # SW-21
"""


VARIANT = """\
edition 1

variant long of short  # SW-01
  set target = 5
  add table more(seat: Seat), step by step  # SW-02
    rule | when | points
    "y"  | yes  | 1

  example "x"  # SW-03
    players 2

  never "z": no  # SW-04
"""


def test_which_line_of_a_variant_carries_which_row():
    lines = rows.lines_of(VARIANT)
    found = {line.code.strip(): sorted(line.rows) for line in rows.used_lines(lines, True)}
    assert found == {
        "edition 1": [],
        "variant long of short": ["SW-01"],
        "set target = 5": ["SW-01"],
        "add table more(seat: Seat), step by step": ["SW-02"],
        "rule | when | points": ["SW-02"],
        '"y"  | yes  | 1': ["SW-02"],
    }
    assert rows.shown(lines) == {"SW-03", "SW-04"}


def test_which_line_carries_which_row():
    lines = rows.lines_of(TEXT)
    found = {line.code.strip(): sorted(line.rows) for line in rows.used_lines(lines, True)}
    assert found == {
        "edition 1": [],
        "define first = 1": ["SW-02", "SW-03", "SW-04", "SW-05", "SW-06"],
        "define second = 2": ["SW-07"],
        "phase one": ["SW-09"],
        'say "SW-10"': ["SW-11"],
        "if x": ["SW-09", "SW-12"],
        "a = 1": ["SW-09", "SW-12"],
        "b = 2": ["A-S01", "SW-09"],
        "c = 3": ["SW-09", "SW-14", "SW-15"],
        "d = 4": ["SW-09", "SW-16"],
        "phase two": ["SW-17"],
        'say "never"': [],
        "e = 5": ["SW-17", "SW-18"],
    }
    assert rows.shown(lines) == {"SW-19", "SW-20", "SW-21"}


@cache
def family() -> notice.Family:
    """Scotch Whist and its variants."""
    return notice.Family("scotch-whist")


def tried(code: str, operator: str, says: str) -> str:
    """What notices a change of the line that begins so."""
    file, line = next(
        place for place in family().changed_lines() if place[1].code.strip().startswith(code)
    )
    runner, changes = family().owners[notice.base_name(file), line.number]
    change = next(one for one in changes if (one.operator, one.says) == (operator, says))
    return family().try_change(runner, change, line).found


@pytest.mark.parametrize(
    ("code", "operator", "says", "found"),
    [
        ("must suit of card is led", "says the contrary", "`is not`", "example"),
        ("dealer: Seat", "draws nobody", "the first", "test"),
        ("order trumps", "drops a declaration", "dropped", "refused"),
        ("trump        | 20", "one more", "`21`", "nothing"),
    ],
)
def test_what_notices_a_change(code, operator, says, found):
    assert tried(code, operator, says) == found


# ---------------------------------------------------------------------- the proof


@pytest.mark.long
@pytest.mark.parametrize("game", rows.FAMILIES)
def test_altered_rules_are_noticed(game, capsys):
    assert all(outcome.passed for outcome in run_examples(hoyle.load(game, examples=True)))
    outcomes = notice.try_family(game)
    found = notice.proofs(game, outcomes)
    with capsys.disabled():
        print("", game, *notice.table(found), notice.totals(outcomes), sep="\n")
    asked = [row for name in rows.FAMILIES[game].sections for row in rows.rules(name)]
    uncovered = [f"{row}: {found[row].why_not}" for row in asked if row in found]
    assert not [line for line in uncovered if not line.endswith(": ")]


def test_no_sentence_hides_a_comment():
    assert split_comment('say "# no"  # yes') == ('say "# no"  ', "# yes")
