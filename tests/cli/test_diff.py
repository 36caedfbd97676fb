"""`hoyle diff` and `hoyle variants` as a user calls them."""

import json

import pytest

from hoyle.dsl.parser.construct_examples import PARTS
from hoyle.dsl.parser.from_text import read
from hoyle.dsl.report import Report
from hoyle.dsl.source import Source
from tests.heads import head

HOUSE = "house.cards"


@pytest.fixture(scope="session")
def house(games):
    """The path of a variant of the little game."""
    return lambda name: f"{games / 'little' / HOUSE}:{name}"


# ---------------------------------------------------------------------- diff


@pytest.mark.parametrize("name", ["stern", "no-trump"])
def test_a_variant_against_its_base(name, hoyle, house, golden):
    done = hoyle("diff", "little", house(name))
    assert done.exit_code == 0, done.output
    golden(f"diff-{name}", done.stdout)


def test_a_variant_in_the_file_of_the_first_is_found_by_its_name(hoyle, tmp_path):
    rules = "\nmatch\n  shuffle stock\n"
    variant = '\nvariant face_up "Open" of own\n  replace zones\n'
    variant += "    stock: Pile, face up, starts with the pack\n"
    (tmp_path / "own.cards").write_text(head("own") + rules + variant, encoding="utf-8")
    own = str(tmp_path / "own.cards")
    by_path = hoyle("diff", own, f"{own}:face-up", "--games", "0")
    by_name = hoyle("diff", own, "face-up", "--games", "0")
    assert by_name.exit_code == 0, by_name.output
    assert by_name.stdout == by_path.stdout


def test_options_of_one_side(hoyle, golden):
    words = ("--set", "hand-size=2", "--set-b", "must-follow=no", "--set-b", "bonus=4")
    done = hoyle("diff", "little", "little", *words)
    assert done.exit_code == 0, done.output
    golden("diff-options", done.stdout)


def test_what_is_different_is_told_before_a_position_is_looked_for(hoyle, house, monkeypatch):
    def ends(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("hoyle.interpreter.comparison.search.find_difference", ends)
    told = hoyle("diff", "little", house("stern")).stdout
    assert told.startswith("what ") and "phase one_trick" in told


def test_the_same_facts_for_a_program(hoyle, house):
    done = hoyle("diff", "little", house("stern"), "--json")
    facts = json.loads(done.stdout)
    assert (facts["a"]["game"], facts["b"]["game"], facts["same"]) == ("little", "stern", False)
    (stick,) = [one for one in facts["changes"] if one["part"] == "phase one_trick"]
    assert stick["within"][-1].startswith("play card in") and stick["what"] == "changed"
    assert '< 3, if able "' in stick["old"] and '< 2, if able "' in stick["new"]
    assert stick["new_place"] == f"{HOUSE}:7"
    position = facts["position"]
    assert position["players"] == ["ann", "bob"] and position["moves"] == []
    assert all(one["a"] != one["b"] for one in position["differences"])


def test_behind_another_default_a_position_with_the_same_options_is_told(hoyle, tmp_path):
    """Else nothing would be seen of what the variant changes in play."""
    text = head("Chips", "2")
    text = text.replace("\npack", '\noptions\n  each: 3..9 = 6 "chips"\n\npack', 1)
    text += "state\n  chips of Seat: 0..99 = each\n\nmatch\n  repeat 2 times\n"
    text += "    for seat in seats\n      choose seat\n        pass\n        stay\n"
    (tmp_path / "coins.cards").write_text(text, encoding="utf-8")
    variant = 'edition 1\n\nvariant few "Few" of coins\n  default each = 4\n'
    more = "  add action to match after stay\n    knock\n      must chips of seat > 3\n"
    for added in ("", more):
        (tmp_path / "few.cards").write_text(variant + added, encoding="utf-8")
        words = ("diff", tmp_path / "coins.cards", tmp_path / "few.cards")
        done = hoyle(*words)
        assert done.exit_code == 0, done.output
        first, _, later = done.stdout.partition(
            "\nwhere the options of the second are those of the first (each 6):\n"
        )
        assert "they differ before the first move" in first
        assert ("may ann knock: no" in later and "may ann knock: yes" in later) == bool(added)
        assert bool(later) == bool(added)
        facts = json.loads(hoyle(*words, "--json").stdout)["with_same_options"]
        assert (facts is not None) == bool(added)
        assert facts is None or facts["options"] == {"each": "6"}
    done = hoyle(*words, "--set-b", "each=3")
    assert "where the options" not in done.stdout


def test_what_is_the_same_is_said_to_be_so(hoyle):
    done = hoyle("diff", "little", "little")
    assert (done.exit_code, done.stdout) == (0, "both are little: they are the same\n")
    done = hoyle("diff", "little", "little", "--set-b", "bonus=2")
    assert done.stdout == "little and little, bonus 2 are the same\n"
    assert json.loads(hoyle("diff", "little", "little", "--json").stdout)["same"] is True


def test_rules_that_differ_may_play_alike(hoyle, tmp_path, games):
    text = (games / "little.cards").read_text(encoding="utf-8")
    other = tmp_path / "other.cards"
    other.write_text(text.replace("at most 40 times", "at most 41 times"), encoding="utf-8")
    done = hoyle("diff", "little", other, "--games", 5)
    assert "at most 41 times" in done.stdout
    assert "no position was found in 5 games in which they differ" in done.stdout


def test_no_position_is_looked_for_without_games(hoyle, house):
    told = hoyle("diff", "little", house("stern"), "--games", 0).stdout
    assert "+   bonus is always 3" in told and "same deal" not in told


def test_where_one_shuffles_fewer_cards_the_deal_is_not_called_the_same(hoyle, tmp_path):
    one, other = tmp_path / "one.cards", tmp_path / "other.cards"
    text = head("Turned", "1") + "  base: Pile, face up\n\nmatch\n  shuffle stock\n  win seats\n"
    one.write_text(text, encoding="utf-8")
    other.write_text(text.replace("  shuffle", "  move A♠ to base\n  shuffle"), encoding="utf-8")
    told = " ".join(hoyle("diff", one, other, "--games", 5).stdout.split())
    assert "the same moves, and the cards that both shuffle in the same order, and they" in told
    assert "the same deal" not in told
    other.write_text(text.replace("  win", "  move A♠ to base\n  win"), encoding="utf-8")
    assert "the same deal and moves, and they" in hoyle("diff", one, other, "--games", 5).stdout


def test_another_pack_is_told_without_a_search(hoyle, tmp_path, games):
    text = (games / "little.cards").read_text(encoding="utf-8")
    other = tmp_path / "other.cards"
    other.write_text(
        text.replace("ranks 7 8 9 10 J Q K A", "ranks 7 8 9 10 J Q K A\n  copies 2"),
        encoding="utf-8",
    )
    told = hoyle("diff", "little", other).stdout
    assert "\n  pack\n+   copies 2\n" in told
    assert "with 2 players they differ before the first card: in the pack" in told
    assert "  little: 32 cards\n" in told and "  other: 64 cards" in told


def test_the_same_lines_whatever_the_hash_seed(spawn, house):
    found = {
        spawn("diff", "little", house("no-trump"), hash_seed=seed).communicate()[0]
        for seed in ("1", "2")
    }
    assert len(found) == 1 and b"same deal" in found.pop()


def test_pagat_against_pontoon(hoyle):
    done = hoyle("diff", "pontoon", "pontoon-pagat", "--games", 0, "--json")
    changes = json.loads(done.stdout)["changes"]
    rules = [one for one in changes if one["part"] != "options"]
    assert all(one["old"] != one["new"] for one in changes)
    told = "\n".join(filter(None, (one["new"] for one in rules)))
    assert "high of hand of box >= 15" in told and "stick_min" not in told
    assert "the least total one may stick on" not in told


@pytest.mark.parametrize(
    "cells",
    ["-pontoon_collects | -banker_trick_collects | 2 | -3", "-3 | -banker_trick_collects | 2 | 2"],
)
def test_a_row_of_a_table_is_told_below_its_headings(cells, hoyle, tmp_path):
    variant = tmp_path / "mine.cards"
    lines = ["edition 1", "", 'variant mine "Mine" of pontoon', "  replace row in pays"]
    variant.write_text("\n".join([*lines, f"    five_card | {cells}", ""]), encoding="utf-8")
    facts = json.loads(hoyle("diff", "pontoon", variant, "--games", 0, "--json").stdout)
    (change,) = facts["changes"]
    assert change["within"][-1] == "mine \\ bank | pontoon | five_card | points | bust"
    old = "five_card | -pontoon_collects | -banker_trick_collects | 2 | 2"
    assert (change["old"], change["new"]) == (old, f"five_card | {cells}")


def test_a_number_that_is_agreed_alike_stands_by_its_name(hoyle, games, tmp_path):
    """As both texts have it; where one of them has the number in its place, as it is played."""
    variant, game = tmp_path / "mine.cards", tmp_path / "little.cards"
    game.write_text((games / "little.cards").read_text(encoding="utf-8"), encoding="utf-8")
    heading = 'edition 1\n\nvariant mine "Mine" of little\n'
    shown = []
    for number in ("target", "(20 if players >= 4 else 10)"):
        match = (
            "  replace match\n    repeat until (any seat in seats where score of seat >= "
            f"{number}) at most 30 times, else end match\n      one_hand\n"
        )
        variant.write_text(heading + match, encoding="utf-8")
        told = hoyle("diff", game, variant, "--games", 0).stdout
        shown.append([line for line in told.splitlines() if "repeat" in line])
    by_name, worked_out = shown
    assert [line[0] for line in by_name] == [line[0] for line in worked_out] == [" "]
    assert "score of seat >= target at" in by_name[0]
    assert "score of seat >= (20 if players >= 4 else 10) at" in worked_out[0]


NAMED_TWICE = (
    head("Named Twice", "2..3")
    + """\
state
  helper: Seat or none = none
  leader: Seat = first seat in seats
options
  who: first_seat or helper = first_seat "who begins"
match
  repeat 3 times
    if helper is not none and who is helper
      leader = helper
    choose leader
      turn
        shuffle stock
    helper = left of leader
  win leader
"""
)


def test_an_alternative_may_have_the_name_of_state(hoyle, tmp_path):
    path = tmp_path / "twice.cards"
    path.write_text(NAMED_TWICE, encoding="utf-8")
    lines = hoyle("diff", path, "--set-b", "who=helper", "--games", 0).stdout.splitlines()
    assert [line for line in lines if line.startswith(("+", "-"))] == [
        "+     if helper is not none", "+       leader = helper"
    ]  # fmt: skip


def test_a_step_behind_an_else_stands_behind_its_if(hoyle, tmp_path):
    text = head("Turns")
    text += """
match
  for seat in seats
    choose seat
      pass
        if seat is last of seats
          say "one"
        else
          say "two"
"""
    for name, more in ("one", ""), ("two", '        say "three"\n'):
        (tmp_path / f"{name}.cards").write_text(text + more, encoding="utf-8")
    told = hoyle("diff", tmp_path / "one.cards", tmp_path / "two.cards", "--games", 0).stdout
    assert '          if seat is last of seats …\n+         say "three"\n' in told


def test_a_define_that_one_side_need_not_ask_is_told_with_its_value(hoyle):
    facts = json.loads(hoyle("diff", "pontoon", "royal", "--games", 0, "--json").stdout)
    rows = [one["new"] for one in facts["changes"] if one["part"] == "table pays"]
    assert "royal | 3 | 3 | 3 | 3" in "\n".join(rows).split("\n")
    told = {change["part"]: (change["old"], change["new"]) for change in facts["changes"]}
    head = "define purse(seat: Seat) ="
    assert told["define purse"] == (f"{head} chips of seat", f"{head} 999999999")


HOOKS = """\
edition 1
game "Hooks"
use trick_play

players 2

pack
  ranks 7 8 9 J

order high, best first: J 9 8 7

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner
  trick: Pile, face up
  won of Seat: Cards, face down

state
  leader: Seat = random of seats

define strength(card: Card) = high of rank of card if suit of card is led else 0
define bound(seat: Seat) = any other in hand of seat where suit of other is led  # or not

conditions may_play(seat: Seat, card: Card)
  must suit of card is led or not bound of seat  "follow suit"

match
  shuffle stock
  deal 3 each from stock to hand of seat for seat in seats
  one_trick
  win leader
"""


def test_a_define_that_only_what_stands_in_for_a_librarys_asks_is_told(hoyle, tmp_path):
    name = tmp_path / "hooks.cards"
    name.write_text(HOOKS, encoding="utf-8")
    other = tmp_path / "other.cards"
    other.write_text(HOOKS.replace("is led  #", "is led and rank of other is not J  #"))
    told = hoyle("diff", name, other, "--games", "0").stdout
    assert (
        "+ define bound(seat: Seat) = any other in hand of seat where suit of other is led and"
        in told
    )


def test_the_line_between_the_sides_stands_where_a_word_is_too_long(hoyle, tmp_path, games):
    text = (games / "little.cards").read_text(encoding="utf-8").replace("20 + plain", "0 + plain")
    other = tmp_path / f"{'very_' * 12}long.cards"
    other.write_text(text.replace('say "{leader} takes', f'say "{"so_" * 30} {{leader}} takes'))
    for sides in (("little", other), (other, "little")):
        told = hoyle("diff", *sides).stdout.split("they differ", 1)[1].splitlines()[1:]
        beside = [line for line in told if "│" in line]
        assert "".join(line.replace("│", "").strip() for line in beside).count("long") == 1
        assert {line.index("│") for line in beside} == {49}
        assert max(map(len, told)) <= 100


def test_the_second_name_is_left_out_where_it_is_the_first(hoyle, house):
    words = ("--set-b", "must-follow=no", "--games", 20)
    assert (
        hoyle("diff", "little", *words).stdout == hoyle("diff", "little", "little", *words).stdout
    )
    stern = hoyle("diff", "little", "--variant-b", house("stern"), "--games", 20)
    assert stern.exit_code == 0 and "stern" in stern.stdout


# ---------------------------------------------------------------------- variants


def test_options_and_variants_are_listed(hoyle, golden):
    golden("variants-little", hoyle("variants", "little").stdout)


def test_the_options_of_a_variant(hoyle, house, golden):
    golden("variants-no-trump", hoyle("variants", house("no-trump")).stdout)


def test_laws_and_rows_of_policies_that_a_variant_changes_are_listed(hoyle, tmp_path):
    file = tmp_path / "probe.cards"
    file.write_text(
        'edition 1\ngame "Probe"\nplayers 2\npack\n  ranks 7 8\nzones\n'
        "  stock: Pile, face down, starts with the pack\nmatch\n  for seat in seats\n"
        "    choose seat\n      draw\n      pass\npolicy calm\n  match.draw\n"
        'always "cards": size of stock is 2\n'
        'variant bold "Bold" of probe\n  replace always "cards": size of stock > 1\n'
        "  replace row in calm.match.draw\n    match.pass\n"
    )
    told = hoyle("variants", str(file)).stdout
    assert 'replaces the law always "cards"' in told, told
    assert "replaces rows in calm.match.draw: match.pass" in told, told


def test_the_variants_of_a_file_without_a_game(hoyle, games, tmp_path, golden):
    file = games / "little" / HOUSE
    done = hoyle("variants", file)
    assert done.exit_code == 0, done.output
    golden("variants-house", done.stdout)
    facts = json.loads(hoyle("variants", file, "--json").stdout)
    assert facts["file"] == HOUSE
    assert [(one["name"], one["of"]) for one in facts["variants"]] == [
        ("stern", "little"), ("no-trump", "stern"),
    ]  # fmt: skip
    told = hoyle("variants", file, "--variant", "stern").stdout
    assert told.startswith("stern: Aces are kept to the last, 2 to 4 players")
    broken = tmp_path / HOUSE
    broken.write_text(file.read_text(encoding="utf-8").replace("set bonus", "sett bonus"))
    done = hoyle("variants", broken)
    assert done.exit_code == 1 and "did you mean `set`" in done.stderr


def test_options_and_variants_for_a_program(hoyle, house):
    facts = json.loads(hoyle("variants", house("no-trump"), "--json").stdout)
    options = {option["name"]: option for option in facts["options"]}
    assert options["target"]["default"] == "10, with 4 players 20"
    assert options["target"]["group"] == "The score"
    assert options["bonus"]["fixed"] == "stern at house.cards:4"
    assert options["hand-size"]["set_by"] == "stern at house.cards:5"
    assert options["hand-size"]["place"] == "little.cards:7"
    assert facts["stands_on"] == ["no-trump", "stern", "little"]
    assert [need["needs"] for need in facts["needs"]] == ["bonus < target"]
    assert [variant["name"] for variant in facts["variants"]] == ["no-trump", "stern"]


@pytest.mark.parametrize("line", ["sett bonus = 3", "set bonsu = 3"])
def test_a_variant_that_cannot_be_played_is_listed_with_that(line, hoyle, games, tmp_path):
    """Wherever the mistake is found: in the words, or in what they name."""
    game = tmp_path / "little.cards"
    game.write_text((games / "little.cards").read_text(encoding="utf-8"), encoding="utf-8")
    wrong = f'edition 1\n\nvariant odd "Odd" of little\n  {line}\n'
    (tmp_path / "odd.cards").write_text(wrong, encoding="utf-8")
    told = hoyle("variants", game).stdout
    assert told.count("it has mistakes, which `hoyle check` tells") == 1
    facts = json.loads(hoyle("variants", game, "--json").stdout)
    assert [one["name"] for one in facts["variants"] if not one["sound"]] == ["odd"]


def test_every_declaration_that_a_variant_may_change_has_a_name_in_the_list(hoyle, tmp_path):
    """Each kind that the grammar allows there, in the words of its right example."""
    hands = "  hand of Seat: Cards, face up\n\n"
    deal = "match\n  deal 2 each from stock to hand of seat for seat in seats\n"
    game = head("Long hands") + hands + deal
    (tmp_path / "game.cards").write_text(game, encoding="utf-8")
    deltas = {
        f"{verb}_{word}": f"  {verb} " + example.replace("\n", "\n  ")
        for verb in ("add", "replace")
        for word, example in PARTS.items()
    } | {"remove_never": '  remove never "a hand is too long"'}
    texts = {
        name: f'variant {name} "X" of game\n{delta}\n'
        for name, delta in deltas.items()
        if delta.split()[:2] not in (["add", "always"], ["add", "never"])
    }
    texts = {name: text for name, text in texts.items() if _is_of_the_language(text)}
    (tmp_path / "all.cards").write_text("edition 1\n\n" + "\n".join(texts.values()))
    done = hoyle("variants", tmp_path / "game.cards", "--json")
    assert done.exit_code == 0, done.output
    facts = json.loads(done.stdout)
    told = {one["name"]: one["changes"][0] for one in facts["variants"]}
    assert len(told) == len(texts) > 30
    assert told["replace-always"] == 'replaces the law always "no chip is lost"'
    assert told["remove-never"] == 'removes the law never "a hand is too long"'
    assert told["replace-pack"] == "replaces the pack"
    assert told["add-define"] == "adds the define home"


def _is_of_the_language(variant: str) -> bool:
    report = Report()
    read(Source("some.cards", f"edition 1\n\n{variant}"), report)
    return not report.failed


@pytest.mark.parametrize("game", ["pontoon", "scotch-whist", "zetema", "ziginette"])
def test_every_option_of_a_shipped_game_is_listed(game, hoyle):
    from hoyle.interpreter.library.discovery import list_variants
    from hoyle.interpreter.library.loader import load

    facts = json.loads(hoyle("variants", game, "--json").stdout)
    names = [option["name"].replace("-", "_") for option in facts["options"]]
    assert names == list(load(game).game.options)
    listed = {variant["name"].replace("-", "_") for variant in facts["variants"]}
    assert listed == {heading.name for heading in list_variants(game)}


# ---------------------------------------------------------------------- misuse

BAD_FILES = {
    "LIBRARY": 'edition 1\nlibrary "counts"\n\ndefine one = 1\n',
    "TWICE": 'edition 1\n\nvariant x "X" of pontoon\n  set max_cards = 5\n'
    'variant x "Y" of pontoon\n  set max_cards = 6\n',
}


def test_two_variants_of_one_name_are_listed_each_with_what_it_changes(hoyle, tmp_path):
    place = tmp_path / "twice.cards"
    place.write_text(BAD_FILES["TWICE"] + 'variant y "Z" of pontoon\n', encoding="utf-8")
    told = hoyle("variants", place).stdout
    assert "max-cards always 5" in told and "max-cards always 6" in told


@pytest.mark.parametrize(
    "words, says",
    [
        (("diff", "little"), "against what? name a second ruleset, or say what is different"),
        (("diff", "little", "pontoom"), "did you mean pontoon?"),
        (("diff", "little", "little", "--set", "bonsu=3"), "did you mean bonus?"),
        (("diff", "little", "little", "--set-b", "bonus=99"), "bonus cannot be 99"),
        (("diff", "little", "little", "--set-b", "bonus"), "write `--set option=value`"),
        (("diff", "little", "little", "--players", 9), "is for 2 to 4 players, not 9"),
        (("diff", "little", "little", "--variant-b", "stren"), "did you mean stern?"),
        (("variants", "pontoom"), "did you mean pontoon?"),
        (("variants", "nowhere.cards"), "there is no file nowhere.cards"),
        (("diff", "little", "LIBRARY"), "is a library, and no game: games use it"),
        (("variants", "LIBRARY"), "is a library, and no game: games use it"),
        (("run", "LIBRARY"), "is a library, and no game: games use it"),
        (
            ("diff", "little", "TWICE"),
            "the variant x is declared twice: twice.cards:3 and twice.cards:5",
        ),
        (("variants", "TWICE:x"), "the variant x is declared twice"),
    ],
)
def test_misuse_is_told(words, says, hoyle, tmp_path):
    for name, text in BAD_FILES.items():
        (tmp_path / f"{name.lower()}.cards").write_text(text, encoding="utf-8")
        path = str(tmp_path / f"{name.lower()}.cards")
        words = [word.replace(name, path) if isinstance(word, str) else word for word in words]
    done = hoyle(*words)
    assert done.exit_code == 2
    assert says in done.stderr and "Traceback" not in done.stderr


def test_a_fixed_option_is_not_set(hoyle, house):
    done = hoyle("diff", "little", house("stern"), "--set-b", "bonus=4", "--games", 0)
    assert done.exit_code == 2 and "bonus is fixed: 3" in done.stderr
    done = hoyle("diff", "little", house("stern"), "--set", "bonus=3", "--games", 0)
    assert done.exit_code == 0 and "score of leader +=" not in done.stdout
