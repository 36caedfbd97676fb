"""Games as files: replayed to the same lines, refused where the rules have changed."""

import json
import re
import shutil

import pytest

GAMES = [
    ("little-whist", "--players", 4),
    ("high-card", "--players", 3, "--set", "ante=2"),
    ("pass-one",),
    ("scotch-whist", "--players", 3, "--set", "target=30"),
    ("pontoon", "--players", 3, "--set", "deals=2", "--set", "second_card=down"),
]


@pytest.fixture
def played(hoyle, games, tmp_path):
    """A little game beside its record, both in a folder of their own."""
    rules = tmp_path / "little-whist.cards"
    shutil.copy(games / "little-whist.cards", rules)
    record = tmp_path / "a.game"
    done = hoyle("run", rules, "--seed", 9, "--set", "target=1", "--record", record)
    assert done.exit_code == 0
    return rules, record, done.stdout


@pytest.mark.parametrize("words", GAMES, ids=lambda words: words[0])
def test_a_record_is_played_again_to_the_same_lines(words, hoyle, tmp_path):
    record = tmp_path / "a.game"
    told = hoyle("run", *words, "--seed", 11, "--record", record).stdout
    assert hoyle("replay", record).stdout == told
    for more in (["--json"], ["--as", "bob"], ["--detail", "rules"], ["--ascii"]):
        before = hoyle("run", *words, "--seed", 11, *more).stdout
        assert hoyle("replay", record, *more).stdout == before
    again = tmp_path / "b.game"
    hoyle("run", *words, "--seed", 11, "--record", again)
    assert again.read_bytes() == record.read_bytes()
    assert record.read_text(encoding="utf-8").isascii()


def test_replay_stops_at_a_step_and_shows_the_table(played, hoyle):
    _, record, _ = played
    done = hoyle("replay", record, "--step", 1)
    assert done.exit_code == 0
    assert "the game breaks off here; bob is to move" in done.stdout
    assert re.search(r"^trick: \S+$", done.stdout, re.MULTILINE)
    facts = json.loads(hoyle("replay", record, "--step", 1, "--json").stdout)
    assert not facts["over"] and facts["to_move"] == "bob"


def test_a_record_goes_along_with_its_rules(played, hoyle, tmp_path):
    rules, record, told = played
    other = tmp_path / "elsewhere"
    other.mkdir()
    for file in (rules, record):
        shutil.move(file, other / file.name)
    assert hoyle("replay", other / "a.game").stdout == told


def test_comments_layout_and_examples_do_not_count(played, hoyle):
    rules, record, told = played
    text = rules.read_text(encoding="utf-8")
    text = text.replace(
        "  dealer = left of dealer", "\n  # on it goes\n  dealer  =  left of dealer # so"
    )
    text += '\nexample "two"\n  players 2\n  expect size of pack is 24\n'
    rules.write_text(text, encoding="utf-8")
    assert hoyle("replay", record).stdout == told


@pytest.mark.parametrize(
    "old, new, says",
    [
        ("dealer = left of dealer", "dealer = right of dealer", "phase one_hand has changed"),
        ("| 2\n", "| 3\n", "table points has changed"),
        ("4 \"points", "5 \"points", "options has changed"),
        ("A K Q J 10 9", "A K Q 10 J 9", "order plain has changed"),
        ("use tricks\n", "use tricks\ndefine one = 1\n", "define one is new"),
        ("one_hand", "a_hand", "phase one_hand is gone"),
    ],
)  # fmt: skip
def test_changed_rules_are_refused_by_name(old, new, says, played, hoyle):
    rules, record, _ = played
    text = rules.read_text(encoding="utf-8")
    assert old in text
    rules.write_text(text.replace(old, new), encoding="utf-8")
    done = hoyle("replay", record)
    assert done.exit_code == 1 and done.stdout == ""
    assert f"  {says}\n" in done.stderr


def test_the_order_of_the_parts_counts(played, hoyle):
    rules, record, _ = played
    text = rules.read_text(encoding="utf-8")
    order = "order plain, best first: A K Q J 10 9\n"
    rules.write_text(text.replace(order, "") + "\n" + order, encoding="utf-8")
    assert "the order of the parts has changed" in hoyle("replay", record).stderr


def test_a_change_in_a_library_counts(played, hoyle, tmp_path):
    _, record, told = played
    from hoyle.interpreter.library.discovery import shipped_folder

    library = tmp_path / "tricks.cards"
    shutil.copy(shipped_folder() / "std" / "tricks.cards", library)
    assert hoyle("replay", record).stdout == told
    text = library.read_text(encoding="utf-8")
    library.write_text(text + "\ndefine nothing_new = 1\n", encoding="utf-8")
    assert "library tricks has changed" in hoyle("replay", record).stderr


# ---------------------------------------------------------------------- spoilt files


@pytest.mark.parametrize(
    "old, new, says",
    [
        ("hoyle game 1", "hoyle game 2", "reads `hoyle game 1` only"),
        ("hoyle game 1", "a shopping list", "a.game:1: this is not a game"),
        ("seed 9", "seed nine", "the seed nine is no number"),
        ("seed 9", "", "the line `seed` is missing"),
        ("seed 9", "seed 9\nseed 8", "there are two lines `seed`"),
        ("seed 9", "sede 9", "`sede` is not a line of a game"),
        ("seed 9", "seed 10", "may not"),
        ("players ann bob", "players ann", "is for 2 to 4 players"),
        ("players ann bob", "players bob bob", "two players have one name"),
        ("option target 1", "option tarjet 1", "did you mean target?"),
        ("option target 1", "option target", "the option target has no value"),
        ("moves\n", "moves\nann says hello\n", "a move is written `seat: move`"),
        ("moves\n", "moves\ncat: play AS\n", "it is the turn of ann, not of cat"),
        ("moves\nann: play", "moves\nann: plai", "did you mean `play`?"),
        ("moves\n", "moves\nann: play 2S\n", "ann may not play 2S"),
        ("parts", "bob: play AS\n\nparts", "the game is over before this move"),
        ("ruleset little-whist\nfile little-whist.cards", "ruleset nothing", "no ruleset called"),
        ("file little-whist.cards", "file gone.cards", "there is no file"),
    ],
)  # fmt: skip
def test_a_spoilt_record_is_told_with_its_line(old, new, says, played, hoyle):
    _, record, _ = played
    text = record.read_text(encoding="utf-8")
    assert old in text
    record.write_text(text.replace(old, new, 1), encoding="utf-8")
    done = hoyle("replay", record)
    assert done.exit_code in (1, 2)
    assert says in done.stderr and "Traceback" not in done.stderr


def test_every_line_may_be_lost_or_doubled(played, hoyle):
    _, record, _ = played
    lines = record.read_text(encoding="utf-8").splitlines(keepends=True)
    for k in range(len(lines)):
        for some in (lines[:k] + lines[k + 1 :], lines[:k] + lines[k:][:1] * 2 + lines[k + 1 :]):
            record.write_text("".join(some), encoding="utf-8")
            done = hoyle("replay", record)
            assert done.exit_code in (0, 1, 2)
            assert "Traceback" not in done.stderr
            assert bool(done.stderr) == (done.exit_code != 0)


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe\x00", b"\0" * 50, "ß".encode("latin-1"), b"hoyle game 1\n" * 9]
)
def test_any_bytes_are_told(content, hoyle, tmp_path):
    record = tmp_path / "a.game"
    record.write_bytes(content)
    done = hoyle("replay", record)
    assert done.exit_code == 1
    assert done.stderr.startswith(f"hoyle: {record}")


def test_what_cannot_be_read_is_misuse(hoyle, tmp_path):
    assert hoyle("replay", tmp_path).exit_code == 2
    assert hoyle("replay", tmp_path / "none.game").exit_code == 2
    assert hoyle("run", "high-card", "--record", tmp_path / "no" / "a.game").exit_code == 2
    assert hoyle("run", "high-card", "--record", tmp_path).exit_code == 2


def test_a_record_is_written_whole(played, hoyle, monkeypatch):
    rules, record, _ = played
    before = record.read_bytes()

    def full(number):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    done = hoyle("run", rules, "--seed", 10, "--record", record)
    assert done.exit_code == 2 and "no space left" in done.stderr
    assert record.read_bytes() == before
    assert sorted(path.name for path in record.parent.iterdir()) == ["a.game", "little-whist.cards"]
