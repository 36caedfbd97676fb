"""Values of options and variants that change nothing are found; those that change much are not."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from hoyle.interpreter.cli.main import main
from hoyle.interpreter.comparison import idle_options
from hoyle.interpreter.comparison.idle_options import find_idle_options
from hoyle.interpreter.library.loader import load
from hoyle.interpreter.testing.search import IdleTally

DEAD = """\
  quiet: yes or no = no  "is the pack looked at first"
  bonus: 0..3"""


@pytest.fixture
def text():
    place = Path(__file__).parent.parent / "cli" / "games" / "little.cards"
    wide = place.read_text(encoding="utf-8")
    return wide.replace("5..50 = 20 if players >= 4 else 10", "9..11 = 10").replace("0..9", "0..3")


def findings(tmp_path, text, games=4):
    place = tmp_path / "little.cards"
    place.write_text(text, encoding="utf-8")
    return [(one.says, one.span.line) for one in find_idle_options(load(str(place)), (2,), games)]


def test_options_that_matter_are_not_told(tmp_path, text):
    assert findings(tmp_path, text) == []


def test_a_dead_option_is_told_with_its_line(tmp_path, text):
    planted = text.replace("  bonus: 0..3", DEAD).replace(
        "  gather into stock\n",
        '  if quiet and size of stock > 99\n    say "nobody comes here"\n  gather into stock\n',
    )
    line = 1 + planted[: planted.index("quiet:")].count("\n")
    assert findings(tmp_path, planted) == [
        ("`quiet` yes against no: no difference was seen in 12 games", line)
    ]


def test_an_option_that_is_only_heard_matters(tmp_path, text):
    planted = text.replace("  bonus: 0..3", DEAD).replace(
        "  gather into stock\n", '  if quiet\n    say "hush"\n  gather into stock\n'
    )
    assert findings(tmp_path, planted) == []


RARE = """
  quiet: 0..2 = 0  "is the pack looked at first"
  bonus: 0..3"""
ASKED = """
example "how loud"
  players ann bob
  set quiet = 1
  expect loudness is 1
"""


@pytest.mark.long
def test_values_are_told_together_and_an_example_may_show_what_games_do_not(tmp_path, text):
    planted = text.replace("  bonus: 0..3", RARE[1:]).replace(
        "  gather into stock\n",
        '  if loudness > 0 and size of stock > 99\n    say "nobody comes here"\n'
        "  gather into stock\n",
    )
    planted += "\ndefine loudness = quiet\n"
    (told, _), *others = findings(tmp_path, planted)
    assert told == "`quiet` 1 and 2 against 0: no difference was seen in 12 games"
    assert not others and findings(tmp_path, planted + ASKED) == []


@pytest.mark.parametrize("finished, found", [(0, False), (1, True)])
def test_nothing_is_said_of_an_option_where_no_game_came_to_its_end(
    tmp_path, text, monkeypatch, finished, found
):
    planted = text.replace("  bonus: 0..3", DEAD).replace(
        "  gather into stock\n", '  if quiet\n    say "hush"\n  gather into stock\n'
    )
    outcome = SimpleNamespace(found=None, games=4, finished=finished)
    monkeypatch.setattr(idle_options, "find_difference", lambda *args: outcome)
    place, tally = tmp_path / "little.cards", IdleTally()
    place.write_text(planted, encoding="utf-8")
    told = list(find_idle_options(load(str(place)), (2,), 4, tally=tally))
    assert bool(told) is found
    assert bool(tally.unended) is not found


def test_an_option_whose_rules_come_out_alike_needs_no_game(tmp_path, text):
    planted = text.replace("  bonus: 0..3", DEAD).replace(
        "  gather into stock\n", "  if quiet or not quiet\n    gather into stock\n"
    )
    line = 1 + planted[: planted.index("quiet:")].count("\n")
    assert findings(tmp_path, planted) == [
        ("`quiet` yes against no: no rule comes out differently", line)
    ]


def test_a_variant_that_changes_nothing_is_told(tmp_path, text):
    (tmp_path / "little.cards").write_text(text, encoding="utf-8")
    house = tmp_path / "house.cards"
    house.write_text(
        'edition 1\n\nvariant slow "More rounds" of little\n  replace match\n'
        "    repeat until (any seat in seats where score of seat >= target) at most 31 times, "
        "else end match\n      one_hand\n      dealer = left of dealer\n",
        encoding="utf-8",
    )
    told = [one.says for one in find_idle_options(load(f"{house}:slow"), (2,), 4)]
    assert told == ["`slow` against `little`: no difference was seen in 4 games"]


def test_the_command_tells_them_where_it_is_asked(tmp_path, text):
    planted = text.replace("  bonus: 0..3", DEAD).replace(
        "  gather into stock\n", "  if quiet or not quiet\n    gather into stock\n"
    )
    place = tmp_path / "little.cards"
    place.write_text(planted, encoding="utf-8")
    words = ["test", str(place), "--games", "0", "--players", "2"]
    assert CliRunner().invoke(main, words).exit_code == 0
    done = CliRunner().invoke(main, [*words, "--idle", "3"])
    assert done.exit_code == 1
    assert "an option of which no difference was seen: `quiet` yes against no" in done.stdout
    assert f"{place}:12:3" in done.stdout
    assert "  options of which no difference was seen: 1 of the " in done.stdout


def test_that_all_options_matter_is_told_apart_from_a_lack_of_time(tmp_path, text):
    place = tmp_path / "little.cards"
    place.write_text(text, encoding="utf-8")
    words = ["test", str(place), "--games", "0", "--players", "2", "--idle", "3"]
    done = CliRunner().invoke(main, words)
    assert "  options of which no difference was seen: none of the 9 values tried\n" in done.stdout
    late = CliRunner().invoke(main, [*words, "--seconds", "0.001"])
    assert "difference was seen: none tried; 9 more not tried for lack of time" in late.stdout
    assert late.exit_code == 3


def test_the_search_leaves_time_for_what_was_asked(tmp_path, text):
    place = tmp_path / "little.cards"
    place.write_text(text, encoding="utf-8")
    words = ["test", str(place), "--seconds", "4", "--players", "2", "--idle", "1", "--jobs", "1"]
    assert "none of the " in CliRunner().invoke(main, words).stdout
