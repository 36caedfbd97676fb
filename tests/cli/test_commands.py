"""Exit codes, messages for whoever mistypes, and the smaller commands."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hoyle.interpreter.library import loader
from hoyle.interpreter.narration.text_wrap import TextPage, can_show_symbols
from tests.heads import head

GAMES, BAD = Path(__file__).parent / "games", Path(__file__).parents[1] / "bad"

ROOT = Path(__file__).parents[2]


@pytest.fixture
def spoilt(faulty, tmp_path):
    """A ruleset with a mistake."""
    place = tmp_path / "spoilt.cards"
    place.write_text(faulty.read_text("utf-8").replace("tally += 1", "taly += 1"), "utf-8")
    return place


# ---------------------------------------------------------------------- misuse


def test_how_bots_play_is_said_by_one_word_to_every_command(hoyle):
    for words in (("run", "--seed", 1), ("simulate", "--seed", 1, "--games", 2)):
        told = [
            hoyle(*words, "scotch-whist", flag, "random").stdout for flag in ("--policy", "--bots")
        ]
        assert told[0] == told[1] != hoyle(*words, "scotch-whist").stdout


@pytest.mark.parametrize(
    "words, says",
    [
        (("rnu", "pontoon"), "there is no command `rnu`; did you mean `run`?"),
        (
            ("check", "pontoon", "--policy", "x"),
            "only of `hoyle run`, `hoyle play`, `hoyle simulate`, `hoyle test`",
        ),
        (("run",), "Missing argument 'GAME'"),
        (("run", "pontoom"), "did you mean pontoon?"),
        (("run", "nowhere.cards"), "there is no file nowhere.cards"),
        (("run", "pontoon", "--players", 11), "Pontoon is for 2 to 10 players, not 11"),
        (("run", "pontoon", "--players", "two"), "'two' is not a valid integer"),
        (("run", "pontoon", "--set", "deal=3"), "did you mean deals?"),
        (("run", "pontoon", "--set", "deals"), "write `--set option=value`"),
        (("run", "pontoon", "--set", "deals=0"), "deals cannot be 0; it is 1 to 1000"),
        (("run", "pontoon", "--set", "deals=2", "--set", "deals=3"), "`deals` is set twice"),
        (
            ("run", "pontoon", "--set", "min-stake=9", "--set", "max_stake=3"),
            "may not be more than the most",
        ),
        (("run", "pontoon", "--as", "zoe"), "there is no seat zoe"),
        (("run", "pontoon", "--as", "3"), "seats: 1 ann, 2 bob"),
        (("run", "pontoon", "--detail", "some"), "'some' is not one of"),
        (("play",), "say which game to play"),
        (("play", "pontoon", "--resume", "a.game"), "a saved game has its own rules"),
        (("play", "--resume", "none.game"), "none.game: no such file"),
        (("replay", "none.game"), "none.game: no such file"),
        (("check", "none.cards"), "there is no file none.cards"),
        (("check",), "Missing argument"),
        (("format", "none.cards"), "there is no file none.cards"),
        (("machine", "pontoom"), "did you mean pontoon?"),
    ],
)
def test_misuse_is_told_and_is_2(words, says, hoyle):
    done = hoyle(*words)
    assert done.exit_code == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["run", "play", "simulate", "machine", "check", "test"])
def test_a_mistake_in_the_text_is_1_and_names_the_file_as_it_was_given(command, spoilt, hoyle):
    done = hoyle(command, spoilt)
    told = done.stdout + done.stderr
    assert done.exit_code == 1
    assert "error[" in told and "`taly`" in told and "Traceback" not in told
    assert f"\n  {spoilt}:" in told


def test_a_fault_in_a_library_names_the_line_of_the_game_that_asked_first(hoyle, tmp_path):
    """Also before the first move, where the game is told as far as it is known."""
    zones = "  hand of Seat: Cards, seen by owner\n  trick: Pile, face up\n\n"
    match = """match
  shuffle stock
  deal 3 each from stock to hand of seat for seat in seats
  for seat in seats
    choose seat
      play card in hand of seat
        must suit of card is ♠ or strength of card > strength of winning_card "head the trick"
        move card to trick

define strength(card: Card) = high of rank of card if suit of card is led else 0
"""
    text = head("Any lead", order="high") + zones + match
    place = tmp_path / "any.cards"
    place.write_text(text.replace("\n\nplayers", "\nuse tricks\n\nplayers"), encoding="utf-8")
    done = hoyle("run", place, "--seed", 1)
    assert done.stdout.startswith("Any lead\nplayers: ann, bob\nseed: 1")
    own, library = "any.cards:23:9\n", "tricks.cards:11:29\n"
    assert done.stderr.index(own) < done.stderr.index(library)
    facts = json.loads(hoyle("run", place, "--seed", 1, "--json").stdout)
    assert facts["fault"]["says"] == "any.cards:23:9: there is no best one: `trick` is empty"
    told = hoyle("test", place, "--games", 2, "--seed", 1).stdout
    assert told.index(own) < told.index(library)


def test_of_very_much_before_a_fault_the_first_is_told_and_how_much_more(hoyle, tmp_path):
    """What goes on for ever is not written out for ever: the line at fault comes at once."""
    zones = "  heap: Pile, face up\n\n"
    match = """match
  shuffle stock
  for n in 1..900
    for other in 1..900
      move top of stock to heap
      move top of heap to stock
"""
    place = tmp_path / "endless.cards"
    place.write_text(head("Endless") + zones + match, encoding="utf-8")
    done = hoyle("run", place, "--seed", 1)
    assert "this goes on and on without a decision" in done.stderr
    *told, last = done.stdout.splitlines()
    assert 100 < len(told) < 2_000
    assert re.fullmatch(r"… and so on: [\d,]+ more changes before anybody is asked", last)


def test_where_nothing_may_be_chosen_it_is_told_who_is_stuck_and_why(hoyle, tmp_path):
    text = (
        head("Stuck")
        + """\
  hand of Seat: Cards, seen by owner
  heap: Pile, face up

match
  shuffle stock
  deal 1 each from stock to hand of seat for seat in seats
  repeat 2 times
    for seat in seats
      choose seat
        play card in hand of seat
          move card to heap
"""
    )
    place = tmp_path / "stuck.cards"
    place.write_text(text, encoding="utf-8")
    for done in (hoyle("run", place), hoyle("play", place, answers="1\n" * 9)):
        assert "nothing may be chosen here" in done.stderr
        last = done.stderr.rstrip().splitlines()[-1]
        assert last == "  ann may not play: hand of ann is empty"
    bid = "      choose seat\n        bid number in 2..(size of hand of seat)\n"
    bid += "          must number > 0\n"
    place.write_text(text.replace("      choose seat\n", bid), encoding="utf-8")
    last = hoyle("run", place).stderr.rstrip().splitlines()
    assert "  ann may not bid: number lies in 2..0, where there is no number" in last


def test_where_nothing_may_be_chosen_every_action_has_a_reason_and_the_hand_is_told(
    hoyle, tmp_path
):
    """However many actions there are; copies of a card are one."""
    text = head("Stuck", "1", ranks="7 8", suits="♠").replace(
        "\nzones", "  copies 2\n\nzones", 1
    ) + (
        """\
  hand of Seat: Cards, seen by owner

match
  for seat in seats
    move stock to hand of seat
    choose seat
"""
    )
    for k in range(1, 8):
        text += f"      a_{k} card in hand of seat\n"
        text += f'        must size of stock > {k} and card is card "no {k}"\n'
    place = tmp_path / "stuck.cards"
    place.write_text(text, encoding="utf-8")
    told = hoyle("run", place).stderr.splitlines()
    at = told.index("  hand of ann: 7♠ 8♠ 7♠ 8♠")
    assert told[at + 1] == "  ann may not a-1 7♠, a-1 8♠: no 1"
    assert told[at + 7 :] == ["  ann may not a-7 7♠, a-7 8♠: no 7"]


def test_a_game_with_a_mistake_may_have_the_name_of_a_library(hoyle, tmp_path):
    place = tmp_path / "melds.cards"
    text = head("Melds") + "  row(number: 1..2): Pile\n\nmatch\n  move 7♥ to row(1)\n"
    place.write_text(text, encoding="utf-8")
    assert "1 error" in hoyle("check", place).stdout


def test_a_fault_of_the_ruleset_is_told_with_its_line(faulty, hoyle, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert hoyle("check", faulty).exit_code == 0
    done = hoyle("run", faulty, "--seed", 1)
    assert done.exit_code == 1
    assert "Faulty" in done.stdout  # the game as far as it went
    assert done.stderr.startswith("hoyle: the ruleset is at fault: `tally` would be 4")
    assert "faulty.cards:18" in done.stderr and "tally += 1" in done.stderr
    assert done.stdout.count("bob: add-one") == 1 and done.stdout.endswith("\n")
    facts = json.loads(hoyle("run", faulty, "--seed", 1, "--json").stdout)
    assert len(facts["events"]) > 3 and "`tally` would be 4" in facts["fault"]["says"]
    hoyle("run", faulty, "--seed", 1, "--record", tmp_path / "a.game")
    again = hoyle("replay", tmp_path / "a.game")
    assert again.exit_code == 1 and again.stdout.startswith(done.stdout.rstrip("\n"))
    assert "the ruleset is at fault: `tally` would be 4" in again.stdout
    assert "breaks off" not in again.stdout and "faulty.cards:18" in again.stdout
    played = hoyle("play", faulty, "--seed", 1, answers="1\n" * 9)
    assert played.exit_code == 1
    assert "the ruleset is at fault" in played.stderr and "saved: faulty.game" in played.stdout
    assert "read it, and the fault, with:  hoyle replay faulty.game" in played.stdout
    assert "go on with" not in played.stdout
    replayed = hoyle("replay", "faulty.game")
    assert replayed.exit_code == 1 and "`tally` would be 4" in replayed.stdout
    assert "faulty.cards:18" in replayed.stdout


def test_a_mistake_of_ours_says_so(hoyle, monkeypatch):
    def broken(*_):
        raise ZeroDivisionError

    monkeypatch.setattr("hoyle.interpreter.cli.shared_options.open_table", broken)
    done = hoyle("run", "high-card")
    assert done.exit_code == 1
    assert "a mistake of Hoyle's, not of yours" in done.stderr


def test_a_reader_who_has_enough_is_fine(spawn):
    for words in (("run", "scotch-whist"), ("machine", "pontoon"), ("--help",)):
        process = spawn(*words)
        process.stdout.readline()
        process.stdout.close()
        errors = process.stderr.read()
        assert (process.wait(), errors) == (0, b"")


# ---------------------------------------------------------------------- the overview


LIGHT = """\
import sys, types
found = types.ModuleType("hoyle")
found.__path__ = [{door!r}]
sys.modules["hoyle"] = found
sys.modules["hoyle.interpreter"] = inner = types.ModuleType("hoyle.interpreter")
inner.__path__ = [{interpreter!r}]
from hoyle.interpreter.cli.main import main
try:
    main(["--help"], prog_name="hoyle")
finally:
    ours = ("hoyle.dsl", "hoyle.interpreter.runtime")
    heavy = [name for name in sys.modules if name.split(".")[0] in ("lark", "attrs", "attr")]
    heavy += [name for name in sys.modules if name.startswith(ours)]
    assert not heavy, heavy
"""


def test_the_overview_imports_nothing_heavy():
    import hoyle
    import hoyle.interpreter

    text = LIGHT.format(
        door=next(iter(hoyle.__path__)), interpreter=next(iter(hoyle.interpreter.__path__))
    )
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "hoyle [OPTIONS] COMMAND" in done.stdout


def test_every_command_is_in_the_overview_and_has_help(hoyle):
    told = hoyle("--help").stdout
    for name in ("check", "run", "play", "replay", "list", "format", "machine"):
        assert f"\n  {name} " in told
        assert hoyle(name, "--help").exit_code == 0
    assert hoyle("--version").stdout.startswith("hoyle ")


# ---------------------------------------------------------------------- the smaller commands


def test_check_tells_every_problem_of_every_file(spoilt, faulty, hoyle):
    done = hoyle("check", spoilt.parent)
    assert done.exit_code == 1
    assert done.stdout.count("error[") == 1
    assert done.stdout.endswith("2 files, 1 error\n")
    facts = json.loads(hoyle("check", spoilt.parent, "--json").stdout)
    assert facts["files"] == 2
    assert [(problem["text"], problem["line"]) for problem in facts["problems"]] == [("taly", 18)]


def test_check_takes_names_files_and_folders_each_file_once(faulty, hoyle):
    done = hoyle("check", faulty, faulty.parent, "pontoon")
    assert (done.exit_code, done.stdout) == (0, "2 files, no problems\n")


def test_shipped_rulesets_are_sound(hoyle):
    """A game, and a folder. `make test` checks all of them so; test_word_changes.py, one by one."""
    from hoyle.interpreter.library.discovery import find_file, shipped_folder

    done = hoyle("check", find_file("ziginette"), shipped_folder() / "std")
    assert done.exit_code == 0, done.stdout


def test_check_finds_what_only_a_number_of_players_shows(faulty, tmp_path, hoyle):
    place = tmp_path / "large.cards"
    text = faulty.read_text("utf-8").replace("players 2", "players 2..5")
    text = text.replace("  repeat 5 times", (
        "  deal 5 each from stock to hand of seat for seat in seats\n  repeat 5 times"
    )).replace("state\n", "  hand of Seat: Cards, seen by owner\nstate\n")  # fmt: skip
    place.write_text(text, encoding="utf-8")
    done = hoyle("check", place)
    assert done.exit_code == 1 and "error[D01]" in done.stdout


def test_list(hoyle):
    lines = hoyle("list").stdout.splitlines()
    assert "trick-taking" in lines
    assert [line for line in lines if re.fullmatch(r"  scotch-whist +Scotch Whist, .*\.", line)]
    rows = {row["name"]: row for row in json.loads(hoyle("list", "--json").stdout)}
    assert rows["scotch-whist"]["players"] == [2, 3, 4, 5, 6, 7]
    assert "step-tie" in rows["scotch-whist"]["options"]
    assert rows["scotch-whist"]["family"] == "trick-taking"


@pytest.mark.parametrize(
    ("word", "there", "not_there"),
    [
        ("trick-taking", "  scotch-whist ", "  pontoon "),  # a family
        ("catch the ten", "  scotch-whist ", "  pontoon "),  # what a game is
        ("arnold", "    pontoon-arnold ", "    royal "),  # a variant
        ("step-tie", "    scotch-whist.cards:", "  pontoon "),  # an option
        ("no_buy_sure_trick", "    and ", "  scotch-whist "),  # too many lines for all
        ("chosen", "no game that comes with Hoyle has `chosen`", "  "),  # in comments only
    ],
)
def test_list_of_a_word(hoyle, word, there, not_there):
    done = hoyle("list", word)
    lines = done.stdout.splitlines()
    assert [line for line in lines if line.startswith(there)]
    assert not [line for line in lines if line.startswith(not_there)]
    assert done.exit_code == (1 if not_there == "  " else 0)


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("whist", "trick-taking/whist"),
        ("burn", "banking/pontoon/burning"),
        ("tricks", "std/tricks"),
        ("std/tricks", "std/tricks"),
    ],
)
def test_show_is_the_text_of_a_file(name, file, hoyle):
    assert hoyle("show", name).stdout == (ROOT / f"rulesets/{file}.cards").read_text("utf-8")


def test_show_cuts_a_variant_out_of_a_file_with_several(hoyle, tmp_path):
    text = """edition 1
# Of all.

# What is late.
variant late "Late" of war
  set battles = 9
# What is later.
variant later "Later" of war
  set battles = 8
"""
    place = tmp_path / "both.cards"
    place.write_text(text, encoding="utf-8")
    _, late, later = text.split("# What is ")
    assert hoyle("show", f"{place}:late").stdout == f"edition 1\n\n# What is {late}"
    assert hoyle("show", f"{place}:later").stdout == f"edition 1\n\n# What is {later}"
    assert hoyle("show", place).stdout == text
    assert "did you mean whist?" in hoyle("show", "whits").stderr


def test_format_changes_the_layout_and_nothing_else(faulty, tmp_path, hoyle):
    place = tmp_path / "a.cards"
    text = faulty.read_text("utf-8").replace("tally: 0..3 = 0", "tally:0..3=0   # kept")
    place.write_text(text, encoding="utf-8")
    asked = hoyle("format", place, "--check")
    assert (asked.exit_code, asked.stdout) == (1, f"{place} would change\n")
    shown = hoyle("format", place, "--diff")
    assert shown.exit_code == 0 and "-  tally:0..3=0   # kept" in shown.stdout
    assert place.read_text(encoding="utf-8") == text
    assert hoyle("format", place).exit_code == 0
    now = place.read_text(encoding="utf-8")
    assert "tally: 0..3 = 0" in now and "# kept" in now
    again = hoyle("format", place, "--check")
    assert (again.exit_code, again.stdout) == (0, "")
    assert set(tmp_path.iterdir()) == {place, faulty}


def test_winners_are_written_with_commas(tmp_path, hoyle):
    path = tmp_path / "all.cards"
    rules = (
        'edition 1\ngame "All"\n\nplayers 3\n\npack\n  ranks 7 8\n\nzones\n'
        "  stock: Pile, face down, starts with the pack\n\nmatch\n  win seats\n\n"
        'example "all win"\n  players ann bob cat\n  start match\n  {}\n'
    )
    for line in ("ann and bob and cat win", "ann, bob, cat win", "ann, bob and cat win"):
        path.write_text(rules.format(line), encoding="utf-8")
        assert hoyle("test", path, "--games", 1).exit_code == 0
        assert hoyle("format", path).exit_code == 0
        assert path.read_text(encoding="utf-8") == rules.format("ann, bob and cat win")


def test_format_leaves_alone_what_it_cannot_read(tmp_path, hoyle):
    place = tmp_path / "a.cards"
    place.write_text('edition 1\ngame "A"\nmatch\n  no such thing\n', encoding="utf-8")
    before = place.read_bytes()
    done = hoyle("format", place)
    assert done.exit_code == 1 and "error[" in done.stderr
    assert place.read_bytes() == before


@pytest.mark.parametrize("game, players", [("scotch-whist", 7), ("pontoon", 3), ("high-card", 2)])
def test_the_machine_accounts_for_every_byte_and_node(game, players, hoyle):
    lines = hoyle("machine", game, "--players", players).stdout.splitlines()
    total = int(next(line for line in lines if line.startswith("a state takes")).split()[3])
    head = next(k for k, line in enumerate(lines) if line.split()[:2] == ["slot", "byte"])
    end = lines.index("", head)
    at = 3
    for line in lines[head + 1 : end]:
        _, byte, width, *_ = line.split()
        assert int(byte) == at
        count, _, each = width.rpartition("×")
        at += int(each) * int(count or 1)
    assert at == total
    graph = lines[next(k for k, line in enumerate(lines) if line.startswith("graph")) :]
    assert int(graph[0].split("(")[1].split()[0]) == len(graph) - 1
    named = sum(".cards:" in line for line in graph[1:])
    assert named > 0.9 * (len(graph) - 1)


# ---------------------------------------------------------------------- terminals


def test_signs_only_where_they_can_be_shown():
    assert can_show_symbols("utf-8") and can_show_symbols("UTF-16")
    assert (
        not can_show_symbols("cp1252")
        and not can_show_symbols("ascii")
        and not can_show_symbols(None)
    )
    assert not can_show_symbols("no-such-encoding")


def test_letters_for_signs():
    assert TextPage(False).plain("10♥ → trick · é") == "10H -> trick | e"
    assert TextPage(False).plain("Écarté, E\u0301carte\u0301 中") == "Ecarte, Ecarte ?"


def test_a_file_that_is_named_without_its_ending_is_told(hoyle, faulty, monkeypatch):
    monkeypatch.chdir(faulty.parent)
    done = hoyle("run", "faulty")
    assert done.exit_code == 2
    assert "there is no ruleset called faulty; did you mean faulty.cards?" in done.stderr


def test_tables_of_a_shipped_game_and_of_a_sound_one_are_not_checked_again(
    hoyle, monkeypatch, tmp_path
):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    asked, text = [], (GAMES / "little-whist.cards").read_text(encoding="utf-8")
    monkeypatch.setattr(loader, "check_counts", lambda game, report: asked.append(game.title))
    assert hoyle("run", "kuhn-poker", "--seed", 1).exit_code == 0
    assert asked == []
    mine = tmp_path / "mine.cards"
    for title in ("Mine", "Mine", "Changed"):
        mine.write_text(text.replace("Little Whist", title), encoding="utf-8")
        assert hoyle("run", mine, "--seed", 1).exit_code == 0
    assert asked == ["Mine", "Changed"]


def test_what_is_not_sound_is_refused_each_time(hoyle, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    game = tmp_path / "short.cards"
    game.write_text((BAD / "D01-in-packets.cards").read_text(encoding="utf-8"), encoding="utf-8")
    first, second = hoyle("run", game), hoyle("run", game)
    assert first.exit_code == second.exit_code == 1, first.stderr
    assert "D01" in first.stderr and first.stderr == second.stderr


def test_a_match_that_goes_on_and_on_is_said_to_do_so(hoyle, tmp_path):
    rules = head("On and On", "1") + (
        "state\n  many: 0..20000 = 0, not told\n\nmatch\n  repeat until many is {}, however long\n"
        "    choose\n      wait\n        many += 1\n"
    )
    (tmp_path / "on.cards").write_text(rules.replace("{}", "5010"), encoding="utf-8")
    done = hoyle("run", tmp_path / "on.cards", "--seed", 1)
    told = "hoyle: 5,000 decisions, and the match goes on; Ctrl-C ends it here."
    assert done.stderr == f"{told} By a `policy` in the text it may end sooner.\n"
    wanted = rules.replace("{}", "5010") + "\npolicy quick_one\n  match.wait\n"
    (tmp_path / "on.cards").write_text(wanted, encoding="utf-8")
    assert hoyle("run", tmp_path / "on.cards", "--policy", "quick-one").stderr == f"{told}\n"
    at_random = hoyle("run", tmp_path / "on.cards", "--policy", "random").stderr
    assert at_random == f"{told} By `--policy quick-one` it may end sooner.\n"
    (tmp_path / "on.cards").write_text(rules.replace("{}", "40"), encoding="utf-8")
    assert hoyle("run", tmp_path / "on.cards", "--seed", 1).stderr == ""
