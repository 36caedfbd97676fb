"""`hoyle simulate` as a user has it."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from hoyle.interpreter.cli.main import main
from hoyle.interpreter.cli.simulate_report import _shorten_sentences
from hoyle.interpreter.simulation.figures import Figure
from tests.heads import head


@pytest.fixture
def simulate(tmp_path, ruleset_of):
    """`simulate("turned", "--games", 20)`; a name that is no text of ours is a shipped game."""

    def run(game, *words):
        place = game if game in ("scotch-whist", "pontoon") else ruleset_of(game).path
        return CliRunner().invoke(main, ["simulate", str(place), *map(str, words)])

    return run


def test_a_table_for_people(simulate):
    found = simulate("turned", "--games", 60, "--seed", 3)
    assert found.exit_code == 0
    assert found.stdout.startswith(
        "Known: 2 players, 60 games, seed 3\neverybody plays at random\n"
    )
    assert "95 % interval" in found.stdout and "left of the dealer" in found.stdout
    assert all(line == line.rstrip() for line in found.stdout.splitlines())


def test_what_always_comes_to_the_same_is_not_counted_among_what_may_miss(simulate):
    """Each of the intervals that are counted reaches from one number to another."""
    words = ("turned", "--games", 60, "--seed", 3)
    facts = json.loads(simulate(*words, "--json").stdout)
    spread = sum(figure["low"] < figure["high"] for figure in facts["figures"])
    assert spread < len(facts["figures"])
    assert f"; of {spread} such about " in simulate(*words).stdout


def test_names_are_spelt_as_in_transcripts(tmp_path):
    place = tmp_path / "nods.cards"
    place.write_text(
        head("Nods") + "state\n  nods_made of Seat: 0..9 = 0\n\nmatch\n  for seat in seats\n"
        "    choose seat\n      nod_twice\n        nods_made of seat += 2\n      say_nothing\n"
        "  win best seat in seats by nods_made of seat\n",
        encoding="utf-8",
    )
    words = ["simulate", str(place), "--games", "20"]
    said = CliRunner().invoke(main, words).stdout
    assert "say-nothing" in said and "nods-made" in said and "_" not in said
    facts = json.loads(CliRunner().invoke(main, [*words, "--json"]).stdout)
    names = {figure["name"] for figure in facts["figures"]}
    assert "say_nothing" in names


def test_what_nobody_ever_did_stands_below_the_moves(tmp_path):
    """Whether nobody wanted it, or nobody ever could."""
    place = tmp_path / "nods.cards"
    text = head("Nods") + "state\n  nods of Seat: 0..9 = 0\n\nmatch\n  for seat in seats\n"
    text += "    choose seat\n      nod\n        nods of seat += 1\n      look_up\n"
    text += "      look_down\n        must nods of seat > 3\n"
    text += "\npolicy nodder\n  match.nod\n"
    place.write_text(text, encoding="utf-8")
    words = ["simulate", str(place), "--games", "20"]
    said = CliRunner().invoke(main, words).stdout
    assert "\nnever made: look-up, look-down\n" in said
    assert json.loads(CliRunner().invoke(main, [*words, "--json"]).stdout)["never_made"] == [
        "look_up",
        "look_down",
    ]
    said = CliRunner().invoke(main, [*words, "--policy", "random"]).stdout
    assert "\nnever made: look-down\n" in said


def test_rows_that_never_gave_anything_stand_below_those_that_did(tmp_path):
    """But none of a table of which no row did: it may be for something else."""
    place = tmp_path / "nods.cards"
    text = head("Nods") + "state\n  nods of Seat: 0..9 = 0\n\nmatch\n  for seat in seats\n"
    text += "    nods of seat += worth of seat\n  win best seat in seats by nods of seat\n\n"
    text += "table worth(seat: Seat), first that fits\n  rule | when | is\n"
    text += '  "many" | nods of seat > 3 | 5\n  "few" | otherwise | 1\n'
    place.write_text(text, encoding="utf-8")
    words = ["simulate", str(place), "--games", "20"]
    said = CliRunner().invoke(main, words).stdout
    assert "\nnever: worth: many\n" in said and "\nworth: few " in said
    facts = json.loads(CliRunner().invoke(main, [*words, "--json"]).stdout)
    assert facts["never_scored"] == ["worth: many"]


def test_rows_say_what_they_are_of(simulate):
    said = simulate("turned", "--games", 60, "--seed", 3).stdout
    assert "\nred for …  " in said and "{" not in said
    assert "\none legal move, of 100 decisions  " in said


def test_sentences_that_would_look_the_same_keep_the_words_of_their_values():
    sentences = ("{ann}: {worth(ann)}", "{bob}: {worth(bob)}", "{bob} wins")
    figures = [Figure("said", one, "", 0.5, None, 9, "deals", 9) for one in sentences]
    shown = _shorten_sentences(figures)
    assert list(shown.values()) == ["ann: worth(ann)", "bob: worth(bob)", "… wins"]


def test_no_line_of_a_long_sentence_is_one_value_alone(tmp_path):
    words = "the hand is worth twice as much to everybody who is still in it and has to lose"
    says = [f'  say "{words[:end]}{"o" * 8}: {{score of seat}}"' for end in range(30, 80)]
    place = tmp_path / "long.cards"
    place.write_text(
        head("Long") + "state\n  score of Seat: 0..9 = 0\n\nmatch\n  turn of (first s in seats)\n"
        "\nphase turn(seat: Seat)\n  choose seat\n    nod\n      score of seat += 1\n"
        + "\n".join(says),
        encoding="utf-8",
    )
    said = CliRunner().invoke(main, ["simulate", str(place), "--games", "20"]).stdout
    assert "ooo: …" in said
    assert not [line for line in said.splitlines() if line.strip() == "…"]


def test_the_same_facts_for_programs(simulate):
    words = ("--games", 60, "--seed", 3)
    facts = json.loads(simulate("turned", *words, "--json").stdout)
    assert (facts["games"], facts["seed"]) == (60, 3)
    assert facts["policies"] == {"everybody": "random"}
    rows = list(csv.DictReader(io.StringIO(simulate("turned", *words, "--csv").stdout)))
    assert len(rows) == len(facts["figures"]) > 10
    for row, figure in zip(rows, facts["figures"], strict=True):
        assert float(row["value"]) == figure["value"]
        assert {row[key] for key in ("section", "name", "who")} == {
            figure[key] for key in ("section", "name", "who")
        }
    won = {one["who"]: one for one in facts["figures"] if one["section"] == "won"}
    assert sum(won[who]["hits"] for who in ("ann", "bob")) == 60


@pytest.mark.usefixtures("two_cores")
def test_the_same_bytes_on_any_number_of_cores(simulate):
    words = ("--games", 70, "--seed", 3, "--json")
    one, many = (simulate("turned", *words, "--jobs", jobs).stdout for jobs in (1, 3))
    assert one == many


def test_games_without_an_end_are_told(simulate):
    found = simulate("stuck", "--games", 40, "--seed", 1)
    assert found.exit_code == 1
    assert " games broke off and count for nothing: the game is stuck" in found.stdout
    assert "  the first of them has the seed 10000000" in found.stdout
    told = found.stdout.splitlines()
    broken = next(int(row.split()[0]) for row in told if "broke off" in row)
    assert f"what follows is of {40 - broken} games, which may not be a fair sample" in told


def test_a_game_that_runs_again_with_its_seed(simulate, ruleset_of):
    facts = json.loads(simulate("stuck", "--games", 40, "--seed", 1, "--json").stdout)
    [problem] = facts["problems"]
    again = CliRunner().invoke(
        main, ["run", str(ruleset_of("stuck").path), "--seed", str(problem["seed"])]
    )
    assert again.exit_code == 1 and "stuck" in again.stderr


@pytest.mark.parametrize("words", [("--games", 0), ("--games", -3), ("--games", "many"),
                                   ("--players", 9), ("--set", "no-such=1"), ("--jobs", 0),
                                   ("--json", "--csv")])  # fmt: skip
def test_what_cannot_be_is_refused_before_anything_runs(simulate, words):
    found = simulate("turned", *words)
    assert found.exit_code == 2 and not found.stdout


def test_a_game_that_banks(simulate):
    facts = json.loads(simulate("pontoon", "--games", 8, "--seed", 1, "--json").stdout)
    who = {one["who"] for one in facts["figures"] if one["section"] == "a unit"}
    assert {"banker", "left of the banker", "ann", "bob"} <= who
    paid = {one["who"]: one for one in facts["figures"] if one["section"] == "a unit"}
    # what the banker wins the other has lost, deal by deal
    assert paid["banker"]["value"] == -paid["left of the banker"]["value"]


# ---------------------------------------------------------------------- who plays


def policies(*words):
    found = CliRunner().invoke(main, ["simulate", "pontoon", "--games", "2", "--json", *words])
    return json.loads(found.stdout)["policies"] if found.exit_code == 0 else found.stderr


def test_a_policy_for_all_for_a_role_and_for_a_seat():
    assert policies() == {"everybody": "sticks-on-16"}
    assert policies("--policy", "random") == {"everybody": "random"}
    words = ("--policy", "banker=random", "--policy", "2=sticks_on_16", "--policy", "random")
    assert policies(*words) == {
        "everybody": "random", "banker": "random", "bob": "sticks-on-16",
    }  # fmt: skip


def test_the_one_who_plays_otherwise_is_named():
    words = ["simulate", "kuhn-poker", "--games", "2", "--policy", "bob=random"]
    told = CliRunner().invoke(main, words).stdout
    assert "bob plays at random, ann by without-bluffs" in told.splitlines()


@pytest.mark.parametrize(("words", "says"), [
    (["sticks-on-15"], "there is no policy sticks-on-15; did you mean sticks-on-16?"),
    (["search"], "there is no policy search; `search` is for `hoyle run` and `hoyle play`"),
    (["dealer=random"], "there is no seat dealer"),
    (["bankr=random"], "did you mean banker? (seats: 1 ann, 2 bob; roles: banker"),
    (["ann=random", "1=random"], "said twice"),
    (["random", "random"], "said twice"),
    (["banker=random", "banker=random"], "said twice"),
    (["banker="], "there is no policy"),
])  # fmt: skip
def test_policies_that_cannot_be(words, says):
    flags = [flag for word in words for flag in ("--policy", word)]
    assert says in policies(*flags)


def test_run_plays_as_it_is_told():
    def run(*words):
        return CliRunner().invoke(main, ["run", "scotch-whist", "--seed", "3", *words]).stdout

    assert run() == run("--bots", "wins-cheaply") != run("--bots", "random")


@pytest.mark.skipif(
    not Path("/proc/self/task").exists() or (os.cpu_count() or 1) < 2,
    reason="it cannot be seen when others play",
)
def test_ctrl_c_gives_the_games_so_far():
    # what runs in a shell's background does not hear it, unless it says so
    heard = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    call = f"{heard}; from hoyle.interpreter.cli.start import main; main()"
    words = ["simulate", "scotch-whist", "--games", "10000000", "--seed", "1", "--json"]
    running = subprocess.Popen(
        [sys.executable, "-c", call, *words], stdout=subprocess.PIPE, text=True
    )
    children = Path(f"/proc/{running.pid}/task/{running.pid}/children")
    try:
        for _ in range(600):  # until others play, who are made after it has begun to listen
            time.sleep(0.1)
            if children.read_text(encoding="utf-8").strip():
                break
        time.sleep(1)
        running.send_signal(signal.SIGINT)
        said, _ = running.communicate(timeout=60)
    finally:  # its processes end with it
        running.kill()
    assert running.returncode == 130
    facts = json.loads(said)
    assert facts["interrupted"] and bool(facts["games"]) == bool(facts["figures"])
    if facts["games"]:  # on a busy machine perhaps none
        words[words.index("10000000")] = str(facts["games"])
        alone = json.loads(CliRunner().invoke(main, [*words, "--jobs", "1"]).stdout)
        assert alone["figures"] == facts["figures"]


def test_an_interruption_before_the_first_game_is_over(monkeypatch):
    def stop(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("hoyle.interpreter.simulation.shards.play_shards", stop)
    for words in ([], ["--set-b", "pontoon-pays=3"]):
        found = CliRunner().invoke(main, ["simulate", "pontoon", "--seed", "1", *words])
        assert "0 games of 1,000, then interrupted" in found.stdout
        assert found.stdout.endswith("\n\nNo game has come to its end, so there are no figures.\n")
        assert "interval" not in found.stdout
        assert "Traceback" not in found.stderr


# Whoever leads asks which card wins a trick that is still empty.
EMPTY_TRICK = (
    head("Empty trick", order="high").replace("\nplayers", "use tricks\n\nplayers", 1)
    + """\
  hand of Seat: Cards, seen by owner
  trick: Pile, face up

match
  shuffle stock
  deal 2 each from stock to hand of seat for seat in seats
  for seat in seats
    choose seat
      play card in hand of seat
        must card is A♠ or card is not winning_card "another"
        move card to trick
  win [taker]

define strength(card: Card) = high of rank of card
"""
)


@pytest.mark.parametrize("games", [4, 101])  # the second in native code, where that is there
def test_a_fault_in_a_library_names_the_line_of_the_game_that_asks(tmp_path, games):
    place = tmp_path / "empty.cards"
    place.write_text(EMPTY_TRICK, encoding="utf-8")
    found = CliRunner().invoke(main, ["simulate", str(place), "--games", str(games), "--seed", "1"])
    assert found.exit_code == 1, found.output
    must = '        must card is A♠ or card is not winning_card "another"'
    line = 1 + EMPTY_TRICK.splitlines().index(must)
    _, _, broke_off, asked, inside, *_ = found.stdout.splitlines()
    assert broke_off.startswith(f"{games} games broke off and count for nothing: there is no best")
    assert asked.startswith(f"  empty.cards:{line}:")
    assert inside.startswith("  tricks.cards:")


JOKER_LED = head("Joker Led", "2", "9 10 J Q K A\n  cards joker")
JOKER_LED = JOKER_LED.replace("\nplayers", "\nuse bowers\n\nplayers")
JOKER_LED += """\
  hand of Seat: Cards, seen by owner
  trick: Pile, face up
  won of Seat: Cards, face down

order high, best first: A K Q J 10 9

state
  leader: Seat = first s in seats
  trump: Suit = ♠

match
  move joker to hand of leader
  deal 1 each from stock to hand of seat for seat in seats where seat is not leader
  repeat 1 times
    one_round
  win [leader]

phase one_round
  one_trick
"""


@pytest.mark.parametrize("games", [2, 101])  # the second in native code, where that is there
def test_a_fault_in_the_phase_of_a_library_names_the_line_that_runs_it(tmp_path, games):
    place = tmp_path / "joker.cards"
    place.write_text(JOKER_LED, encoding="utf-8")
    found = CliRunner().invoke(main, ["simulate", str(place), "--games", str(games), "--seed", "1"])
    assert found.exit_code == 1, found.output
    line = JOKER_LED.count("\n")
    _, _, broke_off, asked, inside, *_ = found.stdout.splitlines()
    assert f"{games} games broke off and count for nothing: `rank of card` is none" in broke_off
    assert asked.startswith(f"  joker.cards:{line}:") and inside.startswith("  bowers.cards:")


def test_a_table_asked_of_several_at_once_is_said_to_be_left_out(tmp_path):
    """Not so one that only finds a seat so, and gives points to that seat."""
    place = tmp_path / "priced.cards"
    text = head("Priced") + "type Call = low or high\n\nstate\n  score of Seat: 0..9 = 0\n"
    text += "  call of Seat: Call = low\n  leader: Seat = random of seats\n"
    text += "\nmatch\n  call of leader = high\n  choose leader\n    nod\n"
    text += "  score of leader += total price of call of s for s in seats\n"
    text += "  let ahead = best s in seats by worth of call of s\n"
    text += "  score of ahead += worth of call of ahead\n"
    for name in ("price", "worth"):
        text += f"\ntable {name}(call: Call), exactly one fits\n  call | points\n"
        text += "  low  | 1\n  high | 2\n"
    place.write_text(text, encoding="utf-8")
    words = ["simulate", str(place), "--games", "20"]
    said = CliRunner().invoke(main, words).stdout
    assert "\nworth: high  " in said
    assert "\nnot counted, asked of several at once: price\n" in said
    found = json.loads(CliRunner().invoke(main, [*words, "--json"]).stdout)
    assert found["not_counted"] == ["price"]


@pytest.mark.parametrize("more", ["", "  score of leader += worth of high\n"])
def test_a_table_that_a_name_stands_for_is_said_to_be_left_out(tmp_path, more):
    place = tmp_path / "named.cards"
    text = head("Named") + "type Call = low or high\n\nstate\n  score of Seat: 0..9 = 0\n"
    text += "  call of Seat: Call = low\n  leader: Seat = random of seats\n"
    text += "\nmatch\n  choose leader\n    nod\n  let much = price of call of leader\n"
    text += f"  score of leader += 2 * much\n{more}"
    for name in ("price", "worth"):
        text += f"\ntable {name}(call: Call), exactly one fits\n  call | points\n"
        text += "  low  | 1\n  high | 2\n"
    place.write_text(text, encoding="utf-8")
    words = ["simulate", str(place), "--games", "20"]
    said = CliRunner().invoke(main, words).stdout
    assert ("\nworth: high  " in said) == bool(more)
    why = "what they give first gets a name"
    assert said.count(f"\nnot counted, {why}: price\n") == 1
    found = json.loads(CliRunner().invoke(main, [*words, "--json"]).stdout)
    assert found["not_counted_by_name"] == ["price"] and found["not_counted"] == []


def test_a_table_that_a_name_stands_for_at_times_has_no_row_that_never_comes(tmp_path):
    place = tmp_path / "partly.cards"
    text = head("Partly") + "type Call = low or high\n\nstate\n  score of Seat: 0..9 = 0\n"
    text += "  leader: Seat = random of seats\n\nmatch\n  choose leader\n    nod\n"
    text += "  let much = price_of(high)\n  score of leader += 2 * much\n"
    text += "  score of leader += price_of(low)\n\n"
    text += "table price_of(call: Call), exactly one fits\n  call | points\n"
    text += "  low  | 1\n  high | 2\n"
    place.write_text(text, encoding="utf-8")
    said = CliRunner().invoke(main, ["simulate", str(place), "--games", "5"]).stdout
    why = "what they give first gets a name"
    assert "\nprice-of: low  " in said and "\nnever: price" not in said
    assert f"\ncounted in part only, {why}: price-of\n" in said
