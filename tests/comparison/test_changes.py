"""Single changes of a text: each is told with what was and what is, and nothing else is told."""

from ast import literal_eval
from pathlib import Path

import pytest

from hoyle.dsl.format.templates import format_expression
from hoyle.dsl.node import walk
from hoyle.dsl.parser.from_text import read
from hoyle.dsl.report import Report
from hoyle.dsl.source import Source
from hoyle.dsl.tree import declarations as d
from hoyle.interpreter.comparison.brackets import restore_brackets
from hoyle.interpreter.comparison.constant_folding import Known, fold
from hoyle.interpreter.comparison.rule_diff import diff_rules
from hoyle.interpreter.comparison.sides import diff_rulesets, fold_ruleset

# Each block of planted.txt is one change of the little game: what stood there => what stands there
# now, and then all that must be told: the part of the rules, the lines under which it stands, old
# lines and new.
PLANTED = (Path(__file__).parent / "planted.txt").read_text(encoding="utf-8").split("\n\n")

# Written otherwise, and the same rules.
SAME = [
    ("score of seat >= target)", "(score of seat >= target))"),
    ("20 + plain of rank of card", "(20 + plain of rank of card)"),
    ("must not must_follow or led is none", "must (not must_follow) or (led is none)"),
    ("  rank | worth", "  rank | points"),
    ("  shuffle stock\n", "  shuffle stock  # well\n"),
    ("score of leader += last_points", "score of leader += (last_points)"),
    ("    show top of stock\n    trump", "    show top of stock\n  trump"),
    ("if trumps is turned", "if not (trumps is none_at_all)"),
    ("if trumps is turned", "if trumps in [turned]"),
    ("define last_points = bonus", "define last_points = bonus * 1"),
    ("size of hand of seat <= hand_size", "size of hand of seat <= hand_size + 0"),
    ("phase count_up", "define never_asked = 7\n\nphase count_up"),
]


def told(old, new):
    lines = []
    for change in diff_rules(fold_ruleset(old, {}), fold_ruleset(new, {})):
        lines.append(f"  {' | '.join([change.part, *(line.key for line in change.within)])}")
        lines += [f"    - {'  ' * line.depth}{line.key}" for line in change.old]
        lines += [f"    + {'  ' * line.depth}{line.key}" for line in change.new]
    return lines


@pytest.mark.parametrize("block", PLANTED, ids=lambda block: block.split("\n")[0])
def test_a_single_change_is_told_and_nothing_else(block, text, ruleset_of):
    written, *expected = block.rstrip("\n").split("\n")
    before, after = (literal_eval(side) for side in written.split(" => "))
    assert before in text
    old, new = ruleset_of(text), ruleset_of(text.replace(before, after, 1), "changed")
    assert told(old, new) == expected
    parts = [line for line in expected if not line.startswith("    ")]
    assert len(diff_rules(fold_ruleset(new, {}), fold_ruleset(old, {}))) == len(parts)


@pytest.mark.parametrize("before, after", SAME)
def test_what_is_only_written_otherwise_is_not_told(before, after, text, ruleset_of):
    assert before in text
    old, new = ruleset_of(text), ruleset_of(text.replace(before, after, 1), "changed")
    assert told(old, new) == []


def test_several_changes_are_told_in_the_order_of_a_rule_book(text, ruleset_of):
    changed = text.replace("- target", "- 3").replace("players 2..4", "players 3..4")
    changed = changed.replace("20 + plain", "30 + plain")
    changes = diff_rules(
        fold_ruleset(ruleset_of(text), {}), fold_ruleset(ruleset_of(changed, "changed"), {})
    )
    assert [change.part for change in changes] == ["players", "table strength", "payoff"]


def keys(lines):
    return [line.key for line in lines]


def test_options_are_put_into_the_rules(text, ruleset_of):
    ruleset = ruleset_of(text)
    (change,) = diff_rules(fold_ruleset(ruleset, {}), fold_ruleset(ruleset, {"bonus": "5"}))
    assert keys(change.old) == ["score of leader += 2"]
    assert keys(change.new) == ["score of leader += 5"]


def test_an_option_in_a_sentence_is_told_without_braces(text, ruleset_of):
    text = text.replace(
        '"the last card must', '"{seat} keeps {hand_size} where {trumps} is: it must'
    )
    ruleset = ruleset_of(text)
    options = {"hand_size": "4", "trumps": "none_at_all"}
    (found,) = [c for c in diff_rules(fold_ruleset(ruleset, {}), fold_ruleset(ruleset, options))
                if c.part == "conditions may_pass"]  # fmt: skip
    assert '"{seat} keeps 3 where turned is: it must be played"' in found.old[0].key
    assert '"{seat} keeps 4 where none_at_all is: it must be played"' in found.new[0].key


def test_places_are_those_of_the_rules(text, ruleset_of):
    old, new = ruleset_of(text), ruleset_of(text.replace("20 + plain", "30 + plain"), "changed")
    (change,) = diff_rules(fold_ruleset(old, {}), fold_ruleset(new, {}))
    line = 1 + text[: text.index("20 + plain")].count("\n")
    assert change.list_facts()["old_place"] == f"little.cards:{line}"
    assert change.list_facts()["new_place"] == f"changed.cards:{line}"


def test_an_option_that_changes_no_rule_is_told_by_its_name(text, ruleset_of):
    def copy(default, name):
        options = f'  quiet: yes or no = {default}  "no talking"\n  bonus: 0..9'
        planted = text.replace("  bonus: 0..9", options)
        guard = "  if quiet or not quiet\n    gather into stock\n"
        return ruleset_of(planted.replace("  gather into stock\n", guard), name)

    (change,) = diff_rulesets((copy("no", "a"), {}), (copy("yes", "b"), {}))
    assert (keys(change.old), keys(change.new)) == (["quiet: … = no"], ["quiet: … = yes"])
    assert not change.played
    ruleset = ruleset_of(text)
    parts = [c.part for c in diff_rulesets((ruleset, {}), (ruleset, {"bonus": "5"}))]
    assert parts == ["phase one_hand"]


def test_an_option_with_another_default_is_told_before_what_it_changes(text, ruleset_of):
    assert "bonus: 0..9 = 2" in text
    other = ruleset_of(text.replace("bonus: 0..9 = 2", "bonus: 0..9 = 5"), "other")
    (first,) = diff_rulesets((ruleset_of(text), {}), (other, {}))  # the number is told once
    assert (keys(first.old), keys(first.new)) == (["bonus: … = 2"], ["bonus: … = 5"])
    assert "define last_points = bonus\n" in text
    more = text.replace("bonus: 0..9 = 2", "bonus: 0..9 = 5")
    for value in ("bonus + 1", "5"):
        other = ruleset_of(
            more.replace("define last_points = bonus", f"define last_points = {value}"), "other"
        )
        first, rest = diff_rulesets((ruleset_of(text), {}), (other, {}))
        assert keys(first.new) == ["bonus: … = 5"]
        assert keys(rest.old) == ["score of leader += 2"]
        assert keys(rest.new)[0].startswith("score of leader += ")


def test_a_number_that_a_variant_sets_for_good_is_told_once(text, ruleset_of):
    plain = ruleset_of(text, "plain")  # a name of its own: others write over `little`
    five = ruleset_of('edition 1\n\nvariant five "Five" of plain\n  set bonus = 5\n', "five")
    (only,) = diff_rulesets((plain, {}), (five, {}))
    assert keys(only.new) == ["bonus is always 5"]


def test_a_number_that_depends_on_the_players_is_told_once_too(text, ruleset_of):
    """A default that is worked out stands in brackets where it is put in."""
    text = text.replace("define last_points = bonus\n", "define last_points = players * bonus\n")
    ruleset, other = (
        ruleset_of(text.replace("bonus: 0..9 = 2", f"bonus: 0..9 = {default}"), name)
        for default, name in (("2 if players is 2 else 3", "one"), ("5", "other"))
    )
    (only,) = diff_rulesets((ruleset, {}), (other, {}))
    assert keys(only.old) == ["bonus: … = 2 if players is 2 else 3"]


def test_a_new_option_is_told_with_its_default_and_beside_the_others(text, ruleset_of):
    assert "bonus: 0..9 = 2" in text
    more = text.replace("bonus: 0..9 = 2", 'extra: 0..9 = 4 "more"\n  bonus: 0..9 = 5')
    more = more.replace("define last_points = bonus\n", "define last_points = bonus + extra\n")
    other = ruleset_of(more.replace("players 2..4", "players 3..4"), "other")
    changes = diff_rulesets((ruleset_of(text), {}), (other, {}))
    assert [change.part for change in changes][:3] == ["options", "options", "players"]
    assert keys(changes[1].new) == ['extra: 0..9 = 4  "more"']


def test_rows_that_differ_are_shown_below_their_headings(text, ruleset_of):
    other = ruleset_of(text.replace("20 + plain", "30 + plain"), "other")
    (change,) = diff_rulesets((ruleset_of(text), {}), (other, {}))
    assert change.within[-1].indent == change.new[0].indent < change.new[0].depth


def test_a_number_that_decides_what_is_asked_shows_in_the_rules_too(text, ruleset_of):
    def copy(default, name):
        planted = text.replace("bonus: 0..9 = 2", f"bonus: 0..9 = {default}")
        guard = "  if bonus > 3\n    gather into stock\n"
        return ruleset_of(planted.replace("  gather into stock\n", guard), name)

    _, change = diff_rulesets((copy(2, "a"), {}), (copy(5, "b"), {}))
    assert (keys(change.old), keys(change.new)) == ([], ["gather into stock"])


def test_what_is_new_or_gone_stands_behind_the_line_that_it_follows(text, ruleset_of):
    assert "  gather into stock\n  shuffle stock\n" in text
    shorter = ruleset_of(text.replace("  shuffle stock\n", ""), "shorter")
    for old, new in ((ruleset_of(text), shorter), (shorter, ruleset_of(text))):
        (change,) = diff_rules(fold_ruleset(old, {}), fold_ruleset(new, {}))
        assert keys(change.old or change.new) == ["shuffle stock"]
        assert change.follows is not None and change.follows.key == "gather into stock"
        assert change.list_facts()["follows"] == "gather into stock"


def test_a_block_that_a_new_line_follows_is_not_told_as_if_it_were_empty(text, ruleset_of):
    last = "    dealer = left of dealer\n"
    assert text.count(last) == 1
    longer = ruleset_of(text.replace(last, f'{last}  say "it is over"\n'), "longer")
    (change,) = diff_rules(fold_ruleset(ruleset_of(text), {}), fold_ruleset(longer, {}))
    assert change.follows.key.startswith("repeat until") and change.follows.text.endswith(" …")
    assert not change.list_facts()["follows"].endswith("…")


BRACKETED = [
    "(a if b else c) if d else e", "a - (b - c)", "(a + b) * c", "a * (b / c)", "-(a + b)",
    "not (a and b)", "(a or b) and (c or d)", "size of (hand of seat where its rank is K)",
    "(any x in trick where x is a) and b", "any x in trick where any y in trick where y is x",
    "(highest a for x in trick) + 1", "left(a if b else c, d)",
]  # fmt: skip


@pytest.mark.parametrize("written", BRACKETED)
def test_brackets_come_back_where_they_are_needed(written, text, ruleset_of):
    source = Source("define.cards", f'edition 1\ngame "x"\n\ndefine z = {written}\n')
    (define,) = [n for n in walk(read(source, Report()).declarations) if isinstance(n, d.Define)]
    value = restore_brackets(fold(define, Known())).value
    assert format_expression(value) == written


def test_alternatives_that_are_chosen_from_stand_without_brackets():
    written = "call x in Call where it is not a"
    text = f'edition 1\ngame "x"\n\nphase one\n  choose s\n    {written}\n'
    tree = read(Source("call.cards", text), Report())
    assert restore_brackets(tree) == tree
