"""Games as files: replayed to the same lines, refused where the rules have changed."""

import json
import os
import re
import shutil
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.heads import head

READ = (["--json"], ["--as", "bob"], ["--detail", "rules"], ["--ascii"])
# What is played, and how it is read again too.
GAMES = [
    (("little-whist", "--players", 4), READ),
    (("high-card", "--players", 3, "--set", "ante=2"), READ),
    (("pass-one",), READ),
    (("scotch-whist", "--players", 3, "--set", "target=30"), READ[:1]),
    (("pontoon", "--players", 3, "--set", "deals=2", "--set", "second_card=down"), READ[1:2]),
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


@pytest.mark.parametrize(("words", "ways"), GAMES)
def test_a_record_is_played_again_to_the_same_lines(words, ways, hoyle, tmp_path):
    record = tmp_path / "a.game"
    told = hoyle("run", *words, "--seed", 11, "--record", record).stdout
    assert hoyle("replay", record).stdout == told
    for more in ways:
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


def test_replay_says_how_many_moves_there_are(played, hoyle):
    record = played[1]
    done = hoyle("replay", record, "--step", 9999)
    moves = re.findall(r"^\w+: ", record.read_text(encoding="utf-8"), re.MULTILINE)
    assert done.exit_code == 0
    assert f"the game has only {len(moves)} moves" in done.stdout
    assert "has only" not in hoyle("replay", record, "--step", len(moves)).stdout


def test_a_record_goes_along_with_its_rules(played, hoyle, tmp_path):
    rules, record, told = played
    other = tmp_path / "elsewhere"
    other.mkdir()
    for file in (rules, record):
        shutil.move(file, other / file.name)
    assert hoyle("replay", other / "a.game").stdout == told


def test_comments_layout_brackets_and_examples_do_not_count(played, hoyle):
    rules, record, told = played
    text = rules.read_text(encoding="utf-8")
    text = text.replace(
        "  dealer = left of dealer", "\n  # on it goes\n  dealer  =  (left of\n dealer) # so"
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
        ("\nparts", "\nbob: play AS\n\nparts", "the game is over before this move"),
        ("ruleset little-whist\nfile little-whist.cards", "ruleset nothing", "no ruleset called"),
        ("file little-whist.cards", "file gone.cards", "there is no file"),
    ],
)  # fmt: skip
def test_a_spoilt_record_is_told_with_its_line(old, new, says, played, hoyle, sealed):
    _, record, _ = played
    text = record.read_text(encoding="utf-8")
    assert old in text
    record.write_text(sealed(text.replace(old, new, 1)), encoding="utf-8")
    done = hoyle("replay", record)
    assert done.exit_code in (1, 2)
    assert says in done.stderr and "Traceback" not in done.stderr
    record.write_text(text.replace(old, new, 1), encoding="utf-8")
    done = hoyle("replay", record)
    assert done.exit_code == 1
    assert re.match(rf"hoyle: {record}:\d+: ", done.stderr)


SHUFFLES = (
    head("Shuffles")
    + """
state
  who: Seat

match
  repeat 2 times
    shuffle stock
    who = random of seats
    for s in seats
      choose s
        go
"""
)


@pytest.mark.parametrize("moves", [4, 3])
@pytest.mark.parametrize(
    "laid, says",
    [
        (["pack ?", "pack ?", "draw ann", "draw bob"], ""),
        (["pack ?", "pack ?", "pack ?"], "8: {}, and one pack was laid for which no shuffle came"),
        (["draw ann", "draw bob", "draw bob"], "8: {}, and chance has not drawn bob"),
    ],
)
def test_what_is_laid_and_never_comes_is_refused_at_its_line(
    laid, says, moves, hoyle, sealed, tmp_path
):
    """Also in a game that was left."""
    (tmp_path / "shuffles.cards").write_text(SHUFFLES, encoding="utf-8")
    record = tmp_path / "a.game"
    assert hoyle("run", tmp_path / "shuffles.cards", "--seed", 1, "--record", record).exit_code == 0
    text = record.read_text(encoding="utf-8").replace(
        "\nmoves\n", "\n".join([*laid, "\nmoves\n"]), 1
    )
    text = text.replace("bob: go\n\n", "\n", 4 - moves)
    record.write_text(sealed(text), encoding="utf-8")
    says = says.format("the game is over" if moves == 4 else "the game breaks off")
    done = hoyle("replay", record)
    assert done.stderr == (f"hoyle: {record}:{says}\n" if says else "")


def test_a_changed_history_is_refused_wherever_it_was_changed(played, hoyle):
    """Each line cut, doubled, changed or put elsewhere; the file cut off behind each letter."""
    _, record, told = played
    text = record.read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    changed = [text[:end] for end in range(0, len(text) - 1, 7)]
    for k, line in enumerate(lines):
        if not line.strip():
            continue
        changed += [
            "".join(some)
            for some in (
                lines[:k] + lines[k + 1 :],
                [*lines[:k], line, *lines[k:]],
                [*lines[:k], line.replace(line.split()[-1], "4"), *lines[k + 1 :]],
                lines[:k] + [x for x in lines[k:][1:2] if x.strip()] + [line] + lines[k + 2 :],
            )
        ]
    refused = 0
    for spoilt in changed:
        if spoilt.split() == text.split():
            continue
        record.write_text(spoilt, encoding="utf-8")
        done = hoyle("replay", record)
        assert done.exit_code == 1 and done.stdout == "", spoilt
        assert re.match(rf"hoyle: {record}(:\d+)?: ", done.stderr)
        refused += 1
    assert refused > 100
    record.write_text("# mine\n" + text.replace("\n", "  # so\n\n"), encoding="utf-8")
    assert hoyle("replay", record).stdout == told


def test_the_line_that_was_changed_is_named(played, hoyle):
    _, record, _ = played
    text = record.read_text(encoding="utf-8")
    first, second = re.findall(r"^(?:ann|bob): .*\n", text, re.MULTILINE)[2:4]
    line = text[: text.index(first)].count("\n") + 1
    for old, new, says in (
        (first + second, second + first, f"{line}: lines that stood before this one are missing"),
        (first, "", f"{line}: lines that stood before this one are missing"),
        (first, "ann: play AS\n", f"{line}: this line was changed or put in after the game"),
        (first, f"ann: play AS\n{first}", f"{line}: this line was changed or put in after"),
        (text[text.index(second) :], "", f"{line}: the file was cut off behind this line"),
        ("history over", "history left", "the history was changed after the game was written"),
    ):
        record.write_text(text.replace(old, new, 1), encoding="utf-8")
        assert f"{record}:{says}" in hoyle("replay", record).stderr or (
            says.startswith("the history") and says in hoyle("replay", record).stderr
        )


def test_a_game_at_fault_before_its_first_move_is_recorded(hoyle, tmp_path):
    rules, record = tmp_path / "early.cards", tmp_path / "a.game"
    state = "\nstate\n  n: 0..9 = 1\n\n"
    match = "match\n  shuffle stock\n  n = n / (n - n)\n  win last of seats\n"
    rules.write_text(head("Early") + state + match, encoding="utf-8")
    done = hoyle("run", rules, "--seed", 5, "--record", record)
    assert done.exit_code == 1 and "seed: 5" in done.stdout
    again = hoyle("replay", record).stdout
    assert "stock shuffled" in again and "nothing can be divided by 0" in again


def test_a_game_that_was_left_says_so(hoyle, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    hoyle("play", "little-whist", "--seed", 5, answers="1\n")
    hoyle("run", "little-whist", "--seed", 5, "--record", "over.game")
    assert "\nhistory left\n" in (tmp_path / "little-whist.game").read_text(encoding="utf-8")
    assert "\nhistory over\n" in (tmp_path / "over.game").read_text(encoding="utf-8")


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


WRITTEN = {}
SIGNS = st.sampled_from([*"#:\"\\ -²9[]?'/.\n\x00\x1b\u2028é\ud800", "none", "9" * 11, "JS"])


@settings(
    max_examples=30, deadline=None, derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)  # fmt: skip
@given(where=st.floats(0, 1), cut=st.integers(0, 6), signs=st.lists(SIGNS, max_size=3))
def test_whatever_stands_in_a_record_is_told(where, cut, signs, played, hoyle, sealed):
    """Also where the history fits it."""
    _, record, _ = played
    if record not in WRITTEN:
        WRITTEN[record] = record.read_text(encoding="utf-8")
    text = WRITTEN[record]
    at = int(where * text.index("\nhistory"))
    spoilt = text[:at] + "".join(signs) + text[at + cut :]
    for each in (sealed(spoilt) if "\nhistory over" in spoilt else spoilt, spoilt):
        record.write_bytes(each.encode("utf-8", "surrogatepass"))
        done = hoyle("replay", record)
        assert done.exit_code in (0, 1, 2)
        assert "mistake of Hoyle's" not in done.stderr and "Traceback" not in done.stderr
        assert bool(done.stderr) == (done.exit_code != 0)


# ---------------------------------------------------------------------- names


NAMES = [
    "with # a sharp", "line\nbreak", 'quo"ted', "a\\b", " lead", "trail ", "ünïcödé", "tab\there",
    "esc\x1b[31mape", "'", "$HOME", "x" * 200, "colon:colon", "\udcff", "a.game", "-dash", "\u202e",
]  # fmt: skip


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere such names cannot be")
@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_whatever_the_folder_is_called_the_record_is_read(name, hoyle, games, tmp_path):
    folder = tmp_path / name
    os.mkdir(folder)
    rules = folder / f"{name}.cards"
    shutil.copy(games / "little-whist.cards", rules)
    (folder / "late.cards").write_text(
        'edition 1\n\nvariant late "Late" of little_whist\n  set target = 2\n', encoding="utf-8"
    )
    base = folder / "little-whist.cards"
    shutil.copy(rules, base)
    for words, record in (
        ([rules], folder / f"{name}.game"),
        ([base, "--variant", folder / "late.cards"], tmp_path / "kept.game"),
    ):
        told = hoyle("run", *words, "--seed", 3, "--record", record)
        assert told.exit_code == 0, told.stderr
        assert record.read_bytes().isascii()
        assert hoyle("replay", record).stdout == told.stdout
        assert "\x1b" not in told.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere such names cannot be")
def test_a_game_is_saved_in_a_folder_of_any_name(hoyle, games, tmp_path, monkeypatch):
    folder = os.fsencode(tmp_path) + b"/caf\xe9#1"
    os.mkdir(folder)
    shutil.copy(games / "little-whist.cards", os.fsdecode(folder))
    monkeypatch.chdir(os.fsdecode(folder))
    done = hoyle("play", "little-whist.cards", "--seed", 5, answers="1\n")
    assert done.exit_code == 0 and "saved: little-whist.game" in done.stdout
    assert hoyle("replay", "little-whist.game").exit_code == 0


# ---------------------------------------------------------------------- from strangers


@pytest.mark.parametrize("line", ["file secret", "file secret.cards", "ruleset secret"])
def test_a_record_shows_nothing_of_other_files(line, played, hoyle, tmp_path, monkeypatch, sealed):
    _, record, _ = played
    monkeypatch.chdir(tmp_path)
    for name in ("secret", "secret.cards"):
        (tmp_path / name).write_text("root:x:0:0\nmore\n", encoding="utf-8")
    text = record.read_text(encoding="utf-8")
    old = "file little-whist.cards" if line.startswith("file") else "ruleset little-whist"
    text = text.replace(old, line)
    if line.startswith("ruleset"):
        text = text.replace("file little-whist.cards\n", "")
    record.write_text(sealed(text), encoding="utf-8")
    done = hoyle("replay", record)
    assert done.exit_code == 1 and "is not a ruleset" in done.stderr
    assert "root:x" not in done.stderr


def test_names_from_a_record_do_nothing_to_a_terminal(played, hoyle, sealed):
    _, record, _ = played
    text = record.read_text(encoding="utf-8")
    spoilt = text.replace("players ann bob", "players \x1b[31mann bob")
    record.write_text(sealed(spoilt), encoding="utf-8")
    done = hoyle("replay", record)
    assert done.exit_code == 1 and "a name that cannot be shown" in done.stderr
    for line in ("\x1b]0;title\x07 x", "option tar\x1b[2Jget 3", "option target \x9b2J"):
        record.write_text(sealed(text.replace("seed 9", f"{line}\nseed 9")), encoding="utf-8")
        done = hoyle("replay", record)
        assert done.exit_code in (1, 2)
        assert not set("\x1b\x9b\x07") & set(done.stdout + done.stderr)
