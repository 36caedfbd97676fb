"""Variants by their names: laid on a game, combined, saved with it; and bad names."""

from __future__ import annotations

import json

import pytest

import hoyle as door

OWN = """\
edition 1

variant short "To eleven" of scotch_whist
  set target = 11

variant shorter "To six" of short
  set target = 6

variant with_six_of_spades "The six of spades goes" of scotch_whist
  default omit = 6♠
"""


@pytest.fixture
def own(tmp_path):
    """A file of variants in a folder of its own."""
    place = tmp_path / "own.cards"
    place.write_text(OWN, encoding="utf-8")
    return place


def test_a_variant_is_named_wherever_a_game_is(hoyle, own):
    laid = hoyle("run", "scotch-whist", "--variant", f"{own}:short", "--seed", "1").stdout
    alone = hoyle("run", f"{own}:short", "--seed", "1").stdout
    assert laid.splitlines()[1:] == alone.splitlines()[1:]
    assert "Scotch Whist: To eleven" in laid.splitlines()[0]
    assert "To eleven" in alone.splitlines()[0]


def test_what_stands_on_another_brings_it_along(own):
    table = door.load("scotch-whist").table(2, variants=[f"{own}:shorter"])
    assert dict(table.machine.options)["target"] == 6


def test_variants_are_combined(own):
    words = [f"{own}:short", f"{own}:with_six_of_spades"]
    ruleset = door.load("scotch-whist", variants=words)
    assert ruleset.title == "Scotch Whist: To eleven, The six of spades goes"
    assert ruleset.added == ("short", "with-six-of-spades")


def test_a_fixed_option_cannot_be_set(hoyle, own):
    done = hoyle("run", f"{own}:short", "--set", "target=50")
    assert done.exit_code == 2
    assert "target is fixed: 11 (" in done.stderr and "own.cards:4" in done.stderr


def test_a_saved_game_remembers_its_variants(hoyle, own, tmp_path):
    saved = tmp_path / "a.game"
    words = ("scotch-whist", "--variant", f"{own}:short", "--players", "3", "--seed", "5")
    played = hoyle("run", *words, "--record", saved)
    assert played.exit_code == 0
    assert f"variant {own}:short" in saved.read_text(encoding="utf-8")
    again = hoyle("replay", saved)
    assert again.exit_code == 0, again.stderr
    assert played.stdout.splitlines()[-1] in again.stdout


def test_the_record_of_a_variant_alone(hoyle, own, tmp_path):
    saved = tmp_path / "a.game"
    hoyle("run", f"{own}:shorter", "--players", "3", "--seed", "5", "--record", saved)
    again = hoyle("replay", saved)
    assert again.exit_code == 0, again.stderr


BAD = {
    "an unknown variant": (
        ("scotch-whist", "--variant", "catch_the_ten_partnres"),
        "there is no variant catch_the_ten_partnres of scotch-whist; did you mean catch-the-ten-",
    ),
    "a variant of another game": (
        ("zetema", "--variant", "royal"), "royal is a variant of pontoon, not of zetema"
    ),
    "a variant that is there already": (("royal", "--variant", "royal"), "royal is there already"),
    "an unknown game": (("pontoon-pagta",), "did you mean pontoon-pagat?"),
    "several variants in a file": (("own.cards",), "there are 3 variants in own.cards: write"),
    "a variant that is not in the file": (
        ("own.cards:shrot",), "there is no variant shrot of own.cards; did you mean short?"
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_a_bad_name_is_told_with_the_nearest(hoyle, own, monkeypatch, case):
    words, says = BAD[case]
    monkeypatch.chdir(own.parent)
    done = hoyle("run", *words)
    assert done.exit_code == 2
    assert says in done.stderr


def test_two_that_clash_are_told_with_both_places(hoyle, own):
    other = own.with_name("other.cards")
    other.write_text(OWN.replace("short", "long").replace("= 11", "= 99"), encoding="utf-8")
    done = hoyle("run", "scotch-whist", "--variant", f"{own}:short", "--variant", f"{other}:long")
    assert done.exit_code == 1
    assert "`short` and `long` both change the option `target`" in done.stderr
    assert "own.cards:4" in done.stderr and "other.cards:4" in done.stderr


def test_hoyle_test_takes_all_variants_of_a_file(hoyle, own):
    done = hoyle("test", own, "--games", "1", "--players", "2")
    assert [line for line in done.stdout.splitlines() if line.startswith(("short", "with"))] == [
        "short: To eleven", "shorter: To six", "with-six-of-spades: The six of spades goes",
    ]  # fmt: skip


def test_check_looks_at_a_variant_as_the_game_that_it_makes(hoyle, own):
    own.write_text(OWN.replace("target = 11", "target = 9999"), encoding="utf-8")
    done = hoyle("check", own)
    assert done.exit_code == 1
    assert "error[O01]" in done.stdout and "9999" in done.stdout


def test_a_variant_that_is_the_game_clashes_as_one_that_is_added(hoyle, own):
    laid = ("--variant", f"{own}:short", "--variant", f"{own}:with_six_of_spades")
    assert hoyle("run", "scotch-whist", *laid, "--seed", "1").exit_code == 0
    done = hoyle("run", "single-pontoon", "--variant", "treble-pontoon")
    assert done.exit_code == 1
    assert "`single_pontoon` and `treble_pontoon` both change" in done.stderr


def test_the_title_names_everything_that_is_laid():
    ruleset = door.load("pontoon", variants=["royal"])
    assert ruleset.title == "Pontoon, pagat's rules, Royal Pontoon"
    assert door.load("pontoon-pagat", variants=["royal"]).title == (
        "Pontoon, pagat's rules: Royal Pontoon"
    )


def test_a_part_that_another_variant_takes_away_is_told(hoyle, own):
    other = own.with_name("other.cards")
    other.write_text(
        'edition 1\nvariant any_six "No six goes" of scotch_whist\n  remove omit\n'
        "  replace players 4\n  replace pack\n    ranks 6 7 8 9 10 J Q K A\n",
        encoding="utf-8",
    )
    words = ("--variant", f"{other}:any_six", "--variant", f"{own}:with_six_of_spades")
    done = hoyle("run", "scotch-whist", *words)
    assert done.exit_code == 1
    assert "`any_six` takes away `omit`, which `with_six_of_spades` changes" in done.stderr


def test_a_variant_of_itself_does_not_stand_in_the_way_of_its_neighbours(hoyle, own):
    own.with_name("bad.cards").write_text(
        'edition 1\nvariant scotch_whist "x" of scotch_whist\n  set target = 7\n', encoding="utf-8"
    )
    assert hoyle("check", own).exit_code == 0
    assert "is a variant of itself" in hoyle("check", own.with_name("bad.cards")).stdout


SHORT = """
variant short "Short" of high_card
  set ante = 2
"""


def test_variants_that_stand_on_each_other_are_not_listed_as_sound(hoyle, tmp_path):
    (tmp_path / "ring.cards").write_text(
        'edition 1\n\nvariant one "One" of two\n  set target = 1\n\n'
        'variant two "Two" of one\n  set target = 2\n', encoding="utf-8",
    )  # fmt: skip
    done = hoyle("variants", tmp_path / "ring.cards")
    assert done.exit_code == 1 and "is a variant of itself in the end" in done.stderr


def test_a_file_is_tested_under_a_variant_that_stands_in_it(hoyle, games, tmp_path):
    """Not the variant under itself, and not the others of the file, which may say otherwise."""
    game = tmp_path / "high-card.cards"
    other = SHORT.replace("variant short", "variant other")
    text = (games / "high-card.cards").read_text("utf-8") + SHORT + other
    game.write_text(text, encoding="utf-8")
    done = hoyle("test", game, "--variant", "short", "--games", 1, "--jobs", 1, "--json")
    titles = [one["title"] for one in json.loads(done.stdout)["rulesets"]]
    assert done.exit_code == 0 and titles == ["High Card: Short"]
    again = hoyle("test", f"{game}:short", "--variant", "short", "--games", 1)
    assert again.exit_code == 2 and "short is there already" in again.stderr


def test_a_file_of_variants_is_tested_under_one_that_stands_in_it(hoyle, own):
    """That one alone, as of the file of a game; and its neighbours are known by their names."""
    done = hoyle("test", own, "--variant", "short", "--games", 1, "--players", 2, "--json")
    assert [one["title"] for one in json.loads(done.stdout)["rulesets"]] == ["To eleven"]
    laid = hoyle("run", f"{own}:short", "--variant", "with-six-of-spades", "--seed", 1)
    assert laid.exit_code == 0, laid.stderr
    elsewhere = 'edition 1\n\nvariant shirt "Shirt" of zetema\n  set target = 1\n'
    own.with_name("elsewhere.cards").write_text(elsewhere, encoding="utf-8")
    amiss = hoyle("test", own, "--variant", "shrt")
    assert "no variant shrt of scotch-whist; did you mean short?" in amiss.stdout + amiss.stderr
    assert "shirt" not in amiss.stdout + amiss.stderr


def test_one_of_a_file_is_tested_however_it_is_asked_for(hoyle, own):
    """By its name or by its file, before others or behind them; one of another file is none."""

    def titles_of(*words):
        done = hoyle("test", *words, "--games", 1, "--players", 2, "--json")
        return [one["title"] for one in json.loads(done.stdout)["rulesets"]] or done.stdout

    other = own.with_name("other.cards")
    text = 'edition 1\n\nvariant short "Trumps" of scotch_whist\n  set void = must_trump\n'
    other.write_text(text, encoding="utf-8")
    six = "The six of spades goes"
    assert titles_of(own, "--variant", f"{own}:short") == ["To eleven"]
    for words in (("short", "with-six-of-spades"), ("with-six-of-spades", "short")):
        asked = [word for name in words for word in ("--variant", name)]
        assert sorted(titles_of(own, *asked)[0].split(": ")) == sorted([six, "To eleven"])
    assert len(titles_of(own, "--variant", f"{other}:short")) == 3
    folder = titles_of(own.parent, "--variant", f"{own}:with_six_of_spades")
    assert folder == [f"{title}: {six}" for title in ("Trumps", "To eleven", "To six")]


def test_a_game_with_the_name_of_a_variant_has_its_own(hoyle, games, tmp_path):
    """`rainbow` comes with Hoyle as a variant of another game; a stem need be no name."""
    text = (games / "high-card.cards").read_text("utf-8")
    for stem, base in (("rainbow", "rainbow"), ("My_Cards", "my_cards"), ("my cards", "my_cards")):
        game = tmp_path / f"{stem}.cards"
        game.write_text(text + SHORT.replace("high_card", base), encoding="utf-8")
        done = hoyle("run", game, "--variant", "shrt")
        assert "did you mean short? (variants: short)" in done.stderr
        game.unlink()


def test_a_title_does_not_say_the_game_twice(hoyle, own):
    own.write_text(OWN.replace('"To eleven"', '"Scotch Whist to eleven"'), encoding="utf-8")
    laid = hoyle("run", "scotch-whist", "--variant", f"{own}:short", "--seed", "1").stdout
    assert laid.splitlines()[0] == "Scotch Whist to eleven"


def test_the_variants_of_a_file_with_mistakes_are_not_called_sound(hoyle, games, tmp_path):
    game = tmp_path / "high-card.cards"
    text = (games / "high-card.cards").read_text("utf-8").replace("ante", "anté", 1)
    game.write_text(text + SHORT, encoding="utf-8")
    done = hoyle("test", game, "--games", 1, "--jobs", 1)
    assert done.exit_code == 1 and "nothing was found" not in done.stdout


def test_a_variant_that_gives_a_secret_away_is_not_called_sound(hoyle, games, tmp_path):
    game = tmp_path / "high-card.cards"
    told = '\nvariant told "Told" of high_card\n  add step to one_deal\n    say "{top of stock}"\n'
    game.write_text((games / "high-card.cards").read_text("utf-8") + SHORT + told, "utf-8")
    lines = hoyle("variants", game).stdout.splitlines()
    assert lines[-1].endswith("it has mistakes, which `hoyle check` tells")
    assert sum("it has mistakes" in line for line in lines) == 1


def test_a_variant_is_not_blamed_for_a_mistake_elsewhere_in_its_file(hoyle, games, tmp_path):
    game = tmp_path / "high-card.cards"
    game.write_text((games / "high-card.cards").read_text("utf-8"), "utf-8")
    odd = '\nvariant odd "Odd" of high_card\n  set set\n'
    (tmp_path / "more.cards").write_text(f"edition 1\n{SHORT}{odd}", "utf-8")
    told = hoyle("variants", game).stdout
    assert told.count("it has mistakes, which `hoyle check` tells") == 1
    assert "of high-card   [more.cards:3]\n    mistakes elsewhere in its file" in told
    facts = json.loads(hoyle("variants", game, "--json").stdout)["variants"]
    assert [(one["name"], one["held_up"]) for one in facts] == [("odd", False), ("short", True)]
