"""The texts that `run` and `play` write, whole; and that the same words give the same bytes."""

import json

import pytest

from tests.heads import head

RUNS = {
    "tricks": ("little-whist", "--seed", 3, "--players", 3, "--set", "target=2"),
    "tricks-rules": ("little-whist", "--seed", 3, "--set", "target=1", "--detail", "rules"),
    "tricks-one-seat": ("little-whist", "--seed", 3, "--set", "target=1", "--as", "bob"),
    "chips": ("high-card", "--seed", 3),
    "chips-letters": ("high-card", "--seed", 4, "--players", 3, "--ascii"),
    "chips-one-seat": ("high-card", "--seed", 3, "--as", 1),
    "sealed": ("pass-one", "--seed", 3),
    "sealed-one-seat": ("pass-one", "--seed", 3, "--as", "cat"),
}
PLAYS = {
    "play-tricks": (
        ("little-whist", "--seed", 5, "--set", "target=1", "--show-seed"),
        "why AC\nwhy\nmoves\n?\n9\n1\nundo\n/undo\n2\nview\nxyzzy\n1\nplay\n1\n1\n1\n1\n",
    ),
    "play-chips": (
        ("high-card", "--seed", 1, "--seat", "bob", "--set", "ante=5"),
        "1\nlots\n1\n2\n9\nraise 4\n\n3\nwhy drop\ndrp\n2\n",
    ),
    "play-sealed": (("pass-one", "--seed", 2), "AS\n1\nJ\nsay-aces 0..2\nsay-aces 1.5\n1\n"),
}


@pytest.mark.parametrize("name", RUNS)
def test_a_run_reads_as_it_should(name, hoyle, golden):
    done = hoyle("run", *RUNS[name])
    assert (done.exit_code, done.stderr) == (0, "")
    golden(name, done.stdout)


@pytest.mark.parametrize("name", PLAYS)
def test_a_conversation_reads_as_it_should(name, hoyle, golden, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words, answers = PLAYS[name]
    done = hoyle("play", *words, answers=answers)
    assert (done.exit_code, done.stderr) == (0, "")
    golden(name, done.stdout.replace("\\", "/"))


def test_lines_keep_their_width(hoyle):
    for name in ("tricks", "tricks-rules", "chips", "sealed"):
        assert max(map(len, hoyle("run", *RUNS[name]).stdout.splitlines())) <= 100


def test_letters_are_letters(hoyle):
    for words in (*RUNS.values(), ("scotch-whist", "--seed", 1), ("pontoon", "--set", "deals=3")):
        assert hoyle("run", *words, "--ascii").stdout.isascii()


@pytest.mark.parametrize(
    "words",
    [
        ("run", "scotch-whist", "--players", 5, "--seed", 2),
        ("run", "pontoon", "--players", 4, "--seed", 2, "--set", "deals=5", "--json"),
        ("machine", "pontoon", "--players", 3),
        ("list",),
    ],
)
def test_the_same_words_give_the_same_bytes(words, hoyle, spawn):
    """This process has a hash seed of its own, the other one has 0."""
    out, errors = spawn(*words, hash_seed="0").communicate()
    assert errors == b""
    assert out == hoyle(*words).stdout_bytes and out


def test_a_seed_is_drawn_and_told_where_none_is_given(hoyle):
    first = hoyle("run", "high-card").stdout
    seed = next(line for line in first.splitlines() if line.startswith("seed: ")).split()[1]
    assert hoyle("run", "high-card", "--seed", seed).stdout == first


def test_only_options_that_differ_are_told(hoyle):
    said = hoyle(
        "run", "little-whist", "--seed", 1, "--set", "target=4", "--set", "bonus=yes"
    ).stdout
    assert "option bonus: yes" in said and "option target" not in said


@pytest.mark.parametrize("players", range(2, 8))
def test_every_number_of_players_has_a_winner(players, hoyle):
    done = hoyle("run", "scotch-whist", "--players", players, "--seed", 7)
    assert done.exit_code == 0
    assert any(line.endswith((" wins", " win")) for line in done.stdout.splitlines())


PACKETS = head("Packets", "2", "7 8 9 10")
PACKETS += """\
  hand of Seat: Cards, face up

match
  deal 3 at a time from stock to hand of seat for seat in seats
  deal 2 at a time from stock to hand of seat for seat in seats
  win seats where size of hand of it > 0
"""


def test_a_hand_dealt_in_packets_is_one_line(hoyle, tmp_path):
    (tmp_path / "packets.cards").write_text(PACKETS, encoding="utf-8")
    lines = hoyle("run", tmp_path / "packets.cards", "--seed", 1).stdout.splitlines()
    assert [line for line in lines if line.startswith("hand of")] == [
        "hand of ann  9♠ 8♠ 7♠  10♥ 9♥",
        "hand of bob  10♠  8♥ 7♥  8♦ 7♦",
    ]


def test_json_has_the_rows_that_gave_points_and_no_others(hoyle):
    done = hoyle("run", "cribbage", "--players", 2, "--seed", 3, "--json")
    events = [event for event in json.loads(done.stdout)["events"] if event.get("rows")]
    rows = [event["rows"] for event in events if event["place"].startswith("score")]
    assert {row["table"] for group in rows for row in group} == {"pegged", "for-last", "shown"}
    assert any(len(group) > 1 for group in rows)
