"""Every rule row of the ledger stands in a ruleset; something fails when its text is altered."""

from __future__ import annotations

from fnmatch import fnmatch

import pytest

import hoyle
from hoyle.dsl.parser.from_text import split_comment
from hoyle.interpreter.testing.examples import run_examples
from tests.rulesets import alterations, notice, rows

# ---------------------------------------------------------------------- the rulesets


def test_every_game_has_its_family():
    assert set(rows.FAMILIES) == set(hoyle.shipped())


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


@pytest.mark.parametrize(
    ("code", "changed"),
    [
        ('must a is b  "no 3"', 'must not (a is b)  "no 3"'),
        ("must a is b, if able", "must a is b"),
        ("x = 10", "x = 9"),
        ("x = 10", "x = 11"),
        ("play 10♥", None),
        ("if a >= b", "if a > b"),
        ("if a < b", "if a <= b"),
        ("must size of hand > 2", "must size of hand >= 2"),
        ("leader = left of dealer", "leader = right of dealer"),
        ("move top of stock to trick", "move bottom of stock to trick"),
        ("move card to trick face up", "move card to trick face down"),
        ("for seat in seats from leader", "for seat in seats after leader"),
        ("  draw: low or high = low", "  draw: low or high = high"),
        ("order plain, best first: A K Q", "order plain, best first: K A Q"),
        ("  ranks 7 8 9 10", "  ranks 8 7 9 10"),
        ("pay 1 from a of b to c", "pay 1 from c to a of b"),
        ("x = 1 if a else b", "x = b if a else 1"),
        ('say "paying {x + 1} of 2"', 'say "paying {x + 2} of 2"'),
        ('say "paying {x + 1} of 2"', 'say "paying {x - 1} of 2"'),
        ("chosen = random of seats", "chosen = first seat in seats"),
    ],
)
def test_how_a_line_is_altered(code, changed):
    found = [new for _, new in alterations.changed_codes(code, row=False)]
    assert changed in found if changed is not None else not found


def test_cells_of_a_row_change_places():
    found = [new for _, new in alterations.changed_codes("  J | a of b | 11", row=True)]
    assert "  a of b | J | 11" in found
    assert "  J | 11 | a of b" in found


def test_a_line_is_dropped_with_its_block_and_a_row_put_below_the_next():
    text = "phase one # SW-01\n  a\n    b\n\ntable t # SW-02\n  x | 1\n  y | 2\n"
    found = {a.what: a.text for a in alterations.alterations("g", "f", text, rows.lines_of(text))}
    assert found["below the next row"].endswith("  y | 2\n  x | 1\n")
    assert "\ntable t # SW-02\n  x | 1\n  y | 2\n" in {
        a.text for a in alterations.alterations("g", "f", text, rows.lines_of(text))
    }


def one_of(game: str, code: str, what: str) -> alterations.Alteration:
    """An alteration of the line that begins so."""
    return next(
        a
        for a in alterations.all_alterations(game)
        if what in a.what
        and rows.texts_of(game)[a.file].splitlines()[a.line].strip().startswith(code)
    )


@pytest.mark.parametrize(
    ("code", "what", "found"),
    [
        ("must suit of card is led", "the contrary", "example"),
        ("players 2..7", "7 into 6", "example"),
        ("dealer: Seat", "first seat", "test"),
        ("order trumps", "without A", "refused"),
        ("trump        | 20", "20 into 21", "nothing"),
    ],
)
def test_what_notices_an_alteration(code, what, found):
    assert notice.try_one(one_of("scotch-whist", code, what)).found == found


# ---------------------------------------------------------------------- the proof


@pytest.mark.long
@pytest.mark.parametrize("game", rows.FAMILIES)
def test_altered_rules_are_noticed(game, capsys):
    assert all(outcome.passed for outcome in run_examples(hoyle.load(game)))
    outcomes = notice.try_all(alterations.all_alterations(game))
    found = notice.proofs(game, outcomes)
    with capsys.disabled():
        print("", game, *notice.table(found), notice.totals(outcomes), sep="\n")
    assert not [notice.place(outcome) for outcome in outcomes if outcome.found == "broken"]
    asked = [row for name in rows.FAMILIES[game].sections for row in rows.rules(name)]
    uncovered = [f"{row}: {found[row].why_not}" for row in asked if row in found]
    assert not [line for line in uncovered if not line.endswith(": ")]


def test_no_sentence_hides_a_comment():
    assert split_comment('say "# no"  # yes') == ('say "# no"  ', "# yes")
